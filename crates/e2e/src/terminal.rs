//! `tengen` on a pseudo-terminal: sends keys and reads the screen.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use vt100::{Callbacks, Parser, Screen};

/// How long a test waits; long enough on any machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The screen as it is drawn, and as it is shown: between "begin synchronized update" and "end
/// synchronized update" (private mode 2026) terminals show the last complete drawing.
struct Display {
    drawn: Parser<Update>,
    shown: Screen,
}

/// Whether a synchronized update is under way.
#[derive(Default)]
struct Update(bool);

impl Callbacks for Update {
    fn unhandled_csi(&mut self, _: &mut Screen, mark: Option<u8>, _: Option<u8>, numbers: &[&[u16]], letter: char) {
        if mark == Some(b'?') && numbers == [[2026]] {
            self.0 = letter == 'h';
        }
    }
}

impl Display {
    fn new(columns: u16, rows: u16) -> Display {
        let drawn = Parser::new_with_callbacks(some(rows), some(columns), 0, Update::default());
        let shown = drawn.screen().clone();
        Display { drawn, shown }
    }

    fn draw(&mut self, bytes: &[u8]) {
        self.drawn.process(bytes);
        if !self.drawn.callbacks().0 {
            self.shown = self.drawn.screen().clone();
        }
    }
}

pub struct Terminal {
    display: Arc<Mutex<Display>>,
    keyboard: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// The line settings before the program was started, as text.
    settings: String,
    /// The thread that reads the output, while `looking` is true.
    reader: std::thread::JoinHandle<()>,
    looking: Arc<AtomicBool>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, ..PtySize::default() }
}

fn some(lines: u16) -> NonZero<u16> {
    NonZero::new(lines).expect("a terminal has lines and columns")
}

impl Terminal {
    /// Starts `tengen` with these arguments, separated by spaces.
    pub fn start(arguments: &str, columns: u16, rows: u16, environment: &[(&str, &str)]) -> Terminal {
        let mut command = CommandBuilder::new(crate::program("tengen"));
        command.args(arguments.split_whitespace());
        Terminal::start_command(command, columns, rows, environment)
    }

    pub fn start_command(
        mut command: CommandBuilder,
        columns: u16,
        rows: u16,
        environment: &[(&str, &str)],
    ) -> Terminal {
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a terminal");
        for name in ["NO_COLOR", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("TENGEN_AUTOSAVE", "off");
        for (name, value) in environment {
            command.env(name, value);
        }
        let settings = settings(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the toolbox starts");
        let display = Arc::new(Mutex::new(Display::new(columns, rows)));
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let drawn = display.clone();
        let looking = Arc::new(AtomicBool::new(true));
        let looks = looking.clone();
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 64]; // small pieces, so that a half-drawn screen would be noticed
            while looks.load(Ordering::Relaxed)
                && let Ok(count @ 1..) = output.read(&mut bytes)
            {
                drawn.lock().unwrap().draw(&bytes[..count]);
            }
        });
        Terminal {
            display,
            keyboard: pair.master.take_writer().expect("a writer"),
            master: pair.master,
            child,
            settings,
            reader,
            looking,
        }
    }

    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("the program takes keys");
        self.keyboard.flush().expect("the program takes keys");
    }

    pub fn text(&self) -> String {
        self.look(Screen::contents)
    }

    /// Reads other properties of the screen.
    pub fn look<T>(&self, look: impl Fn(&Screen) -> T) -> T {
        look(&self.display.lock().unwrap().shown)
    }

    /// Waits until these words are on the screen.
    ///
    /// # Panics
    /// If they do not appear in time.
    pub fn wait_for(&self, words: &str) {
        let start = Instant::now();
        while !self.text().contains(words) {
            let text = self.text();
            assert!(start.elapsed() < PATIENCE, "no \"{words}\" on the screen:\n{text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn press_until(&mut self, keys: &str, words: &str) {
        self.press(keys);
        self.wait_for(words);
    }

    /// Waits until the rows of this drawing are on the screen, one below the other.
    ///
    /// # Panics
    /// If they do not appear in time.
    pub fn wait_for_rows(&self, drawing: &str) {
        let rows: Vec<&str> = drawing.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let start = Instant::now();
        loop {
            let text = self.text();
            let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
            let fits = |at: &[&str]| at.iter().zip(&rows).all(|(line, row)| line.starts_with(row));
            if lines.windows(rows.len()).any(fits) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "no such board:\n{drawing}\nbut:\n{text}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        let mut display = self.display.lock().unwrap();
        display.drawn.set_size(some(rows), some(columns));
        drop(display);
        self.master.resize(size(columns, rows)).expect("a new size");
    }

    pub fn signal(&self, name: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args(["-s", name, &process]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits until the program exits; its exit code. The terminal must be in its original state.
    ///
    /// # Panics
    /// If the program does not exit, or does not restore the terminal.
    pub fn end(mut self) -> u32 {
        let code = wait(&mut *self.child);
        assert_eq!(settings(&*self.master), self.settings, "the line is as it was");
        let start = Instant::now();
        while self.look(|screen| screen.alternate_screen() || screen.hide_cursor()) {
            assert!(start.elapsed() < PATIENCE, "the screen is not as it was");
            std::thread::sleep(Duration::from_millis(5));
        }
        code
    }

    /// Closes the terminal, like closing its window, and waits until the program exits.
    pub fn hang_up(mut self) {
        self.looking.store(false, Ordering::Relaxed);
        self.press("x"); // the program draws it, which wakes the reader, and the reader ends
        let Terminal { master, keyboard, mut child, reader, .. } = self;
        reader.join().expect("the reader goes");
        drop((master, keyboard)); // now no process has the terminal open
        wait(&mut *child);
    }
}

fn settings(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("settings of the line"))
}

fn wait(child: &mut (dyn Child + Send + Sync)) -> u32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("its state") {
            return status.exit_code();
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
