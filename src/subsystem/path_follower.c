// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path_follower.c - subsystem kind: a driver who steers along a path (kernel/subsystem/follower.h). The position on the
// path is a continuous state, so that the law needs neither a search nor a sampling time.
#include <stdio.h>

#include "kernel/subsystem/follower_call.h"
#include "model/model.h"
#include "subsystem/code.h"
#include "subsystem/field.h"
#include "subsystem/path.h"

#define DEF(member) path_follower.member
static const jni_field fields[] = {
    JNI_INPUT("x", DEF(x), LENGTH, JNI_FIRST, true, "position of the point that follows, such as chassis.x"),
    JNI_INPUT("y", DEF(y), LENGTH, JNI_FIRST, true, "position of this point, such as chassis.y"),
    JNI_INPUT("heading", DEF(heading), ANGLE, JNI_FIRST, true, "direction of the vehicle, such as chassis.yaw"),
    JNI_INPUT("speed", DEF(speed), VELOCITY, JNI_FIRST, true, "forward speed"),
    JNI_PARAMETER("path", DEF(path), PATH, NONE, ANY, true, "points, and how they are joined"),
    JNI_PARAMETER("wheelbase", DEF(wheelbase), NUMBER, LENGTH, POSITIVE, true, "between the axles"),
    JNI_PARAMETER("understeer", DEF(understeer), NUMBER, UNDERSTEER, ANY, false,
                  "steering angle that cornering takes in addition, for each m/s^2; default 0"),
    JNI_PARAMETER("preview_time", DEF(preview_time), NUMBER, TIME, NOT_NEGATIVE, false,
                  "preview distance: this times the speed, default 0.6 s"),
    JNI_PARAMETER("preview_distance", DEF(preview_distance), NUMBER, LENGTH, POSITIVE, false,
                  "constant part of the preview distance, default 2 m"),
    JNI_PARAMETER("gain", DEF(gain), NUMBER, NONE, NOT_ZERO, false, "output for each rad of steering angle, default 1"),
    JNI_PARAMETER("limit", DEF(limit), NUMBER, NONE, POSITIVE, false, "largest output to each side, default 1"),
};
enum { X, Y, HEADING, SPEED };

static const jni_subsystem_word outputs[] = {
    {"steer", JNI_DIM_NONE, JNI_FIRST},          {"error", JNI_DIM_LENGTH, JNI_FIRST},
    {"heading_error", JNI_DIM_ANGLE, JNI_FIRST}, {"curvature", JNI_DIM_CURVATURE, JNI_FIRST},
    {"speed", JNI_DIM_VELOCITY, JNI_FIRST},      {"remaining", JNI_DIM_LENGTH, JNI_FIRST}};
static const jni_subsystem_word states[] = {{"distance", JNI_DIM_LENGTH, JNI_FIRST}};
static const jni_subsystem_word discretes[] = {{"placed", JNI_DIM_NONE, JNI_FIRST}};
enum { STEER, ERROR, HEADING_ERROR, CURVATURE, DEMAND, REMAINING };

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  jni_pool scratch = {.alloc = model->pool.alloc};
  jnk_path path;
  bool fits = jni_path_build(&scratch, &def->path_follower.path, &path, what, size);
  if (scratch.failed) {
    fits = false;
    snprintf(what, size, "there is no memory for its path");
  }
  jni_pool_free(&scratch);
  return fits;
}

static void shape(jn_model *model, jni_subsystem_element *element) {
  char what[256];
  jnk_path *path = jni_take(&model->pool, 1, sizeof *path);
  if (path) jni_path_build(&model->pool, &element->def.path_follower.path, path, what, sizeof what);
  if (model->pool.failed) model->no_memory = true;
  element->made = path;
}

static jnk_path_command drive(const jni_subsystem_element *e, const jni_subsystem_input *in) {
  const jn_path_follower_def *def = &e->def.path_follower;
  const jnk_path_driver driver = {def->preview_distance, def->preview_time, def->wheelbase,
                                  def->understeer,       def->gain,         def->limit};
  const jnk_path_vehicle vehicle = {in->value[X], in->value[Y], in->value[HEADING], in->value[SPEED]};
  jnk_path_command out;
  jnk_path_drive(e->made, &driver, &vehicle, in->state[0], &out);
  return out;
}

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  if (stage != JNI_FIRST) return;
  const jnk_path_command out = drive(e, in);
  output[STEER] = out.steer;
  output[ERROR] = out.error;
  output[HEADING_ERROR] = out.heading_error;
  output[CURVATURE] = out.curvature;
  output[DEMAND] = out.speed;
  output[REMAINING] = jnk_path_remaining(e->made, in->state[0]);
}

static void rates(const jni_subsystem_element *e, const jni_subsystem_input *in, double *rate) {
  rate[0] = drive(e, in).rate;
}

// Sets the root to a positive value until discrete state 0 is set. The jump at the start, after assembly, sets that
// state and the position to the nearest point of the path.
static void roots(const jni_subsystem_element *e, const jni_subsystem_input *in, double *root) {
  (void)e;
  root[0] = in->discrete[0] != 0 ? -1 : 1;
}

static void jump(const jni_subsystem_element *e, const jni_subsystem_input *in, int root, double *state,
                 double *discrete) {
  (void)root;
  state[0] = jnk_path_nearest(e->made, in->value[X], in->value[Y]);
  discrete[0] = 1;
}

static void constants(const jni_subsystem_element *e, jni_constants *c) {
  const jn_path_follower_def *def = &e->def.path_follower;
  const jnk_path *path = e->made;
  const double head[] = {
      def->preview_distance, def->preview_time, def->wheelbase, def->understeer, def->gain, def->limit, path->n,
      path->smooth,          path->closed,      path->nspeeds};
  jni_constants_list(c, head, sizeof head / sizeof *head);
  jni_constants_list(c, path->u, path->n + 1);
  jni_constants_list(c, path->c, (path->smooth ? JNK_PATH_CUBIC : JNK_PATH_ARC) * path->n);
  jni_constants_list(c, path->at, path->nspeeds);
  jni_constants_list(c, path->v, path->nspeeds);
}

static const jni_subsystem_code code = {
    .stage = {JNI_CODE_CALL(jnk_call_path_follower)},
    .rates = JNI_CODE_CALL(jnk_call_path_follower_rates),
    .jump = JNI_CODE_CALL(jnk_call_path_follower_jump),
    .constants = constants,
};

const jni_subsystem_kind jni_subsystem_path_follower = {
    .name = "path-follower",
    .help = "driver who steers along a path by looking ahead",
    JNI_FIELDS(fields),
    .outputs = JNI_WORDS(outputs),
    .states = JNI_WORDS(states),
    .discretes = JNI_WORDS(discretes),
    .nroots = 1,
    .check = check,
    .shape = shape,
    .calc = calc,
    .rates = rates,
    .roots = roots,
    .jump = jump,
    .code = &code,
};
