//! Program without disk and terminal, and checks of its marks after every key.

use std::time::Duration;

use affray::encounter::Encounter;
use affray::resolver::{Field, FieldKind, Kind, Prompt};
use affray::session::{Session, Waits};
use affray::systems;
use affray::ui::app::{App, Request, Screen};
use affray::ui::ask::{Ask, Asked, Mode};
use affray::ui::canvas::Canvas;
use affray::ui::finder::{Finder, Found};
use affray::ui::keymap::Keymap;
use affray::ui::line::Typing;
use affray::ui::overlay::Overlay;
use affray::ui::setup::{self, SetupRow, SetupScreen};
use affray::ui::sheet::{self, Subject};
use affray::ui::start::StartRow;
use affray::ui::theme::{Background, Colours, Glyphs, Theme};
use affray::ui::{draw, fight};
use affray::values::Id;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::beginnings::{Beginning, library, start_screen};
use super::monkey::Monkey;

/// Columns and rows; the usual sizes are more frequent.
const SIZES: [(u16, u16); 10] = [
    (80, 24),
    (120, 40),
    (80, 24),
    (120, 40),
    (100, 30),
    (60, 20),
    (200, 50),
    (40, 12),
    (20, 6),
    (3, 2),
];
const PASTES: [&str; 6] = ["gob 3", "12", "2d6", "ゴブリン", "␛[31m:quit", ""];

/// Program without disk and terminal.
pub struct Program {
    app: App,
    /// Content of the screen.
    canvas: Canvas,
    /// Pressed keys, for the message of a failure.
    pub pressed: Vec<String>,
}

