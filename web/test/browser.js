// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// browser.js - pages for tests in a real browser. PAGE is the page without data, CHROMIUM the browser.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { embedData } from "../editor/embed.js";

const root = join(import.meta.dirname, "..", "..");
const ARGUMENTS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"];
const SMALL = [200, 120]; // pixels
const PATIENCE = 90000; // ms; a busy machine draws slowly without a graphics card

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: ARGUMENTS });

/** A page with a model of the project, as a file: its address. */
export function pageOf(model) {
  const files = { [model]: { text: readFileSync(join(root, model), "utf8") } };
  const data = { version: 1, mode: "model", model, files, settings: {} };
  const file = join(mkdtempSync(join(tmpdir(), "jounce-page-")), "page.html");
  writeFileSync(file, embedData(readFileSync(process.env.PAGE, "utf8"), data));
  return pathToFileURL(file).href;
}

/** Opens a page and waits until its first run is done. Errors of its scripts are gathered in `page.errors`. */
export async function open(browser, address, size = { width: 1280, height: 720 }) {
  const page = await browser.newPage({ viewport: size });
  page.setDefaultTimeout(PATIENCE);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  await page.goto(address);
  await ready(page);
  return page;
}

export function ready(page) {
  return page.waitForFunction(() => globalThis.jouncePage?.choices?.runs.length > 0, null, { timeout: PATIENCE });
}

/** The scene as it is drawn now, made small: bytes of red, green, blue and opacity. */
export const pixelsOf = (page) =>
  page.evaluate(([width, height]) => {
    const { scene } = globalThis.jouncePage;
    scene.render();
    const pen = new OffscreenCanvas(width, height).getContext("2d");
    pen.drawImage(scene.renderer.domElement, 0, 0, width, height);
    return [...pen.getImageData(0, 0, width, height).data];
  }, SMALL);

/** How many colours the scene has (a few are a background), how much of it is none, and a number that any change changes. */
export async function look(page) {
  const data = await pixelsOf(page);
  const counts = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const colour = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const drawn = 1 - (4 * Math.max(...counts.values())) / data.length;
  return { colours: counts.size, drawn, sum: data.reduce((a, b) => (a * 31 + b) % 65521, 7) };
}
