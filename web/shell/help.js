// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// help.js - keys and pointer, and licences of the software in the page.
import { button, element } from "./dom.js";

const KEYS = [
  ["space", "play, pause"],
  ["← →", "a row back, a row on"],
  ["Home, End", "to the start, to the end"],
  ["+ −", "faster, slower"],
  ["L", "loop"],
  ["1 2 3 4", "view: all, front, side, top"],
  ["P", "parallel or perspective"],
  ["F", "follow the clicked body, or none"],
  ["A", "arrows of forces and reactions"],
  ["T", "trace of the clicked point"],
  ["?", "this help"],
  ["drag, wheel, right drag", "rotate, zoom, move the view (two fingers: zoom and move)"],
  ["click in the scene", "name and values of a body, joint or force; the tab List has all of them"],
  ["Escape", "deselect"],
  ["click in a plot", "go to that time; drag: zoom; double click: all"],
];

export function makeHelp() {
  const rows = KEYS.map(([key, what]) => element("tr", {}, element("td", {}, element("kbd", {}, key)), element("td", {}, what)));
  const text = element("pre", {});
  const licences = element("details", {}, element("summary", {}, "Licences of the software in this page"), text);
  licences.addEventListener("toggle", async () => {
    if (!text.textContent) text.textContent = new TextDecoder().decode(await jounceUnpack("jounce-licences"));
  });
  const dialog = element("dialog", { className: "help" }, element("h2", {}, "Keys and pointer"), element("table", {}, ...rows), licences);
  dialog.append(button("close", "close (Escape)", () => dialog.close()));
  document.body.append(dialog);
  return { toggle: () => (dialog.open ? dialog.close() : dialog.showModal()) };
}
