"""Output files replace others only with --force, and appear when they are complete."""

import os
from pathlib import Path

import numpy as np
import pytest
from synthetic import write_samples

from tengen_train import layout
from tengen_train.__main__ import main
from tengen_train.files import new_file


@pytest.fixture
def commands(tmp_path):
    """Commands that write a file, without its name."""
    network = layout.Network(0, 250, [{name: np.zeros(size, "<i2") for name, size in layout.ARRAYS.items()}], "a note")
    (tmp_path / "zero.tnn").write_bytes(layout.to_bytes(network))
    write_samples(tmp_path / "a.games", 20, seed=1)
    zero, games = str(tmp_path / "zero.tnn"), str(tmp_path / "a.games")
    return [["average", None, zero, zero], ["vectors", games, zero, None]]


def test_a_file_is_kept_unless_it_is_to_be_replaced(commands, tmp_path, capsys):
    out = tmp_path / "theirs"
    for command in commands:
        out.write_text("a game")
        arguments = [str(out) if word is None else word for word in command]
        assert main(arguments) == 1
        assert capsys.readouterr().err == f"tengen-train: {out}: it is there already; --force replaces it\n"
        assert out.read_text() == "a game"
        assert main([*arguments, "--force"]) == 0
        assert out.read_bytes() != b"a game"
    assert not list(tmp_path.glob("*.tengen-new"))


def test_the_files_of_a_training_are_kept_without_its_checkpoint(tmp_path, capsys):
    (tmp_path / "tiny.toml").write_text('[network]\n[data]\ntrain = ["none.games"]\n')
    log = tmp_path / "run" / "log.csv"
    log.parent.mkdir()
    log.write_text("theirs")
    assert main(["train", str(tmp_path / "tiny.toml"), "--out", str(log.parent)]) == 1
    assert capsys.readouterr().err == f"tengen-train: {log}: it is there already; --force replaces it\n"
    assert log.read_text() == "theirs"


def test_an_unfinished_file_leaves_nothing(tmp_path):
    out = tmp_path / "out"
    with pytest.raises(ZeroDivisionError), new_file(out, force=False) as file:
        file.write(b"half")
        raise ZeroDivisionError
    with pytest.raises(FileExistsError), new_file(out, force=False) as file:
        out.write_text("of another program")
    assert [path.name for path in tmp_path.iterdir()] == ["out"] and out.read_text() == "of another program"


def test_a_file_that_another_program_is_writing_is_refused(tmp_path):
    out, link = tmp_path / "out", tmp_path / "link"
    link.symlink_to(out)
    with new_file(link, force=False) as file:
        with pytest.raises(FileExistsError, match="tengen-new"), new_file(out, force=False):
            pass
        file.write(b"whole")
    assert link.is_symlink() and out.read_bytes() == b"whole"


def test_devices_and_pipes_are_written_unless_no_program_reads_them(tmp_path):
    with new_file(Path("/dev/null"), force=False) as file:
        file.write(b"nothing")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="pipe"), new_file(pipe, force=False):
        pass
    with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
        with new_file(pipe, force=False) as file:
            file.write(b"whole")
        assert reader.read() == b"whole"
