//! Reading of the sheet and the options in a system's file.

use crate::dice::Dice;
use crate::ron_text::Node;
use crate::ron_text::Shape;
use crate::values::{Counter, FieldSpec, Fields, Spec, Value};

use super::reader::Reader;
use crate::systems::written::keywords::{self, Part};
use crate::systems::written::model::{Kept, Most, Pool, SceneNumber, Track, keep};
use crate::systems::written::sums::sum::{Kind, Sum, words_of};

/// Sheet as read from the file.
#[derive(Default)]
pub struct Sheet {
    /// Fields in their order.
    pub fields: Fields,
    /// Fields that players may see of any combatant, with the letters of a row.
    pub shown: Vec<(u16, &'static str)>,
    /// Tracks of hit points. The options that select them are not read yet.
    pub tracks: Vec<Track>,
    pub pools: Vec<Pool>,
    /// Fields whose values are shared by all combatants of a side.
    pub shared: Vec<u16>,
    /// Fields that are reset automatically.
    pub kept: Vec<(u16, Kept)>,
    /// Field with the maximum hit points; "" if there is none.
    pub hit_points: String,
    /// Dice for rolling hit points; "" if there are none.
    pub hit_dice: String,
    /// Fields with an expression for their default value.
    pub worked_out: Vec<(u16, Sum)>,
}

/// Default range of numbers.
const RANGE: (i64, i64) = (-99, 999);

impl Reader<'_> {
    /// Reads the fields of the sheet.
    pub fn sheet(&mut self, node: Option<&Node<'_>>) -> Sheet {
        let mut sheet = Sheet::default();
        let all = self.named(node, "the field", &[]);
        // All fields are read first, then the references between them.
        for (word, node) in &all {
            let Some((spec, kind)) = self.field_spec(word, node, Part::Field) else {
                continue;
            };
            if is_whom(&spec.kind, kind) {
                self.wrong(node.at, "only `asks` of an action can have `Targets`");
                continue;
            }
            let place = u16::try_from(sheet.fields.0.len()).unwrap_or(u16::MAX);
            if let Spec::Records(_) = spec.kind {
                self.lists.push((place, word));
                self.names.lists.push(place);
            }
            if let Spec::Word(words) = &spec.kind
                && !words.is_empty()
            {
                self.names.words.push((place, words.clone()));
            }
            self.names.fields.push((word, kind));
            sheet.fields.0.push(spec);
        }
        for (word, node) in &all {
            if let Some(place) = self.place(word) {
                self.field_marks(place, node, &mut sheet);
            }
        }
        sheet
    }

    /// Reads the options of a fight.
    pub fn options(&mut self, node: Option<&Node<'_>>) -> Fields {
        let mut fields = Fields::default();
        for (word, node) in self.named(node, "the option", &[]) {
            let Some((mut spec, kind)) = self.field_spec(word, node, Part::Option) else {
                continue;
            };
            let fits = match &spec.kind {
                Spec::Flag | Spec::Int(..) => true,
                Spec::Word(words) => !words.is_empty(),
                _ => false,
            };
            if !fits {
                self.wrong(
                    node.at,
                    "an option must be a YesNo, a Number or a OneOf([…])",
                );
                continue;
            }
            if let (Spec::Int(least, most), None) = (&spec.kind, &spec.default) {
                spec.default = Some(Value::Int(0.clamp(*least, *most)));
            }
            if let Spec::Word(words) = &spec.kind {
                let place = u16::try_from(self.names.options.len()).unwrap_or(u16::MAX);
                self.names.option_words.push((place, words.clone()));
            }
            self.names.options.push((word, kind));
            fields.0.push(spec);
        }
        fields
    }

    /// Reads the numbers of the whole scene.
    pub fn scene(&mut self, node: Option<&Node<'_>>) -> Vec<SceneNumber> {
        let mut all = Vec::new();
        for (word, node) in self.named(node, "the number", &[]) {
            let Some(mut fields) = self.reading.record(node) else {
                continue;
            };
            let label = self.label(&mut fields, word);
            let range = fields.take("range");
            let (least, most) = self.range(range);
            let default = fields.take("default");
            let default = default.and_then(|node| self.int_within(node, least, most));
            self.finish(fields, Part::Scene);
            self.names.scene.push(word);
            all.push(SceneNumber {
                key: word,
                label,
                least,
                most,
                default: default.unwrap_or(0.clamp(least, most)),
                bounded: range.is_some(),
            });
        }
        all
    }

