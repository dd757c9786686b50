// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// named_coordinate.c - see named_coordinate.h.
#include "analysis/kinematics/named_coordinate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/system.h"

static const double JOINT_FIRST = 2.5;  // factor by which the coordinate of a joint is preferred to that of a body
static const double STILL = 1e-7;       // a coordinate whose rate is below this part of a unit direction does not move

// ---- one coordinate ------------------------------------------------------------------------------------------------

// Writes examples of coordinates of this model, such as "joint.hinge.angle or bar.x", and returns `text`.
static const char *examples(const jn_system *system, char *text, size_t size) {
  const jn_model *model = system->model;
  int at = -1;
  for (int i = 0; i < system->ncoordinates && at < 0; i++)
    if (system->coordinates[i].joint >= 0) at = i;
  text[0] = 0;
  if (at >= 0) {
    const jni_coordinate *c = &system->coordinates[at];
    snprintf(text, size, "joint.%.40s.%s or ", model->joints[c->joint].name,
             model->joints[c->joint].kind->coordinates[c->index].name);
  }
  snprintf(text + strlen(text), size - strlen(text), "%.40s.x", model->nbodies > 1 ? model->bodies[1].name : "BODY");
  return text;
}

bool jni_named_find(const jn_system *system, const char *name, jni_named *named, bool *other, char *what, size_t size) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  int n = jni_signal_resolve(system->model, name, signals, JNI_MAX_COMPONENTS, what, size);
  *other = n > 0;
  if (n <= 0) return false;
  *named = (jni_named){.signal = signals[0], .coordinate = -1};
  snprintf(named->name, sizeof named->name, "%.300s", name);
  jni_signal_kind kind = signals[0].kind;
  bool good = n == 1 && (kind == JNI_SIGNAL_COORDINATE || kind == JNI_SIGNAL_ANGLE || kind == JNI_SIGNAL_POSITION);
  if (good && kind == JNI_SIGNAL_COORDINATE) {
    named->coordinate = jni_coordinate_find(system, signals[0].a, signals[0].b);
    good = named->coordinate >= 0;
  }
  if (good && kind == JNI_SIGNAL_POSITION) good = system->model->frames[signals[0].a].body > 0;
  char own[JNI_SIGNAL_NAME_SIZE];
  if (!good)
    snprintf(what, size, "'%.80s' is no coordinate of a joint, body or point (such as %s)", name,
             examples(system, own, sizeof own));
  return good;
}

double jni_named_value(const jn_system *system, jn_work *work, const jni_named *named) {
  return jni_signal_calc(system, work, &named->signal, NULL, NULL);
}

static void coordinate_row(const jn_system *system, const jn_work *work, int coordinate, double factor, double *body) {
  const jni_coordinate *c = &system->coordinates[coordinate];
  jni_coordinate_state state;
  jni_coordinate_calc(system, work, coordinate, &state);
  for (int end = 0; end < 2; end++)
    for (int i = 0, b = c->side[end].body; i < system->width[b]; i++)
      body[system->v_at[b] + i] += factor * state.J[end][i];
}

// Writes to `axis` (zero on entry) the axis of the rotation that signal s measures: z in the plane; in space an axis of
// the body in ground axes, which is used for names only.
static void turning_axis(const jn_system *system, const jn_work *work, const jni_signal *s, double axis[3]) {
  jni_motion motion;
  if (system->model->space == JN_PLANE) {
    axis[2] = 1;
    return;
  }
  jni_body_motion(system, work, s->a, &motion);
  for (int i = 0; i < 3; i++) axis[i] = motion.R[3 * i + s->component];
}

void jni_named_body_add(const jn_system *system, const jn_work *work, const jni_named *named, double factor,
                        double *body) {
  double force[3] = {0}, torque[3] = {0};
  const jni_signal *s = &named->signal;
  if (named->coordinate >= 0) {
    coordinate_row(system, work, named->coordinate, factor, body);
    return;
  }
  bool point = s->kind == JNI_SIGNAL_POSITION;
  if (point) force[s->component] = 1;
  else turning_axis(system, work, s, torque);
  for (int i = 0; i < 3; i++) {
    force[i] *= factor;
    torque[i] *= factor;
  }
  jni_apply_wrench(system, work, point ? s->a : system->model->bodies[s->a].com_frame, force, torque, body);
}

