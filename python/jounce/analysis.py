# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Results of the analyses of a model."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator

from .arrays import view
from .errors import Message


def _messages(found: dict) -> tuple[Message, ...]:
    return tuple(Message(*m) for m in found["messages"])


@dataclass(frozen=True)
class Check:
    """The check of a model before a run."""

    freedoms: int  #: of velocity
    position_freedoms: int  #: of position: more where wheels roll
    loops: int  #: independent loops of the joint graph
    redundant: int  #: number of redundant constraint equations
    redundant_rows: tuple[str, ...]  #: a sentence for each, which names its joint
    shared: tuple[str, ...]  #: groups of redundant joints, which share their load
    singular: bool  #: the start is a singular configuration
    coordinates: int
    speeds: int
    rows: int  #: constraint equations
    position_residual: float
    velocity_residual: float
    choices: dict[str, Any]  #: how it will run
    messages: tuple[Message, ...]  #: doubtful data, counts

    @classmethod
    def _of(cls, found: dict) -> Check:
        return cls(**{**found, "messages": _messages(found)})

    def __repr__(self) -> str:
        lines = [("degrees of freedom", f"{self.freedoms}"),
                 ("coordinates", f"{self.coordinates}, {self.speeds} speeds, {self.rows} constraint equations"),
                 ("loops", f"{self.loops}"),
                 ("redundant equations", f"{self.redundant}"),
                 ("residuals", f"position {self.position_residual:.2g}, velocity {self.velocity_residual:.2g}"),
                 ("messages", f"{len(self.messages)}")]
        if self.singular:
            lines.append(("start", "singular configuration"))
        return "\n".join(["<jounce.Check>", *(f"  {name:<20} {text}" for name, text in lines)])


@dataclass(frozen=True)
class Equilibrium:
    """A static equilibrium."""

    method: str  #: the one that found it
    stability: str  #: "stable", "neutral", "unstable" or "unknown"
    iterations: int
    load: float  #: largest force that acts, N
    residual: float  #: largest unbalanced force, N
    creep: float  #: m/s: how fast deflections of tyres that hold it fade
    moved: float  #: m, from the start
    moved_body: str  #: that moved so far
    least_stiffness: float
    freedoms: int
    unstable: int  #: directions that are
    neutral: tuple[str, ...]  #: directions in which nothing pushes back
    outputs: dict[str, float]
    state: Any  #: for ``Session.restart`` and :func:`jounce.rollout`
    messages: tuple[Message, ...]

    @classmethod
    def _of(cls, found: dict) -> Equilibrium:
        return cls(**{**found, "state": view(found["state"]), "messages": _messages(found)})


@dataclass(frozen=True)
class Share:
    """Share of a coordinate in a mode."""

    name: str
    unit: str
    value: complex  #: where the first share moves by one of its unit
    part: float  #: of the mode that is in it and its rate, 0 to 1


@dataclass(frozen=True)
class Mode:
    """One eigenvalue, or of a conjugate pair the one with positive imaginary part."""

    eigenvalue: complex  #: 1/s
    frequency: float  #: Hz
    natural: float  #: rad/s
    damping: float  #: as a part of the critical one; below 0 it grows
    time_constant: float  #: s, in which it fades to 1/e
    trend: int  #: 1 it grows, -1 it fades, 0 neither
    shares: tuple[Share, ...]

    @classmethod
    def _of(cls, found: tuple) -> Mode:
        re, im, frequency, natural, damping, time_constant, trend, shares = found
        return cls(complex(re, im), frequency, natural, damping, time_constant, trend,
                   tuple(Share(name, unit, complex(a, b), part) for name, unit, a, b, part in shares))


class Linear:
    """Linear equations about a state: ``A, B, C, D = m.linearize()``.

    x' = A x + B u, y = C x + D u; x, u and y are counted from their values there.
    """

    def __init__(self, found: dict):
        self.A, self.B, self.C, self.D = (view(found[key]) for key in "ABCD")
        self.states: tuple[str, ...] = found["states"]
        self.inputs: tuple[str, ...] = found["inputs"]
        self.outputs: tuple[str, ...] = found["outputs"]
        self.steady: bool = found["steady"]  #: an equilibrium or a steady motion: it holds for more than a moment
        self.error: float = found["error"]  #: estimated, of A, relative to its largest entries
        self.time: float = found["time"]
        self.messages = _messages(found)

    def __iter__(self) -> Iterator[Any]:
        return iter((self.A, self.B, self.C, self.D))

    def __repr__(self) -> str:
        return f"<jounce.Linear: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"


class Modes(tuple):
    """The modes with nonzero eigenvalues, by natural frequency."""

    zero: tuple[str, ...]  #: states of free motion, which nothing drives back
    growing: int  #: eigenvalues that grow, pairs twice
    messages: tuple[Message, ...]
    linear: Linear

    @classmethod
    def _of(cls, found: dict) -> Modes:
        modes = cls(Mode._of(m) for m in found["modes"])
        modes.zero, modes.growing = tuple(found["zero"]), found["growing"]
        modes.linear, modes.messages = Linear(found), _messages(found)
        return modes

    def __repr__(self) -> str:
        most = 20
        lines = [f"<jounce.Modes: {len(self)}, {len(self.zero)} states of free motion>",
                 f"  {'frequency Hz':>12} {'damping':>9} {'1/e after s':>11}  largest share"]
        for mode in self[:most]:
            share = mode.shares[0].name if mode.shares else ""
            lines.append(f"  {mode.frequency:12.4g} {mode.damping:9.3g} {mode.time_constant:11.3g}  {share}")
        if len(self) > most:
            lines.append(f"  and {len(self) - most} more")
        return "\n".join(lines)


@dataclass(frozen=True)
class Combination:
    """One combination of methods on a model."""

    label: str  #: "multipliers rk4"
    own: bool  #: the model's own choice
    choices: dict[str, Any]
    line: dict[str, Any]  #: the run at the model's own accuracy: error, cpu_seconds, steps, word, why, ...
    rungs: tuple[dict[str, Any], ...]  #: from coarse to fine

    @property
    def error(self) -> float:
        """Of the run at the model's own accuracy."""
        return self.line["error"]

    @property
    def cpu_seconds(self) -> float:
        """Of the same."""
        return self.line["cpu_seconds"]


class Comparison(tuple):
    """All combinations that were run; ``print`` shows them like the command."""

    reference: str
    reference_error: float
    table: str
    svg: str  #: error over CPU time
    messages: tuple[Message, ...]

    @classmethod
    def _of(cls, found: tuple) -> Comparison:
        rows, reference, error, table, svg, messages = found
        all = cls(Combination(label, own, choices, line, tuple(rungs)) for label, own, choices, line, rungs in rows)
        all.reference, all.reference_error, all.table, all.svg = reference, error, table, svg
        all.messages = tuple(Message(*m) for m in messages)
        return all

    def fastest(self, error: float) -> tuple[Combination, dict[str, Any]] | None:
        """The combination and run with the least CPU time among those with at most this error."""
        good = [(rung["cpu_seconds"], i, rung) for i, c in enumerate(self) for rung in c.rungs if rung["error"] <= error]
        if not good:
            return None
        _, i, rung = min(good, key=lambda g: g[:2])
        return self[i], rung

    def __str__(self) -> str:
        return self.table

    def _repr_html_(self) -> str:
        return self.svg
