// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pair.js - a slider and a field for the same quantity; the field accepts other units.
import { element } from "./dom.js";
import { quantityOf, written } from "./quantity.js";

/**
 * @param {{value: number, unit: string}} quantity
 * @param {(quantity: object) => {min: number, max: number, step: number | "any"}} range of the slider about a quantity
 * @param {(value: number, text: string) => void} take
 */
export function quantityPair(name, quantity, range, take) {
  const slider = element("input", { type: "range" });
  const field = element("input", { type: "text", className: "number" });
  slider.setAttribute("aria-label", name);
  field.setAttribute("aria-label", `${name}, value`);
  let { unit } = quantity;
  const say = (value) => {
    field.value = written(value, unit);
    slider.setAttribute("aria-valuetext", field.value);
    field.classList.remove("wrong");
  };
  const set = (next, { min, max, step } = range(next)) => {
    ({ unit } = next);
    Object.assign(slider, { min, max, step });
    slider.value = next.value;
    say(next.value);
  };
  slider.addEventListener("input", () => {
    say(Number(slider.value));
    take(Number(slider.value), field.value);
  });
  field.addEventListener("change", () => {
    const typed = quantityOf(field.value);
    field.classList.toggle("wrong", !typed);
    if (!typed) return;
    const next = { ...quantity, ...typed };
    if (typed.unit !== quantity.unit) next.min = next.max = undefined; // limits are in the unit of the model
    const inside = typed.unit === unit && typed.value >= Number(slider.min) && typed.value <= Number(slider.max);
    set(next, inside ? slider : range(next));
    take(typed.value, field.value);
  });
  set(quantity);
  return { slider, field, set };
}
