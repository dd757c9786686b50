// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// build.mjs - makes the page, one file without its data:  node build.mjs ENGINE.wasm PAGE.html
// The program puts the data in place of DATA (shell/page.html). Scripts and engine are compressed; a small script, the
// only one that the page's security policy allows by its hash, unpacks them.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = import.meta.dirname;
const [engine, target] = process.argv.slice(2);
if (!engine || !target) {
  console.error("usage: node build.mjs ENGINE.wasm PAGE.html");
  process.exit(2);
}

/** One script with all that it imports, and its style sheets. */
async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    outdir: "out",
    write: false,
    legalComments: "none",
    loader: { ".css": "css" },
    logLevel: "warning",
  });
  const text = (ending) => result.outputFiles.filter((f) => f.path.endsWith(ending)).map((f) => f.text).join("\n");
  return { script: text(".js"), style: text(".css") };
}

const pack = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");

/** Licences of what is bundled, from the packages themselves. */
function licences() {
  const { dependencies } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  const lock = JSON.parse(readFileSync(join(here, "package-lock.json"), "utf8"));
  const texts = Object.entries(lock.packages)
    .filter(([path, entry]) => path && !entry.dev)
    .map(([path]) => {
      const about = JSON.parse(readFileSync(join(here, path, "package.json"), "utf8"));
      let text = "";
      for (const name of ["LICENSE", "LICENSE.md", "license"])
        try {
          text ||= readFileSync(join(here, path, name), "utf8");
        } catch {
          continue;
        }
      return `${about.name} ${about.version} (${about.license})\n\n${text}`;
    });
  if (texts.length < Object.keys(dependencies).length) throw new Error("a licence is missing");
  return texts.join("\n\n----------------------------------------\n\n");
}

const main = await bundle("shell/main.js");
const worker = await bundle("engine/worker.js");
const start = readFileSync(join(here, "shell/start.js"), "utf8");
const hash = createHash("sha256").update(start).digest("base64");
const parts = {
  STYLE: main.style,
  POLICY_HASH: `'sha256-${hash}'`,
  MAIN: pack(main.script),
  WORKER: pack(worker.script),
  ENGINE: pack(readFileSync(engine)),
  LICENCES: pack(licences()),
  START: start,
};
let page = readFileSync(join(here, "shell/page.html"), "utf8");
for (const [name, text] of Object.entries(parts)) page = page.replace(`%${name}%`, () => text);
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);
