// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quantity.js - values as a model has them written: "60 mm" stays in mm. What a slider about such a value covers.
import { isMap, isScalar, parseDocument } from "yaml";
import { shorten } from "../editor/problems.js";

const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(.*)$/;
const UNIT = /^([A-Za-zµ°%/][A-Za-z0-9µ°%/^* ()-]*)?$/;
const NO_RULES = { schema: "failsafe", strict: false, uniqueKeys: false, logLevel: "silent" };
const MOST_BASES = 8; // variants of variants
const MOST_STEPS = 20; // of a switch or a count
const SHARES = ["throttle", "brake", "clutch", "pedal", "accelerator", "parking", "hand"]; // from nothing to all

/** "60 mm" as {value: 60, unit: "mm"}; null: it is no number. */
export function quantityOf(text) {
  const found = NUMBER.exec(String(text).trim());
  return found && UNIT.test(found[2]) ? { value: Number(found[1]), unit: found[2] } : null;
}

export const written = (value, unit) => `${Number(value.toPrecision(6))}${unit ? ` ${unit}` : ""}`;

/** A round number that is not smaller: 1, 2 or 5 times a power of ten. */
function roundUp(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= x * 0.999);
}

/** {min, max, step} of a slider: about twice the value, with its sign; switches and counts in steps. */
export function rangeOf({ value, unit = "", whole = false }) {
  const size = Math.abs(value);
  if (whole && size <= MOST_STEPS) return { min: Math.min(0, 2 * value), max: Math.max(4, 2 * value), step: 1 };
  const widest = { deg: 90, rad: 1.6 }[unit] ?? 1;
  const most = size > 0 ? roundUp(2 * size) : widest;
  return { min: value > 0 ? 0 : -most, max: value < 0 ? 0 : most, step: "any" };
}

/** Is a parameter a switch (`if(wet == 1, ...)`, `road{road}`) or a count (`repeat: {i: [1, "=N"]}`)? */
export function isWhole(name, value, texts) {
  if (!Number.isInteger(value)) return false;
  const own = name.replaceAll(/[^\w]/g, "\\$&");
  const uses = [`if\\(\\s*${own}\\s*,`, `(?<![\\w.])${own}\\s*[=!]=`, `repeat:[^\\n]*"=${own}"`, `\\{${own}\\}`];
  return /(^|_)gear$/.test(name) || texts.some((text) => new RegExp(uses.join("|")).test(text));
}

/** Range of an input by its name: pedals go from nothing to all, gears in steps, others both ways. */
export function inputRange(name) {
  const word = name.split(".").pop().toLowerCase();
  if (word === "gear" || word === "range") return { min: -1, max: 8, step: 1 };
  const isShare = SHARES.some((share) => word.includes(share));
  return { min: isShare ? 0 : -1, max: 1, step: "any" };
}

const folder = (path) => path.slice(0, path.lastIndexOf("/") + 1);

/**
 * Parameters of a model as they are written there, or in the model that it is a variant of.
 * @param {Record<string, string>} texts by their paths @returns {Map<string, string>}
 */
export function parameterTexts(texts, model) {
  const found = new Map();
  let path = model;
  for (let i = 0; i <= MOST_BASES && texts[path] !== undefined; i++) {
    const root = parseDocument(texts[path], NO_RULES).contents;
    if (!isMap(root)) break;
    const own = root.get("parameters");
    for (const { key, value } of isMap(own) ? own.items : [])
      if (isScalar(key) && isScalar(value) && !found.has(key.value)) found.set(key.value, String(value.value));
    const base = root.get("model");
    if (typeof base !== "string") break;
    path = shorten(folder(path) + base);
  }
  return found;
}
