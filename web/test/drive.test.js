// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drive.test.js - driving without a browser: feet and hands, gears, pace, records, and a drive of the engine that is
// repeated bit for bit. ENGINE is engine.wasm.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Driver, IDLE } from "../drive/driver.js";
import { Frames } from "../drive/frames.js";
import { DriveLoop } from "../drive/loop.js";
import { Pace } from "../drive/pace.js";
import { fromText, MOST, Recorder, toText } from "../drive/recorder.js";
import { hullOf, rolesOf, signalsOf } from "../drive/roles.js";
import { Engine } from "../engine/engine.js";

const NAMES = ["steer", "throttle", "brake", "parking", "gear"];
const { roles } = rolesOf({ inputs: NAMES, gearboxes: [{ gears: 3 }] });
const DT = 0.016;

/** Values by role after some seconds of pressing. */
function press(driver, seconds, speed, pressed) {
  for (let t = 0; t < seconds; t += DT) driver.step(DT, speed, { ...IDLE, ...pressed });
  return Object.fromEntries(driver.values().map(([index, value]) => [NAMES[index], value]));
}

test("inputs are found by their names, others have sliders", () => {
  const found = rolesOf({ inputs: ["push", "steer", "gear"], gearboxes: [{ gears: 4 }] });
  assert.deepEqual(Object.keys(found.roles), ["steer", "gear"]);
  assert.equal(found.roles.gear.most, 4);
  assert.deepEqual(found.others.map(({ name, index }) => [name, index]), [["push", 0]]);
  const bodies = [{ name: "ground" }, { name: "wheel" }, { name: "chassis" }];
  assert.equal(hullOf({ bodies, things: [] }), 2);
  assert.equal(hullOf({ bodies, things: [], eye: { body: 1 } }), 1);
});

test("pedals and wheel take their time, and full lock is for standstill", () => {
  const driver = new Driver(roles, true);
  const first = press(driver, DT, 0, { go: 1, steer: 1 });
  assert.ok(first.throttle > 0 && first.throttle < 0.1 && first.steer > 0 && first.steer < 0.1, JSON.stringify(first));
  const later = press(driver, 2, 0, { go: 1, steer: 1 });
  assert.deepEqual([later.throttle, later.steer, later.brake], [1, 1, 0]);
  const fast = press(driver, 2, 18, { go: 1, steer: 1 });
  assert.ok(Math.abs(fast.steer - 0.1) < 0.01, `${fast.steer} of the lock at 18 m/s`);
  assert.equal(press(driver, 2, 18, { steer: 0 }).steer, 0);
  assert.equal(press(new Driver(roles, false), 2, 18, { steer: -1 }).steer, -1);
  const slow = new Driver(roles, true);
  const quick = new Driver(roles, true);
  press(slow, 2, 0, { steer: 1 });
  press(quick, 2, 0, { steer: 1 });
  assert.ok(press(quick, 0.2, 15, {}).steer < press(slow, 0.2, 0, {}).steer, "it returns faster at speed");
});

test("the foot is on the brake at the start, unless it starts at speed", () => {
  assert.ok(press(new Driver(roles, true), DT / 2, 0, {}).brake > 0.3);
  const driver = new Driver(roles, true);
  driver.reset(20);
  assert.equal(press(driver, DT / 2, 20, {}).brake, 0);
});

test("backwards brakes, then reverses, and forwards again", () => {
  const driver = new Driver(roles, true);
  assert.ok(press(driver, 1, 0, {}).brake > 0.3, "it stands until it is told to go");
  let now = press(driver, 1, 5, { go: 1 });
  assert.deepEqual([now.gear, now.throttle, now.brake], [3, 1, 0]);
  now = press(driver, 1, 5, { back: 1 });
  assert.deepEqual([now.gear, now.throttle, now.brake], [3, 0, 1]);
  now = press(driver, 1, 0.1, { back: 1 });
  assert.deepEqual([now.gear, now.throttle, now.brake], [-1, 1, 0]);
  now = press(driver, 1, -3, { go: 1 });
  assert.deepEqual([now.gear, now.throttle, now.brake], [-1, 0, 1]);
  now = press(driver, 1, -0.1, { go: 1 });
  assert.deepEqual([now.gear, now.throttle, now.brake], [3, 1, 0]);
  assert.equal(press(driver, 1, 5, { hand: 1 }).parking, 1);
});

test("no gas while it rolls the other way, or its gear is not in", () => {
  const driver = new Driver(roles, true);
  let now = press(driver, 1, -2, { go: 1 });
  assert.deepEqual([now.throttle, now.brake], [0, 1]);
  for (let t = 0; t < 1; t += DT) driver.step(DT, 0, { ...IDLE, go: 1 }, 0);
  now = Object.fromEntries(driver.values().map(([index, value]) => [NAMES[index], value]));
  assert.ok(now.throttle === 0 && now.brake > 0.3, "in neutral it waits");
  for (let t = 0; t < 1; t += DT) driver.step(DT, 0, { ...IDLE, go: 1 }, 1);
  assert.deepEqual([driver.throttle, driver.brake], [1, 0]);
});

