// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.mjs - what the page costs, in Chromium drawn by software:  node bench/page.mjs JOUNCE [CHROMIUM]
// For each model: size of the page, time until its first picture and where it goes, frames a second while it plays, time
// for a step of the engine in the page against the command in the same minute, memory after playing for a while.
// The load of the machine is printed first: on a busy one the times say little, the ratios something.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "../web/node_modules/playwright-core/index.mjs";

const [jounce, executablePath = "/usr/bin/chromium"] = process.argv.slice(2);
if (!jounce) {
  console.error("usage: node bench/page.mjs JOUNCE [CHROMIUM]");
  process.exit(2);
}
const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "jounce-bench-"));
const PATIENCE = 300000; // ms
const PLAY = 5; // s
// name, file, settings, time to simulate when steps are compared: the same method and step on both sides
const models = [
  ["four-bar", "examples/four-bar.yaml", {}, 30],
  ["chain of 8", "benchmarks/n-link-chain.yaml", {}, 20],
  ["Iltis", "vehicles/iltis.yaml", {}, 3],
  ["HMMWV", "vehicles/hmmwv.yaml", {}, 3],
  ["chain of 1000", "benchmarks/n-link-chain.yaml", { N: "1000", "simulate.until": "0.05" }, 0.1],
];
const alike = (until) => ({ "simulate.integrator": "rk4", "simulate.step": "1 ms", "simulate.until": String(until) });
const options = (settings) => Object.entries(settings).flatMap(([path, value]) => ["--set", `${path}=${value}`]);

/** ms for a step of the command, by its own clock. */
function nativeStep(path, settings) {
  const run = ["run", path, ...options(settings), "--json", "-o", join(folder, "run.h5")];
  const { wall_seconds: seconds, steps } = JSON.parse(execFileSync(jounce, run, { encoding: "utf8" }));
  return (1000 * seconds) / steps;
}

/** Runs in the page. */
function countFrames(seconds) {
  const { scene, player } = globalThis.jouncePage;
  const { render } = scene;
  let frames = 0;
  scene.render = () => (frames++, render.call(scene));
  player.play();
  return new Promise((resolve) => setTimeout(() => ((scene.render = render), resolve(frames / seconds)), 1000 * seconds));
}

/** Runs in the page: ms for a step of the engine while nothing else is done there. */
async function engineStep(settings) {
  const page = globalThis.jouncePage;
  page.player.pause();
  await new Promise((resolve) => setTimeout(resolve, 2000)); // the last picture is drawn
  let summary = null;
  const take = page.engine.onRows;
  const ended = new Promise((resolve) => {
    page.engine.onRows = (slice) => {
      ({ summary } = slice);
      if (slice.done) resolve(performance.now());
    };
  });
  await page.engine.call("load", { model: page.data.model, settings: { ...page.settings(), ...settings } });
  const begun = performance.now();
  await page.engine.call("run");
  const spent = (await ended) - begun;
  page.engine.onRows = take;
  return { step: spent / summary.steps, good: summary.good };
}

async function open(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`file://${file}`);
  await page.waitForFunction(() => globalThis.jouncePage?.description, null, { polling: 50 });
  const marks = await page.evaluate(() =>
    performance.getEntriesByType("mark").map(({ name, startTime }) => [name.replace("jounce-", ""), Math.round(startTime)]));
  await page.waitForFunction(() => globalThis.jouncePage.done, null, { polling: 100 });
  return { page, marks };
}

const memory = (page) => page.evaluate(() => Math.round(performance.memory.usedJSHeapSize / 1e6));

console.log(`load of the machine: ${loadavg()[0].toFixed(1)}`);
const browser = await chromium.launch({
  executablePath,
  args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox", "--enable-precise-memory-info"],
});
for (const [name, model, settings, until] of models) {
  const path = join(root, "models", model);
  const file = join(folder, "page.html");
  execFileSync(jounce, ["view", path, ...options(settings), "--no-open", "-q", "-o", file]);
  const { page, marks } = await open(browser, file);
  const before = await memory(page);
  const frames = await page.evaluate(countFrames, PLAY);
  const after = await memory(page);
  const same = { ...settings, ...alike(until) };
  await page.evaluate(engineStep, same); // warm
  const { step, good } = await page.evaluate(engineStep, same);
  const native = nativeStep(path, same);
  console.log(`${name}: page ${(statSync(file).size / 1e6).toFixed(2)} MB, ${marks.map(([what, at]) => `${what} ${at} ms`).join(", ")}`);
  console.log(`  ${frames.toFixed(1)} frames/s, memory ${before} to ${after} MB in ${PLAY} s`);
  console.log(`  engine ${step.toFixed(4)} ms/step, command ${native.toFixed(4)} ms/step: ${(step / native).toFixed(2)} times${good ? "" : " (failed)"}`);
  await page.close();
}
await browser.close();
rmSync(folder, { recursive: true });
