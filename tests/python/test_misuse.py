# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Misuse: every wrong name, shape, type or moment is a clear exception, never a crash, and the objects go on working."""
import array
import gc
import math
import random
import threading
import unittest

import common
import jounce
from common import bits, model_file, values
from jounce import _core

pole = jounce.Model(jounce.examples.cart_pole)
odd = [None, 3, -1.5, math.nan, math.inf, "", "text", "a\0b", b"bytes", [], [None], ["x"], [[1], [2, 3]], {}, {"a": 1}, object(), type, pole,
       array.array("f", [1, 2]), array.array("d", [1, 2]), memoryview(b"abcdefgh"), 10**400, "\ud800", lambda: 1]


class Suggestions(unittest.TestCase):
    """A wrong name is answered with the nearest one that exists."""

    def test_names(self):
        m, s = jounce.Model(jounce.examples.pendulum), pole.start()
        swept = m.sweep({"length": [1, 2]}, take="max", until=0.01)
        for near, call in (("cart.x", lambda: pole.run(until=0.01)["cart.y"]), ("pole.angle", lambda: s["pole.angel"]),
                           ("push", lambda: s.hold("pusch", 1.0)), ("push", lambda: s.release("pusch")),
                           ("push", lambda: jounce.rollout(pole, pole.initial(), [[0.0]], input_names="pusch")),
                           ("push", lambda: jounce.Environment(pole, dt=0.1, actions="pusch")),
                           ("cart.x", lambda: jounce.Environment(pole, dt=0.1, observations="cart.xx")),
                           ("integrator", lambda: m.run(integrater="rk4")), ("rk4", lambda: m.run(integrator="rk5")),
                           ("bar.tip", lambda: m.run(probes="bar.tipp")), ("length", lambda: m.parameter("lenght")),
                           ("length", lambda: m.with_parameters(lenght=1)), ("length", lambda: m.start().set_parameters(lenght=1)),
                           ("equilibrium", lambda: m.modes("equlibrium")), ("newton", lambda: m.equilibrium(method="newtn")),
                           ("multipliers", lambda: m.compare(formulation="multiplier")), ("length", lambda: m.sweep({"lenght": [1]})),
                           ("max", lambda: m.sweep({"length": [1]}, take="maxx")), ("max(bar.angle)", lambda: swept["max(bar.angel)"]),
                           ("mm", lambda: jounce.unit("1 mmm"))):
            with self.subTest(near=near), self.assertRaises((KeyError, TypeError, ValueError)) as caught:
                call()
            self.assertIn(f"did you mean '{near}", str(caught.exception))


