//! Requirements and effects whose value depends only on a row of a sheet and the default answers. They are computed once
//! for each row instead of once for each target. This saves a sixth of the instructions of the tactics of Open d20 (21.0 M
//! to 17.6 M in a fight of 8 combatants and 5 rounds).

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::harm::counts;
use super::look::{column_at, column_in, found};
use crate::systems::written::model::{Action, Effect, Model, Need, Placed, Test};
use crate::systems::written::sums::sum::{Found, Look, Name, Sum};
use crate::values::{Row, Spec};

/// Number of rows after which a thread forgets all of them.
const MOST: usize = 256;

/// Values that depend only on a row and the default answers of an action.
#[derive(Debug)]
pub struct Settled {
    model: &'static Model,
    with: Option<Row>,
    asked: Option<Row>,
    /// Answers about each effect, by its index in the coverage.
    effects: Vec<Known>,
    /// Requirements that may fail, by the key of their action.
    needs: RefCell<Vec<(&'static str, Needs)>>,
    /// Sources of advantage that may be other than 0, by the key of their test.
    edges: RefCell<Vec<(&'static str, Edges)>>,
}

/// Requirements of an action.
type Needs = Rc<[&'static Need]>;

/// Sources of advantage or disadvantage in a test, with their labels.
pub type Edges = Rc<[&'static (&'static str, Sum)]>;

/// Answers about an effect, computed at their first use.
#[derive(Clone, Debug, Default)]
struct Known {
    /// True if the effect has no value.
    void: OnceCell<bool>,
    /// Condition of the effect `If`; `None` if other values matter.
    holds: OnceCell<Option<bool>>,
}

/// Addresses of a model, a row and answers.
type Address = (usize, usize, usize);

thread_local! {
    static ALL: RefCell<BTreeMap<Address, Rc<Settled>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns what a row and the default answers of an action settle. A row that is kept here is never changed, because a
/// change copies a shared row. Therefore its address identifies it.
pub fn settled(model: &'static Model, with: Option<&Row>, asked: Option<&Row>) -> Rc<Settled> {
    let of = |row: Option<&Row>| row.map_or(0, Row::address);
    let address = (std::ptr::from_ref(model).addr(), of(with), of(asked));
    ALL.with_borrow_mut(|all| {
        if let Some(known) = all.get(&address) {
            return Rc::clone(known);
        }
        if all.len() >= MOST {
            all.clear();
        }
        let new = Rc::new(Settled {
            model,
            with: with.cloned(),
            asked: asked.cloned(),
            effects: vec![Known::default(); model.coverage.parts()],
            needs: RefCell::default(),
            edges: RefCell::default(),
        });
        all.insert(address, Rc::clone(&new));
        new
    })
}

/// Returns an answer, computed at its first use. Parts that are not in the file keep none.
fn once<T: Copy>(known: Option<&OnceCell<T>>, compute: impl FnOnce() -> T) -> T {
    match known {
        Some(known) => *known.get_or_init(compute),
        None => compute(),
    }
}

impl Settled {
    /// Returns true for an answer that names none of the targets.
    fn is_plain(&self, word: &str) -> bool {
        match column_in(self.asked.as_ref(), word) {
            Some((_, Spec::Word(words))) => !words.is_empty(),
            _ => true,
        }
    }

    /// Returns true for a name whose value the row and the answers give.
    fn knows(&self, name: &Name) -> bool {
        match name {
            Name::With(_) => true,
            Name::Asked(word) => self.is_plain(word),
            _ => false,
        }
    }

    /// Returns true or false if a condition has this value for each combatant and each result.
    fn of(&self, sum: &Sum) -> Option<bool> {
        sum.settled(self, &|name| self.knows(name))
    }

    /// Returns the value of the condition of an effect `If`, if it is settled. A condition about the outcome of a roll
    /// never is: tactics weigh both of its branches.
    pub fn holds(&self, placed: &'static Placed, sum: &'static Sum) -> Option<bool> {
        let known = self.effects.get(placed.spot).map(|known| &known.holds);
        once(known, || {
            if sum.is_of_throw() {
                None
            } else {
                self.of(sum)
            }
        })
    }

    /// Returns the sources of advantage and disadvantage in a test itself that may be other than 0.
    pub fn edges(&self, test: &'static Test) -> Edges {
        let mut known = self.edges.borrow_mut();
        if let Some((_, edges)) = known.iter().find(|(key, _)| *key == test.key) {
            return Rc::clone(edges);
        }
        let may = |(_, sum): &&'static (&'static str, Sum)| {
            sum.settled_number(self, &|name| self.knows(name)) != Some(0)
        };
        let edges: Edges = test.edge.iter().filter(may).collect();
        known.push((test.key, Rc::clone(&edges)));
        edges
    }

    /// Returns true if an effect has no value for tactics, whatever the target is.
    pub fn is_void(&self, placed: &'static Placed) -> bool {
        let known = self.effects.get(placed.spot).map(|known| &known.void);
        once(known, || self.finds_void(placed))
    }

    fn finds_void(&self, placed: &'static Placed) -> bool {
        let void = |effects: &'static [Placed]| effects.iter().all(|one| self.is_void(one));
        if !counts(self.model, placed) {
            return true;
        }
        match &placed.effect {
            Effect::If(sum, this, that) => match self.holds(placed, sum) {
                Some(holds) => void(if holds { this } else { that }),
                None => void(this) && void(that),
            },
            Effect::Do(piece) => void(&self.model.pieces[*piece].does),
            Effect::AsOne(effects) | Effect::Every(_, effects) | Effect::Repeat(_, effects) => {
                void(effects)
            }
            Effect::Test(_, on) => on.iter().all(|(_, effects)| void(effects)),
            _ => false,
        }
    }

    /// Returns the requirements of an action that may fail.
    pub fn needs(&self, action: &'static Action) -> Needs {
        let mut known = self.needs.borrow_mut();
        if let Some((_, needs)) = known.iter().find(|(key, _)| *key == action.key) {
            return Rc::clone(needs);
        }
        let open = |need: &&'static Need| self.of(&need.sum) != Some(true);
        let needs: Needs = action.needs.iter().filter(open).collect();
        known.push((action.key, Rc::clone(&needs)));
        needs
    }
}

/// Row and answers alone, without a fight.
impl Look for Settled {
    fn look(&self, name: &Name) -> Found {
        match name {
            Name::With(column) => found(column_at(self.model, self.with.as_ref(), *column)),
            Name::Asked(word) => found(column_in(self.asked.as_ref(), word)),
            _ => Found::Nothing,
        }
    }
}
