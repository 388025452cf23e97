//! Combines session and search service: executes the user's commands, and lets Tengen search when it is its turn. Both user
//! interfaces are built on it.

use super::command::{HELP, PlayCommand};
use super::error::PartnerError;
use super::opening::in_words;
use super::session::{Seat, Session};
use crate::wording;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tengen_common::{Limits, Report};
use tengen_core::board::notation;
use tengen_core::rules::opening;
use tengen_session::level::{LEVELS, Level};
use tengen_session::service::{self, Event, Outcome, Service, Work};

/// An event of the task with this number.
pub type News = (u64, Event);

const HINT_TIME: Duration = Duration::from_secs(1);

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostAnswer {
    /// A message of one or more lines; the board is unchanged.
    Say(String),
    /// Show the board again, after a message unless it is empty.
    Show(String),
    Nothing,
    Quit,
}

impl From<PartnerError> for HostAnswer {
    fn from(error: PartnerError) -> HostAnswer {
        HostAnswer::Say(error.to_string())
    }
}

/// A running search of Tengen.
struct Task {
    number: u64,
    /// Whether it is for a hint instead of a move.
    is_hint: bool,
    since: Instant,
    seen: Option<Report>,
}

/// A game and its search thread.
pub struct Host {
    session: Session,
    service: Service,
    task: Option<Task>,
}

