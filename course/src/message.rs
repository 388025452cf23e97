//! The messages of the course protocol and their encoding.
//!
//! The referee of the artificial-intelligence course and its clients communicate over TCP. Each
//! message starts with one byte; REJECTED has 4 more bytes, CHESS 8 more. Messages have no
//! delimiter, so the bytes must be counted exactly. [`client`](super::client) and [`referee`](super::referee) share
//! this module.
//!
//! ```text
//! 1 REJECTED  reason solution parameter reserved
//! 7 CHESS     index colour row column reserved reserved reserved reserved
//! ```

use tengen_core::board::Colour;

/// The TCP port of the referee.
pub const PORT: u16 = 9527;
/// The number of columns and rows of the board, both counted from 0 at the top left.
pub const SIDE: u32 = 15;

/// A message in either direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message {
    /// 0: ignore it.
    DoNothing,
    /// 1, from the referee: your last request is rejected.
    Rejected(Rejection),
    /// 2, from the referee: your last request is accepted.
    Accept,
    /// 3, from the referee: you move first; from a client: I want to move first.
    First,
    /// 4, from the referee: you move second; from a client: I want to move second.
    Second,
    /// 5, from a client: start a game.
    RequireStart,
    /// 6, from the referee: a game starts.
    Start,
    /// 7: a stone.
    Chess(Chess),
    /// 8, from the referee: you took too long.
    Timeout,
    /// 9, from the referee: you have won.
    Win,
    /// 10, from the referee: you have lost.
    Lose,
    /// 11, from the referee: the game is a draw.
    Draw,
}

/// Why a request was rejected, and what to do about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rejection {
    pub reason: RejectionReason,
    pub solution: Solution,
    /// The number of the message that was rejected.
    pub parameter: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RejectionReason {
    /// 1: the request is not allowed at this time.
    Unwanted,
    /// 2: the point is taken, off the board or a forbidden point.
    InvalidChess,
    Other(u8),
}

/// What to do about a rejection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solution {
    /// 0: nothing.
    NoAction,
    /// 1: send the message named by the parameter again, corrected.
    Repeat,
    Other(u8),
}

/// A stone as transmitted; its bytes are not validated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chess {
    /// The move number in the game, from 1. A client need not fill it in.
    pub index: u8,
    /// 0 for black, 1 for white.
    pub colour: u8,
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

impl Chess {
    /// The side, if `colour` is a valid value.
    pub fn side(&self) -> Option<Colour> {
        Colour::BOTH.get(self.colour as usize).copied()
    }
}

impl Message {
    /// The message number, which is its first byte.
    pub fn number(&self) -> u8 {
        match self {
            Message::DoNothing => 0,
            Message::Rejected(_) => 1,
            Message::Accept => 2,
            Message::First => 3,
            Message::Second => 4,
            Message::RequireStart => 5,
            Message::Start => 6,
            Message::Chess(_) => 7,
            Message::Timeout => 8,
            Message::Win => 9,
            Message::Lose => 10,
            Message::Draw => 11,
        }
    }

    /// Encodes the message; reserved bytes are 0.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![self.number()];
        match self {
            Message::Rejected(rejection) => {
                bytes.extend([rejection.reason.number(), rejection.solution.number(), rejection.parameter, 0])
            }
            Message::Chess(chess) => {
                bytes.extend([chess.index, chess.colour, chess.row, chess.column]);
                bytes.extend([0; 4]);
            }
            _ => {}
        }
        bytes
    }
}

impl RejectionReason {
    fn number(self) -> u8 {
        match self {
            RejectionReason::Unwanted => 1,
            RejectionReason::InvalidChess => 2,
            RejectionReason::Other(number) => number,
        }
    }

    fn of(number: u8) -> RejectionReason {
        match number {
            1 => RejectionReason::Unwanted,
            2 => RejectionReason::InvalidChess,
            _ => RejectionReason::Other(number),
        }
    }
}

impl Solution {
    fn number(self) -> u8 {
        match self {
            Solution::NoAction => 0,
            Solution::Repeat => 1,
            Solution::Other(number) => number,
        }
    }

    fn of(number: u8) -> Solution {
        match number {
            0 => Solution::NoAction,
            1 => Solution::Repeat,
            _ => Solution::Other(number),
        }
    }
}

/// A decoded message, or a byte that does not start any message. After such a byte, decoding
/// continues at the next byte.
pub type Decoded = Result<Message, u8>;

/// Decodes messages from chunks of any length.
#[derive(Clone, Default, Debug)]
pub struct Decoder {
    bytes: Vec<u8>,
}

