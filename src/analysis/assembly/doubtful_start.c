// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// doubtful_start.c - see doubtful_start.h.
//
// A body without an initial position gets one from the joints, which needs no warning. So a rotation counts if the
// model gives the orientation, a displacement if it gives the position, and the lean of a rolling disc always, since
// discs are upright unless the model says otherwise. Speeds are those of centres of mass, since a small wheel may spin
// fast; an initial angular velocity counts as the speed that it causes at the far end of the mechanism.
#include "analysis/assembly/doubtful_start.h"

#include <math.h>

#include "analysis/message.h"
#include "joint/equations/contact_equations.h"
#include "kernel/vec3.h"
#include "system/work.h"

enum { MOST_NAMED = 5 };

// Rotation above which a warning is given for a body whose orientation the model gives, rad.
static const double FAR_TURN = 1;
static const double FAR_LEAN = 0.5;  // lean of a disc above which a warning is given, rad
static const double ALONG = 0.999;   // cosine of the angle between two axes above which they count as parallel
// Ratio of a body's speed to the largest speed that the model gives above which there is a warning.
static const double FAST = 50;

static const double degrees = 180 / JNK_PI;

typedef struct {
  const jn_system *system;
  const double *before, *after;  // coordinates q before and after the assembly
  jni_message warning;
  int named;  // doubtful bodies and joints found; the first MOST_NAMED are reported
} watch;

static int translations(const jn_system *system) { return system->model->space == JN_PLANE ? 2 : 3; }

static double length_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

// ---- places -------------------------------------------------------------------------------------------------------

// Returns the Euclidean length of x (n numbers) and sets x to zero.
static double clear_length(double *x, int n) {
  double length = length_of(x, n);
  for (int i = 0; i < n; i++) x[i] = 0;
  return length;
}

static void check_turn(watch *w, int body, double *moved) {
  const jn_system *system = w->system;
  int at = translations(system);
  double turn = clear_length(moved + system->v_at[body] + at, system->width[body] - at);
  const jni_body *element = &system->model->bodies[body];
  if (turn <= FAR_TURN || w->named++ >= MOST_NAMED) return;
  jni_message_add(&w->warning, "body", element->name, element->place,
                  "was turned by %.0f deg from its given orientation to close the joints; are all lengths and "
                  "guesses correct?",
                  turn * degrees);
}

static void check_way(watch *w, int body, double *moved) {
  const jn_system *system = w->system;
  double distance = clear_length(moved + system->v_at[body], translations(system));
  const jni_body *element = &system->model->bodies[body];
  if (distance <= 2 * system->extent || w->named++ >= MOST_NAMED) return;
  jni_message_add(
      &w->warning, "body", element->name, element->place,
      "was moved by %.3g m from its given position to close the joints; are all lengths and guesses correct?",
      distance);
}

// Warns of bodies that the assembly has turned by more than FAR_TURN from an orientation that the model gives, or moved
// by more than twice system->extent from a position that it gives, up to MOST_NAMED warnings. moved (nv): increments
// from the initial to the assembled state; the checked displacement or rotation of a body is set to zero, so that
// several initial values of it give one warning.
static void check_places(watch *w, double *moved) {
  const jn_model *model = w->system->model;
  for (int i = 0; i < model->ninitials && w->named < MOST_NAMED; i++) {
    const jni_signal *s = &model->initials[i].signal;
    bool turn = s->kind == JNI_SIGNAL_ANGLE || s->kind == JNI_SIGNAL_QUATERNION;
    if (!turn && s->kind != JNI_SIGNAL_POSITION) continue;
    int body = turn ? s->a : model->frames[s->a].body;
    if (body == 0) continue;
    if (turn) check_turn(w, body, moved);
    else check_way(w, body, moved);
  }
}

// ---- discs ---------------------------------------------------------------------------------------------------------

static void turned_axis(const jn_system *system, const double *q, const jni_side *side, double out[3]) {
  double R[9];
  jnk_copy(side->a, out);
  if (side->width < 6) return;
  jnk_quat_to_matrix(q + system->q_at[side->body] + 3, R);
  jnk_mat_vec(R, side->a, out);
}

