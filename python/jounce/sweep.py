# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Many runs of one model with different parameters, and the search for the best values."""
from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Iterator, Mapping

from . import _core
from .arrays import view
from .errors import Message, no_such
from .result import Result, dataframe


def _word(value: Any) -> str:
    return value if isinstance(value, str) else repr(float(value)) if not isinstance(value, int) else repr(value)


def values_text(values: Any) -> str:
    """Converts values to the form of the command: texts stay, (from, to, count) is a range, other sequences are
    lists."""
    if isinstance(values, str):
        return values
    if isinstance(values, tuple) and len(values) in (2, 3):
        return ":".join(_word(v) for v in values)
    return "[" + ", ".join(_word(v) for v in values) + "]"


def flat(given: Mapping[str, Any] | None) -> list[str]:
    """name, values, name, values, ..."""
    out: list[str] = []
    for name, values in (given or {}).items():
        out += [name, values_text(values)]
    return out


class Sweep(Mapping):
    """The table of a sweep: columns for the parameters and for values of the outputs, a row for each run.

    >>> import jounce
    >>> m = jounce.Model(jounce.examples.pendulum)
    >>> s = m.sweep({"length": ("0.5 m", "1.5 m", 3), "mass": [1, 2]}, take="max", until=0.5)
    >>> s
    <jounce.Sweep of pendulum: 6 runs, 0 failed>
    >>> s["length"].tolist()
    [0.5, 0.5, 1.0, 1.0, 1.5, 1.5]
    >>> s.parameters
    ('length', 'mass')
    """

    __slots__ = ("title", "parameters", "status", "why", "failed", "hash", "messages", "_names", "_units", "_columns", "_csv", "_owner")

    title: str  #: name of the model
    parameters: tuple[str, ...]  #: the columns that were varied
    status: tuple[str, ...]  #: of each run: "success", or what went wrong
    why: tuple[str, ...]  #: of each run: why it failed, or which event has stopped it
    failed: int  #: how many runs have failed
    hash: str  #: of the whole table: that of the command, on any number of threads
    messages: tuple[Message, ...]

    def __init__(self, title: str, found: dict):
        self.title = title
        self._names = {name: i for i, name in enumerate(found["names"])}
        self._units, self._columns = tuple(found["units"]), tuple(found["columns"])
        self.parameters = tuple(found["names"])[1:1 + found["nparameters"]]
        self.status, self.why, self.failed, self.hash = found["status"], found["why"], found["failed"], found["hash"]
        self.messages = tuple(Message(*m) for m in found["messages"])
        self._csv, self._owner = found["csv"], found["owner"]

    def __getitem__(self, name: str) -> Any:
        try:
            return view(self._columns[self._names[name]])
        except (KeyError, TypeError):
            raise KeyError(no_such("column", name, self._names)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def units(self) -> dict[str, str]:
        """The unit of every column."""
        return dict(zip(self._names, self._units))

    @property
    def runs(self) -> int:
        """Number of runs."""
        return len(self.status)

    def history(self, run: int) -> Result:
        """Returns the results of a run, if the sweep stored them (``histories=True``)."""
        parts = None if self._owner is None else _core.sweep_history(self._owner, run)
        if parts is None:
            raise ValueError("the rows of the runs were not kept: sweep(..., histories=True) keeps them")
        title, names, units, columns = parts
        return Result(title or self.title, names, units, columns, {"status": self.status[run]}, ())

    def to_csv(self, path: str | os.PathLike | None = None) -> str | None:
        """Returns the table as CSV like the command, or writes it to a file."""
        if path is None:
            return self._csv
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(self._csv)
        return None

    def to_dataframe(self) -> Any:
        """Returns a DataFrame of pandas, which must be installed: a row for each run, with its status."""
        return dataframe({**{name: self[name] for name in self}, "status": self.status}, None, self.units)

    def __reduce__(self):
        columns = [bytes(memoryview(c).cast("B")) for c in self._columns]
        found = {"names": list(self._names), "units": self._units, "nparameters": len(self.parameters), "status": self.status,
                 "why": self.why, "failed": self.failed, "hash": self.hash, "messages": [tuple(m) for m in self.messages],
                 "csv": self._csv, "owner": None}
        return (_restore, (self.title, found, columns))

    def __repr__(self) -> str:
        return f"<jounce.Sweep of {self.title}: {self.runs} runs, {self.failed} failed>"


def _restore(title: str, found: dict, columns: list[bytes]) -> Sweep:
    return Sweep(title, {**found, "columns": [memoryview(c).cast("d") for c in columns]})


@dataclass(frozen=True)
class Found:
    """The best values of parameters."""

    values: dict[str, float]  #: SI
    best: float  #: the value of the formula there
    runs: int  #: that it took
    converged: bool  #: False: the runs were used up before
    at_bound: tuple[str, ...]  #: parameters at an end of their range
    messages: tuple[Message, ...]

    @classmethod
    def _of(cls, found: dict) -> Found:
        return cls(found["values"], found["best"], found["runs"], found["converged"], tuple(found["at_bound"]),
                   tuple(Message(*m) for m in found["messages"]))
