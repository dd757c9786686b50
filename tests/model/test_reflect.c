// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reflect.c - what a mirror makes of definitions: every kind of road and of shape, expressions, initial values;
// what has no mirror image is refused with a sentence. The motion of mirror images is in test_mirror.c.
#include "check.h"

#include <string.h>

#include "memory.h"
#include "model/mirror.h"
#include "model/model.h"
#include "model/shape/shape.h"
#include "report.h"

static unsigned long long seed = 1;
static double random_number(void) {  // in (-1, 1)
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

static jn_body add_body(jn_model *model, const char *name) {
  jn_body_def def = jn_body_def_default();
  def.name = name;
  def.mass = 1;
  def.inertia[0] = def.inertia[1] = def.inertia[2] = 1;
  return jn_model_add_body(model, &def);
}

// ---- roads ----------------------------------------------------------------------------------------------------------

// One road of each kind; `made`: those before it.
static jn_road_def road_of(const jni_road_kind *kind, const jn_road *made) {
  static const double x[] = {-3, -1, 0.5, 0.5, 2, 4}, z[] = {0, 0.3, -0.1, 0.4, 0.2, 0.6}, smooth_x[] = {-3, -1, 2, 4};
  static const double heights[] = {0.1, 0.5, -0.2, 0.4, 0.3, 0.2, -0.1, 0.7, 0.6, 0.05, 0.15, 0.35};
  static const jn_road_def segments[] = {{.type = "flat", .length = 1},
                                         {.type = "ramp", .length = 2, .rise = 0.4},
                                         {.type = "bump", .length = 1, .height = 0.2},
                                         {.type = "stairs", .count = 2, .drop = 0.1, .tread = 0.5}};
  jn_road_def def = jn_road_def_default();
  bool curved = strcmp(kind->name, "polyline") == 0 && made[0].i % 2 == 1;
  def.type = kind->name;
  def.height = 0.3;
  def.angle = 0.2;
  def.heading = 0.7;
  def.at = -1.3;
  def.length = 1.1;
  def.rise = 0.5;
  def.count = 3;
  def.spacing = 1.4;
  def.drop = 0.1;
  def.tread = 0.6;
  def.across = -1;
  def.spacing_across = 0.8;
  def.points = (jn_law){.x = curved ? smooth_x : x, .y = z, .n = curved ? 4 : 6};
  def.heights = heights;
  def.nx = 3;
  def.ny = 4;
  def.smooth = strcmp(kind->name, "height-field") == 0 || curved;
  def.segments = segments;
  def.nsegments = 4;
  if (strcmp(kind->name, "tracks") == 0) {
    def.left = made[0];
    def.right = made[1];
  }
  if (strcmp(kind->name, "sum") == 0) {
    def.roads = made;
    def.nroads = 2;
  }
  return def;
}

enum { MOST_ROADS = 32 };

// A tyre on each road, and on its envelope where the road is one along x alone.
static jn_model *roads_in(unsigned mirror) {
  jn_model *model = jn_model_new(NULL, "roads", JN_SPACE);
  jn_road made[MOST_ROADS];
  static char names[MOST_ROADS][32], tyres[2 * MOST_ROADS][32];
  jn_model_set_mirror(model, mirror);
  jn_body wheel = add_body(model, "wheel");
  for (int k = 0; jni_road_kinds[k]; k++) {
    jn_road_def def = road_of(jni_road_kinds[k], k > 1 ? &made[k - 2] : made);
    bool bounded = strcmp(def.type, "stairs") == 0;  // envelopes of curves are tabulated
    snprintf(names[k], sizeof names[0], "road%d", k);
    def.name = names[k];
    made[k] = jn_model_add_road(model, &def);
    for (int envelope = 0; envelope <= bounded; envelope++) {
      jn_force_def tyre = jn_force_def_default();
      snprintf(tyres[2 * k + envelope], sizeof tyres[0], "tyre%d_%d", k, envelope);
      tyre.name = tyres[2 * k + envelope];
      tyre.type = "tyre-calspan";
      tyre.tyre.road = made[k];
      tyre.tyre.radius = 0.3;
      tyre.between[0] = jn_model_body_frame(model, wheel);
      tyre.stiffness = 1e5;
      tyre.tyre.slip_stiffness = 1e4;
      tyre.tyre.envelope = envelope;
      jn_model_add_force(model, &tyre);
    }
  }
  CHECK(jn_model_finish(model) == JN_OK);
  print_report(jn_model_report(model));
  return model;
}

// z'(x, y) = z(S (x, y)), with its derivatives. Places of steps and corners are met by chance only.
static void compare_roads(const jn_model *model, const jn_model *image, unsigned mirror) {
  double sx = jni_mirror_sign(mirror, 0), sy = jni_mirror_sign(mirror, 1);
  for (int f = 0; f < model->nforces; f++)
    for (int trial = 0; trial < 50; trial++) {
      double x = 6 * random_number(), y = 3 * random_number();
      jnk_slope a, b;
      double za = jnk_terrain_height(model->forces[f].terrain, x, y, &a),
             zb = jnk_terrain_height(image->forces[f].terrain, sx * x, sy * y, &b);
      const double one[6] = {za, a.x, a.y, a.xx, a.xy, a.yy};
      const double other[6] = {zb, sx * b.x, sy * b.y, b.xx, sx * sy * b.xy, b.yy};
      for (int i = 0; i < 6; i++) {
        if (!(fabs(one[i] - other[i]) <= 1e-9)) printf("%s: %d\n", model->forces[f].name, i);
        CHECK_NEAR(one[i], other[i], 1e-9);
      }
    }
}

static void test_roads(void) {
  jn_model *model = roads_in(0);
  for (unsigned mirror = 1; mirror < JN_MIRROR_Z; mirror++) {
    jn_model *image = roads_in(mirror);
    if (image->finished) compare_roads(model, image, mirror);
    jn_model_free(image);
  }
  jn_model_free(model);
}

// ---- shapes ---------------------------------------------------------------------------------------------------------

static bool has_field(const jni_shape_kind *kind, const char *name) {
  for (int i = 0; i < kind->nfields; i++)
    if (strcmp(kind->fields[i].name, name) == 0) return true;
  return false;
}

static jn_shape_def shape_of(const jni_shape_kind *kind, jn_body body, bool from_to) {
  static const double points[] = {0, 0, 0, 1, 0.2, 0, 0.7, 0.9, 0, -0.3, 0.4, 0};
  static const float vertices[] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
  static const int triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  static const double q[4] = {0.8, 0.1, -0.4, 0.3};
  jn_shape_def def = jn_shape_def_default();
  def.name = "shape";
  def.type = kind->name;
  def.body = body;
  def.size[0] = 1;
  def.size[1] = 2;
  def.size[2] = 3;
  def.radius = 0.3;
  def.thickness = 0.1;
  def.points = (jn_points){points, 4};
  def.mesh = (jn_mesh){vertices, 4, triangles, 4};
  if (from_to) {
    def.points.n = 0;
    for (int i = 0; i < 3; i++) {
      def.from[i] = 0.1 * i - 0.2;
      def.to[i] = 1 - 0.3 * i;
    }
    return def;
  }
  def.length = 1.5;
  for (int i = 0; i < 3; i++) {
    def.at[i] = has_field(kind, "at") ? 0.5 - 0.2 * i : 0;
    def.axis[i] = 1 - 0.6 * i;
  }
  if (has_field(kind, "orientation")) memcpy(def.quaternion, q, sizeof q);
  return def;
}

// Sums and sums of products of the corners of a shape, in the axes of its body; then its volume by its closed faces.
typedef struct {
  double first[3], second[9], volume;
  int n;
} extent;

static extent extent_of(const jn_model *model) {
  extent e = {.n = 0};
  jni_pool pool = {.alloc = model->pool.alloc};
  jni_facets facets = {.pool = &pool, .round = 24, .step = HUGE_VAL};
  const jn_shape_def *def = jn_model_shape(model, (jn_shape){0});
  double R[9];
  jnk_quat_to_matrix(def->quaternion, R);
  model->shapes[0].kind->facets(def, &facets);
  for (int i = 0; i < facets.npoints; i++) {
    double p[3];
    jnk_mat_vec(R, facets.points[i], p);
    jnk_add(p, def->at, facets.points[i]);
    jnk_add(e.first, facets.points[i], e.first);
    for (int k = 0; k < 9; k++) e.second[k] += facets.points[i][k / 3] * facets.points[i][k % 3];
    e.n++;
  }
  for (int i = 0; i < facets.nfacets; i++)
    for (int k = 1; k + 1 < facets.facets[i].n; k++) {
      const double(*c)[3] = (const double(*)[3])facets.points + facets.facets[i].first;
      double cross[3];
      jnk_cross(c[k], c[k + 1], cross);
      e.volume += jnk_dot(c[0], cross) / 6;
    }
  jni_pool_free(&pool);
  return e;
}

static jn_model *shape_in(const jni_shape_kind *kind, bool from_to, unsigned mirror) {
  jn_model *model = jn_model_new(NULL, "shapes", JN_SPACE);
  jn_model_set_mirror(model, mirror);
  jn_shape_def def = shape_of(kind, add_body(model, "body"), from_to);
  jn_model_add_shape(model, &def);
  return model;
}

static void test_shapes(void) {
  for (int k = 0; jni_shape_kinds[k]; k++)
    for (int from_to = 0; from_to < 2; from_to++) {
      if (from_to && !has_field(jni_shape_kinds[k], "from")) continue;
      if (jni_shape_kinds[k]->touch == JNI_TOUCH_PROFILE) continue;  // exists in plane models that are not mirrored
      jn_model *model = shape_in(jni_shape_kinds[k], from_to, 0);
      CHECK(model->nfaults == 0);
      extent a = extent_of(model);
      CHECK(a.n > 0);
      for (unsigned mirror = 1; mirror < 8; mirror++) {
        jn_model *image = shape_in(jni_shape_kinds[k], from_to, mirror);
        extent b = extent_of(image);
        CHECK(a.n == b.n);
        CHECK_NEAR(b.volume, a.volume, 1e-9);
        for (int i = 0; i < 3; i++) CHECK_NEAR(b.first[i], jni_mirror_sign(mirror, i) * a.first[i], 1e-9);
        for (int i = 0; i < 9; i++)
          CHECK_NEAR(b.second[i], jni_mirror_sign(mirror, i / 3) * jni_mirror_sign(mirror, i % 3) * a.second[i], 1e-9);
        jn_model_free(image);
      }
      jn_model_free(model);
    }
}

// The ground of a part goes with it: shapes stand where frames do.
static void test_ground(void) {
  static const char text[] =
      "jounce: 1\nspace: space\nparts:\n  p:\n    bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n    ground:\n"
      "      points: {A: [1, 2, 3], B: [-1, 0.5, 2]}\n"
      "      frames: {F: {at: [1, 2, 3], orientation: {axis: [1, 2, 0], angle: 40 deg}}}\n      shapes:\n"
      "        box: {type: box, size: [1, 2, 3], at: [1, 2, 3], orientation: {axis: [1, 2, 0], angle: 40 deg}}\n"
      "        named: {type: box, size: [1, 2, 3], at: ground.A, orientation: {axis: [1, 2, 0], angle: 40 deg}}\n"
      "        rod: {type: cylinder, radius: 0.1, from: ground.A, to: [-1, 0.5, 2]}\n"
      "        line: {type: line, points: [[1, 2, 3], ground.B]}\n"
      "use: {u: {part: p, at: [10, -20, 30], orientation: {axis: [0, 1, 1], angle: 70 deg}, mirror: y}}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "ground", text, strlen(text), NULL, 0, report);
  print_report(report);
  CHECK(model && model->nshapes == 4);
  jn_report_free(report);
  if (!model) return;
  const jni_frame *A = &model->frames[jn_model_find_frame(model, "u.ground.A").i],
                  *B = &model->frames[jn_model_find_frame(model, "u.ground.B").i],
                  *F = &model->frames[jn_model_find_frame(model, "u.ground.F").i];
  double middle[3], R[9];
  for (int k = 0; k < 2; k++) {
    jnk_quat_to_matrix(model->shapes[k].def.quaternion, R);
    for (int i = 0; i < 9; i++) CHECK_NEAR(R[i], F->R[i], 1e-14);
    for (int i = 0; i < 3; i++) CHECK_NEAR(model->shapes[k].def.at[i], A->p[i], 1e-14 * 30);
  }
  jnk_add(A->p, B->p, middle);
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(model->shapes[2].def.at[i], middle[i] / 2, 1e-14 * 30);
    CHECK_NEAR(model->shapes[3].def.points.at[i], A->p[i], 1e-14 * 30);
    CHECK_NEAR(model->shapes[3].def.points.at[3 + i], B->p[i], 1e-14 * 30);
  }
  jn_model_free(model);
}

