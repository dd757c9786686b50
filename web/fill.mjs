// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fill.mjs - puts a model into the page, as `jounce view` does; for tests and for work on the page:
//   node fill.mjs PAGE.html MODEL.yaml OUT.html [MODE]
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [page, model, target, mode = "model"] = process.argv.slice(2);
const folder = dirname(dirname(model));
const files = {};
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name);
  if (entry.isFile() && /\.(ya?ml|csv|tir)$/.test(entry.name)) files[path] = { text: readFileSync(path, "utf8") };
}
const data = { version: 1, mode, model, files, settings: {} };
const text = JSON.stringify(data).replaceAll("<", "\\u003c");
writeFileSync(target, readFileSync(page, "utf8").replace("%DATA%", () => text));