// Returns the angle between the axis of a disc and its plane of contact at the coordinates q, rad.
static double lean(const jn_system *system, const double *q, const jni_primitive *p) {
  double n[3], a[3];
  turned_axis(system, q, &p->side[0], n);
  turned_axis(system, q, &p->side[1], a);
  return jnk_asin(fmax(-1, fmin(1, jnk_dot(n, a))));
}

static void check_discs(watch *w) {
  const jn_system *system = w->system;
  if (system->model->space == JN_PLANE) return;
  for (int i = system->primitive_at[JNI_TOUCHING]; i < system->primitive_at[JNI_TOUCHING + 1]; i++) {
    const jni_primitive *p = &system->primitives[i];
    const jni_joint_element *element = &system->model->joints[p->joint];
    double tipped = fabs(lean(system, w->after, p) - lean(system, w->before, p));
    if (jni_contact_is_ball(p) || tipped <= FAR_LEAN || w->named++ >= MOST_NAMED) continue;
    jni_message_add(
        &w->warning, jni_joint_word(element), element->name, element->place,
        "its disc was tipped by %.0f deg to touch the plane; are 'radius' and the height of its centre consistent?",
        tipped * degrees);
  }
}

// ---- crosses -------------------------------------------------------------------------------------------------------

// Warns of joints whose two axes must be perpendicular but are parallel before the assembly: the same axis was probably
// written twice.
static void check_crosses(watch *w) {
  const jn_system *system = w->system;
  if (system->model->space == JN_PLANE) return;
  for (int i = system->primitive_at[JNI_PERPENDICULAR]; i < system->primitive_at[JNI_PERPENDICULAR + 1]; i++) {
    const jni_primitive *p = &system->primitives[i];
    const jni_joint_element *element = &system->model->joints[p->joint];
    double a[3], b[3];
    if (!jni_field_has_type(element->kind->fields, element->kind->nfields, JNI_FIELD_AXES_APART)) continue;
    turned_axis(system, w->before, &p->side[0], a);
    turned_axis(system, w->before, &p->side[1], b);
    if (!(fabs(jnk_dot(a, b)) > ALONG * jnk_norm(a) * jnk_norm(b)) || w->named++ >= MOST_NAMED) continue;
    jni_message_add(&w->warning, jni_joint_word(element), element->name, element->place,
                    "its two axes lie along each other as the bodies are given, but must be perpendicular: a body was "
                    "turned by 90 deg; is 'axes' correct?");
  }
}

// ---- speeds --------------------------------------------------------------------------------------------------------

// Returns an estimate of the largest extent of the mechanism at the coordinates q along an axis of the ground, m: that
// of the centres of mass plus system->extent.
static double spread(const jn_system *system, const double *q) {
  double most = 0;
  for (int k = 0; k < translations(system); k++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int b = 1; b < system->nbodies; b++) {
      low = fmin(low, q[system->q_at[b] + k]);
      high = fmax(high, q[system->q_at[b] + k]);
    }
    most = fmax(most, high - low);
  }
  return most + system->extent;
}

// Returns the largest speed of all initial values and prescribed motions, m/s; angular ones count times the extent of
// the mechanism. Needs the position stage of `work`.
static double speed_given(const watch *w, const jn_work *work) {
  const jn_system *system = w->system;
  const jn_model *model = system->model;
  double size = spread(system, w->after), most = 0;
  for (int i = 0; i < model->ninitials; i++) {
    const jni_initial *initial = &model->initials[i];
    if (jni_signal_level(initial->signal.kind) == JNI_LEVEL_VELOCITY)
      most = fmax(most, fabs(initial->value) * (initial->signal.dimension.m == 0 ? size : 1));
  }
  for (int row = 0; row < system->sizes.nc; row++) {
    double scale = fabs(system->primitives[system->row_primitive[row]].scale);
    most = fmax(most, fabs(work->nu[row]) / scale * (jn_row_is_angle(system, row) ? size : 1));
  }
  return most;
}