test("gears by hand", () => {
  const driver = new Driver(roles, true);
  driver.shift(1, 1);
  assert.equal(press(driver, DT, 3, {}).gear, 2);
  driver.shift(1, 2);
  driver.shift(1, 2);
  assert.equal(press(driver, DT, 3, {}).gear, 3);
  driver.neutral();
  assert.equal(press(driver, DT, 3, {}).gear, 0);
  driver.shift(-1, 0);
  driver.shift(-1, 0);
  assert.equal(press(driver, DT, 0, {}).gear, -1);
  const now = press(driver, 1, 0, { back: 1 });
  assert.deepEqual([now.gear, now.brake], [-1, 1], "by hand the pedal only brakes");
  driver.toggleManual();
  assert.equal(press(driver, 1, 0, { go: 1 }).gear, 3);
});

test("without gears a throttle of both signs goes both ways", () => {
  const own = { throttle: { index: 1, least: -1, most: 1 }, brake: { index: 2, least: 0, most: 1 } };
  const driver = new Driver(own, true);
  assert.equal(press(driver, 1, 0, { back: 1 }).throttle, -1);
  const none = new Driver({ throttle: { index: 1, least: 0, most: 1 }, brake: { index: 2, least: 0, most: 1 } }, true);
  assert.deepEqual(press(none, 1, 0, { back: 1 }), { throttle: 0, brake: 1 });
});

test("a slow machine lets time go slower and leaves nothing out", () => {
  const pace = new Pace(0.016);
  let now = 0;
  let blocks = 0;
  pace.start(now);
  while (now < 5000) {
    const due = pace.due(now);
    for (let i = 0; i < due; i++) (now += 32), blocks++, pace.done(16, 32, now);
    if (due === 0) now += Math.max(pace.wait(), 0.5);
  }
  assert.ok(Math.abs(pace.factor - 0.5) < 0.03, `factor ${pace.factor}`);
  assert.ok(Math.abs(pace.stepTime - 2) < 1e-9);
  assert.ok(Math.abs(blocks - 5000 / 32) < 3, `${blocks} blocks`);
  pace.speed = 0.25;
  pace.start(now);
  const begun = now;
  blocks = 0;
  while (now < begun + 3000) {
    for (let due = pace.due(now); due > 0; due--) (now += 4), blocks++, pace.done(16, 4, now);
    now += Math.max(pace.wait(), 0.5);
  }
  assert.ok(Math.abs(pace.factor - 1) < 0.05, `factor ${pace.factor} in slow motion`);
  assert.ok(Math.abs(blocks * 0.016 - 0.75) < 0.05, `${blocks} blocks in 3 s at a quarter`);
});

test("rows are shown smoothly, behind the newest", () => {
  const frames = new Frames(1, 0.016);
  const row = (t) => Float64Array.of(t, 9, 10 * t, 0, 0, 1, 0, 0, 0);
  for (let i = 0; i < 40; i++) {
    frames.add(row(0.016 * i));
    frames.advance(0.016);
    const [x] = frames.poses(new Float64Array(7));
    assert.ok(Math.abs(x - 10 * frames.shown) < 1e-12);
    if (i > 30) assert.ok(0.016 * i - frames.shown < 0.04 && 0.016 * i >= frames.shown);
  }
  assert.ok(frames.rows.length <= 8);
  frames.add(row(0));
  assert.equal(frames.shown, 0, "a reset begins anew");
});

test("a record survives its file, to the last bit", () => {
  const recorder = new Recorder();
  for (let i = 0; i < 9000; i++) recorder.put(i, i % 3, Math.sin(i));
  recorder.put(9001, 1, NaN);
  const start = Float64Array.of(-0, 0.1, 5e-324, Math.PI);
  const about = { model: "a", settings: {}, inputs: ["a", "b", "c"], step: 1e-3, steps: 16, blocks: 9002, hash: "0" };
  const again = fromText(toText(recorder, start, about));
  assert.deepEqual(again.recorder.changes(), recorder.changes());
  assert.ok(again.start.every((x, i) => Object.is(x, start[i])));
  assert.throws(() => fromText("{"), /no recorded drive/);
  assert.throws(() => fromText('{"jounce_drive": 2}'), /no recorded drive/);
  const broken = JSON.parse(toText(recorder, start, about));
  for (const wrong of [[1, 7, 0], [1, 1, "x"], [-1, 0, 0]]) {
    assert.throws(() => fromText(JSON.stringify({ ...broken, changes: [wrong] })), /damaged/);
  }
});

test("a record ends rather than grow for ever", () => {
  const recorder = new Recorder();
  for (let i = 0; i <= MOST; i++) recorder.put(i, 0, i);
  assert.equal(recorder.n, MOST);
  assert.ok(recorder.full);
});

// ---- with the engine ----------------------------------------------------------------------------------------------------

