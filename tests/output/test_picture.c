// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_picture.c - pictures of mechanisms: every shipped model is drawn, every body of it is seen, every shape and
// joint kind has its things; joints that do not close are marked; poses; SVG that is well formed; allocations that
// fail.
#include <jounce/jounce.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#define FOLDER_WITH_CONTACTS true
#include "folder.h"
#include "kernel/vec3.h"
#include "memory.h"
#include "model/model.h"
#include "output/picture/drawing.h"
#include "report.h"

// ---- a model at its start ------------------------------------------------------------------------------------------

typedef struct {
  jn_model *model;
  jn_system *system;
  double *state;
} rig;

static rig rig_of(jn_model *model) {
  rig r = {.model = model, .system = model ? jn_system_new(model, NULL, NULL) : NULL};
  CHECK(r.system != NULL);
  if (r.system) r.state = calloc((size_t)jn_system_sizes(r.system).nstate, sizeof *r.state);
  if (r.state) jn_system_initial_state(r.system, r.state);
  return r;
}

static rig rig_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  rig r = rig_of(jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report));
  print_report(report);
  jn_report_free(report);
  return r;
}

static void rig_free(rig *r) {
  free(r->state);
  jn_system_free(r->system);
  jn_model_free(r->model);
}

static jn_picture *picture_of(const rig *r) {
  jn_picture *picture = r->state ? jn_picture_new(NULL, r->system, r->state) : NULL;
  CHECK(picture != NULL);
  return picture;
}

static int count(const jn_picture *picture, jn_thing_kind kind) {
  int n = 0;
  for (int i = 0; i < jn_picture_nthings(picture); i++) n += jn_picture_thing(picture, i)->kind == kind;
  return n;
}

// The first shape of a body, NULL: none.
static const jn_shape_def *shape_of(const jn_picture *picture, int body) {
  for (int i = 0; i < jn_picture_nthings(picture); i++) {
    const jn_thing *thing = jn_picture_thing(picture, i);
    if (thing->kind == JN_THING_SHAPE && thing->body[0].i == body) return &thing->shape;
  }
  return NULL;
}

// ---- SVG -----------------------------------------------------------------------------------------------------------

// Every element that is opened is closed, in order; attributes have quotes; no number is missing.
static bool is_well_formed(const char *svg) {
  const char *open[32];
  int depth = 0;
  for (const char *p = strchr(svg, '<'); p; p = strchr(p, '<')) {
    const char *end = strchr(p, '>');
    if (!end || depth == 32) return false;
    int quotes = 0;
    for (const char *q = p; q < end; q++) quotes += *q == '"';
    if (quotes % 2) return false;
    if (p[1] == '/') {
      if (depth == 0 || strncmp(open[--depth], p + 2, (size_t)(end - p - 2)) != 0) return false;
    } else if (end[-1] != '/') {
      open[depth++] = p + 1;
    }
    p = end;
  }
  return depth == 0 && !strstr(svg, "nan") && !strstr(svg, "inf");
}

static void check_svg(const jn_picture *picture) {
  char *svg = jn_picture_svg(picture, NULL), *again = jn_picture_svg(picture, NULL);
  CHECK(svg && again && strcmp(svg, again) == 0);
  CHECK(svg && is_well_formed(svg) && strncmp(svg, "<svg ", 5) == 0);
  jn_text_free(NULL, svg);
  jn_text_free(NULL, again);
}

// ---- every shipped model -------------------------------------------------------------------------------------------

// A body without mass that holds others at its own frame alone has nothing to show.
static bool may_be_unseen(const jn_model *model, int body) { return !(model->bodies[body].mass > 0); }

static void check_shipped(const char *path) {
  jn_report *report = jn_report_new(NULL);
  rig r = rig_of(jn_model_read(NULL, path, NULL, 0, report));
  jn_report_free(report);
  jn_picture *picture = picture_of(&r);
  for (int b = 1; picture && b < jn_model_nbodies(r.model); b++) {
    bool seen = shape_of(picture, b) != NULL;
    CHECK(seen || may_be_unseen(r.model, b));
    if (!seen && !may_be_unseen(r.model, b))
      printf("  %s: %s is not seen\n", path, jn_model_body_name(r.model, (jn_body){b}));
  }
  if (picture) check_svg(picture);
  jn_picture_free(picture);
  rig_free(&r);
}

