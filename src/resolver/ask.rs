//! Questions of a rule: dice, choices, combatants, forms, numbers, text.

use std::borrow::Cow;

use super::answers::Filling;
use super::check::MOST_QUESTIONS;
use super::form::{Filled, Form, Refused};
use super::prompt::{
    Answer, Choice, DiceRow, Draft, Field, FieldKind, Kind, Prompt, Question, Roll,
};
use super::run::{Resolver, Rolled, Step, Stop};
use crate::encounter::{Encounter, Event, Throw};
use crate::values::{Id, Value};

impl Resolver<'_> {
    /// Asks for one roll and logs it.
    pub fn roll(&mut self, roll: Roll) -> Step<Rolled> {
        let rolled = self.roll_quietly(&roll)?;
        self.log_throw(&roll, &rolled);
        Ok(rolled)
    }

    /// Asks for one roll without logging it; the rule calls [`Resolver::log_throw`].
    pub fn roll_quietly(&mut self, roll: &Roll) -> Step<Rolled> {
        let question = self.question(roll.key.clone(), roll.who)?;
        self.rulings(&question);
        let (roll, adjusted) = self.adjust(Cow::Borrowed(roll));
        if let Some(faces) = self.answers.faces(self.now, &question, &roll) {
            self.adjusted.remove(&roll.who);
            return Ok(roll.rolled(faces, adjusted));
        }
        let title = if roll.title.is_empty() {
            self.now.told(&roll.what)
        } else {
            Cow::Borrowed(&*roll.title)
        };
        self.wait(Prompt {
            question,
            title: title.into_owned(),
            hint: roll.hint.clone().into_owned(),
            kind: Kind::Roll(Box::new(roll.into_owned())),
        })
    }

    /// Adds the GM's adjustment ([`Event::Adjusted`]) to a roll, and returns both.
    fn adjust<'r>(&self, mut roll: Cow<'r, Roll>) -> (Cow<'r, Roll>, i64) {
        let by = self.adjusted.get(&roll.who).copied().unwrap_or(0);
        if by != 0 {
            roll.to_mut().bonus.add("GM", by);
        }
        (roll, by)
    }

    /// Logs a roll with its result.
    pub fn log_throw(&mut self, roll: &Roll, rolled: &Rolled) {
        self.thrown(roll, rolled, "");
    }

    /// Records a roll without a log line. The total of the roll is about to be stored in a field of the combatant, in
    /// a part, or in the bonus of another roll, named `kept_as`.
    pub fn keep_throw(&mut self, roll: &Roll, rolled: &Rolled, kept_as: &str) {
        self.thrown(roll, rolled, kept_as);
    }

    fn thrown(&mut self, roll: &Roll, rolled: &Rolled, kept_as: &str) {
        if !self.heard() {
            return;
        }
        let bonus = roll.bonus.clone().plus("GM", rolled.adjusted);
        let degree = rolled.degree.map(|nth| roll.degrees.steps[nth].1);
        self.emit(Event::Rolled(Throw {
            who: roll.who,
            unnamed: roll.unnamed,
            what: roll.what.clone(),
            told: roll.told.clone(),
            dice: roll.dice.clone(),
            faces: rolled.faces.clone(),
            bonus,
            total: rolled.total,
            need: roll.reachable_need(),
            high: roll.high,
            reasons: roll.reasons.clone(),
            against: roll.against.clone().into_owned(),
            verdict: match rolled.outcome {
                Some(_) if degree.is_some() => degree.unwrap_or_default().to_owned(),
                Some(passes) => roll.verdict(&rolled.faces, passes).to_owned(),
                None => String::new(),
            },
            forced: roll.forced(&rolled.faces),
            outcome: rolled.outcome,
            kept_as: kept_as.to_owned(),
        }));
    }

    /// Asks for several rolls at once, such as everyone's initiative, each with its own question. The rolls are not
    /// logged ([`Resolver::log_throw`]). A roll without dice is not prompted: its number counts at once.
    pub fn rolls(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        title: impl Into<String>,
        rolls: Vec<Roll>,
    ) -> Step<Vec<Rolled>> {
        let result = |roll: &Roll| match roll.dice.count() {
            0 => Some(roll.rolled(Vec::new(), 0)),
            _ => None,
        };
        let mut results: Vec<Option<Rolled>> = rolls.iter().map(result).collect();
        if results.iter().all(Option::is_some) {
            return Ok(results.into_iter().flatten().collect());
        }
        let key: Cow<'static, str> = key.into();
        let together = self.question(key.clone(), None)?;
        self.rulings(&together);
        let (mut rows, mut adjusted) = (Vec::new(), Vec::new());
        let prompted = rolls.into_iter().zip(&results);
        for (roll, _) in prompted.filter(|(_, result)| result.is_none()) {
            let question = self.question(key.clone(), roll.who)?;
            let before = self.adjusted.get(&roll.who).copied();
            self.rulings(&question);
            let (roll, by) = self.adjust(Cow::Owned(roll));
            adjusted.push(by);
            // A ruling at one row applies to that row only.
            match before {
                Some(before) => self.adjusted.insert(roll.who, before),
                None => self.adjusted.remove(&roll.who),
            };
            rows.push(DiceRow {
                faces: self.answers.faces(self.now, &question, &roll),
                question,
                roll: roll.into_owned(),
            });
        }
        if rows.iter().any(|row| row.faces.is_none()) {
            return self.wait(Prompt {
                question: together,
                title: title.into(),
                hint: String::new(),
                kind: Kind::Rolls(rows),
            });
        }
        let open = results.iter_mut().filter(|result| result.is_none());
        for (result, (row, adjusted)) in open.zip(rows.into_iter().zip(adjusted)) {
            self.adjusted.remove(&row.roll.who);
            *result = Some(row.roll.rolled(row.faces.unwrap_or_default(), adjusted));
        }
        Ok(results.into_iter().flatten().collect())
    }

    /// Asks for several rolls at once, together with the dice added to each of them ([`Roll::along`]). The added dice
    /// have rows of their own, so that the natural result of a roll is unchanged. Returns each roll with the totals of
    /// its added dice as bonuses.
    pub fn rolls_along(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        title: impl Into<String>,
        rolls: Vec<Roll>,
    ) -> Step<Vec<(Roll, Rolled)>> {
        let mut rows = Vec::new();
        for roll in &rolls {
            rows.push(roll.clone());
            let added = roll.along.iter().map(|(label, dice)| {
                Roll::new(roll.key.clone(), roll.who, *label, dice.clone()).high()
            });
            rows.extend(added);
        }
        let rolled = self.rolls(key, title, rows.clone())?;
        let mut rows = rows.iter().zip(rolled);
        let with_added = |mut roll: Roll| {
            let (_, own) = rows.next()?;
            if roll.along.is_empty() {
                return Some((roll, own));
            }
            for (label, _) in std::mem::take(&mut roll.along) {
                let (row, added) = rows.next()?;
                self.keep_throw(row, &added, label);
                roll.bonus.add(label, added.total);
            }
            let mut adjusted = roll.clone();
            adjusted.bonus.add("GM", own.adjusted);
            let rolled = adjusted.rolled(own.faces, own.adjusted);
            Some((roll, rolled))
        };
        Ok(rolls.into_iter().map_while(with_added).collect())
    }

    /// Asks for one element of a list. `tell` returns the texts of an element, with its key for saves. `preset` is the
    /// index of the default.
    pub fn one_of<T: Clone>(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        all: &[T],
        preset: usize,
        tell: impl Fn(&T) -> Choice,
    ) -> Step<T> {
        let options: Vec<Choice> = all.iter().map(&tell).collect();
        let answer = self.ask(key, who.into(), title, Kind::Choice { options, preset })?;
        let chosen = match answer {
            Answer::Chose(key) => all.iter().find(|one| tell(one).key == key),
            _ => None,
        };
        match chosen {
            Some(one) => Ok(one.clone()),
            None => self.broken("the prompt accepted an answer of the wrong kind"),
        }
    }

    /// Sets the reason why all other combatants cannot be picked at the next question, if they have no more specific
    /// reason. The reason is a predicate: "mends nothing".
    pub fn others(&mut self, why: &'static str) -> &mut Self {
        self.others = why;
        self
    }

    /// Asks for combatants from a list.
    #[expect(
        clippy::too_many_arguments,
        reason = "the values are the parts of one question"
    )]
    pub fn pick(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        from: Vec<Id>,
        least: usize,
        most: usize,
        preset: Vec<Id>,
    ) -> Step<Vec<Id>> {
        let kind = Kind::Pick {
            from,
            least,
            most,
            preset,
            others: std::mem::take(&mut self.others),
        };
        match self.ask(key, who.into(), title, kind)? {
            Answer::Picked(ids) => Ok(ids),
            _ => self.broken("the prompt accepted an answer of the wrong kind"),
        }
    }

    /// Asks for several values at once: `body` declares, defaults, refuses and reads the rows ([`Form`]).
    ///
    /// The recorded answer has the values that the user set, and the values of all rows of combatants and items. If a
    /// rerun would change a value in a row of combatants or items, Affray asks for the form again. All other defaults
    /// follow the facts.
    pub fn form<'t, T>(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        title: impl Into<Cow<'t, str>>,
        body: impl Fn(&mut Form<'_>) -> Filled<T>,
    ) -> Step<T> {
        let mut read = None;
        let mut run = |form: &mut Form<'_>| {
            read = Some(body(form)?);
            Ok(())
        };
        self.filled(key.into(), who.into(), title.into(), &mut run)?;
        match read {
            Some(read) => Ok(read),
            None => self.broken("the form was accepted before Affray read it"),
        }
    }

    /// Asks for a form without reading it; the last call of `body` has the result. The function is not generic, so that
    /// it is compiled once for all forms.
    fn filled(
        &mut self,
        key: Cow<'static, str>,
        who: Option<Id>,
        title: Cow<'_, str>,
        body: &mut dyn FnMut(&mut Form<'_>) -> Filled<()>,
    ) -> Step<()> {
        let question = self.question(key, who)?;
        self.choices += 1;
        self.overrule(&question);
        self.rulings(&question);
        let mut filling = self.answers.filling(self.now, &question, false);
        let (mut begun, mut moved, mut misfit) = (Draft::new(), None, None);
        if let Filling::Sent(given) = &filling
            && let Answer::Filled(set) = &given.answer
        {
            let mut form = Form::new(self.now, set, false).recorded();
            let made = body(&mut form);
            let stood = given.stood.as_ref();
            moved = stood.and_then(|stood| Moved::of(stood, form.stood()));
            misfit = form.misfit().map(str::to_owned);
            if moved.is_none() && misfit.is_none() {
                if let Some(record) = self.answers.record() {
                    record.filled(&question, form.stood());
                }
                self.tell_led(&question);
                return made.or_else(|Refused(why)| self.refuse(why));
            }
            begun.clone_from(set);
            filling = self.answers.filling(self.now, &question, true);
        }
        match filling {
            Filling::Decided(set) => {
                let mut filled = |set: &Draft| {
                    let mut form = Form::new(self.now, set, false);
                    let made = body(&mut form);
                    let misfit = form.misfit().map(|why| Refused(why.to_owned()));
                    misfit.map_or(made, Err)
                };
                let mut made = filled(&set);
                if let (Err(Refused(why)), false) = (&made, set.is_empty()) {
                    self.answers.unfit(&question, why);
                    made = filled(&Draft::new());
                }
                made.or_else(|Refused(why)| self.refuse(why))
            }
            Filling::Tried(draft) => {
                let mut form = Form::new(self.now, &draft, true);
                let made = body(&mut form);
                let misfit = form.misfit().map(|why| Refused(why.to_owned()));
                self.form = Some(Prompt {
                    question,
                    title: title.into_owned(),
                    hint: String::new(),
                    kind: Kind::Form(form.into_fields()),
                });
                misfit
                    .map_or(made, Err)
                    .or_else(|Refused(why)| self.refuse(why))
            }
            Filling::Open | Filling::Sent(_) => {
                let mut form = Form::new(self.now, &begun, true);
                // Errors in the defaults are shown when the form is filled.
                let _ = body(&mut form);
                let fields = form.into_fields();
                let moved = moved.map(|moved: Moved| moved.told(self.now, &fields));
                let hint = moved.or(misfit).unwrap_or_default();
                self.wait(Prompt {
                    question,
                    title: title.into_owned(),
                    hint,
                    kind: Kind::Form(fields),
                })
            }
        }
    }

    /// Asks for a whole number.
    pub fn number(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        least: i64,
        most: i64,
        preset: i64,
    ) -> Step<i64> {
        let kind = Kind::Number {
            least,
            most,
            preset: preset.clamp(least, most),
        };
        match self.ask(key, who.into(), title, kind)? {
            Answer::Number(n) => Ok(n),
            _ => self.broken("the prompt accepted an answer of the wrong kind"),
        }
    }

    /// Asks for a text, which may be empty.
    pub fn text(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        preset: &str,
    ) -> Step<String> {
        let kind = Kind::Text {
            preset: preset.to_owned(),
        };
        match self.ask(key, who.into(), title, kind)? {
            Answer::Text(text) => Ok(text),
            _ => self.broken("the prompt accepted an answer of the wrong kind"),
        }
    }

    /// Asks a yes-or-no question.
    pub fn confirm(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        who: impl Into<Option<Id>>,
        title: impl Into<String>,
        preset: bool,
    ) -> Step<bool> {
        match self.ask(key, who.into(), title, Kind::Confirm { preset })? {
            Answer::Yes(yes) => Ok(yes),
            _ => self.broken("the prompt accepted an answer of the wrong kind"),
        }
    }

    fn ask(
        &mut self,
        key: impl Into<Cow<'static, str>>,
        who: Option<Id>,
        title: impl Into<String>,
        kind: Kind,
    ) -> Step<Answer> {
        let prompt = Prompt {
            question: self.question(key.into(), who)?,
            title: title.into(),
            hint: String::new(),
            kind,
        };
        self.choices += 1;
        self.overrule(&prompt.question);
        self.rulings(&prompt.question);
        match self.answers.answer(self.now, &prompt) {
            Some(answer) => {
                self.tell_led(&prompt.question);
                Ok(answer)
            }
            None => self.wait(prompt),
        }
    }

    /// Logs that a policy gave an answer, and its reason.
    fn tell_led(&mut self, question: &Question) {
        let why = self.answers.led(question).unwrap_or_default();
        self.led(question.who, None, &why);
    }

    /// Removes the policy's reason for starting a command if a person answers its question.
    fn overrule(&mut self, question: &Question) {
        let by_hand = self.answers.led(question).is_some_and(|why| why.is_empty());
        if let Some(Event::Led { who, .. }) = self.events.last()
            && by_hand
            && who.is_some()
            && *who == question.who
        {
            self.events.pop();
        }
    }

    /// Suspends the rule until there is an answer.
    fn wait<T>(&mut self, prompt: Prompt) -> Step<T> {
        self.ruled_amid(None);
        self.stopped = true;
        Err(Stop::Ask(Box::new(prompt)))
    }

    /// Returns the identity of the next question: its key, the combatant who answers, and the number of earlier
    /// questions with this key.
    fn question(&mut self, key: Cow<'static, str>, who: Option<Id>) -> Step<Question> {
        if self.stopped {
            return Err(Stop::Broken(format!(
                "a rule asked `{key}` although an earlier question has no answer"
            )));
        }
        self.times += 1;
        if self.times > MOST_QUESTIONS {
            return self.broken(format!("a rule asked more than {MOST_QUESTIONS} questions"));
        }
        let mut asked = self.asked.iter_mut();
        if let Some(last) = asked.find(|last| last.who == who && last.key == key) {
            last.nth += 1;
            return Ok(last.clone());
        }
        let question = Question { key, who, nth: 0 };
        self.asked.push(question.clone());
        Ok(question)
    }
}

