// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_natural.c - natural coordinates say the same as cartesian ones, looped over every joint and force kind in plane
// and space: rows along rigid motions, equations of motion, energies, signals and reactions at one state, and states
// there and back. Rows are quadratic where they must be. Differences of rows and forces in natural coordinates are in
// test_system.c, runs in test_natural_run.c.
#include "model/model.h"
#include "rig.h"
#include "system/derivative/force_blocks.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/work.h"

static const double rounding = 1e-12;

typedef struct {
  bench c, n;  // cartesian, natural
} both;

static both new_both(const jn_model *model) {
  return (both){new_bench(model, "cartesian"), new_bench(model, "natural")};
}

static void free_both(both *x) {
  free_bench(&x->c);
  free_bench(&x->n);
}

static void randomize_both(both *x) {
  randomize_cartesian(x->c.system, x->c.state);
  jn_state_convert(x->c.system, x->c.state, x->n.system, x->n.state);
  stages(&x->c, x->c.state[0], x->c.q, x->c.v);
  stages(&x->n, x->n.state[0], x->n.q, x->n.v);
}

// ---- maps between the speeds ----------------------------------------------------------------------------------------

// The natural speeds that mean the motion w (cartesian speeds).
static void natural_speeds(const both *x, const double *w, double *out) {
  double *from = numbers(x->c.n.nstate), *to = numbers(x->n.n.nstate);
  memcpy(from, x->c.state, (size_t)x->c.n.nstate * sizeof *from);
  memcpy(jn_state_v(x->c.system, from), w, (size_t)x->c.n.nv * sizeof *w);
  jn_state_convert(x->c.system, from, x->n.system, to);
  memcpy(out, jn_state_v(x->n.system, to), (size_t)x->n.n.nv * sizeof *out);
  free(from);
  free(to);
}

// Rddot = R [wdot] + R [w] [w] of the accelerations a (cartesian).
static void natural_accelerations(const both *x, const double *a, double *out) {
  const jn_system *c = x->c.system, *n = x->n.system;
  natural_speeds(x, a, out);
  for (int b = 1; b < n->nbodies; b++) {
    const double *v = x->c.v + c->v_at[b], *q = x->n.q + n->q_at[b];
    double *to = out + n->v_at[b];
    if (n->width[b] == 4) {
      to[2] -= v[2] * v[2] * q[2];
      to[3] -= v[2] * v[2] * q[3];
    }
    for (int k = 0; n->width[b] == 12 && k < 3; k++) {
      double e[3] = {k == 0, k == 1, k == 2}, once[3], twice[3];
      jnk_cross(v + 3, e, once);
      jnk_cross(v + 3, once, twice);
      for (int i = 0; i < 3; i++) to[3 + 3 * k + i] += q[3 + i] * twice[0] + q[6 + i] * twice[1] + q[9 + i] * twice[2];
    }
  }
}

static void random_vector(int n, double *x) {
  for (int i = 0; i < n; i++) x[i] = random_number();
}

static double row_times(const double *G, int n, int row, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += G[row * n + i] * x[i];
  return sum;
}

static const jni_primitive *primitive_of(const jn_system *system, int row) {
  return &system->primitives[system->row_primitive[row]];
}

// Rows of velocities stand behind those that keep bodies rigid.
static int natural_row(const both *x, int row) { return row < x->c.n.nh ? row : row - x->c.n.nh + x->n.n.nh; }

// ---- rows -----------------------------------------------------------------------------------------------------------

