# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Dynamics at a state: closed forms, views without copies, states of sessions, and misuse."""
import array
import gc
import math
import pickle
import unittest

import common
import jounce
from common import bits, model_file, values

pole = jounce.Model(jounce.examples.cart_pole)
robot = jounce.Model(model_file("examples/five-bar-robot.yaml"))


def product(A, x):
    return [sum(a * b for a, b in zip(row, x)) for row in values(A)]


class ClosedForms(unittest.TestCase):
    def test_cart_pole(self):
        d = pole.dynamics()
        for angle, rate, push in ((0.05, 0.0, 0.0), (0.7, 2.0, 3.0), (-2.0, -4.0, -1.0)):
            state = list(values(d.state))
            state[d.state_names.index("joint.hinge.angle")] = angle
            state[d.state_names.index("joint.hinge.angle_rate")] = rate
            d.at(state)
            d.set_inputs([push])
            s, c, l, m = math.sin(angle), math.cos(angle), 0.5, 0.2  # the pole's mass is 0.5 m above the hinge
            for row, wanted in zip(values(d.M), ([1.2, -m * l * c], [-m * l * c, 0.02 + m * l * l])):
                for a, b in zip(row, wanted):
                    self.assertAlmostEqual(a, b, 12)
            for a, b in zip(values(d.bias), (m * l * s * rate * rate - push, -m * 9.81 * l * s)):
                self.assertAlmostEqual(a, b, 12)
            self.assertAlmostEqual(d.potential, m * 9.81 * l * c, 12)

    def test_linearization(self):
        """The last rows of B are the inverse of M, for a force on the cart."""
        d = pole.dynamics()
        linear = pole.linearize()
        one, zero = (values(d.accelerations(u=[x])) for x in (1.0, 0.0))
        for name, a, b in zip(d.speeds, one, zero):
            row = [i for i, state in enumerate(linear.states) if state == name]
            for i in row:
                self.assertAlmostEqual(values(linear.B)[i][0], a - b, 8)
        self.assertAlmostEqual(one[0] - zero[0], [r[0] for r in values(linear.B)][2], 8)


class Robot(unittest.TestCase):
    def setUp(self):
        self.d = robot.dynamics(release_drivers=True, independent=["joint.O.angle_rate", "joint.Q.angle_rate"])

    def test_tool(self):
        """The Jacobian in the motors' speeds moves the tool as the closed robot moves."""
        d, h = self.d, 1e-5
        J, start = values(d.jacobian("left_rod.P", independent=True)), list(values(d.state))
        self.assertEqual(d.independent, ("joint.O.angle_rate", "joint.Q.angle_rate"))
        for column, name in enumerate(("joint.O.angle", "joint.Q.angle")):
            places = []
            for sign in (1, -1):
                state = list(start)
                state[d.state_names.index(name)] += sign * h
                d.at(d.close(state))
                self.assertLess(max(abs(x) for x in values(d.phi)), 1e-12)
                places.append(values(d.pose("left_rod.P")[0]))
            for axis in range(2):
                self.assertAlmostEqual((places[0][axis] - places[1][axis]) / (2 * h), J[axis][column], 7)
        d.at(start)

    def test_computed_torque(self):
        """The torques of inverse_independent are those of Model.inverse for the motion of the drivers."""
        r = robot.inverse(until=0.5)
        s = robot.start()
        for time in (0.0, 0.25, 0.5):
            if time > 0:
                s.step_to(time)
            held = s.dynamics()
            d = s.dynamics(release_drivers=True, independent=["joint.O.angle_rate", "joint.Q.angle_rate"])
            vdot = values(held.accelerations())
            torques = values(d.inverse_independent([vdot[i] for i in d.independent_at]))
            row = min(range(len(r["time"])), key=lambda i: abs(r["time"][i] - time))
            for torque, name in zip(torques, ("actuator.left", "actuator.right")):
                self.assertAlmostEqual(torque, r[name][row], 5)

    def test_identities(self):
        d = self.d
        for row in zip(*values(d.B)):
            self.assertLess(max(abs(x) for x in product(d.G, row)), 1e-12)
        tau = [0.1, -0.2, 0.3, 0.4]
        vdot = values(d.accelerations(tau=tau))
        left = [a + b - t for a, b, t in zip(product(d.M, vdot), values(d.bias), tau)]
        for lam, row in zip(values(d.multipliers(tau=tau)), values(d.G)):
            left = [x + lam * g for x, g in zip(left, row)]
        self.assertLess(max(abs(x) for x in left), 1e-12)
        self.assertEqual(len(d.constraints), 2)
        self.assertEqual(robot.dynamics().independent, ())

    def test_outputs(self):
        s = robot.start()
        s.step_to(0.3)
        d = s.dynamics()
        for name, value in zip(d.output_names, values(d.outputs)):
            if not name.startswith("energy"):
                self.assertAlmostEqual(value, s[name], 9, name)
        self.assertEqual(list(d.output_units[:4]), ["m", "m", "rad", "rad"])