// ---- expressions and initial values ---------------------------------------------------------------------------------

static jn_model *signals_in(const jn_alloc *alloc, unsigned mirror, const char *rate, const char *output) {
  jn_model *model = jn_model_new(alloc, "signals", JN_SPACE);
  if (!model) return NULL;
  const double gravity[3] = {0, 0, -9.81};
  const char *const set[] = {"level", "arm.wy - 1", NULL};
  jn_model_set_gravity(model, gravity);
  jn_model_set_mirror(model, mirror);
  jn_body arm = add_body(model, "arm");
  jn_joint_def hinge = jn_joint_def_default();
  hinge.name = "hinge";
  hinge.type = "cylindrical";
  hinge.between[0] = jn_model_body_frame(model, jn_model_ground(model));
  hinge.between[1].i = model->bodies[1].frame;
  jn_model_add_joint(model, &hinge);
  jn_force_def push = jn_force_def_default();
  push.name = "push";
  push.type = "point-force";
  push.between[0] = jn_model_body_frame(model, arm);
  push.value[0] = "arm.x";
  push.value[1] = "2*arm.vy + t";
  push.value[2] = "joint.hinge.angle";
  jn_model_add_force(model, &push);
  push.name = "twist";
  push.type = "torque";
  push.value[0] = "arm.wx";
  push.value[1] = push.value[2] = "1";
  jn_model_add_force(model, &push);
  jn_event_def event = jn_event_def_default();
  event.name = "event";
  event.when = "arm.y - 1";
  event.set = set;
  jn_model_add_discrete(model, "level", 0);
  jn_model_add_auxiliary(model, "z1", 0, rate);
  jn_model_add_event(model, &event);
  jn_model_add_output(model, "arm.y", NULL);
  jn_model_add_output(model, "tip", "arm.position");
  if (output) jn_model_add_output(model, "formula", output);
  jn_model_set_initial(model, "arm.y", 0.5, false);
  jn_model_set_initial(model, "arm.qx", 0.5, false);
  jn_model_set_initial(model, "joint.hinge.angle_rate", 2, true);
  return model;
}

