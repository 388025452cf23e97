use super::*;
use tengen_core::board::{BoardSize, Colour};
use tengen_testkit::{FREESTYLE as RULE, after_moves};

fn after(moves: &str) -> Position {
    after_moves(BoardSize::square(9).unwrap(), moves)
}

/// A search that prefers points near the top left corner: stones score less the further away they are. Returns three
/// moves.
fn corner(position: &Position, _: Rule) -> Option<Vec<Judged>> {
    let worth = |point: Point| -i32::from(point.x()) - 10 * i32::from(point.y());
    let sum = |colour| -> i32 {
        let own = position.stones().iter().filter(|stone| stone.colour == colour);
        own.map(|stone| worth(stone.point)).sum()
    };
    let now = sum(position.to_move()) - sum(!position.to_move());
    let judged = |point| Judged { point, score: now + worth(point), depth: 4, win: None, is_shortest: false };
    let mut moves: Vec<_> = position.empty_points().map(judged).collect();
    moves.sort_by_key(|judged| (Reverse(judged.score), judged.point.index()));
    moves.truncate(3);
    Some(moves)
}

fn searched(database: &mut Database, steps: usize) -> Vec<Key> {
    let mut analysis = DatabaseAnalysis::of(database, &after(""), RULE).unwrap();
    let mut keys = Vec::new();
    let mut search = |position: &Position, rule| {
        keys.push(Place::of(position, rule).key().clone());
        corner(position, rule)
    };
    for _ in 0..steps {
        assert_eq!(analysis.step(&mut search).unwrap(), Step::Searched);
    }
    keys
}

#[test]
fn the_root_comes_first_and_a_stopped_analysis_resumes_without_repeating() {
    let mut database = Database::in_memory();
    let all: Vec<Key> = (0..4).flat_map(|_| searched(&mut database, 3)).collect();
    assert_eq!(all[0].position().0.stones().len(), 0);
    assert!(all[11].position().0.stones().len() >= 2);
    let different: HashSet<_> = all.iter().collect();
    assert_eq!(different.len(), 12);
    let root = database.explore(&after(""), RULE).unwrap();
    assert!(root.record.unwrap().value.unwrap().depth > 4, "backed up");
}

#[test]
fn a_win_below_is_taken_up_and_left_alone_from_then_on() {
    let mut database = Database::in_memory();
    let winning = |position: &Position, rule: Rule| {
        let mut judged = corner(position, rule)?;
        if position.stones().len() == 2 {
            assert_eq!(position.to_move(), Colour::Black);
            judged[0].win = Some(5);
        }
        Some(judged)
    };
    let root = after("e5");
    // White is to move. All searched moves lose, but not all moves have been searched.
    let mut analysis = DatabaseAnalysis::of(&mut database, &root, RULE).unwrap();
    for _ in 0..4 {
        assert_eq!(analysis.step(&mut { winning }).unwrap(), Step::Searched);
    }
    let found = database.explore(&root, RULE).unwrap();
    assert_eq!(found.record.unwrap().proof, None);
    let lost = found.moves.iter().filter(|known| known.record.proof == Some(Proof::Loss(6)));
    assert!(lost.count() >= 3);
    // If all moves lose, the position is lost, and black has won the one before it.
    let mut batch = database.write().unwrap();
    for point in root.empty_points() {
        let position = root.after(point);
        let record = Record { proof: Some(Proof::Win(5)), ..Record::default() };
        batch.join_at(&Place::of(&position, RULE), record).unwrap();
    }
    batch.commit().unwrap();
    let found = database.explore(&root, RULE).unwrap();
    let record = backed_up(&root, &found).unwrap();
    assert_eq!(record.proof, Some(Proof::Loss(6)));
}

