"""The notebook of the book, and the page that shows it."""

import base64
import os
import re
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "src" / "guide" / "notebook.ipynb"
PAGE = NOTEBOOK.with_suffix(".md")


def write_page(cells: list[Any]) -> None:
    """Writes the page of the book, and its pictures next to it."""
    parts, pictures = [], 0
    for cell in cells:
        parts.append(cell.source if cell.cell_type == "markdown" else f"```python\n{cell.source}\n```")
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                parts.append(f"```text\n{output.text}```")
                continue
            pictures += 1
            svg, html = output.data.get("image/svg+xml"), output.data.get("text/html", "")
            gif = re.search(r'base64,([^"]+)', html)
            name = f"notebook-{pictures}.{'svg' if gif is None else 'gif'}"
            PAGE.with_name(name).write_bytes(svg.encode() if gif is None else base64.b64decode(gif[1]))
            parts.append(f"![{cell.source.splitlines()[-1]}]({name})")
    parts.append(f"[`{NOTEBOOK.name}`]({NOTEBOOK.name}) is this page as a notebook.\n")
    PAGE.write_text("\n\n".join(parts))


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
    for words in ["black: accuracy", "The worst move is 9. a15", "win in", "Elo +", " ± "]:
        assert words in printed, printed
    if os.environ.get("TENGEN_BOOK") == "write":
        write_page(notebook.cells)
    page = PAGE.read_text()
    assert all(cell.source in page for cell in notebook.cells), "TENGEN_BOOK=write pytest python writes the page"
    assert page.count("](notebook-") == len(pictures)
