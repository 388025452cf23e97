"""Plots of loss curves and of a factory's history."""

from __future__ import annotations

from pathlib import Path

PANELS = (("value", "value loss"), ("policy", "policy loss"), ("first", "best move is the policy's first"))


def curves(rows: list[dict], path: Path) -> None:
    """Plot the log of a training."""
    if not rows:
        return
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4), layout="constrained")
    for axes, (name, title) in zip(figure.subplots(1, len(PANELS)), PANELS):
        at = [row["positions"] / 1e6 for row in rows]
        axes.plot(at, [float(row[name]) for row in rows], label="training", linewidth=1)
        checked = [row for row in rows if f"check_{name}" in row]
        if checked:
            held_out = [float(row[f"check_{name}"]) for row in checked]
            axes.plot([row["positions"] / 1e6 for row in checked], held_out, "o-", label="held out", markersize=3)
        axes.set_title(title)
        axes.set_xlabel("million positions")
        axes.grid(alpha=0.3)
        axes.legend()
    figure.savefig(path, dpi=110)


def generations(rows: list[dict], path: Path) -> None:
    """Plot the Elo of a factory's generations by number and by generated positions. Markers of generations that were
    not promoted are hollow."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4.5), layout="constrained")
    axes = figure.subplots(1, 2)
    for rule in dict.fromkeys(row["rule"] for row in rows):
        of_rule = [row for row in rows if row["rule"] == rule]
        elo = [row["total"] for row in of_rule]
        for plot, at in zip(axes, ([row["generation"] for row in of_rule], [row["positions"] / 1e6 for row in of_rule])):
            (line,) = plot.step([0, *at], [0, *elo], where="post", label=rule, linewidth=1)
            for x, row in zip(at, of_rule):
                y = row["total"] if row["promoted"] else row["total"] + row["elo"]
                fill = line.get_color() if row["promoted"] else "none"
                plot.errorbar(x, y, row["error"], fmt="o", color=line.get_color(), markerfacecolor=fill, capsize=2, linewidth=0.7)
    for plot, title in zip(axes, ("generation", "million positions")):
        plot.set_xlabel(title)
        plot.set_ylabel("Elo gain")
        plot.grid(alpha=0.3)
    axes[0].xaxis.get_major_locator().set_params(integer=True)
    if rows:
        axes[0].legend()
    figure.savefig(path, dpi=110, format="png")