    /// Reads the type and the common keywords of a field; the other keywords of its part are read elsewhere. A number
    /// on a sheet may have an expression as its default.
    fn field_spec(
        &mut self,
        word: &'static str,
        node: &Node<'_>,
        part: Part,
    ) -> Option<(FieldSpec, Kind)> {
        let mut fields = self.reading.record(node)?;
        let is = fields.take("type");
        let range = fields.take("range");
        let default = fields.take("default");
        let worked_out = default.is_some_and(|node| matches!(node.shape, Shape::Text(_)));
        let worked_out = worked_out && part == Part::Field;
        let label = self.label(&mut fields, word);
        let help = self.line(&mut fields, "help");
        let elsewhere = fields.take("aliases");
        let elsewhere = elsewhere.map_or(&[][..], |node| self.reading.list(node));
        let elsewhere: Vec<String> = elsewhere
            .iter()
            .filter_map(|node| self.reading.name(node))
            .collect();
        let required = fields
            .take("required")
            .and_then(|node| self.reading.flag(node));
        let known = keywords::of(part);
        for word in &known {
            let _ = fields.take(word);
        }
        self.finish(fields, part);
        let (kind, of) = self.spec(word, is, range)?;
        let mut spec = FieldSpec::new(word, label, kind);
        spec.help = help.to_owned();
        spec.elsewhere = elsewhere;
        if let Some((_, words)) = self.several.pop_if(|(of, _)| *of == word) {
            spec.several = words;
        }
        spec.required = required.unwrap_or(false);
        spec.default = match default {
            // The expression is read after all fields are known.
            Some(_) if worked_out && matches!(spec.kind, Spec::Int(..)) => None,
            Some(node) => self.value(node, &spec.kind),
            None => usual(&spec.kind, spec.required),
        };
        Some((spec, of))
    }

    fn spec(
        &mut self,
        word: &'static str,
        is: Option<&Node<'_>>,
        range: Option<&Node<'_>>,
    ) -> Option<(Spec, Kind)> {
        let Some(node) = is else {
            let (least, most) = self.range(range);
            return Some((Spec::Int(least, most), Kind::Number));
        };
        match (self.head(node), self.inside(node)) {
            ("Number", []) => {
                let (least, most) = self.range(range);
                Some((Spec::Int(least, most), Kind::Number))
            }
            ("YesNo", []) => Some((Spec::Flag, Kind::Flag)),
            ("Dice", []) => Some((Spec::Dice, Kind::Dice)),
            ("Text", []) => Some((Spec::Word(Vec::new()), Kind::Word)),
            ("OneOf", [words]) => {
                let mut all = Vec::new();
                for node in self.reading.list(words) {
                    all.extend(self.reading.name(node));
                }
                if all.is_empty() || all.len() > 200 {
                    self.wrong(words.at, "write 1 to 200 words here");
                    return None;
                }
                Some((Spec::Word(all), Kind::Word))
            }
            ("AnyOf", [words]) => {
                let mut all = Vec::new();
                for node in self.reading.list(words) {
                    all.extend(self.reading.name(node));
                }
                if all.is_empty() || all.iter().any(|word| word.contains(',')) {
                    self.wrong(words.at, "write words without commas here");
                    return None;
                }
                self.several.push((word, all));
                Some((Spec::Word(Vec::new()), Kind::Word))
            }
            // The value lists the numbers of the targets as a text. In expressions it is true if the target is one of
            // them.
            ("Targets", []) => Some((Spec::Word(Vec::new()), Kind::Flag)),
            ("List", [columns]) => Some((Spec::Records(self.columns(columns)), Kind::Flag)),
            (kind @ ("OneOf" | "AnyOf"), _) => {
                self.wrong(node.at, format!("write `{kind}([\"near\", \"far\"])`"));
                None
            }
            ("List", _) => {
                self.wrong(node.at, "write `List({ \"damage\": (type: Dice) })`");
                None
            }
            _ => {
                let known = keywords::of(Part::FieldType);
                self.unknown_word(node, "kind of field", &known);
                None
            }
        }
    }

