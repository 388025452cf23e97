//! Times of `tengen gtp`.

use super::milliseconds;
use tengen_e2e::brain::Brain;
use tengen_e2e::toolbox::tengen;
use tengen_testkit::clock::alone;
use tengen_testkit::stopwatch::Stopwatch;

fn start(options: &[&str]) -> Brain {
    let mut gtp = Brain::start_command(tengen(&["gtp", "--hash", "16"]), &[], options);
    for command in ["play b h8", "play w j9", "play b g7"] {
        gtp.send(command);
        assert_eq!([gtp.line(), gtp.line()], ["= ", ""]);
    }
    gtp
}

#[test]
fn the_next_command_ends_an_analysis_at_once() {
    let _alone = alone();
    let mut gtp = start(&["--threads", "1"]);
    for command in ["lz-analyze 10", "kata-analyze b 10 maxmoves 3", "lz-analyze 50"] {
        gtp.send(command);
        assert_eq!(gtp.line(), "=");
        assert!(gtp.line().starts_with("info move "));
        let watch = Stopwatch::of(gtp.id());
        gtp.send("name");
        while gtp.line().starts_with("info") {}
        assert_eq!(gtp.line(), "= Tengen");
        let took = watch.read().own();
        assert!(took <= milliseconds(100), "{command}: {took:?}");
        assert_eq!(gtp.line(), "");
    }
}

#[test]
fn moves_keep_to_the_clock() {
    let _alone = alone();
    let mut gtp = start(&["--threads", "1", "--rule", "caro-exact"]);
    for (settings, most) in [("time_settings 0 1 1", 1000), ("time_settings 0 10 50", 200)] {
        gtp.send(settings);
        assert_eq!([gtp.line(), gtp.line()], ["= ", ""]);
        let watch = Stopwatch::of(gtp.id());
        gtp.send("reg_genmove w");
        assert!(gtp.line().starts_with("= "));
        let took = watch.read();
        assert!(took.own() <= milliseconds(most), "{settings}: {took:?}");
        assert!(took.wall >= milliseconds(most / 4), "{settings}: {took:?}");
        assert_eq!(gtp.line(), "");
    }
}