static void test_expressions(void) {
  jn_model *m = signals_in(NULL, JN_MIRROR_Y, "max(arm.y, -arm.vz)*arm.qx^2 + 1.5e3*arm.wy", "arm.y + energy");
  CHECK(jn_model_finish(m) == JN_OK);
  CHECK(strcmp(m->auxiliaries[0].rate, "max((-arm.y), -arm.vz)*(-arm.qx)^2 + 1.5e3*arm.wy") == 0);
  CHECK(strcmp(m->events[0].when, "(-arm.y) - 1") == 0 && strcmp(m->events[0].set[1], "arm.wy - 1") == 0);
  CHECK(strcmp(m->forces[0].def.value[0], "arm.x") == 0);
  CHECK(strcmp(m->forces[0].def.value[1], "-(2*(-arm.vy) + t)") == 0);
  CHECK(strcmp(m->forces[0].def.value[2], "joint.hinge.angle") == 0);
  CHECK(strcmp(m->forces[1].def.value[0], "-((-arm.wx))") == 0 && strcmp(m->forces[1].def.value[1], "1") == 0);
  CHECK(strcmp(m->outputs[0].expression, "arm.y") == 0 && strcmp(m->outputs[2].expression, "arm.y") == 0);
  CHECK(strcmp(m->outputs[4].expression, "(-arm.y) + energy") == 0);
  CHECK(m->initials[0].value == -0.5 && m->initials[1].value == -0.5 && m->initials[2].value == 2);
  jn_model_free(m);
  m = signals_in(NULL, JN_MIRROR_X | JN_MIRROR_Y, "arm.x*arm.y + arm.z*arm.wz", NULL);
  CHECK(jn_model_finish(m) == JN_OK);
  CHECK(strcmp(m->auxiliaries[0].rate, "(-arm.x)*(-arm.y) + arm.z*arm.wz") == 0);
  jn_model_free(m);
}

