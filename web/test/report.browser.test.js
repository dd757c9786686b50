// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report.browser.test.js - reports of all verbs in a real browser:  JOUNCE=PROGRAM CHROMIUM=PROGRAM node --test FILE
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, look } from "./browser.js";

const WAIT = 60000; // ms, for software rendering on a machine with other work
const folder = mkdtempSync(join(tmpdir(), "jounce-report-"));
const evil = "</script><script>globalThis.hostile=1</script><img src=x onerror=globalThis.hostile=1>";

// a crank that a motor turns against a spring, with a second spring that swings: small, and fit for every verb
const crank = `
jounce: 1
name: ${JSON.stringify(`crank ${evil}`)}
space: plane
gravity: [0, -9.81]
parameters: {c: 2}
bodies:
  arm: {mass: 1, inertia: 0.02, points: {A: [-0.2, 0], B: [0.2, 0]}}
joints:
  pivot: {type: revolute, between: [ground, arm.A]}
forces:
  coil: {type: torsion-spring, joint: pivot, stiffness: 8, damping: "=c/10"}
simulate: {until: 0.5, step: 1 ms, output: 10 ms}
outputs: [arm.B.x, arm.B.y, joint.pivot.force]
`;
const driven = crank.replace("simulate:", "drivers:\n  motor: {joint: pivot, motion: 3*t}\nsimulate:");

const verbs = {
  run: { model: crank, words: ["--no-output", "--until", "0.4"] },
  kinematics: { model: driven, words: ["--no-output"] },
  inverse: { model: driven, words: ["--no-output"] },
  equilibrium: { model: crank, words: [] },
  modes: { model: crank, words: ["--at", "equilibrium"] },
  compare: { model: crank, words: ["--formulation", "multipliers", "--integrator", "rk4,dopri5", "--ladder", "2", "--repeat", "1"] },
};
let browser;

/** Writes the report of a verb and opens it; with what its scripts complained of. */
async function open(verb, colorScheme) {
  const { model, words } = verbs[verb];
  const file = join(folder, `${verb} <b onclick=alert(1)>.yaml`);
  const target = join(folder, `${verb}.html`);
  writeFileSync(file, model);
  const answer = JSON.parse(execFileSync(JOUNCE, [verb, file, ...words, "--report", target, "--json"], { stdio: ["ignore", "pipe", "ignore"] }));
  const page = await browser.newPage({ viewport: { width: 760, height: 420 }, colorScheme });
  page.setDefaultTimeout(WAIT);
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`file://${target}`);
  await page.waitForFunction(() => globalThis.jouncePage?.done, null, { polling: 100 });
  await page.evaluate(() => globalThis.jouncePage.player.pause());
  return { page, faults, answer };
}

const { JOUNCE } = process.env;

/** Pixels of the first plot that have the colour of its first curve. */
const inked = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector(".plot canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let n = 0;
    for (let i = 0; i < data.length; i += 4) n += data[i] === 0x3b && data[i + 1] === 0x78 && data[i + 2] === 0xb8;
    return n;
  });

const poses = (page) => page.evaluate(() => [...globalThis.jouncePage.trajectory.poses(0)]);
const text = (page, selector) => page.locator(selector).first().textContent();

async function checkCommon(page, faults, verb) {
  assert.equal(await page.evaluate(() => globalThis.hostile), undefined);
  assert.equal(await text(page, "h1"), `crank ${evil}`);
  assert.ok((await look(page)).colours > 8, `${verb}: the scene is empty`);
  assert.equal(await page.getByRole("tab", { name: "Report" }).getAttribute("aria-selected"), "true");
  assert.ok((await page.locator(".sections .section").count()) >= 3, `${verb}: sections are missing`);
  for (const tab of ["Parameters", "Model", "Run"]) assert.equal(await page.getByRole("tab", { name: tab }).count(), 1);
  assert.deepEqual(faults, []);
}

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test("run: replays what was run, with plots and numbers; then simulates, prints, fits a phone", async () => {
  const { page, faults, answer } = await open("run", "dark");
  await checkCommon(page, faults, "run");
  assert.match(await text(page, ".badges"), /done: 0.4 s/);
  assert.ok((await inked(page)) > 50, "the plot is empty");
  const end = () => page.evaluate(() => {
    const { trajectory } = globalThis.jouncePage;
    return [trajectory.end, trajectory.value(trajectory.n - 1, 0)];
  });
  const [time, x] = await end();
  assert.ok(Math.abs(time - 0.4) < 1e-9 && Math.abs(x - answer.outputs["arm.B.x"]) < 1e-7, `${time} s, ${x} m`);
  assert.equal(await page.getByText(answer.state_hash).count() > 0, true);

  await page.getByRole("tab", { name: "Parameters" }).click();
  await page.getByRole("slider", { name: "c" }).fill("8");
  await page.waitForFunction((old) => {
    const { trajectory, done } = globalThis.jouncePage;
    return done && Math.abs(trajectory.end - 0.4) < 1e-9 && Math.abs(trajectory.value(trajectory.n - 1, 0) - old) > 1e-4;
  }, x);

  await page.getByRole("tab", { name: "Report" }).click();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator(".tabs").isVisible(), false);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper")), "#ffffff");
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight > 900), "the tables are cut off");
  assert.ok((await page.pdf({ format: "A4" })).length > 20000);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `${wide} px wide`);
  await page.close();
});

