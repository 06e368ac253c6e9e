//! What a sensible table would do where nobody decides.

use affray::resolver::{Answer, Draft, Prompt, Question};
use affray::rules::policy::Nerve;
use affray::rules::{Mind, Policy};
use affray::values::{Is, Value};

use crate::support::tiny_system::Tiny;
use crate::support::tiny_system::sheet::{is, left, stands};

impl Policy for Tiny {
    /// Whose side has had enough yields, as a ruling would have it.
    fn gives_up(&self) -> Option<Is> {
        Some(is::YIELDED)
    }

    /// Whoever is weakest is struck at; the reckless charge.
    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Draft {
        let mut set = Draft::new();
        if let ("strike", Some(by)) = (&*question.key, question.who) {
            let foes = mind.foes(by, |id| stands(mind.now, id));
            if let Some(target) = mind.target(by, foes, |id| left(mind.now, id)) {
                set.insert("target".to_owned(), Value::Who(vec![target]));
            }
            let charges = mind.temper(by).nerve == Nerve::Reckless;
            set.insert("charge".to_owned(), Value::Flag(charges));
        }
        set
    }

    /// The cautious dodge.
    fn answer(&self, mind: &Mind<'_>, prompt: &Prompt) -> Option<Answer> {
        let asked = &prompt.question;
        let who = asked.who.filter(|_| asked.key == "dodge")?;
        let dodges = mind.temper(who).nerve == Nerve::Cautious;
        Some(Answer::Yes(dodges))
    }
}
