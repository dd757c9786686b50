# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Planning by samples: at every moment 32 courses of the push are tried by a rollout on all processors, and the first push
of the best one is carried out.
"""
import random

import jounce

m = jounce.Model(jounce.examples.cart_pole, set={"initial.keep.pole.angle": 0.3})
s = m.start()
chance = random.Random(2)
horizon, samples, dt = 12, 32, 0.05
plan = [0.0] * horizon


def cost(rows) -> float:
    return sum(10 * angle**2 + 0.1 * rate**2 + x**2 + 0.1 * vx**2 for x, vx, angle, rate in rows)


for k in range(30):
    tried = [plan] + [[u + chance.gauss(0, 6) for u in plan] for _ in range(samples - 1)]
    rows = jounce.rollout(m, [s.state] * samples, [[[u] for u in pushes] for pushes in tried], dt).tolist()
    best = min(range(samples), key=lambda i: cost(rows[i]))
    plan = tried[best]
    s.hold("push", plan[0])
    s.step_to(s.time + dt)
    plan = plan[1:] + [plan[-1]]
print(f"after {s.time:g} s: pole at {s['pole.angle']:.3f} rad, cart at {s['cart.x']:.3f} m")
assert abs(s["pole.angle"]) < 0.25
