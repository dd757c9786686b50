// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// static_rows.c - see static_rows.h.
#include "analysis/equilibrium/static_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/assembly/base_body.h"
#include "kernel/elementary.h"
#include "kernel/vec3.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/system.h"

typedef struct {
  const jn_system *system;
  jn_work *work;    // at the position stage of the assembled start
  const int *base;  // nbodies: base of each body
  bool has_gravity;
  double up[3];
  jni_static_rows *rows;
  bool ok;
} builder;

// ---- the list ------------------------------------------------------------------------------------------------------

static void add(builder *b, const jni_static_row *row) {
  jni_static_rows *rows = b->rows;
  b->ok = b->ok && jni_grow(b->system->alloc, &rows->items, &rows->capacity, rows->n + 1, sizeof *rows->items);
  if (b->ok) rows->items[rows->n++] = *row;
}

static bool same_signal(const jni_signal *a, const jni_signal *b) {
  return a->kind == b->kind && a->a == b->a && a->b == b->b && a->component == b->component;
}

static bool is_listed(const builder *b, const jni_signal *signal) {
  for (int i = 0; i < b->rows->n; i++)
    if (b->rows->items[i].kind == JNI_STATIC_VALUE && same_signal(&b->rows->items[i].kept.signal, signal)) return true;
  return false;
}

static void add_value(builder *b, const jni_kept *kept, bool of_base, bool by_rate) {
  jni_static_row row = {.kind = JNI_STATIC_VALUE,
                        .kept = *kept,
                        .body = kept->bodies[0],
                        .size = kept->angle || kept->whole ? 1 : b->system->length_scale,
                        .by_rate = by_rate,
                        .if_free = by_rate,
                        .of_base = of_base,
                        .name = kept->initial->name};
  if (!kept->whole && is_listed(b, &kept->signal)) return;
  for (row.component = 0; row.component < kept->rows; row.component++) add(b, &row);
}

static bool is_base(const builder *b, int body) { return body > 0 && b->base[body] == body; }

// ---- heading -------------------------------------------------------------------------------------------------------

// Writes to `out` the component of `direction` perpendicular to the unit vector `up`.
static void make_horizontal(const double up[3], const double direction[3], double out[3]) {
  double along = jnk_dot(up, direction);
  for (int i = 0; i < 3; i++) out[i] = direction[i] - along * up[i];
}

// Adds a row that holds the heading of a body, unless the list has one for it. R: orientation of the body at which the
// heading counts as zero. The heading is that of the body's x axis, or of its y axis if x is steep.
static void add_heading(builder *b, int body, const double R[9]) {
  const double steep = 0.8;
  jni_static_row row = {
      .kind = JNI_STATIC_HEADING, .body = body, .axis = {1, 0, 0}, .size = 1, .of_base = is_base(b, body)};
  for (int i = 0; i < b->rows->n; i++)
    if (b->rows->items[i].kind == JNI_STATIC_HEADING && b->rows->items[i].body == body) return;
  double direction[3];
  jnk_mat_vec(R, row.axis, direction);
  if (fabs(jnk_dot(direction, b->up)) > steep) {
    row.axis[0] = 0;
    row.axis[1] = 1;
    jnk_mat_vec(R, row.axis, direction);
  }
  make_horizontal(b->up, direction, row.reference);
  snprintf(row.own_name, sizeof row.own_name, "%.40s.yaw", b->system->model->bodies[body].name);
  add(b, &row);
}

static double heading_off(const double up[3], const double direction[3], const double reference[3]) {
  double across[3];
  jnk_cross(reference, direction, across);
  return jnk_atan2(jnk_dot(up, across), jnk_dot(reference, direction));
}

// ---- selection of the values ---------------------------------------------------------------------------------------

static bool is_horizontal(const builder *b, int component) {
  return !b->has_gravity || fabs(b->up[component]) < 0.7071;
}

static void add_kept(builder *b, const jni_kept *kept) {
  int body = kept->nbodies > 0 ? kept->bodies[0] : 0;
  bool of_base = kept->coordinate < 0 && is_base(b, body);
  if (kept->initial->hold || kept->coordinate >= 0 || !b->has_gravity) add_value(b, kept, of_base, false);
  else if (kept->signal.kind == JNI_SIGNAL_POSITION && is_horizontal(b, kept->signal.component))
    add_value(b, kept, of_base, false);
  else if (kept->whole) {
    double R[9];
    jnk_quat_to_matrix(kept->target, R);
    add_heading(b, body, R);
  }
}

