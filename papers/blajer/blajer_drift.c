// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_drift.c - section 4 of Blajer's paper: the violation of the constraints f = 0 without control, with the
// correction (4.5a) and with the PI scheme (4.6a), from a consistent start and from a violated one.
#include <math.h>
#include <string.h>

#include "blajer/blajer.h"

typedef struct {
  const char *title, *model;
} subject;

static const subject subjects[] = {{"moving pendulum", "blajer-pendulum"},
                                   {"double pendulum", "park-double-pendulum"},
                                   {"planar four-bar", "park-four-bar"},
                                   {"spatial four-bar", "park-spatial-four-bar"}};
static const char *const controls[] = {"none", "newton", "pi"};

enum { NSUBJECTS = sizeof subjects / sizeof *subjects, NONE = 0, NEWTON, PI, NCONTROLS };

// Settings of a run: integrator, step and end time (s), gains of PI (1/s, 1/s^2).
typedef struct {
  const char *integrator;
  double step, until, G1, G0;
  const char *variant;  // NULL: "mass"
} settings;

static const settings usual = {"rk4", 0.01, 10, 20, 100, NULL}, usual_long = {"rk4", 0.01, 80, 20, 100, NULL};

typedef struct {
  double violation[NCONTROLS];  // largest |f|, m and rad together
  double velocity;              // largest |C' v| without control
  double acceleration;          // largest |C' a + Cdot' v| without control
  double growth;                // without control over usual_long.until: largest |f| of the second half / of the first
} measures;

static double growth_of(const repro_rows *rows, const double *f) {
  int half = rows->n / 2;
  return repro_largest(f + half, rows->n - half) / repro_largest(f, half);
}

static const char *const probes[] = {"violation.position"};

