// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// yoon_point.c - example 1 of the paper written out, without the engine: equations (9) to (13), (21) to (31) as printed
// and as they must be; the paper's Fig. 1.
//
// M is the identity, Phi_q = (X, Y), psi_q = (0, g), psi_v = (V_X, V_Y) and G = (0, -g).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "yoon/yoon.h"

enum { X, Y, VX, VY, NSTATE };

static const double g = 1, step = 0.01, energy_start = 2;  // T + V at the start (27)

typedef enum { MULTIPLIER_NONE, MULTIPLIER_PRINTED, MULTIPLIER_SEQUENTIAL, MULTIPLIER_TOGETHER } multiplier_form;

typedef struct {
  double beta;           // gain of Baumgarte; alpha = 2 sqrt(beta); 0: none
  double rho_v, rho_q;   // gains of (22)
  double eta;            // rate of decay of (9)
  multiplier_form form;  // form of (10) to (12)
  bool printed_24d;      // evaluates (24.d) as printed, without -g
} point_control;

static double phi_of(const double *s) { return (s[X] * s[X] + s[Y] * s[Y] - 1) / 2; }
static double phidot_of(const double *s) { return s[X] * s[VX] + s[Y] * s[VY]; }
static double psi_of(const double *s) { return (s[VX] * s[VX] + s[VY] * s[VY]) / 2 + g * s[Y] - energy_start; }

// Returns U of (7).
static double feedback(const point_control *c, const double *s) {
  return -2 * sqrt(c->beta) * phidot_of(s) - c->beta * phi_of(s);
}

// Computes the rates of the state by (21) with the controls of (12) and (22).
static void calc_rates(const point_control *c, const double *s, double *rates) {
  double length2 = s[X] * s[X] + s[Y] * s[Y], speed2 = s[VX] * s[VX] + s[VY] * s[VY], psi = psi_of(s);
  double lambda = (-g * s[Y] + speed2 - feedback(c, s)) / length2;
  double ax = -s[X] * lambda, ay = -s[Y] * lambda - (c->printed_24d ? 0 : g);
  if (c->form == MULTIPLIER_PRINTED || c->form == MULTIPLIER_SEQUENTIAL) {
    bool printed = c->form == MULTIPLIER_PRINTED;
    double wx = printed ? 0 : s[VX], wy = printed ? g : s[VY];  // psi_q or psi_v
    double mu = (wx * ax + wy * ay + g * s[VY] + c->eta * psi) / (wx * wx + wy * wy);
    ax -= wx * mu;
    ay -= wy * mu;
  } else if (c->form == MULTIPLIER_TOGETHER) {
    // rows Phi_q and psi_v: [length2 phidot; phidot speed2] [lambda; mu] = right side, with the forces (0, -g)
    double b1 = -g * s[Y] + speed2 - feedback(c, s), b2 = c->eta * psi, mixed = phidot_of(s);
    double determinant = length2 * speed2 - mixed * mixed;
    double l = (b1 * speed2 - mixed * b2) / determinant, mu = (length2 * b2 - mixed * b1) / determinant;
    ax = -s[X] * l - s[VX] * mu;
    ay = -g - s[Y] * l - s[VY] * mu;
  }
  rates[X] = s[VX];
  rates[Y] = s[VY] - 2 * c->rho_q * psi * g;
  rates[VX] = ax - 2 * c->rho_v * psi * s[VX];
  rates[VY] = ay - 2 * c->rho_v * psi * s[VY];
}

static void take_rk4_step(const point_control *c, double h, double *s) {
  static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  double k[NSTATE] = {0}, sum[NSTATE] = {0};
  for (int stage = 0; stage < 4; stage++) {
    double moved[NSTATE];
    for (int i = 0; i < NSTATE; i++) moved[i] = s[i] + h * at[stage] * k[i];
    calc_rates(c, moved, k);
    for (int i = 0; i < NSTATE; i++) sum[i] += weight[stage] * k[i];
  }
  for (int i = 0; i < NSTATE; i++) s[i] += h * sum[i];
}

// ---- 10 s by AB-3, started by two steps of RK-4 -----------------------------------------------------------------

typedef struct {
  double phi, psi, error;  // largest absolute values
  double lost;             // time at which |phi| first exceeds 0.5, s; NaN: never
  double *x;               // X at every step
} point_result;

enum { NSTEPS = 1000 };

