// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_points.c - see contact_points.h. Plane models are placed in z = 0 of space.
#include "system/contact_points.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "contact/contact_features.h"
#include "contact/contact_profile.h"
#include "contact/contact_rim.h"
#include "kernel/vec3.h"
#include "model/fault.h"
#include "system/compliant_contact.h"
#include "system/coordinates/body_level.h"
#include "system/forces.h"

static void take_pose(const jn_system *system, const jn_work *work, int body, jni_contact_motion *m) {
  memset(m, 0, sizeof *m);
  if (system->model->space == JN_SPACE) {
    jnk_copy(work->body3[body].r, m->r);
    memcpy(m->R, work->body3[body].R, sizeof m->R);
    return;
  }
  const jni_body2 *b = &work->body2[body];
  jnk_set(b->x, b->y, 0, m->r);
  m->R[0] = m->R[4] = b->c;
  m->R[3] = b->s;
  m->R[1] = -b->s;
  m->R[8] = 1;
}

// Sets the velocities of a body in *m and, from the accelerations of all bodies in `bias` (nbody_v), its accelerations.
// bias NULL: leaves them zero.
static void take_motion(const jn_system *system, const jn_work *work, int body, const double *bias,
                        jni_contact_motion *m) {
  bool plane = system->model->space == JN_PLANE;
  int at = system->v_at[body], width = system->width[body];
  if (body == 0) return;
  if (plane) {
    const jni_body2 *b = &work->body2[body];
    jnk_set(b->vx, b->vy, 0, m->v);
    m->w[2] = b->w;
    if (!bias) return;
    jnk_set(bias[at], bias[at + 1], 0, m->a);
    if (width == 3) m->alpha[2] = bias[at + 2];
    return;
  }
  jnk_copy(work->body3[body].v, m->v);
  if (width == 6) jnk_copy(work->body3[body].wg, m->w);
  if (!bias) return;
  jnk_copy(bias + at, m->a);
  if (width == 6) jnk_mat_vec(m->R, bias + at + 3, m->alpha);
}

// Computes the place, margin and feature of a point of rigid contacts, in work->contact_points. A point whose features
// are searched and that has none, because it is open, gets a gap of HUGE_VAL.
static void calc_place(const jn_system *system, jn_work *work, int i) {
  const jni_contact_point *point = &system->contact_points[i];
  const jni_contact_shape *shape = point->pair->geometry;
  jni_contact_result *result = &work->contact_points[i];
  int feature = jni_contact_feature_of(system, work->s, i);
  jni_contact_motion a, b;
  result->margin = HUGE_VAL;
  result->feature = feature;
  if (point->pair->has_features && feature == 0) {
    result->place = (jni_contact_place){.gap = HUGE_VAL, .n = {1, 0, 0}, .t = {{0, 1, 0}, {0, 0, 1}}};
    return;
  }
  take_pose(system, work, shape[0].body, &a);
  take_pose(system, work, shape[1].body, &b);
  if (shape[1].profile)
    result->margin =
        jni_profile_place_calc(&shape[0], &shape[1], point->feature, feature, &a, &b, &result->place, &result->feature);
  else
    jni_contact_place_calc(&shape[0], &shape[1], point->pair->has_features ? feature : point->feature, &a, &b,
                           &result->place);
}

int jni_contact_next_pieces(const jn_system *system, const jn_work *work, int i, int *point) {
  const jni_contact_shape *shape = system->contact_points[i].pair->geometry;
  int section = system->contact_points[i].feature;
  jni_contact_motion a, b;
  take_pose(system, work, shape[0].body, &a);
  take_pose(system, work, shape[1].body, &b);
  int hold = jni_profile_next(&shape[0], &shape[1], jni_contact_feature_of(system, work->s, i), &a, &b, &section);
  *point = i - system->contact_points[i].feature + section;
  return hold;
}

void jni_contact_places_update(const jn_system *system, jn_work *work) {
  if (work->contact_place_stamp == work->position_stamp) return;
  for (int i = 0; i < system->ncontact_points; i++) calc_place(system, work, i);
  work->contact_place_stamp = work->position_stamp;
  work->contact_nearest_stamp = -1;
}