/// Black wins by the search of `e5d5`: the length that is known to be the shortest stays so, whatever is found below.
#[test]
fn a_length_is_settled_if_the_search_has_settled_it() {
    for is_shortest in [true, false] {
        let mut database = Database::in_memory();
        let root = after("e5d5");
        let won = |position: &Position, rule: Rule| {
            let mut judged = corner(position, rule)?;
            (judged[0].win, judged[0].is_shortest) = (Some(5), is_shortest);
            Some(judged)
        };
        let mut analysis = DatabaseAnalysis::of(&mut database, &root, RULE).unwrap();
        assert_eq!(analysis.step(&mut { won }).unwrap(), Step::Searched);
        let found = database.explore(&root, RULE).unwrap();
        let proof = |record: &Record| (record.proof, record.is_shortest);
        assert_eq!(proof(&found.record.unwrap()), (Some(Proof::Win(5)), is_shortest));
        assert_eq!(proof(&found.moves[0].record), (Some(Proof::Win(5)), is_shortest));
    }
}

#[test]
fn a_shorter_proof_is_not_lost_by_what_is_known_of_the_moves() {
    let mut database = Database::in_memory();
    let (root, after_it) = (after("e5d5"), after("e5d5e6"));
    let best = Some(Point::new(0, 0));
    let mut batch = database.write().unwrap();
    let own = Record { proof: Some(Proof::Win(7)), is_shortest: true, best, ..Record::default() };
    batch.join_at(&Place::of(&root, RULE), own.clone()).unwrap();
    let of_move = Record { proof: Some(Proof::Loss(8)), ..Record::default() };
    batch.join_at(&Place::of(&after_it, RULE), of_move).unwrap();
    back_up(&mut batch, &root, RULE).unwrap();
    assert_eq!(batch.get_at(&Place::of(&root, RULE)).unwrap(), Some(own));
}

/// All moves of White lose. Whether the length is settled depends on the corner, which holds out longest.
#[test]
fn a_loss_is_settled_by_its_longest_defence() {
    for is_settled in [true, false] {
        let mut database = Database::in_memory();
        let root = after("e5d5e7"); // no two moves are images of each other
        let mut batch = database.write().unwrap();
        for point in root.empty_points() {
            let position = root.after(point);
            let is_last = point == Point::new(0, 0);
            let proof = Some(Proof::Win(if is_last { 9 } else { 5 }));
            let record = Record { proof, is_shortest: is_last == is_settled, ..Record::default() };
            batch.put(Place::of(&position, RULE).key(), &record).unwrap();
        }
        batch.commit().unwrap();
        let found = database.explore(&root, RULE).unwrap();
        let record = backed_up(&root, &found).unwrap();
        assert_eq!((record.proof, record.is_shortest), (Some(Proof::Loss(10)), is_settled));
    }
}

#[test]
fn continuous_games_are_not_analysed() {
    let mut database = Database::in_memory();
    let refused = DatabaseAnalysis::of(&mut database, &after(""), Rule { continuous: true, ..RULE });
    let error = refused.err().expect("it is refused").to_string();
    assert_eq!(error, "databases cannot store continuous games");
}

#[test]
fn a_stopped_search_writes_nothing() {
    let mut database = Database::in_memory();
    let mut analysis = DatabaseAnalysis::of(&mut database, &after("e5"), RULE).unwrap();
    assert_eq!(analysis.step(&mut |_, _| None).unwrap(), Step::Ended);
    assert_eq!(analysis.progress(), AnalysisProgress { searched: 0, waiting: 1 });
    assert_eq!(analysis.step(&mut corner).unwrap(), Step::Searched);
    drop(analysis);
    assert_eq!(database.count().unwrap(), 4);
}

#[test]
fn a_move_that_is_refuted_below_is_the_best_no_longer() {
    let mut database = Database::in_memory();
    let moves = |position: &Position, _: Rule| {
        let judged = |x, score, depth| Judged { point: Point::new(x, 0), score, depth, win: None, is_shortest: false };
        Some(match position.stones().len() {
            0 => vec![judged(0, 100, 10), judged(1, 50, 10)],
            _ => vec![judged(3, 500, 3)],
        })
    };
    let root = after("");
    let mut analysis = DatabaseAnalysis::of(&mut database, &root, RULE).unwrap();
    for best in [(Point::new(0, 0), 100), (Point::new(1, 0), 50)] {
        assert_eq!(analysis.step(&mut { moves }).unwrap(), Step::Searched);
        let record = analysis.database.explore(&root, RULE).unwrap().record.unwrap();
        let value = record.value.unwrap().score;
        assert_eq!(value, best.1);
        // Images of the corner and of the point next to it are equally good.
        let image = |point: Point| root.size().images(point).any(|p| p == record.best.unwrap());
        assert!(image(best.0), "{record:?}");
    }
}

