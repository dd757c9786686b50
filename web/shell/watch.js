// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// watch.js - a page of `jounce view --watch` loads itself anew when the command has written it anew. A page from a file
// may read no other file, but it may show a picture: the command writes one beside the page, whose width and height are
// the number of the page. No script but the page's own is run for that.
import { element } from "./dom.js";
import { showMessages } from "./messages.js";

const PAUSE = 400; // ms between two looks

/** Width and height of the picture, as a text; null: there is none. */
function numberOf(address) {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(`${picture.naturalWidth}x${picture.naturalHeight}`);
    picture.onerror = () => resolve(null);
    picture.src = `${address}?${Date.now()}`; // not the one that the browser remembers
  });
}

/** Above all else: why the model as it stands cannot be shown, or that the page has not followed it. */
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
