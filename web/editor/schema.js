// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// schema.js - keys with descriptions, and values of enumerations, that a JSON Schema allows at a place.

/** Returns the schema and all schemas that apply with it, for an object with these entries. */
function unfold(root, schema, entries, depth = 0) {
  if (!schema || typeof schema !== "object" || depth > 20) return [];
  const more = (other) => unfold(root, other, entries, depth + 1);
  const all = [schema];
  if (schema.$ref) all.push(...more(root.$defs[schema.$ref.replace("#/$defs/", "")]));
  for (const word of ["allOf", "anyOf", "oneOf"]) for (const other of schema[word] ?? []) all.push(...more(other));
  if (schema.if && holds(schema.if, entries)) all.push(...more(schema.then));
  return all;
}

/** Evaluates a condition of the schema, which compares entries with constants. */
function holds(condition, entries) {
  const constants = Object.entries(condition.properties ?? {});
  const complete = (condition.required ?? []).every((key) => key in entries);
  return complete && constants.every(([key, { const: value }]) => entries[key] === String(value));
}

function below(schema, key) {
  if (typeof key === "number") return schema.items;
  if (schema.properties?.[key]) return schema.properties[key];
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** Returns the schemas of a member. */
function descend(root, schemas, { key, entries }) {
  return schemas.flatMap((schema) => unfold(root, schema, entries)).map((schema) => below(schema, key)).filter(Boolean);
}

/** Returns the schemas of the parent of the last step of a path. */
function schemasAbove(root, path) {
  const above = path.slice(0, -1).reduce((schemas, step) => descend(root, schemas, step), [root]);
  return above.flatMap((schema) => unfold(root, schema, path[path.length - 1].entries));
}

/** Returns the keys that may be added: [{label, detail, info, required}]. */
export function keysAt(root, path) {
  const schemas = schemasAbove(root, path);
  const { entries } = path[path.length - 1];
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  const found = new Map();
  for (const { properties } of schemas)
    for (const [key, schema] of Object.entries(properties ?? {})) {
      if (key in entries) continue;
      const info = schema.description ?? found.get(key)?.info ?? "";
      found.set(key, { label: key, info, required: required.has(key) });
    }
  return [...found.values()];
}

/** Returns the values that may be at the end of a path, [{label, info}], and the names of the schemas there. */
export function valuesAt(root, path) {
  const last = path.reduce((above, step) => descend(root, above, step), [root]);
  const schemas = last.flatMap((schema) => unfold(root, schema, {}));
  const found = new Map();
  for (const schema of schemas) {
    (schema.enum ?? []).forEach((value, i) => found.set(String(value), schema.enumDescriptions?.[i] ?? ""));
    const value = String(schema.const);
    if (schema.const !== undefined && !found.has(value)) found.set(value, schema.description ?? "");
    if (schema.type === "boolean") found.set("true", "").set("false", "");
  }
  const refs = new Set(schemas.map((schema) => schema.$ref?.replace("#/$defs/", "")));
  return { values: [...found].map(([label, info]) => ({ label, info })), refs };
}
