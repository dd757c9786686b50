// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// watch.js - reloads a page of `jounce view --watch` after the command has written it again. A page from a file may not
// read other files, but may show a picture: width and height of a picture beside the page encode its number. No other
// script is run.
import { element } from "./dom.js";
import { showMessages } from "./messages.js";

const PAUSE = 400; // ms between two checks

/** Returns width and height of the picture as a text; null: there is none. */
function numberOf(address) {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(`${picture.naturalWidth}x${picture.naturalHeight}`);
    picture.onerror = () => resolve(null);
    picture.src = `${address}?${Date.now()}`; // bypasses the cache of the browser
  });
}

/** Shows above the page why the current model cannot be shown, or that the page has not been reloaded. */
function makeBanner(page) {
  const list = element("ul", { className: "messages" });
  const banner = element("section", { className: "banner", hidden: true }, element("strong", {}, ""), list);
  page.sceneArea.append(banner);
  return (title, messages) => {
    banner.firstChild.textContent = title;
    showMessages(list, messages, (message) => page.goTo(message));
    banner.hidden = false;
  };
}

/** @param {{picture: string, number: string, messages: object[]}} watched of the page's data */
export function watch({ picture, number, messages }, page) {
  const tell = makeBanner(page);
  if (messages.length > 0) tell("The model cannot be read; the page shows its last valid version:", messages);
  const look = async () => {
    const now = await numberOf(encodeURIComponent(picture));
    if (now === null) return; // the command has ended
    if (now === number) setTimeout(look, PAUSE);
    else if (page.editor.texts.unsaved) tell("The model file has changed. Your edits are not saved: reload the page yourself.", []);
    else location.reload();
  };
  setTimeout(look, PAUSE);
}
