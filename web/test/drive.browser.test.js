// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drive.browser.test.js - driving in a real browser: keys, cameras, record and replay, a slow machine, both sizes. PAGE is
// the page without data, CHROMIUM the browser.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { embedData } from "../editor/embed.js";
import { launch } from "./browser.js";

const PATIENCE = 60000; // ms, for a machine with other work
const car = `
jounce: 1
name: small car
space: space
inputs: {throttle: "0", brake: "0", steer: "0", gear: "0", wind: "0"}
parameters: {mass: 900}
bodies:
  chassis:
    mass: "=mass"
    inertia: [300, 900, 1000]
    points: {driver_eye: [0.2, 0.3, 0.9]}
    shapes: {hull: {type: box, size: [3.6, 1.5, 0.7]}, cabin: {type: box, size: [1.6, 1.4, 0.6], at: [-0.3, 0, 0.6], colour: "#b0574c"}}
signals:
  ahead: {value: "chassis.vx*cos(chassis.yaw) + chassis.vy*sin(chassis.yaw)", unit: m/s}
  aside: {value: "chassis.vy*cos(chassis.yaw) - chassis.vx*sin(chassis.yaw)", unit: m/s}
forces:
  wheels: {type: point-force, at: chassis, follower: true, value: ["4000*throttle*sign(gear) - 9000*brake*tanh(4*ahead) - 50*ahead + wind", "-9000*aside", 0]}
  turn: {type: torque, at: chassis, value: [0, 0, "9000*(0.4*steer*ahead - chassis.yaw_rate)"]}
simulate: {until: 10, step: 2 ms}
outputs: [chassis.x, chassis.y, chassis.yaw]
`;
let browser;

function pageOf(courses) {
  const data = { version: 1, mode: "drive", model: "car.yaml", files: { "car.yaml": { text: car } }, settings: {}, courses };
  const file = join(mkdtempSync(join(tmpdir(), "jounce-drive-")), "page.html");
  writeFileSync(file, embedData(readFileSync(process.env.PAGE, "utf8"), data));
  return pathToFileURL(file).href;
}

/** The newest row: {time, x, y, yaw, speed}. */
const look = (page) => page.evaluate(() => {
  const { newest } = globalThis.jouncePage.frames;
  return { time: newest[0], x: newest[1], y: newest[2], yaw: newest[3], speed: newest[9] };
});

/** Until the drive has gone on by so many seconds of its own time. */
async function pass(page, seconds) {
  const { time } = await look(page);
  await page.waitForFunction((end) => globalThis.jouncePage.frames.newest[0] >= end, time + seconds, { polling: 50 });
}

async function hold(page, key, seconds) {
  await page.keyboard.down(key);
  await pass(page, seconds);
  await page.keyboard.up(key);
}

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

