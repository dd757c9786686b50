// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// precomputed.c - prints results on precomputed code, as text and as JSON.
#include "precomputed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

app_fine_unit fine_unit(const char *unit) {
  static const struct {
    const char *unit;
    app_fine_unit fine;
  } list[] = {{"m", {"mm", 1e3}}, {"rad", {"mrad", 1e3}}, {"m/s", {"mm/s", 1e3}}, {"rad/s", {"mrad/s", 1e3}}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp(list[i].unit, unit) == 0) return list[i].fine;
  return (app_fine_unit){unit, 1};
}

// ---- text -----------------------------------------------------------------------------------------------------------

static int longest(int least, const char *name) {
  int n = (int)strlen(name);
  return n > least ? n : least;
}

static void print_variables(const jn_precomputed *p) {
  int width = 0;
  for (int i = 0; i < p->nvariables; i++) width = longest(width, p->variables[i].name);
  for (int i = 0; i < p->nvariables; i++) {
    const jn_table_variable *v = &p->variables[i];
    printf("    %-*s  %8.4g to %-8.4g %-4s by %s", width, v->name, v->low, v->high, v->unit, v->low_by);
    printf("%s%s\n", strcmp(v->low_by, v->high_by) == 0 ? "" : " and ",
           strcmp(v->low_by, v->high_by) == 0 ? "" : v->high_by);
  }
}

static void print_table(const jn_precomputed *p, int i) {
  const jn_table_facts *t = &p->tables[i];
  printf("    table %-3d %s: over", i + 1, t->of);
  for (int k = 0; k < t->nvariables; k++) printf(" %s,", p->variables[t->variables[k]].name);
  for (int k = 0; k < t->nvariables; k++) printf("%s%d", k > 0 ? " x " : " ", t->points[k]);
  printf(" points, order %d, %d function%s, %.1f kB", t->order, t->nfunctions, t->nfunctions == 1 ? "" : "s",
         (double)t->bytes / 1000);
  if (isnan(t->error)) puts("");
  else printf(", within %.1e\n", t->error);
}

static void print_names(const char *const *names, int n) {
  for (int i = 0; i < n; i++)
    if (i == 0 || strcmp(names[i], names[i - 1]) != 0) printf("%s%s", i > 0 ? ", " : "", names[i]);
}

static void print_loop(const jn_precomputed *p, int i) {
  const jn_loop_facts *l = &p->loops[i];
  printf("    group %-3d ", i + 1);
  print_names(l->closed, l->nclosed);
  if (l->table >= 0) printf(": table %d, over ", l->table + 1);
  else printf(": no table, %s; it depends on ", l->why);
  print_names(l->depends, l->ndepends);
  puts(l->ndepends == 0 ? "nothing that moves" : "");
}

static bool is_without(const jn_loop_facts *loop, const char *reason) {
  return loop->table < 0 && strcmp(loop->reason, reason) == 0;
}

// an output whose range is smaller has only rounding errors: no percentage is printed for it
static const double rounding = 1e-6;

static void print_output(const jn_output_error *e, int width) {
  app_fine_unit unit = fine_unit(e->unit);
  printf("      %-*s  %10.3g %-6s %9.4g s  %10.3g %-6s", width, e->name, unit.factor * e->largest, unit.name, e->time,
         unit.factor * e->rms, unit.name);
  if (e->extent > rounding) printf("  %7.3f %%", 100 * e->largest / e->extent);
  else printf("  %9s", "");
  if (e->size > rounding) printf("  %7.3f %%\n", 100 * e->rms / e->size);
  else puts("");
}

static void print_manoeuvre(const jn_precomputed *p, const jn_manoeuvre_error *m) {
  int width = 20;
  for (int i = 0; i < m->noutputs; i++) width = longest(width, m->outputs[i].name);
  printf("    %s, %g s%s%s\n", m->name, m->until, *m->ended ? ": " : "", m->ended);
  printf("      %-*s  %-17s %-11s  %-17s  %9s  %9s\n", width, "", "   largest", "   at", "       rms", "of range",
         "of its rms");
  for (int i = 0; i < m->noutputs; i++) print_output(&m->outputs[i], width);
  for (int i = 0; i < m->nleft; i++) {
    const jn_table_variable *v = &p->variables[m->left[i].variable];
    printf("      %s left its range in %ld steps, by %.3g %s at most, at t = %.4g s\n", v->name, m->left[i].steps,
           m->left[i].most, v->unit, m->left[i].time);
  }
}

