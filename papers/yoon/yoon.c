// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// yoon.c - `jounce reproduce yoon`: energy constraint control, example 1 of the paper.                        [yoon]
//
// A unit mass on the unit circle under g = 1, X(0) = (1, 0), V(0) = (0, 2), by Adams-Bashforth of third order, h = 0.01
// s. The paper shows its results as curves over 10 s; the reference values beside ours are the largest |phi|, |psi| and
// |error of X| of an independent computation, to four digits. The exact motion is theta + pi/2 = 2 am(sqrt(3/2)
// t + F(pi/4 | 2/3) | 2/3).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "trial/elliptic.h"
#include "trial/trial.h"
#include "yoon/yoon.h"

typedef struct {
  const char *label, *model, *formulation, *position, *energy;
  double rate, rho_v, rho_q, gain;  // eta of the multiplier; rho_v, rho_q; k_q = k_v
  double phi, psi, x;               // reference
} yoon_case;

enum { NONE, BAUMGARTE, NEW, CONVENTIONAL, ENERGY_ALONE, THETA, THETA_ENERGY, MULTIPLIER, CVSGF, CVSGF_ENERGY, NCASES };

static const yoon_case cases[NCASES] = {
    [NONE] = {"no control", "yoon-pendulum", "multipliers", "none", "none", 0, 0, 0, 0, 7.376e-5, 1.744e-4, 1.523e-4},
    [BAUMGARTE] = {"Baumgarte", "yoon-pendulum", "baumgarte", "none", "none", 0, 0, 0, 0, 6.681e-6, 7.395e-4, 1.729e-3},
    [NEW] = {"Baumgarte + (23)", "yoon-pendulum", "baumgarte", "none", "velocity-gradient", 0, 2.5, 0, 0, 6.681e-6,
             1.139e-5, 3.430e-5},
    [CONVENTIONAL] = {"Baumgarte + (22)", "yoon-pendulum", "baumgarte", "none", "gradient", 0, 2.5, 2.5, 0, 2.778e-5,
                      2.248e-5, 2.056e-4},
    [ENERGY_ALONE] = {"energy (17) alone", "yoon-pendulum", "multipliers", "none", "velocity-gradient", 0, 2.5, 0, 0,
                      7.375e-5, 2.855e-6, 5.499e-4},
    [THETA] = {"theta", "yoon-angle", "multipliers", "none", "none", 0, 0, 0, 0, 0, 1.409e-5, 1.839e-5},
    [THETA_ENERGY] = {"theta + (30)", "yoon-angle", "multipliers", "none", "velocity-gradient", 0, 2.5, 0, 0, 0,
                      5.216e-7, 1.500e-6},
    [MULTIPLIER] = {"Baumgarte + multiplier", "yoon-pendulum", "baumgarte", "none", "multiplier", 10, 0, 0, 0, 6.681e-6,
                    2.005e-5, 3.012e-5},
    [CVSGF] = {"CVSGF", "yoon-pendulum", "multipliers", "gradient", "none", 0, 0, 0, 10, 2.341e-6, 4.331e-4, 9.852e-4},
    [CVSGF_ENERGY] = {"CVSGF + (23)", "yoon-pendulum", "multipliers", "gradient", "velocity-gradient", 0, 2.5, 0, 10,
                      2.341e-6, 7.521e-6, 1.739e-5},
};

// ---- runs ------------------------------------------------------------------------------------------------------

typedef struct {
  int n;
  const double *time, *x, *y, *psi;
  double *phi, *error;  // error of X
  double max_phi, max_psi, max_error;
} history;

double yoon_exact_angle(double t) {
  static const double m = 2.0 / 3, quarter = 0.78539816339744830962;
  return 2 * elliptic_am(sqrt(1.5) * t + elliptic_F(quarter, m), m) - 2 * quarter;
}

void yoon_set_baumgarte(jn_choices *choices, double beta) {
  repro_choose(choices->formulation, sizeof choices->formulation, "baumgarte");
  choices->beta = beta;
  choices->alpha = choices->eta = 2 * sqrt(beta);
}

void yoon_set_energy(jn_choices *choices, const char *energy, double rate, double rho_v, double rho_q) {
  repro_choose(choices->energy, sizeof choices->energy, energy);
  choices->energy_rate = rate;
  choices->energy_velocity = rho_v;
  choices->energy_position = rho_q;
}

const char *yoon_tell_small(double value, char text[32]) {
  if (value < 1e-12) snprintf(text, 32, "below 1e-12");
  else snprintf(text, 32, "%.3g", value);
  return text;
}

static const double usual_beta = 40;  // of Baumgarte, 1/s^2

