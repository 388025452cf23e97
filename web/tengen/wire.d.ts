// What the page asks and the replies, as crates/web declares it. Not written by hand:
//   TENGEN_WRITE=1 cargo test -p tengen-web typescript

/** A question of the page. */
export type Question = {
  /** The number of the question. */
  id: number, } & Ask;

/** What a page can ask. */
export type Ask = Query | Search | Signal;

/** A question that is answered at once. */
export type Query = { "ask": "hello" }
  | { "ask": "look",
  /** The game. */
  game: GameText, }
  | { "ask": "threats",
  /** The game. */
  game: GameText, }
  | { "ask": "rate",
  /** The player's rating. */
  player: Strength,
  /** The puzzle's rating. */
  puzzle: Strength,
  /** Whether it was solved. */
  solved: boolean, }
  | { "ask": "opening",
  /** The board. */
  game: GameText,
  /** The answers so far. */
  opening: OpeningText,
  /** The fifth stones chosen so far, of those to be offered. */
  fifths?: string, }
  | { "ask": "open",
  /** The bytes, in base64. */
  file: string,
  /** The rule if the file names none; freestyle by default. */
  rule?: string,
  /** The board size if the file names none, like `15x15`; by default the smallest common one that fits. */
  size?: string,
  /** Read it although it claims to hold another game. */
  insist?: boolean, }
  | { "ask": "open_all",
  /** The bytes, in base64. */
  file: string,
  /** As for `open`. */
  rule?: string,
  /** As for `open`. */
  size?: string, }
  | { "ask": "save",
  /** The game with its variations. */
  tree: TreeText,
  /** `sgf` or `psq`. */
  format: string, }
  | { "ask": "film",
  /** The game. */
  game: GameText,
  /** The number of moves on the first picture. */
  from?: number,
  /** Whether stones show their move numbers. */
  numbers: boolean,
  /** How long each move is shown. */
  delay: number, }
  | { "ask": "explore",
  /** The game. */
  game: GameText, }
  | { "ask": "use_database",
  /** The file name. */
  name: string, }
  | { "ask": "use_proof",
  /** Its length in bytes. */
  bytes: number, }
  | { "ask": "note",
  /** The game. */
  game: GameText,
  /** The comment. */
  comment: string,
  /** The label of the move that leads to it. */
  label: string, }
  | { "ask": "add_game",
  /** The game. */
  tree: TreeText, }
  | { "ask": "games",
  /** The game that leads to the position. */
  game: GameText, }
  | { "ask": "watch" }
  | { "ask": "lay",
  /** The point. */
  point: string, };

/** A question that needs a search. */
export type Search = {
  /** The game. */
  game: GameText, } & Goal;

/** What is searched for. */
export type Goal = { "ask": "play",
  /** The level, from 1. */
  level: number,
  /** The maximum time for a move of the strongest level. */
  time: number,
  /** The time left on the engine's clock, if it has one. */
  clock: number | null,
  /** Play the moves of a proof, at the strongest level. */
  perfect?: boolean,
  /** Think on after the move, at the strongest level, until the next search. */
  ponder?: boolean, }
  | { "ask": "analyse",
  /** The number of lines. */
  lines: number,
  /** Root moves to exclude. */
  blocked?: string,
  /** The maximum time. */
  time?: number,
  /** The maximum number of nodes. */
  nodes?: number,
  /** The maximum depth. */
  depth?: number,
  /** Megabytes. */
  memory?: number,
  /** Threads; by default as many as the machine can run in parallel. */
  threads?: number, }
  | { "ask": "balance",
  /** Whether to find two moves. */
  pair?: boolean,
  /** The wanted value. */
  value?: number,
  /** The time. */
  time: number, }
  | { "ask": "solve",
  /** Only search for a VCF. */
  fours?: boolean,
  /** Show the win of a proof where one leads to the position. */
  perfect?: boolean,
  /** Look for a shorter win until the shortest is proven. */
  shorter?: boolean,
  /** The maximum time. */
  time: number,
  /** Megabytes. */
  memory?: number,
  /** Threads; by default as many as the machine can run in parallel. */
  threads?: number, }
  | { "ask": "prove" }
  | { "ask": "resist",
  /** The maximum time. */
  time: number, }
  | { "ask": "review",
  /** Nodes per position. */
  nodes: number, }
  | { "ask": "judge",
  /** Nodes per search. */
  nodes: number,
  /** The maximum time of each search. */
  time: number, }
  | { "ask": "open_game",
  /** The answers so far. */
  opening: OpeningText,
  /** The level, from 1. */
  level: number,
  /** The time, for levels that are limited only by time. */
  time: number, };

