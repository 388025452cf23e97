//! Boards as pictures: the scene of [`super::drawing`] as SVG, for web pages and papers.

use super::drawing::{Scene, is_star};
use svg::Document;
use svg::node::element::{Circle, Group, Line, Rectangle, Text};
use tengen_core::board::{Colour, Content, Point, Shape, notation};

/// From one line of the board to the next, in the units of the picture.
const STEP: i32 = 40;
/// Around the board, with room for the labels.
const MARGIN: i32 = 50;

/// The picture.
pub fn write(scene: Scene) -> String {
    let shape = scene.position.shape();
    let (width, height) = (extent(shape.width()), extent(shape.height()));
    let ground = Rectangle::new()
        .set("width", width)
        .set("height", height)
        .set("fill", "#e3b56b");
    let document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .add(ground)
        .add(lines(shape))
        .add(labels(shape))
        .add(contents(scene))
        .add(marks(scene));
    document.to_string() + "\n"
}

fn extent(side: u8) -> i32 {
    2 * MARGIN + (side as i32 - 1) * STEP
}

/// Where column `x` or row `y` lies.
fn along(at: u8) -> i32 {
    MARGIN + at as i32 * STEP
}

fn lines(shape: Shape) -> Group {
    let (right, bottom) = (along(shape.width() - 1), along(shape.height() - 1));
    let columns = (0..shape.width()).map(|x| line((along(x), MARGIN), (along(x), bottom)));
    let rows = (0..shape.height()).map(|y| line((MARGIN, along(y)), (right, along(y))));
    let stars = shape.points().filter(|&point| is_star(point, shape));
    let group = Group::new()
        .set("stroke", "#5a3d14")
        .set("stroke-width", 1.5);
    let group = columns.chain(rows).fold(group, Group::add);
    stars.fold(group, |group, point| {
        group.add(disc(point, 4, "#5a3d14", "#5a3d14"))
    })
}

fn line(from: (i32, i32), to: (i32, i32)) -> Line {
    Line::new()
        .set("x1", from.0)
        .set("y1", from.1)
        .set("x2", to.0)
        .set("y2", to.1)
}

fn disc(point: Point, radius: i32, fill: &str, stroke: &str) -> Circle {
    Circle::new()
        .set("cx", along(point.x()))
        .set("cy", along(point.y()))
        .set("r", radius)
        .set("fill", fill)
        .set("stroke", stroke)
}

fn labels(shape: Shape) -> Group {
    let group = Group::new().set("fill", "#3b2809").set("font-size", 16);
    let below = extent(shape.height()) - 10;
    let columns = (0..shape.width()).map(|x| text(&notation::column(x), along(x), below));
    let number = |y: u8| (shape.height() - y).to_string();
    let rows = (0..shape.height()).map(|y| text(&number(y), 17, along(y) + 6));
    columns.chain(rows).fold(group, Group::add)
}

fn text(words: &str, x: i32, y: i32) -> Text {
    Text::new(words).set("x", x).set("y", y)
}

/// Stones and dead points.
fn contents(scene: Scene) -> Group {
    let shape = scene.position.shape();
    shape.points().fold(Group::new(), |group, point| {
        match scene.position.at(point) {
            Content::Stone(colour) => group.add(stone(point, colour)),
            Content::Wall => group.add(
                Rectangle::new()
                    .set("x", along(point.x()) - STEP / 2)
                    .set("y", along(point.y()) - STEP / 2)
                    .set("width", STEP)
                    .set("height", STEP)
                    .set("fill", "#6b6257"),
            ),
            Content::Empty => group,
        }
    })
}

fn stone(point: Point, colour: Colour) -> Circle {
    let fill = ["#111", "#f8f8f4"][colour.index()];
    disc(point, STEP * 9 / 20, fill, "#111")
}

/// The last move, the winning row, fouls, and the moves to come.
fn marks(scene: Scene) -> Group {
    let marks = scene.marks;
    let mut group = Group::new();
    for point in marks.row.iter() {
        let ring = disc(point, STEP * 9 / 20, "none", "#2a9d3f");
        group = group.add(ring.set("stroke-width", 4));
    }
    if let Some(point) = marks.last {
        group = group.add(disc(point, 6, "#e02020", "none"));
    }
    for point in marks.fouls.iter() {
        group = group.add(sign(point, "×", "#c01818", 30));
    }
    if let Some(point) = marks.hint {
        group = group.add(sign(point, "?", "#1838c0", 26));
    }
    let sides = [scene.position.to_move(), !scene.position.to_move()];
    for ((i, &point), side) in marks.line.iter().enumerate().zip(sides.into_iter().cycle()) {
        let ink = ["#f8f8f4", "#111"][side.index()];
        let number = (i + 1).to_string();
        group = group
            .add(stone(point, side))
            .add(sign(point, &number, ink, 18));
    }
    group
}

fn sign(point: Point, words: &str, fill: &str, size: i32) -> Text {
    text(words, along(point.x()), along(point.y()) + size * 7 / 20)
        .set("fill", fill)
        .set("font-size", size)
        .set("font-weight", "bold")
}
