# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of the module share. PLAIN=1: as without NumPy. LIGHT=1: shorter loops, for the sanitizers."""
import os
import subprocess
import sys

if os.environ.get("PLAIN") == "1":
    sys.modules["numpy"] = None  # importing it fails

import jounce  # noqa: E402

ROOT = os.environ["ROOT"]
COMMAND = os.environ["JOUNCE"]
LIGHT = os.environ.get("LIGHT") == "1"
has_numpy = jounce.arrays.numpy is not None

# An event stops it after a second; a spring to the ground; an input.
stopping = {
    "jounce": 1, "name": "stopping", "space": "plane",
    "bodies": {"m": {"type": "particle", "mass": 1}},
    "joints": {"rail": {"type": "point-on-line", "between": ["ground", "m"], "axis": "x"}},
    "inputs": {"f": "1"},
    "forces": {"push": {"type": "point-force", "at": "m", "value": ["f", 0]}},
    "events": {"far": {"when": "m.x - 0.5", "stop": True}},
    "simulate": {"until": 5, "step": "1 ms", "output": "10 ms"},
    "outputs": ["m.x", "m.vx"],
}


def model_file(name: str) -> str:
    return os.path.join(ROOT, "models", name)


def command(*words: str) -> str:
    """What the command prints."""
    return subprocess.run([COMMAND, *words], check=True, capture_output=True, text=True).stdout


def values(array) -> list:
    return memoryview(array).tolist()


def bits(array) -> bytes:
    return bytes(memoryview(array).cast("B")) if memoryview(array).nbytes else b""
