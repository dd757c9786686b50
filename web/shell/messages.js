// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// messages.js - messages about a model, with their places.
import { button, element } from "./dom.js";

function placeOf(message) {
  const place = [message.file?.split("/").pop(), message.line || null, message.column || null].filter(Boolean).join(":");
  return [place, message.element].filter(Boolean).join(" ");
}

/** @param {(message: object) => void} press called when a message with a place is clicked */
export function showMessages(list, messages, press) {
  list.replaceChildren(...messages.map((message) => {
    const place = placeOf(message);
    const kind = message.severity === "fault" ? "error" : message.severity;
    const item = element("li", { className: message.severity }, `${kind}: `);
    if (message.line > 0) {
      const link = element("button", { type: "button", className: "placed" }, place);
      link.addEventListener("click", () => press(message));
      item.append(link, ": ");
    } else if (place) item.append(`${place}: `);
    item.append(message.what);
    if (message.act) item.append(button(message.act[0], message.act[0], message.act[1]));
    return item;
  }));
}

export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** Returns a line about the model, and one about its run so far. */
export function factsOf({ counts, bodies, joints }, summary) {
  const words = [`${count(bodies.length - 1, "body", "bodies")}, ${count(joints.length, "joint")}`];
  if (counts.freedoms !== undefined)
    words.push(`${count(counts.freedoms, "degree")} of freedom, ${count(counts.loops, "loop")}`);
  if (counts.redundant > 0) words.push(count(counts.redundant, "redundant equation"));
  if (summary) words.push(`${summary.formulation}, ${summary.integrator}: ${summary.steps} steps, hash ${summary.hash}`);
  return words.join(" · ");
}
