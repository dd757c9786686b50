# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""What things cost: a step over one in C, threads of a rollout, memory of ten thousand models."""
import gc
import json
import os
import subprocess
import tempfile
import time
import unittest

import common
import jounce
from common import model_file


def resident() -> int:
    """KiB of memory that this process has."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:"))


class Time(unittest.TestCase):
    @unittest.skipIf(common.LIGHT, "the sanitizers change what things cost")
    def test_step_to(self):
        """At most a microsecond above the same loop in C (step_time.c)."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pendulum.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(jounce.examples.pendulum, file)
            best = 1e9
            for _ in range(5):
                plain = float(subprocess.run([os.environ["STEP_TIME"], path, "0.001", "1000"], check=True, capture_output=True).stdout)
                best = min(best, self.least(path) - plain)
                if best < 1000:
                    break
        self.assertLess(best, 1000)
        print(f"step_to takes {best:.0f} ns more than in C", flush=True)

    @staticmethod
    def least(path) -> float:
        s = jounce.Model(path).start()
        step, best = s.step_to, 1e9
        for _ in range(15):
            times = [s.time + i * 1e-3 for i in range(1, 1001)]
            begin = time.thread_time()
            for t in times:
                step(t)
            best = min(best, (time.thread_time() - begin) / len(times) * 1e9)
        return best

    @unittest.skipIf(common.LIGHT, "the sanitizers change what things cost")
    def test_two_threads(self):
        """Faster than one thread: by the clock where the machine gave two processors, else by the work that was done.

        Two processors that share a core gain far less than twice, so the limit only shows that threads run at once."""
        m = jounce.Model(model_file("examples/slider-crank.yaml"))
        states = [m.initial()] * 1000
        gains = []
        for _ in range(8):
            one, two = self.rollout(m, states, 1), self.rollout(m, states, 2)
            alone = two[1] / two[0] > 1.95 and one[1] / one[0] > 0.97
            gains.append(one[0] / two[0] if alone else 2 * one[1] / two[1])
            if gains[-1] >= 1.2:
                break
        self.assertGreaterEqual(max(gains), 1.2, gains)
        print(f"1000 states on two threads: {max(gains):.2f} times as fast", flush=True)

    @staticmethod
    def rollout(m, states, threads):
        clock, work = time.perf_counter(), time.process_time()
        jounce.rollout(m, states, dt=0.002, times=20, threads=threads)
        return time.perf_counter() - clock, time.process_time() - work


class Memory(unittest.TestCase):
    def grows(self, work, n):
        for _ in range(max(n // 10, 1)):
            work()
        gc.collect()
        before = resident()
        for _ in range(n):
            work()
        gc.collect()
        return resident() - before

    def test_models(self):
        n = 300 if common.LIGHT else 10_000
        made = jounce.examples.pendulum
        if not common.LIGHT:
            self.assertLess(self.grows(lambda: jounce.Model(made), n), 1000)
        else:
            self.grows(lambda: jounce.Model(made), n)

    def test_the_rest(self):
        if common.LIGHT:
            return
        m = jounce.Model(jounce.examples.cart_pole)
        wrong = {**jounce.examples.pendulum, "bodies": {"bar": {"mass": -1}}}

        def refused():
            try:
                jounce.Model(wrong)
            except jounce.ModelError:
                pass

        def all():
            r = m.run(until=0.01, probes=["pole.x"])
            r["cart.x"], r.to_csv(), r.plot()
            s = m.start()
            s.hold("push", 1)
            s.step_to(0.01)
            s.load(s.save())
            m.linearize("equilibrium"), m.modes(), m.check()
            jounce.rollout(m, [m.initial()] * 3, [[1.0]], 0.01, 2)
            env = jounce.Environment(m, dt=0.01, batch=2)
            env.reset(seed=1)
            env.step([[0], [1]])
            refused()

        self.assertLess(self.grows(all, 300), 1500)


if __name__ == "__main__":
    unittest.main()