impl Decoder {
    /// Adds bytes and returns all messages that are now complete. At most 8 bytes of an incomplete
    /// message are kept.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<Decoded> {
        self.bytes.extend_from_slice(bytes);
        let mut rest = &self.bytes[..];
        let mut heard = Vec::new();
        while let Some((message, after)) = first(rest) {
            heard.push(message);
            rest = after;
        }
        self.bytes = rest.to_vec();
        heard
    }
}

/// The first message and the bytes after it; `None` if it is incomplete.
fn first(bytes: &[u8]) -> Option<(Decoded, &[u8])> {
    let (&number, rest) = bytes.split_first()?;
    let message = match number {
        0 => Message::DoNothing,
        1 => {
            let (&[reason, solution, parameter, _], after) = rest.split_first_chunk()?;
            let rejection =
                Rejection { reason: RejectionReason::of(reason), solution: Solution::of(solution), parameter };
            return Some((Ok(Message::Rejected(rejection)), after));
        }
        2 => Message::Accept,
        3 => Message::First,
        4 => Message::Second,
        5 => Message::RequireStart,
        6 => Message::Start,
        7 => {
            let (&[index, colour, row, column, ..], after) = rest.split_first_chunk::<8>()?;
            let chess = Chess { index, colour, row, column };
            return Some((Ok(Message::Chess(chess)), after));
        }
        8 => Message::Timeout,
        9 => Message::Win,
        10 => Message::Lose,
        11 => Message::Draw,
        _ => return Some((Err(number), rest)),
    };
    Some((Ok(message), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn message() -> impl Strategy<Value = Message> {
        let rejected = any::<(u8, u8, u8)>().prop_map(|(reason, solution, parameter)| {
            Message::Rejected(Rejection {
                reason: RejectionReason::of(reason),
                solution: Solution::of(solution),
                parameter,
            })
        });
        let chess = any::<(u8, u8, u8, u8)>()
            .prop_map(|(index, colour, row, column)| Message::Chess(Chess { index, colour, row, column }));
        let plain = proptest::sample::select(vec![
            Message::DoNothing,
            Message::Accept,
            Message::First,
            Message::Second,
            Message::RequireStart,
            Message::Start,
            Message::Timeout,
            Message::Win,
            Message::Lose,
            Message::Draw,
        ]);
        prop_oneof![1 => rejected, 2 => chess, 3 => plain]
    }

    fn all(pieces: impl IntoIterator<Item = Vec<u8>>) -> (Vec<Decoded>, Decoder) {
        let mut decoder = Decoder::default();
        let heard = pieces.into_iter().flat_map(|piece| decoder.take(&piece)).collect();
        (heard, decoder)
    }

    proptest! {
        #[test]
        fn messages_come_back_however_their_bytes_are_cut(
            messages in vec(message(), 0..30),
            cuts in vec(1usize..12, 1..200),
        ) {
            let bytes: Vec<u8> = messages.iter().flat_map(Message::encode).collect();
            let expected: Vec<Decoded> = messages.into_iter().map(Ok).collect();
            prop_assert_eq!(&all([bytes.clone()]).0, &expected);
            prop_assert_eq!(&all(bytes.iter().map(|&byte| vec![byte])).0, &expected);
            let mut rest = &bytes[..];
            let pieces = cuts.into_iter().cycle().map_while(|length| {
                let piece;
                (piece, rest) = rest.split_at(length.min(rest.len()));
                (!piece.is_empty()).then(|| piece.to_vec())
            });
            prop_assert_eq!(&all(pieces).0, &expected);
        }

        #[test]
        fn any_bytes_are_taken_and_few_are_kept(
            bytes in vec(any::<u8>(), 0..500),
            at in 0usize..500,
        ) {
            let (heard, decoder) = all([bytes.clone()]);
            prop_assert!(decoder.bytes.len() <= 8);
            prop_assert!(heard.len() <= bytes.len());
            let (start, end) = bytes.split_at(at.min(bytes.len()));
            prop_assert_eq!(all([start.to_vec(), end.to_vec()]).0, heard);
        }
    }

    #[test]
    fn the_bytes_of_the_specification() {
        let chess = Message::Chess(Chess { index: 3, colour: 1, row: 7, column: 14 });
        assert_eq!(chess.encode(), [7, 3, 1, 7, 14, 0, 0, 0, 0]);
        let rejected = Message::Rejected(Rejection {
            reason: RejectionReason::InvalidChess,
            solution: Solution::Repeat,
            parameter: 7,
        });
        assert_eq!(rejected.encode(), [1, 2, 1, 7, 0]);
        let single = [0, 2, 3, 4, 5, 6, 8, 9, 10, 11];
        let (heard, _) = all([single.to_vec()]);
        for (heard, byte) in heard.into_iter().zip(single) {
            assert_eq!(heard.unwrap().encode(), [byte]);
        }
        assert_eq!(all([vec![12, 255, 2]]).0, [Err(12), Err(255), Ok(Message::Accept)]);
    }
}
