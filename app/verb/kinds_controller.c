// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinds_controller.c - the built-in controllers in `jounce kinds`: inputs, outputs and parameters.
#include <stdio.h>

#include "kinds.h"

// ---- text -----------------------------------------------------------------------------------------------------------

typedef struct {
  const char *name, *unit;
  const double *value;  // default; NULL: none
  double low, high;
  const char *help;
} line;

static void print_line(const char *sort, const line *of) {
  printf("    %-9s %-20s %-7s", sort, of->name, of->unit);
  if (of->value) printf(" default %g", of->value[0]);
  if (of->low < of->high) printf("%s from %g to %g", of->value ? "," : "", of->low, of->high);
  if (of->help && of->help[0]) printf("%s %s", of->value || of->low < of->high ? ";" : "", of->help);
  putchar('\n');
}

static void print_signals(const char *sort, const jn_controller_signal *list, int n) {
  for (int i = 0; i < n; i++)
    print_line(sort, &(line){list[i].name, list[i].unit, NULL, list[i].low, list[i].high, list[i].help});
}

void print_controllers(void) {
  puts("Controllers (code: in subsystems of type controller):");
  for (int i = 0; jn_builtin_controller(i); i++) {
    const jn_controller *c = jn_builtin_controller(i);
    printf("  %-28s %s", c->name, c->help ? c->help : "");
    if (c->period > 0) printf("; sampled every %g s", c->period);
    putchar('\n');
    print_signals("input", c->inputs, c->ninputs);
    print_signals("output", c->outputs, c->noutputs);
    print_signals("state", c->states, c->nstates);
    for (int k = 0; k < c->nparameters; k++) {
      const jn_controller_parameter *p = &c->parameters[k];
      print_line("parameter", &(line){p->name, p->unit, &p->value, p->low, p->high, p->help});
    }
  }
  putchar('\n');
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

static void put_words(app_json *out, const char *name, const char *unit, double low, double high, const char *help) {
  json_text(out, "name", name);
  json_text(out, "unit", unit);
  if (low < high) {
    json_number(out, "low", low);
    json_number(out, "high", high);
  }
  if (help && help[0]) json_text(out, "help", help);
}

static void put_signals(app_json *out, const char *key, const jn_controller_signal *list, int n) {
  json_open(out, key, '[');
  for (int i = 0; i < n; i++) {
    json_open(out, NULL, '{');
    put_words(out, list[i].name, list[i].unit, list[i].low, list[i].high, list[i].help);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_parameters(app_json *out, const jn_controller_parameter *list, int n) {
  json_open(out, "parameters", '[');
  for (int i = 0; i < n; i++) {
    json_open(out, NULL, '{');
    put_words(out, list[i].name, list[i].unit, list[i].low, list[i].high, list[i].help);
    json_number(out, "default", list[i].value);
    json_close(out, '}');
  }
  json_close(out, ']');
}

void put_controllers(app_json *out) {
  json_open(out, "controllers", '[');
  for (int i = 0; jn_builtin_controller(i); i++) {
    const jn_controller *c = jn_builtin_controller(i);
    json_open(out, NULL, '{');
    json_text(out, "name", c->name);
    if (c->help) json_text(out, "help", c->help);
    json_number(out, "period", c->period);
    put_signals(out, "inputs", c->inputs, c->ninputs);
    put_signals(out, "outputs", c->outputs, c->noutputs);
    put_signals(out, "states", c->states, c->nstates);
    put_parameters(out, c->parameters, c->nparameters);
    json_close(out, '}');
  }
  json_close(out, ']');
}
