// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_generate.c - generates random bodies, a tree of joints, joints that close loops, and the properties of each
// profile. Joints are placed for given poses of the bodies, so that all loops close. Attempts close to a singular
// configuration are dropped and counted.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "mechanism.h"

const char *const mech_profile_names[NPROFILES + 1] = {"plane-tree", "plane-loop", "space-tree", "space-loop",
                                                       "redundant",  "massless",   "coupled",    "extreme",
                                                       "statics",    "forms",      NULL};
enum { ATTEMPTS = 40 };

// ---- bodies ---------------------------------------------------------------------------------------------------------

// Chooses the inertia of random mass points, so that it is physically possible.
static void choose_inertia(chance *c, jn_space space, mech_body *b, double radius) {
  double I[6] = {0};
  for (int k = 0; k < 6; k++) {
    double x[3];
    for (int i = 0; i < 3; i++) x[i] = radius * chance_between(c, -1, 1);
    double r2 = jnk_dot(x, x), share = b->mass / 6;
    for (int i = 0; i < 3; i++) I[i] += share * (r2 - x[i] * x[i] + 0.1 * radius * radius);
    I[3] -= share * x[0] * x[1];
    I[4] -= share * x[0] * x[2];
    I[5] -= share * x[1] * x[2];
  }
  memcpy(b->inertia, I, sizeof I);
  if (space == JN_PLANE) b->inertia[0] = b->inertia[1] = b->inertia[3] = b->inertia[4] = b->inertia[5] = 0;
}

static void choose_pose(chance *c, jn_space space, mech_body *b) {
  for (int i = 0; i < 3; i++) {
    b->r[i] = chance_between(c, -1, 1);
    b->v[i] = chance_between(c, -1, 1);
    b->w[i] = chance_between(c, -2, 2);
  }
  mech_random_turn(c, space, b->q);
  if (space == JN_PLANE) {
    b->r[2] = b->v[2] = b->w[0] = b->w[1] = 0;
    b->angle = 2 * atan2(b->q[3], b->q[0]);
  }
  if (b->particle) {
    b->q[0] = 1;
    b->q[1] = b->q[2] = b->q[3] = b->angle = b->w[0] = b->w[1] = b->w[2] = 0;
  }
}

static void add_body(mechanism *m, chance *c) {
  bool extreme = m->profile == EXTREME;
  mech_body *b = &m->body[m->nbodies];
  *b = (mech_body){.particle = chance_happens(c, 0.08)};
  snprintf(b->name, sizeof b->name, "b%d", m->nbodies);
  b->mass = extreme ? chance_size(c, 0.01, 100) : chance_size(c, 0.3, 3);
  if (!b->particle) choose_inertia(c, m->space, b, extreme ? chance_size(c, 0.05, 1) : chance_between(c, 0.3, 0.8));
  for (int i = 0; i < 3 && !b->particle; i++)
    b->com[i] = i == 2 && m->space == JN_PLANE ? 0 : chance_between(c, -0.2, 0.2);
  choose_pose(c, m->space, b);
  m->body_order[m->nbodies] = m->nbodies;
  m->nbodies++;
}

// ---- joints ---------------------------------------------------------------------------------------------------------

static const char *pick(chance *c, const char *const *list) {
  int n = 0;
  while (list[n]) n++;
  return list[chance_below(c, n)];
}

static const char *const plane_links[] = {"revolute", "revolute", "revolute",      "prismatic",
                                          "fixed",    "free",     "point-on-line", NULL};
static const char *const space_links[] = {"revolute",
                                          "revolute",
                                          "prismatic",
                                          "cylindrical",
                                          "spherical",
                                          "universal",
                                          "universal-plunge",
                                          "constant-velocity",
                                          "constant-velocity-plunge",
                                          "planar",
                                          "screw",
                                          "fixed",
                                          "free",
                                          "point-on-line",
                                          "point-on-plane",
                                          NULL};
static const char *const particle_links[] = {"distance", "point-on-line", "spherical", "free", NULL},
                         *const particles_links[] = {"distance", "free", NULL};
static const char *const plane_closings[] = {"revolute", "revolute", "distance", "point-on-line", "prismatic", NULL};
static const char *const space_closings[] = {
    "spherical", "distance",    "distance", "point-on-line",    "point-on-plane",    "universal",
    "revolute",  "cylindrical", "planar",   "universal-plunge", "constant-velocity", "constant-velocity-plunge",
    "screw",     NULL};

static void add_link(mechanism *m, chance *c, int child) {
  int parent = chance_below(c, child);
  bool particle = m->body[child].particle, over = m->body[parent].particle;
  const char *type = pick(c, particle && over       ? particles_links
                             : particle || over     ? particle_links
                             : m->space == JN_PLANE ? plane_links
                                                    : space_links);
  if (strcmp(type, "spherical") == 0 && m->space == JN_PLANE) type = "revolute";
  bool turned = particle || over ? over : chance_happens(c, 0.3);  // a particle has no axis: it is the second end
  mech_place_joint(m, c, mech_add_joint(m, type, turned ? child : parent, turned ? parent : child), NULL);
}