// ---- single things -------------------------------------------------------------------------------------------------

static void test_links(void) {
  rig r = rig_text(
      "{jounce: 1, space: plane, gravity: [0, -9.81], ground: {points: {O: [0, 0], W: [3, 0]}}, bodies: {"
      "bar: {mass: 1, inertia: 0.3333, points: {O: [-1, 0]}}, bob: {mass: 1, inertia: 0, com: [0, -1]},"
      "rod: {mass: 1, inertia: 1, points: {A: [-1, 0], B: [1, 0]}},"
      "plate: {mass: 1, inertia: 1, points: {A: [0, 0], B: [1, 0], C: [1, 1], D: [0, 1], E: [0.5, 0.5]}},"
      "ball: {type: particle, mass: 1}, block: {mass: 1, inertia: 1}}, joints: {"
      "J1: {type: revolute, between: [ground.O, bar.O]}, J2: {type: revolute, between: [ground.O, bob]},"
      "J3: {type: revolute, between: [rod.A, plate.A]}, J4: {type: revolute, between: [rod.B, plate.B]},"
      "S: {type: prismatic, between: [ground.O, block], axis: x},"
      "D: {type: distance, between: [plate.C, ball], length: 1}}, forces: {"
      "k: {type: spring-damper, between: [ground.W, plate.D], stiffness: 1},"
      "c: {type: spring-damper, between: [plate.E, ball], damping: 1}}}");
  jn_picture *picture = picture_of(&r);
  if (!picture) return;
  CHECK(strcmp(shape_of(picture, 1)->type, "capsule") == 0);
  CHECK_NEAR(shape_of(picture, 1)->length, 2, 1e-12);  // a bar: through its centre of mass
  CHECK_NEAR(shape_of(picture, 2)->length, 1, 1e-12);  // no inertia: a rod to a ball
  CHECK(strcmp(shape_of(picture, 3)->type, "capsule") == 0);
  CHECK_NEAR(shape_of(picture, 3)->length, 2, 1e-12);
  CHECK(strcmp(shape_of(picture, 4)->type, "polygon") == 0 && shape_of(picture, 4)->points.n == 4);
  CHECK(strcmp(shape_of(picture, 5)->type, "sphere") == 0 && strcmp(shape_of(picture, 6)->type, "box") == 0);
  CHECK(count(picture, JN_THING_PIN) == 4 && count(picture, JN_THING_RAIL) == 1 && count(picture, JN_THING_ROD) == 1);
  CHECK(count(picture, JN_THING_SPRING) == 1 && count(picture, JN_THING_DAMPER) == 1);
  CHECK(count(picture, JN_THING_SUPPORT) == 2);  // under both pins at O, and the wall of the spring
  CHECK(jn_picture_length(picture) > 2 && jn_picture_length(picture) < 8);
  check_svg(picture);
  jn_picture_free(picture);
  rig_free(&r);
}

// `shapes: {}`: neither the body nor its joints are drawn, and the picture is not made larger for it.
static void test_unseen(void) {
  static const char text[] =
      "{jounce: 1, space: plane, ground: {points: {F: [90, 0]}}, bodies: {bar: {mass: 1, inertia: 1, points: {O: [-1, "
      "0]}}, rotor: {mass: 1, inertia: 1%s}}, joints: {J: {type: revolute, between: [ground, bar.O]}, R: {type: "
      "revolute, between: [ground.F, rotor]}}}";
  for (int unseen = 0; unseen < 2; unseen++) {
    char both[sizeof text + 20];
    snprintf(both, sizeof both, text, unseen ? ", shapes: {}" : "");
    rig r = rig_text(both);
    jn_picture *picture = picture_of(&r);
    if (!picture) return;
    CHECK((shape_of(picture, 2) == NULL) == unseen && count(picture, JN_THING_PIN) == 2 - unseen);
    CHECK((jn_picture_length(picture) < 10) == unseen);
    check_svg(picture);
    jn_picture_free(picture);
    rig_free(&r);
  }
}

