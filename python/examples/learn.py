# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Learning to balance: 8 copies of a cart-pole, and a search that keeps the gains with which poles stay up longest. Equal
seeds give equal results, on any number of processors.
"""
import random

import jounce

m = jounce.Model(jounce.examples.cart_pole)
env = jounce.Environment(m, dt=0.02, batch=8, limit=100, spread=0.05,
                         reward=lambda obs, act: [1.0 - abs(o[2]) for o in obs.tolist()],
                         done=lambda obs: [abs(o[2]) > 0.5 or abs(o[0]) > 2 for o in obs.tolist()])


def play(gains: list[float], seed: int) -> float:
    """The mean reward of the first episode of each copy."""
    obs, _ = env.reset(seed=seed)
    total, alive = 0.0, [True] * env.batch
    while any(alive):
        pushes = [[max(-20.0, min(20.0, sum(g * o for g, o in zip(gains, row))))] for row in obs.tolist()]
        obs, reward, terminated, truncated, _ = env.step(pushes)
        total += sum(r for r, a in zip(reward, alive) if a)
        alive = [a and not (e or t) for a, e, t in zip(alive, terminated, truncated)]
    return total / env.batch


chance = random.Random(3)
best, reward = [0.0] * 4, play([0.0] * 4, 0)
first = reward
for trial in range(25):
    gains = [g + chance.gauss(0, 12) for g in best]
    found = play(gains, 0)
    if found > reward:
        best, reward = gains, found
print(f"reward {first:.1f} at first, {reward:.1f} after 25 trials, with gains {[round(g, 1) for g in best]}")
assert reward > 2 * first
