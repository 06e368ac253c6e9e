//! Pages of everything that the fights of `tests/fights` show: after each step the new lines of the log and all changes
//! in the state of combatants, the order, and the next question with its suggestions and refusals. A fight checks only
//! its own subject; these pages make every change visible.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::played` rewrites the pages. Read their diff to see all effects
//! of a changed rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use affray::compendium::Compendium;
use affray::dice::Tally;
use affray::encounter::{Encounter, Line};
use affray::resolver::{Choice, Draft, Field, FieldKind, Kind, Prompt, Roll};
use affray::ron_text::Diagnostic;
use affray::rules::{self, Entry, System};
use affray::session::{Session, Waits};
use affray::values::Id;

use crate::support::fight_file::{self, Fight};
use crate::support::laws;

/// Visible parts of a fight after a step.
#[derive(Default)]
struct Sight {
    headline: String,
    order: Vec<String>,
    lines: Vec<String>,
    rows: Vec<String>,
    waits: Asked,
    notice: String,
}

/// Question that the fight waits for.
#[derive(Clone, Default, PartialEq)]
struct Asked {
    /// Key of the kind of question; all menus share one.
    key: String,
    title: String,
    rows: Vec<String>,
}

impl Sight {
    fn of(session: &Session) -> Self {
        let (now, system) = (session.now(), session.system());
        let line = |line: &Line| format!("| {} {}", line.round, line.text);
        let finished = session.lines().iter().map(line);
        let live = session.live_lines();
        Self {
            headline: format!("= {}, round {}", rules::headline(system, now), now.round),
            order: order(system, now),
            lines: finished.chain(live.iter().map(line)).collect(),
            rows: now.ids().map(|who| row(session, who)).collect(),
            waits: waits(session),
            notice: session.notice().unwrap_or_default().to_owned(),
        }
    }

    /// Returns the parts that have changed; `asked` contains the last question of each key.
    fn changes(&self, before: &Self, asked: &mut BTreeMap<String, Asked>) -> Vec<String> {
        let kept = self.lines.iter().zip(&before.lines);
        let kept = kept.take_while(|(now, before)| now == before).count();
        let mut told = self.lines[kept..].to_vec();
        if before.lines.len() > kept {
            told.push(format!("| {} fewer", before.lines.len() - kept));
        }
        let changed = |now: &str, before: &str| (now != before).then(|| now.to_owned());
        told.extend(changed(&self.notice, &before.notice));
        told.extend(changed(&self.headline, &before.headline));
        if self.order != before.order {
            told.push(self.order.join(" / "));
        }
        told.extend(new(&self.rows, &before.rows));
        if self.waits != before.waits {
            let now = self.waits.clone();
            let last = asked.insert(now.key.clone(), now).unwrap_or_default();
            told.push(format!("{} ({})", self.waits.title, self.waits.rows.len()));
            told.extend(new(&self.waits.rows, &last.rows));
        }
        told
    }
}

/// Returns the rows that are new.
fn new(now: &[String], before: &[String]) -> Vec<String> {
    now.iter()
        .filter(|row| !before.contains(row))
        .cloned()
        .collect()
}

fn order(system: &dyn System, now: &Encounter) -> Vec<String> {
    let rows = system.order(now).into_iter().map(|row| {
        let shared: String = row.shared.iter().map(|id| id.letter() + " ").collect();
        let current = if row.current { "> " } else { "" };
        format!(
            "{current}{:?} {shared}{} {}",
            row.mark, row.label, row.detail
        )
    });
    rows.collect()
}

fn row(session: &Session, who: Id) -> String {
    let row = session.row(who);
    let conditions = session.now().get(who).conditions.iter();
    let conditions: Vec<String> = conditions
        .map(|one| format!("{one:?}").replace(", secret: false", ""))
        .collect();
    format!(
        "{} {} {}/{} {} {} · {} · {}",
        who.letter(),
        session.now().name(who),
        row.life.0,
        row.life.1,
        row.defence,
        row.health_word,
        row.words().join(", "),
        conditions.join(", "),
    )
}

fn waits(session: &Session) -> Asked {
    let asked = |key: &str, title: &str, rows| Asked {
        key: key.to_owned(),
        title: format!("? {title}"),
        rows,
    };
    match session.waits() {
        Waits::Fault(what) => asked("fault", what, Vec::new()),
        Waits::Offers { title, .. } => asked("", title, session.menu().iter().map(entry).collect()),
        Waits::Prompt(prompt) => {
            let mut title = prompt.title.clone();
            if !prompt.hint.is_empty() {
                title += &format!(" · {}", prompt.hint);
            }
            asked(&prompt.question.key, &title, rows(session, prompt))
        }
    }
}

fn rows(session: &Session, prompt: &Prompt) -> Vec<String> {
    match &prompt.kind {
        Kind::Roll(roll) => vec![throw(roll, session.now())],
        Kind::Rolls(rows) => rows
            .iter()
            .map(|row| throw(&row.roll, session.now()))
            .collect(),
        Kind::Choice { options, preset } => {
            let mark = |place| if place == *preset { "* " } else { "  " };
            let row = |(place, one)| format!("{}{}", mark(place), option(one));
            options.iter().enumerate().map(row).collect()
        }
        Kind::Form(fields) => {
            let mut rows: Vec<String> = fields.iter().map(field).collect();
            if let Some(preview) = session.preview(&Draft::default()) {
                rows.extend(preview.shows.iter().map(|show| format!("~ {}", show.text)));
                rows.extend(preview.refused.map(|why| format!("~ refused: {why}")));
            }
            rows
        }
        Kind::Pick {
            from,
            least,
            most,
            preset,
            ..
        } => {
            let (from, preset) = (letters(from), letters(preset));
            vec![format!("  {least} to {most} of {from}, {preset}")]
        }
        Kind::Number {
            least,
            most,
            preset,
        } => vec![format!("  {least} to {most}, {preset}")],
        Kind::Text { preset } => vec![format!("  {preset}")],
        Kind::Confirm { preset } => vec![format!("  {preset}")],
    }
}

