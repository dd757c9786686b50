// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.test.js - the page in a real browser, opened from a file:  JOUNCE=PROGRAM CHROMIUM=PROGRAM node --test page.test.js
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, look } from "./browser.js";

const { JOUNCE } = process.env;
const WAIT = 90000; // ms, for software rendering on a machine with other work
const folder = mkdtempSync(join(tmpdir(), "jounce-page-"));
let browser;

const pendulum = `
jounce: 1
name: swing
space: plane
gravity: [0, -9.81]
parameters: {L: 500 mm, start: 1, side: 0}
inputs: {push: "0"}
bodies:
  rod: {mass: 1, inertia: 0.02, points: {A: ["=-L/2", 0], B: ["=L/2", 0]}}
joints:
  pivot: {type: revolute, between: [ground, rod.A]}
forces:
  motor: {type: torque, joint: pivot, value: push}
initial: {keep: {rod.angle: "=if(side == 1, -start, start)", rod.rate: 0}}
simulate: {until: 1, step: 1 ms, output: 10 ms}
outputs: [rod.B.x, rod.B.y, joint.pivot.rate]
`;
const evil = "</script><script>globalThis.hostile=1</script><img src=x onerror=globalThis.hostile=1>";
const hostile = `
jounce: 1
name: ${JSON.stringify(evil)}
space: plane
bodies: {rod: {mass: 1, inertia: 1, points: {A: [0, 0], B: [1, 0]}}}
joints: {pivot: {type: revolute, between: [ground, rod.A]}}
simulate: {until: 0.1, step: 1 ms, output: 10 ms}
outputs: [rod.B.x] # ${evil}
`;

/** The page of a model, opened; with what it complained of. */
async function open(name, text) {
  const model = join(folder, `${name}.yaml`);
  const target = join(folder, `${name}.html`);
  writeFileSync(model, text);
  execFileSync(JOUNCE, ["view", model, "--no-open", "-o", target]);
  const page = await browser.newPage({ viewport: { width: 800, height: 480 }, colorScheme: "light" });
  page.setDefaultTimeout(WAIT);
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`file://${target}`);
  await page.waitForFunction(() => globalThis.jouncePage?.player.playing, null, { polling: 100 });
  await page.evaluate(() => globalThis.jouncePage.player.pause());
  await page.waitForFunction(() => globalThis.jouncePage.done, null, { polling: 100 });
  return { page, faults };
}

const seek = (page, time) => page.evaluate((t) => globalThis.jouncePage.player.seek(t), time);