static point_result run_point(repro *r, const point_control *c) {
  double s[NSTATE] = {1, 0, 0, 2}, f[3][NSTATE];
  point_result result = {.lost = NAN, .x = repro_scratch(r, NSTEPS + 1)};
  for (int k = 0; k <= NSTEPS && result.x; k++) {
    result.x[k] = s[X];
    result.phi = repro_larger(result.phi, fabs(phi_of(s)));
    result.psi = repro_larger(result.psi, fabs(psi_of(s)));
    result.error = repro_larger(result.error, fabs(s[X] - cos(yoon_exact_angle(k * step))));
    if (isnan(result.lost) && !(fabs(phi_of(s)) <= 0.5)) result.lost = k * step;
    memmove(f[1], f[0], 2 * sizeof f[0]);
    calc_rates(c, s, f[0]);
    if (k < 2) take_rk4_step(c, step, s);
    else
      for (int i = 0; i < NSTATE; i++) s[i] += step / 12 * (23 * f[0][i] - 16 * f[1][i] + 5 * f[2][i]);
  }
  return result;
}

typedef struct {
  const char *label;
  point_control control;
  const char *formulation, *energy;  // choices of the engine's run; NULL: the engine does not have these equations
} printed_case;

static const printed_case printed_cases[] = {
    {"(24) with -g in (24.d)", {.beta = 0}, "multipliers", "none"},
    {"(24) as printed", {.printed_24d = true}, NULL, NULL},
    {"Baumgarte + (10) to (12), psi_v, lambda and mu together",
     {.beta = 40, .eta = 10, .form = MULTIPLIER_TOGETHER},
     "baumgarte",
     "multiplier"},
    {"Baumgarte + (10) to (12), psi_v, lambda first",
     {.beta = 40, .eta = 10, .form = MULTIPLIER_SEQUENTIAL},
     NULL,
     NULL},
    {"Baumgarte + (10) to (12) as printed, psi_q", {.beta = 40, .eta = 10, .form = MULTIPLIER_PRINTED}, NULL, NULL},
    {"Baumgarte + (22)", {.beta = 40, .rho_v = 2.5, .rho_q = 2.5}, "baumgarte", "gradient"},
    {"Baumgarte + (23)", {.beta = 40, .rho_v = 2.5}, "baumgarte", "velocity-gradient"},
};

// Returns the largest difference of X from the engine's run of the same case, m.
static double from_engine(repro *r, const printed_case *one, const double *x) {
  jn_model *model = repro_model(r, "yoon-pendulum", NULL, 0);
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.formulation, sizeof choices.formulation, one->formulation);
  if (one->control.beta > 0) yoon_set_baumgarte(&choices, one->control.beta);
  yoon_set_energy(&choices, one->energy, one->control.eta, one->control.rho_v, one->control.rho_q);
  repro_rows *rows = repro_run(r, "the same by the engine", model, &choices, NULL, 0, REPRO_MUST_RUN);
  const double *theirs = repro_values(r, rows, "bob.x");
  return theirs && rows->n == NSTEPS + 1 ? repro_furthest(x, theirs, rows->n) : NAN;
}

static void add_printed(repro *r) {
  static const repro_column columns[] = {{"max |phi|", NULL, 4},
                                         {"max |psi| (J)", NULL, 4},
                                         {"max |X error| (m)", NULL, 4},
                                         {"X - X of the engine (m)", NULL, 2}};
  repro_table *table = repro_add_table(
      r, "printed", "Equations of the paper written out, as printed and corrected, over 10 s", "equations", columns, 4);
  for (size_t i = 0; i < sizeof printed_cases / sizeof *printed_cases && repro_ok(r); i++) {
    const printed_case *one = &printed_cases[i];
    point_result result = run_point(r, &one->control);
    int row = repro_add_row(r, table, one->label);
    if (isnan(result.lost)) {
      repro_set(table, row, 0, result.phi);
      repro_set(table, row, 1, result.psi);
      repro_set(table, row, 2, result.error);
    } else {
      repro_set_text(r, table, row, 0, "above 0.5 from %.2f s on", result.lost);
    }
    if (!one->formulation) continue;
    char text[32];
    repro_set_text(r, table, row, 3, "%s", yoon_tell_small(from_engine(r, one, result.x), text));
  }
  repro_set_note(r, table,
                 "Example 1 with AB-3 and h = 0.01 s; gains as in the first table. The last column compares with the "
                 "engine, where it has the same equations.");
}