/// Row of combatants or items whose value has changed since the answer.
struct Moved {
    key: String,
    then: Option<Value>,
    today: Option<Value>,
}

impl Moved {
    /// Finds the first changed row, if there is one.
    fn of(then: &Draft, today: &Draft) -> Option<Self> {
        let mut keys = then.keys().chain(today.keys());
        let key = keys.find(|key| then.get(*key) != today.get(*key))?;
        Some(Self {
            key: key.clone(),
            then: then.get(key).cloned(),
            today: today.get(key).cloned(),
        })
    }

    /// Describes the old and the new value as the form shows them.
    fn told(&self, now: &Encounter, fields: &[Field]) -> String {
        let field = fields.iter().find(|field| field.key == self.key);
        let label = field.map_or_else(|| self.key.replace('_', " "), |field| field.label.clone());
        let said = |value: &Option<Value>| match value {
            Some(Value::Who(ids)) => {
                let there = ids.iter().copied().filter(|id| now.find(*id).is_some());
                now.names(&there.collect::<Vec<Id>>())
            }
            Some(value) => {
                let word = value.to_string();
                let options = match field.map(|field| &field.kind) {
                    Some(FieldKind::Choice(options)) => options.as_slice(),
                    _ => &[],
                };
                let chosen = options.iter().find(|option| option.key == word);
                chosen.map_or(word, |option| option.label.clone())
            }
            None => "nothing".to_owned(),
        };
        format!(
            "{label}: was {}, would be {} now",
            said(&self.then),
            said(&self.today)
        )
    }
}
