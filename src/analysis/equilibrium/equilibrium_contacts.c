// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_contacts.c - static equilibrium of models with rigid contacts: whether the points that touch hold the
// mechanism at rest where it is, and with which forces; otherwise the configuration to which it settles.
//
// With friction, whole regions of configurations are equilibria, so the start is examined first. It is an equilibrium
// if the acceleration problem from rest (formulation/control/contact_layer.h) has the solution vdot = 0. If the forces
// are not unique, those of least norm inside all cones are taken.
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium.h"
#include "formulation/control/contact_layer.h"
#include "jounce/assembly.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/contact_points.h"
#include "system/coordinates/body_level.h"
#include "system/coordinates/coordinates.h"
#include "system/event.h"
#include "system/forces.h"

static const double rests = 1e-9;  // accelerations below this part of those without contacts are zero
// Accelerations below this part of those that a single load would give a free body are rounding of loads that balance.
static const double rounding = 1e-12;
// Violations of the laws of contact below this part of the largest force are rounding.
static const double feasible = 1e-11;

typedef struct {
  const jn_system *system;
  jni_pool pool;
  jn_work *work;
  jni_contact_layer *layer;
  int *list, *mode, n;  // points that touch, and their modes
  double *vdot, *lambda, *F;
  // Largest acceleration without contacts, but at least load_rate * rounding / rests, typical lengths or rad per s^2.
  double scale;
  double load;       // largest force, N, or moment, N m, on a body
  bool searched;     // other configurations at rest have been searched near this one
  double load_rate;  // largest acceleration that a single load would give a free body, same unit as scale
  double *speeds;    // nbody_v
  double *single;    // nbody_v: generalised forces of one load
} contact_rest;

static bool make(const jn_system *system, const bool *active, jn_report *report, contact_rest *r) {
  size_t np = (size_t)system->ncontact_points;
  *r = (contact_rest){.system = system, .pool = {.alloc = system->alloc}};
  r->work = jni_keep(&r->pool, jn_work_new(system), jni_object_free);
  r->layer =
      r->work ? jni_keep(&r->pool, jni_contact_layer_new(system, r->work, active, 0, report), jni_object_free) : NULL;
  r->list = jni_ints(&r->pool, np);
  r->mode = jni_ints(&r->pool, np);
  r->vdot = jni_doubles(&r->pool, (size_t)system->sizes.nv + 1);
  r->lambda = jni_doubles(&r->pool, (size_t)system->sizes.nc + 1);
  r->F = jni_doubles(&r->pool, 3 * np);
  r->speeds = jni_doubles(&r->pool, (size_t)system->nbody_v + 1);
  r->single = jni_doubles(&r->pool, (size_t)system->nbody_v + 1);
  return r->layer && !r->pool.failed;
}

static bool is_rough(const contact_rest *r, int k) {
  return r->system->contact_points[r->list[k]].pair->friction_static > 0;
}

// Returns the largest acceleration in typical lengths or rad per s^2.
static double largest_acceleration(const jn_system *system, const double *vdot) {
  double most = 0;
  for (int i = 0; i < system->sizes.nv; i++) most = fmax(most, fabs(vdot[i]) / system->v_size[i]);
  return most;
}

// Lists the points that touch at the state of the work and sets their modes to sticking, or slipping without friction.
static void list_touching(contact_rest *r) {
  r->n = 0;
  jni_contact_features_update(r->system, r->work, JNI_CONTACT_START_SLACK, NULL, r->work->s);
  jni_contact_places_update(r->system, r->work);
  for (int i = 0; i < r->system->ncontact_points; i++) {
    if (!(r->work->contact_points[i].place.gap <= jni_contact_start_slack(r->system, i))) continue;
    r->list[r->n] = i;
    r->mode[r->n] = is_rough(r, r->n) ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
    r->n++;
  }
}

