# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs that the program steps, and their saved states."""
from __future__ import annotations

from typing import Any, Mapping

from . import _core
from .arrays import doubles, names, view
from .errors import no_such


class State:
    """Saved state of a session, with held inputs, from which it continues with the same bits.

    States can be pickled, copied and kept; they are made by :meth:`Session.save`.
    """

    __slots__ = ("_block", "_values", "held")

    def __init__(self, block: bytes, values: bytes, held: Mapping[str, float]):
        self._block, self._values, self.held = bytes(block), bytes(values), dict(held)

    @property
    def time(self) -> float:
        """s"""
        return memoryview(self._values).cast("d")[0]

    @property
    def values(self) -> Any:
        """Time, coordinates, speeds, auxiliary and discrete states, as :func:`jounce.rollout` takes them."""
        return view(memoryview(self._values).cast("d"))

    def __reduce__(self):
        return (State, (self._block, self._values, self.held))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._values == other._values and self.held == other.held

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<jounce.State at {self.time:.9g} s, {len(self._values) // 8} numbers>"


class Session(_core.Session):
    """A run that the program steps: made by :meth:`Model.start`.

    >>> import jounce
    >>> m = jounce.Model(jounce.examples.cart_pole)
    >>> s = m.start()
    >>> s.hold("push", 3.0)
    >>> s.step_to(0.01)
    True
    >>> round(s["cart.vx"], 4)
    0.029
    >>> here = s.save()
    >>> s.step_to(0.5)
    True
    >>> there = s["cart.x"]
    >>> s.load(here)
    >>> s.step_to(0.5), s["cart.x"] == there
    (True, True)
    """

    __slots__ = ("_places",)

    def __new__(cls, model: _core.Model, probes: list[str], choices: dict[str, Any]):
        self = super().__new__(cls, model, probes, choices)
        self._places = {name: i for i, name in enumerate(self.names)}
        return self

    def __init__(self, *args: Any, **keywords: Any):
        pass

    @property
    def outputs(self) -> Any:
        """Values of the outputs at the last step, in the order of ``names``."""
        return view(self._outputs)

    @property
    def poses(self) -> Any:
        """Position (m) and quaternion (w, x, y, z) of every body, in the order of ``Model.bodies``: (bodies, 7)."""
        return view(self._poses)

    @property
    def state(self) -> Any:
        """Time, coordinates, speeds, auxiliary and discrete states."""
        return view(self._state)

    @property
    def units(self) -> dict[str, str]:
        """The unit of every output."""
        return dict(zip(self.names, self._units))

    @property
    def summary(self) -> dict[str, Any]:
        """Counts so far: steps, evaluations, events, ..."""
        return self._summary

    def __getitem__(self, name: str) -> float:
        try:
            return self._output(self._places[name])
        except (KeyError, TypeError):
            raise KeyError(no_such("output", name, self.names)) from None

    def set_parameters(self, values: Mapping[str, float] | None = None, **named: float) -> None:
        """Continues with other values of parameters, in SI units. Time, state and held inputs stay; positions and velocities
        are put on the constraints if lengths have changed. If a value is refused, the session is as it was.

        >>> import jounce
        >>> s = jounce.Model(jounce.examples.pendulum).start()
        >>> s.step_to(0.1)
        True
        >>> s.set_parameters(length=0.5)
        >>> s.time
        0.1
        """
        self._set_parameters({**(values or {}), **named})

    def save(self) -> State:
        """Returns the state, including held inputs, from which the session can continue."""
        return State(self._save(), bytes(memoryview(self._state).cast("B")), self.held)

    def load(self, state: State) -> None:
        """Continues from a state of this session, or of another session of the same model with the same choices."""
        if not isinstance(state, State):
            raise TypeError(f"load takes a jounce.State, as save gives, not {type(state).__name__}")
        self._load(state._block)

    def clone(self) -> Session:
        """Returns an independent session in the same state.

        >>> import jounce
        >>> s = jounce.Model(jounce.examples.cart_pole).start()
        >>> s.step_to(0.1)
        True
        >>> other = s.clone()
        >>> other.hold("push", 3.0)
        >>> s.step_to(0.2), other.step_to(0.2), other["cart.x"] > s["cart.x"]
        (True, True, True)
        """
        other = self._clone()
        other._places = self._places
        return other

    def dynamics(self, *, independent: Any = None, release_drivers: bool = False, release_contacts: bool = False) -> Any:
        """Returns the equations of motion at the present state, with the held inputs (:class:`Dynamics`). They do not follow the
        session: ``d.at(session)`` takes a later state.

        >>> import jounce
        >>> s = jounce.Model(jounce.examples.cart_pole).start()
        >>> s.hold("push", 3.0)
        >>> round(s.dynamics().accelerations()[0], 2)
        2.9
        """
        from .dynamics import Dynamics

        return Dynamics(None, self, names(independent), release_drivers, release_contacts, {})

    def restart(self, state: Any) -> None:
        """Restarts from a state (numbers as in ``state``, or a State), which is projected onto the constraints."""
        super().restart(doubles(state.values if isinstance(state, State) else state, "the state"))

    def __reduce__(self):
        raise TypeError("a session cannot be pickled: save() gives a state that can, and model.start() a new session")

    def __repr__(self) -> str:
        return f"<jounce.Session at {self.time:.9g} s, {len(self.names)} outputs>"
