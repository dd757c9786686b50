// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_import_mujoco.c - imported robots accelerate as in MuJoCo: the same file in both, random states, accelerations
// of all bodies compared.
//
// Equality constraints of MuJoCo are made rigid (mujoco_rigid.h), as ours are. MuJoCo finds principal axes to about
// 1e-8 only (an entry of 3e-4 kg m^2 off by 5e-9). So the robots whose files give inertias along principal axes are
// compared as loaded, to 1e-9. The others are compared as loaded to 1e-5, and again, to 1e-9, with MuJoCo's inertias
// replaced by ours, diagonalised here to rounding. MuJoCo ignores <mimic> of URDF; its row is added here. Contacts,
// limits and dry friction are switched off.
#include "linalg/dense/dense.h"
#include "model/model.h"
#include "mujoco_rigid.h"

enum { STATES = LIGHT ? 3 : 20 };
static const double RELATIVE = 1e-9, ROUGH = 1e-5;  // ROUGH: where MuJoCo had to find principal axes

// ---- the same state here -----------------------------------------------------------------------------------------

typedef struct {
  double x[3], q[4], v[3], w[3];  // frame: place, orientation, velocity, angular velocity in ground axes
} motion;

// Names of the source, made legal: here only '-' occurs.
static int find_body(const mjModel *m, const char *ours) {
  for (int i = 0; i < m->nbody; i++) {
    char name[100];
    snprintf(name, sizeof name, "%s", mj_id2name(m, mjOBJ_BODY, i) ? mj_id2name(m, mjOBJ_BODY, i) : "");
    for (char *c = name; *c; c++)
      if (*c == '-') *c = '_';
    if (strcmp(name, ours) == 0) return i;
  }
  return -1;
}

static void body_motion(const pair *p, int body, motion *out) {
  double vel[6];
  mju_copy3(out->x, p->d->xpos + 3 * body);
  mju_copy4(out->q, p->d->xquat + 4 * body);
  mj_objectVelocity(p->m, p->d, mjOBJ_XBODY, body, vel, 0);
  mju_copy3(out->w, vel);
  mju_copy3(out->v, vel + 3);
}

// A body behind the first joints of `body`, up to `last`: as MuJoCo's own kinematics goes from joint to joint.
static void partial_motion(const pair *p, int body, int last, motion *out) {
  const mjModel *m = p->m;
  const mjData *d = p->d;
  motion parent;
  double t[3], anchor[3];
  body_motion(p, m->body_parentid[body], &parent);
  mju_rotVecQuat(t, m->body_pos + 3 * body, parent.q);
  mju_add3(out->x, parent.x, t);
  mju_mulQuat(out->q, parent.q, m->body_quat + 4 * body);
  for (int j = m->body_jntadr[body]; j <= last; j++) {
    double s = d->qpos[m->jnt_qposadr[j]] - m->qpos0[m->jnt_qposadr[j]], turn[4];
    mju_rotVecQuat(t, m->jnt_pos + 3 * j, out->q);
    mju_add3(anchor, out->x, t);
    if (m->jnt_type[j] == mjJNT_SLIDE) {
      mju_addToScl3(out->x, d->xaxis + 3 * j, s);
      continue;
    }
    mju_axisAngle2Quat(turn, m->jnt_axis + 3 * j, s);
    mju_mulQuat(out->q, out->q, turn);
    mju_rotVecQuat(t, m->jnt_pos + 3 * j, out->q);
    mju_sub3(out->x, anchor, t);
  }
  mju_copy3(out->w, parent.w);
  mju_sub3(t, out->x, parent.x);
  mju_cross(out->v, parent.w, t);
  mju_addTo3(out->v, parent.v);
  for (int j = m->body_jntadr[body]; j <= last; j++) {
    double rate = d->qvel[m->jnt_dofadr[j]], c[3];
    mju_sub3(t, out->x, d->xanchor + 3 * j);
    mju_cross(c, d->xaxis + 3 * j, t);
    if (m->jnt_type[j] == mjJNT_SLIDE) {
      mju_addToScl3(out->v, d->xaxis + 3 * j, rate);
    } else {
      mju_addToScl3(out->v, c, rate);
      mju_addToScl3(out->w, d->xaxis + 3 * j, rate);
    }
  }
}

