//! The winning chances over the course of a game as an SVG graph.

use svg::Document;
use svg::node::element::{Circle, Line, Polyline, Rectangle, Text, Title};

/// The chances to show.
#[derive(Clone, Debug, Default)]
pub struct Graph<'a> {
    /// What the graph shows: its title, and the label of its axis.
    pub title: &'a str,
    /// The chances after each number of moves, 0 to 1, from before the first move; `None` if unknown.
    pub chances: &'a [Option<f32>],
    /// The numbers of moves to mark.
    pub marks: &'a [usize],
}

/// The size of the area with the curve.
const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 160.0;
/// Room for the labels: left and below, right and above.
const WIDE: f32 = 48.0;
const NARROW: f32 = 14.0;

pub fn write(graph: &Graph) -> String {
    let document = Document::new()
        .set("viewBox", (0, 0, WIDTH + WIDE + NARROW, HEIGHT + 2.0 * NARROW + 20.0))
        .set("role", "img")
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .add(Title::new(graph.title))
        .add(area());
    let document = axis(document, graph.chances.len().saturating_sub(1));
    let spots: Vec<String> = graph.spots().map(|(_, (x, y))| format!("{x:.1},{y:.1}")).collect();
    let curve = Polyline::new()
        .set("points", spots.join(" "))
        .set("fill", "none")
        .set("stroke", "#1a4f8b")
        .set("stroke-width", 2);
    let marked = graph.spots().filter(|(number, _)| graph.marks.contains(number));
    let dots = marked.map(|(_, at)| dot(at));
    dots.fold(document.add(curve), Document::add).to_string() + "\n"
}

impl Graph<'_> {
    /// The known chances: the number of moves, and the place in the picture.
    fn spots(&self) -> impl Iterator<Item = (usize, (f32, f32))> + '_ {
        let moves = self.chances.len().saturating_sub(1);
        let known = self.chances.iter().enumerate();
        known.filter_map(move |(number, chance)| Some((number, (along(number, moves), up((*chance)?)))))
    }
}

fn area() -> Rectangle {
    Rectangle::new()
        .set("x", WIDE)
        .set("y", NARROW)
        .set("width", WIDTH)
        .set("height", HEIGHT)
        .set("fill", "#f4f4f0")
        .set("stroke", "#888")
}

/// The labels of both axes, and the line at 50 %.
fn axis(document: Document, moves: usize) -> Document {
    let middle = Line::new()
        .set("x1", WIDE)
        .set("x2", WIDE + WIDTH)
        .set("y1", up(0.5))
        .set("y2", up(0.5))
        .set("stroke", "#888")
        .set("stroke-dasharray", "4 4");
    let percents = [0.0, 0.5, 1.0].map(|chance: f32| {
        let text = format!("{:.0} %", chance * 100.0);
        label(text, (WIDE - 6.0, up(chance) + 4.0), "end")
    });
    let step = [1, 2, 5, 10, 20, 50].into_iter().find(|step| moves / step <= 16).unwrap_or(100);
    let numbers = (0..=moves)
        .step_by(step)
        .map(|number| label(number.to_string(), (along(number, moves), HEIGHT + NARROW + 16.0), "middle"));
    percents.into_iter().chain(numbers).fold(document.add(middle), Document::add)
}

fn label(text: String, (x, y): (f32, f32), anchor: &str) -> Text {
    Text::new(text).set("x", x).set("y", y).set("text-anchor", anchor).set("fill", "#444")
}

fn dot((x, y): (f32, f32)) -> Circle {
    Circle::new().set("cx", x).set("cy", y).set("r", 4).set("fill", "#c01818")
}

fn along(number: usize, moves: usize) -> f32 {
    WIDE + WIDTH * number as f32 / moves.max(1) as f32
}

fn up(chance: f32) -> f32 {
    NARROW + HEIGHT * (1.0 - chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_has_an_axis_a_curve_and_marks() {
        let chances = [Some(0.5), None, Some(1.0), Some(0.0)];
        let graph = Graph { title: "chances of <black>", chances: &chances, marks: &[1, 3] };
        let picture = write(&graph);
        for part in ["0 %", "50 %", "100 %", "chances of &lt;black&gt;"] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        assert_eq!(picture.matches("<circle").count(), 1, "move 1 is unknown");
        assert!(picture.contains("points=\"48.0,94.0 474.7,14.0 688.0,174.0\""), "{picture}");
    }

    #[test]
    fn a_game_without_moves_has_a_graph() {
        assert!(write(&Graph::default()).contains("50 %"));
    }
}
