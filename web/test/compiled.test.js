// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled.test.js - compiled models in the page: the same bits as in the command, driven as natively, kept parameters,
// and what happens when their code no longer fits. ENGINE is engine.wasm, JOUNCE the command, REDRIVE tests/web/redrive.c.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { IDLE } from "../drive/driver.js";
import { DriveLoop } from "../drive/loop.js";
import { signalsOf } from "../drive/roles.js";
import { Texts } from "../editor/texts.js";
import { Engine, EngineError } from "../engine/engine.js";
import { openParameters, orderOf } from "../shell/code.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const room = mkdtempSync(join(tmpdir(), "jounce-compiled-"));
const engine = await Engine.make(readFileSync(process.env.ENGINE));
after(() => rmSync(room, { recursive: true }));

const command = (...words) => execFileSync(process.env.JOUNCE, words, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });

/** Path of the compiled model. */
function compile(model, name, ...more) {
  const path = join(room, name);
  command("compile", model, "-q", "-o", path, ...more);
  return path;
}

/** The data of the page that the command makes. */
function pageOf(verb, path) {
  const page = join(room, "page.html");
  command(verb, path, "--no-open", "-q", "-o", page);
  const text = readFileSync(page, "utf8");
  const begin = text.indexOf('id="jounce-data">') + 'id="jounce-data">'.length;
  return JSON.parse(text.slice(begin, text.indexOf("</script>", begin)));
}

function runInPage(files, model, settings) {
  engine.putFiles(files);
  engine.read(model, settings);
  engine.ask([]);
  engine.start();
  while (engine.go(100));
  return engine.end();
}

const hashOf = (...words) => JSON.parse(command("run", ...words, "--no-output", "--json")).state_hash;

for (const [model, until, ...how] of [
  ["models/examples/slider-crank.yaml", "0.3", "--step", "1ms"],
  ["models/examples/slider-crank.yaml", "0.3", "--step", "1ms", "--no-fma", "--integrator", "ab2"],
  ["models/examples/slider-crank.yaml", "0.1", "--step", "2ms", "--integrator", "rosenbrock"],
  ["models/examples/tyre-rig.yaml", "0.1", "--step", "1ms"],
  ["models/vehicles/hmmwv.yaml", "0.03"],
]) {
  test(`${[model, ...how].join(" ")} has the bits of the command`, () => {
    const path = compile(model, "a.jnc", ...how);
    const data = pageOf("view", path);
    assert.equal(data.code, "a.jnc");
    const files = new Texts(data).forEngine();
    const order = orderOf(data, { model: data.model, settings: { ...data.settings, "simulate.until": until } }, null);
    const summary = runInPage(files, order.model, order.settings);
    assert.equal(summary.formulation, "compiled");
    assert.equal(summary.hash, hashOf(path, "--until", until));
    if (how.includes("--no-fma")) return;
    // code that is made in the page is that of the command, too
    const made = runInPage(files, data.model, order.settings);
    assert.deepEqual([made.formulation, made.hash], ["compiled", summary.hash]);
  });
}

function drive(loop, seconds, pressed) {
  loop.pressed = { ...IDLE, ...pressed };
  for (const end = loop.time + seconds; loop.time < end && loop.advance(); );
}

async function loopOf(files, { model, settings }) {
  const own = await Engine.make(readFileSync(process.env.ENGINE));
  own.putFiles(files);
  own.read(model, settings);
  own.ask(signalsOf(own.describe()));
  own.start(true);
  return new DriveLoop(own);
}

const bitsOf = (value) => new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16);

test("the HMMWV is driven by its code, natively and again bit for bit; on other roads by the engine", async () => {
  const path = compile("models/vehicles/hmmwv.yaml", "h.jnc", "--no-fma");
  const data = pageOf("drive", path);
  const files = new Texts(data).forEngine();
  const [course, other] = data.courses;
  const order = orderOf(data, course, null);
  const loop = await loopOf(files, order);
  assert.equal(loop.description.choices.formulation, "compiled");
  assert.deepEqual(loop.description.compiled, { kept: [], fused: false });
  drive(loop, 0.4, { go: 1 });
  drive(loop, 0.2, { go: 1, steer: 1 });
  assert.ok(loop.speed > 0.1, `${loop.speed} m/s`);
  drive(loop, 0.1, { back: 1 });
  const [hash, blocks, changes] = [loop.hash(), loop.blocks, loop.recorder.changes()];
  const input = changes.map(([block, number, value]) => `${block} ${number} ${bitsOf(value)}\n`).join("");
  const summary = JSON.parse(execFileSync(process.env.REDRIVE, [path, String(loop.steps), String(blocks)], { input }));
  assert.deepEqual([summary.formulation, summary.hash], ["compiled", hash]);
  const again = await loopOf(files, order);
  for (const [block, number, value] of changes) again.recorder.put(block, number, value);
  const record = again.recorder;
  again.recorder = loop.recorder;
  for (let cursor = 0; again.blocks < blocks; ) cursor = again.repeat(record, cursor);
  assert.equal(again.hash(), hash);
  const elsewhere = orderOf(data, other, "the model was compiled for another road");
  assert.match(elsewhere.sentence, /another road: here the engine runs it/);
  const slow = await loopOf(files, elsewhere);
  assert.equal(slow.description.choices.formulation, "reduced");
  assert.equal(slow.description.compiled, undefined);
  drive(slow, 0.1, { go: 1 });
  assert.equal(slow.wrong, null);
});

test("kept parameters act on the code, others are not offered and refused", () => {
  const path = compile("models/examples/pendulum.yaml", "p.jnc", "--keep", "l", "--step", "1ms");
  const data = pageOf("view", path);
  const files = new Texts(data).forEngine();
  const settings = { ...data.settings, "simulate.until": "0.2", l: "1.5" };
  const summary = runInPage(files, data.code, settings);
  assert.deepEqual([summary.formulation, summary.hash], ["compiled", hashOf(path, "--until", "0.2", "--set", "l=1.5")]);
  const description = engine.describe();
  assert.deepEqual(openParameters(description).map(({ name }) => name), ["l"]);
  assert.ok(description.parameters.length > 1);
  const refused = () => runInPage(files, data.code, { ...data.settings, m: "3" });
  assert.throws(refused, (error) => error instanceof EngineError && /'m' is a number in the compiled code/.test(error.message));
});

test("an edited model is run by the engine, also in the page that is saved", () => {
  const data = pageOf("view", compile("models/examples/pendulum.yaml", "e.jnc", "--step", "1ms"));
  const texts = new Texts(data);
  texts.now[data.model] = texts.now[data.model].replace("space: plane", "space: plane # edited");
  const order = orderOf(data, { model: data.model, settings: { ...data.settings, "simulate.until": "0.1" } }, "edited");
  assert.equal(order.model, data.model);
  assert.match(order.sentence, /^edited: here the engine runs it, not its code/);
  assert.equal(runInPage(texts.forEngine(), order.model, order.settings).formulation, "reduced");
  const saved = texts.forPage(data.settings);
  assert.equal(saved.edited, true);
  assert.equal(saved.files[data.code], undefined);
  assert.equal(new Texts(data).forPage(data.settings).edited, undefined);
});