    /// Reads the columns of a list; every row has a name.
    fn columns(&mut self, node: &Node<'_>) -> Fields {
        let mut name = FieldSpec::new("name", "name", Spec::Word(Vec::new()));
        name.required = true;
        let mut columns = Fields(vec![name]);
        if !self
            .names
            .columns
            .iter()
            .any(|(column, _)| *column == "name")
        {
            self.names.columns.push(("name", Kind::Word));
        }
        for (word, node) in self.named(Some(node), "the column", &[]) {
            let Some((mut spec, kind)) = self.field_spec(word, node, Part::Column) else {
                continue;
            };
            if let Shape::Record(_, fields) = &node.shape
                && let Some(field) = fields.iter().find(|field| field.key == "counter")
            {
                self.counter(&field.value, &mut spec);
            }
            if matches!(spec.kind, Spec::Records(_)) {
                self.wrong(
                    node.at,
                    "a list on a sheet cannot contain another list: use another type",
                );
                continue;
            }
            if is_whom(&spec.kind, kind) {
                self.wrong(node.at, "only `asks` of an action can have `Targets`");
                continue;
            }
            let known = self
                .names
                .columns
                .iter()
                .find(|(column, _)| *column == word);
            // A column that several lists have accepts the keywords of all of them.
            if let Spec::Word(words) = &spec.kind {
                let all = &mut self.names.column_words;
                match all.iter_mut().find(|(column, _)| *column == word) {
                    Some((_, known)) => known.extend(words.iter().cloned()),
                    None if known.is_none() => all.push((word, words.clone())),
                    None => {}
                }
            }
            match known {
                Some((_, other)) if *other != kind => {
                    let told = format!(
                        "`{word}` has a different type in another list: rename one of the two columns"
                    );
                    self.wrong(node.at, told);
                }
                Some(_) => {}
                None => self.names.columns.push((word, kind)),
            }
            if let Shape::Record(_, fields) = &node.shape
                && let Some(field) = fields.iter().find(|field| field.key == "silent")
                && self.reading.flag(&field.value) == Some(true)
            {
                spec.silent = true;
            }
            columns.0.push(spec);
        }
        columns
    }

    /// Reads the further questions of an action, each with its action key, or ' ' for none.
    pub fn asks(&mut self, node: Option<&Node<'_>>) -> (Fields, Vec<char>) {
        let (mut fields, mut capitals) = (Fields::default(), Vec::new());
        for (word, node) in self.named(node, "the question", &[]) {
            // Rows of the forms themselves.
            if ["target", "with", "to", "where"].contains(&word) {
                let told =
                    format!("`{word}` already has another meaning here: choose another name");
                self.wrong(node.at, told);
                continue;
            }
            let Some((mut spec, kind)) = self.field_spec(word, node, Part::Question) else {
                continue;
            };
            let fits = match &spec.kind {
                Spec::Flag | Spec::Int(..) => true,
                Spec::Word(words) => !words.is_empty() || is_whom(&spec.kind, kind),
                _ => false,
            };
            let known = self.names.asked.iter().find(|(one, _)| *one == word);
            if !fits || known.is_some_and(|(_, other)| *other != kind) {
                let told = if fits {
                    format!(
                        "`{word}` has a different type in another action: rename one of the two questions"
                    )
                } else {
                    "a question must be a YesNo, a Number, a OneOf([…]) or Targets".to_owned()
                };
                self.wrong(node.at, told);
                continue;
            }
            if let (Spec::Int(least, most), None) = (&spec.kind, &spec.default) {
                spec.default = Some(Value::Int(0.clamp(*least, *most)));
            }
            if known.is_none() {
                self.names.asked.push((word, kind));
            }
            if let Spec::Word(words) = &spec.kind
                && !words.is_empty()
            {
                let all = &mut self.names.asked_words;
                match all.iter_mut().find(|(one, _)| *one == word) {
                    Some((_, known)) => known.extend(words.iter().cloned()),
                    None => all.push((word, words.clone())),
                }
            }
            capitals.push(self.ask_capital(node));
            fields.0.push(spec);
        }
        (fields, capitals)
    }

    /// Reads an expression of each question; `None` for questions without it.
    pub fn sums_of_asks(
        &mut self,
        node: Option<&Node<'_>>,
        asks: &Fields,
        key: &str,
        kind: Kind,
    ) -> Vec<Option<Sum>> {
        let questions = match node.map(|node| &node.shape) {
            Some(Shape::Map(questions)) => questions.as_slice(),
            _ => &[],
        };
        let mut all = Vec::new();
        for asked in asks.iter() {
            let called = |(name, _): &&(Node<'_>, Node<'_>)| match &name.shape {
                Shape::Text(name) => *name == asked.key,
                _ => false,
            };
            let sum = match questions.iter().find(called) {
                Some((_, node)) => match &node.shape {
                    Shape::Record(_, fields) => fields.iter().find(|field| field.key == key),
                    _ => None,
                },
                None => None,
            };
            if let Some(sum) = sum.filter(|_| kind == Kind::Number)
                && !matches!(asked.kind, Spec::Int(..))
            {
                self.wrong(
                    sum.value.at,
                    format!("`{key}` needs a question for a number"),
                );
            }
            all.push(sum.and_then(|sum| self.sum(&sum.value, kind)));
        }
        all
    }

