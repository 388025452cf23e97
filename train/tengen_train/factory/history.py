"""Results and costs of the factory: `history.csv`, `history.png` and `history.html`, regenerated from the folder."""

from __future__ import annotations

import csv
import html
import io
import os
import time
from pathlib import Path

from .. import plot
from . import shards
from .folder import size, write
from .runner import GB
from .work import KINDS, SAMPLES, Work

COLUMNS = (
    "rule", "generation", "when", "promoted", "positions", "window", "trained_on", "value", "policy", "first",
    "games", "elo", "error", "total", "matches",
)  # fmt: skip
STYLE = """body { font: 14px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 100em; padding: 0 1em; color-scheme: light dark }
div { overflow-x: auto } table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums }
th, td { padding: .2em .6em; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left } img { max-width: 100%; background: white }"""


def rows(works: list[Work]) -> list[dict]:
    """Return one row per generation. `elo` is of its first match, `total` the sum over promoted generations."""
    out = []
    for work in works:
        total = 0.0
        for result in work.results():
            first, loss = result["stages"][0], result["loss"]
            total += first["elo"] if result["promoted"] else 0.0
            row = {"rule": work.rule.name, "generation": result["number"]} | {name: result[name] for name in ("when", "positions", "window", "trained_on")}
            row |= {name: loss.get(f"check_{name}", loss.get(name)) for name in ("value", "policy", "first")}
            row |= {"promoted": int(result["promoted"]), "games": sum(first["games"]), "elo": first["elo"], "error": first["error"]}
            out.append(row | {"total": round(total, 1), "matches": "; ".join(map(_match, result["stages"]))})
    return out


def _match(stage: dict) -> str:
    won, drawn, lost = stage["games"]
    effort = f"{stage['nodes']} nodes" if "nodes" in stage else stage["time"]
    return f"{effort}: {won}-{lost}-{drawn} {stage['elo']:+.1f} ± {stage['error']:.1f} {'passed' if stage['passed'] else 'failed'}"


def costs(work: Work) -> dict[str, str]:
    """Return a rule's row of the cost table: hours of successful processes."""
    spent = work.spent()
    made = sum(table["positions"] for name, table in shards.recorded(work) if name.isdigit())
    hours = (spent["games"] + spent[SAMPLES]) / 3600
    cost = {"rule": work.rule.name, "shards": f"{work.shard_count()}", "positions": f"{made:,}", "adopted": f"{shards.positions(work) - made:,}"}
    cost |= {f"hours of {'samples' if kind == SAMPLES else kind}": f"{spent[kind] / 3600:.2f}" for kind in KINDS}
    return cost | {"positions an hour": f"{made / hours:,.0f}" if hours else "-", "GB": f"{size(work.folder) / GB:.2f}"}


def write_all(folder: Path, works: list[Work], running: list[str]) -> None:
    """Write the table and the page, and the plot if there is a new generation."""
    found = rows(works)
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    table, picture = folder / "history.csv", folder / "history.png"
    if not table.exists() or table.read_text() != text.getvalue() or not picture.exists():
        temp_path = folder / "history.png.draft"
        plot.generations(found, temp_path)
        os.replace(temp_path, picture)
        write(table, text.getvalue())
    write(folder / "history.html", page(found, [costs(work) for work in works], running))


def _table(table: list[dict], columns) -> str:
    def line(cells, tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape('' if c is None else str(c))}</{tag}>" for c in cells) + "</tr>"

    lines = [line((column.replace("_", " ") for column in columns), "th")]
    return "<div><table>" + "\n".join(lines + [line((row[c] for c in columns), "td") for row in table]) + "</table></div>"


def page(found: list[dict], cost: list[dict], running: list[str]) -> str:
    """Return the HTML page."""
    items = "".join(f"<li>{html.escape(line)}</li>" for line in running)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Network factory</title><style>{STYLE}</style>
<h1>Network factory</h1>
<p>As of {time.strftime("%Y-%m-%d %H:%M")}.</p>
<ul>{items}</ul>
<h2>Generations</h2>
<img src="history.png" alt="Elo by generation and by positions">
{_table(found[::-1], COLUMNS)}
<h2>Costs</h2>
<p>Hours of successful processes; interrupted ones are not counted.</p>
{_table(cost, list(cost[0]) if cost else [])}
</html>
"""