// Computes place and rates of a point. The rates of a point at a gap of HUGE_VAL are zero.
static void calc_rates(const jn_system *system, jn_work *work, int i) {
  const double *bias = system->tree ? work->body_bias : NULL;
  const jni_contact_shape *shape = system->contact_points[i].pair->geometry;
  jni_contact_motion a, b;
  calc_place(system, work, i);
  work->contact_points[i].rates = (jni_contact_rates){0};
  if (!(work->contact_points[i].place.gap < HUGE_VAL)) return;
  take_pose(system, work, shape[0].body, &a);
  take_pose(system, work, shape[1].body, &b);
  take_motion(system, work, shape[0].body, bias, &a);
  take_motion(system, work, shape[1].body, bias, &b);
  jni_contact_rates_calc(&work->contact_points[i].place, shape[0].plane, &a, &b, &work->contact_points[i].rates);
}

void jni_contact_rates_calc_now(const jn_system *system, jn_work *work) {
  for (int i = 0; i < system->ncontact_points; i++) calc_rates(system, work, i);
  work->contact_place_stamp = work->position_stamp;
  work->contact_nearest_stamp = -1;
}

void jni_contact_rates_update(const jn_system *system, jn_work *work) {
  if (work->contact_rate_stamp == work->stamp) return;
  jni_contact_rates_calc_now(system, work);
  work->contact_rate_stamp = work->stamp;
}

void jni_contact_places_of(const jn_system *system, jn_work *work, const int *list, int n) {
  if (work->contact_place_stamp == work->position_stamp) return;
  for (int i = 0; i < n; i++) calc_place(system, work, list[i]);
}

void jni_contact_rates_of(const jn_system *system, jn_work *work, const int *list, int n) {
  if (work->contact_rate_stamp == work->stamp) return;
  for (int i = 0; i < n; i++) calc_rates(system, work, list[i]);
}

// ---- features -----------------------------------------------------------------------------------------------------

// The points of a pair that are features: those that are closed, and the first open one.
typedef struct {
  jni_contact_motion a, b;
  jni_feature_pair pair;
  int taken[JNI_MOST_SLOTS], ntaken;
  int open;  // -1: all points are closed
} feature_state;

// Sets *f to the state of the pair whose points begin at `first`: the poses of its bodies (rates: also their velocities
// and accelerations), its shapes and tolerances, the features of its closed points, and its first open point.
static void take_features(const jn_system *system, jn_work *work, int first, bool rates, feature_state *f) {
  const jni_contact_pair *pair = system->contact_points[first].pair;
  const jni_contact_shape *shape = pair->geometry;
  const double *bias = system->tree ? work->body_bias : NULL;
  take_pose(system, work, shape[0].body, &f->a);
  take_pose(system, work, shape[1].body, &f->b);
  if (rates) {
    take_motion(system, work, shape[0].body, bias, &f->a);
    take_motion(system, work, shape[1].body, bias, &f->b);
  }
  double rounding = 64 * DBL_EPSILON * system->extent;
  f->pair = (jni_feature_pair){.a = &shape[0],
                               .b = &shape[1],
                               .ma = &f->a,
                               .mb = &f->b,
                               .slack = {fmax(jni_contact_slack(system, first), 4 * rounding), rounding},
                               .scratch = work->contact_scratch};
  f->ntaken = 0;
  f->open = -1;
  for (int i = first; i < first + pair->npoints; i++) {
    int feature = jni_contact_feature_of(system, work->s, i);
    if (feature > 0) f->taken[f->ntaken++] = feature;
    else if (f->open < 0) f->open = i;
  }
}

void jni_contact_nearest_update(const jn_system *system, jn_work *work, bool exact, bool rates) {
  jni_contact_places_update(system, work);
  if (exact && work->contact_nearest_stamp == work->stamp && (work->contact_nearest_rates || !rates)) return;
  for (int i = 0; i < system->ncontact_points; i += system->contact_points[i].pair->npoints) {
    feature_state f;
    const jni_contact_pair *pair = system->contact_points[i].pair;
    if (!pair->has_features) continue;
    take_features(system, work, i, rates, &f);
    if (f.open < 0) continue;
    jni_contact_result *result = &work->contact_points[f.open];
    bool apart = !exact && f.ntaken == 0 && jni_features_bound(f.pair.a, f.pair.b, &f.a, &f.b, &result->place) > 0;
    if (!apart) {
      int feature;
      double gap = jni_features_nearest(&f.pair, f.taken, f.ntaken, &feature);
      if (feature == 0 && !(gap < HUGE_VAL)) continue;
      if (feature > 0) jni_contact_place_calc(f.pair.a, f.pair.b, feature, &f.a, &f.b, &result->place);
      result->place.gap = gap;
    }
    if (rates) jni_contact_rates_calc(&result->place, f.pair.a->plane, &f.a, &f.b, &result->rates);
  }
  work->contact_nearest_stamp = exact ? work->stamp : -1;
  work->contact_nearest_rates = rates;
}

