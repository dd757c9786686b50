// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_ladder.c - codes with more and more terms precomputed: exact equations, tables of the loops, mass matrix and
// quadratic terms by tables and constant, kinematic differentials. The HMMWV drives through a double lane change and
// over bumps, the M2 through a turn, all with equal steps of semi-implicit Euler. Times of the HMMWV are those of the
// lane change.
//
// Every rung is compiled once for each course, with the ranges found by the first rung with tables, and run once.
#include "petzold/petzold_ladder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const petzold_kept[] = {"chassis", "*.wheel"};

const petzold_rung petzold_rungs[PETZOLD_RUNGS] = {
#define PETZOLD_RUNG(name, title, over, courses, ...) {title, PETZOLD_RUNG_##over, courses, {__VA_ARGS__}},
    PETZOLD_RUNG_LIST(PETZOLD_RUNG)
#undef PETZOLD_RUNG
};

typedef struct {
  const char *name, *model;
  double until;  // end time, after the course, s
  int outputs;   // number of the entries of `outputs` that the model has
} course;

enum { PLACES = 3, WHEELS = 4, YAW = PLACES, LOADS, OUTPUTS = LOADS + WHEELS };

static const course courses[PETZOLD_COURSES] = {
    [PETZOLD_LANE_CHANGE] = {"double lane change at 12 m/s", "hmmwv-lane-change", 13, OUTPUTS},
    [PETZOLD_BUMPS] = {"bump course at 8 m/s", "hmmwv-bumps", 8, OUTPUTS},
    [PETZOLD_M2] = {"M2 that drives off and turns", "m2-turn", 6, LOADS},
};

static const char *const outputs[OUTPUTS] = {"chassis.x",        "chassis.y",        "chassis.z",
                                             "chassis.yaw",      "force.fl.tyre.fz", "force.fr.tyre.fz",
                                             "force.rl.tyre.fz", "force.rr.tyre.fz"};

enum { TURNS = 11, CODE_STEPS = 2000 };
static const double step = 1e-3, timed = 0.5, apart = 0.01;  // s: step, simulated time of a timed turn, output step

// ---- one rung ------------------------------------------------------------------------------------------------------

static jn_choices choices_of(repro *r, jn_model *model, double until) {
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.integrator, sizeof choices.integrator, "euler");
  choices.step = step;
  choices.until = until;
  choices.output_step = apart;
  choices.checkpoint_step = until;
  choices.tolerance = jn_choices_default().tolerance;
  return choices;
}

static jn_compiled *compile(repro *r, const petzold_rung *rung, const course *on, jn_model *model,
                            const jn_compiled *like) {
  jn_choices choices = choices_of(r, model, on->until);
  jn_compile_options options = jn_compile_options_default();
  options.choices = &choices;
  options.tables = rung->tables;
  options.tables.like = rung->tables.extent == JN_EXACT ? NULL : like;
  return petzold_compile(r, model, &options);
}

static double square_sum(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (a[i] - (b ? b[i] : 0)) * (a[i] - (b ? b[i] : 0));
  return sum;
}

static petzold_errors errors_of(const course *on, const double *const ours[OUTPUTS], const double *const exact[OUTPUTS],
                                int n) {
  petzold_errors e = {0};
  double low = exact[1][0], high = exact[1][0], off = 0, all = 0;
  for (int i = 0; i < n; i++) {
    double square = 0;
    for (int k = 0; k < PLACES; k++) square += pow(ours[k][i] - exact[k][i], 2);
    e.place = repro_larger(e.place, sqrt(square));
    if (fabs(ours[0][i] - exact[0][i]) > fabs(e.along)) e.along = ours[0][i] - exact[0][i];
    low = fmin(low, exact[1][i]);
    high = fmax(high, exact[1][i]);
  }
  e.path = repro_furthest(ours[1], exact[1], n) / (high - low);
  e.yaw = repro_furthest(ours[YAW], exact[YAW], n);
  e.loads = e.worst_load = NAN;
  if (on->outputs < OUTPUTS) return e;
  e.worst_load = 0;
  for (int w = 0; w < WHEELS; w++) {
    off += square_sum(ours[LOADS + w], exact[LOADS + w], n);
    all += square_sum(exact[LOADS + w], NULL, n);
    e.worst_load = repro_larger(e.worst_load, repro_furthest(ours[LOADS + w], exact[LOADS + w], n));
  }
  e.loads = sqrt(off / all);
  e.worst_load /= sqrt(all / (WHEELS * n));
  return e;
}

static bool columns_of(repro *r, const course *on, const repro_rows *rows, const double *columns[OUTPUTS]) {
  for (int k = 0; k < on->outputs; k++) columns[k] = repro_values(r, rows, outputs[k]);
  return repro_ok(r) && rows;
}