/** A message to a running search. */
export type Signal = { "ask": "now",
  /** The number of the question. */
  of: number, }
  | { "ask": "stop",
  /** The number of the question. */
  of: number, };

/** Resources of a search. */
export type Means = {
  /** Megabytes. */
  memory?: number,
  /** Threads; by default as many as the machine can run in parallel. */
  threads?: number, };

/** The state of an opening. */
export type OpeningText = {
  /** The name of its rule. */
  rule: string,
  /** The answers so far, in order: `h8`, `black`, `two`, `ten`, `3`, `g9 h10`. */
  answers: Array<string>, };

/** A message of the server. */
export type Message = {
  /** The number of the question. */
  id: number,
  /** Whether it is the last message about this question. */
  last: boolean, } & Reply;

/** The content of a message of the server. */
export type Reply = { "reply": "hello" } & Hello
  | { "reply": "board" } & BoardText
  | { "reply": "seen",
  /** The line. */
  line: Line, }
  | { "reply": "chosen",
  /** The point; none if no legal move is left. */
  point: string | null,
  /** The result of the search, if there was one. */
  line: Line | null, }
  | { "reply": "lines",
  /** The lines. */
  lines: Array<Line>, }
  | { "reply": "even",
  /** The stones, and the moves after them. */
  line: Line,
  /** The number of stones to be played. */
  stones: number, }
  | { "reply": "solved" } & Solved
  | { "reply": "proving",
  /** Positions of the tree. */
  positions: number,
  /** Nodes searched. */
  nodes: number,
  /** Of the replies to the best first move: those that are answered, … */
  answered: number,
  /** … and those that are not. */
  open: number, }
  | { "reply": "proven",
  /** What it is about: *perfect* plays by it from now on. */
  proof: ProofText,
  /** The first move. */
  first: string,
  /** The most plies to the five, whatever the other side does. */
  plies: number,
  /** Positions of the proof. */
  positions: number, }
  | { "reply": "unproven",
  /** The best first move, each time with a reply that is not answered. */
  open: Array<string>,
  /** The memory was used up. */
  is_full: boolean, }
  | { "reply": "resisted",
  /** The point; none if any move will do. */
  point: string | null,
  /** Whether no win was found after it. */
  holds: boolean, }
  | { "reply": "threats",
  /** The points, row by row, Black's first. */
  threats: Array<ThreatText>, }
  | { "reply": "rated",
  /** The player's rating. */
  player: Strength,
  /** The puzzle's rating. */
  puzzle: Strength, }
  | { "reply": "judged",
  /** The number of moves before it, from the first position evaluated. */
  after: number,
  /** The best line, if there is a legal move. */
  line: Line | null,
  /** The judgement of the move played there. */
  verdict: VerdictText | null, }
  | { "reply": "done" }
  | { "reply": "step" } & StepText
  | { "reply": "opened",
  /** The answers. */
  answers: Array<string>, }
  | { "reply": "record",
  /** The game with its variations. */
  tree: TreeText,
  /** Notes on problems with the file. */
  notes: Array<RemarkText>,
  /** What neither the file nor the question names. */
  assumed: AssumedText, }
  | { "reply": "records",
  /** The games. */
  games: Array<TreeText>,
  /** The number of games that cannot be shown. */
  skipped: number, }
  | { "reply": "file",
  /** The bytes, in base64. */
  file: string,
  /** Notes on what is not in it. */
  notes: Array<RemarkText>, }
  | { "reply": "explored" } & ExploredText
  | { "reply": "added",
  /** Whether it was not there yet. */
  is_new: boolean, }
  | { "reply": "games",
  /** The games, in no order. */
  games: Array<StoredText>, }
  | { "reply": "live" } & Live
  | { "reply": "refused",
  /** The reason. */
  why: RemarkText,
  /** Whether it can be fulfilled with `insist`. */
  insist: boolean, };