impl Host {
    pub fn new(session: Session, service: Service) -> Host {
        Host { session, service, task: None }
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether Tengen is searching, for a move or a hint.
    pub fn is_thinking(&self) -> bool {
        self.task.is_some()
    }

    /// The state of the search: `Tengen thinks: h8, depth 12, score +35`.
    pub fn thinking(&self) -> Option<String> {
        let task = self.task.as_ref()?;
        let seen = match &task.seen {
            None => ".".repeat(1 + task.since.elapsed().as_secs() as usize % 3),
            Some(report) => {
                let best = notation::write(report.best_move(), self.session.position().size());
                format!(": {best}, depth {}, score {}", report.depth, self.in_words(report))
            }
        };
        Some(format!("Tengen thinks{seen}"))
    }

    fn in_words(&self, report: &Report) -> String {
        wording::score(report, self.session.rule().continuous)
    }

    pub fn go_on(&mut self) {
        if self.task.is_none() && self.session.mover() == Some(Seat::Tengen) {
            let (level, time) = (self.session.level(), self.session.time());
            self.ask(level, time, false);
        }
    }

    fn ask(&mut self, level: Level, time: Duration, is_hint: bool) {
        let work = match self.session.opening() {
            Some(it) => Work::Opening { opening: Box::new(it.opening().clone()), level },
            None => Work::Move { level, seed: None },
        };
        let (position, rule) = (self.session.position().clone(), self.session.rule());
        let limits = Limits { analysis: is_hint, ..level.limits(time) };
        let task = service::Task { lead: self.session.lead(), limits, ..service::Task::new(position, rule, work) };
        let number = self.service.begin(task, ());
        self.task = Some(Task { number, is_hint, since: Instant::now(), seen: None });
    }

    fn forget(&mut self) {
        self.service.forget();
        self.task = None;
    }

    /// Stops Tengen's search and plays its move.
    pub fn hurry(&self) {
        self.service.hurry();
    }

    pub fn greeting(&mut self) -> Vec<String> {
        self.session.take_notes()
    }

    /// Appends the session's notes to an answer.
    fn with_notes(&mut self, answer: HostAnswer) -> HostAnswer {
        let notes = self.session.take_notes().join("\n");
        let below = |text: String| match text.as_str() {
            "" => notes.clone(),
            text => format!("{text}\n{notes}"),
        };
        match answer {
            answer if notes.is_empty() => answer,
            HostAnswer::Say(text) => HostAnswer::Say(below(text)),
            HostAnswer::Show(text) => HostAnswer::Show(below(text)),
            HostAnswer::Nothing => HostAnswer::Say(notes),
            HostAnswer::Quit => HostAnswer::Quit,
        }
    }

    pub fn hear(&mut self, news: News) -> HostAnswer {
        let answer = self.hear_news(news);
        self.with_notes(answer)
    }

    fn hear_news(&mut self, (number, event): News) -> HostAnswer {
        let Some(task) = self.task.take_if(|task| task.number == number) else {
            return HostAnswer::Nothing; // from an abandoned search
        };
        let choice = match event {
            Event::Lines(lines) => {
                let seen = lines.into_iter().next();
                self.task = Some(Task { seen, ..task });
                return HostAnswer::Nothing;
            }
            Event::Done(Outcome::Move(Some(choice))) => choice,
            Event::Done(Outcome::Opening(Some(answers))) => {
                return self.hear_opening(&task, &answers);
            }
            Event::Done(_) => return self.give_up(&task, "no legal move is left"),
            Event::Failed | Event::Judged(_) => {
                return self.give_up(&task, service::FAILED);
            }
        };
        let size = self.session.position().size();
        let name = notation::write(choice.point, size);
        let score = match &choice.report {
            Some(report) if report.is_forced() => " (forced)".into(),
            Some(report) => {
                format!(" (depth {}, score {})", report.depth, self.in_words(report))
            }
            None => String::new(),
        };
        if task.is_hint {
            self.session.set_hint(choice.point);
            return HostAnswer::Show(format!("hint: {name}{score}"));
        }
        self.session.answer(&choice, task.since.elapsed());
        HostAnswer::Show(format!("Tengen plays {name}{score}"))
    }

    /// Handles Tengen's answers in the opening.
    fn hear_opening(&mut self, task: &Task, answers: &[opening::Answer]) -> HostAnswer {
        match self.session.answer_opening(answers) {
            Ok(()) => HostAnswer::Show(in_words(answers, self.session.position().size())),
            Err(why) => self.give_up(task, &why.to_string()),
        }
    }

    /// Reports that there is no hint, or gives both sides to the user if Tengen has no move.
    fn give_up(&mut self, task: &Task, why: &str) -> HostAnswer {
        if task.is_hint {
            return HostAnswer::Say(format!("no hint: {why}"));
        }
        self.session.set_people([true, true]);
        HostAnswer::Say(format!("{why}; now you play both sides"))
    }

    pub fn hear_line(&mut self, line: &str) -> HostAnswer {
        let command = PlayCommand::read(line);
        if self.answers_opening(&command) {
            return self.tell_opening(line).unwrap_or_else(HostAnswer::from);
        }
        let done = command.and_then(|command| match command {
            Some(command) => self.carry_out(command),
            None => Ok(HostAnswer::Nothing),
        });
        done.unwrap_or_else(HostAnswer::from)
    }

    /// Whether the user is asked in an opening and this may be the answer, such as `black`.
    fn answers_opening(&self, command: &Result<Option<PlayCommand>, PartnerError>) -> bool {
        let is_asked = self.session.opening().is_some() && self.session.mover() == Some(Seat::Person);
        let may_answer = matches!(command, Err(_) | Ok(Some(PlayCommand::Play { .. } | PlayCommand::People(_))));
        is_asked && may_answer
    }

    fn tell_opening(&mut self, line: &str) -> Result<HostAnswer, PartnerError> {
        self.session.tell_opening(line)?;
        self.forget();
        Ok(self.with_notes(HostAnswer::Show(String::new())))
    }

    pub fn carry_out(&mut self, command: PlayCommand) -> Result<HostAnswer, PartnerError> {
        let answer = self.obey(command)?;
        Ok(self.with_notes(answer))
    }

    fn obey(&mut self, command: PlayCommand) -> Result<HostAnswer, PartnerError> {
        match command {
            PlayCommand::Play { point, even_forbidden } => self.play(&point, even_forbidden),
            PlayCommand::Undo => self.change(Session::undo),
            PlayCommand::Redo => self.change(Session::redo),
            PlayCommand::Hint => self.hint(),
            PlayCommand::Now if self.task.is_none() => Err(PartnerError::NotThinking),
            PlayCommand::Now => {
                self.hurry();
                Ok(HostAnswer::Nothing)
            }
            PlayCommand::Swap => self.reseat(Session::swap),
            PlayCommand::People(people) => self.reseat(|session| session.set_people(people)),
            PlayCommand::Level(None) => Ok(HostAnswer::Say(levels(self.session.level()))),
            PlayCommand::Level(Some(level)) => {
                self.session.set_level(level);
                Ok(HostAnswer::Say(format!("Tengen plays at level {level} from now on")))
            }
            PlayCommand::Time(time) => {
                self.session.set_time(time);
                let time = humantime::format_duration(time);
                Ok(HostAnswer::Say(format!("level {} thinks for {time} a move", Level::FULL)))
            }
            PlayCommand::New { size, rule, over } => {
                self.ask_to_save(over, "new! starts another")?;
                self.session.renew(size, rule)?;
                self.forget();
                Ok(HostAnswer::Show(format!("a new game: {}", self.session.game_name())))
            }
            PlayCommand::Save { file, over } => self.save(file, over),
            PlayCommand::Load { file, over } => self.load(file, over),
            PlayCommand::Lines => Ok(HostAnswer::Say(self.session.lines()?)),
            PlayCommand::Line(number) => {
                self.session.take_line(number)?;
                Ok(self.gone_on_with(&format!("line {number}")))
            }
            PlayCommand::Recover { over } => {
                self.ask_to_save(over, "recover! continues the other")?;
                self.session.recover()?;
                Ok(self.gone_on_with("recovered"))
            }
            PlayCommand::Forget => {
                self.session.forget_left()?;
                Ok(HostAnswer::Say("discarded".into()))
            }
            PlayCommand::Moves => Ok(HostAnswer::Say(self.moves(usize::MAX))),
            PlayCommand::Board => Ok(HostAnswer::Show(String::new())),
            PlayCommand::Help => Ok(HostAnswer::Say(HELP.into())),
            PlayCommand::Quit { over } => {
                self.ask_to_save(over, "quit! quits")?;
                self.session.leave();
                Ok(HostAnswer::Quit)
            }
        }
    }

    /// Unsaved changes are only discarded on request.
    fn ask_to_save(&self, over: bool, how: &str) -> Result<(), PartnerError> {
        if over || !self.session.is_unsaved() {
            return Ok(());
        }
        let save = match self.session.file() {
            Some(_) => "save",
            None => "save FILE",
        };
        Err(PartnerError::NotSaved { save, how: how.into() })
    }

    /// Handles the end of the input, when no more questions can be asked. An unsaved game is kept if `keep` is set,
    /// with a message that names the file.
    pub fn input_ended(&mut self, keep: bool) -> Option<String> {
        let kept = self.session.autosaved_in().filter(|_| keep);
        if let Some(file) = kept {
            let file = file.display();
            return Some(format!("the game is not saved; it is kept in {file}, and play offers it next time"));
        }
        self.session.leave();
        None
    }

    fn play(&mut self, point: &str, even_forbidden: bool) -> Result<HostAnswer, PartnerError> {
        self.session.play(point, even_forbidden)?;
        self.forget(); // a hint would be out of date
        Ok(HostAnswer::Show(String::new()))
    }

    /// Undoes or redoes a move and abandons a running search.
    fn change(&mut self, act: fn(&mut Session) -> Result<(), PartnerError>) -> Result<HostAnswer, PartnerError> {
        act(&mut self.session)?;
        self.forget();
        Ok(HostAnswer::Show(String::new()))
    }

    fn hint(&mut self) -> Result<HostAnswer, PartnerError> {
        match self.session.mover() {
            _ if self.task.is_some() => return Err(PartnerError::ThinkingAlready),
            None => return Err(PartnerError::GameOver),
            Some(_) if self.session.opening().is_some() => {
                return Err(PartnerError::NoHintInOpening);
            }
            Some(_) => self.ask(Level::FULL, HINT_TIME, true),
        }
        Ok(HostAnswer::Nothing)
    }

    fn reseat(&mut self, act: impl FnOnce(&mut Session)) -> Result<HostAnswer, PartnerError> {
        self.forget();
        act(&mut self.session);
        Ok(HostAnswer::Say(self.session.players()))
    }

    fn save(&mut self, file: Option<PathBuf>, over: bool) -> Result<HostAnswer, PartnerError> {
        let (file, notes) = self.session.save(file, over)?;
        let more = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        Ok(HostAnswer::Say(format!("saved in {}{more}", file.display())))
    }

    fn load(&mut self, file: PathBuf, over: bool) -> Result<HostAnswer, PartnerError> {
        if file.as_os_str() == "-" {
            return Err(PartnerError::StandardInput);
        }
        let name = file.display();
        self.ask_to_save(over, &format!("load! {name} loads the other"))?;
        self.session.load(&file, over).map_err(|why| match why.is_other_game() {
            true => PartnerError::OtherGame { name: name.to_string(), why: why.into() },
            false => why.into(),
        })?;
        Ok(self.gone_on_with(&name.to_string()))
    }

    /// Reports that another game is on the board.
    fn gone_on_with(&mut self, what: &str) -> HostAnswer {
        self.forget();
        let game = self.session.game_name();
        let moves = wording::moves(self.session.moves().len());
        let notes = self.session.take_notes();
        let more = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
        HostAnswer::Show(format!("{what}: {game}, {moves}{more}"))
    }

    /// The last `most` moves, numbered: `1 h8  2 i9`.
    pub fn moves(&self, most: usize) -> String {
        let position = self.session.position();
        let moves = self.session.moves();
        let named = moves.iter().enumerate().skip(moves.len().saturating_sub(most));
        let words: Vec<String> =
            named.map(|(i, &point)| format!("{} {}", i + 1, notation::write(point, position.size()))).collect();
        if words.is_empty() { "no moves yet".into() } else { words.join("  ") }
    }
}

/// The list of levels, with the current one marked.
fn levels(present: Level) -> String {
    let line = |level: &Level| {
        let mark = if *level == present { ">" } else { " " };
        format!("{mark} {level}")
    };
    LEVELS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::session::SessionSetup;
    use super::*;
    use tengen_core::board::{BoardSize, Colour};
    use tengen_core::rules::{Rule, Variant};
    use tengen_engine::eval::net::Networks;
    use tengen_records::defaults::Defaults;
    use tengen_session::service::Settings;

    fn host(seats: [Seat; 2]) -> Host {
        let session = Session::new(SessionSetup {
            rule: Rule::new(Variant::Renju),
            size: BoardSize::square(7).unwrap(),
            defaults: Defaults::default(),
            seats,
            level: LEVELS[0],
            time: Duration::from_secs(1),
            opening: None,
        })
        .unwrap();
        let settings = Settings { seed: 1, ..Settings::new(&Networks::built_in(), 1 << 20, 1) };
        let service = Service::start("search", settings, |_, _, _| ()).unwrap();
        Host::new(session, service)
    }

    #[test]
    fn without_a_hint_the_sides_stay_as_they_are() {
        let mut host = host([Seat::Person, Seat::Tengen]);
        assert_eq!(host.hear_line("hint"), HostAnswer::Nothing);
        let answer = host.hear((1, Event::Done(Outcome::Move(None))));
        let said = "no hint: no legal move is left";
        assert_eq!(answer, HostAnswer::Say(said.into()));
        assert_eq!(host.session().seat(Colour::White), Seat::Tengen);
    }

    #[test]
    fn without_a_move_of_tengen_people_go_on_alone() {
        let mut host = host([Seat::Tengen, Seat::Person]);
        host.go_on();
        let answer = host.hear((1, Event::Done(Outcome::Move(None))));
        let said = "no legal move is left; now you play both sides";
        assert_eq!(answer, HostAnswer::Say(said.into()));
        assert_eq!(host.session().seat(Colour::Black), Seat::Person);
    }

    #[test]
    fn a_move_that_cannot_be_played_leaves_the_hint_to_come() {
        let mut host = host([Seat::Person, Seat::Person]);
        host.hear_line("hint");
        assert!(matches!(host.hear_line("z9"), HostAnswer::Say(_)));
        assert!(host.is_thinking());
        host.hear_line("d4");
        assert!(!host.is_thinking());
    }
}