static void test_round_things(void) {
  rig r = rig_text(
      "{jounce: 1, space: space, gravity: [0, 0, -9.81], roads: {flat: {type: flat}}, ground: {points: {G: [0, 0, 1]}},"
      "bodies: {wheel: {mass: 1, inertia: [1, 1, 1]}, disc: {mass: 1, inertia: [1, 1, 1]},"
      "pinion: {mass: 1, inertia: [1, 1, 1]}, gear: {mass: 1, inertia: [1, 1, 1]}, free: {mass: 6, inertia: [13, 10, "
      "5]}},"
      "joints: {roll: {type: rolling-disc, between: [ground, disc], axes: [z, y], radius: 0.4},"
      "A: {type: revolute, between: [ground.G, pinion]}, B: {type: revolute, between: [ground, gear], axis: z},"
      "G: {type: gear, from: A, to: B, ratio: -0.5}},"
      "forces: {t: {type: tyre-calspan, at: wheel, road: flat, radius: 0.3, stiffness: 1e5}},"
      "initial: {guess: {disc.z: 0.4, gear.x: 0}}}");
  jn_picture *picture = picture_of(&r);
  if (!picture) return;
  CHECK(strcmp(shape_of(picture, 1)->type, "cylinder") == 0 && shape_of(picture, 1)->radius == 0.3);
  CHECK(strcmp(shape_of(picture, 2)->type, "cylinder") == 0 && shape_of(picture, 2)->radius == 0.4);
  double R[9];
  jnk_quat_to_matrix(shape_of(picture, 2)->quaternion, R);
  CHECK_NEAR(fabs(R[5]), 1, 1e-12);                                                       // about y
  CHECK(strcmp(shape_of(picture, 5)->type, "box") == 0 && shape_of(picture, 0) != NULL);  // the road
  CHECK(shape_of(picture, 5)->size[0] > 0.1 && shape_of(picture, 5)->size[0] < jn_picture_length(picture));
  check_svg(picture);
  jn_picture_free(picture);
  rig_free(&r);
}

// A point with a name at which nothing acts, as the tracing point of a pantograph: the link reaches it, and it has a
// mark with its name. Points that are used have none.
static void test_points(void) {
  rig r = rig_text(
      "{jounce: 1, space: plane, bodies: {arm: {mass: 1, inertia: 1, points: {E: [0, 0], D: [0.2, 0], Q: [0.6, 0]}},"
      "bar: {mass: 1, inertia: 1, points: {D: [0, 0]}}}, joints: {E: {type: revolute, between: [ground, arm.E]},"
      "D: {type: revolute, between: [arm.D, bar.D]}}}");
  jn_picture *picture = picture_of(&r);
  if (!picture) return;
  CHECK_NEAR(shape_of(picture, 1)->length, 0.6, 1e-12);
  CHECK(count(picture, JN_THING_POINT) == 1);
  for (int i = 0; i < jn_picture_nthings(picture); i++) {
    const jn_thing *thing = jn_picture_thing(picture, i);
    if (thing->kind != JN_THING_POINT) continue;
    CHECK(strcmp(thing->name, "Q") == 0 && thing->body[0].i == 1 && thing->p[0][0] == 0.6 && thing->size > 0);
  }
  char *svg = jn_picture_svg(picture, NULL);
  CHECK(svg && strstr(svg, ">Q</text>") && !strstr(svg, ">E</text>"));
  jn_text_free(NULL, svg);
  check_svg(picture);
  jn_picture_free(picture);
  rig_free(&r);
}

static int count_marked(const jn_picture *picture, int body) {
  int n = 0;
  for (int i = 0; i < jn_picture_nthings(picture); i++) {
    const jn_thing *thing = jn_picture_thing(picture, i);
    n += thing->marked && thing->body[0].i == body;
  }
  return n;
}

