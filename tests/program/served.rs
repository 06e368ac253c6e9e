//! Tests of the page of `affray serve` through its protocol. Whatever a visitor requests, the page shows only what
//! players may see, and only under its full address. It changes nothing, and no visitor can block it for others.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::Value;

use crate::pty::Pty;
use crate::running::{AFFRAY, BRIDGE, seed, start, start_at};
use crate::support::seeded_chance::{Chance, number};

/// Maximum time of a step, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Program that serves a page.
pub struct Served {
    child: Child,
    pub link: String,
    place: SocketAddr,
    token: String,
}

impl Served {
    pub fn start(home: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(AFFRAY)
            .arg("serve")
            .args(arguments)
            .env("AFFRAY_HOME", home)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let told = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut lines = told.lines().map(|line| line.expect("text"));
        let link = lines.find(|line| line.starts_with("http://"));
        let link = link.expect("it tells its address");
        let (place, token) = link["http://".len()..].split_once('/').expect("a token");
        let served = Self {
            child,
            place: place.parse().expect("an address and a port"),
            token: token.to_owned(),
            link: link.clone(),
        };
        // Later output is read and ignored, so that the program does not block.
        std::thread::spawn(move || lines.count());
        served
    }

    /// Returns the text of a browser's request.
    fn request(&self, method: &str, path: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.place)
    }

    /// Sends a request and returns the whole answer.
    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.place).expect("connected");
        answer(&mut stream, request.as_bytes())
    }

    fn page(&self) -> String {
        self.ask(&self.request("GET", &format!("/{}", self.token)))
    }

    /// Opens a page that receives events.
    fn follow(&self) -> Stream {
        let stream = TcpStream::connect(self.place).expect("connected");
        self.follow_on(stream)
    }

    fn follow_on(&self, mut stream: TcpStream) -> Stream {
        // HTTP/1.0 has no chunks.
        let (token, place) = (&self.token, self.place);
        let request = format!("GET /{token}/events HTTP/1.0\r\nHost: {place}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        Stream(BufReader::new(stream))
    }

    /// Sends the server a signal.
    #[cfg(target_os = "linux")]
    pub fn signal(&self, signal: rustix::process::Signal) {
        let process = i32::try_from(self.child.id()).ok();
        let process = process.and_then(rustix::process::Pid::from_raw);
        rustix::process::kill_process(process.expect("a process"), signal).expect("it is ours");
    }

    pub fn end(mut self) {
        self.child.kill().expect("it is ours");
        self.child.wait().expect("it ends");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends text and returns the answer, until the other side closes the connection.
fn answer(stream: &mut TcpStream, request: &[u8]) -> String {
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    // An early refusal may close the connection before everything is sent.
    let _ = stream.write_all(request);
    let mut told = Vec::new();
    match stream.read_to_end(&mut told) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("it never closes"),
        _ => String::from_utf8_lossy(&told).into_owned(),
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").map_or("", |(_, body)| body)
}

/// Stream of events of a page.
struct Stream(BufReader<TcpStream>);

impl Stream {
    /// Returns the next event as sent; `None` at the end of the stream.
    fn next_text(&mut self) -> Option<String> {
        let end = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < end, "nothing but beats");
            let mut line = String::new();
            if self.0.read_line(&mut line).expect("in time") == 0 {
                return None;
            }
            if let Some(data) = line.strip_prefix("data: {") {
                return Some(format!("{{{}", data.trim_end()));
            }
        }
    }

    #[track_caller]
    fn next(&mut self) -> Value {
        let text = self.next_text().expect("it goes on");
        serde_json::from_str(&text).expect("data")
    }

    /// Waits until the shown fight meets a condition.
    #[track_caller]
    fn until(&mut self, met: impl Fn(&Value) -> bool) -> Value {
        loop {
            let shown = self.next();
            if met(&shown) {
                return shown;
            }
        }
    }

    /// Returns true if an event arrives within a time.
    fn hears(&mut self, limit: Duration) -> bool {
        let end = Instant::now() + limit;
        let mut line = String::new();
        while !line.starts_with("data: {") {
            let left = end.saturating_duration_since(Instant::now());
            let left = left.max(Duration::from_millis(1));
            let stream = self.0.get_ref();
            stream.set_read_timeout(Some(left)).expect("a limit");
            line.clear();
            if self.0.read_line(&mut line).is_err() {
                break;
            }
        }
        let stream = self.0.get_ref();
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        !line.is_empty()
    }
}

