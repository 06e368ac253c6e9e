//! Who is connected: so many at most, and whoever has not shown the token goes first.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;

use tokio::task::AbortHandle;

/// So many connections there are at most.
pub(super) const MOST: usize = 64;
/// So many of those that have shown the token may come from one address.
pub(super) const FROM_ONE: usize = 16;

/// All connections, the oldest first.
#[derive(Default)]
pub(super) struct Guests {
    next: u64,
    all: BTreeMap<u64, Guest>,
}

struct Guest {
    from: IpAddr,
    /// Whether it has shown the token.
    is_known: bool,
    task: Option<AbortHandle>,
}

/// A connection's place among all; free again when this is dropped.
pub(super) struct Seat {
    guests: Rc<RefCell<Guests>>,
    number: u64,
}

impl Guests {
    /// A place for a connection; where none is free, whoever has waited longest without showing the token is sent away.
    /// `None` when all have shown it.
    pub(super) fn seat(guests: &Rc<RefCell<Self>>, from: IpAddr) -> Option<Seat> {
        let mut room = guests.borrow_mut();
        if room.all.len() >= MOST {
            let stranger = room.all.iter().find(|(_, guest)| !guest.is_known);
            let stranger = stranger.map(|(number, _)| *number)?;
            if let Some(task) = room.all.remove(&stranger).and_then(|guest| guest.task) {
                task.abort();
            }
        }
        let number = room.next;
        room.next += 1;
        let guest = Guest {
            from,
            is_known: false,
            task: None,
        };
        room.all.insert(number, guest);
        Some(Seat {
            guests: Rc::clone(guests),
            number,
        })
    }
}

impl Seat {
    /// The task that serves it, by which it can be sent away.
    pub(super) fn served_by(&self, task: AbortHandle) {
        if let Some(guest) = self.guests.borrow_mut().all.get_mut(&self.number) {
            guest.task = Some(task);
        }
    }

    /// It has shown the token. False where too many from its address have.
    pub(super) fn is_welcome(&self) -> bool {
        let all = &mut self.guests.borrow_mut().all;
        let Some(from) = all.get(&self.number).map(|guest| guest.from) else {
            return false;
        };
        let same = all
            .values()
            .filter(|guest| guest.is_known && guest.from == from);
        if same.count() >= FROM_ONE {
            return false;
        }
        if let Some(guest) = all.get_mut(&self.number) {
            guest.is_known = true;
        }
        true
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.guests.borrow_mut().all.remove(&self.number);
    }
}
