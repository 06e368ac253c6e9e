//! Canvas that draws a frame over the previous frame, part by part. Only the parts that changed are drawn and compared.
//! An arrow key in a fight of 60 combatants after 5,000 inputs takes 0.21 to 0.26 ms of processor time, or 0.55 to 0.66
//! ms if every frame is drawn whole (two cores, November 2026).

use std::any::Any;
use std::ops::Range;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

/// Copies the cells of an area that both buffers have.
pub(crate) fn copy(from: &Buffer, place: Rect, to: &mut Buffer) {
    let common = place.intersection(from.area).intersection(to.area);
    let width = usize::from(common.width);
    for y in common.top()..common.bottom() {
        let (here, there) = (from.index_of(common.x, y), to.index_of(common.x, y));
        to.content[there..there + width].clone_from_slice(&from.content[here..here + width]);
    }
}

/// Current frame over the previous frame.
pub struct Canvas {
    /// Frame drawn so far; initially the previous frame.
    frame: Buffer,
    /// Contents of the terminal.
    shown: Buffer,
    /// Layout of the frame, if it consists of parts.
    layout: Option<Box<dyn Any>>,
    /// Parts in the frame as they were drawn.
    parts: Vec<Part>,
    /// Index at which the search for the next part starts.
    next: usize,
    /// Source and areas of the parts that are composed together.
    together: Option<(Box<dyn Any>, Vec<Place>)>,
    /// Areas of the parts being composed.
    composed: Vec<Place>,
    /// True for each row that was redrawn.
    touched: Vec<bool>,
}

/// Area of a part: one or more rectangles.
type Place = Vec<Rect>;

/// Part of a frame, with its source data.
struct Part {
    place: Place,
    from: Box<dyn Any>,
}

impl Part {
    /// Returns `true` if the part overlaps an area.
    fn meets(&self, place: &Place) -> bool {
        let meets = |one: &Rect| place.iter().any(|other| one.intersects(*other));
        self.place.iter().any(meets)
    }
}

impl Canvas {
    /// Creates an empty canvas.
    pub fn new(area: Rect) -> Self {
        Self {
            frame: Buffer::empty(area),
            shown: Buffer::empty(area),
            layout: None,
            parts: Vec::new(),
            next: 0,
            together: None,
            composed: Vec::new(),
            touched: vec![true; usize::from(area.height)],
        }
    }

    pub fn area(&self) -> Rect {
        self.frame.area
    }

    /// Returns the frame so far.
    pub fn buffer(&self) -> &Buffer {
        &self.frame
    }

