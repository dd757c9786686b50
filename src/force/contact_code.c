// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_code.c - contacts with roads in compiled code: a call for each contact (kernel/ground/touch.h), or one for
// all equal contacts of a body with one road (kernel/ground/touches.h).
#include <math.h>
#include <string.h>

#include "force/contact.h"
#include "kernel/ground/touch.h"
#include "kernel/ground/touches_road.h"
#include "model/road/road_code.h"

static const double across[3] = {0, 1, 0};  // axis of a sphere: its outline is computed along x

// Sliding speed at which friction reaches its capacity if its states are omitted, m/s. Large enough for steps of
// milliseconds; a body at rest on a slope creeps at a fraction of this speed.
static const double creep = 0.1;

static jnk_ball ball_of(jni_trace *trace, const jni_force_element *force, bool creeps) {
  jnk_ball ball = jni_contact_ball(trace, force);
  if (creeps) ball.creep = creep;
  return ball;
}

// ---- single contacts -----------------------------------------------------------------------------------------------

static const jni_kernel touch = {"jnk_call_touch", JNK_TOUCH_INPUTS, JNK_TOUCH_RESULTS, jnk_call_touch, NULL};

static void list_inputs(const jni_force_element *force, const jni_code_input *in, jni_node list[JNK_TOUCH_INPUTS]) {
  const jni_code_end *end = &in->end[0];
  jni_code_under road = jni_code_road(in->g, force->terrain, end->r, jni_vec_of(in->g, across));
  list[0] = end->r.x[2];
  for (int i = 0; i < 3; i++) {
    list[1 + i] = end->v.x[i];
    list[4 + i] = end->w.x[i];
  }
  list[7] = road.z;
  list[8] = road.x;
  list[9] = road.y;
  list[10] = road.grip;
  for (int i = 0; i < 2; i++) list[11 + i] = jni_contact_has_friction(force) ? in->state[i] : JNI_ZERO;
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jnk_ball ball = ball_of(jni_graph_trace(g), force, jni_contact_has_friction(force) && in->state[0] == JNI_ZERO);
  jni_node list[JNK_TOUCH_INPUTS];
  list_inputs(force, in, list);
  int call = jni_call(g, &touch, (const double *)(const void *)&ball, (int)(sizeof ball / sizeof(double)), list);
  out->force[0] = jni_code_vector(g, call, 0);
  out->torque[0] = jni_code_vector(g, call, 3);
  for (int i = 0; i < 2 && jni_contact_has_friction(force); i++) out->state_rate[i] = jni_result(g, call, 6 + i);
  for (int i = JNI_CONTACT_FN; i <= JNI_CONTACT_SLIP; i++) out->named[i] = jni_result(g, call, 8 + i);
  out->scalar = out->named[JNI_CONTACT_FN];
  out->length = jni_result(g, call, 11);
  out->length_rate = jni_result(g, call, 12);
  jni_node deep = jni_apply(g, JNI_DO_less, JNI_ZERO, out->length, 0);
  out->named[JNI_CONTACT_PENETRATION] = jni_select(g, deep, out->length, JNI_ZERO);
  out->power = jni_plus(g, jni_vec_dot(g, out->force[0], in->end[0].v), jni_vec_dot(g, out->torque[0], in->end[0].w));
}

// ---- groups -------------------------------------------------------------------------------------------------------

// Largest number of constants of a road on which contacts are grouped: the call of a group contains a copy of the road,
// while calls of single contacts share one.
enum { MOST_ROAD_NUMBERS = 4096 };

static bool alike(const jni_force_element *a, const jni_force_element *b) {
  const jnk_ball one = jni_contact_ball(NULL, a), other = jni_contact_ball(NULL, b);
  return a->terrain == b->terrain && memcmp(&one, &other, sizeof one) == 0;
}

static jnk_balls balls_of(const jni_code_group *in) {
  const jni_force_element *first = in->elements[0];
  jnk_balls b = {.ball = ball_of(jni_graph_trace(in->g), first, jni_contact_has_friction(first) && !in->states),
                 .n = in->n,
                 .springs = in->states != NULL};
  const jnk_wheel sphere = jnk_ball_wheel(&b.ball);
  jni_road_roof(first->terrain, &sphere, b.roof);
  for (int k = 0; k < 3; k++) {
    b.low[k] = HUGE_VAL;
    b.high[k] = -HUGE_VAL;
    for (int i = 0; i < in->n; i++) {
      b.low[k] = fmin(b.low[k], in->places[3 * i + k]);
      b.high[k] = fmax(b.high[k], in->places[3 * i + k]);
    }
  }
  return b;
}

// Appends the road to the constants of a group: three numbers if it is a plane (sets *plane), otherwise all its
// numbers. Returns false, and appends nothing, if these are more than MOST_ROAD_NUMBERS.
static bool add_road(const jnk_terrain *terrain, jni_constants *c, bool *plane) {
  double a[3];
  *plane = jni_road_is_plane(terrain, a);
  if (*plane) {
    jni_constants_list(c, a, 3);
    return true;
  }
  jni_constants road = {.pool = {.alloc = c->pool.alloc}};  // indices within a road count from its begin
  jni_road_numbers(terrain, &road);
  bool small = road.n <= MOST_ROAD_NUMBERS;
  if (road.pool.failed) c->pool.failed = true;
  else if (small) jni_constants_list(c, road.list, road.n);
  jni_pool_free(&road.pool);
  return small;
}

static const jni_kernel *kernel_of(jni_graph *g, bool plane, int nstates) {
  int ninputs = JNK_BODY_INPUTS + nstates, nresults = 6 + nstates;
  const jni_kernel on_plane = {"jnk_call_touches", ninputs, nresults, jnk_call_touches, NULL},
                   on_road = {"jnk_call_touches_road", ninputs, nresults, jnk_call_touches_road, NULL};
  return jni_kernel_intern(g, plane ? &on_plane : &on_road);
}

static int call_touches(const jni_code_group *in, bool plane, jni_constants *c) {
  jni_graph *g = in->g;
  int nstates = in->states ? 2 * in->n : 0;
  const jni_kernel *kernel = kernel_of(g, plane, nstates);
  jni_node *list = jni_ints(&c->pool, JNK_BODY_INPUTS + (size_t)nstates);
  if (!kernel || !list) {
    g->pool.failed = true;
    jni_pool_free(&c->pool);
    return -1;
  }
  jni_code_list_end(&in->body, list);
  for (int i = 0; i < nstates; i++) list[JNK_BODY_INPUTS + i] = in->states[i];
  return jni_call_with(g, kernel, c, list);
}

static bool write_group(const jni_code_group *in, jni_code_group_output *out) {
  jni_graph *g = in->g;
  jni_constants c = jni_constants_for(g);
  const jnk_balls b = balls_of(in);
  bool plane;
  jni_constants_list(&c, (const double *)(const void *)&b, JNK_BALLS_NUMBERS);
  jni_constants_list(&c, in->places, 3 * in->n);
  if (!add_road(in->elements[0]->terrain, &c, &plane)) {
    jni_pool_free(&c.pool);
    return false;
  }
  int call = call_touches(in, plane, &c);
  if (call < 0) return false;
  out->force = jni_code_vector(g, call, 0);
  out->torque = jni_code_vector(g, call, 3);
  for (int i = 0; i < 2 * in->n && in->states; i++) out->rates[i] = jni_result(g, call, 6 + i);
  return true;
}

const jni_force_code jni_contact_code = {
    .axes = JNI_CODE_GROUND, .write = write, .creeps = true, .alike = alike, .write_group = write_group};
