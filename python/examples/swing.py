# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""A pendulum: its run, its small motion about rest, its curves as CSV and SVG.

The natural frequency of a bar of length l that hangs from its end is sqrt(3 g / (2 l)).
"""
import math

import jounce

m = jounce.Model(jounce.examples.pendulum, set={"length": "80 cm"})
r = m.run(until=2, probes=["bar.rate"])
print(r)
r.to_csv("swing.csv")
with open("swing.svg", "w", encoding="utf-8") as file:
    file.write(r.plot("bar.angle", "bar.rate"))

rest = m.equilibrium()
(mode,) = m.modes("equilibrium")
known = math.sqrt(3 * 9.81 / (2 * 0.8))
print(f"it rests at {math.degrees(rest.outputs['bar.angle']):.1f} deg ({rest.stability}) and swings with {mode.natural:.6f} rad/s; known: {known:.6f}")
assert abs(mode.natural - known) < 1e-6
