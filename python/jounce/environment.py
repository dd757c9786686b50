# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""A batch of one model for reinforcement learning, with the usual interface: reset and step, with seeds."""
from __future__ import annotations

import random
from typing import Any, Callable, Sequence

from . import _core
from .arrays import doubles, flags, names, view
from .errors import no_such
from .model import Model, Names
from .rollout import threads_here


class Environment:
    """``batch`` copies of a model, which take steps of ``dt`` together, each with its own actions.

    ``actions`` names inputs of the model, ``observations`` outputs (default: those of the model). ``reward(observations,
    actions)`` and ``done(observations)`` take arrays (batch, ...) and return one value for each copy, as a list or an
    array. Rewards, ``terminated`` and ``truncated`` are arrays with one number or flag for each copy. An episode is
    truncated after ``limit`` steps. ``start(random, state)`` returns the state at the beginning of an episode, from the
    start of the model and a ``random.Random`` that depends only on the seed, the copy and the episode; states are
    projected onto the constraints. ``spread`` instead changes every coordinate and speed by a random amount up to this
    number.

    A copy that is terminated or truncated restarts at the next step, as in other programs; its last observations are in
    ``info["final_observations"]``.

    >>> import jounce
    >>> m = jounce.Model(jounce.examples.cart_pole)
    >>> env = jounce.Environment(m, dt=0.02, actions=["push"], batch=4, limit=50, spread=0.05,
    ...                          reward=lambda obs, act: [1 - abs(o[2]) for o in obs.tolist()],
    ...                          done=lambda obs: [abs(o[2]) > 0.5 for o in obs.tolist()])
    >>> obs, info = env.reset(seed=7)
    >>> obs.shape
    (4, 4)
    >>> obs, reward, terminated, truncated, info = env.step([[0.0]] * 4)
    >>> reward.shape, any(terminated), any(truncated)
    ((4,), False, False)
    """

    def __init__(self, model: Model, *, dt: float, actions: Names = None, observations: Names = None, batch: int = 1,
                 limit: int | None = None, reward: Callable[[Any, Any], Sequence[float]] | None = None,
                 done: Callable[[Any], Sequence[bool]] | None = None,
                 start: Callable[[random.Random, list[float]], Sequence[float]] | None = None, spread: float = 0.0,
                 threads: int | None = None, **choices: Any):
        if not isinstance(model, Model):
            raise TypeError(f"an Environment takes a jounce.Model, not {type(model).__name__}")
        if limit is not None and limit < 1:
            raise ValueError(f"limit must be at least one step, got {limit}")
        self.model, self.dt, self.limit, self.batch = model, float(dt), limit, batch
        self.actions = names(actions) if actions is not None else list(model.inputs)
        wanted = names(observations)
        for name in self.actions:
            if name not in model.inputs:
                raise KeyError(no_such("input", name, model.inputs))
        self._batch = _core.Batch(model, batch, threads_here() if threads is None else threads, self.actions, wanted, choices)
        self.observations = wanted or list(self._batch.names)
        self._columns = [self._batch.names.index(name) for name in self.observations]
        self._reward, self._done, self._start, self._spread = reward, done, start, spread
        self._initial = memoryview(self._batch.states).tolist()[0]
        self._seed, self._episodes, self._steps = 0, [0] * batch, [0] * batch
        self._over: list[int] = []
        self._begun = False

    # ---- where episodes begin

    def _begin(self, i: int) -> list[float]:
        chance = random.Random(f"{self._seed}/{i}/{self._episodes[i]}")
        state = list(self._initial)
        if self._start is not None:
            state = [float(v) for v in self._start(chance, state)]
        elif self._spread:
            state[1:] = [v + chance.uniform(-self._spread, self._spread) for v in state[1:]]
        self._episodes[i] += 1
        self._steps[i] = 0
        return state

    def _restart(self, which: list[int]) -> None:
        self._batch.restart(which, doubles([v for i in which for v in self._begin(i)]))

    def _look(self) -> Any:
        outputs = memoryview(self._batch.outputs)
        if self._columns == list(range(outputs.shape[1])):
            return view(outputs)
        rows = [[row[c] for c in self._columns] for row in outputs.tolist()]
        return view(doubles(rows))

    # ---- the usual form

    def reset(self, *, seed: int | None = None) -> tuple[Any, dict[str, Any]]:
        """Restarts all copies. Equal seeds give equal episodes, on any number of threads."""
        if seed is not None:
            self._seed, self._episodes = seed, [0] * self.batch
        self._restart(list(range(self.batch)))
        self._over, self._begun = [], True
        return self._look(), {}

    def _one_each(self, values: Any, what: str) -> memoryview:
        """Returns a number for each copy, from a function of the user."""
        found = doubles(values, what)
        if found.ndim != 1 or found.shape[0] != self.batch:
            raise ValueError(f"{what} must be {self.batch} values, one for each copy, not of the shape {found.shape}")
        return found

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Steps all copies by ``dt``. Returns observations, rewards, terminated, truncated, info. ``actions`` is (batch, actions)."""
        if not self._begun:
            raise RuntimeError("reset() comes before the first step()")
        given = doubles(actions, "actions")
        if self._over:
            over, self._over = self._over, []
            self._restart(over)
        self._batch.step(self.dt, given)
        seen = self._look()
        status = self._batch.status
        self._steps = [n + 1 for n in self._steps]
        rewards = doubles([0.0] * self.batch) if self._reward is None else self._one_each(self._reward(seen, view(given)), "rewards")
        ended = [0.0] * self.batch if self._done is None else self._one_each(self._done(seen), "what done gives").tolist()
        terminated = [bool(e or s) for e, s in zip(ended, status)]
        truncated = [self.limit is not None and n >= self.limit and not e for n, e in zip(self._steps, terminated)]
        self._over = [i for i in range(self.batch) if terminated[i] or truncated[i]]
        info: dict[str, Any] = {"failed": [i for i, s in enumerate(status) if s == 2]}
        if self._over:
            rows = seen.tolist()
            info["final_observations"] = {i: rows[i] for i in self._over}
        return seen, view(rewards), flags(terminated), flags(truncated), info

    @property
    def states(self) -> Any:
        """States of the copies, (batch, numbers), as :func:`jounce.rollout` takes them."""
        return view(self._batch.states)

    def __repr__(self) -> str:
        return f"<jounce.Environment of {self.batch} x {self.model.name}, dt {self.dt:g} s>"