// A round body has one mark, on its largest shape. One with a box beside shows its rotation without, a particle does
// not rotate. A picture of the body turned by a quarter differs.
static void test_marks(void) {
  static const char *const spaces[] = {"plane", "space"};
  for (int k = 0; k < 2; k++) {
    char text[1024];
    snprintf(text, sizeof text,
             "{jounce: 1, space: %s, bodies: {"
             "disc: {mass: 1, inertia: %s, shapes: {rim: {type: cylinder, radius: 1, length: 0.2}, hub: {type: sphere, "
             "radius: 0.3}}}, boxed: {mass: 1, inertia: %s, shapes: {a: {type: cylinder, radius: 1, length: 0.2}, b: "
             "{type: box, size: [1, 1, 1]}}}, ball: {type: particle, mass: 1}}}",
             spaces[k], k ? "[1, 1, 1]" : "1", k ? "[1, 1, 1]" : "1");
    rig r = rig_text(text);
    jn_picture *picture = picture_of(&r);
    if (!picture) return;
    CHECK(count_marked(picture, 1) == 1 && count_marked(picture, 2) == 0 && count_marked(picture, 3) == 0);
    double poses[4 * JN_POSE] = {0};
    for (int b = 0; b < 4; b++) poses[JN_POSE * b + 3] = 1;
    poses[2 * JN_POSE] = 9;
    jn_picture_options how = jn_picture_options_default();
    how.seen = poses;
    how.view[2] = 1;
    jn_picture_pose(picture, poses);
    char *straight = jn_picture_svg(picture, &how);
    double turned[4 * JN_POSE];
    memcpy(turned, poses, sizeof turned);
    turned[JN_POSE + 3] = turned[JN_POSE + 6] = sqrt(0.5);  // about z
    jn_picture_pose(picture, turned);
    char *quarter = jn_picture_svg(picture, &how);
    CHECK(straight && quarter && strcmp(straight, quarter) != 0);
    jn_text_free(NULL, straight);
    jn_text_free(NULL, quarter);
    check_svg(picture);
    jn_picture_free(picture);
    rig_free(&r);
  }
}

static void test_gears(void) {
  rig r = rig_text(
      "{jounce: 1, space: plane, ground: {points: {A: [0, 0], B: [0.3, 0]}}, bodies: {a: {mass: 1, inertia: 1},"
      "b: {mass: 1, inertia: 1}}, joints: {A: {type: revolute, between: [ground.A, a]},"
      "B: {type: revolute, between: [ground.B, b]}, G: {type: gear, from: A, to: B, ratio: -0.5}}}");
  jn_picture *picture = picture_of(&r);
  if (!picture) return;
  CHECK_NEAR(shape_of(picture, 1)->radius, 0.1, 1e-12);
  CHECK_NEAR(shape_of(picture, 2)->radius, 0.2, 1e-12);
  jn_picture_free(picture);
  rig_free(&r);
}

// ---- joints that do not close; poses -------------------------------------------------------------------------------

static const char open_bar[] =
    "{jounce: 1, space: plane, bodies: {bar: {mass: 1, inertia: 1, points: {P: [-1, 0]}, shapes: {s: {type: capsule,"
    "from: P, to: [1, 0], radius: 0.1}}}}, joints: {hinge_that_gapes: {type: revolute, between: [ground, bar.P]}}}";

static void test_open(void) {
  rig r = rig_text(open_bar);
  if (r.state) jn_state_q(r.system, r.state)[0] += 0.5;  // its joint gapes
  jn_picture *picture = picture_of(&r);
  if (!picture) return;
  int open = 0;
  for (int i = 0; i < jn_picture_nthings(picture); i++) open += jn_picture_thing(picture, i)->open;
  char *svg = jn_picture_svg(picture, NULL);
  CHECK(open > 0 && svg && strstr(svg, "hinge_that_gapes") && strstr(svg, "class=\"open\""));
  jn_text_free(NULL, svg);
  double poses[2 * JN_POSE];
  CHECK(jn_calc_poses(r.system, r.state, poses) == JN_OK && poses[JN_POSE] == 1.5 && poses[3] == 1);
  poses[JN_POSE] = 1;
  jn_picture_pose(picture, poses);
  svg = jn_picture_svg(picture, NULL);
  CHECK(svg && !strstr(svg, "class=\"open\""));
  jn_text_free(NULL, svg);
  CHECK(jn_picture_thing(picture, 0)->given && count(picture, JN_THING_SHAPE) == 1);  // its own shape and no other
  jn_picture_free(picture);
  rig_free(&r);
}

