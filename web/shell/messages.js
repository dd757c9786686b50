// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// messages.js - what the program has to say of a model: its own sentences with their places.
import { element } from "./dom.js";

function placeOf(message) {
  const place = [message.file?.split("/").pop(), message.line || null, message.column || null].filter(Boolean).join(":");
  return [place, message.element].filter(Boolean).join(" ");
}

/** @param {boolean} more they come after those that are there */
export function showMessages(list, messages, more = false) {
  const items = messages.map((message) => {
    const place = placeOf(message);
    return element("li", { className: message.severity }, `${message.severity === "fault" ? "error" : message.severity}: `,
      place ? `${place}: ` : "", message.what);
  });
  if (more) list.append(...items);
  else list.replaceChildren(...items);
}
