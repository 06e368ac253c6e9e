//! Summary of a fight as tables, for the screen, the log and the command line.

use super::luck::Luck;
use super::outcome::{Fall, PersonRecap, Recap, SideRecap};
use crate::text::{aligned, counted};

/// Heading of the column with the luck of each combatant.
const LUCK: &str = "luck";

/// Explanation of the luck, after the title of the first table that shows it.
const LUCK_TOLD: &str = " (luck: average is 50, +0.0; beyond ±2.0 is rare)";

/// Table of text cells: the first column is aligned left, the other columns right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Heading of the table.
    pub title: String,
    /// Headings of the columns.
    pub head: Vec<String>,
    /// Rows, with at most one cell for each column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    fn new(title: impl Into<String>, head: &[&str]) -> Self {
        Self {
            title: title.into(),
            head: head.iter().map(|cell| (*cell).to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Removes columns that are empty or 0 in all rows, for example because older files lack the data.
    fn pruned(mut self) -> Self {
        let says = |place: usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(place));
            place == 0 || cells.any(|cell| !cell.is_empty() && cell != "0")
        };
        let says: Vec<bool> = (0..self.head.len()).map(says).collect();
        for row in std::iter::once(&mut self.head).chain(&mut self.rows) {
            let mut places = says.iter();
            row.retain(|_| *places.next().unwrap_or(&true));
        }
        self
    }

    /// Returns the head and the rows, aligned.
    pub fn lines(&self) -> Vec<String> {
        let rows = std::iter::once(&self.head).chain(&self.rows);
        aligned(rows.map(Vec::as_slice), "  ")
    }
}

/// Returns a table of the figures, a row for each combatant, and a row for all if there are several. Columns with only
/// zeros are left out.
pub fn figures(title: &str, people: &[PersonRecap]) -> Table {
    let secret = people.iter().all(|one| one.dealt.is_none());
    let mut head = vec![
        "", "hits", "missed", "dealt", "taken", "gained", "felled", "down", LUCK,
    ];
    head.retain(|cell| *cell != "dealt" || !secret);
    let mut table = Table::new(title, &head);
    let row = |one: &PersonRecap| {
        let mut row = vec![
            one.name.clone(),
            one.hits.to_string(),
            one.misses.to_string(),
        ];
        row.extend((!secret).then(|| one.dealt.unwrap_or(0).to_string()));
        row.extend([one.taken.to_string(), one.healed.to_string()]);
        row.extend([one.felled.to_string(), one.falls.to_string()]);
        row.push(luck(&one.luck));
        row
    };
    table.rows = people.iter().map(row).collect();
    if people.len() > 1 {
        let mut all = PersonRecap {
            name: "all".to_owned(),
            ..PersonRecap::default()
        };
        for one in people {
            all.merge(one);
        }
        table.rows.push(row(&all));
    }
    table.pruned()
}

/// Formats luck as "58, +1.3": the average rank and the standard deviations.
fn luck(luck: &Luck) -> String {
    let better = luck.better_than().map(|better| (better, luck.deviations()));
    better.map_or(String::new(), |(better, deviations)| {
        format!("{better:.0}, {}", signed(deviations))
    })
}

/// Formats a number with sign and one decimal; no sign before zero: "+1.3", "0.0".
fn signed(number: f64) -> String {
    let told = format!("{number:+.1}");
    match told.trim_start_matches(['+', '-']) {
        "0.0" => "0.0".to_owned(),
        _ => told,
    }
}

impl Fall {
    /// Returns the attacker or cause of the fall, and whether the combatant stands again: "Ann; back on their feet".
    fn to(&self) -> String {
        let by = self.by.as_deref().map_or(self.cause.as_str(), |by| by);
        if !self.stands_again {
            by.to_owned()
        } else if by.is_empty() {
            "back on their feet".to_owned()
        } else {
            format!("{by}; back on their feet")
        }
    }
}

impl SideRecap {
    /// Returns the name of the side and the number of automatic decisions: "Bandits, 12 automatic decisions".
    fn title(&self) -> String {
        match self.played {
            0 => self.name.clone(),
            played => {
                let many = counted(
                    i64::try_from(played).unwrap_or(i64::MAX),
                    "automatic decision",
                );
                format!("{}, {many}", self.name)
            }
        }
    }
}

