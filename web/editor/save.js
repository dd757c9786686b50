// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// save.js - saves files from the browser: the text, or the page with it.
import { element } from "../shell/dom.js";
import { embedData } from "./embed.js";

function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

const nameOf = (path) => path.split("/").pop();

export function saveText(path, text) {
  download(nameOf(path), text, "text/plain");
}

/** Returns the page as it was opened, without changes by its scripts. */
function pageText() {
  const copy = document.documentElement.cloneNode(true);
  const isOwn = (node) => node.matches("noscript, script:not([src])");
  for (const node of [...copy.querySelectorAll("body > *")]) if (!isOwn(node)) node.remove();
  for (const style of copy.querySelectorAll("head > style:not(#jounce-style)")) style.remove();
  return `<!doctype html>\n${copy.outerHTML}\n`;
}

export function savePage(model, data) {
  const alone = { ...data, home: undefined }; // the copy is no longer part of a site
  download(nameOf(model).replace(/\.\w+$/, "") + ".html", embedData(pageText(), alone), "text/html");
}