double jni_contact_speed_bound(const jn_system *system, const jn_work *work, int point) {
  const jni_contact_pair *pair = system->contact_points[point].pair;
  jni_contact_motion a, b;
  if (!pair->has_features) return 0;
  take_pose(system, work, pair->geometry[0].body, &a);
  take_pose(system, work, pair->geometry[1].body, &b);
  take_motion(system, work, pair->geometry[0].body, NULL, &a);
  take_motion(system, work, pair->geometry[1].body, NULL, &b);
  return jni_features_speed(&pair->geometry[0], &pair->geometry[1], &a, &b);
}

double jni_contact_time_bound(const jn_system *system, const jn_work *work, int point) {
  const jni_contact_pair *pair = system->contact_points[point].pair;
  jni_contact_motion a, b;
  if (!pair->has_features) return HUGE_VAL;
  take_pose(system, work, pair->geometry[0].body, &a);
  take_pose(system, work, pair->geometry[1].body, &b);
  take_motion(system, work, pair->geometry[0].body, NULL, &a);
  take_motion(system, work, pair->geometry[1].body, NULL, &b);
  return jni_rim_time(&pair->geometry[0], &pair->geometry[1], jni_contact_feature_of(system, work->s, point), &a, &b);
}

double jni_contact_margin(const jn_system *system, jn_work *work, int point) {
  const jni_contact_point *p = &system->contact_points[point];
  int feature = jni_contact_feature_of(system, work->s, point);
  feature_state f;
  if (!p->pair->has_features || !jni_feature_is_valid(&p->pair->geometry[0], &p->pair->geometry[1], feature)) return 1;
  take_features(system, work, point - p->feature, false, &f);
  return fmin(jni_feature_margin(&f.pair, feature), 1);
}

static void open_point(const jn_system *system, int point, double *s) {
  s[system->contact_points[point].s_at + JNI_CONTACT_MODE] = JNI_CONTACT_OPEN;
  s[system->contact_points[point].s_at + JNI_CONTACT_FEATURE] = 0;
}

void jni_contact_features_update(const jn_system *system, jn_work *work, double slack, const bool *crossed, double *s) {
  for (int i = 0; i < system->ncontact_points; i += system->contact_points[i].pair->npoints) {
    const jni_contact_pair *pair = system->contact_points[i].pair;
    int left[JNI_MOST_SLOTS], nleft = 0, found[JNI_MOST_SLOTS], nfound, next = 0;
    feature_state f;
    if (!pair->has_features) continue;
    take_features(system, work, i, true, &f);
    double limit = fmax(jni_contact_slack(system, i), slack * jni_contact_size(system, i));
    f.ntaken = 0;
    for (int k = i; k < i + pair->npoints; k++) {
      int feature = jni_contact_feature_of(system, s, k);
      if (jni_contact_mode_of(system, s, k) == JNI_CONTACT_OPEN || !jni_feature_is_valid(f.pair.a, f.pair.b, feature)) {
        open_point(system, k, s);
        continue;
      }
      bool leaves = (crossed && crossed[k]) || !(jni_feature_margin(&f.pair, feature) >= -2 * f.pair.slack.aside);
      if (leaves) {
        int follows = jni_feature_next(&f.pair, feature);
        jni_contact_place place;
        jni_contact_place_calc(f.pair.a, f.pair.b, follows, &f.a, &f.b, &place);
        left[nleft++] = feature;
        bool taken = false;  // Two points of a cylinder that stood both move to its rim's lowest point.
        for (int l = 0; l < f.ntaken; l++) taken = taken || f.taken[l] == follows;
        if (!(place.gap <= limit) || taken) {
          open_point(system, k, s);
          continue;
        }
        feature = follows;
        s[system->contact_points[k].s_at + JNI_CONTACT_FEATURE] = feature;
      }
      f.taken[f.ntaken++] = feature;
    }
    double zero = 1e-12 * system->length_scale;  // m/s; speeds that differ by less count as equal
    jni_contact_place bound;
    if (f.ntaken == 0 && jni_features_bound(f.pair.a, f.pair.b, &f.a, &f.b, &bound) > limit) continue;
    nfound =
        jni_features_touching(&f.pair, limit, zero, f.taken, f.ntaken, left, nleft, found, pair->npoints - f.ntaken);
    for (int k = i; k < i + pair->npoints && next < nfound; k++)
      if (jni_contact_feature_of(system, s, k) == 0)
        s[system->contact_points[k].s_at + JNI_CONTACT_FEATURE] = found[next++];
  }
  work->contact_place_stamp = work->contact_rate_stamp = -1;
}

