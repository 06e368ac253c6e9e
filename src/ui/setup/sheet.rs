//! Sheets of combatants in the set-up: all values, including values set for one combatant, and changes.

use anyhow::{Result, bail};

use super::SetupScreen;
use crate::compendium::Compendium;
use crate::setup::{HitPoints, Newcomer};
use crate::ui::sheet::{SheetRow, Subject, entries, rows_before};
use crate::values::{Record, Row, Value};

/// Returns the whole sheet that a combatant would start with now; rolled hit points are averages.
fn whole(one: &Newcomer, compendium: &Compendium) -> Result<Row> {
    let given = one.likely().whole(compendium).map_err(anyhow::Error::msg)?;
    match Row::seat(&compendium.schema.fields, &given) {
        Ok(mut sheet) => {
            compendium.system().complete(&mut sheet);
            Ok(sheet)
        }
        Err(wrong) => {
            let wrong: Vec<String> = wrong.into_iter().map(|one| one.what).collect();
            bail!(wrong.join("; "))
        }
    }
}

impl SetupScreen {
    fn newcomer(&self, place: usize) -> Result<&Newcomer> {
        let one = self.setup.combatants.get(place);
        one.ok_or_else(|| anyhow::anyhow!("this row no longer exists"))
    }

    /// Returns the rows of a combatant's sheet; an empty list if the sheet is invalid.
    pub fn sheet_rows(&self, place: usize, compendium: &Compendium) -> Vec<SheetRow> {
        let sheet = self.newcomer(place).and_then(|one| whole(one, compendium));
        sheet.map_or_else(
            |_| Vec::new(),
            |sheet| rows_before(compendium.schema, &sheet.record()),
        )
    }

    /// Returns the first reason why a combatant cannot fight with this sheet.
    pub(crate) fn objection(&self, of: Subject, compendium: &Compendium) -> Option<String> {
        let Subject::Newcomer(place) = of else {
            return None;
        };
        let sheet = whole(self.newcomer(place).ok()?, compendium).ok()?;
        let objections = compendium.system().objections(&sheet);
        objections.into_iter().next().map(|one| one.what)
    }

    /// Sets a typed value in a row of a combatant's sheet.
    ///
    /// # Errors
    /// If the row does not allow the value.
    pub(crate) fn keep_value(
        &mut self,
        place: usize,
        row: &SheetRow,
        text: &str,
        compendium: &Compendium,
    ) -> Result<()> {
        let sheet = whole(self.newcomer(place)?, compendium)?;
        match row.change(text, &sheet, compendium)? {
            Some((path, to)) => self.put(place, sheet, path, to, compendium),
            None => Ok(()),
        }
    }

    /// Removes an entry from a list on a combatant's sheet.
    ///
    /// # Errors
    /// If the combatant does not exist.
    pub(crate) fn remove_entry(
        &mut self,
        place: usize,
        list: &str,
        nth: usize,
        compendium: &Compendium,
    ) -> Result<()> {
        let sheet = whole(self.newcomer(place)?, compendium)?;
        match entries::one_less(&sheet, list, nth) {
            Some(less) => self.put(place, sheet, list, Some(less), compendium),
            None => Ok(()),
        }
    }

    /// Changes a combatant's sheet at a path. Values that the combatant has anyway are not stored.
    fn put(
        &mut self,
        place: usize,
        mut sheet: Row,
        path: &str,
        to: Option<Value>,
        compendium: &Compendium,
    ) -> Result<()> {
        if let Err(wrong) = sheet.put(path, to.as_ref()) {
            bail!(wrong.what);
        }
        let one = self.newcomer(place)?;
        let word = path.split('/').next().unwrap_or(path);
        let rests_on_points = word == compendium.schema.hit_points;
        if let (true, HitPoints::Fixed(_) | HitPoints::Rolled(_), Some(Value::Int(points))) =
            (rests_on_points, &one.hit_points, &to)
        {
            let points = HitPoints::Fixed(*points);
            self.change(|setup| setup.combatants[place].hit_points = points);
            return Ok(());
        }
        let mut usual = one.clone();
        usual.sheet = Record::new();
        let usual = whole(&usual, compendium).ok();
        let value = compendium.spare(&sheet, 0).0.remove(word);
        let value = value.or_else(|| sheet.value(word));
        let is_usual = usual.is_some_and(|usual| usual.value(word) == sheet.value(word));
        self.change(|setup| {
            let own = &mut setup.combatants[place].sheet;
            match value.filter(|_| !is_usual) {
                Some(value) => own.set(word, value),
                None => own.unset(word),
            }
        });
        Ok(())
    }
}
