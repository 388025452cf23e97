//! Inputs and labels are compared with boards built from the moves.

use super::*;
use crate::scratch;
use tengen_common::random::Random;
use tengen_core::rules::Variant;
use tengen_records::training::{GameWriter, Searched};

/// A game of random moves, some of which are not the best ones.
fn game(rule: Variant, width: u32, height: u32, seed: u64) -> TrainingGame {
    let size = BoardSize::new(width, height).unwrap();
    let (mut random, mut points) = (Random::new(seed), size.points().collect::<Vec<_>>());
    random.shuffle(&mut points);
    let moves = (6..30).map(|number| {
        let best = if random.next() % 8 == 0 { points[40] } else { points[number] };
        Searched { point: points[number], best, score: (random.next() % 2000) as i16 - 1000 }
    });
    let moves = moves.collect();
    let result = [GameResult::Won(Colour::Black), GameResult::Drawn, GameResult::Unfinished][seed as usize % 3];
    TrainingGame { rule: Rule::new(rule), size, source: seed, opening: points[..6].to_vec(), moves, result }
}

/// The positions of files of such games, which are read by this many threads.
fn read(name: &str, files: &[Vec<TrainingGame>], decided: bool, threads: usize) -> Positions {
    let paths: Vec<PathBuf> = (0..files.len()).map(|number| scratch::file(&format!("{name}-{number}"))).collect();
    for (path, games) in paths.iter().zip(files) {
        let mut writer = GameWriter::create(path, "").unwrap();
        games.iter().for_each(|game| writer.add(game).unwrap());
        writer.flush().unwrap();
    }
    let positions = Positions::read(&paths, decided, threads);
    paths.iter().for_each(|path| std::fs::remove_file(path).unwrap());
    positions.unwrap()
}

fn files() -> [Vec<TrainingGame>; 2] {
    let games = |rule, width, height| (0..6).map(|seed| game(rule, width, height, seed)).collect();
    [games(Variant::Renju, 11, 9), games(Variant::Freestyle, 10, 7)]
}

/// Compares the inputs and the value by tables of one position with a board.
struct Compare<'a> {
    game: &'a TrainingGame,
    number: usize,
    inputs: Inputs,
    table_value: i16,
}

impl KindVisitor for Compare<'_> {
    type Output = ();

    fn visit<K: Kind>(self, _: K) {
        let Compare { game, number, inputs, table_value } = self;
        let mut board = PatternBoard::<K>::new(&Position::new(game.size), game.rule);
        let moves = game.moves[..number].iter().map(|searched| searched.point);
        for point in game.opening.iter().copied().chain(moves) {
            board.play(point);
        }
        let (side, area) = (board.to_move(), game.size.area());
        for (at, point) in game.size.points().enumerate() {
            let pcode = |colour| board.cell(point).pcode(colour) as i16;
            let content = board.position().at(point);
            let expected = match content {
                Content::Empty => [pcode(side), 2380 + pcode(!side)],
                Content::Stone(colour) => [if colour == side { 4760 } else { 4761 }, 4762],
                Content::Edge => unreachable!("no point of a board is off it"),
            };
            assert_eq!([0, area].map(|layer| inputs.pcodes[layer + at]), expected);
            for layer in 0..4 {
                let (window, first) = (inputs.windows[layer * area + at], 1 + layer as i16 / 2 * 820);
                let expected = if content == Content::Empty { first..first + 820 } else { 0..1 };
                assert!(expected.contains(&window), "{window}");
            }
        }
        assert_eq!(inputs.threats, [threat_index(&board, side) as i16]);
        assert_eq!(table_value as i32, Evaluator::new(&board, params::of(game.rule)).value(&board));
    }
}

