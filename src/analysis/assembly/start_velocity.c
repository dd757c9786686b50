// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// start_velocity.c - see start_velocity.h.
//
// Bodies are visited from the base outwards. A body that a joint connects to one visited before moves rigidly with that
// body, apart from those rates of the joint's coordinates that are determined; a body that only forces connect moves
// rigidly with the base. A rate is determined if the model gives it, if a driver prescribes it, for wheels that roll,
// and if it is the only undetermined rate in the equation of a gear or differential. Speeds that the model gives for a
// body replace these.
#include "analysis/assembly/start_velocity.h"

#include <math.h>
#include <string.h>

#include "analysis/assembly/base_body.h"
#include "force/tyre/tyre.h"
#include "kernel/vec3.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/work.h"

static const double PARALLEL = 0.99;  // cosine between the axis of a tyre and that of the joint about which it spins
static const double CENTRED = 0.1;    // largest distance between the centre of a wheel and this axis, in radii
static const double HELD = 1e-6;      // a wheel whose rate differs by more than this part from that of rolling is held
static const double NEAR_ROAD = 2;    // largest distance between the centre of a wheel and the road, in radii

// ---- bodies, joints and forces -------------------------------------------------------------------------------------

static int joint_body(const jn_system *system, int joint, int end) {
  return system->model->frames[system->model->joints[joint].def.between[end].i].body;
}

static bool joint_connects(const jni_start_motion *m, int joint) {
  const jni_joint_kind *kind = m->system->model->joints[joint].kind;
  if (!kind->two_ended || kind->free) return false;
  int a = joint_body(m->system, joint, 0), b = joint_body(m->system, joint, 1);
  return a != b && m->base[a] > 0 && m->base[a] == m->base[b];
}

static bool has_terrain(const jni_force_plan *plan) { return plan->element->terrain != NULL && plan->nends > 0; }

// Sets m->base to 0 for a body that is alone in its group, since it has nothing to carry along, unless one of its
// forces acts on a road. Sets m->any if a base remains. m->order is workspace.
static void drop_lone_bodies(jni_start_motion *m) {
  const jn_system *system = m->system;
  int *size = m->order;
  memset(size, 0, (size_t)system->nbodies * sizeof *size);
  for (int b = 1; b < system->nbodies; b++) size[m->base[b]]++;
  for (int f = 0; f < system->nforces; f++)
    for (int i = 0; i < system->forces[f].nbodies && has_terrain(&system->forces[f]); i++)
      size[m->base[system->forces[f].bodies[i]]]++;
  for (int b = 1; b < system->nbodies; b++) {
    if (m->base[b] == 0) continue;
    if (size[m->base[b]] < 2) m->base[b] = 0;
    else m->any = true;
  }
}

// ---- axes of coordinates, ground axes ------------------------------------------------------------------------------

static void coordinate_axis(const jni_start_motion *m, const jni_coordinate *c, int end, double axis[3]) {
  int of = c->kind == JNI_ANGLE ? end : 0;
  if (c->kind == JNI_ANGLE && m->system->model->space == JN_PLANE) jnk_set(0, 0, 1, axis);
  else jnk_mat_vec(m->motion[c->side[of].body].R, c->side[of].a, axis);
}

static void joint_point(const jni_start_motion *m, int joint, int end, double p[3]) {
  int frame = m->system->model->joints[joint].def.between[end].i, body = m->system->model->frames[frame].body;
  double arm[3];
  jni_frame_arm(m->system, &m->motion[body], frame, arm);
  jnk_add(m->motion[body].r, arm, p);
}