void print_precomputed(const jn_precomputed *p, bool all) {
  if (!p) return;
  printf("  precomputed    mass matrix %s", strcmp(p->mass, "tables") == 0 ? "by tables" : p->mass);
  if (p->nbodies > 0) {
    printf("; only these bodies are computed: ");
    print_names(p->bodies, p->nbodies);
  }
  puts("");

  // Prints how many groups of loops have a table, and why others have none.
  int tabulated = 0, nreasons = 0;
  for (int i = 0; i < p->nloops; i++) tabulated += p->loops[i].table >= 0;
  printf("    %d of %d groups of loops have tables", tabulated, p->nloops);
  for (int i = 0; i < p->nloops; i++) {
    const char *reason = p->loops[i].reason;
    int before = 0, n = 0;
    for (int k = 0; k < p->nloops; k++)
      if (is_without(&p->loops[k], reason)) {
        n++;
        before += k < i;
      }
    if (p->loops[i].table < 0 && before == 0) printf("%s %d %s", nreasons++ > 0 ? "," : "; others:", n, reason);
  }
  puts(nreasons > 0 ? " (-v gives the reasons)" : "");

  for (int i = 0; all && i < p->nloops; i++) print_loop(p, i);
  for (int i = 0; all && i < p->ntables; i++) print_table(p, i);
  if (p->nvariables > 0) puts("  ranges         of the variables of tables");
  print_variables(p);
  if (p->nmanoeuvres > 0)
    puts("  errors         of the precomputed code compared with the exact code, at the ends of steps");
  for (int i = 0; i < p->nmanoeuvres; i++) print_manoeuvre(p, &p->manoeuvres[i]);
}

// ---- as JSON --------------------------------------------------------------------------------------------------------

static void put_names(app_json *out, const char *key, const char *const *names, int n) {
  json_open(out, key, '[');
  for (int i = 0; i < n; i++) json_text(out, NULL, names[i]);
  json_close(out, ']');
}

static void put_variables(app_json *out, const jn_precomputed *p) {
  json_open(out, "variables", '[');
  for (int i = 0; i < p->nvariables; i++) {
    const jn_table_variable *v = &p->variables[i];
    json_open(out, NULL, '{');
    json_text(out, "name", v->name);
    json_text(out, "unit", v->unit);
    json_number(out, "low", v->low);
    json_number(out, "high", v->high);
    json_text(out, "low_by", v->low_by);
    json_text(out, "high_by", v->high_by);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_tables(app_json *out, const jn_precomputed *p) {
  json_open(out, "tables", '[');
  for (int i = 0; i < p->ntables; i++) {
    const jn_table_facts *t = &p->tables[i];
    json_open(out, NULL, '{');
    json_text(out, "of", t->of);
    json_open(out, "variables", '[');
    for (int k = 0; k < t->nvariables; k++) json_text(out, NULL, p->variables[t->variables[k]].name);
    json_close(out, ']');
    json_open(out, "points", '[');
    for (int k = 0; k < t->nvariables; k++) json_integer(out, NULL, t->points[k]);
    json_close(out, ']');
    json_integer(out, "order", t->order);
    json_integer(out, "functions", t->nfunctions);
    json_integer(out, "bytes", (long)t->bytes);
    json_number(out, "error", t->error);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_loops(app_json *out, const jn_precomputed *p) {
  json_open(out, "loops", '[');
  for (int i = 0; i < p->nloops; i++) {
    const jn_loop_facts *l = &p->loops[i];
    json_open(out, NULL, '{');
    json_integer(out, "equations", l->nequations);
    put_names(out, "closed", l->closed, l->nclosed);
    put_names(out, "depends", l->depends, l->ndepends);
    if (l->table >= 0) json_integer(out, "table", l->table);
    json_text(out, "reason", l->reason);
    json_text(out, "why", l->why);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_outputs(app_json *out, const jn_manoeuvre_error *m) {
  json_open(out, "outputs", '[');
  for (int i = 0; i < m->noutputs; i++) {
    const jn_output_error *e = &m->outputs[i];
    json_open(out, NULL, '{');
    json_text(out, "name", e->name);
    json_text(out, "unit", e->unit);
    json_number(out, "largest", e->largest);
    json_number(out, "time", e->time);
    json_number(out, "rms", e->rms);
    json_number(out, "extent", e->extent);
    json_number(out, "size", e->size);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_manoeuvre(app_json *out, const jn_precomputed *p, const jn_manoeuvre_error *m) {
  json_open(out, NULL, '{');
  json_text(out, "name", m->name);
  json_number(out, "until", m->until);
  json_text(out, "ended", m->ended);
  put_outputs(out, m);
  json_open(out, "left", '[');
  for (int i = 0; i < m->nleft; i++) {
    json_open(out, NULL, '{');
    json_text(out, "variable", p->variables[m->left[i].variable].name);
    json_integer(out, "steps", m->left[i].steps);
    json_number(out, "most", m->left[i].most);
    json_number(out, "time", m->left[i].time);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_close(out, '}');
}

void put_precomputed(app_json *out, const jn_precomputed *p) {
  if (!p) return;
  json_open(out, "precomputed", '{');
  json_text(out, "mass", p->mass);
  put_names(out, "bodies", p->bodies, p->nbodies);
  put_variables(out, p);
  put_tables(out, p);
  put_loops(out, p);
  json_open(out, "manoeuvres", '[');
  for (int i = 0; i < p->nmanoeuvres; i++) put_manoeuvre(out, p, &p->manoeuvres[i]);
  json_close(out, ']');
  json_close(out, '}');
}