static bool position_of(const jni_signal *rate, jni_signal *position) {
  *position = *rate;
  switch (rate->kind) {
    case JNI_SIGNAL_VELOCITY: position->kind = JNI_SIGNAL_POSITION; return true;
    case JNI_SIGNAL_RATE: position->kind = JNI_SIGNAL_ANGLE; return true;
    case JNI_SIGNAL_COORDINATE_RATE: position->kind = JNI_SIGNAL_COORDINATE; return true;
    default: return false;
  }
}

// Adds a row for the position whose rate `initial: keep` gives; the position is held at its value after assembly. Adds
// nothing for rates of a base that determine neither a horizontal position nor a heading. Sets b->rows->driven if the
// rate is not zero.
static void add_rate(builder *b, const jni_kept *rate) {
  const jni_signal *s = &rate->signal;
  bool plane = b->system->model->space == JN_PLANE;
  int body = rate->nbodies > 0 ? rate->bodies[0] : 0;
  jni_kept held = *rate;
  b->rows->driven = b->rows->driven || rate->target[0] != 0;
  if (position_of(s, &held.signal)) held.target[0] = jni_signal_calc(b->system, b->work, &held.signal, NULL, NULL);
  bool joined = body > 0 && b->base[body] == 0 && s->kind != JNI_SIGNAL_OMEGA;
  if (rate->coordinate >= 0 || joined) add_value(b, &held, false, true);
  else if (!is_base(b, body)) return;
  else if (s->kind == JNI_SIGNAL_VELOCITY) {
    if (is_horizontal(b, s->component)) add_value(b, &held, true, false);
  } else if (plane && !b->has_gravity) add_value(b, &held, true, false);
  else if (!plane && b->has_gravity && s->kind == JNI_SIGNAL_OMEGA) {
    jni_motion motion;
    jni_body_motion(b->system, b->work, body, &motion);
    double vertical = 0;
    for (int i = 0; i < 3; i++) vertical += b->up[i] * motion.R[3 * i + s->component];
    if (fabs(vertical) > 0.7071) add_heading(b, body, motion.R);
  }
}

// Returns the index of the joint coordinate that is the rotation of a wheel about its axle; -1: there is none. axle:
// direction in ground axes.
static int find_axle(const builder *b, int body, const double axle[3]) {
  const jn_system *system = b->system;
  jni_motion motion;
  jni_body_motion(system, b->work, body, &motion);
  for (int i = 0; i < system->ncoordinates; i++) {
    const jni_coordinate *c = &system->coordinates[i];
    for (int end = 0; end < 2 && c->kind == JNI_ANGLE && c->joint >= 0; end++) {
      double axis[3];
      if (c->side[end].body != body) continue;
      jnk_mat_vec(motion.R, c->side[end].a, axis);
      if (fabs(jnk_dot(axis, axle)) > 0.999 * jnk_norm(axis)) return i;
    }
  }
  return -1;
}

// Adds a row that holds the rotation of the wheel of a tyre about its axle: its joint coordinate or, if there is none,
// its rotation relative to the ground.
static void add_spin(builder *b, const jni_force_plan *force) {
  const jn_system *system = b->system;
  jni_static_row row = {.kind = JNI_STATIC_SPIN, .size = 1, .by_rate = true, .spin = true, .component = 0};
  jni_motion motion;
  double axle[3];
  row.frame = force->ends[0].i;
  row.body = system->model->frames[row.frame].body;
  if (row.body == 0) return;
  memcpy(row.axis, force->element->def.tyre.axis[0], sizeof row.axis);
  row.across[fabs(row.axis[0]) < fabs(row.axis[1]) ? 0 : 1] = 1;
  jni_frame_motion(system, b->work, row.frame, &motion);
  jnk_mat_vec(motion.R, row.across, row.reference);
  jnk_mat_vec(motion.R, row.axis, axle);
  int axle_at = find_axle(b, row.body, axle);
  row.if_free = axle_at < 0;
  snprintf(row.own_name, sizeof row.own_name, "the spin of %.40s", system->model->bodies[row.body].name);
  if (axle_at >= 0) {
    const jni_coordinate *c = &system->coordinates[axle_at];
    row.kind = JNI_STATIC_VALUE;
    row.kept = (jni_kept){.coordinate = axle_at, .angle = true, .rows = 1};
    row.kept.signal = (jni_signal){.kind = JNI_SIGNAL_COORDINATE, .a = c->joint, .b = c->index};
    row.kept.target[0] = jni_signal_calc(system, b->work, &row.kept.signal, NULL, NULL);
    for (int end = 0; end < 2; end++)
      if (c->side[end].body > 0) row.kept.bodies[row.kept.nbodies++] = c->side[end].body;
  }
  add(b, &row);
}