static void add_relation(mechanism *m, chance *c) {
  mech_joint *j = mech_add_joint(m, "linear-relation", -1, -1);
  j->nterms = 2;
  for (int k = 0; k < 2; k++) {
    mech_frame f = {.q = {1, 0, 0, 0}};
    double p[3], q[4];
    int body = 1 + chance_below(c, m->nbodies - 1);
    while (m->body[body].particle) body = body % (m->nbodies - 1) + 1;
    for (int i = 0; i < 3; i++) f.p[i] = i == 2 && m->space == JN_PLANE ? 0 : chance_between(c, -0.5, 0.5);
    j->terms[k] = (mech_term){.joint = body, .factor = (k ? -1 : 1) * chance_between(c, 0.5, 2)};
    jnk_copy(f.p, j->place[k]);
    mech_world_frame(m, body, &f, p, q);
    jnk_add_scaled(j->constant, j->terms[k].factor, p, j->constant);
  }
}

static bool all_particles(const mechanism *m) {
  for (int b = 1; b < m->nbodies; b++)
    if (!m->body[b].particle) return false;
  return true;
}

static void add_closing(mechanism *m, chance *c) {
  int a = chance_below(c, m->nbodies), b = chance_below(c, m->nbodies);
  if (a == b) b = (a + 1) % m->nbodies;
  bool particle = m->body[a].particle || m->body[b].particle;
  if (chance_happens(c, 0.08) && !all_particles(m)) add_relation(m, c);
  else
    mech_place_joint(
        m, c,
        mech_add_joint(m, particle ? "distance" : pick(c, m->space == JN_PLANE ? plane_closings : space_closings), a,
                       b),
        NULL);
}

static void add_rolling(mechanism *m, chance *c) {
  static const char *const plane[] = {"knife-edge", "rolling-disc", NULL}, *const space[] = {"knife-edge",
                                                                                             "rolling-disc",
                                                                                             "rolling-wheel", NULL};
  int body = 1 + chance_below(c, m->nbodies - 1), other = chance_below(c, body);
  if (m->body[body].particle || m->body[other].particle) return;
  mech_place_joint(m, c, mech_add_joint(m, pick(c, m->space == JN_PLANE ? plane : space), other, body), NULL);
}

// ---- redundancy -----------------------------------------------------------------------------------------------------

// Moves both ends by the same vector in ground axes.
static void shift_ends(const mechanism *m, mech_joint *j, const double by[3]) {
  for (int end = 0; end < 2; end++) {
    double p[3], q[4];
    mech_world_frame(m, j->body[end], &j->end[end], p, q);
    jnk_add(p, by, p);
    mech_local_frame(m, j->body[end], p, q, &j->end[end]);
  }
}

// Adds a redundant copy of a joint, at the same position or shifted along its axis.
static void double_joint(mechanism *m, chance *c, int j) {
  char name[8];
  double p[3], q[4], R[9], by[3];
  mech_joint *copy = mech_add_joint(m, m->joint[j].type, 0, 0);
  memcpy(name, copy->name, sizeof name);
  *copy = m->joint[j];
  memcpy(copy->name, name, sizeof name);
  bool along = strcmp(copy->type, "revolute") == 0 && m->space == JN_SPACE,
       any = strcmp(copy->type, "prismatic") == 0 || strcmp(copy->type, "fixed") == 0;
  if (m->body[copy->body[0]].particle || m->body[copy->body[1]].particle ||
      !(along || any || strcmp(copy->type, "cylindrical") == 0))
    return;
  mech_world_frame(m, copy->body[0], &copy->end[0], p, q);
  jnk_quat_to_matrix(q, R);
  jnk_mat_vec(R, copy->axis[0], by);
  if (any) mech_random_direction(c, m->space, by);
  jnk_scale(chance_between(c, -0.6, 0.6), by, by);
  shift_ends(m, copy, by);
}

// Adds a ring of hinges with parallel axes in space: a plane loop with three redundant equations.
static void add_flat_ring(mechanism *m, chance *c) {
  double axis[3];
  int n = 3 + chance_below(c, 2);
  mech_random_direction(c, JN_SPACE, axis);
  while (m->nbodies <= n) add_body(m, c);
  for (int b = 1; b <= n; b++) m->body[b].particle = false;
  for (int b = 1; b <= n; b++) {
    if (!(m->body[b].inertia[0] > 0)) choose_inertia(c, m->space, &m->body[b], 0.5);
    mech_place_joint(m, c, mech_add_joint(m, "revolute", b - 1, b), axis);
  }
  mech_place_joint(m, c, mech_add_joint(m, "revolute", n, 0), axis);
}

