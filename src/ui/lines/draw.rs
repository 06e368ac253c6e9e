//! Screen contents as plain lines: no frames, no bars, no columns, and the question last.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::rules::{Mark, states};
use crate::text::sanitize;
use crate::ui::app::{App, Overlay};
use crate::ui::ask::draw::content::TOLD;
use crate::ui::draw;
use crate::ui::fight::Fight;
use crate::ui::fight::draw::prompt_content;
use crate::ui::lines::{Question, Told, Wish};

/// Screen size on which a whole list is visible.
const TALL: Rect = Rect {
    x: 0,
    y: 0,
    width: 100,
    height: 300,
};

/// Output written so far.
#[derive(Clone, Debug, Default)]
pub struct Teller {
    /// Log lines written so far.
    log: Vec<String>,
    question: Option<Question>,
}

impl Teller {
    /// Returns what is new since the last call, what a wish asks for, and the question after a refusal.
    pub fn tell(&mut self, app: &App, wish: Option<Wish>, refused: Vec<String>) -> Told {
        let mut told = Told::default();
        if let Some(fight) = app.fight() {
            let live = fight.session.live_lines();
            let lines = fight.session.lines().iter().chain(&live);
            let log: Vec<String> = lines.map(|line| line.text.clone()).collect();
            let alike = self.log.iter().zip(&log).take_while(|(was, is)| was == is);
            let alike = alike.count();
            told.taken_back = self.log.len() - alike;
            told.log = log[alike..].to_vec();
            self.log = log;
            if wish == Some(Wish::State) {
                told.state = state(fight);
            }
        }
        let question = question(app);
        let is_new = self.question.as_ref() != Some(&question);
        if is_new || wish.is_some() || !refused.is_empty() {
            let mut said = question.clone();
            said.said.extend(refused);
            told.question = Some(said);
            self.question = Some(question);
        }
        told
    }
}

/// Returns the current question, on any screen.
pub(crate) fn question(app: &App) -> Question {
    let fight = match (app.fight(), &app.overlay) {
        (Some(fight), Overlay::None) => fight,
        _ => return whole_screen(app),
    };
    let content = prompt_content(app, fight, TOLD, usize::MAX);
    let selected = app.theme.symbols().selected;
    let rows: Vec<String> = content
        .lines
        .iter()
        .chain(&content.kept)
        .map(plain)
        .collect();
    let rows: Vec<String> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    let marked = rows.iter().find_map(|row| row.strip_prefix(selected));
    Question {
        enter: marked.map_or(String::new(), |row| row.trim().to_owned()),
        title: content.title,
        hint: content.below,
        said: content.said.iter().map(plain).collect(),
        rows,
    }
}

/// Returns the rows of a screen without a fight's question, or of an overlay.
fn whole_screen(app: &App) -> Question {
    let mut buffer = Buffer::empty(TALL);
    draw::draw(app, TALL, &mut buffer);
    let rows = (0..TALL.height).map(|y| {
        let row = (0..TALL.width).map(|x| buffer[(x, y)].symbol());
        unframed(&row.collect::<String>())
    });
    let mut rows: Vec<String> = rows.filter(|row| !row.is_empty()).collect();
    // The lowest frame lists the keys.
    let hint = rows.pop().unwrap_or_default();
    Question {
        title: rows.first().cloned().unwrap_or_default(),
        rows: rows.into_iter().skip(1).collect(),
        hint,
        ..Question::default()
    }
}

/// Removes frames, bars and gaps from a row.
fn unframed(row: &str) -> String {
    let is_frame = |c: char| ('\u{2500}'..='\u{259f}').contains(&c);
    let words: String = row
        .chars()
        .map(|c| if is_frame(c) { ' ' } else { c })
        .collect();
    gaps(&words)
}

fn plain(line: &Line<'static>) -> String {
    let text: String = line
        .spans
        .iter()
        .map(|span| span.content.as_ref())
        .collect();
    gaps(&text)
}

/// Separates the columns of a text by two spaces.
fn gaps(text: &str) -> String {
    let parts = text.trim_end().split("  ").map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("  ")
}

/// Returns the state of the fight: the header, the order, and all combatants, numbers first.
pub(crate) fn state(fight: &Fight) -> Vec<String> {
    let (session, now) = (&fight.session, fight.now());
    let round = now.stage.round(now.round);
    let round = round.map_or_else(String::new, |round| format!("round {round}, "));
    let mut told = vec![format!("{}, {round}{}", now.title, session.headline())];
    for row in session.order() {
        let mark = match row.mark {
            Mark::Acting => "acts now",
            Mark::Done => "has acted",
            Mark::Held => "waits",
            Mark::Lost if row.who.is_some_and(|id| !session.row(id).down) => "no action left",
            Mark::Lost => "out",
            Mark::Heading | Mark::Waiting if row.current => "now",
            Mark::Heading | Mark::Waiting => "",
        };
        let parts = [row.detail.as_str(), row.text(now).trim(), mark].map(str::to_owned);
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        told.push(format!("order: {}", parts.join(", ")));
    }
    for id in now.present() {
        let row = session.row(id);
        let side = now.side_name(now.get(id).side);
        let hidden = if now.get(id).hidden { "hidden" } else { "" };
        let mut parts = vec![side.to_owned(), row.defence.clone(), hidden.to_owned()];
        parts.extend(states(session.system(), now, id, &row));
        parts.retain(|part| !part.is_empty());
        let (left, most) = row.life;
        let name = sanitize(now.name(id), usize::MAX);
        told.push(format!(
            "{left}/{most} {} {name}: {}",
            id.letter(),
            parts.join(", ")
        ));
    }
    told
}
