"""The command line: train, export, evaluate, chances, spread, factory, show."""

from __future__ import annotations

import argparse
import ctypes
import hashlib
import os
import sys
from pathlib import Path

from . import config, layout


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; what goes wrong is said in a line."""
    options = _parser().parse_args(arguments)
    from .data import DataError
    from .factory import FactoryError
    from .spread import SpreadError

    known = (config.ConfigError, DataError, FactoryError, SpreadError, layout.FormatError, OSError)
    try:
        return options.run(options)
    except (*known, *_of_training()) as error:
        print(f"tengen-train: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped: the same command goes on from the last checkpoint", file=sys.stderr)
        return 130


def _of_training() -> tuple[type[Exception], ...]:
    """What a training may raise; nothing where none was asked for, as PyTorch takes seconds to load."""
    train = sys.modules.get(f"{__package__}.train")
    return (train.TrainError,) if train else ()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tengen-train", description="Train Tengen's own network.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    train = commands.add_parser("train", help="train a network; goes on where it was ended")
    train.add_argument("config", type=Path, help="the configuration, a TOML file")
    train.add_argument("--data", type=Path, default=Path(), help="the folder that its files lie in [default: here]")
    train.add_argument("--out", type=Path, required=True, help="the folder for checkpoints, log and curves")
    train.add_argument("--device", default="cpu", help="cpu, cuda, … [default: cpu]")
    train.add_argument("--threads", type=int, default=1, help="[default: 1, which gives the same network everywhere]")
    train.set_defaults(run=_train)

    export = commands.add_parser("export", help="write a trained network as the engine reads it")
    export.add_argument("folder", type=Path, help="where it was trained")
    export.add_argument("file", type=Path, help="the file to write")
    export.add_argument("--note", default="", help="how it came about")
    export.set_defaults(run=_export)

    evaluate = commands.add_parser("evaluate", help="compare networks with the tables, calibrated")
    evaluate.add_argument("positions", type=Path, help="what `tengen lab data export --codes` wrote")
    evaluate.add_argument("networks", type=Path, nargs="*", help="exported networks")
    evaluate.add_argument("--limit", type=int, default=0, help="only the first so many positions")
    evaluate.add_argument("--logit", type=float, default=200.0, help="points of score a logit [default: 200]")
    evaluate.add_argument("--broken-zero", action="store_true", help="lost roots were given the score 0: leave such out")
    evaluate.set_defaults(run=_evaluate)

    chances = commands.add_parser("chances", help="fit what scores are worth in wins, for the engine's table")
    chances.add_argument("positions", type=Path, help="what `tengen lab data export --all` wrote of games without random moves")
    chances.set_defaults(run=_chances)

    vectors = commands.add_parser("vectors", help="write what a network computes of positions, for the engine's tests")
    vectors.add_argument("positions", type=Path, help="what `tengen lab data export --codes` wrote")
    vectors.add_argument("network", type=Path, help="an exported network")
    vectors.add_argument("file", type=Path, help="the file to write")
    vectors.add_argument("--limit", type=int, default=0, help="only the first so many positions")
    vectors.set_defaults(run=_vectors)

    spread = commands.add_parser("spread", help="spread a run of `tengen lab selfplay`, `tengen lab samples` or `tengen database analyse` over workers of Dask")
    spread.add_argument("--shards", type=int, required=True, help="into how many parts the run is cut; some for each worker")
    spread.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="workers on this machine [default: all it runs at once]")
    spread.add_argument("--scheduler", help="a scheduler of Dask, whose workers are used instead, like tcp://host:8786")
    spread.add_argument("--out", type=Path, required=True, help="the file; the parts are kept beside it until it is there")
    spread.add_argument("command", nargs="+", metavar="COMMAND", help="behind --: the command, without --shard and --out")
    spread.set_defaults(run=_spread)

    factory = commands.add_parser("factory", help="play, label, train, test and promote networks, until it is ended")
    factory.add_argument("config", type=Path, help="the configuration, a TOML file")
    factory.add_argument("--folder", help="the folder of the factory, instead of the configuration's")
    factory.add_argument("--workers", type=int, help="processes at a time, instead of the configuration's")
    factory.add_argument("--scheduler", help="a scheduler of Dask, whose workers play and label")
    factory.add_argument("--device", help="cpu, cuda, or auto, instead of the configuration's")
    factory.add_argument("--hours", type=_duration, default=0.0, help="ends after so much time; the same command goes on")
    factory.add_argument("--minutes", type=_duration, default=0.0, help="likewise")
    factory.add_argument("--bring", type=Path, metavar="FOLDER", help="copies to this folder what is finished, as soon as it is")
    factory.set_defaults(run=_factory)

    show = commands.add_parser("show", help="tell what a file of a network holds")
    show.add_argument("file", type=Path)
    show.set_defaults(run=_show)
    return parser


def _duration(text: str) -> float:
    """A number of hours or minutes."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1,000,000")
    return number


