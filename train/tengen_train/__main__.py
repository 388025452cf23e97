"""The command line: train, export, average, evaluate, chances, spread, factory, show."""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import sys
from pathlib import Path

from tengen import TengenError

from . import config, files, layout


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit status. Expected errors are printed in one line."""
    options = _parser().parse_args(arguments)
    from .data import DataError
    from .factory import FactoryError
    from .spread import SpreadError

    known = (config.ConfigError, DataError, FactoryError, SpreadError, TengenError, layout.FormatError, ImportError, OSError)
    try:
        return options.run(options)
    except (*known, *_training_errors()) as error:
        print(f"tengen-train: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; run the same command again to continue from the last checkpoint", file=sys.stderr)
        return 130


def _training_errors() -> tuple[type[Exception], ...]:
    """Return TrainError if `train` has been imported. Importing it here would load PyTorch, which takes seconds."""
    train = sys.modules.get(f"{__package__}.train")
    return (train.TrainError,) if train else ()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tengen-train", description="Train Tengen's networks.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    train = commands.add_parser("train", help="train a network; continues from the last checkpoint")
    train.add_argument("config", type=Path, help="configuration (TOML)")
    train.add_argument("--data", type=Path, default=Path(), help="folder of the data files [default: current folder]")
    train.add_argument("--out", type=Path, required=True, help="folder for checkpoints, log and loss curves")
    train.add_argument("--device", default="cpu", help="cpu, cuda, … [default: cpu]")
    train.add_argument("--threads", type=int, default=1, help="CPU threads [default: 1, which is reproducible]")
    _add_force(train)
    train.set_defaults(run=_train)

    export = commands.add_parser("export", help="export a trained network for the engine")
    export.add_argument("folder", type=Path, help="output folder of the training")
    export.add_argument("file", type=Path, help="network file to write (.tnn)")
    export.add_argument("--note", default="", help="note stored in the file [default: configuration hash and step]")
    _add_force(export)
    export.set_defaults(run=_export)

    average = commands.add_parser("average", help="write the mean of networks of one shape, like those before and after a training")
    average.add_argument("file", type=Path, help="network file to write (.tnn)")
    average.add_argument("networks", type=Path, nargs="+", help="exported networks (.tnn)")
    average.add_argument("--points", type=int, default=0, help="points per logit [default: those of the first]")
    average.add_argument("--note", default="", help="note stored in the file [default: the names of the networks]")
    _add_force(average)
    average.set_defaults(run=_average)

    evaluate = commands.add_parser("evaluate", help="print the losses of networks and of the tables")
    evaluate.add_argument("positions", type=Path, help="games or sampled positions")
    evaluate.add_argument("networks", type=Path, nargs="*", help="exported networks (.tnn)")
    evaluate.add_argument("--limit", type=int, default=0, help="use only the first LIMIT positions")
    evaluate.add_argument("--logit", type=float, default=200.0, help="score points per logit [default: 200]")
    evaluate.set_defaults(run=_evaluate)

    chances = commands.add_parser("chances", help="fit the win probability of scores, for the engine's table")
    chances.add_argument("positions", type=Path, help="games without random moves")
    chances.set_defaults(run=_chances)

    vectors = commands.add_parser("vectors", help="write test vectors for the engine's tests")
    vectors.add_argument("positions", type=Path, help="games or sampled positions")
    vectors.add_argument("network", type=Path, help="exported network (.tnn)")
    vectors.add_argument("file", type=Path, help="file to write")
    vectors.add_argument("--limit", type=int, default=0, help="use only the first LIMIT positions")
    _add_force(vectors)
    vectors.set_defaults(run=_vectors)

    spread = commands.add_parser("spread", help="distribute `tengen lab selfplay`, `tengen lab samples` or `tengen database analyse` over Dask workers")
    spread.add_argument("--shards", type=int, required=True, help="number of shards; use several per worker")
    spread.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="workers on this machine [default: number of CPUs]")
    spread.add_argument("--scheduler", help="address of a Dask scheduler whose workers to use, like tcp://host:8786")
    spread.add_argument("--out", type=Path, required=True, help="file to write; finished shards are kept next to it until then")
    spread.add_argument("command", nargs="+", metavar="COMMAND", help="after --: the command, without --shard and --out")
    spread.set_defaults(run=_spread)

    factory = commands.add_parser("factory", help="play, label, train, test and promote networks until stopped")
    factory.add_argument("config", type=Path, help="configuration (TOML)")
    factory.add_argument("--folder", help="folder of the factory (overrides the configuration)")
    factory.add_argument("--workers", type=int, help="number of simultaneous processes (overrides the configuration)")
    factory.add_argument("--scheduler", help="address of a Dask scheduler whose workers play and label")
    factory.add_argument("--device", help="cpu, cuda or auto (overrides the configuration)")
    factory.add_argument("--hours", type=_duration, default=0.0, help="stop after this many hours; the same command continues")
    factory.add_argument("--minutes", type=_duration, default=0.0, help="stop after this many minutes, added to --hours")
    factory.add_argument("--bring", type=Path, metavar="FOLDER", help="copy finished files to this folder")
    factory.set_defaults(run=_factory)

    show = commands.add_parser("show", help="print rule, scale and note of a network file")
    show.add_argument("file", type=Path)
    show.set_defaults(run=_show)
    return parser


def _add_force(command: argparse.ArgumentParser) -> None:
    command.add_argument("--force", action="store_true", help="replace output files that exist already")


def _duration(text: str) -> float:
    """Parse a number of hours or minutes."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1,000,000")
    return number


