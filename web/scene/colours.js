// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// colours.js - colours of bodies without their own, of marks, and of the surroundings by day and by night.
import { Color } from "three";

const BODIES = ["#4f7fb5", "#c9762f", "#5a9e6f", "#a45a7b", "#8a7a3d", "#5d6bb0", "#b0574c", "#3f8f95"];

export const bodyColour = (body) => new Color(BODIES[(body - 1 + BODIES.length) % BODIES.length]);

export const themes = {
  light: {
    sky: "#eef2f6", ground: "#d9dee4", line: "#b7c0ca", mark: "#3a4250", spring: "#7a8290", open: "#d0312d",
    reaction: "#c22a3a", force: "#d9820b", ghost: "#2f6fb0", torque: "#7a3fb0",
  },
  dark: {
    sky: "#171b21", ground: "#232931", line: "#3a434f", mark: "#c7ced8", spring: "#8e98a6", open: "#ff6b63",
    reaction: "#ff6f7c", force: "#ffb547", ghost: "#8fc1f5", torque: "#c39bf0",
  },
};