fn entry(entry: &Entry) -> String {
    let mark = if entry.preset { "*" } else { " " };
    let capital = entry.capital.map_or(String::new(), String::from);
    let space = if entry.space { " (Space)" } else { "" };
    let who = entry.command.who.map_or(String::new(), Id::letter);
    let text = [&entry.label, &entry.hint].map(String::as_str).join(" · ");
    format!(
        "{mark} {capital} {who} {text}{space}{}",
        refused(entry.refused.as_deref())
    )
}

fn throw(roll: &Roll, now: &Encounter) -> String {
    let who = roll.who.map_or(String::new(), |id| id.letter());
    let terms = |tally: &Tally| {
        if tally.is_empty() {
            String::new()
        } else {
            format!(" ({tally})")
        }
    };
    let always = roll
        .always
        .iter()
        .map(|one| format!(" {}-{} {}", one.from, one.to, one.passes));
    let (title, hint, what, dice) = (&roll.title, &roll.hint, now.told(&roll.what), &roll.dice);
    let (need, reasons, always) = (
        roll.need_text(),
        terms(&roll.reasons),
        always.collect::<String>(),
    );
    let (passes, fails) = &roll.words;
    format!(
        "  {who} {what} · {title} · {hint} · {dice}{} · {need}{reasons}{always} · {passes} / {fails}",
        terms(&roll.bonus)
    )
}

fn refused(why: Option<&str>) -> String {
    why.map_or(String::new(), |why| format!(" [no: {why}]"))
}

fn option(option: &Choice) -> String {
    let hint = if option.hint.is_empty() { "" } else { ": " };
    let why = refused(option.refused.as_deref());
    format!("{}{hint}{}{why}", option.label, option.hint)
}

fn letters(who: &[Id]) -> String {
    who.iter()
        .map(|id| id.letter())
        .collect::<Vec<_>>()
        .join(" ")
}

fn field(field: &Field) -> String {
    let takes = match &field.kind {
        FieldKind::Toggle | FieldKind::Text => String::new(),
        FieldKind::Number {
            least,
            most,
            parts,
            unit,
        } => format!("{least} to {most} / {parts} {unit}"),
        FieldKind::Choice(options) => options.iter().map(option).collect::<Vec<_>>().join(" | "),
        FieldKind::Pick { from, least, most } => format!("{least} to {most} of {}", letters(from)),
    };
    let hint = if field.hint.is_empty() { "" } else { " · " };
    format!(
        "  {} {} ({takes}){hint}{}",
        field.label, field.value, field.hint
    )
}

/// Fight whose changes are recorded.
#[derive(Default)]
pub(super) struct Watched {
    before: Sight,
    /// Last question of each key.
    asked: BTreeMap<String, Asked>,
    /// Text of the page so far.
    pub page: String,
}

impl Watched {
    /// Records the changes after a step; "" for the first state.
    pub fn look(&mut self, step: &str, session: &Session) {
        let sight = Sight::of(session);
        let changes = sight.changes(&self.before, &mut self.asked);
        if !step.is_empty() && !changes.is_empty() {
            self.page += &format!("> {step}\n");
        }
        for change in changes {
            self.page += change.trim_end();
            self.page += "\n";
        }
        self.before = sight;
    }
}

/// Returns the page of a fight from its first to its last step.
///
/// # Errors
/// If the fight differs from its file.
pub(super) fn page(
    fight: &Fight,
    system: &'static dyn System,
    compendium: &Compendium,
) -> Result<String, Diagnostic> {
    let mut watched = Watched::default();
    let look = |step: &str, session: &Session| watched.look(step, session);
    fight_file::play(fight, &[compendium], &[system], look)?;
    Ok(watched.page)
}

/// Returns the names of the pages in a folder; none if it does not exist.
fn pages(folder: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let names = files.map(|file| file.expect("a file").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

/// Checks that every fight of a system has its page, and every page its fight.
fn check(system: &'static dyn System) {
    let (compendium, _) = Compendium::built_in(system);
    let first = laws::page(system, "tests/data/played/KEY/first.txt");
    let folder = first.parent().expect("a folder");
    let mut gone = pages(folder);
    for (file, fight) in fight_file::all(system, &compendium) {
        let path = folder.join(file).with_extension("txt");
        let name = path.file_name().expect("a name").to_string_lossy();
        gone.remove(&*name);
        let page = page(&fight, system, &compendium).unwrap_or_else(|why| panic!("{why}"));
        expect_test::expect_file![&path].assert_eq(&page);
        assert!(path.exists(), "{} is not written", path.display());
    }
    let folder = folder.display();
    assert!(gone.is_empty(), "{folder}: of no fight are {gone:?}");
}

#[test]
fn every_system_shows_what_is_written() {
    laws::each(check);
}
