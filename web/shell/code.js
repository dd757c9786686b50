// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code.js - a compiled model in the page: its code runs as long as it is that of the model, otherwise the engine does.

const FORMULATION = "simulate.formulation";

/** Settings for a model whose code does not fit: the same equations and steps by the engine. */
function byEngine(settings) {
  return settings[FORMULATION] === "compiled" ? { ...settings, [FORMULATION]: "reduced" } : settings;
}

/**
 * What the engine is to read.
 * @param {{model: string, code?: string}} data of the page; code: the file of a compiled model
 * @param {string | null} misfit why its code is not that of the model, in words; null: it is
 * @returns {{model: string, settings: Record<string, string>, sentence: string | null}}
 */
export function orderOf(data, { model, settings }, misfit) {
  if (!data.code) return { model, settings, sentence: null };
  if (misfit === null) return { model: data.code, settings, sentence: null };
  return { model, settings: byEngine(settings), sentence: `${misfit}: here the engine runs it, not its code` };
}

/** Does it run by code that no instruction of this machine does at once? */
export const isFused = ({ choices, compiled }) => choices.formulation === "compiled" && Boolean(compiled?.fused);

/** Parameters that may be changed: of compiled code those that were kept. */
export function openParameters({ parameters, compiled }) {
  return compiled ? parameters.filter(({ name }) => compiled.kept.includes(name)) : parameters;
}
