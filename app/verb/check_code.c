// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_code.c - the code of a compiled model in `jounce check`: sizes, variables and outputs.
#include <inttypes.h>
#include <stdio.h>

#include "check.h"
#include "compile/precomputed.h"

jn_status read_code(app_command *command, const jn_model *model, jn_code **code) {
  if (!jn_model_is_compiled(model)) return JN_OK;
  *code = jn_code_new(model, command->report);
  return *code ? JN_OK : worst_fault(command, JN_BAD_MODEL, "reading the code");
}

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void print_names(const char *list, int n, const char *const *names, const char *const *units) {
  for (int i = 0; i < n; i++)
    printf("                 %s[%d] %s%s%s\n", list, i, names[i], *units[i] ? ", " : "", units[i]);
}

void print_code(const jn_code *code, bool all) {
  if (!code) return;
  const jn_code_facts *f = jn_code_get(code);
  const int steps = f->newton > 0 ? f->newton : 1;
  printf("  code           %d variables, %d output%s, %d Newton step%s %s each evaluation%s%s%s; equations %016" PRIx64
         "\n",
         f->nvariables, f->noutputs, plural(f->noutputs), steps, plural(steps), f->newton > 0 ? "before" : "after",
         f->fused ? ", fused sums" : "", f->jacobian ? ", Jacobian for " : "", f->jacobian ? f->jacobian : "", f->hash);
  for (int i = 0; i < f->nends; i++) printf("%s%s", i > 0 ? ", " : "  ends of steps  ", f->ends[i]);
  if (f->nends > 0) putchar('\n');
  if (f->left_out > 0)
    printf("  contacts       %d friction states omitted: bodies at rest on these contacts creep\n", f->left_out);
  print_precomputed(f->precomputed, all);
  if (!all) return;
  print_names("x", f->nvariables, f->names, f->units);
  print_names("y", f->noutputs, f->output_names, f->output_units);
}

static void put_names(app_json *out, const char *key, int n, const char *const *names, const char *const *units) {
  json_open(out, key, '[');
  for (int i = 0; i < n; i++) {
    json_open(out, NULL, '{');
    json_text(out, "name", names[i]);
    json_text(out, "unit", units[i]);
    json_close(out, '}');
  }
  json_close(out, ']');
}

void put_code(app_json *out, const jn_code *code) {
  if (!code) return;
  const jn_code_facts *f = jn_code_get(code);
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, f->hash);
  json_open(out, "code", '{');
  json_text(out, "equations", hash);
  json_integer(out, "newton", f->newton);
  json_flag(out, "fused", f->fused);
  json_integer(out, "left_out", f->left_out);
  if (f->jacobian) json_text(out, "jacobian", f->jacobian);
  put_names(out, "variables", f->nvariables, f->names, f->units);
  put_names(out, "outputs", f->noutputs, f->output_names, f->output_units);
  put_precomputed(out, f->precomputed);
  json_open(out, "ends", '[');
  for (int i = 0; i < f->nends; i++) json_text(out, NULL, f->ends[i]);
  json_close(out, ']');
  json_close(out, '}');
}
