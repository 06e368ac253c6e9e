//! State of a fight during the steps of its file, and lookup of combatants and fields that steps name.

use crate::compendium::Compendium;
use crate::session::{Session, one};
use crate::values::{FieldSpec, Id, Spec};

/// State of a fight while its file is played.
pub struct Course<'b> {
    pub session: Session,
    pub compendium: &'b Compendium,
    /// Number of log lines before the last input, so that a check sees only the later lines.
    pub mark: usize,
    /// Number of finished commands before the last input.
    pub finished: usize,
}

/// State of a fight as checks see it.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    pub session: &'a Session,
    pub compendium: &'a Compendium,
    /// First line of the log that `log` checks.
    pub mark: usize,
    /// First finished command whose facts `fact` checks.
    pub finished: usize,
}

impl Course<'_> {
    /// Returns the state that the fight has reached.
    pub fn situation(&self) -> Situation<'_> {
        Situation {
            session: &self.session,
            compendium: self.compendium,
            mark: self.mark,
            finished: self.finished,
        }
    }
}

impl<'a> Situation<'a> {
    /// Returns the type of a field at a path, by the system's schema.
    pub fn spec(&self, at: &str) -> Result<&'a Spec, String> {
        self.field_spec(at).map(|field| &field.kind)
    }

    pub fn field_spec(&self, at: &str) -> Result<&'a FieldSpec, String> {
        let mut fields = &self.compendium.schema.fields;
        let mut found = None;
        for part in at.split('/').filter(|part| part.parse::<usize>().is_err()) {
            found = fields.iter().find(|field| field.key == part);
            if let Some(Spec::Records(inner)) = found.map(|field| &field.kind) {
                fields = inner;
            }
        }
        found.ok_or_else(|| format!("unknown field `{at}`"))
    }
}

/// Parses the combatant at the beginning of `text` by the longest matching letter or name, and returns the combatant
/// and the remaining text.
pub fn named<'t>(session: &Session, text: &'t str) -> Result<(Id, &'t str), String> {
    let text = text.trim();
    let ends = text
        .char_indices()
        .filter(|(_, c)| c.is_whitespace())
        .map(|(end, _)| end)
        .chain([text.len()]);
    let ends: Vec<usize> = ends.collect();
    let now = session.now();
    let exact = |part: &str| {
        let letter = Id::from_letter(part).filter(|id| now.find(*id).is_some());
        letter.or_else(|| {
            now.ids()
                .find(|id| now.name(*id).eq_ignore_ascii_case(part))
        })
    };
    for end in ends.iter().rev() {
        if let Some(id) = exact(text[..*end].trim()) {
            return Ok((id, text[*end..].trim()));
        }
    }
    for end in ends {
        if let Ok(id) = one(now, text[..end].trim()) {
            return Ok((id, text[end..].trim()));
        }
    }
    let all = now.present().map(|id| now.name(id));
    let all = all.collect::<Vec<&str>>().join(", ");
    Err(format!("`{text}` names no combatant: write one of {all}"))
}
