# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Results: views without a copy that keep their owner, CSV as the command's, pickles, notebooks; runs that fail or are stopped."""
import copy
import gc
import math
import os
import pickle
import resource
import signal
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import common
import jounce
from common import bits, command, has_numpy, model_file, values


class Columns(unittest.TestCase):
    def setUp(self):
        self.r = jounce.Model(model_file("examples/slider-crank.yaml")).run(until=0.1, probes=["crank.angle"])

    def test_kind(self):
        x = self.r["piston.x"]
        if has_numpy:
            self.assertEqual((type(x).__name__, x.dtype.name, x.shape), ("ndarray", "float64", (51,)))
        else:
            self.assertEqual((type(x), x.format, x.shape), (memoryview, "d", (51,)))

    def test_read_only(self):
        with self.assertRaises((TypeError, ValueError)):
            self.r["piston.x"][0] = 1

    def test_no_copy(self):
        self.assertEqual(*[jounce.arrays.numpy.asarray(self.r["piston.x"]).ctypes.data for _ in range(2)] if has_numpy else (0, 0))

    def test_keeps_its_owner(self):
        x = self.r["crank.angle"]
        before = values(x)
        del self.r
        gc.collect()
        jounce.Model(model_file("examples/slider-crank.yaml")).run(until=0.1)  # other numbers where they were, had they gone
        self.assertEqual(values(x), before)

    def test_mapping(self):
        self.assertEqual(self.r.names[:2], ("time", "piston.x"))
        self.assertEqual(list(self.r), list(self.r.names))
        self.assertEqual((len(self.r), self.r.rows, "piston.x" in self.r, "nope" in self.r), (9, 51, True, False))
        self.assertEqual((self.r.units["piston.x"], self.r.units["time"]), ("m", "s"))
        with self.assertRaisesRegex(KeyError, "no column 'piston.y'; did you mean 'piston.x'. There are: time, piston.x"):
            self.r["piston.y"]

    def test_large(self):
        n = 100_000 if common.LIGHT or not has_numpy else 10_000_000
        m = jounce.Model({"jounce": 1, "space": "plane", "gravity": [0, -10], "bodies": {"ball": {"type": "particle", "mass": 1}},
                          "simulate": {"until": n / 1000, "step": 1, "output": 1e-3}, "outputs": ["ball.y"]})
        r = m.run()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        looks = [r["ball.y"] for _ in range(100)]
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 8000)  # KiB; a copy has 80 MB
        self.assertEqual(len(looks[0]), n + 1)
        self.assertAlmostEqual(looks[0][-1] / (5 * (n / 1000) ** 2), -1, 9)


class Outside(unittest.TestCase):
    def test_csv_is_that_of_the_command(self):
        path = model_file("examples/four-bar.yaml")
        r = jounce.Model(path).run(until=0.2)
        with tempfile.TemporaryDirectory() as folder:
            theirs, ours = os.path.join(folder, "a.csv"), os.path.join(folder, "b.csv")
            command("run", path, "--until", "0.2", "-o", theirs, "--quiet")
            r.to_csv(ours)
            with open(theirs, "rb") as a, open(ours, "rb") as b:
                text = a.read()
                self.assertEqual(text, b.read())
        self.assertEqual(r.to_csv().encode(), text)

    def test_pickled_and_copied(self):
        r = jounce.Model(jounce.examples.pendulum).run(until=0.2)
        for again in (pickle.loads(pickle.dumps(r)), copy.deepcopy(r), copy.copy(r)):
            self.assertEqual(again, r)
            self.assertEqual((again.hash, again.summary, again.units, again.messages), (r.hash, r.summary, r.units, r.messages))
            self.assertEqual(again.to_csv(), r.to_csv())
            self.assertEqual(bits(again["bar.tip.x"]), bits(r["bar.tip.x"]))
        self.assertNotEqual(r, jounce.Model(jounce.examples.pendulum).run(until=0.3))

    def test_notebook(self):
        r = jounce.Model(jounce.examples.pendulum).run(until=0.2)
        page = r._repr_html_()
        self.assertIn("<svg", page)
        self.assertIn("pendulum", page)
        self.assertIn("bar.tip.x", page)
        self.assertIn(page, r.to_html())
        svg = r.plot("bar.tip.y", x="bar.tip.x")
        self.assertTrue(svg.startswith("<svg") and "bar.tip.x (m)" in svg)
        with self.assertRaises(KeyError):
            r.plot("nope")

    def test_summary(self):
        s = jounce.Model(jounce.examples.pendulum).run(until=0.2).summary
        self.assertEqual((s["status"], s["steps"], s["freedoms"], s["choices"]["integrator"]), ("success", 200, 1, "rk4"))