// ---- misprints --------------------------------------------------------------------------------------------------

// A state near the manifold: phi = 2.6e-3, phidot = 7.4e-3, psi = 0.14.
static const double beside[NSTATE] = {0.6, 0.8032, -1.0, 0.7562};

// Returns |psidot| without control at a state of the manifold.
static double leaves_24d(bool printed) {
  double speed = sqrt(2 * (energy_start - g * 0.8)), rates[NSTATE];
  const double s[NSTATE] = {0.6, 0.8, -0.8 * speed, 0.6 * speed};
  calc_rates(&(point_control){.printed_24d = printed}, s, rates);
  return fabs(s[VX] * rates[VX] + s[VY] * rates[VY] + g * s[VY]);
}

// Returns |psidot + eta psi| at the state `beside`.
static double leaves_direction(bool printed) {
  point_control c = {.beta = 40, .eta = 10, .form = printed ? MULTIPLIER_PRINTED : MULTIPLIER_TOGETHER};
  double rates[NSTATE];
  calc_rates(&c, beside, rates);
  double psidot = beside[VX] * rates[VX] + beside[VY] * rates[VY] + g * beside[VY];
  return fabs(psidot + c.eta * psi_of(beside));
}

// Returns |phiddot - U| at the state `beside`.
static double leaves_sequence(bool printed) {
  point_control c = {.beta = 40, .eta = 10, .form = printed ? MULTIPLIER_SEQUENTIAL : MULTIPLIER_TOGETHER};
  double rates[NSTATE];
  calc_rates(&c, beside, rates);
  double phiddot = beside[X] * rates[VX] + beside[Y] * rates[VY] + beside[VX] * beside[VX] + beside[VY] * beside[VY];
  return fabs(phiddot - feedback(&c, beside));
}

// Returns |psidot| with the equation of the angle at a state of the exact motion, where psi = 0: theta = 0.5, theta'
// from the energy.
static double leaves_30(bool printed) {
  double theta = 0.5, rate = sqrt(2 * (energy_start - g * sin(theta))), rho = 2.5;
  double acceleration = -g * cos(theta) - 2 * rho * (printed ? 1 : 0) * rate;
  return fabs(rate * acceleration + g * cos(theta) * rate);
}

// Returns |psi| at a start with theta_0 = 0.5.
static double leaves_31(bool printed) {
  double start = 0.5;
  return fabs(g * sin(start) - (printed ? 0 : g * sin(start)));
}

static const struct {
  const char *equation, *printed, *right, *check;
  double (*leaves)(bool printed);
} misprints[] = {
    {"(24.d)", "-Y (VX^2 + VY^2 - g Y)/(X^2 + Y^2)", "the same, - g", "psi' without control (W)", leaves_24d},
    {"(10) to (12)", "psi_q' mu, (psi_q Mi psi_q')^-1 psi_q Mi (...)", "psi_v in these places", "psi' + eta psi (W)",
     leaves_direction},
    {"(11)", "lambda of (4) first, then mu", "rows Phi_q and psi_v solved together", "phi'' + alpha phi' + beta phi",
     leaves_sequence},
    {"(30)", "-cos theta - 2 rho theta'", "-cos theta - 2 rho psi theta'", "psi' where psi = 0 (W)", leaves_30},
    {"(31)", "... + g sin theta", "... + g (sin theta - sin theta_0)", "psi at a start at 0.5 rad (J)", leaves_31},
};

enum { NMISPRINTS = sizeof misprints / sizeof *misprints };

