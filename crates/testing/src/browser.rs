//! A real browser with the page in it: Chromium without a window, driven over WebDriver.

use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use process_wrap::std::ChildWrapper;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;
use std::time::{Duration, Instant};
use tengen_arena::referee::brain::grouped;

/// A telephone, and a window on a desktop.
pub const PHONE: (u32, u32) = (390, 844);
/// A window on a desk.
pub const DESKTOP: (u32, u32) = (1280, 800);

/// How long a test waits for something to happen on the page.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where a program is that one of these names has.
fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let places = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|place| place.is_file())
}

/// Says so once, and past the tests' own collection of what is printed, which shows nothing of tests that pass.
fn tell_that_there_is_none() {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        let told = "\nNOT TESTED in a browser: there is no Chromium with its driver here (Debian: chromium-driver)\n";
        let _ = std::io::stderr().write_all(told.as_bytes());
    });
}

/// A browser, which ends with the test, also with one that fails.
pub struct Browser {
    /// What steers it.
    pub client: Client,
    _driver: Driver,
}

/// What drives the browser, and the folder that this lives in; both end with it.
struct Driver {
    process: Box<dyn ChildWrapper>,
    profile: PathBuf,
}

impl Browser {
    /// Opens one of this size; `None` where there is none, unless `TENGEN_BROWSER=required` says that there
    /// must be.
    pub async fn open(name: &str, size: (u32, u32)) -> Option<Browser> {
        let browser = Browser::start(name, size, json!({})).await?;
        browser.resize(size).await;
        Some(browser)
    }

    /// One that is a telephone, touched by fingers.
    pub async fn telephone(name: &str, (width, height): (u32, u32)) -> Option<Browser> {
        let screen = json!({"width": width, "height": height, "pixelRatio": 2, "touch": true, "mobile": true});
        let emulated = json!({"mobileEmulation": {"deviceMetrics": screen}});
        Browser::start(name, (width, height), emulated).await
    }

    /// Starts it with these options besides the usual ones.
    async fn start(name: &str, (width, height): (u32, u32), more: Value) -> Option<Browser> {
        let chromium = find(&["chromium", "chromium-browser", "google-chrome"]);
        let (Some(chromium), Some(driver)) = (chromium, find(&["chromedriver"])) else {
            assert!(
                std::env::var("TENGEN_BROWSER").as_deref() != Ok("required"),
                "there is no Chromium with its driver"
            );
            tell_that_there_is_none();
            return None;
        };
        let profile =
            std::env::temp_dir().join(format!("tengen-page-{}-{name}", std::process::id()));
        let (process, port) = start(&driver);
        let driver = Driver { process, profile };
        let arguments = [
            "--headless=new".to_string(),
            "--no-sandbox".into(),
            "--disable-gpu".into(),
            "--disable-dev-shm-usage".into(),
            "--hide-scrollbars".into(),
            "--lang=en".into(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", driver.profile.display()),
        ];
        let mut options = json!({"binary": chromium, "args": arguments, "prefs": {"intl.accept_languages": "en"}});
        for (name, value) in more.as_object().into_iter().flatten() {
            options[name] = value.clone();
        }
        let mut wishes = serde_json::Map::new();
        wishes.insert("goog:chromeOptions".into(), options);
        wishes.insert("goog:loggingPrefs".into(), json!({"browser": "ALL"}));
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wishes)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("a browser");
        let browser = Browser {
            client,
            _driver: driver,
        };
        Some(browser)
    }

    /// Makes the page itself so large.
    pub async fn resize(&self, (width, height): (u32, u32)) {
        self.client
            .set_window_size(width, height)
            .await
            .expect("a size");
        let inner = self
            .js("return [outerWidth - innerWidth, outerHeight - innerHeight]")
            .await;
        let more = |i: usize| inner[i].as_i64().unwrap_or(0) as u32;
        let (width, height) = (width + more(0), height + more(1));
        self.client
            .set_window_size(width, height)
            .await
            .expect("a size");
    }

    /// Goes to an address and waits for the board.
    pub async fn visit(&self, url: &str) {
        self.client.goto(url).await.expect("the page");
        self.until("window.app?.board && window.app?.hello").await;
    }

