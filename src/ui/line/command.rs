//! Implements the `:` line, which reaches every command by name. The line takes the verbs of `session/script.rs` and
//! shorter verbs for rulings. It lists completions while the GM types.

use crate::encounter::{Control, Tactics, people};
use crate::rules::called_words;
use crate::rules::ruling::{HARM, RULINGS, Ruling, SAVE};
use crate::rules::{Action, System, When};
use crate::session::{Waits, complete};
use crate::store::AutoPlaySpeed;
use crate::ui::edit::Edit;
use crate::ui::fight::Fight;
use crate::ui::palette::Palette;
use crate::ui::selection::{ListRow, Selection};
use crate::ui::sheet::show;
use crate::values::{FieldSpec, Fields, Spec, Words as _};

/// Verbs besides the verbs of the rulings: verb, arguments, effect.
const VERBS: [(&str, &str, &str); 26] = [
    ("set", "a FIELD VALUE", "sets a value on a sheet"),
    ("sheet", "a", "opens the sheet of a combatant"),
    ("name", "a Una", "renames a combatant"),
    (
        "alias",
        "a hooded figure",
        "gives a combatant another name for the players",
    ),
    (
        "reveal",
        "a c",
        "shows the players the names of combatants with an alias",
    ),
    (
        "note",
        "text, or a: text",
        "writes a note on the fight or on a combatant",
    ),
    ("add", "Goblin 3", "adds combatants to the fight"),
    ("remove", "a c", "removes combatants from the fight"),
    ("return", "a", "returns combatants to the fight"),
    ("hide", "a c", "hides combatants from the players"),
    ("show", "a c", "shows combatants to the players"),
    (
        "rolls",
        "a typed",
        "sets who rolls for a combatant, a side or `environment`: typed, totals (only for a side), rolled or side",
    ),
    (
        "control",
        "Bandits automatic reckless",
        "sets the control of a side (gm, suggested, ask-areas or automatic, and tactics) or of a combatant (also side)",
    ),
    (
        "auto",
        "turn",
        "auto-plays the current turn or side; pauses, resumes, or sets the speed: slow, normal, fast, instant",
    ),
    (
        "log",
        "a",
        "shows only the log lines about one combatant; without a name, shows all log lines",
    ),
    ("amend", "", "changes an earlier roll or choice"),
    (
        "odds",
        "",
        "shows the odds of the fight and of the next choice",
    ),
    ("summary", "", "shows the summary of the fight"),
    ("recap", "", "shows the summary of the fight"),
    ("undo", "", "undoes the last input, or several: `undo 3`"),
    (
        "redo",
        "",
        "redoes the last undone input, or several: `redo 3`",
    ),
    (
        "help",
        "attack",
        "shows the keys and the short rules, or the part about a topic",
    ),
    ("export", "name", "exports the log as Markdown"),
    (
        "fights",
        "",
        "saves this fight and returns to the list of fights",
    ),
    (
        "save-party",
        "Wolves",
        "saves the party, or the named side, for later fights",
    ),
    ("quit", "", "saves the fight and quits"),
];

/// Verbs of `session/script.rs` that a shorter verb may not replace.
pub(super) const SCRIPT_VERBS: [&str; 10] = [
    "do", "enter", "roll", "choose", "pick", "set", "number", "text", "yes", "no",
];

/// Completion of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Whole line with the completion.
    pub line: String,
    /// Label in the list.
    pub label: String,
    pub help: String,
    /// True if more must follow.
    pub more: bool,
}

impl Candidate {
    /// Returns the text for the search: the label and the line.
    fn text(&self) -> String {
        if self.label.contains(&self.line) {
            self.label.clone()
        } else {
            format!("{} {}", self.label, self.line)
        }
    }

    /// Returns `true` if a word of the completion has this prefix.
    pub(super) fn begins(&self, typed: &str) -> bool {
        let (text, typed) = (self.text().to_lowercase(), typed.to_lowercase());
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        text.starts_with(&typed) || words.any(|word| word.starts_with(&typed))
    }
}

/// Returns `true` if the completion ends the fight.
fn ends(fight: &Fight, one: &Candidate) -> bool {
    let word = one.line.strip_prefix("do ").unwrap_or(&one.line);
    let mut actions = fight.session.system().actions().iter();
    actions.any(|action| action.ends && action.key == word)
}

impl ListRow for Candidate {
    type Key = String;

    fn key(&self) -> String {
        self.line.clone()
    }
}

/// Command line with its completions.
#[derive(Debug, Default)]
pub struct CommandLine {
    pub line: Edit,
    /// Matching completions, best first.
    pub fitting: Vec<Candidate>,
    /// Completion that the arrows mark. Nothing is marked if the arrows are on the line itself.
    pub mark: Selection<String>,
    /// Error of the line.
    pub problem: Option<String>,
    /// Description of the verb on the line and of its arguments; "" without a known verb.
    pub usage: String,
}

