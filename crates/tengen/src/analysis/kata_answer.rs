//! The answers of KataGo's dialect.

use crate::gtp::parse;
use serde_json::{Value, json};
use tengen_common::{Report, Score};
use tengen_core::board::{BoardSize, Colour, Point, Position};
use tengen_core::rules::{Rule, Variant};
use tengen_engine::eval::net::Networks;
use tengen_records::Ending;
use tengen_terminal::answer::{self, Object, object};

/// What a query wants in its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The network's expectation of the next move.
    pub(super) includes_policy: bool,
    pub(super) longest_line: usize,
    /// The side whose win rates are reported; `None` for the side to move.
    pub(super) view: Option<Colour>,
}

/// The networks in use, for `query_models`.
pub fn models(networks: &Networks) -> Value {
    let rules = Variant::ALL.into_iter().filter(|&rule| networks.of(Rule::new(rule)).is_some());
    let model = |rule: Variant| json!({ "name": rule.name(), "usesHumanSLProfile": false });
    rules.map(model).collect()
}

impl Form {
    /// The fields of an answer with these lines, the best first, and the network's expectation of the next move.
    pub fn lines(&self, position: &Position, rule: Rule, policy: Option<&[(Point, f32)]>, lines: &[Report]) -> Object {
        let seen = KataView { is_turned: self.view.is_some_and(|side| side != position.to_move()) };
        let prior = |point| {
            let found = policy.into_iter().flatten().find(|(next, _)| *next == point);
            found.map(|(_, prior)| answer::rounded(*prior))
        };
        let infos = lines.iter().enumerate().map(|(order, report)| {
            let mut info = self.line(&seen, order, report, position.size());
            info.insert("score".into(), answer::score(seen.score(report.shown_score), rule));
            info.extend(prior(report.best_move()).map(|prior| ("prior".into(), prior.into())));
            info
        });
        let best = lines.first();
        let mut fields = object(json!({
            "moveInfos": infos.collect::<Vec<_>>(),
            "rootInfo": {
                "currentPlayer": if position.to_move() == Colour::Black { "B" } else { "W" },
                "visits": lines.iter().map(|report| report.nodes).max().unwrap_or(0),
                "winrate": best.map(|best| seen.win_rate(best.win_rate)),
            },
        }));
        if let Some(policy) = policy.filter(|_| self.includes_policy) {
            fields.insert("policy".into(), whole_board(policy, position.size()).into());
        }
        fields
    }

    fn line(&self, seen: &KataView, order: usize, report: &Report, size: BoardSize) -> Object {
        let moves = report.line.iter().take(self.longest_line);
        object(json!({
            "move": parse::written(report.best_move(), size),
            "order": order,
            "pv": moves.map(|&point| parse::written(point, size)).collect::<Vec<_>>(),
            "visits": report.nodes,
            "winrate": seen.win_rate(report.win_rate),
        }))
    }

    /// The fields of an answer about a game that is over.
    pub fn outcome(&self, position: &Position, rule: Rule, ending: Ending) -> Object {
        let side = self.view.unwrap_or(position.to_move());
        let share = ending.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        let mut fields = self.lines(position, rule, None, &[]);
        fields["rootInfo"]["winrate"] = share.into();
        fields.insert("outcome".into(), answer::outcome(ending));
        fields
    }
}

/// The view of the reported side on results for the side to move.
struct KataView {
    is_turned: bool,
}

impl KataView {
    fn win_rate(&self, share: f32) -> f64 {
        answer::rounded(if self.is_turned { 1.0 - share } else { share })
    }

    fn score(&self, score: Score) -> Score {
        if self.is_turned { -score } else { score }
    }
}

/// The probability of each point to six digits, row by row from the top left, then that of a pass; -1 for illegal
/// moves.
fn whole_board(policy: &[(Point, f32)], size: BoardSize) -> Vec<f64> {
    const ILLEGAL: f64 = -1.0;
    let mut policy = policy.iter().peekable();
    let shares = size.points().map(|point| match policy.next_if(|(next, _)| *next == point) {
        Some((_, share)) => (f64::from(*share) * 1e6).round() / 1e6,
        None => ILLEGAL,
    });
    shares.chain([ILLEGAL]).collect()
}
