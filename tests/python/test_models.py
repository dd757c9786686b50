# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""Models: reading, settings, mistakes with their places, copies; runs have the bits of the command's; analyses."""
import copy
import json
import math
import os
import pickle
import tempfile
import unittest
import zipfile

import common
import jounce
from common import bits, command, model_file, values

crank = model_file("examples/slider-crank.yaml")


class Fmus(unittest.TestCase):
    def test_the_files_are_those_of_the_command(self):
        """Except for the binaries: a wheel has those of another build."""
        with tempfile.TemporaryDirectory() as folder:
            one, other = os.path.join(folder, "a", "crank.fmu"), os.path.join(folder, "crank.fmu")
            os.mkdir(os.path.dirname(one))
            jounce.Model(crank).export_fmu(one, fmi=2, probes=["time"], reference=True, integrator="rk4", step="1 ms")
            command("export", crank, "--fmi", "2", "--probe", "time", "--reference", "--integrator", "rk4", "--step", "1 ms", "-o",
                    other)
            with zipfile.ZipFile(one) as a, zipfile.ZipFile(other) as b:
                texts, others = ([name for name in archive.namelist() if not name.startswith("binaries/")] for archive in (a, b))
                self.assertEqual(texts, others)
                self.assertGreater(len(a.namelist()), len(texts))
                for name in texts:
                    self.assertEqual(a.read(name), b.read(name), name)

    def test_mistakes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "crank.fmu")
            for given in ({"fmi": 1}, {"inputs": ["nothing"]}, {"integrator": "nothing"}):
                with self.assertRaises(ValueError):
                    jounce.Model(crank).export_fmu(path, **given)
            self.assertFalse(os.path.exists(path))