def _keep_memory() -> None:
    """Make the C library reuse the memory of large arrays instead of returning it to the system, which speeds up
    CPU training by a third. Do nothing where `mallopt` is missing."""
    trim_threshold, mmap_threshold, mmap_max = -1, -3, 32 << 20
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(mmap_threshold, mmap_max)
    mallopt(trim_threshold, 1 << 30)


def _train(options: argparse.Namespace) -> int:
    parsed = config.read(options.config)
    files.OutputFiles(options.out).refuse_others(options.force)
    _keep_memory()
    import torch

    from .train import Training

    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    try:
        training = Training(parsed, options.data, options.out, options.device, options.threads)
        if training.resume():
            print(f"continuing from step {training.step}", flush=True)
        count = sum(p.numel() for p in training.net.parameters())
        print(f"{len(training.positions):,} positions, {training.steps:,} steps, {count:,} weights", flush=True)
        training.run(log=lambda line: print(line, flush=True))
    finally:
        torch.set_flush_denormal(False)  # without denormal numbers msgspec cannot tell "above 0" from "at least 0"
    return 0


def _export(options: argparse.Namespace) -> int:
    import torch

    from .net import Net
    from .train import refuse_constant

    files.refuse_existing([options.file], options.force)
    state = torch.load(files.OutputFiles(options.folder).checkpoint, map_location="cpu", weights_only=True)
    refuse_constant(state["constant"])
    parsed = config.parse(state["config"])
    net = Net(parsed.network)
    net.load_state_dict(state["net"])
    _write(net.export(options.note or f"configuration {parsed.fingerprint()}, step {state['step']}"), options)
    return 0


def _average(options: argparse.Namespace) -> int:
    networks = [layout.read(path) for path in options.networks]
    mean = layout.average(networks)
    mean.points = options.points or mean.points
    mean.note = options.note or f"mean of {', '.join(network.name for network in networks)}"
    _write(mean, options)
    return 0


def _write(network: layout.Network, options: argparse.Namespace) -> None:
    """Write a network file and print its size and hash."""
    data = layout.to_bytes(network)
    with files.new_file(options.file, options.force) as file:
        file.write(data)
    print(f"{options.file}: {len(data):,} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


def _spread(options: argparse.Namespace) -> int:
    import shutil

    from tengen.cluster import Cluster

    from . import spread

    if options.shards < 1 or options.workers < 1:
        raise spread.SpreadError("--shards and --workers must be at least 1")
    if options.out.exists():
        raise spread.SpreadError(f"{options.out} already exists")
    parts = spread.Parts(options.out.with_suffix(".parts"), options.command, options.shards)
    with Cluster(options.scheduler, workers=options.workers if options.scheduler is None else None) as cluster:
        spread.spread(cluster, options.command, parts, lambda line: print(line, flush=True))
    spread.merge(options.command, parts, options.out)
    shutil.rmtree(parts.folder)
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")
    return 0


def _factory(options: argparse.Namespace) -> int:
    from .factory import run, settings

    names = ("folder", "workers", "scheduler", "device")
    overrides = {name: value for name in names if (value := getattr(options, name)) is not None}
    if overrides.get("folder"):
        overrides["folder"] = str(Path(overrides["folder"]).resolve())
    seconds = options.hours * 3600 + options.minutes * 60
    return 0 if run.run(settings.read(options.config, overrides), seconds or None, options.bring) else 130


def _evaluate(options: argparse.Namespace) -> int:
    from . import evaluation
    from .data import read

    networks = [layout.read(path) for path in options.networks]
    print(evaluation.HEADER)
    for report in evaluation.reports(read([options.positions]), networks, options.logit, options.limit):
        print(report.row(), flush=True)
    return 0


def _chances(options: argparse.Namespace) -> int:
    import numpy as np

    from . import chances
    from .data import read

    positions = read([options.positions], decided=True)
    games = chances.Games.of(positions.labels(np.arange(len(positions))))
    fitted = chances.fit(games)
    print(f"{len(games.score):,} positions: {fitted.rust_fields()}")
    print(f"for a training: chances = {fitted.rounded()}")
    print("positions  predicted  won")
    for count, predicted, won in chances.bins(fitted.of_games(games), games.won):
        print(f"{count:9,}  {predicted:9.3f}  {won:5.3f}")
    return 0


def _vectors(options: argparse.Namespace) -> int:
    import numpy as np

    from . import evaluation, reference
    from .data import read

    positions = read([options.positions])
    count = min(len(positions), options.limit or len(positions))
    network = layout.read(options.network)
    with files.new_file(options.file, options.force) as file:
        for batch in evaluation.batches(positions, count, np.zeros(count)):
            file.writelines(f"{line}\n".encode() for line in reference.vectors(network, batch))
    print(f"{options.file}: {count:,} positions")
    return 0


def _show(options: argparse.Namespace) -> int:
    network = layout.read(options.file)
    print(f"rule {layout.RULES[network.rule]}, {len(network.sets)} set(s) of weights, {network.points} points per logit")
    print(network.note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