// Adds a figure of a wheel load by the exact code and by a rung.
static void add_curves(repro *r, const char *rung, const double *time, const double *exact, const double *ours, int n) {
  repro_figure *figure = repro_add_figure(r, "figure-loads", "HMMWV over the bumps: load of the front left wheel",
                                          "time (s)", "load (kN)");
  repro_add_scaled_curve(r, figure, petzold_rungs[0].name, time, exact, n, 1e-3);
  repro_add_scaled_curve(r, figure, rung, time, ours, n, 1e-3);
  repro_set_caption(r, figure, "Ours: compiled code with steps of 1 ms.");
}

static petzold_cost cost_of(repro *r, const char *title, const jn_compiled *compiled, jn_model *code,
                            jn_choices choices) {
  petzold_cost cost = {.report = *jn_compiled_report(compiled)};
  const jn_precomputed *told = cost.report.precomputed;
  for (int i = 0; told && i < told->nloops; i++) {
    const jn_loop_facts *loop = &told->loops[i];
    bool is_sum = strcmp(loop->reason, "linear") == 0;
    cost.loop_rows += loop->nequations;
    if (loop->table >= 0 || is_sum) cost.given_rows += loop->nequations;
  }
  choices.until = timed;
  cost.engine = (repro_timing){.title = title, .model = code, .choices = choices};
  cost.engine.what = repro_follow(r, title, code, &choices, NULL, 0);
  return cost;
}

// Runs all rungs on one course. Keeps the codes of the lane change and of the M2 for timing.
static void drive(repro *r, int which, jn_compiled *codes[PETZOLD_RUNGS], petzold_ladder *l) {
  const course *on = &courses[which];
  const double *exact[OUTPUTS], *ours[OUTPUTS];
  jn_model *model = repro_model(r, on->model, NULL, 0);
  const jn_compiled *like = NULL;
  const jn_model *first = NULL;
  int n = 0;
  for (int i = 0; i < PETZOLD_RUNGS && repro_ok(r); i++) {
    petzold_step *s = &l->steps[i];
    if (!petzold_has_course(i, which)) continue;
    jn_compiled *compiled = compile(r, &petzold_rungs[i], on, model, like);
    jn_model *code = petzold_compiled_model(r, compiled);
    if (!first) first = code;
    repro_starts_alike(r, code, first);
    jn_choices choices = choices_of(r, code, on->until);
    repro_rows *rows = repro_run(r, petzold_rungs[i].name, code, &choices, outputs, on->outputs, REPRO_MUST_RUN);
    if (!rows || !columns_of(r, on, rows, i == 0 ? exact : ours)) return;
    if (i == 0) n = rows->n;
    if (i > 0 && !like) like = compiled;
    if (rows->n != n) repro_fail(r, JN_REFUSED, "a run of '%s' did not end as the exact one", on->model);
    if (i > 0 && repro_ok(r)) s->errors[which] = errors_of(on, ours, exact, n);
    if (which == PETZOLD_BUMPS && i == PETZOLD_RUNG_LAST)
      add_curves(r, petzold_rungs[i].name, rows->time, exact[LOADS], ours[LOADS], n);
    s->operations[which] = jn_compiled_report(compiled)->operations;
    if (which == PETZOLD_LANE_CHANGE) {
      codes[i] = compiled;
      s->cost = cost_of(r, petzold_rungs[i].name, compiled, code, choices);
    }
    if (which == PETZOLD_M2) s->m2 = cost_of(r, petzold_rungs[i].name, compiled, code, choices);
  }
}

// ---- times ---------------------------------------------------------------------------------------------------------

static repro_timing general_of(repro *r, int form, jn_model *model) {
  jn_choices choices = choices_of(r, model, timed / 10);
  repro_choose(choices.coordinates, sizeof choices.coordinates, petzold_forms[form].coordinates);
  repro_choose(choices.formulation, sizeof choices.formulation, petzold_forms[form].formulation);
  if (form != PETZOLD_KE) choices.independent[0] = 0;
  repro_timing item = {.title = petzold_forms[form].name, .model = model, .choices = choices};
  item.what = repro_follow(r, item.title, model, &choices, NULL, 0);
  return item;
}

