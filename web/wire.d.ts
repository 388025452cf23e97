// What the page asks and is told, as crates/web declares it. Not written by hand:
//   TENGEN_WRITE=1 cargo test -p tengen-web typescript

/** A question of the page. */
export type Question = {
  /** Its number. */
  id: number, } & Ask;

/** What a page can ask. */
export type Ask = { "ask": "hello" }
  | { "ask": "look",
  /** The game. */
  game: GameText, }
  | { "ask": "play",
  /** The game. */
  game: GameText,
  /** How strong, from 1. */
  level: number,
  /** The longest time for a move of the strongest level. */
  time: number,
  /** What is left on the engine's clock, if it has one. */
  clock: number | null, }
  | { "ask": "analyse",
  /** The game. */
  game: GameText,
  /** How many lines. */
  lines: number,
  /** Points that are not to be played. */
  blocked?: string,
  /** How long at most. */
  time?: number,
  /** Megabytes. */
  memory?: number,
  /** Threads; all that the machine runs at once without it. */
  threads?: number, }
  | { "ask": "balance",
  /** The game. */
  game: GameText,
  /** Two moves. */
  pair?: boolean,
  /** The value that is wished for. */
  value?: number,
  /** How long. */
  time: number, }
  | { "ask": "solve",
  /** The game. */
  game: GameText,
  /** By fours only. */
  fours?: boolean,
  /** How long at most. */
  time: number,
  /** Megabytes. */
  memory?: number,
  /** Threads; all that the machine runs at once without it. */
  threads?: number, }
  | { "ask": "resist",
  /** The game. */
  game: GameText,
  /** How long at most. */
  time: number, }
  | { "ask": "rate",
  /** How strong the player was thought to be. */
  player: Strength,
  /** How hard the puzzle. */
  puzzle: Strength,
  /** Whether it was solved. */
  solved: boolean, }
  | { "ask": "review",
  /** The game. */
  game: GameText,
  /** How hard to look at each. */
  nodes: number, }
  | { "ask": "opening",
  /** The board. */
  game: GameText,
  /** What was answered so far. */
  opening: OpeningText,
  /** Fifth stones named of those that are to be offered. */
  fifths?: string, }
  | { "ask": "open_game",
  /** The game. */
  game: GameText,
  /** What was answered so far. */
  opening: OpeningText,
  /** How strong, from 1. */
  level: number,
  /** How long, where only the time limits the level. */
  time: number, }
  | { "ask": "open",
  /** The bytes, in base64. */
  file: string,
  /** The rule if the file names none; freestyle if it is not chosen either. */
  rule?: string,
  /** The board if the file names none, like `15x15`; the smallest usual one that fits if it is not
   * chosen either. */
  size?: string,
  /** Read it although it says that it holds another game. */
  insist?: boolean, }
  | { "ask": "save",
  /** The game with its variations. */
  tree: TreeText,
  /** `sgf` or `psq`. */
  format: string, }
  | { "ask": "film",
  /** The game. */
  game: GameText,
  /** The stones have the numbers of their moves. */
  numbers: boolean,
  /** How long each move is shown. */
  delay: number, }
  | { "ask": "explore",
  /** The game. */
  game: GameText, }
  | { "ask": "use_database",
  /** Its name. */
  name: string, }
  | { "ask": "note",
  /** The game. */
  game: GameText,
  /** A comment. */
  comment: string,
  /** A letter or two upon the move that leads there. */
  label: string, }
  | { "ask": "watch" }
  | { "ask": "lay",
  /** Where. */
  point: string, }
  | { "ask": "now",
  /** The number of the question. */
  of: number, }
  | { "ask": "stop",
  /** The number of the question. */
  of: number, };

/** What a search may use. */
export type Means = {
  /** Megabytes. */
  memory?: number,
  /** Threads; all that the machine runs at once without it. */
  threads?: number, };

/** How far an opening has come. */
export type OpeningText = {
  /** The name of its rule. */
  rule: string,
  /** What was answered, in turn: `h8`, `black`, `two`, `ten`, `3`, `g9 h10`. */
  answers: Array<string>, };

/** Something that is told. */
export type Telling = {
  /** The number of the question. */
  id: number,
  /** Nothing follows about this question. */
  last: boolean, } & Tell;

