// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_contacts.c - rigid contacts in linear equations: the closed points at a state, and their equations.
//
// A point that sticks is a constraint, as if a joint connected the bodies there. Where one of the surfaces is a corner,
// the same two material points stay together: all of its equations are holonomic. Otherwise it may roll: the gap stays
// zero, and so does the slip, which is an equation of velocities. A point that slips has its gap alone; its friction is
// a force that the equations of motion contain.
#include "analysis/linear/linearise_contacts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/control/contact_layer.h"
#include "jounce/assembly.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "model/fault.h"
#include "system/contact_points.h"
#include "system/event.h"
#include "system/motion.h"

static const double slow = 1e-9;      // speeds below this part of the largest speed are zero
static const double unloaded = 1e-9;  // forces below this part of the largest are zero

// ---- modes at the state --------------------------------------------------------------------------------------------

// Returns the largest of the present speeds, angular ones times the mechanism's size, plus a thousandth of that size
// per second, m/s.
static double largest_speed(const jn_system *system, const jn_work *work) {
  double most = 0;
  for (int i = 0; i < system->sizes.nv; i++)
    most = fmax(most, fabs(work->v[i]) * (system->v_is_length[i] ? 1 : system->length_scale));
  return most + 1e-3 * system->length_scale;
}

// Writes the name of a point for messages, such as "contact 'sole', point 2,".
static void name_point(const jn_system *system, int point, char *text, size_t size) {
  const jni_contact_element *e = &system->model->contacts[system->contact_points[point].contact];
  if (e->npoints > 1) jni_print(text, size, "contact '%.120s', point %d,", e->name, point - e->first + 1);
  else jni_print(text, size, "contact '%.120s'", e->name);
}

static jn_status refuse(const jn_system *system, int point, const char *why, jn_report *report) {
  char name[200];
  name_point(system, point, name, sizeof name);
  return jn_report_fault(report, JN_REFUSED, "", "%s %s: there are no linear equations at this state", name, why);
}

// Lists in *c the points that touch at the state of the work and do not part, those with friction as sticking. Returns
// JN_REFUSED after a fault if one is hit or shapes overlap there.
static jn_status list_touching(const jn_system *system, jn_work *work, jni_linear_contacts *c, jn_report *report) {
  double zero = slow * largest_speed(system, work);
  jni_contact_features_update(system, work, JNI_CONTACT_START_SLACK, NULL, work->s);
  jni_contact_rates_update(system, work);
  for (int i = 0; i < system->ncontact_points; i++) {
    const jni_contact_result *at = &work->contact_points[i];
    double slack = jni_contact_start_slack(system, i);
    if (!(at->place.gap <= slack) || at->rates.rate > zero) continue;
    if (at->place.gap < -slack) return refuse(system, i, "is at shapes that overlap", report);
    if (at->rates.rate < -zero) return refuse(system, i, "is hit", report);
    c->point[c->n] = i;
    c->mode[c->n++] = system->contact_points[i].pair->friction_static > 0 ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
  }
  return JN_OK;
}

// Stores the modes, features and directions of the listed points in the discrete states s; others are open.
static void store_modes(const jn_system *system, const jn_work *work, const jni_linear_contacts *c,
                        double (*direction)[3], double *s) {
  for (int i = 0; i < system->ncontact_points; i++) {
    s[system->contact_points[i].s_at + JNI_CONTACT_MODE] = JNI_CONTACT_OPEN;
    s[system->contact_points[i].s_at + JNI_CONTACT_FEATURE] = 0;
  }
  for (int k = 0; k < c->n; k++) {
    int at = system->contact_points[c->point[k]].s_at;
    s[at + JNI_CONTACT_MODE] = c->mode[k];
    if (c->mode[k] != JNI_CONTACT_OPEN) s[at + JNI_CONTACT_FEATURE] = work->contact_points[c->point[k]].feature;
    jnk_copy(direction[k], s + at + JNI_CONTACT_DIRECTION);
  }
}