    /// Runs a script; what it returns.
    pub async fn js(&self, script: &str) -> Value {
        let done = self.client.execute(script, Vec::new()).await;
        done.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is true of a page whose board is no mere sketch: a stone is drawn before the
    /// engine has answered, and buttons, words and fouls follow with the answer.
    pub async fn until(&self, expression: &str) {
        let start = Instant::now();
        let true_now = format!("return window.app?.settled !== false && !!({expression})");
        while self.js(&true_now).await != json!(true) {
            if start.elapsed() > PATIENCE {
                let status = self.js("return document.body.innerText").await;
                panic!("it never came true: {expression}\n{status}");
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Clicks an element.
    pub async fn click(&self, selector: &str) {
        let element = self.client.find(fantoccini::Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|error| panic!("{selector}: {error}"));
        if let Err(error) = element.click().await {
            panic!("{selector}: {error}");
        }
    }

    /// Clicks a button with this text.
    pub async fn press(&self, text: &str) {
        let script = "const all = [...document.querySelectorAll('button')].filter(b => b.offsetParent && b.textContent.trim() === arguments[0]); if (all[0]) all[0].click(); return all.length;";
        let found = self
            .client
            .execute(script, vec![json!(text)])
            .await
            .expect("a script");
        assert_ne!(found, json!(0), "no button says {text}");
    }

    /// Types into an element.
    pub async fn write(&self, selector: &str, text: &str) {
        let element = self.client.find(fantoccini::Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|error| panic!("{selector}: {error}"));
        element.send_keys(text).await.expect("it takes keys");
    }

    /// Clicks a point of the board with the mouse.
    pub async fn touch(&self, point: &str) {
        let script = format!(
            "const v = window.app.view, f = v.element.querySelector('svg').getBoundingClientRect(); \
             const [x, y] = v.centre('{point}'), s = f.width / ((v.width - 1) * 40 + 92); \
             v.element.scrollIntoView({{block: 'nearest'}}); \
             const g = v.element.querySelector('svg').getBoundingClientRect(); \
             return [g.left + x * s, g.top + y * s]"
        );
        let place = self.js(&script).await;
        let at = |i: usize| place[i].as_f64().expect("a number");
        let click = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo {
                duration: None,
                x: at(0),
                y: at(1),
            })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        self.client.perform_actions(click).await.expect("a click");
    }

    /// Moves the mouse onto the middle of an element, in two steps: a browser reports no movement with the first one
    /// after the page was opened.
    pub async fn point_at(&self, selector: &str) {
        let place = format!(
            "const {{x, y, width, height}} = document.querySelector('{selector}').getBoundingClientRect(); \
             return [x + width / 2, y + height / 2]"
        );
        let place = self.js(&place).await;
        let at = |i: usize| place[i].as_f64().expect("a number");
        let step = |x| PointerAction::MoveTo {
            duration: None,
            x,
            y: at(1),
        };
        let moved = MouseActions::new("mouse".into())
            .then(step(at(0) - 2.0))
            .then(step(at(0)));
        self.client.perform_actions(moved).await.expect("it moves");
    }

    /// Begins a game of this program with itself or somebody, past the dialogue.
    pub async fn begin(&self, rule: &str, size: u32, sides: [&str; 2]) {
        let [black, white] = sides;
        self.js(&format!(
            "const p = app.modes.play; p.begin({{width: {size}, height: {size}, rule: '{rule}'}}, \
             {{...p.setup, level: 2, opening: '', seats: {{black: '{black}', white: '{white}'}}}})"
        ))
        .await;
        self.until(&format!(
            "app.tree.start.rule === '{rule}' && app.board && !app.board.black"
        ))
        .await;
    }

    /// Puts these stones on the board by clicking.
    pub async fn lay(&self, points: &[&str]) {
        for point in points {
            self.touch(point).await;
            self.until(&format!("app.at.point === '{point}'")).await;
            self.until("app.board.black.length + app.board.white.length > 0")
                .await;
        }
    }

    /// The text of an element.
    pub async fn text(&self, selector: &str) -> String {
        let text = self
            .js(&format!(
                "return document.querySelector('{selector}').textContent"
            ))
            .await;
        text.as_str().unwrap_or_default().to_string()
    }

    /// Keeps a picture of the page, where somebody has asked for it.
    pub async fn picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os("TENGEN_PICTURES") {
            let bytes = self.client.screenshot().await.expect("a picture");
            let file = Path::new(&folder).join(format!("{name}.png"));
            std::fs::write(file, bytes).expect("it is written");
        }
    }

    /// Ends it.
    pub async fn close(self) {
        let _ = self.client.clone().close().await;
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

/// How often the driver may end before it tells its port.
const STARTS: usize = 5;

/// Starts the driver at any port, in one group with the browser that it will start. It takes a free port of IPv6 and
/// then the same one of IPv4, which another program may have taken meanwhile: then it ends, and is started again.
fn start(driver: &Path) -> (Box<dyn ChildWrapper>, u16) {
    let mut said = Vec::new();
    for _ in 0..STARTS {
        match start_once(driver) {
            Ok(started) => return started,
            Err(words) => said.push(words),
        }
    }
    panic!("the driver tells its port: {said:#?}");
}

/// The driver and its port, or what it has said before it ended.
fn start_once(driver: &Path) -> Result<(Box<dyn ChildWrapper>, u16), Vec<String>> {
    let mut command = Command::new(driver);
    command
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let spawned = grouped(command).spawn();
    let mut child = spawned.map_err(|error| vec![error.to_string()])?;
    let out = BufReader::new(child.stdout().take().expect("a pipe"));
    let mut lines = out.lines().map_while(Result::ok);
    let mut said = Vec::new();
    let port = lines.by_ref().find_map(|line| {
        let port = port_of(&line);
        said.push(line);
        port
    });
    let Some(port) = port else {
        let _ = child.wait();
        return Err(said);
    };
    std::thread::spawn(move || lines.count()); // it may go on talking
    Ok((child, port))
}

/// The port in "… was started successfully on port 9515."
fn port_of(line: &str) -> Option<u16> {
    let (_, port) = line.rsplit_once("successfully on port ")?;
    port.trim_end_matches('.').parse().ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_driver_whose_port_was_taken_meanwhile_is_started_again() {
        let folder = std::env::temp_dir().join(format!("tengen-driver-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let driver = folder.join("driver");
        let script = "#!/bin/sh\ncd \"${0%/*}\"\necho started >> count\n\
            if [ $(wc -l < count) -lt 3 ]; then echo 'bind() failed: address in use'; exit 1; fi\n\
            echo 'ChromeDriver was started successfully on port 4711.'; exec sleep 60\n";
        std::fs::write(&driver, script).unwrap();
        std::fs::set_permissions(&driver, std::fs::Permissions::from_mode(0o755)).unwrap();
        let (mut child, port) = start(&driver);
        let _ = child.kill();
        assert_eq!(port, 4711);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