void jni_named_row(const jn_system *system, const jn_work *work, const jni_named *named, double *body, double *row) {
  memset(body, 0, (size_t)system->nbody_v * sizeof *body);
  jni_named_body_add(system, work, named, 1, body);
  memset(row, 0, (size_t)system->sizes.nv * sizeof *row);
  jni_add_body_forces(system, work, body, row);
}

// Returns whether the coordinate is an independent coordinate of the system, that is, of a joint of its tree.
static bool is_own(const jn_system *system, const jni_named *named) {
  return named->coordinate >= 0 && system->coordinates[named->coordinate].linked;
}

bool jni_named_add_places(const jn_system *system, const jni_named *named, jni_sparse_rows *rows) {
  const jni_signal *s = &named->signal;
  int bodies[2] = {0, 0};
  if (is_own(system, named))
    return jni_sparse_add_speeds(system, rows, system->coordinates[named->coordinate].link_v, 1);
  for (int end = 0; end < 2 && named->coordinate >= 0; end++)
    bodies[end] = system->coordinates[named->coordinate].side[end].body;
  if (named->coordinate < 0) bodies[0] = s->kind == JNI_SIGNAL_POSITION ? system->model->frames[s->a].body : s->a;
  return jni_sparse_add_bodies(system, rows, bodies, 2);
}

void jni_named_take(const jn_system *system, const jn_work *work, const jni_named *named, double *body, double *row,
                    jni_sparse_rows *rows, int i) {
  if (is_own(system, named)) {
    rows->value[rows->at[i]] = 1;
    return;
  }
  if (system->tree) {
    jni_named_row(system, work, named, body, row);
    memset(body, 0, (size_t)system->nbody_v * sizeof *body);
  } else {
    jni_named_body_add(system, work, named, 1, body);
  }
  jni_sparse_gather(rows, i, system->tree ? row : body);
  for (int k = rows->at[i]; !system->tree && k < rows->at[i + 1]; k++) body[rows->column[k]] = 0;
}

double jni_named_bias(const jn_system *system, jn_work *work, const jni_named *named, double *body, double *zero) {
  if (is_own(system, named)) return 0;
  memset(zero, 0, (size_t)system->sizes.nv * sizeof *zero);
  const double *accelerations = jni_body_acceleration(system, work, zero);
  if (named->coordinate >= 0) {
    jni_coordinate_state state;
    jni_coordinate_calc(system, work, named->coordinate, &state);
    if (!system->tree) return state.bias;
    memset(body, 0, (size_t)system->nbody_v * sizeof *body);
    jni_named_body_add(system, work, named, 1, body);
    return state.bias + jni_dot(system->nbody_v, body, accelerations);
  }
  double a[3], alpha[3];
  const jni_signal *s = &named->signal;
  bool point = s->kind == JNI_SIGNAL_POSITION;
  jni_frame_acceleration(system, work, point ? s->a : system->model->bodies[s->a].com_frame, accelerations, a, alpha);
  return point ? a[s->component] : alpha[2];
}

// ---- names of directions -------------------------------------------------------------------------------------------

typedef struct {
  const jn_system *system;
  const jn_work *work;
  double *N, *row, *body;
  int n;
  // Size of the mechanism, m, by which displacements are divided, because far from a joint they are larger than its
  // rotation.
  double extent;
  jni_named best;
  double size;  // size of the rate of `best`
} namer;

static double rate_along(const namer *m, const double *row) {
  double sum = 0;
  int nv = m->system->sizes.nv;
  for (int k = 0; k < m->n; k++) {
    double rate = jni_dot(nv, row, m->N + (size_t)k * (size_t)nv);
    sum += rate * rate;
  }
  return sqrt(sum);
}

static void offer(namer *m, const jni_named *named, double preference) {
  jni_named_row(m->system, m->work, named, m->body, m->row);
  double size = preference * rate_along(m, m->row) / (jni_named_is_angle(named) ? 1 : m->extent);
  if (!(size > m->size * (1 + 1e-9))) return;
  m->size = size;
  m->best = *named;
}

