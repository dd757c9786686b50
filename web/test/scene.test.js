// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scene.test.js - what the scene, the time line and the plots reckon, without a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Box3, BoxGeometry, Group, Matrix4, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from "three";
import { Trajectory } from "../player/trajectory.js";
import { groups } from "../plot/group.js";
import { Arrows } from "../scene/arrows.js";
import { Cameras } from "../scene/cameras.js";
import { makeSign, Rail } from "../scene/marks.js";
import { Quality } from "../scene/quality.js";
import { refine } from "../scene/refine.js";
import { thin } from "../scene/thin.js";
import { Crowd } from "../scene/crowd.js";
import { Road, stripes } from "../scene/road.js";
import { makeShape, makeStripe } from "../scene/shapes.js";
import { sourcesOf } from "../scene/sources.js";
import { Sweep } from "../scene/sweep.js";
import { path } from "../scene/traces.js";

/** Rows of time, two outputs and the pose of one body. */
function run(rows) {
  const trajectory = new Trajectory(10, 2);
  trajectory.add(Float64Array.from(rows.flat()));
  return trajectory;
}

const QUARTER = Math.SQRT1_2; // of a turn about z: (w, 0, 0, z)

test("a plate stands in its own plane, half its thickness to each side", () => {
  const points = [0, 0, 0, 2, 0, 0, 2, 0, 1, 0, 0, 1]; // upright, along x and z
  const shape = { type: "polygon", points, thickness: 3, at: [10, 0, 0], quaternion: [1, 0, 0, 0] };
  const box = new Box3().setFromObject(makeShape(shape, new MeshBasicMaterial()));
  const near = (a, b) => a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) < 1e-6, `${a} is not ${b}`));
  near(box.min.toArray(), [10, -1.5, 0]);
  near(box.max.toArray(), [12, 1.5, 1]);
});

test("rows before and after a time, also between rows", () => {
  const trajectory = run([0, 1, 2].map((t) => [t, 0, 0, 0, 0, 0, 1, 0, 0, 0]));
  assert.equal(trajectory.neighbour(1, 1), 2);
  assert.equal(trajectory.neighbour(1, -1), 0);
  assert.equal(trajectory.neighbour(1.5, -1), 1);
  assert.equal(trajectory.neighbour(2, 1), 2);
});

test("a rail is as long as the way on it", () => {
  const thing = { body: [0, 1], p: [1, 0, 0, 0.5, 0, 0], axis: [1, 0, 0], size: 2 };
  const object = new Group();
  object.position.set(1, 0, 0);
  const rail = new Rail(thing, object);
  rail.reach(new Matrix4().makeTranslation(9.5, 3, 0)); // the slider at x = 10, so 9 from the middle of the rail
  assert.deepEqual(rail.ends, [-2, 10]);
  assert.equal(object.scale.x, 12);
  assert.equal(object.position.x, 5);
});

test("the path of a point turns with its body", () => {
  const trajectory = run([[0, 0, 0, 1, 0, 0, 1, 0, 0, 0], [1, 0, 0, 1, 0, 0, QUARTER, 0, 0, QUARTER]]);
  const places = path(trajectory, 1, new Vector3(2, 0, 0));
  [3, 0, 0, 1, 2, 0].forEach((x, i) => assert.ok(Math.abs(places[i] - x) < 1e-6, `${places}`));
});

test("each stripe of the ground is the road of the wheel that is nearest", () => {
  const users = [{ road: 3, body: 1 }, { road: 5, body: 2 }];
  const poses = [0, 1, 0, 1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0];
  assert.deepEqual([-7, -0.1, 0.1, 7].map(stripes(users, poses)), [5, 5, 3, 3]);
  assert.equal(stripes(users.slice(0, 1), poses)(-7), 3);
});

test("a force has its arrows where it acts, a torque turns about its axis", () => {
  const bodies = [new Group(), new Group()];
  bodies[1].position.set(1, 0, 2);
  for (const body of bodies) body.updateMatrixWorld();
  const at = { body: [0, 1], p: [0, 0, 0, 0, 0, 0] };
  const joints = [{ name: "j", kind: "revolute", ...at, turn: [0, 1, 0] }, { name: "d", joint: 0, angular: true }];
  const forces = [
    { name: "tyre", body: [1], p: [0, 0, 0], radius: 0.5, axis: [0, 1, 0] },
    { name: "brake", joint: 0, angular: true, opposes: true },
    { name: "gravity" },
  ];
  const found = sourcesOf({ elements: { joints, forces }, space: "space", up: [0, 0, 1], bodies: [] });
  assert.deepEqual(found.map(({ ask }) => ask[0]), ["joint.j.force", "joint.d.push", "force.tyre.force", "force.brake.value"]);
  const [reaction, drive, tyre, brake] = found.map((source) => source.arrows([1, 2, 3], bodies));
  assert.equal(reaction.length, 1); // none on the ground
  assert.deepEqual(reaction[0].vector.toArray(), [1, 2, 3]);
  assert.deepEqual(tyre[0].place.toArray(), [1, 0, 1.5]);
  assert.deepEqual([drive, brake].map(([{ vector, turns }]) => [vector.y, turns]), [[1, true], [-1, true]]);
});