// A run keeps the poses as outputs; drawn from them the mechanism looks as it does at the state.
static void test_pose_at(void) {
  rig r = rig_text(open_bar);
  double poses[2 * JN_POSE];
  if (!r.state || jn_calc_poses(r.system, r.state, poses) != JN_OK) return;
  for (int i = 0; i < 2 * JN_POSE; i++) poses[i] = (float)poses[i];  // single precision is enough
  jn_picture *here = picture_of(&r), *there = jn_picture_new_at(NULL, r.system, poses);
  char *a = here ? jn_picture_svg(here, NULL) : NULL, *b = there ? jn_picture_svg(there, NULL) : NULL;
  CHECK(a && b && strcmp(a, b) == 0);
  jn_text_free(NULL, a);
  jn_text_free(NULL, b);
  jn_picture_free(here);
  jn_picture_free(there);
  rig_free(&r);
}

// Arrows of forces: the longest has the same length whatever its force, small ones are left out, hits have a star.
static void test_arrows(void) {
  rig r = rig_text(open_bar);
  jn_picture *picture = picture_of(&r);
  if (!picture) return;
  const jn_arrow arrows[] = {
      {{0, 0, 0}, {0, 40, 0}, false}, {{1, 0, 0}, {0, -10, 0}, true}, {{1, 1, 0}, {1e-6, 0, 0}, false}};
  jn_picture_options how = jn_picture_options_default();
  how.arrows = arrows;
  how.narrows = 3;
  char *svg = jn_picture_svg(picture, &how);
  int nforces = 0, nhits = 0;
  for (const char *at = svg; at && (at = strstr(at, "class=\"force\"")) != NULL; at++) nforces++;
  for (const char *at = svg; at && (at = strstr(at, "class=\"hit\"")) != NULL; at++) nhits++;
  CHECK(svg && is_well_formed(svg) && nforces == 2 && nhits == 1 && strstr(svg, "the longest 40 N"));
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  rig_free(&r);
}

static void test_options(void) {
  rig r = rig_text(open_bar);
  jn_picture *picture = picture_of(&r);
  if (!picture) return;
  jn_picture_options how = jn_picture_options_default();
  how.title = "a < b & c";
  how.width = 300;
  how.height = 200;
  char *svg = jn_picture_svg(picture, &how);
  CHECK(svg && is_well_formed(svg) && strstr(svg, "a &lt; b &amp; c") && strstr(svg, "width=\"300\" height=\"200\""));
  CHECK(svg && strstr(svg, ">bar</text>"));
  jn_text_free(NULL, svg);
  how.labels = false;
  svg = jn_picture_svg(picture, &how);
  CHECK(svg && !strstr(svg, ">bar</text>"));
  jn_text_free(NULL, svg);
  how.plain = true;
  how.labels = true;
  svg = jn_picture_svg(picture, &how);
  CHECK(svg && is_well_formed(svg) && !strstr(svg, "<rect") && !strstr(svg, ">bar</text>") &&
        !strstr(svg, " m</text>"));
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  rig_free(&r);
}

// ---- what hides what -----------------------------------------------------------------------------------------------

// Seen against z, in pixels.
static void put_face(jni_drawing *drawing, double x0, double x1, double half, double z0, double z1) {
  const double p[4][3] = {{x0, -half, z0}, {x1, -half, z1}, {x1, half, z1}, {x0, half, z0}};
  jni_draw_face(drawing, p, 4, ~0u);
}

// From behind: one face inside another that lies before it, one that looks out, a line below it and one beside.
static void test_hidden(void) {
  jni_pool pool = {.alloc = NULL};
  jni_drawing d = {.pool = &pool, .view = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1, 50, 50}};
  const double below[2][3] = {{-5, 0, 0}, {5, 0, 0}}, beside[2][3] = {{-5, 0, 0}, {40, 0, 0}};
  put_face(&d, -10, 10, 10, 0, 0);
  put_face(&d, -10, 25, 10, 0, 0);
  jni_draw_line(&d, below, 2);
  jni_draw_line(&d, beside, 2);
  put_face(&d, -20, 20, 20, 1, 1);
  d.strokes[4].colour[3] = 0.5;  // glass hides nothing
  jni_draw_hide(&d, 100, 100);
  for (int i = 0; i < 5; i++) CHECK(!d.strokes[i].hidden);
  d.strokes[4].colour[3] = 1;
  jni_draw_hide(&d, 100, 100);
  CHECK(d.strokes[0].hidden && !d.strokes[1].hidden && d.strokes[2].hidden && !d.strokes[3].hidden);
  CHECK(!d.strokes[4].hidden);
  jni_pool_free(&pool);
}

