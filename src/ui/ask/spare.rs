//! Action keys of rows and answers that declare none: the first free letter of the row's label.

use crate::resolver::{Choice, Field, FieldKind, Prompt};
use crate::rules::{Capitals, DEED};

use super::Ask;
use super::form::flips;

/// Letters with a meaning in any prompt: yes, no, and the GM's modifier.
const KEPT: [char; 3] = ['Y', 'N', 'G'];

/// Returns the action key of each row. A row without a declared key gets the first letter of its label that no other
/// row uses, or else the first unused letter. `taken` are further letters in use, and `reserved` are letters that the row
/// at an index gets only if no other letter is free.
fn all_keys(
    rows: &[(Option<char>, &str)],
    taken: Vec<char>,
    reserved: impl Fn(usize) -> Vec<char>,
) -> Vec<Option<char>> {
    let declared = rows.iter().filter_map(|(key, _)| *key);
    let mut taken: Vec<char> = KEPT.into_iter().chain(taken).chain(declared).collect();
    let key = |(place, (key, label)): (usize, &(Option<char>, &str))| {
        if key.is_some() {
            return *key;
        }
        let reserved = reserved(place);
        let letters = label.chars().map(|c| c.to_ascii_uppercase());
        let letters = letters.filter(char::is_ascii_uppercase);
        let mut free = letters.chain('A'..='Z').filter(|c| !taken.contains(c));
        let first = free.clone().next();
        let free = free.find(|c| !reserved.contains(c)).or(first);
        taken.extend(free);
        free
    };
    rows.iter().enumerate().map(key).collect()
}

/// Returns the action keys of the answers of a choice. A list that declares no key at all, such as the list of earlier
/// rolls, has none.
pub(super) fn keys_of_options(options: &[Choice], capitals: &Capitals) -> Vec<Option<char>> {
    let row = |option: &'_ Choice| capitals.deed(&option.key);
    let declared: Vec<Option<char>> = options.iter().map(row).collect();
    if declared.iter().all(Option::is_none) {
        return declared;
    }
    let labels = options.iter().map(|option| option.label.as_str());
    let rows: Vec<(Option<char>, &str)> = declared.into_iter().zip(labels).collect();
    all_keys(&rows, Vec::new(), |_| Vec::new())
}

impl Ask {
    /// Returns the declared action key of a row. A row that a key changes at once has none if an earlier row has the same
    /// key: pressed again, the key would change the earlier row. Blocks of combatants keep their keys, because the letter
    /// of the combatant selects the block.
    pub(super) fn declared_key(&self, field: &Field, fields: &[Field]) -> Option<char> {
        let keyed = self.keyed(field)?;
        let capital = Some(keyed.capital).filter(|capital| *capital != DEED)?;
        if !flips(field) || keyed.whose().is_some() {
            return Some(capital);
        }
        let same = |other: &&Field| {
            let keyed = self.keyed(other);
            keyed.is_some_and(|keyed| keyed.capital == capital && keyed.whose().is_none())
        };
        let first = fields.iter().find(same);
        first
            .is_none_or(|first| first.key == field.key)
            .then_some(capital)
    }

    /// Returns the action keys of the rows of a form. A row without a declared key keeps its letter while the form is
    /// open: rows that appear later get other letters.
    pub(super) fn keys_of_rows(&self, fields: &[Field]) -> Vec<Option<char>> {
        let row = |field: &Field| self.declared_key(field, fields);
        // The keys of the actions that a row offers work in the whole form.
        let deeds = |field: &Field| -> Vec<char> {
            match &field.kind {
                FieldKind::Choice(options) if row(field).is_none() => {
                    let deeds = options.iter().map(|one| self.capitals.deed(&one.key));
                    deeds.flatten().collect()
                }
                _ => Vec::new(),
            }
        };
        let taken: Vec<char> = fields.iter().flat_map(deeds).collect();
        let declared: Vec<char> = fields.iter().filter_map(row).collect();
        let is_free = |key: &char| !declared.contains(key) && !taken.contains(key);
        let shown = |field: &Field| {
            let kept = self.spare.get(&field.key).copied();
            row(field).or_else(|| kept.filter(is_free))
        };
        // The actions of a row have their own keys, so other rows get their letters first.
        let is_of_deeds =
            |place: &usize| row(&fields[*place]).is_none() && !deeds(&fields[*place]).is_empty();
        let (mut last, mut order): (Vec<usize>, Vec<usize>) =
            (0..fields.len()).partition(is_of_deeds);
        // A row whose actions all have keys needs none, so that no letter depends on the other rows.
        last.retain(|place| match &fields[*place].kind {
            FieldKind::Choice(options) => deeds(&fields[*place]).len() < options.len(),
            _ => true,
        });
        let first_of_deeds = order.len();
        order.extend(last);
        let ordered = order.iter().map(|place| &fields[*place]);
        let rows = ordered.map(|field| (shown(field), &*field.label));
        let is_gone = |key: &String| !fields.iter().any(|field| field.key == *key);
        let gone = self.spare.iter().filter(|(key, _)| is_gone(key));
        let gone: Vec<char> = gone.map(|(_, letter)| *letter).collect();
        let reserved = |place: usize| -> Vec<char> {
            let declared = self
                .capitals
                .declared(&self.form, &fields[order[place]].key);
            // The key of the action that opened the form may be pressed twice.
            let opened = self.capitals.deed(&self.form);
            let reserved = declared.into_iter().chain(opened);
            reserved.chain(gone.iter().copied()).collect()
        };
        let rows: Vec<(Option<char>, &str)> = rows.collect();
        let given = all_keys(&rows, taken, reserved);
        let mut keys = vec![None; fields.len()];
        for (place, key) in given.into_iter().enumerate() {
            let is_kept = |key: &char| place < first_of_deeds || !reserved(place).contains(key);
            keys[order[place]] = key.filter(is_kept);
        }
        keys
    }