impl CommandLine {
    /// Updates the completions of the line.
    pub fn follow(&mut self, fight: &Fight, palette: &mut Palette) {
        let typed = self.line.value().to_owned();
        let all = candidates(fight, &typed);
        // Only the last word is matched; the words before it are fixed.
        let last = typed.rsplit(' ').next().unwrap_or("");
        let query = if typed.contains(' ') {
            last
        } else {
            typed.as_str()
        };
        let texts: Vec<String> = all.iter().map(Candidate::text).collect();
        let hits = palette.rank(query, texts.iter().map(String::as_str));
        let hits = hits.into_iter().filter_map(|hit| all.get(hit.index));
        // Prefixes of words come before other matches, which exclude the end of the fight.
        let (mut begun, others): (Vec<Candidate>, Vec<Candidate>) =
            hits.cloned().partition(|one| one.begins(query));
        begun.extend(others.into_iter().filter(|one| !ends(fight, one)));
        self.fitting = begun;
        self.usage = usage(fight, &typed).unwrap_or_default();
        self.mark.clear();
        self.problem = None;
    }

    /// Moves the mark among the completions.
    pub fn step(&mut self, by: isize) {
        let on_the_line = self
            .mark
            .place(&self.fitting)
            .is_none_or(|place| place == 0);
        if by < 0 && on_the_line {
            self.mark.clear();
        } else {
            self.mark.step(&self.fitting, by);
        }
    }

    /// Puts the marked completion on the line, otherwise the best completion.
    pub fn complete(&mut self) {
        let chosen = self.mark.row(&self.fitting);
        let best = self.fitting.first().filter(|_| !self.line.is_empty());
        if let Some(one) = chosen.or(best) {
            let line = if one.more {
                format!("{} ", one.line)
            } else {
                one.line.clone()
            };
            self.line.set(&line);
        }
    }
}

/// Returns completions for the current question or menu of the fight.
fn offered(fight: &Fight) -> Vec<Candidate> {
    let now = fight.now();
    let amid = !matches!(fight.session.waits(), Waits::Offers { .. });
    let answers = complete(&fight.session).into_iter().filter(|line| {
        let of_the_list = line.starts_with("do ") || line == "undo" || line == "redo";
        amid && !of_the_list
    });
    let answers = answers.map(|line| Candidate {
        label: line.clone(),
        more: line.ends_with(['=', ' ']),
        line,
        help: String::new(),
    });
    let menu = if amid { &[] } else { fight.session.menu() };
    let extras = fight.session.extras();
    let extras = extras.iter().filter(|entry| entry.anytime || !amid);
    let open = menu.iter().chain(extras);
    let not_now = |action: &&&Action| {
        action.when != When::ByItself && !open.clone().any(|entry| action.is(&entry.command))
    };
    let actions = fight.session.system().actions().iter();
    let not_now = actions.filter(not_now).map(|action| Candidate {
        line: action.key.to_owned(),
        label: action.label.to_owned(),
        help: match action.when {
            When::Offered(when) => format!("not possible now, only {when}"),
            _ => "not possible now".to_owned(),
        },
        more: false,
    });
    let open = open.clone().map(|entry| {
        let whose = match (entry.command.who, entry.command.side) {
            (Some(id), _) => format!(" {}", now.name(id)),
            (None, Some(side)) => format!(" {}", now.side_name(side)),
            (None, None) => String::new(),
        };
        Candidate {
            line: format!("do {}{whose}", entry.command.action),
            label: entry.label.clone(),
            help: entry.refused.clone().unwrap_or_else(|| entry.hint.clone()),
            more: false,
        }
    });
    answers.chain(open).chain(not_now).collect()
}

/// Lists all shorter verbs, the verbs of the rulings first.
fn verbs() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rulings = RULINGS.iter();
    let rulings = rulings.map(|ruling| (ruling.verb, ruling.takes, ruling.help));
    rulings.chain(VERBS)
}

/// Finds the field at the start of the words: by key, path or label, with as many words as possible, or by a prefix of a
/// label. If several labels begin with the prefix, one of them must be the beginning of all the others. Returns the path
/// of the field, and the number of words used.
pub(super) fn named_field<'f>(
    fields: &'f Fields,
    words: &[&str],
) -> Option<(&'f FieldSpec, String, usize)> {
    let first = *words.first()?;
    if let Ok(field) = fields.at(first) {
        return Some((field, first.to_owned(), 1));
    }
    let by = |typed: &str, is: &dyn Fn(&str, &str) -> bool| {
        let named = fields
            .iter()
            .filter(|field| is(&field.label.to_lowercase(), typed));
        let named: Vec<&FieldSpec> = named.collect();
        match named.as_slice() {
            [only] => Some(*only),
            // A label that begins all the other labels needs no further words.
            all => all
                .iter()
                .find(|one| all.iter().all(|other| other.label.starts_with(&one.label)))
                .copied(),
        }
    };
    let whole = longest(words, |typed| by(typed, &|label, typed| label == typed));
    let begun = || {
        longest(words, |typed| {
            by(typed, &|label, typed| label.starts_with(typed))
        })
    };
    let (field, used) = whole.or_else(begun)?;
    Some((field, field.key.clone(), used))
}