class Reading(unittest.TestCase):
    def test_file_text_and_dict_are_one_model(self):
        with open(crank, encoding="utf-8") as file:
            text = file.read()
        hashes = {jounce.Model(crank).run(until=0.1).hash, jounce.Model.from_text(text).run(until=0.1).hash}
        made = {**jounce.examples.pendulum}
        hashes_made = {jounce.Model(made).run(until=0.1).hash, jounce.Model.from_text(json.dumps(made)).run(until=0.1).hash}
        self.assertEqual((len(hashes), len(hashes_made)), (1, 1))

    def test_settings(self):
        m = jounce.Model(crank, set={"r": "60 mm", "bodies.piston.mass": 0.6})
        self.assertEqual(m.parameters["r"], 0.06)
        self.assertEqual(m.settings, {"r": "60 mm", "bodies.piston.mass": "0.6"})
        said = json.loads(command("run", crank, "--set", "r=60 mm", "--set", "bodies.piston.mass=0.6", "--until", "0.2", "--no-output",
                                  "--json"))
        self.assertEqual(m.run(until=0.2).hash, said["state_hash"])

    def test_other_parameters(self):
        """As a fresh model with these values, bit for bit; the files are not needed any more."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "crank.yaml")
            with open(crank, encoding="utf-8") as file, open(path, "w", encoding="utf-8") as other:
                other.write(file.read())
            m = jounce.Model(path, set={"speed": "200 rpm", "r": "40 mm"})
        changed = m.with_parameters({"l": "160 mm"}, r=0.06)
        fresh = jounce.Model(crank, set={"speed": "200 rpm", "l": "160 mm", "r": 0.06})
        self.assertEqual(changed.run(until=0.2).hash, fresh.run(until=0.2).hash)
        self.assertEqual(changed.settings, {"speed": "200 rpm", "l": "160 mm", "r": "0.06"})
        self.assertEqual((m.parameters["r"], type(changed)), (0.04, jounce.Model))
        self.assertEqual((changed.parameter("r").value, changed.parameter("l").unit), (0.06, "m"))
        self.assertEqual(pickle.loads(pickle.dumps(m.with_parameters(r=0.05))).parameters["r"], 0.05)
        with self.assertRaises(jounce.ModelError):
            m.with_parameters(lenght=1)
        with self.assertRaises(KeyError):
            m.parameter("lenght")

    def test_names(self):
        m = jounce.Model(crank)
        self.assertEqual(m.bodies, ("crank", "rod", "piston"))
        self.assertEqual(m.joints, ("O", "A", "B", "cylinder"))
        self.assertEqual((m.name, m.space, m.path, m.inputs), ("slider-crank", "plane", crank, ()))
        self.assertIn("3 bodies", repr(m))

    def test_all_mistakes_with_their_places(self):
        text = "jounce: 1\nspace: plane\nbodies:\n  a: {mass: heavy, inertia: 1}\n  b: {mass: 1, inertia: -2}\njoints: {j: {type: hinge}}\n"
        with self.assertRaises(jounce.ModelError) as caught:
            jounce.Model.from_text(text, name="wrong.yaml")
        places = [(m.file, m.line, m.column) for m in caught.exception.errors]
        self.assertIn(("wrong.yaml", 4, 13), places)
        self.assertIn(("wrong.yaml", 5, 25), places)
        self.assertGreaterEqual(len(places), 3)
        self.assertEqual(len(str(caught.exception).splitlines()), len(places))
        self.assertIsInstance(caught.exception, ValueError)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(again), again.messages, again.code), (str(caught.exception), caught.exception.messages, 3))

    def test_files_that_are_not_there(self):
        with self.assertRaises(jounce.FileError) as caught:
            jounce.Model("nowhere.yaml")
        self.assertIsInstance(caught.exception, OSError)
        self.assertIn("nowhere.yaml", str(caught.exception))


class Copies(unittest.TestCase):
    def check(self, m, **choices):
        again = pickle.loads(pickle.dumps(m))
        self.assertEqual(again.run(**choices).hash, m.run(**choices).hash)
        self.assertEqual((again.settings, again.name, again.path), (m.settings, m.name, m.path))

    def test_pickled(self):
        self.check(jounce.Model(crank, set={"r": 0.06}), until=0.05)
        self.check(jounce.Model(jounce.examples.cart_pole), until=0.05)
        self.check(jounce.Model(model_file("vehicles/hmmwv.yaml")), until=0.01)  # many files
        self.check(jounce.Model(model_file("robots/arm.urdf")), until=0.01)

    def test_armature(self):
        bar = {"mass": 1, "inertia": 0.1, "points": {"O": [-0.5, 0]}}
        m = jounce.Model({"jounce": 1, "space": "plane", "gravity": [0, -9.81], "bodies": {"a": bar},
                          "joints": {"J": {"type": "revolute", "between": ["ground", "a.O"], "armature": 0.2}}})
        (mode,) = m.modes("equilibrium")
        self.assertAlmostEqual(mode.frequency * 2 * math.pi, math.sqrt(9.81 * 0.5 / 0.55))
        self.assertEqual(m.equilibrium().stability, "stable")
        moved = m.inverse("joint.J.angle", motion={"time": [0, 1, 2], "joint.J.angle": [0, 0, 0]})
        self.assertAlmostEqual(moved["actuator.joint.J.angle"][0], 9.81 * 0.5)

    def test_keyframe(self):
        robot = ('<mujoco><worldbody><body><joint name="j"/><inertial pos="1 0 0" mass="1" diaginertia="1 1 1"/></body>'
                 '</worldbody><keyframe><key name="home" qpos="0.75"/><key qpos="0.5"/></keyframe></mujoco>')
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m.xml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(robot)
            for keyframe, angle in ((None, 0), ("home", 0.75), (1, 0.5)):
                m = jounce.Model(path, keyframe=keyframe)
                self.assertAlmostEqual(m.run(until=1e-9)["joint.j.angle"][0], angle)
                self.check(m, until=0.01)
                s = m.sweep({"simulate.tolerance.relative": [1e-6, 1e-7]}, until=1e-9, outputs="joint.j.angle", take="final")
                self.assertAlmostEqual(s["final(joint.j.angle)"][0], angle)
            with self.assertRaisesRegex(jounce.ModelError, "the file has home, 1"):
                jounce.Model(path, keyframe="away")
        with self.assertRaisesRegex(ValueError, "belongs to robots"):
            jounce.Model(crank, keyframe="home")

    def test_without_its_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m.yaml")
            with open(crank, encoding="utf-8") as source, open(path, "w", encoding="utf-8") as file:
                file.write(source.read())
            m = jounce.Model(path)
            block, hash = pickle.dumps(m), m.run(until=0.05).hash
        self.assertEqual(pickle.loads(block).run(until=0.05).hash, hash)

    def test_copied(self):
        m = jounce.Model(crank)
        self.assertIs(copy.copy(m), m)  # it is constant
        self.assertIs(copy.deepcopy(m), m)

    def test_probes_leave_the_model_as_it_was(self):
        m = jounce.Model(model_file("vehicles/hmmwv.yaml"))
        before = m.run(until=0.02).hash
        probe = "chassis.in.fl.wheel.yaw"  # an angle that is followed over whole turns: a state of its own
        asked = m.run(until=0.02, probes=[probe])
        self.assertEqual(m.run(until=0.02).hash, before)
        said = json.loads(command("run", m.path, "--until", "0.02", "--probe", probe, "--no-output", "--json"))
        self.assertEqual(asked.hash, said["state_hash"])


class Bits(unittest.TestCase):
    """A run from Python is that of the command."""

    def test_models(self):
        names = ["four-bar", "pendulum", "slider-crank", "stick-slip", "gear-train", "rolling-disc"][:2 if common.LIGHT else None]
        for name in names:
            path = model_file(f"examples/{name}.yaml")
            said = json.loads(command("run", path, "--until", "0.2", "--no-output", "--json"))
            r = jounce.Model(path).run(until=0.2)
            self.assertEqual((r.hash, r.summary["steps"]), (said["state_hash"], said["steps"]), name)

    def test_choices(self):
        for words, choices in ((["--integrator", "dopri5", "--tolerance", "1e-9"], {"integrator": "dopri5", "tolerance": 1e-9}),
                               (["--formulation", "orthonormal"], {"formulation": "orthonormal"}),
                               (["--step", "1 ms"], {"step": "1 ms"})):
            said = json.loads(command("run", crank, "--until", "0.1", *words, "--no-output", "--json"))
            self.assertEqual(jounce.Model(crank).run(until=0.1, **choices).hash, said["state_hash"], words)

    def test_choices_of_the_file_give_way(self):
        r = jounce.Model(os.path.join(common.ROOT, "papers/park/park-four-bar.yaml")).run(until=0.05, formulation="orthonormal")
        self.assertTrue(any("'orthonormal' does not support velocity 'projection'" in m.text for m in r.messages))


class Analyses(unittest.TestCase):
    def test_check(self):
        c = jounce.Model(model_file("examples/door-three-hinges.yaml")).check()
        self.assertEqual((c.freedoms, c.redundant, len(c.redundant_rows)), (1, 10, 10))
        self.assertIn("'middle'", c.redundant_rows[0])
        self.assertEqual(len(c.shared), 1)
        self.assertEqual(jounce.Model(crank).check().redundant, 0)

    def test_equilibrium(self):
        e = jounce.Model(jounce.examples.pendulum).equilibrium(probes="joint.hinge.force")
        self.assertAlmostEqual(e.outputs["bar.angle"], -math.pi / 2, 9)
        self.assertAlmostEqual(e.outputs["joint.hinge.force.y"], 2 * 9.81, 6)
        self.assertEqual(e.stability, "stable")
        with self.assertRaises(ValueError):
            jounce.Model(jounce.examples.pendulum).equilibrium(method="guessing")

    def test_modes_and_matrices(self):
        m = jounce.Model(jounce.examples.pendulum)
        modes = m.modes("equilibrium")
        self.assertAlmostEqual(modes[0].natural, math.sqrt(2 * 9.81 * 0.5 / (2 / 12 + 2 * 0.25)), 6)
        self.assertEqual((modes[0].trend, modes.growing, modes.zero), (0, 0, ()))
        A, B, C, D = m.linearize("equilibrium")
        self.assertAlmostEqual(values(A)[1][0], -modes[0].natural ** 2, 6)
        self.assertEqual((memoryview(B).shape, memoryview(C).shape, memoryview(D).shape), ((2, 0), (4, 2), (4, 0)))

    def test_linear_at_a_state(self):
        m = jounce.Model(jounce.examples.cart_pole)
        s = m.start()
        s.step_to(0.5)
        at = m.linearize(s.save())
        self.assertEqual(at.time, 0.5)
        self.assertEqual(bits(at.A), bits(m.linearize(s.state).A))
        self.assertNotEqual(bits(at.A), bits(m.linearize().A))

    def test_kinematics_is_that_of_the_command(self):
        path = model_file("examples/driven-slider-crank.yaml")
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "k.csv")
            command("kinematics", path, "--until", "0.5", "-o", out, "--quiet")
            with open(out, encoding="utf-8") as file:
                self.assertEqual(jounce.Model(path).kinematics(0.5).to_csv(), file.read())

    def test_inverse_of_a_run(self):
        m = jounce.Model(model_file("examples/pendulum.yaml"))
        swing = m.run(until=0.5, probes=["joint.hinge.angle"])
        forces = m.inverse(motion=swing)
        self.assertLess(max(abs(v) for v in values(forces["actuator.joint.hinge.angle"])), 1e-4)  # it swings freely
        with self.assertRaises(jounce.ArgumentError):
            m.kinematics()

    def test_compare(self):
        found = jounce.Model(jounce.examples.pendulum).compare(formulation=["multipliers"], integrator="rk4", until=0.2, ladder=2, repeat=1)
        combination, rung = found.fastest(1e-3)
        self.assertLess(rung["error"], 1e-3)
        self.assertIn("multipliers", str(found))
        self.assertIn("</svg>", found.svg)
        self.assertIsNone(found.fastest(0))

    def test_picture_and_schema(self):
        self.assertIn("</svg>", jounce.Model(crank)._repr_html_())
        self.assertTrue(json.loads(jounce.schema())["title"].startswith("Jounce model"))
        self.assertEqual(jounce.unit("72 km/h")[1], "m/s")


if __name__ == "__main__":
    unittest.main()
