//! Reading of the texts in a combatant's row, other than conditions, and of the texts of the rows of lists.

use crate::ron_text::Node;

use super::reader::Reader;
use crate::systems::written::keywords::Part;
use crate::systems::written::model::{Status, StatusText, keep};
use crate::systems::written::sums::sum::{Kind, Sum};

impl Reader<'_> {
    /// Reads the list `status`.
    pub fn status(&mut self, node: Option<&Node<'_>>) -> Vec<Status> {
        let Some(node) = node else { return Vec::new() };
        let mut all = Vec::new();
        for node in self.reading.list(node) {
            all.extend(self.one_status(node));
        }
        all
    }

    /// Reads the map `rows`: the texts of the rows of each list.
    pub fn row_texts(&mut self, node: Option<&Node<'_>>) -> Vec<(u16, Vec<Status>)> {
        let known: Vec<&'static str> = self.lists.iter().map(|(_, word)| *word).collect();
        let mut all = Vec::new();
        let pairs = node.map_or(&[][..], |node| self.map(node));
        for (name, texts) in pairs {
            let list = self.one_of(name, "list", &known);
            let at = texts.at;
            let texts = self.status(Some(texts));
            if texts.iter().any(|text| text.last) {
                self.wrong(at, "`last` has no effect on the rows of a list: remove it");
            }
            let place = list.and_then(|list| self.place(list));
            all.extend(place.map(|place| (place, texts)));
        }
        all
    }

    fn one_status(&mut self, node: &Node<'_>) -> Option<Status> {
        let mut fields = self.reading.record(node)?;
        let text = fields.need("text", || "the text of the row".to_owned());
        let text = text.and_then(|node| Some((node, self.reading.shown(node, 200)?)));
        let when = self.maybe_sum(&mut fields, "when", Kind::Flag);
        let last = fields.take("last").and_then(|node| self.reading.flag(node));
        let parts = fields.take("parts");
        let parts = self.status(parts);
        self.finish(fields, Part::Status);
        let (node, text) = text?;
        let mut said = Vec::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let Some((inside, behind)) = after.split_once('}') else {
                self.wrong(node.at, "a `{` has no `}` after it");
                return None;
            };
            said.push(StatusText::Words(keep(before)));
            let read = |kind| Sum::read(inside, &self.names, kind);
            let other = |wrong| {
                read(Kind::Word)
                    .or_else(|_| read(Kind::Dice))
                    .map_err(|_| wrong)
            };
            match read(Kind::Number).or_else(other) {
                Ok(sum) => said.push(StatusText::Value(sum)),
                Err(mut wrong) => {
                    wrong.at += text.len() - after.len();
                    self.wrong_in(node, wrong);
                    return None;
                }
            }
            rest = behind;
        }
        said.push(StatusText::Words(keep(rest)));
        Some(Status {
            text: said,
            when,
            parts,
            last: last.unwrap_or(false),
        })
    }
}
