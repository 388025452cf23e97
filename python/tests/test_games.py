"""Files of games, reviews and matches."""

import pickle
import sys
from pathlib import Path

import pytest

import tengen

SGF = "(;GM[4]SZ[15]RU[renju]PB[A]PW[C]RE[B+R];B[hh];W[ig]C[why];B[gi])"


def test_every_game_of_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "games.sgf"
    file.write_text(SGF + "(;GM[4]SZ[15];B[hh];W[hh])" + "(;GM[4]SZ[9];B[ee])")
    games = tengen.read(file)
    first = next(games)
    assert (first.players, first.rule, first.moves) == (("A", "C"), "renju", ["h8", "i9", "g7"])
    assert first.outcome == tengen.Outcome("black", "resignation") and first.comments[1] == "why"
    with pytest.raises(tengen.ReadError) as caught:
        next(games)
    assert caught.value.code == "At" and caught.value.fields["what"] == "game 2"
    assert isinstance(caught.value.fields["why"], tengen.TengenError)
    assert next(games).width == 9
    assert [game.width for game in tengen.read(str(file), skip_errors=True)] == [15, 9]


def test_all_formats_are_read_and_written(tmp_path: Path) -> None:
    game = next(tengen.parse(SGF))
    for format in ["sgf", "psq", "lib", "txt"]:
        file = tmp_path / f"game.{format}"
        tengen.write(file, game)
        again = next(tengen.read(file, rule="renju"))
        assert again.moves == game.moves
        assert file.read_bytes() == game.to_bytes(format)
        with pytest.raises(FileExistsError):
            tengen.write(file, game)
        tengen.write(file, game, replace=True)
    many = tmp_path / "many.sgf"
    tengen.write(many, [game, tengen.Game("h8"), game])
    assert [len(game) for game in tengen.read(many)] == [3, 1, 3]
    for name, games in [("a.doc", game), ("a.psq", [game, game]), ("a.sgf", [])]:
        with pytest.raises(tengen.InvalidArgument):
            tengen.write(tmp_path / name, games)
    with pytest.raises(FileNotFoundError):
        tengen.read(tmp_path / "nothing.sgf")
    with pytest.raises(tengen.WriteError, match="set up"):
        tengen.Game.from_position(tengen.Position(black="h8i8", white="a1", to_move="white")).to_bytes("psq")


def test_lists_of_moves_are_read_and_drawings_are_no_games() -> None:
    assert next(tengen.parse("1. h8 i9 2. g7")).moves == ["h8", "i9", "g7"]
    with pytest.raises(tengen.ReadError, match="drawing"):
        next(tengen.parse(str(tengen.Position("h8i9g7"))))
    with pytest.raises(tengen.ReadError, match="unknown game format"):
        next(tengen.parse("hello"))


def test_a_game_gives_its_positions() -> None:
    game = tengen.Game("h8i9g7", rule="renju", black="A")
    assert [len(position.moves) for position in game.positions()] == [0, 1, 2, 3]
    assert game.position(1).moves == ["h8"] and game.position() == tengen.Position("h8i9g7", rule="renju")
    with pytest.raises(IndexError):
        game.position(4)
    assert pickle.loads(pickle.dumps(game)) == game
    assert tengen.Game.from_position(game.position(), black="A") == game
    passed = tengen.Game.from_position(tengen.Position("h8 pass i9 j9"))
    assert passed.moves == ["i9", "j9"] and passed.position().to_move == "black"
    rows = "h8a1i8a2j8a3k8a4l8"
    assert tengen.Game.from_position(tengen.Position(rows, rule="freestyle+continuous")).position().rows == (1, 0)
    with pytest.raises(tengen.InvalidArgument, match="dead points"):
        tengen.Game.from_position(tengen.Position(rows + "pass", rule="freestyle+continuous"))
    assert game.gif()[:6] == b"GIF89a" and game._repr_html_().startswith("<img")


