//! The key of a position: the smallest of its images as bytes, and the mapping between that image and the board.

use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::Rule;

/// The canonical form of a position under a rule: the same for all its images.
///
/// ```text
/// byte 0       bits of the rule (`INFO rule`); 16 more where fb_check is on
/// bytes 1, 2   width, height
/// byte 3       whose turn it is: 0 black, 1 white
/// bytes 4 - 7  how many black stones, how many white ones: 16 bits each, the high byte first
/// then         black stones, white stones, dead points, each sorted: row · width + column,
///              one byte where the board has at most 256 points, else two
/// ```
///
/// Keys sort by rule, board size and number of stones, so that the first moves of all games are close together in the
/// file.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Key(Vec<u8>);

const HEAD: usize = 8;
const FORBIDDEN: u8 = 16;

impl Key {
    /// The bytes stored in the file.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Validates bytes from a file; `None` if they are not the canonical form of a position.
    pub fn from_bytes(bytes: &[u8]) -> Option<Key> {
        let key = Key(bytes.to_vec());
        let (position, rule) = key.read()?;
        (Place::of(&position, rule).key == key).then_some(key)
    }

    /// The number of stones and dead points.
    pub(crate) fn stones(&self) -> usize {
        let size = BoardSize::new(self.0[1].into(), self.0[2].into()).expect("a key has a board");
        (self.0.len() - HEAD) / width_of_point(size)
    }

    pub(crate) fn is_same_board(&self, other: &Key) -> bool {
        self.0[..3] == other.0[..3]
    }

    /// The position in the orientation of the key, and its rule.
    pub fn position(&self) -> (Position, Rule) {
        self.read().expect("a key is made of a position")
    }

    fn read(&self) -> Option<(Position, Rule)> {
        let (head, points) = self.0.split_at_checked(HEAD)?;
        let rule = Rule::from_bits((head[0] & !FORBIDDEN).into(), head[0] & FORBIDDEN != 0);
        let size = BoardSize::new(head[1].into(), head[2].into())?;
        let points = read_points(points, size)?;
        let count = |at: usize| u16::from_be_bytes([head[at], head[at + 1]]) as usize;
        let (black, rest) = points.split_at_checked(count(4))?;
        let (white, dead) = rest.split_at_checked(count(6))?;
        let mut position = Position::new(size);
        for (points, colour) in [(black, Colour::Black), (white, Colour::White)] {
            for &point in points {
                position.check_empty(point).ok()?;
                position.place(point, colour, &mut ());
            }
        }
        for &point in dead {
            position.check_empty(point).ok()?;
            position.kill(point).ok()?;
        }
        position.set_to_move(*Colour::BOTH.get(head[3] as usize)?);
        Some((position, rule))
    }
}

fn width_of_point(size: BoardSize) -> usize {
    if size.area() <= 256 { 1 } else { 2 }
}

fn read_points(bytes: &[u8], size: BoardSize) -> Option<Vec<Point>> {
    let chunks = bytes.chunks_exact(width_of_point(size));
    if !chunks.remainder().is_empty() {
        return None;
    }
    let number = |chunk: &[u8]| chunk.iter().fold(0, |n, &byte| n << 8 | i32::from(byte));
    let point = |n: i32| size.point(n % i32::from(size.width()), n / i32::from(size.width()));
    chunks.map(|chunk| point(number(chunk))).collect()
}

/// The key of a position and the orientation of the position relative to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    key: Key,
    size: BoardSize,
    /// The index of the key's image in [`BoardSize::images`].
    image: usize,
}

impl Place {
    pub fn of(position: &Position, rule: Rule) -> Place {
        let size = position.size();
        let count = size.images(size.centre()).count();
        let image = |image| (points_of(position, image), image);
        let (points, image) = (0..count).map(image).min().expect("four images at least");
        let mut bytes = head_of(position, rule).to_vec();
        for number in points {
            let both = number.to_be_bytes();
            bytes.extend_from_slice(&both[2 - width_of_point(size)..]);
        }
        Place { key: Key(bytes), size, image }
    }

    pub fn key(&self) -> &Key {
        &self.key
    }

    /// Maps a point of the board to the key's orientation.
    pub fn to_key(&self, point: Point) -> Point {
        image(self.size, point, self.image)
    }

    /// Maps a point from the key's orientation to the board; `None` if it is off the board, which is possible in a
    /// damaged file.
    pub fn to_board(&self, point: Point) -> Option<Point> {
        let is_there = self.size.contains(point);
        is_there.then(|| image(self.size, point, inverse(self.image)))
    }
}

fn image(size: BoardSize, point: Point, number: usize) -> Point {
    let mut images = size.images(point);
    images.nth(number).expect("an image of this board")
}

/// The inverse of an image. A mirror image is its own inverse; with the board transposed (bit 2), columns and rows are
/// exchanged, and so are the two mirrors.
fn inverse(image: usize) -> usize {
    if image & 4 == 0 {
        return image;
    }
    4 | (image & 1) << 1 | (image & 2) >> 1
}