static jn_choices choices_of(repro *r, jn_model *model, const yoon_case *what, double beta, double until) {
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.formulation, sizeof choices.formulation, what->formulation);
  repro_choose(choices.position, sizeof choices.position, what->position);
  repro_choose(choices.velocity, sizeof choices.velocity, "none");
  if (strcmp(what->formulation, "baumgarte") == 0) yoon_set_baumgarte(&choices, beta);
  if (what->gain > 0) choices.position_gain = choices.velocity_gain = what->gain;
  yoon_set_energy(&choices, what->energy, what->rate, what->rho_v, what->rho_q);
  choices.until = until;
  return choices;
}

static void add_errors(repro *r, const yoon_case *what, history *h) {
  h->phi = repro_scratch(r, h->n);
  h->error = repro_scratch(r, h->n);
  if (!h->phi || !h->error || !h->x || !h->y || !h->psi) return;
  bool cartesian = strcmp(what->model, "yoon-pendulum") == 0;
  for (int i = 0; i < h->n; i++) {
    h->phi[i] = cartesian ? (h->x[i] * h->x[i] + h->y[i] * h->y[i] - 1) / 2 : 0;
    h->error[i] = h->x[i] - cos(yoon_exact_angle(h->time[i]));
  }
  h->max_phi = repro_largest(h->phi, h->n);
  h->max_psi = repro_largest(h->psi, h->n);
  h->max_error = repro_largest(h->error, h->n);
}

static history run_case(repro *r, const yoon_case *what, double beta, double until) {
  static const char *const probes[] = {"bob.x", "bob.y"};
  jn_model *model = repro_model(r, what->model, NULL, 0);
  jn_choices choices = choices_of(r, model, what, beta, until);
  bool cartesian = strcmp(what->model, "yoon-pendulum") == 0;
  repro_rows *rows = repro_run(r, what->label, model, &choices, probes, 0, REPRO_MUST_RUN);
  history h = {.max_phi = NAN, .max_psi = NAN, .max_error = NAN};
  if (!rows) return h;
  h.n = rows->n;
  h.time = rows->time;
  h.x = repro_values(r, rows, cartesian ? "bob.x" : "x");
  h.y = repro_values(r, rows, cartesian ? "bob.y" : "y");
  h.psi = repro_values(r, rows, cartesian ? "energy.error" : "error");
  add_errors(r, what, &h);
  return h;
}

// ---- tables ----------------------------------------------------------------------------------------------------

static void add_maxima(repro *r, const history *h) {
  static const repro_column columns[] = {
      {"max |phi|", "reference", 4}, {"max |psi| (J)", "reference", 4}, {"max |X error| (m)", "reference", 4}};
  repro_table *table = repro_add_table(r, "example-1", "Example 1 over 10 s: AB-3, h = 0.01 s", "case", columns, 3);
  for (int i = 0; i < NCASES; i++) {
    int row = repro_add_row(r, table, cases[i].label);
    repro_set_pair(table, row, 0, cases[i].phi, h[i].max_phi);
    repro_set_pair(table, row, 1, cases[i].psi, h[i].max_psi);
    repro_set_pair(table, row, 2, cases[i].x, h[i].max_error);
  }
  repro_set_note(
      r, table,
      "The paper prints curves (Figs 4 to 6), no table; the reference is an independent computation to four digits. "
      "Gains: beta = 40, alpha = 2 sqrt(40); rho_v = 2.5, rho_q = 0 or 2.5; eta = 10; CVSGF k_q = k_v = 10. (30) is "
      "taken with the factor psi that its print lacks, (24.d) with -g, (10) to (12) with psi_v.");
}

static void add_period(repro *r) {
  static const repro_column columns[] = {{"value", "reference", 16}};
  repro_table *table = repro_add_table(r, "exact", "Exact motion by elliptic functions", "quantity", columns, 1);
  int row = repro_add_row(r, table, "rotation period (s)");
  repro_set_pair(table, row, 0, 3.3132763404731883, 2 * elliptic_K(2.0 / 3) / sqrt(1.5));
}

static void add_long_run(repro *r, const history *h) {
  static const repro_column columns[] = {
      {"max |phi|", NULL, 4}, {"max |psi| (J)", NULL, 4}, {"max |X error| (m)", NULL, 4}};
  repro_table *table = repro_add_table(r, "long", "The same over 100 s", "case", columns, 3);
  for (int i = 0; i < NCASES; i++) {
    int row = repro_add_row(r, table, cases[i].label);
    repro_set(table, row, 0, h[i].max_phi);
    repro_set(table, row, 1, h[i].max_psi);
    repro_set(table, row, 2, h[i].max_error);
  }
}

// ---- figures ---------------------------------------------------------------------------------------------------

