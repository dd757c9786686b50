# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""How far the piston of a slider-crank strays when its crank is made a little too long or too short: one run for each
value, several at a time. Threads are enough, as the interpreter's lock is released while a run computes.
"""
import concurrent.futures
import os
import random

import jounce

chance = random.Random(1)
lengths = [chance.gauss(0.05, 0.0002) for _ in range(40)]


def reach(r: float) -> float:
    """The largest place of the piston, whose closed form is r + l."""
    result = jounce.Model("models/examples/slider-crank.yaml", set={"r": r}).run(until=0.3)
    return max(result["piston.x"])


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    places = list(pool.map(reach, lengths))
strays = [place - (r + 0.15) for r, place in zip(lengths, places)]
print(f"the piston reaches {min(places) * 1e3:.3f} to {max(places) * 1e3:.3f} mm")
assert max(map(abs, strays)) < 1e-6
