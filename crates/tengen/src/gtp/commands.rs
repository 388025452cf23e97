//! The commands: their names, arguments and effects.

use super::error::GtpError;
use super::game;
use super::parse::{self, GtpCommand, LARGEST_SIDE, colour, written};
use super::think::{self, AnalysisFormat};
use super::{GtpSession, Response, respond};
use std::time::{Duration, Instant};
use tengen_common::time::Stage;
use tengen_common::{Limits, Report, Score, StopRequest};
use tengen_core::board::{BoardSize, Colour, Point};
use tengen_core::game::{Action, Ending, Game, Reason};
use tengen_core::rules::Rule;
use tengen_line_io::output::{Lost, print, print_line};
use tengen_session::service::{Event, FAILED, Outcome, Task, Work};

#[derive(Clone, Copy)]
pub(super) enum Effect {
    /// Responds at once or after a search.
    Respond(fn(&mut GtpSession, &[String]) -> Response),
    /// Prints reports of a search in its response.
    Report(fn(&mut GtpSession, &GtpCommand, AnalysisFormat) -> Result<(), Lost>, AnalysisFormat),
}

/// Names, arguments and functions. `[…]` is optional, `…` repeats.
const COMMANDS: &[(&str, &str, Effect)] = {
    use Effect::{Report, Respond};
    &[
        ("boardsize", "SIZE [HEIGHT]", Respond(boardsize)),
        ("clear_board", "", Respond(clear_board)),
        ("exit", "", Respond(|_, _| Ok(String::new()))),
        ("final_score", "", Respond(final_score)),
        ("fixed_handicap", "STONES", Respond(handicap)),
        ("genmove", "COLOR", Respond(genmove)),
        ("gogui-analyze_commands", "", Respond(|_, _| Ok(GOGUI_MENU.into()))),
        ("gogui-rules_board", "", Respond(|session, _| Ok(game::rows(&session.game).join("\n")))),
        ("gogui-rules_board_size", "", Respond(rules_board_size)),
        ("gogui-rules_final_result", "", Respond(rules_final_result)),
        ("gogui-rules_game_id", "", Respond(|_, _| Ok("Gomoku".into()))),
        ("gogui-rules_legal_moves", "", Respond(rules_legal_moves)),
        ("gogui-rules_side_to_move", "", Respond(rules_side_to_move)),
        ("help", "", Respond(help)),
        ("kata-analyze", "[…]", Report(analyze, AnalysisFormat::Kata)),
        ("kata-genmove_analyze", "[…]", Report(genmove_analyze, AnalysisFormat::Kata)),
        ("known_command", "NAME", Respond(known_command)),
        ("komi", "NUMBER", Respond(komi)),
        ("list_commands", "", Respond(list_commands)),
        ("lz-analyze", "[…]", Report(analyze, AnalysisFormat::Leela)),
        ("lz-genmove_analyze", "[…]", Report(genmove_analyze, AnalysisFormat::Leela)),
        ("name", "", Respond(|_, _| Ok("Tengen".into()))),
        ("place_free_handicap", "STONES", Respond(handicap)),
        ("play", "COLOR VERTEX", Respond(play)),
        ("protocol_version", "", Respond(|_, _| Ok("2".into()))),
        ("quit", "", Respond(|_, _| Ok(String::new()))),
        ("rectangular_boardsize", "WIDTH HEIGHT", Respond(boardsize)),
        ("reg_genmove", "COLOR", Respond(reg_genmove)),
        ("showboard", "", Respond(|session, _| Ok(game::drawing(&session.game)))),
        ("tengen-forbidden", "", Respond(forbidden)),
        ("tengen-level", "[NAME]", Respond(level)),
        ("tengen-rule", "[NAME]", Respond(rule)),
        ("time_left", "COLOR TIME STONES", Respond(time_left)),
        ("time_settings", "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES", Respond(time_settings)),
        ("undo", "", Respond(undo)),
        ("version", "", Respond(|session, _| Ok(session.settings.version.clone()))),
    ]
};

