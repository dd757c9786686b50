// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// complete.js - completion: keys and values from the schema, and names of the model's own bodies and points.
import { isMap } from "yaml";
import { entriesOf, placeOf } from "./cursor.js";
import { keysAt, valuesAt } from "./schema.js";

const namesOf = (map) => Object.keys(entriesOf(map)).filter(Boolean);

/** Ends of joints and forces: BODY, BODY.POINT and BODY.FRAME. */
export function endsOf(root) {
  if (!isMap(root)) return [];
  const bodies = namesOf(root.get("bodies")).map((name) => [name, root.getIn(["bodies", name])]);
  return [["ground", root.get("ground")], ...bodies].flatMap(([name, body]) => {
    const marks = isMap(body) ? ["points", "frames"].flatMap((kind) => namesOf(body.get(kind))) : [];
    return [name, ...marks.map((mark) => `${name}.${mark}`)];
  });
}

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

function valueOptions(schema, { path, root }) {
  const { values, isEnd } = valuesAt(schema, path);
  const options = values.map(({ label, info }) => ({ label, type: "enum", info: info || undefined }));
  if (isEnd) options.push(...endsOf(root).map((label) => ({ label, type: "variable" })));
  return options;
}

/** What may stand at an offset of a text: {from, to, options}, or null. */
export function complete(schema, text, offset) {
  const place = placeOf(text, offset);
  if (!place || place.path.length === 0) return null;
  const colon = !/^\s*:/.test(text.slice(place.to));
  const options = place.as === "key" ? keyOptions(schema, place.path, colon) : valueOptions(schema, place);
  return options.length ? { from: place.from, to: place.to, options } : null;
}
