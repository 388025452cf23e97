"""Positions: set up in any way, played on, and as arrays."""

import copy
import pickle

import numpy as np
import pytest

import tengen


def test_moves_are_a_text_or_a_list_of_names_or_places() -> None:
    by_text = tengen.Position("h8i9g7")
    assert by_text == tengen.Position(["h8", "i9", "g7"]) == tengen.Position([(7, 7), (6, 8), (8, 6)])
    assert by_text.moves == ["h8", "i9", "g7"] and by_text.to_move == "white"
    assert by_text != tengen.Position("h8i9g7", rule="renju")
    assert by_text.index_of("i9") == (6, 8) and by_text.name_of(6, 8) == "i9"


def test_stones_are_set_up_with_either_side_to_move_and_passes() -> None:
    position = tengen.Position("pass g7", black="h8i8j8", white="a1", to_move="white", rule="renju")
    assert position.moves == ["pass", "g7"] and position.to_move == "white"
    assert position.stones.sum() == 3  # four black stones, one white
    assert tengen.Position("h8 -- i9").to_move == "white"
    with pytest.raises(tengen.InvalidArgument, match="side to move"):
        tengen.Position(black="h8i8j8")
    with pytest.raises(tengen.InvalidArgument, match="two stones are on h8"):
        tengen.Position(black="h8", white="h8")
    with pytest.raises(tengen.IllegalMove, match="five"):
        tengen.Position(black="h8i8j8k8l8", white="a1a3a5a7")


def test_two_passes_end_a_game_of_renju() -> None:
    position = tengen.Position("h8 pass pass", rule="renju")
    assert position.outcome == tengen.Outcome(None, "passes")
    with pytest.raises(tengen.IllegalMove, match="already over"):
        position.play("a1")


def test_arrays_have_rows_from_the_top_and_come_back() -> None:
    position = tengen.Position("h8a15o1", size=15)
    stones = position.stones
    assert stones.shape == (15, 15) and stones.dtype == np.int8
    assert (stones[7, 7], stones[0, 0], stones[14, 14]) == (1, -1, 1)
    for kind in ["int8", "int64", "uint8", "float64", "bool"]:
        array = np.abs(stones) if kind == "uint8" else stones
        if kind in ("float64", "bool"):
            with pytest.raises(tengen.InvalidArgument, match="not a board"):
                tengen.Position.from_array(array.astype(kind))
        else:
            again = tengen.Position.from_array(array.astype(kind), to_move="white")
            assert (again.stones == array).all() and again.to_move == "white"
    assert tengen.Position.from_array(stones.tolist()).to_move == "white"
    wide = tengen.Position("t15", size="20x15")
    assert wide.stones.shape == (15, 20) and wide.stones[0, 19] == 1


def test_forbidden_points_are_not_legal_for_black() -> None:
    position = tengen.Position("h9a1h10a3f8a5g8a7", rule="renju")
    assert position.forbidden[position.index_of("h8")] and position.forbidden.sum() == 1
    assert position.legal.sum() == 216 and "h8" not in position.legal_moves
    position.play("pass")
    assert position.legal.sum() == 217 and position.forbidden.sum() == 1
    position.undo()
    position.play("h8")
    assert position.outcome == tengen.Outcome("white", "foul: double three")
    assert not position.legal.any()


def test_a_five_ends_the_game_and_can_be_taken_back() -> None:
    position = tengen.Position("h8a1i8a2j8a3k8a4l8")
    assert position.outcome == tengen.Outcome("black", "five")
    assert position.winning_row == ["h8", "i8", "j8", "k8", "l8"]
    assert position.undo() == "l8" and position.outcome is None
    while position.moves:
        position.undo()
    with pytest.raises(tengen.IllegalMove, match="no move to take back"):
        position.undo()


def test_a_five_of_a_continuous_game_leaves_dead_points() -> None:
    position = tengen.Position("h8a1i8a2j8a3k8a4l8", rule="freestyle+continuous")
    assert position.outcome is None and position.rows == (1, 0)
    assert (position.stones == 2).sum() == 5
    again = tengen.Position.from_array(position.stones, rule=position.rule, to_move=position.to_move)
    assert (again.stones == position.stones).all()


def test_copies_and_pickles_are_equal_and_independent() -> None:
    for position in [
        tengen.Position("h8i9g7"),
        tengen.Position("pass g7", black="h8i8j8", white="a1", to_move="white", rule="renju"),
        tengen.Position("h8a1i8a2j8a3k8a4l8", rule="freestyle+continuous"),
        tengen.Position.from_array(tengen.Position("h8a1i8a2j8a3k8a4l8", rule="caro+continuous").stones, to_move="black"),
    ]:
        for again in [copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]:
            assert again == position and again.moves == position.moves and again.rule == position.rule
            assert again.rows == position.rows and again.to_move == position.to_move
            again.play("f10")
            assert again != position


def test_symmetries_are_eight_on_a_square_board() -> None:
    position = tengen.Position("a15b14h8", rule="renju")
    images = position.symmetries()
    assert images[0] == position and len({image.moves[0] for image in images}) == 4
    assert len({tuple(image.moves) for image in images}) == 4  # it lies on a diagonal
    assert len(tengen.Position("a1", size="20x15").symmetries()) == 4
    boards = {image.stones.tobytes() for image in tengen.Position("a15b15h8").symmetries()}
    turned = [np.rot90(tengen.Position("a15b15h8").stones, k).tobytes() for k in range(4)]
    assert boards >= set(turned) and len(boards) == 8


def test_a_position_shows_itself() -> None:
    position = tengen.Position("h8i9g7")
    assert position._repr_svg_().startswith("<svg") and position._repr_svg_().count("<line") == 30
    assert "A!" in position.svg(labels={"a1": "A!"}) and "\n2\n" in position.svg(line="a1b1", numbers="none")
    assert str(position).splitlines()[7].split()[8] == "X"
    assert repr(position) == "<tengen.Position freestyle 15x15, 3 stones, white to move>"
    with pytest.raises(TypeError):
        hash(position)