// Adds to to->v and to->w, ground axes, the velocities that `rate` of a joint coordinate gives the body at one end
// while the body at the other end rests. to->r and to->R: its pose. Adds nothing if such a motion hardly changes the
// coordinate.
static void add_rate(const jni_start_motion *m, int coordinate, int end, double rate, jni_motion *to) {
  const jn_system *system = m->system;
  const jni_coordinate *c = &system->coordinates[coordinate];
  jni_coordinate_state state;
  double axis[3], point[3], arm[3], v[3], w[3] = {0}, seen[3], unit;
  coordinate_axis(m, c, end, axis);
  memcpy(v, axis, sizeof v);
  if (c->kind == JNI_ANGLE) {
    joint_point(m, c->joint, end, point);
    jnk_sub(to->r, point, arm);
    jnk_cross(axis, arm, v);
    memcpy(w, axis, sizeof w);
  }
  jni_coordinate_at(system, m->work, coordinate, false, &state);
  const double *J = state.J[end];
  if (system->model->space == JN_PLANE) {
    unit = J[0] * v[0] + J[1] * v[1] + (system->width[c->side[end].body] > 2 ? J[2] * w[2] : 0);
  } else {
    jnk_mat_t_vec(to->R, w, seen);
    unit = jnk_dot(J, v) + (system->width[c->side[end].body] > 3 ? jnk_dot(J + 3, seen) : 0);
  }
  if (!(fabs(unit) > 1e-6)) return;
  jnk_add_scaled(to->v, rate / unit, v, to->v);
  jnk_add_scaled(to->w, rate / unit, w, to->w);
}

// ---- wheels --------------------------------------------------------------------------------------------------------

static int tyre_body(const jn_system *system, int force) {
  const jni_force_plan *plan = &system->forces[force];
  return plan->element->kind->tyre ? system->model->frames[plan->ends[0].i].body : 0;
}

static void tyre_motion(const jni_start_motion *m, int force, jni_motion *end) {
  const jn_system *system = m->system;
  int frame = system->forces[force].ends[0].i;
  const jni_motion *body = &m->motion[system->model->frames[frame].body];
  double arm[3], turn[3];
  jni_frame_arm(system, body, frame, arm);
  jnk_add(body->r, arm, end->r);
  jnk_mat_mul(body->R, system->model->frames[frame].R, end->R);
  jnk_cross(body->w, arm, turn);
  jnk_add(body->v, turn, end->v);
  memcpy(end->w, body->w, sizeof end->w);
}

static void tyre_axis(const jni_start_motion *m, int force, double centre[3], double axis[3]) {
  jni_motion end;
  tyre_motion(m, force, &end);
  jnk_mat_vec(end.R, m->system->forces[force].element->def.tyre.axis[0], axis);
  jnk_normalize(axis);
  memcpy(centre, end.r, sizeof end.r);
}

// Returns whether all tyres of a body have the line through p along `line` as their axis.
static bool turns_about(const jni_start_motion *m, int body, const double p[3], const double line[3]) {
  for (int f = 0; f < m->system->nforces; f++) {
    double centre[3], axis[3], from[3], off[3];
    if (tyre_body(m->system, f) != body) continue;
    tyre_axis(m, f, centre, axis);
    jnk_sub(centre, p, from);
    jnk_cross(from, axis, off);
    bool turns = fabs(jnk_dot(axis, line)) > PARALLEL * jnk_norm(line) &&
                 jnk_norm(off) < CENTRED * m->system->forces[f].element->def.tyre.radius;
    if (!turns) return false;
  }
  return true;
}

// Returns the joint coordinate by which a body with tyres, or a body that is fixed to it, spins about their axis; -1:
// none. Of several it returns that of the joint whose name is first. Sets *held: a joint connects the wheel with bodies
// that are not fixed to it.
static int find_spin(const jni_start_motion *m, const int *rigid, int wheel, bool *held) {
  const jn_system *system = m->system;
  int found = -1;
  *held = false;
  for (int j = 0; j < system->model->njoints; j++) {
    if (!joint_connects(m, j)) continue;
    int a = rigid[joint_body(system, j, 0)], b = rigid[joint_body(system, j, 1)];
    if (a == b || (a != rigid[wheel] && b != rigid[wheel])) continue;
    *held = true;
    for (int k = 0; k < system->model->joints[j].kind->ncoordinates; k++) {
      int c = jni_coordinate_find(system, j, k);
      double point[3], axis[3];
      if (c < 0 || system->coordinates[c].kind != JNI_ANGLE) continue;
      coordinate_axis(m, &system->coordinates[c], 1, axis);
      joint_point(m, j, 1, point);
      if (!turns_about(m, wheel, point, axis)) continue;
      const char *name = system->model->joints[j].name;
      if (found < 0 || strcmp(name, system->model->joints[system->coordinates[found].joint].name) < 0) found = c;
    }
  }
  return found;
}

