// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// number.js - numbers as they are read on paper: 1.23 × 10⁻⁹ m.
import { element } from "../shell/dom.js";

const SPACE = "\u00a0"; // a number and its unit stay on one line

/** Digits and power of ten, null: none is needed. @param {number} digits worth showing, 0: a whole number */
export function parts(value, digits) {
  if (digits === 0) return { mantissa: String(value), power: null };
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  if (power < -4 || power >= Math.max(digits, 5)) return { mantissa: String(Number(mantissa)), power };
  return { mantissa: String(Number(value.toPrecision(digits))), power: null };
}

const minus = (text) => text.replace("-", "−");

/** Nodes of a quantity; what is not known is a dash. @returns {Array<string | Node>} */
export function quantity(value, digits, unit = "") {
  if (value === null) return ["–"];
  const { mantissa, power } = parts(value, digits);
  const nodes = [minus(mantissa)];
  if (power !== null) nodes.push("×10", element("sup", {}, minus(String(power))));
  if (unit) nodes.push(SPACE + unit);
  return nodes;
}