// The six cases that the paper compares.
static const int shown[] = {NONE, BAUMGARTE, NEW, CVSGF_ENERGY, THETA, THETA_ENERGY};
enum { NSHOWN = sizeof shown / sizeof *shown };

static void add_mechanism(repro *r) {
  jn_model *model = repro_model(r, "yoon-pendulum", NULL, 0);
  jn_choices choices = repro_choices(r, model);
  repro_motion *motion = repro_follow(r, "Fig 2", model, &choices, NULL, 0);
  if (!motion) return;
  repro_go(r, motion, 0.35);
  repro_figure *figure =
      repro_add_picture(r, "figure-2", "Fig 2. A unit mass rotating on a unit circle", motion->system, motion->state);
  repro_set_caption(r, figure, "Drawn from the model file at t = 0.35 s. The rod has no mass; g = 1 acts downwards.");
}

static void add_motion(repro *r, const history *h) {
  repro_figure *figure =
      repro_add_figure(r, "figure-3", "Fig 3. Example 1: time histories of X and Y", "time (s)", "X, Y (m)");
  repro_add_curve(r, figure, "X", h->time, h->x, h->n);
  repro_add_curve(r, figure, "Y", h->time, h->y, h->n);
}

// Returns the power of ten by which a curve is divided so that it fits beside one whose largest value is `smallest`.
static double divisor(double largest, double smallest) {
  double ratio = largest / smallest;
  return ratio > 0 && isfinite(ratio) ? pow(10, floor(log10(ratio))) : 1;
}

static void add_divided(repro *r, repro_figure *figure, const yoon_case *what, const history *h, const double *y,
                        double by) {
  char label[80];
  if (by > 1) snprintf(label, sizeof label, "%s / %.0f", what->label, by);
  else snprintf(label, sizeof label, "%s", what->label);
  repro_add_scaled_curve(r, figure, label, h->time, y, h->n, 1 / by);
}

static void add_phi(repro *r, const history *h) {
  static const int which[] = {NONE, BAUMGARTE, NEW, CVSGF, CVSGF_ENERGY};
  repro_figure *figure = repro_add_figure(
      r, "figure-4", "Fig 4. Example 1 [AB-3, h = 0.01]: geometric constraint violations", "time (s)", "phi (m^2)");
  for (int i = 0; i < 5; i++)
    add_divided(r, figure, &cases[which[i]], &h[which[i]], h[which[i]].phi, which[i] == NONE ? 10 : 1);
  repro_set_caption(r, figure, "No control is divided by 10, as in the paper.");
}

static void add_compared(repro *r, const history *h, bool energy) {
  repro_figure *figure =
      energy ? repro_add_figure(r, "figure-5", "Fig 5. Example 1 [AB-3, h = 0.01]: energy constraint violations",
                                "time (s)", "psi (J)")
             : repro_add_figure(r, "figure-6", "Fig 6. Example 1 [AB-3, h = 0.01]: errors in the state variable X",
                                "time (s)", "X - X* (m)");
  double smallest = HUGE_VAL;
  for (int i = 0; i < NSHOWN; i++)
    smallest = repro_smaller(smallest, energy ? h[shown[i]].max_psi : h[shown[i]].max_error);
  for (int i = 0; i < NSHOWN; i++) {
    const history *one = &h[shown[i]];
    add_divided(r, figure, &cases[shown[i]], one, energy ? one->psi : one->error,
                divisor(energy ? one->max_psi : one->max_error, smallest));
  }
  repro_set_caption(r, figure, "Divided by the numbers in the legend so that all fit, as in the paper.");
}

static void add_growth(repro *r, const history *h) {
  repro_figure *figure = repro_add_figure(r, "growth", "Largest energy constraint violation so far, over 100 s",
                                          "time (s)", "max |psi| (J)");
  if (!figure) return;
  figure->log_y = true;
  for (int i = 0; i < NSHOWN; i++) {
    const history *one = &h[shown[i]];
    double *size = repro_scratch(r, one->n);
    for (int k = 1; size && k < one->n; k++) size[k] = repro_larger(k > 1 ? size[k - 1] : 0, fabs(one->psi[k]));
    repro_add_curve(r, figure, cases[shown[i]].label, one->time, size, one->n);
  }
}

// ---- claims ----------------------------------------------------------------------------------------------------

// Returns the largest |value| in the last tenth of a history / largest in its second tenth; NaN if it is too short.
static double growth(const double *values, int n) {
  return values && n > 20 ? repro_largest(values + n - n / 10, n / 10) / repro_largest(values + n / 10, n / 10) : NAN;
}