const GOGUI_MENU: &str = "plist/Forbidden Points/tengen-forbidden\nstring/Rule/tengen-rule";

pub(super) fn find(command: &GtpCommand) -> Result<Effect, GtpError> {
    let GtpCommand { name, arguments, .. } = command;
    let found = COMMANDS.iter().find(|(known, ..)| known == name);
    let (_, usage, effect) = found.ok_or(GtpError::UnknownCommand)?;
    let words = || usage.split_whitespace();
    let least = words().filter(|word| !word.starts_with('[')).count();
    let most = if usage.contains('…') { usize::MAX } else { words().count() };
    if (least..=most).contains(&arguments.len()) {
        Ok(*effect)
    } else {
        Err(GtpError::Usage { usage: format!("{name} {usage}").trim_end().into() })
    }
}

fn known_command(_: &mut GtpSession, arguments: &[String]) -> Response {
    Ok(COMMANDS.iter().any(|(name, ..)| *name == arguments[0]).to_string())
}

fn list_commands(_: &mut GtpSession, _: &[String]) -> Response {
    let names: Vec<&str> = COMMANDS.iter().map(|(name, ..)| *name).collect();
    Ok(names.join("\n"))
}

fn help(_: &mut GtpSession, _: &[String]) -> Response {
    let line = |(name, usage, _): &(&str, &str, Effect)| format!("{name} {usage}").trim_end().into();
    Ok(COMMANDS.iter().map(line).collect::<Vec<String>>().join("\n"))
}

fn boardsize(session: &mut GtpSession, arguments: &[String]) -> Response {
    let side = |word: &String| word.parse().ok().filter(|&side| side <= u32::from(LARGEST_SIDE));
    let width = side(&arguments[0]);
    let height = arguments.get(1).map_or(width, side);
    let size = width.zip(height).and_then(|(width, height)| BoardSize::new(width, height));
    let size = size.ok_or(GtpError::SizeUnacceptable { most: LARGEST_SIDE })?;
    session.restart(Game::new(size, session.game.rule()));
    Ok(String::new())
}

fn clear_board(session: &mut GtpSession, _: &[String]) -> Response {
    session.restart(Game::new(session.game.position().size(), session.game.rule()));
    Ok(String::new())
}

fn komi(_: &mut GtpSession, arguments: &[String]) -> Response {
    let number = arguments[0].parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(|_| String::new()).ok_or_else(|| GtpError::NotNumber { word: arguments[0].clone() })
}

fn handicap(_: &mut GtpSession, _: &[String]) -> Response {
    Err(GtpError::NoHandicap)
}

fn play(session: &mut GtpSession, arguments: &[String]) -> Response {
    let colour = colour(&arguments[0])?;
    let action = parse::action(&arguments[1], session.game.position().size())?;
    let played = game::play(&mut session.game, colour, action);
    played.map(|()| String::new()).map_err(|why| GtpError::IllegalMove { why: why.into() })
}

fn undo(session: &mut GtpSession, _: &[String]) -> Response {
    if session.game.undo() { Ok(String::new()) } else { Err(GtpError::CannotUndo) }
}

fn genmove(session: &mut GtpSession, arguments: &[String]) -> Response {
    let colour = colour(&arguments[0])?;
    let action = session.choose(colour, Duration::MAX, &mut |_| ())?;
    session.play_own(colour, action);
    Ok(session.word(action))
}

fn reg_genmove(session: &mut GtpSession, arguments: &[String]) -> Response {
    let action = session.choose(colour(&arguments[0])?, Duration::MAX, &mut |_| ())?;
    Ok(session.word(action))
}