/// Returns every file below a folder with its bytes, except temporary ones.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path))
        } else {
            let bytes = std::fs::read(&path).expect("a file");
            found.insert(path.display().to_string(), bytes);
        }
    }
    found
}

/// Types keys and reads the screen, because a program blocks if its terminal is not read.
fn type_keys(pty: &mut Pty, keys: &str) {
    pty.send(keys.as_bytes());
    pty.take_frames(Duration::from_millis(200), |_| {});
}

/// Creates a fight on disk that no program has open.
fn fight(home: &Path) {
    let mut pty = start(home, &["new", "bridge", "--seed", "5"]);
    type_keys(&mut pty, "\r\r\r\x11");
    assert!(pty.wait().success());
}

#[test]
fn the_token_gives_access_only_to_the_page() {
    let home = tempfile::tempdir().expect("a folder");
    fight(home.path());
    let served = Served::start(home.path(), &[BRIDGE]);
    let before = files(home.path());
    let token = served.token.clone();
    let other = match token.strip_prefix('A') {
        Some(rest) => format!("B{rest}"),
        None => format!("A{}", &token[1..]),
    };
    assert_eq!(status(&served.page()), "200");
    let nothing = body(&served.ask(&served.request("GET", "/"))).to_owned();
    let mut paths = vec![
        "/".to_owned(),
        "//".to_owned(),
        "/events".to_owned(),
        "/favicon.ico".to_owned(),
        "/index.html".to_owned(),
        "/robots.txt".to_owned(),
        "/.page".to_owned(),
        "/..".to_owned(),
        "/../../etc/passwd".to_owned(),
        "/%2e%2e/%2e%2e/etc/passwd".to_owned(),
        format!("/{BRIDGE}.ron").replace(' ', "%20"),
        format!("/sessions/{BRIDGE}.page").replace(' ', "%20"),
        format!("/?{token}"),
        format!("/?token={token}"),
        format!("//{token}"),
        format!("/x/{token}"),
        format!("/{}", token.to_lowercase()),
        format!("/{}", &token[1..]),
        format!("/{}", &token[..31]),
        format!("/{token}A"),
        format!("/%20{token}"),
        format!("/{token}%00"),
        format!("/{other}"),
        format!("/{other}/events"),
    ];
    // With the token there are two paths.
    let beside = [
        "page", "events/", "events/x", "/events", "..", "./events", "Events", "%65vents",
    ];
    paths.extend(beside.iter().map(|path| format!("/{token}/{path}")));
    for path in &paths {
        for method in [
            "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW",
        ] {
            let answer = served.ask(&served.request(method, path));
            assert_eq!(status(&answer), "404", "{method} {path}: {answer}");
            let same = method == "HEAD" || body(&answer) == nothing;
            assert!(
                same && !answer.contains(&token),
                "{method} {path}: {answer}"
            );
        }
    }
    for path in [
        format!("/{token}"),
        format!("/{token}/"),
        format!("/{token}/events"),
    ] {
        for method in [
            "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW",
        ] {
            let answer = served.ask(&served.request(method, &path));
            let refused = ["405", "400", "404", "421"].contains(&status(&answer));
            assert!(refused, "{method} {path}: {answer}");
        }
        let head = served.ask(&served.request("HEAD", &path));
        assert_eq!((status(&head), body(&head)), ("200", ""), "{head}");
        let asked = served.ask(&served.request("HEAD", &format!("{path}?from=elsewhere")));
        assert_eq!(status(&asked), "200", "{asked}");
    }
    assert!(files(home.path()) == before, "nothing is written");
    // No other command shows it either.
    for words in [
        "list",
        "list --json",
        "log bridge",
        "log bridge --json --players",
        "picture bridge",
        "odds bridge --fights 5",
        "stats",
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let told = crate::running::affray(home.path(), &words);
        assert!(told.status.success(), "{words:?}: {told:?}");
        let told = String::from_utf8_lossy(&told.stdout).into_owned();
        assert!(!told.contains(&token), "{words:?}");
    }
}