static bool has_wheel(const jni_start_motion *m, int body, int coordinate) {
  for (int i = 0; i < m->nwheels; i++)
    if (m->wheels[i].body == body || (coordinate >= 0 && m->wheels[i].coordinate == coordinate)) return true;
  return false;
}

static void find_wheels(jni_start_motion *m, const int *rigid) {
  const jn_system *system = m->system;
  for (int f = 0; f < system->nforces; f++) {
    int body = tyre_body(system, f);
    bool held;
    if (body == 0 || m->base[body] == 0) continue;
    int c = find_spin(m, rigid, body, &held);
    bool carries = rigid[body] == rigid[m->base[body]];
    if (has_wheel(m, body, c) || (held && (c < 0 || carries))) continue;
    double p[3], axis[3];
    tyre_axis(m, f, p, axis);
    // A body whose tyres have different axes is no wheel.
    if (!held && !turns_about(m, body, m->motion[body].r, axis)) continue;
    m->wheels[m->nwheels++] =
        (jni_rolling_wheel){.body = body, .joint = c >= 0 ? system->coordinates[c].joint : -1, .coordinate = c};
  }
}

static bool spin_is_given(const jni_start_motion *m, const jni_rolling_wheel *wheel) {
  const bool *speed = m->set_by_model[wheel->body].speed;
  return speed[3] || speed[4] || speed[5] || (wheel->coordinate >= 0 && m->rate_set_by_model[wheel->coordinate]);
}

// Returns the change of spin that a wheel needs to roll without sliding, the mean over its tyres, rad/s. Writes the
// axis of its first tyre to `axis`.
static double missing_spin(const jni_start_motion *m, const jni_rolling_wheel *wheel, double axis[3]) {
  const jn_system *system = m->system;
  double sum = 0, centre[3], own[3];
  int n = 0;
  for (int f = 0; f < system->nforces; f++) {
    if (tyre_body(system, f) != wheel->body) continue;
    jni_motion end;
    tyre_motion(m, f, &end);
    tyre_axis(m, f, centre, own);
    if (n == 0) memcpy(axis, own, sizeof own);
    sum += jni_tyre_missing_spin(system->forces[f].element, &end) * (jnk_dot(axis, own) < 0 ? -1 : 1);
    n++;
  }
  return sum / n;
}

// Returns the end (0 or 1) of the wheel's joint that is on the side of the wheel.
static int wheel_end(const jni_start_motion *m, const jni_rolling_wheel *wheel) {
  return m->parent[joint_body(m->system, wheel->joint, 1)] == joint_body(m->system, wheel->joint, 0) ? 1 : 0;
}

// Returns the rate of the wheel's joint coordinate for which the wheel spins with `spin` about `axis`, rad/s; 0 if the
// axis of the coordinate is far from `axis`.
static double rate_of_spin(const jni_start_motion *m, const jni_rolling_wheel *wheel, double spin,
                           const double axis[3]) {
  int end = wheel_end(m, wheel);
  jni_motion unit = m->motion[joint_body(m->system, wheel->joint, end)];
  jnk_zero(unit.v);
  jnk_zero(unit.w);
  add_rate(m, wheel->coordinate, end, 1, &unit);
  double along = jnk_dot(unit.w, axis);
  return fabs(along) > 0.5 ? spin / along : 0;
}

// ---- the order of the bodies ---------------------------------------------------------------------------------------

static int find_root(int *set, int body) {
  while (set[body] != body) {
    set[body] = set[set[body]];
    body = set[body];
  }
  return body;
}

// Sets rigid (nbodies): bodies that fixed joints connect get the same number, other bodies different ones.
static void find_rigid(const jni_start_motion *m, int *rigid) {
  const jn_system *system = m->system;
  for (int b = 0; b < system->nbodies; b++) rigid[b] = b;
  for (int j = 0; j < system->model->njoints; j++)
    if (joint_connects(m, j) && system->model->joints[j].kind->link == JNI_LINK_FIXED)
      rigid[find_root(rigid, joint_body(system, j, 0))] = find_root(rigid, joint_body(system, j, 1));
  for (int b = 0; b < system->nbodies; b++) rigid[b] = find_root(rigid, b);
}

