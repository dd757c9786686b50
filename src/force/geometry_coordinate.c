// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// geometry_coordinate.c - a joint coordinate, a linear form of joint coordinates, or the angle between two bodies in
// the plane as coordinate. A load F is the generalised force -F along it.
#include "force/scalar_force.h"

static void calc(const jni_force_element *force, const jni_force_input *in, jni_scalar_motion *m) {
  (void)force;
  m->x = in->coordinate;
  m->rate = in->rate;
}

static void apply(const jni_scalar_motion *m, const jnk_scalar_load *load, jni_force_output *out) {
  out->length = m->x;
  out->length_rate = m->rate;
  out->scalar = load->force;
  out->generalized = -load->force;
  out->potential = load->potential;
  out->power = load->power;
}

static void tangent(const jni_force_input *in, const jni_scalar_motion *m, const jnk_scalar_load *load,
                    jni_force_tangent *out) {
  (void)in;
  (void)m;
  out->generalized_coordinate = -load->stiffness;
  out->generalized_rate = -load->damping;
}

static void discrete(const jni_scalar_motion m[2], double mean, jni_force_output *out) {
  (void)m;
  out->scalar = mean;
  out->generalized = -mean;
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

static void write(const jni_force_element *force, const jni_code_input *in, jni_scalar_nodes *out) {
  (void)force;
  out->x = in->coordinate;
  out->rate = in->rate;
}

static void write_load(const jni_code_input *in, const jni_scalar_nodes *at, jni_node load, jni_code_output *out) {
  out->length = at->x;
  out->length_rate = at->rate;
  out->scalar = load;
  out->generalized = jni_opposite(in->g, load);
}

const jni_scalar_geometry jni_coordinate_geometry = {
    .calc = calc,
    .apply = apply,
    .tangent = tangent,
    .discrete = discrete,
    .write = write,
    .write_load = write_load,
};