// Along rigid motions each row and its second derivative are those of cartesian coordinates; an angle of the plane is
// kept by its sine.
static void check_rows_agree(const char *kind, both *x) {
  int cv = x->c.n.nv, nv = x->n.n.nv;
  double *Gc = numbers(x->c.n.nc * cv), *Gn = numbers(x->n.n.nc * nv), *w = numbers(cv), *W = numbers(nv),
         *a = numbers(cv), *A = numbers(nv);
  double *phi_c = numbers(x->c.n.nh), *phi_n = numbers(x->n.n.nh), *gamma_c = numbers(x->c.n.nc),
         *gamma_n = numbers(x->n.n.nc);
  jn_get_G(x->c.system, x->c.work, Gc);
  jn_get_G(x->n.system, x->n.work, Gn);
  jn_get_phi(x->c.system, x->c.work, phi_c);
  jn_get_phi(x->n.system, x->n.work, phi_n);
  jn_get_gamma(x->c.system, x->c.work, gamma_c);
  jn_get_gamma(x->n.system, x->n.work, gamma_n);
  random_vector(cv, w);
  random_vector(cv, a);
  natural_speeds(x, w, W);
  natural_accelerations(x, a, A);
  for (int i = 0; i < x->c.n.nc; i++) {
    int k = natural_row(x, i);
    const jni_primitive *p = primitive_of(x->c.system, i);
    bool angle = p->kind == JNI_RELATIVE_ANGLE;
    double turn = angle ? phi_c[i] / p->scale : 0;
    if (i < x->c.n.nh)
      check_all_near(kind, "phi", &phi_n[k], &(double){angle ? p->scale * sin(turn) : phi_c[i]}, 1, rounding);
    double rate = row_times(Gc, cv, i, w) * cos(turn), second = row_times(Gc, cv, i, a) - gamma_c[i];
    check_all_near(kind, "G along rigid motions", &(double){row_times(Gn, nv, k, W)}, &rate, 1, rounding);
    if (!angle)
      check_all_near(kind, "second derivative", &(double){row_times(Gn, nv, k, A) - gamma_n[k]}, &second, 1,
                     10 * rounding);
  }
  for (int i = x->c.n.nh; i < x->n.n.nh; i++) {
    CHECK_NEAR(phi_n[i], 0, rounding);
    CHECK_NEAR(row_times(Gn, nv, i, W), 0, rounding);
    CHECK_NEAR(row_times(Gn, nv, i, A), gamma_n[i], rounding);
  }
  free(Gc);
  free(Gn);
  free(w);
  free(W);
  free(a);
  free(A);
  free(phi_c);
  free(phi_n);
  free(gamma_c);
  free(gamma_n);
}

// The third difference of a quadratic function is zero, in all directions.
static void check_quadratic(const char *kind, bench *x) {
  static const double factor[4] = {-1, 3, -3, 1};
  double *d = numbers(x->n.nv), *q = numbers(x->n.nq), *phi = numbers(x->n.nh), *sum = numbers(x->n.nh);
  random_vector(x->n.nv, d);
  for (int i = 0; i < x->n.nh; i++) sum[i] = 0;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < x->n.nq; i++) q[i] = x->q[i] + (k - 1) * d[i];
    get_phi(x, x->state[0], q, x->v, phi);
    for (int i = 0; i < x->n.nh; i++) sum[i] += factor[k] * phi[i];
  }
  for (int i = 0; i < x->n.nh; i++) {
    jni_primitive_kind p = primitive_of(x->system, i)->kind;
    if (p == JNI_TOUCHING || p == JNI_COORDINATES) continue;
    if (!(fabs(sum[i]) <= 1e-11)) printf("%s: third difference %g\n", kind, sum[i]);
    CHECK(fabs(sum[i]) <= 1e-11);
  }
  stages(x, x->state[0], x->q, x->v);
  free(d);
  free(q);
  free(phi);
  free(sum);
}

// What a joint does to the bodies at its ends, for one multiplier per row of the joint and any of the rows of the
// bodies.
static void check_reactions(const char *kind, both *x) {
  const jn_system *c = x->c.system;
  double *lambda = numbers(x->c.n.nc), *other = numbers(x->n.n.nc);
  random_vector(x->c.n.nc, lambda);
  random_vector(x->n.n.nc, other);
  for (int i = 0; i < x->c.n.nc; i++) {
    const jni_primitive *p = primitive_of(c, i);
    bool angle = p->kind == JNI_RELATIVE_ANGLE;
    other[natural_row(x, i)] = lambda[i] / (angle ? cos(x->c.work->phi[i] / p->scale) : 1);
  }
  for (int j = 0; j < jn_model_njoints(jn_system_model(c)); j++)
    for (int end = 0; c->model->joints[j].kind->two_ended && end < 2; end++) {
      double a[6], b[6];
      jni_joint_reaction(c, x->c.work, j, end, NULL, lambda, a, a + 3);
      jni_joint_reaction(x->n.system, x->n.work, j, end, NULL, other, b, b + 3);
      check_all_near(kind, "reaction", b, a, 6, 10 * rounding);
    }
  free(lambda);
  free(other);
}

