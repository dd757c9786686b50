// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_shape.c - shapes of bodies: every kind is read in the plane and in space, its surface is closed and has its
// volume, however it is cut; places by points and by coordinates; meshes of files, sound and broken; allocations that
// fail.
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "files.h"
#include "kernel/vec3.h"
#include "memory.h"
#include "model/model.h"
#include "model/shape/shape.h"
#include "report.h"

static jn_model *read_with(const jn_alloc *alloc, const char *space, const char *shapes, jn_report *report) {
  char text[4096];
  bool plane = strcmp(space, "plane") == 0;
  snprintf(text, sizeof text,
           "jounce: 1\nspace: %s\nbodies:\n  a: {mass: 1, inertia: %s, points: {P: %s, Q: %s}}\n"
           "  b: {mass: 1, inertia: %s, points: {R: %s}}\nground: {shapes: {g: {type: sphere, radius: 1}}}\n"
           "profiles: {rim: {type: circle, radius: 1}}\n"
           "x: &none\n",
           space, plane ? "1" : "[1, 1, 1]", plane ? "[0, 0]" : "[0, 0, 0]", plane ? "[3, 4]" : "[3, 4, 0]",
           plane ? "1" : "[1, 1, 1]", plane ? "[1, 1]" : "[1, 1, 1]");
  char *end = strstr(text, "x: &none"), *points = strstr(text, "Q: ");
  *end = '\0';
  char whole[8192];
  size_t head = (size_t)(strchr(points, '}') - text) + 1;
  snprintf(whole, sizeof whole, "%.*s, shapes: {%s}%s", (int)head, text, shapes, text + head);
  write_file("model.yaml", whole);
  return jn_model_read(alloc, path_of("model.yaml"), NULL, 0, report);
}

static jn_model *read_sound(const char *space, const char *shapes) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_with(NULL, space, shapes, report);
  CHECK(model != NULL);
  if (!model) {
    printf("%s\n", shapes);
    print_report(report);
  }
  jn_report_free(report);
  return model;
}

