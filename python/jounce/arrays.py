# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Arrays: NumPy arrays if NumPy is installed, else memoryviews; results are never copied."""
from __future__ import annotations

import array
from collections.abc import Mapping
from typing import Any, Iterable, Sequence

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def view(numbers: Any) -> Any:
    """Returns a read-only view of an array of the library, which keeps the array alive."""
    look = memoryview(numbers)
    return look if numpy is None else numpy.asarray(look)


def flags(values: Iterable[Any]) -> Any:
    """Returns flags as an array of bool, or as a memoryview."""
    found = bytes(bool(value) for value in values)
    return memoryview(found).cast("?") if numpy is None else numpy.frombuffer(found, dtype=bool)


def _refuse_texts(values: Any) -> None:
    if isinstance(values, (str, bytes, bytearray, Mapping)):
        raise TypeError(f"expected numbers, got {values!r}")


def _flatten(values: Any, depth: int, shape: list[int], out: array.array) -> None:
    _refuse_texts(values)
    if not isinstance(values, (list, tuple)) and not hasattr(values, "__len__"):
        if depth != len(shape):
            raise ValueError("the numbers have no regular shape")
        out.append(float(values))
        return
    if depth > 32:  # a list that contains itself has no end
        raise ValueError("the numbers are nested too deeply")
    items = list(values)
    if depth == len(shape):
        if out:
            raise ValueError("the numbers have no regular shape")
        shape.append(len(items))
    if shape[depth] != len(items):
        raise ValueError("the numbers have no regular shape")
    for item in items:
        _flatten(item, depth + 1, shape, out)


def doubles(values: Any, what: str = "the numbers") -> memoryview:
    """Returns numbers (lists, arrays, NumPy arrays) as a row-major buffer of doubles with its shape."""
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(f"{what} must be numbers, not {values!r}")
    try:
        look = memoryview(values)
    except TypeError:
        look = None
    if look is not None and look.format in ("d", "@d", "=d") and look.c_contiguous:
        return look
    try:
        _refuse_texts(values)
        if numpy is not None:
            found = numpy.asarray(values)
            if found.dtype.kind in "USO":  # texts that are numbers would be converted, others raise ValueError
                for item in found.flat:
                    _refuse_texts(item)
            return memoryview(numpy.ascontiguousarray(found, dtype=numpy.float64))
        if look is not None:
            values = look.tolist()
        shape: list[int] = []
        flat = array.array("d")
        _flatten(values, 0, shape, flat)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{what}: {error}") from None
    look = memoryview(flat)
    return look if len(shape) < 2 or 0 in shape else look.cast("B").cast("d", shape)


def stack(rows: Iterable[Any]) -> memoryview:
    """Returns rows of equal length as one buffer."""
    flat = array.array("d")
    for row in rows:
        flat.frombytes(memoryview(row).cast("B"))
    return memoryview(flat)


def names(words: str | Sequence[str] | None) -> list[str]:
    """Returns a list of names; a single text is a list of one."""
    if words is None:
        return []
    return [words] if isinstance(words, str) else list(words)