static void add_rates(builder *b, const jni_kept_list *velocities, bool of_base) {
  for (int i = 0; i < velocities->n; i++) {
    const jni_kept *rate = &velocities->items[i];
    bool mine = rate->coordinate < 0 && rate->nbodies > 0 && is_base(b, rate->bodies[0]);
    if (rate->keep && mine == of_base) add_rate(b, rate);
  }
}

// Adds, for each base with a held row, a row that holds its heading at the value after assembly, only where nothing
// resists.
static void add_free_headings(builder *b) {
  if (!b->has_gravity || b->system->model->space == JN_PLANE) return;
  for (int i = 0, n = b->rows->n; i < n; i++) {
    int body = b->rows->items[i].body, before = b->rows->n;
    jni_motion motion;
    if (!b->rows->items[i].of_base || b->system->width[body] < 6) continue;
    jni_body_motion(b->system, b->work, body, &motion);
    add_heading(b, body, motion.R);
    if (b->rows->n > before) b->rows->items[before].by_rate = b->rows->items[before].if_free = true;
  }
}

static void list_all(builder *b, const jni_kept_list *positions, const jni_kept_list *velocities) {
  for (int i = 0; i < positions->n; i++)
    if (positions->items[i].keep) add_kept(b, &positions->items[i]);
  // Rates of bases come first, because a row with another rate is held only if no row before it determines it and
  // nothing resists.
  add_rates(b, velocities, true);
  add_free_headings(b);
  for (int k = 0; k < b->system->nforces; k++)
    if (b->system->forces[k].element->kind->tyre && b->system->forces[k].nends > 0) add_spin(b, &b->system->forces[k]);
  add_rates(b, velocities, false);
}

// Sets `moves` of rows that have a kept velocity other than zero, and of the rows and wheel spins of a base with such a
// velocity; sets `rides` of the rows of bodies whose base has such a velocity.
static void mark_moving(builder *b, const jni_kept_list *velocities) {
  for (int i = 0; i < velocities->n; i++) {
    const jni_kept *rate = &velocities->items[i];
    jni_signal position;
    if (!rate->keep || rate->target[0] == 0) continue;
    bool has_position = position_of(&rate->signal, &position);
    int body = rate->nbodies > 0 ? rate->bodies[0] : 0;
    for (int k = 0; k < b->rows->n; k++) {
      jni_static_row *row = &b->rows->items[k];
      bool same = has_position && row->kind == JNI_STATIC_VALUE && same_signal(&row->kept.signal, &position);
      bool of_vehicle = row->spin && b->base[row->body] == body;
      bool with_base = rate->coordinate < 0 && is_base(b, body) && ((row->of_base && row->body == body) || of_vehicle);
      row->moves = row->moves || same || with_base;
      // The heading of a vehicle that moves is always held, even if a force resists.
      if (row->moves && row->kind == JNI_STATIC_HEADING) row->by_rate = row->if_free = false;
      row->rides = row->rides || (rate->coordinate < 0 && is_base(b, body) && b->base[row->body] == body);
    }
  }
}

