// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// park_figures.c - Figs 2, 5, 7 and 8 by all methods, and the values at 10 s by tight runs.
#include <math.h>
#include <stdio.h>

#include "park/park.h"

static const park_tolerances usual = {1e-3, 1e-3, 10};

static double range_of(const double *y, int n) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < n; i++) {
    low = fmin(low, y[i]);
    high = fmax(high, y[i]);
  }
  return high - low;
}

// Returns the largest difference, relative to the range of the first curve; NaN without a first curve.
static double deviation(const double *a, const double *b, int n) {
  return a ? repro_furthest(a, b, n) / range_of(a, n) : NAN;
}

// ---- curves of all methods ---------------------------------------------------------------------------------------

typedef struct {
  const char *id, *title, *y_label, *output;
  int example, methods;  // number of methods to draw, the first ones
} picture;

static const picture pictures[] = {
    {"figure-2", "Fig. 2: angular displacement theta2 of body 2", "theta2 (rad)", "theta2", PENDULUM, NMETHODS},
    {"figure-5", "Fig. 5: displacement x2 of link 2 mass center, case II", "x2 (m)", "x2", CASE_II, NMETHODS},
    {"figure-7", "Fig. 7: displacement y2 of link 2 mass center", "y2 (m)", "y2", SPATIAL, NMETHODS},
    {"figure-8", "Fig. 8: reaction force on the spherical joint, N2y of link 2", "N2y (N)",
     "joint.B.on.coupler.force.y", SPATIAL, CS},
};

enum { NPICTURES = sizeof pictures / sizeof *pictures, FIG_8 = 3 };

typedef struct {
  double others[NMETHODS];  // deviation of each method from the proposed one
} agreement;

static agreement add_picture(repro *r, const picture *p, const park_tolerances *tolerances, bool draw) {
  agreement found = {{0, NAN, NAN}};
  repro_figure *figure = draw ? repro_add_figure(r, p->id, p->title, "time (s)", p->y_label) : NULL;
  jn_model *model = park_model(r, p->example);
  const double *first = NULL;
  for (int i = 0; i < p->methods; i++) {
    jn_choices choices = park_choices(r, model, i, tolerances, 10);
    repro_rows *rows = repro_run(r, p->title, model, &choices, &p->output, 1, REPRO_MUST_RUN);
    const double *y = repro_values(r, rows, p->output);
    if (!y) return found;
    if (i == PROPOSED) first = y;
    found.others[i] = deviation(first, y, rows->n);
    repro_add_curve(r, figure, park_method_names[i], rows->time, y, rows->n);
  }
  repro_set_caption(r, figure, "eps_int = eps_pos = %g; CS with alpha = beta = %g.", tolerances->integration,
                    tolerances->rate);
  return found;
}

static void claim_same(repro *r, const agreement *loose, const agreement *tight) {
  int same = 0;
  for (int i = 0; i < FIG_8; i++) same += loose[i].others[GCP] < 0.02 && loose[i].others[CS] < 0.02;
  repro_add_claim(r, "same-results", repro_share(REPRO_ALWAYS, same, FIG_8),
                  "Away from singularities the three methods give almost the same results (Figs 2, 5 and 7).",
                  "GCP and CS within 2 % of the range of the proposed method's curve over 10 s, eps_int = eps_pos = "
                  "1e-3, in each of the three figures");
  repro_quote(
      r, "sections 4.1 to 4.3",
      "It shows that the numerical results obtained by three methods (CS method, GCP method, and the proposed method "
      "in this paper) are almost identical. [...] Since kinematic singularity does not occur in this case, the "
      "numerical results obtained by three methods are almost identically matched. [...] The analysis results "
      "obtained by three methods are almost identical.");
  for (int i = 0; i < FIG_8; i++) {
    char gcp[2][32];
    repro_add_evidence(r, "%.6s: GCP %s %%, CS %.2g %% (at 1e-6: %s %%, %.2g %%)", pictures[i].title,
                       park_tell_small(100 * loose[i].others[GCP], 1e-4, gcp[0]), 100 * loose[i].others[CS],
                       park_tell_small(100 * tight[i].others[GCP], 1e-4, gcp[1]), 100 * tight[i].others[CS]);
  }
  repro_add_claim(r, "reactions-agree", repro_if(loose[FIG_8].others[GCP] < 0.01 && tight[FIG_8].others[GCP] < 0.01),
                  "The reaction at the spherical joint, from (24), is almost that of GCP (Fig. 8).",
                  "within 1 % of the curve's range over 10 s, at tolerances of 1e-3 and of 1e-6");
  repro_quote(
      r, "section 4.3, Fig. 8",
      "It shows that the numerical results obtained by the proposed method are almost identical to those of the GCP "
      "method.");
  char differences[2][32];
  repro_add_evidence(r, "largest difference %s %% of the range at 1e-3, %s %% at 1e-6",
                     park_tell_small(100 * loose[FIG_8].others[GCP], 1e-4, differences[0]),
                     park_tell_small(100 * tight[FIG_8].others[GCP], 1e-4, differences[1]));
}

