// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shell.test.js - quantities as they are written, ranges of sliders, and the list of elements, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputRange, isWhole, parameterQuantity, quantityOf, rangeOf, written } from "../shell/quantity.js";
import { rowsOf } from "../shell/card.js";
import { branch } from "../shell/tree.js";

test("quantities keep their unit", () => {
  assert.deepEqual(quantityOf("60 mm"), { value: 60, unit: "mm" });
  assert.deepEqual(quantityOf("-1.5e3 N m/rad"), { value: -1500, unit: "N m/rad" });
  assert.deepEqual(quantityOf("9.81 m/s^2"), { value: 9.81, unit: "m/s^2" });
  assert.deepEqual(quantityOf(" 3 "), { value: 3, unit: "" });
  for (const text of ["", "=2*a", "long", "2*a", "1 + 2"]) assert.equal(quantityOf(text), null, text);
  assert.equal(written(0.30000000000000004, "mm"), "0.3 mm");
});

test("ranges hold their value and are round", () => {
  for (const value of [60, -60, 0.3, 1e-9, 7e6, 0]) {
    const { min, max } = rangeOf({ value, unit: "mm" });
    assert.ok(min <= value && value <= max && min < max, `${value}: ${min} to ${max}`);
  }
  assert.deepEqual(rangeOf({ value: 0, unit: "deg" }), { min: -90, max: 90, step: "any" });
  assert.deepEqual(rangeOf({ value: 0, whole: true }), { min: 0, max: 4, step: 1 });
  assert.deepEqual(inputRange("car.throttle"), { min: 0, max: 1, step: "any" });
  assert.equal(inputRange("gear").step, 1);
});

test("ranges are those of the limits, and keep the sign of what cannot be negative or zero", () => {
  assert.deepEqual(rangeOf({ value: 5, unit: "mm", min: 1, max: 8 }), { min: 1, max: 8, step: "any" });
  assert.deepEqual(rangeOf({ value: 5, unit: "mm", si: "m", max: 8 }), { min: 0.5, max: 8, step: "any" });
  assert.deepEqual(rangeOf({ value: 0, unit: "kg" }), { min: 0, max: 1, step: "any" });
  assert.deepEqual(rangeOf({ value: 2, unit: "kg" }), { min: 0.2, max: 5, step: "any" });
  assert.deepEqual(rangeOf({ value: 0, unit: "N/mm", si: "N/m" }), { min: 0, max: 1, step: "any" });
  assert.deepEqual(rangeOf({ value: -60, unit: "mm", si: "m" }), { min: -200, max: -5, step: "any" });
  assert.deepEqual(rangeOf({ value: 0, unit: "mm", si: "m" }), { min: -100, max: 100, step: "any" });
  assert.deepEqual(rangeOf({ value: 3, whole: true, min: 1, max: 9 }), { min: 1, max: 9, step: 1 });
});

test("parameters are shown in the unit that they are written in, results of formulas in SI units", () => {
  const l = { name: "l", value: 0.06, unit: "m", text: "60 mm", factor: 0.001, min: 0.01, max: 0.1 };
  const { value, unit, min, max } = parameterQuantity(l, []);
  assert.deepEqual([value, unit, min, max], [60, "mm", 10, 100]);
  const d = parameterQuantity({ name: "d", value: 0.12, unit: "m", text: "=2*l", factor: 1, max: 1 }, []);
  assert.deepEqual([d.value, d.unit, d.min, d.max, d.whole], [0.12, "m", undefined, 1, false]);
  assert.equal(parameterQuantity({ name: "n", value: 3, text: "3", structural: true }, []).whole, true);
});

test("switches and counts are known by how they are used", () => {
  const texts = ['road: "road{road}"', 'x: "=if(wet == 1, 2, 3)"', 'repeat: {i: [1, "=N"]}'];
  for (const name of ["road", "wet", "N"]) assert.ok(isWhole(name, 1, texts), name);
  assert.ok(!isWhole("length", 1, texts) && !isWhole("wet", 1.5, texts));
});

test("names of parts are branches", () => {
  const list = ["chassis", "fl.hub", "fl.arm.upper", "fr.hub"].map((name, index) => ({ name, index }));
  const { leaves, branches } = branch(list);
  assert.deepEqual(leaves.map(({ name }) => name), ["chassis"]);
  assert.deepEqual([...branches.keys()], ["fl", "fr"]);
  assert.deepEqual([...branch(branches.get("fl"), 1).branches.keys()], ["arm"]);
});

test("a card has the vectors of its element in one row each", () => {
  const names = ["joint.A.force.x", "joint.A.force.y", "joint.AB.angle", "joint.A.angle", "A.x"];
  const rows = rowsOf({ kind: "joint" }, { name: "A" }, names.map((name) => ({ name, unit: "N" })), ["joint.A.angle"]);
  assert.deepEqual(rows.map(({ word, columns }) => [word, columns]), [["angle", [3]], ["force", [0, 1]]]);
});