bool jni_static_rows_new(const jn_system *system, const double *state, jni_static_rows *rows) {
  jni_kept_list positions = {0}, velocities = {0};
  jn_work *work = jn_work_new(system);
  int *base = jni_alloc0(system->alloc, (size_t)system->nbodies, sizeof *base);
  double gravity = jnk_norm(system->model->gravity);
  *rows = (jni_static_rows){0};
  builder b = {.system = system, .work = work, .base = base, .has_gravity = gravity > 0, .rows = rows};
  for (int i = 0; i < 3; i++) b.up[i] = gravity > 0 ? -system->model->gravity[i] / gravity : 0;
  b.ok = work && base && jni_base_bodies(system, base) && jni_kept_new(system, JNI_LEVEL_POSITION, &positions) &&
         jni_kept_new(system, JNI_LEVEL_VELOCITY, &velocities);
  if (b.ok) {
    const jn_sizes *n = &system->sizes;
    const double *z = state + 1 + n->nq + n->nv;
    jn_calc_position(system, work, state[0], state + 1, z, z + n->nz);
    list_all(&b, &positions, &velocities);
    mark_moving(&b, &velocities);
  }
  jni_kept_free(system, &positions);
  jni_kept_free(system, &velocities);
  jni_free(system->alloc, base);
  jn_work_free(work);
  return b.ok;
}

void jni_static_rows_free(const jn_system *system, jni_static_rows *rows) {
  jni_free(system->alloc, rows->items);
  *rows = (jni_static_rows){0};
}

const char *jni_static_row_name(const jni_static_row *row) { return row->name ? row->name : row->own_name; }

bool jni_static_rows_hold(const jni_static_rows *rows, const jni_kept *kept) {
  for (int i = 0; i < rows->n; i++)
    if (rows->items[i].kind == JNI_STATIC_VALUE && rows->items[i].kept.initial == kept->initial &&
        !rows->items[i].by_rate)
      return true;
  return false;
}

// ---- values --------------------------------------------------------------------------------------------------------

static void gravity_up(const jn_system *system, double up[3]) {
  double gravity = jnk_norm(system->model->gravity);
  for (int i = 0; i < 3; i++) up[i] = -system->model->gravity[i] / gravity;
}

double jni_static_row_off(const jn_system *system, jn_work *work, const jni_static_row *row) {
  jni_motion motion;
  double direction[3], axis[3], up[3], residual[3];
  if (row->kind == JNI_STATIC_VALUE) {
    jni_kept_residual(system, work, &row->kept, residual);
    return residual[row->component] / row->size;
  }
  if (row->kind == JNI_STATIC_HEADING) {
    jni_body_motion(system, work, row->body, &motion);
    jnk_mat_vec(motion.R, row->axis, direction);
    gravity_up(system, up);
    return heading_off(up, direction, row->reference);
  }
  jni_frame_motion(system, work, row->frame, &motion);
  jnk_mat_vec(motion.R, row->axis, axis);
  jnk_mat_vec(motion.R, row->across, direction);
  return heading_off(axis, direction, row->reference);
}

// Writes to k (ground axes) the vector for which k . w is the rate of the heading angle about the vertical: k = up -
// (up . h) H / |H|^2, with w the angular velocity of the body, h the direction row->axis and H its horizontal part.
static void heading_axis(const jn_system *system, const jni_motion *motion, const jni_static_row *row, double k[3]) {
  double direction[3], up[3], across[3];
  jnk_mat_vec(motion->R, row->axis, direction);
  gravity_up(system, up);
  make_horizontal(up, direction, across);
  double along = jnk_dot(up, direction) / jnk_dot(across, across);
  for (int i = 0; i < 3; i++) k[i] = up[i] - along * across[i];
}

void jni_static_row_jacobian(const jn_system *system, jn_work *work, const jni_static_row *row, double *scratch,
                             double *K) {
  memset(K, 0, (size_t)system->sizes.nv * sizeof *K);
  if (row->kind == JNI_STATIC_VALUE) {
    double blocks[3 * 2 * JNI_WIDEST];
    const double *block = blocks;
    jni_kept_jacobian(system, work, &row->kept, scratch, blocks);
    for (int j = 0; j < row->kept.nbodies; j++) {
      int body = row->kept.bodies[j], width = system->width[body];
      for (int c = 0; c < width; c++) K[system->v_at[body] + c] = block[row->component * width + c] / row->size;
      block += row->kept.rows * width;
    }
    return;
  }
  const double none[3] = {0};
  double torque[3];
  jni_motion motion;
  if (row->kind == JNI_STATIC_HEADING) {
    jni_body_motion(system, work, row->body, &motion);
    heading_axis(system, &motion, row, torque);
  } else {
    jni_frame_motion(system, work, row->frame, &motion);
    jnk_mat_vec(motion.R, row->axis, torque);
  }
  jni_apply_wrench(system, work, system->model->bodies[row->body].com_frame, none, torque, K);
}
