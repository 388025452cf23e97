"""A fake trainer for tests of the factory. Its "network" is a strength and a digest of everything it was trained on.
Under freestyle each is stronger than its start network, under other rules weaker. Like the real trainer, it continues
from its checkpoint. It fails if the file `fail-train` exists in the folder FAKE, and takes its steps as the fake toolbox
does."""

import hashlib
import os
import sys
import tomllib
from pathlib import Path

from fake_tengen import FAKE, take_step

STEPS = 8


def replace(file, text):
    temp_path = file.with_suffix(".draft")
    temp_path.write_text(text)
    os.replace(temp_path, file)


def train(config, data, out):
    text = config.read_text()
    table = tomllib.loads(text)
    out.mkdir(exist_ok=True)
    checkpoint = out / "checkpoint.pt"
    before = data / table["network"]["start"]
    strength = int(before.read_text().split()[0]) if table["network"]["start"] else 0
    strength += 1 if table["network"]["rule"] == "freestyle" else -1
    files = [data / source["file"] for source in table["data"]["train"]]
    step, state = 0, hashlib.sha256(text.encode() + b"".join(file.read_bytes() for file in files)).hexdigest()
    if checkpoint.exists():
        _, state, step = checkpoint.read_text().split()
        step = int(step)
    while step < STEPS:
        take_step()
        step, state = step + 1, hashlib.sha256(state.encode()).hexdigest()
        if step % 2 == 0:
            replace(checkpoint, f"{strength} {state} {step}")
        if step == STEPS // 2 + 1 and (FAKE / "fail-train").exists():
            (FAKE / "fail-train").unlink()
            sys.exit("out of memory")
    (out / "log.csv").write_text("step,positions,rate,value,policy,first,check_value,check_policy,check_first\n8,800,0.1,0.5,1.5,0.5,0.51,1.6,0.4\n")


def main(name, *rest):
    if name == "train":
        config, _, data, _, out = rest[:5]
        train(Path(config), Path(data), Path(out))
    else:
        replace(Path(rest[1]), (Path(rest[0]) / "checkpoint.pt").read_text())


main(*sys.argv[1:])
