// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code.js - compiled models in the page: their code runs as long as it belongs to the model, otherwise the engine runs
// it.

const FORMULATION = "simulate.formulation";

/** Returns settings for a model whose code does not suit: the same equations and steps by the engine. */
function byEngine(settings) {
  return settings[FORMULATION] === "compiled" ? { ...settings, [FORMULATION]: "reduced" } : settings;
}

/**
 * Returns what the engine has to read.
 * @param {{model: string, code?: string}} data of the page; code: the file of a compiled model
 * @param {string | null} misfit why the code does not suit the model; null: it does
 * @returns {{model: string, settings: Record<string, string>, sentence: string | null}}
 */
export function orderOf(data, { model, settings }, misfit) {
  if (!data.code) return { model, settings, sentence: null };
  if (misfit === null) return { model: data.code, settings, sentence: null };
  return { model, settings: byEngine(settings), sentence: `${misfit}: here the engine runs it, not its code` };
}

/** Returns whether the model runs by code with fused multiply-add, which a page must emulate. */
export const isFused = ({ choices, compiled }) => choices.formulation === "compiled" && Boolean(compiled?.fused);

/** Returns the parameters that can be changed: of compiled code only the kept ones. */
export function openParameters({ parameters, compiled }) {
  return compiled ? parameters.filter(({ name }) => compiled.kept.includes(name)) : parameters;
}
