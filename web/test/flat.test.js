// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flat.test.js - flat documents of the package `yaml` against those of the library, byte for byte: all models, all broken
// ones, the fuzz corpus. FLATTEN is the program tests/web/flatten.c.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { flatten } from "../document/flat.js";

const root = join(import.meta.dirname, "..", "..");
const SYNTAX = 2;

function filesBelow(folder, accepts) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && accepts(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** What the library makes of the files, in their order. */
function flattenByLibrary(paths) {
  const all = execFileSync(process.env.FLATTEN, { input: paths.join("\n") + "\n", maxBuffer: 1 << 30 });
  const documents = [];
  for (let at = 0; at < all.length; at += 4 + all.readUInt32LE(at))
    documents.push(all.subarray(at + 4, at + 4 + all.readUInt32LE(at)));
  return documents;
}

const faultOf = (document) => document.readUInt32LE(20);

function compare(paths) {
  const expected = flattenByLibrary(paths);
  assert.equal(expected.length, paths.length);
  paths.forEach((path, i) => {
    const made = Buffer.from(flatten(readFileSync(path)));
    if (faultOf(expected[i]) === SYNTAX) assert.equal(faultOf(made), SYNTAX, path); // sentences differ
    else assert.ok(made.equals(expected[i]), `${path}: other bytes than the library's`);
  });
}

const isYaml = (name) => /\.(yaml|yml|json)$/.test(name);
const isText = (name) => !name.startsWith("flat-"); // flat documents themselves

test("models and parts", () => compare([...filesBelow("models", isYaml), ...filesBelow("papers", isYaml)]));
test("broken models", () => compare(filesBelow("tests/broken", isYaml)));
test("the fuzz corpus", () => ["reader", "variant"].forEach((part) => compare(filesBelow(`tests/corpus/${part}`, isText))));

test("a text of the editor is the same as its bytes", () => {
  const text = "é: [1, '𝄞 x', {b: }]\nc: |\n  d\n";
  assert.deepEqual(flatten(text), flatten(new TextEncoder().encode(text)));
  assert.equal(Buffer.from(flatten("a: &b 1")).readUInt32LE(20), 1);
});
