// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// replay.browser.test.js - results in a real browser: the mechanism stands where the file says, the second run is a ghost,
// a page of a watched model follows it.  JOUNCE=PROGRAM CHROMIUM=PROGRAM node --test replay.browser.test.js
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { embedData } from "../editor/embed.js";
import { launch, pixelsOf } from "./browser.js";

const { JOUNCE } = process.env;
const WAIT = 90000; // ms; a busy machine draws slowly without a graphics card
const folder = mkdtempSync(join(tmpdir(), "jounce-replay-"));
const path = (name) => join(folder, name);
const jounce = (...words) => execFileSync(JOUNCE, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
let browser;
let page;
let errors = [];

const model = `
jounce: 1
name: swing
space: plane
gravity: [0, -9.81]
parameters: {L: 0.5 m}
bodies:
  rod: {mass: 1, inertia: 0.02, points: {A: ["=-L/2", 0], B: ["=L/2", 0]}}
joints:
  pivot: {type: revolute, between: [ground, rod.A]}
simulate: {until: 1, step: 1 ms, output: 10 ms}
outputs: [rod.B.x, rod.angle]
`;

before(async () => {
  writeFileSync(path("swing.yaml"), model);
  jounce("run", path("swing.yaml"), "-o", path("a.h5"));
  jounce("run", path("swing.yaml"), "--set", "L=0.7", "-o", path("b.h5"));
  jounce("run", path("swing.yaml"), "--poses", "-o", path("a.csv"));
  jounce("view", path("a.h5"), path("b.h5"), "--no-open", "-o", path("both.html"));
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 800, height: 480 }, colorScheme: "light" });
  page.setDefaultTimeout(WAIT);
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

async function open(name) {
  errors = [];
  await page.goto(pathToFileURL(path(name)).href);
  await page.waitForFunction(() => globalThis.jouncePage?.done, null, { polling: 100 });
  await page.evaluate(() => globalThis.jouncePage.player.pause());
}

/** Columns of a row of the CSV file. */
function rowAt(time) {
  const [head, ...lines] = readFileSync(path("a.csv"), "utf8").trim().split("\n");
  const cells = lines.map((line) => line.split(",").map(Number)).find(([t]) => Math.abs(t - time) < 1e-9);
  return Object.fromEntries(head.split(",").map((name, i) => [name.replace(/ .*/, ""), cells[i]]));
}

const seek = (time) => page.evaluate((t) => globalThis.jouncePage.player.seek(t), time);
const poseOf = (what) =>
  page.evaluate((name) => {
    const scene = globalThis.jouncePage.scene;
    const [, rod] = (name === "ghost" ? scene.ghost : scene).bodies;
    return { x: rod.position.x, y: rod.position.y, angle: 2 * Math.atan2(rod.quaternion.z, rod.quaternion.w) };
  }, what);

test("a result is replayed: poses and columns are those of the file", async () => {
  await open("both.html");
  assert.deepEqual(errors, []);
  assert.match(await page.textContent(".replay"), /replay: L 0\.5 · ghost: L 0\.7/);
  await seek(0.37);
  const file = rowAt(0.37);
  const pose = await poseOf("scene");
  const turn = Math.abs(((pose.angle - file["rod.angle"] + Math.PI) % (2 * Math.PI)) - Math.PI);
  assert.ok(Math.abs(pose.x - file["rod.x"]) < 1e-6 && Math.abs(pose.y - file["rod.y"]) < 1e-6 && turn < 1e-6, JSON.stringify([pose, file]));
  const columns = await page.evaluate(() => {
    const { trajectory, description } = globalThis.jouncePage;
    return description.outputs.map(({ name }, k) => [name, trajectory.value(37, k)]);
  });
  assert.deepEqual(columns.map(([name]) => name), ["rod.B.x", "rod.angle"]);
  for (const [name, value] of columns) assert.ok(Math.abs(value - file[name]) < 1e-9, name);
});

