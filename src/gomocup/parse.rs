//! Parses Gomocup lines. Tolerant in form (any case, extra blanks, bytes that are no text), strict in content: anything
//! ambiguous is [`Request::Bad`] or [`Request::Unknown`].

use super::database;
use super::error::GomocupError;
use super::numbers::{integer, number, numbers, place};
use tengen_engine::search::Balance;
use tengen_line_io::words::{is_blank, quotable, split_word};
use tengen_session::brain::{Command, Edit, Field, Info, Lookup, Place, Soosyrv};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// Nothing: a blank line, or an INFO that is not used.
    Nothing,
    Command(Command),
    /// The start of a list; entries follow on the next lines, or in the text of this one.
    Open(List, String),
    /// Stop searching and move.
    Stop,
    Done,
    About,
    Help,
    End,
    /// A known command with invalid arguments.
    Bad(GomocupError),
    /// An unknown command; its first word, safe to print.
    Unknown(String),
}

/// A list between a command and DONE.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum List {
    /// BOARD: `x,y,field`.
    Board,
    /// YXBOARD: the same.
    SetUp,
    /// SWAP2BOARD: `x,y`.
    Swap2,
    /// YXSOOSORVSTEP2 to 6: `x,y`; the step, and the number of fifth stones.
    Soosyrv(u8, usize),
    /// YXBLOCK: `x,y`.
    Block,
    /// YXBLOCKUNDO: `x,y`.
    Unblock,
    /// A database query such as YXQUERYDATABASEALL: the moves that lead to the position, `x,y`.
    LookUp(Lookup),
    /// A database edit such as YXEDITTVDDATABASE: the same.
    Edit(Vec<Edit>),
    /// An unknown command that is followed by a list.
    Unknown(String),
}

impl Request {
    /// Whether it may occur inside a block without ending it.
    pub fn fits_into_a_block(&self) -> bool {
        matches!(self, Request::Nothing | Request::Stop | Request::Command(Command::Info(_)))
    }

    /// Whether it makes a running search obsolete: it starts a game, sends a board or requests another search.
    pub fn ends_a_search(&self) -> bool {
        use Command::{Balance, Begin, Best, Restart, Soosyrv, Start, Swap2Step};
        match self {
            Request::End => true,
            Request::Command(command) => {
                matches!(command, Start { .. } | Restart | Begin | Best(_) | Balance(_) | Swap2Step(_) | Soosyrv(_))
            }
            Request::Open(list, _) => {
                matches!(list, List::Board | List::SetUp | List::Swap2 | List::Soosyrv(..))
            }
            _ => false,
        }
    }
}

/// What arrow keys and the like begin with.
const ESCAPE: char = '\u{1b}';

pub(super) fn request(line: &[u8]) -> Request {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_matches(is_blank);
    let (word, arguments) = split_word(text);
    if word.is_empty() {
        return Request::Nothing;
    }
    match known(&word.to_ascii_uppercase(), arguments) {
        Some(Ok(request)) => request,
        _ if text.contains(ESCAPE) => Request::Bad(GomocupError::Keys),
        Some(Err(error)) => Request::Bad(error),
        None => Request::Unknown(quotable(word)),
    }
}

