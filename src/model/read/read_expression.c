// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_expression.c - expressions of signals, in which parameters and indices become numbers.
#include <string.h>

#include "model/part/port.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_field.h"
#include "model/read/read_value.h"

enum { NUMBER_SIZE = 32, MOST_EXPANDED = 400000 };

// Returns the length of the number or name that begins at `text`, and sets *is_name to whether it is a name; 0: neither
// begins there.
static size_t word_length(const char *text, bool *is_name) {
  double ignored;
  const char *end = (*text >= '0' && *text <= '9') || *text == '.' ? jni_number_parse(text, &ignored) : NULL;
  *is_name = !end && strchr(jni_name_letters, *text) != NULL && !(*text >= '0' && *text <= '9') && *text != '.';
  return end ? (size_t)(end - text) : *is_name ? strspn(text, jni_name_letters) : 0;
}

// A text that grows.
typedef struct {
  char *text;
  int n, capacity;
  bool too_long;
} writing;

static bool put(jni_reader *r, writing *to, const char *from, size_t length) {
  to->too_long = to->n + (int)length > MOST_EXPANDED;
  if (to->too_long) return false;
  if (!jni_grow(r->model->pool.alloc, &to->text, &to->capacity, to->n + (int)length + 1, 1)) {
    r->model->no_memory = true;
    return false;
  }
  memcpy(to->text + to->n, from, length);
  to->n += (int)length;
  to->text[to->n] = '\0';
  return true;
}

// Appends a formula that is bound to a port, in parentheses. If it is written in a scope with another mirror than the
// present one, encloses it in {N ..} instead, where N is its mirror (model/mirror.h). Returns false if memory is short
// or the text becomes too long.
static bool put_port(jni_reader *r, writing *to, const char *formula, unsigned mirror) {
  const char brace[2] = {'{', (char)('0' + mirror)};
  bool same = mirror == r->model->mirror;
  return put(r, to, same ? "(" : brace, same ? 1 : 2) && put(r, to, formula, strlen(formula)) &&
         put(r, to, same ? ")" : "}", 1);
}

int jni_read_find_table(const jni_reader *r, const char *name, char path[JNI_TABLE_PATH]) {
  int found = -1;
  for (const jni_scope *scope = r->scope; scope && found < 0; scope = scope->around) {
    if (scope->length > JNI_MAX_PATH || strlen(name) > JNI_MAX_PATH) continue;
    memcpy(path, scope->prefix, scope->length);
    memcpy(path + scope->length, name, strlen(name) + 1);
    found = jni_names_get(r->model->names, JNI_NAME_TABLE, 0, path);
  }
  return found;
}

// Appends the name of a called function or table; the name of a table is replaced by its name in the model. Returns
// false if memory is short or the text becomes too long.
static bool put_called(jni_reader *r, const char *name, writing *to) {
  char path[JNI_TABLE_PATH];
  const char *called = jni_read_find_table(r, name, path) >= 0 ? path : name;
  return put(r, to, called, strlen(called));
}

// Appends what a name in a formula stands for in the model: a number in parentheses for a parameter or index, the bound
// formula for a port, otherwise the name of the signal or table in the model. Returns false after a fault.
static bool put_name(jni_reader *r, const jni_node *node, const char *from, size_t length, writing *to) {
  char name[JNI_SIGNAL_NAME_SIZE];
  double value;
  if (length >= sizeof name) return put(r, to, from, length);
  memcpy(name, from, length);
  name[length] = '\0';
  if (r->argument && strcmp(name, r->argument) == 0) return put(r, to, from, length);
  if (from[length + strspn(from + length, " ")] == '(') return put_called(r, name, to);
  unsigned mirror = 0;
  const char *port = jni_read_signal_port(r, name, &mirror), *signal;
  if (port) return put_port(r, to, port, mirror);
  if (jni_read_name_value(r, name, &value)) {
    char number[NUMBER_SIZE];
    return put(r, to, number, (size_t)jni_print(number, sizeof number, "(%.17g)", value));
  }
  signal = jni_read_signal(r, node, name);
  return signal && put(r, to, signal, strlen(signal));
}