/** The program and its limits. */
export type Hello = {
  /** The version of the program. */
  version: string,
  /** The names of the levels, the weakest first. */
  levels: Array<string>,
  /** The names of the rules. */
  rules: Array<string>,
  /** The names of the opening rules. */
  openings: Array<string>,
  /** The range of board sides. */
  sides: [number, number],
  /** The maximum number of lines of an analysis. */
  lines: number,
  /** Megabytes for a search: default and maximum. */
  memory: [number, number],
  /** The number of threads that the machine can run in parallel. */
  threads: number,
  /** Whether there are games to watch. */
  watch: boolean,
  /** The URL of a public page, if known. */
  public: string | null,
  /** The database, if there is one. */
  database: DatabaseText | null,
  /** The proofs that the engine may play by. */
  proofs: Array<ProofText>,
  /** Whether it can search for proofs. */
  proves: boolean, };

/** The contents of a board. */
export type BoardText = {
  /** Black's stones, including setup stones. */
  black: string,
  /** White's stones, including setup stones. */
  white: string,
  /** Dead points. */
  dead: string, to_move: Side,
  /** The forbidden points, if black is to move. */
  forbidden: Array<ForbiddenText>,
  /** The result, if the game is over. */
  ending: EndingText | null,
  /** The winning row. */
  row: string,
  /** In a continuous game, the rows of black and of white. */
  rows: [number, number] | null,
  /** The renju opening that the moves begin with. */
  pattern: PatternText | null, };

/** One of the 26 openings of renju. */
export type PatternText = {
  /** The code, a letter and a number: `d4`. */
  code: string,
  /** The name: `Kagetsu`. */
  name: string,
  /** The name in Japanese. */
  kanji: string, };

/** A forbidden point. */
export type ForbiddenText = { point: string,
  /** `overline`, `double four` or `double three`. */
  kind: string, };

/** A four or three that a side can make. */
export type ThreatText = { point: string,
  /** The side that can play there. */
  side: Side,
  /** `three`, `four`, `double three`, `four three`, `double four`, `open four` or `five`. */
  what: string, };

/** The result of a game. */
export type EndingText = {
  /** The winner; none for a draw. */
  winner: Side | null,
  /** The reason, as in records. */
  reason: string, };

/** A line of play with its score, from the view of the side to move. */
export type Line = {
  /** The score. */
  score: Worth,
  /** The win or loss is proven in at most this many plies; there may be a shorter one. */
  at_most: boolean,
  /** The win rate of the side to move, 0 to 1. */
  rate: number,
  /** Depth in plies. */
  depth: number,
  /** The deepest ply reached. */
  selective_depth: number,
  /** Positions visited. */
  nodes: number,
  /** Milliseconds used. */
  time: number,
  /** The moves. */
  moves: string, };

/** A score. */
export type Worth = { "points": number }
  | { "win_in": number }
  | { "loss_in": number };

/** The result of a search for a win. */
export type Solved = {
  /** `VCF`, `VCT`, or `win` by any moves. */
  what: string,
  /** `win`, `none` or `unknown`. */
  finding: string,
  /** There is no shorter win. */
  shortest: boolean,
  /** The winning line. */
  moves: string,
  /** What the winner plays against each defence: the first plan is for the position itself. */
  proof: Array<PlanText>,
  /** Positions visited. */
  nodes: number,
  /** Milliseconds used. */
  time: number, };

/** What the winner plays in one position of a proof. */
export type PlanText = {
  /** A threat, or fours and the replies to them up to the five. */
  moves: string,
  /** The fours that the threat wins with if nothing stops it. */
  fours: string,
  /** The replies to the threat and the plan against each; null if it is not in the proof. */
  replies: Array<[string, number | null]>,
  /** Plies to the five against the longest resistance. */
  plies: number, };

/** The next step of an opening. Players are 0 and 1; player 0 places the first stone. */
export type StepText = {
  /** The stones on the board. */
  stones: string,
  /** The offered fifth stones. */
  offered: string,
  /** The player who has black, at present or for the game. */
  black: number,
  /** The question and its player; none if the opening is over. */
  asked: AskedText | null, };

