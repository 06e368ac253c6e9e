//! Form over a row of the set-up screen: opening, keys, and applying its result.

use serde::{Deserialize, Serialize};

use super::SetupScreen;
use super::forms::{CAPITALS, Edit, RowErrand, RowForm};
use super::people::called;
use crate::compendium::Compendium;
use crate::encounter::Encounter;
use crate::resolver::{Draft, Form, Kind, Prompt, Question};
use crate::ron_text::{Source, read_as, write_line};
use crate::rules::Capitals;
use crate::session::Preview;
use crate::ui::ask::own_form::previewed;
use crate::ui::ask::{Ask, Asked, Reply};

/// Form over a row that was not sent, in its stored form.
#[derive(Serialize, Deserialize)]
struct KeptForm {
    /// Purpose of the form.
    errand: RowErrand,
    /// Values that the user has set.
    set: Draft,
}

impl SetupScreen {
    /// Returns the values of the form over a row as text for storage; "" if no value is set.
    pub(super) fn form_text(&self) -> String {
        let form = self.form.as_ref();
        let Some(form) = form.filter(|form| !form.ask.draft.is_empty()) else {
            return String::new();
        };
        let kept = KeptForm {
            errand: form.errand,
            set: form.ask.draft.clone(),
        };
        write_line(&kept).unwrap_or_default()
    }

    /// Opens a stored form with its values.
    pub(super) fn fill_in(&mut self, text: &str, compendium: &Compendium) {
        let kept: Result<KeptForm, _> = read_as(&Source::new("form", text));
        let Ok(kept) = kept else {
            return;
        };
        self.edit(kept.errand, compendium);
        self.with_form(compendium, |ask, _, _| {
            ask.draft = kept.set;
            Reply::Nothing
        });
    }

    /// Opens a form over a row.
    pub(crate) fn edit(&mut self, errand: RowErrand, compendium: &Compendium) {
        let title = match errand {
            RowErrand::Newcomer(place) => {
                let Some(one) = self.setup.combatants.get(place) else {
                    return;
                };
                called(one).to_owned()
            }
            RowErrand::Side(_) => "A side".to_owned(),
            RowErrand::NewSide => "New side".to_owned(),
            RowErrand::Coming(place) => {
                let Some(one) = self.setup.combatants.get(place) else {
                    return;
                };
                format!("When does {} arrive?", called(one))
            }
            RowErrand::Event(_) | RowErrand::NewEvent => "Later in the fight".to_owned(),
        };
        let asked = Prompt {
            question: Question {
                key: "setup".into(),
                who: None,
                nth: 0,
            },
            title,
            hint: String::new(),
            kind: Kind::Form(Vec::new()),
        };
        let body = |f: &mut Form<'_>| self.setup.body(errand, compendium, f);
        let (preview, _) = previewed(self.nobody(), &asked, &Draft::new(), body);
        let mut ask = Ask::new(
            Asked::Prompt(&preview.form),
            self.nobody(),
            Capitals::new(CAPITALS),
        );
        // Rows are reached by their action keys; only a required text is edited at once.
        if errand != RowErrand::NewEvent {
            ask.leave_field();
        }
        let prompt = preview.form.clone();
        ask.preview = Some(preview);
        self.form = Some(RowForm {
            errand,
            prompt,
            ask,
        });
    }

    /// Passes a key to the form over a row.
    pub(crate) fn with_form(
        &mut self,
        compendium: &Compendium,
        change: impl FnOnce(&mut Ask, Asked<'_>, &Encounter) -> Reply,
    ) -> Option<Reply> {
        let mut form = self.form.take()?;
        let reply = change(&mut form.ask, Asked::Prompt(&form.prompt), self.nobody());
        let (preview, _) = self.filled(&form, compendium);
        form.ask.preview = Some(preview);
        form.ask.keep_selected(Asked::Prompt(&form.prompt));
        self.form = Some(form);
        Some(reply)
    }

    /// Returns the form over a row.
    pub fn prompt(&self) -> Option<(&Prompt, &Ask)> {
        self.form.as_ref().map(|form| (&form.prompt, &form.ask))
    }

    /// Returns the preview and the result of the form over a row.
    fn filled(&self, form: &RowForm, compendium: &Compendium) -> (Preview, Result<Edit, String>) {
        let body = |f: &mut Form<'_>| self.setup.body(form.errand, compendium, f);
        previewed(self.nobody(), &form.prompt, &form.ask.draft, body)
    }

    /// Applies the form to the set-up. Errors are shown in the form.
    pub(crate) fn take_form(&mut self, compendium: &Compendium) {
        let Some(mut form) = self.form.take() else {
            return;
        };
        match self.filled(&form, compendium).1 {
            Ok(edit) => self.change(|setup| setup.take(edit)),
            Err(why) => {
                form.ask.problem = Some(why);
                self.form = Some(form);
            }
        }
    }
}