typedef struct {
  jni_start_motion *m;
  int *rigid;   // nbodies
  int *entry;   // nbodies: the only joint by which, if `strict`, the rigid group of a wheel is reached; -1: any
  int *level;   // nbodies: number of steps from the base; -1: not reached
  int *best;    // nbodies, workspace: joint by which the body is reached next; -1: none
  bool strict;  // wheels are reached only through the joints about which they spin
} search;

static void reach(search *s, int body, int parent, int joint, int level) {
  s->level[body] = level;
  s->m->parent[body] = parent;
  s->m->via[body] = joint;
  s->m->order[s->m->n++] = body;
}

static bool connects_better(const jn_system *system, int joint, int than) {
  int a = jni_joint_row_count(system, joint), b = jni_joint_row_count(system, than);
  return a > b || (a == b && strcmp(system->model->joints[joint].name, system->model->joints[than].name) < 0);
}

// Appends to m->order the bodies that one joint (fixed: one fixed joint) connects with those reached so far, and sets
// their m->parent and m->via and their level. Of several joints it takes the one with most equations, of equal ones the
// first by name. Returns the number of bodies appended.
static int reach_by_joints(search *s, int level, bool fixed) {
  jni_start_motion *m = s->m;
  const jn_system *system = m->system;
  int found = 0;
  for (int b = 0; b < system->nbodies; b++) s->best[b] = -1;
  for (int j = 0; j < system->model->njoints; j++) {
    if (!joint_connects(m, j) || (fixed && system->model->joints[j].kind->link != JNI_LINK_FIXED)) continue;
    for (int end = 0; end < 2; end++) {
      int from = joint_body(system, j, 1 - end), to = joint_body(system, j, end), entry = s->entry[s->rigid[to]];
      if (s->level[from] < 0 || s->level[to] >= 0) continue;
      if (s->strict && entry >= 0 && entry != j && s->rigid[from] != s->rigid[to]) continue;
      if (s->best[to] < 0 || connects_better(system, j, s->best[to])) s->best[to] = j;
    }
  }
  for (int b = 1; b < system->nbodies; b++) {
    if (s->best[b] < 0) continue;
    int first = joint_body(system, s->best[b], 0), second = joint_body(system, s->best[b], 1);
    reach(s, b, first == b ? second : first, s->best[b], level);
    found++;
  }
  return found;
}

// Appends to m->order the bodies that forces connect with those of a lower level, and sets their m->parent to the base,
// m->via to -1, and their level. Returns their number.
static int reach_by_forces(search *s, int level) {
  jni_start_motion *m = s->m;
  const jn_system *system = m->system;
  int found = 0;
  for (int f = 0; f < system->nforces; f++) {
    const jni_force_plan *plan = &system->forces[f];
    bool reached = false;
    for (int i = 0; i < plan->nbodies; i++)
      reached = reached || (s->level[plan->bodies[i]] >= 0 && s->level[plan->bodies[i]] < level);
    for (int i = 0; i < plan->nbodies && reached && plan->nplaces > 0; i++) {
      int b = plan->bodies[i];
      if (m->base[b] == 0 || s->level[b] >= 0 || (s->strict && s->entry[s->rigid[b]] >= 0)) continue;
      reach(s, b, m->base[b], -1, level);
      found++;
    }
  }
  return found;
}

static void order_bodies(search *s) {
  jni_start_motion *m = s->m;
  const jn_system *system = m->system;
  m->n = 0;
  for (int b = 0; b < system->nbodies; b++) s->level[b] = s->entry[b] = -1;
  for (int i = 0; i < m->nwheels; i++)
    if (m->wheels[i].joint >= 0) s->entry[s->rigid[m->wheels[i].body]] = m->wheels[i].joint;
  for (int b = 1; b < system->nbodies; b++)
    if (m->base[b] == b) reach(s, b, 0, -1, 0);
  s->strict = true;
  for (int level = 1;; level++) {
    if (reach_by_joints(s, level, true) > 0 || reach_by_joints(s, level, false) > 0 || reach_by_forces(s, level) > 0)
      continue;
    if (!s->strict) break;
    s->strict = false;
  }
  for (int b = 1; b < system->nbodies; b++)
    if (m->base[b] > 0 && s->level[b] < 0) reach(s, b, m->base[b], -1, 0);
}