def test_a_review_grades_moves_with_reasons() -> None:
    steps = []
    game = tengen.Game("h8i9i8j9j8k9a1l9")  # white's open four is let happen
    review = tengen.review(game, nodes=500, progress=lambda done, all: steps.append((done, all)))
    assert steps[-1] == (9, 9) and len(review.moves) == 8 and len(review.win_rates) == 9
    bad = next(move for move in review.moves if move.move == "a1")
    assert bad.is_marked and bad.better and bad.reason
    assert bad.position.moves == game.moves[: bad.number - 1] and "\n?\n" in bad._repr_svg_()
    assert review.moves[0]._repr_svg_().startswith("<svg")
    assert review.accuracy("black") is not None and review._repr_svg_().startswith("<svg")
    with pytest.raises(ZeroDivisionError):
        tengen.review(game, nodes=50, progress=lambda done, all: 1 // 0)
    with pytest.raises(tengen.InvalidArgument, match="no moves"):
        tengen.review(tengen.Game(""))


def test_players_meet_in_pairs_and_the_stronger_one_wins() -> None:
    seen = []
    result = tengen.match(
        tengen.player(nodes=300), tengen.player(level=1), games=4, openings=["h8i9", "h8h9"], progress=seen.append
    )
    assert result.wins + result.draws + result.losses == 4 and len(seen) == 4 and result.wins >= 3
    assert [played.black for played in result.played] == [0, 1, 0, 1]
    assert result.games[0].moves[:2] == result.games[1].moves[:2] == ["h8", "i9"]
    assert "of 4" in str(result)
    elo = tengen.match(lambda p: p.legal_moves[0], lambda p: p.legal_moves[0], games=2, openings="empty").elo
    assert elo.difference == 0 and elo.error is None


def test_who_makes_an_illegal_move_loses() -> None:
    result = tengen.match(lambda p: "h8", lambda p: p.legal_moves[0], games=2, openings=["h8"])
    assert result.losses == 2 and "already taken" in result.played[0].reason
    with pytest.raises(ZeroDivisionError):
        tengen.match(lambda p: 1 // 0, lambda p: "h8", games=1, openings="empty")


BRAIN = """
import sys
taken = set()
for line in sys.stdin:
    for file in sys.argv[1:]:
        with open(file, "a") as heard:
            heard.write(line)
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "RECTSTART", "RESTART"):
        taken.clear()
        print("OK", flush=True)
    elif word == "TURN":
        taken.add(tuple(map(int, rest.split(","))))
    elif rest == "" and "," in word:
        taken.add(tuple(map(int, word.split(",")[:2])))
    if word in ("TURN", "BEGIN", "DONE"):
        move = next((x, y) for y in range(15) for x in range(15) if (x, y) not in taken)
        taken.add(move)
        print("%d,%d" % move, flush=True)
    if word == "END":
        break
"""


def test_brains_behind_pipes_play(tmp_path: Path) -> None:
    program = tmp_path / "brain.py"
    program.write_text(BRAIN)
    brain = tengen.Brain(f"name=own,cmd={sys.executable} {program},turn=10")
    assert brain.name == "own"
    result = tengen.match(tengen.player(nodes=100), brain, games=4, openings=["", "h8i9"])
    assert result.wins == 4, [played.reason for played in result.played]
    alone = tengen.Brain(f"{sys.executable} {program}")
    assert alone(tengen.Position("h8")) == (0, 0) and alone(tengen.Position(["h8", (0, 0), "h9"])) == (0, 1)
    with pytest.raises(tengen.BrainError, match="No such file"):
        tengen.Brain("./nothing-here")(tengen.Position())
    dumb = tengen.Brain(f"{sys.executable} -c 'print(1)'")
    lost = tengen.match(dumb, tengen.player(nodes=10), games=1, openings="empty")
    assert lost.losses == 1 and "ended" in lost.played[0].reason


def test_a_running_brain_begins_a_game_for_a_position_that_does_not_continue_the_last_one(tmp_path: Path) -> None:
    program, heard = tmp_path / "brain.py", tmp_path / "heard"
    program.write_text(BRAIN)
    brain = tengen.Brain(f"cmd={sys.executable} {program} {heard},turn=10")

    def hears(position: tengen.Position) -> str:
        """What the brain has heard since its last move, without most of the settings."""
        brain(position)
        lines = heard.read_text().splitlines()
        heard.write_text("")
        return " ".join(line for line in lines if not line.startswith("INFO") or line.startswith("INFO rule"))

    assert hears(tengen.Position("h8")) == "START 15 INFO rule 0 TURN 7,7"
    assert hears(tengen.Position("h8a15h9")) == "TURN 7,6"
    assert hears(tengen.Position("i9a15h9b15h10")) == "START 15 INFO rule 0 BOARD 8,6,2 0,0,1 7,6,2 1,0,1 7,5,2 DONE"
    assert hears(tengen.Position("h8", size="20x12")) == "RECTSTART 20,12 INFO rule 0 TURN 7,4"
    assert hears(tengen.Position("h8", size=20)) == "START 20 INFO rule 0 TURN 7,12"
    assert hears(tengen.Position("h8", size=20, rule="renju")) == "START 20 INFO rule 4 TURN 7,12"
    brain.start(tengen.Position(), "white")
    assert hears(tengen.Position(size=12)) == "START 15 INFO rule 0 START 12 INFO rule 0 BEGIN"
    set_up = tengen.Position("c1", black="a12", white="b12", size=12)
    assert hears(set_up) == "START 12 INFO rule 0 BOARD 0,0,2 1,0,1 2,11,2 DONE"
    brain.close()


def test_a_brain_is_not_asked_about_what_its_protocol_cannot_say() -> None:
    brain = tengen.Brain("dialect=sau,cmd=./nothing-here")
    with pytest.raises(tengen.InvalidArgument, match="the SAU protocol cannot give an opening"):
        brain(tengen.Position("h8i9"))
    with pytest.raises(tengen.InvalidArgument, match="cannot transmit dead points"):
        brain.start(tengen.Position(rule="freestyle+continuous"), "white")
    with pytest.raises(tengen.BrainError, match="No such file"):
        brain(tengen.Position("h8"))


def test_openings_are_drawn_by_a_seed() -> None:
    drawn = tengen.openings("balanced", 3, rule="renju", seed=1)
    assert len(drawn) == 3 and drawn == tengen.openings("balanced", 3, rule="renju", seed=1)
    assert drawn != tengen.openings("balanced", 3, rule="renju", seed=2)
    assert tengen.openings("empty", 2) == ((), ())