/** Until rows have a signal. */
const told = (page, name) =>
  page.waitForFunction((wanted) => {
    const { done, description } = globalThis.jouncePage;
    return done && description.outputs.some((output) => output.name === wanted);
  }, name);

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test("plays, scrubs, plots and changes a model", async (t) => {
  const { page, faults } = await open("swing", pendulum);

  await t.test("the scene is not empty and moves with the time line", async () => {
    await seek(page, 0);
    const first = await look(page);
    assert.ok(first.colours > 8 && first.drawn > 0.01, JSON.stringify(first));
    await page.locator("input.line").fill("0.5");
    assert.equal(await page.evaluate(() => globalThis.jouncePage.player.time), 0.5);
    assert.notEqual((await look(page)).sum, first.sum);
  });

  await t.test("buttons are drawn without a symbol font, and a point that nothing holds has a mark and a name", async () => {
    const icon = () => page.evaluate(() => globalThis.jouncePage.player.playButton.querySelector("svg").dataset.icon);
    assert.equal(await icon(), "play");
    await page.evaluate(() => globalThis.jouncePage.player.play());
    assert.equal(await icon(), "pause");
    await page.evaluate(() => globalThis.jouncePage.player.pause());
    const texts = await page.locator(".foot button, .bar button").allTextContents();
    assert.deepEqual(texts.filter((words) => !/^[ -~]*$/.test(words)), []);
    const [things, names] = await page.evaluate(() => {
      const { description, scene } = globalThis.jouncePage;
      return [description.things.filter(({ kind }) => kind === "point"), scene.names.shown.map(({ name }) => name)];
    });
    assert.deepEqual([things.map(({ name, p }) => [name, p[0]]), names], [[["B", 0.25]], ["B"]]);
  });

  await t.test("plots have the values at the time that is shown", async () => {
    await seek(page, 0);
    const values = () => page.locator(".plot .u-legend .u-series:nth-child(2) .u-value").first().textContent();
    const start = Number(await values());
    assert.ok(Math.abs(start - 0.5 * Math.cos(1)) < 1e-4, `x of B is ${start}`);
    await seek(page, 0.7);
    assert.notEqual(Number(await values()), start);
    const box = await page.locator(".plot .u-over").first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const time = await page.evaluate(() => globalThis.jouncePage.player.time);
    assert.ok(Math.abs(time - 0.5) < 0.05, `a click in the middle went to ${time}`);
  });

  await t.test("a slider changes the motion, the camera stays", async () => {
    const end = () => page.evaluate(() => globalThis.jouncePage.trajectory.value(globalThis.jouncePage.trajectory.n - 1, 0));
    const camera = () => page.evaluate(() => globalThis.jouncePage.scene.cameras.current.position.toArray().join());
    const [before, seen] = [await end(), await camera()];
    await page.getByRole("tab", { name: "Parameters" }).click();
    await page.getByRole("slider", { name: "start" }).fill("0.4");
    await page.waitForFunction((old) => {
      const { trajectory, done } = globalThis.jouncePage;
      return done && trajectory.value(trajectory.n - 1, 0) !== old;
    }, before);
    assert.equal(await camera(), seen);
    const free = await end();
    await page.getByRole("slider", { name: "push" }).fill("0.9");
    await page.waitForFunction((old) => {
      const { trajectory, done } = globalThis.jouncePage;
      return done && trajectory.value(trajectory.n - 1, 0) !== old;
    }, free);
  });

  await t.test("parameters keep their units, switches go in steps, and what is wrong is marked", async () => {
    const slider = page.getByRole("slider", { name: "L", exact: true });
    const field = page.getByRole("textbox", { name: "L, value" });
    assert.deepEqual(await slider.evaluate((one) => [one.min, one.max, one.value]), ["50", "1000", "500"]);
    assert.equal(await field.inputValue(), "500 mm");
    assert.equal(await page.getByRole("slider", { name: "side" }).getAttribute("step"), "1");
    const long = () => page.evaluate(() => globalThis.jouncePage.description.parameters.find((p) => p.name === "L").value);
    await field.fill("0.6 m");
    await field.press("Enter");
    await page.waitForFunction(() => globalThis.jouncePage.description.parameters[0].value === 0.6);
    await field.fill("long");
    await field.press("Enter");
    assert.ok(await field.evaluate((one) => one.classList.contains("wrong")));
    await page.getByRole("button", { name: "L: as in the model" }).click();
    await page.waitForFunction(() => globalThis.jouncePage.description.parameters[0].value === 0.5);
    assert.equal(await field.inputValue(), "500 mm");
    assert.equal(await long(), 0.5);
  });

  await t.test("what is chosen in the list shines, and its values are told", async () => {
    await page.getByRole("tab", { name: "List" }).click();
    await page.getByRole("button", { name: "pivot revolute" }).click();
    await told(page, "joint.pivot.force.x");
    const card = page.locator(".card");
    assert.match(await card.textContent(), /joint pivot.*revolute between ground and rod.*force.* N/);
    assert.ok((await page.evaluate(() => globalThis.jouncePage.scene.highlight.shown.length)) > 0);
    await card.getByRole("button", { name: "its place in the model file" }).click();
    const line = await page.evaluate(() => {
      const { doc, selection } = globalThis.jouncePage.editor.view.state;
      return doc.lineAt(selection.main.head).text;
    });
    assert.match(line, /pivot: {type: revolute/);
    await page.evaluate(() => globalThis.jouncePage.card.choose(null)); // it may lie above the rod
    await seek(page, 0);
    await page.evaluate(() => globalThis.jouncePage.scene.render());
    const canvas = await page.locator("canvas").first().boundingBox();
    const place = await page.evaluate(() => {
      const p = globalThis.jouncePage;
      const at = p.scene.bodies[1].position.clone().project(p.scene.cameras.current);
      return [at.x, at.y];
    });
    await page.mouse.click(canvas.x + (canvas.width * (1 + place[0])) / 2, canvas.y + (canvas.height * (1 - place[1])) / 2);
    await told(page, "rod.vx");
    assert.match(await card.textContent(), /body rod/);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Escape");
    assert.ok(await card.isHidden());
  });

  await t.test("arrows, traces and another signal", async () => {
    await seek(page, 0.5);
    await page.evaluate(() => globalThis.jouncePage.toggleArrows());
    await page.waitForFunction(() => globalThis.jouncePage.done && globalThis.jouncePage.scene.arrows.usual.force > 1);
    const drawn = (which) =>
      page.evaluate(async (name) => {
        const p = globalThis.jouncePage;
        await p.showArrows(name);
        return ["reaction", "torque"].map((kind) => p.scene.arrows.flocks[kind].tip.mesh.count);
      }, which);
    assert.deepEqual(await drawn("all"), [1, 1]); // the pivot, and the motor as an arc
    assert.deepEqual(await drawn("reactions"), [1, 0]);
    assert.deepEqual(await drawn("forces"), [0, 1]);
    assert.deepEqual(await drawn("chosen"), [0, 0]);
    await page.evaluate(() => globalThis.jouncePage.addSignal("rod.B.vx"));
    await page.waitForFunction(() => globalThis.jouncePage.description.outputs.some((o) => o.name === "rod.B.vx" && o.asked));
    await page.evaluate(() => globalThis.jouncePage.addSignal("rod.C.vx"));
    await page.getByText("rod.C").first().waitFor({ state: "attached" });
    const last = await page.evaluate(() => {
      const p = globalThis.jouncePage;
      p.trace(1, [0.25, 0, 0]);
      return [...p.scene.traces.list[0].line.geometry.attributes.position.array.slice(-3, -1)];
    });
    const end = await page.evaluate(() => [0, 1].map((k) => globalThis.jouncePage.trajectory.value(globalThis.jouncePage.trajectory.n - 1, k)));
    assert.ok(Math.hypot(last[0] - end[0], last[1] - end[1]) < 1e-5, `${last} is not ${end}`);
  });

  await t.test("an engine that breaks off is told, and the model can be run again", async () => {
    const rows = await page.evaluate(() => {
      const p = globalThis.jouncePage;
      p.engine.onBreak("unreachable");
      return p.trajectory.n;
    });
    await page.getByRole("tab", { name: "Check" }).click();
    assert.match(await page.locator(".messages").textContent(), /the engine .*\(unreachable\)/);
    await page.getByRole("button", { name: "run it again" }).click();
    await page.locator(".messages").getByText("unreachable").waitFor({ state: "detached" });
    await page.waitForFunction((n) => globalThis.jouncePage.done && globalThis.jouncePage.trajectory.n === n, rows);
  });

  await t.test("fits a phone, in the dark", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 740 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} px wide`);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 24, 29)");
    await page.waitForFunction(() => globalThis.jouncePage.scene.renderer.domElement.clientWidth === 360);
    assert.ok((await look(page)).colours > 8);
    const nameless = await page.evaluate(() => {
      const hasName = (one) => one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length;
      return [...document.querySelectorAll("button, input, select, [role=tabpanel]")].filter((one) => !hasName(one)).map((one) => one.outerHTML);
    });
    assert.deepEqual(nameless, []);
  });
  assert.deepEqual(faults, []);
});

test("names of a hostile model stay text", async () => {
  const { page, faults } = await open("hostile", hostile);
  assert.equal(await page.evaluate(() => globalThis.hostile), undefined);
  assert.equal(await page.locator("h1").textContent(), evil);
  const shown = await page.evaluate((text) => {
    const p = globalThis.jouncePage;
    const named = (one) => ({ ...one, name: text, kind: text, file: text });
    const { elements, counts } = p.description;
    const made = { ...p.description, inputs: [text], parameters: [{ name: text, value: 1 }] };
    made.elements = Object.fromEntries(Object.entries(elements).map(([sort, list]) => [sort, list.map(named)]));
    made.counts = { ...counts, sentences: [`joint '${text}' is redundant`, text] };
    for (const part of [p.tree, p.parameters, p.choices]) (part.setModel ?? part.show).call(part, made);
    p.description = made;
    for (const title of ["List", "Parameters", "Run"]) p.tabs.show(title);
    p.card.choose({ kind: "joint", index: 0 });
    p.tellBreak(text);
    // read at once: the choice asks for signals, and the model that comes with them has its own names again
    return [".tree", ".card", ".messages"].map((part) => document.querySelector(part).textContent);
  }, evil);
  for (const text of shown) assert.ok(text.includes(evil), text);
  await page.evaluate(() => globalThis.jouncePage.load());
  await page.evaluate((name) => globalThis.jouncePage.addSignal(name), evil); // refused in a sentence that has it
  await page.locator(".messages li").getByText("onerror").waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => globalThis.hostile), undefined);
  const refused = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.hostile = 2";
    document.body.append(script);
    return globalThis.hostile === undefined;
  });
  assert.ok(refused, "the page's policy lets a script in");
  assert.ok(faults.every((fault) => fault.includes("Content Security Policy")), faults.join());
});
