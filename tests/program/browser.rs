//! Tests of the page of `affray serve` in a real browser, through its DevTools protocol. They are ignored by default,
//! because they need Debian's `chromium`: `cargo test --test program browser -- --ignored`.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::pty::Pty;
use crate::running::{BRIDGE, start};
use crate::served::Served;

/// Maximum time of a step.
const PATIENCE: Duration = Duration::from_secs(30);
/// Maximum delay of the page.
const SOON: Duration = Duration::from_secs(2);

/// Headless browser with one page.
struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    asked: u64,
    session: String,
    /// Errors and warnings of the page.
    complaints: Vec<Value>,
    _folder: TempDir,
}

impl Browser {
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = |name: &str| {
            let path = folder.path().join(name);
            mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
            path
        };
        let (to, from) = (pipe("to"), pipe("from"));
        // The browser reads commands from file descriptor 3 and answers on 4.
        let script = "exec chromium --headless --no-sandbox --disable-gpu --disable-background-networking \
                      --disable-component-update --disable-sync --user-data-dir=\"$1\" --remote-debugging-pipe \
                      3<\"$2\" 4>\"$3\"";
        let child = Command::new("sh")
            .args(["-c", script, "sh"])
            .args([&folder.path().join("profile"), &to, &from])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let to = OpenOptions::new().write(true).open(to).expect("a pipe");
        let from = BufReader::new(File::open(from).expect("a pipe"));
        let mut browser = Self {
            child,
            to,
            from,
            asked: 0,
            session: String::new(),
            complaints: Vec::new(),
            _folder: folder,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", target);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        for part in ["Page", "Runtime", "Log", "Accessibility"] {
            browser.call(&format!("{part}.enable"), json!({}));
        }
        browser
    }

    /// Sends a command to the browser and returns the answer.
    #[track_caller]
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let mut order = json!({ "id": self.asked, "method": method, "params": parameters });
        if !self.session.is_empty() {
            order["sessionId"] = json!(self.session);
        }
        let order = format!("{order}\0");
        self.to.write_all(order.as_bytes()).expect("it listens");
        loop {
            let mut answer = Vec::new();
            self.from.read_until(0, &mut answer).expect("it answers");
            assert_eq!(answer.pop(), Some(0), "the browser has ended");
            let answer: Value = serde_json::from_slice(&answer).expect("JSON");
            let event = answer["method"].as_str().unwrap_or_default();
            if ["Runtime.exceptionThrown", "Log.entryAdded"].contains(&event) {
                self.complaints.push(answer["params"].clone());
            }
            if answer["id"] == self.asked {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Returns the value of an expression in the page.
    #[track_caller]
    fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        let result = self.call("Runtime.evaluate", asked);
        let fault = &result["exceptionDetails"];
        assert!(fault.is_null(), "{expression}: {fault}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true in the page, and returns the time that this took.
    #[track_caller]
    fn until(&mut self, expression: &str) -> Duration {
        let begun = Instant::now();
        while self.value(expression) != true {
            let shown = self.value("document.body.innerText");
            assert!(begun.elapsed() < PATIENCE, "{expression}\n{shown}");
            std::thread::sleep(Duration::from_millis(20));
        }
        begun.elapsed()
    }

    fn open(&mut self, link: &str) {
        self.call("Page.navigate", json!({ "url": link }));
        self.until("document.readyState === 'complete' && document.querySelector('#now')?.textContent !== ''");
    }

    /// Sets the width of the window, with the height of a common device, and the preferred colours of its user:
    /// "light", "dark" or "forced".
    fn look(&mut self, width: u32, scheme: &str) {
        let height = if width >= 1920 { 1080 } else { 800 };
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let forced = if scheme == "forced" { "active" } else { "none" };
        let scheme = if scheme == "dark" { "dark" } else { "light" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "forced-colors", "value": forced },
        ]);
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    /// Selects the reader's combatant by a touch.
    fn choose(&mut self, name: &str) {
        self.value(&format!(
            "(list => {{ list.value = '{name}'; list.dispatchEvent(new Event('change')); }})(document.querySelector('#me'))"
        ));
    }

    /// Returns the text of the element with this id.
    fn text(&mut self, id: &str) -> String {
        let text = self.value(&format!("document.querySelector('#{id}').textContent"));
        text.as_str().expect("text").to_owned()
    }

    /// Saves a screenshot for manual inspection.
    fn picture(&mut self, name: &str) {
        let Ok(folder) = std::env::var("AFFRAY_PICTURES") else {
            return;
        };
        let picture = self.call(
            "Page.captureScreenshot",
            json!({ "captureBeyondViewport": true }),
        );
        let data = picture["data"].as_str().expect("a picture");
        std::fs::write(Path::new(&folder).join(format!("{name}.png.base64")), data)
            .expect("written");
    }

    /// Returns the accessibility tree of a screen reader: role, name and live region of every element that is not
    /// hidden from it.
    fn spoken(&mut self) -> Vec<(String, String, String)> {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().expect("a tree").iter();
        let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_owned();
        let spoken = nodes.filter(|node| node["ignored"] != true).map(|node| {
            let properties = node["properties"].as_array().into_iter().flatten();
            let mut live = properties.filter(|one| one["name"] == "live");
            let live = live.next().map(|live| text(&live["value"]));
            (
                text(&node["role"]),
                text(&node["name"]),
                live.unwrap_or_default(),
            )
        });
        spoken.collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lists problems of the layout: wider than the window, small letters, low contrast, small touch targets.
const FAULTS: &str = r#"(() => {
  const wrong = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("it scrolls to the side");
  const light = colour => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map(part => {
      const share = part / 255;
      return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
    });
    return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2];
  };
  const ground = node => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (colour !== "rgba(0, 0, 0, 0)") return colour;
    }
    return "rgb(255, 255, 255)";
  };
  for (const node of document.body.querySelectorAll("*")) {
    const own = [...node.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
    const place = node.getBoundingClientRect();
    if (!own || !place.width || node.matches("script, style, .unseen")) continue;
    const style = getComputedStyle(node), what = node.textContent.trim().slice(0, 40);
    if (parseFloat(style.fontSize) < 12.5) wrong.push("small: " + what);
    const [ink, paper] = [light(style.color), light(ground(node))];
    const contrast = (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05);
    if (contrast < 4.5) wrong.push(`contrast ${contrast.toFixed(1)}: ${what}`);
    if (place.right > innerWidth + 1 || place.left < -1) wrong.push("cut off: " + what);
    if (node.matches("button, select") && place.height < 44) wrong.push("low: " + what);
  }
  return wrong;
})()"#;