// Raises r->load and r->load_rate to the largest element of generalised forces f (nbody_v), and to the largest
// acceleration that they would give the bodies without joints; moments accelerate a body as if its mass were a typical
// length away from its centre.
static void note_load(contact_rest *r, const double *f) {
  const jn_system *system = r->system;
  int moves = system->model->space == JN_PLANE ? 2 : 3;
  double length = system->length_scale;
  for (int body = 1; body < system->nbodies; body++) {
    double mass = system->model->bodies[body].mass;
    for (int i = 0; i < system->width[body]; i++) {
      double size = fabs(f[system->v_at[body] + i]);
      r->load = fmax(r->load, size);
      if (mass > 0) r->load_rate = fmax(r->load_rate, size / mass / length / (i < moves ? 1 : length));
    }
  }
}

// Sets r->load and r->load_rate from the weights, each force element by itself, and the sum of all. Loads that balance
// each other have a small sum, whose rounding is that of the loads. Needs the force stage.
static void note_loads(contact_rest *r) {
  const jn_system *system = r->system;
  r->load = r->load_rate = 0;
  note_load(r, r->work->body_f);
  note_load(r, system->gravity_force);
  for (int i = 0; i < system->nforces; i++) {
    memset(r->single, 0, (size_t)system->nbody_v * sizeof *r->single);
    if (system->nahead > 0) jni_force_take(system, r->work, i, r->single);
    else jni_force_add(system, r->work, &system->forces[i], r->single, &r->work->outputs[i]);
    note_load(r, r->single);
  }
}

// Computes the forces and accelerations from rest, in r; holds: every point of r->list holds with forces of any sign
// and size. Sets *still to whether that succeeds and nothing accelerates. Returns the status of jni_contact_layer_rest.
static jn_status solve(contact_rest *r, bool holds, bool *still) {
  jn_status status = jni_contact_layer_rest(r->layer, r->list, r->n, holds, r->mode, r->vdot, r->lambda, r->F);
  *still = status == JN_OK && largest_acceleration(r->system, r->vdot) <= rests * r->scale;
  return status;
}

// Returns the body with the largest acceleration in r->vdot, and sets *most to it, m/s^2; rotations count times the
// typical length.
static int find_mover(contact_rest *r, double *most) {
  const jn_system *system = r->system;
  const double *a = jni_body_speeds(system, r->work, r->vdot, r->speeds);
  int mover = 0;
  *most = 0;
  for (int body = 1; body < system->nbodies; body++) {
    int moves = system->model->space == JN_PLANE ? 2 : 3;
    for (int i = 0; i < system->width[body]; i++) {
      double own = fabs(a[system->v_at[body] + i]) * (i < moves ? 1 : system->length_scale);
      if (!(own > *most)) continue;
      *most = own;
      mover = body;
    }
  }
  return mover;
}

// Returns the name of the moving body at a point: of two, the second one.
static const char *body_at(const contact_rest *r, int point) {
  const jni_contact_shape *shape = r->system->contact_points[point].pair->geometry;
  return r->system->model->bodies[shape[1].body ? shape[1].body : shape[0].body].name;
}

