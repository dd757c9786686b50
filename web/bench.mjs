// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bench.mjs - microseconds that a step takes in the engine of the page: node web/bench.mjs ENGINE.wasm MODEL [PATH=VALUE ...]
// MODEL is a compiled model, or one that names no other files. The first second is not measured: Node compiles
// WebAssembly without optimisation first, and that code takes twice as long.
import { readFileSync } from "node:fs";
import { Engine } from "./engine/engine.js";

const REPEATS = 100;
const STEPS = 20;
const WARM = 1000; // ms

const [wasm, model, ...set] = process.argv.slice(2);
const engine = await Engine.make(readFileSync(wasm));
engine.putFiles({ [model]: readFileSync(model) });
engine.read(model, Object.fromEntries(set.map((one) => one.split("="))));
engine.start(true);
const { formulation, integrator, step } = engine.describe().choices;
let best = Infinity;
let taken = 0;
const loaded = performance.now();
while (performance.now() - loaded < WARM) engine.step(++taken * STEPS * step);
for (let i = 1; i <= REPEATS; i++) {
  const begun = performance.now();
  engine.step(++taken * STEPS * step);
  best = Math.min(best, (performance.now() - begun) / STEPS);
}
console.log(`${model}: ${formulation}, ${integrator}, ${1000 * step} ms: ${(1000 * best).toFixed(1)} us a step, the best of ${REPEATS} times ${STEPS}`);