// ---- equations ------------------------------------------------------------------------------------------------------

// The virtual power of f - M vdot along a rigid motion, with the energies.
static void check_equations(const char *kind, both *x) {
  int cv = x->c.n.nv, nv = x->n.n.nv;
  double *w = numbers(cv), *W = numbers(nv), *a = numbers(cv), *A = numbers(nv), *Mc = numbers(cv * cv),
         *Mn = numbers(nv * nv);
  double *fc = numbers(cv), *fn = numbers(nv), power_c = 0, power_n = 0;
  random_vector(cv, w);
  random_vector(cv, a);
  natural_speeds(x, w, W);
  natural_accelerations(x, a, A);
  jn_get_M(x->c.system, x->c.work, Mc);
  jn_get_M(x->n.system, x->n.work, Mn);
  jn_get_f(x->c.system, x->c.work, fc);
  jn_get_f(x->n.system, x->n.work, fn);
  for (int i = 0; i < cv; i++) power_c += w[i] * (fc[i] - row_times(Mc, cv, i, a));
  for (int i = 0; i < nv; i++) power_n += W[i] * (fn[i] - row_times(Mn, nv, i, A));
  check_all_near(kind, "equations of motion", &power_n, &power_c, 1, 10 * rounding);
  CHECK_NEAR(jn_get_kinetic(x->n.system, x->n.work), jn_get_kinetic(x->c.system, x->c.work), rounding);
  CHECK_NEAR(jn_get_potential(x->n.system, x->n.work), jn_get_potential(x->c.system, x->c.work), 10 * rounding);
  CHECK_NEAR(jn_get_power(x->n.system, x->n.work), jn_get_power(x->c.system, x->c.work), 10 * rounding);
  free(w);
  free(W);
  free(a);
  free(A);
  free(Mc);
  free(Mn);
  free(fc);
  free(fn);
}

// L v is how the frame moves, L' of a wrench its generalised force on the frame's body.
static void check_frame_map(const char *kind, const bench *x, int frame, const double force[3], const double torque[3],
                            const double *f) {
  int b = x->system->model->frames[frame].body, width = x->system->width[b];
  double L[6 * JNI_WIDEST], moves[6], wrench[6];
  jni_motion m;
  if (width == 0) return;
  jni_frame_map(x->system, x->work, frame, L);
  jni_frame_motion(x->system, x->work, frame, &m);
  jnk_copy(force, wrench);
  jnk_copy(torque, wrench + 3);
  for (int i = 0; i < 6; i++) moves[i] = row_times(L, width, i, x->v + x->system->v_at[b]);
  check_all_near(kind, "frame map", moves, m.v, 3, rounding);
  check_all_near(kind, "frame map", moves + 3, m.w, 3, rounding);
  for (int j = 0; j < width; j++) {
    double sum = 0;
    for (int i = 0; i < 6; i++) sum += L[i * width + j] * wrench[i];
    check_all_near(kind, "frame map of a wrench", &sum, &f[x->system->v_at[b] + j], 1, rounding);
  }
}