const cart = `
jounce: 1
name: cart
space: plane
inputs: {throttle: "0", brake: "0", gear: "0", wind: "0.1*sin(t)"}
bodies: {chassis: {mass: 10, inertia: 1, points: {A: [1, 0]}}}
joints: {rail: {type: prismatic, between: [ground, chassis], axis: x}}
forces: {push: {type: point-force, at: chassis.A, value: ["20*throttle*gear - 40*brake*tanh(10*chassis.vx) + wind", 0]}}
events: {end: {when: "chassis.x - 60", stop: true}}
simulate: {until: 5, integrator: dopri5}
outputs: [chassis.x]
`;

async function loopOf(text) {
  const engine = await Engine.make(readFileSync(process.env.ENGINE));
  engine.putFiles({ "a.yaml": text });
  engine.read("a.yaml");
  engine.ask(signalsOf(engine.describe()));
  const messages = engine.start(true);
  return { loop: new DriveLoop(engine), messages };
}

function drive(loop, seconds, pressed) {
  loop.pressed = { ...IDLE, ...pressed };
  for (const end = loop.time + seconds; loop.time < end && loop.advance(); );
}

test("a model is driven in fixed steps, and again bit for bit", async () => {
  const { loop, messages } = await loopOf(cart);
  assert.match(messages.map(({ what }) => what).join(), /dopri5.*fixed/);
  assert.deepEqual([loop.step, loop.steps], [1e-3, 17]);
  drive(loop, 2, { go: 1 });
  assert.ok(loop.speed > 1, `${loop.speed} m/s`);
  loop.setInput(3, -4);
  drive(loop, 0.5, { go: 1 });
  drive(loop, 3, { back: 1 });
  assert.ok(loop.speed < -0.5, "it reverses after braking");
  const [hash, blocks] = [loop.hash(), loop.blocks];
  const record = fromText(toText(loop.recorder, loop.start, { inputs: NAMES, step: loop.step, steps: loop.steps, blocks, hash }));
  loop.begin(record.start);
  assert.notEqual(loop.hash(), hash);
  for (let cursor = 0; loop.blocks < blocks; ) cursor = loop.repeat(record.recorder, cursor);
  assert.equal(loop.hash(), hash);
  const other = await loopOf(cart);
  other.loop.begin(record.start);
  for (let cursor = 0; other.loop.blocks < blocks; ) cursor = other.loop.repeat(record.recorder, cursor);
  assert.equal(other.loop.hash(), hash, "in another engine too");
});

test("memory does not grow while it is driven", async () => {
  const { loop } = await loopOf(cart.replace("chassis.x - 60", "chassis.x - 1e9"));
  const { memory } = loop.engine.c;
  drive(loop, 1, { go: 1 });
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 30; i++) drive(loop, 1, i % 2 ? { go: 1 } : { back: 1 });
  assert.equal(memory.buffer.byteLength, before);
  assert.ok(loop.recorder.n < 30 * 120, `${loop.recorder.n} changes in half a minute`);
});

test("the HMMWV goes, turns, brakes and reverses", async () => {
  const text = readFileSync(new URL("../../models/vehicles/hmmwv.yaml", import.meta.url), "utf8");
  const { loop } = await loopOf(text);
  const place = () => loop.poses.subarray(7 * (loop.hull - 1), 7 * (loop.hull - 1) + 2);
  assert.equal(loop.description.bodies[loop.hull].name, "chassis");
  assert.equal(loop.description.wheels.length, 4);
  assert.ok(loop.description.eye.p[2] > 1);
  drive(loop, 4, { go: 1 });
  assert.ok(place()[0] > 5 && loop.speed > 5, `${place()} at ${loop.speed} m/s`);
  drive(loop, 1.5, { go: 1, steer: 1 });
  assert.ok(place()[1] > 0.5, "to the left");
  drive(loop, 5, { back: 1 });
  assert.ok(loop.speed < -0.3 && loop.gear === -1, `${loop.speed} m/s in gear ${loop.gear}`);
});

test("road wheels of tracks have their loads on the dashboard", async () => {
  const engine = await Engine.make(readFileSync(process.env.ENGINE));
  engine.putFiles({ "m2.yaml": readFileSync(new URL("../../models/vehicles/m2.yaml", import.meta.url), "utf8") });
  engine.read("m2.yaml");
  const { wheels, bodies, gearboxes, engines } = engine.describe();
  assert.equal(wheels.length, 12);
  assert.deepEqual([wheels[0].load, bodies[wheels[0].body].name], ["force.left.band.load_1", "left.s1.wheel"]);
  assert.deepEqual([gearboxes[0].gears, engines[0].speed], [4, "joint.engine.rate"]);
});

test("a drive that ends says why, and begins again", async () => {
  const { loop } = await loopOf(cart);
  drive(loop, 30, { go: 1 });
  assert.match(loop.wrong, /'end' has stopped the run/);
  const stopped = loop.blocks;
  assert.equal(loop.advance(), false);
  assert.equal(loop.blocks, stopped);
  loop.begin();
  drive(loop, 1, { go: 1 });
  assert.equal(loop.wrong, null);
});
