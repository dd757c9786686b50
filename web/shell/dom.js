// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dom.js - elements of the page. Texts are never interpreted as markup.

/** Creates an element with properties and children; strings become text. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** @param {string | Node} face the text of the button, or its icon */
export function button(face, title, press) {
  const made = element("button", { type: "button", title }, face);
  made.setAttribute("aria-label", title);
  made.addEventListener("click", press);
  return made;
}

/** @param {Array<[string, string]>} options value and text */
export function select(title, options, chosen, change) {
  const made = element("select", { title });
  made.setAttribute("aria-label", title);
  for (const [value, text] of options) made.append(element("option", { value, selected: value === chosen }, text));
  made.addEventListener("change", () => change(made.value));
  return made;
}