#[test]
fn the_page_is_one_file_without_outside_requests() {
    let home = tempfile::tempdir().expect("a folder");
    fight(home.path());
    let served = Served::start(home.path(), &[BRIDGE]);
    let page = served.page();
    let (head, text) = page.split_once("\r\n\r\n").expect("a head");
    assert!(text.len() < 40_000, "{} bytes", text.len());
    for header in [
        "cache-control: no-store",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
        "default-src 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(head.contains(header), "{header} in {head}");
    }
    // A dying combatant's player reads the state beside the turn.
    assert!(text.contains("`. You are ${mine.health}.`"), "{text}");
    // The page loads nothing from other hosts, sends nothing and contains no secret; only scripts with the nonce of
    // this answer run.
    for foreign in [
        "http:",
        "https:",
        "//cdn",
        "src=",
        "fetch(",
        "XMLHttp",
        "innerHTML",
        "<form",
    ] {
        assert!(!text.contains(foreign), "{foreign}");
    }
    assert!(
        !page.contains(&served.token) && !text.contains("Maren"),
        "{page}"
    );
    let nonce = |page: &str| {
        let from = page.find("script-src 'nonce-").expect("a policy") + 18;
        page[from..from + 32].to_owned()
    };
    let again = served.page();
    assert_ne!(nonce(&page), nonce(&again));
    assert_eq!(
        text.matches(&format!("nonce=\"{}\"", nonce(&page))).count(),
        2
    );
}

#[test]
fn requests_for_another_host_are_refused() {
    let home = tempfile::tempdir().expect("a folder");
    fight(home.path());
    let served = Served::start(home.path(), &[BRIDGE]);
    let (token, place, port) = (&served.token, served.place, served.place.port());
    for path in [
        format!("/{token}"),
        format!("/{token}/events"),
        "/".to_owned(),
    ] {
        for host in [
            "",
            "Host: \r\n",
            "Host: 127.0.0.1\r\n",
            "Host: evil.example\r\n",
            &format!("Host: evil.example:{port}\r\n"),
            &format!("Host: 192.168.0.1:{port}\r\n"),
            &format!("Host: {place}.evil.example\r\n"),
            &format!("Host: {place}, evil.example\r\n"),
            &format!("Host: localhost.:{port}\r\n"),
            &format!("Host: user@{place}\r\n"),
            &format!("Host: {place}\r\nHost: {place}\r\n"),
            &format!("Host: {place}\r\nHost: evil.example\r\n"),
            "Host: 127.0.0.1:1\r\n",
        ] {
            for version in ["HTTP/1.0", "HTTP/1.1"] {
                let answer = served.ask(&format!("GET {path} {version}\r\n{host}\r\n"));
                let refused = ["421", "400"].contains(&status(&answer));
                assert!(refused && !answer.contains("data: {"), "{host:?}: {answer}");
            }
        }
        // A request for another machine is refused as well.
        let elsewhere = format!("http://evil.example:{port}{path}");
        let answer = served.ask(&served.request("GET", &elsewhere));
        assert_eq!(status(&answer), "421", "{answer}");
    }
    for host in [
        place.to_string(),
        format!("localhost:{port}"),
        format!("LOCALHOST:{port}"),
    ] {
        let answer = served.ask(&format!("GET /{token} HTTP/1.1\r\nhost: {host}\r\n\r\n"));
        assert_eq!(status(&answer), "200", "{answer}");
    }
}