// A long face that comes nearer, and a small one over its far end: the mean depths say the contrary. A third crosses
// the long one, and a line lies on it.
static void test_order(void) {
  jni_pool pool = {.alloc = NULL};
  jni_drawing d = {.pool = &pool, .view = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 1, 0, 0}};
  const double line[2][3] = {{50, 0, 50}, {60, 0, 60}};
  put_face(&d, 0, 10, 5, 12, 12);
  put_face(&d, 0, 100, 10, 0, 100);
  jni_draw_order(&d);
  CHECK(d.nstrokes == 2 && d.strokes[0].depth > d.strokes[1].depth);
  jni_draw_line(&d, line, 2);
  put_face(&d, 20, 80, 5, 50, 50);
  jni_draw_order(&d);
  CHECK(d.nstrokes == 5);  // cut in two
  CHECK(d.strokes[2].depth > d.strokes[1].depth);
  for (int i = 3; i < d.nstrokes; i++) {
    const jni_corner *c = d.corners + d.strokes[i].first;
    double middle = 0;
    int edges = 0;
    CHECK(d.strokes[i].n == 4);
    for (int k = 0; k < 4; k++) {
      middle += c[k].p[0] / 4;
      edges += c[k].sharp;
    }
    CHECK(edges == 3);  // the cut is no edge
    CHECK((d.strokes[i].depth > d.strokes[1].depth) == (middle < 50));
  }
  jni_pool_free(&pool);
}

static const char crossing[] =
    "{jounce: 1, space: space, ground: {shapes: {post: {type: box, size: [1, 1, 4]}}},"
    "bodies: {a: {mass: 1, inertia: [1, 1, 1], shapes: {b: {type: box, size: [4, 0.5, 0.5]}}}},"
    "joints: {turn: {type: revolute, between: [ground, a], axis: z}}}";

static const char on_floor[] =
    "{jounce: 1, space: space, ground: {shapes: {floor: {type: box, size: [90, 90, 0.1], at: [0, 0, -1]}}},"
    "bodies: {a: {mass: 1, inertia: [1, 1, 1], shapes: {b: {type: box, size: [4, 0.5, 0.5]}}}},"
    "joints: {turn: {type: revolute, between: [ground, a], axis: z}}}";

// A post, which is longer than the mechanism, lies in the picture; of a floor as much as there is room.
static void test_ground_shape(const char *text, bool whole) {
  rig r = rig_text(text);
  jn_picture *picture = picture_of(&r);
  jn_picture_options how = jn_picture_options_default();
  how.view[1] = -1;
  how.width = 400;
  how.height = 400;
  char *svg = picture ? jn_picture_svg(picture, &how) : NULL;
  CHECK(svg && is_well_formed(svg));
  bool inside = true;
  for (const char *at = svg; at; at++) {
    at = strchr(at, 'L');
    if (!at) break;
    double x = strtod(at + 1, NULL), y = strtod(strchr(at, ' '), NULL);
    if (strchr("-0123456789", at[1])) inside = inside && x >= 0 && x <= 400 && y >= 0 && y <= 400;
  }
  CHECK(inside == whole);
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  rig_free(&r);
}

static void test_allocations(const char *text) {
  memory_count memory = {0};
  const jn_alloc alloc = {counted_resize, &memory};
  rig r = rig_text(text);
  bool whole = false;
  for (long k = 1; !whole && r.state; k++) {
    memory = (memory_count){.fail_at = k};
    jn_picture *picture = jn_picture_new(&alloc, r.system, r.state);
    char *svg = picture ? jn_picture_svg(picture, NULL) : NULL;
    whole = memory.calls < k;
    CHECK(whole == (svg != NULL));
    jn_text_free(&alloc, svg);
    jn_picture_free(picture);
    CHECK(memory.live == 0);
  }
  rig_free(&r);
}

// ---- springs along slides, names beside what they mean --------------------------------------------------------------