static bool is_operator(const char *word, size_t length) {
  static const char *const operators[] = {"and", "or", "not"};
  for (int i = 0; i < 3; i++)
    if (strlen(operators[i]) == length && strncmp(word, operators[i], length) == 0) return true;
  return false;
}

// Returns whether a value may end with this word or sign: a number, a name that is not an operator, or a closing
// parenthesis.
static bool ends_value(const char *word, size_t length, bool is_number, bool is_name) {
  return is_number || *word == ')' || (is_name && !is_operator(word, length));
}

// Returns a copy of the formula `from` in which parameters, indices, ports and names of elements are replaced by what
// they stand for in the model. A name directly after a value, as in "3 m", is a mistake; it stays as written, so that
// the message shows it. Returns NULL after a fault.
static const char *replace_names(jni_reader *r, const jni_node *node, const char *from) {
  writing made = {.n = 0};
  bool sound = put(r, &made, "", 0), is_name, behind_value = false;
  for (size_t length; *from && sound; from += length) {
    length = word_length(from, &is_name);
    bool is_number = length > 0 && !is_name, replaced = is_name && (!behind_value || is_operator(from, length));
    if (!length) length = 1;
    sound = replaced ? put_name(r, node, from, length, &made) : put(r, &made, from, length);
    if (!strchr(" \t\r\n", *from)) behind_value = ends_value(from, length, is_number, is_name);
  }
  char *kept = sound ? jni_document_take(r->scratch, (size_t)made.n + 1) : NULL;
  if (kept) memcpy(kept, made.text, (size_t)made.n + 1);
  jni_free(r->model->pool.alloc, made.text);
  if (made.too_long)
    jni_read_fault(r, node, "the expression is too long: with its parameters and ports more than %d characters",
                   (int)MOST_EXPANDED);
  return kept;
}

static const char *number_text(jni_reader *r, double value) {
  char *made = jni_document_take(r->scratch, NUMBER_SIZE);
  if (made) jni_print(made, NUMBER_SIZE, "%.17g", value);
  return made;
}

const char *jni_read_expression(jni_reader *r, const jni_node *node, jn_dimension dimension, jn_dimension alternative) {
  if (node->kind != JNI_SCALAR || jni_node_is_empty(node)) {
    jni_read_fault(r, node, "expected an expression, got %s", jni_node_kind_text(node));
    return NULL;
  }
  const char *text = jni_read_text(r, node);
  if (!text) return NULL;
  text += strspn(text, " \t\n");
  double value = 0;
  jn_dimension found = JN_NUMBER;
  bool has_unit = false;
  char why[160];
  bool is_number = *text == '=' || jn_unit_parse(text, &value, &found, &has_unit, why, sizeof why);
  bool both = has_unit && jni_read_is_expression(r, text, true);
  if (both && (jni_unit_fits(found, dimension) || jni_unit_fits(found, alternative))) {
    jni_read_report_ambiguous(r, node, text, true);
    return NULL;
  }
  if (!is_number || both) return jni_read_check_length(r, node, text) ? replace_names(r, node, text) : NULL;
  bool any_unit = !dimension.m && !dimension.kg && !dimension.s && !dimension.rad;
  bool sound = has_unit && any_unit ? true : jni_read_number(r, node, dimension, alternative, &value);
  return sound ? number_text(r, value) : NULL;
}

const char *jni_read_pure_expression(jni_reader *r, const jni_node *node) {
  const char *expression = jni_read_expression(r, node, JN_NUMBER, JN_NUMBER);
  const char *text = expression ? jni_read_text(r, node) : NULL;
  double value;
  jn_dimension found = JN_NUMBER;
  bool has_unit = false;
  char why[160];
  if (!text || !jn_unit_parse(text + strspn(text, " \t\n"), &value, &found, &has_unit, why, sizeof why))
    return expression;
  if (!has_unit || jni_unit_fits(found, JN_NUMBER) || jni_read_is_expression(r, text, true)) return expression;
  jni_read_fault(r, node, "expected a number without unit or an expression, got \"%.60s\"", text);
  return NULL;
}
