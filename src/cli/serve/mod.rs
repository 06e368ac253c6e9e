//! Implements `affray serve`, which shows the players' view in browsers.
//!
//! The command is a separate program, like `watch`: it reads the fight's files and writes none of them. [`follow`]
//! selects the fight and reports the players' view after each change; [`server`] sends the view to connected clients,
//! within limits; [`answer`] creates the responses; [`place`] determines the address.

mod answer;
mod follow;
mod guests;
mod place;
mod qr;
mod server;

use std::net::IpAddr;
use std::process::ExitCode;
use std::thread;

use anyhow::{Result, bail};
use tokio::sync::watch;

use self::answer::Site;
use self::follow::Follower;
use super::environment::Environment;
use crate::store::{PageAddress, new_token};
use crate::text::{LINE_LIMIT, sanitize};
use crate::ui::theme::Theme;
use crate::ui::watch::OFTEN;

/// Fight to serve, and its address.
pub(super) struct Wanted {
    /// Name or title of a saved fight; `None` for the open fight.
    pub(super) fight: Option<String>,
    /// Access for other machines in the network; `None` if only this machine has access. The inner value is the address
    /// of this machine to listen at; `None` finds the address.
    pub(super) lan: Option<Option<IpAddr>>,
    pub(super) port: Option<u16>,
    /// True if the page gets a new address.
    pub(super) new_token: bool,
}

/// Serves the page until the program ends.
pub(super) fn serve(environment: &mut Environment<'_>, wanted: Wanted) -> Result<ExitCode> {
    let saves = environment.saves()?;
    let library = environment.library();
    let fight = wanted.fight.as_deref().map(|fight| saves.find(fight));
    let fight = fight.transpose()?;
    // Read once now, so that an error is reported before players connect.
    let mut follower = Follower::new(fight.as_deref(), &saves, &library)?;
    let address = place::address(wanted.lan)?;
    // With a new token an unreadable address file is replaced instead of reported.
    let kept = if wanted.new_token {
        saves.page_address(fight.as_deref()).ok().flatten()
    } else {
        saves.page_address(fight.as_deref())?
    };
    let port = wanted.port.or(kept.as_ref().map(|kept| kept.port));
    let (listener, place) = place::listen(address, port)?;
    let token = match kept {
        Some(kept) if !wanted.new_token => kept.token,
        _ => new_token()?,
    };
    let kept = PageAddress {
        port: place.port(),
        token,
    };
    saves.keep_page_address(fight.as_deref(), &kept)?;

    let link = format!("http://{place}/{}", kept.token);
    let whose = match (&fight, follower.title()) {
        (Some(_), Some(title)) => title,
        (None, Some(title)) => format!("the open fight, currently {title}"),
        (_, None) => "the open fight".to_owned(),
    };
    writeln!(environment.out, "Players' page of {whose}:\n{link}")?;
    if wanted.lan.is_some() && environment.screen.is_ok() {
        let (settings, _) = library.settings();
        let theme = Theme::detect(&settings.theme, |name| std::env::var(name).ok());
        write!(environment.out, "{}", qr::drawn(&link, &theme)?)?;
    }
    let told = "Everyone with this link sees the players' view. Press Ctrl-C to stop. The link stays valid.";
    writeln!(environment.out, "{told}")?;
    environment.out.flush()?;

    let (news, reader) = watch::channel(follower.event()?);
    let site = Site::new(place, kept.token, reader);
    let server = thread::Builder::new().name("server".to_owned());
    let server = server.spawn(move || server::run(listener, site))?;
    while !server.is_finished() {
        thread::sleep(OFTEN);
        let found = follower.look();
        if let Some(told) = found.told {
            // The players do not depend on this output.
            let told = sanitize(&told, LINE_LIMIT);
            let written = writeln!(environment.out, "{told}");
            let _ = written.and_then(|()| environment.out.flush());
        }
        if !found.changed {
            continue;
        }
        let event = follower.event()?;
        news.send_if_modified(|shown| {
            let changed = *shown != event;
            *shown = event;
            changed
        });
    }
    match server.join() {
        Ok(ended) => ended.map(|()| ExitCode::SUCCESS),
        Err(_) => bail!("the server failed: start it again"),
    }
}