static bool order_and_wheels(jni_start_motion *m) {
  size_t n = (size_t)m->system->nbodies;
  int *workspace = jni_alloc0(m->system->alloc, 4 * n, sizeof *workspace);
  if (!workspace) return false;
  search s = {
      .m = m, .rigid = workspace, .entry = workspace + n, .level = workspace + 2 * n, .best = workspace + 3 * n};
  find_rigid(m, s.rigid);
  find_wheels(m, s.rigid);
  order_bodies(&s);
  jni_free(m->system->alloc, workspace);
  return true;
}

// ---- rates of joint coordinates ------------------------------------------------------------------------------------

static void set_rate(jni_start_motion *m, int coordinate, double rate, bool rate_set_by_model) {
  m->rate[coordinate] = rate;
  m->has_rate[coordinate] = true;
  m->rate_set_by_model[coordinate] = m->rate_set_by_model[coordinate] || rate_set_by_model;
}

static void take_given_rates(jni_start_motion *m) {
  const jn_system *system = m->system;
  const jni_initial *initials = system->model->initials;
  for (int i = 0; i < system->model->ninitials; i++) {
    const jni_signal *s = &initials[i].signal;
    int c = s->kind == JNI_SIGNAL_COORDINATE_RATE ? jni_coordinate_find(system, s->a, s->b) : -1;
    if (c >= 0) set_rate(m, c, initials[i].value, true);
  }
  for (int i = 0; i < system->primitive_at[JNI_PRIMITIVE_COUNT]; i++) {
    const jni_primitive *p = &system->primitives[i];
    bool driven = (p->kind == JNI_COORDINATES || p->kind == JNI_COORDINATE_RATES) && p->motion >= 0 && p->nterms == 1;
    if (!driven) continue;
    const jni_primitive_term *term = &system->terms[p->term_at];
    double rate = p->kind == JNI_COORDINATES ? m->work->motions[p->motion].d : m->work->motions[p->motion].v;
    set_rate(m, term->coordinate, rate / term->factor, true);
  }
}

// Coordinate whose rate a term of an equation contains, and its factor. A term with a function of a coordinate contains
// the rate of that coordinate.
typedef struct {
  int coordinate;
  double factor;
} rate_term;

static rate_term rate_term_of(const jni_start_motion *m, int at) {
  const jni_primitive_term *term = &m->system->terms[at];
  const jni_coordinate *c = &m->system->coordinates[term->coordinate];
  if (!c->function) return (rate_term){term->coordinate, term->factor};
  return (rate_term){c->of, term->factor * m->work->coordinates[term->coordinate].d};
}

// Sets m->rate and m->has_rate of coordinates from equations of gears, differentials and couplings, without a
// prescribed motion, in which a single rate is undetermined, until no such equation is left.
static void complete_rates(jni_start_motion *m) {
  const jn_system *system = m->system;
  for (bool found = true; found;) {
    found = false;
    for (int i = system->primitive_at[JNI_COORDINATES]; i < system->primitive_at[JNI_COORDINATE_RATES + 1]; i++) {
      const jni_primitive *p = &system->primitives[i];
      int open = -1, nopen = 0;
      double sum = 0;
      for (int k = 0; k < p->nterms; k++) {
        const rate_term term = rate_term_of(m, p->term_at + k);
        if (m->has_rate[term.coordinate]) {
          sum += term.factor * m->rate[term.coordinate];
        } else {
          open = p->term_at + k;
          nopen++;
        }
      }
      if (p->motion >= 0 || nopen != 1) continue;
      const rate_term last = rate_term_of(m, open);
      if (!(fabs(last.factor) > 0)) continue;
      set_rate(m, last.coordinate, -sum / last.factor, false);
      found = true;
    }
  }
}

// ---- speeds --------------------------------------------------------------------------------------------------------

static bool has_turn(const jn_system *system, int body) {
  return system->width[body] > (system->model->space == JN_PLANE ? 2 : 3);
}

// Sets to->v and to->w, ground axes, to the velocities of a body that has the speeds in v (nv). Needs to->R.
static void read_speeds(const jni_start_motion *m, const double *v, int body, jni_motion *to) {
  const jn_system *system = m->system;
  const double *own = v + system->v_at[body];
  bool plane = system->model->space == JN_PLANE;
  jnk_set(own[0], own[1], plane ? 0 : own[2], to->v);
  jnk_zero(to->w);
  if (has_turn(system, body) && plane) to->w[2] = own[2];
  else if (has_turn(system, body)) jnk_mat_vec(to->R, own + 3, to->w);
}