test("a car is driven, seen, recorded and driven again", async (t) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(pageOf([
    { name: "light", model: "car.yaml", settings: {} },
    { name: "heavy", model: "car.yaml", settings: { mass: "1800" } },
  ]));
  await page.waitForFunction(() => globalThis.jouncePage?.going, null, { polling: 50 });

  await t.test("it stands, and says what to press", async () => {
    assert.ok(await page.getByText("brake, then reverse").isVisible());
    await pass(page, 0.5);
    assert.ok(Math.abs((await look(page)).speed) < 0.01);
  });

  await t.test("keys make it go, steer, brake and reverse", async () => {
    await hold(page, "KeyW", 2);
    const gone = await look(page);
    assert.ok(gone.x > 2 && gone.speed > 3, JSON.stringify(gone));
    await page.keyboard.down("ArrowUp");
    await hold(page, "ArrowLeft", 1.5);
    const left = await look(page);
    assert.ok(left.yaw > 0.1 && left.y > gone.y, JSON.stringify(left));
    await hold(page, "KeyD", 2);
    assert.ok((await look(page)).yaw < left.yaw - 0.1);
    await page.keyboard.up("ArrowUp");
    const fast = await look(page);
    await page.keyboard.down("ArrowDown");
    await page.waitForFunction(() => globalThis.jouncePage.frames.newest[9] < 0.3, null, { polling: 20 });
    assert.ok((await look(page)).time - fast.time < 4, "it brakes");
    await pass(page, 1.5);
    assert.ok((await look(page)).speed < -0.5, "then it reverses");
    await page.locator(".gear", { hasText: "R" }).waitFor();
    await page.keyboard.up("ArrowDown");
  });

  await t.test("cameras change what is seen", async () => {
    await page.keyboard.press("KeyP");
    const pictures = new Set();
    for (const name of ["chase", "seat", "bird", "orbit"]) {
      assert.equal(await page.evaluate(() => globalThis.jouncePage.seats.name), name);
      await page.evaluate(() => {
        globalThis.jouncePage.seats.tick(0.02);
        globalThis.jouncePage.scene.render();
      });
      pictures.add(await page.evaluate(() => globalThis.jouncePage.scene.renderer.domElement.toDataURL().length));
      await page.keyboard.press("KeyC");
    }
    assert.equal(pictures.size, 4);
    await page.keyboard.press("KeyP");
  });

  await t.test("a slider drives what no key does", async () => {
    await page.getByRole("slider", { name: "wind" }).fill("0.75");
    await pass(page, 0.2);
    assert.equal(await page.evaluate(() => globalThis.jouncePage.frames.newest[8]), 0.75);
  });

  await t.test("the drive is repeated bit for bit, and goes on", async () => {
    const text = await page.evaluate(() => globalThis.jouncePage.order("save"));
    assert.equal(JSON.parse(text).jounce_drive, 1);
    await page.getByRole("button", { name: /replay the drive/ }).click();
    await page.getByText("the same, bit for bit").waitFor();
    await page.evaluate(() => globalThis.jouncePage.replay.player.pause()); // it plays, and would go on behind the time asked for
    await page.locator("input.line").fill("1");
    const [shown, end] = await page.evaluate(() => [globalThis.jouncePage.replay.player.time, globalThis.jouncePage.replay.trajectory.end]);
    assert.equal(shown, 1);
    await page.keyboard.press("KeyV");
    await pass(page, 0.3);
    assert.ok((await look(page)).time > end, "it goes on from the end");
    await page.evaluate((saved) => globalThis.jouncePage.replay.begin(saved), text);
    await page.getByText("the same, bit for bit").waitFor();
    const other = JSON.stringify({ ...JSON.parse(text), hash: "0" });
    await page.evaluate((saved) => globalThis.jouncePage.replay.begin(saved), other);
    await page.getByText("differs from the").waitFor();
    await page.evaluate(() => globalThis.jouncePage.replay.begin("{}"));
    await page.getByText("no recorded drive").waitFor();
  });

  await t.test("reset and another course begin anew", async () => {
    await page.keyboard.press("KeyR");
    await page.waitForFunction(() => globalThis.jouncePage.frames.newest[0] < 1 && globalThis.jouncePage.going, null, { polling: 50 });
    assert.ok(Math.abs((await look(page)).x) < 0.01);
    await page.evaluate(() => globalThis.jouncePage.useSeat("bird"));
    await page.getByRole("combobox", { name: "Course" }).selectOption("heavy");
    await page.waitForFunction(() => globalThis.jouncePage.description.parameters[0].value === 1800, null, { polling: 50 });
    assert.equal(await page.evaluate(() => globalThis.jouncePage.seats.name), "bird");
  });

  await t.test("a slow machine says so", async () => {
    // read at once: the page itself tells its own pace a moment later
    const text = await page.evaluate(() => {
      const { dashboard, state } = globalThis.jouncePage;
      dashboard.tell({ ...state, factor: 0.6, stepTime: 3.4 }, 1);
      return document.querySelector(".slow").textContent;
    });
    assert.match(text, /\b0\.60x real time: a step of 2 ms takes 3\.4 ms/);
  });

  await t.test("fits a phone, with a pad and pedals", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} px wide`);
    await page.evaluate(() => dispatchEvent(new Event("touchstart")));
    const pedal = await page.locator(".pedal.go").boundingBox();
    const before = await look(page);
    await page.mouse.move(pedal.x + 20, pedal.y + 20);
    await page.mouse.down();
    await pass(page, 1.5);
    await page.mouse.up();
    assert.ok((await look(page)).speed > before.speed + 0.5);
    const dash = await page.locator(".dashboard").boundingBox();
    assert.ok(dash.x >= 0 && dash.x + dash.width <= 360 && dash.y + dash.height < pedal.y, JSON.stringify(dash));
  });
  assert.deepEqual(faults, []);
});
