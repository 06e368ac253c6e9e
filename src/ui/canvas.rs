//! What is on the screen and what will be: a frame is drawn over the one before it, part by part, and only the parts that
//! changed are drawn and compared.

use std::any::Any;
use std::cell::RefCell;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

/// Something that took long to make, and what it was made of.
#[derive(Default)]
pub struct Kept(RefCell<Option<Made>>);

struct Made {
    of: Box<dyn Any>,
    what: Box<dyn Any>,
}

impl Kept {
    /// Forgets it: the next time it is made anew.
    pub fn forget(&self) {
        self.0.replace(None);
    }

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

/// Copies the cells that both have.
pub(crate) fn copy(from: &Buffer, to: &mut Buffer) {
    let common = from.area.intersection(to.area);
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
    /// How the frame is laid out, and what each part was drawn from, with its place.
    layout: Box<dyn Any>,
    parts: Vec<Box<dyn Any>>,
    /// The place of the next part.
    next: usize,
    /// Which rows were drawn anew.
    touched: Vec<bool>,
}

impl Canvas {
    /// Nothing is on the screen yet.
    pub fn new(area: Rect) -> Self {
        Self {
            frame: Buffer::empty(area),
            shown: Buffer::empty(area),
            layout: Box::new(()),
            parts: Vec::new(),
            next: 0,
            touched: vec![true; usize::from(area.height)],
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

    /// A frame that is drawn whole.
    pub fn anew(&mut self) -> &mut Buffer {
        self.layout = Box::new(());
        self.parts.clear();
        self.frame.reset();
        self.touched.fill(true);
        &mut self.frame
    }

    /// A frame of parts begins: what is laid out as in the frame before may stand.
    pub fn begin<T: PartialEq + 'static>(&mut self, layout: T) {
        if self.layout.downcast_ref::<T>() != Some(&layout) {
            self.anew();
            self.layout = Box::new(layout);
        }
        self.next = 0;
    }

    /// The next part, at its place. It stands as it is where it was drawn from the same in the frame before, and nothing
    /// of its rows was drawn anew since. Parts may lie over those that came before them.
    pub fn part<T: PartialEq + 'static>(
        &mut self,
        place: Rect,
        from: T,
        draw: impl FnOnce(&T, &mut Buffer),
    ) {
        let place = place.intersection(self.frame.area);
        let from = (place, from);
        let rows = usize::from(place.y - self.frame.area.y)..;
        let rows = rows.start..rows.start + usize::from(place.height);
        let before = self.parts.get(self.next);
        let same = before.and_then(|part| part.downcast_ref()) == Some(&from);
        let known = self.parts.len() > self.next;
        self.next += 1;
        if same && !self.touched[rows.clone()].contains(&true) {
            return;
        }
        for y in place.top()..place.bottom() {
            let start = self.frame.index_of(place.x, y);
            let row = &mut self.frame.content[start..start + usize::from(place.width)];
            row.fill(Cell::EMPTY);
        }
        draw(&from.1, &mut self.frame);
        self.touched[rows].fill(true);
        let from: Box<dyn Any> = Box::new(from);
        match known {
            true => self.parts[self.next - 1] = from,
            false => self.parts.push(from),
        }
    }

    /// The frame as it was drawn, for a last touch.
    pub(crate) fn finish(&mut self) -> &mut Buffer {
        &mut self.frame
    }

    /// The cells that are not as the terminal shows them, and their places; from now on it shows them.
    pub(crate) fn changes(&mut self) -> Vec<(u16, u16, Cell)> {
        let width = usize::from(self.frame.area.width);
        let cells = |row: usize| row * width..(row + 1) * width;
        // Comparing a row is much cheaper than finding out what of it changed.
        let differs = |row: &usize| {
            self.touched[*row] && self.shown.content[cells(*row)] != self.frame.content[cells(*row)]
        };
        let rows: Vec<usize> = (0..self.touched.len()).filter(differs).collect();
        self.touched.fill(false);
        let row = |buffer: &Buffer, row: usize| Buffer {
            area: Rect {
                y: buffer.area.y + u16::try_from(row).unwrap_or(u16::MAX),
                height: 1,
                ..buffer.area
            },
            content: buffer.content[cells(row)].to_vec(),
        };
        let mut changes = Vec::new();
        for at in &rows {
            let (shown, frame) = (row(&self.shown, *at), row(&self.frame, *at));
            let found = shown.diff(&frame).into_iter();
            changes.extend(found.map(|(x, y, cell)| (x, y, cell.clone())));
        }
        for at in rows {
            self.shown.content[cells(at)].clone_from_slice(&self.frame.content[cells(at)]);
        }
        changes
    }

    /// The terminal shows nothing any more of what it showed; the next frame is drawn whole, on a screen of this size.
    pub(crate) fn wipe(&mut self, area: Rect) {
        *self = Self::new(area);
    }
}