/// Returns what as many of the first words as possible name, in lower case, and the number of these words.
pub(super) fn longest<T>(words: &[&str], find: impl Fn(&str) -> Option<T>) -> Option<(T, usize)> {
    (1..=words.len()).rev().find_map(|used| {
        let typed = words[..used].join(" ").to_lowercase();
        Some((find(&typed)?, used))
    })
}

/// Returns the values that can follow "a attack" after `set`: the words of the field, yes or no, or the current value.
/// `None` if no field is named yet.
fn values(fight: &Fight, before: &str) -> Option<Vec<String>> {
    let (who, rest) = people::in_front(fight.now(), before).ok()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let fields = &fight.compendium.schema.fields;
    let (field, path, used) = named_field(fields, &words)?;
    // A prefix of a label does not name the field yet.
    let is_whole = path == words[0] || field.label.eq_ignore_ascii_case(&words.join(" "));
    if used < words.len() || !is_whole {
        return None;
    }
    Some(match &field.kind {
        Spec::Flag => vec!["yes".to_owned(), "no".to_owned()],
        Spec::Word(all) if !all.is_empty() => all.clone(),
        _ => {
            let value = fight.now().get(who).sheet.value(&path);
            value
                .map(|value| show(field, Some(&value)))
                .into_iter()
                .collect()
        }
    })
}

/// Returns the fields that "a turn us" after `set` may mean; a label of several words is replaced by its key.
fn fields_named(fight: &Fight, set: &str, rest: &str) -> Vec<Candidate> {
    let rest = rest.trim();
    let typed = match people::in_front(fight.now(), rest) {
        Ok((_, typed)) => typed,
        Err(_) => rest.split_once(' ').map_or("", |(_, typed)| typed),
    };
    let whom = rest[..rest.len() - typed.len()].trim_end();
    let typed = typed.to_lowercase();
    let fields = fight.compendium.schema.fields.iter();
    let plain = fields.filter(|field| !matches!(field.kind, Spec::Records(_)));
    let fits =
        |field: &&FieldSpec| !typed.contains(' ') || field.label.to_lowercase().starts_with(&typed);
    let candidates = plain.filter(fits).map(|field| Candidate {
        line: format!("{set} {whom} {}", field.key),
        label: field.label.clone(),
        help: field.help.clone(),
        more: true,
    });
    candidates.collect()
}

/// Completes a verb from a prefix: the first match in the list. The word of a ruling in the docs is accepted too.
pub(super) fn expand(verb: &str) -> &str {
    if verb.is_empty() || verbs().any(|(whole, ..)| whole == verb) {
        return verb;
    }
    let is_key = |ruling: &&&Ruling| ruling.key == verb && !SCRIPT_VERBS.contains(&verb);
    if let Some(ruling) = RULINGS.iter().find(is_key) {
        return ruling.verb;
    }
    verbs()
        .map(|(whole, ..)| whole)
        .find(|whole| whole.starts_with(verb))
        .filter(|_| !SCRIPT_VERBS.contains(&verb))
        .unwrap_or(verb)
}

/// Describes the arguments and the effect of a verb, for the line below the input.
fn usage(fight: &Fight, text: &str) -> Option<String> {
    let (verb, _) = text.split_once(' ')?;
    let verb = expand(verb);
    let (_, takes, help) = verbs().find(|(whole, ..)| *whole == verb)?;
    let of_system = own_example(fight, verb);
    let takes = of_system.as_deref().unwrap_or(takes);
    let kinds = match verb {
        verb if verb == HARM.verb => kinds_of_damage(fight.session.system()),
        _ => String::new(),
    };
    Some(format!("`{verb} {takes}`: {help}{kinds}"))
}

/// Returns the example of a verb whose words differ from system to system.
fn own_example(fight: &Fight, verb: &str) -> Option<String> {
    (verb == SAVE.verb).then(|| called_words::example(fight.session.system(), "a c"))
}

/// Describes the kinds of damage of a system and how to name a kind; "" for a system with one kind.
fn kinds_of_damage(system: &dyn System) -> String {
    let kinds = system.kinds_of_damage();
    let [usual, second, others @ ..] = kinds.as_slice() else {
        return String::new();
    };
    let mut told = format!(
        ". Type: {}; `{} 5 {} a c`: {}",
        usual.label, HARM.verb, second.key, second.label
    );
    for kind in others {
        let named = if kind.key == kind.label {
            String::new()
        } else {
            format!(": {}", kind.label)
        };
        told.push_str(&format!("; `{}`{named}", kind.key));
    }
    told
}