// ---- no mirror image ------------------------------------------------------------------------------------------------

static bool says(jn_model *model, const char *part) {
  CHECK(jn_model_finish(model) == JN_BAD_MODEL);
  const jn_report *report = jn_model_report(model);
  bool found = false;
  for (int i = 0; i < jn_report_size(report); i++) found = found || strstr(jn_report_get(report, i)->what, part);
  if (!found) print_report(report);
  jn_model_free(model);
  return found;
}

static void test_refusals(void) {
  static char sum[65000] = "arm.y";
  for (size_t n = strlen(sum); n + 7 < sizeof sum; n += 6) memcpy(sum + n, "+arm.y", 7);
  CHECK(says(signals_in(NULL, JN_MIRROR_Y, "t", "2*joint.hinge.lambda.1"), "has no mirror image"));
  CHECK(says(signals_in(NULL, JN_MIRROR_Y, sum, NULL), "too long for its mirror image"));
  CHECK(says(signals_in(NULL, JN_MIRROR_Y, "t", "2*arm.zxz.2"), "take an order of three different axes"));
  jn_model *model = jn_model_new(NULL, "plane", JN_PLANE);
  jn_model_set_mirror(model, JN_MIRROR_Z);
  CHECK(says(model, "in the plane a mirror is x or y"));
  model = jn_model_new(NULL, "space", JN_SPACE);
  jn_model_set_mirror(model, JN_MIRROR_Z);
  jn_road_def road = jn_road_def_default();
  road.name = "road";
  road.type = "flat";
  jn_model_add_road(model, &road);
  CHECK(says(model, "a road is seen from above"));
  model = jn_model_new(NULL, "space", JN_SPACE);
  jn_body wheel = add_body(model, "wheel");
  jn_force_def tyre = jn_force_def_default();
  tyre.name = "tyre";
  tyre.type = "tyre-calspan";
  tyre.between[0] = jn_model_body_frame(model, wheel);
  tyre.tyre.road = jn_model_add_road(model, &road);
  tyre.tyre.radius = 1;
  tyre.stiffness = 1;
  tyre.tyre.slip_stiffness = 1;
  jn_model_set_mirror(model, JN_MIRROR_Z);
  jn_model_add_force(model, &tyre);
  CHECK(says(model, "a tyre rolls on top of its road"));
}

// Every allocation fails once.
static void test_memory(void) {
  jn_status status = JN_NO_MEMORY;
  for (long at = 1; status == JN_NO_MEMORY; at++) {
    memory_count count = {.fail_at = at};
    jn_alloc alloc = {counted_resize, &count};
    jn_model *model = signals_in(&alloc, JN_MIRROR_Y, "arm.y", "arm.y + energy");
    if (model) status = jn_model_finish(model);
    jn_model_free(model);
    CHECK(count.live == 0);
  }
  CHECK(status == JN_OK);
}

int main(void) {
  test_roads();
  test_shapes();
  test_ground();
  test_expressions();
  test_refusals();
  test_memory();
  return check_report();
}