fn final_score(session: &mut GtpSession, _: &[String]) -> Response {
    let letter = |winner| if winner == Colour::Black { "B" } else { "W" };
    match session.game.ending() {
        None => Err(GtpError::NotOver),
        Some(Ending { winner: None, .. }) => Ok("0".into()),
        Some(Ending { winner: Some(winner), reason: Reason::Resignation }) => Ok(format!("{}+R", letter(winner))),
        Some(Ending { winner: Some(winner), .. }) => Ok(format!("{}+", letter(winner))),
    }
}

fn time_settings(session: &mut GtpSession, arguments: &[String]) -> Response {
    let [main, period, stones] = [0, 1, 2].map(|place| number(&arguments[place]));
    session.clock.set(main?, period?, stones?);
    Ok(String::new())
}

fn time_left(session: &mut GtpSession, arguments: &[String]) -> Response {
    let (colour, time) = (colour(&arguments[0])?, number(&arguments[1])?);
    session.clock.set_left(colour, time, number(&arguments[2])?);
    Ok(String::new())
}

fn number(word: &str) -> Result<u32, GtpError> {
    word.parse().map_err(|_| GtpError::NotWhole { word: word.into() })
}

fn level(session: &mut GtpSession, arguments: &[String]) -> Response {
    let Some(name) = arguments.first() else { return Ok(session.level.to_string()) };
    session.level = name.to_lowercase().parse()?;
    Ok(String::new())
}

fn rule(session: &mut GtpSession, arguments: &[String]) -> Response {
    let Some(name) = arguments.first() else { return Ok(session.game.rule().to_string()) };
    let rule: Rule = crate::command_line::options::ending_rule(name)?;
    session.game = game::with_rule(&session.game, rule)?;
    Ok(String::new())
}

fn forbidden(session: &mut GtpSession, _: &[String]) -> Response {
    Ok(parse::list(game::forbidden(&session.game), session.game.position().size()))
}

fn rules_board_size(session: &mut GtpSession, _: &[String]) -> Response {
    let size = session.game.position().size();
    if size.width() != size.height() {
        return Err(GtpError::NotSquare);
    }
    Ok(size.width().to_string())
}

fn rules_final_result(session: &mut GtpSession, _: &[String]) -> Response {
    let ending = session.game.ending();
    Ok(ending.map_or_else(|| "the game is not over".into(), game::sentence))
}

/// If black is to move and all points are forbidden, black can only pass.
fn rules_legal_moves(session: &mut GtpSession, _: &[String]) -> Response {
    let game = &session.game;
    let legal = game::legal(game);
    if legal.is_empty() && game.ending().is_none() {
        return Ok("pass".into());
    }
    Ok(parse::list(legal, game.position().size()))
}

fn rules_side_to_move(session: &mut GtpSession, _: &[String]) -> Response {
    Ok(session.game.position().to_move().to_string())
}

/// Prints moves until the next line of input. After the end of a game there are none, but no error either: Sabaki would
/// show it in a window.
fn analyze(session: &mut GtpSession, command: &GtpCommand, format: AnalysisFormat) -> Result<(), Lost> {
    let task = match think::task(&command.arguments, &session.game) {
        Ok(task) => task,
        Err(error) => return respond(&command.id, Err(error)),
    };
    print_line(format_args!("={}", command.id))?;
    if game::is_able_to_move(&session.game, task.position.to_move()) {
        let (size, mut printed, mut last) = (task.position.size(), Ok(()), Vec::new());
        let found = session.run(task, &mut |lines| {
            last = seen(lines);
            show(lines, format, size, &mut printed);
        });
        match found {
            Ok(Outcome::Lines(found)) if !session.lines.is_waiting() && last != seen(&found) => {
                show(&found, format, size, &mut printed);
            }
            Ok(_) => {}
            Err(error) => log::error!("{error}"),
        }
        printed?;
    }
    session.lines.wait();
    print("\n")
}

/// What an analysis shows of lines, apart from nodes.
fn seen(lines: &[Report]) -> Vec<(Score, Vec<Point>)> {
    lines.iter().map(|report| (report.score, report.line.clone())).collect()
}

