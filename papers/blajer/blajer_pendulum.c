// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_pendulum.c - section 6 of Blajer's paper, the moving physical pendulum: compares the engine's run, basis and
// tangent speeds with (6.4) to (6.7), which are evaluated and integrated here without the engine.
//
//   mu1 = sqrt(m)   mu2 = sqrt(J + m rho^2 cos^2 x3)
//   x1' = u1 / mu1   x2' = rho cos x3 u2 / mu2   x3' = u2 / mu2   u1' = h1 / mu1   u2' = (rho h2 cos x3 + h3) / mu2
//   (6.6) u1_0 = mu1 x1'_0   u2_0 = (m rho cos x3_0 x2'_0 + J x3'_0) / mu2                      (6.7), which is printed
//   without cos x3_0
#include <math.h>
#include <string.h>

#include "blajer/blajer.h"

enum { SAMPLES = 501, SUBSTEPS = 200 };

// The paper gives no numbers; these are those of papers/blajer/blajer-pendulum.yaml, in SI units.
static const double m = 2, J = 0.3, rho = 0.5, g = 9.81, end = 10;
static const double x1_start = 0, x3_start = 0.4, v1_start = 0.3, v3_start = 1.2;

typedef struct {
  double x1, x2, x3, u1, u2;
} pendulum;

static double mu2(double x3) { return sqrt(J + m * rho * rho * cos(x3) * cos(x3)); }

static pendulum rate(pendulum p) {
  const double h1 = 0, h2 = -m * g, h3 = 0, mu1 = sqrt(m);
  double mu = mu2(p.x3);
  return (pendulum){p.u1 / mu1, rho * cos(p.x3) * p.u2 / mu, p.u2 / mu, h1 / mu1, (rho * h2 * cos(p.x3) + h3) / mu};
}

static pendulum plus(pendulum p, double h, pendulum d) {
  return (pendulum){p.x1 + h * d.x1, p.x2 + h * d.x2, p.x3 + h * d.x3, p.u1 + h * d.u1, p.u2 + h * d.u2};
}

