// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tree_asked.c - a spanning tree that cannot be as the model asks is told with file, line and the joint, named
// once.
#include "check.h"
#include "jounce/jounce.h"

#include <string.h>

static const char text[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0], D: [2, 0]}}\n"
    "bodies:\n  a: {mass: 1, inertia: 1, points: {O: [0, 0], P: [1, 0]}}\n"
    "  b: {mass: 1, inertia: 1, points: {P: [0, 0], D: [1, 0]}}\n"
    "joints:\n  O: {type: revolute, between: [ground.O, a.O], tree: true}\n"
    "  P: {type: revolute, between: [a.P, b.P], tree: true}\n"
    "  D: {type: revolute, between: [b.D, ground.D], tree: true}\n";

int main(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "loop.yaml", text, strlen(text), NULL, 0, report);
  CHECK(model && !jn_system_new(model, "joint", report) && jn_report_count(report, JN_FAULT) == 1);
  const jn_error *e = jn_report_size(report) > 0 ? jn_report_get(report, 0) : NULL;
  CHECK(e && strcmp(e->file, "loop.yaml") == 0 && e->line == 10 && e->column == 3 &&
        strcmp(e->element, "joint 'D'") == 0);
  CHECK(e && strncmp(e->what, "cannot be in the spanning tree ('tree: true')", 45) == 0);
  if (e) printf("%s:%d:%d: %s: %s\n", e->file, e->line, e->column, e->element, e->what);
  jn_model_free(model);
  jn_report_free(report);
  return check_report();
}
