"""A fake `tengen` for tests of the factory. Its "games" are eight bytes derived from seed, network and number; its files
have a provenance header like the real ones.

Files in the folder FAKE inject failures: `fail-COMMAND` makes the next such command fail as the file describes and is
deleted. If it has the folder `steps`, each step of the work takes a file from there, and waits for one."""

import hashlib
import os
import signal
import sys
import time
from pathlib import Path

SIZE = 8
FAKE = Path(os.environ.get("FAKE", "."))


def options(arguments):
    """Split arguments into options and positional arguments."""
    named, rest, words = {}, [], iter(arguments)
    for word in words:
        if word.startswith("--"):
            named[word[2:]] = next(words)
        else:
            rest.append(word)
    return named, rest


def take_step():
    """Take a file from the folder `steps`, as soon as there is one; do nothing without the folder."""
    while True:
        try:
            names = os.listdir(FAKE / "steps")
        except FileNotFoundError:
            return
        for name in names:
            try:
                (FAKE / "steps" / name).unlink()
            except FileNotFoundError:  # another program was faster
                continue
            time.sleep(0.02)
            return
        time.sleep(0.01)


def fail(command):
    """Fail if `fail-COMMAND` exists."""
    try:
        how = (FAKE / f"fail-{command}").read_text()
        (FAKE / f"fail-{command}").unlink()
    except FileNotFoundError:
        return
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    print(how)
    sys.exit(0 if how.startswith("+") else 1)


def item(*words):
    return hashlib.sha256(" ".join(map(str, words)).encode()).digest()[:SIZE]


def evaluator(named):
    if "net" not in named:
        return "--eval tables"
    return "--net " + hashlib.sha256(Path(named["net"]).read_bytes()).hexdigest()[:8]


def head(text):
    return b"TNGGAME2" + len(text.encode()).to_bytes(4, "little") + text.encode()


def read(file):
    """Return provenance and items of a file."""
    data = Path(file).read_bytes()
    at = 12 + int.from_bytes(data[8:12], "little")
    whole = (len(data) - at) // SIZE
    return data[12:at].decode(), [data[at + i * SIZE : at + (i + 1) * SIZE] for i in range(whole)]


def produce(named, command, count, made_from=""):
    """Make a part of a run, or continue an unfinished one."""
    number, of = map(int, named["shard"].split("/"))
    first, end = count * (number - 1) // of, count * number // of
    begin = head(f"{command}\nfirst {first}{made_from}")
    out = Path(named["out"])
    existing = out.read_bytes() if out.exists() else b""
    if existing[: len(begin)] != begin[: len(existing)]:
        print("error: the file is of another run")
        sys.exit(1)
    keep = max(0, len(existing) - len(begin)) // SIZE
    with out.open("r+b" if existing else "wb") as file:
        file.write(begin)
        file.truncate(len(begin) + keep * SIZE)
        file.seek(0, os.SEEK_END)
        for i in range(first + keep, end):
            take_step()
            file.write(item(command, made_from, i))
            file.flush()
            if i == (first + end) // 2:
                fail(command.split()[1])
    print(f"{out} holds {end - first} games; of this run: some")


def selfplay(named, rest):
    command = f"tengen selfplay --rule {named['rule']} --seed {named['seed']} {evaluator(named)}"
    produce(named, command, int(named["games"]))


def samples(named, rest):
    provenance, games = read(named["data"])
    command = f"tengen samples --rule {named['rule']} --seed {named['seed']} {evaluator(named)}"
    origin = f"\nfrom {len(games)} games {item(*games).hex()}:\n  " + provenance.replace("\n", "\n  ")
    produce(named, command, int(named["positions"]), origin)


def write(file, provenance, items):
    if Path(file).exists():
        print(f"error: {file} already exists")
        sys.exit(1)
    Path(file).write_bytes(head(provenance) + b"".join(items))


def merge(named, rest):
    parts = [read(file) for file in rest]
    if len({provenance.split("\n")[0] for provenance, _ in parts}) == 1:
        firsts = [int(provenance.split("\nfirst ")[1].split("\n")[0]) for provenance, _ in parts]
        assert firsts == [sum(len(items) for _, items in parts[:i]) for i in range(len(parts))], "the parts are not contiguous"
    write(named["out"], parts[0][0], [each for _, items in parts for each in items])
    print(f"{named['out']} holds {sum(len(items) for _, items in parts)} games")


def split(named, rest):
    provenance, items = read(rest[0])
    held = [each for each in items if each[0] < 256 * float(named["share"])]
    write(named["train"], provenance + "\ntrain", [each for each in items if each not in held])
    write(named["held-out"], provenance + "\nheld out", held)


def selfmatch(named, rest):
    """The first word of a fake network is its strength. In matches by time all networks are equal."""
    a, b = (int(Path(side[4:]).read_text().split()[0]) if side.startswith("net:") else 0 for side in (named["a"], named["b"]))
    pairs = int(named["games"]) // 2
    even = pairs if "time" in named else 0
    won = 0 if even else pairs * 9 // 10 if a > b else pairs // 10
    lost = pairs - even - won
    print("noise")
    print(f"+{2 * won} ={2 * even} -{2 * lost} of {2 * pairs}: Elo +0.0 ± 1.0 (pairs {lost} 0 {even} 0 {won})")


def main(arguments):
    arguments = arguments[arguments[0] == "lab" :]
    name = arguments[0] if arguments[0] != "data" else arguments[1]
    named, rest = options(arguments[2:] if arguments[0] == "data" else arguments[1:])
    if name not in ("selfplay", "samples"):
        take_step()
        fail(name)
    {f.__name__: f for f in (selfplay, samples, merge, split, selfmatch)}[name](named, rest)


if __name__ == "__main__":
    main(sys.argv[1:])
