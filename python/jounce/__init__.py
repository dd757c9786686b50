# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Jounce: mechanisms, machines and vehicles from Python.

>>> import jounce
>>> m = jounce.Model(jounce.examples.pendulum, set={"length": "60 cm"})
>>> r = m.run(until=1, probes=["bar.rate"])
>>> r["bar.angle"][0] == 0, r.units["bar.rate"]
(True, 'rad/s')

Arrays are NumPy arrays if NumPy is installed, else memoryviews; they are views of the library's memory.
"""
from . import errors, examples
from ._core import schema, unit
from ._core import version as __version__
from .analysis import Check, Combination, Comparison, Equilibrium, Linear, Mode, Modes, Share
from .dynamics import Dynamics
from .environment import Environment
from .errors import ArgumentError, AssemblyError, Error, FileError, Message, ModelError, NumericalError
from .model import Model, Parameter
from .result import Result
from .rollout import rollout
from .state import Session, State
from .sweep import Found, Sweep

__all__ = [
    "ArgumentError", "AssemblyError", "Check", "Combination", "Comparison", "Dynamics", "Environment", "Equilibrium", "Error", "FileError", "Found",
    "Linear", "Message", "Mode", "Model", "ModelError", "Modes", "NumericalError", "Parameter", "Result", "Session", "Share", "State", "Sweep",
    "errors", "examples", "rollout", "schema", "unit",
]