impl Program {
    /// Creates the program at the start screen.
    pub fn new() -> Self {
        let library = library();
        let screen = start_screen(&library);
        let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Unicode);
        Self {
            app: App::with(Keymap::built_in(), theme, library, screen),
            canvas: Canvas::new(Rect::default()),
            pressed: Vec::new(),
        }
    }

    /// Restarts the program at another starting point, without reading slow data again.
    pub fn again(self, beginning: &Beginning) -> Self {
        let screen = beginning.screen(&self.app.library);
        Self {
            app: App::with(self.app.keymap, self.app.theme, self.app.library, screen),
            canvas: self.canvas,
            pressed: Vec::new(),
        }
    }

    /// Presses a number of keys, and checks the screen after each.
    pub fn play(&mut self, monkey: &mut Monkey, keys: usize) {
        self.resize(monkey);
        self.check();
        for _ in 0..keys {
            let before = self.form();
            match monkey.to(40) {
                1 => self.resize(monkey),
                2 => {
                    let text = *monkey.of(&PASTES);
                    self.pressed.push(format!("paste {text:?}"));
                    self.app.paste(text);
                }
                _ => {
                    let key = monkey.key(&self.app);
                    self.pressed
                        .push(format!("{:?} {:?}", key.modifiers, key.code));
                    self.app.press(key);
                    self.check_kept(before, key);
                }
            }
            // Automatic combatants act now and then.
            self.app.time_goes_by(Duration::from_secs(3));
            for request in std::mem::take(&mut self.app.requests) {
                if request == Request::Leave {
                    let start = start_screen(&self.app.library);
                    self.app.show(start);
                }
            }
            self.check();
        }
        if let Some(fight) = self.app.fight() {
            let session = &fight.session;
            let (again, _) =
                Session::resume(systems::all(), session.save(), &[]).expect("it is read");
            assert_eq!(again.now(), session.now(), "keys did only what is saved");
        }
    }

    fn resize(&mut self, monkey: &mut Monkey) {
        let (width, height) = *monkey.of(&SIZES);
        self.pressed.push(format!("{width}x{height}"));
        self.app.area = Rect::new(0, 0, width, height);
    }

    /// Returns the form with the focus, if no list is open in it, its marked field, and the number of inputs before it.
    fn form(&self) -> Option<(Prompt, Field, usize)> {
        let fight = self.app.fight()?;
        let form = fight.form()?;
        let is_open = self.app.typing.is_none() && self.app.overlay.is_none();
        let ask = fight.ask();
        (is_open && matches!(ask.mode, Mode::Keys | Mode::Number)).then_some(())?;
        let marked = ask.mark.row(ask.fields(form))?;
        let inputs = fight.session.history().entries().len();
        Some((form.clone(), marked.clone(), inputs))
    }

    /// Checks that the mark has not moved after a key that at most changes the marked value, unless its row is gone.
    fn check_kept(&self, before: Option<(Prompt, Field, usize)>, key: KeyEvent) {
        let (Some((form, old, earlier)), Some((now, new, inputs))) = (before, self.form()) else {
            return;
        };
        let is_number = matches!(old.kind, FieldKind::Number { .. });
        let stays = match key.code {
            KeyCode::Left | KeyCode::Right | KeyCode::Char(' ' | '+' | '-') => true,
            KeyCode::Char(c) => is_number && c.is_ascii_digit(),
            _ => false,
        };
        let fight = self.app.fight().expect("it has a form");
        let mut fields = fight.ask().fields(&now).iter();
        // A sent form may be followed by another one of its kind.
        let same = form.question == now.question && earlier == inputs;
        if stays && key.modifiers.is_empty() && same && fields.any(|one| one.key == old.key) {
            assert_eq!(old.key, new.key, "the mark went to another row by itself");
        }
    }

    /// Draws the screen and checks that it shows the mark.
    fn check(&mut self) {
        let app = &self.app;
        if self.canvas.area() != app.area {
            self.canvas = Canvas::new(app.area);
        }
        let cursor = draw::draw_on(app, &mut self.canvas);
        let buffer = self.canvas.buffer();
        // The content kept from the previous frame must equal a new drawing.
        let mut anew = Buffer::empty(app.area);
        assert_eq!(draw::draw(app, app.area, &mut anew), cursor);
        assert_eq!(*buffer, anew, "a kept part is not what it would be");
        draw::draw_status(app, &mut self.canvas);
        let buffer = self.canvas.buffer();
        assert_eq!(*buffer, anew, "more than the mark was drawn");
        if let Some(cursor) = cursor {
            assert!(app.area.contains(cursor), "the cursor is on the screen");
        }
        if let Some(fight) = app.fight()
            && let Waits::Fault(what) = fight.session.waits()
        {
            panic!("a rule failed: {what}");
        }
        let Some(label) = self.marked() else {
            return;
        };
        let place = match (&app.screen, &app.overlay, &app.typing) {
            (Screen::Fight(_), Overlay::None, _) => fight::draw::panes(app).prompt,
            _ => app.area,
        };
        // Windows of this size or larger have a row for the mark besides frames, a heading and a message.
        if place.height < 6 || place.width < 40 {
            return;
        }
        // Blanks do not count, because a wide character takes two cells.
        let solid = |text: &str| text.split_whitespace().collect::<String>();
        let beginning: String = solid(&label).chars().take(4).collect();
        let rows: Vec<String> = place
            .rows()
            .map(|row| {
                row.columns()
                    .map(|cell| buffer[(cell.x, cell.y)].symbol())
                    .collect()
            })
            .collect();
        // A selection with a single candidate is shown as a yes-or-no question.
        let is_marked = |row: &String| {
            let after = row.split_once('›').map(|(_, after)| after);
            let after = after.or_else(|| row.split_once("Y yes:").map(|(_, after)| after));
            after.is_some_and(|after| solid(after).contains(&beginning))
        };
        assert!(
            rows.iter().any(is_marked),
            "`{label}` is marked and not on the screen:\n{}",
            rows.join("\n")
        );
    }

    /// Returns the label of the marked row in the list with the focus; `None` if no row must be marked.
    fn marked(&self) -> Option<String> {
        let app = &self.app;
        match &app.typing {
            Some(Typing::Command(line)) => {
                return line.mark.row(&line.fitting).map(|one| one.label.clone());
            }
            Some(Typing::Search(_)) => return None,
            Some(Typing::Add(finder)) => return found(finder, app),
            None => {}
        }
        match (&app.overlay, &app.screen) {
            (Overlay::Sheet(sheet), Screen::Fight(fight)) => {
                let Subject::Combatant(who) = sheet.of else {
                    panic!("a sheet of a set-up lies over a fight");
                };
                let rows = sheet::rows(fight.now(), fight.compendium.schema, who);
                let row = sheet.mark.row(&rows).expect("a row of the sheet is marked");
                Some(row.label.clone())
            }
            (Overlay::Sheet(sheet), Screen::Setup(screen)) => {
                let Subject::Newcomer(place) = sheet.of else {
                    panic!("a sheet of a fight lies over a set-up");
                };
                let compendium = app.library.compendium(&screen.setup.system);
                let rows = screen.sheet_rows(place, compendium.expect("a compendium"));
                let row = sheet.mark.row(&rows).expect("a row of the sheet is marked");
                Some(row.label.clone())
            }
            (Overlay::None, Screen::Fight(fight)) => {
                let name = |id: Id| fight.now().name(id).to_owned();
                marked_of(fight.asked(), fight.ask(), fight.now(), name)
            }
            (Overlay::None, Screen::Setup(screen)) => {
                if let Some((prompt, ask)) = screen.prompt() {
                    let now = Encounter::default();
                    return marked_of(Asked::Prompt(prompt), ask, &now, |id| id.letter());
                }
                match &screen.finder {
                    Some(finder) => found(finder, app),
                    None => Some(row_of(screen, app)),
                }
            }
            (Overlay::None, Screen::Start(screen)) => {
                let row = screen
                    .chosen()
                    .expect("a row of the first screen is marked");
                match row {
                    StartRow::Saved(place) => Some(screen.saved[place].title.clone()),
                    StartRow::Ready(place) => Some(screen.ready[place].title.clone()),
                    StartRow::Party(place) => Some(screen.parties[place].name.clone()),
                    StartRow::Draft(place) => Some(screen.drafts[place].title.clone()),
                    StartRow::New => Some("A fight of your own".to_owned()),
                    StartRow::Tutor => Some("Tutor".to_owned()),
                    StartRow::Heading(_) => panic!("a heading is marked"),
                }
            }
            _ => None,
        }
    }
}

