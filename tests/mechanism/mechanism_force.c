// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_force.c - force elements of all kinds but those on roads, between bodies and on coordinates of joints.
// Knots of tables and the ends of stops are located as switches, and a run ends before the damper of a stop is cut off
// (mechanism_run.c), since methods keep their order only then.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "mechanism.h"

static void choose_ends(mechanism *m, chance *c, mech_force *f, int n) {
  int first = chance_below(c, m->nbodies), second = (first + 1 + chance_below(c, m->nbodies - 1)) % m->nbodies;
  const int body[2] = {n == 1 && first == 0 ? second : first, second};
  f->body[1] = -1;
  for (int end = 0; end < n; end++) {
    f->body[end] = body[end];
    for (int i = 0; i < 3; i++) f->end[end].p[i] = i == 2 && m->space == JN_PLANE ? 0 : chance_between(c, -0.5, 0.5);
    mech_random_turn(c, m->space, f->end[end].q);
    if (m->body[body[end]].particle) f->end[end] = (mech_frame){.q = {1, 0, 0, 0}};
  }
}

static bool holds_particle(const mechanism *m, const mech_force *f) {
  for (int end = 0; end < 2; end++)
    if (f->body[end] >= 0 && m->body[f->body[end]].particle) return true;
  return false;
}

static double length_between(const mechanism *m, const mech_force *f) {
  double p[2][3], q[4], d[3];
  for (int end = 0; end < 2; end++) mech_world_frame(m, f->body[end], &f->end[end], p[end], q);
  jnk_sub(p[1], p[0], d);
  return jnk_norm(d);
}

// A joint's coordinate by chance; false: there is none.
static bool choose_coordinate(const mechanism *m, chance *c, mech_force *f) {
  int found = 0;
  for (int j = 0; j < m->njoints; j++)
    for (int k = 0; mech_has_coordinate(m, j, k); k++)
      if (chance_below(c, ++found) == 0) {
        f->joint = j;
        f->coordinate = k;
      }
  f->body[0] = f->body[1] = -1;
  return found > 0;
}

static void choose_law(chance *c, mech_force *f) {
  int sort = chance_below(c, 4);
  if (sort == 0) {  // rising, so that it is a spring
    const double x[MOST_LAW] = {-9, -4, 4, 9};
    f->table = true;
    f->smooth = chance_happens(c, 0.5);
    f->nlaw = MOST_LAW;
    for (int i = 0; i < MOST_LAW; i++) {
      f->law_x[i] = x[i];
      f->law_y[i] = f->stiffness * x[i] * (i == 0 || i == 3 ? 2 : 1);
    }
  } else if (sort == 1) {
    f->nlaw = MOST_LAW;
    f->law_y[0] = chance_between(c, -1, 1);
    f->law_y[1] = f->stiffness;
    f->law_y[2] = chance_between(c, -1, 1);
    f->law_y[3] = chance_between(c, 0, 2);
  }
}

static void choose_spring(chance *c, double value, mech_force *f) {
  f->stiffness = chance_between(c, 2, 30);
  f->damping = chance_happens(c, 0.5) ? chance_between(c, 0, 2) : 0;
  f->rest = value + chance_between(c, -0.3, 0.3);
  f->preload = chance_happens(c, 0.3) ? chance_between(c, -3, 3) : 0;
  choose_law(c, f);
}

static bool make_spring(mechanism *m, chance *c, mech_force *f) {
  bool axial = strcmp(f->type, "axial-spring") == 0;
  choose_ends(m, c, f, 2);
  if (axial && (m->space == JN_PLANE || m->body[f->body[0]].particle)) return false;
  double length = length_between(m, f);
  choose_spring(c, axial ? 0 : length, f);
  f->rest = axial ? f->rest : fmax(f->rest, 0);
  return length > 0.4;
}

static bool make_torsion_spring(mechanism *m, chance *c, mech_force *f) {
  bool bodies = m->space == JN_PLANE && chance_happens(c, 0.5);
  if (bodies) choose_ends(m, c, f, 2);
  else if (!choose_coordinate(m, c, f)) return false;
  if (bodies && holds_particle(m, f)) return false;
  choose_spring(
      c, bodies ? m->body[f->body[1]].angle - m->body[f->body[0]].angle : m->joint[f->joint].value[f->coordinate], f);
  return true;
}

