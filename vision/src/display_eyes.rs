//! Finds a clock's display and reads it as long as it is there.

use crate::clock_picture::{ClockPicture, Spots};
use crate::clock_zone::ClockZone;
use crate::display_find::{Display, MOST_COST, find, toned};
use crate::display_line::Face;
use crate::display_read::{Read, cost, read};
use crate::plane::Plane;
use board::Stamp;
use calibration::BoardView;
use capture::Image;

/// A display is read so often after a press, and while it is not sure what it shows, in milliseconds, and else.
const READ_SOON_MS: i64 = 240;
const READ_EVERY_MS: i64 = 480;

/// It is looked for in so many pictures, so far apart in milliseconds, and what reads most of them best is kept.
const PICTURES: usize = 3;
const APART_MS: i64 = 700;

/// Where none is found it is looked for again after a while, and after twice as long each time, up to so long, in milliseconds.
const SEARCH_AGAIN_MS: (i64, i64) = (1500, 48_000);

/// A display that has not been read for so long, in milliseconds, is looked for anew: the clock was moved, or it is another.
const LOST_MS: i64 = 8000;

/// Reads one clock's display.
#[derive(Clone, Debug)]
pub(crate) struct DisplayEyes {
    picture: Option<ClockPicture>,
    places: Option<Places>,
    search: Search,
    looked: Option<Stamp>,
    /// When something was last read, or looked for in vain.
    known: Option<Stamp>,
}

/// Where both times are seen in pictures of the camera.
#[derive(Clone, Debug)]
struct Places {
    display: Display,
    spots: [Spots; 2],
}

#[derive(Clone, Debug)]
struct Search {
    pictures: Vec<Plane>,
    found: Vec<Display>,
    next: Option<Stamp>,
    wait_ms: i64,
}

impl DisplayEyes {
    pub(crate) fn new(zone: &ClockZone, view: &BoardView) -> DisplayEyes {
        DisplayEyes {
            picture: ClockPicture::new(zone, view),
            places: None,
            search: Search { pictures: Vec::new(), found: Vec::new(), next: None, wait_ms: SEARCH_AGAIN_MS.0 },
            looked: None,
            known: None,
        }
    }

    /// What is read of White's time and of Black's; `None` when it was not looked at now: it is looked at more often when it is to be
    /// known `soon`. Where the display is has to be found first, in `calm` pictures: while nobody reaches over the clock.
    pub(crate) fn look(&mut self, image: &Image, at: Stamp, calm: bool, soon: bool) -> Option<[Option<Read>; 2]> {
        let wait = if soon { READ_SOON_MS } else { READ_EVERY_MS };
        if self.looked.is_some_and(|looked| at.millis_since(looked) < wait) {
            return None;
        }
        self.looked = Some(at);
        let picture = self.picture.as_ref()?;
        let known = *self.known.get_or_insert(at);
        let lost = at.millis_since(known) > LOST_MS;
        let due = (self.places.is_none() || lost) && self.search.next.is_none_or(|next| at >= next);
        if calm
            && due
            && let Some(display) = self.search.look(picture.take(image), at)
        {
            let spots = display.faces.map(|face| picture.spots(&face.line));
            self.places = Some(Places { display, spots });
            self.known = Some(at);
        }
        let reads = self.places.as_ref()?.read(image);
        if reads.iter().any(Option::is_some) {
            self.known = Some(at);
        }
        Some(reads)
    }
}

impl Places {
    fn read(&self, image: &Image) -> [Option<Read>; 2] {
        std::array::from_fn(|side| {
            let mut values = self.spots[side].look(image);
            if self.display.bright {
                values.iter_mut().for_each(|value| *value = 255.0 - *value);
            }
            let face: &Face = &self.display.faces[side];
            read(face, &face.line.ink(values))
        })
    }
}

impl Search {
    /// Looks for it in one more picture of the clock, and says where it is once that is known.
    fn look(&mut self, picture: Plane, at: Stamp) -> Option<Display> {
        match find(&picture) {
            Some(display) => {
                self.found.push(display);
                self.pictures.push(picture);
                self.next = Some(after(at, APART_MS));
            }
            None => {
                self.next = Some(after(at, self.wait_ms));
                self.wait_ms = (2 * self.wait_ms).min(SEARCH_AGAIN_MS.1);
                if self.wait_ms >= SEARCH_AGAIN_MS.1 {
                    (self.found, self.pictures) = (Vec::new(), Vec::new());
                }
            }
        }
        if self.found.len() < PICTURES {
            return None;
        }
        let (found, pictures) = (std::mem::take(&mut self.found), std::mem::take(&mut self.pictures));
        self.wait_ms = SEARCH_AGAIN_MS.0;
        let costs = found.iter().map(|display| mean_cost(display, &pictures));
        let (cost, best) = costs.zip(&found).min_by(|one, two| one.0.total_cmp(&two.0))?;
        (cost < MOST_COST).then_some(*best)
    }
}

/// How far both times are from looking as they should in these pictures, on average; where one is covered it is as far as may be.
fn mean_cost(display: &Display, pictures: &[Plane]) -> f32 {
    let of = |picture: &Plane| {
        let plane = toned(picture, display.bright);
        display.faces.iter().map(|face| cost(face, &face.line.ink_in(&plane)).min(2.0 * MOST_COST)).sum::<f32>()
    };
    pictures.iter().map(of).sum::<f32>() / (2 * pictures.len().max(1)) as f32
}

fn after(at: Stamp, ms: i64) -> Stamp {
    Stamp::from_millis(at.millis() + ms)
}
