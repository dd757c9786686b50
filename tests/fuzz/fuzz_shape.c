// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_shape.c - fuzz target: bytes are points whose convex hull is made, or a small model in which two shapes touch:
// profiles in the plane, primitives and meshes in space. Shapes are refused with a message, or gaps and normals are
// those of a surface, and some steps are made: no crash, and no state that is not finite while all is said to be well.
#include <math.h>

#include "contact/contact_polyhedron.h"
#include "fuzz_writer.h"
#include "jounce/jounce.h"
#include "kernel/vec3.h"
#include "system/contact_points.h"
#include "system/event.h"

enum { MOST_POINTS = 160, MOST_PIECES = 6, MOST_STEPS = 6 };

// ---- convex hulls -------------------------------------------------------------------------------------

// Takes a coordinate on a coarse lattice, where points coincide and lie in planes, or on a fine one.
static double coordinate(fuzz_bytes *bytes, unsigned kind, double size) {
  double x = (int)fuzz_byte(bytes) - 128;
  if (kind % 3 == 0) return size * floor(x / 64);
  if (kind % 3 == 1) return size * x / 128;
  return size * (x + ((int)fuzz_byte(bytes) - 128) * 0x1p-30) / 128;
}

// Checks that a hull contains all points, that its normals are unit vectors, and Euler's formula.
static void check_hull(const jni_polyhedron *hull, const double (*points)[3], int n) {
  double size = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) size = fmax(size, fabs(points[i][k]));
  FUZZ_CHECK(hull->nvertices >= 4 && hull->nvertices <= JNI_MOST_VERTICES);
  FUZZ_CHECK(hull->nvertices - hull->nedges + hull->nfaces == 2);
  for (int f = 0; f < hull->nfaces; f++) {
    FUZZ_CHECK(fabs(jnk_norm(hull->normal[f]) - 1) < 1e-9);
    for (int i = 0; i < n; i++) FUZZ_CHECK(jnk_dot(hull->normal[f], points[i]) - hull->offset[f] <= 1e-6 * size);
  }
  for (int e = 0; e < hull->nedges; e++)
    for (int k = 0; k < 2; k++) {
      FUZZ_CHECK(hull->edge[e].v[k] >= 0 && hull->edge[e].v[k] < hull->nvertices);
      FUZZ_CHECK(hull->edge[e].f[k] >= 0 && hull->edge[e].f[k] < hull->nfaces);
    }
}

static void make_hull(fuzz_bytes *bytes) {
  static const double sizes[] = {1, 1e-3, 1e3, 1e-150, 1e150, 1e308};
  double points[MOST_POINTS][3];
  unsigned kind = fuzz_pick(bytes, 3);
  double size = sizes[fuzz_pick(bytes, 6)], flat = fuzz_pick(bytes, 4) == 0 ? 1e-7 : 1;
  int n = 0;
  for (; n < MOST_POINTS && !fuzz_ends(bytes); n++)
    for (int k = 0; k < 3; k++) points[n][k] = coordinate(bytes, kind, size) * (k == 2 ? flat : 1);
  char what[256] = "";
  jni_pool pool = {.alloc = NULL};
  jni_polyhedron *hull = jni_polyhedron_new_hull(&pool, (const double(*)[3])points, n, what, sizeof what);
  FUZZ_CHECK((hull != NULL) != (what[0] != '\0'));
  if (hull) check_hull(hull, (const double(*)[3])points, n);
  jni_pool_free(&pool);
}

// ---- models of two shapes -----------------------------------------------------------------------------

static double number(writer *w) {
  static const double odd[] = {0, -1, 1e-12, 1e12, 1e308, 1e-320};
  return pick(w, 32) == 0 ? odd[pick(w, 6)] : place(w);
}

static double length(writer *w) { return pick(w, 32) == 0 ? number(w) : fabs(place(w)) + 0.01 * w->size; }

static void put_numbers(writer *w, int n) {
  for (int i = 0; i < n; i++) put(w, "%s%.9g", i == 0 ? "[" : ", ", number(w));
  put(w, "]");
}

// Writes n places around the origin, in most cases anticlockwise.
static void put_outline(writer *w, int n) {
  bool around = pick(w, 4) > 0;
  for (int i = 0; i < n; i++) {
    double r = fabs(place(w)) + 0.2 * w->size, angle = 6.283185307179586 * (i + 0.05 * (int)pick(w, 8)) / n;
    put(w, i == 0 ? "[" : ", ");
    if (around) put(w, "[%.9g, %.9g]", r * cos(angle), r * sin(angle));
    else put_numbers(w, 2);
  }
  put(w, "]");
}