static void time_engine(repro *r, petzold_ladder *l) {
  repro_timing items[2 * PETZOLD_RUNGS + PETZOLD_FORMS];
  petzold_cost *costs[2 * PETZOLD_RUNGS];
  jn_model *model = repro_model(r, courses[PETZOLD_LANE_CHANGE].model, NULL, 0);
  int n = 0;
  for (int i = 0; i < PETZOLD_RUNGS; i++) costs[n++] = &l->steps[i].cost;
  for (int i = 0; i < PETZOLD_RUNGS; i++)
    if (petzold_has_course(i, PETZOLD_M2)) costs[n++] = &l->steps[i].m2;
  for (int i = 0; i < n; i++) items[i] = costs[i]->engine;
  for (int f = 0; f < PETZOLD_FORMS; f++) items[n + f] = general_of(r, f, model);
  if (repro_ok(r)) repro_take_turns(r, items, n + PETZOLD_FORMS, TURNS, petzold_turn_of_run);
  if (!repro_ok(r)) return;
  for (int i = 0; i < n; i++) {
    costs[i]->engine = items[i];
    costs[i]->engine_micros = petzold_micros(&items[i]);
  }
  for (int f = 0; f < PETZOLD_FORMS; f++) l->general_micros[f] = petzold_micros(&items[n + f]);
}

static double turn_of_c(repro *r, repro_timing *item) {
  const petzold_code *code = item->what;
  code->init(code->state);
  double start = repro_cpu_seconds();
  int status = code->steps(code->state, CODE_STEPS);
  if (status != 0) repro_fail(r, JN_NOT_FINITE, "the printed C of '%s' failed", item->title);
  return repro_cpu_seconds() - start;
}

// Measures the CPU time of the printed C of the exact code and of the code with all tables.
static void time_c(repro *r, jn_compiled *const codes[PETZOLD_RUNGS], petzold_ladder *l) {
  enum { PRINTED = 2 };
  static const int printed[PRINTED] = {PETZOLD_RUNG_EXACT, PETZOLD_RUNG_LAST};
  repro_timing items[PRINTED];
  l->has_c = repro_ok(r) && petzold_has_compiler();
  for (int i = 0; i < PRINTED && repro_ok(r); i++) {
    repro_show(r, "cc");
    petzold_code *code = l->has_c ? petzold_load(r, codes[printed[i]]) : NULL;
    items[i] = (repro_timing){.title = petzold_rungs[printed[i]].name, .what = code};
    l->has_c = code != NULL;
  }
  for (int i = 0; i < PRINTED && !l->has_c; i++) repro_show(r, petzold_rungs[printed[i]].name);
  if (!repro_ok(r) || !l->has_c) return;
  repro_take_turns(r, items, PRINTED, TURNS, turn_of_c);
  for (int i = 0; i < PRINTED && repro_ok(r); i++) l->steps[printed[i]].c_micros = 1e6 * items[i].seconds / CODE_STEPS;
}

// ---- tables --------------------------------------------------------------------------------------------------------

static void add_counts(repro *r, const petzold_ladder *l) {
  static const repro_column columns[] = {
      {"operations", NULL, 0},     {"calls", NULL, 0},     {"states", NULL, 0},         {"tables (kB)", NULL, 3},
      {"M2: operations", NULL, 0}, {"M2: calls", NULL, 0}, {"M2: tables (kB)", NULL, 3}};
  repro_table *table =
      repro_add_table(r, "ladder-counts", "The HMMWV and the M2 with ever more computed beforehand: one evaluation",
                      "rung", columns, 7);
  for (int i = 0; i < PETZOLD_RUNGS; i++) {
    const petzold_cost *c = &l->steps[i].cost, *m2 = &l->steps[i].m2;
    int row = repro_add_row(r, table, petzold_rungs[i].name);
    repro_set(table, row, 0, c->report.operations);
    repro_set(table, row, 1, c->report.calls);
    repro_set(table, row, 2, c->report.coordinates + c->report.speeds + c->report.states);
    repro_set(table, row, 3, 1e-3 * (double)c->report.table_bytes);
    if (!petzold_has_course(i, PETZOLD_M2)) continue;
    repro_set(table, row, 4, m2->report.operations);
    repro_set(table, row, 5, m2->report.calls);
    repro_set(table, row, 6, 1e-3 * (double)m2->report.table_bytes);
  }
  repro_set_note(r, table,
                 "HMMWV in the lane change, M2 in its turn. Operations and calls of laws and tables in one evaluation; "
                 "states: coordinates, speeds and states of forces. Elements of M_q by tables are within 5e-4 of "
                 "sqrt(M_ii M_jj), Q_ij within ten times that.");
}

