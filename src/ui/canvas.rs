//! What is on the screen and what will be: a frame is drawn over the one before it, part by part, and only the parts that
//! changed are drawn and compared.

use std::any::Any;
use std::cell::RefCell;
use std::ops::Range;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::brush::Brush;

/// Something that took long to make, and what it was made of.
#[derive(Default)]
pub struct Kept(RefCell<Option<Made>>);

struct Made {
    of: Box<dyn Any>,
    what: Box<dyn Any>,
}

impl Kept {
    /// Has it used: as it is kept, if it was made of the same, else made now.
    pub(crate) fn with<K: PartialEq + Clone + 'static, V: 'static, T>(
        &self,
        from: &K,
        make: impl FnOnce() -> V,
        used: impl FnOnce(&V) -> T,
    ) -> T {
        let mut kept = self.0.borrow_mut();
        let known = kept.as_ref().and_then(|made| {
            let same = made.of.downcast_ref::<K>() == Some(from);
            made.what.downcast_ref::<V>().filter(|_| same)
        });
        if let Some(made) = known {
            return used(made);
        }
        let made = make();
        let result = used(&made);
        *kept = Some(Made {
            of: Box::new(from.clone()),
            what: Box::new(made),
        });
        result
    }
}

/// Nothing stands any more in the cells of a place.
fn blank(place: Rect, buffer: &mut Buffer) {
    for y in place.top()..place.bottom() {
        let start = buffer.index_of(place.x, y);
        let row = &mut buffer.content[start..start + usize::from(place.width)];
        row.fill(Cell::EMPTY);
    }
}

/// Copies the cells of a place that both have.
pub(crate) fn copy(from: &Buffer, place: Rect, to: &mut Buffer) {
    let common = place.intersection(from.area).intersection(to.area);
    let width = usize::from(common.width);
    for y in common.top()..common.bottom() {
        let (here, there) = (from.index_of(common.x, y), to.index_of(common.x, y));
        to.content[there..there + width].clone_from_slice(&from.content[here..here + width]);
    }
}

/// A frame over the one before it.
pub struct Canvas {
    /// The frame as far as it is drawn; before that, the one before.
    frame: Buffer,
    /// What the terminal shows.
    shown: Buffer,
    /// How the frame is laid out, if it is one of parts.
    layout: Option<Box<dyn Any>>,
    /// The parts that stand on the frame as they were drawn.
    parts: Vec<Part>,
    /// Where the next part is looked for first.
    next: usize,
    /// What the parts that are composed together were composed of, and their places.
    together: Option<(Box<dyn Any>, Vec<Place>)>,
    /// The places of those that are being composed.
    composed: Vec<Place>,
    /// The columns of each row that were drawn anew.
    touched: Vec<Range<u16>>,
}

/// The cells of a part: one or several rectangles.
type Place = Vec<Rect>;

/// A part, and what it was drawn from.
struct Part {
    place: Place,
    from: Box<dyn Any>,
}

impl Part {
    /// Whether it has cells of a place.
    fn meets(&self, place: &[Rect]) -> bool {
        let meets = |one: &Rect| place.iter().any(|other| one.intersects(*other));
        self.place.iter().any(meets)
    }
}

impl Canvas {
    /// Nothing is on the screen yet.
    pub fn new(area: Rect) -> Self {
        Self {
            frame: Buffer::empty(area),
            shown: Buffer::empty(area),
            layout: None,
            parts: Vec::new(),
            next: 0,
            together: None,
            composed: Vec::new(),
            touched: vec![area.left()..area.right(); usize::from(area.height)],
        }
    }

    /// The screen.
    pub fn area(&self) -> Rect {
        self.frame.area
    }

    /// The frame as far as it is drawn.
    pub fn buffer(&self) -> &Buffer {
        &self.frame
    }