// Refuses points on the boundary between two modes, at forces that keep the modes of all points.
static jn_status check_boundaries(const jn_system *system, const jn_work *work, const jni_linear_contacts *c,
                                  double no_slip, jn_report *report) {
  double largest = 0;
  for (int i = 0; i < system->nbody_v; i++) largest = fmax(largest, fabs(work->body_f[i]));
  for (int k = 0; k < c->n; k++) largest = fmax(largest, fabs(work->contact_points[c->point[k]].normal));
  for (int k = 0; k < c->n; k++) {
    const jni_contact_result *at = &work->contact_points[c->point[k]];
    const jni_contact_pair *pair = system->contact_points[c->point[k]].pair;
    char why[160];
    if (c->mode[k] == JNI_CONTACT_OPEN) return refuse(system, c->point[k], "touches and is about to open", report);
    if (!(at->normal > unloaded * largest))
      return refuse(system, c->point[k], "touches without a force, so that it may open or close", report);
    if (!(pair->friction_static > 0)) continue;
    if (c->mode[k] == JNI_CONTACT_SLIPS && !(jnk_norm(at->rates.slip) > no_slip))
      return refuse(system, c->point[k], "begins to slip", report);
    if (c->mode[k] == JNI_CONTACT_SLIPS) continue;
    double friction = jnk_norm(at->friction), limit = pair->friction_static * at->normal;
    jni_print(why, sizeof why, "is at its limit of friction, %.4g N of %.4g N, so that it may stick or slip", friction,
              limit);
    if (!(friction < limit * (1 - unloaded))) return refuse(system, c->point[k], why, report);
  }
  return JN_OK;
}

// Finds the closed points and their modes at `state` with a layer on the work: stores them in *c, without points
// before, and the modes in the discrete states of `state`. Returns JN_OK without points if the accelerations without
// contacts cannot be computed; JN_REFUSED after a fault if a point is at shapes that overlap, is hit or is on the
// boundary between two modes; another status if the forces at the contacts are not found. direction, vdot: scratch.
static jn_status find_modes(const jn_system *system, jn_work *work, jni_contact_layer *layer, double *state,
                            double (*direction)[3], double *vdot, jni_linear_contacts *c, jn_report *report) {
  jn_status status = jn_solve_acceleration(system, work, state, vdot, NULL);
  if (status != JN_OK) return JN_OK;  // reported with the names of masses by what evaluates the equations next
  status = list_touching(system, work, c, report);
  if (status != JN_OK || c->n == 0) return status;
  status = jni_contact_layer_choose_modes(layer, c->point, c->n, c->mode, direction, vdot);
  if (status != JN_OK)
    return jn_report_fault(report, status, "", "the forces at the contacts could not be found at this state");
  store_modes(system, work, c, direction, jn_state_s(system, state));
  double no_slip = jni_contact_layer_no_slip(layer);
  status = jni_linear_contacts_accelerate(system, work, layer, state, vdot, NULL);
  if (status == JN_OK) status = check_boundaries(system, work, c, no_slip, report);
  return status;
}

jn_status jni_linear_contacts_find(jni_pool *pool, const jn_system *system, double *state, jni_linear_contacts *c,
                                   jn_report *report) {
  size_t np = (size_t)system->ncontact_points;
  *c = (jni_linear_contacts){.n = 0};
  if (np == 0) return JN_OK;
  jni_pool scratch = {.alloc = system->alloc};
  c->point = jni_ints(pool, np);
  c->mode = jni_ints(pool, np);
  c->pinned = jni_flags(pool, np);
  c->arm = jni_take(pool, 2 * np, sizeof *c->arm);
  c->work = jni_keep(pool, jn_work_new(system), jni_object_free);
  double(*direction)[3] = jni_take(&scratch, np, sizeof *direction),
  *vdot = jni_doubles(&scratch, system->sizes.nv + 1);
  jn_mobility *mobility = jn_mobility_new(system, state, report);
  if (mobility && c->work && !pool->failed && !scratch.failed)
    c->layer = jni_keep(pool, jni_contact_layer_new(system, c->work, jn_mobility_active(mobility), 0, report),
                        jni_object_free);
  jn_mobility_free(mobility);
  jn_status status = c->layer ? find_modes(system, c->work, c->layer, state, direction, vdot, c, report)
                              : jni_report_no_memory(report);
  jni_pool_free(&scratch);
  return status;
}