test("kinematics and inverse: the motion that was prescribed, with the forces", async () => {
  for (const verb of ["kinematics", "inverse"]) {
    const { page, faults, answer } = await open(verb, "light");
    await checkCommon(page, faults, verb);
    assert.ok((await inked(page)) > 50, `${verb}: the plot is empty`);
    const names = await page.evaluate(() => globalThis.jouncePage.description.outputs.map(({ name }) => name));
    assert.ok(names.includes("actuator.motor"), names.join());
    const drawn = await page.locator(".plot .u-label").allTextContents();
    assert.equal(drawn.findIndex((label) => label.startsWith("actuator.motor")) === 1, verb === "inverse", drawn.join());
    const turned = await page.evaluate(() => {
      const { trajectory } = globalThis.jouncePage;
      const angle = (i) => 2 * Math.atan2(trajectory.poses(i)[6], trajectory.poses(i)[3]);
      return angle(trajectory.n - 1) - angle(0);
    });
    assert.ok(Math.abs(Math.abs(turned) - 1.5) < 1e-5, `it turns by ${turned} rad at 3 rad/s`);
    const cell = page.locator(".sections tr", { hasText: "motor" }).locator("td").nth(2);
    assert.equal(Number((await cell.textContent()).replace("−", "-")), Number(answer.actuators[0].least.toPrecision(6)));
    await page.close();
  }
});

test("equilibrium: the pose that was found, and where it began", async () => {
  const { page, faults, answer } = await open("equilibrium", "dark");
  await checkCommon(page, faults, "equilibrium");
  assert.match(await text(page, ".badges"), /stable equilibrium/);
  assert.ok(Math.abs((await poses(page))[1] - answer.bodies.arm.y) < 1e-6);
  await page.getByLabel("pose that is shown").selectOption({ label: "at the start" });
  assert.ok(Math.abs((await poses(page))[1] - (answer.bodies.arm.y - answer.bodies.arm.moved_y)) < 1e-6);
  await page.close();
});

test("modes: the mechanism swings as strongly as it is told to", async () => {
  const { page, faults, answer } = await open("modes", "light");
  await checkCommon(page, faults, "modes");
  const period = await page.evaluate(() => globalThis.jouncePage.trajectory.end / 2);
  assert.ok(Math.abs(period * answer.modes[0].frequency - 1) < 1e-9, `a period of ${period} s`);
  const swung = async () => page.evaluate(() => {
    const { trajectory } = globalThis.jouncePage;
    const x = Array.from({ length: trajectory.n }, (_, i) => trajectory.poses(i)[1]);
    return Math.max(...x) - Math.min(...x);
  });
  const usual = await swung();
  assert.ok(usual > 0.01, `it swings by ${usual} m`);
  await page.getByRole("slider", { name: "amplitude" }).fill("2");
  assert.ok(Math.abs((await swung()) / usual - 2) < 0.01);
  const width = await page.locator(".section img").first().evaluate((image) => image.decode().then(() => image.naturalWidth));
  assert.ok(width > 100, "the picture of the eigenvalues is empty");
  await page.close();
});

test("compare: chart and table, sorted by a click", async () => {
  const { page, faults, answer } = await open("compare", "dark");
  await checkCommon(page, faults, "compare");
  const curves = page.locator(".chart .curve");
  const all = await curves.count();
  assert.ok(all >= 2, `${all} curves`);
  await page.getByRole("searchbox", { name: "filter curves" }).fill("rk4");
  const some = await curves.count();
  assert.ok(some >= 1 && some < all, `${some} of ${all} curves`);
  assert.match(await text(page, ".chart .row"), new RegExp(`${some} of ${all} curves`));
  await page.getByRole("searchbox", { name: "filter curves" }).fill("");
  const entry = page.getByRole("button", { name: "dopri5" });
  await entry.click();
  assert.ok((await curves.count()) < all);
  await entry.click();
  assert.equal(await curves.count(), all);
  await page.locator(".chart > svg").scrollIntoViewIfNeeded();
  const marker = await curves.first().evaluate((curve) => {
    const [x, y] = curve.firstChild.getAttribute("d").match(/[\d.]+/g).map(Number);
    const { left, top, width } = curve.closest("svg").getBoundingClientRect();
    return [left + (x * width) / 640, top + (y * width) / 640];
  });
  await page.mouse.move(...marker);
  assert.match(await text(page, ".chart .told"), /(rk4|dopri5).*error .*, .*s$/);
  assert.equal(await page.locator(".chart .curve.marked").count(), 1);
  const table = page.locator(".section table").first();
  assert.equal(await table.locator("tbody tr").count(), answer.combinations.length);
  const errors = () => table.locator("tbody td:nth-child(4)").allTextContents();
  const first = await errors();
  await table.getByRole("button", { name: "error", exact: true }).click();
  const up = await errors();
  await table.getByRole("button", { name: "error", exact: true }).click();
  assert.deepEqual(await errors(), [...up].reverse());
  assert.deepEqual([...up].sort(), [...first].sort());
  await page.close();
});
