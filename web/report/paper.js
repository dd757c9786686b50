// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// paper.js - makes printed pages light.

/** @param {object} page with scene and plots */
export function printLight(page) {
  const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
  const paint = (paper) => {
    document.documentElement.classList.toggle("paper", paper);
    page.scene.setTheme(paper || !isDark() ? "light" : "dark");
    page.scene.render();
    page.plots.repaint();
  };
  addEventListener("beforeprint", () => paint(true));
  addEventListener("afterprint", () => paint(false));
}
