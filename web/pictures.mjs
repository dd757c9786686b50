// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pictures.mjs - the pictures of the README, made by the command and the page:  node web/pictures.mjs JOUNCE CHROMIUM [NAME...]
// Drawings are those of `jounce draw`, stills are screenshots of the page; the excavator is an animation (APNG) of what
// the scene of its page shows.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync, inflateSync } from "node:zlib";
import { chromium } from "playwright-core";

const [command, browserPath, ...wanted] = process.argv.slice(2);
const root = join(import.meta.dirname, "..");
const PICTURES = [
  { name: "hmmwv", model: "models/vehicles/hmmwv.yaml", drawn: true },
  { name: "bicycle", model: "models/benchmarks/whipple-bicycle.yaml", drawn: true },
  { name: "planetary-gear", model: "models/examples/planetary-gear.yaml", at: 0.35, size: [900, 560] },
  { name: "excavator", model: "models/examples/excavator.yaml", frames: 52, size: [820, 420], alone: true },
];

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(sumOf(body));
  return Buffer.concat([length, body, sum]);
};

/** The sum that ends a chunk. */
function sumOf(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ -1) >>> 0;
}

/** Chunks of a PNG by type; those of the pixels are put together. */
function parse(png) {
  const found = {};
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    found[type] = found[type] ? Buffer.concat([found[type], data]) : data;
  }
  return found;
}

/** @param {Buffer[]} frames PNG files of one size @param {number} delay ms */
function animate(frames, delay) {
  const parts = frames.map(parse);
  const numbers = (...values) => Buffer.concat(values.map(([value, size]) => {
    const bytes = Buffer.alloc(size);
    bytes.writeUIntBE(value, 0, size);
    return bytes;
  }));
  let turn = 0;
  const [width, height] = [parts[0].IHDR.readUInt32BE(0), parts[0].IHDR.readUInt32BE(4)];
  const chunks = parts.flatMap(({ IDAT }, i) => {
    const control = numbers([turn++, 4], [width, 4], [height, 4], [0, 4], [0, 4], [delay, 2], [1000, 2], [0, 1], [0, 1]);
    const pixels = deflateSync(inflateSync(IDAT), { level: 9 });
    const data = i === 0 ? chunk("IDAT", pixels) : chunk("fdAT", Buffer.concat([numbers([turn++, 4]), pixels]));
    return [chunk("fcTL", control), data];
  });
  const head = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const plan = chunk("acTL", numbers([frames.length, 4], [0, 4]));
  return Buffer.concat([head, chunk("IHDR", parts[0].IHDR), plan, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

async function take(page, picture) {
  const until = picture.at ?? Infinity;
  await page.waitForFunction((t) => globalThis.jouncePage?.done || globalThis.jouncePage?.trajectory?.end > t, until);
  const show = (time) => page.evaluate(async (t) => {
    const { player, scene } = globalThis.jouncePage;
    player.pause();
    player.seek(t);
    await new Promise((done) => setTimeout(done, 60)); // a road that goes along
    scene.render();
  }, time);
  if (!picture.frames) {
    await show(picture.at);
    await page.waitForTimeout(1500);
    return page.screenshot();
  }
  const end = await page.evaluate(() => globalThis.jouncePage.trajectory.end);
  const frames = [];
  for (let i = 0; i < picture.frames; i++) {
    await show((end * i) / picture.frames);
    frames.push(await page.locator(".scene").screenshot());
  }
  return animate(frames, Math.round((1000 * end) / picture.frames / 2));
}

const target = (name, ending) => join(root, "docs", "pictures", name + ending);
const chosen = PICTURES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
for (const { name, model } of chosen.filter(({ drawn }) => drawn))
  execFileSync(command, ["draw", model, "-q", "-o", target(name, ".svg")], { cwd: root });

const folder = mkdtempSync(join(tmpdir(), "jounce-pictures-"));
const args = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"];
const browser = await chromium.launch({ executablePath: browserPath, args });
for (const picture of chosen.filter(({ drawn }) => !drawn)) {
  const file = join(folder, `${picture.name}.html`);
  execFileSync(command, ["view", picture.model, "--no-open", "-q", "-o", file], { cwd: root });
  const page = await browser.newPage({ viewport: { width: picture.size[0], height: picture.size[1] } });
  page.setDefaultTimeout(180000);
  await page.goto(pathToFileURL(file).href);
  if (picture.alone) await page.addStyleTag({ content: ".page { display: block !important } .bar, .side, .foot { display: none !important } .scene { height: 100vh }" });
  const bytes = await take(page, picture);
  writeFileSync(target(picture.name, ".png"), bytes);
  console.log(picture.name, bytes.length);
  await page.close();
}
await browser.close();
rmSync(folder, { recursive: true });