jn_status jni_linear_contacts_accelerate(const jn_system *system, jn_work *work, jni_contact_layer *layer,
                                         const double *state, double *vdot, double *lambda) {
  const double *q = state + 1, *v = q + system->sizes.nq, *z = v + system->sizes.nv, *s = z + system->sizes.nz;
  jn_status status = jn_solve_acceleration(system, work, state, vdot, lambda);
  if (status != JN_OK) return status;
  jn_calc_position(system, work, state[0], q, z, s);
  jn_calc_velocity(system, work, v);
  jn_calc_force(system, work, z);
  jni_contact_layer_begin(layer);
  status = jni_contact_layer_act(layer, vdot, lambda);
  return status == JN_OK && jni_contact_layer_contradicts(layer) ? JN_NO_CONVERGENCE : status;
}

// ---- equations of the chart ----------------------------------------------------------------------------------------

static int width_of(const jn_system *cart) { return cart->model->space == JN_PLANE ? 2 : 3; }

// Writes to `at` the places of the two material points of a pinned point, which were in contact at the origin.
static void material_points(const jn_system *cart, const jn_work *work, const jni_linear_contacts *c, int k,
                            double at[2][3]) {
  const jni_contact_shape *shape = cart->contact_points[c->point[k]].pair->geometry;
  for (int end = 0; end < 2; end++) {
    const double *arm = c->arm[2 * k + end];
    if (shape[end].body == 0) {
      jnk_copy(arm, at[end]);
      continue;
    }
    jni_motion body;
    jni_body_motion(cart, work, shape[end].body, &body);
    jnk_mat_vec(body.R, arm, at[end]);
    jnk_add(at[end], body.r, at[end]);
  }
}

void jni_linear_contacts_begin(const jn_system *cart, jn_work *work, jni_linear_contacts *c) {
  int width = width_of(cart);
  c->nh = c->nv = 0;
  if (c->n > 0) jni_contact_places_update(cart, work);
  for (int k = 0; k < c->n; k++) {
    const jni_contact_shape *shape = cart->contact_points[c->point[k]].pair->geometry;
    const jni_contact_place *place = &work->contact_points[c->point[k]].place;
    bool sticks = c->mode[k] == JNI_CONTACT_STICKS;
    c->pinned[k] = sticks && (place->corner[0] || place->corner[1]);
    c->nh += c->pinned[k] ? width : 1;
    if (sticks && !c->pinned[k]) c->nv += width - 1;
    for (int end = 0; end < 2; end++) {
      double *arm = c->arm[2 * k + end];
      jnk_copy(place->point[end], arm);
      if (shape[end].body == 0) continue;
      jni_motion body;
      jni_body_motion(cart, work, shape[end].body, &body);
      jnk_sub(place->point[end], body.r, arm);
      jnk_mat_t_vec(body.R, arm, arm);
    }
  }
}

void jni_linear_contacts_residual(const jn_system *cart, jn_work *work, const jni_linear_contacts *c, double *phi) {
  if (c->n > 0) jni_contact_places_update(cart, work);
  for (int k = 0; k < c->n; k++) {
    double at[2][3];
    if (!c->pinned[k]) {
      *phi++ = work->contact_points[c->point[k]].place.gap;
      continue;
    }
    material_points(cart, work, c, k, at);
    for (int i = 0; i < width_of(cart); i++) *phi++ = at[1][i] - at[0][i];
  }
}

// Writes to `row` (nv) the gradient of the velocity of the second body over the first at a point, along a direction.
static void put_row(const jn_system *cart, const jn_work *work, int point, const double direction[3], double *row) {
  memset(row, 0, (size_t)cart->sizes.nv * sizeof *row);
  jni_contact_add_force(cart, work, point, direction, row);
}

void jni_linear_contacts_rows(const jn_system *cart, jn_work *work, const jni_linear_contacts *c, double *holonomic,
                              double *rolling) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  size_t nv = (size_t)cart->sizes.nv;
  if (c->n > 0) jni_contact_places_update(cart, work);
  for (int k = 0; k < c->n; k++) {
    const jni_contact_place *place = &work->contact_points[c->point[k]].place;
    int width = width_of(cart);
    for (int i = 0; i < (c->pinned[k] ? width : 1); i++, holonomic += nv)
      put_row(cart, work, c->point[k], c->pinned[k] ? axes[i] : place->n, holonomic);
    for (int i = 0; i < width - 1 && rolling && c->mode[k] == JNI_CONTACT_STICKS && !c->pinned[k]; i++, rolling += nv)
      put_row(cart, work, c->point[k], place->t[i], rolling);
  }
}
