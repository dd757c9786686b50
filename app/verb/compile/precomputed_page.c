// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// precomputed_page.c - writes the report on precomputed code: errors of the outputs, curves of the exact and the
// precomputed code, tables, loops and ranges.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page/report.h"
#include "precomputed.h"

typedef struct {
  app_command *command;
  const jn_compile_report *report;
} order;

// ---- errors ---------------------------------------------------------------------------------------------------------

static void put_badges(app_json *out, const jn_compile_report *r) {
  const jn_precomputed *p = r->precomputed;
  int left = 0, ended = 0;
  for (int i = 0; i < p->nmanoeuvres; i++) {
    left += p->manoeuvres[i].nleft > 0;
    ended += *p->manoeuvres[i].ended != 0;
  }
  report_open(out, "badges", "");
  report_badge(out, "good", "%d tables, %.0f kB", r->ntables, (double)r->table_bytes / 1000);
  report_badge(out, "good", "mass matrix %s", strcmp(p->mass, "tables") == 0 ? "by tables" : p->mass);
  report_badge(out, ended ? "warn" : "good", "%d manoeuvre%s compared with the exact code", p->nmanoeuvres,
               p->nmanoeuvres == 1 ? "" : "s");
  if (left) report_badge(out, "warn", "ranges of tables were left in %d of them", left);
  report_close(out);
}

// Returns part / whole in percent; NaN if `whole` is only rounding errors.
static double share(double part, double whole) {
  const double rounding = 1e-6;
  return whole > rounding ? 100 * part / whole : NAN;
}

static void put_errors(app_json *out, const jn_manoeuvre_error *m) {
  static const report_head heads[] = {{"output", "", 0},
                                      {"", "", 0},
                                      {"largest", "", 3},
                                      {"at", "s", 4},
                                      {"rms", "", 3},
                                      {"largest of its range", "%", 3},
                                      {"rms of its own", "%", 3}};
  char title[300], note[300];
  snprintf(title, sizeof title, "Differences: %.200s", m->name);
  snprintf(note, sizeof note, "Of the precomputed code from the exact one at the ends of all steps, up to %g s%s%s.",
           m->until, *m->ended ? "; " : "", m->ended);
  report_open_table(out, &(report_table){.title = title, .note = note, .heads = heads, .n = 7});
  for (int i = 0; i < m->noutputs; i++) {
    const jn_output_error *e = &m->outputs[i];
    app_fine_unit unit = fine_unit(e->unit);
    json_open(out, NULL, '[');
    json_text(out, NULL, e->name);
    json_text(out, NULL, unit.name);
    json_number(out, NULL, unit.factor * e->largest);
    json_number(out, NULL, e->time);
    json_number(out, NULL, unit.factor * e->rms);
    json_number(out, NULL, share(e->largest, e->extent));
    json_number(out, NULL, share(e->rms, e->size));
    json_close(out, ']');
  }
  report_close(out);
}

static void put_left(app_json *out, const jn_precomputed *p, const jn_manoeuvre_error *m) {
  static const report_head heads[] = {
      {"variable", "", 0}, {"unit", "", 0}, {"steps beyond its range", "", 0}, {"at most by", "", 3}, {"at", "s", 4}};
  if (m->nleft == 0) return;
  report_open_table(out, &(report_table){.title = "Ranges that were left",
                                         .note = "Beyond its range a table is extrapolated linearly.",
                                         .heads = heads,
                                         .n = 5});
  for (int i = 0; i < m->nleft; i++) {
    const jn_range_left *left = &m->left[i];
    json_open(out, NULL, '[');
    json_text(out, NULL, p->variables[left->variable].name);
    json_text(out, NULL, p->variables[left->variable].unit);
    json_number(out, NULL, (double)left->steps);
    json_number(out, NULL, left->most);
    json_number(out, NULL, left->time);
    json_close(out, ']');
  }
  report_close(out);
}

// ---- curves ---------------------------------------------------------------------------------------------------------

// Returns the SVG of one output by the exact and the precomputed code, with their difference in a second panel; NULL:
// no memory. workspace: 3 numbers for each row.
static char *plot_output(const jn_manoeuvre_error *m, int output, double *workspace) {
  int n = m->nrows;
  double *exact = workspace, *fast = workspace + n, *difference = workspace + 2 * n;
  const jn_output_error *e = &m->outputs[output];
  app_fine_unit unit = fine_unit(e->unit);
  char label[200], fine[100];
  for (int i = 0; i < n; i++) {
    exact[i] = m->exact[i * m->noutputs + output];
    fast[i] = m->precomputed[i * m->noutputs + output];
    difference[i] = unit.factor * (fast[i] - exact[i]);
  }
  snprintf(label, sizeof label, "%.120s%s%.40s%s", e->name, *e->unit ? " (" : "", e->unit, *e->unit ? ")" : "");
  snprintf(fine, sizeof fine, "difference%s%.40s%s", *unit.name ? " (" : "", unit.name, *unit.name ? ")" : "");
  const jn_curve both[] = {{.label = "exact", .x = m->times, .y = exact, .n = n, .colour = 1},
                           {.label = "precomputed", .x = m->times, .y = fast, .n = n, .colour = 2, .dash = 2}};
  const jn_curve apart[] = {{.label = "precomputed less exact", .x = m->times, .y = difference, .n = n, .colour = 3}};
  const jn_plot_panel panels[] = {{label, both, 2}, {fine, apart, 1}};
  jn_plot_options how = jn_plot_options_default();
  how.title = "";
  how.x_label = "time (s)";
  how.width = 800;
  how.height = 360;
  return jn_plot_panels(NULL, panels, 2, &how);
}

