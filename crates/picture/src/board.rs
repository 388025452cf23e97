//! Lays out a board. Everything drawn at a point stays within its square, so that a picture can be updated point by
//! point.

use crate::marks::Marks;
use crate::sketch::{Ink, Sketch, SketchPart};
use tengen_core::board::{BoardSize, Colour, Content, Point, Position, notation};

/// The distance between lines of the board, in units of the picture.
pub const STEP: i32 = 40;
/// The margin around the board, with room for labels.
const MARGIN: i32 = 50;
const RADIUS: f32 = 18.0;

const WOOD: Ink = Ink([0xe3, 0xb5, 0x6b]);
const GRID: Ink = Ink([0x5a, 0x3d, 0x14]);
const LABELS: Ink = Ink([0x3b, 0x28, 0x09]);
const BLACK: Ink = Ink([0x11, 0x11, 0x11]);
const WHITE: Ink = Ink([0xf8, 0xf8, 0xf4]);
const DEAD: Ink = Ink([0x6b, 0x62, 0x57]);
const LAST: Ink = Ink([0xe0, 0x20, 0x20]);
/// The number of the last move on a black stone.
const BRIGHT: Ink = Ink([0xff, 0x6a, 0x50]);
const WON: Ink = Ink([0x2a, 0x9d, 0x3f]);
const FORBIDDEN: Ink = Ink([0xc0, 0x18, 0x18]);
const HINT: Ink = Ink([0x18, 0x38, 0xc0]);

/// Every colour, with those that it borders on somewhere: edges are blends of two.
pub const BESIDE: [(Ink, &[Ink]); 5] = [
    (WOOD, &[GRID, LABELS, BLACK, WHITE, LAST, FORBIDDEN, HINT, DEAD]),
    (GRID, &[BLACK, WHITE, DEAD]),
    (BLACK, &[WHITE, LAST, BRIGHT]),
    (WHITE, &[LAST, HINT]),
    (WON, &[BLACK, WHITE, WOOD]),
];

/// The length of a picture along a side with this many lines.
pub fn extent(side: u8) -> i32 {
    2 * MARGIN + (side as i32 - 1) * STEP
}

/// The position of column `x` or row `y`.
fn along(at: u8) -> f32 {
    (MARGIN + at as i32 * STEP) as f32
}

pub fn middle(point: Point) -> (f32, f32) {
    (along(point.x()), along(point.y()))
}

pub fn sketch(position: &Position, marks: &Marks) -> Sketch {
    let mut sketch = wood(position.size());
    let points = position.size().points();
    let parts = points.flat_map(|point| at(position, marks, point));
    sketch.parts.extend(parts);
    sketch
}

/// An empty board with its labels.
pub fn wood(size: BoardSize) -> Sketch {
    let (width, height) = (extent(size.width()) as f32, extent(size.height()) as f32);
    let ground = SketchPart::Sheet { at: (0.0, 0.0), size: (width, height), fill: WOOD };
    let stars = size.points().filter(|&point| is_star(point, size)).map(|point| disc(point, 4.5, GRID));
    let parts = [ground].into_iter().chain(lines(size)).chain(stars);
    Sketch { width, height, parts: parts.chain(labels(size, height)).collect() }
}

fn lines(size: BoardSize) -> impl Iterator<Item = SketchPart> {
    let (first, right, bottom) = (along(0), along(size.width() - 1), along(size.height() - 1));
    let columns = (0..size.width()).map(move |x| ((along(x), first), (along(x), bottom)));
    let rows = (0..size.height()).map(move |y| ((first, along(y)), (right, along(y))));
    columns.chain(rows).map(|(from, to)| SketchPart::Line { from, to, width: 1.5, ink: GRID })
}

/// The letters of the columns below, and the numbers of the rows on the left.
fn labels(size: BoardSize, height: f32) -> impl Iterator<Item = SketchPart> {
    let below = height - 16.0;
    let label = |text: String, at| SketchPart::Words { text, at, size: 16.0, ink: LABELS, bold: false };
    let columns = (0..size.width()).map(move |x| label(notation::column(x), (along(x), below)));
    let number = move |y: u8| (size.height() - y).to_string();
    let rows = (0..size.height()).map(move |y| label(number(y), (17.0, along(y))));
    columns.chain(rows)
}