static bool make_bushing(mechanism *m, chance *c, mech_force *f) {
  choose_ends(m, c, f, 2);
  if (holds_particle(m, f)) return false;
  // the second frame stands near the first, as in a bushing; far turned its law has a kink
  double p[3], q[4], turn[4], near[4], d[3];
  mech_world_frame(m, f->body[0], &f->end[0], p, q);
  mech_random_direction(c, m->space, d);
  jnk_add_scaled(p, chance_between(c, 0, 0.3), d, p);
  double theta[3] = {0, 0, chance_between(c, -1, 1)};
  if (m->space == JN_SPACE) jnk_scale(theta[2], d, theta);
  jnk_quat_from_rotation_vector(theta, turn);
  jnk_quat_mul(q, turn, near);
  mech_local_frame(m, f->body[1], p, near, &f->end[1]);
  for (int i = 0; i < 3; i++) {
    f->translation_stiffness[i] = chance_between(c, 2, 30);
    f->rotation_stiffness[i] = chance_between(c, 1, 10);
    f->translation_damping[i] = chance_between(c, 0, 1);
    f->rotation_damping[i] = chance_between(c, 0, 0.5);
  }
  return true;
}

static bool make_stop(mechanism *m, chance *c, mech_force *f) {
  bool bodies = chance_happens(c, 0.5);
  if (bodies) choose_ends(m, c, f, 2);
  else if (!choose_coordinate(m, c, f)) return false;
  double value = bodies ? length_between(m, f) : m->joint[f->joint].value[f->coordinate];
  if (bodies && value < 0.7) return false;
  if (bodies || chance_happens(c, 0.5)) f->upper = value - (bodies ? 0.5 : 1);
  else f->lower = value + 1;
  f->stiffness = chance_between(c, 2, 10);
  f->exponent = chance_happens(c, 0.5) ? 1 : 1.5;
  f->damping = chance_happens(c, 0.5) ? chance_between(c, 0, 0.5) : 0;
  return true;
}

static void choose_components(chance *c, int n, bool own, mech_force *f) {
  f->ncomponents = n;
  for (int i = 0; i < n; i++) {
    f->component[i] = (mech_motion){chance_between(c, -5, 5), chance_between(c, -5, 5), chance_between(c, -5, 5),
                                    chance_between(c, 1, 8), 0};
    if (own && chance_happens(c, 0.3)) f->component[i].stiffness = chance_between(c, -5, 0);
  }
}

static bool make_given(mechanism *m, chance *c, mech_force *f) {
  bool torque = strcmp(f->type, "torque") == 0, joint = torque && chance_happens(c, 0.5);
  if (!joint) choose_ends(m, c, f, 1);
  else if (!choose_coordinate(m, c, f)) return false;
  if (torque && !joint && holds_particle(m, f)) return false;
  choose_components(c, joint ? 1 : torque ? (m->space == JN_PLANE ? 1 : 3) : m->space == JN_PLANE ? 2 : 3, !torque, f);
  f->follower = chance_happens(c, 0.5) && !holds_particle(m, f);
  return true;
}

static bool make_attraction(mechanism *m, chance *c, mech_force *f) {
  f->body[0] = 0;
  f->body[1] = -1;
  mech_random_direction(c, m->space, f->end[0].p);
  jnk_scale(4, f->end[0].p, f->end[0].p);
  f->end[0].q[0] = 1;
  f->strength = chance_between(c, 5, 30);
  return true;
}

static bool make(mechanism *m, chance *c, mech_force *f) {
  if (strcmp(f->type, "torsion-spring") == 0) return make_torsion_spring(m, c, f);
  if (strstr(f->type, "spring")) return make_spring(m, c, f);
  if (strcmp(f->type, "bushing") == 0) return make_bushing(m, c, f);
  if (strcmp(f->type, "stop") == 0) return make_stop(m, c, f);
  return strcmp(f->type, "point-gravity") == 0 ? make_attraction(m, c, f) : make_given(m, c, f);
}

static mech_force *begin(mechanism *m, const char *type) {
  mech_force *f = &m->force[m->nforces];
  *f = (mech_force){.type = type, .joint = -1, .lower = -HUGE_VAL, .upper = HUGE_VAL};
  snprintf(f->name, sizeof f->name, "f%d", m->nforces);
  m->force_order[m->nforces] = m->nforces;
  return f;
}

// A bushing between every body and the ground, not far from where it is relaxed: there is a rest nearby.
void mech_hold_all(mechanism *m, chance *c) {
  for (int b = 1; b < m->nbodies; b++) {
    mech_force *f = begin(m, m->body[b].particle ? "spring-damper" : "bushing");
    f->body[1] = b;
    f->end[0].q[0] = f->end[1].q[0] = 1;
    jnk_copy(m->body[b].r, f->end[0].p);
    memcpy(f->end[0].q, m->body[b].q, sizeof f->end[0].q);
    for (int i = 0; i < 3; i++) {
      f->end[0].p[i] += i == 2 && m->space == JN_PLANE ? 0 : chance_between(c, -0.1, 0.1);
      f->translation_stiffness[i] = chance_size(c, 100, 1000);
      f->rotation_stiffness[i] = chance_size(c, 30, 300);
    }
    f->stiffness = chance_size(c, 100, 1000);
    m->nforces++;
  }
}