static bool largest_of_shown(const history *h, int which, bool energy) {
  for (int i = 0; i < NSHOWN; i++) {
    if (shown[i] == which) continue;
    bool less = energy ? h[shown[i]].max_psi < h[which].max_psi : h[shown[i]].max_error < h[which].max_error;
    if (!less) return false;
  }
  return true;
}

static void claim_worst(repro *r, const history *h, const history *far) {
  int held = largest_of_shown(h, BAUMGARTE, true) + largest_of_shown(far, BAUMGARTE, true);
  repro_add_claim(
      r, "baumgarte-worst-energy", repro_share(REPRO_ALWAYS, held, 2),
      "Baumgarte's control without energy control leaves the largest energy violation of the cases compared (Fig. 5).",
      "its max |psi| is the largest of the six cases of Fig. 5 (no control, Baumgarte, Baumgarte + (23), CVSGF + (23), "
      "theta, theta + (30)), over 10 s and over 100 s");
  repro_quote(r, "Test Simulations, Fig 5",
              "It shows that Baumgarte's geometric constraint control yields the largest energy constraint violation "
              "without energy constraint control.");
  repro_add_evidence(r, "10 s: Baumgarte %.4g J, no control %.4g J, with (23) %.4g J", h[BAUMGARTE].max_psi,
                     h[NONE].max_psi, h[NEW].max_psi);
  repro_add_evidence(r, "100 s: %.4g, %.4g, %.4g J", far[BAUMGARTE].max_psi, far[NONE].max_psi, far[NEW].max_psi);
  held = largest_of_shown(h, BAUMGARTE, false) + largest_of_shown(far, BAUMGARTE, false);
  repro_add_claim(r, "baumgarte-worst-x", repro_share(REPRO_ALWAYS, held, 2),
                  "Baumgarte's control without energy control yields the largest errors in X, worse than no control at "
                  "all (Fig. 6).",
                  "its max |X error| is the largest of the six cases of Fig. 6, which are those of Fig. 5, over 10 s "
                  "and over 100 s");
  repro_quote(r, "Test Simulations, Fig 6",
              "Fig 6 shows that Baumgarte's CVSM without energy constraint control yields the largest time domain "
              "errors in X, even worse than the case where no constraint controls are applied.");
  repro_add_evidence(r, "10 s: Baumgarte %.4g m, no control %.4g m", h[BAUMGARTE].max_error, h[NONE].max_error);
  repro_add_evidence(r, "100 s: %.4g and %.4g m", far[BAUMGARTE].max_error, far[NONE].max_error);
}

static void claim_stable(repro *r, const history *far) {
  double none = growth(far[NONE].phi, far[NONE].n), baumgarte = growth(far[BAUMGARTE].phi, far[BAUMGARTE].n),
         gradient = growth(far[CVSGF].phi, far[CVSGF].n);
  repro_add_claim(
      r, "geometric-control-stable", repro_if(none > 2 && baumgarte < 1.5 && gradient < 1.5),
      "Geometric control, Baumgarte's or CVSGF, makes the geometric violation stable; without it phi grows (Fig. 4).",
      "over 100 s, max |phi| of the last tenth over that of the second tenth is above 2 without control, "
      "below 1.5 with either");
  repro_quote(r, "Test Simulations, Fig 4",
              "Fig 4 shows that the geometric constraint controls, in either Baumgarte's CVSM or the new CVSGF, make "
              "the geometric constraint violations stable.");
  repro_add_evidence(r, "ratio %.3g without control, %.3g Baumgarte, %.3g CVSGF", none, baumgarte, gradient);
  repro_add_evidence(r, "max |phi| over 100 s %.3g, %.3g, %.3g", far[NONE].max_phi, far[BAUMGARTE].max_phi,
                     far[CVSGF].max_phi);
}

