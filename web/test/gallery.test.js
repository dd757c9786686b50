// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery.test.js - the site of all shipped models, from files and from a server. JOUNCE is the command, CHROMIUM the
// browser. A few models are played; with ALL=1 every one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, look } from "./browser.js";

const root = join(import.meta.dirname, "..", "..");
const GROUPS = ["examples", "vehicles", "rigs", "robots", "benchmarks"];
const PLAYED = ["vehicles/rough-road", "robots/loop"];
const PATIENCE = 90000; // ms
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml" };
const folder = mkdtempSync(join(tmpdir(), "jounce-gallery-"));
const isModel = (name) => [".yaml", ".urdf", ".xml"].includes(extname(name));
const models = GROUPS.flatMap((group) =>
  readdirSync(join(root, "models", group)).filter(isModel).map((name) => `${group}/${basename(name, extname(name))}`),
);
const fileAddress = pathToFileURL(folder).href;
let browser;
let page;
let faults;

before(async () => {
  execFileSync(process.env.JOUNCE, ["gallery", "-q", "-o", folder], { stdio: "inherit" });
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 480, height: 320 } });
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Any server will do. */
function serve() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
    response.end(readFileSync(join(folder, path)));
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

/** Waits until a part of the run is there; how far two rows of it are apart, and how much of the scene is drawn. */
async function play() {
  await page.waitForFunction(() => globalThis.jouncePage?.trajectory?.n > 5 || globalThis.jouncePage?.messages?.some((m) => m.severity === "fault"));
  const found = await page.evaluate(() => {
    const { jouncePage } = globalThis;
    const { trajectory, messages } = jouncePage;
    jouncePage.player.pause();
    const [a, b] = [trajectory.poses(0), trajectory.poses(trajectory.n - 1)];
    const moved = Math.max(...a.map((x, i) => Math.abs(x - b[i])));
    return { time: trajectory.end, moved, faults: messages.filter((m) => m.severity === "fault") };
  });
  return { ...found, ...(await look(page)) };
}

async function assertPlays(name) {
  const seen = await play();
  assert.deepEqual(seen.faults, [], name);
  assert.ok(seen.time > 0 && seen.moved > 0, `${name} does not move: ${JSON.stringify(seen)}`);
  assert.ok(seen.colours > 20 && seen.drawn > 0.01, `${name} shows nothing: ${JSON.stringify(seen)}`);
}

test("every model has a page and a picture", () => {
  for (const name of models)
    for (const ending of [".html", ".svg"]) assert.ok(statSync(join(folder, name + ending)).size > 200, name + ending);
  const size = readdirSync(folder, { recursive: true }).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`${models.length} models, ${(size / 1e6).toFixed(1)} MB`);
  assert.ok(size < 10e6, `${size} bytes`);
});

test("the index from files: every card has a picture, a name, a sentence, and fits a phone", async () => {
  faults = [];
  await page.goto(`${fileAddress}/index.html`);
  const cards = await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode()));
    return [...document.querySelectorAll(".card")].map((card) => ({
      name: card.querySelector("a").getAttribute("href").replace(/\.html$/, ""),
      texts: [card.querySelector("h3").textContent, card.querySelector("p").textContent],
      width: card.querySelector("img").naturalWidth,
    }));
  });
  assert.deepEqual(cards.map((card) => card.name).sort(), [...models].sort());
  for (const { name, texts, width } of cards) assert.ok(width > 0 && texts[0].length > 2 && texts[1].length > 15, name);
  await page.setViewportSize({ width: 360, height: 740 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await page.setViewportSize({ width: 480, height: 320 });
  assert.deepEqual(faults, []);
});

test("from a card to the page and back", async () => {
  faults = [];
  await page.click("a[href='examples/four-bar.html']");
  await assertPlays("examples/four-bar");
  await page.click("a.home");
  await page.waitForSelector(".cards");
  assert.deepEqual(faults, []);
});

test("from a server", async (t) => {
  faults = [];
  const server = await serve();
  t.after(() => server.close() && server.closeAllConnections());
  const address = `http://127.0.0.1:${server.address().port}`;
  await page.goto(`${address}/index.html`);
  assert.ok(await page.evaluate(() => document.images[0].decode().then(() => true)));
  await page.goto(`${address}/examples/four-bar.html`);
  await assertPlays("examples/four-bar from a server");
  const refused = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.hostile = 1";
    document.body.append(script);
    return globalThis.hostile === undefined;
  });
  assert.ok(refused, "the page's policy lets a script in");
  assert.ok(faults.every((fault) => fault.includes("Content Security Policy")), faults.join());
});

test("models play", async (t) => {
  for (const name of process.env.ALL ? models : PLAYED)
    await t.test(name, async () => {
      faults = [];
      await page.goto(`${fileAddress}/${name}.html`);
      await assertPlays(name);
      assert.deepEqual(faults, []);
    });
});