/// Whether it is a star point: the centre and, on boards that are large enough, the points on the fourth lines.
pub fn is_star(point: Point, size: BoardSize) -> bool {
    let fourth = |at: u8, side: u8| side >= 11 && (at == 3 || at + 4 == side);
    let on_fourth = fourth(point.x(), size.width()) && fourth(point.y(), size.height());
    let odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    on_fourth || odd && point == size.centre()
}

/// What is drawn at a point, on top of the board.
pub fn at(position: &Position, marks: &Marks, point: Point) -> Vec<SketchPart> {
    match position.at(point) {
        Content::Stone(colour) => laid(marks, point, colour),
        Content::Edge => vec![dead(point)],
        Content::Empty => empty(position, marks, point),
    }
}

/// A stone with its label.
fn laid(marks: &Marks, point: Point, colour: Colour) -> Vec<SketchPart> {
    let mut parts = stone(point, colour);
    if marks.row.contains(point) {
        parts.push(ring(point, 16.5, 4.0, WON));
    }
    let number = marks.number(point).map(|number| number.to_string());
    let is_last = marks.last == Some(point);
    let written = marks.label(point).map(String::from).or(number);
    match written {
        Some(text) => {
            let last = [BRIGHT, LAST][colour.index()];
            let ink = if is_last { last } else { opposite(colour) };
            parts.push(sign(point, text, ink, 18.0));
        }
        None if is_last => parts.push(disc(point, 6.0, LAST)),
        None => {}
    }
    parts
}

/// What is drawn at an empty point: a planned move, a mark, a label or nothing.
fn empty(position: &Position, marks: &Marks, point: Point) -> Vec<SketchPart> {
    if let Some(at) = marks.line.iter().position(|&p| p == point) {
        let first = position.to_move();
        let side = if at % 2 == 0 { first } else { !first };
        let mut parts = stone(point, side);
        parts.push(sign(point, (at + 1).to_string(), opposite(side), 18.0));
        return parts;
    }
    let hinted = marks.hint == Some(point) || marks.offered.contains(point);
    match marks.label(point) {
        Some(label) => vec![disc(point, 13.0, WOOD), sign(point, label.into(), HINT, 20.0)],
        None if hinted => vec![sign(point, "?".into(), HINT, 26.0)],
        None if marks.forbidden.contains(point) => vec![sign(point, "×".into(), FORBIDDEN, 30.0)],
        None => Vec::new(),
    }
}

/// The colour of text on a stone.
fn opposite(colour: Colour) -> Ink {
    [WHITE, BLACK][colour.index()]
}

fn stone(point: Point, colour: Colour) -> Vec<SketchPart> {
    let fill = [BLACK, WHITE][colour.index()];
    let edge = ring(point, RADIUS - 0.5, 1.0, BLACK);
    vec![disc(point, RADIUS, fill), edge]
}

fn dead(point: Point) -> SketchPart {
    let ((x, y), step) = (middle(point), STEP as f32);
    SketchPart::Sheet { at: (x - step / 2.0, y - step / 2.0), size: (step, step), fill: DEAD }
}

fn disc(point: Point, radius: f32, fill: Ink) -> SketchPart {
    let at = middle(point);
    SketchPart::Disc { at, radius, fill }
}

fn ring(point: Point, radius: f32, width: f32, ink: Ink) -> SketchPart {
    SketchPart::Ring { at: middle(point), radius, width, ink }
}

/// A text at a point; longer texts are smaller.
fn sign(point: Point, text: String, ink: Ink, size: f32) -> SketchPart {
    let room = [1.0, 1.0, 1.0, 0.8];
    let letters = text.chars().count();
    let narrower = room.get(letters).copied().unwrap_or(2.4 / letters as f32);
    SketchPart::Words { text, at: middle(point), size: size * narrower, ink, bold: true }
}