    /// How the frame before was laid out, if it was one of parts.
    pub(crate) fn layout<T: 'static>(&self) -> Option<&T> {
        self.layout
            .as_ref()
            .and_then(|layout| layout.downcast_ref())
    }

    /// A frame that is drawn whole.
    pub fn anew(&mut self) -> &mut Buffer {
        self.layout = None;
        self.parts.clear();
        self.frame.reset();
        self.touch(self.frame.area);
        &mut self.frame
    }

    /// A frame of parts begins, which together are to cover all of it: what stands of the frame before may stay.
    pub fn begin<T: 'static>(&mut self, layout: T) {
        if self.layout.is_none() {
            self.anew();
        }
        self.layout = Some(Box::new(layout));
        self.next = 0;
    }

    /// The part at this place. It stands as it is where it was drawn from the same before, and nothing was drawn over it.
    pub fn part<T: PartialEq + 'static>(
        &mut self,
        place: Rect,
        from: T,
        draw: impl FnOnce(&T, &mut Buffer),
    ) {
        let place = place.intersection(self.frame.area);
        let found = match self.find(&[place]) {
            Some(found) if self.parts[found].from.downcast_ref() == Some(&from) => return,
            found => found,
        };
        blank(place, &mut self.frame);
        draw(&from, &mut self.frame);
        self.touch(place);
        self.stand(found, &[place], from);
    }

    /// A part of several rectangles, of which nothing is seen between them. `changed` tells which of its cells are to be drawn,
    /// and is told what the part was drawn from before, if it stands. Nothing is in these cells when `draw` draws them; it
    /// draws nothing else.
    pub fn hollow<T: PartialEq + 'static>(
        &mut self,
        place: &[Rect],
        from: T,
        changed: impl FnOnce(Option<&T>, &T) -> Vec<Rect>,
        draw: impl Fn(&T, Rect, &mut Buffer),
    ) {
        let area = self.frame.area;
        let place: Place = place.iter().map(|one| one.intersection(area)).collect();
        let found = self.find(&place);
        let before = found.and_then(|found| self.parts[found].from.downcast_ref());
        if before == Some(&from) {
            return;
        }
        for one in changed(before, &from) {
            let one = one.intersection(area);
            blank(one, &mut self.frame);
            draw(&from, one, &mut self.frame);
            self.touch(one);
        }
        self.stand(found, &place, from);
    }

    /// Parts that are composed together: they are not composed anew where all of them stand, from the same as before.
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

    /// The part that stands at a place.
    fn find(&mut self, place: &[Rect]) -> Option<usize> {
        let is = |part: &Part| part.place == place;
        let found = match self.parts.get(self.next) {
            Some(part) if is(part) => Some(self.next),
            _ => self.parts.iter().position(is),
        };
        self.composed.push(place.to_vec());
        if let Some(found) = found {
            self.next = found + 1;
        }
        found
    }

    /// A part stands, in the place of the one that was found there; what it was drawn over does not any more.
    fn stand<T: 'static>(&mut self, found: Option<usize>, place: &[Rect], from: T) {
        let from = Box::new(from);
        match found {
            // Nothing else was there.
            Some(found) => self.parts[found].from = from,
            None => {
                self.parts.retain(|part| !part.meets(place));
                let here = self.next.min(self.parts.len());
                let place = place.to_vec();
                self.parts.insert(here, Part { place, from });
                self.next = here + 1;
            }
        }
    }

    /// These cells were drawn anew.
    fn touch(&mut self, place: Rect) {
        for y in place.top()..place.bottom() {
            let columns = &mut self.touched[usize::from(y - self.frame.area.y)];
            *columns = match columns.len() {
                0 => place.left()..place.right(),
                _ => columns.start.min(place.left())..columns.end.max(place.right()),
            };
        }
    }

    /// The frame as it was drawn, for a last touch.
    pub(crate) fn finish(&mut self) -> &mut Buffer {
        &mut self.frame
    }

    /// What brings the terminal from what it shows to the frame; from now on it shows it.
    pub(crate) fn changes(&mut self) -> Vec<u8> {
        let area = self.frame.area;
        let mut brush = Brush::default();
        for (y, touched) in (area.y..).zip(&mut self.touched) {
            let columns = std::mem::take(touched);
            if columns.is_empty() {
                continue;
            }
            let start = self.frame.index_of(columns.start, y);
            let cells = start..start + columns.len();
            let shown = &mut self.shown.content[cells.clone()];
            brush.bring(shown, &self.frame.content[cells], (columns.start, y));
        }
        brush.done()
    }

    /// The terminal shows nothing any more of what it showed; the next frame is drawn whole, on a screen of this size.
    pub(crate) fn wipe(&mut self, area: Rect) {
        *self = Self::new(area);
    }
}