#[test]
fn pages_receive_only_updates_of_the_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge", "--seed", "5"]);
    let served = Served::start(home.path(), &[BRIDGE]);
    let mut page = served.follow();
    assert_eq!(page.next()["fight"]["state"][0], "setting up");
    type_keys(&mut pty, "\r\r");
    let in_round = |shown: &Value| shown["fight"]["state"][0] == "round 1";
    page.until(in_round);
    // A page opened later is up to date at once.
    let mut late = served.follow();
    assert!(in_round(&late.next()));
    // Players see that a bandit hides, but not what happens to the bandit afterwards.
    type_keys(&mut pty, ":hide h\r");
    let gone = |shown: &Value| !shown.to_string().contains("Toll bandit 3");
    for page in [&mut page, &mut late] {
        page.until(gone);
    }
    for line in [
        ":damage 1 h\r",
        ":name h Lurker\r",
        ":note h: under the bridge\r",
        ":set h health 5\r",
    ] {
        type_keys(&mut pty, line);
    }
    assert!(
        !page.hears(Duration::from_secs(3)),
        "of the hidden something is sent"
    );
    assert!(!late.hears(Duration::from_millis(1)));
    type_keys(&mut pty, ":name a Marenka\r");
    let text = late.next_text().expect("an event");
    assert!(text.contains("Marenka"), "{text}");
    assert!(
        !text.contains("Lurker") && !text.contains("under the"),
        "{text}"
    );
    assert_eq!(page.next_text(), Some(text), "everybody hears the same");
    pty.send(b"\x11");
    assert!(pty.wait().success());
}

#[test]
fn the_players_page_continues_after_a_server_restart_at_the_same_address() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge", "--seed", "5"]);
    // Port that no other test gets while it is free.
    let served = Served::start(home.path(), &[BRIDGE, "--port=18471"]);
    let (link, place, token) = (served.link.clone(), served.place, served.token.clone());
    let mut page = served.follow();
    page.next();
    served.end();
    assert_eq!(page.next_text(), None, "the stream ends");
    // The fight is killed and resumed as well.
    type_keys(&mut pty, "\r\r");
    pty.until("round 1 saved", |pty| {
        let top = pty.contents();
        let top = top.lines().next().unwrap_or_default();
        top.contains("round 1") && top.contains("✓ saved")
    });
    pty.kill(rustix::process::Signal::KILL);
    pty.wait();
    let again = Served::start(home.path(), &[BRIDGE]);
    assert_eq!(again.link, link);
    let shown = again.follow().next();
    assert_eq!(shown["fight"]["state"][0], "round 1");
    let mut pty = start(home.path(), &["resume", BRIDGE]);
    let mut page = again.follow();
    page.next();
    type_keys(&mut pty, ":name a Marenka\r");
    page.until(|shown| shown.to_string().contains("Marenka"));
    // A second server on the same port reports the conflict.
    let second = crate::running::affray(home.path(), &["serve", BRIDGE]);
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(
        !second.status.success() && told.contains("is in use"),
        "{told}"
    );
    again.end();

    let port = place.port() + 1_000;
    let moved = Served::start(home.path(), &[BRIDGE, "--port", &port.to_string()]);
    assert_eq!((moved.place.port(), &moved.token), (port, &token));
    moved.end();
    let fresh = Served::start(home.path(), &[BRIDGE, "--new-token"]);
    assert_eq!(fresh.place.port(), port, "it is kept");
    assert_ne!(fresh.token, token);
    let old = fresh.ask(&fresh.request("GET", &format!("/{token}")));
    assert_eq!(status(&old), "404");
    assert!(fresh.token.len() * 5 >= 128);
}