static repro_rows *run_with(repro *r, const subject *what, const char *position, const settings *how) {
  jn_model *model = repro_model(r, what->model, NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", how->variant ? how->variant : "mass", position);
  repro_choose(choices.integrator, sizeof choices.integrator, how->integrator);
  choices.step = how->step;
  choices.until = how->until;
  choices.proportional = how->G1;
  choices.integral = how->G0;
  return repro_run(r, what->title, model, &choices, probes, 1, REPRO_MUST_RUN);
}

static double violation_of(const repro_rows *rows) {
  return rows ? repro_larger(rows->summary.max_position_violation, rows->summary.max_angle_violation) : (double)NAN;
}

static measures run_all(repro *r, const subject *what, repro_figure *figure) {
  static const char *const labels[] = {"nothing done", "(4.5a)", "PI (4.6a)"};
  measures out = {.growth = NAN, .velocity = NAN, .acceleration = NAN};
  for (int c = 0; c < NCONTROLS; c++) {
    repro_rows *rows = run_with(r, what, controls[c], &usual);
    const double *f = repro_values(r, rows, probes[0]);
    if (!f) return out;
    const jn_summary *s = &rows->summary;
    out.violation[c] = violation_of(rows);
    if (c == NONE) {
      out.velocity = repro_larger(s->max_velocity_violation, s->max_angle_velocity_violation);
      out.acceleration = repro_larger(s->max_acceleration_violation, s->max_angle_acceleration_violation);
    }
    repro_add_curve(r, figure, labels[c], rows->time + 1, f + 1, rows->n - 1);
  }
  return out;
}

// Runs without control, adds |f| to the figure, and returns its growth: largest value in the second half / in the
// first; NaN after a failure.
static double run_long(repro *r, const subject *what, const settings *how, repro_figure *figure) {
  repro_rows *rows = run_with(r, what, "none", how);
  const double *f = repro_values(r, rows, probes[0]);
  if (!f) return NAN;
  repro_add_curve(r, figure, what->title, rows->time + 1, f + 1, rows->n - 1);
  return growth_of(rows, f);
}

static void add_table(repro *r, const measures *all) {
  static const repro_column columns[] = {{"|f| nothing done", NULL, 3},
                                         {"|f| with (4.5a)", NULL, 3},
                                         {"|f| with PI", NULL, 3},
                                         {"|C'v| nothing done", NULL, 2},
                                         {"growth of |f|", NULL, 3}};
  repro_table *table = repro_add_table(
      r, "violation", "Constraint violation over 10 s from a consistent start: rk4, h = 10 ms", "model", columns, 5);
  for (int i = 0; i < NSUBJECTS; i++) {
    int row = repro_add_row(r, table, subjects[i].title);
    for (int c = 0; c < NCONTROLS; c++) repro_set(table, row, c, all[i].violation[c]);
    repro_set(table, row, 3, all[i].velocity);
    repro_set(table, row, 4, all[i].growth);
  }
  repro_set_note(r, table,
                 "PI with G1 = %g 1/s and G0 = %g 1/s^2. Growth: with nothing done over %g s, the largest |f| of the "
                 "second half over that of the first; a steady drift doubles, an accelerating one quadruples.",
                 usual.G1, usual.G0, usual_long.until);
}

static const double accelerated = 3;  // growth of |f| above which a drift accelerates

static void vary_drift(repro *r, const char *what, const char *change, const settings *how) {
  double growth[NSUBJECTS];
  int accelerates = 0;
  for (int i = 0; i < NSUBJECTS; i++) {
    growth[i] = run_long(r, &subjects[i], how, NULL);
    accelerates += growth[i] > accelerated;
  }
  repro_vary(r, what, repro_share(REPRO_USUALLY, accelerates, NSUBJECTS), "%s: times %.2f, %.2f, %.2f and %.2f", change,
             growth[0], growth[1], growth[2], growth[3]);
}

// Adds the growth of |f| with formulation multipliers, where velocities drift, too.
static void tell_multipliers(repro *r) {
  double growth[NSUBJECTS];
  for (int i = 0; i < NSUBJECTS; i++) {
    jn_model *model = repro_model(r, subjects[i].model, NULL, 0);
    jn_choices choices = blajer_choices(r, model, "multipliers", "auto", "none");
    repro_choose(choices.velocity, sizeof choices.velocity, "none");
    choices.step = 0.005;
    choices.until = 40;
    repro_rows *rows = repro_run(r, subjects[i].title, model, &choices, probes, 1, REPRO_MUST_RUN);
    const double *f = repro_values(r, rows, probes[0]);
    growth[i] = f ? growth_of(rows, f) : (double)NAN;
  }
  repro_add_evidence(
      r,
      "for comparison, multipliers without a basis and without corrections (40 s, 5 ms): times %.2f, %.2f, "
      "%.2f and %.2f",
      growth[0], growth[1], growth[2], growth[3]);
}

static void judge_drift(repro *r, const measures *all) {
  int held = 0, drifts = 0, accelerates = 0, kept = 0;
  double velocity = 0, acceleration = 0, most = 0;
  for (int i = 0; i < NSUBJECTS; i++) {
    held += all[i].velocity < 1e-12 && all[i].acceleration < 1e-10;
    drifts += all[i].violation[NONE] > 1e-12;
    accelerates += all[i].growth > accelerated;
    kept += all[i].violation[NEWTON] < 1e-11;
    acceleration = repro_larger(acceleration, all[i].acceleration);
    velocity = repro_larger(velocity, all[i].velocity);
    most = repro_larger(most, all[i].violation[NEWTON]);
  }
  repro_add_claim(r, "velocities-held", repro_share(REPRO_ALWAYS, held, NSUBJECTS),
                  "(4.3), (4.4) maintain the velocity and acceleration equations of the constraints, (2.6) and (2.7), "
                  "by themselves.",
                  "|C' v| < 1e-12 and |C' a + Cdot' v| < 1e-10 over 10 s without any correction, on all models");
  repro_quote(r, "section 4, after (4.4)",
              "the formulation of Eqs (4.3) and (4.4) assures, by assumption, maintenance of the higher-order "
              "constraint Eqs (2.6) and (2.7)");
  repro_add_evidence(r, "|C' v| <= %.1e, |C' a + Cdot' v| <= %.1e", velocity, acceleration);
  repro_add_claim(r, "drift", repro_share(REPRO_ALWAYS, drifts, NSUBJECTS),
                  "f itself is not protected: numerical errors of integration violate (2.4).",
                  "|f| > 1e-12 at some time without correction, on all models");
  repro_quote(r, "section 4, after (4.4)",
              "which does not protect the analysis from violation of the constraint Eqs (2.4) due to the numerical "
              "errors of integration of Eqs (4.3) and (4.4), however.");
  for (int i = 0; i < NSUBJECTS; i++) repro_add_evidence(r, "%s %.2e", subjects[i].title, all[i].violation[NONE]);
  repro_add_claim(r, "drift-accelerates", repro_share(REPRO_USUALLY, accelerates, NSUBJECTS),
                  "The violation usually accelerates in the course of time.",
                  "|f| more than triples from the first half of 80 s to the second (a steady drift doubles), on most "
                  "of four models");
  repro_quote(r, "section 4, after (4.4)",
              "the integrated position x^i may violate the constraints, f(x^i) != 0, and the violation gradient "
              "accelerates usually in the course of time.");
  for (int i = 0; i < NSUBJECTS; i++) repro_add_evidence(r, "%s: times %.2f", subjects[i].title, all[i].growth);
  tell_multipliers(r);
  vary_drift(r, "the integrator", "AB-3 with 5 ms instead of RK-4", &(settings){"ab3", 0.005, 80, 0, 0, NULL});
  vary_drift(r, "the step", "20 ms instead of 10 ms", &(settings){"rk4", 0.02, 80, 0, 0, NULL});
  vary_drift(r, "the length", "10 s instead of 80 s", &(settings){"rk4", 0.01, 10, 0, 0, NULL});
  vary_drift(r, "the basis", "(2.8), (2.10) with the basis by LU", &(settings){"rk4", 0.01, 80, 0, 0, "lu"});
  repro_add_claim(r, "correction", repro_share(REPRO_ALWAYS, kept, NSUBJECTS),
                  "The correction (4.5a) after each step keeps the constraints.",
                  "|f| < 1e-11 over 10 s on all models");
  repro_quote(r, "section 4, before (4.5)",
              "The conceptually simplest method for diminishing the constraint violation is, after each step of "
              "integration or a sequence of steps, to treat x^i as a trial root of f(x) = 0, and then to solve "
              "iteratively for a numerically exact root.");
  repro_add_evidence(r, "|f| <= %.1e", most);
}

// ---- violated start ---------------------------------------------------------------------------------------------

enum { SAMPLES = 201, MOST_ROWS = BLAJER_MOST };

static const double seconds = 1;

typedef struct {
  double *time, *f, *exact;  // samples of the equation with the largest initial violation, m or rad
  double off;                // largest |f - exact| of all equations / largest |f_0|
  double most;               // largest |f_0|
} decay;

// Moves the configuration off the constraints by 3 to 9 mm or mrad in each speed's direction.
static void displace(repro_motion *motion) {
  double d[BLAJER_MOST], q[4 * BLAJER_MOST];
  jn_sizes sizes = jn_system_sizes(motion->system);
  for (int i = 0; i < sizes.nv; i++) d[i] = 0.003 * (1 + i % 3) * (i % 2 ? 1 : -1);
  jn_manifold_step(motion->system, jn_state_q(motion->system, motion->state), d, q);
  memcpy(jn_state_q(motion->system, motion->state), q, (size_t)sizes.nq * sizeof *q);
}

static decay follow_decay(repro *r, const subject *what) {
  decay out = {repro_scratch(r, SAMPLES), repro_scratch(r, SAMPLES), repro_scratch(r, SAMPLES), 0, 0};
  jn_model *model = repro_model(r, what->model, NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "pi");
  choices.proportional = usual.G1;
  choices.integral = usual.G0;
  repro_motion *motion = blajer_follow(r, what->title, model, &choices, NULL, 0);
  if (!motion) return out;
  displace(motion);
  if (jn_run_restart(motion->run, motion->state) != JN_OK)
    repro_fail(r, JN_NO_CONVERGENCE, "the run '%s' did not start anew", what->title);
  blajer_space first = {.n = 0}, now;
  int worst = 0;
  for (int i = 0; i < SAMPLES && repro_ok(r); i++) {
    double t = seconds * i / (SAMPLES - 1), share = (1 - 10 * t) * exp(-10 * t);
    repro_go(r, motion, t);
    blajer_look(motion, &now);
    if (i == 0) first = now;
    for (int k = 0; i == 0 && k < now.m; k++)
      if (fabs(now.f[k]) > fabs(now.f[worst])) worst = k;
    out.most = fabs(first.f[worst]);
    out.time[i] = t;
    out.f[i] = now.f[worst];
    out.exact[i] = first.f[worst] * share;
    for (int k = 0; k < now.m; k++) out.off = repro_larger(out.off, fabs(now.f[k] - first.f[k] * share) / out.most);
  }
  return out;
}

// Returns the largest |f| at x + h/2 xdot, where RK-4 evaluates its second stage; NaN after a failure.
static double stage_violation(repro *r, const subject *what) {
  enum { INSTANTS = 21 };
  double most = 0;
  jn_model *model = repro_model(r, what->model, NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  choices.step = usual.step;
  repro_motion *motion = blajer_follow(r, what->title, model, &choices, NULL, 0);
  for (int i = 0; repro_ok(r) && i < INSTANTS; i++) {
    blajer_space s;
    double d[BLAJER_MOST], q[4 * BLAJER_MOST];
    repro_go(r, motion, usual.until * i / (INSTANTS - 1));
    if (!repro_ok(r)) return NAN;
    jn_sizes sizes = jn_system_sizes(motion->system);
    for (int k = 0; k < sizes.nv; k++) d[k] = usual.step / 2 * jn_state_v(motion->system, motion->state)[k];
    jn_manifold_step(motion->system, jn_state_q(motion->system, motion->state), d, q);
    memcpy(jn_state_q(motion->system, motion->state), q, (size_t)sizes.nq * sizeof *q);
    blajer_look(motion, &s);
    most = repro_larger(most, repro_largest(s.f, s.m));
  }
  return most;
}

// Adds a variation of the claim on PI: compares PI with no control on all models with other settings.
static void vary_pi(repro *r, const char *what, const char *change, const settings *how) {
  double with[NSUBJECTS], without[NSUBJECTS];
  int better = 0;
  for (int i = 0; i < NSUBJECTS; i++) {
    without[i] = violation_of(run_with(r, &subjects[i], "none", how));
    with[i] = violation_of(run_with(r, &subjects[i], "pi", how));
    better += with[i] < without[i];
  }
  repro_vary(r, what, repro_share(REPRO_ALWAYS, better, NSUBJECTS),
             "%s: PI %.1e, nothing %.1e; %.1e, %.1e; %.1e, %.1e; %.1e, %.1e on the four models", change, with[0],
             without[0], with[1], without[1], with[2], without[2], with[3], without[3]);
}

static void judge_pi(repro *r, const measures *all, const decay *decays) {
  int decaying = 0, better = 0, worse = 0;
  for (int i = 0; i < NSUBJECTS; i++) {
    decaying += decays[i].off < 1e-6;
    better += all[i].violation[PI] < all[i].violation[NONE];
    worse += all[i].violation[PI] > all[i].violation[NONE];
  }
  repro_add_claim(r, "pi-real-violation", repro_share(REPRO_ALWAYS, decaying, NSUBJECTS),
                  "The PI scheme (4.6a) removes a violation of the constraints that is there at the start.",
                  "a violation at the start decays as f_0 (1 - 10 t) exp(-10 t), every row within 1e-6 |f_0| over 1 s, "
                  "on all models");
  repro_quote(r, "section 4, before (4.6)",
              "The correction of constraint violation can also be included directly into the integration process of "
              "Eqs (4.3) and (4.4) by adopting the Bamgarte method");
  for (int i = 0; i < NSUBJECTS; i++)
    repro_add_evidence(r, "%s: |f_0| = %.1e, off by %.1e of it", subjects[i].title, decays[i].most, decays[i].off);
  repro_add_claim(
      r, "pi-while-integrating", repro_share(REPRO_ALWAYS, better, NSUBJECTS),
      "Included in the integration, the PI scheme diminishes the violation due to numerical errors.",
      "from a consistent start the largest |f| over 10 s (rk4, 10 ms, G1 = 20 1/s, G0 = 100 1/s^2) is smaller "
      "than with nothing done, on all models");
  repro_quote(r, "section 7",
              "A formulation is proposed for diminishing the constraint violation due to numerical errors of "
              "integration of the minimal-order equations of motion.");
  repro_add_evidence(r, "it is larger on %d of %d models", worse, NSUBJECTS);
  for (int i = 0; i < NSUBJECTS; i++)
    repro_add_evidence(r, "%s: PI %.2e, nothing %.2e", subjects[i].title, all[i].violation[PI], all[i].violation[NONE]);
  double stages[NSUBJECTS];
  for (int i = 0; i < NSUBJECTS; i++) stages[i] = stage_violation(r, &subjects[i]);
  repro_add_evidence(r, "at the second stage of a step, x + h/2 xdot, |f| is %.1e, %.1e, %.1e and %.1e", stages[0],
                     stages[1], stages[2], stages[3]);
  vary_pi(r, "the integrator", "AB-3 instead of RK-4", &(settings){"ab3", 0.01, 10, 20, 100, NULL});
  vary_pi(r, "the integrator", "AB-2 with 5 ms instead of RK-4", &(settings){"ab2", 0.005, 10, 20, 100, NULL});
  vary_pi(r, "the gains", "G1 = 2 1/s, G0 = 1 1/s^2", &(settings){"rk4", 0.01, 10, 2, 1, NULL});
  vary_pi(r, "the gains", "G1 = 1 1/s, G0 = 0.25 1/s^2", &(settings){"rk4", 0.01, 10, 1, 0.25, NULL});
  vary_pi(r, "the gains", "G1 = 80 1/s, G0 = 1600 1/s^2", &(settings){"rk4", 0.01, 10, 80, 1600, NULL});
  vary_pi(r, "the step", "5 ms instead of 10 ms", &(settings){"rk4", 0.005, 10, 20, 100, NULL});
  repro_set_condition(r, "on the integrator and the gains");
}

// ---- Fig. 2 -----------------------------------------------------------------------------------------------------

// Draws the iterated correction from a point off the constraints as a path in the plane of x3 and x2, and measures its
// component along the constraints.
static void add_figure_2(repro *r) {
  enum { ITERATIONS = 6, POINTS = 121 };
  double x3[ITERATIONS + 1], x2[ITERATIONS + 1], *angle = repro_scratch(r, POINTS), *height = repro_scratch(r, POINTS),
                                                 along = 0, first = 0;
  jn_model *model = repro_model(r, "blajer-pendulum", NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  repro_motion *motion = blajer_follow(r, "Fig. 2", model, &choices, NULL, 0);
  if (!motion) return;
  double *q = jn_state_q(motion->system, motion->state), dx[BLAJER_MOST], Mdx[BLAJER_MOST];
  q[1] += 0.2;
  q[2] += 0.1;
  for (int i = 0; i <= ITERATIONS; i++) {
    static const int chosen[] = {0, 2};
    blajer_space s;
    blajer_basis basis;
    blajer_look(motion, &s);
    x3[i] = q[2];
    x2[i] = q[1];
    blajer_correction(&s, dx, NULL);
    blajer_times(3, &s.M, dx, Mdx);
    blajer_orthonormalize(&s, chosen, BLAJER_CORRECTED, &basis);
    if (i == 0) first = sqrt(blajer_dot(3, dx, Mdx));
    for (int j = 1; j < 3; j++) along = repro_larger(along, fabs(blajer_dot(3, basis.w.at[j], Mdx)));
    for (int k = 0; k < 3; k++) q[k] += dx[k];
  }
  double rho = 0.5, left = fabs(x2[ITERATIONS] - rho * sin(x3[ITERATIONS]));
  for (int i = 0; i < POINTS; i++) {
    angle[i] = 0.1 + 0.8 * i / (POINTS - 1);
    height[i] = rho * sin(angle[i]);
  }
  repro_figure *figure =
      repro_add_figure(r, "figure-2", "Fig. 2: reduction of constraint violation by (4.5a)", "x3 (rad)", "x2 (m)");
  repro_add_curve(r, figure, "f = 0", angle, height, POINTS);
  repro_add_curve(r, figure, "corrections", x3, x2, ITERATIONS + 1);
  repro_set_caption(
      r, figure, "The pendulum taken off its constraint by 0.2 m and 0.1 rad, and %d corrections; |f| is then %.1e m.",
      ITERATIONS, left);
  repro_add_claim(
      r, "correction-direction", repro_if(along < 1e-12 * first),
      "(4.5a) corrects in the constrained directions only; the position in the tangent space is not changed.",
      "|Wd' M dx| < 1e-12 |dx|_M in every iteration");
  repro_quote(r, "section 4, after (4.5)",
              "assures that the system position is corrected in the constrained directions only (the position in T is "
              "not changed).");
  repro_add_evidence(r, "|Wd' M dx| <= %.1e, |dx|_M = %.3f", along, first);
}

void blajer_drift_claims(repro *r) {
  measures all[NSUBJECTS];
  decay decays[NSUBJECTS];
  for (int i = 0; i < NSUBJECTS; i++) {
    repro_figure *figure =
        i == 0 ? repro_add_figure(r, "violation-pendulum", "Violation of f = 0, moving pendulum", "time (s)", "|f| (m)")
               : NULL;
    all[i] = run_all(r, &subjects[i], figure);
    if (figure) figure->log_y = true;
    repro_set_caption(
        r, figure,
        "From a consistent start, rk4 with 10 ms: PI leaves more than nothing does, (4.5a) leaves rounding.");
  }
  repro_figure *drift = repro_add_figure(r, "drift", "Violation of f = 0 with nothing done", "time (s)", "|f| (m)");
  for (int i = 0; i < NSUBJECTS; i++) all[i].growth = run_long(r, &subjects[i], &usual_long, drift);
  if (drift) drift->log_x = drift->log_y = true;
  repro_set_caption(r, drift,
                    "rk4 with 10 ms. The drift is steady at most: it shows after a minute, on the models without a "
                    "damper that keep turning.");
  for (int i = 0; i < NSUBJECTS; i++) decays[i] = follow_decay(r, &subjects[i]);
  if (!repro_ok(r)) return;
  add_table(r, all);
  judge_drift(r, all);
  repro_figure *figure = repro_add_figure(r, "pi-decay", "PI on a real violation: row violated most, over its start",
                                          "time (s)", "f / f_0");
  for (int i = 0; i < NSUBJECTS; i++)
    repro_add_scaled_curve(r, figure, subjects[i].title, decays[i].time, decays[i].f, SAMPLES, 1 / decays[i].exact[0]);
  repro_add_scaled_curve(r, figure, "(1 - 10 t) exp(-10 t)", decays[0].time, decays[0].exact, SAMPLES,
                         1 / decays[0].exact[0]);
  repro_set_caption(r, figure,
                    "G1 = %g 1/s, G0 = %g 1/s^2. All curves lie on the exact one: it depends on neither model nor row.",
                    usual.G1, usual.G0);
  add_figure_2(r);
  judge_pi(r, all, decays);
}
