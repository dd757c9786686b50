// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_convert_joint.c - states between joint coordinates and the others: for every kind of joint that may be in a
// tree, either way round, at random states with whole turns, positions, velocities and joint coordinates agree and the
// way back gives the same numbers; accelerations and reactions are those of cartesian coordinates, of the shipped
// models too. Rows that mobility leaves in force are independent in joint coordinates; signals of rows that a joint of
// the tree does not have are refused; an equilibrium is that of cartesian coordinates.
#include "analysis/assembly/row_rank.h"
#include "folder.h"
#include "model/model.h"
#include "rig.h"
#include "system/coordinates/body_level.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/work.h"

static const double near_rounding = 1e-11;

// ground - a by a joint that moves a about, a - b by the kind under test, b - c behind it, and a particle on a spring
// of its own.
static jn_model *chain(const jni_joint_kind *kind, jn_space space, bool reversed, bool floating) {
  rig r = new_rig(space);
  jn_model_free(r.model);
  r.model = jn_model_new(NULL, "chain", space);
  const double gravity[3] = {0.3, -9.81, space == JN_PLANE ? 0 : 0.7};
  jn_model_set_gravity(r.model, gravity);
  jn_body body[3];
  for (int i = 0; i < 3; i++) {
    const char *const names[] = {"a", "b", "c"};
    jn_body_def def = jn_body_def_default();
    def.name = names[i];
    def.mass = 1.3 - 0.2 * i;
    def.inertia[0] = 0.4;
    def.inertia[1] = 0.5;
    def.inertia[2] = 0.6;
    if (space == JN_SPACE) {
      def.inertia[3] = 0.05;
      def.inertia[4] = -0.03;
      def.inertia[5] = 0.02;
    }
    def.com[0] = 0.1;
    def.com[1] = -0.2;
    body[i] = jn_model_add_body(r.model, &def);
  }
  jn_frame ground = random_frame(r.model, jn_model_ground(r.model), "G"), tail = random_frame(r.model, body[2], "T");
  jn_frame a = random_frame(r.model, body[0], "A"), b = random_frame(r.model, body[1], "B"),
           low = random_frame(r.model, body[1], "L");
  jn_joint_def def = jn_joint_def_default();
  def.name = "base";
  def.type = space == JN_PLANE ? "revolute" : "spherical";
  def.between[0] = ground;
  def.between[1] = a;
  if (!floating) jn_model_add_joint(r.model, &def);
  def.name = "under_test";
  def.type = kind->name;
  def.scale = 1.7;
  def.pitch = 0.2;
  def.between[0] = reversed ? b : a;
  def.between[1] = reversed ? a : b;
  def.plunge[0] = 0.3;
  def.plunge[1] = 1;
  def.plunge[2] = -0.4;
  if (space == JN_SPACE || strcmp(kind->name, "revolute") != 0) random_axes(&def, space == JN_PLANE);
  jn_model_add_joint(r.model, &def);
  def = jn_joint_def_default();
  def.name = "last";
  def.type = "revolute";
  def.between[0] = low;
  def.between[1] = tail;
  jn_model_add_joint(r.model, &def);
  jn_force_def force = jn_force_def_default();
  force.name = "spring";
  force.type = "spring-damper";
  force.between[0] = ground;
  force.between[1] = tail;
  force.stiffness = 20;
  force.rest = 0.3;
  force.damping = 1;
  jn_model_add_force(r.model, &force);
  if (kind->ncoordinates > 0) {
    force = jn_force_def_default();
    force.name = "at_joint";
    force.joint = (jn_joint){floating ? 0 : 1};
    force.stiffness = 3;
    force.damping = 0.4;
    force.rest = 0.2;
    force.type = kind->coordinates[0].kind == JNI_ANGLE ? "torsion-spring" : "stop";
    force.lower = -0.1;
    force.upper = 0.1;
    jn_model_add_force(r.model, &force);
  }
  CHECK(jn_model_finish(r.model) == JN_OK);
  for (int i = 0; i < jn_report_size(jn_model_report(r.model)); i++)
    printf("%s: %s\n", kind->name, jn_report_get(jn_model_report(r.model), i)->what);
  return r.model;
}

// Angles go round several times.
static void random_state(bench *x) {
  for (int i = 0; i < x->n.nq; i++) x->q[i] = x->system->q_is_length[i] ? random_number() : 9 * random_number();
  for (int i = 0; i < x->n.nv; i++) x->v[i] = random_number();
  for (int i = 1; i < x->system->tree->nlinks; i++) {  // shafts bend by less than half a turn
    const jni_link *link = &x->system->tree->links[i];
    for (int k = link->nq - 2; jni_link_bends(link->kind) && k < link->nq; k++)
      x->q[link->q_at + k] = 1.4 * random_number();
  }
  x->state[0] = 0.4;
  jn_manifold_normalize(x->system, x->q);
}

