# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Sweeps and searches: the tables of the command, bit for bit, on any number of threads."""
import copy
import json
import os
import pickle
import signal
import tempfile
import threading
import time
import unittest

import common
import jounce
from common import bits, command, model_file, values

crank = model_file("examples/slider-crank.yaml")


def table_of_the_command(*words: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "table.csv")
        command("sweep", crank, *words, "-o", out, "--quiet")
        with open(out, encoding="utf-8", newline="") as file:
            return file.read()


class Sweeps(unittest.TestCase):
    def test_dataframe(self):
        s = jounce.Model(crank).sweep({"r": "40 mm:60 mm:3"}, take="max", until=0.01)
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "needs pandas"):
                s.to_dataframe()
            return
        frame = s.to_dataframe()
        self.assertEqual((list(frame.columns), len(frame)), ([*s, "status"], 3))
        self.assertEqual((frame["r"].tolist(), frame.attrs["units"]["r"]), (values(s["r"]), "m"))

    def test_grid(self):
        theirs = table_of_the_command("--vary", "r=40 mm:60 mm:5", "--vary", "speed=[200 rpm,300 rpm]", "--until", "0.1")
        for threads in (1, 2, 5):
            m = jounce.Model(crank)
            ours = m.sweep({"r": ("40 mm", "60 mm", 5), "speed": ["200 rpm", "300 rpm"]}, until=0.1, threads=threads)
            self.assertEqual(ours.to_csv(), theirs)
        self.assertEqual((ours.runs, ours.parameters, ours.failed), (10, ("r", "speed"), 0))
        self.assertAlmostEqual(values(ours["max(piston.x)"])[-1], 0.21, 5)
        again = pickle.loads(pickle.dumps(m)).sweep({"r": "40 mm:60 mm:5", "speed": "[200 rpm, 300 rpm]"}, until=0.1)
        self.assertEqual(again.hash, ours.hash)

    def test_draws_and_settings(self):
        theirs = table_of_the_command("--random", "r=normal(50 mm, 1 mm)", "--runs", "12", "--seed", "5", "--set", "l=160 mm", "--until", "0.05",
                                      "--probe", "crank.angle", "--take", "final,rms", "--integrator", "dopri5")
        m = jounce.Model(crank, set={"l": "160 mm"})
        ours = m.sweep(random={"r": "normal(50 mm, 1 mm)"}, runs=12, seed=5, until=0.05, probes="crank.angle", take=["final", "rms"],
                       integrator="dopri5")
        self.assertEqual(ours.to_csv(), theirs)

    def test_models_made_here(self):
        s = jounce.Model(jounce.examples.pendulum).sweep({"length": [0.5, 1]}, until=0.2, histories=True)
        alone = jounce.Model(jounce.examples.pendulum, set={"length": 0.5}).run(until=0.2)
        self.assertEqual(bits(s.history(0)["bar.angle"]), bits(alone["bar.angle"]))
        with self.assertRaises(IndexError):
            s.history(2)
        with self.assertRaisesRegex(ValueError, "histories=True"):
            jounce.Model(jounce.examples.pendulum).sweep({"length": [0.5, 1]}, until=0.1).history(0)

    def test_failures_are_rows(self):
        wild = {**jounce.examples.pendulum, "parameters": {"length": 1, "mass": 2, "k": 0},
                "forces": {"bad": {"type": "torque", "at": "bar", "value": "k/(0.1 - t)^3"}}}
        s = jounce.Model(wild).sweep({"k": [0, 1]}, until=0.2, integrator="dopri5")
        self.assertEqual((s.failed, s.status[0]), (1, "success"))
        self.assertTrue(s.why[1])

    def test_copies(self):
        s = jounce.Model(crank).sweep({"r": [0.05, 0.06]}, until=0.02)
        for again in (pickle.loads(pickle.dumps(s)), copy.deepcopy(s)):
            self.assertEqual((again.to_csv(), again.hash, again.units, again.why), (s.to_csv(), s.hash, s.units, s.why))

    def test_mistakes(self):
        m = jounce.Model(crank)
        for wrong in ({"nope": [1, 2]}, {"r": "1:2"}, {"r": []}, {"r": "60 kg:70 kg:3"}):
            with self.assertRaises((jounce.Error, ValueError)):
                m.sweep(wrong, until=0.01)
        for wrong in (3, "text", [1], {"r": object()}):
            with self.assertRaises((TypeError, AttributeError, ValueError)):
                m.sweep(wrong)
        with self.assertRaises(jounce.Error):
            m.sweep({"r": [1]}, take="middle")

    def test_ctrl_c(self):
        m = jounce.Model(jounce.examples.pendulum)
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        begin = time.process_time()
        with self.assertRaises(KeyboardInterrupt):
            m.sweep({"length": ("0.5 m", "2 m", 400)}, until=1000)
        timer.join()
        self.assertLess(time.process_time() - begin, 30)


class Searches(unittest.TestCase):
    def test_it_is_that_of_the_command(self):
        formula = "abs(max(piston.x) - 0.205)"
        said = json.loads(command("find", crank, "--vary", "r=40 mm:60 mm", "--least", formula, "--until", "0.2", "--json"))
        found = jounce.Model(crank).find({"r": "40 mm:60 mm"}, least=formula, until=0.2)
        self.assertEqual((found.best, found.runs), (said["best"], said["runs"]))
        self.assertAlmostEqual(found.values["r"], 0.055, 5)

    def test_largest(self):
        found = jounce.Model(crank).find({"r": ("40 mm", "60 mm")}, largest="max(piston.x)", until=0.2, tolerance=1e-2)
        self.assertEqual(found.at_bound, ("r",))
        with self.assertRaises(ValueError):
            jounce.Model(crank).find({"r": "40 mm:60 mm"})


if __name__ == "__main__":
    unittest.main()
