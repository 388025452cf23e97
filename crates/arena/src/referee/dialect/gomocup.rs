//! The manager's side of the Gomocup protocol.
//!
//! The commands are those of Piskvork: `START` (or `RECTSTART`) with reply `OK`, the INFO lines, then `BEGIN`, `TURN`
//! or `BOARD`. After a row has died in a continuous game, both brains are sent `RESTART` and the whole board, where dead
//! points have the field 3. Lines of a brain that start with `MESSAGE` are remarks. Those that start with `DEBUG` are
//! ignored, and so is `UNKNOWN`, the reply to an INFO that the brain does not know. `SUGGEST x,y` is answered with
//! `PLAY x,y`. Any other line is a reply.

use super::Spec;
use super::{Dialect, KnownBoard, Place, SeatQuestion, SwapChoice, Talk, Wanted};
use std::fmt::Write;
use tengen_core::board::{BoardSize, Colour, Content, Point};
use tengen_core::game::Game;
use tengen_core::rules::Rule;
use tengen_records::Ending;

#[derive(Debug)]
pub struct Gomocup;

impl Dialect for Gomocup {
    fn name(&self) -> &'static str {
        "gomocup"
    }

    fn line_end(&self) -> &'static str {
        "\r\n"
    }

    fn farewell(&self) -> &'static str {
        "END\n"
    }

    fn unsupported(&self, wanted: &Wanted) -> Option<String> {
        wanted.other.map(|game| format!("the Gomocup protocol has no {}", game.title()))
    }

    fn greeting(&self, size: BoardSize) -> String {
        match (size.width(), size.height()) {
            (side, height) if side == height => format!("START {side}\n"),
            (width, height) => format!("RECTSTART {width},{height}\n"),
        }
    }

    fn greeted(&self) -> &'static str {
        "OK"
    }

    fn is_greeted(&self, line: &str) -> bool {
        line.trim().eq_ignore_ascii_case(self.greeted())
    }

    fn beginning(&self, spec: &Spec, rule: Rule, _: Colour) -> String {
        let limits = &spec.limits;
        let mut text = String::new();
        let mut add = |key: &str, value: u128| {
            let _ = writeln!(text, "INFO {key} {value}");
        };
        if let Some(turn) = limits.turn.or(limits.game) {
            add("timeout_turn", turn.as_millis());
            add("timeout_match", limits.game.unwrap_or_default().as_millis());
        }
        add("max_memory", spec.memory.unwrap_or(0).into());
        add("game_type", 1);
        add("rule", rule.bits().into());
        if rule.first_player_forbidden {
            add("fb_check", 1);
        }
        if let Some(nodes) = spec.nodes {
            add("max_node", nodes.into());
        }
        for (key, value) in &spec.infos {
            let _ = writeln!(text, "INFO {key} {value}");
        }
        text
    }

    fn time_left(&self, milliseconds: u128) -> String {
        format!("INFO time_left {milliseconds}\n")
    }

    fn question(&self, board: &Game, known: KnownBoard) -> SeatQuestion {
        let (stones, dead) = (board.moves().len(), board.position().dead().len());
        let in_step = known.dead == dead && known.stones + 1 == stones;
        match board.moves().last() {
            None => SeatQuestion::plain("BEGIN\n"),
            Some(last) if in_step => SeatQuestion::plain(format!("TURN {},{}\n", last.x(), last.y())),
            Some(_) => SeatQuestion { clearing: (known.stones > 0).then_some("RESTART\n"), text: whole_board(board) },
        }
    }

    fn opening_question(&self, stones: &[Point]) -> String {
        let mut text = String::from("SWAP2BOARD\n");
        for point in stones {
            let _ = writeln!(text, "{},{}", point.x(), point.y());
        }
        text + "DONE\n"
    }

    fn parting(&self, _: &Game, _: KnownBoard, _: Colour, _: Ending) -> String {
        String::new()
    }

    fn talk(&self, line: &str) -> Talk {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "MESSAGE" => Talk::Remark(rest.into()),
            "SUGGEST" => Talk::Suggestion(format!("PLAY {rest}\n")),
            "" | "DEBUG" | "UNKNOWN" => Talk::Noise,
            _ => Talk::Answer,
        }
    }

    fn stones(&self, _: &Game, answer: &str) -> Option<Vec<Place>> {
        Some(vec![place(answer)?])
    }

    fn choice(&self, answer: &str) -> Option<SwapChoice> {
        if answer.trim().eq_ignore_ascii_case("swap") {
            return Some(SwapChoice::Swap);
        }
        let places: Option<Vec<_>> = answer.split_whitespace().map(place).collect();
        places.filter(|places| !places.is_empty()).map(SwapChoice::Stones)
    }
}