#[test]
fn positions_have_the_inputs_and_labels_of_their_games() {
    let files = files();
    let positions = read("labels", &files, true, 3);
    assert_eq!((positions.starts(), positions.len()), (&[0, 6 * 24][..], 12 * 24));
    assert_eq!(positions.rules(), [Variant::Renju, Variant::Freestyle].map(Rule::new));
    let games = files.iter().flatten();
    let places = games.flat_map(|game| (0..game.moves.len()).map(move |number| (game, number)));
    for (index, (game, number)) in places.enumerate() {
        let (label, searched, side) = (positions.label(index, 2), game.moves[number], game.position(number).to_move());
        let are_best = |moves: &[Searched]| moves.iter().all(|searched| searched.point == searched.best);
        let end = game.moves.len().min(number + 3) - 1;
        let result = match game.result {
            GameResult::Unfinished => 2,
            _ if !are_best(&game.moves[number..]) => 2,
            result => (2.0 * result.points(side) - 1.0) as i8,
        };
        let expected = Label {
            size: game.size,
            side,
            stones: 6 + number,
            check: label.check,
            score: searched.score,
            best: searched.best,
            is_random: searched.point != searched.best,
            result,
            source: game.source,
            later: are_best(&game.moves[number..end]).then(|| (game.moves[end].score, (end - number) as u16)),
        };
        assert_eq!(label, expected);
        let (inputs, table_value) = (positions.inputs(&[index]), positions.table_value(index));
        assert_eq!([inputs.columns, inputs.rows], [game.size.width(), game.size.height()]);
        dispatch(game.rule, Compare { game, number, inputs, table_value });
    }
}

#[test]
fn inputs_are_on_the_grid_of_the_largest_board_whatever_the_number_of_threads() {
    let [one, many] = [1, 5].map(|threads| read(&format!("grid-{threads}"), &files(), true, threads));
    let last = one.len() - 1;
    let all: Vec<usize> = (0..=last).collect();
    let (whole, alone) = (one.inputs(&all), one.inputs(&[last]));
    assert_eq!(whole, many.inputs(&all));
    assert_eq!([whole.columns, whole.rows, alone.columns, alone.rows], [11, 9, 10, 7]);
    let arrays = [(&whole.pcodes, &alone.pcodes, 2, 4762), (&whole.windows, &alone.windows, 4, 0)];
    for (numbers, of_board, layers, nothing) in arrays {
        let grids = numbers[layers * 99 * last..].chunks(99);
        for (grid, board) in grids.zip(of_board.chunks(70)) {
            let expected = board.chunks(10).flat_map(|row| row.iter().copied().chain([nothing]));
            let expected: Vec<i16> = expected.chain([nothing; 22]).collect();
            assert_eq!(grid, expected);
        }
    }
}

#[test]
fn only_positions_that_a_search_evaluates_are_read_unless_all_are_wanted() {
    let at = |x, y| Point::new(x, y);
    // Black makes a row of four, which White answers elsewhere.
    let points = [at(3, 5), at(0, 0), at(4, 5), at(2, 10), at(5, 5), at(10, 2), at(6, 5), at(10, 9), at(7, 5)];
    let moves = points[2..].iter().map(|&point| Searched { point, best: point, score: 0 }).collect();
    let opening = points[..2].to_vec();
    let game = TrainingGame { opening, moves, ..game(Variant::Freestyle, 12, 12, 1) };
    let [quiet, all] =
        [false, true].map(|decided| read(&format!("quiet-{decided}"), &[vec![game.clone()]], decided, 2));
    let checks = |positions: &Positions| -> Vec<StaticCheck> {
        (0..positions.len()).map(|index| positions.label(index, 0).check).collect()
    };
    use StaticCheck::{Lost, Open, Threatened, Won};
    assert_eq!(checks(&all), [Open, Open, Open, Threatened, Won, Lost, Won]);
    assert_eq!(checks(&quiet), [Open, Open, Open, Threatened]);
    assert_eq!(quiet.label(3, 3).later, Some((0, 3)), "positions that are not read count as later ones");
}

#[test]
fn a_file_that_is_not_of_games_is_refused_by_name() {
    let path = scratch::file("no-games");
    let refused = || format!("{:#}", Positions::read(std::slice::from_ref(&path), false, 1).err().unwrap());
    assert!(refused().contains("no-games: "));
    std::fs::write(&path, "something else").unwrap();
    assert!(refused().ends_with("no-games: not a file of games"), "{}", refused());
    std::fs::remove_file(&path).unwrap();
}
