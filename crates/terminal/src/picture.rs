//! Makes pictures of games and positions.

use super::drawing::{Ink, Scene};
use super::given::{Given, GivenPosition};
use anyhow::{Error, Result, bail};
use clap::{Args, ValueEnum};
use std::path::Path;
use std::time::Duration;
use tengen_common::duration;
use tengen_core::board::{BoardSize, Colour, Position};
use tengen_core::rules::{Rule, Variant};
use tengen_engine::pattern::forbidden_points;
use tengen_picture::gif::Film;
use tengen_picture::{Marks, NARROWEST, Numbers, WIDEST, board, gif, png, scale, svg};
use tengen_records::Game;

/// The contents and the layout of a picture.
#[derive(Args, Debug)]
pub struct PictureView {
    #[command(flatten)]
    given: Given,
    /// Move numbers on stones: all, none, or those from move N on
    #[arg(long, value_name = "WHICH", default_value = "all")]
    numbers: Numbers,
    /// Mark black's forbidden points
    #[arg(long, alias = "fouls")]
    forbidden: bool,
    /// Width of the picture in pixels [default: 40 per line of the board]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(NARROWEST as i64..=WIDEST as i64))]
    width: Option<u32>,
    /// GIF: start after this many moves
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// GIF: time per move, like 700ms or 2s; the last move is shown three times as long
    #[arg(long, value_name = "TIME", value_parser = duration::read, default_value = "1s")]
    delay: Duration,
}

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Format {
    /// Text diagram, for forums
    Text,
    /// Vector graphics
    Svg,
    /// Bitmap image
    Png,
    /// Animation of the game, move by move
    Gif,
}

impl Format {
    pub fn of_name(file: &Path) -> Result<Format> {
        let ending = file.extension().unwrap_or_default();
        match ending.to_string_lossy().to_ascii_lowercase().as_str() {
            "txt" => Ok(Format::Text),
            "svg" => Ok(Format::Svg),
            "png" => Ok(Format::Png),
            "gif" => Ok(Format::Gif),
            _ => bail!("{}: pictures end with .svg, .png, .gif or .txt; or say --format", file.display()),
        }
    }
}

struct Still {
    position: Position,
    marks: Marks,
}

/// The picture as the bytes of a file; text diagrams are drawn with `ink`.
pub fn run(
    rule: Option<Rule>,
    size: Option<BoardSize>,
    view: &PictureView,
    format: Format,
    ink: Ink,
) -> Result<Vec<u8>> {
    let found = view.given.found(rule, size)?;
    if format == Format::Gif {
        return view.film(&found);
    }
    let still = view.still(found, rule)?;
    let scale = scale(still.position.size(), view.width);
    let sketch = || board::sketch(&still.position, &still.marks);
    Ok(match format {
        Format::Text => Scene::new(&still.position, &still.marks).text(ink).into(),
        Format::Png => png::write(&sketch(), scale)?,
        Format::Svg | Format::Gif => svg::write(&sketch(), scale).into(),
    })
}

impl PictureView {
    fn still(&self, found: GivenPosition, rule: Option<Rule>) -> Result<Still> {
        let (mut position, mut marks, rule) = match found {
            GivenPosition::Game(game, labels) => {
                let board = game.played().map_err(Error::msg)?;
                let mut marks = Marks::of_game(&board, self.numbers);
                marks.labels = labels;
                (board.position().clone(), marks, game.rule)
            }
            GivenPosition::Drawing(position) => {
                let rule = rule.unwrap_or(Rule::new(Variant::Freestyle));
                (*position, Marks::default(), rule)
            }
        };
        position.set_to_move(self.given.side().unwrap_or(position.to_move()));
        if self.forbidden && position.to_move() == Colour::Black {
            marks.forbidden = forbidden_points(&position, rule);
        }
        Ok(Still { position, marks })
    }

    fn film(&self, found: &GivenPosition) -> Result<Vec<u8>> {
        let GivenPosition::Game(game, _) = found else {
            bail!("a GIF shows a game move by move; this is a drawing of one position");
        };
        Ok(gif::write(game, &self.shown(game))?)
    }

    fn shown(&self, game: &Game) -> Film {
        Film { from: self.from, numbers: self.numbers, delay: self.delay, scale: scale(game.size, self.width) }
    }
}