/** What the server tells. */
export type Tell = { "tell": "hello" } & Hello
  | { "tell": "board" } & BoardText
  | { "tell": "seen",
  /** The line. */
  line: Line, }
  | { "tell": "chosen",
  /** Where; nobody can play any more if it is missing. */
  point: string | null,
  /** What the search says about it, if there was one. */
  line: Line | null, }
  | { "tell": "lines",
  /** The lines. */
  lines: Array<Line>, }
  | { "tell": "even",
  /** The stones, and what follows. */
  line: Line,
  /** How many of the moves are to be laid. */
  stones: number, }
  | { "tell": "solved" } & Solved
  | { "tell": "resisted",
  /** Where; anywhere if it is missing. */
  point: string | null,
  /** No win is found behind it. */
  holds: boolean, }
  | { "tell": "rated",
  /** How strong the player is. */
  player: Strength,
  /** How hard the puzzle. */
  puzzle: Strength, }
  | { "tell": "judged",
  /** Moves before it. */
  after: number,
  /** The best line there, if there is something to play. */
  line: Line | null, }
  | { "tell": "done" }
  | { "tell": "step" } & StepText
  | { "tell": "opened",
  /** The answers. */
  answers: Array<string>, }
  | { "tell": "record",
  /** The game with its variations. */
  tree: TreeText,
  /** What should be known about it. */
  notes: Array<string>,
  /** What neither the file nor the question names. */
  assumed: AssumedText, }
  | { "tell": "file",
  /** The bytes, in base64. */
  file: string,
  /** What is not in it. */
  notes: Array<string>, }
  | { "tell": "explored" } & ExploredText
  | { "tell": "live" } & Live
  | { "tell": "refused",
  /** A sentence. */
  why: string,
  /** It can be done if one insists. */
  insist: boolean, };

/** Who we are, and what can be asked for. */
export type Hello = {
  /** The version of the program. */
  version: string,
  /** The names of the levels, the weakest first. */
  levels: Array<string>,
  /** The names of the rules. */
  rules: Array<string>,
  /** The names of the opening rules. */
  openings: Array<string>,
  /** Sides of boards. */
  sides: [number, number],
  /** Most lines of an analysis. */
  lines: number,
  /** Megabytes of a search, if the page does not say, and at most. */
  memory: [number, number],
  /** Threads that the machine runs at once. */
  threads: number,
  /** There are games to watch. */
  watch: boolean,
  /** Where a page stands that everybody can open, if we know of one. */
  public: string | null,
  /** The database that can be asked, if there is one. */
  database: DatabaseText | null, };

/** What stands on a board. */
export type BoardText = {
  /** Black's stones, those set up too. */
  black: string,
  /** White's. */
  white: string,
  /** Points that nobody can use. */
  dead: string,
  /** Whose turn it is. */
  to_move: Side,
  /** Where black may not play. */
  fouls: Array<FoulText>,
  /** How the game ended. */
  ending: EndingText | null,
  /** The row that has won. */
  row: string,
  /** In a continuous game, the rows of black and of white. */
  rows: [number, number] | null,
  /** The opening of renju with which the moves begin. */
  pattern: PatternText | null, };

/** One of the 26 openings of renju. */
export type PatternText = {
  /** Letter and number: `d4`. */
  code: string,
  /** Its name: `Kagetsu`. */
  name: string,
  /** Its name as it is written in Japan. */
  kanji: string, };

/** A foul point. */
export type FoulText = {
  /** Where. */
  point: string,
  /** `overline`, `double four` or `double three`. */
  kind: string, };

/** How a game ended. */
export type EndingText = {
  /** Who has won; nobody in a drawn game. */
  winner: Side | null,
  /** Why, in the words of records. */
  reason: string, };