static void rotor_motion(const pair *p, int joint, motion *out) {
  const double z[3] = {0, 0, 1};
  *out = (motion){.w = {0, 0, p->d->qvel[p->m->jnt_dofadr[joint]]}};
  mju_axisAngle2Quat(out->q, z, p->d->qpos[p->m->jnt_qposadr[joint]] - p->m->qpos0[p->m->jnt_qposadr[joint]]);
}

// False: the name is that of nothing.
static bool find_motion(const pair *p, const char *ours, motion *out) {
  char name[100];
  snprintf(name, sizeof name, "%s", ours);
  int body = find_body(p->m, ours);
  if (body >= 0) {
    body_motion(p, body, out);
    return true;
  }
  char *after = strstr(name, "_after_"), *rotor = strstr(name, "_rotor");
  if (after) {
    *after = '\0';
    partial_motion(p, find_body(p->m, name), mj_name2id(p->m, mjOBJ_JOINT, after + strlen("_after_")), out);
  } else if (rotor) {
    *rotor = '\0';
    rotor_motion(p, mj_name2id(p->m, mjOBJ_JOINT, name), out);
  }
  return after || rotor;
}

// Cartesian coordinates: centre of mass and quaternion; velocity of the centre of mass, ground axes, and angular
// velocity, body axes.
static void fill_state(const pair *p, const jn_system *cartesian, double *state) {
  CHECK(jn_system_initial_state(cartesian, state) == JN_OK);
  for (int b = 1; b < jn_model_nbodies(p->model); b++) {
    motion at;
    double *q = jn_state_q(cartesian, state) + 7 * (b - 1), *v = jn_state_v(cartesian, state) + 6 * (b - 1);
    double arm[3], t[3], inverse[4];
    bool known = find_motion(p, jn_model_body_name(p->model, (jn_body){b}), &at);
    CHECK(known);  // every body is one of MuJoCo's or made by the import
    if (!known) continue;
    mju_rotVecQuat(arm, p->model->bodies[b].com, at.q);
    mju_add3(q, at.x, arm);
    mju_copy4(q + 3, at.q);
    mju_cross(t, at.w, arm);
    mju_add3(v, at.v, t);
    mju_negQuat(inverse, at.q);
    mju_rotVecQuat(v + 3, at.w, inverse);
  }
}

static void hold_controls(const pair *p, const jn_system *system, jn_work *work) {
  for (int i = 0; i < p->m->nu; i++) {
    char name[100];
    const char *given = mj_id2name(p->m, mjOBJ_ACTUATOR, i);
    if (given) snprintf(name, sizeof name, "%s", given);
    else snprintf(name, sizeof name, "%s_velocity", mj_id2name(p->m, mjOBJ_JOINT, p->m->actuator_trnid[2 * i]));
    for (char *c = name; *c; c++)
      if (*c == '-') *c = '_';
    int input = jn_input_find(system, name);
    CHECK(input >= 0);
    if (input >= 0) jn_work_hold_input(work, input, p->d->ctrl[i]);
  }
}

// ---- comparison ------------------------------------------------------------------------------------------------