static void check_speeds(watch *w, const jn_work *work, const double *v) {
  const jn_system *system = w->system;
  double expected = speed_given(w, work), most = 0;
  int fastest = 0;
  for (int b = 1; b < system->nbodies; b++) {
    double speed = length_of(v + system->v_at[b], translations(system));
    if (speed > most) {
      most = speed;
      fastest = b;
    }
  }
  if (!(most > FAST * expected) || !(expected > 0)) return;
  const jni_body *element = &system->model->bodies[fastest];
  jni_message_add(&w->warning, "body", element->name, element->place,
                  "starts with %.3g m/s, %.0f times the speeds given; are the lengths and the kept values consistent?",
                  most, most / expected);
}

void jni_warn_far(const jn_system *system, jn_work *work, const double *guess, const double *state, jn_report *report) {
  watch w = {
      .system = system, .before = guess + 1, .after = state + 1, .warning = {system->model, report, JN_WARNING, JN_OK}};
  jn_manifold_difference(system, w.before, w.after, work->scratch);
  check_places(&w, work->scratch);
  check_discs(&w);
  check_crosses(&w);
  check_speeds(&w, work, state + 1 + system->sizes.nq);
}

// Returns the sum of the lengths of the bodies, m: how far the mechanism reaches with all links in line. The length of
// a body is the diagonal of the box, along its axes, around its frames and centre of mass.
static double total_length(const jn_system *system) {
  const jn_model *model = system->model;
  double sum = 0;
  for (int b = 1; b < system->nbodies; b++) {
    double low[3] = {0}, high[3] = {0}, size[3];  // from the centre of mass
    for (int i = 0; i < model->nframes; i++)
      for (int k = 0; k < 3 && model->frames[i].body == b; k++) {
        double x = model->frames[i].p[k] - model->bodies[b].com[k];
        low[k] = fmin(low[k], x);
        high[k] = fmax(high[k], x);
      }
    for (int k = 0; k < 3; k++) size[k] = high[k] - low[k];
    sum += length_of(size, 3);
  }
  return sum;
}

// Returns true if joints connect a body with the ground, directly or through others. held: nbodies, scratch. A group of
// equations with one body has its other end on the ground.
static bool is_held(const jn_system *system, int body, double *held) {
  const jni_pattern *p = &system->pattern;
  bool more = true;
  for (int b = 0; b < system->nbodies; b++) held[b] = 0;
  while (more && held[body] == 0) {
    more = false;
    for (int g = 0; g < p->ngroups; g++) {
      int n = p->entry_at[g + 1] - p->entry_at[g];
      bool holds = n == 1;
      for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) holds = holds || held[p->entry_block[e] + 1] != 0;
      for (int e = p->entry_at[g]; e < p->entry_at[g + 1] && holds; e++) {
        more = more || held[p->entry_block[e] + 1] == 0;
        held[p->entry_block[e] + 1] = 1;
      }
    }
  }
  return held[body] != 0;
}

void jni_warn_moved_far(const jn_system *system, jn_work *work, const double *start, const double *state,
                        jn_report *report) {
  jni_message warning = {system->model, report, JN_WARNING, JN_OK};
  double most = 0;
  int farthest = 0;
  jn_manifold_difference(system, start + 1, state + 1, work->scratch);
  for (int body = 1; body < system->nbodies; body++) {
    double distance = length_of(work->scratch + system->v_at[body], translations(system));
    if (distance > most) {
      most = distance;
      farthest = body;
    }
  }
  double size = spread(system, start + 1);
  if (!(most > size + system->extent)) return;
  if (is_held(system, farthest, work->scratch) && !(most > size + total_length(system))) return;
  const jni_body *element = &system->model->bodies[farthest];
  jni_message_add(&warning, "body", element->name, element->place,
                  "rests %.3g m from its start, farther than the size of the mechanism; is the start correct?", most);
}
