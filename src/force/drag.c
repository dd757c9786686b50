// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drag.c - aerodynamic drag and lift at a frame, with wind by expressions (kernel/drag.h).
#include <stdio.h>

#include "force/force_code.h"
#include "force/force_fields.h"
#include "kernel/drag.h"
#include "model/mirror.h"
#include "model/model.h"

static const jni_field fields[] = {
    JNI_FIELD_AS("at", between, AT, NONE, NONE, ANY, true, "frame where it acts: the centre of pressure and the axes"),
    JNI_FIELD_AS("coefficient", coefficient, NUMBER, NONE, NONE, NOT_NEGATIVE, true, "drag coefficient"),
    JNI_FIELD_AS("area", area, NUMBER, AREA, AREA, NOT_NEGATIVE, false, "reference area, the same from all sides"),
    JNI_FIELD_IN_MIRROR(KEPT, "areas", areas, VECTOR, AREA, AREA, NOT_NEGATIVE, false,
                        "instead of area: seen along each axis of the frame"),
    JNI_FIELD(lift, NUMBER, NONE, NONE, ANY,
              "lift coefficient, along z of the frame with the area seen along x; negative presses down; default 0"),
    JNI_FIELD(density, NUMBER, DENSITY, DENSITY, NOT_NEGATIVE, "of the air; default 1.225 kg/m^3"),
    JNI_FIELD_IN_MIRROR(POLAR, "wind", value, EXPRESSIONS, SPEED, SPEED, ANY, false,
                        "velocity of the air, components in ground axes; default none"),
};

static bool conservative(const jni_force_element *force) {
  (void)force;
  return false;
}

static bool has_areas(const jn_force_def *def) { return jnk_norm(def->areas) > 0; }

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  bool plane = model->space == JN_PLANE;
  if (model->frames[def->between[0].i].body == 0)
    snprintf(what, size, "'at' is on the ground, where drag does nothing");
  else if (has_areas(def) == (def->area > 0))
    snprintf(what, size, "give either 'area' or 'areas'%s", def->area > 0 ? ", not both" : "");
  else if (plane && def->lift != 0) snprintf(what, size, "'lift' is along z and exists in space only");
  else if (def->value[0] && (!def->value[1] || !def->value[2] != plane))
    snprintf(what, size, "'wind' needs one component for each direction: %s", plane ? "[x, y]" : "[x, y, z]");
  else return true;
  return false;
}

// Returns the constants of drag and lift for an element. In a mirror image along z the lift acts along -z of the frame.
static jnk_drag drag_of(jni_trace *trace, const jni_force_element *force) {
  const jn_force_def *def = &force->def;
  const double *areas = def->areas, all[3] = {def->area, def->area, def->area};
  double density = jni_trace_times(trace, 0.5, def->density), sign = jni_mirror_sign(force->mirror, 2);
  double q = jni_trace_times(trace, density, def->coefficient), up = jni_trace_times(trace, density, def->lift);
  if (!has_areas(def)) areas = all;
  jnk_drag d = {.lift = sign * jni_trace_times(trace, up, areas[0])};
  for (int i = 0; i < 3; i++) d.drag[i] = jni_trace_times(trace, q, areas[i]);
  return d;
}

// Computes the velocity u of the frame's point relative to the air, in the axes of the frame.
static void air_velocity(const jni_force_input *in, double u[3]) {
  double v[3];
  jnk_sub(in->end[0].v, in->value, v);
  jnk_mat_t_vec(in->end[0].R, v, u);
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jnk_drag d = drag_of(NULL, force);
  double u[3], f[3];
  air_velocity(in, u);
  jnk_drag_force(&d, u, f);
  jnk_mat_vec(in->end[0].R, f, out->force[0]);
  out->scalar = jnk_norm(f);
  out->power = jnk_dot(out->force[0], in->end[0].v);
}

// Computes the tangent. With S = R df/du R' and v the velocity relative to the air, dF/dv = S, dF/dphi = -[F] + S [v].
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  const jnk_drag d = drag_of(NULL, force);
  const double *R = in->end[0].R;
  double u[3], f[3], F[3], v[3], slope[9], RJ[9], S[9], turn[9], SV[9];
  air_velocity(in, u);
  jnk_drag_force(&d, u, f);
  jnk_drag_slope(&d, u, slope);
  jnk_mat_vec(R, f, F);
  jnk_mat_vec(R, u, v);
  jnk_mat_mul(R, slope, RJ);
  jnk_mat_mul_t(RJ, R, S);
  jni_block_add(out->move, 0, 0, 1, S);
  jnk_skew(F, turn);
  jni_block_add(out->stand, 0, 3, -1, turn);
  jnk_skew(v, turn);
  jnk_mat_mul(S, turn, SV);
  jni_block_add(out->stand, 0, 3, 1, SV);
}

// ---- graph -------------------------------------------------------------------------------------------

static const jni_kernel drag_rate = {"jnk_call_drag_rate", 6, 3, jnk_call_drag_rate, NULL};
static const jni_kernel drag = {"jnk_call_drag", 3, 3, jnk_call_drag, &drag_rate};

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jni_code_end *end = &in->end[0];
  const jnk_drag d = drag_of(jni_graph_trace(g), force);
  const double block[4] = {d.drag[0], d.drag[1], d.drag[2], d.lift};
  jni_vec wind = jni_mat_transposed_times(g, &in->R, (jni_vec){{in->value[0], in->value[1], in->value[2]}});
  jni_vec u = jni_mat_transposed_times(g, &end->R, jni_vec_subtract(g, end->v, wind));
  jni_vec f = jni_code_vector(g, jni_call(g, &drag, block, 4, u.x), 0);
  jni_node inverse;
  out->force[0] = jni_mat_times(g, &end->R, f);
  out->scalar = jni_code_length(g, f, &inverse);
  out->power = jni_vec_dot(g, out->force[0], end->v);
}

static const jni_force_code code = {.axes = JNI_CODE_OWN, .write = write};

const jni_force_kind jni_force_drag = {
    .name = "drag",
    .help = "aerodynamic drag and lift at a frame, with wind",
    JNI_PLANE_AND_SPACE,
    .ends = 1,
    JNI_FORCE_KIND,
    .nonlinear = true,
    .conservative = conservative,
    .code = &code,
};