// ---- values at 10 s ------------------------------------------------------------------------------------------------

typedef struct {
  const char *label, *output;
  int example;
  double reference;
} value;

static const value values[] = {
    {"4.1 theta1 (rad)", "theta1", PENDULUM, 0.6506567222434529},
    {"4.1 theta2 (rad)", "theta2", PENDULUM, 0.3432950431303219},
    {"4.2 case I theta1 (rad)", "theta1", CASE_I, 0.6114673232327144},
    {"4.2 case II theta1 (rad)", "theta1", CASE_II, 0.5108202930704997},
    {"4.2 case II x2 (m)", "x2", CASE_II, 2.7404045495248739},
    {"4.2 case II y2 (m)", "y2", CASE_II, 0.8853326401203961},
    {"4.3 theta1 (rad)", "theta1", SPATIAL, 1.4091259618021326},
    {"4.3 y2 (m)", "y2", SPATIAL, -0.9869597867037561},
};

enum { NVALUES = sizeof values / sizeof *values };

double park_reference(int example) {
  for (int k = 0; k < NVALUES; k++)
    if (values[k].example == example) return values[k].reference;  // the first value of each example is theta1
  return NAN;
}

static repro_rows *run_tight(repro *r, int example, int method) {
  // eps_pos = 0: positions are as accurate as rounding allows
  static const park_tolerances tight = {1e-11, 0, 10}, through = {1e-10, 0, 10};
  bool singular = example == CASE_I;
  jn_model *model = park_model(r, example);
  jn_choices choices = park_choices(r, model, method, singular ? &through : &tight, 10);
  if (!singular) repro_choose(choices.integrator, sizeof choices.integrator, "dopri5");
  return repro_run(r, "values at 10 s", model, &choices, NULL, 0, REPRO_MAY_FAIL);
}

static void set_value(repro *r, repro_table *table, int row, int method, const repro_rows *rows) {
  const double *y = repro_values(r, rows, values[row].output);
  if (!y) return;
  bool ended = rows->summary.status == JN_OK;
  repro_set_pair(table, row, method, method == PROPOSED ? values[row].reference : NAN, ended ? y[rows->n - 1] : NAN);
  if (!ended) repro_set_text(r, table, row, method, "stopped at %.2f s", rows->summary.time);
}

static void add_values(repro *r) {
  static const repro_column columns[] = {{"Proposed", "reference", 8}, {"GCP", NULL, 8}, {"CS", NULL, 8}};
  repro_table *table = repro_add_table(r, "values", "Values at 10 s by tight runs", "quantity", columns, 3);
  for (int k = 0; k < NVALUES; k++) repro_add_row(r, table, values[k].label);
  for (int example = 0; example < NEXAMPLES; example++)
    for (int method = 0; method < NMETHODS && repro_ok(r); method++) {
      repro_rows *rows = run_tight(r, example, method);
      for (int k = 0; k < NVALUES; k++)
        if (values[k].example == example) set_value(r, table, k, method, rows);
    }
  repro_set_note(r, table,
                 "The paper prints no values; the reference is an independent computation (case I: the exact equation "
                 "of the parallelogram). dopri5, eps_int = 1e-11 (case I: adams, 1e-10); CS with alpha = beta = 10.");
}

void park_add_figures(repro *r) {
  static const park_tolerances finer = {1e-6, 1e-6, 10};
  agreement loose[NPICTURES], tight[NPICTURES];
  for (int i = 0; i < NPICTURES; i++) {
    loose[i] = add_picture(r, &pictures[i], &usual, true);
    tight[i] = add_picture(r, &pictures[i], &finer, false);
  }
  add_values(r);
  if (repro_ok(r)) claim_same(r, loose, tight);
}