static double compare_body(const pair *p, const jn_system *system, jn_work *work, const double *state,
                           const double *vdot, const double *lambda, int b, double *scale) {
  const char *name = jn_model_body_name(p->model, (jn_body){b});
  int body = find_body(p->m, name);
  if (body < 0) return 0;
  char linear[120], angular[120];
  snprintf(linear, sizeof linear, "%s.acceleration", name);
  snprintf(angular, sizeof angular, "%s.angular_acceleration", name);
  const char *names[] = {linear, angular};
  double ours[6] = {NAN, NAN, NAN, NAN, NAN, NAN}, acc[6], theirs[6], worst = 0;
  jn_probe *probe = jn_probe_new(system, names, 2, false, NULL);
  CHECK(probe && jn_probe_count(probe) == 6);
  if (probe) jn_probe_calc(probe, work, state, vdot, lambda, ours);
  jn_probe_free(probe);
  mj_objectAcceleration(p->m, p->d, mjOBJ_XBODY, body, acc, 0);
  mju_copy3(theirs, acc + 3);
  if (!(p->m->opt.disableflags & mjDSBL_GRAVITY)) mju_addTo3(theirs, p->m->opt.gravity);
  mju_mulMatTVec(theirs + 3, p->d->xmat + 9 * body, acc, 3, 3);  // body axes, as the signal
  for (int i = 0; i < 6; i++) {
    double difference = fabs(ours[i] - theirs[i]);
    *scale = fmax(*scale, fabs(theirs[i]));
    worst = jni_larger(worst, difference);
  }
  return worst;
}

// The state lies on our constraints too.
static void check_rows(const jn_system *system, jn_work *work, double *state) {
  jn_sizes sizes = jn_system_sizes(system);
  double *phi = calloc((size_t)sizes.nc + 1, sizeof *phi), *G = calloc((size_t)(sizes.nc * sizes.nv) + 1, sizeof *G);
  jn_calc_position(system, work, 0, jn_state_q(system, state), jn_state_z(system, state), jn_state_s(system, state));
  jn_get_phi(system, work, phi);
  jn_get_G(system, work, G);
  for (int i = 0; i < sizes.nh; i++) CHECK_NEAR(phi[i], 0, 1e-11);
  for (int i = 0; i < sizes.nc; i++)
    CHECK_NEAR(mju_dot(G + (size_t)i * sizes.nv, jn_state_v(system, state), sizes.nv), 0, 1e-11);
  free(phi);
  free(G);
}

// The largest difference of all bodies' accelerations over the largest acceleration.
static double compare(const pair *p, const jn_system *cartesian, const jn_system *system) {
  jn_sizes sizes = jn_system_sizes(system);
  double *first = calloc((size_t)jn_system_sizes(cartesian).nstate, sizeof *first),
         *state = calloc((size_t)sizes.nstate, sizeof *state);
  double *vdot = calloc((size_t)sizes.nv + 1, sizeof *vdot), *lambda = calloc((size_t)sizes.nc + 1, sizeof *lambda);
  jn_work *work = jn_work_new(system);
  double worst = 0, scale = 0;
  fill_state(p, cartesian, first);
  jn_state_convert(cartesian, first, system, state);
  hold_controls(p, system, work);
  check_rows(system, work, state);
  CHECK(jn_solve_acceleration(system, work, state, vdot, lambda) == JN_OK);
  for (int b = 1; b < jn_model_nbodies(p->model); b++) {
    worst = jni_larger(worst, compare_body(p, system, work, state, vdot, lambda, b, &scale));
  }
  jn_work_free(work);
  free(first);
  free(state);
  free(vdot);
  free(lambda);
  return worst / scale;
}

static void test_coordinates(pair *p, const jn_system *cartesian, const char *coordinates, const char *how,
                             double tolerance) {
  jn_system *system = jn_system_new(p->model, coordinates, NULL);
  double worst = 0;
  CHECK(system != NULL);
  for (int i = 0; system && i < STATES; i++) {
    random_state(p);
    accelerate(p);
    worst = jni_larger(worst, compare(p, cartesian, system));
  }
  if (system)
    printf("%s %s, %s coordinates: largest relative difference %.2g of %.0g allowed\n", p->robot->name, how,
           coordinates, worst, tolerance);
  if (system) CHECK_NEAR(worst, 0, tolerance);
  jn_system_free(system);
}

static void test_all_coordinates(pair *p, const char *how, double tolerance) {
  jn_system *cartesian = jn_system_new(p->model, "cartesian", NULL);
  CHECK(cartesian != NULL);
  for (int i = 0; cartesian && jn_coordinates_name(i); i++) {
    bool joint = strcmp(jn_coordinates_name(i), "joint") == 0;
    if (joint || !jn_model_has_armature(p->model))
      test_coordinates(p, cartesian, jn_coordinates_name(i), how, tolerance);
  }
  jn_system_free(cartesian);
}