    /// Returns the layout of the previous frame, if it consisted of parts.
    pub(crate) fn layout<T: 'static>(&self) -> Option<&T> {
        self.layout
            .as_ref()
            .and_then(|layout| layout.downcast_ref())
    }

    /// Starts a frame that is drawn whole.
    pub fn anew(&mut self) -> &mut Buffer {
        self.layout = None;
        self.parts.clear();
        self.frame.reset();
        self.touched.fill(true);
        &mut self.frame
    }

    /// Starts a frame of parts, which together must cover the whole frame. Parts of the previous frame may remain.
    pub fn begin<T: 'static>(&mut self, layout: T) {
        if self.layout.is_none() {
            self.anew();
        }
        self.layout = Some(Box::new(layout));
        self.next = 0;
    }

    /// Draws the part in this area, unless the same source data was drawn there before and is still visible.
    pub fn part<T: PartialEq + 'static>(
        &mut self,
        place: Rect,
        from: T,
        draw: impl FnOnce(&T, &mut Buffer),
    ) {
        let place = place.intersection(self.frame.area);
        let Some(from) = self.stands(vec![place], from) else {
            return;
        };
        for y in place.top()..place.bottom() {
            let start = self.frame.index_of(place.x, y);
            let row = &mut self.frame.content[start..start + usize::from(place.width)];
            row.fill(Cell::EMPTY);
        }
        draw(&from, &mut self.frame);
        self.touch(&[place]);
        self.stand(vec![place], from);
    }

    /// Draws a part that consists of several separate rectangles. `changed` returns the cells to redraw, compared with
    /// the previous source data if the part is still there; `draw` draws them over any contents.
    pub fn hollow<T: PartialEq + 'static>(
        &mut self,
        place: &[Rect],
        from: T,
        changed: impl FnOnce(Option<&T>, &T) -> Vec<Rect>,
        draw: impl FnOnce(&T, &[Rect], &mut Buffer),
    ) {
        let area = self.frame.area;
        let place: Place = place.iter().map(|one| one.intersection(area)).collect();
        let Some(from) = self.stands(place.clone(), from) else {
            return;
        };
        let before = self.parts.iter().find(|part| part.place == place);
        let before = before.and_then(|part| part.from.downcast_ref());
        let changed = changed(before, &from);
        draw(&from, &changed, &mut self.frame);
        self.touch(&changed);
        self.stand(place, from);
    }

    /// Composes parts together, unless all of them are still there with the same source data.
    pub fn together<T: PartialEq + 'static>(&mut self, from: T, compose: impl FnOnce(&mut Self)) {
        if let Some((before, places)) = &self.together
            && before.downcast_ref() == Some(&from)
            && places
                .iter()
                .all(|place| self.parts.iter().any(|part| part.place == *place))
        {
            return;
        }
        self.composed.clear();
        compose(self);
        self.together = Some((Box::new(from), std::mem::take(&mut self.composed)));
    }

    /// Returns the source data, or `None` if the part is still there with the same data.
    fn stands<T: PartialEq + 'static>(&mut self, place: Place, from: T) -> Option<T> {
        let is = |part: &Part| part.place == place;
        let found = match self.parts.get(self.next) {
            Some(part) if is(part) => Some(self.next),
            _ => self.parts.iter().position(is),
        };
        self.composed.push(place);
        let Some(found) = found else {
            return Some(from);
        };
        self.next = found + 1;
        if self.parts[found].from.downcast_ref() == Some(&from) {
            None
        } else {
            Some(from)
        }
    }

    /// Records a part and forgets the parts below it.
    fn stand<T: 'static>(&mut self, place: Place, from: T) {
        let from = Box::new(from);
        self.parts
            .retain(|part| part.place == place || !part.meets(&place));
        match self.parts.iter_mut().find(|part| part.place == place) {
            Some(part) => part.from = from,
            None => {
                let here = self.next.min(self.parts.len());
                self.parts.insert(here, Part { place, from });
                self.next = here + 1;
            }
        }
    }

    /// Marks these cells as redrawn.
    fn touch(&mut self, places: &[Rect]) {
        for one in places {
            let first = usize::from(one.y - self.frame.area.y);
            self.touched[first..first + usize::from(one.height)].fill(true);
        }
    }

    /// Returns the frame for final changes.
    pub(crate) fn finish(&mut self) -> &mut Buffer {
        &mut self.frame
    }

    /// Returns the cells that differ from the terminal, with their positions, and treats them as shown.
    pub(crate) fn changes(&mut self) -> Vec<(u16, u16, Cell)> {
        let area = self.frame.area;
        let width = usize::from(area.width);
        let mut changes = Vec::new();
        for (row, touched) in self.touched.iter_mut().enumerate() {
            let cells = row * width..(row + 1) * width;
            let shown = &mut self.shown.content[cells.clone()];
            let frame = &self.frame.content[cells];
            let Some(part) = std::mem::take(touched)
                .then(|| differs(shown, frame))
                .flatten()
            else {
                continue;
            };
            let buffer = |cells: &[Cell]| Buffer {
                area: Rect {
                    x: area.x + u16::try_from(part.start).unwrap_or(u16::MAX),
                    y: area.y + u16::try_from(row).unwrap_or(u16::MAX),
                    width: u16::try_from(cells.len()).unwrap_or(u16::MAX),
                    height: 1,
                },
                content: cells.to_vec(),
            };
            let (shown, frame) = (&mut shown[part.clone()], &frame[part.clone()]);
            let (before, after) = (buffer(shown), buffer(frame));
            let found = before.diff(&after).into_iter();
            changes.extend(found.map(|(x, y, cell)| (x, y, cell.clone())));
            shown.clone_from_slice(frame);
        }
        changes
    }

    /// Forgets the contents of the terminal; the next frame is drawn whole, with this size.
    pub(crate) fn wipe(&mut self, area: Rect) {
        *self = Self::new(area);
    }
}

/// Returns the range of cells in which two rows differ, with one more cell at both ends, because a wide character is
/// stored in the cell before. This is much cheaper than computing the output.
fn differs(one: &[Cell], other: &[Cell]) -> Option<Range<usize>> {
    let differ = |(one, other): (&Cell, &Cell)| one != other;
    let mut both = one.iter().zip(other);
    let first = both.clone().position(differ)?;
    let last = both.rposition(differ)?;
    Some(first.saturating_sub(1)..(last + 2).min(one.len()))
}