// Examines whether the points that touch would hold the mechanism with forces of any sign and size. Returns JN_OK if
// these forces satisfy the laws of contact nevertheless: the motion that was found is not the only solution then, and
// r has the forces and modes of rest. Otherwise reports why the mechanism does not rest (a point would have to pull,
// friction is too small, or nothing holds a body) and returns JN_NO_CONVERGENCE.
static jn_status hold_or_report(contact_rest *r, jn_report *report) {
  const char *advice =
      r->searched ? "; no configuration near the start was found to which it settles"
                  : "; with rigid contacts 'start: equilibrium' examines the start and moves nothing: begin where the "
                    "mechanism rests, which 'jounce equilibrium' finds";
  const jn_model *model = r->system->model;
  int width = 1 + jni_contact_layer_tangents(r->layer), puller = -1, slider = -1;
  double most, largest = 0;
  const char *mover = model->bodies[find_mover(r, &most)].name;
  bool still;
  for (int k = 0; k < r->n; k++) r->mode[k] = is_rough(r, k) ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
  if (solve(r, true, &still) != JN_OK || !still)
    return jn_report_fault(report, JN_NO_CONVERGENCE, "",
                           "the start is no static equilibrium: nothing holds '%.60s', which would begin to move with "
                           "%.4g m/s^2%s",
                           mover, most, advice);
  for (int i = 0; i < r->n * width; i++) largest = fmax(largest, fabs(r->F[i]));
  double least = -feasible * largest, beyond = feasible * largest;
  for (int k = 0; k < r->n; k++) {
    const double *F = r->F + k * width;
    double T = 0, mu = r->system->contact_points[r->list[k]].pair->friction_static;
    for (int i = 1; i < width; i++) T += F[i] * F[i];
    if (F[0] < least) {
      least = F[0];
      puller = k;
    }
    if (sqrt(T) - mu * F[0] > beyond) {
      beyond = sqrt(T) - mu * F[0];
      slider = k;
    }
  }
  if (puller < 0 && slider < 0) return JN_OK;
  int at = r->list[puller >= 0 ? puller : slider];
  const char *contact = model->contacts[r->system->contact_points[at].contact].name;
  if (puller >= 0)
    return jn_report_fault(report, JN_NO_CONVERGENCE, "",
                           "the start is no static equilibrium: nothing holds '%.60s' down, contact '%.60s' would have "
                           "to pull with %.4g N%s",
                           body_at(r, at), contact, -least, advice);
  double T = 0;
  for (int i = 1; i < width; i++) T += r->F[slider * width + i] * r->F[slider * width + i];
  return jn_report_fault(report, JN_NO_CONVERGENCE, "",
                         "the start is no static equilibrium: '%.60s' slips at contact '%.60s', which would need a "
                         "friction of %.4g N with a normal force of %.4g N%s",
                         body_at(r, at), contact, sqrt(T), r->F[slider * width], advice);
}

// Stores the modes of all points in a state, and what they hold; an open point holds nothing.
static void store_modes(const contact_rest *r, double *state) {
  double *s = jn_state_s(r->system, state);
  for (int i = 0; i < r->system->ncontact_points; i++) {
    s[r->system->contact_points[i].s_at + JNI_CONTACT_MODE] = JNI_CONTACT_OPEN;
    s[r->system->contact_points[i].s_at + JNI_CONTACT_FEATURE] = 0;
  }
  for (int k = 0; k < r->n; k++) {
    int at = r->system->contact_points[r->list[k]].s_at;
    s[at + JNI_CONTACT_MODE] = r->mode[k];
    if (r->mode[k] != JNI_CONTACT_OPEN) s[at + JNI_CONTACT_FEATURE] = r->work->contact_points[r->list[k]].feature;
  }
}

// Stores the forces of the points in a work and applies them to its bodies. Returns false, with no contact force
// applied, if there is no memory.
static bool apply_forces(const contact_rest *r, jn_work *work) {
  int width = 1 + jni_contact_layer_tangents(r->layer);
  size_t n = (size_t)r->system->nbody_v;
  if (!work->contact_f) work->contact_f = jni_doubles(&work->pool, n);
  if (!work->contact_f) return false;
  memset(work->contact_f, 0, n * sizeof *work->contact_f);
  for (int i = 0; i < r->system->ncontact_points; i++) {
    work->contact_points[i].normal = 0;
    jnk_zero(work->contact_points[i].friction);
  }
  for (int k = 0; k < r->n; k++) {
    jni_contact_result *point = &work->contact_points[r->list[k]];
    const jni_contact_place *place = &r->work->contact_points[r->list[k]].place;
    double force[3];
    point->normal = r->F[k * width];
    for (int i = 1; i < width; i++)
      jnk_add_scaled(point->friction, r->F[k * width + i], place->t[i - 1], point->friction);
    jnk_add_scaled(point->friction, point->normal, place->n, force);
    jni_contact_add_force(r->system, r->work, r->list[k], force, work->contact_f);
  }
  work->applied = work->contact_f;
  return true;
}

