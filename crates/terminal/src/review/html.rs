//! The review as one HTML file that needs nothing else: tables, a graph, and boards as SVG.

use super::Review;
use super::markdown::{caption, title};
use super::rows::{ReviewRow, marked_grades};
use quick_xml::escape::escape;
use std::fmt::Write;
use tengen_engine::study::review::Grade;
use tengen_engine::study::review::sentence::name;
use tengen_picture::graph::{self, Graph};
use tengen_picture::{board, scale, svg};

const STYLE: &str = "
body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top }
.number { text-align: right; white-space: nowrap }
.fair { color: #8a5a00 }
.bad { color: #b00020; font-weight: bold }
svg { max-width: 100%; height: auto }
figure { display: inline-block; width: 25rem; max-width: 100%; margin: 1rem 1rem 1rem 0; vertical-align: top }
.legend { color: #555 }
";
/// The width of a board in pixels.
const BOARD: u32 = 400;

pub fn html(reviews: &[Review]) -> String {
    let title = match reviews {
        [review] => format!("Review: {}", review.title()),
        _ => format!("Review of {} games", reviews.len()),
    };
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n",
        escape(&title)
    );
    reviews.iter().for_each(|review| review.add_html(&mut text));
    text + "</body>\n</html>\n"
}

impl Review {
    fn add_html(&self, text: &mut String) {
        let (title, head) = (self.title(), self.head());
        let _ = writeln!(text, "<h1>{}</h1>\n<p>{}</p>", escape(&title), escape(&head));
        let rows = self.rows();
        let _ = writeln!(text, "<p>{}</p>", self.graph(&rows));
        self.add_html_summary(text);
        self.add_html_rows(text, &rows);
        for legend in self.legend() {
            let _ = writeln!(text, "<p class=\"legend\">{}</p>", escape(&legend));
        }
        let marked = rows.iter().filter(|row| row.verdict.grade.is_marked());
        marked.for_each(|row| self.add_figure(text, row));
    }

    fn graph(&self, rows: &[ReviewRow]) -> String {
        let chances: Vec<_> = (0..self.boards.len()).map(|after| self.chance(after)).collect();
        let marked = rows.iter().filter(|row| row.verdict.grade.is_marked());
        let marks: Vec<usize> = marked.map(|row| row.number).collect();
        let title = format!("{}'s chance to win after each move", self.viewer());
        let picture = graph::write(&Graph { title: &title, chances: &chances, marks: &marks });
        format!("{title}<br>\n{picture}")
    }

    fn add_html_summary(&self, text: &mut String) {
        let heads = marked_grades().map(|grade| th(self.name_of(grade)));
        let heads: String = ["", "accuracy"].map(th).into_iter().chain(heads).collect();
        let _ = writeln!(text, "<table>\n<tr>{heads}</tr>");
        for summary in self.summaries() {
            let counts = marked_grades().map(|grade| number(&summary.count(grade).to_string()));
            let counts: String = counts.collect();
            let (side, accuracy) = (th(name(summary.side)), number(&summary.accuracy()));
            let _ = writeln!(text, "<tr>{side}{accuracy}{counts}</tr>");
        }
        text.push_str("</table>\n");
    }

    fn add_html_rows(&self, text: &mut String, rows: &[ReviewRow]) {
        let [score, chance] = ["score", "chance"].map(|word| format!("{word} ({})", self.viewer()));
        let heads = ["nr", "side", "move", &score, &chance, "lost", "grade", "reason"];
        let heads: String = heads.into_iter().map(th).collect();
        let _ = writeln!(text, "<table>\n<tr>{heads}</tr>");
        for row in rows {
            let cells = [
                number(&row.number.to_string()),
                td(name(row.side)),
                td(&row.point),
                number(&row.score),
                number(&row.chance),
                number(&row.lost()),
                format!("<td class=\"{}\">{}</td>", look(row), row.grade),
                td(&row.explanation()),
            ];
            let _ = writeln!(text, "<tr>{}</tr>", cells.concat());
        }
        text.push_str("</table>\n");
    }

    /// The board before a move that lost something.
    fn add_figure(&self, text: &mut String, row: &ReviewRow) {
        let position = self.boards[row.number - 1].position();
        let sketch = board::sketch(position, &self.marks(row));
        let picture = svg::write(&sketch, scale(position.size(), Some(BOARD)));
        let (title, caption) = (title(row), caption(row));
        let _ = writeln!(
            text,
            "<figure>\n{picture}<figcaption><b>{}</b><br>{}</figcaption>\n</figure>",
            escape(&title),
            escape(&caption)
        );
    }
}

fn look(row: &ReviewRow) -> &'static str {
    match row.verdict.grade {
        Grade::Best | Grade::Good => "",
        Grade::Inaccuracy => "fair",
        _ => "bad",
    }
}

fn th(text: &str) -> String {
    format!("<th>{}</th>", escape(text))
}

fn td(text: &str) -> String {
    format!("<td>{}</td>", escape(text))
}

fn number(text: &str) -> String {
    format!("<td class=\"number\">{}</td>", escape(text))
}
