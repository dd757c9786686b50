# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Sessions, rollouts and environments: the same bits whatever the threads, states that go on as if nothing had happened."""
import array
import copy
import math
import pickle
import unittest

import common
import jounce
from common import bits, model_file, values

pole = jounce.Model(jounce.examples.cart_pole)


class Sessions(unittest.TestCase):
    def test_steps_are_those_of_a_run(self):
        r, s = pole.run(until=0.5), pole.start()
        for k in range(1, 51):
            self.assertTrue(s.step_to(k * 0.01))
        self.assertEqual(s.summary["hash"], r.hash)
        self.assertEqual(s["cart.x"], values(r["cart.x"])[-1])
        self.assertEqual(list(s.outputs), [values(r[name])[-1] for name in s.names])

    def test_hold_and_release(self):
        s = pole.start(probes=["cart.x"])
        s.hold("push", 3.0)
        self.assertEqual(s.held, {"push": 3.0})
        s.step_to(0.1)
        pushed = s["cart.x"]
        self.assertGreater(pushed, 0.01)
        s.release("push")
        self.assertEqual(s.held, {})
        speed = s["cart.vx"]
        s.step_to(0.11)
        self.assertLess(abs(s["cart.vx"] - speed), 0.02)

    def test_save_and_load(self):
        for choices in ({}, {"integrator": "dopri5"}, {"integrator": "ab3"}, {"formulation": "multipliers"}):
            s = pole.start(**choices)
            s.hold("push", 1.5)
            s.step_to(0.3)
            here = pickle.loads(pickle.dumps(s.save()))
            self.assertEqual((here.time, here.held), (0.3, {"push": 1.5}))
            s.hold("push", -1)
            s.step_to(0.9)
            there = bits(s.state)
            s.load(here)
            self.assertEqual((s.time, s.held), (0.3, {"push": 1.5}))
            s.hold("push", -1)
            s.step_to(0.9)
            self.assertEqual(bits(s.state), there, choices)
            other = pole.start(**choices)
            other.load(copy.deepcopy(here))
            other.hold("push", -1)
            other.step_to(0.9)
            self.assertEqual(bits(other.state), there, choices)

    def test_states_of_others(self):
        here = pole.start().save()
        with self.assertRaisesRegex(jounce.ArgumentError, "belongs to another model"):
            jounce.Model(jounce.examples.pendulum).start().load(here)
        with self.assertRaisesRegex(jounce.ArgumentError, "was written with"):
            pole.start(integrator="dopri5").load(here)
        broken = jounce.State(here._block[:100], here._values, {})
        with self.assertRaises(jounce.ArgumentError):
            pole.start().load(broken)
        with self.assertRaises(TypeError):
            pole.start().load(b"bytes")
        s = pole.start()
        s.hold("push", 2.0)
        with self.assertRaises(jounce.ArgumentError):
            s.load(broken)
        self.assertEqual(s.held, {"push": 2.0})  # nothing has changed

    def test_clone(self):
        for choices in ({}, {"integrator": "dopri5"}):
            s = pole.start(probes="pole.x", **choices)
            s.hold("push", 1.5)
            s.step_to(0.3)
            other = s.clone()
            self.assertIsInstance(other, jounce.Session)
            self.assertEqual((other.time, other.held, other.names), (0.3, {"push": 1.5}, s.names))
            s.step_to(0.6)
            end, place = bits(s.state), s["pole.x"]
            del s
            other.step_to(0.6)
            self.assertEqual((bits(other.state), other["pole.x"]), (end, place))
            other.release("push")
            self.assertEqual(other.clone().held, {})

    def test_set_parameters(self):
        m = jounce.Model(jounce.examples.pendulum)
        s = m.start()
        s.step_to(0.1)
        here = s.state.tolist() if hasattr(s.state, "tolist") else list(s.state)
        with self.assertRaises(jounce.Error):
            s.set_parameters(lenght=0.5)
        with self.assertRaises(TypeError):
            s.set_parameters(length="long")
        self.assertEqual(s.time, here[0])
        s.set_parameters(length=0.5)
        other = m.with_parameters(length=0.5).start()
        other.restart(here)
        for t in (0.2, 0.5):
            s.step_to(t)
            other.step_to(t)
            self.assertEqual(bits(s.outputs), bits(other.outputs))

    def test_events(self):
        s = jounce.Model(common.stopping).start()
        s.step_to(0.9)
        self.assertEqual(s.events, [])
        s.step_to(2)
        (time, kind, name), = s.events
        self.assertAlmostEqual(time, 1, 9)
        self.assertEqual((kind, name), ("event", s.summary["stopped_by"]))

    def test_poses(self):
        s = pole.start(probes=["pole.x", "pole.y", "pole.angle"])
        s.step_to(0.2)
        poses = values(s.poses)
        self.assertEqual(len(poses), len(pole.bodies))
        at = poses[pole.bodies.index("pole")]
        self.assertEqual(at[:2], [s["pole.x"], s["pole.y"]])
        self.assertAlmostEqual(2 * math.atan2(at[6], at[3]), s["pole.angle"], 12)

    def test_restart(self):
        s = pole.start()
        state = list(s.state)
        state[2] = 0.2  # the pole
        s.restart(state)
        self.assertAlmostEqual(s["pole.angle"], 0.2, 12)
        for wrong in ([1.0], [math.nan] * len(state), "text", None):
            with self.assertRaises((ValueError, TypeError)):
                s.restart(wrong)
        s.step_to(0.1)

    def test_an_event_stops_it(self):
        s = jounce.Model(common.stopping).start()
        self.assertTrue(s.step_to(0.9))
        self.assertFalse(s.step_to(2))
        self.assertTrue(s.stopped)
        self.assertAlmostEqual(s.time, 1, 9)
        self.assertFalse(s.step_to(3))

    def test_a_failure(self):
        wild = {**jounce.examples.pendulum, "forces": {"bad": {"type": "torque", "at": "bar", "value": "1/(0.1 - t)^3"}}}
        s = jounce.Model(wild).start(integrator="dopri5")
        with self.assertRaises(jounce.NumericalError) as caught:
            s.step_to(1)
        self.assertIn("t = ", str(caught.exception))
        self.assertLess(s.time, 0.11)


