// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// inverse_contact.c - rigid contacts in inverse dynamics: which points the prescribed motion keeps closed, the rows of
// their forces, and of all forces with the same effect those of least norm inside the cones.
//
// A point carries forces if its gap, and its first and second rate are zero, or if the motion presses the shapes into
// each other there. Where it does not slip, nor begins to, normal force and friction are unknowns; where it slips the
// force acts along n - mu d, with d the direction of slip.
#include <math.h>
#include <string.h>

#include "analysis/inverse/inverse_inside.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/contact_points.h"
#include "system/coordinates/body_level.h"
#include "system/event.h"
#include "system/stage.h"

enum { MOST_NEWTON = 100 };
static const double outside = 1e-9;  // forces outside of a cone by less than this part of the largest are rounding

bool jni_inverse_allocate_contacts(jn_inverse *inv) {
  const jn_system *system = inv->system;
  size_t np = (size_t)system->ncontact_points;
  inv->accuracy = JNI_INVERSE_EXACT;
  for (size_t i = 0; i < np; i++)
    if (system->contact_points[i].pair->friction_static > 0) inv->tangents = system->model->space == JN_PLANE ? 1 : 2;
  inv->most_closed = np < JNI_CONTACT_MOST_CLOSED ? (int)np : JNI_CONTACT_MOST_CLOSED;
  inv->s = jni_doubles(&inv->pool, (size_t)system->sizes.ns + 1);
  inv->closed = jni_take(&inv->pool, np + 1, sizeof *inv->closed);
  inv->mean = jni_take(&inv->pool, np + 1, sizeof *inv->mean);
  return !inv->pool.failed;
}

void jni_inverse_set_accuracy(jn_inverse *inv, double accuracy) { inv->accuracy = accuracy; }

// ---- closed points -------------------------------------------------------------------------------------------------

// Copies the discrete states of `state` to inv->s, opens all points of contact there and empties the list of closed
// ones.
void jni_inverse_open_contacts(jn_inverse *inv, const double *state) {
  const jn_system *system = inv->system;
  const double *s = state + 1 + system->sizes.nq + system->sizes.nv + system->sizes.nz;
  memcpy(inv->s, s, (size_t)system->sizes.ns * sizeof *s);
  for (int i = 0; i < system->ncontact_points; i++) {
    double *own = inv->s + system->contact_points[i].s_at;
    own[JNI_CONTACT_MODE] = JNI_CONTACT_OPEN;
    own[JNI_CONTACT_FEATURE] = 0;
  }
  inv->nclosed = inv->nrows_contact = 0;
}

// Returns the largest of the present speeds, angular ones times the mechanism's size, plus a thousandth of that size
// per second, m/s.
static double largest_speed(const jn_inverse *inv) {
  const jn_system *system = inv->system;
  double most = 0;
  for (int i = 0; i < system->sizes.nv; i++)
    most = fmax(most, fabs(inv->work->v[i]) * (system->v_is_length[i] ? 1 : system->length_scale));
  return most + 1e-3 * system->length_scale;
}

// Writes to `row` (nv) the generalised forces of the contact force `direction`, in ground axes, at a point.
static void unit_row(jn_inverse *inv, int point, const double direction[3], double *row) {
  const jn_system *system = inv->system;
  memset(inv->body, 0, (size_t)system->nbody_v * sizeof *inv->body);
  jni_contact_add_force(system, inv->work, point, direction, inv->body);
  memset(row, 0, (size_t)system->sizes.nv * sizeof *row);
  jni_add_body_forces(system, inv->work, inv->body, row);
}

// Returns the acceleration of a point along a direction: W vdot + bias. Raises *scale to the largest of its terms.
static double acceleration(jn_inverse *inv, int point, const double direction[3], double bias, const double *vdot,
                           double *scale) {
  double sum = bias;
  unit_row(inv, point, direction, inv->row);
  *scale = fmax(*scale, fabs(bias));
  for (int i = 0; i < inv->system->sizes.nv; i++) {
    double term = inv->row[i] * vdot[i];
    *scale = fmax(*scale, fabs(term));
    sum += term;
  }
  return sum;
}

