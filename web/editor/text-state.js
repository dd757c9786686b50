// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// text-state.js - state of an editor: keys, colours, completion, folding.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import {
  bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { complete } from "./complete.js";

const isModel = (path) => /\.(ya?ml|json)$/.test(path);

/** Completion while a word or value is typed, or on request. At a complete word it shows all alternatives. */
function source(schema) {
  return (context) => {
    if (!context.explicit && !context.matchBefore(/[\w.-]|: /)) return null;
    const text = context.state.doc.toString();
    const found = complete(schema(), text, context.pos);
    if (!found) return null;
    const finished = context.explicit && found.options.some(({ label }) => label === text.slice(found.from, found.to));
    return finished ? { ...found, filter: false } : { ...found, validFor: /^[\w.-]*$/ };
  };
}

function modelExtensions(schema) {
  return [yaml(), syntaxHighlighting(classHighlighter), foldGutter(), autocompletion({ override: [source(schema)] })];
}

/**
 * @param {string} path decides the language
 * @param {() => object} schema
 * @param {(text: string) => void} onEdit
 */
export function makeState(path, text, schema, onEdit) {
  return EditorState.create({
    doc: text,
    extensions: [
      text.includes("\r\n") ? EditorState.lineSeparator.of("\r\n") : [],
      lineNumbers(),
      lintGutter(),
      highlightSpecialChars(),
      highlightActiveLine(),
      history(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      isModel(path) ? modelExtensions(schema) : [],
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap,
        ...completionKeymap, ...lintKeymap, indentWithTab]),
      EditorView.contentAttributes.of({ "aria-label": path, spellcheck: "false" }),
      EditorView.updateListener.of((update) => update.docChanged && onEdit(update.state.sliceDoc())),
    ],
  });
}
