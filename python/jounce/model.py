# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Models and their analyses."""
from __future__ import annotations

import json
import math
import os
import platform
import sys
from typing import Any, Callable, Mapping, NamedTuple, Sequence, Union

from . import _core
from .analysis import Check, Comparison, Equilibrium, Linear, Modes
from .arrays import doubles, names, view
from .dynamics import Dynamics
from .errors import Message, no_such
from .result import Result
from .state import Session, State
from .sweep import Found, Sweep, flat

Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Names = Union[str, Sequence[str], None]


def _setting(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    try:
        return json.dumps(value)
    except TypeError:
        return repr(float(value))  # a number of NumPy


def _settings(given: Mapping[str, Any] | None) -> list[str]:
    flat: list[str] = []
    for path, value in (given or {}).items():
        flat += [path, _setting(value)]
    return flat


def _plain(value: Any) -> Any:
    """Converts objects that JSON does not support: numbers and arrays of NumPy, tuples."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a model is made of numbers, texts, lists and dictionaries, not {type(value).__name__}")


class Parameter(NamedTuple):
    """A parameter of a model."""

    name: str  #: of a part with the path of its use: ``front.left.k``
    value: float  #: in SI units
    unit: str  #: of the value; empty for a number, or where it is not known
    text: str  #: as it is written: ``50 mm``, ``=2*l``
    is_formula: bool  #: of other parameters; a value that is set takes its place
    is_structural: bool  #: decides which elements there are: a count, an index in a name
    min: float  #: in SI units; ``-inf``: no limit. A value outside of the limits is refused.
    max: float  #: in SI units; ``inf``: no limit
    description: str  #: as it is written; empty for none


class Model(_core.Model):
    """A mechanism: bodies, joints, forces. It is read once and constant afterwards, and any number of threads may use it.

    ``source`` is the file of a model (YAML or JSON, a compiled model, a robot in URDF or MJCF), or a dictionary with the content of
    such a file. ``set`` has values that replace those of the file, by parameter or path, as ``--set`` of the command.
    A robot in MJCF starts from ``keyframe``, by name or number; ``balance_inertia`` replaces inertias that no body has;
    ``contacts`` of its collision shapes are ``"rigid"`` or ``"none"``.

    >>> import jounce
    >>> m = jounce.Model(jounce.examples.pendulum, set={"length": "500 mm"})
    >>> m.name, m.parameters["length"]
    ('pendulum', 0.5)
    >>> m.check().freedoms
    1
    >>> r = m.run(until=0.5, probes=["joint.hinge.force"])
    >>> abs(r["energy.error"][-1]) < 1e-9
    True

    Every mistake is told at once, with its place:

    >>> jounce.Model(jounce.examples.pendulum, set={"lenght": 1})
    Traceback (most recent call last):
    jounce.errors.ModelError: --set lenght=1: error: there is no parameter 'lenght'; did you mean 'length'?
    """

    __slots__ = ()

    def __new__(cls, source: Source, set: Mapping[str, Any] | None = None, *, allow_code: bool = False,
                keyframe: str | int | None = None, balance_inertia: bool = False, contacts: str = "rigid"):
        if isinstance(source, Mapping):
            text = json.dumps(source, default=_plain).encode()
            return super().__new__(cls, str(source.get("name", "model")), text, _settings(set), None, allow_code)
        start = None if keyframe is None else str(keyframe)
        return super().__new__(cls, os.fspath(source), None, _settings(set), None, allow_code, start, balance_inertia,
                               contacts)

    def __init__(self, source: Source, set: Mapping[str, Any] | None = None, *, allow_code: bool = False,
                 keyframe: str | int | None = None, balance_inertia: bool = False, contacts: str = "rigid"):
        pass

    @classmethod
    def from_text(cls, text: str, set: Mapping[str, Any] | None = None, *, name: str = "model") -> Model:
        """Reads a model from a text, YAML or JSON. It cannot name other files.

        >>> import jounce
        >>> text = '''
        ... jounce: 1
        ... space: plane
        ... gravity: [0, -10]
        ... bodies: {ball: {type: particle, mass: 1}}
        ... outputs: [ball.y]
        ... '''
        >>> round(jounce.Model.from_text(text).run(until=1)["ball.y"][-1], 9)
        -5.0
        """
        if not isinstance(text, str):
            raise TypeError(f"from_text takes a text, not {type(text).__name__}")
        return _core.Model.__new__(cls, name, text.encode(), _settings(set), None, False)

    def with_parameters(self, values: Mapping[str, Any] | None = None, **named: Any) -> Model:
        """Returns the model with other values of its parameters, in SI units or as texts with a unit. No file is read
        again, and
        this model stays as it is. Names with dots, and paths as of ``set``, are keys of ``values``.

        >>> import jounce
        >>> m = jounce.Model(jounce.examples.pendulum)
        >>> m.with_parameters(length=0.5).parameters["length"], m.parameters["length"]
        (0.5, 1.0)
        >>> m.with_parameters({"length": "70 cm"}).settings
        {'length': '70 cm'}
        """
        changes = {**(values or {}), **named}
        kept = {path: value for path, value in self.settings.items() if path not in changes}
        return self._with(_settings(changes), _settings({**kept, **changes}))

    # ---- what it is

    def parameter(self, name: str) -> Parameter:
        """Returns one parameter with value, unit, limits and formula; ``parameters`` has the values of all.

        >>> import jounce
        >>> p = jounce.Model(jounce.examples.pendulum).parameter("length")
        >>> p.value, p.unit, p.min, p.max, p.text
        (1.0, 'm', 0.01, inf, '1 m')
        """
        for parameter in self._parameters:
            if parameter[0] == name:
                return Parameter(*parameter)
        raise KeyError(no_such("parameter", name, self.parameters))

    @property
    def settings(self) -> dict[str, str]:
        """Values that replace those of the file."""
        flat = self._settings
        return dict(zip(flat[::2], flat[1::2]))

    @property
    def messages(self) -> tuple[Message, ...]:
        """Warnings and notes of reading the file."""
        return tuple(Message(*m) for m in self._messages)

    def check(self, **choices: Any) -> Check:
        """Returns degrees of freedom, loops, redundant constraints by name, doubtful data.

        >>> import jounce
        >>> jounce.Model(jounce.examples.pendulum).check().redundant
        0
        """
        return Check._of(_core.check(self, choices))

    def initial(self, **choices: Any) -> Any:
        """Returns the state at the start of a run, as :func:`jounce.rollout` takes it."""
        return view(_core.initial(self, choices))

    # ---- runs

    def run(self, until: float | str | None = None, probes: Names = None, *,
            progress: Callable[[float, float], Any] | None = None, **choices: Any) -> Result:
        """Simulates. ``probes`` are outputs in addition to those of the model; ``choices`` are those of the section ``simulate``
        (``step="1 ms"``, ``integrator="rk4"``, ``output_step=0.01``, ...). ``progress(time, until)`` is called now and then
        and may return False to stop the run there. Ctrl-C stops it with KeyboardInterrupt.

        A run that fails raises :class:`jounce.NumericalError`, whose ``result`` has what was reached.

        >>> import jounce
        >>> r = jounce.Model(jounce.examples.pendulum).run(until=1, probes=["bar.rate"], integrator="dopri5", tolerance=1e-10)
        >>> r.names
        ('time', 'bar.angle', 'bar.tip.x', 'bar.tip.y', 'energy.error', 'bar.rate')
        """
        if until is not None:
            choices["until"] = until
        error, (title, columns, units, values), summary, messages = _core.run(self, names(probes), choices, progress)
        result = Result(title or self.name, columns, units, values, summary, messages)
        if error is not None:
            error.result = result
            raise error
        return result

    def start(self, probes: Names = None, **choices: Any) -> Session:
        """Starts a run that the program steps: see :class:`Session`."""
        return Session(self, names(probes), choices)

    def sweep(self, vary: Mapping[str, Any] | None = None, *, random: Mapping[str, str] | None = None, runs: int = 0, latin: int = 0,
              seed: int = 1, probes: Names = None, outputs: Names = None, take: Names = None, histories: bool = False, threads: int = 0,
              folder: str | None = None, resume: bool = False, **choices: Any) -> Sweep:
        """Runs the model with many values of parameters, on all processors. The table is that of ``jounce sweep``.

        ``vary`` has ranges ``"40 mm:60 mm:21"`` or ``("40 mm", "60 mm", 21)`` and lists; ``random`` distributions such as
        ``"normal(2, 0.1)"``, of which ``runs`` values are drawn, or ``latin`` as a Latin hypercube. ``take`` names
        the columns of every output (``final``, ``min``, ``max``, ``mean``, ``rms``, ...). A run that fails is a row with its reason.

        >>> import jounce
        >>> m = jounce.Model(jounce.examples.pendulum)
        >>> s = m.sweep(random={"mass": "normal(2, 0.1)"}, runs=4, seed=1, until=0.2, take="final")
        >>> s.runs, s.failed
        (4, 0)
        """
        found = _core.sweep(self, flat(vary), flat(random), names(probes), names(outputs), names(take), choices, runs, latin, seed,
                            histories, threads, None if folder is None else os.fspath(folder), resume)
        return Sweep(self.name, found)

    def find(self, vary: Mapping[str, Any], *, least: str | None = None, largest: str | None = None, probes: Names = None,
             most_runs: int = 0, tolerance: float = 0.0, threads: int = 0, **choices: Any) -> Found:
        """Finds the values within ranges (``{"r": "40 mm:60 mm"}``) that minimise or maximise a formula of the outputs.

        >>> import jounce
        >>> m = jounce.Model(jounce.examples.pendulum)
        >>> found = m.find({"length": ("0.5 m", "2 m")}, least="abs(final(bar.angle) + 1.5707963)", until=0.5, tolerance=1e-3)
        >>> found.best < 0.01, 0.5 < found.values["length"] < 2
        (True, True)
        """
        if (least is None) == (largest is None):
            raise ValueError("find takes either least or largest, a formula")
        return Found._of(_core.find(self, flat(vary), names(probes), choices, least if largest is None else largest, largest is not None,
                                    most_runs, float(tolerance), threads))

    # ---- analyses

    def equilibrium(self, *, method: str | None = None, time: float = 0.0, probes: Names = None, **choices: Any) -> Equilibrium:
        """Finds the static equilibrium, with its outputs. ``method``: only newton, energy or relaxation.

        >>> import jounce, math
        >>> rest = jounce.Model(jounce.examples.pendulum).equilibrium()
        >>> rest.stability, round(rest.outputs["bar.angle"] / math.pi, 9)
        ('stable', -0.5)
        """
        return Equilibrium._of(_core.equilibrium(self, method, time, names(probes), choices))

    def _linear(self, at: Any, modes: bool, probes: Names, choices: dict[str, Any]) -> dict:
        state = None
        if isinstance(at, State):
            state = doubles(at.values)
        elif not isinstance(at, str):
            state = doubles(at, "at")
        elif at not in ("start", "equilibrium"):
            raise ValueError(no_such("place to linearize at", at, ("start", "equilibrium")) + ", or a state")
        if state is None and at == "equilibrium":
            choices = {**choices, "start": "assembly"}
        return _core.linearize(self, state is None and at == "equilibrium", state, modes, names(probes), choices)

    def linearize(self, at: Any = "start", probes: Names = None, **choices: Any) -> Linear:
        """Linearises about the start, an equilibrium (``at="equilibrium"``) or a state of a session.

        >>> import jounce
        >>> A, B, C, D = jounce.Model(jounce.examples.cart_pole).linearize()
        >>> A.shape, B.shape, round(A.tolist()[3][1], 2)
        ((4, 4), (4, 1), 15.87)
        """
        return Linear(self._linear(at, False, probes, choices))

    def modes(self, at: Any = "start", **choices: Any) -> Modes:
        """Computes eigenvalues with frequency, damping and shape, about the same states.

        >>> import jounce
        >>> (mode,) = jounce.Model(jounce.examples.pendulum).modes("equilibrium")
        >>> round(mode.frequency, 3), mode.shares[0].name
        (0.611, 'joint.hinge.angle')
        """
        return Modes._of(self._linear(at, True, None, choices))

    def dynamics(self, state: Any = None, *, independent: Names = None, release_drivers: bool = False,
                 release_contacts: bool = False, **choices: Any) -> Dynamics:
        """Returns the equations of motion at a state: mass matrix, bias, constraint Jacobian, Jacobians of points and frames, forward
        and inverse dynamics (:class:`Dynamics`).

        ``state``: numbers as of :meth:`initial`, a :class:`State`, or a session, whose present state and held inputs are taken;
        None: the start. ``independent`` names speeds that shall be independent; the others are chosen at this state.
        ``release_drivers`` makes drivers prescribe nothing, so that forces can take their place. Models with rigid contacts are
        refused, unless ``release_contacts`` leaves the forces of the contacts to you. ``coordinates`` is one of the choices.

        >>> import jounce
        >>> d = jounce.Model(jounce.examples.pendulum).dynamics()
        >>> d.independent, round(d.M.tolist()[0][0], 12)  # 2/12 + 2/4 kg m^2
        (('joint.hinge.angle_rate',), 0.666666666667)
        """
        if isinstance(state, Session) and choices:
            raise TypeError(f"the session has its own choices: {', '.join(choices)} cannot be given here")
        return Dynamics(self, state, names(independent), release_drivers, release_contacts, choices)

    def kinematics(self, until: float | None = None, *, motion: Mapping[str, Any] | None = None, actuators: Names = None,
                   probes: Names = None, **choices: Any) -> Result:
        """Computes a prescribed motion without integration, and its driving forces (columns ``actuator.NAME``). The motion is
        that of the drivers, or of ``motion``: a result, or ``{"time": ..., "joint.O.angle": ...}`` in SI units.
        """
        table = {} if motion is None else dict(motion.items())
        times = None if motion is None else _si(table.pop("time", None), motion, "time")
        columns = [_si(values, motion, name) for name, values in table.items()]
        end = 0.0 if until is None else float(until)
        if until is not None and not end > 0:
            raise ValueError(f"until must be positive, got {until!r}")
        (title, head, units, values), messages, singular, iterations = _core.kinematics(
            self, end, times, list(table), columns, names(actuators), names(probes), choices)
        summary = {"singular_passes": singular, "iterations": iterations}
        return Result(title or self.name, head, units, values, summary, messages)

    def inverse(self, actuators: Names = None, motion: Mapping[str, Any] | None = None, until: float | None = None, *,
                probes: Names = None, **choices: Any) -> Result:
        """Inverse dynamics: computes the forces of the actuators that produce the motion of the drivers, or of ``motion``.

        >>> import jounce
        >>> m = jounce.Model(jounce.examples.pendulum)
        >>> r = m.inverse("joint.hinge.angle", motion={"time": [0, 0.5, 1], "joint.hinge.angle": [0, 0, 0]})
        >>> round(r["actuator.joint.hinge.angle"][0], 6)  # 2 kg, 0.5 m from the hinge
        9.81
        """
        return self.kinematics(until, motion=motion, actuators=actuators, probes=probes, **choices)

    def compare(self, *, formulation: Names = None, integrator: Names = None, coordinates: Names = None, variant: Names = None,
                position: Names = None, velocity: Names = None, energy: Names = None, probes: Names = None, all: bool = False,
                ladder: int = 5, repeat: int = 3, limit: float | None = None, **choices: Any) -> Comparison:
        """Compares all methods on this model, or the named ones: error against work. ``limit`` is the CPU time for one of them
        with its ladder, s; without it 5 s, and without
        ``all`` at most 120 s for all of them.

        >>> import jounce
        >>> found = jounce.Model(jounce.examples.pendulum).compare(formulation="multipliers", integrator=["rk4", "dopri5"],
        ...                                                        coordinates="cartesian", until=0.2, ladder=2, repeat=1)
        >>> sorted(c.label for c in found)
        ['multipliers dopri5', 'multipliers rk4']
        """
        given = {"formulation": formulation, "integrator": integrator, "coordinates": coordinates, "variant": variant,
                 "position": position, "velocity": velocity, "energy": energy, "probes": probes}
        lists = {key: names(value) for key, value in given.items() if value is not None}
        return Comparison._of(_core.compare(self, lists, all, ladder, repeat, math.nan if limit is None else float(limit), choices))

    # ---- pictures

    def picture(self, state: Any = None, width: int = 0, **choices: Any) -> str:
        """Draws the mechanism at its start, or at a state, as an SVG text."""
        at = state.values if isinstance(state, State) else state
        return _core.picture(self, None if at is None else doubles(at, "the state"), width, choices)

    # ---- other programs

    def export_fmu(self, path: Union[str, "os.PathLike[str]"], fmi: int = 3, *, inputs: Names = None, probes: Names = None,
                   reference: bool = False, **choices: Any) -> None:
        """Writes the model as an FMU of FMI 2.0 or 3.0, with Model Exchange and Co-Simulation, as ``jounce export`` does.

        ``inputs`` are those that the other program sets (None: all inputs of the model), ``probes`` outputs in addition to
        those of the model, ``choices`` those of Co-Simulation (``integrator="rk4"``, ``step="1 ms"``, ...).
        ``reference`` runs the default experiment and adds its results.
        """
        machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
        system = {"win32": "windows", "darwin": "darwin"}.get(sys.platform, "linux")
        binaries = []
        for name, runs_on in (("fmu.bin", f"{machine}-{system}"), ("fmu_windows.bin", "x86_64-windows")):
            library = os.path.join(os.path.dirname(__file__), name)
            if os.path.exists(library):
                with open(library, "rb") as file:
                    binaries.append((runs_on, file.read()))
        if not binaries:
            raise RuntimeError("this installation of jounce has no binary for FMUs")
        _core.export_fmu(self, os.fspath(path), fmi, None if inputs is None else names(inputs), names(probes), binaries,
                         reference, choices)

    def _repr_html_(self) -> str:
        """For notebooks."""
        return self.picture(width=480)

    # ---- copies

    def __reduce__(self):
        return (_restore, (type(self), self.path, self._is_text, self._files(), list(self._settings), self._allow_code))

    def __copy__(self) -> Model:
        return self

    def __deepcopy__(self, memo: dict) -> Model:
        return self

    def __repr__(self) -> str:
        return (f"<jounce.Model {self.name or self.path}: {len(self.bodies)} bodies, {len(self.joints)} joints, "
                f"{len(self.forces)} forces>")


def _si(values: Any, motion: Mapping[str, Any], name: str) -> memoryview:
    """Returns a column of a motion in SI units; columns of a result are converted."""
    if values is None:
        raise ValueError(f"motion has no column {name!r}")
    numbers = doubles(values, f"motion[{name!r}]")
    unit = motion.units[name] if isinstance(motion, Result) else ""
    factor = _core.unit(f"1 {unit}")[0] if unit else 1.0
    return numbers if factor == 1.0 else doubles([factor * v for v in numbers.tolist()])


def _restore(cls: type, path: str, is_text: bool, files: dict[str, bytes], settings: list[str], allow_code: bool) -> Model:
    text = next(iter(files.values())) if is_text else None
    return _core.Model.__new__(cls, path, text, settings, None if is_text else files, allow_code)