test("points of contact have arrows at their places, and flash where they were hit", () => {
  const contacts = [{ name: "floor", npoints: 2 }, { name: "wall", npoints: 100 }];
  const found = sourcesOf({ elements: { joints: [], forces: [] }, contacts, space: "plane", up: [0, 1, 0], bodies: [] });
  assert.equal(found.length, 60); // no more columns than a page can show
  assert.deepEqual(found[1].columns, ["contact.floor.2.force.x", "contact.floor.2.force.y", "contact.floor.2.point.x",
    "contact.floor.2.point.y", "contact.floor.2.impacts"]);
  const [{ place, vector }] = found[1].arrows([1, 2, 3, 4, 5]);
  assert.deepEqual([...vector.toArray(), ...place.toArray()], [1, 2, 0, 3, 4, 0]);
  const arrows = new Arrows(new Group());
  const names = found.slice(0, 1).flatMap(({ columns }) => columns);
  arrows.build({ elements: { joints: [], forces: [] }, contacts: contacts.slice(0, 1).map((one) => ({ ...one, npoints: 1 })),
    space: "plane", up: [0, 1, 0], bodies: [], length: 1, outputs: names.map((name) => ({ name, asked: true })) }, { force: 0 });
  const trajectory = new Trajectory(13, 5);
  trajectory.add(Float64Array.from([0, 1, 2, 3].flatMap((i) => [0.05 * i, 0, 10, 0.5, 0, i < 2 ? 0 : 1, 0, 0, 0, 1, 0, 0, 0])));
  arrows.measure(trajectory);
  const flashes = [0, 0.05, 0.1, 0.15].map((time) => (arrows.update(trajectory, time, []), arrows.flocks.flash.flash.mesh.count));
  assert.deepEqual(flashes, [0, 0, 1, 1]);
});

test("what looks the same is drawn together and goes with its body", () => {
  const known = new Map();
  const material = new MeshBasicMaterial();
  const ball = { type: "sphere", radius: 1, at: [0, 0, 1], quaternion: [1, 0, 0, 0] };
  const bodies = Array.from({ length: 6 }, (_, i) => {
    const body = new Group();
    body.position.x = i;
    body.add(makeShape(ball, material, known));
    body.updateMatrixWorld(true);
    return body;
  });
  const crowd = new Crowd();
  crowd.gather(bodies);
  crowd.update();
  assert.equal(crowd.sorts.length, 1);
  const [{ drawn }] = crowd.sorts;
  assert.deepEqual([drawn.count, ...drawn.instanceMatrix.array.slice(16 * 5 + 12, 16 * 5 + 15)], [6, 5, 0, 1]);
});

test("curves share a panel when their sizes compare and their unit is the same", () => {
  const trajectory = run([[0, 0, 0, 0, 0, 0, 1, 0, 0, 0], [1, 100, 1, 0, 0, 0, 1, 0, 0, 0]]);
  const output = (index, unit) => ({ name: `o${index}`, unit, index });
  assert.equal(groups([output(0, "m"), output(1, "m")], trajectory).length, 2);
  assert.equal(groups([output(0, "m"), output(1, "m")], null).length, 1);
  assert.equal(groups([output(0, "m"), output(0, "N")], trajectory).length, 2);
});

test("what drives away is followed, what swings is not", () => {
  const body = new Group();
  const box = { type: "box", size: [1, 1, 1], at: [0, 0, 0], quaternion: [1, 0, 0, 0] };
  body.add(makeShape(box, new MeshBasicMaterial()));
  body.updateMatrixWorld(true);
  const sweep = new Sweep([new Group(), body], new Box3().setFromObject(body));
  sweep.add([1, 0, 0, 1, 0, 0, 0]);
  assert.equal(sweep.traveller, 0);
  assert.equal(sweep.box.max.x, 1.5);
  sweep.add([20, 0, 0, 1, 0, 0, 0]);
  assert.equal(sweep.traveller, 1);
});

