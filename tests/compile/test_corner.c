// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_corner.c - the front corner of the HMMWV over jounce and steering: Newton's steps and tables against a closed
// form, and partial velocities against differences of the table.
//
// The closed form: two balls on arms and a tie rod are two equations a cos x + b sin x = c, of the upper arm's angle
// and of the knuckle's turn about the line through its balls.
#include "chance.h"
#include "kernel/spline.h"
#include "recorder.h"
#include "tabled.h"

// Hardpoints of models/vehicles/hmmwv.yaml in the frame of the axle, m; the tip of the steering arm goes on the circle
// on which the end of the tie rod goes there.
static const double lca_at[3] = {0, 0.307086, 0}, lower[3] = {-0.03556, 0.786511, -0.11811};
static const double upper_front[3] = {-0.0479146, 0.4459605, 0.2446223},
                    upper_back[3] = {-0.2682138, 0.4777359, 0.1955597};
static const double upper[3] = {-0.0530352, 0.715518, 0.2154936}, spindle[3] = {-0.040386, 0.909701, -0.026289};
static const double rod_inner[3] = {-0.250317, 0.448437, 0.054229}, rod_outer[3] = {-0.1758188, 0.8211058, -0.0163322};
static const double arm_length = 0.129, tilt = 0.3228859116189969;
static const double jounce = 0.3, steer = 0.5;  // rad

// ---- vectors -------------------------------------------------------------------------------------------------------

typedef struct {
  double x[3];
} vec;
typedef struct {
  double R[3][3];
} turn;