fn known(word: &str, arguments: &str) -> Option<Result<Request, GomocupError>> {
    let command = |command: Command| Ok(Request::Command(command));
    let with_place = |make: fn(Place) -> Command| {
        place(arguments)
            .map(|place| Request::Command(make(place)))
            .ok_or_else(|| GomocupError::NoPlace { word: word.into() })
    };
    let open = |list: List| Ok(Request::Open(list, arguments.into()));
    let edit =
        |edits: Result<Vec<Edit>, GomocupError>| edits.map(|edits| Request::Open(List::Edit(edits), String::new()));
    Some(match word {
        "START" => start(arguments),
        "RECTSTART" => rect_start(arguments),
        "RESTART" => command(Command::Restart),
        "BEGIN" => command(Command::Begin),
        "TURN" => with_place(Command::Turn),
        "BOARD" => open(List::Board),
        "SWAP2BOARD" => open(List::Swap2),
        "DONE" => Ok(Request::Done),
        "INFO" => Ok(info(arguments).map_or(Request::Nothing, |info| Request::Command(Command::Info(info)))),
        "TAKEBACK" => with_place(Command::TakeBack),
        "PLAY" => with_place(Command::Play),
        "YXSHOWINFO" => command(Command::Graphical),
        "YXBOARD" => open(List::SetUp),
        "YXNBEST" => n_best(arguments),
        "YXBALANCEONE" => balance(word, arguments, false),
        "YXBALANCETWO" => balance(word, arguments, true),
        "YXSEARCHDEFEND" => command(Command::Best(usize::MAX)),
        "YXSTOP" | "STOP" => Ok(Request::Stop),
        "YXSWAP2STEP1" => command(Command::Swap2Step(1)),
        "YXSWAP2STEP2" => command(Command::Swap2Step(2)),
        "YXSWAP2STEP3" => command(Command::Swap2Step(3)),
        "YXSOOSORVSTEP1" => command(Command::Soosyrv(Soosyrv { step: 1, fifths: 0, stones: Vec::new() })),
        "YXSOOSORVSTEP2" => open(List::Soosyrv(2, 0)),
        "YXSOOSORVSTEP3" => open(List::Soosyrv(3, 0)),
        "YXSOOSORVSTEP4" => soosyrv(word, 4, arguments),
        "YXSOOSORVSTEP5" => soosyrv(word, 5, arguments),
        "YXSOOSORVSTEP6" => open(List::Soosyrv(6, 0)),
        "YXSHOWFORBID" => command(Command::ShowForbidden),
        "YXBLOCK" => open(List::Block),
        "YXBLOCKUNDO" => open(List::Unblock),
        "YXBLOCKRESET" => command(Command::UnblockAll),
        "YXHASHCLEAR" => command(Command::ClearHash),
        "YXSHOWHASHUSAGE" => command(Command::HashUsage),
        "YXQUERYDATABASEALL" => open(List::LookUp(Lookup::Moves)),
        "YXQUERYDATABASEALLT" => open(List::LookUp(Lookup::MovesAndComment)),
        "YXQUERYDATABASEONE" => open(List::LookUp(Lookup::Value)),
        "YXQUERYDATABASETEXT" => open(List::LookUp(Lookup::Comment)),
        "YXDELETEDATABASEONE" => open(List::Edit(vec![Edit::Forget])),
        "YXEDITTVDDATABASE" => edit(database::values(arguments)),
        "YXEDITTEXTDATABASE" => edit(database::comment(arguments)),
        "YXEDITLABELDATABASE" => edit(database::label(arguments)),
        "YXBLOCKPATH"
        | "YXBLOCKPATHUNDO"
        | "YXDELETEDATABASEALL"
        | "YXSETBESTMOVEDATABASE"
        | "YXCLEARBESTMOVEDATABASE" => open(List::Unknown(word.into())),
        "ABOUT" => Ok(Request::About),
        "HELP" | "?" => Ok(Request::Help),
        "END" | "QUIT" | "EXIT" => Ok(Request::End),
        _ => return None,
    })
}

/// `START 15`, or `START 15 15` from Yixin-Board: columns and rows of a board that names the row of a point first.
fn start(arguments: &str) -> Result<Request, GomocupError> {
    let sides = match split_word(arguments) {
        (side, "") => number(side).zip(number(side)),
        (columns, rows) => number(rows).zip(number(columns)),
    };
    let (width, height) = sides.ok_or(GomocupError::NoSize)?;
    Ok(Request::Command(Command::Start { width, height }))
}

fn n_best(arguments: &str) -> Result<Request, GomocupError> {
    let lines = number(arguments).and_then(|lines| usize::try_from(lines).ok());
    let lines = lines.filter(|&lines| lines > 0).ok_or(GomocupError::NoLines)?;
    Ok(Request::Command(Command::Best(lines)))
}

/// Parses the wanted value, 0 by default; clamped to the valid range.
fn balance(word: &str, arguments: &str, pair: bool) -> Result<Request, GomocupError> {
    let value = match arguments {
        "" => Some(0),
        _ => integer(arguments),
    };
    let value = value.ok_or_else(|| GomocupError::NoValue { word: word.into() })?;
    let largest = Balance::LARGEST as i64;
    let value = value.clamp(-largest, largest) as i32;
    Ok(Request::Command(Command::Balance(Balance { pair, value })))
}

/// Parses the number of fifth stones; entries may follow it.
fn soosyrv(word: &str, step: u8, arguments: &str) -> Result<Request, GomocupError> {
    let (fifths, entries) = split_word(arguments);
    let fifths = number(fifths).and_then(|fifths| usize::try_from(fifths).ok());
    let fifths = fifths.ok_or_else(|| GomocupError::NoFifths { word: word.into() })?;
    Ok(Request::Open(List::Soosyrv(step, fifths), entries.into()))
}