// Sets the speeds of a body in `state` to its velocities in m->motion, apart from those that the model gives; then
// updates m->motion from all its speeds.
static void set_speeds(jni_start_motion *m, double *state, int body) {
  const jn_system *system = m->system;
  const jn_model *model = system->model;
  bool plane = model->space == JN_PLANE, *set_by_model = m->set_by_model[body].speed;
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state), *own = v + system->v_at[body], seen[3];
  jni_motion *motion = &m->motion[body];
  int at = plane ? 2 : 3;
  jnk_mat_t_vec(motion->R, motion->w, seen);
  if (plane) seen[0] = motion->w[2];
  for (int k = 0; k < (plane ? 1 : 3) && has_turn(system, body); k++)
    if (!set_by_model[at + k]) own[at + k] = seen[k];
  for (int k = 0; k < (plane ? 2 : 3); k++) own[k] = motion->v[k];
  for (int i = 0; i < model->ninitials; i++) {
    const jni_signal *s = &model->initials[i].signal;
    if (s->kind == JNI_SIGNAL_VELOCITY && model->frames[s->a].body == body)
      jni_initial_set_velocity(system, q, v, s, model->initials[i].value, m->set_by_model);
  }
  read_speeds(m, v, body, motion);
}

// Sets the upward velocity of a base in m->motion so that it moves along the road, by the mean slope under the wheels
// of its group that are near the road and under the ends of other forces with a terrain; unchanged if there are none.
static void follow_road(const jni_start_motion *m, int base) {
  const jn_system *system = m->system;
  jni_motion *motion = &m->motion[base];
  double rise = 0, up = 0;
  for (int f = 0; f < system->nforces; f++) {
    const jni_force_plan *plan = &system->forces[f];
    for (int i = 0; i < plan->nends && has_terrain(plan); i++) {
      int frame = plan->ends[i].i, body = system->model->frames[frame].body;
      double arm[3], at[3], from[3], turn[3], n[3];
      jnk_slope slope;
      if (m->base[body] != base) continue;
      jni_frame_arm(system, &m->motion[body], frame, arm);
      jnk_add(m->motion[body].r, arm, at);
      double z = jnk_terrain_height(plan->element->terrain, at[0], at[1], &slope);
      if (plan->element->kind->tyre && at[2] - z > NEAR_ROAD * plan->element->def.tyre.radius) continue;
      jnk_contact_normal(&slope, n);
      jnk_sub(at, motion->r, from);
      jnk_cross(motion->w, from, turn);
      rise -= n[0] * (motion->v[0] + turn[0]) + n[1] * (motion->v[1] + turn[1]);
      up += n[2];
    }
  }
  if (up > 0) motion->v[2] = rise / up;
}

// Sets the velocities of a body in m->motion to those of a rigid motion with its parent, whose velocities must be set,
// plus the determined rates of the joint between them.
static void follow_parent(jni_start_motion *m, int body) {
  const jn_system *system = m->system;
  jni_motion *motion = &m->motion[body];
  const jni_motion *parent = &m->motion[m->parent[body]];
  int joint = m->via[body];
  double arm[3], turn[3];
  jnk_sub(motion->r, parent->r, arm);
  jnk_cross(parent->w, arm, turn);
  jnk_add(parent->v, turn, motion->v);
  memcpy(motion->w, parent->w, sizeof motion->w);
  for (int k = 0; joint >= 0 && k < system->model->joints[joint].kind->ncoordinates; k++) {
    int c = jni_coordinate_find(system, joint, k);
    if (c >= 0 && m->has_rate[c]) add_rate(m, c, joint_body(system, joint, 1) == body ? 1 : 0, m->rate[c], motion);
  }
}

