//! Automatic play of the system.

use affray::encounter::Nerve;
use affray::resolver::{Answer, Draft, Prompt, Question};
use affray::rules::{Decided, Mind, Policy};
use affray::values::{Id, Is, Value};

use crate::support::tiny_system::Tiny;
use crate::support::tiny_system::sheet::{is, stands};

impl Policy for Tiny {
    /// Returns the condition of combatants whose side gives up.
    fn gives_up(&self) -> Option<Is> {
        Some(is::YIELDED)
    }

    /// Chooses the weakest target; reckless combatants charge.
    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Option<Decided<Draft>> {
        let mut set = Draft::new();
        let ("strike", Some(by)) = (&*question.key, question.who) else {
            return None;
        };
        let foes = mind.foes(by, |id| stands(mind.now, id));
        let life = |id: Id| mind.left(by, id, self.life(mind.now, id));
        if let Some(target) = mind.target(by, foes, life) {
            set.insert("target".to_owned(), Value::Who(vec![target]));
        }
        let charges = mind.tactics(by).nerve == Nerve::Reckless;
        set.insert("charge".to_owned(), Value::Flag(charges));
        Some(Decided::new(set, mind.aims(by)))
    }

    /// Makes cautious combatants dodge.
    fn answer(&self, mind: &Mind<'_>, prompt: &Prompt) -> Option<Decided<Answer>> {
        let asked = &prompt.question;
        let who = asked.who.filter(|_| asked.key == "dodge")?;
        let dodges = mind.tactics(who).nerve == Nerve::Cautious;
        let why = if dodges {
            "is careful"
        } else {
            "stands its ground"
        };
        Some(Decided::new(Answer::Yes(dodges), why))
    }
}