#[test]
fn serve_without_a_name_shows_the_open_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let served = Served::start(home.path(), &[]);
    let mut page = served.follow();
    let empty = page.next();
    assert!(empty["fight"].is_null(), "{empty}");
    assert_eq!(empty["notice"], "No fight is open yet.");
    let mut first = start(home.path(), &["new", "bridge", "--seed", "5"]);
    let titled = |title: &'static str| move |shown: &Value| shown["fight"]["title"] == title;
    page.until(titled(BRIDGE));
    // While the fight is open, the page stays with it, whatever happens elsewhere.
    let mut second = start(home.path(), &["new", "low_tide"]);
    type_keys(&mut second, "\r");
    type_keys(&mut first, ":name a Marenka\r");
    let shown = page.next();
    assert!(
        titled(BRIDGE)(&shown) && shown.to_string().contains("Marenka"),
        "{shown}"
    );
    type_keys(&mut first, "\r\r:do end\r");
    page.until(|shown| shown["fight"]["lead"]["now"] == "The fight is over");
    first.send(b"\x11");
    assert!(first.wait().success());
    type_keys(&mut second, "\r\r");
    page.until(titled("The causeway at low tide"));
    second.send(b"\x11");
    assert!(second.wait().success());
    // If no fight is open, the last one stays visible.
    assert!(titled("The causeway at low tide")(&served.follow().next()));
}

/// Opens a connection from another address of this machine.
#[cfg(target_os = "linux")]
fn from(address: &str, to: SocketAddr) -> TcpStream {
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None).expect("a socket");
    let address: SocketAddr = format!("{address}:0").parse().expect("an address");
    bind(&socket, &address).expect("it is ours");
    connect(&socket, &to).expect("connected");
    socket.into()
}

#[cfg(target_os = "linux")]
#[test]
fn no_visitor_blocks_other_visitors() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge", "--seed", "5"]);
    let served = Served::start(home.path(), &[BRIDGE]);
    let place = served.place;
    let mut first = served.follow();
    first.next();
    // Hundreds of clients connect and send nothing, or a byte from time to time.
    let mut silent: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut stream = from(&format!("127.0.1.{}", number % 250 + 1), place);
            let _ = stream.write_all(b"GET /"[..number % 6].as_ref());
            stream
        })
        .collect();
    assert_eq!(status(&served.page()), "200");
    // One address may have sixteen connections.
    let mut crowd: Vec<Stream> = (0..15).map(|_| served.follow()).collect();
    for page in &mut crowd {
        page.next();
    }
    assert_eq!(status(&served.page()), "503");
    let elsewhere = |number: usize| served.follow_on(from(&format!("127.0.2.{number}"), place));
    elsewhere(1).next();
    drop(crowd.pop());
    let page = || served.page();
    let end = Instant::now() + PATIENCE;
    while status(&page()) != "200" {
        assert!(
            Instant::now() < end,
            "a place that is free again is given again"
        );
    }
    // Sixty-four connections are possible in all; the next one must wait until another closes.
    let mut others: Vec<Stream> = (0..64 - 15)
        .map(|number| elsewhere(number / 4 + 1))
        .collect();
    for page in &mut others {
        page.next();
    }
    let refused = || {
        let mut stream = from("127.0.3.1", place);
        let answer = answer(
            &mut stream,
            served
                .request("GET", &format!("/{}", served.token))
                .as_bytes(),
        );
        answer.is_empty() || status(&answer) == "503"
    };
    assert!(refused());
    drop(others.pop());
    let end = Instant::now() + PATIENCE;
    while refused() {
        assert!(
            Instant::now() < end,
            "a place that is free again is given again"
        );
    }
    // Meanwhile the first page receives everything.
    type_keys(&mut pty, ":name a Marenka\r");
    first.until(|shown| shown.to_string().contains("Marenka"));
    // Silent connections are closed automatically.
    for stream in &mut silent {
        let told = answer(stream, b"");
        assert!(told.is_empty() || status(&told) == "408", "{told}");
    }
    pty.send(b"\x11");
    assert!(pty.wait().success());
}