// Returns whether a point is closed: it touches or overlaps, and neither its speed nor its acceleration opens it. Sets
// *c for such a point: mode, direction of slip or of beginning slip, depth and speed of closing. fastest: a typical
// speed, m/s.
static bool judge_point(jn_inverse *inv, int point, double fastest, const double *vdot, jni_inverse_closed *c) {
  const jn_system *system = inv->system;
  const jni_contact_result *at = &inv->work->contact_points[point];
  double slow = inv->accuracy * fastest, scale = jnk_norm(system->model->gravity), loose = sqrt(inv->accuracy);
  double size = fmax(jni_contact_size(system, point), 1e-3 * system->length_scale), rub[3] = {0, 0, 0}, across = 0;
  bool pressed = at->place.gap < -inv->accuracy * size;
  if (!(at->place.gap <= inv->accuracy * size) || !(at->rates.rate <= slow)) return false;
  double closing = at->rates.rate < -slow ? -at->rates.rate : 0;
  double leaves = acceleration(inv, point, at->place.n, at->rates.second, vdot, &scale);
  if (!pressed && closing == 0 && leaves > loose * scale) return false;
  *c = (jni_inverse_closed){
      .point = point, .mode = JNI_CONTACT_SLIPS, .depth = pressed ? -at->place.gap : 0, .closing = closing};
  if (!(system->contact_points[point].pair->friction_static > 0)) return true;
  if (jnk_norm(at->rates.slip) > slow) {
    jnk_scale(1 / jnk_norm(at->rates.slip), at->rates.slip, c->direction);
    return true;
  }
  for (int k = 0; k < inv->tangents; k++) {
    const double *t = at->place.t[k];
    jnk_add_scaled(rub, acceleration(inv, point, t, jnk_dot(t, at->rates.turn), vdot, &scale), t, rub);
  }
  across = jnk_norm(rub);
  if (across > loose * scale) jnk_scale(1 / across, rub, c->direction);
  else c->mode = JNI_CONTACT_STICKS;
  return true;
}

static void set_states(jn_inverse *inv, const jni_inverse_closed *c) {
  const jn_system *system = inv->system;
  double *own = inv->s + system->contact_points[c->point].s_at;
  own[JNI_CONTACT_MODE] = c->mode;
  own[JNI_CONTACT_FEATURE] = inv->work->contact_points[c->point].feature;
  jnk_copy(c->direction, own + JNI_CONTACT_DIRECTION);
}

bool jni_inverse_close_contacts(jn_inverse *inv, const double *state, const double *vdot) {
  const jn_system *system = inv->system;
  const double *q = state + 1, *v = q + system->sizes.nq, *z = v + system->sizes.nv;
  if (system->ncontact_points == 0) return true;
  jni_inverse_open_contacts(inv, state);
  jn_calc_position(system, inv->work, state[0], q, z, inv->s);
  jn_calc_velocity(system, inv->work, v);
  jni_contact_features_update(system, inv->work, inv->accuracy, NULL, inv->work->s);
  jni_contact_rates_update(system, inv->work);
  double fastest = largest_speed(inv);
  for (int i = 0; i < system->ncontact_points; i++) {
    jni_inverse_closed c;
    if (!judge_point(inv, i, fastest, vdot, &c)) continue;
    if (inv->nclosed == inv->most_closed) return false;
    c.first = inv->nrows_contact;
    inv->nrows_contact += c.mode == JNI_CONTACT_STICKS ? 1 + inv->tangents : 1;
    inv->closed[inv->nclosed++] = c;
  }
  for (int i = 0; i < inv->nclosed; i++) set_states(inv, &inv->closed[i]);
  return true;
}

void jni_inverse_contact_rows(jn_inverse *inv) {
  const jn_system *system = inv->system;
  size_t nv = (size_t)system->sizes.nv;
  if (inv->nclosed > 0) jni_contact_rates_update(system, inv->work);
  for (int i = 0; i < inv->nclosed; i++) {
    const jni_inverse_closed *c = &inv->closed[i];
    const jni_contact_place *place = &inv->work->contact_points[c->point].place;
    double *row = inv->B + (size_t)(inv->n + c->first) * nv, along[3];
    jnk_copy(place->n, along);
    if (c->mode == JNI_CONTACT_SLIPS)
      jnk_add_scaled(along, -system->contact_points[c->point].pair->friction, c->direction, along);
    unit_row(inv, c->point, along, row);
    for (int k = 0; k < inv->tangents && c->mode == JNI_CONTACT_STICKS; k++)
      unit_row(inv, c->point, place->t[k], row + (size_t)(1 + k) * nv);
  }
  for (size_t i = 0; i < (size_t)inv->nrows_contact * nv; i++)
    inv->B[(size_t)inv->n * nv + i] *= system->v_size[i % nv];
}

// ---- forces inside the cones ---------------------------------------------------------------------------------------

static double limit_of(const jn_inverse *inv, const jni_inverse_closed *c) {
  return inv->system->contact_points[c->point].pair->friction_static;
}

bool jni_inverse_leaves_cones(const jn_inverse *inv, const double *x) {
  double most = jni_dense_largest(x, inv->n + inv->nrows_contact);
  for (int i = 0; i < inv->nclosed; i++) {
    const jni_inverse_closed *c = &inv->closed[i];
    const double *F = x + inv->n + c->first;
    double T = 0;
    for (int k = 1; k <= inv->tangents && c->mode == JNI_CONTACT_STICKS; k++) T += F[k] * F[k];
    if (F[0] < -outside * most || sqrt(T) - limit_of(inv, c) * fmax(F[0], 0) > outside * most) return true;
  }
  return false;
}

