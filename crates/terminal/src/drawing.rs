//! Board diagrams for people: what to show at each point, and how it looks as text.
//!
//! A [`Scene`] is a position and its marks: the last move, a winning row, forbidden points, planned moves. It becomes
//! rows of [`Piece`]s, pieces of text of the same style; on a terminal each is styled by its [`PieceLook`]. There are three
//! [`Ink`]s:
//!
//! ```text
//!  3 . X . !     3 ┌─●─┬─×     the second with colours
//!  2 .(O)X 1     2 ├(○)●─1
//!  1 . . . .     1 └─┴─┴─┘
//!    a b c d       a b c d
//! ```

use clap::ValueEnum;
use ratatui::crossterm::style::{Attribute, Color, ContentStyle};
use std::fmt::{self, Write};
use std::io::IsTerminal;
use tengen_core::board::{BoardSize, Colour, Content, Point, Position, notation};
pub use tengen_picture::Marks;
use tengen_picture::board::is_star;

/// What boards are drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Ink {
    /// Letters: X is black, O is white
    Ascii,
    /// Lines and round stones
    Unicode,
    /// Lines and round stones in colours
    Color,
}

impl Ink {
    /// The style for standard output: colours on a terminal that supports them (unless `NO_COLOR` is set), letters
    /// otherwise.
    pub fn of_stdout() -> Ink {
        Ink::of(std::io::stdout().is_terminal())
    }

    /// The style for standard error, as for [`Ink::of_stdout`].
    pub fn of_stderr() -> Ink {
        Ink::of(std::io::stderr().is_terminal())
    }

    fn of(terminal: bool) -> Ink {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = set("LC_ALL").or(set("LC_CTYPE")).or(set("LANG"));
        let no_utf8 = |locale: String| !locale.to_lowercase().replace('-', "").contains("utf8");
        let term = set("TERM").unwrap_or_default();
        let (dumb, old) = (term == "dumb", term.starts_with("vt"));
        match () {
            _ if !terminal || dumb => Ink::Ascii,
            _ if cfg!(unix) && locale.is_some_and(no_utf8) => Ink::Ascii,
            _ if set("NO_COLOR").is_some() || old => Ink::Unicode,
            _ => Ink::Color,
        }
    }
}

/// What a piece of a diagram shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceLook {
    /// A row number or column letter.
    Label,
    /// The empty board.
    Wood,
    Stone(Colour),
    Dead,
    /// A planned move of this side, with its number.
    Number(Colour),
    /// A forbidden point of black.
    Forbidden,
    /// A suggested move.
    Hint,
}

/// The emphasis of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stress {
    None,
    /// A stone of the winning row.
    Row,
    Last,
    Cursor,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub text: String,
    /// What they show.
    pub look: PieceLook,
    pub stress: Stress,
}

#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub position: &'a Position,
    pub marks: &'a Marks,
}