// Reports that forces at the start are not finite, and which force element. Returns JN_NOT_FINITE.
static jn_status report_not_finite(const contact_rest *r, jn_report *report) {
  const jni_force_element *force = jni_force_not_finite(r->system, r->work);
  if (force)
    return jn_report_fault(report, JN_NOT_FINITE, "", "force '%.120s' (%s) is not finite at the start", force->name,
                           force->kind->name);
  return jn_report_fault(report, JN_NOT_FINITE, "", "forces at the start are not finite");
}

// Examines whether the contacts hold `state`, whose v it sets to zero, at rest, with the equations that are active. If
// so, sets the contact modes in `state`, lambda (may be NULL), *result and the contact forces in `work` (may be NULL),
// and returns JN_OK. Otherwise adds a fault and returns its status. searched: for the report, whether other
// configurations were searched.
static jn_status examine(const jn_system *system, const bool *active, bool searched, double *state, double *lambda,
                         jn_equilibrium *result, jn_work *work, jn_report *report) {
  contact_rest r;
  jn_status status = JN_OK;
  bool still = false;
  if (!make(system, active, report, &r)) {
    jni_pool_free(&r.pool);
    return jni_report_no_memory(report);
  }
  r.searched = searched;
  memset(jn_state_v(system, state), 0, (size_t)system->sizes.nv * sizeof *state);
  jni_stages_update(system, r.work, state);
  if (!jni_all_finite(r.work->body_f, system->nbody_v)) {
    status = report_not_finite(&r, report);
    jni_pool_free(&r.pool);
    return status;
  }
  list_touching(&r);
  r.scale = 1;
  status = jni_contact_layer_rest(r.layer, r.list, 0, true, r.mode, r.vdot, NULL, r.F);
  note_loads(&r);
  r.scale = fmax(largest_acceleration(system, r.vdot), fmax(rounding / rests * r.load_rate, DBL_MIN));
  if (status == JN_OK) status = solve(&r, false, &still);
  if (status == JN_SINGULAR) jn_report_fault(report, status, "", "the equations of motion are singular at the start");
  if (status == JN_NO_CONVERGENCE)
    jn_report_fault(report, status, "", "the forces at the contacts could not be found at the start");
  if (status == JN_OK && !still) status = hold_or_report(&r, report);
  if (status == JN_OK) {
    store_modes(&r, state);
    if (lambda) memcpy(lambda, r.lambda, (size_t)system->sizes.nc * sizeof *lambda);
    *result = (jn_equilibrium){.method = "contacts", .iterations = 1, .load = r.load};
    result->residual = largest_acceleration(system, r.vdot) / r.scale * result->load;
    result->position_residual = system->sizes.nh > 0 ? jni_dense_largest(r.work->phi, system->sizes.nh) : 0;
  }
  if (status == JN_OK && work && !apply_forces(&r, work)) status = jni_report_no_memory(report);
  jni_pool_free(&r.pool);
  return status;
}

// Examines `state` as examine does, with the equations that mobility finds independent there.
static jn_status examine_at(const jn_system *system, bool searched, double *state, double *lambda,
                            jn_equilibrium *result, jn_report *report) {
  jn_mobility *mobility = jn_mobility_new(system, state, report);
  if (!mobility) return JN_NO_ASSEMBLY;
  jn_status status = examine(system, jn_mobility_active(mobility), searched, state, lambda, result, NULL, report);
  jn_mobility_free(mobility);
  return status;
}

// Sets result->moved_body to the body whose centre of mass has moved farthest from one cartesian state to another, and
// result->moved to that distance, m.
static void measure_move(const jn_system *cartesian, const double *before, const double *after,
                         jn_equilibrium *result) {
  int n = cartesian->model->space == JN_PLANE ? 2 : 3;
  for (int body = 1; body < cartesian->nbodies; body++) {
    const double *from = before + 1 + cartesian->q_at[body], *to = after + 1 + cartesian->q_at[body];
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (to[i] - from[i]) * (to[i] - from[i]);
    if (!(sqrt(sum) > result->moved)) continue;
    result->moved = sqrt(sum);
    result->moved_body = body;
  }
}