class Arrays(unittest.TestCase):
    def test_views(self):
        d = pole.dynamics()
        M = d.M
        if common.has_numpy:
            import numpy
            self.assertIsInstance(M, numpy.ndarray)
            self.assertFalse(M.flags.writeable or M.flags.owndata)
            self.assertTrue(numpy.shares_memory(M, d.M))
        before = bits(M)
        state = list(values(d.state))
        state[2] += 1
        d.at(array.array("d", state))
        self.assertEqual(bits(M), before)  # until M is asked for
        self.assertIsNotNone(d.M)
        self.assertNotEqual(bits(M), before)
        kept = bits(M)
        del d
        gc.collect()
        for _ in range(20):
            pole.dynamics()
        self.assertEqual(bits(M), kept)

    def test_at_keeps_no_memory(self):
        d = pole.dynamics()
        self.assertIs(d.at(d.state), d)
        state = values(d.state)
        self.assertEqual(values(d.v), state[3:5])
        self.assertEqual(values(d.q), state[1:3])

    def test_equal_bits(self):
        """No random numbers, and no traces of earlier states."""
        one, other = pole.dynamics(), pole.dynamics()
        state = list(values(one.state))
        other.at([x + 0.3 for x in state])
        self.assertIsNotNone(other.accelerations())
        other.at(state)
        for name in ("M", "bias", "B", "Mi", "biasi"):
            self.assertEqual(bits(getattr(one, name)), bits(getattr(other, name)), name)

    def test_coordinates(self):
        energies = []
        for coordinates in ("cartesian", "natural", "joint"):
            d = robot.dynamics(coordinates=coordinates)
            energies.append(d.kinetic)
            self.assertEqual(d.coordinates, coordinates)
            self.assertEqual(len(d.state_names), len(values(d.state)))
            self.assertEqual(len(set(d.state_names)), len(d.state_names))
        self.assertAlmostEqual(energies[0], energies[1], 12)
        self.assertAlmostEqual(energies[0], energies[2], 12)


class Sessions(unittest.TestCase):
    def test_session(self):
        s = pole.start()
        s.hold("push", 2.0)
        s.step_to(0.2)
        d = s.dynamics()
        self.assertEqual(bits(d.state), bits(s.state))
        self.assertEqual(bits(pole.dynamics(s).accelerations()), bits(d.accelerations()))
        speed, h = s["cart.vx"], 1e-4
        predicted = values(d.accelerations())[0]
        s.step_to(0.2 + h)
        self.assertAlmostEqual((s["cart.vx"] - speed) / h, predicted, 2)
        s.set_parameters({})
        del s
        gc.collect()
        self.assertEqual(values(d.accelerations())[0], predicted)

    def test_saved(self):
        s = pole.start()
        s.step_to(0.1)
        self.assertEqual(bits(pole.dynamics(s.save()).state), bits(s.state))

    def test_parameters(self):
        m = jounce.Model(jounce.examples.pendulum)
        s = m.start()
        s.set_parameters(mass=4)
        self.assertAlmostEqual(s.dynamics().mass, 4, 12)