/// Returns the label of the marked row among the search results.
fn found(finder: &Finder, app: &App) -> Option<String> {
    let system = match &app.screen {
        Screen::Setup(screen) => screen.setup.system.as_str(),
        Screen::Fight(fight) => fight.session.system().key(),
        Screen::Start(_) => panic!("nobody joins there"),
    };
    let marked = finder.mark.row(&finder.found);
    assert!(
        marked.is_some() || finder.found.is_empty() || finder.is_done(),
        "somebody found is marked, or Enter means nobody"
    );
    Some(match marked? {
        Found::Creature(place) => app.library.compendium(system)?.roster()[*place]
            .name
            .clone(),
        Found::Party(place) => app.library.compendium(system)?.parties[*place].name.clone(),
        Found::Improvised(name, _) => name.clone(),
    })
}

/// Returns the beginning of the marked row of the set-up.
fn row_of(screen: &SetupScreen, app: &App) -> String {
    let compendium = app
        .library
        .compendium(&screen.setup.system)
        .expect("a compendium");
    let rows = screen.rows(compendium);
    let marked = screen.mark.row(&rows).expect("a row is marked");
    match marked {
        SetupRow::Title => "title".to_owned(),
        SetupRow::System => "system".to_owned(),
        SetupRow::Side(place) => screen.setup.sides[*place].name.clone(),
        SetupRow::Newcomer(place) => setup::called(&screen.setup.combatants[*place]).to_owned(),
        SetupRow::NewSide => "new side".to_owned(),
        SetupRow::Nobody => "dice that are nobody's".to_owned(),
        SetupRow::Option(place) => compendium.schema.options[*place].label.clone(),
        SetupRow::Event(place) => screen.setup.events[*place].at.told(),
        SetupRow::NewEvent => "new event".to_owned(),
        SetupRow::Sides | SetupRow::Later | SetupRow::Options => panic!("a heading is marked"),
    }
}

/// Returns the label of the marked row of a question.
fn marked_of(
    asked: Asked<'_>,
    ask: &Ask,
    now: &Encounter,
    name: impl Fn(Id) -> String,
) -> Option<String> {
    // While a die or a modifier is typed, the screen shows it instead of the marked row.
    if matches!(ask.mode, Mode::Die | Mode::Modifier) {
        return None;
    }
    let prompt = match asked {
        Asked::Offers(offers) => return ask.mark.row(offers).map(|one| one.label.clone()),
        Asked::Fault(_) => return None,
        Asked::Prompt(prompt) => prompt,
    };
    match &prompt.kind {
        Kind::Choice { options, .. } => {
            let marked = ask.mark.row(options);
            assert!(
                marked.is_some() || options.is_empty(),
                "an option is marked"
            );
            marked.map(|one| one.label.clone())
        }
        Kind::Pick { from, .. } => ask.mark.row(from).map(|id| name(*id)),
        Kind::Rolls(rows) => {
            let marked = &ask.mark.row(rows).expect("a throw is marked").roll;
            Some(
                marked
                    .who
                    .map_or_else(|| now.told(&marked.what).into_owned(), name),
            )
        }
        Kind::Form(_) => {
            let fields = ask.fields(prompt);
            let marked = ask.mark.row(fields);
            assert!(marked.is_some() || fields.is_empty(), "a field is marked");
            match (ask.mode, &marked?.kind) {
                (Mode::List, FieldKind::Choice(options)) => {
                    let option = ask.option.row(options).expect("an option is marked");
                    Some(option.label.clone())
                }
                (Mode::List, _) => panic!("a list is open where there is none"),
                _ => marked.map(|field| field.label.clone()),
            }
        }
        Kind::Roll(_) | Kind::Number { .. } | Kind::Text { .. } | Kind::Confirm { .. } => None,
    }
}
