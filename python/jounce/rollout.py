# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Many short runs at once."""
from __future__ import annotations

import os
from typing import Any, Sequence

from . import _core
from .arrays import doubles, names, stack, view
from .errors import NumericalError, no_such
from .model import Model, Names
from .state import State


def threads_here() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _states(states: Any) -> memoryview:
    if isinstance(states, State):
        return doubles(states.values)
    if isinstance(states, Sequence) and states and all(isinstance(s, State) for s in states):
        return stack(doubles(s.values) for s in states)
    return doubles(states, "states")


def rollout(model: Model, states: Any, inputs: Any = None, dt: float = 0.01, threads: int | None = None, *,
            times: int | None = None, input_names: Names = None, probes: Names = None, on_failure: str = "raise",
            **choices: Any) -> Any:
    """Runs from each of ``states`` with ``inputs``, on several threads. Returns outputs as (batch, time, output).

    ``states`` is (batch, numbers), as ``model.initial()``, ``session.state`` and ``equilibrium().state`` return them, or a
    list of :class:`State`; a single state is used for all runs. ``inputs`` is (batch, time, inputs), or (time, inputs) for
    all runs; values are constant between the times. Row k is at ``(k + 1) * dt`` after the state. The order of inputs is
    that of ``model.inputs``, or ``input_names``; the order of outputs is ``model.outputs``, then ``probes``. Without inputs
    ``times`` is the number of rows. The results do not depend on ``threads``.

    If an event of the model stops a run, its further rows are NaN. If a run fails, :class:`jounce.NumericalError` names it;
    with ``on_failure="nan"`` its rows are NaN.

    >>> import jounce
    >>> m = jounce.Model(jounce.examples.cart_pole)
    >>> pushes = [[[f]] * 20 for f in (-1.0, 0.0, 1.0)]
    >>> x = jounce.rollout(m, m.initial(), pushes, dt=0.05, threads=2)
    >>> x.shape
    (3, 20, 4)
    >>> x[0, 19, 0] < x[1, 19, 0] < x[2, 19, 0]
    True
    """
    if not isinstance(model, Model):
        raise TypeError(f"rollout takes a jounce.Model, not {type(model).__name__}")
    if on_failure not in ("raise", "nan"):
        raise ValueError(f"on_failure is 'raise' or 'nan', not {on_failure!r}")
    for name in names(input_names):
        if name not in model.inputs:
            raise KeyError(no_such("input", name, model.inputs))
    held = names(input_names) if input_names is not None else list(model.inputs) if inputs is not None else []
    values = doubles([] if inputs is None else inputs, "inputs")
    if inputs is not None and times is None:
        if values.ndim not in (2, 3):
            raise ValueError(f"inputs have the shape (batch, time, inputs) or (time, inputs), not {values.shape}")
        times = values.shape[-2]
    if inputs is not None and values.ndim > 1 and values.shape[-1] != len(held):
        raise ValueError(f"inputs have {values.shape[-1]} in the last direction, but the inputs are {', '.join(held) or 'none'}")
    if times is None:
        raise ValueError("without inputs, times must tell how many rows there are")
    outputs, _, _, failed = _core.rollout(model, _states(states), held, values, times, float(dt),
                                          threads_here() if threads is None else threads, names(probes), choices)
    if failed and on_failure == "raise":
        which = ", ".join(map(str, failed[:10])) + (", ..." if len(failed) > 10 else "")
        raise NumericalError(f"{len(failed)} of the runs failed: {which}", "a run failed", 5)
    return view(outputs)