static void claim_new(repro *r, const history *h) {
  bool better = h[NEW].max_psi < repro_smaller(h[NONE].max_psi, h[BAUMGARTE].max_psi) &&
                h[NEW].max_error < repro_smaller(h[NONE].max_error, h[BAUMGARTE].max_error);
  repro_add_claim(r, "energy-control-repairs", repro_if(better),
                  "In example 1 the control (23) is very effective against errors of the constraint and of the energy.",
                  "max |psi| and max |X error| of Baumgarte + (23) are below those of Baumgarte and of no control, "
                  "over 10 s");
  repro_quote(r, "Conclusion",
              "The new constraint control in (23) is very effective and easy to implement in controlling errors of "
              "either geometric constraints or an energy constraint.");
  repro_add_evidence(r, "(23) divides psi of Baumgarte by %.3g and its X error by %.3g",
                     h[BAUMGARTE].max_psi / h[NEW].max_psi, h[BAUMGARTE].max_error / h[NEW].max_error);
  bool all = h[NEW].max_phi <= h[CONVENTIONAL].max_phi && h[NEW].max_psi < h[CONVENTIONAL].max_psi &&
             h[NEW].max_error < h[CONVENTIONAL].max_error;
  repro_claim *claim = repro_add_claim(r, "rho-q-zero", repro_if(all),
                                       "rho_q = 0, (23), is better than the gradient in positions as well, (22).",
                                       "phi, psi and X error of (23) are below those of (22) with rho_q = rho_v = 2.5");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "(22) over (23): phi %.3g, psi %.3g, X error %.3g", h[CONVENTIONAL].max_phi / h[NEW].max_phi,
                     h[CONVENTIONAL].max_psi / h[NEW].max_psi, h[CONVENTIONAL].max_error / h[NEW].max_error);
  double off = fabs(h[NEW].max_phi / h[BAUMGARTE].max_phi - 1),
         other = fabs(h[CONVENTIONAL].max_phi / h[BAUMGARTE].max_phi - 1);
  repro_add_claim(
      r, "parallel", repro_if(off < 0.01 && other > 0.1),
      "With rho_q = 0 the energy control acts along the geometric constraint and leaves its violation as it is, (19).",
      "max |phi| of (23) is that of Baumgarte within 1 %, while (22) changes it by more than 10 %");
  repro_quote(r, "A New Method of Implementing Energy Constraint Control",
              "Because the control on the energy constraint is parallel to the geometric constraints, the energy "
              "control does not change the relative position of the point P with respect to the chi_i=0 axis.");
  repro_add_evidence(r, "max |phi| changes by %.2g %% with (23), by %.3g %% with (22)", 100 * off, 100 * other);
}

static void claim_theta(repro *r, const history *h, const history *far) {
  double free_growth = growth(far[THETA].psi, far[THETA].n),
         held_growth = growth(far[THETA_ENERGY].psi, far[THETA_ENERGY].n);
  repro_add_claim(r, "theta-diverges", repro_if(free_growth > 2 && held_growth < 1.5),
                  "Even with an independent coordinate the energy violation diverges without energy control (Fig. 5).",
                  "over 100 s, max |psi| of the last tenth over that of the second tenth is above 2 without, "
                  "below 1.5 with control");
  repro_quote(r, "Test Simulations, Fig 5",
              "Even when an independent coordinate is chosen, the energy constraint violation is diverging without "
              "energy constraint control.");
  repro_add_evidence(r, "ratio %.3g without, %.3g with (30)", free_growth, held_growth);
  repro_add_evidence(r, "max |psi| over 100 s %.3g and %.3g J", far[THETA].max_psi, far[THETA_ENERGY].max_psi);
  int held =
      (h[THETA_ENERGY].max_error < h[THETA].max_error / 2) + (far[THETA_ENERGY].max_error < far[THETA].max_error / 2);
  repro_add_claim(r, "theta-energy-control", repro_share(REPRO_ALWAYS, held, 2),
                  "Energy control is essential for small errors in X even with an independent coordinate (Fig. 6).",
                  "(30) at least halves max |X error| of the theta form, over 10 s and over 100 s");
  repro_quote(r, "Test Simulations, Fig 6",
              "It can also be noticed that even in the case where an independent coordinate is chosen, the energy "
              "constraint control is essential for suppressing errors in the state variable.");
  repro_add_evidence(r, "divided by %.3g over 10 s and by %.3g over 100 s",
                     h[THETA].max_error / h[THETA_ENERGY].max_error,
                     far[THETA].max_error / far[THETA_ENERGY].max_error);
}

static void claim_unsaid(repro *r, const history *h) {
  repro_claim *claim =
      repro_add_claim(r, "energy-alone-worsens", repro_if(h[ENERGY_ALONE].max_error > h[NONE].max_error),
                      "Energy control without geometric control makes X worse than no control at all.",
                      "max |X error| of (17) alone is above that of no control, over 10 s");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "X error %.4g against %.4g m, although psi falls from %.3g to %.3g J",
                     h[ENERGY_ALONE].max_error, h[NONE].max_error, h[NONE].max_psi, h[ENERGY_ALONE].max_psi);
  bool alike = h[MULTIPLIER].max_error < 2 * h[NEW].max_error && h[NEW].max_error < 2 * h[MULTIPLIER].max_error;
  claim = repro_add_claim(r, "multiplier-as-good", repro_if(alike),
                          "Baumgarte's own way, a multiplier for the energy (9) to (12), does as well as (23).",
                          "max |X error| of the two within a factor of 2, over 10 s");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "X error %.4g m with the multiplier, %.4g m with (23); psi %.3g and %.3g J",
                     h[MULTIPLIER].max_error, h[NEW].max_error, h[MULTIPLIER].max_psi, h[NEW].max_psi);
}