test("the second run is a ghost of its own, and its curves are dashed", async () => {
  const [first, ghost] = [await poseOf("scene"), await poseOf("ghost")];
  assert.ok(Math.abs(first.angle - ghost.angle) > 0.05);
  const pixels = async (shown) => {
    await page.evaluate((visible) => (globalThis.jouncePage.scene.ghost.group.visible = visible), shown);
    return pixelsOf(page);
  };
  const [without, seen] = [await pixels(false), await pixels(true)];
  const changed = seen.filter((value, i) => Math.abs(value - without[i]) > 12).length;
  assert.ok(changed > 60, `${changed} pixels`);
  const legend = await page.evaluate(() => {
    const [{ plot }] = globalThis.jouncePage.plots.panels;
    const value = (k) => plot.data[k][plot.legend.idx];
    return { dash: plot.series[2].dash, label: plot.series[2].label, text: plot.root.textContent, apart: value(2) - value(1) };
  });
  assert.deepEqual(legend.dash, [6, 4]);
  assert.match(legend.label, /L 0\.7/);
  assert.ok(legend.text.includes(`(Δ ${Number(legend.apart.toPrecision(5))})`), legend.text);
});

test("run again here, it has the hash of the file, and the result is its ghost", async () => {
  const hash = await page.evaluate(() => globalThis.jouncePage.data.runs[0].summary.hash);
  assert.ok((await page.textContent(".account")).includes(hash));
  await page.evaluate(() => globalThis.jouncePage.turnOver());
  await page.waitForFunction(() => !globalThis.jouncePage.replaying && globalThis.jouncePage.done, null, { polling: 100 });
  assert.ok((await page.textContent(".facts")).includes(hash));
  assert.match(await page.textContent(".replay"), /simulated here · ghost: L 0\.5/);
  await seek(0.5);
  const [first, ghost] = [await poseOf("scene"), await poseOf("ghost")];
  assert.ok(Math.abs(first.angle - ghost.angle) < 1e-6);
  await page.evaluate(() => globalThis.jouncePage.turnOver());
  assert.equal(await page.evaluate(() => globalThis.jouncePage.replaying), true);
});

test("a page with damaged runs, or a model that cannot be read, says so", async () => {
  const html = readFileSync(path("both.html"), "utf8");
  const data = JSON.parse(/id="jounce-data">(.*?)<\/script>/s.exec(html)[1]);
  const [a, b] = data.runs;
  const evil = "<img src=x onerror=globalThis.hostile=1>";
  const runs = [{ ...a, name: evil, label: evil }, { ...b, values: { ...b.values, bytes: "AAAA" } }];
  const files = { "swing.yaml": { text: "jounce: 1\nspace: nowhere\n" } };
  writeFileSync(path("damaged.html"), embedData(html, { ...data, runs, files }));
  await open("damaged.html");
  assert.match(await page.textContent(".messages"), /damaged/);
  assert.match(await page.textContent(".messages"), /nowhere/);
  assert.equal(await page.evaluate(() => globalThis.hostile), undefined);
  assert.equal(await page.evaluate(() => globalThis.jouncePage.trajectory.n), 101);
  assert.deepEqual(errors, []);
});

test("a page of a watched model follows its file", async () => {
  const command = spawn(JOUNCE, ["view", "--watch", path("swing.yaml"), "--no-open", "-o", path("watched.html")], { stdio: "ignore" });
  const ended = new Promise((resolve) => command.on("exit", resolve));
  const until = Date.now() + WAIT;
  while (!existsSync(path("watched.version.svg")) && Date.now() < until) await new Promise((wake) => setTimeout(wake, 50));
  try {
    await open("watched.html");
    writeFileSync(path("swing.yaml"), model.replace("name: swing", "name: other"));
    await page.waitForFunction(() => document.title.startsWith("other") && globalThis.jouncePage?.done, null, { polling: 100 });
    writeFileSync(path("swing.yaml"), model.replace("until: 1,", "until: soon,"));
    await page.waitForFunction(() => /soon/.test(document.querySelector(".banner")?.textContent), null, { polling: 100 });
    await page.waitForFunction(() => document.title.startsWith("other"), null, { polling: 100 });
  } finally {
    command.kill("SIGINT");
  }
  assert.equal(await ended, 130);
});
