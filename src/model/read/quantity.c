// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quantity.c - texts that are a quantity and an expression at once: "8/m" is 8 per metre, and 8 divided by m where
// m is a parameter; and valid units that are probably mistakes.
//
// A text all of whose names exist is an expression where the field accepts expressions. It is refused, with both
// readings, if it is also a quantity of the field's dimension. Where an expression needs "=", such a quantity is
// refused, too.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/part/scope.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_value.h"

typedef struct {
  const jni_reader *reader;
  bool signals;  // names of signals are accepted as well
  int nnames;
} lookup;

static int look_up(void *context, const char *name, char *what, size_t size) {
  lookup *l = context;
  (void)what;
  (void)size;
  l->nnames++;
  return jni_read_is_name(l->reader, name) || (l->signals && jni_read_names_signal(l->reader, name)) ? 0 : -1;
}

bool jni_read_is_expression(jni_reader *r, const char *text, bool signals) {
  char what[256];
  double number;
  int at;
  // Only a text in which a solidus follows the number at its begin can be both a quantity and an expression.
  const char *end = jni_number_parse(text, &number);
  if (!end || end[strspn(end, " \t\n")] != '/') return false;
  lookup l = {.reader = r, .signals = signals};
  jni_expression *expression = jni_expression_new(r->model->pool.alloc, text, look_up, &l, what, sizeof what, &at);
  if (!expression && strcmp(what, "out of memory") == 0) r->model->no_memory = r->stop = true;
  bool is_one = expression && l.nnames > 0;
  jni_expression_free(expression);
  return is_one;
}

bool jni_read_report_ambiguous(jni_reader *r, const jni_node *node, const char *text, bool signals) {
  double number;
  const char *end = jni_number_parse(text, &number), *open = signals ? "(" : "=", *close = signals ? ")" : "";
  int length = end && end - text < 40 ? (int)(end - text) : 0;
  return jni_read_fault(
      r, node,
      "\"%.60s\" can be read in two ways: for the quantity write \"%.*s 1%.60s\", for the expression \"%s%.*s%s%.60s\"",
      text, length, text, text + length, open, length, text, close, text + length);
}

// ---- units of parameters --------------------------------------------------------------------------------------------

bool jni_read_written_quantity(jni_reader *r, const jni_node *node, jni_quantity *quantity) {
  const char *text = jni_read_text(r, node);
  char why[160];
  bool has_unit = false;
  if (!text) return false;
  text += strspn(text, " \t\n");
  if (*text == '=') return jni_read_named_quantity(r, text, quantity);
  quantity->text = text;
  return jn_unit_parse(text, &quantity->value, &quantity->dimension, &has_unit, why, sizeof why) && has_unit;
}

static bool is_number(jn_dimension d) { return !d.m && !d.kg && !d.s && !d.rad; }

// Writes the name of a dimension to `text`: "a length".
static void expected_text(jn_dimension dimension, char *text, size_t size) {
  jni_dimension_example(dimension, text, size);
  char *end = strstr(text, " such as");
  if (end) *end = '\0';
}

bool jni_read_has_written_unit(const jni_node *node, jn_dimension *dimension) {
  double value;
  char why[160];
  bool has_unit = false;
  return node && node->kind == JNI_SCALAR && jn_unit_parse(node->text, &value, dimension, &has_unit, why, sizeof why) &&
         has_unit;
}

bool jni_read_check_dimension(jni_reader *r, const jni_node *was, const jni_node *value) {
  const jni_node *old = jni_read_value_of(was);
  jn_dimension before, now;
  char wanted[96];
  if (!jni_read_has_written_unit(old, &before) || !jni_read_has_written_unit(value, &now)) return true;
  if (jni_unit_fits(now, before)) return true;
  expected_text(before, wanted, sizeof wanted);
  return jni_read_fault(r, value, "the parameter '%.60s' is defined as %.50s: %s is expected, not '%.50s'", was->key,
                        old->text, wanted, value->text);
}

static void doubt_dimension(jni_reader *r, const jni_node *node, const char *text, jn_dimension dimension,
                            jn_dimension alternative) {
  char wanted[96], other[96];
  expected_text(dimension, wanted, sizeof wanted);
  expected_text(alternative, other, sizeof other);
  bool one = strcmp(wanted, other) == 0;
  const char *name = node->text + strspn(node->text, "= ");
  int length = (int)strcspn(name, " \t\n");
  jni_read_warn(r, node, "the parameter '%.*s' is %.50s, but %s%s%s is expected here", length < 60 ? length : 60, name,
                text, wanted, one ? "" : " or ", one ? "" : other);
}

// Returns whether a quantity is written in Hz where rad/s is expected: its number is then taken as rad/s without a
// factor 2 pi, which is probably a mistake.
static bool is_hertz(const jni_quantity *quantity, jn_dimension wanted) {
  const jn_dimension *d = &quantity->dimension;
  return d->s == -1 && !d->m && !d->kg && !d->rad && strstr(quantity->text, "Hz") && wanted.s == -1 &&
         wanted.rad == 1 && !wanted.m && !wanted.kg;
}

void jni_read_warn_unit(jni_reader *r, const jni_node *node, const jni_quantity *quantity, jn_dimension dimension,
                        jn_dimension alternative) {
  if (is_number(dimension) || is_number(alternative)) return;  // states and values of formulas have any unit
  if (!jni_unit_fits(quantity->dimension, dimension) && !jni_unit_fits(quantity->dimension, alternative))
    doubt_dimension(r, node, quantity->text, dimension, alternative);
  else if (is_hertz(quantity, dimension) || is_hertz(quantity, alternative))
    jni_read_warn(r, node, "%.50s is taken as %g rad/s; for turns in a second write %g rev/s, or rpm", quantity->text,
                  quantity->value, quantity->value);
}
