# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Two small models to try things on: dictionaries, as :class:`jounce.Model` takes them.

>>> import jounce
>>> jounce.Model(jounce.examples.pendulum).check().freedoms
1
"""
from __future__ import annotations

from typing import Any

#: A bar that swings from the horizontal.
pendulum: dict[str, Any] = {
    "jounce": 1, "name": "pendulum", "space": "plane", "gravity": [0, -9.81],
    "parameters": {"length": {"value": "1 m", "min": "1 cm"}, "mass": "2 kg"},
    "bodies": {"bar": {"mass": "=mass", "inertia": "=mass*length^2/12", "points": {"O": ["=-length/2", 0], "tip": ["=length/2", 0]}}},
    "joints": {"hinge": {"type": "revolute", "between": ["ground", "bar.O"]}},
    "initial": {"keep": {"bar.angle": 0}},
    "simulate": {"until": 2, "step": "1 ms", "output": "10 ms"},
    "outputs": ["bar.angle", "bar.tip.x", "bar.tip.y", "energy.error"],
}

#: A pole on a cart, and a motor that pushes the cart: input ``push``, in N.
cart_pole: dict[str, Any] = {
    "jounce": 1, "name": "cart-pole", "space": "plane", "gravity": [0, -9.81],
    "ground": {"points": {"O": [0, 0]}},
    "bodies": {"cart": {"mass": 1, "inertia": 0.1, "points": {"P": [0, 0]}},
               "pole": {"mass": 0.2, "inertia": 0.02, "points": {"P": [0, -0.5]}}},
    "joints": {"rail": {"type": "prismatic", "between": ["ground.O", "cart.P"], "axis": [1, 0]},
               "hinge": {"type": "revolute", "between": ["cart.P", "pole.P"]}},
    "inputs": {"push": {"expression": "0", "safe": 0}},
    "forces": {"motor": {"type": "point-force", "at": "cart.P", "value": ["push", 0]}},
    "initial": {"keep": {"pole.angle": 0.05}},
    "simulate": {"until": 2, "step": "1 ms", "output": "1 ms"},
    "outputs": ["cart.x", "cart.vx", "pole.angle", "pole.rate"],
}