def _keep_memory() -> None:
    """Tells the C library to keep the memory of large arrays instead of handing it back each time, which
    makes a training on a CPU a third faster. Where there is no such call, nothing happens."""
    trim_threshold, mmap_threshold, most = -1, -3, 32 << 20
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(mmap_threshold, most)
    mallopt(trim_threshold, 1 << 30)


def _train(options: argparse.Namespace) -> int:
    _keep_memory()
    import torch

    from .train import Training

    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    training = Training(config.read(options.config), options.data, options.out, options.device)
    if training.resume():
        print(f"going on from step {training.step}", flush=True)
    count = sum(p.numel() for p in training.net.parameters())
    print(f"{len(training.positions):,} positions, {training.steps:,} steps, {count:,} weights", flush=True)
    training.run(say=lambda line: print(line, flush=True))
    return 0


def _export(options: argparse.Namespace) -> int:
    import torch

    from .model import Net
    from .train import Place

    state = torch.load(Place(options.folder).checkpoint, map_location="cpu", weights_only=True)
    read = config.parse(state["config"])
    net = Net(read.network)
    net.load_state_dict(state["net"])
    note = options.note or f"configuration {read.fingerprint()}, step {state['step']}"
    data = layout.to_bytes(net.export(note))
    draft = options.file.with_suffix(".draft")
    draft.write_bytes(data)
    os.replace(draft, options.file)
    print(f"{options.file}: {len(data):,} bytes, sha256 {hashlib.sha256(data).hexdigest()}")
    return 0


def _spread(options: argparse.Namespace) -> int:
    import shutil

    from . import spread

    if options.shards < 1 or options.workers < 1:
        raise spread.SpreadError("--shards and --workers are at least 1")
    if options.out.exists():
        raise spread.SpreadError(f"{options.out} is there already")
    parts = spread.Parts(options.out.with_suffix(".parts"), options.command, options.shards)
    with spread.crew(options.scheduler, options.workers) as client:
        spread.spread(client, options.command, parts, lambda line: print(line, flush=True))
    spread.merge(options.command, parts, options.out)
    shutil.rmtree(parts.folder)
    print(f"{options.out}: {options.out.stat().st_size:,} bytes")
    return 0


def _factory(options: argparse.Namespace) -> int:
    from .factory import run, settings

    names = ("folder", "workers", "scheduler", "device")
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    if given.get("folder"):
        given["folder"] = str(Path(given["folder"]).resolve())
    read = settings.read(options.config, given)
    seconds = options.hours * 3600 + options.minutes * 60
    return 0 if run.run(read, seconds or None, options.bring) else 130


def _evaluate(options: argparse.Namespace) -> int:
    from . import yardstick
    from .data import open_positions

    records = open_positions(options.positions)
    if options.limit:
        records = records[: options.limit]
    networks = [layout.read(path) for path in options.networks]
    print(yardstick.HEAD)
    for report in yardstick.reports(records, networks, options.logit, options.broken_zero):
        print(report.line(), flush=True)
    return 0


def _chances(options: argparse.Namespace) -> int:
    from . import chances
    from .data import open_records

    games = chances.Games.of(open_records(options.positions, "score", "`tengen lab data export` writes such files"))
    fitted = chances.fit(games)
    print(f"{len(games.score):,} positions: {fitted.line()}")
    print("positions  foretold  won")
    for count, foretold, won in chances.bins(fitted.of(games), games.won):
        print(f"{count:9,}  {foretold:8.3f}  {won:5.3f}")
    return 0


def _vectors(options: argparse.Namespace) -> int:
    from . import reference
    from .data import open_positions

    records = open_positions(options.positions)
    records = records[: options.limit or len(records)]
    network = layout.read(options.network)
    with options.file.open("w") as file:
        for line in reference.vectors(network, records):
            print(line, file=file)
    print(f"{options.file}: {len(records):,} positions")
    return 0


def _show(options: argparse.Namespace) -> int:
    network = layout.read(options.file)
    shape = network.shape
    print(f"rule {layout.RULES[network.rule]}, {len(network.sets)} set(s) of weights, {network.points} points a logit")
    print(f"{shape.channels} channels, hidden layers of {shape.hidden[0]} and {shape.hidden[1]}")
    print(network.note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