fn type_keys(pty: &mut Pty, keys: &str) {
    pty.send(keys.as_bytes());
    pty.take_frames(Duration::from_millis(300), |_| {});
}

#[test]
#[ignore = "needs Debian's chromium: see tests/long-runs.md"]
fn the_page_is_readable_on_every_screen() {
    let home = tempfile::tempdir().expect("a folder");
    let mut fight = start(home.path(), &["new", "bridge", "--seed", "5"]);
    type_keys(&mut fight, "\r\r");
    let served = Served::start(home.path(), &[BRIDGE]);
    let mut browser = Browser::start();
    for width in [320, 360, 800, 1920] {
        for scheme in ["light", "dark", "forced"] {
            browser.look(width, scheme);
            browser.open(&served.link);
            browser.choose(if width == 1920 { "*" } else { "Tilda" });
            assert_eq!(browser.value(FAULTS), json!([]), "{width}, {scheme}");
            browser.picture(&format!("{width}-{scheme}"));
        }
    }
    // A large screen shows the whole page, and the newest line of the log.
    browser.look(1920, "light");
    for _ in 0..20 {
        type_keys(&mut fight, ":damage 1 a\r");
        type_keys(&mut fight, ":heal 1 a\r");
    }
    let newest = "(log => { const newest = log.lastElementChild.getBoundingClientRect(); const pane = document.querySelector('#reel').getBoundingClientRect();
        return newest.bottom <= pane.bottom + 1 && pane.bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight; })(document.querySelector('#log'))";
    assert_eq!(browser.value(newest), true);
    // A phone keeps the reader's combatant visible while the page scrolls.
    browser.look(360, "light");
    browser.open(&served.link);
    browser.choose("Tilda");
    browser.value("scrollTo(0, document.documentElement.scrollHeight)");
    let in_sight = "(mine => mine.top >= 0 && mine.bottom <= innerHeight && mine.height > 20)(document.querySelector('#mine').getBoundingClientRect())";
    assert_eq!(browser.value(in_sight), true);
    // The page names the lost hit points of the reader's combatant.
    browser.value("scrollTo(0, 0)");
    type_keys(&mut fight, ":damage 2 c\r");
    browser.until("document.querySelector('#vitals .change').textContent === '−1'");
    assert_eq!(browser.value(FAULTS), json!([]));
    browser.picture("hit");
    fight.kill(Signal::KILL);
    fight.wait();
}