fn head_of(position: &Position, rule: Rule) -> [u8; HEAD] {
    let size = position.size();
    let count = |colour| position.stones().iter().filter(|s| s.colour == colour).count() as u16;
    let [black, white] = Colour::BOTH.map(|colour| count(colour).to_be_bytes());
    let forbidden = if rule.first_player_forbidden { FORBIDDEN } else { 0 };
    [
        rule.bits() as u8 | forbidden,
        size.width(),
        size.height(),
        position.to_move().index() as u8,
        black[0],
        black[1],
        white[0],
        white[1],
    ]
}

/// The numbers of black stones, white stones and dead points in one image, each sorted.
fn points_of(position: &Position, number: usize) -> Vec<u16> {
    let size = position.size();
    let number_of = |point| {
        let point = image(size, point, number);
        u16::from(point.y()) * u16::from(size.width()) + u16::from(point.x())
    };
    let mut all = Vec::with_capacity(position.stones().len() + position.dead().len());
    let stones = position.stones();
    for colour in Colour::BOTH {
        let from = all.len();
        let own = stones.iter().filter(|stone| stone.colour == colour);
        all.extend(own.map(|stone| number_of(stone.point)));
        all[from..].sort_unstable();
    }
    let from = all.len();
    all.extend(position.dead().iter().map(|&point| number_of(point)));
    all[from..].sort_unstable();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use tengen_core::rules::Variant;

    /// A random position with stones and a few dead points.
    fn any_position(random: &mut StdRng, size: BoardSize) -> Position {
        let mut position = Position::new(size);
        for _ in 0..random.random_range(0..12) {
            let x = random.random_range(0..size.width());
            let point = Point::new(x, random.random_range(0..size.height()));
            if position.is_empty(point) && random.random_bool(0.1) {
                position.kill(point).unwrap();
            } else if position.is_empty(point) {
                position.play(point, &mut ());
            }
        }
        position
    }

    fn turned(position: &Position, number: usize) -> Position {
        let size = position.size();
        let mut image_of = Position::new(size);
        for stone in position.stones().iter().rev() {
            image_of.place(image(size, stone.point, number), stone.colour, &mut ());
        }
        for &point in position.dead() {
            image_of.kill(image(size, point, number)).unwrap();
        }
        image_of.set_to_move(position.to_move());
        image_of
    }

    #[test]
    fn all_images_have_one_key_and_their_points_come_back() {
        let mut random = StdRng::seed_from_u64(1);
        let rule = Rule::new(Variant::Renju);
        for sides in [(15, 15), (5, 7), (20, 20), (32, 31)] {
            let size = BoardSize::new(sides.0, sides.1).unwrap();
            for _ in 0..200 {
                let position = any_position(&mut random, size);
                let place = Place::of(&position, rule);
                let probe = Point::new(1, 2);
                assert_eq!(place.to_board(place.to_key(probe)), Some(probe));
                for number in 0..size.images(probe).count() {
                    let other = Place::of(&turned(&position, number), rule);
                    assert_eq!(other.key, place.key, "{position:?}");
                }
                let (read, its_rule) = place.key.position();
                assert_eq!((Place::of(&read, its_rule).key, its_rule), (place.key.clone(), rule));
                assert_eq!(read, turned(&position, place.image));
                assert_eq!(Key::from_bytes(place.key.bytes()), Some(place.key));
            }
        }
    }

    #[test]
    fn rule_side_and_board_tell_positions_apart() {
        let empty = Position::new(BoardSize::FIFTEEN);
        let mut white = empty.clone();
        white.set_to_move(Colour::White);
        let larger = Position::new(BoardSize::square(16).unwrap());
        let rules = [Variant::Freestyle, Variant::Renju].map(Rule::new);
        let forbidden = Rule { first_player_forbidden: true, ..rules[0] };
        let mut keys = vec![Place::of(&empty, forbidden).key];
        for rule in rules {
            keys.extend([&empty, &white, &larger].map(|position| Place::of(position, rule).key));
        }
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn bytes_that_are_no_key_are_refused() {
        let mut position = Position::new(BoardSize::FIFTEEN);
        position.play(Point::new(1, 3), &mut ());
        position.play(Point::new(7, 7), &mut ());
        let good = Place::of(&position, Rule::new(Variant::Freestyle)).key.0;
        assert!(Key::from_bytes(&good).is_some());
        for length in 0..good.len() {
            assert!(Key::from_bytes(&good[..length]).is_none(), "{length}");
        }
        // A wrong board size, side or stone count, too many stones, a point off the board, two stones on one point.
        for (at, byte) in [(1, 4), (1, 33), (3, 2), (4, 1), (7, 9), (8, 225), (8, 112)] {
            let mut bad = good.clone();
            bad[at] = byte;
            assert!(Key::from_bytes(&bad).is_none(), "byte {at} as {byte}");
        }
    }
}