#[test]
fn slow_and_malicious_visitors_disturb_no_other_visitor() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge", "--seed", "5"]);
    let served = Served::start(home.path(), &[BRIDGE]);
    let mut page = served.follow();
    page.next();
    // One client requests everything and reads nothing.
    let idle = served.follow();
    let long = "x".repeat(100_000);
    let (token, place) = (&served.token, served.place);
    let ok = format!("GET /{token} HTTP/1.1\r\nHost: {place}\r\n");
    for request in [
        format!("GET /{long} HTTP/1.1\r\nHost: {place}\r\n\r\n"),
        format!("{ok}Cookie: {long}\r\n\r\n"),
        format!("{ok}{}\r\n", "X: y\r\n".repeat(200)),
        format!("{ok}Content-Length: 99999999999999999999\r\n\r\n"),
        format!("{ok}Content-Length: -1\r\n\r\n"),
        format!("{ok}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nzzz"),
        "\0".repeat(10_000),
        "\r\n".repeat(50_000),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        "GET HTTP/1.1\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0".to_owned(),
        "🐉 / HTTP/1.1\r\n\r\n".to_owned(),
        format!("GET /{token}/events HTTP/9.9\r\nHost: {place}\r\n\r\n"),
        "GET / HTTP/1.1\r\nHost: \u{1b}[31m\r\n\r\n".to_owned(),
    ] {
        let answer = served.ask(&request);
        let shown: String = request.chars().take(80).collect();
        assert!(!answer.contains("data: {"), "{shown}: {answer}");
        let refused = answer.is_empty() || !status(&answer).starts_with('2');
        assert!(refused || request.starts_with(&ok), "{shown}: {answer}");
    }
    for name in 0..300 {
        pty.send(format!(":name a Maren{name}\r").as_bytes());
        pty.take_frames(Duration::from_millis(1), |_| {});
    }
    page.until(|shown| shown.to_string().contains("Maren299"));
    assert!(served.follow().next().to_string().contains("Maren299"));
    drop(idle);
    pty.send(b"\x11");
    assert!(pty.wait().success());
}

/// Returns the number of open files of a process, and its memory in KiB.
#[cfg(target_os = "linux")]
fn holds(process: u32) -> (usize, u64) {
    let files = std::fs::read_dir(format!("/proc/{process}/fd")).expect("ours");
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("ours");
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let words = resident.and_then(|words| words.split_whitespace().next());
    (
        files.count(),
        words.and_then(|word| word.parse().ok()).expect("a number"),
    )
}