impl<'a> Scene<'a> {
    pub fn new(position: &'a Position, marks: &'a Marks) -> Scene<'a> {
        Scene { position, marks }
    }

    /// The rows of the diagram; the last one has the column letters.
    pub fn rows(&self, ink: Ink) -> Vec<Vec<Piece>> {
        let size = self.position.size();
        let rows = (0..size.height()).map(|y| self.row(y, ink));
        rows.chain([self.letters()]).collect()
    }

    pub fn text(&self, ink: Ink) -> String {
        let mut text = String::new();
        for row in self.rows(ink) {
            for piece in row {
                let _ = match ink {
                    Ink::Color => write!(text, "{}", piece.style().apply(&piece.text)),
                    Ink::Ascii | Ink::Unicode => write!(text, "{}", piece.text),
                };
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text
    }

    /// The text column of point (0, 0), and the number of text columns per column of the board.
    pub fn measures(&self) -> (u16, u16) {
        let cell = self.cell_width() as u16;
        (LABELS as u16 + cell - 1, cell)
    }

    /// The number of text columns per column of the board: the gap before a character, and the character.
    fn cell_width(&self) -> usize {
        let numbers = self.marks.numbers.iter().map(|(_, number)| *number);
        let number = numbers.fold(self.marks.line.len(), usize::max);
        let labels = self.marks.labels.iter().map(|(_, label)| label.chars().count());
        let letters = notation::column(self.position.size().width() - 1).len();
        1 + labels.fold(number.to_string().len().max(letters), usize::max)
    }

    fn letters(&self) -> Vec<Piece> {
        let width = self.cell_width();
        let size = self.position.size();
        let letters: String = (0..size.width()).map(|x| format!("{:>width$}", notation::column(x))).collect();
        vec![piece(format!("{:LABELS$}{letters} ", ""), PieceLook::Label)]
    }

    fn row(&self, y: u8, ink: Ink) -> Vec<Piece> {
        let size = self.position.size();
        let label = format!("{:>LABELS$}", size.height() - y);
        let mut row = vec![piece(label, PieceLook::Label)];
        let mut before = Stress::None;
        for x in 0..size.width() {
            let point = Point::new(x, y);
            let (look, text) = self.content(point, ink);
            let width = self.cell_width() - text.chars().count();
            let stress = self.stress(point);
            add(&mut row, gap(width, x > 0, before, stress, ink));
            add(&mut row, Piece { text, look, stress });
            before = stress;
        }
        add(&mut row, gap(1, false, before, Stress::None, ink));
        row
    }

    fn stress(&self, point: Point) -> Stress {
        let Marks { last, row, cursor, .. } = self.marks;
        match () {
            _ if *cursor == Some(point) => Stress::Cursor,
            _ if *last == Some(point) => Stress::Last,
            _ if row.contains(point) => Stress::Row,
            _ => Stress::None,
        }
    }

    fn content(&self, point: Point, ink: Ink) -> (PieceLook, String) {
        let ascii = ink == Ink::Ascii;
        let pick = |plain: char, fine: char| String::from(if ascii { plain } else { fine });
        let written = self.marks.label(point).map(String::from);
        let written = written.or(self.marks.number(point).map(|number| number.to_string()));
        match self.position.at(point) {
            Content::Stone(colour) if written.is_some() => (PieceLook::Stone(colour), written.unwrap_or_default()),
            Content::Stone(colour) => {
                let fine = stone(colour, self.marks.row.contains(point), ink);
                (PieceLook::Stone(colour), pick(['X', 'O'][colour.index()], fine))
            }
            Content::Edge => (PieceLook::Dead, pick('#', '■')),
            Content::Empty if written.is_some() => (PieceLook::Hint, written.unwrap_or_default()),
            Content::Empty => self.empty(point, ink),
        }
    }

    fn empty(&self, point: Point, ink: Ink) -> (PieceLook, String) {
        if let Some(at) = self.marks.line.iter().position(|&p| p == point) {
            let first = self.position.to_move();
            let side = if at % 2 == 0 { first } else { !first };
            return (PieceLook::Number(side), (at + 1).to_string());
        }
        let ascii = ink == Ink::Ascii;
        match () {
            _ if self.marks.hint == Some(point) || self.marks.offered.contains(point) => (PieceLook::Hint, "?".into()),
            _ if self.marks.forbidden.contains(point) => (PieceLook::Forbidden, if ascii { "!" } else { "×" }.into()),
            _ if ascii => (PieceLook::Wood, ".".into()),
            _ => (PieceLook::Wood, cross(point, self.position.size()).into()),
        }
    }
}

/// A stone; in colour mode, colours distinguish the sides.
fn stone(colour: Colour, won: bool, ink: Ink) -> char {
    match (colour, won) {
        (Colour::White, false) if ink != Ink::Color => '○',
        (Colour::White, true) if ink != Ink::Color => '◇',
        (_, false) => '●',
        (_, true) => '◆',
    }
}

/// The number of text columns for row numbers.
pub const LABELS: usize = 2;

fn piece(text: String, look: PieceLook) -> Piece {
    Piece { text, look, stress: Stress::None }
}

/// Adds a piece, merged with the last one if both have the same style.
fn add(row: &mut Vec<Piece>, piece: Piece) {
    match row.last_mut() {
        Some(last) if (last.look, last.stress) == (piece.look, piece.stress) => {
            last.text += &piece.text;
        }
        _ => row.push(piece),
    }
}

/// The text between two points: brackets around emphasized points, otherwise a line of the board. If the cursor and the
/// last move are adjacent with one column between them, they share a bar: `[X|O)`.
fn gap(width: usize, inside: bool, before: Stress, after: Stress, ink: Ink) -> Piece {
    let fine = inside && ink != Ink::Ascii;
    let mut text = vec![if fine { '─' } else { ' ' }; width];
    let [closing, opening] = [sign(before, [']', ')'], ink), sign(after, ['[', '('], ink)];
    let both = before.min(after) >= Stress::Last;
    // A closing bracket directly follows its point, an opening one directly precedes it.
    if let Some(closing) = closing {
        text[0] = closing;
    }
    if let Some(opening) = opening
        && (width > 1 || after >= before)
    {
        text[width - 1] = opening;
    }
    if both && width == 1 {
        text[0] = '|';
    }
    piece(text.into_iter().collect(), PieceLook::Wood)
}

/// The bracket for the emphasis of a point, if any.
fn sign(stress: Stress, [cursor, last]: [char; 2], ink: Ink) -> Option<char> {
    match stress {
        Stress::Cursor => Some(cursor),
        Stress::Last => Some(last),
        Stress::Row => (ink == Ink::Ascii).then_some('*'),
        Stress::None => None,
    }
}

/// The crossing of lines at a point; heavier at star points.
fn cross(point: Point, size: BoardSize) -> char {
    if is_star(point, size) {
        return '╋';
    }
    let part = |at: u8, side: u8| match at {
        0 => 0,
        _ if at + 1 == side => 2,
        _ => 1,
    };
    let crosses = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
    crosses[part(point.y(), size.height())][part(point.x(), size.width())]
}

impl Piece {
    pub fn style(&self) -> ContentStyle {
        const WOOD: Color = Color::AnsiValue(179);
        let front = match self.look {
            PieceLook::Label => return ContentStyle::default(),
            PieceLook::Wood => 94,
            PieceLook::Stone(Colour::Black) | PieceLook::Number(Colour::Black) => 16,
            PieceLook::Stone(Colour::White) | PieceLook::Number(Colour::White) => 231,
            PieceLook::Dead => 240,
            PieceLook::Forbidden => 160,
            PieceLook::Hint => 21,
        };
        let back = match self.stress {
            Stress::None => WOOD,
            Stress::Row => Color::AnsiValue(77),
            Stress::Last => Color::AnsiValue(215),
            Stress::Cursor => Color::AnsiValue(117),
        };
        let mut style = ContentStyle {
            foreground_color: Some(Color::AnsiValue(front)),
            background_color: Some(back),
            ..ContentStyle::default()
        };
        if self.look != PieceLook::Wood {
            style.attributes.set(Attribute::Bold);
        }
        style
    }
}

/// Moves separated by blanks: `h8 i9 g7`.
pub struct BoardRow<'a>(pub &'a [Point], pub BoardSize);