static void add_costs(repro *r, const petzold_ladder *l) {
  static const repro_column columns[] = {{"engine (us)", NULL, 3},        {"C (us)", NULL, 3},
                                         {"gain over exact", NULL, 3},    {"over the rung named", NULL, 3},
                                         {"rung named", NULL, 3},         {"M2: engine (us)", NULL, 3},
                                         {"M2: gain over exact", NULL, 3}};
  repro_table *table = repro_add_table(
      r, "ladder", "The HMMWV and the M2 with ever more computed beforehand: CPU time of a step", "rung", columns, 7);
  if (table) table->timed = true;
  for (int i = 0; i < PETZOLD_RUNGS; i++) {
    const petzold_step *s = &l->steps[i];
    int row = repro_add_row(r, table, petzold_rungs[i].name);
    repro_set(table, row, 0, s->cost.engine_micros);
    if (s->c_micros > 0) repro_set(table, row, 1, s->c_micros);
    if (i > 0) {
      const repro_timing *exact = &l->steps[0].cost.engine, *over = &l->steps[petzold_rungs[i].over].cost.engine;
      repro_set(table, row, 2, repro_compare(r, &s->cost.engine, exact).ratio);
      repro_set(table, row, 3, repro_compare(r, &s->cost.engine, over).ratio);
      repro_set_text(r, table, row, 4, "%s", petzold_rungs[petzold_rungs[i].over].name);
    }
    if (!petzold_has_course(i, PETZOLD_M2)) continue;
    repro_set(table, row, 5, s->m2.engine_micros);
    if (i > 0) repro_set(table, row, 6, repro_compare(r, &s->m2.engine, &l->steps[0].m2.engine).ratio);
  }
  for (int f = 0; f < PETZOLD_FORMS; f++) {
    char label[64];
    snprintf(label, sizeof label, "not compiled: %s", petzold_forms[f].name);
    repro_set(table, repro_add_row(r, table, label), 0, l->general_micros[f]);
  }
  repro_set_note(
      r, table,
      "Semi-implicit Euler with steps of 1 ms, one evaluation each, median of at least %d turns. Engine: the compiled "
      "file run by the engine; a gain is the median ratio of these times, 2 means half the time. %s",
      TURNS,
      l->has_c ? "C: printed, and compiled with -O1 by the compiler of this machine, of two rungs."
               : "There is no C compiler here.");
}

static void add_errors(repro *r, const petzold_ladder *l) {
  static const repro_column columns[] = {{"lane change (mm)", NULL, 2}, {"path (%)", NULL, 2},   {"yaw (deg)", NULL, 2},
                                         {"loads (%)", NULL, 2},        {"bumps (mm)", NULL, 2}, {"loads (%)", NULL, 2},
                                         {"M2 (mm)", NULL, 2},          {"yaw (deg)", NULL, 2}};
  static const double degree = 57.29577951308232;
  repro_table *table =
      repro_add_table(r, "ladder-errors", "How far each is off the exact equations", "rung", columns, 8);
  for (int i = 1; i < PETZOLD_RUNGS; i++) {
    const petzold_errors *lane = &l->steps[i].errors[PETZOLD_LANE_CHANGE], *bumps = &l->steps[i].errors[PETZOLD_BUMPS];
    const petzold_errors *m2 = &l->steps[i].errors[PETZOLD_M2];
    int row = repro_add_row(r, table, petzold_rungs[i].name);
    repro_set(table, row, 0, 1e3 * lane->place);
    repro_set(table, row, 1, 100 * lane->path);
    repro_set(table, row, 2, degree * lane->yaw);
    repro_set(table, row, 3, 100 * lane->loads);
    if (petzold_has_course(i, PETZOLD_BUMPS)) {
      repro_set(table, row, 4, 1e3 * bumps->place);
      repro_set(table, row, 5, 100 * bumps->loads);
    }
    if (petzold_has_course(i, PETZOLD_M2)) {
      repro_set(table, row, 6, 1e3 * m2->place);
      repro_set(table, row, 7, degree * m2->yaw);
    }
  }
  repro_set_note(r, table,
                 "Against the exact code by the same steps, every %g ms: %s, %s, %s. In mm: largest distance of the "
                 "chassis; path: largest error to the side, as a share of the excursion; loads of the wheels: root of "
                 "the mean square, as a share of that of the loads. Tables reach as far as the exact run goes, and a "
                 "tenth more.",
                 1e3 * apart, courses[PETZOLD_LANE_CHANGE].name, courses[PETZOLD_BUMPS].name, courses[PETZOLD_M2].name);
}

void petzold_precomputed(repro *r) {
  petzold_ladder l = {0};
  jn_compiled *codes[PETZOLD_RUNGS] = {NULL};
  for (int i = 0; i < PETZOLD_COURSES && repro_ok(r); i++) drive(r, i, codes, &l);
  if (repro_ok(r)) time_engine(r, &l);
  if (repro_ok(r)) time_c(r, codes, &l);
  if (!repro_ok(r)) return;
  add_counts(r, &l);
  add_costs(r, &l);
  add_errors(r, &l);
  petzold_judge_ladder(r, &l);
}