class Rollouts(unittest.TestCase):
    def setUp(self):
        self.states = []
        for k in range(12):
            state = list(pole.initial())
            state[2] += 0.01 * k
            self.states.append(state)
        self.pushes = [[[0.1 * k - 0.05 * i] for i in range(10)] for k in range(12)]

    def test_threads_do_not_matter(self):
        one = jounce.rollout(pole, self.states, self.pushes, 0.05, 1)
        self.assertEqual(memoryview(one).shape, (12, 10, 4))
        for threads in (2, 3, 12, 50):
            self.assertEqual(bits(jounce.rollout(pole, self.states, self.pushes, 0.05, threads)), bits(one))

    def test_state_that_is_no_number(self):
        wrong = list(self.states[0])
        wrong[1] = math.nan
        states, pushes = [self.states[0], wrong, self.states[1]], [self.pushes[0], self.pushes[0], self.pushes[1]]
        mixed = values(jounce.rollout(pole, states, pushes, 0.05, 1, on_failure="nan"))
        good = values(jounce.rollout(pole, self.states[:2], self.pushes[:2], 0.05, 1))
        self.assertEqual([mixed[0], mixed[2]], good)
        self.assertTrue(all(math.isnan(x) for row in mixed[1] for x in row))
        with self.assertRaises(jounce.NumericalError):
            jounce.rollout(pole, states, pushes, 0.05, 1)

    def test_it_is_a_session(self):
        all = values(jounce.rollout(pole, self.states, self.pushes, 0.05, 2))
        s = pole.start()
        for k in (0, 5, 11):
            s.hold("push", self.pushes[k][0][0])
            s.restart(self.states[k])
            for i in range(10):
                s.hold("push", self.pushes[k][i][0])
                s.step_to((i + 1) * 0.05)
                self.assertEqual(all[k][i], list(s.outputs))

    def test_shapes(self):
        one = values(jounce.rollout(pole, self.states[2], self.pushes, 0.05))
        copies = values(jounce.rollout(pole, [self.states[2]] * 12, self.pushes, 0.05))
        self.assertEqual(one, copies)
        with self.assertRaisesRegex(ValueError, r"inputs have the shape \(2, 10, 1\)"):
            jounce.rollout(pole, self.states[:2], self.pushes, 0.05)
        shared = values(jounce.rollout(pole, self.states, self.pushes[3], 0.05))
        each = values(jounce.rollout(pole, self.states, [self.pushes[3]] * 12, 0.05))
        self.assertEqual(shared, each)
        s = pole.start()
        self.assertEqual(memoryview(jounce.rollout(pole, [s.save(), s.save()], dt=0.1, times=3, probes="pole.x")).shape, (2, 3, 5))
        self.assertEqual(memoryview(jounce.rollout(pole, s.state, dt=0.1, times=3)).shape, (1, 3, 4))

    def test_stops_and_failures_are_nan(self):
        m = jounce.Model(common.stopping)
        x = values(jounce.rollout(m, [m.initial()] * 3, [[[f]] * 20 for f in (0.0, 0.9, 3.0)], 0.1, 2))
        self.assertEqual([sum(not math.isnan(row[0]) for row in one) for one in x], [20, 10, 5])
        wild = {**jounce.examples.pendulum, "forces": {"bad": {"type": "torque", "at": "bar", "value": "1/(0.1 - t)^3"}}}
        w = jounce.Model(wild)
        with self.assertRaisesRegex(jounce.NumericalError, "2 of the runs failed: 0, 1"):
            jounce.rollout(w, [w.initial()] * 2, dt=0.05, times=4, integrator="dopri5")
        x = values(jounce.rollout(w, [w.initial()] * 2, dt=0.05, times=4, integrator="dopri5", on_failure="nan"))
        self.assertTrue(math.isnan(x[0][3][0]) and not math.isnan(x[0][0][0]))