// ---- strong geometric control ----------------------------------------------------------------------------------

// Adds example 1 with several gains of the geometric control; yoon_mechanisms.c judges the results.
static void add_strengths(repro *r) {
  static const double betas[] = {1, 2.5, 10, 40, 160, 640};
  static const repro_column columns[] = {
      {"max |phi|", NULL, 4}, {"max |psi| (J)", NULL, 4}, {"max |X error| (m)", NULL, 4}};
  repro_table *table = repro_add_table(r, "strong", "Example 1 by the strength of Baumgarte's control, over 10 s",
                                       "beta (1/s^2)", columns, 3);
  for (size_t i = 0; i < sizeof betas / sizeof *betas && repro_ok(r); i++) {
    history strong = run_case(r, &cases[BAUMGARTE], betas[i], 10);
    char label[32];
    snprintf(label, sizeof label, "%g", betas[i]);
    int row = repro_add_row(r, table, label);
    repro_set(table, row, 0, strong.max_phi);
    repro_set(table, row, 1, strong.max_psi);
    repro_set(table, row, 2, strong.max_error);
  }
}

// ---- the gain, "chosen experimentally" ---------------------------------------------------------------------------

enum { NGAINS = 25 };

static void add_gain_figure(repro *r, const double *gains, double psi[][NGAINS]) {
  repro_figure *figure =
      repro_add_figure(r, "gain", "Largest energy violation over 10 s against the gain", "rho", "max |psi| (J)");
  if (!figure) return;
  figure->log_x = figure->log_y = true;
  repro_add_curve(r, figure, "Baumgarte + (23)", gains, psi[0], NGAINS);
  repro_add_curve(r, figure, "theta + (30)", gains, psi[1], NGAINS);
}

typedef struct {
  double gain, error;  // 1/(J s); largest |psi|, J
  int runs;
} gain_found;

typedef struct {
  gain_found found[2];
  double free[2];                  // max |psi| without energy control
  double limit;                    // 6/11 / (2 |v|^2 h) with |v|^2 = 6 at the lowest point
  int below, helps, above, fails;  // runs up to half the limit, and from twice the limit on
} gain_result;

static void count_gains(gain_result *g, const double *gains, double psi[][NGAINS]) {
  for (int i = 0; i < NGAINS; i++)
    for (int k = 0; k < 2; k++) {
      bool helps = psi[k][i] < g->free[k];
      if (gains[i] <= g->limit / 2) {
        g->below++;
        g->helps += helps;
      }
      if (gains[i] >= g->limit * 2) {
        g->above++;
        g->fails += !helps;
      }
    }
}

static void add_gain_claim(repro *r, const gain_result *g) {
  repro_claim *claim =
      repro_add_claim(r, "gain-bounded", repro_share(REPRO_ALWAYS, g->helps + g->fails, g->below + g->above),
                      "The integrator bounds the gain: control helps up to half of the limit that linear theory gives "
                      "for AB-3 at the lowest point, 6/11 / (2 |v|^2 h), and harms from twice this limit on.",
                      "all gains from 0.05 to half the limit leave a smaller psi over 10 s than no energy control, all "
                      "from twice the limit to 20 a larger one, or the run fails, with Baumgarte and for theta");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "limit %.3g at the lowest point; below half of it %d of %d help, from twice it %d of %d harm",
                     g->limit, g->helps, g->below, g->fails, g->above);
  repro_add_evidence(
      r,
      "the best rho is %.3g (Baumgarte, %.3g J) and %.3g (theta, %.3g J), %.3g and %.3g times this limit: everywhere "
      "else on the circle the speed is lower and the limit higher",
      g->found[0].gain, g->found[0].error, g->found[1].gain, g->found[1].error, g->found[0].gain / g->limit,
      g->found[1].gain / g->limit);
}

static void add_gain_table(repro *r, const gain_result *g) {
  static const repro_column columns[] = {
      {"best rho (1/(J s))", NULL, 4}, {"max |psi| (J)", NULL, 4}, {"runs", NULL, 0}};
  repro_table *table = repro_add_table(
      r, "gain", "The gain, which the paper chose by experiment: a search for the smallest psi over 10 s", "case",
      columns, 3);
  for (int k = 0; k < 2; k++) {
    int row = repro_add_row(r, table, k == 0 ? "Baumgarte + (23)" : "theta + (30)");
    repro_set(table, row, 0, g->found[k].gain);
    repro_set(table, row, 1, g->found[k].error);
    repro_set(table, row, 2, g->found[k].runs);
  }
}

