"""Loss curves as a picture."""

from __future__ import annotations

from pathlib import Path

PANELS = (("value", "loss of the value"), ("policy", "loss of the policy"), ("first", "best move guessed first"))


def curves(rows: list[dict], path: Path) -> None:
    """Draws the log of a training."""
    if not rows:
        return
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4), layout="constrained")
    for axes, (name, title) in zip(figure.subplots(1, len(PANELS)), PANELS):
        at = [row["positions"] / 1e6 for row in rows]
        axes.plot(at, [float(row[name]) for row in rows], label="training", linewidth=1)
        seen = [row for row in rows if f"check_{name}" in row]
        if seen:
            held_out = [float(row[f"check_{name}"]) for row in seen]
            axes.plot([row["positions"] / 1e6 for row in seen], held_out, "o-", label="held out", markersize=3)
        axes.set_title(title)
        axes.set_xlabel("million positions")
        axes.grid(alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=110)
