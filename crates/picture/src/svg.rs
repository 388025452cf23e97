//! A sketch as SVG, for web pages and papers.

use crate::sketch::{Ink, Sketch, SketchPart};
use svg::Document;
use svg::node::element::{Circle, Line, Rectangle, Text};

pub fn write(sketch: &Sketch, scale: f32) -> String {
    let (width, height) = (sketch.width, sketch.height);
    let document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", (width * scale).round())
        .set("height", (height * scale).round())
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle");
    sketch.parts.iter().fold(document, add).to_string() + "\n"
}

fn add(document: Document, part: &SketchPart) -> Document {
    match part {
        &SketchPart::Sheet { at, size, fill } => document.add(
            Rectangle::new()
                .set("x", at.0)
                .set("y", at.1)
                .set("width", size.0)
                .set("height", size.1)
                .set("fill", colour(fill)),
        ),
        &SketchPart::Line { from, to, width, ink } => document.add(
            Line::new()
                .set("x1", from.0)
                .set("y1", from.1)
                .set("x2", to.0)
                .set("y2", to.1)
                .set("stroke", colour(ink))
                .set("stroke-width", width)
                .set("stroke-linecap", "round"),
        ),
        &SketchPart::Disc { at, radius, fill } => document.add(circle(at, radius).set("fill", colour(fill))),
        &SketchPart::Ring { at, radius, width, ink } => {
            document.add(circle(at, radius).set("fill", "none").set("stroke", colour(ink)).set("stroke-width", width))
        }
        SketchPart::Words { text, at, size, ink, bold } => {
            let words = Text::new(text.as_str())
                .set("x", at.0)
                .set("y", at.1 + size * 0.35) // the y coordinate is that of the baseline
                .set("fill", colour(*ink))
                .set("font-size", *size);
            document.add(if *bold { words.set("font-weight", "bold") } else { words })
        }
    }
}

fn circle(at: (f32, f32), radius: f32) -> Circle {
    Circle::new().set("cx", at.0).set("cy", at.1).set("r", radius)
}

/// `#e3b56b`.
fn colour(Ink([red, green, blue]): Ink) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board;
    use crate::marks::Marks;
    use tengen_core::board::{BoardSize, Point, Position};

    #[test]
    fn what_is_shown_stands_in_the_picture() {
        let mut position = Position::new(BoardSize::square(9).unwrap());
        position.play(Point::new(4, 4), &mut ());
        let marks = Marks {
            last: Some(Point::new(4, 4)),
            numbers: vec![(Point::new(4, 4), 1)],
            labels: vec![(Point::new(0, 0), "<".into())],
            line: vec![Point::new(5, 5)],
            ..Marks::default()
        };
        let picture = write(&board::sketch(&position, &marks), 2.0);
        let count = |what: &str| picture.matches(what).count();
        assert_eq!(count("<line"), 18);
        assert_eq!((count("&lt;"), count(">i<"), count(">9<")), (1, 0, 0)); // one title per line
        assert!(picture.contains("width=\"840\"") && picture.contains("viewBox=\"0 0 420 420\""));
    }
}
