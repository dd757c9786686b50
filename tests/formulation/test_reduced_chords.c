// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reduced_chords.c - joint variables of a run with formulation `reduced`: those of cut joints (chords) with their
// rates and partial velocities B_c, for every kind of joint as the cut one, those of the tree with B_a, and the members
// of the groups.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "formulation/formulation_table.h"
#include "jounce/jounce.h"
#include "kernel/vec3.h"
#include "model/mirror.h"
#include "system/motion.h"
#include "system/work.h"

enum { MOST = 16 };

static jn_model *read_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "chords", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) printf("%s\n%s\n", text, jn_report_get(report, i)->what);
  jn_report_free(report);
  return model;
}

static jn_run *new_run(jn_model *model, const char *formulation, const char *integrator, double step) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  choices.step = step;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  for (int i = 0; !run && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
  CHECK(run != NULL);
  return run;
}

// ---- every kind as the cut joint ------------------------------------------------------------------------------------

// Fields of a joint, names of its variables, and their motion: for each variable the rotation (w) or displacement (v)
// of b relative to a along the axes a and b of the two ends, the perpendiculars x and y of the first, the direction of
// plunge s, the two directions of a bend p and q, or the axes 1, 2, 3 of the second body; h: rotation with displacement
// by the pitch. NULL: checked otherwise.
typedef struct {
  const char *type, *fields, *names, *motion;
} kind_case;

static const kind_case in_plane[] = {
    {"revolute", "", "joint.K.angle", "wa"},
    {"prismatic", ", axis: [0.6, 0.8]", "joint.K.displacement", "va"},
    {"point-on-line", ", axis: [0.6, 0.8]", "joint.K.displacement", "va"},
    {"fixed", "", "", ""},
    {"distance", ", length: 1.2", "", NULL},
};

static const kind_case in_space[] = {
    {"revolute", ", axis: [1, 2, 2]", "joint.K.angle", "wa"},
    {"prismatic", ", axis: [1, 2, 2]", "joint.K.displacement", "va"},
    {"screw", ", axis: [1, 2, 2], pitch: 0.3", "joint.K.angle", "ha"},
    {"cylindrical", ", axis: [1, 2, 2]", "joint.K.angle joint.K.displacement", "wava"},
    {"universal", ", axes: [z, [3, 4, 0]]", "joint.K joint.K", "wawb"},
    {"universal-plunge", ", axes: [z, [3, 4, 0]], plunge: [0.3, 1, -0.4]", "joint.K.displacement joint.K joint.K",
     "vswawb"},
    {"constant-velocity", ", axes: [z, [0, 3, 4]]", "joint.K joint.K", "wpwq"},
    {"constant-velocity-plunge", ", axes: [z, [0, 3, 4]], plunge: [0.3, 1, -0.4]",
     "joint.K.displacement joint.K joint.K", "vswpwq"},
    {"planar", ", axis: [1, 2, 2]", "joint.K.displacement1 joint.K.displacement2 joint.K.angle", "vxvywa"},
    {"spherical", "", "joint.K joint.K joint.K", "w1w2w3"},
    {"point-on-line", ", axis: [1, 2, 2]", "joint.K.displacement", "va"},
    {"point-on-plane", ", axis: [1, 2, 2]", "", NULL},
    {"fixed", "", "", ""},
    {"distance", ", length: 1.2", "", NULL},
};

// Bodies a and b with the cut joint K between them: both free, or the ends of two chains from the ground.
static const char
    plane_free[] = "",
    plane_chains[] =
        "  A: {type: revolute, between: [ground.A, a.A]}\n  C: {type: revolute, between: [ground.C, c.C]}\n"
        "  S: {type: prismatic, between: [c.S, d.S], axis: [1, 0.3]}\n  B: {type: revolute, between: [b.B, d.B]}\n";
static const char space_free[] = "", space_chains[] =
                                         "  A: {type: spherical, between: [ground.A, a.A]}\n"
                                         "  C: {type: revolute, between: [ground.C, c.C], axis: [0.2, 1, 0.3]}\n"
                                         "  S: {type: cylindrical, between: [d.S, c.S], axis: [1, 0.3, -0.2]}\n"
                                         "  B: {type: spherical, between: [d.B, b.B]}\n";