// If `body` is a wheel that can roll and whose spin is not in the model, sets wheel->rate to the rate of its joint
// coordinate at which the tyres do not slide; the next pass applies it. A wheel without a joint gets the spin at once,
// in m->motion and in `state`.
static void roll(jni_start_motion *m, double *state, int body) {
  for (int i = 0; i < m->nwheels; i++) {
    jni_rolling_wheel *wheel = &m->wheels[i];
    double axis[3];
    if (wheel->body != body || wheel->held || spin_is_given(m, wheel)) continue;
    double spin = missing_spin(m, wheel, axis);
    if (wheel->coordinate >= 0) {
      double now = m->has_rate[wheel->coordinate] ? m->rate[wheel->coordinate] : 0;
      wheel->rate = now + rate_of_spin(m, wheel, spin, axis);
      continue;
    }
    jnk_add_scaled(m->motion[body].w, spin, axis, m->motion[body].w);
    set_speeds(m, state, body);
  }
}

static void visit_bodies(jni_start_motion *m, double *state) {
  const jn_system *system = m->system;
  for (int i = 0; i < m->n; i++) {
    int body = m->order[i];
    bool is_base = m->parent[body] == 0;
    if (is_base) {
      jnk_zero(m->motion[body].v);
      jnk_zero(m->motion[body].w);
    } else {
      follow_parent(m, body);
    }
    set_speeds(m, state, body);
    if (is_base && system->model->space != JN_PLANE && !m->set_by_model[body].speed[2]) {
      follow_road(m, body);
      set_speeds(m, state, body);
    }
    roll(m, state, body);
  }
}

static void take_given_speeds(jni_start_motion *m, double *state) {
  const jn_system *system = m->system;
  const jn_model *model = system->model;
  for (int i = 0; i < model->ninitials; i++) {
    const jni_signal *s = &model->initials[i].signal;
    bool turns = s->kind == JNI_SIGNAL_RATE || s->kind == JNI_SIGNAL_OMEGA;
    if (turns && m->base[s->a] > 0)
      jni_initial_set_rate(system, jn_state_v(system, state), s, model->initials[i].value, m->set_by_model);
  }
}

static bool is_guess_of_base(const jni_start_motion *m, const jni_initial *initial) {
  const jn_model *model = m->system->model;
  const jni_signal *s = &initial->signal;
  if (initial->keep) return false;
  if (s->kind == JNI_SIGNAL_RATE || s->kind == JNI_SIGNAL_OMEGA) return s->a > 0 && m->base[s->a] == s->a;
  if (s->kind != JNI_SIGNAL_VELOCITY) return false;
  int body = model->frames[s->a].body;
  return body > 0 && m->base[body] == body &&
         (s->a == model->bodies[body].frame || s->a == model->bodies[body].com_frame);
}

static bool fill_rows(jni_start_motion *m) {
  const jn_model *model = m->system->model;
  bool ok = true;
  m->rows.n = 0;
  for (int i = 0; i < m->nwheels && ok; i++)
    if (m->wheels[i].coordinate >= 0 && !spin_is_given(m, &m->wheels[i]))
      ok = jni_kept_add_rate(m->system, m->wheels[i].coordinate, m->wheels[i].rate, &m->rows);
  for (int i = 0; i < model->ninitials && ok; i++)
    if (is_guess_of_base(m, &model->initials[i])) ok = jni_kept_add_guess(m->system, &model->initials[i], &m->rows);
  return ok;
}

static bool is_geared(const jn_system *system, int coordinate) {
  for (int i = system->primitive_at[JNI_COORDINATES]; i < system->primitive_at[JNI_COORDINATE_RATES + 1]; i++)
    for (int k = 0; k < system->primitives[i].nterms; k++) {
      int used = system->terms[system->primitives[i].term_at + k].coordinate;
      if (used == coordinate || (system->coordinates[used].function && system->coordinates[used].of == coordinate))
        return true;
    }
  return false;
}

// ---- all of it -----------------------------------------------------------------------------------------------------

static bool find_bases(const jn_system *system, jni_start_motion *m) {
  *m = (jni_start_motion){.pool = {.alloc = system->alloc}, .system = system};
  size_t n = (size_t)system->nbodies;
  m->base = jni_ints(&m->pool, n);
  m->order = jni_ints(&m->pool, n);
  if (m->pool.failed || !jni_base_bodies(system, m->base)) return false;
  drop_lone_bodies(m);
  return true;
}

bool jni_start_is_carried(const jn_system *system, bool *carried) {
  jni_start_motion m;
  bool ok = find_bases(system, &m);
  *carried = m.any;
  jni_start_motion_free(&m);
  return ok;
}

