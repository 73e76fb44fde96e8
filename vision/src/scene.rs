//! Watching the camera's picture itself: light that changes, shadows, glare, blur, a covered lens, a board that was moved.
//!
//! [`Scene`] looks at some small samples of the picture a few times a second and says what has settled. It compares each square
//! and its surroundings with how they looked: where they correlate the surface is the same, and says what the light is; where they do
//! not, a hand, an arm or a person may be in the way, and nothing is concluded until nearly all is lost. Times are the frames' own.

mod edges;
mod light;
mod settled;
mod wide;
mod windows;

use board::{BoardId, Stamp};
use calibration::BoardView;
use capture::Image;
use edges::Edges;
use light::{Level, Shade, lit, same};
use settled::Settled;
use wide::{Wide, WideLook};
use windows::{Likeness, Windows};

/// The picture is looked at so often, in milliseconds.
const EVERY_MS: i64 = 95;

/// A board of which less than this share of windows shows anything like what it did is lost from sight.
const LOST: f32 = 0.1;

/// ... like by this correlation.
const SOMETHING_LIKE: f32 = 0.55;

/// What covers a lens is smooth: less than this share of the structure is left...
const SMOOTH: f32 = 0.35;

/// ... and nothing like the layout.
const OTHER_LAYOUT: f32 = 0.7;

/// A picture with no more light than this is dark, of 255.
const DARK: f32 = 26.0;

/// A blur in which even squares are lost leaves no more than this share of the structure, and the layout.
const WASHED: f32 = 0.6;
const SAME_LAYOUT: f32 = 0.8;

/// Edges wider than this, in squares, are blurred whatever they were...
const BLURRED: f32 = 0.2;

/// ... or so many times as wide as usual and than this.
const BLURRED_TIMES: f32 = 1.8;
const BLURRED_LEAST: f32 = 0.12;

/// Edges wider than this, in squares, are blurred beyond use.
const USELESS: f32 = 0.3;

/// Looks from which the usual width of edges is known.
const USUAL_LOOKS: usize = 12;

/// Brightness from which on the camera can tell no more.
const SATURATED: u8 = 250;

/// A board of which so much more than in the beginning is saturated for long has glare.
const GLARE: f32 = 0.04;
const GLARE_MS: i64 = 3_000;

/// A window less like its reference than this shows something else, if it has been still.
const BROKEN: f32 = 0.88;

/// A board of which this share of windows shows something else, and keeps still, may lie elsewhere...
const JOLTED: f32 = 0.45;
const JOLTED_MS: i64 = 500;

/// ... and of which this share does is not believed until that is known.
const ASTRAY: f32 = 0.75;

/// After a board was looked for, it is asked for again after so long, doubled each time up to the latter.
const ASK_AGAIN_MS: i64 = 2_000;
const ASK_AGAIN_MOST_MS: i64 = 32_000;

/// What has stood still for so long where something else was is the reference from then on.
const ACCEPT_MS: i64 = 2_000;

/// What was noticed, once it has settled.
#[derive(Clone, PartialEq, Debug)]
pub enum SceneNotice {
    /// The light or the exposure has changed.
    Light {
        /// How many times as bright the boards are.
        factor: f32,
        /// How long it took, in milliseconds.
        over_ms: i64,
        /// It has changed several times within a minute; no more is told until that is over.
        unsteady: bool,
    },
    /// A part of these boards is darker than the rest, and stays so.
    Shadow {
        /// Which boards.
        boards: Vec<BoardId>,
        /// How many times as bright as the rest the part is.
        factor: f32,
    },
    /// No board is in part darker any more.
    ShadowGone,
    /// A part of these boards is as bright as the camera can tell, and was not.
    Glare {
        /// Which boards.
        boards: Vec<BoardId>,
        /// The largest share of a board.
        share: f32,
    },
    /// The glare is gone.
    GlareGone,
    /// The picture is blurred.
    Blurred {
        /// How wide edges are, in squares; `None` where the squares themselves are lost.
        width: Option<f32>,
    },
    /// The picture is sharp again.
    Sharp,
    /// Nothing of the table is seen.
    Covered {
        /// Whether the picture is dark.
        dark: bool,
    },
    /// The table is seen again.
    Uncovered,
    /// A board may lie elsewhere: see where it is, and say so with [`Scene::placed`] or [`Scene::stays`].
    Jolted(BoardId),
}

