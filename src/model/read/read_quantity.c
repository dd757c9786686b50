// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_quantity.c - texts that are a quantity and an expression at once: "8/m" is 8 per metre, and 8 divided by m where
// m is a parameter.
//
// Where an expression may stand and all its names are known, it is one. It is refused, with both readings, where it is
// also a quantity that the field takes. Where an expression would need its "=", a quantity that the field takes is
// refused likewise.
#include <string.h>

#include "model/read/reader.h"

typedef struct {
  const jni_reader *reader;
  bool signals;  // names of signals count, too
  int nnames;
} lookup;

static int look_up(void *context, const char *name, char *what, size_t size) {
  lookup *l = context;
  (void)what, (void)size;
  l->nnames++;
  return jni_read_knows(l->reader, name) || (l->signals && jni_read_names_signal(l->reader, name)) ? 0 : -1;
}

// Behind its number an expression goes on with an operator; of these a unit can begin with a solidus only.
static bool goes_on(const char *text) {
  double number;
  const char *end = jni_number_parse(text, &number);
  return end && end[strspn(end, " \t\n")] == '/';
}

bool jni_read_is_expression(jni_reader *r, const char *text, bool signals) {
  char what[256];
  if (!goes_on(text)) return false;
  int at;
  lookup l = {.reader = r, .signals = signals};
  jni_expression *expression = jni_expression_new(r->model->pool.alloc, text, look_up, &l, what, sizeof what, &at);
  if (!expression && strcmp(what, "out of memory") == 0) r->model->no_memory = r->stop = true;
  bool is_one = expression && l.nnames > 0;
  jni_expression_free(expression);
  return is_one;
}

bool jni_read_two_readings(jni_reader *r, const jni_node *node, const char *text, bool signals) {
  double number;
  const char *end = jni_number_parse(text, &number), *open = signals ? "(" : "=", *close = signals ? ")" : "";
  int length = end && end - text < 40 ? (int)(end - text) : 0;
  return jni_read_fault(
      r, node,
      "\"%.60s\" can be read in two ways: for the quantity write \"%.*s 1%.60s\", for the expression \"%s%.*s%s%.60s\"",
      text, length, text, text + length, open, length, text, close, text + length);
}
