// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// layout.js - the elements of the page: buttons above, the scene, a panel beside it, the time line of a replay below.
import { button, element, select } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { SPEEDS } from "./pace.js";
import { SEATS } from "./seats.js";

/** Elements and `showButtons` of the page. @param {import("./page.js").DrivePage} page */
export function layOut(page) {
  const title = element("h1", {}, "Jounce");
  const courses = page.data.courses.map(({ name }) => [name, name]);
  const course = select("Course", courses, page.course.name, (name) => page.choose(name));
  course.hidden = courses.length < 2;
  const seats = Object.entries(SEATS).map(([name, words]) => {
    const made = button(words, `camera: ${words} (C)`, () => page.useSeat(name));
    made.dataset.seat = name;
    return made;
  });
  const pause = button(icon("pause"), "pause (P)", () => page.togglePause());
  const speed = select("speed (T)", SPEEDS.map((s) => [String(s), `${s} ×`]), "1", (value) => page.setSpeed(Number(value)));
  const replay = button("replay", "replay the drive (V)", () => page.toggleReplay());
  const tools = element("span", { className: "tools" }, course, ...seats, pause, speed,
    button("reset", "back to the start (R)", () => page.reset()), replay,
    button("save", "save the drive as a file", () => page.replay.save()),
    button("load", "load a drive from a file", () => page.replay.choose()),
    button(icon("menu"), "inputs and parameters", () => (side.hidden = !side.hidden)),
    button("?", "what to press (H)", () => page.toggleHelp()));
  const stoppedWhy = element("p", {});
  const stopped = element("div", { className: "stopped", hidden: true }, stoppedWhy,
    button("back to the start", "back to the start (R)", () => page.reset()));
  stopped.setAttribute("role", "alert");
  const sceneArea = element("main", { className: "scene" }, stopped);
  const side = element("aside", { className: "side", hidden: true });
  const foot = element("footer", { className: "foot", hidden: true });
  const header = element("header", { className: "bar" }, title, tools);
  document.body.append(element("div", { className: "page drive" }, header, sceneArea, side, foot));
  const showButtons = () => {
    for (const made of seats) made.setAttribute("aria-pressed", made.dataset.seat === page.seats.name);
    pause.replaceChildren(icon(page.going ? "pause" : "play"));
    speed.value = String(page.speed);
    course.value = page.course.name;
    replay.setAttribute("aria-pressed", page.replay.on);
  };
  return { title, sceneArea, side, foot, stopped, stoppedWhy, showButtons };
}
