//! Address of a fight's page for players: its port and token, stored next to the fight so that an open page continues
//! when the fight is served again.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::file_issue::failed;
use super::saves::Saves;
use crate::dice::{NoSeed, unforeseen};
use crate::ron_text::{Source, read_as, write_file};
use crate::unix;

/// Number of random bytes in a token.
const BYTES: usize = 20;
/// Alphabet of tokens, five bits for each character.
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/// File extension of an address, after the name of its fight, or alone for the open fight.
const ENDING: &str = ".page";
/// Maximum size of an address file, in bytes.
const LIMIT: u64 = 1024;

/// Address of a fight's page for players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageAddress {
    /// Port number, at least 1.
    pub port: u16,
    /// Secret token of 160 random bits as 32 letters and digits.
    pub token: String,
}

/// Creates a new random token.
///
/// # Errors
/// If the system provides no random numbers.
pub fn new_token() -> Result<String, NoSeed> {
    let bytes: [u8; BYTES] = unforeseen()?;
    let groups = bytes.chunks_exact(5);
    let letters = groups.flat_map(|group| {
        let bits = group
            .iter()
            .fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8).rev().map(move |place| {
            let letter = (bits >> (place * 5)) % 32;
            char::from(LETTERS[usize::try_from(letter).unwrap_or(0)])
        })
    });
    Ok(letters.collect())
}

/// Checks the format of a token.
fn is_token(text: &str) -> bool {
    text.len() == BYTES * 8 / 5 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

impl Saves {
    fn page_file(&self, fight: Option<&str>) -> PathBuf {
        self.folder()
            .join(format!("{}{ENDING}", fight.unwrap_or_default()))
    }

    /// Returns the address of the page for the named fight, or for the open fight; `None` before the page was first
    /// served.
    ///
    /// # Errors
    /// If the file is not as Affray wrote it.
    pub fn page_address(&self, fight: Option<&str>) -> Result<Option<PageAddress>> {
        let path = self.page_file(fight);
        let name = format!("{}{ENDING}", fight.unwrap_or_default());
        let text = match fs::metadata(&path) {
            Ok(file) if !file.is_file() || file.len() > LIMIT => String::new(),
            Ok(_) => fs::read_to_string(&path).map_err(|error| failed(&name, &error))?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(&name, &error)),
        };
        match read_as::<PageAddress>(&Source::new(&name, &text)) {
            Ok(address) if address.port > 0 && is_token(&address.token) => Ok(Some(address)),
            _ => {
                bail!("{name} was changed outside Affray: create a new address with `--new-token`")
            }
        }
    }

    /// Deletes the address of a fight's page together with the fight.
    pub(super) fn forget_page_address(&self, fight: &str) -> Result<()> {
        match fs::remove_file(self.page_file(Some(fight))) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(failed(&format!("{fight}{ENDING}"), &error))
            }
            _ => Ok(()),
        }
    }

    /// Stores the address of a page in a file that only this user can read.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_page_address(&self, fight: Option<&str>, address: &PageAddress) -> Result<()> {
        let path = self.page_file(fight);
        let beside = path.with_added_extension("tmp");
        let text = write_file(address)?;
        let write = || {
            fs::create_dir_all(self.folder())?;
            match fs::remove_file(&beside) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let mut file = unix::private_file()
                .write(true)
                .create_new(true)
                .open(&beside)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&beside, &path)
        };
        write().with_context(|| {
            format!(
                "cannot save the address of the page in {}",
                super::text_file::shown(self.folder())
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_the_players_page_is_stored_and_each_token_is_unique() {
        let folder = tempfile::tempdir().expect("a folder");
        let saves = Saves::new(folder.path().join("sessions"));
        assert_eq!(saves.page_address(None).expect("none yet"), None);
        let tokens = [(); 2].map(|()| new_token().expect("chance"));
        assert!(tokens.iter().all(|token| is_token(token)) && tokens[0] != tokens[1]);
        // Every letter has its own bits, so no letter depends on the letter before it.
        let value = |letter: &u8| LETTERS.iter().position(|one| one == letter);
        let values: Vec<usize> = tokens[0].bytes().filter_map(|one| value(&one)).collect();
        let follows = |two: &[usize]| two[0] % 16 == two[1] / 2 || two[0] / 2 == two[1] % 16;
        let mut pairs = values.chunks(8).flat_map(|group| group.windows(2));
        assert!(!pairs.all(follows), "{values:?}");
        for (fight, token) in [None, Some("Low tide")].into_iter().zip(tokens) {
            let address = PageAddress { port: 8470, token };
            saves.keep_page_address(fight, &address).expect("kept");
            assert_eq!(saves.page_address(fight).expect("read"), Some(address));
        }
        assert_eq!(saves.list().expect("listed"), [], "it is not a fight");
        let file = fs::metadata(saves.page_file(None)).expect("there");
        let mode = std::os::unix::fs::PermissionsExt::mode(&file.permissions());
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn an_edited_address_file_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        let saves = Saves::new(folder.path());
        let long = "A".repeat(2_000);
        for text in [
            "",
            "(port: 8470, token: \"SHORT\")",
            "(port: 0, token: \"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567\")",
            "(port: 8470, token: \"abcdefghijklmnopqrstuvwxyz234567\")",
            long.as_str(),
        ] {
            fs::write(saves.page_file(Some("Bridge")), text).expect("written");
            let told = saves.page_address(Some("Bridge")).expect_err("not taken");
            assert_eq!(
                told.to_string(),
                "Bridge.page was changed outside Affray: create a new address with `--new-token`"
            );
        }
    }
}
