// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_variables.c - (10): independent variables are chosen among those of the joints of the tree and of the chords,
// by the engine and by compiled code.
#include <math.h>
#include <string.h>

#include "petzold/petzold.h"

static const char *const names[] = {"joint.O.angle", "joint.A.angle", "joint.B.angle", "joint.D.angle"};
enum { NAMES = sizeof names / sizeof *names };

// Runs with the named independent variable, which keeps its joint in the tree; name NULL: with form (1), which needs no
// independent variables.
static repro_rows *run_with(repro *r, const petzold_mechanism *m, const char *name, bool compiled) {
  jn_setting setting = {"simulate.independent", name};
  jn_model *model = repro_model(r, m->model, &setting, name ? 1 : 0);
  jn_choices choices = petzold_choices(r, model, m, name ? PETZOLD_KE : PETZOLD_NEE);
  if (compiled) repro_choose(choices.formulation, sizeof choices.formulation, "compiled");
  choices.until = 0.5;
  choices.output_step = 0.01;
  return repro_run(r, name ? name : "reference", model, &choices, NULL, 0, REPRO_MUST_RUN);
}

// Returns whether the joint of the named angle is the one that the engine cuts by default.
static bool is_chord(const jn_model *model, const jn_system *system, const char *name) {
  const char *cut = jn_model_joint_name(model, jn_tree_loop_joint(system, 0)), *own = name + strlen("joint.");
  return strncmp(own, cut, strlen(cut)) == 0 && own[strlen(cut)] == '.';
}

void petzold_variables(repro *r) {
  static const repro_column columns[] = {{"joint in the usual tree", NULL, 3},
                                         {"largest difference (rad)", NULL, 2},
                                         {"compiled (rad)", NULL, 2},
                                         {"changes of the set", NULL, 0}};
  const petzold_mechanism *m = &petzold_mechanisms[0];
  jn_model *model = petzold_model(r, m);
  repro_rows *reference = run_with(r, m, NULL, false);
  const double *theta = repro_values(r, reference, m->outputs[0]);
  jn_system *system = model ? jn_system_new(model, "joint", r->report) : NULL;
  repro_table *table =
      repro_add_table(r, "independent", "Park's four-bar with each of its angles as the independent variable q",
                      "variable", columns, 4);
  double most = 0;
  int chords = 0;
  for (int i = 0; i < NAMES && system && theta; i++) {
    repro_rows *rows = run_with(r, m, names[i], false), *code = run_with(r, m, names[i], true);
    const double *values = repro_values(r, rows, m->outputs[0]), *coded = repro_values(r, code, m->outputs[0]);
    if (!values || !coded) break;
    double off = repro_furthest(values, theta, rows->n), code_off = repro_furthest(coded, theta, rows->n);
    int row = repro_add_row(r, table, names[i]);
    bool chord = is_chord(model, system, names[i]);
    repro_set_text(r, table, row, 0, chord ? "chord" : "tree");
    repro_set(table, row, 1, off);
    repro_set(table, row, 2, code_off);
    repro_set(table, row, 3, (double)rows->summary.set_changes);
    most = repro_larger(repro_larger(most, off), code_off);
    chords += chord;
  }
  jn_system_free(system);
  if (!repro_ok(r)) return;
  repro_set_note(r, table,
                 "theta1 over 0.5 s against (1), rk4 with 1 ms. A chord whose variable is asked for is taken into the "
                 "tree, and another joint is cut.");
  repro_add_claim(r, "any-variable", repro_if(most < 1e-8 && chords > 0),
                  "Independent variables may be selected from p_a and from p_c.",
                  "each of the four angles of a four-bar, one of them a chord's, gives the same motion within 1e-8 "
                  "rad, in the engine "
                  "and as compiled code");
  repro_quote(r, "section 3, (10)",
              "q = I_a p_a + I_c p_c select independent variables from p_a and p_c where I_a and I_c are Boolean "
              "matrices.");
  repro_add_evidence(r, "the furthest is off by %.1e rad; %d of the %d is the chord's", most, chords, NAMES);
}