    /// Reads the action key of a question; ' ' for none.
    fn ask_capital(&mut self, node: &Node<'_>) -> char {
        let Shape::Record(_, fields) = &node.shape else {
            return ' ';
        };
        let Some(field) = fields.iter().find(|field| field.key == "key") else {
            return ' ';
        };
        let text = self.reading.text(&field.value).unwrap_or_default();
        match text.as_bytes() {
            [one] if one.is_ascii_uppercase() => char::from(*one),
            _ => {
                self.wrong(field.value.at, "one capital letter is needed here: \"C\"");
                ' '
            }
        }
    }

    fn range(&mut self, node: Option<&Node<'_>>) -> (i64, i64) {
        let Some(node) = node else {
            return RANGE;
        };
        let [least, most] = self.inside(node) else {
            self.wrong(node.at, "write the lowest and the highest value: `(0, 99)`");
            return RANGE;
        };
        let (Some(from), Some(to)) = (self.reading.int(least), self.reading.int(most)) else {
            return RANGE;
        };
        if from > to || from < -1_000_000 || to > 1_000_000 {
            self.wrong(
                node.at,
                "write the lower number first, and only numbers from -1000000 to 1000000",
            );
            return RANGE;
        }
        (from, to)
    }

    fn value(&mut self, node: &Node<'_>, kind: &Spec) -> Option<Value> {
        let value = match (kind, &node.shape) {
            (Spec::Flag, _) => Value::Flag(self.reading.flag(node)?),
            (Spec::Int(..), Shape::Plain(word)) if word.starts_with("self.") => {
                self.unquoted(node);
                return None;
            }
            (Spec::Int(least, most), _) => Value::Int(self.reading.int_of(node, *least, *most)?),
            (Spec::Decimal(..), _) => Value::Int(self.reading.int(node)?),
            (Spec::Dice, Shape::Text(text)) => match Dice::parse(text) {
                Ok(dice) => Value::Dice(dice),
                Err(why) => {
                    self.wrong(node.at, why.to_string());
                    return None;
                }
            },
            _ => Value::Word(self.reading.text(node)?),
        };
        match kind.check(&value) {
            Ok(()) => Some(value),
            Err(wrong) => {
                self.wrong(node.at, wrong.what);
                None
            }
        }
    }