/// `BOARD` … `DONE` for the side to move, with the stones in the order of moves. Brains assume that the first stone belongs
/// to the first player. So if the first stones are dead, the first living black one is moved to the front.
fn whole_board(board: &Game) -> String {
    let (position, us) = (board.position(), board.to_move());
    let mut moves = board.moves().to_vec();
    let black = Content::Stone(Colour::Black);
    if let Some(first) = moves.iter().position(|&point| position.at(point) == black) {
        moves[..=first].rotate_right(1);
    }
    let mut text = String::from("BOARD\n");
    for point in moves {
        let field = match position.at(point) {
            Content::Stone(colour) if colour == us => 1,
            Content::Stone(_) => 2,
            Content::Edge | Content::Empty => 3,
        };
        let _ = writeln!(text, "{},{},{field}", point.x(), point.y());
    }
    text + "DONE\n"
}

fn place(text: &str) -> Option<Place> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::board::notation;
    use tengen_core::rules::Variant;

    #[test]
    fn the_board_has_living_and_dead_stones_in_playing_order() {
        let mut board = Game::new(BoardSize::FIFTEEN, Rule::from_bits(2, false));
        for point in notation::read("a15h8b15h7c15h6d15h5e15i1f15", BoardSize::FIFTEEN).unwrap() {
            board.play(point).unwrap();
        }
        assert_eq!(
            whole_board(&board),
            "BOARD\n5,0,2\n0,0,3\n7,7,1\n1,0,3\n7,8,1\n2,0,3\n7,9,1\n3,0,3\n7,10,1\n4,0,3\n8,14,1\nDONE\n"
        );
    }

    #[test]
    fn a_brain_that_missed_a_move_gets_the_whole_board() {
        let mut board = Game::new(BoardSize::FIFTEEN, Rule::from_bits(0, false));
        let question = |board: &Game, stones| Gomocup.question(board, KnownBoard { stones, dead: 0 });
        assert_eq!(question(&board, 0), SeatQuestion::plain("BEGIN\n"));
        for point in notation::read("h8i9", BoardSize::FIFTEEN).unwrap() {
            board.play(point).unwrap();
        }
        assert_eq!(question(&board, 1), SeatQuestion::plain("TURN 8,6\n"));
        let all = "BOARD\n7,7,1\n8,6,2\nDONE\n";
        assert_eq!(question(&board, 0), SeatQuestion::plain(all));
        let clearing = Some("RESTART\n");
        let text = all.into();
        assert_eq!(question(&board, 2), SeatQuestion { clearing, text });
    }

    #[test]
    fn messages_are_distinguished_from_answers() {
        assert_eq!(Gomocup.talk("message  depth 3 "), Talk::Remark("depth 3".into()));
        assert_eq!(Gomocup.talk("SUGGEST 7,7"), Talk::Suggestion("PLAY 7,7\n".into()));
        for noise in ["", " ", "DEBUG", "debug x", "UNKNOWN command"] {
            assert_eq!(Gomocup.talk(noise), Talk::Noise, "{noise}");
        }
        for answer in ["7,7", "ERROR no", "OK", "messages"] {
            assert_eq!(Gomocup.talk(answer), Talk::Answer, "{answer}");
        }
    }

    #[test]
    fn points_and_choices_are_parsed() {
        let board = Game::new(BoardSize::FIFTEEN, Rule::new(Variant::Freestyle));
        let stones = |text| Gomocup.stones(&board, text);
        assert_eq!(stones(" 7, 8 "), Some(vec![(7, 8)]));
        assert_eq!(stones("-1,99"), Some(vec![(-1, 99)]));
        for text in ["", "7", "7,8,9", "7,x", "7,8 9,9", "OK"] {
            assert_eq!(stones(text), None, "{text}");
        }
        let choice = |text| Gomocup.choice(text);
        assert_eq!(choice("Swap"), Some(SwapChoice::Swap));
        assert_eq!(choice("1,2 3,4"), Some(SwapChoice::Stones(vec![(1, 2), (3, 4)])));
        assert_eq!(choice(""), None);
        assert_eq!(choice("1,2;3"), None);
    }
}