static pendulum step(pendulum p, double h) {
  pendulum a = rate(p), b = rate(plus(p, h / 2, a)), c = rate(plus(p, h / 2, b)), d = rate(plus(p, h, c));
  return plus(plus(plus(plus(p, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
}

static pendulum start(bool printed) {
  double v2 = rho * cos(x3_start) * v3_start, cosine = printed ? 1 : cos(x3_start);
  return (pendulum){x1_start, rho * sin(x3_start), x3_start, sqrt(m) * v1_start,
                    (m * rho * cosine * v2 + J * v3_start) / mu2(x3_start)};
}

// ---- samples of a motion ----------------------------------------------------------------------------------------

typedef struct {
  double *time, *x1, *x2, *x3, *u1, *u2, *w22, *w23;  // w22, w23: second row of the basis (6.4)
} curves;

static curves new_curves(repro *r) {
  return (curves){repro_scratch(r, SAMPLES), repro_scratch(r, SAMPLES), repro_scratch(r, SAMPLES),
                  repro_scratch(r, SAMPLES), repro_scratch(r, SAMPLES), repro_scratch(r, SAMPLES),
                  repro_scratch(r, SAMPLES), repro_scratch(r, SAMPLES)};
}

static void record(curves *c, int i, double t, pendulum p, double w22, double w23) {
  c->time[i] = t;
  c->x1[i] = p.x1;
  c->x2[i] = p.x2;
  c->x3[i] = p.x3;
  c->u1[i] = p.u1;
  c->u2[i] = p.u2;
  c->w22[i] = w22;
  c->w23[i] = w23;
}

static void integrate_paper(bool printed, curves *c) {
  pendulum p = start(printed);
  for (int i = 0; i < SAMPLES; i++) {
    double t = end * i / (SAMPLES - 1);
    record(c, i, t, p, rho * cos(p.x3) / mu2(p.x3), 1 / mu2(p.x3));
    for (int k = 0; k < SUBSTEPS; k++) p = step(p, end / (SAMPLES - 1) / SUBSTEPS);
  }
}

typedef struct {
  double identity;  // |Wd' M Wd - I| of the engine's basis
  double basis;     // difference of the engine's Wd from (6.4)
  double own;       // difference of Wd by the recursion (3.2) from (6.4)
  double rates;     // difference of Wd_dot by the corrected recursion (3.5) from (6.5)
  double product;   // Wd' M Wd_dot
} measures;

static void raise(double *most, double value) { *most = repro_larger(*most, fabs(value)); }

// Orders the two vectors as in the paper and sets their signs: the first along x1, the second with a positive last
// component.
static void align(blajer_tangent *tangent) {
  if (fabs(tangent->w.at[0][0]) < fabs(tangent->w.at[1][0])) {
    blajer_tangent other = *tangent;
    for (int j = 0; j < 2; j++) {
      memcpy(tangent->w.at[j], other.w.at[1 - j], sizeof other.w.at[j]);
      tangent->u[j] = other.u[1 - j];
    }
  }
  for (int j = 0; j < 2; j++) {
    double sign = tangent->w.at[j][j == 0 ? 0 : 2] < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++) tangent->w.at[j][i] *= sign;
    tangent->u[j] *= sign;
  }
}

// Computes the basis (6.4) and its rate (6.5).
static void paper_basis(double x3, double v3, double w[2][3], double wdot[2][3]) {
  double mu = mu2(x3), cube = mu * mu * mu;
  const double rows[2][3] = {{1 / sqrt(m), 0, 0}, {0, rho * cos(x3) / mu, 1 / mu}};
  const double rates[2][3] = {{0, 0, 0},
                              {0, -J * rho * v3 * sin(x3) / cube, m * rho * rho * v3 * sin(x3) * cos(x3) / cube}};
  memcpy(w, rows, sizeof rows);
  memcpy(wdot, rates, sizeof rates);
}

static void measure(const blajer_space *s, const blajer_tangent *tangent, double x3, measures *most) {
  static const int chosen[] = {0, 2};  // unit vectors for E, (6.3)
  blajer_matrix metric;
  blajer_basis basis;
  double w[2][3], wdot[2][3], product[BLAJER_MOST];
  paper_basis(x3, s->v[2], w, wdot);
  blajer_metric(s, 2, &tangent->w, &metric);
  raise(&most->identity, blajer_from_identity(2, &metric));
  blajer_orthonormalize(s, chosen, BLAJER_CORRECTED, &basis);
  for (int j = 0; j < 2; j++)
    for (int i = 0; i < 3; i++) {
      raise(&most->basis, tangent->w.at[j][i] - w[j][i]);
      raise(&most->own, basis.w.at[1 + j][i] - w[j][i]);
      raise(&most->rates, basis.wdot.at[1 + j][i] - wdot[j][i]);
    }
  for (int j = 0; j < 2; j++) {
    blajer_times(3, &s->M, basis.wdot.at[1 + j], product);
    for (int i = 0; i < 2; i++) raise(&most->product, blajer_dot(3, basis.w.at[1 + i], product));
  }
}

static measures follow_engine(repro *r, curves *c) {
  measures most = {0};
  jn_model *model = repro_model(r, "blajer-pendulum", NULL, 0);
  jn_choices choices = blajer_choices(r, model, "orthonormal", "mass", "newton");
  choices.step = 0.25e-3;
  repro_motion *motion = blajer_follow(r, "section 6, orthonormal", model, &choices, NULL, 0);
  for (int i = 0; motion && i < SAMPLES; i++) {
    blajer_tangent tangent;
    blajer_space space;
    repro_go(r, motion, end * i / (SAMPLES - 1));
    if (!repro_ok(r) || !blajer_look_tangent(r, motion, &tangent)) break;
    align(&tangent);
    blajer_look(motion, &space);
    const double *q = jn_state_q(motion->system, motion->state);
    measure(&space, &tangent, q[2], &most);
    record(c, i, motion->state[0], (pendulum){q[0], q[1], q[2], tangent.u[0], tangent.u[1]}, tangent.w.at[1][1],
           tangent.w.at[1][2]);
  }
  return most;
}

// ---- table, figures and claims ----------------------------------------------------------------------------------

static double furthest(const double *a, const double *b) { return repro_furthest(a, b, SAMPLES); }

static void add_table(repro *r, const curves *paper, const curves *engine, const curves *printed) {
  static const repro_column columns[] = {{"(6.6), (6.7) corrected", NULL, 12},
                                         {"orthonormal", NULL, 12},
                                         {"furthest apart", NULL, 2},
                                         {"(6.7) as printed", NULL, 12}};
  repro_table *table =
      repro_add_table(r, "section-6", "Section 6: moving physical pendulum at t = 10 s", "", columns, 4);
  const struct {
    const char *label;
    const double *paper, *engine, *printed;
  } rows[] = {{"x1 (m)", paper->x1, engine->x1, printed->x1},
              {"x2 (m)", paper->x2, engine->x2, printed->x2},
              {"x3 (rad)", paper->x3, engine->x3, printed->x3},
              {"u1 (sqrt(kg) m/s)", paper->u1, engine->u1, printed->u1},
              {"u2 (sqrt(kg) m/s)", paper->u2, engine->u2, printed->u2}};
  for (int i = 0; i < 5; i++) {
    int row = repro_add_row(r, table, rows[i].label);
    repro_set(table, row, 0, rows[i].paper[SAMPLES - 1]);
    repro_set(table, row, 1, rows[i].engine[SAMPLES - 1]);
    repro_set(table, row, 2, furthest(rows[i].paper, rows[i].engine));
    repro_set(table, row, 3, rows[i].printed[SAMPLES - 1]);
  }
  repro_set_note(r, table,
                 "The paper gives no numbers. Taken: m = %g kg, J = %g kg m^2, rho = %g m, gravity %g m/s^2 along -x2; "
                 "start x1 = %g m, x3 = %g rad, x1' = %g m/s, x3' = %g rad/s. (6.6) is integrated here by RK-4 with "
                 "0.1 ms; the engine runs with rk4, 0.25 ms, and (4.5a). u is the engine's, with the paper's order and "
                 "signs; 'furthest apart' is over the whole motion.",
                 m, J, rho, g, x1_start, x3_start, v1_start, v3_start);
}

static void add_figures(repro *r, const curves *paper, const curves *engine) {
  repro_figure *x = repro_add_figure(r, "section-6-x", "Section 6: coordinates", "time (s)", "x1, x2 (m), x3 (rad)");
  repro_add_curve(r, x, "x1", engine->time, engine->x1, SAMPLES);
  repro_add_curve(r, x, "x2", engine->time, engine->x2, SAMPLES);
  repro_add_curve(r, x, "x3", engine->time, engine->x3, SAMPLES);
  repro_set_caption(r, x, "Coordinates of the moving physical pendulum, by formulation 'orthonormal'.");
  repro_figure *u = repro_add_figure(r, "section-6-u", "Section 6: tangent speeds", "time (s)", "u (sqrt(kg) m/s)");
  repro_add_curve(r, u, "u1", engine->time, engine->u1, SAMPLES);
  repro_add_curve(r, u, "u2", engine->time, engine->u2, SAMPLES);
  repro_set_caption(
      r, u, "Tangent speeds u = Wd' M v: the kinetic energy is (u1^2 + u2^2)/2. Nothing pushes along x1, so u1 stays.");
  repro_figure *w = repro_add_figure(r, "section-6-w", "Section 6: second tangent vector, engine and (6.4)", "time (s)",
                                     "component of w2");
  repro_add_curve(r, w, "x2, engine", engine->time, engine->w22, SAMPLES);
  repro_add_curve(r, w, "x3, engine", engine->time, engine->w23, SAMPLES);
  repro_add_curve(r, w, "x2, (6.4)", paper->time, paper->w22, SAMPLES);
  repro_add_curve(r, w, "x3, (6.4)", paper->time, paper->w23, SAMPLES);
  repro_set_caption(
      r, w, "The engine's basis along its motion, and (6.4) along the motion of (6.6): the curves lie on each other.");
}

// Adds a variation with (6.7) as printed at another initial angle.
static void vary_start(repro *r, double x3) {
  double v2 = rho * cos(x3) * v3_start, mu = mu2(x3);
  double printed = (m * rho * v2 + J * v3_start) / mu, right = (m * rho * cos(x3) * v2 + J * v3_start) / mu;
  repro_vary(r, "the start", repro_if(fabs(printed / right - 1) < 1e-9),
             "x3_0 = %g rad instead of %g: %.2f %% off (only cos x3_0 = 1 leaves nothing)", x3, x3_start,
             100 * (printed / right - 1));
}

static void judge(repro *r, const curves *paper, const curves *engine, const curves *printed, const measures *most) {
  double x = repro_larger(repro_larger(furthest(paper->x1, engine->x1), furthest(paper->x2, engine->x2)),
                          furthest(paper->x3, engine->x3));
  double u = repro_larger(furthest(paper->u1, engine->u1), furthest(paper->u2, engine->u2));
  repro_add_claim(
      r, "section-6-basis",
      repro_if(most->basis < 1e-12 && most->own < 1e-12 && most->rates < 1e-12 && most->identity < 1e-13),
      "Orthonormalisation of the pendulum yields (6.4) and (6.5), and Wd' M Wd = I.",
      "engine's Wd and the recursion within 1e-12 of (6.4), (6.5); Wd' M Wd within 1e-13 of I, along the whole motion");
  repro_quote(r, "section 6, (6.4) and (6.5)",
              "Application of the orthonormalization scheme of Eq (3.2) and (3.5) yields");
  repro_add_evidence(
      r,
      "Wd of the engine is within %.1e of (6.4), the recursion (3.2) within %.1e, its rate (3.5) within %.1e of (6.5)",
      most->basis, most->own, most->rates);
  repro_add_evidence(r, "|Wd' M Wd - I| is at most %.1e", most->identity);
  repro_add_claim(r, "section-6-equations", repro_if(x < 1e-8 && u < 1e-8),
                  "(6.6) are the governing equations of the pendulum.",
                  "x and u of the engine within 1e-8 of (6.6) over 10 s");
  repro_quote(
      r, "section 6, (6.6)",
      "Using Eqs (6.1) and (6.4) it is easy to show that Wd^T M Wd = I^(2), and the final governing equations are");
  repro_add_evidence(r, "x is within %.1e, u within %.1e over 10 s", x, u);
  repro_add_evidence(r, "Wd' M Wd_dot, which (6.6) leaves out, is at most %.1e here", most->product);
  double off = printed->u2[0] - paper->u2[0], share = off / paper->u2[0];
  repro_add_claim(r, "section-6-start", repro_if(fabs(share) < 1e-9),
                  "(6.7), as printed, gives the initial values of u.", "u2_0 of (6.7) equals Wd' M v_0");
  repro_quote(r, "section 6, (6.7)", "For given x_0 and xdot_0, the initial values of u are");
  repro_add_evidence(r, "(6.7) lacks cos x3_0: it gives u2_0 = %.9f, Wd' M v_0 is %.9f, %.2f %% off", printed->u2[0],
                     paper->u2[0], 100 * share);
  repro_add_evidence(r, "x3 then ends at %.4f rad instead of %.4f rad", printed->x3[SAMPLES - 1],
                     paper->x3[SAMPLES - 1]);
  repro_add_evidence(r, "the engine starts with u2_0 = %.9f", engine->u2[0]);
  vary_start(r, 1);
  vary_start(r, -0.7);
}

void blajer_section_6(repro *r) {
  curves paper = new_curves(r), engine = new_curves(r), printed = new_curves(r);
  if (!repro_ok(r)) return;
  integrate_paper(false, &paper);
  integrate_paper(true, &printed);
  measures most = follow_engine(r, &engine);
  if (!repro_ok(r)) return;
  add_table(r, &paper, &engine, &printed);
  add_figures(r, &paper, &engine);
  judge(r, &paper, &engine, &printed, &most);
}