/// Prints reports; an error stays in `printed`.
fn show(lines: &[Report], format: AnalysisFormat, size: BoardSize, printed: &mut Result<(), Lost>) {
    if printed.is_ok() && !lines.is_empty() {
        *printed = print_line(format.line(lines, size));
    }
}

/// Prints the line found so far at intervals, and then the move that it plays.
fn genmove_analyze(session: &mut GtpSession, command: &GtpCommand, format: AnalysisFormat) -> Result<(), Lost> {
    let task = match think::task(&command.arguments, &session.game) {
        Ok(task) => task,
        Err(error) => return respond(&command.id, Err(error)),
    };
    print_line(format_args!("={}", command.id))?;
    let (colour, size, mut printed) = (task.position.to_move(), task.position.size(), Ok(()));
    let chosen = session.choose(colour, task.every, &mut |lines| show(lines, format, size, &mut printed));
    printed?;
    let action = chosen.unwrap_or_else(|error| {
        log::error!("{error}");
        Action::Resign
    });
    session.play_own(colour, action);
    print(format_args!("play {}\n\n", session.word(action)))
}

impl GtpSession {
    fn restart(&mut self, game: Game) {
        self.game = game;
        self.clock.restart();
        self.is_new = true;
    }

    /// The outcome of a task. An analysis ends with the next line of input.
    fn run(&mut self, task: Task, show: &mut dyn FnMut(&[Report])) -> Result<Outcome, GtpError> {
        let GtpSession { runner, lines, .. } = self;
        let is_analysis = matches!(task.work, Work::Lines(_));
        let mut request = || StopRequest::now_if(is_analysis && lines.is_waiting());
        let mut listener = |event| {
            if let Event::Lines(lines) = event {
                show(&lines);
            }
        };
        let task = Task { afresh: std::mem::take(&mut self.is_new), ..task };
        runner.answer(&task, &mut request, &mut listener).ok_or(GtpError::SearchFailed { reason: FAILED })
    }

    /// Chooses a move; shows the line found so far at intervals. After the end of a game the loser resigns, since front
    /// ends for Go wait for that; others pass.
    pub(super) fn choose(
        &mut self,
        colour: Colour,
        every: Duration,
        show: &mut dyn FnMut(&[Report]),
    ) -> Result<Action, GtpError> {
        let winner = self.game.ending().and_then(|ending| ending.winner);
        if winner == Some(!colour) {
            return Ok(Action::Resign);
        }
        if !game::is_able_to_move(&self.game, colour) {
            return Ok(Action::Pass);
        }
        let (position, level, start) = (game::position_for(&self.game, colour), self.level, Instant::now());
        let limits = match self.settings.nodes {
            Some(nodes) if level.is_for_time() => Limits::nodes(nodes),
            _ => Limits { time: Some(self.clock.plan(colour, Stage::of(&position))), ..Limits::default() },
        };
        let every = if level.is_for_time() { every } else { Duration::MAX };
        let work = Work::Move { level, seed: None };
        let found = self.run(Task { limits, every, ..Task::new(position, self.game.rule(), work) }, show)?;
        self.clock.spend(colour, start.elapsed());
        Ok(match found {
            Outcome::Move(Some(choice)) => Action::Stone(choice.point),
            _ => Action::Pass,
        })
    }

    /// Plays a chosen move; a resignation after the end changes nothing.
    fn play_own(&mut self, colour: Colour, action: Action) {
        if let Err(error) = game::play(&mut self.game, colour, action)
            && action != Action::Resign
        {
            log::error!("{error}");
        }
    }

    fn word(&self, action: Action) -> String {
        match action {
            Action::Stone(point) => written(point, self.game.position().size()),
            Action::Pass => "pass".into(),
            Action::Resign => "resign".into(),
        }
    }
}