// Computes x = P(A' y), whose contact forces are projected onto their cones, and r = A x - b; A: m x n. Writes A J A'
// to H (m x m; NULL: not needed), with J the derivative of P. Returns |x|^2/2 - b . y, whose gradient is r.
static double calc_dual(jn_inverse *inv, int m, const double *A, const double *b, const double *y, double *x, double *r,
                        double *H) {
  int n = inv->n + inv->nrows_contact;
  double value = 0;
  if (H) memset(H, 0, (size_t)m * (size_t)m * sizeof *H);
  for (int first = 0, next = 0; first < n;) {
    bool free = first < inv->n;
    const jni_inverse_closed *c = free ? NULL : &inv->closed[next++];
    int width = c && c->mode == JNI_CONTACT_STICKS ? 1 + inv->tangents : 1;
    double z[3] = {0, 0, 0}, J[9] = {1};
    for (int k = 0; k < width; k++)
      for (int i = 0; i < m; i++) z[k] += A[(size_t)i * (size_t)n + (size_t)(first + k)] * y[i];
    if (free) x[first] = z[0];
    else jni_contact_project(width, width > 1 ? limit_of(inv, c) : 0, z, x + first, J);
    for (int k = 0; k < width; k++) value += 0.5 * x[first + k] * x[first + k];
    for (int i = 0; i < m && H; i++)
      for (int k = 0; k < width; k++) {
        double part = 0;
        for (int l = 0; l < width; l++) part += A[(size_t)i * (size_t)n + (size_t)(first + l)] * J[l * width + k];
        for (int j = 0; j < m && part != 0; j++)
          H[(size_t)i * (size_t)m + (size_t)j] += part * A[(size_t)j * (size_t)n + (size_t)(first + k)];
      }
    first += width;
  }
  for (int i = 0; i < m; i++) {
    r[i] = jni_dot(n, A + (size_t)i * (size_t)n, x) - b[i];
    value -= b[i] * y[i];
  }
  return value;
}

// Replaces x by the solution y of (H + a small multiple of the unit matrix) y = x, H (m x m) symmetric and
// semidefinite. Overwrites H. Returns false, with x unchanged, if H is zero or not finite or its decomposition fails.
static bool solve_definite(int m, double *H, double *x) {
  double trace = 0;
  for (int i = 0; i < m; i++) trace += H[(size_t)i * (size_t)m + (size_t)i];
  for (int i = 0; i < m; i++) H[(size_t)i * (size_t)m + (size_t)i] += 1e-14 * trace;
  if (!(trace > 0) || !jni_dense_cholesky(m, H)) return false;
  jni_dense_cholesky_solve(m, H, x);
  return true;
}

bool jni_inverse_share_cones(jn_inverse *inv, int m, const double *A, const double *b, double *x) {
  int n = inv->n + inv->nrows_contact;
  size_t size = (size_t)m;
  jni_pool scratch = {.alloc = inv->system->alloc};
  double *y = jni_doubles(&scratch, 4 * size + (size_t)n + size * size + 1), largest = jni_dense_largest(b, m);
  if (!y) return false;
  double *from = y + m, *step = from + m, *r = step + m, *trial = r + m, *H = trial + n;
  // y of the forces of least norm without cones: A A' y = b
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++) H[i * size + j] = jni_dot(n, A + i * (size_t)n, A + j * (size_t)n);
  memcpy(y, b, size * sizeof *y);
  bool done = false, goes_on = solve_definite(m, H, y);
  for (int k = 0; goes_on && k < MOST_NEWTON; k++) {
    double before = calc_dual(inv, m, A, b, y, trial, r, H), slope = 0, part = 1;
    done = jni_dense_largest(r, m) <= 1e-13 * largest;
    if (done) break;
    for (int i = 0; i < m; i++) step[i] = -r[i];
    goes_on = solve_definite(m, H, step);
    for (int i = 0; i < m; i++) slope += r[i] * step[i];
    memcpy(from, y, size * sizeof *y);
    for (int half = 0; goes_on && half < 40; half++, part *= 0.5) {
      for (int i = 0; i < m; i++) y[i] = from[i] + part * step[i];
      if (calc_dual(inv, m, A, b, y, trial, r, NULL) <= before + 1e-4 * part * slope + 1e-15 * fabs(before)) break;
    }
  }
  if (goes_on && !done) {
    calc_dual(inv, m, A, b, y, trial, r, NULL);
    done = jni_dense_largest(r, m) <= 1e-11 * largest;
  }
  if (done) memcpy(x, trial, (size_t)n * sizeof *x);
  jni_pool_free(&scratch);
  return done;
}