/// Makes connections one after another, with valid, invalid and incomplete requests and with other hosts. Each gets the
/// right answer or none, no answer reveals a secret, and nothing is left behind. `AFFRAY_CONNECTIONS=10000` makes
/// 10,000 connections.
#[cfg(target_os = "linux")]
#[test]
fn consecutive_connections_leave_no_open_resources() {
    let seed = seed();
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge", "--seed", "5"]);
    for line in [
        ":hide h\r",
        ":name h Zqlurker\r",
        ":note h: Zqnote\r",
        ":note Zqplan\r",
    ] {
        type_keys(&mut pty, line);
    }
    let served = Served::start(home.path(), &[BRIDGE]);
    let (token, place) = (served.token.clone(), served.place);
    let mut chance = Chance::at(seed, 0, "connections");
    let good = served.request("GET", &format!("/{token}"));
    let mut before = None;
    let mut statuses: BTreeMap<String, u32> = BTreeMap::new();
    for nth in 0..number("AFFRAY_CONNECTIONS").unwrap_or(600) {
        if nth == 100 {
            before = Some(holds(served.child.id()));
        }
        let mut stream = TcpStream::connect(place).expect("connected");
        let mut request = good.clone().into_bytes();
        match chance.below(8) {
            0 => {}
            1 => {
                request = served
                    .request("HEAD", &format!("/{token}/events"))
                    .into_bytes()
            }
            2 => {
                request = served
                    .request("GET", &format!("/{}", "%2e%2e/".repeat(chance.below(9))))
                    .into_bytes()
            }
            3 => {
                // Half of a request, then the connection is closed.
                let _ = stream.write_all(&request[..chance.below(request.len())]);
                continue;
            }
            4 => {
                // A whole request, but the client does not read the answer.
                let _ = stream.write_all(&request);
                continue;
            }
            5 => {
                request = (0..chance.below(2_000))
                    .map(|_| chance.below(256) as u8)
                    .collect()
            }
            _ => {
                for _ in 0..=chance.below(4) {
                    let at = chance.below(request.len());
                    request[at] = chance.below(256) as u8;
                }
            }
        }
        let _ = stream.write_all(&request);
        stream.shutdown(std::net::Shutdown::Write).expect("ours");
        let told = answer(&mut stream, b"");
        assert!(
            !told.contains("Zq"),
            "seed {seed}, {nth}: {request:?}: {told}"
        );
        *statuses.entry(status(&told).to_owned()).or_default() += 1;
    }
    println!("{statuses:?}");
    assert!(statuses["200"] > 50 && statuses["404"] > 20, "{statuses:?}");
    // Incomplete requests are dropped after a while.
    let before = before.expect("more than a hundred");
    let end = Instant::now() + PATIENCE;
    loop {
        let now = holds(served.child.id());
        if now.0 <= before.0 + 2 && now.1 <= before.1 + 8 * 1024 {
            break;
        }
        assert!(
            Instant::now() < end,
            "files and KiB: {before:?}, then {now:?}"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    let mut page = served.follow();
    assert!(!page.next_text().expect("an event").contains("Zq"));
    assert_eq!(status(&served.page()), "200");
    pty.send(b"\x11");
    assert!(pty.wait().success());
}

#[cfg(target_os = "linux")]
#[test]
fn the_network_address_is_shown_as_text_and_qr_code() {
    let home = tempfile::tempdir().expect("a folder");
    fight(home.path());
    let mut pty = start_at(
        home.path(),
        &["serve", "--lan=127.0.9.1", "--port=18470"],
        30,
        80,
        &[],
    );
    pty.expect("http://127.0.9.1:");
    pty.expect("The link stays valid");
    let code = |pty: &Pty| pty.contents().matches(['█', '▀', '▄']).count();
    assert!(code(&pty) > 300, "{}", pty.contents());
    let told = pty.contents();
    let link = told
        .lines()
        .find(|line| line.starts_with("http://"))
        .expect("a link");
    let (place, token) = link.trim()[7..].split_once('/').expect("a token");
    let place: SocketAddr = place.parse().expect("an address");
    let mut stream = TcpStream::connect(place).expect("connected");
    let request = format!("GET /{token} HTTP/1.1\r\nHost: {place}\r\n\r\n");
    assert_eq!(status(&answer(&mut stream, request.as_bytes())), "200");
    // The page is available there and nowhere else.
    assert!(TcpStream::connect(("127.0.0.1", place.port())).is_err());
    let localhost = format!(
        "GET /{token} HTTP/1.1\r\nHost: evil.example:{}\r\n\r\n",
        place.port()
    );
    let mut stream = TcpStream::connect(place).expect("connected");
    assert_eq!(status(&answer(&mut stream, localhost.as_bytes())), "421");
    pty.kill(rustix::process::Signal::KILL);
    pty.wait();

    let home = tempfile::tempdir().expect("a folder");
    let done = crate::running::affray(home.path(), &["serve", "--lan=192.0.2.77"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        told.contains("192.0.2.77 is not an address of this machine"),
        "{told}"
    );
    for every in ["0.0.0.0", "::"] {
        let done = crate::running::affray(home.path(), &["serve", &format!("--lan={every}")]);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(told.contains("means every address"), "{told}");
    }
}

#[test]
fn a_changed_address_file_is_reported() {
    let home = tempfile::tempdir().expect("a folder");
    fight(home.path());
    let file = home.path().join("sessions").join(format!("{BRIDGE}.page"));
    std::fs::write(&file, "(port: 8470, token: \"mine\")").expect("written");
    let done = crate::running::affray(home.path(), &["serve", BRIDGE]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(
        told.contains("create a new address with `--new-token`"),
        "{told}"
    );
    let served = Served::start(home.path(), &[BRIDGE, "--new-token"]);
    assert_eq!(status(&served.page()), "200");
    let lost = crate::running::affray(home.path(), &["serve", "nothing of the kind"]);
    assert!(!lost.status.success(), "{lost:?}");
}