// Returns the largest |psi| of a run with a gain, HUGE_VAL if the run fails, and keeps the best gain in *best.
static double try_gain(repro *r, const jn_model *model, const jn_choices *base, double log_gain, gain_found *best) {
  jn_choices choices = *base;
  choices.energy_velocity = exp(log_gain);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_report *report = jn_report_new(NULL);
  jn_run *run = report ? jn_run_new(model, &options, report) : NULL;
  if (!run) repro_fail(r, JN_BAD_ARGUMENT, "the search for the gain failed");
  jn_status status = run ? jn_run_execute(run, report) : JN_BAD_ARGUMENT;
  double error = status == JN_OK || status == JN_DIVERGED ? jn_run_summary(run)->max_energy_error : HUGE_VAL;
  if (!isfinite(error)) error = HUGE_VAL;
  jn_run_free(run);
  jn_report_free(report);
  best->runs++;
  if (error < best->error) {
    best->error = error;
    best->gain = choices.energy_velocity;
  }
  return error;
}

// Finds the gain from 0.05 to 20 with the smallest psi, on a logarithmic scale: nine equal steps, then golden section
// between the neighbours of the best.
static gain_found find_gain(repro *r, const jn_model *model, const jn_choices *choices) {
  enum { GRID = 9, MOST_SECTIONS = 12 };
  const double golden = 0.6180339887498949, lower = log(0.05), step = (log(20) - lower) / (GRID - 1);
  gain_found best = {.error = HUGE_VAL};
  int at = 0;
  double least = HUGE_VAL;
  for (int i = 0; model && i < GRID && repro_ok(r); i++) {
    double error = try_gain(r, model, choices, lower + i * step, &best);
    if (error < least) {
      least = error;
      at = i;
    }
  }
  if (!model || !repro_ok(r)) return best;

  double a = lower + (at > 0 ? at - 1 : 0) * step, b = lower + (at < GRID - 1 ? at + 1 : at) * step;
  double x_left = b - golden * (b - a), left = try_gain(r, model, choices, x_left, &best);
  double x_right = a + golden * (b - a), right = try_gain(r, model, choices, x_right, &best);
  for (int k = 0; k < MOST_SECTIONS && b - a > 0.02 && repro_ok(r); k++) {
    if (left < right) {
      b = x_right;
      x_right = x_left;
      right = left;
      x_left = b - golden * (b - a);
      left = try_gain(r, model, choices, x_left, &best);
    } else {
      a = x_left;
      x_left = x_right;
      left = right;
      x_right = a + golden * (b - a);
      right = try_gain(r, model, choices, x_right, &best);
    }
  }
  return best;
}

static void search_gain(repro *r, const history *h) {
  static const int which[] = {NEW, THETA_ENERGY};
  double gains[NGAINS], psi[2][NGAINS];
  gain_result g = {.limit = 6.0 / 11 / (2 * 6 * 0.01), .free = {h[BAUMGARTE].max_psi, h[THETA].max_psi}};
  for (int k = 0; k < 2; k++) {
    yoon_case one = cases[which[k]];
    jn_model *model = repro_model(r, one.model, NULL, 0);
    for (int i = 0; i < NGAINS && repro_ok(r); i++) {
      gains[i] = one.rho_v = 0.05 * pow(400, i / (NGAINS - 1.0));  // 0.05 to 20
      jn_choices choices = choices_of(r, model, &one, usual_beta, 10);
      repro_rows *rows = repro_run(r, "search for the gain", model, &choices, NULL, 0, REPRO_MAY_FAIL);
      psi[k][i] = rows && rows->summary.status == JN_OK ? rows->summary.max_energy_error : NAN;
    }
    jn_choices choices = choices_of(r, model, &one, usual_beta, 10);
    g.found[k] = find_gain(r, model, &choices);
  }
  if (!repro_ok(r)) return;
  count_gains(&g, gains, psi);
  add_gain_table(r, &g);
  add_gain_figure(r, gains, psi);
  add_gain_claim(r, &g);
}

// ---- the paper ---------------------------------------------------------------------------------------------------

// Counts the rows of a table in which the value of one column is below a share of that of another.
static int count_below(const repro *r, const char *table, int column, int other, double share) {
  int n = 0;
  for (int row = 0; !isnan(repro_value(r, table, row, column)); row++)
    n += repro_value(r, table, row, column) < share * repro_value(r, table, row, other);
  return n;
}