static void offer_joints(namer *m) {
  for (int i = 0; i < m->system->ncoordinates; i++) {
    const jni_coordinate *c = &m->system->coordinates[i];
    if (c->joint < 0) continue;
    const jni_joint_element *joint = &m->system->model->joints[c->joint];
    bool angle = c->kind == JNI_ANGLE;
    jni_named named = {.coordinate = i, .signal = {.kind = JNI_SIGNAL_COORDINATE, .a = c->joint, .b = c->index}};
    named.signal.dimension = angle ? (jn_dimension){0, 0, 0, 1} : (jn_dimension){1, 0, 0, 0};
    snprintf(named.name, sizeof named.name, "joint.%.255s.%s", joint->name, joint->kind->coordinates[c->index].name);
    offer(m, &named, JOINT_FIRST);
  }
}

static void offer_bodies(namer *m) {
  static const char *const axes[] = {"x", "y", "z"};
  const jn_model *model = m->system->model;
  bool plane = model->space == JN_PLANE;
  for (int b = 1; b < model->nbodies; b++) {
    jni_named named = {.coordinate = -1,
                       .signal = {.kind = JNI_SIGNAL_POSITION, .a = model->bodies[b].frame, .dimension = {1, 0, 0, 0}}};
    for (int i = 0; i < (plane ? 2 : 3); i++) {
      named.signal.component = i;
      snprintf(named.name, sizeof named.name, "%.255s.%s", model->bodies[b].name, axes[i]);
      offer(m, &named, 1);
    }
    named.signal = (jni_signal){.kind = plane ? JNI_SIGNAL_ANGLE : JNI_SIGNAL_OMEGA, .a = b, .dimension = {0, 0, 0, 1}};
    for (int i = 0; i < (plane ? 1 : 3) && !model->bodies[b].particle; i++) {
      named.signal.component = i;
      snprintf(named.name, sizeof named.name, "%.255s.%s%s", model->bodies[b].name, plane ? "angle" : "w",
               plane ? "" : axes[i]);
      offer(m, &named, 1);
    }
  }
}

// Returns the largest edge of the box along the ground axes that contains all centres of mass, at least the typical
// length, m.
static double find_extent(const jn_system *system, const jn_work *work) {
  double least[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, most[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
         extent = system->length_scale;
  jni_motion motion;
  for (int b = 1; b < system->nbodies; b++) {
    jni_body_motion(system, work, b, &motion);
    for (int i = 0; i < 3; i++) {
      least[i] = fmin(least[i], motion.r[i]);
      most[i] = fmax(most[i], motion.r[i]);
    }
  }
  for (int i = 0; i < 3; i++) extent = fmax(extent, most[i] - least[i]);
  return extent;
}

// Rotates the directions m->N (Householder) so that only the first one moves the coordinate m->best, and removes the
// first one from the list.
static void hold_best(namer *m) {
  int nv = m->system->sizes.nv;
  double along[JN_MOST_NEUTRAL], square = 0;
  jni_named_row(m->system, m->work, &m->best, m->body, m->row);
  for (int k = 0; k < m->n; k++) {
    along[k] = jni_dot(nv, m->row, m->N + (size_t)k * (size_t)nv);
    square += along[k] * along[k];
  }
  double length = sqrt(square);
  along[0] += along[0] < 0 ? -length : length;
  square = jni_dot(m->n, along, along);
  for (int i = 0; i < nv; i++) {
    double sum = 0;
    for (int k = 0; k < m->n; k++) sum += along[k] * m->N[(size_t)k * (size_t)nv + (size_t)i];
    for (int k = 0; k < m->n; k++) m->N[(size_t)k * (size_t)nv + (size_t)i] -= 2 * sum / square * along[k];
  }
  m->N += nv;
  m->n--;
}

int jni_name_directions(const jn_system *system, const jn_work *work, double *N, int n, double *row, double *body,
                        char (*names)[JN_DIRECTION_NAME], int most) {
  namer m = {
      .system = system, .work = work, .N = N, .row = row, .body = body, .n = n < JN_MOST_NEUTRAL ? n : JN_MOST_NEUTRAL};
  m.extent = find_extent(system, work);
  int named = 0;
  while (m.n > 0 && named < most) {
    m.size = STILL;
    m.best.name[0] = 0;
    offer_joints(&m);
    offer_bodies(&m);
    if (!m.best.name[0]) break;
    memcpy(names[named++], m.best.name, JN_DIRECTION_NAME);
    hold_best(&m);
  }
  return named;
}