class Calls(unittest.TestCase):
    """Anything in place of anything."""

    allowed = (TypeError, ValueError, KeyError, IndexError, OverflowError, AttributeError, jounce.Error, UnicodeError, MemoryError)

    def try_all(self, call):
        for thing in odd:
            try:
                call(thing)
            except self.allowed as error:
                self.assertTrue(str(error), f"{error!r} for {thing!r} says nothing")

    def test_models(self):
        self.try_all(lambda x: jounce.Model(x))
        self.try_all(lambda x: jounce.Model.from_text(x))
        self.try_all(lambda x: jounce.Model(jounce.examples.pendulum, set=x))
        self.try_all(lambda x: jounce.Model(jounce.examples.pendulum, set={"length": x}))
        self.try_all(lambda x: jounce.Model({**jounce.examples.pendulum, "bodies": x}))
        self.try_all(lambda x: jounce.Model({**jounce.examples.pendulum, "name": x}))

    def test_runs(self):
        m = jounce.Model(jounce.examples.pendulum)
        for word in ("until", "step", "integrator", "probes", "output_step", "formulation", "locate_roots", "progress"):
            self.try_all(lambda x: m.run(**{"until": 0.01, word: x}) if word != "until" else m.run(until=x, max_steps=1000))
        self.try_all(lambda x: m.run(until=0.01)[x])
        self.try_all(lambda x: m.run(until=0.01).plot(x))
        self.try_all(lambda x: m.run(until=0.01).plot(x=x))

    def test_analyses(self):
        for call in (pole.check, pole.equilibrium, pole.linearize, pole.modes, pole.kinematics, pole.inverse, pole.picture, pole.initial):
            self.try_all(lambda x: call(x))
            self.try_all(lambda x: call(step=x))
        for word in ("probes", "at", "method", "time", "motion", "actuators"):
            for call in (pole.equilibrium, pole.linearize, pole.kinematics):
                self.try_all(lambda x: call(**{word: x}))
        self.try_all(lambda x: pole.compare(formulation="multipliers", integrator="rk4", until=0.01, ladder=1, repeat=1, variant=x))
        self.try_all(lambda x: pole.compare(formulation="multipliers", integrator="rk4", until=0.01, ladder=x, repeat=1))

    def test_sessions(self):
        s = pole.start()
        for call in (s.step_to, s.release, s.load, s.restart, s.__getitem__, lambda x: s.hold(x, 1), lambda x: s.hold("push", x), s._load, s._output):
            self.try_all(lambda x: call(x) if not isinstance(x, (int, float)) or call != s.step_to else None)
        s.step_to(s.time + 0.01)
        self.assertTrue(math.isfinite(s["cart.x"]))

    def test_dynamics(self):
        d = pole.dynamics()
        for call in (d.at, d.close, d.set_inputs, d.inverse, d.inverse_independent, d.accelerations, d.multipliers, d.momentum, d.pose,
                     d.velocity, d.acceleration, d.jacobian, pole.dynamics, d._accelerations, d._momentum):
            self.try_all(lambda x: call(x))
        for word in ("independent", "release_drivers", "release_contacts", "coordinates", "step"):
            self.try_all(lambda x: pole.dynamics(**{word: x}))
        self.try_all(lambda x: d.jacobian("pole", point=x))
        self.try_all(lambda x: d.acceleration("pole", x, x))
        self.try_all(lambda x: d.accelerations(tau=x))
        self.try_all(lambda x: _core.Dynamics(x, x, x, x, x, x))
        self.try_all(lambda x: _core.Dynamics(None, x, [], False, False, {}))
        self.assertTrue(math.isfinite(d.kinetic))

    def test_rollouts(self):
        state = pole.initial()
        self.try_all(lambda x: jounce.rollout(x, state, dt=0.01, times=1))
        self.try_all(lambda x: jounce.rollout(pole, x, dt=0.01, times=1))
        self.try_all(lambda x: jounce.rollout(pole, state, x, dt=0.01))
        self.try_all(lambda x: jounce.rollout(pole, state, dt=x, times=1) if not (isinstance(x, (int, float)) and x > 1) else None)
        self.try_all(lambda x: jounce.rollout(pole, state, dt=0.01, times=x) if x != 10**400 else None)
        self.try_all(lambda x: jounce.rollout(pole, state, dt=0.01, times=1, threads=x))
        self.try_all(lambda x: jounce.rollout(pole, state, [[1.0]], dt=0.01, input_names=x))

    def test_environments(self):
        for word in ("dt", "actions", "observations", "batch", "limit", "spread", "threads", "start"):
            def call(x):
                env = jounce.Environment(pole, **{"dt": 0.01, "batch": 1, word: x})
                env.reset()
                env.step([[0.0]] * env.batch)
            self.try_all(call)
        env = jounce.Environment(pole, dt=0.01, batch=2)
        env.reset(seed=1)
        self.try_all(env.step)
        env.step([[0], [1]])

    def test_the_core_itself(self):
        """Behind the package, too."""
        functions = [getattr(_core, n) for n in dir(_core) if callable(getattr(_core, n)) and not n.startswith("__")]
        chance = random.Random(1)
        batch = _core.Batch(pole, 2, 1, ["push"], [], {})
        functions += [batch.step, batch.restart]
        for function in functions:
            for _ in range(60 if common.LIGHT else 300):
                args = [chance.choice(odd) for _ in range(chance.randrange(9))]
                try:
                    function(*args)
                except self.allowed:
                    pass

    def test_no_instances(self):
        for make in (_core.Array, _core.Model, _core.Session, _core.Batch, _core.Dynamics):
            with self.assertRaises(TypeError):
                make()
        with self.assertRaises(TypeError):
            object.__new__(jounce.Model)