static vec vec_of(const double *x) { return (vec){{x[0], x[1], x[2]}}; }
static vec plus(vec a, double f, vec b) {
  return (vec){{a.x[0] + f * b.x[0], a.x[1] + f * b.x[1], a.x[2] + f * b.x[2]}};
}
static double dot(vec a, vec b) { return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2]; }
static double size(vec a) { return sqrt(dot(a, a)); }
static vec unit(vec a) { return plus((vec){{0}}, 1 / size(a), a); }
static vec cross(vec a, vec b) {
  return (vec){
      {a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2], a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

// About a unit axis.
static vec turned(vec axis, double c, double s, vec a) {
  vec out = plus((vec){{0}}, c, a);
  out = plus(out, s, cross(axis, a));
  return plus(out, (1 - c) * dot(axis, a), axis);
}

// a cos x + b sin x = c: the solution nearer to zero.
static double solve(double a, double b, double c) {
  double middle = atan2(b, a), half = acos(c / sqrt(a * a + b * b));
  double x = middle + half, y = middle - half;
  return fabs(x) < fabs(y) ? x : y;
}

// The angle about an axis through `at` by which `from` gets to a distance from `to`.
static double swing(vec at, vec axis, vec from, vec to, double distance) {
  vec r = plus(from, -1, at), d = plus(to, -1, at), along = plus((vec){{0}}, dot(axis, r), axis);
  vec across = plus(r, -1, along);
  double c = (dot(r, r) + dot(d, d) - distance * distance) / 2 - dot(along, d);
  return solve(dot(across, d), dot(cross(axis, r), d), c);
}

// ---- the closed form -----------------------------------------------------------------------------------------------

typedef struct {
  vec wheel;
  vec axes[2];  // of the knuckle: where x and y point
} pose;

static double distance(const double *a, const double *b) { return size(plus(vec_of(a), -1, vec_of(b))); }

static vec inner_end(double angle) {
  vec ahead = {{cos(tilt), 0, -sin(tilt)}}, left = {{0, 1, 0}};
  vec pivot = plus(vec_of(rod_inner), -arm_length, ahead);
  return plus(plus(pivot, arm_length * cos(angle), ahead), arm_length * sin(angle), left);
}

static pose closed_form(double lca, double arm) {
  vec x = {{1, 0, 0}}, hinge = vec_of(lca_at), start = plus(vec_of(lower), -1, hinge);
  vec L = plus(hinge, 1, turned(x, cos(lca), sin(lca), start));
  vec back = vec_of(upper_back), axis = unit(plus(vec_of(upper_front), -1, back)),
      arm_start = plus(vec_of(upper), -1, back);
  double uca = swing(back, axis, vec_of(upper), L, distance(lower, upper));
  vec U = plus(back, 1, turned(axis, cos(uca), sin(uca), arm_start));
  // the shortest turn of the line through the balls, then one about it
  vec old = unit(plus(vec_of(upper), -1, vec_of(lower))), now = unit(plus(U, -1, L)), between = cross(old, now);
  double s = size(between), c = dot(old, now);
  vec way = s > 0 ? unit(between) : x, T = plus(L, 1, turned(way, c, s, plus(vec_of(rod_outer), -1, vec_of(lower))));
  double spin = swing(L, now, T, inner_end(arm), distance(rod_inner, rod_outer));
  pose p;
  vec arms[3] = {{{1, 0, 0}}, {{0, 1, 0}}, plus(vec_of(spindle), -1, vec_of(lower))};
  for (int i = 0; i < 3; i++) arms[i] = turned(now, cos(spin), sin(spin), turned(way, c, s, arms[i]));
  p.axes[0] = arms[0];
  p.axes[1] = arms[1];
  p.wheel = plus(L, 1, arms[2]);
  return p;
}

// ---- the model -----------------------------------------------------------------------------------------------------

// Bodies have their origins in that of the frame, so that points are the hardpoints.
#define POINT "[%.17g, %.17g, %.17g]"
#define AT(p) (p)[0], (p)[1], (p)[2]
static jn_model *corner(void) {
  static char text[4000];
  const double pivot[3] = {rod_inner[0] - arm_length * cos(tilt), rod_inner[1], rod_inner[2] + arm_length * sin(tilt)};
  snprintf(text, sizeof text,
           "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
           "ground: {points: {lca: " POINT ", uca: " POINT ", arm: " POINT
           "}}\n"
           "bodies:\n"
           "  lca: {mass: 24, inertia: [9, 9, 9], points: {inner: " POINT ", ball: " POINT
           "}}\n"
           "  uca: {mass: 6, inertia: [9, 9, 9], points: {inner: " POINT ", ball: " POINT
           "}}\n"
           "  knuckle: {mass: 90, inertia: [9, 9, 9], points: {lower: " POINT ", upper: " POINT ", rod: " POINT
           "}}\n"
           "  rod: {mass: 6, inertia: [9, 9, 9], points: {inner: " POINT ", outer: " POINT
           "}}\n"
           "  arm: {mass: 2, inertia: [9, 9, 9], points: {hinge: " POINT ", tip: " POINT
           "}}\n"
           "joints:\n"
           "  lca: {type: revolute, between: [ground.lca, lca.inner], axis: x}\n"
           "  uca: {type: revolute, between: [ground.uca, uca.inner], axis: [%.17g, %.17g, %.17g]}\n"
           "  arm: {type: revolute, between: [ground.arm, arm.hinge], axis: [%.17g, 0, %.17g]}\n"
           "  lower: {type: spherical, between: [lca.ball, knuckle.lower]}\n"
           "  upper: {type: spherical, between: [uca.ball, knuckle.upper]}\n"
           "  rod_inner: {type: universal, between: [arm.tip, rod.inner], axes: [z, x]}\n"
           "  rod_outer: {type: spherical, between: [rod.outer, knuckle.rod]}\n"
           "simulate: {until: 1, independent: [joint.lca, joint.arm]}\n",
           AT(lca_at), AT(upper_back), AT(pivot), AT(lca_at), AT(lower), AT(upper_back), AT(upper), AT(lower),
           AT(upper), AT(rod_outer), AT(rod_inner), AT(rod_outer), AT(pivot), AT(rod_inner),
           upper_front[0] - upper_back[0], upper_front[1] - upper_back[1], upper_front[2] - upper_back[2], sin(tilt),
           cos(tilt));
  return model_of(NULL, text);
}

typedef struct {
  subject s;
  equations exact;
  int lca, arm, knuckle;  // coordinates, body
  double *x, *out, *poses;
} rig;

static int coordinate_of(const subject *s, const char *name) {
  for (int i = 0; i < s->reduced->nindependent; i++)
    if (strcmp(s->reduced->arcs[s->reduced->independent[i]], name) == 0)
      return s->system->speed_q[s->reduced->independent[i]];
  CHECK(false);
  return 0;
}

static rig rig_new(void) {
  const jni_program_tables nothing = {0};
  rig r = {.s = subject_of_model(corner(), jn_report_new(NULL), jounce, "none")};
  const jn_sizes *n = &r.s.system->sizes;
  r.exact = equations_of(&r.s, &nothing);
  r.lca = coordinate_of(&r.s, "joint.lca.angle");
  r.arm = coordinate_of(&r.s, "joint.arm.angle");
  r.s.low[r.arm] = -steer;
  r.s.high[r.arm] = steer;
  r.knuckle = jn_model_find_body(r.s.c.model, "knuckle").i;
  r.x = calloc((size_t)jni_writer_nvariables(r.s.system), sizeof *r.x);
  r.out = calloc((size_t)(n->nq + 2 * n->nv), sizeof *r.out);
  r.poses = calloc((size_t)(JN_POSE * jn_model_nbodies(r.s.c.model)), sizeof *r.poses);
  return r;
}

static void rig_free(rig *r) {
  free(r->x);
  free(r->out);
  free(r->poses);
  equations_free(&r->exact);
  subject_free(&r->s);
}

static void put(rig *r, double lca, double arm) {
  memcpy(r->x, r->s.c.variables, (size_t)jni_writer_nvariables(r->s.system) * sizeof *r->x);
  r->x[1 + r->lca] = lca;
  r->x[1 + r->arm] = arm;
}

// How the knuckle stands with the coordinates in x.
static pose look(const rig *r) {
  jn_calc_poses(r->s.system, r->x, r->poses);
  const double *p = r->poses + JN_POSE * r->knuckle, w = p[3], a = p[4], b = p[5], c = p[6];
  vec x = {{1 - 2 * (b * b + c * c), 2 * (a * b + w * c), 2 * (a * c - w * b)}};
  vec y = {{2 * (a * b - w * c), 1 - 2 * (a * a + c * c), 2 * (b * c + w * a)}}, z = cross(x, y), at = vec_of(p);
  for (int i = 0; i < 3; i++) at.x[i] += spindle[0] * x.x[i] + spindle[1] * y.x[i] + spindle[2] * z.x[i];
  return (pose){at, {x, y}};
}

typedef struct {
  double place, angle;  // m, rad
} errors;

static void widen(errors *worst, const pose *a, const pose *b) {
  double x = size(plus(a->axes[0], -1, b->axes[0])), y = size(plus(a->axes[1], -1, b->axes[1]));
  worst->place = fmax(worst->place, size(plus(a->wheel, -1, b->wheel)));
  worst->angle = fmax(worst->angle, fmax(x, y));
}

// ---- Newton and tables ---------------------------------------------------------------------------------------------

enum { POINTS = LIGHT ? 200 : 4000, CELLS = 16 };

static void random_place(double *lca, double *arm) {
  *lca = jounce * chance_number();
  *arm = steer * chance_number();
}

static void test_newton(rig *r) {
  errors worst = {0, 0};
  for (int i = 0; i < POINTS; i++) {
    double lca, arm;
    random_place(&lca, &arm);
    put(r, lca, arm);
    CHECK(close_loops(r->s.system, r->exact.tape, r->x, r->out));
    pose newton = look(r), closed = closed_form(lca, arm);
    widen(&worst, &newton, &closed);
  }
  printf("Newton: %.2g m, %.2g rad off the closed form\n", worst.place, worst.angle);
  CHECK(worst.place < 1e-12 && worst.angle < 1e-12);
}

// The table with cells as asked for: an error that needs these and no more.
static jni_loop_tables *tables_of(rig *r, int order) {
  for (double within = 1e-2; within > 1e-9; within *= 0.7) {
    jni_loop_tables *tables =
        jni_loop_tables_new(r->exact.e, &(jni_coordinate_table_def){r->s.low, r->s.high, within, order, 20000});
    const jni_spline_grid *fit = tables && tables->n == 1 ? &tables->list[0].spline.fit : NULL;
    if (fit && tables->list[0].spline.block && fit->cells[0] == CELLS && fit->cells[1] == CELLS) return tables;
    jni_loop_tables_free(tables);
  }
  return NULL;
}

static void check_partial(const jni_loop_table *table) {
  enum { MOST = 64 };
  const double h = 1e-5, inside = 0.999;  // beyond the range it goes on straight
  const jni_spline_table *made = &table->spline;
  double out[MOST], up[MOST], down[MOST], worst = 0;
  int width = jnk_spline_width(made->fit.nfunctions), n = table->nfunctions;
  CHECK(width * 3 <= MOST);
  for (int i = 0; i < POINTS && width * 3 <= MOST; i++) {
    double y[2] = {inside * made->fit.to[0] * chance_number(), inside * made->fit.to[1] * chance_number()};
    jnk_call_spline(made->block, y, out);
    for (int k = 0; k < 2; k++) {
      double a[2] = {y[0], y[1]}, b[2] = {y[0], y[1]};
      a[k] += h;
      b[k] -= h;
      jnk_call_spline(made->block, a, up);
      jnk_call_spline(made->block, b, down);
      for (int f = 0; f < n; f++) worst = fmax(worst, fabs((up[f] - down[f]) / (2 * h) - out[(1 + k) * width + f]));
    }
  }
  printf("B: %.2g off differences of the table\n", worst);
  CHECK(worst < 1e-9);
}

static void test_tables(rig *r, int order, double place, double angle) {
  jni_loop_tables *tables = tables_of(r, order);
  CHECK(tables);
  if (!tables) return;
  const jni_program_tables given = {.tables = tables};
  equations tabled = equations_of(&r->s, &given);
  errors worst = {0, 0};
  for (int i = 0; i < POINTS; i++) {
    double lca, arm;
    random_place(&lca, &arm);
    put(r, lca, arm);
    jni_tape_run(tabled.tape, r->x, r->out);
    memcpy(r->x + 1, r->out, (size_t)r->s.system->sizes.nq * sizeof *r->x);
    pose table = look(r), closed = closed_form(lca, arm);
    widen(&worst, &table, &closed);
  }
  printf("order %d: %.3g um, %.3g urad off the closed form\n", order, 1e6 * worst.place, 1e6 * worst.angle);
  CHECK(worst.place < place && worst.angle < angle);
  check_partial(&tables->list[0]);
  equations_free(&tabled);
  jni_loop_tables_free(tables);
}

int main(void) {
  rig r = rig_new();
  test_newton(&r);
  test_tables(&r, 4, 5e-6, 30e-6);
  test_tables(&r, 6, 0.7e-6, 5e-6);
  rig_free(&r);
  return check_report();
}