#[test]
#[ignore = "needs Debian's chromium: see tests/long-runs.md"]
fn the_page_reports_a_hung_server_and_a_replaced_link() {
    let home = tempfile::tempdir().expect("a folder");
    let mut fight = start(home.path(), &["new", "bridge", "--seed", "5"]);
    type_keys(&mut fight, "\r\r");
    let served = Served::start(home.path(), &[BRIDGE]);
    let link = served.link.clone();
    let mut browser = Browser::start();
    browser.look(360, "light");
    browser.open(&link);
    browser.choose("Tilda");
    assert_eq!(browser.text("trouble"), "");
    served.signal(Signal::STOP);
    let reported =
        browser.until("document.querySelector('#trouble').textContent.startsWith('No connection')");
    assert!(reported < Duration::from_secs(15), "{reported:?}");
    type_keys(&mut fight, ":name a Marenka\r");
    served.signal(Signal::CONT);
    browser.until("document.querySelector('#sides').innerText.includes('Marenka')");
    assert_eq!(browser.text("trouble"), "");

    // After a new token the old page shows nothing of the fight and sends no more requests.
    served.end();
    let served = Served::start(home.path(), &[BRIDGE, "--new-token"]);
    assert_ne!(served.link, link);
    browser.until("document.body.innerText.includes('This link does not work')");
    assert_eq!(
        browser.value(
            "document.body.innerText.includes('Tilda') || document.querySelector('script') !== null"
        ),
        false
    );
    let size = "parseFloat(getComputedStyle(document.querySelector('p')).fontSize) >= 16 && document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(
        browser.value(size),
        true,
        "a wrong link is readable on a phone"
    );
    browser.picture("wrong-link");
    fight.kill(Signal::KILL);
    fight.wait();
}

/// Records how far contents of the page move without an action of the reader, as the layout shift of the Web Vitals.
const WATCH_SHIFTS: &str = r#"(() => {
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const one of list.getEntries()) {
      const moved = one.sources.map(source => source.node?.textContent.trim().slice(0, 30));
      shifts.push({ value: one.value, moved });
    }
  }).observe({ type: "layout-shift" });
})()"#;

/// Within a round the contents of the page move by less than 0.1, measured as cumulative layout shift.
#[test]
#[ignore = "needs Debian's chromium: see tests/long-runs.md"]
fn the_content_of_the_page_does_not_shift_during_a_round() {
    for (name, reader) in [("toll_bridge", "Oswin"), ("amber_ford", "Corvin Lull")] {
        for width in [320, 360, 800, 1920] {
            let home = tempfile::tempdir().expect("a folder");
            let mut fight = start(home.path(), &["new", name, "--seed", "5"]);
            let served = Served::start(home.path(), &[]);
            let mut browser = Browser::start();
            browser.look(width, "light");
            type_keys(&mut fight, " ");
            browser.open(&served.link);
            browser.choose(if width == 1920 { "*" } else { reader });
            // The reader's own choice moves the page once, before the round.
            browser.value("requestAnimationFrame(() => requestAnimationFrame(() => { window.isDrawn = true; }))");
            browser.until("window.isDrawn === true");
            browser.value(WATCH_SHIFTS);
            let is_second = "document.querySelector('#state').textContent.includes('round 2')";
            let mut keys = 0;
            while browser.value(is_second) != true {
                type_keys(&mut fight, "\r");
                keys += 1;
                assert!(keys < 120, "{name}: there is no second round");
            }
            assert!(keys > 10, "{name}: {keys} keys");
            let shift = "shifts.reduce((sum, one) => sum + one.value, 0)";
            let shift = browser.value(shift).as_f64().expect("a number");
            let moved = browser.value("shifts");
            println!("{name} at {width} px: {shift:.3}");
            assert!(shift < 0.1, "{name} at {width} px: {shift}\n{moved:#}");
            fight.kill(Signal::KILL);
            fight.wait();
        }
    }
}