// A spring on the coordinate of a slide is drawn between its ends, one on an angle is not.
static void test_spring_on_slide(void) {
  rig r = rig_text(
      "jounce: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {leg: {type: prismatic, between: [ground, a], axis: z}, hip: {type: revolute, between: [a, b], axis: "
      "y}}\n"
      "forces: {coil: {type: torsion-spring, joint: leg, stiffness: 10, damping: 1}, "
      "bar: {type: torsion-spring, joint: hip, stiffness: 10}}\n"
      "initial: {keep: {a.position: [0, 0, 0.5]}}\n");
  jn_picture *picture = picture_of(&r);
  CHECK(picture && count(picture, JN_THING_SPRING) == 1 && count(picture, JN_THING_DAMPER) == 1);
  jn_picture_free(picture);
  rig_free(&r);
}

// Where the text of a name begins, px.
static double name_at(const char *svg, const char *name) {
  char end[32];
  snprintf(end, sizeof end, ">%s</text>", name);
  const char *text = strstr(svg, end);
  while (text && text > svg && strncmp(text, "<text x=\"", 9) != 0) text--;
  return text ? atof(text + 9) : -1;
}

// Both have their centre of mass at the joint between them.
static void test_names_on_bodies(void) {
  rig r = rig_text(
      "jounce: 1\nspace: plane\n"
      "bodies:\n  left: {mass: 1, inertia: 1, shapes: {s: {type: box, size: [1, 0.05, 0.05], at: [-0.5, 0, 0]}}}\n"
      "  right: {mass: 1, inertia: 1, shapes: {s: {type: box, size: [1, 0.05, 0.05], at: [0.5, 0, 0]}}}\n"
      "joints: {A: {type: revolute, between: [ground, left]}, B: {type: revolute, between: [left, right]}}\n");
  jn_picture *picture = picture_of(&r);
  char *svg = picture ? jn_picture_svg(picture, NULL) : NULL;
  CHECK(svg && name_at(svg, "left") > 100 && name_at(svg, "left") < 350 && name_at(svg, "right") > 450);
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  rig_free(&r);
}

// A body without shapes that is held at three points far apart is a plate that one sees through.
static void test_clear_plate(void) {
  rig r = rig_text(
      "jounce: 1\nspace: space\nbodies: {h: {mass: 1, inertia: [1, 1, 1], points: {A: [0, 0, 0], B: [2, 0, 0], C: [0, "
      "2, "
      "0]}}}\njoints: {A: {type: spherical, between: [ground, h.A]}}\n"
      "forces: {b: {type: spring-damper, between: [ground, h.B], stiffness: 1}, "
      "c: {type: spring-damper, between: [ground, h.C], stiffness: 1}}\n");
  jn_picture *picture = picture_of(&r);
  char *svg = picture ? jn_picture_svg(picture, NULL) : NULL;
  CHECK(svg && strstr(svg, "opacity=\"0.35\""));
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  rig_free(&r);
}

// Seen from in front, along y, the large box hides the small one, whose name would stand on it.
static void test_hidden_names(double aside, bool named) {
  char text[640];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: space\nbodies:\n"
           "  large: {mass: 1, inertia: [1, 1, 1], shapes: {s: {type: box, size: [2, 0.1, 2]}}}\n"
           "  small: {mass: 1, inertia: [1, 1, 1], shapes: {s: {type: box, size: [0.5, 0.5, 0.5]}}}\n"
           "initial: {keep: {large.position: [0, 0, 0], small.position: [%g, 1, 0]}}\n",
           aside);
  rig r = rig_text(text);
  jn_picture *picture = picture_of(&r);
  jn_picture_options options = jn_picture_options_default();
  options.view[1] = -1;
  char *svg = picture ? jn_picture_svg(picture, &options) : NULL;
  CHECK(svg && name_at(svg, "large") > 0 && (name_at(svg, "small") > 0) == named);
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  rig_free(&r);
}

int main(void) {
  test_spring_on_slide();
  test_names_on_bodies();
  test_clear_plate();
  test_hidden_names(0, false);
  test_hidden_names(2, true);
  CHECK(each_shipped_model(check_shipped) > 20);
  test_links();
  test_unseen();
  test_round_things();
  test_points();
  test_marks();
  test_gears();
  test_open();
  test_pose_at();
  test_arrows();
  test_options();
  test_order();
  test_hidden();
  test_ground_shape(crossing, true);
  test_ground_shape(on_floor, false);
  test_allocations(open_bar);
  test_allocations(crossing);
  return check_report();
}