class Misuse(unittest.TestCase):
    def test_names(self):
        d = pole.dynamics()
        for call in (d.jacobian, d.pose, d.velocity, d.acceleration):
            with self.assertRaisesRegex(KeyError, "did you mean 'pole.P'"):
                call("pole.p")
            for wrong in (None, 3, b"pole"):
                with self.assertRaises(TypeError):
                    call(wrong)
        with self.assertRaisesRegex(jounce.ArgumentError, "did you mean 'joint.hinge.angle_rate'"):
            pole.dynamics(independent="joint.hinge.angle")
        with self.assertRaisesRegex(jounce.ArgumentError, "cannot be independent|are named"):
            robot.dynamics(release_drivers=True, independent=["joint.O.angle_rate", "joint.A.angle_rate", "joint.Q.angle_rate"])
        with self.assertRaisesRegex(KeyError, "did you mean 'push'"):
            d.accelerations(u={"pusch": 1.0})

    def test_numbers(self):
        d = pole.dynamics()
        for call in (d.at, d.close, d.inverse, d.inverse_independent, lambda x: d.accelerations(tau=x), lambda x: d.accelerations(u=x),
                     lambda x: d.momentum(x), lambda x: d.acceleration("pole", x)):
            with self.assertRaisesRegex(ValueError, "numbers, but must have"):
                call([1.0] * 50)
            for wrong in ("text", {"a": 1}, [["x"]]):
                with self.assertRaises((TypeError, ValueError, KeyError)):
                    call(wrong)
        for call in (d.at, d.close):
            with self.assertRaisesRegex(ValueError, "finite"):
                call([math.nan] * len(values(d.state)))
        with self.assertRaisesRegex(ValueError, "finite"):
            d.set_inputs([math.inf])
        with self.assertRaisesRegex(ValueError, "joint coordinates has"):
            pole.dynamics([1.0, 2.0], coordinates="joint")
        with self.assertRaisesRegex(TypeError, "its own choices"):
            pole.dynamics(pole.start(), coordinates="natural")
        with self.assertRaises(TypeError):
            pickle.dumps(d)

    def test_contacts(self):
        with self.assertRaisesRegex(jounce.Error, "rigid contacts"):
            jounce.Model(model_file("examples/newtons-cradle.yaml")).dynamics()

    def test_released_contacts(self):
        """A ball lies on a plane: a force at the point of contact takes the place of the contact's."""
        ball = {"jounce": 1, "space": "space", "gravity": [0, 0, -10],
                "ground": {"shapes": {"floor": {"type": "plane"}}},
                "bodies": {"ball": {"mass": 2, "inertia": [0.1, 0.1, 0.1], "shapes": {"skin": {"type": "sphere", "radius": 0.5}}}},
                "contacts": {"touch": {"between": ["ball.skin", "ground.floor"], "friction": 0.5}},
                "initial": {"keep": {"ball.z": 0.5}}}
        d = jounce.Model(ball).dynamics(release_contacts=True)
        self.assertAlmostEqual(d.acceleration("ball", d.accelerations())[2], -10, 12)
        J = values(d.jacobian("ball", point=[0, 0, -0.5]))
        tau = [20 * J[2][i] + 3 * J[0][i] for i in range(6)]  # 20 N up, 3 N along x
        a = values(d.acceleration("ball", d.accelerations(tau=tau)))
        for found, wanted in zip(a, (1.5, 0, 0, 0, -0.5 * 3 / 0.1, 0)):
            self.assertAlmostEqual(found, wanted, 12)

    def test_singular(self):
        """A slider-crank whose crank is to follow from the piston, at a dead centre."""
        m = jounce.Model(model_file("examples/slider-crank.yaml"))
        s = m.start()
        start = list(values(s.state))
        piston = "joint.cylinder.displacement_rate"
        with self.assertRaisesRegex(jounce.ArgumentError, "cannot be independent"):
            m.dynamics(start, independent=piston)
        s.step_to(0.1)
        d = s.dynamics(independent=piston)
        self.assertEqual(values(d.B)[d.independent_at[0]], [1.0])
        d.at(start)
        with self.assertRaisesRegex(jounce.NumericalError, "independent speeds"):
            d.B


if __name__ == "__main__":
    unittest.main()