void mech_add_forces(mechanism *m, chance *c) {
  static const char *const types[] = {"spring-damper", "spring-damper", "torsion-spring", "axial-spring", "bushing",
                                      "stop",          "point-force",   "torque",         "point-gravity"};
  for (int n = chance_below(c, 4), tries = 12; n > 0 && tries > 0; tries--)
    if (mech_add_force(m, c, types[chance_below(c, 9)])) n--;
}

// ---- friction, brakes, drag: beside the others --------------------------------------------------------------------

bool mech_holds(const mech_force *f) { return strcmp(f->type, "brake") == 0 || strcmp(f->type, "friction") == 0; }

// Soft enough for every fixed step; the capacity stays positive.
static bool make_hold(mechanism *m, chance *c, mech_force *f) {
  bool friction = strcmp(f->type, "friction") == 0;
  if (!choose_coordinate(m, c, f)) return false;
  f->stiffness = chance_between(c, 10, 60);
  f->damping = chance_between(c, 1, 4);
  double capacity = chance_between(c, 0.2, 3);
  f->ncomponents = friction && chance_happens(c, 0.5) ? 2 : 1;
  f->component[0] = (mech_motion){capacity, 0, friction ? 0 : capacity / 2, chance_between(c, 1, 8), 0};
  f->component[1] = (mech_motion){1.5 * capacity, 0, 0, 1, 0};
  if (friction) {
    f->stribeck_rate = chance_between(c, 0.3, 1);
    f->viscous = chance_between(c, 0, 0.5);
  }
  return true;
}

static bool make_drag(mechanism *m, chance *c, mech_force *f) {
  choose_ends(m, c, f, 1);
  f->coefficient = chance_between(c, 0.1, 1);
  f->density = chance_between(c, 0.5, 1.5);
  bool same = holds_particle(m, f) || chance_happens(c, 0.5);
  for (int i = 0; i < 3; i++) f->areas[i] = same ? 0 : chance_between(c, 0.1, 1);
  if (same) f->area = chance_between(c, 0.1, 1);
  if (m->space == JN_SPACE && !same) f->lift = chance_between(c, -0.5, 0.5);
  f->ncomponents = chance_happens(c, 0.5) ? (m->space == JN_PLANE ? 2 : 3) : 0;
  for (int i = 0; i < f->ncomponents; i++)
    f->component[i] = (mech_motion){chance_between(c, -2, 2), 0, chance_between(c, -2, 2), chance_between(c, 1, 8), 0};
  return true;
}

void mech_add_losses(mechanism *m, chance c) {
  static const char *const types[] = {"brake", "friction", "drag"};
  c = (chance){.key = ~c.key};
  for (int n = chance_below(&c, 3); n > 0; n--) mech_add_force(m, &c, types[chance_below(&c, 3)]);
}

// ---- contact --------------------------------------------------------------------------------------------------------

// A sphere, soft enough for every fixed step, that touches the floor or is about to. A damper would be cut off.
static bool make_contact(mechanism *m, chance *c, mech_force *f) {
  double p[3], q[4];
  if (m->space == JN_PLANE) return false;
  choose_ends(m, c, f, 1);
  mech_world_frame(m, f->body[0], &f->end[0], p, q);
  f->radius = chance_between(c, 0.05, 0.3);
  f->coefficient = chance_happens(c, 0.2) ? 0 : chance_between(c, 0.1, 0.8);
  f->stiffness = chance_between(c, 10, 60);
  f->exponent = chance_happens(c, 0.5) ? 1 : 1.5;
  f->shear_stiffness = chance_between(c, 10, 60);
  f->damping = 0;
  f->shear_damping = chance_between(c, 1, 4);
  if (!m->has_floor) m->floor = p[2] - f->radius + chance_between(c, -0.1, 0.1);
  m->has_floor = true;
  return true;
}

// ---- one of any kind ------------------------------------------------------------------------------------------------

mech_force *mech_add_force(mechanism *m, chance *c, const char *type) {
  if (m->nforces == MOST_FORCES) return NULL;
  mech_force *f = begin(m, type);
  bool made = mech_holds(f)                     ? make_hold(m, c, f)
              : strcmp(f->type, "drag") == 0    ? make_drag(m, c, f)
              : strcmp(f->type, "contact") == 0 ? make_contact(m, c, f)
                                                : make(m, c, f);
  m->nforces += made;
  return made ? f : NULL;
}