/// The move f5 of d4 e6 is known as if from a search of f5 e6, whose move d4 leads to the same position.
#[test]
fn a_move_known_from_another_position_is_no_search_of_this_one() {
    let mut database = Database::in_memory();
    let mut batch = database.write().unwrap();
    let value = Some(Value { score: 10, depth: 4, bound: Bound::Exact });
    for moves in ["d4e6", "d4e6f5"] {
        let record = Record { value, ..Record::default() };
        batch.join_at(&Place::of(&after(moves), RULE), record).unwrap();
    }
    batch.commit().unwrap();
    let mut analysis = DatabaseAnalysis::of(&mut database, &after("d4e6"), RULE).unwrap();
    let mut seen = Vec::new();
    let mut search = |position: &Position, rule| {
        seen.push(position.stones().len());
        corner(position, rule)
    };
    assert_eq!(analysis.step(&mut search).unwrap(), Step::Searched);
    assert_eq!(seen, [2]);
}

#[test]
fn a_best_move_on_an_occupied_point_is_no_search() {
    let mut database = Database::in_memory();
    let root = after("d4e6");
    let best = root.stones()[0].point;
    let mut batch = database.write().unwrap();
    let record = Record { best: Some(best), ..Record::default() };
    batch.join_at(&Place::of(&root, RULE), record).unwrap();
    batch.commit().unwrap();
    let mut analysis = DatabaseAnalysis::of(&mut database, &root, RULE).unwrap();
    assert_eq!(analysis.step(&mut corner).unwrap(), Step::Searched);
}

#[test]
fn two_that_analyse_one_file_share_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.db");
    let mut database = Database::create(&file).unwrap();
    let mut other = Database::create(&file).unwrap();
    let mut one = DatabaseAnalysis::of(&mut database, &after(""), RULE).unwrap();
    let mut two = DatabaseAnalysis::of(&mut other, &after(""), RULE).unwrap();
    let mut keys = Vec::new();
    // The root is being searched when the other one starts: it has to wait.
    let mut while_searched = |position: &Position, rule| {
        assert_eq!(two.step(&mut corner).unwrap(), Step::Waits);
        corner(position, rule)
    };
    assert_eq!(one.step(&mut while_searched).unwrap(), Step::Searched);
    // From then on, each takes what the other one does not.
    for _ in 0..6 {
        let mut inner = None;
        let mut outer = |position: &Position, rule| {
            let mut search = |position: &Position, rule| {
                inner = Some(Place::of(position, rule).key().clone());
                corner(position, rule)
            };
            assert_eq!(two.step(&mut search).unwrap(), Step::Searched);
            keys.push(Place::of(position, rule).key().clone());
            corner(position, rule)
        };
        assert_eq!(one.step(&mut outer).unwrap(), Step::Searched);
        keys.extend(inner);
    }
    let different: HashSet<_> = keys.iter().collect();
    assert_eq!((keys.len(), different.len()), (12, 12));
}

#[test]
fn a_claim_whose_owner_is_silent_is_void() {
    let mut database = Database::in_memory();
    let place = Place::of(&after(""), RULE);
    let mut batch = database.write().unwrap();
    assert!(batch.claim(place.key(), 1).unwrap());
    assert!(batch.claim(place.key(), 1).unwrap(), "it is its own");
    assert!(!batch.claim(place.key(), 2).unwrap());
    batch.set_time_of_claims(-crate::store::VOID - 1);
    assert!(batch.claim(place.key(), 2).unwrap());
    batch.set_time_of_claims(-crate::store::VOID - 1);
    batch.commit().unwrap();
    database.renew_claims(2).unwrap();
    let mut batch = database.write().unwrap();
    assert!(!batch.claim(place.key(), 1).unwrap(), "it was renewed");
    batch.release(place.key(), 1).unwrap();
    assert!(!batch.claim(place.key(), 1).unwrap(), "it is another's");
    batch.release(place.key(), 2).unwrap();
    assert!(batch.claim(place.key(), 1).unwrap());
}