static void write_body(char *text, size_t size, const char *name, const char *points, bool plane) {
  snprintf(text + strlen(text), size - strlen(text), "  %s: {mass: 1.3, inertia: %s, com: %s, points: {%s}}\n", name,
           plane ? "0.4" : "[0.4, 0.5, 0.6]", plane ? "[0.1, -0.2]" : "[0.1, -0.2, 0.15]", points);
}

static jn_model *model_of(const kind_case *k, bool plane, bool chains) {
  char text[4096];
  const char *joints = plane ? (chains ? plane_chains : plane_free) : chains ? space_chains : space_free;
  bool apart = strcmp(k->type, "distance") == 0;
  snprintf(text, sizeof text, "jounce: 1\nspace: %s\ngravity: %s\nground: {points: {A: %s, C: %s}}\nbodies:\n",
           plane ? "plane" : "space", plane ? "[1, -9.81]" : "[1, -9.81, 3]", plane ? "[0.5, 1]" : "[0.5, 1, -0.4]",
           plane ? "[-0.7, 0.4]" : "[-0.7, 0.4, 0.3]");
  write_body(text, sizeof text, "a", plane ? "A: [0.5, 1], K: [0.3, -0.4]" : "A: [0.5, 1, -0.4], K: [0.3, -0.4, 0.2]",
             plane);
  write_body(text, sizeof text, "b",
             plane   ? (apart ? "B: [0, -0.9], K: [1.5, -0.4]" : "B: [0, -0.9], K: [0.3, -0.4]")
             : apart ? "B: [0, -0.9, 0.3], K: [1.5, -0.4, 0.2]"
                     : "B: [0, -0.9, 0.3], K: [0.3, -0.4, 0.2]",
             plane);
  if (chains)
    write_body(text, sizeof text, "c",
               plane ? "C: [-0.7, 0.4], S: [-0.3, -0.3]" : "C: [-0.7, 0.4, 0.3], S: [-0.3, -0.3, 0.1]", plane);
  if (chains)
    write_body(text, sizeof text, "d",
               plane ? "S: [-0.3, -0.3], B: [0, -0.9]" : "S: [-0.3, -0.3, 0.1], B: [0, -0.9, 0.3]", plane);
  bool tree = jni_joint_kind_find(k->type)->link != JNI_LINK_NONE;
  snprintf(text + strlen(text), sizeof text - strlen(text),
           "joints:\n%s  K: {type: %s, between: [a.K, b.K]%s%s}\ninitial: {guess: {%s}}\nsimulate: {until: 1}\n",
           joints, k->type, k->fields, tree ? ", tree: false" : "",
           plane ? "a.rate: 0.9, b.rate: -0.6, b.velocity: [0.3, 0.2]"
                 : "a.omega: [0.9, -0.4, 0.5], b.omega: [-0.6, 0.7, 0.3], b.velocity: [0.3, 0.2, -0.4]");
  return read_text(text);
}

// Computes the motion of K's second end relative to its first at the work's stage: angular velocity, and velocity of
// the point of b relative to a, in ground axes.
typedef struct {
  double w[3], v[3], Ra[9], Rb[9];
} relative;

static relative relative_motion(const jn_system *system, const jn_work *work, int joint) {
  const jn_joint_def *def = &system->model->joints[joint].def;
  jni_motion a, b;
  relative m;
  double d[3], turn[3];
  jni_frame_motion(system, work, def->between[0].i, &a);
  jni_frame_motion(system, work, def->between[1].i, &b);
  jnk_sub(b.w, a.w, m.w);
  jnk_sub(b.r, a.r, d);
  jnk_cross(a.w, d, turn);
  for (int i = 0; i < 3; i++) m.v[i] = b.v[i] - a.v[i] - turn[i];
  memcpy(m.Ra, a.R, sizeof m.Ra);
  memcpy(m.Rb, b.R, sizeof m.Rb);
  return m;
}