static void conclude(repro *r) {
  enum { WITHOUT = 0, GEOMETRIC = 2, BOTH = 4 };  // columns of the tables
  static const repro_basis example[] = {{"baumgarte-worst-energy", REPRO_HELD},
                                        {"baumgarte-worst-x", REPRO_HELD},
                                        {"energy-control-repairs", REPRO_HELD},
                                        {"parallel", REPRO_HELD},
                                        {0}};
  static const repro_basis geometric[] = {{"geometric-alone-worsens", REPRO_DEPENDS}, {0}};
  static const repro_basis energy[] = {{"energy-control-helps", REPRO_DEPENDS}, {0}};
  repro_conclude(r, example,
                 "In the paper's example Baumgarte's control alone is worse than no control, and energy control by "
                 "(23) repairs it without touching the geometric constraint.");
  repro_conclude(r, geometric,
                 "The general sentences do not carry over to all mechanisms. Geometric control alone makes the motion "
                 "less accurate, by more than 5 %%, on %d of seven mechanisms, and more accurate on %d.",
                 count_below(r, "mechanisms-state", WITHOUT, GEOMETRIC, 1 / 1.05),
                 count_below(r, "mechanisms-state", GEOMETRIC, WITHOUT, 1 / 1.05));
  repro_conclude(r, energy,
                 "Energy control beside it reduces the error of the energy on %d of them and the error of the motion "
                 "on %d.",
                 count_below(r, "mechanisms-energy", BOTH, GEOMETRIC, 1),
                 count_below(r, "mechanisms-state", BOTH, GEOMETRIC, 1));
}

static void yoon_work(repro *r) {
  history h[NCASES], far[NCASES];
  for (int i = 0; i < NCASES; i++) h[i] = run_case(r, &cases[i], usual_beta, 10);
  for (int i = 0; i < NCASES; i++) far[i] = run_case(r, &cases[i], usual_beta, 100);
  if (!repro_ok(r)) return;
  add_maxima(r, h);
  add_long_run(r, far);
  add_period(r);
  add_mechanism(r);
  add_motion(r, &h[THETA_ENERGY]);
  add_phi(r, h);
  add_compared(r, h, true);
  add_compared(r, h, false);
  add_growth(r, far);
  claim_worst(r, h, far);
  claim_stable(r, far);
  claim_new(r, h);
  claim_theta(r, h, far);
  claim_unsaid(r, h);
  add_strengths(r);
  search_gain(r, h);
  yoon_add_point(r);
  yoon_add_mechanisms(r);
  yoon_add_coupling(r);
  yoon_add_motor(r);
  yoon_add_sleigh(r);
  conclude(r);
}

static const char *const method[] = {
    "A mechanism obeys M q'' + Phi_q' lambda = G with the constraints Phi(q, t) = 0, (1) and (2). To integrate it, one "
    "differentiates the constraints twice and solves for the accelerations and the multipliers lambda, (3) to (5). The "
    "solution then drifts away from Phi = 0. Baumgarte's control feeds the violation back:",
    "  Phi'' = -alpha Phi' - beta Phi                              (6), (7)",
    "This holds the geometric constraints, but not the energy. The paper treats the energy as one more constraint, "
    "with "
    "the work W of all forces that have no potential:",
    "  psi = T + V - (T + V)_0 - W = 0                             (9)",
    "The older ways are a multiplier mu of its own, with psi' + eta psi = 0 (10) to (12), and the gradient of psi^2 in "
    "positions and velocities, (13) and (22):",
    "  q' = v - rho_q d(psi^2)/dq,   v' = A_B - rho_v d(psi^2)/dv  (22)",
    "Both push the state off the geometric constraints. The paper's proposal sets rho_q = 0. The control then acts "
    "along "
    "the geometric constraints and leaves them as they are:",
    "  q' = v,   v' = A_B(q, v, t, alpha, beta) - 2 rho_v psi dpsi/dv   (23)",
    "How far the two controls disturb each other is measured by the product of the gradients in phase space:",
    "  Y_i = dpsi/d(q, v) . dchi_i/d(q, v)                         (20)",
    NULL};

const repro_paper paper_yoon = {
    .name = "yoon",
    .title = "S. Yoon: Energy Constraint Control in Numerical Simulation of Constrained Dynamic Systems",
    .about =
        "A unit mass on a unit circle and six other mechanisms, integrated with and without control of their geometric "
        "and energy constraints. The paper's results are the curves of Figs 3 to 6; the tables give their largest "
        "values.",
    .words =
        "phi is the violation of the constraint, psi the error of the energy. (22) feeds the gradient of psi^2 back "
        "into positions and velocities, (23) into velocities only; (30) is (23) in the angle theta instead of x and y. "
        "CVSGF feeds the gradient of phi^2 back. (8) is Pi' = -eta Pi of a nonholonomic row Pi = 0. Numbers in "
        "brackets are equations of the paper.",
    .method = method,
    .drawing = "figure-1",
    .runs = 193,
    .work = yoon_work};