static void check_bodies(const char *what, const bench *x, const bench *y) {
  for (int b = 1; b < x->system->nbodies; b++) {
    jni_motion m, n;
    jni_body_motion(x->system, x->work, b, &m);
    jni_body_motion(y->system, y->work, b, &n);
    check_all_near(what, "position", m.r, n.r, 3, near_rounding);
    check_all_near(what, "orientation", m.R, n.R, 9, near_rounding);
    check_all_near(what, "velocity", m.v, n.v, 3, near_rounding);
    check_all_near(what, "angular velocity", m.w, n.w, 3, near_rounding);
    CHECK_NEAR(x->work->body2[b].theta, y->work->body2[b].theta, near_rounding);
  }
}

static void check_joint_coordinates(const char *what, const bench *x, const bench *y) {
  for (int i = 0; i < x->system->ncoordinates; i++)
    for (int k = 0; k < y->system->ncoordinates; k++) {
      const jni_coordinate *c = &x->system->coordinates[i], *d = &y->system->coordinates[k];
      jni_coordinate_state s, t;
      if (c->joint != d->joint || c->index != d->index) continue;
      jni_coordinate_at(x->system, x->work, i, true, &s);
      jni_coordinate_at(y->system, y->work, k, true, &t);
      check_all_near(what, "coordinate", &s.value, &t.value, 1, near_rounding);
      check_all_near(what, "its rate", &s.rate, &t.rate, 1, near_rounding);
      check_all_near(what, "its first block", s.J[0], t.J[0], 6, near_rounding);
      check_all_near(what, "its second block", s.J[1], t.J[1], 6, near_rounding);
      check_all_near(what, "its bias", &s.bias, &t.bias, 1, near_rounding);
    }
}

static double largest_of(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = jni_larger(most, fabs(x[i]));
  return most;
}

// x in joint coordinates, y in cartesian ones at the same state.
static void check_reactions(const char *what, bench *x, bench *y) {
  double *vdot[2] = {numbers(x->n.nv), numbers(y->n.nv)}, *lambda[2] = {numbers(x->n.nc), numbers(y->n.nc)};
  CHECK(jn_solve_acceleration(x->system, x->work, x->state, vdot[0], lambda[0]) == JN_OK);
  CHECK(jn_solve_acceleration(y->system, y->work, y->state, vdot[1], lambda[1]) == JN_OK);
  check_all_near(what, "acceleration", jni_body_acceleration(x->system, x->work, vdot[0]), vdot[1], y->n.nv, 1e-9);
  for (int j = 0; j < x->system->model->njoints; j++)
    for (int end = 0; end < 2 && x->system->model->joints[j].kind->two_ended; end++) {
      double force[2][3], torque[2][3];
      jni_joint_reaction(x->system, x->work, j, end, vdot[0], lambda[0], force[0], torque[0]);
      jni_joint_reaction(y->system, y->work, j, end, vdot[1], lambda[1], force[1], torque[1]);
      check_all_near(what, "reaction force", force[0], force[1], 3, 1e-9);
      check_all_near(what, "reaction torque", torque[0], torque[1], 3, 1e-9);
    }
  free(vdot[0]);
  free(vdot[1]);
  free(lambda[0]);
  free(lambda[1]);
}

// Every body's quaternion is on the side that it had in cartesian coordinates, whatever the sides of the others are.
static void check_sides(const char *what, bench *x, bench *y) {
  double *again = numbers(y->n.nstate), p[4];
  for (int i = 0; i < y->system->nturns; i++)
    for (int k = 0, over = random_number() < 0; k < 4; k++) y->q[y->system->turns[i].q_at + k] *= over ? -1 : 1;
  jn_state_convert(y->system, y->state, x->system, x->state);
  jn_state_convert(x->system, x->state, y->system, again);
  check_all_near(what, "state after there and back", again, y->state, 1 + y->n.nq + y->n.nv, near_rounding);
  stages(x, x->state[0], x->q, x->v);
  for (int b = 1; b < x->system->nbodies && x->system->model->space == JN_SPACE; b++) {
    jni_tree_quaternion(x->system, x->work, b, p);
    check_all_near(what, "quaternion", p, y->q + y->system->q_at[b] + 3, 4, near_rounding);
  }
  free(again);
}