// The shapes are refused with a sentence that holds this one.
static void refuse(const char *space, const char *shapes, const char *sentence) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_with(NULL, space, shapes, report);
  bool found = false;
  char text[1024];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    found = found || strstr(text, sentence);
  }
  CHECK(!model && found);
  if (!found) {
    printf("  expected: %s\n", sentence);
    print_report(report);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// ---- every kind ----------------------------------------------------------------------------------------------------

static const char tetrahedron[] =
    "# a quarter of a corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 1 0 0\n"
    "f 1/1/1 3/2/2 2\nf 1 2 4\nf 1 4 3\nf -3 -2 -1\n";

typedef struct {
  const char *kind, *space, *plane;  // space NULL: a shape of plane models
  double volume;                     // of the one in space; 0: it encloses none
  double tolerance;                  // round shapes have sides
} sample;

static const sample samples[] = {
    {"box", "size: [2, 3, 4], at: [1, 0, 0], orientation: {axis: x, angle: 30 deg}", "size: [2, 3], at: [1, 0, 0.1]",
     24, 1e-12},
    {"cylinder", "radius: 2, length: 3, axis: [1, 2, 2]", "radius: 2", 12 * JNK_PI, 0.02},
    {"sphere", "radius: 2, at: Q", "radius: 2, at: Q", 32 * JNK_PI / 3, 0.04},
    {"capsule", "radius: 1, from: P, to: Q", "radius: 0.1, from: P, to: [1, 0]", 5 * JNK_PI + 4 * JNK_PI / 3, 0.03},
    {"cone", "radius: 1, from: [0, 0, 0], to: Q, colour: red", "radius: 1, from: P, to: Q", 5 * JNK_PI / 3, 0.02},
    {"line", "points: [P, [1, 1, 1], a.Q]", "from: P, to: Q", 0, 0},
    {"polygon", "points: [P, [0, 2, 0], [2, 0, 0]], thickness: 0.5", "points: [P, Q, [0, 1]]", 1, 1e-12},
    {"plane", "normal: [1, 2, 2], at: Q, length: 2, material: steel", "normal: x", 0, 0},
    {"hole", "radius: 2, at: Q", "radius: 2, at: Q", 0, 0},
    {"profile", NULL, "profile: rim, thickness: 0.1, at: P, material: steel", 0, 0},
    {"mesh", "file: part.obj, scale: [2, 1, -3]", "file: part.obj", 1, 1e-6},
};

static const sample *sample_of(const char *kind) {
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    if (strcmp(samples[i].kind, kind) == 0) return &samples[i];
  return NULL;
}

// Six times the volume and twice the area vectors of all facets, seen from a point.
static void measure(const jni_facets *facets, double *volume, double area[3], double *longest) {
  *volume = *longest = 0;
  jnk_zero(area);
  for (int f = 0; f < facets->nfacets; f++) {
    const jni_facet *facet = &facets->facets[f];
    const double(*p)[3] = (const double(*)[3])facets->points + facet->first;
    for (int k = 0; k < facet->n; k++) {
      double side[3];
      jnk_sub(p[(k + 1) % facet->n], p[k], side);
      *longest = fmax(*longest, jnk_norm(side));
    }
    for (int k = 1; k + 1 < facet->n; k++) {
      double u[3], v[3], c[3];
      jnk_sub(p[k], p[0], u);
      jnk_sub(p[k + 1], p[0], v);
      jnk_cross(u, v, c);
      jnk_add(area, c, area);
      *volume += jnk_dot(c, p[0]) / 6;
    }
  }
}

static void check_surface(const jni_shape_kind *kind, const jn_shape_def *def, const sample *s) {
  double volume[2], area[3], longest[2];
  for (int cut = 0; cut < 2; cut++) {
    jni_pool pool = {.alloc = NULL};
    jni_facets facets = {.pool = &pool, .round = 24, .step = cut ? 0.7 : HUGE_VAL};
    kind->facets(def, &facets);
    CHECK(!pool.failed && facets.nfacets > 0);
    measure(&facets, &volume[cut], area, &longest[cut]);
    if (s->volume > 0) CHECK_NEAR(jnk_norm(area), 0, 1e-9 * s->volume);
    if (s->volume > 0) CHECK_NEAR(volume[cut], s->volume, s->tolerance * s->volume);
    jni_pool_free(&pool);
  }
  CHECK_NEAR(volume[1], volume[0], 1e-9);
  CHECK(longest[1] <= longest[0]);
}

static void test_kinds(void) {
  write_file("part.obj", tetrahedron);
  for (int i = 0; jn_shape_kind_name(i); i++) {
    const sample *s = sample_of(jn_shape_kind_name(i));
    CHECK(s && jn_shape_kind_help(i)[0]);  // a new kind gets a sample here
    for (int plane = s && s->space ? 0 : 1; s && plane < 2; plane++) {
      char text[256];
      snprintf(text, sizeof text, "one: {type: %s, %s}", s->kind, plane ? s->plane : s->space);
      jn_model *model = read_sound(plane ? "plane" : "space", text);
      CHECK(model && jn_model_nshapes(model) == 2);
      const jn_shape_def *def = model ? jn_model_shape(model, (jn_shape){1}) : NULL;
      CHECK(def && strcmp(def->type, s->kind) == 0 && strcmp(def->name, "one") == 0 && def->body.i == 1);
      if (def && !plane) check_surface(jni_shape_kinds[i], def, s);
      jn_model_free(model);
    }
  }
  CHECK(!jn_shape_kind_name(-1) && !jn_shape_kind_name(1000));
}

// ---- places --------------------------------------------------------------------------------------------------------

// A cone from a point to another is the one that is placed and turned so.
static void test_ends(void) {
  jn_model *model = read_sound("space",
                               "p: {type: cone, radius: 1, from: P, to: Q},"
                               "q: {type: cone, radius: 1, at: [1.5, 2, 0], axis: [3, 4, 0], length: 5},"
                               "r: {type: cone, radius: 1, at: [1.5, 2, 0], axis: y, length: 5, orientation: {axis: z, "
                               "angle: -0.6435011087932844}}");
  for (int i = 1; model && i < 4; i++) {
    const jn_shape_def *def = jn_model_shape(model, (jn_shape){i});
    double R[9];
    jnk_quat_to_matrix(def->quaternion, R);
    CHECK_NEAR(R[2], 0.6, 1e-15);
    CHECK_NEAR(R[5], 0.8, 1e-15);
    CHECK_NEAR(R[8], 0, 1e-15);
    CHECK_NEAR(def->length, 5, 1e-15);
    CHECK(def->at[0] == 1.5 && def->at[1] == 2);
    CHECK(def->axis[2] == 1 && isnan(def->from[0]));
  }
  jn_model_free(model);
}

static void test_faults(void) {
  static const struct {
    const char *space, *shapes, *sentence;
  } faults[] = {
      {"space", "s: {type: boxx, size: [1, 1, 1]}", "unknown type 'boxx' of a shape; did you mean 'box'?"},
      {"space", "s: {size: [1, 1, 1]}", "shape 'a.s': needs 'type'"},
      {"space", "s: 3", "expected a mapping"},
      {"space", "s: {type: box}", "a box needs 'size'"},
      {"space", "s: {type: box, size: [1, 1, 0]}", "the edges of 'size' must be positive"},
      {"space", "s: {type: box, size: [1, -1, 1]}", "size must be zero or positive, got -1"},
      {"space", "s: {type: sphere, radius: 0}", "radius must be positive"},
      {"space", "s: {type: sphere, radius: 1, size: [1, 1, 1]}", "unknown key 'size' of a sphere"},
      {"space", "s: {type: sphere, radius: 1, color: red}", "did you mean 'colour'?"},
      {"space", "s: {type: sphere, radius: 1, colour: rad}", "did you mean 'red'?"},
      {"space", "s: {type: sphere, radius: 1, colour: \"#12345g\"}", "expected a colour such as"},
      {"space", "s: {type: sphere, radius: 1, at: X}", "'a' has no point 'X'"},
      {"space", "s: {type: sphere, radius: 1, at: a.X}", "body 'a' has no point or frame 'X'"},
      {"space", "s: {type: sphere, radius: 1, at: ground}",
       "'ground' is a point of 'ground', but the shape belongs to 'a'"},
      {"space", "s: {type: cylinder, radius: 1}", "needs a 'length', or 'from' and 'to'"},
      {"space", "s: {type: cylinder, radius: 1, from: P}", "'from' and 'to' belong together"},
      {"space", "s: {type: cylinder, radius: 1, from: P, to: P}", "'from' and 'to' are the same point"},
      {"space", "s: {type: cylinder, radius: 1, from: P, to: Q, length: 2}", "replace 'at'"},
      {"plane", "s: {type: capsule, radius: 1, axis: x}", "needs a 'length'"},
      {"space", "s: {type: line}", "a line has either 'points' or 'from' and 'to'"},
      {"space", "s: {type: line, points: [P]}", "expected a list of points"},
      {"space", "s: {type: polygon, points: [P, Q]}", "a polygon needs at least three corners"},
      {"space", "s: {type: mesh, file: part.obj, scale: 0}", "scale must not be zero"},
      {"space", "s: {type: mesh, file: none.stl}", "none.stl': the file cannot be read"},
      {"space", "s: {type: mesh, file: model.yaml}", "a mesh is an STL or OBJ file"},
      {"space", "s: {type: sphere, radius: 1}, \"2\": {type: sphere, radius: 1}", "a name consists of letters"},
  };
  write_file("part.obj", tetrahedron);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    refuse(faults[i].space, faults[i].shapes, faults[i].sentence);
}

// ---- through the C API ---------------------------------------------------------------------------------------------

static void test_api(void) {
  static const float vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
  static const int triangles[] = {0, 1, 2}, wrong[] = {0, 1, 3};
  jn_model *model = jn_model_new(NULL, "api", JN_SPACE);
  jn_body_def body = jn_body_def_default();
  body.name = "a";
  body.mass = 1;
  jn_shape_def def = jn_shape_def_default();
  def.body = jn_model_add_body(model, &body);
  def.name = "m";
  def.type = "mesh";
  def.mesh = (jn_mesh){vertices, 3, triangles, 1};
  jn_shape shape = jn_model_add_shape(model, &def);
  CHECK(jn_report_size(jn_model_report(model)) == 0);
  CHECK(jn_model_shape(model, shape)->mesh.vertices != vertices && jn_model_shape(model, shape)->mesh.nvertices == 3);
  def.name = "wrong";
  def.mesh.triangles = wrong;
  jn_model_add_shape(model, &def);
  CHECK(strstr(jn_report_get(jn_model_report(model), 0)->what, "names a vertex that does not exist"));
  def = jn_shape_def_default();
  def.name = "m";
  def.type = "sphere";
  def.radius = 1;
  def.body = (jn_body){1};
  jn_model_add_shape(model, &def);
  CHECK(strstr(jn_report_get(jn_model_report(model), 1)->what, "used twice"));
  def.name = "nan";
  def.at[0] = NAN;
  jn_model_add_shape(model, &def);
  CHECK(strstr(jn_report_get(jn_model_report(model), 2)->what, "must be finite"));
  def = jn_shape_def_default();
  def.name = "turn";
  def.type = "box";
  def.body = (jn_body){1};
  def.quaternion[0] = 0;
  for (int i = 0; i < 3; i++) def.size[i] = 1;
  jn_model_add_shape(model, &def);
  CHECK(strstr(jn_report_get(jn_model_report(model), 3)->what, "must not be zero"));
  jn_model_free(model);
}

static void test_colours(void) {
  double c[4];
  for (int i = 0; jni_colour_name(i); i++) CHECK(jn_colour_read(jni_colour_name(i), c) && c[0] >= 0 && c[3] == 1);
  CHECK(jn_colour_read("#ff0080", c) && c[0] == 1 && c[1] == 0 && c[2] == 128 / 255.0 && c[3] == 1);
  CHECK(jn_colour_read("#FF008033", c) && c[3] == 0x33 / 255.0);
  static const char *const wrong[] = {"", "#", "#ff00", "#ff00zz", "#ff00803", "Redd", "ff0080", "#ff00803g"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK(!jn_colour_read(wrong[i], c));
}

// ---- meshes --------------------------------------------------------------------------------------------------------

static const char stl[] =
    "solid corner\n facet normal 0 0 -1\n  outer loop\n   vertex 0 0 0\n   vertex 0 1 0\n   vertex 1 0 0\n  endloop\n"
    " endfacet\n facet normal 0 -1 0\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 0 1e0\n  endloop\n"
    " endfacet\nendsolid corner\n";

// The same as bytes.
static size_t to_bytes(const jn_mesh *mesh, unsigned char *bytes) {
  memset(bytes, 0, 84 + 50 * (size_t)mesh->ntriangles);
  memcpy(bytes, "solid but bytes", 15);
  bytes[80] = (unsigned char)mesh->ntriangles;
  for (int i = 0; i < 3 * mesh->ntriangles; i++)
    memcpy(bytes + 84 + 50 * (i / 3) + 12 + 12 * (i % 3), mesh->vertices + 3 * mesh->triangles[i], 12);
  return 84 + 50 * (size_t)mesh->ntriangles;
}

static void test_stl(void) {
  jn_mesh text = {0}, same = {0};
  char what[256] = "";
  unsigned char bytes[400];
  CHECK(jn_mesh_read_text(NULL, "corner.stl", stl, strlen(stl), &text, what, sizeof what));
  CHECK(text.ntriangles == 2 && text.nvertices == 6 && text.vertices[17] == 1);
  size_t n = to_bytes(&text, bytes);
  CHECK(jn_mesh_read_text(NULL, "corner.STL", (const char *)bytes, n, &same, what, sizeof what));
  CHECK(same.ntriangles == 2 && memcmp(same.vertices, text.vertices, 18 * sizeof(float)) == 0);
  jn_mesh_free(NULL, &same);
  CHECK(!jn_mesh_read_text(NULL, "c.stl", (const char *)bytes, n - 1, &same, what, sizeof what) && what[0]);
  const float nan_bytes = NAN;
  memcpy(bytes + 84 + 12, &nan_bytes, 4);
  CHECK(!jn_mesh_read_text(NULL, "c.stl", (const char *)bytes, n, &same, what, sizeof what) && strstr(what, "finite"));
  jn_mesh_free(NULL, &text);
}

static void test_broken_meshes(void) {
  static const struct {
    const char *name, *text, *sentence;
  } broken[] = {
      {"a.stl", "", "it is no STL file"},
      {"a.stl", "solid\nendsolid\n", "it has no triangles"},
      {"a.stl", "solid\nvertex 1 2\n", "line 2: expected three coordinates"},
      {"a.stl", "solid\nvertex 1 2 nan\n", "line 2: expected three coordinates"},
      {"a.stl", "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 1", "line 6: a facet has more"},
      {"a.obj", "", "it has no triangles"},
      {"a.obj", "v 1 2 3\nf 1 2 3\n", "line 2: a face names a vertex that does not come before it"},
      {"a.obj", "v 1 2 3\nf 0 1 1\n", "line 2: a face names a vertex"},
      {"a.obj", "v 1 2 3\nf 1 1\n", "line 2: a face needs three vertices"},
      {"a.obj", "v 1 2 3\nf a b c\n", "line 2: a face names its vertices by numbers"},
      {"a.obj", "v 1 2 3\nf 1.5 1 1\n", "line 2: a face names its vertices by numbers"},
      {"a.obj", "v 1 2 1e300\n", "line 1: a coordinate is not a finite number"},
      {"a.dae", "<COLLADA/>", "a mesh is an STL or OBJ file"},
      {"a", "", "a mesh is an STL or OBJ file"},
  };
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    char what[256] = "";
    jn_mesh mesh = {0};
    CHECK(!jn_mesh_read_text(NULL, broken[i].name, broken[i].text, strlen(broken[i].text), &mesh, what, sizeof what));
    CHECK(strstr(what, broken[i].sentence) && !mesh.vertices);
    if (!strstr(what, broken[i].sentence)) printf("  %s: %s\n", broken[i].text, what);
  }
}

// A file is read once, however many shapes name it, and lies beside the file that names it.
static void test_files(void) {
  write_file("part.obj", tetrahedron);
  jn_model *model = read_sound("space", "\"s{i}\": {repeat: {i: [1, 50]}, type: mesh, file: part.obj}");
  CHECK(model && model->nmeshes == 1 && jn_model_nshapes(model) == 51);
  if (model) CHECK(model->shapes[3].def.mesh.vertices == model->shapes[40].def.mesh.vertices);
  jn_model_free(model);

  write_file("sub/part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write_file("sub/base.yaml",
             "jounce: 1\nspace: plane\nbodies: {a: {mass: 1, shapes: {s: {type: mesh, file: part.obj}}}}\n");
  write_file("model.yaml",
             "jounce: 1\nmodel: sub/base.yaml\nbodies: {b: {mass: 1, shapes: {s: {type: mesh, file: part.obj}}}}\n");
  model = jn_model_read(NULL, path_of("model.yaml"), NULL, 0, NULL);
  CHECK(model && model->nmeshes == 2 && jn_model_shape(model, (jn_shape){0})->mesh.ntriangles == 1 &&
        jn_model_shape(model, (jn_shape){1})->mesh.ntriangles == 4);
  jn_model_free(model);

  jn_report *report = jn_report_new(NULL);
  const char *text = "{jounce: 1, space: plane, bodies: {a: {mass: 1, shapes: {s: {type: mesh, file: part.obj}}}}}";
  CHECK(!jn_model_read_text(NULL, "memory", text, strlen(text), NULL, 0, report));
  CHECK(strstr(jn_report_get(report, 0)->what, "a model read from memory cannot name the file 'part.obj'"));
  jn_report_free(report);
}

// A mesh with more triangles than a drawing takes becomes coarser and keeps its place.
static void test_coarse(void) {
  enum { N = 100 };
  float *vertices = malloc(3 * (N + 1) * (N + 1) * sizeof *vertices);
  int *triangles = malloc(6 * N * N * sizeof *triangles), n = 0;
  for (int i = 0; i < (N + 1) * (N + 1); i++) {
    vertices[3 * i] = (float)(i % (N + 1)) / N;
    vertices[3 * i + 1] = (float)(i / (N + 1)) / N;
    vertices[3 * i + 2] = 2;
  }
  for (int i = 0; i < N * N; i++) {
    int at = i / N * (N + 1) + i % N, corners[6] = {at, at + 1, at + N + 2, at, at + N + 2, at + N + 1};
    for (int k = 0; k < 6; k++) triangles[n++] = corners[k];
  }
  jn_shape_def def = jn_shape_def_default();
  def.mesh = (jn_mesh){vertices, (N + 1) * (N + 1), triangles, n / 3};
  jni_pool pool = {.alloc = NULL};
  jni_facets facets = {.pool = &pool, .round = 24, .step = HUGE_VAL};
  jni_facets_mesh(&def, &facets);
  double volume, area[3], longest;
  measure(&facets, &volume, area, &longest);
  CHECK(facets.nfacets > 500 && facets.nfacets < JNI_MOST_FACES);
  CHECK_NEAR(area[2] / 2, 1, 0.1);
  CHECK_NEAR(longest, 0.07, 0.03);
  jni_pool_free(&pool);
  free(vertices);
  free(triangles);
}

// ---- allocations ---------------------------------------------------------------------------------------------------

static void test_allocations(void) {
  memory_count count = {0};
  const jn_alloc alloc = {counted_resize, &count};
  write_file("part.obj", tetrahedron);
  bool whole = false;
  for (long k = 1; !whole; k += LIGHT ? 3 : 1) {
    count = (memory_count){.fail_at = k};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read_with(&alloc, "space",
                                "m: {type: mesh, file: part.obj}, l: {type: line, points: [P, Q, [1, 1, 1]]},"
                                "c: {type: capsule, radius: 1, from: P, to: Q}",
                                report);
    whole = count.calls < k;
    CHECK(whole == (model != NULL) && (whole || jn_report_count(report, JN_FAULT) > 0));
    jn_model_free(model);
    CHECK(count.live == 0);
    jn_report_free(report);
  }
  for (long k = 1; k < 12; k++) {
    jn_mesh mesh = {0};
    char what[256] = "";
    count = (memory_count){.fail_at = k};
    bool made = jn_mesh_read_text(&alloc, "a.obj", tetrahedron, strlen(tetrahedron), &mesh, what, sizeof what);
    CHECK(made || strcmp(what, "out of memory") == 0);
    jn_mesh_free(&alloc, &mesh);
    CHECK(count.live == 0);
  }
}

int main(void) {
  files_begin();
  test_kinds();
  test_ends();
  test_faults();
  test_api();
  test_colours();
  test_stl();
  test_broken_meshes();
  test_files();
  test_coarse();
  test_allocations();
  files_end();
  return check_report();
}
