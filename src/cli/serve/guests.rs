//! Connections to the players' page: a limited number in all. If all seats are taken, a connection that has not shown
//! the token is closed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::rc::Rc;

use tokio::task::AbortHandle;

/// Maximum number of open connections.
pub(super) const MOST: usize = 64;
/// Maximum number of connections with the token from one address.
pub(super) const FROM_ONE: usize = 16;

/// All connections, the oldest first.
#[derive(Default)]
pub(super) struct Guests {
    next: u64,
    all: BTreeMap<u64, Guest>,
}

struct Guest {
    from: IpAddr,
    /// True if the connection has shown the token.
    is_known: bool,
    task: Option<AbortHandle>,
}

/// Seat of a connection, which is released when it is dropped.
pub(super) struct Seat {
    guests: Rc<RefCell<Guests>>,
    number: u64,
}

impl Guests {
    /// Returns a seat for a connection. If no seat is free, closes a connection without the token ([`least_welcome`]).
    /// Returns `None` if all connections have shown the token.
    ///
    /// [`least_welcome`]: Self::least_welcome
    pub(super) fn seat(guests: &Rc<RefCell<Self>>, from: IpAddr) -> Option<Seat> {
        let mut room = guests.borrow_mut();
        if room.all.len() >= MOST {
            let stranger = room.least_welcome()?;
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

    /// Returns the connection to close if all seats are taken: the oldest connection without the token. An address with
    /// more of these connections than its limit of pages is flooding. In that case, returns the oldest connection of
    /// the address with the most, so that a flood closes only its own connections.
    fn least_welcome(&self) -> Option<u64> {
        let strangers = || self.all.iter().filter(|(_, guest)| !guest.is_known);
        let mut by_address: BTreeMap<IpAddr, usize> = BTreeMap::new();
        for (_, guest) in strangers() {
            *by_address.entry(guest.from).or_default() += 1;
        }
        let most = by_address.into_iter().max_by_key(|(_, count)| *count);
        let flood = most.filter(|(_, count)| *count > FROM_ONE);
        let mut strangers = strangers();
        let oldest = strangers.find(|(_, guest)| flood.is_none_or(|(from, _)| guest.from == from));
        oldest.map(|(number, _)| *number)
    }
}

impl Seat {
    /// Stores the handle with which the task that serves the connection can be aborted.
    pub(super) fn served_by(&self, task: AbortHandle) {
        if let Some(guest) = self.guests.borrow_mut().all.get_mut(&self.number) {
            guest.task = Some(task);
        }
    }

    /// Marks the connection as having shown the token. Returns `false` if too many connections of its address have done
    /// so.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, last])
    }

    fn is_seated(guests: &Rc<RefCell<Guests>>, seat: &Seat) -> bool {
        guests.borrow().all.contains_key(&seat.number)
    }

    #[test]
    fn a_flood_from_one_address_closes_only_its_own_connections() {
        let guests = Rc::new(RefCell::new(Guests::default()));
        let newcomer = Guests::seat(&guests, address(1)).expect("there is room");
        let mut flood: Vec<Seat> = (1..MOST)
            .map(|_| Guests::seat(&guests, address(2)).expect("there is room"))
            .collect();
        for round in 0..3 * MOST {
            flood.push(Guests::seat(&guests, address(2)).expect("a stranger is closed"));
            assert!(is_seated(&guests, &newcomer), "closed in round {round}");
            assert!(!is_seated(&guests, &flood[round]), "the oldest is closed");
        }
        assert_eq!(guests.borrow().all.len(), MOST);
        assert!(newcomer.is_welcome());
    }

    #[test]
    fn connections_with_the_token_are_never_closed() {
        let guests = Rc::new(RefCell::new(Guests::default()));
        let seats: Vec<Seat> = (0..MOST)
            .map(|number| {
                let from = address(u8::try_from(number / FROM_ONE).expect("a few") + 1);
                Guests::seat(&guests, from).expect("there is room")
            })
            .collect();
        assert!(seats.iter().all(Seat::is_welcome));
        assert!(Guests::seat(&guests, address(9)).is_none());
    }

    #[test]
    fn a_few_connections_from_one_address_are_not_a_flood() {
        let guests = Rc::new(RefCell::new(Guests::default()));
        let silent: Vec<Seat> = (0..MOST)
            .map(|number| {
                let from = address(u8::try_from(number).expect("a few") + 1);
                Guests::seat(&guests, from).expect("there is room")
            })
            .collect();
        let burst: Vec<Seat> = (0..FROM_ONE)
            .map(|_| Guests::seat(&guests, address(200)).expect("a stranger is closed"))
            .collect();
        assert!(burst.iter().all(|seat| is_seated(&guests, seat)));
        let (closed, left) = silent.split_at(FROM_ONE);
        assert!(!closed.iter().any(|seat| is_seated(&guests, seat)));
        assert!(left.iter().all(|seat| is_seated(&guests, seat)));
    }
}