static void put_piece(writer *w) {
  put(w, "{");
  if (pick(w, 4) == 0) {
    put(w, "through: ");
    put_outline(w, 1 + (int)pick(w, 4));
  } else {
    put(w, "to: ");
    put_numbers(w, 2);
    if (pick(w, 2) == 0) put(w, ", radius: %.9g", length(w));
    if (pick(w, 4) == 0) put(w, ", hollow: true");
    if (pick(w, 4) == 0) put(w, ", large: true");
  }
  put(w, "}");
}

static void put_profile(writer *w, const char *name) {
  static const char *const kinds[] = {"polyline", "spline", "circle", "gear", "path"};
  unsigned kind = pick(w, 5);
  put(w, "  %s: {type: %s", name, kinds[kind]);
  if (kind < 2) {
    put(w, ", points: ");
    put_outline(w, 2 + (int)pick(w, 8));
  } else if (kind == 2) {
    put(w, ", radius: %.9g, centre: ", length(w));
    put_numbers(w, 2);
  } else if (kind == 3) {
    put(w, ", module: %.9g, teeth: %u", length(w), pick(w, 40));
    if (pick(w, 3) == 0) put(w, ", addendum: %.9g, dedendum: %.9g", length(w) / w->size, length(w) / w->size);
    if (pick(w, 3) == 0) put(w, ", thinning: %.9g", number(w) / 16);
    if (pick(w, 3) == 0) put(w, ", pressure_angle: %u deg", pick(w, 100));
  } else {
    put(w, ", start: ");
    put_numbers(w, 2);
    put(w, ", copies: %u, pieces: [", pick(w, 6));
    for (int i = 0, n = (int)pick(w, MOST_PIECES); i < n; i++) {
      if (i > 0) put(w, ", ");
      put_piece(w);
    }
    put(w, "]");
  }
  if (kind < 2 || kind == 4) put(w, ", closed: %s", pick(w, 2) ? "true" : "false");
  put(w, "}\n");
}

static void put_shape(writer *w, const char *profile) {
  static const char *const plane[] = {"profile", "profile", "sphere", "plane", "box", "capsule", "hole", "polygon"};
  static const char *const space[] = {"mesh", "box", "sphere", "capsule", "cylinder", "plane", "hole", "cone"};
  unsigned kind = pick(w, 8);
  const char *type = w->plane ? plane[kind] : space[kind];
  int n = w->plane ? 2 : 3;
  put(w, "{type: %s", type);
  if (strcmp(type, "profile") == 0) put(w, ", profile: %s", profile);
  if (strcmp(type, "mesh") == 0) put(w, ", file: m.obj");
  if (strcmp(type, "mesh") == 0 && pick(w, 3) == 0) put(w, ", scale: %.9g", number(w));
  if (strcmp(type, "box") == 0) {
    put(w, ", size: [%.9g, %.9g", length(w), length(w));
    if (!w->plane) put(w, ", %.9g", length(w));
    put(w, "]");
  }
  if (strchr("sch", type[0])) put(w, ", radius: %.9g", length(w));
  if (type[0] == 'c') put(w, ", length: %.9g", length(w));
  if (strcmp(type, "polygon") == 0) {
    put(w, ", points: ");
    put_outline(w, 3 + (int)pick(w, 4));
  }
  if (pick(w, 4) == 0) {
    put(w, ", at: ");
    put_numbers(w, n);
  }
  put(w, "}");
}

static void write_model(writer *w) {
  static const double sizes[] = {1, 0.01, 100};
  static const char *const laws[] = {"rigid", "rigid", "rigid", "compliant, stiffness: 1e5"};
  w->plane = pick(w, 2) == 0;
  w->size = sizes[pick(w, 3)];
  put(w, "jounce: 1\nspace: %s\ngravity: %s\n", w->plane ? "plane" : "space",
      w->plane ? "[0, -9.81]" : "[0, 0, -9.81]");
  if (w->plane) {
    put(w, "profiles:\n");
    put_profile(w, "p");
    put_profile(w, "q");
  }
  bool ground = pick(w, 2) == 0;
  put(w, "ground: {shapes: {s: ");
  put_shape(w, "p");
  put(w, "}}\nbodies:\n");
  for (int i = 0; i < 2; i++) {
    put(w, "  b%d: {mass: 1, inertia: %s, shapes: {s: ", i, w->plane ? "1" : "[1, 1.5, 2]");
    put_shape(w, "q");
    put(w, "}}\n");
  }
  put(w, "contacts:\n  c: {between: [b0.s, %s.s], friction: %.3g, restitution: %.3g, law: %s}\n",
      ground ? "ground" : "b1", 0.25 * pick(w, 4), 0.25 * pick(w, 5), laws[pick(w, 4)]);
  put(w, "initial:\n  keep: {b0.x: %.9g, b0.y: %.9g, b0.vy: %.9g", place(w), place(w), place(w));
  if (w->plane) put(w, ", b0.angle: %.9g, b0.rate: %.9g", place(w) / w->size, place(w) / w->size);
  else put(w, ", b0.z: %.9g, b0.vz: %.9g, b0.wx: %.9g", place(w), place(w), place(w) / w->size);
  put(w, "}\nsimulate: {until: 1}\n");
}