bool jni_start_motion_new(const jn_system *system, const double *state, jni_start_motion *m) {
  jni_pool *pool = &m->pool;
  size_t n = (size_t)system->nbodies, nc = (size_t)system->ncoordinates;
  if (!find_bases(system, m)) return false;
  if (!m->any) return true;
  m->work = jni_keep(pool, jn_work_new(system), jni_object_free);
  m->parent = jni_ints(pool, n);
  m->via = jni_ints(pool, n);
  m->rate = jni_doubles(pool, nc);
  m->has_rate = jni_flags(pool, nc);
  m->rate_set_by_model = jni_flags(pool, nc);
  m->set_by_model = jni_take(pool, n, sizeof *m->set_by_model);
  m->motion = jni_take(pool, n, sizeof *m->motion);
  m->wheels = jni_take(pool, (size_t)system->nforces, sizeof *m->wheels);
  if (pool->failed || !m->work) return false;
  const double *q = state + 1, *z = q + system->sizes.nq + system->sizes.nv;
  jn_calc_position(system, m->work, state[0], q, z, z + system->sizes.nz);
  for (int b = 0; b < system->nbodies; b++) {
    jni_body_motion(system, m->work, b, &m->motion[b]);
    jnk_zero(m->motion[b].v);
    jnk_zero(m->motion[b].w);
  }
  take_given_rates(m);
  return order_and_wheels(m);
}

void jni_start_motion_free(jni_start_motion *m) {
  jni_kept_free(m->system, &m->rows);
  jni_pool_free(&m->pool);
}

static double coordinate_rate(const jni_start_motion *m, int coordinate, const double *v) {
  const jn_system *system = m->system;
  jni_coordinate_state now;
  double rate = 0;
  jni_coordinate_at(system, m->work, coordinate, false, &now);
  for (int end = 0; end < 2; end++) {
    int body = system->coordinates[coordinate].side[end].body;
    for (int k = 0; k < system->width[body]; k++) rate += now.J[end][k] * v[system->v_at[body] + k];
  }
  return rate;
}

bool jni_start_motion_guess(jni_start_motion *m, double *state) {
  take_given_speeds(m, state);
  for (int pass = 0; pass < 2; pass++) {
    visit_bodies(m, state);
    for (int i = 0; i < m->nwheels; i++) {
      int c = m->wheels[i].coordinate;
      if (c < 0 || m->has_rate[c]) continue;
      if (spin_is_given(m, &m->wheels[i])) set_rate(m, c, coordinate_rate(m, c, jn_state_v(m->system, state)), true);
      else set_rate(m, c, m->wheels[i].rate, false);
    }
    complete_rates(m);
  }
  return fill_rows(m);
}

double jni_start_motion_update(jni_start_motion *m, const double *state, bool hold_blocked) {
  const jn_system *system = m->system;
  const double *v = state + 1 + system->sizes.nq;
  double most = 0;
  for (int i = 0; i < m->n; i++) read_speeds(m, v, m->order[i], &m->motion[m->order[i]]);
  for (int c = 0; c < system->ncoordinates; c++) {
    if (!m->has_rate[c] || m->rate_set_by_model[c] || !is_geared(system, c)) continue;
    double rate = coordinate_rate(m, c, v);
    most = fmax(most, fabs(rate - m->rate[c]) / (1 + fabs(rate)));
    m->rate[c] = rate;
  }
  for (int i = 0; i < m->nwheels; i++) {
    jni_rolling_wheel *wheel = &m->wheels[i];
    if (wheel->coordinate < 0 || spin_is_given(m, wheel)) continue;
    double axis[3], spin = missing_spin(m, wheel, axis);
    double now = coordinate_rate(m, wheel->coordinate, v), rate = now + rate_of_spin(m, wheel, spin, axis);
    wheel->held = wheel->held || (hold_blocked && !(fabs(rate - now) <= HELD * (1 + fabs(rate))));
    if (wheel->held) rate = now;
    most = fmax(most, fabs(rate - wheel->rate) / (1 + fabs(rate)));
    wheel->rate = rate;
    if (!is_geared(system, wheel->coordinate)) m->rate[wheel->coordinate] = rate;
  }
  return most;
}
