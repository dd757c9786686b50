// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring_code.c - springs and dampers along one coordinate as part of a graph (kernel/force/spring.h).
#include "force/scalar.h"
#include "model/mirror.h"

static const jni_kernel rate = {"jnk_call_spring_rate", 4, 2, jnk_call_spring_rate, NULL};
static const jni_kernel spring = {"jnk_call_spring", 2, 2, jnk_call_spring, &rate};
static const jni_kernel potential = {"jnk_call_spring_potential", 1, 1, jnk_call_spring_potential, NULL};

static jni_constants constants_of(const jni_graph *g, const jnk_spring *s) {
  const double head[4] = {s->rest, s->preload, s->stiffness, s->damping};
  jni_constants c = jni_constants_for(g);
  jni_constants_list(&c, head, 4);
  for (int i = 0; i < 2; i++) {
    const jnk_law *law = i == 0 ? s->law : s->damping_law;
    jni_constants_add(&c, law != NULL);
    if (law) jni_constants_law(&c, law);
  }
  jni_constants_add(&c, s->map != NULL);
  if (s->map) jni_constants_lookup(&c, s->map);
  return c;
}

// Without laws there is nothing to call.
static bool is_linear(const jnk_spring *s) { return !s->law && !s->damping_law && !s->map; }

static jni_node linear_force(jni_graph *g, const jnk_spring *s, const jni_node at[2], jni_node *damping) {
  jni_node constant = jni_number(g, s->preload - s->stiffness * s->rest);
  jni_node elastic = jni_times(g, jni_number(g, s->stiffness), at[0]);
  *damping = jni_times(g, jni_number(g, s->damping), at[1]);
  return jni_plus(g, jni_plus(g, constant, elastic), *damping);
}

static jni_node called_force(jni_graph *g, const jnk_spring *s, const jni_node at[2], jni_node *damping) {
  jni_constants c = constants_of(g, s);
  int call = jni_call_with(g, &spring, &c, at);
  *damping = jni_result(g, call, 1);
  return jni_result(g, call, 0);
}

jni_node jni_spring_force(const jni_force_element *force, jni_graph *g, const jni_node at[2], jni_code_output *out) {
  jnk_law laws[2];
  jnk_spring s = jni_spring_plain(force, laws);
  jni_constants c = constants_of(g, &s);
  jni_node damping, sum = is_linear(&s) ? linear_force(g, &s, at, &damping) : called_force(g, &s, at, &damping);
  out->potential = jni_result(g, jni_call_with(g, &potential, &c, at), 0);
  out->power = jni_opposite(g, jni_times(g, damping, at[1]));
  return sum;
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_code_line line = jni_code_look(in);
  const jni_node at[2] = {line.x, line.rate};
  jni_code_pull(in, &line, jni_spring_force(force, in->g, at, out), out);
}

const jni_force_code jni_spring_code = {.axes = JNI_CODE_RELATIVE, .write = write, .line = true};

// ---- along z of the first end --------------------------------------------------------------------------------------

static void write_axial(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jni_code_end *first = &in->end[0], *second = &in->end[1];
  jni_vec u = jni_vec_scale(g, jni_number(g, jni_mirror_sign(force->mirror, 2)), jni_mat_column(&first->R, 2));
  jni_vec d = jni_vec_subtract(g, second->r, first->r);
  jni_vec s = jni_vec_subtract(g, jni_vec_subtract(g, second->v, first->v), jni_vec_cross(g, first->w, d));
  const jni_node at[2] = {jni_vec_dot(g, u, d), jni_vec_dot(g, u, s)};
  const jni_code_line line = {at[0], at[1], u};
  jni_code_pull(in, &line, jni_spring_force(force, g, at, out), out);
  out->torque[0] = jni_vec_cross(g, d, out->force[0]);
}

const jni_force_code jni_axial_spring_code = {.axes = JNI_CODE_RELATIVE, .write = write_axial};