// Computes the two bending directions of a constant-velocity joint: the sum of x of both ends, and twice the direction
// perpendicular to that and to the sum of their axes.
static void bend_direction(const jn_joint_def *def, const relative *m, bool second, double along[3]) {
  double x[2][3], y[3], z[2][3], sum[3];
  jni_mirror_perpendiculars(0, def->axis[0], x[0], y);
  jni_mirror_carried(0, def->axis[0], def->axis[1], x[1], y);
  jnk_mat_vec(m->Ra, x[0], x[0]);
  jnk_mat_vec(m->Rb, x[1], x[1]);
  jnk_mat_vec(m->Ra, def->axis[0], z[0]);
  jnk_mat_vec(m->Rb, def->axis[1], z[1]);
  jnk_add(x[0], x[1], along);
  if (!second) return;
  jnk_add(z[0], z[1], sum);
  jnk_cross(sum, along, y);
  jnk_normalize(y);
  jnk_scale(2, y, along);
}

// Computes the same from the joint's rates.
static void joint_motion(const kind_case *k, const jn_joint_def *def, const relative *m, const double *rate,
                         double w[3], double v[3]) {
  double e[3] = {0}, x[3], along[3] = {0};
  jnk_zero(w);
  jnk_zero(v);
  jnk_perpendicular(def->axis[0], x);
  for (const char *c = k->motion; *c; c += 2) {
    if (c[1] == 'a') jnk_mat_vec(m->Ra, def->axis[0], along);
    if (c[1] == 'b') jnk_mat_vec(m->Rb, def->axis[1], along);
    if (c[1] == 's') {
      jnk_copy(def->plunge, e);
      jnk_normalize(e);
      jnk_mat_vec(m->Ra, e, along);
    }
    if (c[1] == 'x') jnk_mat_vec(m->Ra, x, along);
    if (c[1] == 'y') {
      jnk_cross(def->axis[0], x, e);
      jnk_mat_vec(m->Ra, e, along);
    }
    if (c[1] == 'p' || c[1] == 'q') bend_direction(def, m, c[1] == 'q', along);
    for (int i = 0; i < 3 && c[1] >= '1' && c[1] <= '3'; i++) along[i] = m->Rb[3 * i + c[1] - '1'];
    if (c[0] != 'v') jnk_add_scaled(w, *rate, along, w);
    if (c[0] != 'w') jnk_add_scaled(v, *rate * (c[0] == 'h' ? def->pitch : 1), along, v);
    rate++;
  }
}

typedef struct {
  jn_run *run;
  jn_work *work;
  int nchords, nfree, nv;
  double values[MOST], rates[MOST], B[MOST * MOST], W[MOST * MOST], u[MOST];
} look;

static void take(look *l) {
  const jn_reduced *r = jn_run_reduced(l->run);
  CHECK(r->nchords == l->nchords && r->nindependent == l->nfree && r->B_c);
  memcpy(l->values, r->values, (size_t)l->nchords * sizeof *l->values);
  memcpy(l->rates, r->rates, (size_t)l->nchords * sizeof *l->rates);
  memcpy(l->B, r->B_c, (size_t)(l->nchords * l->nfree) * sizeof *l->B);
  CHECK(jn_run_tangent(l->run, l->W, l->u) == l->nfree);
}

// Checks that the columns of B_c, and the rates, agree with the motion of the two bodies.
static void check_motion(look *l, const kind_case *k, int joint) {
  const jn_system *system = jn_run_system(l->run);
  const double *state = jn_run_state(l->run);
  double v[MOST], rate[MOST], w[3], slide[3];
  for (int c = -1; c < l->nfree && k->motion; c++) {
    for (int i = 0; i < l->nv; i++) v[i] = c < 0 ? state[1 + l->work->system->sizes.nq + i] : l->W[i * l->nfree + c];
    for (int i = 0; i < l->nchords; i++) rate[i] = c < 0 ? l->rates[i] : l->B[i * l->nfree + c];
    jn_calc_position(system, l->work, state[0], state + 1, NULL,
                     state + 1 + system->sizes.nq + l->nv + system->sizes.nz);
    jn_calc_velocity(system, l->work, v);
    relative m = relative_motion(system, l->work, joint);
    joint_motion(k, &system->model->joints[joint].def, &m, rate, w, slide);
    bool turns = strcmp(k->type, "point-on-line") != 0;
    for (int i = 0; i < 3; i++) CHECK_NEAR(slide[i], m.v[i], 1e-10);
    for (int i = 0; i < 3 && turns; i++) CHECK_NEAR(w[i], m.w[i], 1e-10);
  }
}

