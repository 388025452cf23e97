"""What belongs to the package: its examples, its types, its documents."""

import ast
import doctest
import importlib.util
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tengen
from tengen import _native, training

HERE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("part", ["", ".errors", ".gym", ".matches", ".training", ".zoo"])
def test_the_examples_in_docstrings_are_true(part: str) -> None:
    result = doctest.testmod(pytest.importorskip(f"tengen{part}"))
    assert result.attempted > 0 and result.failed == 0


def test_the_examples_of_the_readme_run() -> None:
    code = re.search(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)
    assert code is not None and len(code.group(1).strip().splitlines()) <= 12
    subprocess.run([sys.executable, "-c", code.group(1)], check=True, timeout=300, cwd="/")


def test_the_examples_of_the_book_run() -> None:
    page = HERE.parent / "docs" / "src" / "guide" / "python.md"
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert len(blocks) > 3
    subprocess.run([sys.executable, "-c", "\n".join(blocks)], check=True, timeout=300, cwd=HERE / "tests")


@pytest.mark.parametrize("name", ["first.py", "own_player.py"])
def test_the_example_programs_run(name: str) -> None:
    subprocess.run([sys.executable, HERE / "examples" / name], check=True, timeout=300, cwd="/")


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="needs mypy")
def test_the_examples_are_typed_strictly() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", *(HERE / "examples").glob("*.py")]
    checked = subprocess.run(command, capture_output=True, text=True, cwd="/")
    assert checked.returncode == 0, checked.stdout


def test_the_stubs_name_everything_that_is_there() -> None:
    stubs = (HERE / "tengen" / "_native.pyi").read_text()
    for name, module in [*((name, tengen) for name in ["Position", "Engine", "Reports", "Game", "Games", "Brain"]), ("Positions", training)]:
        text = re.search(rf"^class {name}\b.*?(?=^\S|\Z)", stubs, re.DOTALL | re.MULTILINE)
        assert text is not None, name
        stubbed = set(re.findall(r"def (\w+)\(", text.group()))
        public = {member for member in vars(getattr(module, name)) if not member.startswith("_")}
        assert public == {member for member in stubbed if not member.startswith("_")}, name
    functions = set(re.findall(r"^def (\w+)\(", stubs, re.MULTILINE))
    assert functions == {"elo", "inputs", "openings", "parse", "read", "review", "solve", "write"}


def test_help_is_the_text_of_the_stubs() -> None:
    def described(nodes: list[ast.stmt], owner: object) -> int:
        count = 0
        for node in nodes:
            if not isinstance(node, ast.ClassDef | ast.FunctionDef):
                continue
            text, own = ast.get_docstring(node), getattr(owner, node.name)
            if text is not None and not node.name.startswith("__"):
                assert inspect.getdoc(own) == text, node.name
            count += (text is not None) + (described(node.body, own) if isinstance(node, ast.ClassDef) else 0)
        return count

    assert described(ast.parse((HERE / "tengen" / "_native.pyi").read_text()).body, _native) > 60


def test_help_shows_the_arguments_of_the_stubs_with_their_defaults() -> None:
    def compared(nodes: list[ast.stmt], owner: object) -> int:
        """The number of defaults that were compared."""
        count = 0
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                count += compared(node.body, getattr(owner, node.name))
            if not isinstance(node, ast.FunctionDef):
                continue
            is_new = node.name == "__new__"
            own = owner if is_new else getattr(owner, node.name)
            if not callable(own) or (node.name.startswith("__") and not is_new):
                continue
            given, named = node.args.args, node.args.kwonlyargs
            shown = inspect.signature(own).parameters
            assert list(shown) == [argument.arg for argument in (given[1:] if is_new else given) + named], node.name
            defaults = [*zip(given[::-1], node.args.defaults[::-1], strict=False), *zip(named, node.args.kw_defaults, strict=True)]
            for argument, default in defaults:
                if default is not None:
                    assert shown[argument.arg].default == ast.literal_eval(default), (node.name, argument.arg)
                    count += 1
        return count

    assert compared(ast.parse((HERE / "tengen" / "_native.pyi").read_text()).body, _native) == 82


def test_numbers_below_one_are_refused_by_their_names() -> None:
    position, engine, game = tengen.Position(), tengen.Engine(hash_mb=1), tengen.Game("h8")
    for call, name in [
        (lambda number: engine.analyse(position, nodes=number), "nodes"),
        (lambda number: engine.analyse(position, depth=number), "depth"),
        (lambda number: engine.analyse(position, nodes=1, lines=number), "lines"),
        (lambda number: engine.choose(position, nodes=number), "nodes"),
        (lambda number: engine.choose(position, depth=number), "depth"),
        (lambda number: engine.solve(position, nodes=number), "nodes"),
        (lambda number: tengen.solve(position, nodes=number), "nodes"),
        (lambda number: tengen.review(game, nodes=number), "nodes"),
        (lambda number: tengen.openings("balanced", 1, nodes=number), "nodes"),
    ]:
        for number in (0, -5):
            with pytest.raises(tengen.InvalidArgument) as caught:
                call(number)
            assert str(caught.value) == f"{name} must be at least 1, not {number}"
            assert (caught.value.code, caught.value.fields) == ("BelowOne", {"name": name, "number": number})
    with pytest.raises(tengen.InvalidArgument, match="^lines must be smaller than 70000$"):
        engine.analyse(position, nodes=1, lines=70_000)


def test_arguments_of_other_types_are_refused_in_a_sentence() -> None:
    position, engine = tengen.Position(), tengen.Engine(hash_mb=1)
    for call, message in [
        (lambda: position.play(112), "must be a move like 'h8' or a tuple of row and column, not int"),
        (lambda: tengen.Position(None, black=7), "must be moves like 'h8i9' or a list of names or of tuples of row and column, not int"),
        (lambda: tengen.Position(size=(20, 15)), "must be a number or a text, not tuple"),
        (lambda: tengen.parse(None), "must be str or bytes, not NoneType"),
        (lambda: engine.evaluate([], to_move=1), "must be a side or a list of sides, not int"),
    ]:
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value) == message


def test_exceptions_have_the_fields_of_their_messages_and_can_be_sent() -> None:
    import pickle

    with pytest.raises(tengen.InvalidArgument) as caught:
        tengen.Position(size=99)
    assert isinstance(caught.value, ValueError) and caught.value.code == "BoardSides"
    with pytest.raises(tengen.IllegalMove) as played:
        tengen.Position("h8").play("h8")
    assert (played.value.code, played.value.fields) == ("Taken", {})
    with pytest.raises(tengen.IllegalMove) as written:
        tengen.Position("z9", size=15)
    assert written.value.fields == {"word": "z9", "size": "15x15"}
    with pytest.raises(tengen.IllegalMove) as third:
        tengen.Position("h8i9h8")
    assert third.value.fields["n"] == 3 and type(third.value.fields["n"]) is int and third.value.fields["point"] == "h8"
    again = pickle.loads(pickle.dumps(written.value))
    assert str(again) == str(written.value) and again.code == "NoPoint" and again.fields == written.value.fields
