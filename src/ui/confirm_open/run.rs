//! Loop that shows the question until it is answered.

use anyhow::Result;

use super::{Chosen, ConfirmOpen, draw};
use crate::ui::autosave::{OpenChoice, OpenQuestion};
use crate::ui::inbox::{Inbox, Message};
use crate::ui::keymap::Keymap;
use crate::ui::terminal::TerminalScreen;
use crate::ui::theme::Theme;

/// Shows the question until it is answered; `None` if the GM leaves. Messages after the answer stay in the inbox.
pub(crate) fn confirm<T>(
    question: &OpenQuestion,
    (keymap, theme): (&Keymap, &Theme),
    screen: &mut TerminalScreen,
    inbox: &mut Inbox<T>,
) -> Result<Option<OpenChoice>> {
    // A second Enter from opening the fight must not answer the question.
    inbox.forget_typed();
    let mut dialog = ConfirmOpen::new(question);
    show(&dialog, theme, screen)?;
    while inbox.wait(None) {
        match take_up(&mut dialog, keymap, screen, inbox)? {
            Chosen::Nothing => show(&dialog, theme, screen)?,
            Chosen::Choice(choice) => return Ok(Some(choice)),
            Chosen::Leave => return Ok(None),
        }
    }
    Ok(None)
}

/// Handles the waiting messages up to the answer.
fn take_up<T>(
    dialog: &mut ConfirmOpen<'_>,
    keymap: &Keymap,
    screen: &mut TerminalScreen,
    inbox: &mut Inbox<T>,
) -> Result<Chosen> {
    while let Some(message) = inbox.next() {
        message.is_for(screen)?;
        if let Message::Key(key) = message {
            let chosen = dialog.press(key, keymap);
            if chosen != Chosen::Nothing {
                return Ok(chosen);
            }
        }
    }
    Ok(Chosen::Nothing)
}

fn show(dialog: &ConfirmOpen<'_>, theme: &Theme, screen: &mut TerminalScreen) -> Result<()> {
    screen.draw(|canvas| {
        draw::draw(dialog, theme, canvas.area(), canvas.anew());
        None
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use ratatui::layout::Rect;

    use super::*;
    use crate::ui::theme::{Background, Colours, Glyphs};

    fn question() -> OpenQuestion {
        OpenQuestion {
            found: vec!["It was changed outside.".to_owned()],
            choices: vec![
                (OpenChoice::GoOn, "go on".to_owned()),
                (OpenChoice::LookOn, "look on".to_owned()),
            ],
        }
    }

    fn key(code: KeyCode) -> Message<()> {
        Message::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    fn screen() -> TerminalScreen {
        TerminalScreen::unseen(Rect::new(0, 0, 60, 12))
    }

    /// Returns the result of messages that come at once, and the remaining messages.
    fn at_once(messages: Vec<Message<()>>) -> (Chosen, Vec<Message<()>>) {
        let (sender, mut inbox) = Inbox::new();
        for message in messages {
            sender.send(message).expect("the inbox is there");
        }
        assert!(inbox.wait(None));
        let question = question();
        let mut dialog = ConfirmOpen::new(&question);
        let keymap = Keymap::built_in();
        let chosen = take_up(&mut dialog, &keymap, &mut screen(), &mut inbox);
        let left = std::iter::from_fn(|| inbox.next()).collect();
        (chosen.expect("nothing fails"), left)
    }

    #[test]
    fn keys_typed_before_the_question_appears_are_ignored() {
        let (sender, mut inbox) = Inbox::<()>::new();
        for message in [key(KeyCode::Enter), Message::Resize, key(KeyCode::Enter)] {
            sender.send(message).expect("the inbox is there");
        }
        drop(sender);
        let (keymap, theme) = (
            Keymap::built_in(),
            Theme::new(Colours::None, Background::Dark, Glyphs::Unicode),
        );
        let chosen = confirm(&question(), (&keymap, &theme), &mut screen(), &mut inbox);
        assert_eq!(chosen.expect("nothing fails"), None);
    }

    #[test]
    fn messages_after_the_answer_stay_in_the_inbox() {
        let (chosen, left) = at_once(vec![
            key(KeyCode::Down),
            Message::Resize,
            key(KeyCode::Enter),
            key(KeyCode::Char('5')),
            Message::Resize,
        ]);
        assert_eq!(chosen, Chosen::Choice(OpenChoice::LookOn));
        let five = |left: &Message<()>| matches!(left, Message::Key(key) if key.code == KeyCode::Char('5'));
        assert!(five(&left[0]) && matches!(left[1..], [Message::Resize]));
    }

    #[test]
    fn the_quit_key_leaves_the_question() {
        for code in [KeyCode::F(10), KeyCode::Esc] {
            assert_eq!(at_once(vec![key(code)]).0, Chosen::Leave);
        }
    }
}
