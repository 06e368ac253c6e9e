//! Figures, and the tables that show them.

use std::fmt;

/// Unit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Time,
    /// Bytes.
    Bytes,
    /// Number without a unit.
    Number,
}

/// Measured figure.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Median of the measurements.
    pub value: f64,
    /// Unit of the median.
    pub unit: Unit,
    /// Number of instructions, if they were counted.
    pub instructions: Option<f64>,
}

impl Measured {
    /// Creates a figure without a count of instructions.
    pub fn new(value: f64, unit: Unit) -> Self {
        Self {
            value,
            unit,
            instructions: None,
        }
    }

    /// Returns the ratio to another figure.
    fn times(&self, other: &Self) -> f64 {
        self.value / other.value
    }

    /// Returns the ratio of the instructions to those of another figure, if both were counted.
    fn counted(&self, other: &Self) -> Option<f64> {
        Some(self.instructions? / other.instructions?)
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self.value, self.unit))?;
        match self.instructions {
            Some(instructions) => write!(f, " · {}", short(instructions)),
            None => Ok(()),
        }
    }
}

/// Formats a value with its unit, to three places.
fn shown(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Time if value < 1e-6 => format!("{} ns", places(value * 1e9)),
        Unit::Time if value < 1e-3 => format!("{} µs", places(value * 1e6)),
        Unit::Time if value < 1.0 => format!("{} ms", places(value * 1e3)),
        Unit::Time => format!("{} s", places(value)),
        Unit::Bytes if value < 10e3 => format!("{value:.0} B"),
        Unit::Bytes if value < 1e6 => format!("{} KB", places(value / 1e3)),
        Unit::Bytes => format!("{} MB", places(value / 1e6)),
        Unit::Number => places(value),
    }
}

/// Formats a large number with a letter for thousands.
fn short(number: f64) -> String {
    match number {
        number if number < 1e3 => places(number),
        number if number < 1e6 => format!("{} k", places(number / 1e3)),
        number if number < 1e9 => format!("{} M", places(number / 1e6)),
        number => format!("{} G", places(number / 1e9)),
    }
}

fn places(number: f64) -> String {
    match number {
        number if number.fract() == 0.0 || number >= 100.0 => format!("{number:.0}"),
        number if number >= 10.0 => format!("{number:.1}"),
        number => format!("{number:.2}"),
    }
}

/// Returns the median.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Goal of a figure.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// Maximum ratio to the figure for comparison.
    Times(f64),
    /// Maximum value.
    Most(f64),
    /// Maximum number of instructions.
    Instructions(f64),
    /// No goal in the design.
    Open,
}

impl Goal {
    fn is_met(self, one: &Measured, beside: Option<&Measured>) -> bool {
        match self {
            // Instructions decide if both were counted.
            Goal::Times(most) => beside.is_none_or(|beside| {
                let ratio = one.counted(beside);
                ratio.unwrap_or_else(|| one.times(beside)) <= most
            }),
            Goal::Most(most) => one.value <= most,
            Goal::Instructions(most) => one.instructions.is_none_or(|count| count <= most),
            Goal::Open => true,
        }
    }

    fn text(self, unit: Unit) -> String {
        match self {
            Goal::Times(most) => format!("{} x", places(most)),
            Goal::Most(most) => shown(most, unit),
            Goal::Instructions(most) => short(most),
            Goal::Open => String::new(),
        }
    }
}

/// Figures for comparison with their description: one value for all systems, or one for each.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    name: String,
    values: Vec<Measured>,
}

impl Beside {
    /// Creates an empty comparison.
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Creates a comparison; it is empty if none of its values could be measured.
    pub fn new(name: &str, values: impl IntoIterator<Item = Measured>) -> Self {
        let values: Vec<Measured> = values.into_iter().collect();
        let name = if values.is_empty() {
            format!("{name}: not measured here")
        } else {
            name.to_owned()
        };
        Self { name, values }
    }

    fn of(&self, place: usize) -> Option<&Measured> {
        self.values.get(place).or(self.values.first())
    }
}

/// Printer of rows as they are measured; a head is printed before the first row, and whenever the columns change.
#[derive(Default)]
pub struct Table {
    columns: Vec<String>,
}

impl Table {
    /// Prints a row of figures, one for each of `columns`, with their comparison.
    pub fn row(
        &mut self,
        columns: &[&str],
        figure: &str,
        values: &[Measured],
        beside: &Beside,
        goal: Goal,
    ) {
        let mut head = columns.to_vec();
        head.extend(["compared with", "ratio", "goal", "met"]);
        let mut cells: Vec<String> = values.iter().map(ToString::to_string).collect();
        // Figures that could not be measured on this machine are printed as such, not left out.
        cells.resize(columns.len(), "not measured here".to_owned());
        let others: Vec<String> = beside.values.iter().map(ToString::to_string).collect();
        cells.push(
            format!("{} {}", beside.name, others.join("; "))
                .trim()
                .to_owned(),
        );
        let pairs = || {
            let numbered = values.iter().enumerate();
            numbered.map(|(place, value)| (value, beside.of(place)))
        };
        let times = pairs().filter_map(|(one, other)| Some(one.times(other?)));
        let times = times.filter(|ratio| ratio.is_finite());
        let counts = pairs().filter_map(|(one, other)| one.counted(other?));
        let worst = [times.max_by(f64::total_cmp), counts.max_by(f64::total_cmp)];
        let worst = worst.into_iter().flatten();
        let worst: Vec<String> = worst.map(|ratio| format!("{} x", places(ratio))).collect();
        cells.push(worst.join(" · "));
        let unit = values.first().map_or(Unit::Number, |value| value.unit);
        cells.push(goal.text(unit));
        cells.push(
            match goal {
                Goal::Open => "",
                _ if values.is_empty() => "?",
                _ if pairs().all(|(one, other)| goal.is_met(one, other)) => "yes",
                _ => "no",
            }
            .to_owned(),
        );
        self.plain(&head, figure, &cells);
    }

    /// Prints a row of any cells.
    pub fn plain(&mut self, columns: &[&str], figure: &str, cells: &[String]) {
        if self.columns != columns {
            self.columns = columns.iter().map(ToString::to_string).collect();
            println!("\n| figure | {} |", columns.join(" | "));
            println!("|---|{}", "---|".repeat(columns.len()));
        }
        println!("| {figure} | {} |", cells.join(" | "));
    }
}
