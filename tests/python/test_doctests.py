# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The examples in the docstrings of the package are run, and what the package shows has docstrings and stubs."""
import ast
import doctest
import importlib
import inspect
import os
import pkgutil
import unittest

import common
import jounce
from jounce import _core

modules = [importlib.import_module(f"jounce.{m.name}") for m in pkgutil.iter_modules(jounce.__path__) if m.name != "_core"]


def load_tests(loader, tests, pattern):
    for module in [jounce, *modules]:
        tests.addTests(doctest.DocTestSuite(module))
    return tests


class Texts(unittest.TestCase):
    def test_everything_public_has_a_docstring(self):
        for name in jounce.__all__:
            thing = getattr(jounce, name)
            self.assertTrue(inspect.getdoc(thing), name)
            for member, value in vars(thing).items() if inspect.isclass(thing) else ():
                if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, (property, classmethod))):
                    self.assertTrue(inspect.getdoc(getattr(thing, member)), f"{name}.{member}")

    def test_examples_are_there(self):
        finder = doctest.DocTestFinder(exclude_empty=True)
        count = sum(len(t.examples) for m in [jounce, *modules] for t in finder.find(m))
        self.assertGreater(count, 60)


class Stubs(unittest.TestCase):
    """_core.pyi says what the extension module has, and all of it."""

    @classmethod
    def setUpClass(cls):
        with open(os.path.join(os.path.dirname(jounce.__file__), "_core.pyi"), encoding="utf-8") as file:
            cls.tree = ast.parse(file.read())

    @staticmethod
    def names(body):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield node.name
            elif isinstance(node, ast.AnnAssign):
                yield node.target.id

    def test_module(self):
        there = {n for n in dir(_core) if not n.startswith("__")}
        self.assertEqual(there, set(self.names(self.tree.body)))

    def test_classes(self):
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                own = {n for n in vars(getattr(_core, node.name)) if not (n.startswith("__") and n.endswith("__"))}
                said = {n for n in self.names(node.body) if not (n.startswith("__") and n.endswith("__"))}
                self.assertEqual(own, said, node.name)

    def test_typed(self):
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(jounce.__file__), "py.typed")))


if __name__ == "__main__":
    unittest.main()