// ---- reading, looking, some steps ---------------------------------------------------------------------

typedef struct {
  const char *text;
  size_t size;
  char mesh[4096];
  size_t mesh_size;
} files;

static void *read_one(void *user, const char *path, size_t *size, char *why, size_t why_size) {
  const files *f = user;
  bool mesh = strstr(path, ".obj") != NULL;
  (void)why;
  (void)why_size;
  *size = mesh ? f->mesh_size : f->size;
  char *bytes = malloc(*size + 1);
  FUZZ_CHECK(bytes);
  memcpy(bytes, mesh ? f->mesh : f->text, *size);
  return bytes;
}

static void release_one(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

// Writes an OBJ file from the bytes that are left: vertices, with a triangle after each third one.
static void write_mesh(writer *w, files *f) {
  unsigned kind = pick(w, 3);
  int n = 0, at = 0, room = (int)sizeof f->mesh;
  while (!fuzz_ends(&w->bytes) && room - at > 120) {
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = coordinate(&w->bytes, kind, w->size);
    at += snprintf(f->mesh + at, (size_t)(room - at), "v %.9g %.9g %.9g\n", x[0], x[1], x[2]);
    n++;
    if (n % 3 == 0) at += snprintf(f->mesh + at, (size_t)(room - at), "f %d %d %d\n", n - 2, n - 1, n);
  }
  f->mesh_size = (size_t)at;
}

// Checks gaps, normals and rates of all points at a state.
static void look(const jn_system *system, const double *state) {
  jn_work *work = jn_work_new(system);
  FUZZ_CHECK(work);
  jni_stages_update(system, work, state);
  jn_contact_info info = jn_contact_get(system, (jn_contact){0}, state);
  FUZZ_CHECK(!isnan(info.least_gap) && info.ntouching >= 0 && info.ntouching <= info.npoints);
  if (system->ncontact_points > 0) {
    jni_contact_features_update(system, work, 1e-3, NULL, work->s);
    jni_contact_rates_update(system, work);
    jni_contact_nearest_update(system, work, true, true);
  }
  for (int i = 0; i < system->ncontact_points; i++) {
    const jni_contact_result *point = &work->contact_points[i];
    FUZZ_CHECK(!isnan(point->place.gap));
    FUZZ_CHECK(fabs(jnk_norm(point->place.n) - 1) < 1e-9);
    FUZZ_CHECK(!isnan(point->rates.rate));
  }
  jn_work_free(work);
}

static void step(const jn_model *model) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  jn_run *run = jn_run_new(model, &options, report);
  if (!run) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
  jn_status status = JN_OK;
  for (int i = 0; run && i < MOST_STEPS && status == JN_OK && !jn_run_stopped(run); i++) status = jn_run_step(run, 1);
  for (int i = 0; run && status == JN_OK && i < jn_system_sizes(jn_run_system(run)).nstate; i++)
    FUZZ_CHECK(isfinite(jn_run_state(run)[i]));
  if (status != JN_OK) FUZZ_CHECK(jn_run_summary(run)->why[0]);
  jn_run_free(run);
  jn_report_free(report);
}

static void touch(fuzz_bytes bytes) {
  static writer w;
  static files f;
  w.n = 0;
  w.bytes = bytes;
  write_model(&w);
  write_mesh(&w, &f);
  f.text = w.text;
  f.size = (size_t)w.n;
  if (getenv("FUZZ_SHOW")) fprintf(stderr, "%s%.*s", w.text, (int)f.mesh_size, f.mesh);
  const jn_files access = {.user = &f, .read = read_one, .release = release_one};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_files(NULL, &access, "shapes.yaml", NULL, 0, report);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  if (!system) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
  for (int i = 0; getenv("FUZZ_SHOW") && i < jn_report_size(report); i++)
    fprintf(stderr, "# %s\n", jn_report_get(report, i)->what);
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  if (system && jn_system_initial_state(system, state) == JN_OK && jn_assemble(system, state, NULL, report) == JN_OK) {
    look(system, state);
    step(model);
  }
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_bytes bytes = {data, size, 0};
  if (fuzz_pick(&bytes, 4) == 0) make_hull(&bytes);
  else touch(bytes);
  return 0;
}