// A wrench at a frame does the same work along a rigid motion, and frames accelerate alike.
static void check_frames(const char *kind, both *x) {
  int cv = x->c.n.nv, nv = x->n.n.nv, nframes = jn_system_model(x->c.system)->nframes;
  double *w = numbers(cv), *W = numbers(nv), *a = numbers(cv), *A = numbers(nv), *fc = numbers(cv), *fn = numbers(nv);
  bool plane = jn_system_model(x->c.system)->space == JN_PLANE;
  random_vector(cv, w);
  random_vector(cv, a);
  natural_speeds(x, w, W);
  natural_accelerations(x, a, A);
  for (int frame = 0; frame < nframes; frame++) {
    double force[3], torque[3], power_c = 0, power_n = 0, one[6], two[6];
    random_vector(3, force);
    random_vector(3, torque);
    if (plane) force[2] = torque[0] = torque[1] = 0;
    for (int i = 0; i < cv; i++) fc[i] = 0;
    for (int i = 0; i < nv; i++) fn[i] = 0;
    jni_apply_wrench(x->c.system, x->c.work, frame, force, torque, fc);
    jni_apply_wrench(x->n.system, x->n.work, frame, force, torque, fn);
    for (int i = 0; i < cv; i++) power_c += w[i] * fc[i];
    for (int i = 0; i < nv; i++) power_n += W[i] * fn[i];
    check_all_near(kind, "power of a wrench", &power_n, &power_c, 1, rounding);
    jni_frame_acceleration(x->c.system, x->c.work, frame, a, one, one + 3);
    jni_frame_acceleration(x->n.system, x->n.work, frame, A, two, two + 3);
    check_all_near(kind, "acceleration of a frame", two, one, 6, 10 * rounding);
    check_frame_map(kind, &x->n, frame, force, torque, fn);
  }
  free(w);
  free(W);
  free(a);
  free(A);
  free(fc);
  free(fn);
}

static void check_signals(const char *kind, both *x) {
  // clang-format off
  static const char *const plane[] = {"a.position", "b.Q.velocity", "a.angle", "b.rate", "joint.turn.angle",
                                      "joint.turn.rate", "joint.slide.displacement",
                                      "joint.slide.rate", "momentum", "angular_momentum", "energy.kinetic"};
  // clang-format on
  // clang-format off
  static const char *const space[] = {"a.position", "b.Q.velocity", "a.quaternion", "b.omega", "joint.turn.angle",
                                      "joint.turn.rate",
                                      "joint.slide.displacement", "joint.slide.rate", "momentum", "angular_momentum",
                                      "energy.kinetic"};
  // clang-format on
  const char *const *names = jn_system_model(x->c.system)->space == JN_PLANE ? plane : space;
  double values[2][64];
  bench *benches[2] = {&x->c, &x->n};
  int n = 0;
  for (int i = 0; i < 2; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_probe *probe = jn_probe_new(benches[i]->system, names, 11, false, report);
    for (int k = 0; !probe && k < jn_report_size(report); k++) printf("%s: %s\n", kind, jn_report_get(report, k)->what);
    CHECK(probe != NULL);
    if (probe) jn_probe_calc(probe, benches[i]->work, benches[i]->state, NULL, NULL, values[i]);
    if (probe) n = jn_probe_count(probe);
    jn_probe_free(probe);
    jn_report_free(report);
  }
  CHECK(n > 0);
  check_all_near(kind, "signals", values[1], values[0], n, rounding);
}

// Whole turns and the sign of a quaternion survive.
static void check_there_and_back(const char *kind, both *x) {
  double *back = numbers(x->c.n.nstate);
  if (jn_system_model(x->c.system)->space == JN_PLANE) {
    x->c.q[2] += 31;
    x->c.q[5] -= 17;
  }
  jn_state_convert(x->c.system, x->c.state, x->n.system, x->n.state);
  jn_state_convert(x->n.system, x->n.state, x->c.system, back);
  check_all_near(kind, "state there and back", back, x->c.state, x->c.n.nstate, rounding);
  free(back);
}

// ---- every kind -----------------------------------------------------------------------------------------------------

static void check_joint(const char *kind, const jn_model *model, const char *coordinates) {
  (void)coordinates;  // both
  both x = new_both(model);
  for (int trial = 0; trial < TRIALS; trial++) {
    randomize_both(&x);
    check_rows_agree(kind, &x);
    check_quadratic(kind, &x.n);
    check_reactions(kind, &x);
    check_signals(kind, &x);
    check_frames(kind, &x);
    check_there_and_back(kind, &x);
  }
  free_both(&x);
}

