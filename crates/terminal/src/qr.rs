//! QR codes of URLs, for scanning from the screen.

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// Black on white, independent of the terminal's colours.
const INK: &str = "\x1b[30;107m";
const USUAL: &str = "\x1b[0m";

/// The QR code of a text as lines; `None` if the text is too long.
pub fn code(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let picture = code
        .render::<Dense1x2>()
        .module_dimensions(1, 1)
        .dark_color(Dense1x2::Dark)
        .light_color(Dense1x2::Light)
        .build();
    let lines = picture.lines().map(|line| format!("{INK}{line}{USUAL}\n"));
    Some(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules of a code, two rows per line; true is dark.
    fn dots(code: &str) -> Vec<Vec<bool>> {
        let rows = |line: &str| {
            let bare = line.strip_prefix(INK).and_then(|l| l.strip_suffix(USUAL));
            let row = |dark: &str| bare.unwrap().chars().map(|c| dark.contains(c)).collect();
            [row("█▀"), row("█▄")]
        };
        code.lines().flat_map(rows).collect()
    }

    #[test]
    fn an_address_is_drawn_with_its_three_corners_and_a_white_edge() {
        let url = format!("http://192.168.100.100:65535/{}/", "a5".repeat(16));
        let dots = dots(&code(&url).unwrap());
        let side = dots[0].len();
        assert!(side <= 60, "{side}");
        let is_corner = |x: usize, y: usize| (0..7).all(|dx| dots[y][x + dx] && dots[y + 6][x + dx] && dots[y + dx][x]);
        assert!(is_corner(4, 4) && is_corner(side - 11, 4) && is_corner(4, side - 11));
        assert!(!is_corner(side - 11, side - 11));
        assert!(dots.iter().all(|row| row[..4].iter().all(|dark| !dark)));
        assert!(dots[..4].concat().iter().all(|dark| !dark));
    }

    #[test]
    fn what_does_not_fit_is_not_drawn() {
        assert_eq!(code(&"x".repeat(5000)), None);
    }
}
