//! Numbers in sentences: one move, two moves.

/// `1 move`, `2 moves`.
pub fn moves(number: usize) -> String {
    count(number as u64, "move", "moves")
}

/// `1 stone`, `2 stones`.
pub fn stones(number: usize) -> String {
    count(number as u64, "stone", "stones")
}

/// `1 node`, `2 nodes`.
pub fn nodes(number: u64) -> String {
    count(number, "node", "nodes")
}

fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}