test("a step in the ground is as steep as it is, along x and across", async () => {
  const cells = [0.2, 0.8];
  const grid = (n, cell) => Array.from({ length: n + 1 }, (_, i) => i * cell);
  const take = (height) => async (xs, ys) => Float64Array.from(xs.flatMap((x) => ys.map((y) => height(x, y))));
  const look = async (height) => {
    const [x, y] = [grid(40, cells[0]), grid(10, cells[1])];
    const fine = await refine({ x, y, heights: await take(height)(x, y) }, cells, take(height));
    fine.x.forEach((at, i) => fine.y.forEach((to, j) => assert.equal(fine.heights[i * fine.y.length + j], height(at, to))));
    return fine;
  };
  const cell = (at, place) => at.find((s) => s >= place) - at.findLast((s) => s < place);
  assert.ok(cell((await look((x) => (x < 3.05 ? 0 : 0.1))).x, 3.05) < 0.02);
  assert.ok(cell((await look((_, y) => (y < 3.05 ? 0 : 0.1))).y, 3.05) < 0.06);
  const level = await look((x, y) => 0.3 * x + 0.1 * y);
  assert.deepEqual([level.x.length, level.y.length], [41, 11]);
});

test("a stretch of road is shown at once, then with its corners", async () => {
  const shown = [];
  const go = async (height) => {
    const ground = { surface: (x, y) => shown.push(x.length) };
    const road = new Road(ground, async (_, xs, ys) => Float64Array.from(xs.flatMap((x) => ys.map(() => height(x)))));
    road.setModel({ space: "space", length: 3, elements: { forces: [{ road: 0, body: [1] }] } });
    const first = await road.look(0, 0);
    await new Promise((done) => setTimeout(done, 50));
    return [first, await road.look(0, 0), await road.look(1, 0), await road.look(30, 0)];
  };
  assert.deepEqual(await go(() => 0), [true, false, false, true]);
  assert.deepEqual(shown, [481, 481]);
  shown.length = 0;
  assert.deepEqual(await go((x) => (x < 3.05 ? 0 : 0.1)), [true, true, false, true]);
  assert.equal(shown[0], 481);
  assert.ok(shown[1] > 481);
});

test("the stretch of road lies ahead of what drives fast", async () => {
  let now = 0;
  const flat = async (_, xs, ys) => new Float64Array(xs.length * ys.length);
  const road = new Road({ surface() {} }, flat, 12, () => now);
  road.setModel({ space: "space", length: 3, elements: { forces: [{ road: 0, body: [1] }] } });
  const go = async (time, x) => {
    now = 1000 * time;
    await road.look(x, 0);
    await new Promise((done) => setTimeout(done, 5));
    return road.centre[0];
  };
  assert.equal(await go(0, 0), 0);
  assert.ok(Math.abs((await go(1, 8)) - 20) < 1e-9); // 8 m/s
  assert.ok(Math.abs((await go(2, 32)) - 50) < 1e-9); // half of the reach of 36 m at most
  assert.equal(await go(3, 500), 500); // a jump
});

test("lines of a grid on which the ground is straight are left out, those that are drawn stay", () => {
  const x = Array.from({ length: 41 }, (_, i) => i);
  const y = Array.from({ length: 21 }, (_, i) => i);
  const grid = (height) => ({ x, y, heights: Float64Array.from(x.flatMap((a) => y.map((b) => height(a, b)))) });
  const drawn = (axis, place) => place % 10 === 0;
  const slope = thin(grid((a, b) => 0.1 * a - 0.2 * b), [1, 1], drawn);
  assert.deepEqual([slope.x, slope.y], [[0, 10, 20, 30, 40], [0, 10, 20]]);
  slope.x.forEach((a, i) => slope.y.forEach((b, j) => assert.ok(Math.abs(slope.heights[i * 3 + j] - 0.1 * a + 0.2 * b) < 1e-12)));
  const roof = thin(grid((a) => Math.abs(a - 7)), [1, 1], drawn);
  assert.deepEqual(roof.x, [0, 7, 10, 20, 30, 40]); // the ridge stays
  const hills = thin(grid((a, b) => Math.sin(a) * Math.cos(b)), [1, 1], drawn);
  assert.deepEqual([hills.x.length, hills.y.length], [41, 21]);
});

test("a slow machine draws what moves without shadows, then with fewer pixels; what stands still in full", () => {
  const applied = [];
  const quality = new Quality((level) => applied.push(level));
  let now = 0;
  const frames = (n, gap) => {
    for (let i = 0; i < n; i++) quality.moves((now += gap));
  };
  frames(100, 16);
  assert.deepEqual(applied, []); // quick enough
  frames(20, 200);
  assert.deepEqual(applied.map(({ pixels, shadows }) => [pixels < 1, shadows]), [[false, false], [true, false]]);
  assert.equal(quality.rests(now + 100), false); // not yet
  assert.equal(quality.rests(now + 1000), true);
  assert.deepEqual(applied.at(-1), { pixels: 1, shadows: true });
  assert.equal(quality.rests(now + 2000), false); // once
  now += 60000; // a pause says nothing about the machine
  frames(3, 100);
  assert.equal(applied.at(-1).pixels < 1, true);
  frames(1000, 10); // quick again, as in a smaller window
  assert.deepEqual(applied.at(-1), { pixels: 1, shadows: true });
});