/// Watches the pictures of one camera.
#[derive(Clone, Debug)]
pub struct Scene {
    views: Vec<(BoardId, BoardView)>,
    looking: Option<Looking>,
    looked: Option<Stamp>,
    covered: Settled,
    blurred: Settled,
    shadow: bool,
    glare: bool,
    level: Level,
    unseen: bool,
}

/// What is kept for pictures of one size.
#[derive(Clone, Debug)]
struct Looking {
    size: (usize, usize),
    wide: Wide,
    known: Option<Stamp>,
    boards: Vec<BoardLook>,
}

#[derive(Clone, Debug)]
struct BoardLook {
    windows: Windows,
    edges: Edges,
    widths: Vec<f32>,
    usual: Option<f32>,
    shade: Shade,
    saturated_since: Vec<Option<Stamp>>,
    saturated_first: Option<f32>,
    glares: bool,
    jolted: Settled,
    ask: Option<(Stamp, i64)>,
    other_since: [Option<Stamp>; 64],
    astray: bool,
}

impl Scene {
    /// For a camera that sees these boards.
    pub fn new(boards: impl IntoIterator<Item = (BoardId, BoardView)>) -> Scene {
        Scene {
            views: boards.into_iter().collect(),
            looking: None,
            looked: None,
            covered: Settled::new(800, 800),
            blurred: Settled::new(1_500, 1_500),
            shadow: false,
            glare: false,
            level: Level::default(),
            unseen: false,
        }
    }

    /// What is to be said after `image`, taken at `at`; frames are given in the order of their times, and most are passed over.
    pub fn observe(&mut self, image: &Image, at: Stamp) -> Vec<SceneNotice> {
        if self.looked.is_some_and(|looked| at.millis_since(looked) < EVERY_MS) {
            return Vec::new();
        }
        self.looked = Some(at);
        let size = (image.width(), image.height());
        let looking = match &mut self.looking {
            Some(looking) if looking.size == size => looking,
            other => other.insert(Looking::new(&self.views, size)),
        };
        let wide = looking.wide.look(image);
        looking.boards.iter_mut().for_each(|board| board.windows.look(image));
        let seen: Vec<Vec<(usize, Likeness)>> =
            looking.boards.iter().map(|board| board.windows.seen().collect()).collect();
        let widths: Vec<Option<f32>> = looking.boards.iter_mut().map(|board| board.edges.width(image)).collect();

        let lost = seen.iter().all(|windows| share(windows, like_something) < LOST);
        let cover = wide.filter(|wide| lost && is_cover(wide));
        let washed =
            wide.is_some_and(|wide| lost && cover.is_none() && wide.structure < WASHED && wide.layout > SAME_LAYOUT);
        let wide_edges = looking.blurred(&widths, self.blurred.holds());
        let blur = if washed {
            Some(true)
        } else if lost {
            None
        } else {
            wide_edges.map(|(blurred, _)| blurred)
        };
        let width = wide_edges.map(|(_, width)| width);
        self.unseen = cover.is_some() || washed || blur == Some(true) && width.is_some_and(|width| width > USELESS);
        let troubled = self.unseen || lost || blur == Some(true);

        let mut told = Vec::new();
        told.extend(self.covered.see(at, Some(cover.is_some())).map(|begun| {
            let dark = cover.is_some_and(|wide| wide.brightness < DARK);
            if begun { SceneNotice::Covered { dark } } else { SceneNotice::Uncovered }
        }));
        // a covered lens is not blurred, too
        let blur = if cover.is_some() { None } else { blur };
        told.extend(self.blurred.see(at, blur).map(|begun| match begun {
            true => SceneNotice::Blurred { width: if washed { None } else { width } },
            false => SceneNotice::Sharp,
        }));
        if !troubled {
            looking.learn_widths(&widths);
            if let Some(lit) = lit(&seen) {
                if let Some((change, tell)) = self.level.see(at, lit.level) {
                    looking.boards.iter_mut().for_each(|board| board.windows.rebase(same, lit.level));
                    let (factor, over_ms, unsteady) = (change.by.exp(), change.over_ms, change.unsteady);
                    told.extend(tell.then_some(SceneNotice::Light { factor, over_ms, unsteady }));
                } else {
                    told.extend(looking.shadow(at, &mut self.shadow, &self.views, &lit));
                }
                looking.learn(at, &seen, lit.level);
            }
            told.extend(looking.glare(at, &mut self.glare, &self.views));
        }
        told.extend(looking.jolts(at, &seen, troubled, &self.views));
        told
    }

