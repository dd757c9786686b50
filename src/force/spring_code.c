// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring_code.c - springs and dampers along one coordinate as part of a graph:
//   F = preload + k e + c xdot,  e = x - rest,
// where k e may be a law over e, and c xdot a law over the rate or a table over both. F resists growing x.
#include "force/scalar.h"
#include "model/mirror.h"
#include "symbolic/graph_laws.h"

// With the preload.
static jni_node elastic_of(const jni_force_element *force, jni_graph *g, jni_node x, jni_node e) {
  const jn_force_def *def = &force->def;
  const jnk_law law = jni_law_plain(&def->law);
  if (jni_law_given(&def->law)) return jni_plus(g, jni_number(g, def->preload), jni_write_law(g, &law, e));
  jni_node stiffness = jni_number(g, def->stiffness), unloaded = jni_times(g, stiffness, jni_number(g, def->rest));
  return jni_plus(g, jni_minus(g, jni_number(g, def->preload), unloaded), jni_times(g, stiffness, x));
}

static jni_node damping_of(const jni_force_element *force, jni_graph *g, jni_node e, jni_node rate) {
  const jnk_law law = jni_law_plain(&force->def.damping_law);
  if (force->tables[0]) return jni_write_lookup(g, force->tables[0], e, rate);
  if (jni_law_given(&force->def.damping_law)) return jni_write_law(g, &law, rate);
  return jni_times(g, jni_number(g, force->def.damping), rate);
}

static jni_node potential_of(const jni_force_element *force, jni_graph *g, jni_node e) {
  const jn_force_def *def = &force->def;
  const jnk_law law = jni_law_plain(&def->law);
  jni_node half = jni_times(g, jni_number(g, 0.5), jni_number(g, def->stiffness));
  half = jni_times(g, half, jni_times(g, e, e));
  jni_node stored = jni_law_given(&def->law) ? jni_write_law_integral(g, &law, e) : half;
  return jni_plus(g, stored, jni_times(g, jni_number(g, def->preload), e));
}

jni_node jni_spring_force(const jni_force_element *force, jni_graph *g, const jni_node at[2], jni_code_output *out) {
  jni_node e = jni_minus(g, at[0], jni_number(g, force->def.rest)), damping = damping_of(force, g, e, at[1]);
  out->potential = potential_of(force, g, e);
  out->power = jni_opposite(g, jni_times(g, damping, at[1]));
  return jni_plus(g, elastic_of(force, g, at[0], e), damping);
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