/** A line of play with its score, as the side to move sees it. */
export type Line = {
  /** The score. */
  score: Worth,
  /** The chance of the side to move, 0 to 1. */
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

/** What came of a search for a win. */
export type Solved = {
  /** `VCF` or `VCT`. */
  what: string,
  /** `win`, `none` or `unknown`. */
  finding: string,
  /** The winning moves in turn. */
  moves: string,
  /** Positions visited. */
  nodes: number,
  /** Milliseconds used. */
  time: number, };

/** What comes next in an opening. Players are 0 and 1, the first to lay stones being 0. */
export type StepText = {
  /** The stones that lie there. */
  stones: string,
  /** Fifth stones of which one will stay. */
  offered: string,
  /** Who has black, for now or for good. */
  black: number,
  /** Who is asked what; nobody when the opening is over. */
  asked: AskedText | null, };

/** Who is asked what. */
export type AskedText = {
  /** Who. */
  player: number, } & ({ "question": "stone",
  /** `anywhere`, `centre`, or `within` or `outside` the middle square. */
  zone: string,
  /** The side of that square. */
  side: number, }
  | { "question": "colour",
  /** `two` or `ten`. */
  instead: string | null, }
  | { "question": "number",
  /** At most so many. */
  most: number, }
  | { "question": "fifths",
  /** So many. */
  count: number, }
  | { "question": "fifth" });

/** What a player is asked in an opening. */
export type QuestionText = { "question": "stone",
  /** `anywhere`, `centre`, or `within` or `outside` the middle square. */
  zone: string,
  /** The side of that square. */
  side: number, }
  | { "question": "colour",
  /** `two` or `ten`. */
  instead: string | null, }
  | { "question": "number",
  /** At most so many. */
  most: number, }
  | { "question": "fifths",
  /** So many. */
  count: number, }
  | { "question": "fifth" };

/** A rating of Glicko-2. */
export type Strength = {
  /** The points. */
  rating: number,
  /** How uncertain they are. */
  deviation: number,
  /** How much it changes. */
  volatility: number, };

/** What there is to watch. */
export type Live = {
  /** The games, the newest last. */
  games: Array<LiveGame>,
  /** How the match stands, or what has happened. */
  news: string, };

/** A game that can be watched. */
export type LiveGame = {
  /** Its number, from 1. */
  number: number,
  /** The game so far. */
  game: GameText,
  /** Black's name and white's. */
  players: [string, string],
  /** How it ended, if it has. */
  ending: EndingText | null,
  /** The side that is played from the page. */
  yours: Side | null, };

/** A side. */
export type Side = "black" | "white";

/** A game: what was set up, and moves. */
export type GameText = {
  /** Columns. */
  width: number,
  /** Rows. */
  height: number,
  /** The name of the rule. */
  rule: string,
  /** Black stones that were set up. */
  black?: string,
  /** White stones that were set up. */
  white?: string,
  /** Who makes the first move. */
  first?: Side,
  /** The moves. */
  moves?: string, };

/** A game with its variations. */
export type TreeText = {
  /** Black's name and white's. */
  players?: [string, string],
  /** What is said before the first move. */
  comment?: string,
  /** What a file of SGF says about the game that is not told here, as it is written there. */
  more?: string,
  /** The moves, each behind the one that it follows; the first to follow a move is the main line. */
  nodes: Array<NodeText>,
  /** How the main line ended where the rules do not say: who has won. */
  winner?: Side | null,
  /** Columns. */
  width: number,
  /** Rows. */
  height: number,
  /** The name of the rule. */
  rule: string,
  /** Black stones that were set up. */
  black?: string,
  /** White stones that were set up. */
  white?: string,
  /** Who makes the first move. */
  first?: Side,
  /** The moves. */
  moves?: string, };

/** A move of a tree. */
export type NodeText = {
  /** The number of the move that it follows; none for a first move. */
  after: number | null,
  /** Where. */
  point: string,
  /** What is said about it. */
  comment?: string,
  /** Milliseconds that it took, if that is known. */
  time?: number,
  /** What a file of SGF says there that is not told here, as it is written there. */
  more?: string, };

/** What was assumed about a game that does not name it. */
export type AssumedText = {
  /** The rule. */
  rule: boolean,
  /** The board. */
  board: boolean, };

/** A database that can be asked. */
export type DatabaseText = {
  /** The name of its file. */
  name: string,
  /** Comments and labels can be written. */
  writable: boolean, };

/** What is known of a position and of its moves. */
export type ExploredText = {
  /** What is known of the position itself; value and proof are those of the side to move. */
  position: RecordText | null,
  /** Its moves, the ones to look at first. */
  moves: Array<KnownText>, };

/** A move of which something is known. */
export type KnownText = {
  /** The move, and behind it those that are its images. */
  points: string,
  /** Games that black won, that nobody won, that white won, and that have no result. */
  games: [number, number, number, number],
  /** What is proven, or else what a search made of it. */
  score: Worth | null,
  /** It is proven to be drawn. */
  drawn: boolean,
  /** How deep the search looked. */
  depth: number | null,
  /** What a score says of the true one: `exact`, `lower` or `upper`. */
  bound: string,
  /** The best move, or nothing. */
  best: string,
  /** What somebody wrote about it. */
  comment: string,
  /** What somebody wrote upon the move that leads to it. */
  label: string,
  /** Where it was seen first. */
  source: string, };

/** What is known of a position. */
export type RecordText = {
  /** Games that black won, that nobody won, that white won, and that have no result. */
  games: [number, number, number, number],
  /** What is proven, or else what a search made of it. */
  score: Worth | null,
  /** It is proven to be drawn. */
  drawn: boolean,
  /** How deep the search looked. */
  depth: number | null,
  /** What a score says of the true one: `exact`, `lower` or `upper`. */
  bound: string,
  /** The best move, or nothing. */
  best: string,
  /** What somebody wrote about it. */
  comment: string,
  /** What somebody wrote upon the move that leads to it. */
  label: string,
  /** Where it was seen first. */
  source: string, };