void jni_contact_features_forget(const jn_system *system, double *s) {
  for (int i = 0; i < system->ncontact_points; i++)
    if (system->contact_points[i].pair->has_features && jni_contact_mode_of(system, s, i) == JNI_CONTACT_OPEN)
      s[system->contact_points[i].s_at + JNI_CONTACT_FEATURE] = 0;
}

// ---- forces -------------------------------------------------------------------------------------------------------

// Adds a force F at the point `at` of a body, ground axes, to the generalised forces f (nbody_v).
static void add_to_body(const jn_system *system, const jn_work *work, int body, const double at[3], const double F[3],
                        double *f) {
  double arm[3], torque[3], *own = f + system->v_at[body];
  int width = system->width[body];
  if (body == 0) return;
  jni_contact_motion m;
  take_pose(system, work, body, &m);
  jnk_sub(at, m.r, arm);
  jnk_cross(arm, F, torque);
  int n = system->model->space == JN_PLANE ? 2 : 3;
  for (int k = 0; k < n; k++) own[k] += F[k];
  if (n == 2 && width == 3) own[2] += torque[2];
  if (width < 6) return;
  jnk_mat_t_vec(m.R, torque, torque);  // The angular speeds are in body axes.
  for (int k = 0; k < 3; k++) own[3 + k] += torque[k];
}

void jni_contact_add_force(const jn_system *system, const jn_work *work, int point, const double F[3], double *f) {
  const jni_contact_shape *shape = system->contact_points[point].pair->geometry;
  const jni_contact_place *place = &work->contact_points[point].place;
  double back[3];
  jnk_scale(-1, F, back);
  add_to_body(system, work, shape[1].body, place->point[1], F, f);
  add_to_body(system, work, shape[0].body, place->point[0], back, f);
}

bool jni_refuse_contact_coordinates(const jn_system *system, jn_report *report) {
  if (system->tree || system == system->cartesian) return false;
  return jni_refuse_contacts(system->model, "rigid contacts need joint or cartesian coordinates, not 'natural'",
                             report);
}

double jni_contact_size(const jn_system *system, int point) {
  const jni_contact_shape *shape = system->contact_points[point].pair->geometry;
  double size = fmin(shape[0].size, shape[1].size);
  return size < HUGE_VAL ? size : system->length_scale;
}

double jni_contact_start_slack(const jn_system *system, int point) {
  return JNI_CONTACT_START_SLACK * fmax(jni_contact_size(system, point), 1e-3 * system->length_scale);
}

double jni_contact_slack(const jn_system *system, int point) {
  const jni_contact_shape *shape = system->contact_points[point].pair->geometry;
  double size = fmin(shape[0].size, shape[1].size);
  return 1e-12 * fmax(size, 1e-3 * system->length_scale);
}

jn_contact_info jn_contact_get(const jn_system *system, jn_contact contact, const double *state) {
  JNI_ASSERT(system && state && contact.i >= 0 && contact.i < system->model->ncontacts);
  const jni_contact_element *e = &system->model->contacts[contact.i];
  jn_contact_info info = {.name = e->name, .npairs = e->npairs, .npoints = e->npoints, .nleft_out = e->nleft_out};
  info.least_gap = NAN;
  info.nearest[0] = info.nearest[1] = (jn_shape){-1};
  jn_work *work = jn_work_new(system);
  if (!work) return info;
  const double *q = state + 1, *z = q + system->sizes.nq + system->sizes.nv;
  jn_calc_position(system, work, state[0], q, z, z + system->sizes.nz);
  jn_calc_velocity(system, work, q + system->sizes.nq);
  if (!e->compliant) {
    jni_contact_features_update(system, work, JNI_CONTACT_START_SLACK, NULL, work->s);
    jni_contact_nearest_update(system, work, true, false);
  }
  const jni_contact_pair *pair = e->pairs;
  for (int i = e->first; i < e->first + e->npoints; i++) {
    jni_force_output out;
    while (i >= pair->first + pair->npoints) pair++;
    if (e->compliant) jni_force_calc(system, work, jni_compliant_force(system, i), &out);
    double gap = e->compliant ? out.length : work->contact_points[i].place.gap;
    if (i == e->first || gap < info.least_gap) {
      info.least_gap = gap;
      for (int k = 0; k < 2; k++) info.nearest[k] = (jn_shape){pair->shape[k]};
    }
    info.ntouching += gap <= (e->compliant ? 0 : 1000 * jni_contact_slack(system, i));
  }
  jn_work_free(work);
  return info;
}
