//! Pages over a screen: help, a sheet, the whole log, odds, and the summary. Each page is a type in its own folder, with
//! its drawing and its keys. A new page needs a variant here, an arm in `draw` and an arm in `keys`.

use super::help::HelpPage;
use super::keymap::Context;
use super::odds::OddsPane;
use super::recap::RecapPane;
use super::sheet::SheetOverlay;

/// Page over the whole screen.
#[derive(Debug, Default)]
pub enum Overlay {
    /// The screen is visible.
    #[default]
    None,
    /// Keys and short rules, with the page below, to return to.
    Help(Box<HelpPage>, Box<Overlay>),
    Sheet(Box<SheetOverlay>),
    /// The log of the whole fight. Its position is part of the fight, so that the log pane keeps it.
    Log,
    /// Odds of the fight.
    Odds(Box<OddsPane>),
    /// Summary of the fight.
    Recap(Box<RecapPane>),
}

impl Overlay {
    pub fn is_none(&self) -> bool {
        matches!(self, Overlay::None)
    }

    /// Returns the name by which the steps of the tutor refer to the page; `None` without a page.
    pub(super) fn name(&self) -> Option<&'static str> {
        Some(match self {
            Overlay::None => return None,
            Overlay::Help(..) => "help",
            Overlay::Sheet(_) => "sheet",
            Overlay::Log => "log",
            Overlay::Odds(_) => "odds",
            Overlay::Recap(_) => "summary",
        })
    }

    /// Returns `true` if every character is typed as text.
    pub(super) fn takes_words(&self) -> bool {
        match self {
            Overlay::Sheet(sheet) => sheet.takes_words(),
            Overlay::None
            | Overlay::Help(..)
            | Overlay::Log
            | Overlay::Odds(_)
            | Overlay::Recap(_) => false,
        }
    }

    /// Returns the contexts in which keys are looked up, innermost first; `None` without a page.
    pub(super) fn contexts(&self, in_fight: bool) -> Option<Vec<Context>> {
        let own = match self {
            Overlay::None => return None,
            Overlay::Help(..) => return Some(vec![Context::Help, Context::Global]),
            Overlay::Sheet(sheet) if sheet.takes_words() => {
                let typing = [
                    Context::Text,
                    Context::Edit,
                    Context::Sheet,
                    Context::Global,
                ];
                return Some(typing.to_vec());
            }
            Overlay::Sheet(_) if !in_fight => return Some(vec![Context::Sheet, Context::Global]),
            Overlay::Sheet(_) => Context::Sheet,
            Overlay::Log => Context::Log,
            Overlay::Odds(_) => Context::Odds,
            Overlay::Recap(_) => Context::Summary,
        };
        Some(vec![own, Context::Fight, Context::Global])
    }
}
