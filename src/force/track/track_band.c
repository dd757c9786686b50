// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// track_band.c - track of a vehicle: a massless elastic band around sprocket, idlers and road wheels, with pads on the
// ground (kernel/ground/track.h).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "force/force_fields.h"
#include "force/track/track_code.h"
#include "force/track/track_slope.h"

#define TRACK_FIELD(member, type, dimension, range, required, help) \
  JNI_FIELD_AS(#member, track.member, type, dimension, dimension, range, required, help)
#define TYRE_FIELD(name, member, type, dimension, range, required, help) \
  JNI_FIELD_AS(name, tyre.member, type, dimension, dimension, range, required, help)

static const jni_field fields[] = {
    TRACK_FIELD(hull, AT, NONE, ANY, true, "frame of the hull, in whose plane the band lies"),
    TRACK_FIELD(sprocket, AT, NONE, ANY, true, "centre of the sprocket, which drives the band"),
    TRACK_FIELD(idlers, FRAMES, NONE, ANY, false, "centres of idlers, return rollers and tensioners: a list"),
    TRACK_FIELD(wheels, FRAMES, NONE, ANY, true, "centres of the road wheels: a list, front first"),
    JNI_FIELD_IN_MIRROR(AXIAL, "axis", tyre.axis, AXIS, NONE, NONE, ANY, false,
                        "normal of the plane in the frame of the hull, pointing to the left of the vehicle, default y"),
    TRACK_FIELD(sprocket_radius, NUMBER, LENGTH, POSITIVE, true, "pitch radius of the sprocket"),
    TRACK_FIELD(idler_radius, NUMBER, LENGTH, POSITIVE, false, "of the idlers"),
    TYRE_FIELD("wheel_radius", radius, NUMBER, LENGTH, POSITIVE, true, "of the road wheels"),
    TRACK_FIELD(length, NUMBER, LENGTH, POSITIVE, true, "length of the band at which it has the tension 'preload'"),
    JNI_FIELD(preload, NUMBER, FORCE, FORCE, NOT_NEGATIVE, "tension at 'length', default 0"),
    JNI_FIELD_AS("stiffness", stiffness, NUMBER, STIFFNESS, STIFFNESS, POSITIVE, true,
                 "tension per elongation of the whole band"),
    JNI_FIELD(damping, NUMBER, DAMPING, DAMPING, NOT_NEGATIVE, "tension per rate of its length, default 0"),
    TRACK_FIELD(
        drag, NUMBER, DAMPING, NOT_NEGATIVE, false,
        "force per sliding velocity between the band and idlers or road wheels, which turn them; default 1 kN s/m"),
    TYRE_FIELD("road", road, ROAD, NONE, ANY, false,
               "road under the pads, from the section 'roads'; none if not given"),
    TYRE_FIELD("envelope", envelope, FLAG, NONE, ANY, false, "road wheels roll over the road as rigid discs"),
    TRACK_FIELD(thickness, NUMBER, LENGTH, NOT_NEGATIVE, false, "of shoe and pad under a road wheel, default 0"),
    TRACK_FIELD(width, NUMBER, LENGTH, POSITIVE, false, "of the band, default 0.4 m"),
    TRACK_FIELD(pad_length, NUMBER, LENGTH, POSITIVE, false,
                "on soft ground: what a road wheel presses into it, along the track; default 0.5 m"),
    TRACK_FIELD(pad_stiffness, NUMBER, STIFFNESS, POSITIVE, false, "load of a road wheel per deflection of its pad"),
    TRACK_FIELD(pad_damping, NUMBER, DAMPING, NOT_NEGATIVE, false,
                "load per rate of deflection, never more than the spring; default 0"),
    TRACK_FIELD(friction, NUMBER, NONE, NOT_NEGATIVE, false, "of a pad on the road, default 0.8"),
    TRACK_FIELD(friction_across, NUMBER, NONE, NOT_NEGATIVE, false,
                "of a pad that slides across the track, default 'friction'"),
    JNI_FIELD(shear_stiffness, NUMBER, STIFFNESS, STIFFNESS, POSITIVE,
              "friction force of a pad that sticks per displacement, default 'pad_stiffness'"),
    JNI_FIELD(shear_damping, NUMBER, DAMPING, DAMPING, POSITIVE,
              "and per velocity, default 5 ms times 'shear_stiffness'"),
};

// ---- outputs ----------------------------------------------------------------------------------------------------

#define EACH_WHEEL(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)

static const jni_force_word states[2 * JNK_TRACK_PADS] = {
#define SHEARS(i) \
  {"shear_x_" #i, JNI_DIM_LENGTH, JNI_DIM_LENGTH, false}, {"shear_y_" #i, JNI_DIM_LENGTH, JNI_DIM_LENGTH, true},
    EACH_WHEEL(SHEARS)
#undef SHEARS
};

_Static_assert(1 + JNK_WRAP_CIRCLES <= JNI_MOST_ENDS, "room for all ends");
_Static_assert(2 * JNK_TRACK_PADS <= JNI_MAX_FORCE_STATES, "room for all states");

static const jni_force_word outputs[JNK_TRACK_LOADS + JNK_TRACK_PADS] = {
    [JNK_TRACK_SLACKEST] = {"slackest", JNI_DIM_FORCE, JNI_DIM_FORCE, false},
    [JNK_TRACK_TIGHTEST] = {"tightest", JNI_DIM_FORCE, JNI_DIM_FORCE, false},
    [JNK_TRACK_SPEED] = {"speed", JNI_DIM_SPEED, JNI_DIM_SPEED, false},
    [JNK_TRACK_TRACTION] = {"traction", JNI_DIM_FORCE, JNI_DIM_FORCE, false},
    [JNK_TRACK_SIDE] = {"side", JNI_DIM_FORCE, JNI_DIM_FORCE, true},
    [JNK_TRACK_LOAD] = {"load", JNI_DIM_FORCE, JNI_DIM_FORCE, false},
    [JNK_TRACK_SLIP] = {"slip", JNI_DIM_NONE, JNI_DIM_NONE, false},
    [JNK_TRACK_SINKAGE] = {"sinkage", JNI_DIM_LENGTH, JNI_DIM_LENGTH, false},
    [JNK_TRACK_RESISTANCE] = {"resistance", JNI_DIM_FORCE, JNI_DIM_FORCE, false},
#define OF_WHEEL(i) [JNK_TRACK_LOADS + i - 1] = {"load_" #i, JNI_DIM_FORCE, JNI_DIM_FORCE, false},
    EACH_WHEEL(OF_WHEEL)
#undef OF_WHEEL
};

static bool stands(const jn_force_def *def) { return def->tyre.road.i >= 0; }
// Returns the number of road wheels of a definition, but at most JNK_TRACK_PADS, the size of the arrays: the definition
// may not have been checked yet.
static int wheels_of(const jni_force_element *force) {
  int n = force->def.track.wheels.n;
  return n < JNK_TRACK_PADS ? n : JNK_TRACK_PADS;
}

static int nstates(const jni_force_element *force) { return stands(&force->def) ? 2 * wheels_of(force) : 0; }

static int nwords(const jni_force_element *force) { return JNK_TRACK_LOADS + wheels_of(force); }

// Returns whether the element has a potential energy: true only for a track without pads on the ground.
static bool in_the_air(const jni_force_element *force) { return !stands(&force->def); }

static bool conservative(const jni_force_element *force) {
  const jn_force_def *def = &force->def;
  return !stands(def) && def->damping == 0 && def->track.drag == 0;
}

// ---- checks ---------------------------------------------------------------------------------------------------

static bool complain(char *what, size_t size, const char *sentence) {
  snprintf(what, size, "%s", sentence);
  return false;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_track_def *track = &def->track;
  (void)model;
  if (track->wheels.n > JNK_TRACK_PADS || 1 + track->idlers.n + track->wheels.n > JNK_WRAP_CIRCLES) {
    snprintf(what, size, "a track has at most %d road wheels, and %d wheels in all", (int)JNK_TRACK_PADS,
             (int)JNK_WRAP_CIRCLES);
    return false;
  }
  if (track->idlers.n > 0 && !(track->idler_radius > 0))
    return complain(what, size, "'idlers' need their radius, 'idler_radius'");
  if (stands(def) && !(track->pad_stiffness > 0)) return complain(what, size, "on a 'road' it needs 'pad_stiffness'");
  if (track->friction_across > 0 && !(track->friction > 0))
    return complain(what, size, "'friction_across' needs a 'friction' along the track");
  if (!stands(def) && track->pad_stiffness > 0) return complain(what, size, "'pad_stiffness' needs a 'road'");
  return true;
}

// ---- forces ---------------------------------------------------------------------------------------------------

jnk_track jni_track_plain(jni_trace *trace, const jn_force_def *def) {
  const jn_track_def *t = &def->track;
  double shear = def->shear_stiffness > 0 ? def->shear_stiffness : t->pad_stiffness;
  bool alike = !(t->friction_across >= 0) || !(t->friction > 0);
  jnk_track track = {
      .idlers = t->idlers.n,
      .wheels = t->wheels.n,
      .sprocket_radius = t->sprocket_radius,
      .idler_radius = t->idler_radius,
      .wheel_radius = def->tyre.radius,
      .law = {def->preload, t->length, def->stiffness, def->damping},
      .drag = t->drag,
      .pad = {.radius = jni_trace_apply(trace, JNI_DO_add, def->tyre.radius, t->thickness),
              .stiffness = t->pad_stiffness,
              .damping = t->pad_damping,
              .vertical = def->tyre.envelope,
              .rolls = def->tyre.envelope},
      .shear = {shear, def->shear_damping > 0 ? def->shear_damping : jni_trace_times(trace, 5e-3, shear)},
      .friction = t->friction,
      .across = alike ? 1 : t->friction_across / t->friction,
      .width = t->width,
      .pad_length = t->pad_length};
  jnk_copy(def->tyre.axis[0], track.axis);
  return track;
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jnk_track track = jni_track_plain(NULL, &force->def);
  jnk_track_end ends[JNI_MOST_ENDS] = {{NULL, NULL, NULL}};
  jnk_track_result result;
  int nends = 1 + jnk_track_circles(&track);
  for (int i = 0; i < nends; i++) ends[i] = (jnk_track_end){in->end[i].r, in->end[i].v, in->end[i].w};
  jnk_track_clear(&track, &result);
  jnk_track_calc(&track, force->terrain, in->end[0].R, ends, in->state, &result, out->state_rate);
  for (int i = 0; i < nends; i++) {
    jnk_copy(result.force[i], out->force[i]);
    jnk_copy(result.torque[i], out->torque[i]);
  }
  out->length = result.length;
  out->length_rate = result.rate;
  out->scalar = result.tension;
  out->potential = result.energy;
  out->power = result.power;
  jnk_track_words(&result, track.wheels, out->named);
}

static void put_column(const jnk_track_vary *d, int nends, int column, double (*out)[6][12]) {
  for (int i = 0; i < nends; i++)
    for (int x = 0; x < 3; x++) {
      out[i][x][column] = d->force[i][x];
      out[i][3 + x][column] = d->torque[i][x];
    }
}

static bool tangent_end(const jni_force_element *force, const jni_force_input *in, int end, double (*out)[6][12]) {
  const jnk_track track = jni_track_plain(NULL, &force->def);
  jnk_track_end ends[JNI_MOST_ENDS] = {{NULL, NULL, NULL}};
  jnk_track_base base;
  jnk_track_vary d;
  int nends = 1 + jnk_track_circles(&track);
  for (int i = 0; i < nends; i++) ends[i] = (jnk_track_end){in->end[i].r, in->end[i].v, in->end[i].w};
  if (!jnk_track_base_calc(&track, force->terrain, in->end[0].R, ends, in->state, &base)) return false;
  memset(out, 0, (size_t)nends * sizeof *out);
  for (int direction = 0; direction < 12; direction++) {
    jnk_track_motion by = {.end = end};
    if (end > 0 && direction >= 3 && direction < 6) continue;  // rotating a wheel has no effect
    *(direction < 3   ? &by.r[direction]
      : direction < 6 ? &by.turn[direction - 3]
      : direction < 9 ? &by.v[direction - 6]
                      : &by.w[direction - 9]) = 1;
    jnk_track_vary_calc(&base, &by, &d);
    put_column(&d, nends, direction, out);
  }
  return true;
}

const jni_force_kind jni_force_track_band = {
    .name = "track-band",
    .help = "elastic band of a track round sprocket, idlers and road wheels, with pads on a road",
    .in_space = true,
    .ends = JNI_MANY_ENDS,
    .look = JNI_LOOK_BAND,
    JNI_FIELDS(fields),
    .check = check,
    .potential = true,
    .potential_if = in_the_air,
    .conservative = conservative,
    .calc = calc,
    .tangent_end = tangent_end,
    .nstates = nstates,
    .states = states,
    .outputs = outputs,
    .noutputs = JNK_TRACK_LOADS + JNK_TRACK_PADS,
    .nwords = nwords,
    .code = &jni_track_code,
};