test("the orbit camera stands upright after bird's eye", async () => {
  const { Seats } = await import("../drive/seats.js");
  const { PerspectiveCamera, Object3D } = await import("three");
  const camera = new PerspectiveCamera();
  const seen = [];
  const cameras = {
    controls: {}, perspective: camera, current: camera, target: new Object3D().position, aspect: 1,
    setFollow() {}, resize() {}, view: () => seen.push([...camera.up.toArray(), camera.fov]),
  };
  const seats = new Seats({ cameras, bodies: [new Object3D()], draw() {}, tick() {} });
  seats.setModel({ space: "space" }, 0);
  seats.use("bird");
  seats.tick(0.02);
  assert.deepEqual(camera.up.toArray(), [1, 0, 0]);
  seats.use("orbit");
  assert.deepEqual(seen, [[0, 0, 1, 35]]);
});

/** An element for the controls of a camera, without a document. */
function fakeCanvas() {
  const listener = { addEventListener() {}, removeEventListener() {} };
  const canvas = { style: {}, ownerDocument: listener, ...listener };
  canvas.getRootNode = () => canvas;
  return canvas;
}

/** The largest coordinate of the corners of a box in the picture: below 1 all of it is seen. */
function farthest(cameras, { min, max }) {
  const camera = cameras.current;
  camera.updateMatrixWorld();
  const corners = [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))));
  return Math.max(...corners.flatMap((corner) => {
    const { x, y } = corner.project(camera);
    return [Math.abs(x), Math.abs(y)];
  }));
}

const box = (x, y, z, size) => new Box3().setFromCenterAndSize(new Vector3(x, y, z), new Vector3(...size));

test("the first view contains the whole mechanism in windows of any shape", () => {
  const room = box(0, 0, 1, [4, 1, 0.5]);
  for (const aspect of [0.4, 1, 2.5]) {
    const cameras = new Cameras(fakeCanvas());
    cameras.frame(room, false, new Quaternion());
    cameras.resize(aspect); // the size of the window is known later
    assert.ok(farthest(cameras, room) < 1, `${aspect}: ${farthest(cameras, room)}`);
  }
});

test("a camera that goes with the pelvis of a falling robot shows its feet", () => {
  const bodies = [new Group(), new Group(), new Group()];
  bodies[1].add(new Mesh(new BoxGeometry(0.2, 0.3, 0.2)));
  bodies[2].add(new Mesh(new BoxGeometry(0.1, 0.1, 0.1)));
  bodies[1].position.set(0, 0, 1);
  for (const body of bodies) body.updateMatrixWorld();
  const start = box(0, 0, 0.525, [0.2, 0.3, 1.15]); // from the feet to the top of the pelvis
  const sweep = new Sweep(bodies, start);
  for (const fallen of [0, 100]) sweep.add(Float64Array.from([0, 0, 1 - fallen, 1, 0, 0, 0, 0, 0, -fallen, 1, 0, 0, 0]));
  assert.equal(sweep.traveller, 1);
  const cameras = new Cameras(fakeCanvas());
  cameras.frame(start, false, new Quaternion());
  cameras.resize(1.3);
  cameras.setFollow(1, bodies, sweep.middleFrom(1));
  cameras.widen(start);
  assert.ok(farthest(cameras, start) < 1, `${farthest(cameras, start)}`);
  cameras.update(bodies);
  bodies[1].position.z -= 50;
  bodies[1].updateMatrixWorld();
  cameras.update(bodies);
  assert.ok(farthest(cameras, start.clone().translate(new Vector3(0, 0, -50))) < 1);
});

test("a stripe shows how a round shape turns, and a point has a mark", () => {
  const material = new MeshBasicMaterial();
  const at = { at: [0, 0, 0], quaternion: [1, 0, 0, 0] };
  for (const shape of [{ type: "cylinder", radius: 2, length: 1, ...at }, { type: "sphere", radius: 2, length: 0, ...at }]) {
    const whole = new Box3().setFromObject(makeShape(shape, material));
    const stripe = new Box3().setFromObject(makeStripe(shape, material));
    assert.ok(stripe.max.x > whole.max.x && stripe.max.x < 1.02 * whole.max.x, shape.type); // seen from the side
    assert.ok(stripe.min.x > -0.01, shape.type); // half a turn is another picture
    assert.ok(stripe.max.z > whole.max.z, shape.type); // seen along the axis
  }
  assert.equal(makeStripe({ type: "box", size: [1, 1, 1], ...at }, material), null);
  const mark = makeSign({ kind: "point", p: [3, 4, 5, 0, 0, 0], size: 0.1, axis: [0, 0, 0] }, material);
  assert.deepEqual(mark.position.toArray(), [3, 4, 5]);
});