fn candidates(fight: &Fight, typed: &str) -> Vec<Candidate> {
    let Some((verb, rest)) = typed.split_once(' ') else {
        return verbs()
            .map(|one| of_verb(fight, one))
            .chain(offered(fight))
            .collect();
    };
    let so_far = typed.to_lowercase();
    let called_so = |one: &Candidate| one.label.to_lowercase().starts_with(&so_far);
    let called_so = offered(fight).into_iter().filter(called_so);
    let mut all = behind(fight, verb, rest, typed);
    all.extend(called_so);
    all
}

/// Lists all words that can start a command.
pub(super) fn known(fight: &Fight) -> Vec<String> {
    let all = verbs().map(|one| of_verb(fight, one)).chain(offered(fight));
    all.map(|one| one.label).collect()
}

fn of_verb(fight: &Fight, (verb, takes, help): (&str, &str, &str)) -> Candidate {
    let of_system = own_example(fight, verb);
    let takes = of_system.as_deref().unwrap_or(takes);
    Candidate {
        line: verb.to_owned(),
        label: verb.to_owned(),
        help: if takes.is_empty() {
            help.to_owned()
        } else {
            format!("`{verb} {takes}`: {help}")
        },
        more: !takes.is_empty(),
    }
}

/// Returns completions after a verb and the `rest` of what is `typed`.
fn behind(fight: &Fight, verb: &str, rest: &str, typed: &str) -> Vec<Candidate> {
    let now = fight.now();
    let before = rest.rsplit_once(' ').map_or("", |(before, _)| before);
    let stem = if before.is_empty() {
        verb.to_owned()
    } else {
        format!("{verb} {before}")
    };
    let set = verb;
    let verb = expand(verb);
    let make = |word: &str, label: String, help: String| Candidate {
        line: format!("{stem} {word}"),
        label,
        help,
        more: true,
    };
    let whom = || {
        now.ids().map(|id| {
            let label = format!("{} {}", id.letter(), now.name(id));
            make(&id.letter(), label, String::new())
        })
    };
    let first = before.is_empty();
    match verb {
        "condition" | "clear" if first => fight
            .compendium
            .schema
            .conditions
            .iter()
            .map(|spec| make(&spec.key, spec.label.clone(), spec.help.clone()))
            .collect(),
        "save" if first => fight
            .session
            .system()
            .kinds_of_save()
            .iter()
            .map(|save| &save.choice)
            .map(|save| make(&save.key, save.label.clone(), save.hint.clone()))
            .chain(whom())
            .collect(),
        "set" if !first => match values(fight, before) {
            Some(values) => values
                .into_iter()
                .map(|word| Candidate {
                    more: false,
                    ..make(&word, word.clone(), String::new())
                })
                .collect(),
            None => fields_named(fight, set, rest),
        },
        "rolls" if !first => ["typed", "totals", "rolled", "side"]
            .map(|word| make(word, word.to_owned(), String::new()))
            .to_vec(),
        "control" if !first => {
            let tactics = Tactics::all().into_iter();
            let controls = Control::WORDS.iter().copied().zip(Control::LABELS);
            let controls = controls.map(|(word, label)| (word, *label));
            let words = controls.chain([("side", "as its side")]).chain(tactics);
            words
                .map(|(word, help)| make(word, word.to_owned(), help.to_owned()))
                .collect()
        }
        "control" => now
            .side_ids()
            .map(|id| now.side_name(id))
            .map(|name| make(name, name.to_owned(), String::new()))
            .chain(whom())
            .collect(),
        "auto" => ["turn", "side", "pause", "resume"]
            .iter()
            .chain(AutoPlaySpeed::WORDS)
            .map(|word| Candidate {
                more: false,
                ..make(word, (*word).to_owned(), String::new())
            })
            .collect(),
        "rolls" => now
            .side_ids()
            .map(|id| {
                make(
                    now.side_name(id),
                    now.side_name(id).to_owned(),
                    String::new(),
                )
            })
            .chain([make(
                "environment",
                "environment".to_owned(),
                "dice without an owner".to_owned(),
            )])
            .chain(whom())
            .collect(),
        "damage" | "heal" | "condition" | "clear" | "save" | "set" | "sheet" | "name"
        | "remove" | "return" | "hide" | "show" | "log" => whom().collect(),
        _ => complete(&fight.session)
            .into_iter()
            .filter(|line| line.starts_with(typed))
            .map(|line| Candidate {
                label: line.rsplit(' ').next().unwrap_or("").to_owned(),
                more: false,
                help: String::new(),
                line,
            })
            .collect(),
    }
}
