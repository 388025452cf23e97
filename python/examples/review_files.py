"""Reviews all games of files on the processors of this machine or of a cluster: `review_files.py *.sgf --cluster tcp://host:8786`."""

from __future__ import annotations

import argparse

import tengen
from tengen.cluster import Cluster


def main() -> None:
    """Prints a line for each game: the players and their accuracy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of games, in any format that Tengen reads")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler [default: processes of this machine]")
    parser.add_argument("--nodes", type=int, default=20_000, help="positions searched for each move [default: 20000]")
    options = parser.parse_args()
    games = [game for file in options.files for game in tengen.read(file, skip_errors=True)]
    with Cluster(options.cluster) as cluster:
        for review in cluster.review(games, nodes=options.nodes, progress=True):
            accuracies = [review.accuracy(side) for side in ("black", "white")]
            shown = ["-" if accuracy is None else f"{accuracy:.0%}" for accuracy in accuracies]
            print(" - ".join(review.game.players), " - ".join(shown))


if __name__ == "__main__":
    main()