static void check_force(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                        bool damped) {
  (void)coordinates;  // both
  rig r = new_rig(space);
  add_force_of_kind(&r, kind, place, damped);
  if (jn_model_finish(r.model) == JN_OK) {
    both x = new_both(r.model);
    for (int trial = 0; trial < TRIALS; trial++) {
      randomize_both(&x);
      check_equations(kind->name, &x);
    }
    free_both(&x);
  }
  jn_model_free(r.model);
}

// ---- particles, refusals, names -------------------------------------------------------------------------------------

static jn_model *read_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

// A rotor seen as a disc: no rigid body has such an inertia, but along rigid motions its energy is that of I.
static void test_impossible_inertia_is_taken(void) {
  jn_model *model = read_text(
      "{jounce: 1, name: x, space: space, bodies: {heavy: {mass: 1, inertia: [1, 1, 3]}, plate: {mass: 1, inertia: [1, "
      "2, 3]}},"
      " outputs: [heavy.x]}");
  jn_report *report = jn_report_new(NULL);
  jn_system *system = jn_system_new(model, "natural", report);
  CHECK(system != NULL);
  CHECK(jn_report_size(report) == 1 && jn_report_get(report, 0)->severity == JN_WARNING &&
        strcmp(jn_report_get(report, 0)->element, "heavy") == 0);
  CHECK(jn_system_new(model, "polar", NULL) == NULL);
  jn_system_free(system);
  jn_report_free(report);
  jn_model_free(model);
}

// A disc that rolls: holonomic rows of the joint, then of the body, then the rows of velocities.
static void test_rows_have_names(void) {
  jn_model *model = read_text(
      "{jounce: 1, name: x, space: space, ground: {points: {O: [0, 0, 0]}}, bodies: {disc: {mass: 1, inertia: [1, 2, "
      "1]}},"
      " joints: {road: {type: rolling-disc, between: [ground.O, disc], axes: [z, y], "
      "radius: 0.5}}, initial: {keep: {disc.z: 0.5}}, outputs: [disc.x]}");
  jn_system *system = jn_system_new(model, "natural", NULL);
  char name[160];
  CHECK(system && jn_system_sizes(system).nh == 7 && jn_system_sizes(system).nn == 2);
  CHECK(strcmp(jn_row_name(system, 0, name, sizeof name), "joint 'road' (equation 1, touching)") == 0);
  CHECK(strcmp(jn_row_name(system, 2, name, sizeof name), "body 'disc' (equation 2, unit vector y)") == 0);
  CHECK(strcmp(jn_row_name(system, 6, name, sizeof name), "body 'disc' (equation 6, unit vectors z and x)") == 0);
  CHECK(strcmp(jn_row_name(system, 8, name, sizeof name), "joint 'road' (equation 3, rolling sideways)") == 0);
  CHECK(jn_row_is_angle(system, 2) && !jn_row_is_angle(system, 0));
  jn_system_free(system);
  jn_model_free(model);
}

// A particle keeps its position alone; mass and M of a body that is flat.
static void test_sizes(void) {
  jn_model *model = read_text(
      "{jounce: 1, name: x, space: space, bodies: {p: {type: particle, mass: 2}, plate: {mass: 1, inertia: [1, 2, "
      "3]}}, outputs: [p.x]}");
  jn_system *system = jn_system_new(model, "natural", NULL);
  double M[15 * 15], diagonal[3] = {2, 1, 0};  // second moments 1/2 tr(I) - I
  jn_work *work = jn_work_new(system);
  jn_sizes n = jn_system_sizes(system);
  CHECK(n.nq == 15 && n.nv == 15 && n.nh == 6 && n.ns == 4 && strcmp(jn_system_coordinates(system), "natural") == 0);
  jn_get_M(system, work, M);
  for (int i = 0; i < 3; i++) {
    CHECK(M[i * 16] == 2 && M[(3 + i) * 16] == 1);
    for (int k = 0; k < 3; k++) CHECK(M[(6 + 3 * i + k) * 16] == diagonal[i]);
  }
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
}

int main(void) {
  each_joint_kind(check_joint, NULL);
  each_force("natural", check_force);
  test_impossible_inertia_is_taken();
  test_rows_have_names();
  test_sizes();
  return check_report();
}
