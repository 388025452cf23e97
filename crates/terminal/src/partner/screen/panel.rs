//! The panel next to the board. If not everything fits, the most important parts are shown: whose turn it is, the
//! newest message, the last moves.

use super::layout::wrapped;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use std::collections::VecDeque;

const KEYS: &str = "\
arrows, Enter  play at the cursor
h8, Enter      play at h8
Tab            hint
Esc            move now
^Z ^Y          undo, redo
^S             save
F1             all commands
^C             leave";
/// The number of key descriptions that may wrap to a second row.
const FEW_CUT: usize = 2;
/// Shown if there is no room for all keys.
const HELP_KEY: &str = "F1 all commands";

pub struct Panel<'a> {
    /// Whose turn it is, or the state of the search.
    pub state: String,
    pub game: String,
    pub players: String,
    /// The newest message is at the end.
    pub messages: &'a VecDeque<String>,
    pub moves: String,
}

impl Panel<'_> {
    /// The minimum number of rows: the state and the newest message.
    pub fn least_height(&self, width: u16) -> u16 {
        let newest = self.messages.back().map_or("", String::as_str);
        let rows = wrapped(&self.state, width).len() + wrapped(newest, width).len();
        u16::try_from(rows).unwrap_or(u16::MAX)
    }

    pub fn draw(&self, frame: &mut Frame, place: Rect) {
        let (state, others) = self.rows(place.width, place.height);
        let bold = Style::default().add_modifier(Modifier::BOLD);
        let state = state.into_iter().map(|row| Line::styled(row, bold));
        let lines = state.chain(others.into_iter().map(Line::raw));
        frame.render_widget(Text::from_iter(lines), place);
    }

    /// The rows of the state, and those of everything else.
    fn rows(&self, width: u16, height: u16) -> (Vec<String>, Vec<String>) {
        let mut room = Room { width, left: height.into() };
        let mut messages = self.messages.iter().rev();
        // From the most important to the least important.
        let state = room.cut(&self.state);
        let mut shown = vec![messages.next().map_or(Vec::new(), |text| room.cut(text))];
        let moves = room.whole(&self.moves);
        let game = room.whole(&self.game);
        let players = room.whole(&self.players);
        shown.extend(messages.map_while(|text| Some(room.whole(text)).filter(|rows| !rows.is_empty())));
        let before_moves = room.blank();
        let before_keys = room.blank();
        let keys = room.keys();
        shown.reverse();
        let shown = shown.concat();
        let others = [game, players, shown, before_moves, moves, before_keys, keys];
        (state, others.concat())
    }
}

/// The remaining rows.
struct Room {
    width: u16,
    left: usize,
}

impl Room {
    /// The rows of a text, as many as fit.
    fn cut(&mut self, text: &str) -> Vec<String> {
        let mut rows = wrapped(text, self.width);
        rows.truncate(self.left);
        self.left -= rows.len();
        rows
    }

    /// The rows of a text if all of them fit, otherwise none.
    fn whole(&mut self, text: &str) -> Vec<String> {
        let rows = wrapped(text, self.width);
        match self.left.checked_sub(rows.len()) {
            Some(left) => {
                self.left = left;
                rows
            }
            None => Vec::new(),
        }
    }

    /// All keys if they fit well, otherwise the one for help.
    fn keys(&mut self) -> Vec<String> {
        let rows = wrapped(KEYS, self.width).len();
        let fit = rows <= self.left && rows <= KEYS.lines().count() + FEW_CUT;
        self.whole(if fit { KEYS } else { HELP_KEY })
    }

    /// An empty row if it fits.
    fn blank(&mut self) -> Vec<String> {
        let rows = self.left.min(1);
        self.left -= rows;
        vec![String::new(); rows]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(width: u16, height: u16) -> String {
        let messages = VecDeque::from(["Tengen plays a1".to_string(), "a1 is taken".into()]);
        let panel = Panel {
            state: "move 3: black to play".into(),
            game: "renju, 15x15".into(),
            players: "black: you; white: you".into(),
            messages: &messages,
            moves: "1 h8  2 a1".into(),
        };
        let (state, others) = panel.rows(width, height);
        [state, others].concat().join("|")
    }

    #[test]
    fn keys_are_listed_where_they_can_be_read() {
        assert!(shown(32, 30).ends_with("|^C             leave"));
        assert!(shown(25, 30).ends_with("|^C             leave"));
        assert!(shown(18, 30).ends_with("||F1 all commands"));
    }

    #[test]
    fn the_newest_message_is_shown_where_there_is_little_room() {
        assert_eq!(shown(40, 0), "");
        assert_eq!(shown(40, 1), "move 3: black to play");
        assert_eq!(shown(40, 2), "move 3: black to play|a1 is taken");
        assert_eq!(shown(40, 3), "move 3: black to play|a1 is taken|1 h8  2 a1");
        assert_eq!(shown(12, 3), "move 3:|black to|play");
        let most = "move 3: black to play|renju, 15x15|black: you; white: you|Tengen plays a1|a1 is taken||1 h8  2 a1";
        assert_eq!(shown(40, 7), most);
        assert_eq!(shown(40, 9), format!("{most}||F1 all commands"));
        assert!(shown(40, 16).ends_with("||arrows, Enter  play at the cursor|h8, Enter      play at h8|Tab            hint|Esc            move now|^Z ^Y          undo, redo|^S             save|F1             all commands|^C             leave"));
    }
}