static void put_curves(app_json *out, const jn_manoeuvre_error *m) {
  double *workspace = calloc(3 * (size_t)m->nrows + 1, sizeof *workspace);
  for (int i = 0; workspace && i < m->noutputs; i++) {
    char title[300];
    snprintf(title, sizeof title, "%.150s, %.120s", m->outputs[i].name, m->name);
    report_picture(out, title, plot_output(m, i, workspace));
  }
  free(workspace);
}

// ---- tables and loops -----------------------------------------------------------------------------------------------

static void put_ranges(app_json *out, const jn_precomputed *p) {
  static const report_head heads[] = {{"variable", "", 0}, {"unit", "", 0}, {"from", "", 4},
                                      {"by", "", 0},       {"to", "", 4},   {"by", "", 0}};
  report_open_table(out,
                    &(report_table){.title = "Ranges of the variables",
                                    .note = "Each range extends a tenth beyond what the named run or stop reaches.",
                                    .heads = heads,
                                    .n = 6});
  for (int i = 0; i < p->nvariables; i++) {
    const jn_table_variable *v = &p->variables[i];
    json_open(out, NULL, '[');
    json_text(out, NULL, v->name);
    json_text(out, NULL, v->unit);
    json_number(out, NULL, v->low);
    json_text(out, NULL, v->low_by);
    json_number(out, NULL, v->high);
    json_text(out, NULL, v->high_by);
    json_close(out, ']');
  }
  report_close(out);
}

// Writes n names into `text`, separated by commas; of equal names in succession only the first.
static void join(char *text, size_t size, const char *const *names, int n) {
  size_t used = 0;
  text[0] = 0;
  for (int i = 0; i < n && used < size; i++) {
    if (i > 0 && strcmp(names[i], names[i - 1]) == 0) continue;
    int more = snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "", names[i]);
    used += more > 0 ? (size_t)more : 0;
  }
}

static void put_tables(app_json *out, const jn_precomputed *p) {
  static const report_head heads[] = {{"table", "", 0},  {"of", "", 0},           {"over", "", 0},
                                      {"points", "", 0}, {"order", "", 0},        {"functions", "", 0},
                                      {"size", "kB", 3}, {"largest error", "", 2}};
  report_open_table(
      out,
      &(report_table){
          .title = "Tables", .note = "Errors between the points of the table, in m and rad.", .heads = heads, .n = 8});
  for (int i = 0; i < p->ntables; i++) {
    const jn_table_facts *t = &p->tables[i];
    const char *names[JN_TABLE_VARIABLES];
    char over[400], points[80] = "";
    for (int k = 0; k < t->nvariables; k++) {
      size_t used = strlen(points);
      names[k] = p->variables[t->variables[k]].name;
      snprintf(points + used, sizeof points - used, "%s%d", k > 0 ? " x " : "", t->points[k]);
    }
    join(over, sizeof over, names, t->nvariables);
    json_open(out, NULL, '[');
    json_number(out, NULL, i + 1);
    json_text(out, NULL, t->of);
    json_text(out, NULL, over);
    json_text(out, NULL, points);
    json_number(out, NULL, t->order);
    json_number(out, NULL, t->nfunctions);
    json_number(out, NULL, (double)t->bytes / 1000);
    json_number(out, NULL, t->error);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_loops(app_json *out, const jn_precomputed *p) {
  static const report_head heads[] = {{"group", "", 0},      {"equations", "", 0}, {"closes", "", 0},
                                      {"depends on", "", 0}, {"table", "", 0},     {"why", "", 0}};
  report_open_table(out, &(report_table){.title = "Groups of loops", .heads = heads, .n = 6});
  for (int i = 0; i < p->nloops; i++) {
    const jn_loop_facts *l = &p->loops[i];
    char closed[600], depends[600];
    join(closed, sizeof closed, l->closed, l->nclosed);
    join(depends, sizeof depends, l->depends, l->ndepends);
    json_open(out, NULL, '[');
    json_number(out, NULL, i + 1);
    json_number(out, NULL, l->nequations);
    json_text(out, NULL, closed);
    json_text(out, NULL, depends);
    if (l->table >= 0) json_number(out, NULL, l->table + 1);
    else json_text(out, NULL, "none");
    json_text(out, NULL, l->table >= 0 ? "" : l->why);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_sections(const void *user, app_json *out) {
  const order *o = user;
  const jn_precomputed *p = o->report->precomputed;
  put_badges(out, o->report);
  report_messages(out, o->command->report);
  for (int i = 0; i < p->nmanoeuvres; i++) {
    put_errors(out, &p->manoeuvres[i]);
    put_left(out, p, &p->manoeuvres[i]);
  }
  for (int i = 0; i < p->nmanoeuvres; i++) put_curves(out, &p->manoeuvres[i]);
  put_ranges(out, p);
  put_tables(out, p);
  put_loops(out, p);
}

jn_status report_precomputed(app_command *command, const jn_model *model, const jn_compile_report *report,
                             const char **written) {
  order o = {command, report};
  report_content content = {.model = model, .user = &o, .sections = put_sections, .simulates = true};
  return report->precomputed ? report_write(command, &content, written) : JN_OK;
}