// ---- both sides ------------------------------------------------------------------------------------------------

static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 16);
  if (file) text[fread(text, 1, (1 << 16) - 1, file)] = '\0';
  if (file) fclose(file);
  return text;
}

// MuJoCo would melt fixed links of a URDF into their parents, and not tell what becomes of them.
static mjModel *load_theirs(const char *path) {
  static const char keep[] = "<mujoco><compiler fusestatic=\"false\"/></mujoco>";
  char error[500] = "", *text = read_text(path), *first = strstr(text, "<robot");
  char *at = first ? strchr(first, '>') + 1 : text;
  size_t size = strlen(text) + sizeof keep;
  char *whole = calloc(1, size + 1);
  snprintf(whole, size, "%.*s%s%s", (int)(at - text), text, first ? keep : "", at);
  mjVFS *files = malloc(sizeof *files);
  mj_defaultVFS(files);
  mj_makeEmptyFileVFS(files, "robot.xml", (int)strlen(whole));
  memcpy(files->filedata[0], whole, strlen(whole));
  mjModel *m = mj_loadXML("robot.xml", files, error, sizeof error);
  if (!m) printf("MuJoCo: %s\n", error);
  mj_deleteVFS(files);
  free(files);
  free(whole);
  free(text);
  return m;
}

static jn_model *load_ours(const char *path) {
  jn_report *report = jn_report_new(NULL);
  char *text = jn_import_file(NULL, path, NULL, report);
  const jn_setting without = {"forces.shoulder_friction.kinetic", "0"};
  int n = text && strstr(text, "shoulder_friction:") ? 1 : 0;
  jn_model *model = text ? jn_model_read_text(NULL, "imported", text, strlen(text), &without, n, report) : NULL;
  for (int i = 0; i < jn_report_size(report); i++) {
    char line[1200];
    jn_error_format(jn_report_get(report, i), line, sizeof line);
    if (jn_report_get(report, i)->severity == JN_FAULT) puts(line);
  }
  jn_text_free(NULL, text);
  jn_report_free(report);
  return model;
}

static void note_welds(pair *p) {
  mj_resetData(p->m, p->d);
  mj_kinematics(p->m, p->d);
  for (int k = 0; k < p->m->neq && k < 8; k++) {
    int one = p->m->eq_obj1id[k], two = p->m->eq_obj2id[k];
    if (p->m->eq_type[k] != mjEQ_WELD) continue;
    double d[3], inverse[4];
    mju_negQuat(inverse, p->d->xquat + 4 * one);
    mju_sub3(d, p->d->xpos + 3 * two, p->d->xpos + 3 * one);
    mju_rotVecQuat(p->relative[k], d, inverse);
    mju_mulQuat(p->relative[k] + 3, inverse, p->d->xquat + 4 * two);
  }
}