// Moves `state` to a configuration at rest near it. Returns JN_OK, or a status without a report, with `state`
// unchanged.
static jn_status settle(const jn_system *system, double *state, double *lambda, jn_equilibrium *result) {
  jn_status status = JN_NO_MEMORY;
  int iterations = 0;
  double *to = jni_doubles_copy(system->alloc, state, system->sizes.nstate);
  jn_mobility *mobility = jn_mobility_new(system, state, NULL);
  if (to && mobility) status = jni_settle_contacts(system, jn_mobility_active(mobility), to, &iterations);
  if (status == JN_OK) status = examine_at(system, true, to, lambda, result, NULL);
  double *before = status == JN_OK ? jni_cartesian_state(system, state) : NULL,
         *after = before ? jni_cartesian_state(system, to) : NULL;
  if (status == JN_OK && !after) status = JN_NO_MEMORY;
  if (status == JN_OK) {
    measure_move(system->cartesian, before, after, result);
    result->iterations = iterations;
    memcpy(state, to, (size_t)system->sizes.nstate * sizeof *state);
  }
  jni_free(system->alloc, before);
  jni_free(system->alloc, after);
  jni_free(system->alloc, to);
  jn_mobility_free(mobility);
  return status;
}

jn_status jni_solve_with_contacts(const jn_system *system, bool moves, double *state, double *lambda,
                                  jn_equilibrium *result, jn_report *report) {
  if (jni_refuse_contact_coordinates(system, report)) return JN_REFUSED;
  if (!moves) return examine_at(system, false, state, lambda, result, report);
  jn_status status = examine_at(system, false, state, lambda, result, NULL);
  if (status == JN_NO_CONVERGENCE) status = settle(system, state, lambda, result);
  return status == JN_OK ? JN_OK : examine_at(system, true, state, lambda, result, report);
}

bool jn_equilibrium_hold(const jn_system *system, const double *state, jn_work *work) {
  JNI_ASSERT(system && state && work);
  if (system->ncontact_points == 0) return true;
  if (work->applied == work->contact_f) work->applied = NULL;
  jn_equilibrium unused;
  jn_mobility *mobility = jn_mobility_new(system, state, NULL);
  double *copy = jni_doubles_copy(system->alloc, state, system->sizes.nstate);
  bool ok = mobility && copy &&
            examine(system, jn_mobility_active(mobility), false, copy, NULL, &unused, work, NULL) == JN_OK;
  jni_free(system->alloc, copy);
  jn_mobility_free(mobility);
  return ok;
}

double jn_contact_friction_bound(const jn_system *system, jn_contact contact, const double *state, double *friction) {
  JNI_ASSERT(system && state && friction && contact.i >= 0 && contact.i < system->model->ncontacts);
  const jni_contact_element *e = &system->model->contacts[contact.i];
  *friction = 0;
  for (int i = 0; i < e->npairs; i++) *friction = fmax(*friction, e->pairs[i].friction);
  if (system->ncontact_points == 0) return HUGE_VAL;
  jn_mobility *mobility = jn_mobility_new(system, state, NULL);
  contact_rest r;
  double least = HUGE_VAL;
  bool made = mobility && make(system, jn_mobility_active(mobility), NULL, &r);
  if (made) {
    jni_stages_update(system, r.work, state);
    list_touching(&r);
  }
  for (int k = 0; made && k < r.n; k++)
    if (system->contact_points[r.list[k]].contact == contact.i)
      least = fmin(least, jni_contact_layer_friction_bound(r.layer, r.list[k]));
  if (mobility) jni_pool_free(&r.pool);
  jn_mobility_free(mobility);
  return least;
}
