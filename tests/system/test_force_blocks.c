// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_force_blocks.c - forces by pairs of bodies, looped over all force kinds, in plane and space, in all coordinates:
// frame maps against differences of the frames; C = -df/dv at any state; K against differences of the wrenches at rest,
// arms held; the weighted sum; which bodies.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "force_samples.h"
#include "jounce/jounce.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/derivative/force_blocks.h"
#include "system/forces.h"
#include "system/motion.h"

enum { MOST = 64, MOST_PLACES = 6, TRIALS = 4 };
static const double h = 1e-6;     // of central differences
static const double near = 3e-7;  // their error, relative to the largest number of the matrix

static unsigned long long seed = 99;
static double random_number(void) {  // in (-1, 1)
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

// ---- models -----------------------------------------------------------------------------------------------

#define SHOCK                                                                                                       \
  "tables:\n  shock: {x: [-9, 0, 9], y: [-20, 0, 20], values: [[-30, 0, 60], [-20, 0, 30], [-50, 0, 20]], smooth: " \
  "true}\n"
static const char plane_rig[] =
    "jounce: 1\nname: rig\nspace: plane\n" SHOCK
    "ground: {points: {O: [0.2, -0.1], W: [-1, 2]}}\n"
    "bodies:\n  a: {mass: 1.3, inertia: 0.5, com: [0.1, -0.2], points: {P: [0.7, 0.3]}}\n"
    "  b: {mass: 0.7, inertia: 0.6, points: {Q: [-0.4, 0.5]}}\n  p: {type: particle, mass: 0.4}\n"
    "joints:\n  turn: {type: revolute, between: [ground.O, a]}\n  swing: {type: revolute, between: [a.P, b.Q]}\n"
    "  slide: {type: prismatic, between: [a, b], axis: x}\n";
static const char space_rig[] =
    "jounce: 1\nname: rig\nspace: space\n"
    "ground: {points: {O: [0.2, -0.1, 0.3], W: [-1, 2, 0.5]}}\n"
    "bodies:\n  a: {mass: 1.3, inertia: [0.4, 0.5, 0.6, 0.05, -0.03, 0.02], com: [0.1, -0.2, 0.3], "
    "points: {P: [0.7, 0.3, -0.2]}}\n"
    "  b: {mass: 0.7, inertia: [0.6, 0.5, 0.5], points: {Q: [-0.4, 0.5, 0.1]}}\n  p: {type: particle, mass: 0.4}\n"
    "joints:\n  turn: {type: revolute, between: [ground.O, a], axis: z}\n"
    "  swing: {type: revolute, between: [a.P, b.Q], axis: [1, 2, 0.5]}\n"
    "  slide: {type: prismatic, between: [a, b], axis: x}\nroads: {hard: {type: slope, angle: 0.2, height: -4}, hill: "
    "{type: "
    "slope, angle: 0.2, height: -4, soil: sand}}\n"
    "soils: {sand: {n: 1.1, k_c: 1e3, k_phi: 1e3, c: 10, phi: 0.5, K: 0.5}}\n" SHOCK
    "  load: {x: [0, 9], y: [-2, 2], values: [[0, 0], [300, 320]]}\n"
    "  pull: {x: [0, 9], y: [-2, 2], values: [[0, 0], [-200, 210]]}\n  drag: {table: [[0, 0], [9, 80]]}\n";

typedef struct {
  const char *kind, *plane, *space;  // the element, without braces; NULL: not there
} sample;

#define BOTH(kind, text) \
  { kind, text, text }
// More than the samples of force_samples.h.
static const sample samples[] = {
    BOTH("spring-damper", "between: [ground.W, b.Q], stiffness: 30, rest: 0.4, damping: 2"),
    BOTH("spring-damper", "between: [a.P, p], stiffness: 30, rest: 0.4, damping: 2"),
    BOTH("spring-damper", "between: [p, ground.O], law: {polynomial: [1, 2, 3]}, damping: 2"),
    {"torsion-spring", "between: [a, b], stiffness: 3, rest: 0.2, damping: 2", NULL},
    BOTH("bushing", "between: [b.Q, p], translation_stiffness: [3, 1, 2], translation_damping: [1, 2, 3]"),
    BOTH("stop", "between: [a.P, b.Q], lower: 100, stiffness: 4, damping: 2"),
    BOTH("stop", "joint: slide, upper: -100, stiffness: 4, damping: 0.001"),
    // expressions that read other bodies than they act on, by all kinds of signals
    BOTH("torque", "joint: turn, value: [\"-5*joint.swing.angle - 2*joint.slide.rate + 3*p.vx*b.Q.y\"]"),
    {"torque", "at: a, value: \"4*sin(b.angle - a.angle) - b.rate*p.y\"",
     "at: a, value: [\"b.qx*p.vz\", \"b.wy\", \"abs(b.x - p.x)\"], follower: true"},
    {"point-force", "at: b.Q, value: [\"-3*p.x\", \"-2*(a.P.y - p.y) + min(a.vx, 9)\"], follower: true",
     "at: b.Q, value: [\"-3*p.x\", \"-2*(a.P.vy - p.y)\", \"if(a.wx < 9, a.P.vz^2, 0)\"]"},
    {"point-force", "at: p, value: [\"a.P.x*b.rate\", \"joint.swing.rate\"]",
     "at: p, value: [\"a.P.x*b.wz\", \"joint.swing.rate\", \"a.qw\"]"},
    {"tyre-calspan", NULL,
     "at: a.P, road: hill, radius: 9, stiffness: 300, damping: 2, low_speed: 9, slip_stiffness: 60e3"},
    {"tyre-fiala", NULL,
     "at: b.Q, road: hill, radius: 9, stiffness: 300, low_speed: 9, slip_stiffness: 6e3, cornering_stiffness: 5e3, "
     "relaxation: 0"},
    {"tyre-tmeasy", NULL, "at: b, road: hill, radius: 9, stiffness: 300, low_speed: 9, relaxation: 0"},
    {"tyre-soil", NULL,
     "at: a, road: hill, radius: 9, width: 2, stiffness: 300, damping: 2, low_speed: 9, relaxation: 0"},
    {"tyre-table", NULL,
     "at: a, road: hill, radius: 9, load: load, traction: pull, torque: pull, side: pull, resistance: drag, "
     "sinkage: drag, low_speed: 9, relaxation: 0"},
    {"tyre-pacejka", NULL, "at: a, road: hill, radius: 9, stiffness: 300, low_speed: 9, relaxation: 0"},
    // along linear forms: bodies that several of their coordinates move
    BOTH("torsion-spring", "terms: {swing: 1.5, turn.angle: -0.7}, stiffness: 3, rest: 0.2, damping: 2"),
    BOTH("torsion-spring", "terms: {swing: 1.5, turn: -2}, law: {polynomial: [1, 2, 3]}, damping: 2"),
    BOTH("stop", "terms: {slide: -0.5}, lower: 100, stiffness: 4, damping: 0.001"),
    BOTH("torque", "terms: {turn: 2, swing: -0.5}, value: [\"-5*joint.swing.angle - 2*joint.slide.rate + 3*p.vx\"]"),
    BOTH("brake", "joint: turn, capacity: 900, stiffness: 40, damping: 3"),
    BOTH("friction", "terms: {swing: 1, turn: -2}, kinetic: 800, stiffness: 40, viscous: 2"),
    {"contact", NULL, "at: a.P, road: hill, radius: 9, stiffness: 300, damping: 2, friction: 9, shear_stiffness: 9"},
    BOTH("spring-damper", "between: [a.P, b.Q], stiffness: 30, damping_map: shock"),
    BOTH("torsion-spring", "terms: {swing: 1.5, turn.angle: -0.7}, stiffness: 3, damping_map: shock"),
    {"axial-spring", NULL, "between: [a.P, b.Q], damping_map: shock"},
    {"track-band", NULL,
     "hull: a, sprocket: a.P, wheels: [b.Q, b], sprocket_radius: 0.1, wheel_radius: 0.2, length: 0.1, stiffness: 30, "
     "damping: 2, drag: 1"},
    {"track-band", NULL,
     "hull: a, sprocket: a.P, wheels: [b.Q, b], sprocket_radius: 0.1, wheel_radius: 0.2, length: 0.1, stiffness: 30, "
     "damping: 2, drag: 1, road: hard, thickness: 9, pad_stiffness: 300, pad_damping: 2, friction: 9, "
     "friction_across: 5"},
};
enum { NSAMPLES = sizeof samples / sizeof *samples };

typedef struct {
  jn_model *model;
  jn_system *system;
  jn_work *work;
  jn_sizes n;
  double *state;
} rig;

// `element`: the force in braces.
static rig new_rig(const char *element, bool plane, const char *coordinates) {
  char text[4096];
  rig r = {0};
  jn_report *report = jn_report_new(NULL);
  snprintf(text, sizeof text, "%sforces:\n  under_test: %s\n", plane ? plane_rig : space_rig, element);
  r.model = jn_model_read_text(NULL, "rig", text, strlen(text), NULL, 0, report);
  r.system = r.model ? jn_system_new(r.model, coordinates, report) : NULL;
  for (int i = 0; i < jn_report_size(report) && !r.system; i++)
    printf("%s: %s\n", element, jn_report_get(report, i)->what);
  jn_report_free(report);
  CHECK(r.system != NULL);
  if (!r.system) return r;
  r.n = jn_system_sizes(r.system);
  r.work = jn_work_new(r.system);
  r.state = calloc((size_t)r.n.nstate + 1, sizeof *r.state);
  jn_system_initial_state(r.system, r.state);
  return r;
}

static void free_rig(rig *r) {
  free(r->state);
  jn_work_free(r->work);
  jn_system_free(r->system);
  jn_model_free(r->model);
}

// Random poses (natural coordinates: of bodies that are rigid) and speeds.
static void randomize(rig *r, double speed) {
  double *q = jn_state_q(r->system, r->state), *v = jn_state_v(r->system, r->state), d[MOST];
  jn_system_initial_state(r->system, r->state);
  r->state[0] = 0.2;  // as in stages
  if (r->system->kind->natural) {
    for (int b = 1; b < r->system->nbodies; b++) {
      double p[4], R[9], *x = q + r->system->q_at[b], angle = 3 * random_number();
      for (int i = 0; i < 4; i++) p[i] = random_number();
      jnk_quat_normalize(p);
      jnk_quat_to_matrix(p, R);
      for (int i = 0; i < (jn_model_space(r->model) == JN_PLANE ? 2 : 3); i++) x[i] = random_number();
      if (r->system->width[b] == 12)
        for (int i = 0; i < 9; i++) x[3 + i] = R[3 * (i % 3) + i / 3];
      if (r->system->width[b] == 4) {
        x[2] = cos(angle);
        x[3] = sin(angle);
      }
    }
  } else {
    for (int i = 0; i < r->n.nv; i++) d[i] = 1.5 * random_number();
    r->system->kind->step(r->system, q, d, q);
  }
  for (int i = 0; i < r->n.nv; i++) v[i] = speed * random_number();
}

static void stages(rig *r, const double *q) {
  jn_calc_position(r->system, r->work, 0.2, q, jn_state_z(r->system, r->state), jn_state_s(r->system, r->state));
  jn_calc_velocity(r->system, r->work, jn_state_v(r->system, r->state));
  jn_calc_force(r->system, r->work, jn_state_z(r->system, r->state));
}

// Direction j: along one speed; of a body in natural coordinates a motion that leaves it rigid, as far as there are
// such.
static void direction(const rig *r, int j, bool rigid, double *d) {
  int b = 1, i;
  while (j >= r->system->v_at[b] + r->system->width[b]) b++;
  memset(d, 0, MOST * sizeof *d);
  i = j - r->system->v_at[b];
  const double *R = jn_state_q(r->system, r->state) + r->system->q_at[b] + (r->system->width[b] == 12 ? 3 : 2);
  double *turn = d + r->system->v_at[b] + (r->system->width[b] == 12 ? 3 : 2);
  if (!r->system->kind->natural || !rigid || i < 2 || r->system->width[b] < 4) {
    d[j] = 1;
  } else if (r->system->width[b] == 4) {
    turn[0] = i == 2 ? -R[1] : 0;
    turn[1] = i == 2 ? R[0] : 0;
  } else if (i == 2) {
    d[j] = 1;
  } else if (i < 6) {
    const double axis[3] = {i == 3, i == 4, i == 5};
    for (int k = 0; k < 3; k++) jnk_cross(axis, R + 3 * k, turn + 3 * k);
  }
}

static void stages_moved(rig *r, int j, bool rigid, double by) {
  double d[MOST], q[2 * MOST];
  direction(r, j, rigid, d);
  for (int i = 0; i < r->n.nv; i++) d[i] *= by;
  r->system->kind->step(r->system, jn_state_q(r->system, r->state), d, q);
  stages(r, q);
}

// ---- what is compared ---------------------------------------------------------------------------------------------

typedef struct {
  const jn_system *system;
  double K[MOST * MOST], C[MOST * MOST];
} sums;

// It acts on a and feels b.
static void check_bodies(const jn_system *system, int a, int b) {
  bool acts = a == b && system->model->space == JN_SPACE, feels = acts;  // gyroscopic terms
  for (int k = 1; k < system->nbodies; k++) {
    const jni_force_plan *plan = &system->forces[0];
    int own[2], n;
    const int *dependencies = jni_force_dependencies(system, plan, k, own, &n);
    if (jni_acts_everywhere(plan)) acts = acts || k == a;
    for (int i = 0; i < plan->nbodies; i++) acts = acts || plan->bodies[i] == a;
    for (int i = 0; i < n; i++) feels = feels || dependencies[i] == b;
  }
  CHECK(a > 0 && b > 0 && acts && feels);
}

static void add(void *context, int a, int b, const double *K, const double *C) {
  sums *s = context;
  const jn_system *system = s->system;
  check_bodies(system, a, b);
  for (int i = 0; i < system->width[a]; i++)
    for (int j = 0; j < system->width[b]; j++) {
      int at = (system->v_at[a] + i) * system->sizes.nv + system->v_at[b] + j;
      s->K[at] += K[i * system->width[b] + j];
      s->C[at] += C[i * system->width[b] + j];
    }
}

static void add_weighted(void *context, int a, int b, const double *W) { add(context, a, b, W, W); }

static void check_matrix(const rig *r, const double *A, const double *B, const char *what) {
  double most = 1, worst = 0;
  int n = r->n.nv;
  for (int i = 0; i < n * n; i++) most = fmax(most, fabs(B[i]));
  for (int i = 0; i < n * n; i++) worst = jni_larger(worst, fabs(A[i] - B[i]));
  if (!(worst <= near * most))
    printf("%s of %s, %s %s\n", what, r->system->forces[0].element->kind->name, r->system->kind->name,
           jn_model_space(r->model) == JN_PLANE ? "plane" : "space");
  CHECK_NEAR(worst / most, 0, near);
}

// ---- tests ----------------------------------------------------------------------------------------------------------

static void test_map(rig *r, int frame) {
  double L[6 * JNI_WIDEST], D[6 * JNI_WIDEST] = {0};
  int b = r->model->frames[frame].body, width = r->system->width[b];
  jni_motion moved[2], here;
  stages(r, jn_state_q(r->system, r->state));
  jni_frame_map(r->system, r->work, frame, L);
  jni_frame_motion(r->system, r->work, frame, &here);
  for (int j = 0; j < width; j++) {
    for (int k = 0; k < 2; k++) {
      stages_moved(r, r->system->v_at[b] + j, false, k ? h : -h);
      jni_frame_motion(r->system, r->work, frame, &moved[k]);
    }
    double T[9];  // dR R', whose skew part is the turn
    for (int i = 0; i < 9; i++) moved[1].R[i] = (moved[1].R[i] - moved[0].R[i]) / (2 * h);
    jnk_mat_mul_t(moved[1].R, here.R, T);
    for (int i = 0; i < 3; i++) D[i * width + j] = (moved[1].r[i] - moved[0].r[i]) / (2 * h);
    D[3 * width + j] = (T[7] - T[5]) / 2;
    D[4 * width + j] = (T[2] - T[6]) / 2;
    D[5 * width + j] = (T[3] - T[1]) / 2;
  }
  for (int i = 0; i < 6 * width; i++) CHECK_NEAR(L[i], D[i], 1e-8);
}

static void calc_sums(rig *r, sums *s) {
  memset(s, 0, sizeof *s);
  s->system = r->system;
  stages(r, jn_state_q(r->system, r->state));
  jni_force_blocks(r->system, r->work, add, s);
}

static void test_C(rig *r, const sums *s) {
  static double df[MOST * MOST], lambda[MOST];
  jn_tangents out = {.df_dv = df};
  jn_calc_tangents(r->system, r->work, r->state, lambda, &out);
  for (int i = 0; i < r->n.nv * r->n.nv; i++) df[i] = -df[i];
  check_matrix(r, s->C, df, "C");
}

static void test_sum(rig *r, const sums *s) {
  static sums weighted;
  static double W[MOST * MOST];
  memset(&weighted, 0, sizeof weighted);
  weighted.system = r->system;
  stages(r, jn_state_q(r->system, r->state));
  jni_force_matrix(r->system, r->work, 0.3, 0.7, add_weighted, &weighted);
  for (int i = 0; i < r->n.nv * r->n.nv; i++) W[i] = 0.3 * s->K[i] + 0.7 * s->C[i];
  check_matrix(r, weighted.K, W, "weighted sum");
}

// f with the maps of frames, or of the sides of joint coordinates, from what acts there at the current stages.
typedef struct {
  double L[MOST_PLACES][6 * JNI_WIDEST];
} held;

static int nplaces(const jni_force_plan *plan) { return jni_acts_everywhere(plan) ? 1 : plan->nplaces; }

static int place_frame(const rig *r, int body, int place) {
  const jni_force_plan *plan = &r->system->forces[0];
  return jni_acts_everywhere(plan) ? r->model->bodies[body].com_frame : plan->ends[place].i;
}

static int place_body(const rig *r, int body, int place) {
  const jni_force_plan *plan = &r->system->forces[0];
  return jni_acts_everywhere(plan) ? body : plan->places[place];
}

static void hold(rig *r, int body, held *out) {
  const jni_force_plan *plan = &r->system->forces[0];
  memset(out, 0, sizeof *out);
  for (int place = 0; place < nplaces(plan); place++) {
    double factor = 0;
    const double *J = plan->nterms > 0 ? jni_form_side(r->work, plan, place, &factor) : NULL;
    if (!J) jni_frame_map(r->system, r->work, place_frame(r, body, place), out->L[place]);
    for (int i = 0; J && i < JNI_WIDEST; i++) out->L[place][i] = factor * J[i];
  }
}

static void add_held(rig *r, int body, const held *at, double sign, double *f) {
  const jni_force_plan *plan = &r->system->forces[0];
  jni_force_input in;
  jni_force_output out = {0};
  jni_force_prepare(r->system, r->work, plan, body, &in);
  plan->element->kind->calc(plan->element, &in, &out);
  for (int place = 0; place < nplaces(plan); place++) {
    int b = place_body(r, body, place), width = r->system->width[b];
    for (int i = 0; i < width; i++)
      for (int k = 0; k < 6; k++) {
        double wrench = plan->nterms > 0 ? (k == 0 ? out.generalized : 0)
                        : k < 3          ? out.force[place][k]
                                         : out.torque[place][k - 3];
        f[r->system->v_at[b] + i] += sign * wrench * at->L[place][plan->nterms > 0 ? i : k * width + i];
      }
  }
}

static void test_K(rig *r, const sums *s) {
  static double D[MOST * MOST];
  static held at[8];
  int n = r->n.nv, first = jni_acts_everywhere(&r->system->forces[0]) ? 1 : 0, last = first ? r->system->nbodies : 1;
  memset(D, 0, sizeof D);
  stages(r, jn_state_q(r->system, r->state));
  for (int b = first; b < last; b++) hold(r, b, &at[b]);
  for (int j = 0; j < n; j++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double f[MOST] = {0};
      stages_moved(r, j, true, sign * h);
      for (int b = first; b < last; b++) add_held(r, b, &at[b], -sign / (2 * h), f);
      for (int i = 0; i < n; i++) D[i * n + j] += f[i];
    }
  static double along[MOST * MOST];
  for (int j = 0; j < n; j++) {
    double d[MOST];
    direction(r, j, true, d);
    for (int i = 0; i < n; i++) {
      along[i * n + j] = 0;
      for (int k = 0; k < n; k++) along[i * n + j] += s->K[i * n + k] * d[k];
    }
  }
  check_matrix(r, along, D, "K");
}

// A kind without a tangent of its own gets nearly the same by differences of its wrenches.
static void test_differences(rig *r, const sums *s) {
  static sums differences;
  jni_force_plan *plan = &r->system->forces[0];
  const jni_force_element *own = plan->element;
  jni_force_kind kind = *own->kind;
  jni_force_element element = *own;
  kind.tangent = NULL;
  element.kind = &kind;
  plan->element = &element;
  calc_sums(r, &differences);
  plan->element = own;
  check_matrix(r, differences.K, s->K, "K by differences");
  check_matrix(r, differences.C, s->C, "C by differences");
}

static void test_element(const char *element, bool plane, const char *coordinates) {
  static sums at_rest, moving;
  rig r = new_rig(element, plane, coordinates);
  for (int trial = 0; r.system && trial < TRIALS; trial++) {
    randomize(&r, 0);
    calc_sums(&r, &at_rest);
    test_K(&r, &at_rest);
    randomize(&r, 1);
    calc_sums(&r, &moving);
    test_C(&r, &moving);
    test_sum(&r, &moving);
    test_differences(&r, &moving);
    for (int frame = 0; trial == 0 && frame < r.model->nframes; frame++) test_map(&r, frame);
  }
  free_rig(&r);
}

static void test_sample(const sample *s, bool plane, const char *coordinates) {
  const char *fields = plane ? s->plane : s->space;
  char element[600];
  if (!fields) return;
  snprintf(element, sizeof element, "{type: %s, %s}", s->kind, fields);
  test_element(element, plane, coordinates);
}

static void test_kind(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                      bool damped) {
  char element[600];
  write_force_sample(kind, space, place, damped, element, sizeof element);
  test_element(element, space == JN_PLANE, coordinates);
}

// A model read from memory cannot name a file: test_tyre_mf.c looks at such kinds.
static bool needs_file(const jni_force_kind *kind) {
  for (int i = 0; i < kind->nfields; i++)
    if (strcmp(kind->fields[i].name, "file") == 0 && kind->fields[i].required) return true;
  return false;
}

static void test_all_kinds_are_here(void) {
  for (int i = 0; jni_force_kinds[i]; i++) {
    bool found = needs_file(jni_force_kinds[i]) || find_force_sample(jni_force_kinds[i]->name);
    for (int k = 0; k < NSAMPLES; k++) found = found || strcmp(samples[k].kind, jni_force_kinds[i]->name) == 0;
    if (!found) printf("no sample of %s\n", jni_force_kinds[i]->name);
    CHECK(found);
  }
}

int main(void) {
  static const char *const coordinates[] = {"cartesian", "natural"};
  for (size_t c = 0; c < sizeof coordinates / sizeof *coordinates; c++) {
    each_force(coordinates[c], test_kind);
    for (int i = 0; i < NSAMPLES; i++) {
      test_sample(&samples[i], true, coordinates[c]);
      test_sample(&samples[i], false, coordinates[c]);
    }
  }
  test_all_kinds_are_here();
  return check_report();
}