static void check_same(const char *what, const jn_model *model, const char *other) {
  bench x = new_bench(model, "joint"), y = new_bench(model, other);
  double *back = numbers(x.n.nstate);
  for (int trial = 0; trial < TRIALS; trial++) {
    random_state(&x);
    jn_state_convert(x.system, x.state, y.system, y.state);
    stages(&x, x.state[0], x.q, x.v);
    stages(&y, y.state[0], y.q, y.v);
    check_bodies(what, &x, &y);
    if (strcmp(other, "cartesian") == 0) check_joint_coordinates(what, &x, &y);
    CHECK(largest_of(y.work->phi, y.n.nh) <= near_rounding);
    CHECK_NEAR(jn_get_kinetic(x.system, x.work), jn_get_kinetic(y.system, y.work), 1e-10);
    CHECK_NEAR(jn_get_potential(x.system, x.work), jn_get_potential(y.system, y.work), 1e-10);
    jn_state_convert(y.system, y.state, x.system, back);
    for (int i = 0; i < x.system->nturns; i++) {  // either quaternion will do
      double *p = back + 1 + x.system->turns[i].q_at, *q = x.q + x.system->turns[i].q_at;
      double side = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
      for (int k = 0; k < 4; k++) p[k] *= side < 0 ? -1 : 1;
    }
    for (int i = 0; i < x.n.nq; i++) {  // angles of a cross have no turns
      bool turns = !x.system->q_is_length[i] && strstr(what, "universal");
      if (turns) back[1 + i] += 2 * JNK_PI * round((x.q[i] - back[1 + i]) / (2 * JNK_PI));
    }
    check_all_near(what, "way back", back, x.state, 1 + x.n.nq + x.n.nv, near_rounding);
    if (strcmp(other, "cartesian") == 0) {
      check_reactions(what, &x, &y);
      check_sides(what, &x, &y);
    }
  }
  free(back);
  free_bench(&x);
  free_bench(&y);
}

// ---- shipped models -------------------------------------------------------------------------------------------------

static void check_active(const char *path, bench *x) {
  jn_mobility *mobility = jn_mobility_new(x->system, x->state, NULL);
  CHECK(mobility != NULL);
  if (!mobility) return;
  int active = 0, nc = x->n.nc;
  double *scale = numbers(x->n.nv);
  for (int i = 0; i < x->n.nv; i++) scale[i] = 1;
  for (int i = 0; i < nc; i++) active += jn_mobility_active(mobility)[i];
  jn_calc_position(x->system, x->work, x->state[0], x->q, x->z, x->s);
  jni_rank *rank = jni_rank_new(NULL, &x->system->pattern, x->work->G, scale, 1e-9);
  bool ok = jn_mobility_singular(mobility) ||
            (active == jni_rank_get(rank) && x->n.nv - active == jn_mobility_freedoms(mobility));
  if (!ok)
    printf("%s: %d rows in force, rank %d, %d speeds, %d freedoms\n", path, active, jni_rank_get(rank), x->n.nv,
           jn_mobility_freedoms(mobility));
  CHECK(ok && nc - active == jn_mobility_redundant(mobility));
  jni_object_free(rank);
  free(scale);
  jn_mobility_free(mobility);
}

static void check_shipped(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model != NULL);
  bench x = new_bench(model, "joint"), y = new_bench(model, "cartesian");
  CHECK(jn_assemble(x.system, x.state, NULL, report) == JN_OK);
  jn_state_convert(x.system, x.state, y.system, y.state);
  stages(&x, x.state[0], x.q, x.v);
  stages(&y, y.state[0], y.q, y.v);
  check_bodies(path, &x, &y);
  CHECK(largest_of(x.work->phi, x.n.nh) <= 1e-9);
  check_active(path, &x);
  jn_mobility *mobility = jn_mobility_new(y.system, y.state, NULL);
  if (mobility && jn_mobility_redundant(mobility) == 0 && !jn_mobility_singular(mobility))
    check_reactions(path, &x, &y);
  jn_mobility_free(mobility);
  free_bench(&x);
  free_bench(&y);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- what is refused, and equilibrium -------------------------------------------------------------------------------

static const char four_bar[] =
    "jounce: 1\nname: four-bar\nspace: plane\ngravity: [0, -9.81]\nground: {points: {P: [0, 0], Q: [2, 0]}}\n"
    "bodies:\n  a: {mass: 1, inertia: 0.1, points: {P: [0, 0], Q: [1, 0]}}\n"
    "  b: {mass: 1, inertia: 0.1, points: {P: [0, 0], Q: [2.2, 0]}}\n"
    "  c: {mass: 1, inertia: 0.1, points: {P: [0, 0], Q: [1, 0]}}\n"
    "joints:\n  O: {type: revolute, between: [ground.P, a.P]}\n  A: {type: revolute, between: [a.Q, b.P]}\n"
    "  B: {type: revolute, between: [b.Q, c.Q]%s}\n  C: {type: revolute, between: [ground.Q, c.P]%s}\n"
    "initial: {guess: {a.angle: 1.2, c.angle: 1.2}}\n";