    /// Records the letters of the rows shown that declare no key.
    pub(super) fn keep_spare_keys(&mut self, prompt: &Prompt) {
        let fields = self.fields(prompt);
        let keys = self.keys_of_rows(fields);
        let is_spare = |field: &Field| self.declared_key(field, fields).is_none();
        let rows = fields.iter().zip(keys).filter(|(field, _)| is_spare(field));
        let given: Vec<(String, char)> = rows
            .filter_map(|(field, key)| Some((field.key.clone(), key?)))
            .collect();
        let is_given = |letter: &char| given.iter().any(|(_, one)| one == letter);
        self.spare.retain(|_, letter| !is_given(letter));
        self.spare.extend(given);
    }

    /// Returns the action key of the marked row, and the label of the row that this key selects when it is pressed
    /// again: the next row with the same key.
    pub(super) fn key_of_marked<'f>(&self, fields: &'f [Field]) -> Option<(char, Option<&'f str>)> {
        let keys = self.keys_of_rows(fields);
        let marked = self.mark.place(fields)?;
        let key = keys[marked]?;
        let others = (marked + 1..fields.len()).chain(0..marked);
        let mut others = others.filter(|place| keys[*place] == Some(key));
        Some((key, others.next().map(|place| &*fields[place].label)))
    }

    /// Returns the first action key of two rows, and the label of the second row. Blocks of combatants do not count,
    /// because the letter of the combatant selects the block.
    pub(super) fn shared_key<'f>(&self, fields: &'f [Field]) -> Option<(char, &'f str)> {
        let keys = self.keys_of_rows(fields);
        let whose = |field: &Field| self.keyed(field).and_then(|keyed| keyed.whose());
        (1..fields.len()).find_map(|place| {
            let key = keys[place]?;
            let is_second = keys[..place].contains(&Some(key)) && whose(&fields[place]).is_none();
            is_second.then_some((key, &*fields[place].label))
        })
    }

    /// Finds the row without a declared key that an action key selects.
    pub(super) fn row_of_spare(&self, c: char, prompt: &Prompt) -> Option<usize> {
        let fields = self.fields(prompt);
        let keys = self.keys_of_rows(fields);
        keys.iter().position(|key| *key == Some(c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_key_get_free_letters_of_their_labels() {
        let rows = [
            (Some('P'), "put away"),
            (None, "potion"),
            (None, "o"),
            (None, ""),
            (None, "yes"),
        ];
        let keys = all_keys(&rows, vec!['A'], |_| Vec::new());
        assert_eq!(
            keys,
            [Some('P'), Some('O'), Some('B'), Some('C'), Some('E')]
        );
        let many: Vec<(Option<char>, &str)> = vec![(None, "row"); 30];
        let keys = all_keys(&many, Vec::new(), |_| Vec::new());
        let given: Vec<char> = keys.iter().copied().flatten().collect();
        assert_eq!((given.len(), keys[29]), (23, None));
        // Reserved letters are given last.
        let keys = all_keys(&[(None, "plan"), (None, "plan")], Vec::new(), |_| {
            vec!['P', 'A']
        });
        assert_eq!(keys, [Some('L'), Some('B')]);
        let all: Vec<char> = ('A'..='Z').collect();
        assert_eq!(
            all_keys(&[(None, "plan")], Vec::new(), |_| all.clone()),
            [Some('P')]
        );
    }
}