static void add_misprints(repro *r) {
  static const repro_column columns[] = {{"printed", NULL, 3},
                                         {"right", NULL, 3},
                                         {"checked by", NULL, 3},
                                         {"printed leaves", NULL, 3},
                                         {"right leaves", NULL, 2}};
  repro_table *table = repro_add_table(r, "misprints", "Misprints", "equation", columns, 5);
  int wrong = 0, right = 0;
  for (int i = 0; i < NMISPRINTS; i++) {
    int row = repro_add_row(r, table, misprints[i].equation);
    double printed = misprints[i].leaves(true), corrected = misprints[i].leaves(false);
    repro_set_text(r, table, row, 0, "%s", misprints[i].printed);
    repro_set_text(r, table, row, 1, "%s", misprints[i].right);
    repro_set_text(r, table, row, 2, "%s", misprints[i].check);
    repro_set(table, row, 3, printed);
    char text[32];
    repro_set_text(r, table, row, 4, "%s", yoon_tell_small(corrected, text));
    wrong += printed > 1e-3;
    right += corrected < 1e-13;
  }
  repro_set_note(r, table,
                 "(24.d) is evaluated on the exact motion, (10) to (12) beside it, at phi = %.2g, phi' = %.2g, psi = "
                 "%.2g J. The term "
                 "psi_q q' of (11) and (12) is right as printed. On the manifold lambda first gives the same as both "
                 "together, since v is parallel to the constraint there. (31) is right for the start of the paper, "
                 "theta_0 = 0.",
                 phi_of(beside), phidot_of(beside), psi_of(beside));
  repro_claim *claim = repro_add_claim(r, "misprints", repro_if(wrong == NMISPRINTS && right == NMISPRINTS),
                                       "The formulas of the table `misprints` are misprinted, and right as corrected.",
                                       "printed leaves more than 1e-3, corrected less than 1e-13, in every line");
  if (claim) claim->ours = true;
  repro_add_evidence(r, "%d of %d are off as printed, %d are right as corrected", wrong, NMISPRINTS, right);
}

// ---- Fig. 1: a disturbed point ----------------------------------------------------------------------------------

// The plane of the gradients of phi and psi in phase space, at a point of the exact motion.
typedef struct {
  double origin[NSTATE];
  double across[NSTATE], along[NSTATE];  // unit vectors: the gradient of phi, and at right angles to it in the plane
  double phi_slope, psi_slope;           // lengths of the gradients
  double cosine, sine;                   // of the angle between them
} phase_plane;

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < NSTATE; i++) sum += a[i] * b[i];
  return sum;
}

static phase_plane plane_at(double t) {
  double theta = yoon_exact_angle(t), rate = sqrt(2 * (energy_start - g * sin(theta)));
  phase_plane p = {.origin = {cos(theta), sin(theta), -rate * sin(theta), rate * cos(theta)}};
  double phi_gradient[NSTATE] = {p.origin[X], p.origin[Y], 0, 0};
  double psi_gradient[NSTATE] = {0, g, p.origin[VX], p.origin[VY]};
  p.phi_slope = sqrt(dot(phi_gradient, phi_gradient));
  p.psi_slope = sqrt(dot(psi_gradient, psi_gradient));
  p.cosine = dot(phi_gradient, psi_gradient) / (p.phi_slope * p.psi_slope);
  p.sine = sqrt(1 - p.cosine * p.cosine);
  for (int i = 0; i < NSTATE; i++) {
    p.across[i] = phi_gradient[i] / p.phi_slope;
    p.along[i] = (psi_gradient[i] / p.psi_slope - p.cosine * p.across[i]) / p.sine;
  }
  return p;
}

// Returns the distance from the common intersection of phi = 0, phidot = 0 and psi = 0: the length of the shortest step
// in phase space that satisfies the three linearised equations.
static double distance(const double *s) {
  const double J[3][NSTATE] = {{s[X], s[Y], 0, 0}, {s[VX], s[VY], s[X], s[Y]}, {0, g, s[VX], s[VY]}};
  const double residual[3] = {phi_of(s), phidot_of(s), psi_of(s)};
  double A[9], b[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    b[i] = residual[i];
    for (int k = 0; k < 3; k++) A[3 * i + k] = dot(J[i], J[k]);
  }
  if (!repro_solve(3, 3, A, b)) return NAN;
  for (int i = 0; i < 3; i++) sum += b[i] * residual[i];
  return sqrt(sum);
}

static const double disturbance = 1e-3, fine_step = 1e-3;

static void disturb(const phase_plane *p, double angle, double *s) {
  for (int i = 0; i < NSTATE; i++)
    s[i] = p->origin[i] + disturbance * (cos(angle) * p->across[i] + sin(angle) * p->along[i]);
}