    /// Whether nothing is to be believed of what a board shows at present: the picture is covered or blurred beyond use, or
    /// nearly all of the board looks otherwise and keeps still. Said at once, before anything has settled.
    pub fn blinds(&self, board: BoardId) -> bool {
        let astray = |looking: &Looking| {
            let index = self.views.iter().position(|(id, _)| *id == board);
            index.and_then(|index| looking.boards.get(index)).is_some_and(|board| board.astray)
        };
        self.unseen || self.covered.holds() || self.looking.as_ref().is_some_and(astray)
    }

    /// A board lies there from now on.
    pub fn placed(&mut self, board: BoardId, view: BoardView) {
        let Some(index) = self.views.iter().position(|(id, _)| *id == board) else { return };
        if let Some(looking) = &mut self.looking {
            looking.boards[index] = BoardLook::new(&view, looking.size);
        }
        self.views[index].1 = view;
    }

    /// A board that may have lain elsewhere lies where it did: how it looks is how it is.
    pub fn stays(&mut self, board: BoardId) {
        let Some(looking) = &mut self.looking else { return };
        for (look, _) in looking.boards.iter_mut().zip(&self.views).filter(|(_, (id, _))| *id == board) {
            if look.ask.is_none() {
                continue;
            }
            look.accept_all();
        }
    }
}

/// The share of a board's windows in the picture of which something holds.
fn share(windows: &[(usize, Likeness)], holds: impl Fn(&Likeness) -> bool) -> f32 {
    windows.iter().filter(|(_, now)| holds(now)).count() as f32 / windows.len().max(1) as f32
}

fn like_something(now: &Likeness) -> bool {
    now.like >= SOMETHING_LIKE && now.contrast >= light::STRUCTURED
}

fn is_cover(wide: &WideLook) -> bool {
    wide.structure < SMOOTH && (wide.layout < OTHER_LAYOUT || wide.brightness < DARK)
}

impl Looking {
    fn new(views: &[(BoardId, BoardView)], size: (usize, usize)) -> Looking {
        let boards = views.iter().map(|(_, view)| BoardLook::new(view, size)).collect();
        Looking { size, wide: Wide::new(size.0, size.1), known: None, boards }
    }

    /// Whether the edges of a board are blurred, and how wide the widest board's are; `None` where none can be measured.
    fn blurred(&self, widths: &[Option<f32>], already: bool) -> Option<(bool, f32)> {
        let ease = if already { 0.85 } else { 1.0 };
        let measured =
            self.boards.iter().zip(widths).filter_map(|(board, width)| Some((board.limit() * ease, (*width)?)));
        measured.map(|(limit, width)| (width > limit, width)).reduce(|a, b| (a.0 || b.0, a.1.max(b.1)))
    }

    fn learn_widths(&mut self, widths: &[Option<f32>]) {
        for (board, width) in self.boards.iter_mut().zip(widths) {
            if let (None, Some(width)) = (board.usual, width) {
                board.widths.push(*width);
                if board.widths.len() >= USUAL_LOOKS {
                    board.widths.sort_unstable_by(f32::total_cmp);
                    board.usual = Some(board.widths[USUAL_LOOKS / 2]);
                }
            }
        }
    }

    /// What has stood for a while is how it looks.
    fn learn(&mut self, at: Stamp, seen: &[Vec<(usize, Likeness)>], level: f32) {
        if self.known.is_none_or(|known| at.millis_since(known) >= 5_000)
            && seen.iter().all(|windows| share(windows, same) > 0.5)
        {
            self.wide.know();
            self.known = Some(at);
        }
        for (board, windows) in self.boards.iter_mut().zip(seen) {
            if share(windows, |now| now.still && now.like < BROKEN) >= JOLTED || board.ask.is_some() {
                continue;
            }
            for (window, now) in windows {
                let since = &mut board.other_since[*window];
                if now.like >= BROKEN || !now.still {
                    *since = None;
                } else if at.millis_since(*since.get_or_insert(at)) >= ACCEPT_MS {
                    *since = None;
                    board.windows.accept(*window, level);
                }
            }
        }
    }