fn rect_start(arguments: &str) -> Result<Request, GomocupError> {
    let (width, height) = place(arguments).ok_or(GomocupError::NoSides)?;
    Ok(Request::Command(Command::Start { width, height }))
}

/// `None` for keys that are unknown, unused or malformed: INFO has no reply, so there is no error either. Known but
/// unused: `game_type`, `folder` (no files are stored), `evaluate`; from graphical boards `thread_split_depth`,
/// `caution_factor`, `checkmate`, `nbestsym`, `vcthread`, `time_increment`, `start_depth`, `swapable`.
fn info(arguments: &str) -> Option<Info> {
    let (key, value) = split_word(arguments);
    let value = integer(value)?;
    Some(match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => Info::TimeoutTurn(value),
        "timeout_match" => Info::TimeoutMatch(value),
        "time_left" => Info::TimeLeft(value),
        "max_memory" => Info::MaxMemory(value),
        "rule" => Info::Rule(u32::try_from(value).ok()?),
        "fb_check" => Info::ForbiddenCheck(value != 0),
        "max_node" => Info::MaxNodes(value.max(0) as u64),
        "max_depth" => Info::MaxDepth(u32::try_from(value).unwrap_or(0)),
        "hash_size" => Info::HashSize(value),
        "thread_num" => Info::ThreadNum(value),
        "pondering" => Info::Pondering(value != 0),
        "usedatabase" => Info::UseDatabase(value != 0),
        "strength" => Info::Strength(u8::try_from(value).ok()?),
        "show_detail" => Info::ShowDetail(value),
        _ => return None,
    })
}

/// A line of BOARD: `x,y,field`.
pub(super) fn board_line(line: &[u8]) -> Option<(Place, Field)> {
    let [x, y, field] = numbers(line)?;
    let field = match field {
        1 => Field::Own,
        2 => Field::Opponent,
        3 => Field::Dead,
        _ => return None,
    };
    Some(((x, y), field))
}

/// Whether a line may be an entry of a list: numbers separated by commas.
pub(super) fn is_entry(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let mut parts = text.trim_matches(is_blank).split(',');
    text.contains(',') && parts.all(|part| number(part).is_some())
}

/// A line of SWAP2BOARD and other lists of points: `x,y`.
pub(super) fn place_line(line: &[u8]) -> Option<Place> {
    let [x, y] = numbers(line)?;
    Some((x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(x: i32, y: i32) -> Request {
        Request::Command(Command::Turn((x, y)))
    }

    #[test]
    fn a_turn_may_be_written_in_many_ways() {
        for line in ["TURN 7,8", "turn 7, 8", " Turn\t 7 ,8 ", "TURN 7,8\0", "\u{feff}TURN 7,8", "TURN +7,08"] {
            assert_eq!(request(line.as_bytes()), turn(7, 8), "{line:?}");
        }
        assert_eq!(request(b"TURN -1,99"), turn(-1, 99));
    }

    #[test]
    fn info_is_read_or_ignored() {
        let read = |line: &str| match request(line.as_bytes()) {
            Request::Command(Command::Info(info)) => Some(info),
            Request::Nothing => None,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(read("INFO timeout_turn 5000"), Some(Info::TimeoutTurn(5000)));
        assert_eq!(read("info Time_Left  -12 "), Some(Info::TimeLeft(-12)));
        assert_eq!(read("INFO fb_check 1"), Some(Info::ForbiddenCheck(true)));
        assert_eq!(read("INFO rule 9"), Some(Info::Rule(9)));
        assert_eq!(read("INFO STRENGTH 35"), Some(Info::Strength(35)));
        assert_eq!(read("INFO max_memory 99999999999999999999999"), Some(Info::MaxMemory(i64::MAX)));
        for line in [
            "INFO", "INFO rule", "INFO rule x", "INFO rule -1", "INFO strength -1", "INFO strength 256",
            "INFO strength 35.5", "INFO strength strong", "INFO evaluate 3,4", "INFO folder C:\\x", "INFO game_type 2",
            "INFO wind 7", "INFO timeout_turn 1e3", "INFO timeout_turn -", "INFO timeout_turn 5 6",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn arrow_keys_are_no_part_of_a_word() {
        for line in ["\x1b[A", "START 15\x1b[D", "\x1bOP"] {
            let Request::Bad(why) = request(line.as_bytes()) else { panic!("{line:?}") };
            assert_eq!(why, GomocupError::Keys);
        }
    }
}