impl Recap {
    /// Returns the duration in one line: "4 rounds, 40 seconds. Only one side is left: Party", "Ended in round 4, after 30 seconds" or "Round 4 is
    /// under way, after 30 seconds".
    pub fn length(&self) -> String {
        let seconds = self.seconds.map(|seconds| {
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            let said = [(minutes, "minute"), (seconds, "second")];
            let said = said.into_iter().filter(|(many, _)| *many > 0);
            let said = said.map(|(many, what)| counted(i64::try_from(many).unwrap_or(0), what));
            said.collect::<Vec<String>>().join(" ")
        });
        let seconds = seconds.filter(|seconds| !seconds.is_empty());
        let last = self.rounds + self.gone_by;
        let (rounds, joins) = if self.over && self.whole == self.rounds {
            (counted(i64::from(self.rounds), "round"), ", ")
        } else if self.over {
            (format!("Ended in round {last}"), ", after ")
        } else if self.rounds == 0 {
            ("The first round has not begun".to_owned(), ", after ")
        } else {
            (format!("Round {last} is under way"), ", after ")
        };
        let seconds = seconds.map_or(String::new(), |seconds| format!("{joins}{seconds}"));
        let left = self.left.as_ref();
        let left = left.map_or(String::new(), |left| {
            format!(". Only one side is left: {left}")
        });
        rounds + &seconds + &left
    }

    /// Returns all tables that are not empty.
    pub fn tables(&self) -> Vec<Table> {
        let mut falls = Table::new("Who fell", &["", "", "round", "by"]);
        falls.rows.extend(self.falls.iter().map(|fall| {
            // A bonus round has no number.
            let round = match fall.round {
                0 => "before 1".to_owned(),
                round => round.to_string(),
            };
            vec![fall.who.clone(), fall.how.clone(), round, fall.to()]
        }));
        let mut tables = vec![falls];
        let sides = self.sides.iter();
        tables.extend(sides.map(|side| figures(&side.title(), &side.people)));
        let mut lucky = tables
            .iter_mut()
            .filter(|table| table.head.iter().any(|one| one == LUCK));
        if let Some(first) = lucky.next() {
            first.title.push_str(LUCK_TOLD);
        }
        tables.push(self.dice());
        let mut used = Table::new("Used up", &["", "", ""]);
        for one in self.people() {
            let each = one.used.iter();
            let each =
                each.map(|used| vec![one.name.clone(), used.many.to_string(), used.what.clone()]);
            used.rows.extend(each);
        }
        tables.push(used);
        // A table with only a name column is left out.
        tables.retain(|table| !table.rows.is_empty() && table.head.len() > 1);
        tables
    }

    fn people(&self) -> impl Iterator<Item = &PersonRecap> {
        self.sides.iter().flat_map(|side| &side.people)
    }

    /// Returns the luck of each side, and for each kind of dice the average and the expected total.
    fn dice(&self) -> Table {
        let head = ["", "rolls", "average", "expected", "luck"];
        let mut table = Table::new("Dice", &head);
        for side in &self.sides {
            let mut all = Luck::default();
            for one in &side.people {
                all.merge(&one.luck);
            }
            let dice = all.dice();
            if dice.is_empty() {
                continue;
            }
            let mut row = vec![side.name.clone(), all.throws().to_string()];
            if let Some(better) = all.better_than() {
                row.push(format!("{better:.0} in 100"));
                row.push("50 in 100".to_owned());
                row.push(format!("{}, {}", all.word(), signed(all.deviations())));
            }
            table.rows.push(row);
            table.rows.extend(dice.into_iter().map(|dice| {
                let (mean, expected) =
                    (format!("{:.1}", dice.mean), format!("{:.1}", dice.expected));
                vec![
                    format!("  {}", dice.dice),
                    dice.throws.to_string(),
                    mean,
                    expected,
                ]
            }));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn a_value_that_rounds_to_zero_has_no_sign() {
        let told = [-0.04, -0.0, 0.04, 0.05, -1.25].map(signed);
        assert_eq!(told, ["0.0", "0.0", "0.0", "+0.1", "-1.2"]);
    }
}