    fn shadow(
        &mut self,
        at: Stamp,
        holds: &mut bool,
        views: &[(BoardId, BoardView)],
        lit: &light::Lit,
    ) -> Option<SceneNotice> {
        let shaded: Vec<bool> =
            self.boards.iter_mut().zip(&lit.shaded).map(|(board, shaded)| board.shade.see(at, *shaded)).collect();
        let boards: Vec<BoardId> =
            views.iter().zip(shaded).filter(|(_, shaded)| *shaded).map(|((id, _), _)| *id).collect();
        if std::mem::replace(holds, !boards.is_empty()) != boards.is_empty() {
            return None;
        }
        let factor = (-lit.depth).exp();
        Some(if boards.is_empty() { SceneNotice::ShadowGone } else { SceneNotice::Shadow { boards, factor } })
    }

    fn glare(&mut self, at: Stamp, holds: &mut bool, views: &[(BoardId, BoardView)]) -> Option<SceneNotice> {
        let shares: Vec<Option<f32>> = self.boards.iter_mut().map(|board| board.glare(at)).collect();
        let boards: Vec<BoardId> =
            views.iter().zip(&shares).filter(|(_, share)| share.is_some()).map(|((id, _), _)| *id).collect();
        if std::mem::replace(holds, !boards.is_empty()) != boards.is_empty() {
            return None;
        }
        let share = shares.into_iter().flatten().fold(0.0, f32::max);
        Some(if boards.is_empty() { SceneNotice::GlareGone } else { SceneNotice::Glare { boards, share } })
    }

    fn jolts(
        &mut self,
        at: Stamp,
        seen: &[Vec<(usize, Likeness)>],
        troubled: bool,
        views: &[(BoardId, BoardView)],
    ) -> Vec<SceneNotice> {
        let mut told = Vec::new();
        for ((board, windows), (id, _)) in self.boards.iter_mut().zip(seen).zip(views) {
            let other = share(windows, |now| now.still && now.like < BROKEN && now.contrast >= light::STRUCTURED);
            board.astray = !troubled && other >= ASTRAY;
            let jolted = if troubled { None } else { Some(other >= JOLTED) };
            if board.jolted.see(at, jolted) == Some(false) {
                board.ask = None;
            }
            let due = match board.ask {
                None => true,
                Some((asked, wait)) => at.millis_since(asked) >= wait,
            };
            if board.jolted.holds() && jolted == Some(true) && due {
                let wait = board.ask.map_or(ASK_AGAIN_MS, |(_, wait)| (2 * wait).min(ASK_AGAIN_MOST_MS));
                board.ask = Some((at, wait));
                told.push(SceneNotice::Jolted(*id));
            }
        }
        told
    }
}

impl BoardLook {
    fn new(view: &BoardView, (width, height): (usize, usize)) -> BoardLook {
        BoardLook {
            windows: Windows::new(view, width, height),
            edges: Edges::new(view, width, height),
            widths: Vec::new(),
            usual: None,
            shade: Shade::default(),
            saturated_since: Vec::new(),
            saturated_first: None,
            glares: false,
            jolted: Settled::new(JOLTED_MS, JOLTED_MS),
            ask: None,
            other_since: [None; 64],
            astray: false,
        }
    }

    /// Edges wider than this are blurred, in squares.
    fn limit(&self) -> f32 {
        self.usual.map_or(BLURRED, |usual| (BLURRED_TIMES * usual).max(BLURRED_LEAST).min(BLURRED.max(1.2 * usual)))
    }

    /// The share of the board that glares and did not, where it is enough to be told.
    fn glare(&mut self, at: Stamp) -> Option<f32> {
        let saturated = self.windows.saturated(SATURATED);
        let count = saturated.len() as f32;
        let first = *self.saturated_first.get_or_insert(saturated.iter().filter(|on| **on).count() as f32 / count);
        self.saturated_since.resize(saturated.len(), None);
        let mut long = 0;
        for (since, on) in self.saturated_since.iter_mut().zip(&saturated) {
            *since = if *on { Some(since.unwrap_or(at)) } else { None };
            long += usize::from(since.is_some_and(|since| at.millis_since(since) >= GLARE_MS));
        }
        let share = long as f32 / count - first;
        self.glares = share >= if self.glares { GLARE / 2.0 } else { GLARE };
        self.glares.then_some(share)
    }

    fn accept_all(&mut self) {
        let seen: Vec<(usize, Likeness)> = self.windows.seen().collect();
        for (window, now) in seen.into_iter().filter(|(_, now)| now.still) {
            self.windows.accept(window, if same(&now) { now.light } else { 0.0 });
        }
        self.ask = None;
        self.jolted = Settled::new(JOLTED_MS, JOLTED_MS);
    }
}
