// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scalar_force.c - see scalar_force.h.
#include "force/scalar_force.h"

#include <stdio.h>

static const jni_scalar_geometry *geometry_of(const jni_force_element *force) {
  return jni_acts_along(&force->def) ? &jni_coordinate_geometry : force->kind->geometry;
}

static jni_scalar_input law_input(const jni_force_input *in, const jni_scalar_motion *motion) {
  return (jni_scalar_input){motion->x, motion->rate, in->value, in->state, in->sides};
}

void jni_scalar_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jni_scalar_geometry *geometry = geometry_of(force);
  jni_scalar_motion motion;
  geometry->calc(force, in, &motion);
  const jni_scalar_input at = law_input(in, &motion);
  const jnk_scalar_load load = force->kind->law->calc(force, &at, out);
  geometry->apply(&motion, &load, out);
}

void jni_scalar_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  const jni_scalar_geometry *geometry = geometry_of(force);
  jni_scalar_motion motion;
  jni_force_output unused;
  geometry->calc(force, in, &motion);
  const jni_scalar_input at = law_input(in, &motion);
  const jnk_scalar_load load = force->kind->law->calc(force, &at, &unused);
  geometry->tangent(in, &motion, &load, out);
}

void jni_scalar_discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jni_scalar_geometry *geometry = geometry_of(force);
  jni_scalar_motion motion[2];
  geometry->calc(force, &in[0], &motion[0]);
  geometry->calc(force, &in[1], &motion[1]);
  geometry->discrete(motion, force->kind->law->mean(force, motion[0].x, motion[1].x), out);
}

void jni_scalar_switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  jni_scalar_motion motion;
  geometry_of(force)->calc(force, in, &motion);
  const jni_scalar_input at = law_input(in, &motion);
  force->kind->law->switches(force, &at, e, side);
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

// Returns the geometry by which compiled code is written: that of a coordinate if the element acts along joint
// coordinates or a tabulated length (in->on_coordinate), otherwise the kind's own.
static const jni_scalar_geometry *code_geometry(const jni_force_element *force, const jni_code_input *in) {
  return in->on_coordinate ? &jni_coordinate_geometry : force->kind->geometry;
}

void jni_write_scalar(const jni_force_element *force, const jni_code_input *in, jni_scalar_nodes *out) {
  *out = (jni_scalar_nodes){.coincident = JNI_ZERO};
  code_geometry(force, in)->write(force, in, out);
}

void jni_write_scalar_load(const jni_force_element *force, const jni_code_input *in, const jni_scalar_nodes *at,
                           jni_node load, jni_code_output *out) {
  code_geometry(force, in)->write_load(in, at, load, out);
}

// Returns whether the load of an element is zero at x = 0 and rate 0. Returns false also if the load depends on
// expressions or states, for which this is unknown.
static bool vanishes_at_zero(const jni_force_element *force) {
  static const jni_scalar_input zero = {.x = 0};
  jni_force_output unused;
  if (force->def.value[0] || force->kind->nstates) return false;
  return force->kind->law->calc(force, &zero, &unused).force == 0;
}

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_scalar_nodes at;
  jni_write_scalar(force, in, &at);
  jni_node load = force->kind->law->write(force, in, &at, out);
  if (at.coincident != JNI_ZERO && !vanishes_at_zero(force)) load = jni_select(in->g, at.coincident, JNI_ZERO, load);
  jni_write_scalar_load(force, in, &at, load, out);
}

const jni_force_code jni_scalar_code = {.axes = JNI_CODE_RELATIVE, .write = write, .scalar = true};
const jni_force_code jni_scalar_code_direct = {.axes = JNI_CODE_RELATIVE, .write = write};

jni_node jni_write_scalar_call(jni_graph *g, const jni_kernel *force, const jni_kernel *potential, const double *block,
                               int n, const jni_scalar_nodes *at, jni_code_output *out) {
  const jni_node inputs[2] = {at->x, at->rate};
  int call = jni_call(g, force, block, n, inputs);
  jni_node load = jni_result(g, call, 0);
  out->potential = jni_result(g, jni_call(g, potential, block, n, inputs), 0);
  out->power = jni_opposite(g, jni_times(g, jni_result(g, call, 1), at->rate));
  return load;
}

// ---- checks ---------------------------------------------------------------------------------------------------------

bool jni_check_place(const jn_force_def *def, const char *end, char *what, size_t size) {
  int count = (def->between[0].i >= 0) + (def->joint.i >= 0) + (def->nterms > 0);
  const char *alone = count > 1 ? ", one of them alone" : "";
  if (count != 1 && end) snprintf(what, size, "give '%s', 'joint' or 'terms'%s", end, alone);
  else if (count != 1) snprintf(what, size, "give 'joint' or 'terms'%s", alone);
  else if (def->nterms > 0 && def->coordinate)
    snprintf(what, size, "'coordinate' goes with 'joint'; in 'terms' write JOINT.%.40s", def->coordinate);
  else return true;
  return false;
}
