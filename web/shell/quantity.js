// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quantity.js - values in the units of the model file: "60 mm" stays in mm; and ranges of sliders.
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*)$/;
const UNIT = /^([A-Za-zµ°%/][A-Za-z0-9µ°%/^* ()-]*)?$/;
const MOST_STEPS = 20; // largest number of steps of a switch or count
const NEVER_ZERO = ["kg", "m", "kg m^2"]; // units of masses, lengths and inertias
const NEVER_NEGATIVE = [...NEVER_ZERO.filter((unit) => unit !== "m"), "N/m", "N s/m", "N m/rad", "N m s/rad", "s", "Pa"];
const WIDTHS = { deg: 90, rad: 1.6, mm: 100, cm: 10 }; // ranges of sliders about zero; 1 for other units
const SHARES = ["throttle", "brake", "clutch", "pedal", "accelerator", "parking", "hand"]; // inputs from 0 to 1

/** Parses "60 mm" as {value: 60, unit: "mm"}; null: it is no number. */
export function quantityOf(text) {
  const found = NUMBER.exec(String(text).trim());
  return found && UNIT.test(found[2]) ? { value: Number(found[1]), unit: found[2] } : null;
}

export const written = (value, unit) => `${Number(value.toPrecision(6))}${unit ? ` ${unit}` : ""}`;

/** Returns the next larger round number: 1, 2 or 5 times a power of ten. */
function roundUp(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= x * 0.999);
}

/** Returns the next smaller round number. */
function roundDown(x) {
  const power = 10 ** Math.floor(Math.log10(x) + 1e-9);
  return [5, 2, 1].map((n) => n * power).find((n) => n <= x * 1.001);
}

/** Returns the range of a slider without limits: up to twice the value; masses and lengths stay above zero. */
function usualRange({ value, unit, si }) {
  const size = Math.abs(value);
  const most = size > 0 ? roundUp(2 * size) : (WIDTHS[unit] ?? 1);
  const least = size > 0 && NEVER_ZERO.includes(si) ? roundDown(size / 10) : 0;
  const isOneSided = size > 0 || NEVER_NEGATIVE.includes(si);
  if (value < 0) return { min: -most, max: -least };
  return { min: isOneSided ? least : -most, max: most };
}

/**
 * Returns {min, max, step} of a slider: its limits if there are some; switches and counts have steps.
 * @param {{value: number, unit?: string, si?: string, whole?: boolean, min?: number, max?: number}} quantity si: its unit
 *   in SI units; limits in the unit of the value
 */
export function rangeOf({ value, unit = "", si = unit, whole = false, min, max }) {
  const isCount = whole && Math.abs(value) <= MOST_STEPS;
  const counts = { min: Math.min(0, 2 * value), max: Math.max(4, 2 * value) };
  const usual = isCount ? counts : usualRange({ value, unit, si });
  return { min: min ?? Math.min(usual.min, max ?? Infinity), max: max ?? Math.max(usual.max, min ?? -Infinity), step: isCount ? 1 : "any" };
}

/**
 * Returns a parameter as it is written, with its limits in that unit; results of formulas are in SI units.
 * @param {object} parameter of the description @param {string[]} texts of the model
 */
export function parameterQuantity({ name, value, unit = "", text = "", factor = 1, min, max, structural = false }, texts) {
  const found = quantityOf(text);
  const quantity = found?.unit ? found : { value, unit };
  const scale = found?.unit ? factor : 1;
  const whole = quantity.unit === "" && (structural || isWhole(name, value, texts));
  return { ...quantity, si: unit, whole, min: min === undefined ? min : min / scale, max: max === undefined ? max : max / scale };
}

/**
 * Returns whether a parameter is a switch (`if(wet == 1, ...)`, `road{road}`) or a count (`repeat: {i: [1, "=N"]}`).
 */
export function isWhole(name, value, texts) {
  if (!Number.isInteger(value)) return false;
  const own = name.replaceAll(/[^\w]/g, "\\$&");
  const uses = [`if\\(\\s*${own}\\s*,`, `(?<![\\w.])${own}\\s*[=!]=`, `repeat:[^\\n]*"=${own}"`, `\\{${own}\\}`];
  return /(^|_)gear$/.test(name) || texts.some((text) => new RegExp(uses.join("|")).test(text));
}

/** Returns the range of an input by its name: pedals from 0 to 1, gears in steps, others in both directions. */
export function inputRange(name) {
  const word = name.split(".").pop().toLowerCase();
  if (word === "gear" || word === "range") return { min: -1, max: 8, step: 1 };
  const isShare = SHARES.some((share) => word.includes(share));
  return { min: isShare ? 0 : -1, max: 1, step: "any" };
}
