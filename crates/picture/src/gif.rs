//! A game as an animated GIF, one frame per move. Each frame holds only the pixels that changed.

use crate::board::{self, STEP};
use crate::canvas::{Canvas, Frame as Area, blend};
use crate::marks::{Marks, Numbers};
use crate::sketch::SketchPart;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;
use tengen_core::board::{BoardSize, Point};
use tengen_core::game;
use tengen_core::messages;
use tengen_records::{Game, ReadError};

messages! {
    pub enum FilmError from Read(ReadError) {
        Encoding { why: String } = "{why}",
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Film {
    /// The number of moves already played in the first frame.
    pub from: usize,
    /// Which stones show their move numbers.
    pub numbers: Numbers,
    /// How long each move is shown; the last one is shown three times as long.
    pub delay: Duration,
    /// Pixels per unit.
    pub scale: f32,
}

/// The number of shades between two colours, including both.
const SHADES: usize = 14;

/// The colours of boards and their blends, at most 256 including the transparent one.
struct Palette {
    colours: Vec<[u8; 3]>,
    /// A cache of nearest colours.
    met: HashMap<[u8; 3], u8>,
}

impl Palette {
    fn new() -> Palette {
        let mut colours = Vec::new();
        for (one, others) in board::BESIDE {
            for other in others {
                let shade = |at: usize| at as f32 / (SHADES - 1) as f32;
                colours.extend((0..SHADES).map(|at| blend(one.0, other.0, shade(at))));
            }
        }
        colours.sort_unstable();
        colours.dedup();
        colours.truncate(usize::from(u8::MAX));
        Palette { colours, met: HashMap::new() }
    }

    /// The index of the transparent colour.
    fn clear(&self) -> u8 {
        self.colours.len() as u8 // at most 255, see `new`
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.extend([0; 3]);
        bytes
    }

    fn nearest(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.met.entry(colour).or_insert_with(|| {
            let far = |known: &[u8; 3]| -> u32 {
                let apart = |at: usize| known[at].abs_diff(colour[at]) as u32;
                (0..3).map(|at| apart(at) * apart(at)).sum()
            };
            let nearest = (0..colours.len()).min_by_key(|&at| far(&colours[at]));
            nearest.unwrap_or(0) as u8 // there are at most 255
        })
    }
}

/// The current picture and what has been drawn of it.
struct Projector {
    empty: Canvas,
    canvas: Canvas,
    /// What is drawn at each point, row by row.
    shown: Vec<Vec<SketchPart>>,
}

impl Projector {
    fn new(size: BoardSize, scale: f32) -> Projector {
        let empty = Canvas::of(&board::wood(size), scale);
        Projector { canvas: empty.clone(), empty, shown: vec![Vec::new(); size.area()] }
    }

    /// Draws a board; returns the area that has changed.
    fn show(&mut self, board: &game::Game, numbers: Numbers) -> Option<Area> {
        let marks = Marks::of_game(board, numbers);
        let position = board.position();
        let mut changed = None;
        for (number, point) in position.size().points().enumerate() {
            let parts = board::at(position, &marks, point);
            if parts != self.shown[number] {
                let area = self.draw(point, &parts);
                changed = Some(changed.map_or(area, |all| joined(all, area)));
                self.shown[number] = parts;
            }
        }
        changed
    }

    fn draw(&mut self, point: Point, parts: &[SketchPart]) -> Area {
        let half = STEP as f32 / 2.0;
        let area = self.canvas.restore(&self.empty, board::middle(point), half);
        parts.iter().for_each(|part| self.canvas.paint(part));
        area
    }

    fn whole(&self) -> Area {
        let (width, height) = self.canvas.size();
        Area { x: (0, width), y: (0, height) }
    }
}

/// The smallest rectangle around both.
fn joined(one: Area, other: Area) -> Area {
    let both = |(a, b): (usize, usize), (c, d): (usize, usize)| (a.min(c), b.max(d));
    Area { x: both(one.x, other.x), y: both(one.y, other.y) }
}

/// The animation as a file, from the first requested move to the last.
pub fn write(game: &Game, film: &Film) -> Result<Vec<u8>, FilmError> {
    let encoding = |error: gif::EncodingError| FilmError::Encoding { why: error.to_string() };
    let mut board = game.start()?;
    let moves: Vec<Point> = game.points().collect();
    let (laid, shown) = moves.split_at(film.from.min(moves.len()));
    let play = |board: &mut game::Game, &point: &Point| board.play(point).map_err(ReadError::from);
    laid.iter().try_for_each(|point| play(&mut board, point))?;
    let mut projector = Projector::new(game.size, film.scale);
    projector.show(&board, film.numbers);
    let mut reel = Reel::new(&projector, film).map_err(encoding)?;
    for (number, point) in shown.iter().enumerate() {
        play(&mut board, point)?;
        let changed = projector.show(&board, film.numbers);
        let is_last = number + 1 == shown.len();
        let added = reel.add(&projector.canvas, changed, is_last);
        added.map_err(encoding)?;
    }
    reel.end().map_err(encoding)
}

struct Reel {
    encoder: Encoder<Vec<u8>>,
    palette: Palette,
    /// The colour indices of the last frame, row by row.
    before: Vec<u8>,
    /// Hundredths of a second per frame.
    delay: u16,
}

impl Reel {
    /// Starts with the current picture.
    fn new(projector: &Projector, film: &Film) -> Result<Reel, gif::EncodingError> {
        let (width, height) = projector.canvas.size();
        let [width, height] = [width, height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let palette = Palette::new();
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let hundredths = film.delay.as_millis() / 10;
        let mut reel =
            Reel { encoder, palette, before: Vec::new(), delay: u16::try_from(hundredths).unwrap_or(u16::MAX).max(2) };
        reel.add(&projector.canvas, Some(projector.whole()), false)?;
        Ok(reel)
    }

    fn add(&mut self, canvas: &Canvas, area: Option<Area>, is_last: bool) -> Result<(), gif::EncodingError> {
        let area = area.unwrap_or(Area { x: (0, 1), y: (0, 1) });
        let clear = self.palette.clear();
        let frame = Frame {
            delay: self.delay.saturating_mul(if is_last { 3 } else { 1 }),
            dispose: DisposalMethod::Keep,
            transparent: Some(clear),
            left: area.x.0 as u16, // sides are below about 4000
            top: area.y.0 as u16,
            width: (area.x.1 - area.x.0) as u16,
            height: (area.y.1 - area.y.0) as u16,
            buffer: Cow::Owned(self.changes(canvas, area)),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame)
    }

    /// The colour indices in an area; unchanged pixels are transparent.
    fn changes(&mut self, canvas: &Canvas, area: Area) -> Vec<u8> {
        let (width, height) = canvas.size();
        let clear = self.palette.clear();
        self.before.resize(width * height, clear);
        let mut colours = Vec::with_capacity((area.x.1 - area.x.0) * (area.y.1 - area.y.0));
        for y in area.y.0..area.y.1 {
            for at in y * width + area.x.0..y * width + area.x.1 {
                let colour = self.palette.nearest(canvas.pixels()[at]);
                let same = self.before[at] == colour;
                colours.push(if same { clear } else { colour });
                self.before[at] = colour;
            }
        }
        colours
    }

    fn end(self) -> Result<Vec<u8>, gif::EncodingError> {
        self.encoder.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::png;
    use gif::{ColorOutput, DecodeOptions};
    use tengen_core::board::{Position, notation};
    use tengen_core::rules::{Rule, Variant};
    use tengen_records::Move;

    fn game(size: BoardSize, moves: &str) -> Game {
        let mut game = Game::new(size, Rule::new(Variant::Freestyle), Default::default());
        let points = notation::read(moves, size).unwrap();
        game.moves = points.into_iter().map(Move::new).collect();
        game
    }

    const FILM: Film = Film { from: 0, numbers: Numbers::All, delay: Duration::from_millis(700), scale: 0.5 };

    /// The decoded animation: the screen after each frame, and its duration.
    fn seen(file: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut screen = vec![[0; 3]; width * height];
        let mut screens = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (number, pixel) in frame.buffer.chunks(4).enumerate() {
                let (x, y) = (number % usize::from(frame.width), number / usize::from(frame.width));
                if pixel[3] != 0 {
                    let at = (usize::from(frame.top) + y) * width + usize::from(frame.left) + x;
                    screen[at].copy_from_slice(&pixel[..3]);
                }
            }
            screens.push((screen.clone(), frame.delay));
        }
        screens
    }

    /// Whether two pictures look alike; the colours of an animation are not exactly those of a picture.
    fn alike(one: &[[u8; 3]], other: &[[u8; 3]]) -> bool {
        let far = |(a, b): (&[u8; 3], &[u8; 3])| (0..3).any(|at| a[at].abs_diff(b[at]) > 24);
        let other_pixels = one.iter().zip(other).filter(|&pair| far(pair)).count();
        one.len() == other.len() && other_pixels * 500 < one.len()
    }

    /// The board after this many moves, drawn directly.
    fn drawn(game: &Game, after: usize) -> Vec<[u8; 3]> {
        let mut game = game.clone();
        game.moves.truncate(after);
        let board = game.played().unwrap();
        let marks = Marks::of_game(&board, FILM.numbers);
        let sketch = board::sketch(board.position(), &marks);
        Canvas::of(&sketch, FILM.scale).pixels().to_vec()
    }

    #[test]
    fn every_frame_of_a_film_shows_the_board_after_its_move() {
        let game = game(BoardSize::new(11, 9).unwrap(), "e5e6f5f6g5g6h5h6d5");
        let film = seen(&write(&game, &FILM).unwrap());
        assert_eq!(film.len(), 10);
        for (after, (screen, delay)) in film.iter().enumerate() {
            assert!(alike(screen, &drawn(&game, after)), "after {after}");
            assert_eq!(*delay, if after == 9 { 210 } else { 70 });
        }
        assert!(!alike(&film[8].0, &film[9].0), "the row is marked");
    }

    #[test]
    fn a_film_begins_where_it_is_asked_to_and_may_have_no_move() {
        let game = game(BoardSize::square(7).unwrap(), "d4d5e4");
        let frames = |from| seen(&write(&game, &Film { from, ..FILM }).unwrap()).len();
        assert_eq!([frames(0), frames(2), frames(3), frames(99)], [4, 2, 1, 1]);
    }

    #[test]
    fn every_colour_of_a_film_has_its_place() {
        let mut palette = Palette::new();
        assert!(palette.colours.len() < 256, "{}", palette.colours.len());
        for (ink, others) in board::BESIDE {
            for ink in others.iter().chain([&ink]) {
                let nearest = palette.nearest(ink.0);
                assert_eq!(palette.colours[usize::from(nearest)], ink.0);
            }
        }
    }

    #[test]
    fn the_scale_determines_the_size_of_a_picture() {
        let position = Position::new(BoardSize::new(5, 32).unwrap());
        let sketch = board::sketch(&position, &Marks::default());
        let file = png::write(&sketch, 0.5).unwrap();
        let side = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (130, 670));
    }
}
