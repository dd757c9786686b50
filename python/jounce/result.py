# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Results of a run: columns over time, a summary, messages; as CSV, as curves, in a notebook."""
from __future__ import annotations

import html
import os
from typing import Any, Iterator, Mapping, Sequence

from . import _core
from .arrays import view
from .errors import Message, no_such

_shown = ("status", "time", "steps", "evaluations", "events", "max_position_violation", "max_energy_error", "wall_seconds")


def _number(value: float) -> str:
    """Formats a number as in CSV files of the command: 15 digits if they are exact, else 17."""
    text = "%.15g" % value
    if value != value:
        return "nan"
    return text if float(text) == value else "%.17g" % value


def _field(text: str) -> str:
    if not any(c in text for c in ',"\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'


def _head(name: str, unit: str) -> str:
    return _field(f"{name} [{unit}]" if unit else name)


class Result(Mapping):
    """The outputs of a run over time, by name.

    >>> import jounce
    >>> r = jounce.Model(jounce.examples.cart_pole).run(until=0.5)
    >>> r
    <jounce.Result of cart-pole: 5 columns, 501 rows to 0.5 s, success>
    >>> r["cart.x"][0] == 0, len(r["time"])
    (True, 501)
    >>> r.units["cart.vx"]
    'm/s'
    >>> r.summary["steps"]
    500
    >>> print(r.to_csv()[:51])
    time [s],cart.x [m],cart.vx [m/s],pole.angle [rad],
    """

    __slots__ = ("title", "summary", "messages", "_names", "_units", "_columns", "__weakref__")

    title: str  #: name of the model
    summary: dict[str, Any]  #: how the run went: status, time, steps, hash, choices, ...
    messages: tuple[Message, ...]  #: warnings and notes

    def __init__(self, title: str, names: Sequence[str], units: Sequence[str], columns: Sequence[Any],
                 summary: Mapping[str, Any], messages: Sequence[Any]):
        self.title, self.summary = title, dict(summary)
        self.messages = tuple(Message(*m) for m in messages)
        self._names = {name: i for i, name in enumerate(names)}
        self._units, self._columns = tuple(units), tuple(columns)

    # ---- columns

    def __getitem__(self, name: str) -> Any:
        """Returns a column as a read-only view, which keeps the numbers alive."""
        try:
            return view(self._columns[self._names[name]])
        except (KeyError, TypeError):
            raise KeyError(no_such("column", name, self._names)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return (self.title, self._units, list(self)) == (other.title, other._units, list(other)) and all(
            bytes(memoryview(a).cast("B")) == bytes(memoryview(b).cast("B")) for a, b in zip(self._columns, other._columns))

    __hash__ = None  # type: ignore[assignment]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the columns, time first."""
        return tuple(self._names)

    @property
    def units(self) -> dict[str, str]:
        """The unit of every column; "" for a plain number."""
        return dict(zip(self._names, self._units))

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(memoryview(self._columns[0]))

    @property
    def hash(self) -> str:
        """Hash of the final state: equal runs have equal hashes, also in the command."""
        return self.summary.get("hash", "")

    # ---- out

    def to_csv(self, path: str | os.PathLike | None = None) -> str | None:
        """Returns the table as CSV like the command, or writes it to a file."""
        lines = [",".join(_head(name, unit) for name, unit in zip(self._names, self._units))]
        columns = [memoryview(c).tolist() for c in self._columns]
        lines += [",".join(map(_number, row)) for row in zip(*columns)]
        text = "\n".join(lines) + "\n"
        if path is None:
            return text
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return None

    def to_dataframe(self) -> Any:
        """Returns a DataFrame of pandas, which must be installed: index time, columns named after the outputs."""
        return dataframe({name: self[name] for name in self.names if name != "time"}, self["time"], self.units)

    def plot(self, *names: str, x: str = "time", width: int = 800, height: int = 0) -> str:
        """Plots columns (default: all) over another one, as an SVG text; each unit has its own panel."""
        chosen = names or [n for n in self._names if n != x][:16]
        units = self.units
        panels: dict[str, list[tuple[str, Any]]] = {}
        for name in chosen:
            self[name]  # a wrong name is told here
            panels.setdefault(units[name], []).append((name, self._columns[self._names[name]]))
        drawn = [(_label(curves, unit), curves) for unit, curves in panels.items()]
        self[x]
        return _core.plot(self.title, f"{x} ({units[x]})" if units[x] else x, self._columns[self._names[x]], drawn, width, height)

    def _repr_html_(self) -> str:
        """For notebooks: the summary and the curves."""
        rows = "".join(f"<tr><th style='text-align:left'>{html.escape(key.replace('_', ' '))}</th>"
                       f"<td style='text-align:left'>{html.escape(_short(self.summary[key]))}</td></tr>"
                       for key in _shown if key in self.summary)
        said = "".join(f"<li>{html.escape(str(m))}</li>" for m in self.messages if m.severity != "note")
        curves = self.plot() if len(self) > 1 and self.rows > 0 else ""
        return (f"<div><b>{html.escape(self.title)}</b><table>{rows}</table>"
                f"{'<ul>' + said + '</ul>' if said else ''}{curves}</div>")

    def to_html(self, path: str | os.PathLike | None = None) -> str | None:
        """Returns an HTML page with summary and curves, or writes it to a file."""
        page = (f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{html.escape(self.title)}</title></head>"
                f"<body style='font-family:sans-serif'>{self._repr_html_()}</body></html>\n")
        if path is None:
            return page
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return None

    def __reduce__(self):
        columns = [bytes(memoryview(c).cast("B")) for c in self._columns]
        return (_restore, (self.title, list(self._names), self._units, columns, self.summary, [tuple(m) for m in self.messages]))

    def __repr__(self) -> str:
        end = memoryview(self._columns[0])[-1] if self.rows else 0
        status = self.summary.get("status", "")
        return (f"<jounce.Result of {self.title}: {len(self)} columns, {self.rows} rows to {end:.6g} s"
                f"{', ' + status if status else ''}>")


def dataframe(columns: Mapping[str, Any], time: Any, units: Mapping[str, str]) -> Any:
    """Returns columns as a DataFrame of pandas, over the time if there is one; ``attrs["units"]`` has their units."""
    try:
        import pandas
    except ImportError:
        raise ImportError("to_dataframe() needs pandas, which is not installed") from None
    frame = pandas.DataFrame(dict(columns), index=None if time is None else pandas.Index(time, name="time"))
    frame.attrs["units"] = dict(units)
    return frame


def _label(curves: list[tuple[str, Any]], unit: str) -> str:
    what = curves[0][0] if len(curves) == 1 else ""
    return f"{what} ({unit})".strip() if unit else what


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _restore(title, names, units, columns, summary, messages) -> Result:
    return Result(title, names, units, [memoryview(c).cast("d") for c in columns], summary, messages)
