// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// models.test.js - every shipped model has the same bits in the engine of the page as in the command, after a hundred
// steps or at its end: read from the data of its page, as `jounce view` writes it. ENGINE is engine.wasm, JOUNCE the
// command.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Engine } from "../engine/engine.js";
import { sourcesOf } from "../scene/sources.js";

const steps = "100";
const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const room = mkdtempSync(join(tmpdir(), "jounce-models-"));
const engine = await Engine.make(readFileSync(process.env.ENGINE));
after(() => rmSync(room, { recursive: true }));

function modelsIn(folder, endings) {
  const names = readdirSync(join(root, folder), { withFileTypes: true });
  return names.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "parts" ? [] : modelsIn(path, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [path] : [];
  });
}

/** What the command prints; a run that ends at --max-steps has failed, but has a state. */
function command(...words) {
  return new Promise((resolve) => {
    execFile(process.env.JOUNCE, words, { cwd: root, maxBuffer: 1 << 26 }, (error, out) => resolve(out));
  });
}

async function runByCommand(model, ...more) {
  return JSON.parse(await command("run", model, "--max-steps", steps, "--no-output", "--json", ...more));
}

/** As the command runs it; methods that the page lacks are replaced there, so here by name. */
async function expected(model) {
  const run = await runByCommand(model);
  const lacks = ["adams", "bdf"].includes(run.integrator) || run.stiff_changes > 0;
  return lacks ? runByCommand(model, "--integrator", "dopri5") : run;
}

async function pageData(model, number) {
  const page = join(room, `${number}.html`);
  await command("view", model, "--no-open", "-q", "-o", page);
  const text = readFileSync(page, "utf8");
  unlinkSync(page);
  const begin = text.indexOf('id="jounce-data">') + 'id="jounce-data">'.length;
  return JSON.parse(text.slice(begin, text.indexOf("</script>", begin)));
}

function runInPage(data) {
  const files = Object.fromEntries(Object.entries(data.files).map(([path, file]) => [path, file.text]));
  engine.putFiles(files);
  engine.read(data.model, { ...data.settings, "simulate.max_steps": steps });
  engine.start();
  while (engine.go(1000));
  return engine.end();
}

async function compare(model, number) {
  const [data, run] = await Promise.all([pageData(model, number), expected(model)]);
  const summary = runInPage(data);
  return { model, command: `${run.steps} ${run.state_hash}`, page: `${summary.steps} ${summary.hash}` };
}

test("every shipped model has the bits of the command", async () => {
  const models = [...modelsIn("models", [".yaml", ".urdf", ".xml"]), ...modelsIn("papers", [".yaml"])];
  assert.ok(models.length > 60, `${models.length} models`);
  const other = [];
  for (const [number, model] of models.entries()) {
    const { command: here, page } = await compare(model, number);
    if (here !== page || !/^\d+ [0-9a-f]{16}$/.test(page)) other.push(`${model}: ${page} in place of ${here}`);
  }
  assert.deepEqual(other, []);
});

test("arrows of joints and forces of all kinds find their signals", async () => {
  const models = [...modelsIn("models/examples", [".yaml"]), "models/vehicles/m2.yaml", "models/vehicles/hmmwv.yaml"];
  for (const model of models) {
    const data = await pageData(model, "arrows");
    engine.putFiles(Object.fromEntries(Object.entries(data.files).map(([path, file]) => [path, file.text])));
    engine.read(data.model, data.settings);
    engine.ask([]);
    engine.start();
    const sources = sourcesOf(engine.describe());
    engine.ask(sources.flatMap((source) => source.ask));
    engine.start();
    const known = new Set(engine.describe().outputs.map(({ name }) => name));
    const missing = sources.flatMap(({ columns }) => columns).filter((name) => !known.has(name));
    assert.deepEqual(missing, [], model);
    assert.ok(sources.length > 0, model);
  }
  engine.ask([]);
});

/** ms for a step: half of all stretches take less. Other work on the machine hardly counts so, nor does compiling. */
function stepInPage(data, settings) {
  const [runs, stretch, times] = [4, 10, []];
  engine.putFiles(Object.fromEntries(Object.entries(data.files).map(([path, file]) => [path, file.text])));
  engine.read(data.model, { ...data.settings, ...settings });
  for (let k = 0; k < runs; k++) {
    engine.start();
    for (let more = true; more; ) {
      const begun = performance.now();
      more = engine.go(stretch);
      times.push((performance.now() - begun) / stretch);
    }
    engine.end();
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

async function stepOfCommand(model, settings) {
  const words = Object.entries(settings).flatMap(([path, value]) => ["--set", `${path}=${value}`]);
  const times = [];
  for (let k = 0; k < 5; k++) {
    const run = JSON.parse(await command("run", model, "--no-output", "--json", ...words));
    times.push((1000 * run.wall_seconds) / run.steps);
  }
  return Math.min(...times);
}

test("a step in the page takes not much longer than one of the command", async (t) => {
  const most = 8; // times, on a busy machine; on an idle one it is 1.3 to 2.5
  const short = { "simulate.integrator": "rk4", "simulate.step": "1 ms", "simulate.until": "0.1 s" };
  const models = { "examples/four-bar": {}, "benchmarks/n-link-chain": {}, "vehicles/iltis": short, "vehicles/hmmwv": short };
  for (const [name, settings] of Object.entries(models)) {
    const page = stepInPage(await pageData(`models/${name}.yaml`, "speed"), settings);
    const native = await stepOfCommand(`models/${name}.yaml`, settings);
    t.diagnostic(`${name}: ${page.toFixed(4)} ms in the page, ${native.toFixed(4)} ms by the command: ${(page / native).toFixed(2)} times`);
    assert.ok(page < most * native, `${name}: ${(page / native).toFixed(2)} times`);
  }
});