static jn_model *read_four_bar(const char *b, const char *c, jn_report *report) {
  char text[1500];
  int n = snprintf(text, sizeof text, four_bar, b, c);
  jn_model *model = jn_model_read_text(NULL, "four-bar.yaml", text, (size_t)n, NULL, 0, report);
  for (int i = 0; i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  return model;
}

// The joint that is cut has rows, and couplings of them with the energy; the others have none. Which it is, the file
// may say.
static void test_asked(void) {
  static const struct {
    const char *b, *c, *cut, *kept;
  } cases[] = {{"", "", "joint.B.lambda.1", "joint.A.coupling.1"},
               {", tree: true", ", tree: false", "joint.C.lambda.1", "joint.B.coupling.1"},
               {", tree: false", "", "joint.B.lambda.1", "joint.C.coupling.1"},
               {", tree: true", "", "joint.A.lambda.1", "joint.B.rate_coupling.1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read_four_bar(cases[i].b, cases[i].c, report);
    CHECK(model != NULL);
    if (!model) return;
    jn_system *system = jn_system_new(model, "joint", report);
    CHECK(system && jn_system_sizes(system).nv == 3 && jn_system_sizes(system).nc == 2 && jn_tree_nloops(system) == 1);
    jn_probe *probe = jn_probe_new(system, &cases[i].cut, 1, false, report);
    CHECK(probe != NULL);
    jn_probe_free(probe);
    CHECK(jn_probe_new(system, &cases[i].kept, 1, false, report) == NULL);
    int last = jn_report_size(report) - 1;
    CHECK(last >= 0 && strstr(jn_report_get(report, last)->what, "spanning tree"));
    jn_system_free(system);
    jn_model_free(model);
    jn_report_free(report);
  }
}

static void test_equilibrium(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_four_bar("", "", report);
  CHECK(model != NULL);
  if (!model) return;
  bench x = new_bench(model, "joint"), y = new_bench(model, "cartesian");
  jn_equilibrium_options options = jn_equilibrium_options_default();
  double *lambda[2] = {numbers(x.n.nc), numbers(y.n.nc)}, *same = numbers(x.n.nstate);
  CHECK(jn_assemble(x.system, x.state, NULL, report) == JN_OK && jn_assemble(y.system, y.state, NULL, report) == JN_OK);
  CHECK(jn_solve_equilibrium(x.system, &options, x.state, lambda[0], NULL, report) == JN_OK);
  CHECK(jn_solve_equilibrium(y.system, &options, y.state, lambda[1], NULL, report) == JN_OK);
  jn_state_convert(y.system, y.state, x.system, same);
  check_all_near("equilibrium", "state", x.state, same, 1 + x.n.nq + x.n.nv, 1e-9);
  check_all_near("equilibrium", "multipliers of the cut joint", lambda[0], lambda[1] + 4, 2, 1e-9);
  stages(&x, x.state[0], x.q, x.v);
  for (int i = 0; i < x.n.nv; i++) {  // forces balance in joint coordinates
    double *G = numbers(x.n.nc * x.n.nv), left = x.work->f[i];
    jn_get_G(x.system, x.work, G);
    for (int r = 0; r < x.n.nc; r++) left -= G[r * x.n.nv + i] * lambda[0][r];
    CHECK_NEAR(left, 0, 1e-9);
    free(G);
  }
  free(lambda[0]);
  free(lambda[1]);
  free(same);
  free_bench(&x);
  free_bench(&y);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  test_asked();
  test_equilibrium();
  CHECK(each_shipped_model(check_shipped) > 20);
  for (int k = 0; jni_joint_kinds[k]; k++)
    for (int space = JN_PLANE; space <= JN_SPACE; space++)
      for (int way = 0; way < 4; way++) {
        const jni_joint_kind *kind = jni_joint_kinds[k];
        if (kind->link == JNI_LINK_NONE || !(space == JN_PLANE ? kind->in_plane : kind->in_space)) continue;
        jn_model *model = chain(kind, (jn_space)space, way & 1, way & 2);
        char what[100];
        snprintf(what, sizeof what, "%s%s%s%s", kind->name, space == JN_PLANE ? " in the plane" : "",
                 way & 1 ? ", reversed" : "", way & 2 ? ", floating" : "");
        check_same(what, model, "cartesian");
        check_same(what, model, "natural");
        jn_model_free(model);
      }
  return check_report();
}