// Adds a body in the plane on three equal parallel rods, one of which is redundant.
static void add_parallel_rods(mechanism *m, chance *c) {
  double d[3], q[4] = {1, 0, 0, 0};
  int body = m->nbodies;
  add_body(m, c);
  m->body[body].particle = false;
  if (!(m->body[body].inertia[2] > 0)) choose_inertia(c, m->space, &m->body[body], 0.5);
  mech_random_direction(c, m->space, d);
  for (int k = 0; k < 3; k++) {
    mech_joint *rod = mech_add_joint(m, "distance", 0, body);
    double p[3], foot[3];
    for (int i = 0; i < 3; i++)
      p[i] = m->body[body].r[i] + (i == 2 && m->space == JN_PLANE ? 0 : chance_between(c, -0.7, 0.7));
    jnk_sub(p, d, foot);
    mech_local_frame(m, 0, foot, q, &rod->end[0]);
    mech_local_frame(m, body, p, q, &rod->end[1]);
    rod->length = 1;
  }
}

static void make_redundant(mechanism *m, chance *c) {
  int variant = chance_below(c, 4), first = 0;
  if (variant == 0 && m->space == JN_SPACE) add_flat_ring(m, c);
  else if (variant == 1 && m->space == JN_PLANE) add_parallel_rods(m, c);
  else add_body(m, c);
  first = m->nbodies;
  for (int b = 1, n = m->njoints; b < first && n == 0; b++) add_link(m, c, b);
  for (int k = chance_below(c, 3); k > 0; k--) add_body(m, c);
  for (int b = first; b < m->nbodies; b++) add_link(m, c, b);
  for (int n = 1 + chance_below(c, 2); n > 0; n--) double_joint(m, c, chance_below(c, m->njoints));
}

// ---- the whole ------------------------------------------------------------------------------------------------------

static void make_massless(mechanism *m, chance *c) {
  for (int b = 1; b < m->nbodies; b++) {
    if (m->body[b].particle || !chance_happens(c, 0.5)) continue;
    m->body[b].mass = 0;
    memset(m->body[b].inertia, 0, sizeof m->body[b].inertia);
    memset(m->body[b].com, 0, sizeof m->body[b].com);
  }
}

static jn_space choose_space(int profile, chance *c) {
  if (profile == PLANE_TREE || profile == PLANE_LOOP) return JN_PLANE;
  if (profile == SPACE_TREE || profile == SPACE_LOOP) return JN_SPACE;
  return chance_happens(c, 0.5) ? JN_PLANE : JN_SPACE;
}

static void make_skeleton(mechanism *m, chance *c) {
  bool loops =
      m->profile == PLANE_LOOP || m->profile == SPACE_LOOP || (m->profile >= MASSLESS && chance_happens(c, 0.5));
  if (m->profile == REDUNDANT) {
    make_redundant(m, c);
  } else {
    for (int n = 1 + loops + chance_below(c, 4); n > 0; n--) add_body(m, c);
    for (int b = 1; b < m->nbodies; b++) add_link(m, c, b);
  }
  for (int n = loops ? 1 + chance_below(c, 2) : 0; n > 0; n--) add_closing(m, c);
  if (m->profile == MASSLESS) make_massless(m, c);
  if (m->profile == COUPLED && chance_happens(c, 0.3)) add_rolling(m, c);
}

static void begin(mechanism *m, int profile, uint64_t seed, chance *c) {
  *m = (mechanism){.profile = profile, .seed = seed, .nbodies = 1, .size = 1, .mass = 1, .time = 1, .until = 0.25};
  m->body[0] = (mech_body){.name = "ground", .q = {1, 0, 0, 0}};
  m->space = choose_space(profile, c);
  for (int i = 0; i < 3; i++) m->gravity[i] = i == 2 && m->space == JN_PLANE ? 0 : chance_between(c, -8, 8);
}

// Returns the key of a profile. Later profiles have separate keys, so that the mechanisms of the others do not change.
static uint64_t key_of(int profile, uint64_t seed) {
  return profile < FORMS ? seed * FORMS + (uint64_t)profile : ~(seed * 64 + (uint64_t)profile);
}

// False: dropped, or with a sentence in why: refused by the library.
static bool attempt(int profile, uint64_t seed, int number, mechanism *m, char *why, size_t size) {
  chance c = {.key = key_of(profile, seed) * ATTEMPTS + (uint64_t)number};
  c.key = chance_next(&c);
  begin(m, profile, seed, &c);
  make_skeleton(m, &c);
  if (!mech_measure_coordinates(m, why, size)) return false;
  if (profile == COUPLED || (profile == EXTREME && chance_happens(&c, 0.3))) mech_add_couplings(m, &c);
  mech_add_forces(m, &c);
  if (profile == FORMS) mech_add_forms(m, &c);
  if (profile != STATICS) mech_add_losses(m, c);
  if (profile == STATICS) mech_hold_all(m, &c);
  return mech_measure_start(m, why, size);
}

bool mech_generate(int profile, uint64_t seed, mechanism *m, char *why, size_t size) {
  why[0] = 0;
  for (int number = 0; number < ATTEMPTS && why[0] == 0; number++)
    if (attempt(profile, seed, number, m, why, size)) return true;
  return false;
}