// Checks rates = B_c u, without drivers.
static void check_rates(const look *l) {
  for (int i = 0; i < l->nchords; i++) {
    double sum = 0;
    for (int c = 0; c < l->nfree; c++) sum += l->B[i * l->nfree + c] * l->u[c];
    CHECK_NEAR(sum, l->rates[i], 1e-11);
  }
}

// Compares rates with differences of the values over two steps; for a ball joint of the rotation.
static void check_differences(const kind_case *k, const double *before, const double *rates, const double *after, int n,
                              double dt) {
  double change[3] = {0}, p[4], q[4], back[4], d[4];
  for (int i = 0; i < n; i++) change[i] = after[i] - before[i];
  if (strcmp(k->type, "spherical") == 0) {
    jnk_quat_from_rotation_vector(before, p);
    jnk_quat_from_rotation_vector(after, q);
    jnk_quat_conjugate(p, back);
    jnk_quat_mul(back, q, d);
    jnk_quat_to_rotation_vector(d, change);
  }
  for (int i = 0; i < n; i++) CHECK_NEAR(change[i] / dt, rates[i], 2e-6 * fmax(1, fabs(rates[i])));
}

// Compares with the signals of the joint's coordinates, which are computed by other code; angles up to whole turns.
static void check_signals(look *l) {
  const jn_system *system = jn_run_system(l->run);
  for (int i = 0; i < l->nchords; i++) {
    char names[2][176];
    const char *name = jn_run_reduced(l->run)->chords[i];
    if (!strchr(name + 6, '.')) continue;
    snprintf(names[0], sizeof names[0], "%s", name);
    snprintf(names[1], sizeof names[1], "%s_rate", name);
    const char *const both[] = {names[0], names[1]};
    jn_report *report = jn_report_new(NULL);
    jn_probe *probe = jn_probe_new(system, both, 2, false, report);
    double values[2];
    CHECK(probe != NULL);
    jn_probe_calc(probe, l->work, jn_run_state(l->run), NULL, NULL, values);
    CHECK_NEAR(strstr(name, "angle") ? remainder(values[0] - l->values[i], 2 * acos(-1)) : values[0] - l->values[i], 0,
               1e-12);
    CHECK_NEAR(values[1], l->rates[i], 1e-11);
    jn_probe_free(probe);
    jn_report_free(report);
  }
}

static void check_names(jn_run *run, const kind_case *k) {
  char all[512] = "";
  const jn_reduced *r = jn_run_reduced(run);
  for (int i = 0; i < r->nchords; i++)
    snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", r->chords[i]);
  if (strcmp(all, k->names) != 0) printf("%s: '%s'\n", k->type, all);
  CHECK(strcmp(all, k->names) == 0);
}

static void check_kind(const kind_case *k, bool plane, bool chains) {
  const double step = 1e-4;
  jn_model *model = model_of(k, plane, chains);
  look l = {.run = new_run(model, "reduced", "rk4", step)}, before, after;
  int joint = model->njoints - 1;
  CHECK(strcmp(model->joints[joint].name, "K") == 0 && jn_run_system(l.run)->tree->cut[joint] != JNI_CUT_NO);
  l.work = jn_work_new(jn_run_system(l.run));
  const jn_reduced *r = jn_run_reduced(l.run);
  l.nchords = r->nchords;
  l.nfree = r->nindependent;
  l.nv = r->narcs;
  CHECK(l.nv == jn_system_sizes(jn_run_system(l.run)).nv);
  check_names(l.run, k);
  for (int i = 0; i < 3; i++) {
    while (jn_run_state(l.run)[0] < 0.05 * (i + 1)) CHECK(jn_run_step(l.run, 0.05 * (i + 1)) == JN_OK);
    before = l;
    take(&before);
    CHECK(jn_run_step(l.run, 1) == JN_OK);
    take(&l);
    check_motion(&l, k, joint);
    check_rates(&l);
    check_signals(&l);
    CHECK(jn_run_step(l.run, 1) == JN_OK);
    after = l;
    take(&after);
    check_differences(k, before.values, l.rates, after.values, l.nchords, 2 * step);
  }
  jn_work_free(l.work);
  jn_run_free(l.run);
  jn_model_free(model);
}

