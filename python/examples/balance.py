# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""A controller in the loop: a pole is balanced on a cart by a feedback of all states, computed a hundred times a second."""
import jounce

gains = {"cart.x": 2.0, "cart.vx": 3.5, "pole.angle": -32.0, "pole.rate": -8.0}

s = jounce.Model(jounce.examples.cart_pole).start()
for k in range(1, 1001):
    s.hold("push", sum(gain * s[name] for name, gain in gains.items()))
    s.step_to(k * 0.01)
print(f"after {s.time:g} s: pole at {s['pole.angle']:.2e} rad, cart at {s['cart.x']:.2e} m")
assert abs(s["pole.angle"]) < 1e-3 and abs(s["cart.x"]) < 1e-2
