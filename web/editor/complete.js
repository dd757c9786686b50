// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// complete.js - completion: keys and values from the schema, and names of the model's own elements.
import { placeOf } from "./cursor.js";
import { endsOf, namesFor, parametersOf, signalsOf } from "./names.js";
import { keysAt, valuesAt } from "./schema.js";

function keyOptions(schema, path, colon) {
  return keysAt(schema, path).map(({ label, info, required }) => ({
    label,
    type: "property",
    apply: colon ? `${label}: ` : label,
    detail: required ? "required" : undefined,
    info: info || undefined,
    boost: required ? 1 : 0,
  }));
}

/** Returns the names of the model that suit a place: ends, elements, names in formulas. */
function namesAt(refs, { path, root, formula }) {
  const words = path.map(({ key }) => key).filter((key) => typeof key === "string");
  if (formula === "=") return parametersOf(root); // a number that is known when the file is read
  if (words[0] === "outputs" || words[0] === "signals" || refs.has("expression") || refs.has("expressions") || refs.has("motion"))
    return [...signalsOf(root), ...parametersOf(root)];
  return refs.has("end") ? endsOf(root) : namesFor(root, words.at(-1));
}

function valueOptions(schema, place) {
  const { values, refs } = valuesAt(schema, place.path);
  const options = place.formula ? [] : values.map(({ label, info }) => ({ label, type: "enum", info: info || undefined }));
  return [...options, ...namesAt(refs, place).map((label) => ({ label, type: "variable" }))];
}

/** Returns the completions at an offset of a text: {from, to, options}; null: none. */
export function complete(schema, text, offset) {
  const place = placeOf(text, offset);
  if (!place || place.path.length === 0) return null;
  const colon = !/^\s*:/.test(text.slice(place.to));
  const options = place.as === "key" ? keyOptions(schema, place.path, colon) : valueOptions(schema, place);
  return options.length ? { from: place.from, to: place.to, options } : null;
}
