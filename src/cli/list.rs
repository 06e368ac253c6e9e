//! Implements `affray list`, which lists the saved fights.

use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::Result;
use serde::Serialize;

use super::environment::{Environment, write_json};
use crate::rules::System;
use crate::store::Save;
use crate::text;

/// Saved fight in the JSON output.
#[derive(Serialize)]
struct Fight {
    /// Name for other commands.
    name: String,
    title: String,
    /// Key of the fight's rule system; `None` if the file does not state it.
    system: Option<String>,
    /// Note if the system is missing or has changed; "" otherwise.
    system_is: &'static str,
    /// Number of the round; `None` before the first round (and in a bonus round), after the fight, or if the file does
    /// not state it.
    round: Option<u32>,
    stage: Option<&'static str>,
    /// Time of the last change, in seconds since 1970.
    changed: Option<u64>,
}

impl Fight {
    fn of(save: &Save, systems: &[&'static dyn System]) -> Self {
        let summary = save.summary.as_ref();
        let since = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).ok();
        Self {
            name: save.name.clone(),
            title: save.title(),
            system: summary.map(|summary| summary.system.clone()),
            system_is: summary.map_or("", |summary| summary.of_system(systems)),
            round: save.round(),
            stage: summary.map(|summary| summary.stage.word()),
            changed: save.modified.and_then(since).map(|since| since.as_secs()),
        }
    }
}

pub(super) fn list(environment: &mut Environment<'_>, json: bool) -> Result<ExitCode> {
    let list = environment.saves()?.list()?;
    if json {
        let fights: Vec<Fight> = list
            .iter()
            .map(|save| Fight::of(save, &environment.systems))
            .collect();
        write_json(environment.out, &fights)?;
        return Ok(ExitCode::SUCCESS);
    }
    if list.is_empty() {
        writeln!(
            environment.out,
            "no saved fights yet: start one with `affray new`"
        )?;
    }
    let widest = |texts: &mut dyn Iterator<Item = String>| {
        texts.map(|text| text::width(&text)).max().unwrap_or(0)
    };
    let titles = widest(&mut list.iter().map(|save| save.called(&list)));
    let states = widest(&mut list.iter().map(|save| save.state()));
    for save in &list {
        let key = save.summary.as_ref().map_or("", |summary| &summary.system);
        let mut systems = environment.systems.iter();
        let system = match systems.find(|system| system.key() == key) {
            Some(system) => system.name().to_owned(),
            None => text::sanitize(key, text::NAME_LIMIT).into_owned(),
        };
        let summary = save.summary.as_ref();
        let since = summary.map_or("", |summary| summary.of_system(&environment.systems));
        let since = match since {
            "" => String::new(),
            since => format!(" ({since})"),
        };
        writeln!(
            environment.out,
            "{}  {}  {}  {system}{since}",
            text::pad(&save.called(&list), titles),
            text::pad(&save.state(), states),
            text::pad_left(&ago(save.modified), 14),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Formats the time since the last change.
fn ago(modified: Option<std::time::SystemTime>) -> String {
    let Some(Ok(since)) = modified.map(|modified| modified.elapsed()) else {
        return "now".to_owned();
    };
    let minutes = since.as_secs() / 60;
    match minutes {
        0 => "now".to_owned(),
        1 => "a minute ago".to_owned(),
        2..60 => format!("{minutes} minutes ago"),
        60..120 => "an hour ago".to_owned(),
        120..1440 => format!("{} hours ago", minutes / 60),
        1440..2880 => "a day ago".to_owned(),
        _ => format!("{} days ago", minutes / 1440),
    }
}