/** A question to a player. */
export type AskedText = { player: number, } & ({ "question": "stone",
  /** `anywhere`, `centre`, or `within` or `outside` the central square. */
  zone: string,
  /** The side of that square. */
  side: number, }
  | { "question": "colour",
  /** The alternative: `two` or `ten`. */
  instead: string | null, }
  | { "question": "number",
  /** The maximum number. */
  most: number, }
  | { "question": "fifths",
  /** The number of fifth stones. */
  count: number, }
  | { "question": "fifth" });

/** A question in an opening. */
export type QuestionText = { "question": "stone",
  /** `anywhere`, `centre`, or `within` or `outside` the central square. */
  zone: string,
  /** The side of that square. */
  side: number, }
  | { "question": "colour",
  /** The alternative: `two` or `ten`. */
  instead: string | null, }
  | { "question": "number",
  /** The maximum number. */
  most: number, }
  | { "question": "fifths",
  /** The number of fifth stones. */
  count: number, }
  | { "question": "fifth" };

/** A Glicko-2 rating. */
export type Strength = {
  /** The rating. */
  rating: number,
  /** The rating deviation. */
  deviation: number,
  /** The volatility. */
  volatility: number, };

/** The games to watch. */
export type Live = {
  /** The games, the newest last. */
  games: Array<LiveGame>,
  /** The state of the match, or the latest event. */
  news: RemarkText | null, };

/** A game to watch. */
export type LiveGame = {
  /** Its number, from 1. */
  number: number,
  /** The game so far. */
  game: GameText,
  /** Black's name and white's. */
  players: [string, string],
  /** The result, if the game is over. */
  ending: EndingText | null,
  /** The side played from the page. */
  yours: Side | null,
  /** The clock of the side to move, if the time for each move is limited. */
  clock: LiveClock | null, };

/** The clock of the side to move in a game to watch. */
export type LiveClock = {
  /** The time for a move, in milliseconds. */
  turn: number,
  /** How much of it has been used when this is sent, in milliseconds. */
  used: number, };

export type Side = "black" | "white";

/** A game: setup stones and moves. */
export type GameText = {
  /** The number of columns. */
  width: number,
  /** The number of rows. */
  height: number,
  /** The name of the rule. */
  rule: string,
  /** Black's setup stones. */
  black?: string,
  /** White's setup stones. */
  white?: string,
  /** The side that moves first. */
  first?: Side, moves?: string, };

/** A game with its variations. */
export type TreeText = {
  /** Black's name and white's. */
  players?: [string, string],
  /** The comment before the first move. */
  comment?: string,
  /** Other SGF properties of the root, as written in the file. */
  more?: string,
  /** A judgement to be written into the file. */
  judged?: JudgedText,
  /** The moves, each after its parent; the first child of a move continues the main line. */
  nodes: Array<NodeText>,
  /** The winner of the main line, if it does not follow from the rules. */
  winner?: Side | null,
  /** The reason of that result, such as `resignation`; a reason without a winner is that of a draw. */
  reason?: string,
  /** The number of columns. */
  width: number,
  /** The number of rows. */
  height: number,
  /** The name of the rule. */
  rule: string,
  /** Black's setup stones. */
  black?: string,
  /** White's setup stones. */
  white?: string,
  /** The side that moves first. */
  first?: Side, moves?: string, };

/** A move of a tree. */
export type NodeText = {
  /** The index of its parent; none for a first move. */
  after: number | null, point: string, comment?: string,
  /** The time used in milliseconds, if known. */
  time?: number,
  /** Other SGF properties of the node, as written in the file. */
  more?: string,
  /** A judgement to be written into the file. */
  judged?: JudgedText, };

/** What was assumed about a game that does not name it. */
export type AssumedText = {
  /** The rule was assumed. */
  rule: boolean,
  /** The board size was assumed. */
  board: boolean, };

/** A database. */
export type DatabaseText = {
  /** The file name. */
  name: string,
  /** Whether comments and labels can be written. */
  writable: boolean, };