class Ends(unittest.TestCase):
    def test_an_event_stops_it(self):
        r = jounce.Model(common.stopping).run()
        self.assertEqual(r.summary["stopped_by"], "far")
        self.assertAlmostEqual(r.summary["time"], 1, 9)

    def test_failure_has_what_was_reached(self):
        wild = {**jounce.examples.pendulum, "forces": {"bad": {"type": "torque", "at": "bar", "value": "1/(0.1 - t)^3"}}}
        with self.assertRaises(jounce.NumericalError) as caught:
            jounce.Model(wild).run(integrator="dopri5", until=1)
        r = caught.exception.result
        self.assertGreater(r.rows, 2)
        self.assertLessEqual(values(r["time"])[-1], 0.1 + 1e-6)
        self.assertTrue(caught.exception.errors)
        self.assertIsInstance(caught.exception, ArithmeticError)

    def test_progress(self):
        m = jounce.Model(jounce.examples.pendulum)
        seen = []
        m.run(until=600, progress=lambda t, until: seen.append((t, until)))
        self.assertTrue(seen and all(0 <= t <= u == 600 for t, u in seen))
        r = m.run(until=1e4, progress=lambda t, until: False)
        self.assertEqual(r.summary["status"], "interrupted")
        self.assertLess(r.summary["time"], 1e4)

    def test_an_exception_in_the_middle(self):
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            jounce.Model(jounce.examples.pendulum).run(until=1e4, progress=lambda t, until: 1 / 0)

    def interrupt(self, work):
        begin = time.process_time()
        timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            work()
        timer.join()
        self.assertLess(time.process_time() - begin, 20)

    def test_ctrl_c(self):
        m = jounce.Model(jounce.examples.pendulum)
        self.interrupt(lambda: m.run(until=1e4))
        self.interrupt(lambda: m.start().step_to(1e5))
        states = [m.initial()] * 1000
        self.interrupt(lambda: jounce.rollout(m, states, dt=1.0, times=1000, threads=2))
        self.interrupt(lambda: jounce.rollout(m, states, dt=1.0, times=1000, threads=1))
        self.interrupt(lambda: jounce.rollout(m, m.initial(), dt=1e5, times=2, threads=1))  # within one of them, too
        env = jounce.Environment(m, dt=1e5, batch=2, threads=2)
        env.reset()
        self.interrupt(lambda: env.step([[], []]))

    def test_the_lock_is_released(self):
        m = jounce.Model(jounce.examples.pendulum)
        count, going = 0, True

        def others():
            nonlocal count
            while going:
                count += 1
                time.sleep(1e-3)

        thread = threading.Thread(target=others)
        thread.start()
        m.run(until=100)
        during, going = count, False
        thread.join()
        self.assertGreater(during, 10)

    def test_threads_share_a_model(self):
        m = jounce.Model(model_file("examples/four-bar.yaml"))
        hashes = []
        threads = [threading.Thread(target=lambda: hashes.append(m.run(until=0.2, probes=["link2.angle"]).hash)) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(hashes, [m.run(until=0.2, probes=["link2.angle"]).hash] * 8)


class TablesTest(unittest.TestCase):
    def test_short_tables(self):
        m = jounce.Model(jounce.examples.pendulum)
        check, modes = repr(m.check()), repr(m.modes("equilibrium"))
        self.assertRegex(check, r"degrees of freedom +1\n")
        self.assertRegex(modes, r"0\.61\d* .*joint\.hinge\.angle")
        self.assertLess(max(map(len, (check + modes).splitlines())), 100)

    def test_dataframe(self):
        run = jounce.Model(jounce.examples.pendulum).run(until=0.1)
        made = {}

        class Pandas:  # what is used of the real one
            @staticmethod
            def Index(values, name):
                return (name, list(values))

            class DataFrame:
                def __init__(self, columns, index):
                    made.update(columns=columns, index=index)
                    self.attrs = {}

        for pandas, fails in ((Pandas, False), (None, True)):
            with unittest.mock.patch.dict(sys.modules, {"pandas": pandas}):
                if fails:
                    with self.assertRaisesRegex(ImportError, "needs pandas"):
                        run.to_dataframe()
                else:
                    frame = run.to_dataframe()
                    self.assertEqual(frame.attrs["units"], run.units)
        self.assertEqual(made["index"][0], "time")
        self.assertEqual(list(made["columns"]), [name for name in run.names if name != "time"])


if __name__ == "__main__":
    unittest.main()
