// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// editor.browser.test.js - editing in a real browser: a mistake is underlined and goes away, edits survive, the page is
// saved with them.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, open, pageOf, ready } from "./browser.js";

const model = "models/examples/four-bar.yaml";
const WRONG = ".cm-lintRange-error";
let browser;
let page;

before(async () => {
  browser = await launch();
  page = await open(browser, pageOf(model), { width: 900, height: 500 });
  await page.evaluate(() => jouncePage.player.pause());
  await page.getByRole("tab", { name: "Model" }).click();
});
after(() => browser.close());

/** Puts the cursor behind a word of the text. */
const stand = (word) =>
  page.evaluate((text) => {
    const { view } = jouncePage.editor;
    const anchor = view.state.doc.toString().indexOf(text) + text.length;
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    view.focus();
  }, word);

const lineOf = (word) => page.evaluate((text) => {
  const { doc } = jouncePage.editor.view.state;
  return doc.lineAt(doc.toString().indexOf(text)).number;
}, word);

test("a typing mistake is underlined at its line while the last good model plays on, and goes away", async () => {
  const rows = await page.evaluate(() => jouncePage.trajectory.n);
  await stand("link1: {mass");
  await page.keyboard.press("Backspace");
  await page.waitForSelector(WRONG);
  const wordAndLine = (one) => [one.textContent, one.closest(".cm-line").textContent];
  const wrong = await page.evaluate(`[...document.querySelectorAll("${WRONG}")].map(${wordAndLine})`);
  assert.ok(wrong.some(([word]) => word === "mas"), JSON.stringify(wrong));
  assert.ok(wrong.every(([, line]) => line.includes("link1: {mas:")));
  assert.match(await page.evaluate(() => jouncePage.messageArea.textContent), /unknown key 'mas'; did you mean 'mass'/);
  assert.equal(await page.evaluate(() => jouncePage.trajectory.n), rows);
  await page.keyboard.press("Control+Space");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  await page.waitForTimeout(200); // keys that come at once are not taken for a choice
  await page.keyboard.press("Enter");
  await page.waitForSelector(WRONG, { state: "detached" });
  assert.equal(await page.evaluate(() => jouncePage.messages.length), 0);
});

test("a message brings up its place", async () => {
  await stand("type: revolute");
  await page.keyboard.type("x");
  await page.waitForSelector(WRONG);
  const line = await lineOf("revolutex");
  await page.evaluate(() => jouncePage.editor.view.dispatch({ selection: { anchor: 0 } }));
  await page.getByRole("tab", { name: "Check" }).click();
  await page.locator(".messages .placed").first().click();
  const cursor = await page.evaluate(() => {
    const { doc, selection } = jouncePage.editor.view.state;
    return doc.lineAt(selection.main.head).number;
  });
  assert.equal(cursor, line);
  await page.keyboard.press("Control+z");
  await page.waitForSelector(WRONG, { state: "detached" });
});

test("a change of the text changes the motion, and another formulation shows what it costs", async () => {
  const hash = () => page.evaluate(() => jouncePage.facts.textContent.match(/hash (\w+)/)?.[1]);
  const before = await hash();
  await stand("crank: 0.1");
  await page.keyboard.type("2");
  await page.waitForFunction((old) => {
    const { facts, choices } = jouncePage;
    return choices.runs.length > 1 && facts.textContent.includes("hash") && !facts.textContent.includes(old);
  }, before);
  await page.getByRole("tab", { name: "Run" }).click();
  await page.getByLabel("formulation").selectOption("baumgarte");
  await page.waitForFunction(() => jouncePage.choices.runs[0].how.startsWith("baumgarte"));
  const [row] = await page.evaluate(() => jouncePage.choices.runs);
  assert.ok(Number(row.violation) > 0 && Number(row.violation) < 1e-6, row.violation);
});

test("a good model that a wrong one follows at once is the last good one", async () => {
  const [title, errors] = await page.evaluate(async () => {
    const { now } = jouncePage.editor.texts;
    const [path] = Object.keys(now);
    const before = now[path];
    const after = (text) => {
      now[path] = text;
      return jouncePage.load();
    };
    await Promise.all([after(before.replace("name: four", "name: last good four")), after("jounce: 1\n")]);
    const seen = [document.title, jouncePage.messages.length];
    await after(before);
    return seen;
  });
  assert.match(title, /^last good four-bar/);
  assert.ok(errors > 0);
});

test("the page is saved with what was edited, and opens as it was", async () => {
  await page.getByRole("tab", { name: "Model" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("save page").click()]);
  assert.equal(download.suggestedFilename(), "four-bar.html");
  const file = join(mkdtempSync(join(tmpdir(), "jounce-saved-")), "four-bar.html");
  await download.saveAs(file);
  const other = await open(browser, pathToFileURL(file).href);
  assert.match(await other.evaluate(() => jouncePage.editor.view.state.doc.toString()), /crank: 0\.12/);
  assert.match(await other.evaluate(() => jouncePage.choices.runs[0].how), /^baumgarte/);
  assert.deepEqual(other.errors, []);
  await other.close();
});

test("what was edited survives a reload, and leaving it unsaved asks", async () => {
  await stand("name: four-bar");
  await page.keyboard.type("s");
  await page.waitForFunction(() => document.title.startsWith("four-bars"));
  const asked = new Promise((resolve) => {
    page.once("dialog", (dialog) => dialog.accept().then(() => resolve(dialog.type())));
  });
  await page.reload();
  assert.equal(await asked, "beforeunload");
  await ready(page);
  assert.match(await page.title(), /^four-bars/);
  assert.match(await page.evaluate(() => jouncePage.editor.status.textContent), /edits are restored/);
  assert.deepEqual(page.errors, []);
});