// Every kind of link is among the cases.
static bool is_tested(const jni_joint_kind *kind, const kind_case *cases, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(cases[i].type, kind->name) == 0) return true;
  return kind->link == JNI_LINK_NONE && kind->ncoordinates == 0;
}

static void test_kinds(void) {
  enum { PLANE = sizeof in_plane / sizeof *in_plane, SPACE = sizeof in_space / sizeof *in_space };
  for (int k = 0; jni_joint_kinds[k]; k++) {
    CHECK(!jni_joint_kinds[k]->in_plane || is_tested(jni_joint_kinds[k], in_plane, PLANE));
    CHECK(!jni_joint_kinds[k]->in_space || is_tested(jni_joint_kinds[k], in_space, SPACE));
  }
  for (int chains = 0; chains < 2; chains++) {
    for (int i = 0; i < PLANE; i++) check_kind(&in_plane[i], true, chains);
    for (int i = 0; i < SPACE; i++) check_kind(&in_space[i], false, chains);
  }
}

// ---- joints without variables, drivers, singular configurations, other formulations ---------------------------------

static const char four_bar[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [%s, 0]}}\n"
    "bodies:\n  crank: {mass: 5, inertia: 10, points: {O: [-1, 0], A: [1, 0]}}\n"
    "  coupler: {mass: 7, inertia: 20, points: {A: [-1, 0], B: [1, 0]}}\n"
    "  rocker: {mass: 9, inertia: 25, points: {D: [-1, 0], B: [1, 0]}}\n%s"
    "joints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\n%s"
    "initial:\n  keep: {crank.angle: %s}\n  guess: {crank.rate: 0.7, coupler.angle: 0, rocker.angle: 1.05%s}\n"
    "simulate: {until: 1}\n";

static jn_model *bar_of(const char *base, const char *bodies, const char *joints, const char *angle,
                        const char *guess) {
  char text[4096];
  snprintf(text, sizeof text, four_bar, base, bodies, joints, angle, guess);
  return read_text(text);
}

// The velocity of a driver is contained in the rates, not in B_c.
static void test_driven(void) {
  jn_model *model = bar_of("1.9", "", "drivers: {d: {joint: O, motion: 1.1 + 0.7*t}}\n", "1.1", "");
  jn_run *run = new_run(model, "reduced", "rk4", 1e-3);
  const jn_reduced *r = jn_run_reduced(run);
  CHECK(r->nchords == 1 && r->nindependent == 0 && r->B_c);
  double value = r->values[0], rate = r->rates[0];
  CHECK(jn_run_step(run, 1e-5) == JN_OK);
  CHECK(fabs(rate) > 1e-3);
  CHECK_NEAR((jn_run_reduced(run)->values[0] - value) / 1e-5, rate, 1e-4);
  jn_run_free(run);
  jn_model_free(model);
}

// A particle has no orientation: its joint has no variables. Other formulations report none.
static void test_none(void) {
  jn_model *model = bar_of("1.9", "  bob: {type: particle, mass: 1}\n",
                           "  P: {type: revolute, between: [coupler.B, bob]}\n", "1.1", ", bob.position: [2, 1]");
  jn_run *run = new_run(model, "reduced", "rk4", 1e-3);
  CHECK(jn_run_reduced(run)->nchords == 1 && strcmp(jn_run_reduced(run)->chords[0], "joint.B.angle") == 0);
  jn_run_free(run);
  run = new_run(model, "multipliers", "rk4", 1e-3);
  CHECK(!jn_run_reduced(run));
  jn_run_free(run);
  jn_model_free(model);
}