class Environments(unittest.TestCase):
    def test_arrays(self):
        rewards = {"list": lambda obs, act: [-abs(o[2]) for o in values(obs)],
                   "array": lambda obs, act: array.array("d", [-abs(o[2]) for o in values(obs)])}
        for kind, reward in rewards.items():
            env = jounce.Environment(pole, dt=0.02, batch=3, limit=1, spread=0.1, reward=reward, done=lambda obs: [o[2] > 0 for o in values(obs)])
            env.reset(seed=3)
            obs, reward_now, terminated, truncated, _ = env.step([[0.0]] * 3)
            for found, format in ((reward_now, "d"), (terminated, "?"), (truncated, "?")):
                self.assertEqual((memoryview(found).format, memoryview(found).shape), (format, (3,)), kind)
                self.assertEqual(isinstance(found, memoryview), not common.has_numpy)
            self.assertEqual(values(reward_now), [-abs(o[2]) for o in values(obs)])
            self.assertEqual(values(truncated), [not t for t in values(terminated)])
        for reward in (lambda obs, act: [1.0], lambda obs, act: [[1.0]] * 3, lambda obs, act: 1.0):
            env = jounce.Environment(pole, dt=0.02, batch=3, reward=reward)
            env.reset()
            with self.assertRaisesRegex(ValueError, "one for each copy"):
                env.step([[0.0]] * 3)

    def make(self, **more):
        return jounce.Environment(pole, dt=0.02, batch=6, spread=0.1, limit=25, reward=lambda obs, act: [-abs(o[2]) for o in values(obs)],
                                  done=lambda obs: [abs(o[2]) > 0.3 for o in values(obs)], **more)

    def play(self, env, seed, steps=60):
        history = [bits(env.reset(seed=seed)[0])]
        for k in range(steps):
            obs, reward, terminated, truncated, info = env.step([[math.sin(k + i)] for i in range(6)])
            history.append((bits(obs), values(reward), values(terminated), values(truncated), sorted(info.get("final_observations", {}))))
        return history

    def test_seeds(self):
        first = self.play(self.make(threads=1), 7)
        self.assertEqual(first, self.play(self.make(threads=2), 7))
        self.assertEqual(first, self.play(self.make(threads=6), 7))
        self.assertNotEqual(first, self.play(self.make(), 8))
        env = self.make()
        self.play(env, 3)
        self.assertEqual(first, self.play(env, 7))

    def test_episodes(self):
        history = self.play(self.make(), 1)
        self.assertTrue(any(any(h[2]) for h in history[1:]))
        self.assertTrue(any(any(h[3]) for h in history[1:]))
        for before, after in zip(history[1:], history[2:]):
            for i in range(6):
                if before[2][i] or before[3][i]:
                    self.assertFalse(after[3][i])  # it has begun anew

    def test_observations(self):
        env = jounce.Environment(pole, dt=0.02, observations=["pole.angle", "cart.x"], batch=2)
        obs, _ = env.reset(seed=1)
        self.assertEqual(memoryview(obs).shape, (2, 2))
        self.assertAlmostEqual(values(obs)[0][0], 0.05, 12)
        self.assertEqual(memoryview(env.states).shape[0], 2)

    def test_start(self):
        def start(chance, state):
            state[2] = 0.1 + chance.random() / 10
            return state

        obs, _ = jounce.Environment(pole, dt=0.02, batch=3, start=start).reset(seed=5)
        angles = [o[2] for o in values(obs)]
        self.assertTrue(all(0.1 <= a < 0.2 for a in angles) and len(set(angles)) == 3)

    def test_an_event_ends_an_episode(self):
        env = jounce.Environment(jounce.Model(common.stopping), dt=0.4, batch=2)
        env.reset()
        ended = [values(env.step([[1.0], [0.0]])[2]) for _ in range(4)]
        self.assertEqual(ended, [[False, False], [False, False], [True, False], [False, False]])


if __name__ == "__main__":
    unittest.main()