// J = V diag(w) V' by Jacobi's rotations; the columns of V are right-handed.
static void diagonalise(double J[9], double w[3], double q[4]) {
  double V[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int sweep = 0; sweep < 30; sweep++)
    for (int k = 0; k < 3; k++) {
      int a = k, b = (k + 1) % 3;
      double off = J[3 * a + b], gap = J[4 * b] - J[4 * a];
      // a quarter turn at most
      double theta = 0.5 * atan2(gap < 0 ? -2 * off : 2 * off, fabs(gap)), c = cos(theta), s = sin(theta);
      double R[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, t[9];
      R[4 * a] = R[4 * b] = c;
      R[3 * a + b] = s;
      R[3 * b + a] = -s;
      mju_mulMatTMat(t, R, J, 3, 3, 3);
      mju_mulMatMat(J, t, R, 3, 3, 3);
      mju_mulMatMat(t, V, R, 3, 3, 3);
      mju_copy(V, t, 9);
    }
  for (int i = 0; i < 3; i++) w[i] = J[4 * i];
  mju_mat2Quat(q, V);
  mju_normalize4(q);
}

// Mass, centre of mass and inertia of one body are the same in both; `ours` is the inertia here. False: MuJoCo has no
// such body.
static bool check_inertia(const pair *p, int b, double tolerance, double ours[9]) {
  const jni_body *own = &p->model->bodies[b];
  const double *J = own->inertia;
  int body = find_body(p->m, own->name);
  if (body < 0) return false;
  double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]}, R[9], D[9] = {0}, t[9], theirs[9],
         size = J[0] + J[1] + J[2];
  for (int i = 0; i < 3; i++) D[4 * i] = p->m->body_inertia[3 * body + i];
  mju_quat2Mat(R, p->m->body_iquat + 4 * body);
  mju_mulMatMat(t, R, D, 3, 3, 3);
  mju_mulMatMatT(theirs, t, R, 3, 3, 3);
  for (int i = 0; i < 9; i++) CHECK_NEAR(full[i], theirs[i], tolerance * size);
  CHECK_NEAR(own->mass, p->m->body_mass[body], 1e-13 * own->mass);
  for (int i = 0; i < 3; i++) CHECK_NEAR(own->com[i], p->m->body_ipos[3 * body + i], 1e-14);
  mju_copy(ours, full, 9);
  return true;
}

static void put_inertia(const pair *p, int b, double J[9]) {
  int body = find_body(p->m, p->model->bodies[b].name);
  diagonalise(J, p->m->body_inertia + 3 * body, p->m->body_iquat + 4 * body);
  p->m->body_sameframe[body] = 0;  // a short cut where the principal axes were the body's
}

static void test_pair(pair *p) {
  bool principal = p->robot->principal;
  double J[9];
  note_welds(p);
  for (int b = 1; b < jn_model_nbodies(p->model); b++) check_inertia(p, b, principal ? 1e-14 : 1e-6, J);
  test_all_coordinates(p, "as loaded", principal ? RELATIVE : ROUGH);
  if (principal) return;
  for (int b = 1; b < jn_model_nbodies(p->model); b++)
    if (check_inertia(p, b, 1e-6, J)) put_inertia(p, b, J);
  test_all_coordinates(p, "with our inertias put in", RELATIVE);
}

static void test_robot(const robot *r) {
  pair p = {.robot = r, .m = load_theirs(r->path), .model = load_ours(r->path)};
  CHECK(p.m && p.model);
  if (p.m && p.model) {
    p.m->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_LIMIT | mjDSBL_FRICTIONLOSS | mjDSBL_EQUALITY;
    p.d = mj_makeData(p.m);
    test_pair(&p);
    mj_deleteData(p.d);
  }
  if (p.m) mj_deleteModel(p.m);
  jn_model_free(p.model);
}

int main(void) {
  static const robot robots[] = {
      {.name = "arm",
       .path = JOUNCE_SOURCE_DIR "/models/robots/arm.urdf",
       .follower = "right_slide",
       .leader = "left_slide",
       .factor = 1.1,
       .offset = 0.002},
      {.name = "walker", .path = JOUNCE_SOURCE_DIR "/models/robots/walker.xml"},
      {.name = "loop", .principal = true, .path = JOUNCE_SOURCE_DIR "/models/robots/loop.xml"},
      {.name = "plane", .principal = true, .path = JOUNCE_SOURCE_DIR "/tests/import/plane.xml"},
      {.name = "floating", .path = JOUNCE_SOURCE_DIR "/tests/import/floating.urdf"},
      {.name = "gantry",
       .principal = true,
       .path = JOUNCE_SOURCE_DIR "/tests/import/gantry.urdf",
       .follower = "right_jaw",
       .leader = "left_jaw",
       .factor = -1},
      {.name = "shapes", .path = JOUNCE_SOURCE_DIR "/tests/import/shapes.xml"},
  };
  srand(7);
  for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) test_robot(&robots[i]);
  return check_report();
}