/// After its device slept, or after a return from another page, the page catches up. If the server hangs, it says so
/// within 15 seconds.
#[test]
#[ignore = "needs Debian's chromium: see tests/long-runs.md"]
fn the_page_catches_up_after_sleep() {
    let home = tempfile::tempdir().expect("a folder");
    let mut fight = start(home.path(), &["new", "bridge", "--seed", "5"]);
    type_keys(&mut fight, "\r\r");
    let served = Served::start(home.path(), &[BRIDGE]);
    let mut browser = Browser::start();
    browser.look(360, "light");
    browser.open(&served.link);
    browser.choose("Tilda");
    let shows =
        |name: &str| format!("document.querySelector('#sides').innerText.includes('{name}')");
    let sleep = |browser: &mut Browser, state: &str| {
        browser.call("Page.setWebLifecycleState", json!({ "state": state }));
    };
    // The page left for another one and returned to.
    browser.value("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    type_keys(&mut fight, ":name a Marenka\r");
    assert_eq!(browser.value(&shows("Marenka")), false);
    browser.value("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    let waited = browser.until(&shows("Marenka"));
    assert!(waited < SOON, "{waited:?}");
    // The device slept for longer than the server is silent.
    sleep(&mut browser, "frozen");
    type_keys(&mut fight, ":name a Marfa\r");
    std::thread::sleep(Duration::from_secs(16));
    sleep(&mut browser, "active");
    let waited = browser.until(&shows("Marfa"));
    assert!(waited < Duration::from_secs(5), "{waited:?}");
    assert_eq!(browser.text("trouble"), "");
    // The server hangs when the device wakes up.
    sleep(&mut browser, "frozen");
    served.signal(Signal::STOP);
    std::thread::sleep(Duration::from_secs(16));
    sleep(&mut browser, "active");
    let lost = "document.querySelector('#trouble').textContent.startsWith('No connection')";
    let waited = browser.until(lost);
    assert!(waited < Duration::from_secs(15), "{waited:?}");
    served.signal(Signal::CONT);
    browser.until("document.querySelector('#trouble').textContent === ''");
    fight.kill(Signal::KILL);
    fight.wait();
}

/// A phone shows the temporary hit points, conditions with their length and death saves of the reader's combatant, and
/// the headline names its fall.
#[test]
#[ignore = "needs Debian's chromium: see tests/long-runs.md"]
fn a_phone_shows_the_facts_that_concern_its_reader() {
    let home = tempfile::tempdir().expect("a folder");
    let mut fight = start(home.path(), &["new", "toll_bridge", "--seed", "5"]);
    type_keys(&mut fight, " ");
    let served = Served::start(home.path(), &[]);
    let mut browser = Browser::start();
    browser.look(360, "light");
    browser.open(&served.link);
    browser.choose("Oswin");
    type_keys(&mut fight, ":set b temp_hp 7\r");
    type_keys(&mut fight, ":cond poisoned b until a\r");
    type_keys(&mut fight, ":set b death_saves_failed 2\r");
    browser.until("document.querySelector('#mine').innerText.includes('saves 2 failed')");
    let mine = browser.text("mine");
    for part in [
        "Oswin",
        "24/24",
        "7 temporary HP",
        "poisoned (until Hild's next turn)",
    ] {
        assert!(mine.contains(part), "`{part}`: {mine}");
    }
    browser.value("scrollTo(0, document.documentElement.scrollHeight)");
    let in_sight = "(mine => mine.top >= 0 && mine.bottom <= innerHeight)(document.querySelector('#mine').getBoundingClientRect())";
    assert_eq!(browser.value(in_sight), true);
    assert_eq!(browser.value(FAULTS), json!([]));
    browser.picture("dying");
    fight.kill(Signal::KILL);
    fight.wait();
}

#[test]
#[ignore = "needs Debian's chromium: see tests/long-runs.md"]
fn a_fight_is_followed_in_a_browser() {
    let home = tempfile::tempdir().expect("a folder");
    let mut fight = start(home.path(), &["new", "bridge", "--seed", "5"]);
    type_keys(&mut fight, "\r\r");
    let served = Served::start(home.path(), &[BRIDGE]);
    let link = served.link.clone();
    let mut browser = Browser::start();
    // The window is as wide as that of a phone.
    browser.look(360, "light");
    browser.open(&link);
    let spoken = browser.spoken();
    let says = |role: &str, name: &str| spoken.iter().any(|one| one.0 == role && one.1 == name);
    for (role, name) in [
        ("heading", BRIDGE),
        ("heading", "Combatants"),
        ("heading", "What happened"),
        ("heading", "Order"),
        ("status", "Now"),
        ("log", "What happened"),
        ("combobox", "Who are you?"),
    ] {
        assert!(says(role, name), "no {role} `{name}` in {spoken:#?}");
    }
    let live = |role: &str| spoken.iter().find(|one| one.0 == role && !one.1.is_empty());
    assert_eq!(live("status").expect("who acts").2, "polite");
    let people = spoken.iter().filter(|one| one.0 == "listitem").count();
    assert!(people >= 8 + 8, "everybody, and the order: {spoken:#?}");

    // The reader selects a combatant, who is then listed first. The page says when the combatant's side is next and
    // when their turn begins.
    browser.choose("Tilda");
    let first = "document.querySelector('#sides .name').textContent === 'Tilda'";
    assert_eq!(browser.value(first), true);
    assert_eq!(
        browser.value("document.querySelector('#you').textContent"),
        "You are next, Tilda"
    );
    assert_eq!(
        browser.value("document.title"),
        format!("You are next, Tilda · {BRIDGE}")
    );
    assert_eq!(browser.value(FAULTS), json!([]));
    browser.picture("next");
    browser.open(&link);
    assert_eq!(browser.value(first), true, "it is remembered");
    // The bandits pass, and Tilda takes a turn.
    let begun = Instant::now();
    fight.send(b" c");
    browser.until("document.querySelector('#you').textContent === 'It is your turn, Tilda'");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    fight.take_frames(Duration::from_millis(300), |_| {});

    // Existing rows are updated in place: an attribute set on a row stays.
    browser.value("document.querySelector('#log p').dataset.mark = 'here'");
    type_keys(&mut fight, ":set c health 6\r");
    browser.until("document.querySelector('#log').innerText.includes('health left 8 → 6')");
    let stays = "document.querySelector('#log p').dataset.mark === 'here'";
    assert_eq!(browser.value(stays), true);
    type_keys(&mut fight, "\x7f");
    browser.until("!document.querySelector('#log').innerText.includes('health left 8 → 6')");
    assert_eq!(browser.value(stays), true);

    // The fight is killed and resumed: the page does not change.
    fight.kill(Signal::KILL);
    fight.wait();
    let mut fight = start(home.path(), &["resume", BRIDGE]);
    type_keys(&mut fight, ":name a Marenka\r");
    browser.until("document.querySelector('#sides').innerText.includes('Marenka')");
    assert_eq!(
        browser.value("document.querySelector('#trouble').textContent"),
        ""
    );

    // The server is killed: the page reports a pause, then catches up automatically.
    served.end();
    browser.until("document.querySelector('#trouble').textContent !== ''");
    browser.picture("lost");
    assert_eq!(browser.value(FAULTS), json!([]));
    type_keys(&mut fight, ":name a Marfa\r");
    let begun = Instant::now();
    let served = Served::start(home.path(), &[BRIDGE]);
    assert_eq!(served.link, link);
    browser.until("document.querySelector('#sides').innerText.includes('Marfa')");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert_eq!(
        browser.value("document.querySelector('#trouble').textContent"),
        ""
    );
    assert_eq!(browser.value(first), true, "and knows who reads it");

    // A hidden combatant disappears from the whole page.
    type_keys(&mut fight, ":hide e\r");
    browser.until("!document.querySelector('#sides').innerText.includes('Rusk')");
    let everything = browser.value("document.querySelector('main').textContent");
    assert!(!everything.to_string().contains("Rusk"), "{everything}");
    type_keys(&mut fight, ":do end\r");
    browser.until("document.querySelector('#now').textContent === 'The fight is over'");
    fight.send(b"\x11");
    assert!(fight.wait().success());
    // While no server runs, the browser reports refused connections.
    let complaints = browser.complaints.iter().map(ToString::to_string);
    let complaints: Vec<String> = complaints
        .filter(|told| {
            !told.contains("ERR_CONNECTION_REFUSED") && !told.contains("ERR_INCOMPLETE_CHUNKED")
        })
        .collect();
    assert_eq!(complaints, [""; 0]);
}