static void test_singular(void) {
  jn_model *model = bar_of("2", "", "", "1e-3", "");
  jn_run *run = new_run(model, "reduced", "rk4", 1e-3);
  const jn_reduced *r = jn_run_reduced(run);
  CHECK(r->nchords == 1 && jn_run_tangent(run, NULL, NULL) == 0);
  CHECK(isfinite(r->values[0]) && !r->B_c);
  jn_run_free(run);
  jn_model_free(model);
}

// ---- queries have no side effects -----------------------------------------------------------------------------------

static void test_undisturbed(void) {
  for (int i = 0; jni_integrators_ode[i]; i++) {
    uint64_t hash[2];
    long made[2];
    for (int looks = 0; looks < 2; looks++) {
      jn_model *model = model_of(&in_space[7], false, true);
      jn_run *run = new_run(model, "reduced", jni_integrators_ode[i], 1e-3);
      for (int n = 0; n < 60 && jn_run_state(run)[0] < 0.2; n++) {
        long factors = jn_run_summary(run)->factors;
        if (looks) CHECK(jn_run_reduced(run)->B_c && jn_run_tangent(run, NULL, NULL) > 0);
        CHECK(jn_run_summary(run)->factors == factors);
        CHECK(jn_run_step(run, 0.2) == JN_OK);
      }
      hash[looks] = jn_run_summary(run)->state_hash;
      made[looks] = jn_run_summary(run)->factors;
      jn_run_free(run);
      jn_model_free(model);
    }
    CHECK(hash[0] == hash[1] && made[0] == made[1] && made[0] > 0);
  }
}

// ---- arcs and groups ------------------------------------------------------------------------------------------------

// Returns "variables: constraints" of each group in the order of solution.
static void write_groups(jn_run *run, char *text, size_t size) {
  char name[160];
  const jn_reduced *r = jn_run_reduced(run);
  text[0] = 0;
  for (int g = 0; g < r->ngroups; g++) {
    for (int i = r->group_at[g]; i < r->group_at[g + 1]; i++)
      snprintf(text + strlen(text), size - strlen(text), "%s%s", i > r->group_at[g] ? " " : "",
               r->arcs[r->group_arcs[i]]);
    snprintf(text + strlen(text), size - strlen(text), ":");
    for (int i = r->group_at[g]; i < r->group_at[g + 1]; i++)
      snprintf(text + strlen(text), size - strlen(text), " %s",
               jn_row_name(jn_run_system(run), r->group_rows[i], name, sizeof name));
    snprintf(text + strlen(text), size - strlen(text), "; ");
  }
}

static void test_groups(void) {
  jn_model *model = bar_of("1.9", "  arm: {mass: 2, inertia: 3, points: {D: [-1, 0]}}\n",
                           "  E: {type: revolute, between: [rocker.B, arm.D]}\n  equal: {type: coupling, terms: "
                           "{E.angle: 1, D.angle: -1}}\n",
                           "1.1", "");
  jn_run *run = new_run(model, "reduced", "rk4", 1e-3);
  const jn_reduced *r = jn_run_reduced(run);
  char text[2048];
  CHECK(r->narcs == 4 && r->nindependent == 1 && r->ngroups == 2 && r->group_at[2] == 3);
  write_groups(run, text, sizeof text);
  CHECK(strcmp(
            text,
            "joint.A.angle joint.O.angle: joint 'B' (equation 2, coincidence y) joint 'B' (equation 1, coincidence x); "
            "joint.E.angle: joint 'equal' (equation 1, joint coordinate); ") == 0);
  // each row and each variable once, the independent one in none
  int seen[MOST] = {0}, rows[MOST] = {0};
  for (int i = 0; i < r->group_at[2]; i++) {
    seen[r->group_arcs[i]]++;
    rows[r->group_rows[i]]++;
  }
  seen[r->independent[0]]++;
  for (int i = 0; i < 4; i++) CHECK(seen[i] == 1);
  for (int i = 0; i < 3; i++) CHECK(rows[i] == 1);
  jn_run_free(run);
  jn_model_free(model);
}

int main(void) {
  test_kinds();
  test_driven();
  test_none();
  test_singular();
  test_undisturbed();
  test_groups();
  return check_report();
}