static void add_figure_1(repro *r) {
  enum { SAMPLES = 2001 };
  static const struct {
    const char *label;
    point_control control;
  } paths[] = {{"Baumgarte alone", {.beta = 40}},
               {"Baumgarte + (22)", {.beta = 40, .rho_v = 2.5, .rho_q = 2.5}},
               {"Baumgarte + (23)", {.beta = 40, .rho_v = 2.5}},
               {"(17) alone", {.rho_v = 2.5}}};
  phase_plane p = plane_at(0.35);
  double reach = 1.6 * disturbance, *a = repro_scratch(r, SAMPLES), *b = repro_scratch(r, SAMPLES);
  repro_figure *figure = repro_add_figure(r, "figure-1", "Fig 1. A disturbed point P of example 1 in phase space",
                                          "distance from chi = 0", "along chi = 0");
  if (!figure || !a || !b) return;
  repro_add_curve(r, figure, "chi = 0", (double[]){0, 0}, (double[]){-reach, reach}, 2);
  double slope = p.cosine / p.sine;
  repro_add_curve(r, figure, "psi = 0", (double[]){-reach, reach}, (double[]){reach * slope, -reach * slope}, 2);
  for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) {
    double s[NSTATE];
    disturb(&p, 0.9, s);
    for (int i = 0; i < SAMPLES; i++) {
      a[i] = phi_of(s) / p.phi_slope;
      b[i] = (psi_of(s) / p.psi_slope - p.cosine * a[i]) / p.sine;
      take_rk4_step(&paths[k].control, fine_step, s);
    }
    repro_add_curve(r, figure, paths[k].label, a, b, SAMPLES);
  }
  double degrees = acos(p.cosine) * 180 / 3.14159265358979323846;
  repro_set_caption(
      r, figure,
      "The plane of the gradients of chi = phi and psi. O is at (0, 0) and P starts at a distance of %g from it. The "
      "curves are 2 s of motion, seen by phi "
      "and psi. The surfaces meet at an angle of %.0f degrees at the start. Baumgarte's control alone ends on "
      "chi = 0, beside O; (17) alone ends on psi = 0; both together end at O.",
      disturbance, degrees);
}

static void claim_farther(repro *r) {
  enum { PLACES = 12, DIRECTIONS = 16 };
  int farther = 0, nearer_both = 0;
  for (int place = 0; place < PLACES; place++) {
    phase_plane p = plane_at(3.3132763404731883 * place / PLACES);
    for (int k = 0; k < DIRECTIONS; k++) {
      double alone[NSTATE], both[NSTATE];
      disturb(&p, 2 * 3.14159265358979323846 * k / DIRECTIONS, alone);
      memcpy(both, alone, sizeof both);
      double before = distance(alone);
      for (int i = 0; i < 2000; i++) {
        take_rk4_step(&(point_control){.beta = 40}, fine_step, alone);
        take_rk4_step(&(point_control){.beta = 40, .rho_v = 2.5}, fine_step, both);
      }
      farther += !(distance(alone) <= before);
      nearer_both += distance(both) < before;
    }
  }
  int of = PLACES * DIRECTIONS;
  repro_add_claim(
      r, "moves-farther", repro_share(REPRO_USUALLY, farther, of),
      "Geometric control alone often moves a disturbed point away from the intersection of the surfaces.",
      "example 1, 12 places of the orbit, disturbances of 1e-3 in 16 directions of the plane of Fig. 1: after "
      "2 s with beta = 40, without integration errors, the point is farther from phi = phi' = psi = 0 than "
      "at the start, in more than half of the cases");
  repro_quote(
      r, "A New Method of Implementing Energy Constraint Control",
      "There exists no guarantee that P moves toward the intersection O of the two constraint surfaces. In many "
      "cases P moves farther from the origin O when applying geometric constraint control alone.");
  repro_add_evidence(r, "farther in %d of %d cases", farther, of);
  repro_set_condition(r, "on the direction of the disturbance");
  repro_add_claim(r, "moves-to-origin", repro_share(REPRO_ALWAYS, nearer_both, of),
                  "Baumgarte's control and (17) together move a disturbed point to the intersection.",
                  "the same cases with rho_v = 2.5: the point is nearer after 2 s, in all of them");
  repro_quote(r, "A New Method of Implementing Energy Constraint Control",
              "Appropriate choice of the gains in (17) will force the point P to move toward the origin O despite the "
              "presence of truncation errors.");
  repro_add_evidence(r, "nearer in %d of %d cases", nearer_both, of);
}

void yoon_add_point(repro *r) {
  add_printed(r);
  if (!repro_ok(r)) return;
  add_misprints(r);
  add_figure_1(r);
  claim_farther(r);
}
