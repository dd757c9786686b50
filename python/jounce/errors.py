# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Exceptions of Jounce. Each carries every message, with its file, line and column.

>>> import jounce
>>> try:
...     jounce.Model.from_text("{jounce: 1, space: plane, bodies: {a: {mass: heavy, inertia: -1}}}", name="wrong")
... except jounce.ModelError as error:
...     for message in error.messages:
...         print(message.line, message.column, message.text)
1 46 expected a mass such as 0.2 or "200 g", got "heavy"
1 62 inertia must be zero or positive, got -1
"""
from __future__ import annotations

import difflib
from typing import Any, Iterable, NamedTuple


class Message(NamedTuple):
    """One error, warning or note, with its place."""

    severity: str  #: "error", "warning" or "note"
    file: str  #: "" where it does not apply
    line: int  #: from 1; 0 where it does not apply
    column: int
    element: str  #: "joint 'elbow'", or ""
    text: str

    def __str__(self) -> str:
        place = f"{self.file}:" if self.file else ""
        if self.line > 0:
            place += f"{self.line}:{self.column}:"
        element = f"{self.element}: " if self.element else ""
        return f"{place}{' ' if place else ''}{self.severity}: {element}{self.text}"


class Error(Exception):
    """Base class: the library refuses something or has failed. The text has all errors, one per line."""

    #: all errors, warnings and notes in their order
    messages: tuple[Message, ...]
    #: description of the status: "model is invalid"
    status: str
    #: exit code of the command for this status
    code: int

    def __init__(self, text: str = "", status: str = "", code: int = 0, messages: tuple[Message, ...] = ()):
        super().__init__(text)
        self.status, self.code, self.messages = status, code, tuple(messages)

    @property
    def errors(self) -> tuple[Message, ...]:
        """Only the errors, without warnings and notes."""
        return tuple(m for m in self.messages if m.severity == "error")

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""

    def __reduce__(self):
        return (type(self), (str(self), self.status, self.code, self.messages))


class ModelError(Error, ValueError):
    """The model is invalid: every mistake in it is a message."""


class ArgumentError(Error, ValueError):
    """An argument or choice is out of range, or choices cannot be combined."""


class AssemblyError(Error):
    """The mechanism cannot be assembled."""


class NumericalError(Error, ArithmeticError):
    """A computation failed: singular equations, no convergence, a step that is too small, values that are not finite.

    Of a run, ``result`` has what was reached.
    """

    result = None


class FileError(Error, OSError):
    """Reading or writing a file failed."""


_classes = {
    "BAD_MODEL": ModelError,
    "BAD_ARGUMENT": ArgumentError,
    "REFUSED": ArgumentError,
    "NO_ASSEMBLY": AssemblyError,
    "SINGULAR": NumericalError,
    "NO_CONVERGENCE": NumericalError,
    "STEP_TOO_SMALL": NumericalError,
    "NOT_FINITE": NumericalError,
    "DIVERGED": NumericalError,
    "IO": FileError,
}


def no_such(what: str, name: Any, known: Iterable[str]) -> str:
    """Returns the message for an unknown name: the most similar name, and all names if they are few (also called by the
    extension module).

    >>> no_such("column", "cart.y", ["time", "cart.x"])
    "there is no column 'cart.y'; did you mean 'cart.x'? There are: time, cart.x"
    """
    most = 20
    words = list(known)
    near = difflib.get_close_matches(name, words, n=1) if isinstance(name, str) else []
    hint = f"; did you mean {near[0]!r}?" if near else "."
    more = f" and {len(words) - most} more" if len(words) > most else ""
    return f"there is no {what} {name!r}{hint} There are: {', '.join(words[:most]) or 'none'}{more}"


def make(name: str, status: str, code: int, messages: list[tuple], doing: str) -> BaseException:
    """Returns the exception for a status of the library and the messages of a report (called by the extension module)."""
    if name == "INTERRUPTED":
        return KeyboardInterrupt()
    said = tuple(Message(*m) for m in messages)
    errors = [m for m in said if m.severity == "error"]
    text = "\n".join(str(m) for m in errors) or f"{doing}: {status}"
    return _classes.get(name, Error)(text, status, code, said)