class Moments(unittest.TestCase):
    def test_two_threads_on_one_session(self):
        s = jounce.Model(jounce.examples.pendulum).start()
        refused = []

        def go():
            for _ in range(40):
                try:
                    s.step_to(s.time + 0.5)
                except (RuntimeError, ValueError) as error:
                    refused.append(str(error))

        threads = [threading.Thread(target=go) for _ in range(4)]
        for t in threads:
            t.start()
        for _ in range(200):
            for look in (lambda: s.outputs, lambda: s.time, s.save, lambda: s.hold("x", 1), lambda: s.summary):
                try:
                    look()
                except (RuntimeError, KeyError):
                    pass
        for t in threads:
            t.join()
        self.assertTrue(all("another thread" in text or "from now on" in text for text in refused))
        self.assertTrue(s.step_to(s.time + 0.1))

    def test_views_outlive_everything(self):
        s = pole.start()
        kept = [pole.initial(), s.state, s.outputs, s.save().values, pole.linearize().A, pole.equilibrium(method="newton").state,
                jounce.rollout(pole, pole.initial(), dt=0.01, times=2), jounce.Environment(pole, dt=0.1).reset()[0],
                pole.run(until=0.01)["cart.x"]]
        before = [bits(k) for k in kept]
        del s
        gc.collect()
        for _ in range(20):
            pole.run(until=0.02)
        self.assertEqual([bits(k) for k in kept], before)

    def test_a_model_may_go_before_its_sessions(self):
        m = jounce.Model(jounce.examples.cart_pole)
        s, b = m.start(), _core.Batch(m, 3, 2, ["push"], [], {})
        del m
        gc.collect()
        s.step_to(0.1)
        b.step(0.1, array.array("d", [0, 1, 2]))
        self.assertTrue(math.isfinite(s["cart.x"]))

    def test_an_array_that_changes_while_it_is_used(self):
        numbers = array.array("d", list(pole.initial()))
        out = []
        thread = threading.Thread(target=lambda: out.append(jounce.rollout(pole, numbers, dt=0.1, times=200)))
        thread.start()
        while thread.is_alive():
            try:
                numbers.append(1.0)  # refused while the rollout looks at it
                numbers.pop()
            except BufferError:
                pass
        thread.join()
        self.assertEqual(len(out), 1)

    def test_exceptions_of_callbacks(self):
        env = jounce.Environment(pole, dt=0.01, batch=2, reward=lambda o, a: 1 / 0)
        env.reset()
        with self.assertRaises(ZeroDivisionError):
            env.step([[0], [0]])
        env = jounce.Environment(pole, dt=0.01, batch=2, start=lambda r, s: s[:2])
        with self.assertRaises(ValueError):
            env.reset()

    def test_texts_are_no_numbers(self):
        session = pole.start()
        for wrong in (["x"], ["1", "2"], [1.0, "x"], {"a": 1}, [[0.0], ["x"]], [b"1"]):
            for call in (session.restart, pole.linearize, pole.picture, pole.modes):
                with self.subTest(call=call.__name__, wrong=wrong), self.assertRaises(TypeError):
                    call(wrong)

    def test_subclasses(self):
        class Mine(jounce.Model):
            pass

        m = Mine(jounce.examples.cart_pole)
        m.session = m.start()  # a cycle, which is collected
        del m
        self.assertGreaterEqual(gc.collect(), 1)


if __name__ == "__main__":
    unittest.main()