/** A proof. */
export type ProofText = {
  /** Its rule. */
  rule: string,
  /** Its board, like `15x15`. */
  size: string,
  /** The side that wins. */
  side: Side, };

/** The database records of a position and its moves. */
export type ExploredText = {
  /** The record of the position; value and proof are from the view of the side to move. */
  position: RecordText | null,
  /** The known moves, the most relevant first. */
  moves: Array<KnownText>, };

/** A known move. */
export type KnownText = {
  /** The move, followed by its images under symmetry. */
  points: string,
  /** The number of games won by black, drawn, won by white, and without result. */
  games: [number, number, number, number],
  /** The proven score, or otherwise that of a search. */
  score: Worth | null,
  /** The win or loss is proven in at most this many plies; there may be a shorter one. */
  at_most: boolean,
  /** The win rate with this score, 0 to 1. */
  rate: number | null,
  /** Whether it is proven to be a draw. */
  drawn: boolean,
  /** The depth of the search. */
  depth: number | null,
  /** The bound type of the score: `exact`, `lower` or `upper`. */
  bound: string,
  /** The best move, or empty. */
  best: string,
  /** The comment. */
  comment: string,
  /** The label of the move that leads to it. */
  label: string,
  /** The source that was seen first. */
  source: string, };

/** The record of a position. */
export type RecordText = {
  /** The number of games won by black, drawn, won by white, and without result. */
  games: [number, number, number, number],
  /** The proven score, or otherwise that of a search. */
  score: Worth | null,
  /** The win or loss is proven in at most this many plies; there may be a shorter one. */
  at_most: boolean,
  /** The win rate with this score, 0 to 1. */
  rate: number | null,
  /** Whether it is proven to be a draw. */
  drawn: boolean,
  /** The depth of the search. */
  depth: number | null,
  /** The bound type of the score: `exact`, `lower` or `upper`. */
  bound: string,
  /** The best move, or empty. */
  best: string,
  /** The comment. */
  comment: string,
  /** The label of the move that leads to it. */
  label: string,
  /** The source that was seen first. */
  source: string, };

/** A game of the database. */
export type StoredText = {
  /** The game, as the position that was asked for lies on the board. */
  tree: TreeText,
  /** The number of moves before that position. */
  after: number,
  /** Where it came from. */
  source: string, };

/** The judgement of a move. */
export type VerdictText = {
  /** `best`, `good`, `inaccuracy`, `mistake`, `blunder`, `missed defence` or `missed win`. */
  grade: string,
  /** The loss of winning chances, 0 to 1. */
  loss: number,
  /** The accuracy, 0 to 1. */
  accuracy: number,
  /** The line of a better move, or empty. */
  better: string,
  /** The reason, if there is one to give. */
  reason: ReasonText | null, };

/** The reason of a judgement. */
export type ReasonText = {
  /** `five`, `forbidden`, `wins in`, `still wins`, `lost in`, `already lost`, `loses sooner`, `makes`, `stops`,
   * `misses`, `misses fours`, `misses win`, `lets`, `lets fours`, `lets win` or `lets play`. */
  why: string,
  /** What is made, stopped, missed or allowed; or which move is forbidden. */
  what: string,
  /** Where, or empty. */
  point: string,
  /** Plies up to the five, or 0. */
  plies: number,
  /** It may take fewer plies. */
  at_most: boolean,
  /** The plies of the best move, or 0. */
  instead_of: number,
  /** The best move may take fewer plies. */
  instead_of_at_most: boolean, };

/** A judgement that is to be written into a file. */
export type JudgedText = {
  /** The best line of the position, the verdict on the move and the result, as JSON. */
  judgement: string,
  /** The grade of the move, or empty. */
  grade: string,
  /** The line of a better move that becomes a variation, or empty. */
  better: string,
  /** Black's chance to win, if known. */
  black: number | null,
  /** The judgement in words, or empty. */
  said: string, };

/** What is said to a person. */
export type RemarkText = {
  /** The code. */
  code: string,
  /** The data by their names. */
  data: { [key in string]: DatumText },
  /** The sentence in English. */
  text: string, };

/** A part of a remark: a name or number, or another remark. */
export type DatumText = string | RemarkText;