impl fmt::Display for BoardRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&notation::names(self.0, self.1).join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::diagram;
    use tengen_records::defaults::Defaults;
    use tengen_records::games::{Contents, contents};

    fn at(names: &str, size: BoardSize) -> Vec<Point> {
        notation::read(names, size).unwrap()
    }

    /// Compares a diagram with the expected one, ignoring surrounding blanks.
    fn check(scene: Scene, ink: Ink, expected: &str) {
        let trimmed = |text: &str| {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.map(String::from).collect::<Vec<_>>()
        };
        let text = scene.text(ink);
        assert_eq!(trimmed(&text), trimmed(expected), "\n{text}");
    }

    #[test]
    fn what_is_marked_is_seen_in_letters_and_in_lines() {
        let drawing = diagram::read(
            ". . X . .
             . . O X .
             # . . . .
             . . . . .
             . . . . .",
        );
        let position = drawing.unwrap().position;
        let size = position.size();
        let marks = Marks {
            last: Some(at("c4", size)[0]),
            forbidden: at("e5", size).into_iter().collect(),
            hint: Some(at("a1", size)[0]),
            cursor: Some(at("d2", size)[0]),
            line: at("b2b1", size),
            ..Marks::default()
        };
        let scene = Scene::new(&position, &marks);
        let letters = "
            5 . . X . !
            4 . .(O)X .
            3 # . . . .
            2 . 1 .[.].
            1 ? 2 . . .
              a b c d e";
        check(scene, Ink::Ascii, letters);
        let lines = "
            5 ┌─┬─●─┬─×
            4 ├─┼(○)●─┤
            3 ■─┼─╋─┼─┤
            2 ├─1─┼[┼]┤
            1 ?─2─┴─┴─┘
              a b c d e";
        check(scene, Ink::Unicode, lines);
    }

    #[test]
    fn a_diagram_of_each_style_is_read_as_it_was_drawn() {
        let size = BoardSize::square(9).unwrap();
        let mut position = Position::new(size);
        for (names, colour) in [("c3d3e3f3g3", Colour::Black), ("a9c7d7e7", Colour::White)] {
            at(names, size).into_iter().for_each(|point| position.place(point, colour, &mut ()));
        }
        position.kill(Point::new(8, 8)).unwrap();
        let last = at("a9", size).first().copied();
        let row = at("c3d3e3f3g3", size).into_iter().collect();
        let white_row = at("c7d7e7", size).into_iter().collect();
        for row in [row, white_row] {
            let marks = Marks { last, row, ..Marks::default() };
            for ink in [Ink::Ascii, Ink::Unicode, Ink::Color] {
                let text = Scene::new(&position, &marks).text(ink);
                let read = contents(text.as_bytes(), Defaults::default(), false);
                let Ok(Contents::Position(read, _)) = read else { panic!("no position: {text}") };
                let plain = |position: &Position| Scene::new(position, &Marks::default()).text(Ink::Ascii);
                assert_eq!(plain(&read), plain(&position), "{text}");
            }
        }
    }

    #[test]
    fn cursor_and_last_move_side_by_side_have_all_brackets() {
        let drawing = diagram::read(
            ". . . . .
             . . . . .
             . . . O X
             . . . . .
             . . . . .",
        );
        let position = drawing.unwrap().position;
        let drawn = |last: &str, cursor: &str, line: &str| {
            let size = position.size();
            let marks = Marks {
                last: Some(at(last, size)[0]),
                cursor: Some(at(cursor, size)[0]),
                line: at(line, size),
                ..Marks::default()
            };
            let text = Scene::new(&position, &marks).text(Ink::Ascii);
            text.lines().nth(2).unwrap().to_string()
        };
        assert_eq!(drawn("d3", "e3", ""), " 3 . . .(O|X]");
        assert_eq!(drawn("e3", "d3", ""), " 3 . . .[O|X)");
        let ten = "a1b1c1d1e1a2b2c2d2e2";
        assert_eq!(drawn("e3", "d3", ten), " 3  .  .  . [O](X)");
    }

    #[test]
    fn the_winning_row_stands_out() {
        let drawing = diagram::read(
            "O O O O .
             . . . . .
             X X X X X
             . . . . .
             . . . . .",
        );
        let position = drawing.unwrap().position;
        let marks = Marks {
            last: Some(at("e3", position.size())[0]),
            row: at("a3b3c3d3e3", position.size()).into_iter().collect(),
            ..Marks::default()
        };
        let scene = Scene::new(&position, &marks);
        let letters = "
            5 O O O O .
            4 . . . . .
            3*X*X*X*X(X)
            2 . . . . .
            1 . . . . .
              a b c d e";
        check(scene, Ink::Ascii, letters);
        assert!(scene.text(Ink::Unicode).contains("◆─◆─◆─◆(◆)"));
        assert_ne!(scene.text(Ink::Color), scene.text(Ink::Unicode));
    }

    #[test]
    fn stones_show_the_numbers_of_their_moves_and_points_their_letters() {
        let drawing = diagram::read(
            ". . . . .
             . . O X .
             . . X . .
             . . . . .
             . . . . .",
        );
        let position = drawing.unwrap().position;
        let size = position.size();
        let numbers = at("c3c4d4", size).into_iter().zip([9, 10, 11]);
        let marks = Marks {
            last: Some(at("d4", size)[0]),
            numbers: numbers.skip(1).collect(),
            labels: vec![(at("b2", size)[0], "A".into())],
            ..Marks::default()
        };
        let letters = "
            5  .  .  .  .  .
            4  .  . 10(11) .
            3  .  .  X  .  .
            2  .  A  .  .  .
            1  .  .  .  .  .
               a  b  c  d  e";
        check(Scene::new(&position, &marks), Ink::Ascii, letters);
    }

    #[test]
    fn columns_are_as_wide_as_their_numbers_and_letters() {
        let size = BoardSize::new(28, 5).unwrap();
        let position = Position::new(size);
        let marks = Marks::of_line(&at("a5b5c5d5e5f5g5h5i5j5", size));
        let scene = Scene::new(&position, &marks);
        let text = scene.text(Ink::Ascii);
        assert!(text.starts_with(" 5  1  2  3  4  5  6  7  8  9 10  . "), "{text}");
        assert!(text.ends_with("  y  z aa ab\n"), "{text}");
        assert_eq!(scene.measures(), (4, 3));
    }
}
