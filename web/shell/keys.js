// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// keys.js - the keyboard; help.js lists the keys.
const VIEWS = { Digit1: "orbit", Digit2: "front", Digit3: "side", Digit4: "top" };

/** Handles a key. Returns whether it has a meaning. */
function press(event, page) {
  const { player, scene } = page;
  if (event.key === "?") page.help.toggle();
  else if (event.key === "+" || event.key === "=") player.shift(1);
  else if (event.key === "-") player.shift(-1);
  else if (event.code === "Space") player.toggle();
  else if (event.code === "ArrowRight") player.nudge(1);
  else if (event.code === "ArrowLeft") player.nudge(-1);
  else if (event.code === "Home") player.seek(0);
  else if (event.code === "End") player.seek(player.reached);
  else if (event.code === "KeyL") player.setLoop(!player.loop);
  else if (event.code === "KeyP") page.bar.project();
  else if (event.code === "KeyA") page.toggleArrows();
  else if (event.code === "KeyT") page.card.trace();
  else if (event.code === "Escape") page.card.choose(null);
  else if (event.code === "KeyF") page.follow(page.card.body() ?? 0);
  else if (event.code in VIEWS) scene.cameras.view(VIEWS[event.code]);
  else return false;
  return true;
}

export function listenToKeys(page) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !page.description) return;
    if (event.target.closest?.("input, select, textarea, dialog, [contenteditable]") && event.target.type !== "checkbox") return;
    if (event.code === "Space" && event.target.closest?.("button, summary, [type=checkbox]")) return; // space presses the focused button
    if (press(event, page)) event.preventDefault();
  });
}