    /// Reads the references of a field to other fields, and its meaning in the rules.
    fn field_marks(&mut self, place: u16, node: &Node<'_>, sheet: &mut Sheet) {
        let Shape::Record(_, fields) = &node.shape else {
            return;
        };
        let named = |key: &str| fields.iter().find(|field| field.key == key);
        let number = matches!(sheet.fields.0[usize::from(place)].kind, Spec::Int(..));
        if let Some(field) = named("default")
            && let (Shape::Text(_), true) = (&field.value.shape, number)
            && let Some(sum) = self.sum(&field.value, Kind::Number)
        {
            if sum.is_of_target() {
                let told = "a default can only use other fields of the same sheet: `self.…`";
                self.wrong(field.value.at, told);
            }
            sheet.worked_out.push((place, sum));
        }
        let spec = &mut sheet.fields.0[usize::from(place)];
        if let Some(counter) = named("counter") {
            self.counter(&counter.value, spec);
        }
        for (key, up) in [("hit_points", false), ("clock", true)] {
            let Some(field) = named(key) else {
                continue;
            };
            spec.state = true;
            spec.lasts = true;
            spec.default = up.then_some(Value::Int(0));
            let range = spec.kind.clone();
            if let Some(most) = self.most(&field.value, &range) {
                spec.counter = match most {
                    _ if up => Counter::Free,
                    most => self.up_to(most),
                };
                if let (Most::Field(place), true) = (most, sheet.hit_points.is_empty()) {
                    sheet.hit_points = self.names.fields[usize::from(place)].0.to_owned();
                }
                let when = named("when");
                let when = when.and_then(|when| self.sum(&when.value, Kind::Flag));
                sheet.tracks.push(Track {
                    field: place,
                    most,
                    up,
                    when,
                });
            }
        }
        let spec = &mut sheet.fields.0[usize::from(place)];
        if let Some(field) = named("pool") {
            spec.state = true;
            spec.lasts = true;
            spec.default = None;
            let range = spec.kind.clone();
            if let Some(most) = self.most(&field.value, &range) {
                sheet.fields.0[usize::from(place)].counter = self.up_to(most);
                sheet.pools.push(Pool { field: place, most });
            }
        }
        if let Some(field) = named("shared")
            && self.reading.flag(&field.value) == Some(true)
        {
            if !number || named("hit_points").or(named("clock")).is_some() {
                let told = "a shared field must be a number without `hit_points` or `clock`";
                self.wrong(field.value.at, told);
            }
            let spec = &mut sheet.fields.0[usize::from(place)];
            spec.state = true;
            spec.lasts = true;
            if spec.counter == Counter::No {
                spec.counter = Counter::Free;
            }
            sheet.shared.push(place);
        }
        let spec = &mut sheet.fields.0[usize::from(place)];
        if let Some(field) = named("resets") {
            spec.state = true;
            let all = [
                ("Turn", Some(Kept::Turn)),
                ("Round", Some(Kept::Round)),
                ("Fight", Some(Kept::Fight)),
                ("Never", None),
            ];
            match self.word_of(&field.value, &all) {
                Some(Some(kept)) => {
                    spec.silent |= kept != Kept::Fight;
                    sheet.kept.push((place, kept));
                }
                Some(None) => spec.lasts = true,
                None => {}
            }
        }
        if let Some(field) = named("silent")
            && self.reading.flag(&field.value) == Some(true)
        {
            spec.silent = true;
        }
        if let Some(field) = named("rolled_with")
            && let Some(dice) = self.field(&field.value)
        {
            sheet.hit_dice = self.names.fields[usize::from(dice)].0.to_owned();
        }
        if let Some(field) = named("shown") {
            let letters = match &field.value.shape {
                Shape::Text(text) => Some(text.clone()),
                _ => match self.reading.flag(&field.value) {
                    Some(true) => {
                        let label = &sheet.fields.0[usize::from(place)].label;
                        Some(label.chars().take(3).collect::<String>().to_uppercase())
                    }
                    _ => None,
                },
            };
            if let Some(letters) = letters {
                // New combatants can be described with the letters that the screen shows.
                sheet.fields.0[usize::from(place)]
                    .elsewhere
                    .push(letters.clone());
                sheet.shown.push((place, keep(&letters)));
            }
        }
    }

    /// Reads the keyword that makes a number a counter.
    fn counter(&mut self, node: &Node<'_>, spec: &mut FieldSpec) {
        if self.reading.flag(node) != Some(true) {
            return;
        }
        if matches!(spec.kind, Spec::Int(..)) {
            spec.counter = Counter::Free;
        } else {
            self.wrong(node.at, "only a number can be a counter");
        }
    }

    /// Returns a counter with this maximum.
    fn up_to(&self, most: Most) -> Counter {
        match most {
            Most::Field(place) => Counter::UpTo(self.names.fields[usize::from(place)].0.to_owned()),
            Most::Fixed(most) => Counter::UpToNumber(most),
        }
    }

    /// Reads the maximum of a field with this range: another field by its name, or a number.
    fn most(&mut self, node: &Node<'_>, range: &Spec) -> Option<Most> {
        let highest = match range {
            Spec::Int(_, highest) => *highest,
            _ => 1_000_000,
        };
        match node.shape {
            _ if self.unquoted(node) => None,
            Shape::Plain(_) => self.int_within(node, 1, highest).map(Most::Fixed),
            _ => self.field(node).map(Most::Field),
        }
    }
}

/// Returns true if a question asks for some of the targets.
fn is_whom(spec: &Spec, kind: Kind) -> bool {
    kind == Kind::Flag && matches!(spec, Spec::Word(_))
}

/// Returns the first keyword of a list that is not among these.
pub fn stranger<'t>(text: &'t str, words: &[String]) -> Option<&'t str> {
    words_of(text).find(|word| words.iter().all(|known| known != word))
}

/// Returns the value of a field without a default.
fn usual(kind: &Spec, required: bool) -> Option<Value> {
    match kind {
        _ if required => None,
        Spec::Int(least, most) => Some(Value::Int(0.clamp(*least, *most))),
        Spec::Flag => Some(Value::Flag(false)),
        Spec::Word(words) => words.first().map(|word| Value::Word(word.clone())),
        Spec::Decimal(..) | Spec::Dice | Spec::Records(_) => None,
    }
}
