"""The notebook of the book."""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "src" / "guide" / "notebook.ipynb"


def test_the_notebook_of_the_book_runs_and_shows_boards() -> None:
    nbformat = pytest.importorskip("nbformat", reason="needs nbclient")
    nbclient = pytest.importorskip("nbclient", reason="needs nbclient")
    pytest.importorskip("ipykernel", reason="needs ipykernel")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "the notebook is kept without outputs"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": "/"}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output.data for output in shown if "data" in output]
    assert sum("image/svg+xml" in data for data in pictures) == 6
    assert sum("<img" in data.get("text/html", "") for data in pictures) == 2
    printed = "".join(output.text for output in shown if output.output_type == "stream")
    for words in ["black: accuracy", "The worst move is 9. a15", "win in", "Elo"]:
        assert words in printed, printed
