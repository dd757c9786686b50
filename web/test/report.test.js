// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report.test.js - what reports reckon, without a browser: numbers on paper, sorting, mode shapes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parts } from "../report/number.js";
import { order } from "../report/sections.js";
import { nameOf, swing, usualSize } from "../report/shapes.js";
import { chosenCurves, decades } from "../report/chart.js";

test("numbers have the digits that are worth showing, and a power of ten where they are long", () => {
  assert.deepEqual(parts(7.49412e-16, 3), { mantissa: "7.49", power: -16 });
  assert.deepEqual(parts(0.000397, 3), { mantissa: "0.000397", power: null });
  assert.deepEqual(parts(123456.7, 3), { mantissa: "1.23", power: 5 });
  assert.deepEqual(parts(12345.678, 9), { mantissa: "12345.678", power: null });
  assert.deepEqual(parts(0, 4), { mantissa: "0", power: null });
  assert.deepEqual(parts(20002, 0), { mantissa: "20002", power: null });
  assert.deepEqual(parts(9.9999, 2), { mantissa: "10", power: null });
});

test("numbers before words, what is not known last", () => {
  assert.deepEqual(["slow", null, 2, "diverged", 1e-9].sort(order), [1e-9, 2, "diverged", "slow", null]);
});

/** One body at (0, 1, 0), half a metre from its hinge, turned by a quarter about z. */
const pose = [0, 1, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2];
const hinge = { re: -0.1, im: Math.PI, real: [-0.5, 0, 0, 0, 0, 1], imaginary: [0, 0, 0, 0, 0, 0] };

test("a mode swings about the pose, once in its period, and comes back", () => {
  const run = swing(pose, hinge, 0.2);
  assert.ok(Math.abs(run.end - 4) < 1e-12, `two periods take ${run.end} s`);
  const at = (time) => [...run.posesAt(time, new Float64Array(7))];
  const near = (a, b) => a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) < 1e-3, `${a} is not ${b}`));
  const turned = (angle) => [Math.cos(Math.PI / 4 + angle / 2), 0, 0, Math.sin(Math.PI / 4 + angle / 2)];
  near(at(0), [-0.1, 1, 0, ...turned(0.2)]);
  near(at(0.5), pose);
  near(at(1), [0.1, 1, 0, ...turned(-0.2)]);
  near(at(4), at(0));
});

test("imaginary parts come a quarter of a period before", () => {
  const run = swing(pose, { ...hinge, real: hinge.imaginary, imaginary: hinge.real }, 0.2);
  assert.ok(Math.abs(run.posesAt(0.5, new Float64Array(7))[0] - 0.1) < 1e-3);
});

test("a mode that does not oscillate fades, or grows to the same", () => {
  const fades = swing(pose, { ...hinge, re: -2, im: 0 }, 0.2);
  const grows = swing(pose, { ...hinge, re: 2, im: 0 }, 0.2);
  assert.equal(fades.end, 1.5);
  assert.ok(Math.abs(fades.poses(0)[0] + 0.1) < 1e-12);
  assert.ok(Math.abs(fades.poses(fades.n - 1)[0]) < 0.01);
  assert.ok(Math.abs(grows.poses(grows.n - 1)[0] + 0.1) < 1e-12);
});

test("shapes are as large as joints stay closed", () => {
  assert.equal(usualSize(hinge, 10), 0.3); // by the turn
  assert.equal(usualSize(hinge, 0.5), 0.12); // by the way
  assert.equal(usualSize({ real: [0, 0, 0, 0, 0, 0], imaginary: [0, 0, 0, 0, 0, 0] }, 1), 0);
});

test("modes by name", () => {
  assert.equal(nameOf(hinge, 0), "mode 1: 0.5 Hz, damping ratio 0.03181");
  assert.equal(nameOf({ re: 0, im: 2 * Math.PI }, 1), "mode 2: 1 Hz, damping ratio 0");
  assert.equal(nameOf({ re: 4, im: 0 }, 2), "mode 3: grows in 0.25 s");
});

test("curves of a chart are chosen by words and by the entries of the legend", () => {
  const curves = [["multipliers", "rk4"], ["multipliers", "bdf"], ["baumgarte", "rk4"]].map((of) => ({ name: of.join(" "), of }));
  const names = (filter, ...chosen) => chosenCurves(curves, filter, [0, 1].map((i) => new Set(chosen[i] ?? []))).map(({ name }) => name);
  assert.equal(names("").length, 3);
  assert.deepEqual(names("RK4"), ["multipliers rk4", "baumgarte rk4"]);
  assert.deepEqual(names("rk4 -baum"), ["multipliers rk4"]);
  assert.deepEqual(names("", ["multipliers"], ["bdf"]), ["multipliers bdf"]);
  assert.deepEqual(names("", ["baumgarte", "multipliers"], ["rk4"]), ["multipliers rk4", "baumgarte rk4"]);
  assert.deepEqual(names("euler"), []);
  assert.deepEqual(decades([3e-4, 0.02, 0]), [-4, -1]);
  assert.deepEqual(decades([]), [0, 1]);
});