// ---- results -------------------------------------------------------------------------------------------------------

void jni_inverse_store_forces(jn_inverse *inv, const double *x) {
  for (int i = 0; i < inv->nclosed; i++) {
    jni_inverse_closed *c = &inv->closed[i];
    const double *F = x + inv->n + c->first;
    const jni_contact_place *place = &inv->work->contact_points[c->point].place;
    c->normal = F[0];
    jnk_zero(c->friction);
    if (c->mode == JNI_CONTACT_SLIPS)
      jnk_scale(-inv->system->contact_points[c->point].pair->friction * F[0], c->direction, c->friction);
    for (int k = 0; k < inv->tangents && c->mode == JNI_CONTACT_STICKS; k++)
      jnk_add_scaled(c->friction, F[1 + k], place->t[k], c->friction);
  }
}

void jni_inverse_apply_contacts(jn_inverse *inv, double *body) {
  if (inv->nclosed > 0) jni_contact_places_update(inv->system, inv->work);
  for (int i = 0; i < inv->nclosed; i++) {
    const jni_inverse_closed *c = &inv->closed[i];
    double force[3];
    jnk_add_scaled(c->friction, c->normal, inv->work->contact_points[c->point].place.n, force);
    jni_contact_add_force(inv->system, inv->work, c->point, force, body);
  }
}

void jni_inverse_show_contacts(jn_inverse *inv) {
  for (int i = 0; i < inv->system->ncontact_points; i++) {
    inv->work->contact_points[i].normal = 0;
    jnk_zero(inv->work->contact_points[i].friction);
  }
  for (int i = 0; i < inv->nclosed; i++) {
    jni_contact_result *point = &inv->work->contact_points[inv->closed[i].point];
    point->normal = inv->closed[i].normal;
    jnk_copy(inv->closed[i].friction, point->friction);
  }
}

void jni_inverse_store_contacts(const jn_inverse *inv, double *state) {
  const jn_system *system = inv->system;
  if (system->ncontact_points > 0) memcpy(jn_state_s(system, state), inv->s, (size_t)system->sizes.ns * sizeof *state);
}

double jni_inverse_rubbing(const jn_inverse *inv) {
  double power = 0;
  if (inv->nclosed > 0) jni_contact_rates_update(inv->system, inv->work);
  for (int i = 0; i < inv->nclosed; i++)
    power += jnk_dot(inv->closed[i].friction, inv->work->contact_points[inv->closed[i].point].rates.slip);
  return power;
}

void jni_inverse_mean_begin(jn_inverse *inv) {
  memset(inv->mean, 0, (size_t)inv->system->ncontact_points * sizeof *inv->mean);
}

void jni_inverse_mean_add(jn_inverse *inv, double part) {
  for (int i = 0; i < inv->nclosed; i++) {
    const jni_inverse_closed *c = &inv->closed[i];
    double *mean = inv->mean[c->point];
    mean[0] += part * c->normal;
    jnk_add_scaled(mean + 1, part, c->friction, mean + 1);
  }
}

void jni_inverse_mean_store(jn_inverse *inv) {
  for (int i = 0; i < inv->nclosed; i++) {
    jni_inverse_closed *c = &inv->closed[i];
    c->normal = inv->mean[c->point][0];
    jnk_copy(inv->mean[c->point] + 1, c->friction);
  }
}

int jn_inverse_ncontacts(const jn_inverse *inv) {
  JNI_ASSERT(inv);
  return inv->nclosed;
}

jn_inverse_contact jn_inverse_get_contact(const jn_inverse *inv, int i) {
  JNI_ASSERT(inv && i >= 0 && i < inv->nclosed);
  const jni_inverse_closed *c = &inv->closed[i];
  const jn_system *system = inv->system;
  int contact = system->contact_points[c->point].contact;
  const jni_contact_element *e = &system->model->contacts[contact];
  double most = 0;
  for (int k = 0; k < inv->nclosed; k++)
    most = fmax(most, fmax(fabs(inv->closed[k].normal), jnk_norm(inv->closed[k].friction)));
  jn_inverse_contact out = {.contact = {contact},
                            .name = e->name,
                            .point = c->point - e->first,
                            .sticks = c->mode == JNI_CONTACT_STICKS,
                            .normal = c->normal,
                            .friction = jnk_norm(c->friction),
                            .limit = limit_of(inv, c) * c->normal,
                            .depth = c->depth,
                            .closing = c->closing};
  out.pulls = out.normal < -outside * most;
  out.slips = out.sticks && !out.pulls && out.friction > out.limit + outside * most;
  return out;
}
