// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ground.c - see ground.h.
#include "force/tyre/ground.h"

#include <math.h>
#include <stdio.h>

#include "force/differences.h"
#include "model/mirror.h"

const jni_force_word jni_ground_states[JNI_GROUND_NSTATES] = {
    JNI_WORD("shear_x", LENGTH, false), JNI_WORD("shear_y", LENGTH, true), JNI_WORD("travel", LENGTH, false)};

const jni_force_word jni_ground_outputs[JNI_GROUND_NOUTPUTS] = {
    JNI_WORD("fx", FORCE, false),       JNI_WORD("fy", FORCE, true),
    JNI_WORD("fz", FORCE, false),       JNI_WORD("mz", TORQUE, true),
    JNI_WORD("slip", NONE, false),      JNI_WORD("slip_angle", ANGLE, true),
    JNI_WORD("camber", ANGLE, true),    JNI_WORD("penetration", LENGTH, false),
    JNI_WORD("my", TORQUE, false),      JNI_WORD("sinkage", LENGTH, false),
    JNI_WORD("traction", FORCE, false), JNI_WORD("resistance", FORCE, false)};

enum { FX, FY, FZ, MZ, SLIP, SLIP_ANGLE, CAMBER, PENETRATION, MY, SINKAGE, TRACTION, RESISTANCE };

// ---- slip ------------------------------------------------------------------------------------------------

typedef struct {
  double h;         // of the contact point below the centre, m
  double V, Vs[2];  // speed of the tread, and its sliding velocity there
  jnk_patch_slip slip;
} rolling;

static double shear_length(const jn_tyre_def *def) {
  return def->relaxation >= 0 ? def->relaxation : 0.3 * def->radius;
}

static double lag(const jn_tyre_def *def) { return def->lag > 0 ? def->lag : 0.02; }

int jni_ground_nstates(const jni_force_element *force) {
  return shear_length(&force->def.tyre) > 0 ? JNI_GROUND_NSTATES : 0;
}

// The lowest point of the tread, and how it moves.
static void calc_motion(const jni_motion *end, double height, jnk_contact *c, rolling *r) {
  double turn[3], patch[3], flattest = 1.0 / (double)JNK_TYRE_FLATTEST;
  r->h = height;
  jnk_scale(-height / (c->cosine > flattest ? c->cosine : flattest), c->ez, c->arm);
  jnk_cross(end->w, c->arm, turn), jnk_add(end->v, turn, patch);
  r->Vs[0] = jnk_dot(patch, c->ex), r->Vs[1] = jnk_dot(patch, c->ey);
  r->V = c->Vx - r->Vs[0];
}

static void calc_slip(const jn_tyre_def *def, const jnk_contact *c, const double *state, rolling *r, double *rate) {
  double l = shear_length(def), slip[2];
  if (!state) {
    double low = def->low_speed > 0 ? def->low_speed : 0.2, V = jnk_tyre_speed(r->V, low);
    r->slip = (jnk_patch_slip){-r->Vs[0] / V, -r->Vs[1] / V, c->Vx / jnk_tyre_speed(c->Vx, low)};
    return;
  }
  jnk_shear_rate(l, r->V, r->Vs, state, rate);
  jnk_shear_slip(l, lag(def), r->V, r->Vs, state, slip);
  double zeta = jnk_travel_side(l / 10, 10 * lag(def), c->Vx, state[2], &rate[2]);  // soon, and without rocking
  r->slip = (jnk_patch_slip){slip[0], slip[1], zeta};
}

// ---- forces ----------------------------------------------------------------------------------------------

// The damper, in series with the ground; never more than the load.
static double damper(const jn_force_def *def, const jnk_patch *patch, double rate) {
  double force = def->damping * patch->yield * rate;
  return force < -patch->load ? -patch->load : force > patch->load ? patch->load : force;
}

// A wheel that lies down leaves the ground.
static void fade(double carried, jnk_patch_force *f) {
  f->traction *= carried, f->tread *= carried, f->lift *= carried;
  f->side *= carried, f->Mz *= carried, f->resistance *= carried;
}

// What acts at the contact point; resistance goes through the centre, and the moment `more` about the axle makes up for
// the tread's way over the arc.
static void apply(const jnk_contact *c, const jnk_patch_force *f, double Fz, double more, const double axis[3],
                  const jni_motion *end, jni_force_output *out) {
  double *F = out->force[0], *T = out->torque[0];
  jnk_scale(Fz, c->n, F);
  jnk_add_scaled(F, f->traction, c->ex, F);
  jnk_add_scaled(F, f->side, c->ey, F);
  jnk_cross(c->arm, F, T);
  jnk_add_scaled(T, f->Mz, c->n, T);
  jnk_add_scaled(T, -more, axis, T);
  jnk_add_scaled(F, -f->resistance, c->ex, F);
  out->power = jnk_dot(F, end->v) + jnk_dot(T, end->w);
}

static const jnk_soil *soil_under(const jnk_terrain *terrain, const double r[3]) {
  return terrain->side[r[1] < 0 ? 1 : 0].soil;
}

void jni_ground_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jn_force_def *def = &force->def;
  const jni_motion *end = &in->end[0];
  const jn_tyre_def *of = &def->tyre;
  const jnk_wheel wheel = {of->radius, 0, 0, of->vertical || of->envelope, of->envelope, NULL};
  const jnk_soil *soil = soil_under(force->terrain, end->r);
  jnk_contact c;
  double axis[3], Fz = 0, slope;
  rolling r;
  jnk_mat_vec(end->R, def->tyre.axis[0], axis);
  jnk_contact_calc(&wheel, force->terrain, end->r, end->v, end->w, axis, &c);
  jnk_patch patch = {.h = c.touches ? c.deflection : 0};
  jnk_patch_force f = {0};
  if (c.touches) force->kind->tyre->ground->stand(force, soil, &patch);
  calc_motion(end, fmax(def->tyre.radius - patch.deflection, def->tyre.radius / 20), &c, &r);
  calc_slip(&def->tyre, &c, in->state, &r, out->state_rate);
  if (c.touches) {
    force->kind->tyre->ground->calc(force, soil, &patch, &r.slip, &f);
    double carried = jnk_tyre_carried(c.cosine, &slope);
    fade(carried, &f);
    Fz = fmax(carried * (patch.load + damper(def, &patch, c.rate)) + f.lift, 0);
  }
  double more = r.h * (f.tread - f.traction);
  apply(&c, &f, Fz, more, axis, end, out);
  out->length = c.deflection, out->length_rate = c.rate, out->scalar = Fz;
  const double named[JNI_GROUND_NOUTPUTS] = {[FX] = f.traction - f.resistance,
                                             [FY] = f.side,
                                             [FZ] = Fz,
                                             [MZ] = f.Mz,
                                             [SLIP] = r.slip.x,
                                             [SLIP_ANGLE] = -jnk_atan(r.slip.y),
                                             [CAMBER] = c.camber,
                                             [PENETRATION] = patch.h,
                                             [MY] = -r.h * f.tread,
                                             [SINKAGE] = patch.sinkage,
                                             [TRACTION] = f.traction,
                                             [RESISTANCE] = f.resistance};
  for (int i = 0; i < JNI_GROUND_NOUTPUTS; i++) out->named[i] = named[i];
}

void jni_ground_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  jni_differ_ends(force, in, 1, 1, out);
}
