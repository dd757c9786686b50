// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shape_mesh.c - reads triangles from STL files, binary or text, and from OBJ files.
//
// Binary STL: 80 bytes of any text, the number of triangles as four bytes, then 50 bytes per triangle: normal and three
// corners (12 floats), two unused bytes. Numbers are little-endian. Text STL: three lines 'vertex x y z' per triangle.
// OBJ: 'v x y z' is a vertex; 'f a b c ...' is a face as a list of the numbers of its vertices, which count from 1, or
// backwards from the last vertex if negative. In 'a/b/c' only a is used. Other lines are ignored.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/shape/shape.h"

enum { STL_HEAD = 84, STL_TRIANGLE = 50 };

typedef struct {
  jni_pool *pool;
  float *vertices;
  int *triangles;
  int nvertices, ntriangles, capacity_vertices, capacity_triangles;  // capacities count numbers
  const char *at, *end;                                              // rest of the text
  int line;
  char *what;
  size_t room;
} mesh_reader;

static bool fail(mesh_reader *r, const char *why) {
  if (r->line > 0) snprintf(r->what, r->room, "line %d: %s", r->line, why);
  else snprintf(r->what, r->room, "%s", why);
  return false;
}

static bool no_memory(mesh_reader *r) {
  snprintf(r->what, r->room, "out of memory");
  return false;
}

// ---- functions for both formats ------------------------------------------------------------------------------------

static bool add_vertex(mesh_reader *r, const float p[3]) {
  if (r->nvertices >= 3 * JNI_MAX_TRIANGLES) return fail(r, "it has too many vertices");
  if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) return fail(r, "a coordinate is not a finite number");
  if (!jni_pool_grow(r->pool, &r->vertices, &r->capacity_vertices, 3 * r->nvertices + 3, sizeof *r->vertices))
    return no_memory(r);
  memcpy(r->vertices + 3 * r->nvertices++, p, 3 * sizeof *p);
  return true;
}

static bool add_triangle(mesh_reader *r, int a, int b, int c) {
  char why[64];
  snprintf(why, sizeof why, "it has more than %d triangles", (int)JNI_MAX_TRIANGLES);
  if (r->ntriangles >= JNI_MAX_TRIANGLES) return fail(r, why);
  if (!jni_pool_grow(r->pool, &r->triangles, &r->capacity_triangles, 3 * r->ntriangles + 3, sizeof *r->triangles))
    return no_memory(r);
  int *corners = r->triangles + 3 * r->ntriangles++;
  corners[0] = a;
  corners[1] = b;
  corners[2] = c;
  return true;
}

// Reads the next word of the line, cut to size - 1 characters, into `word`. Returns false at the end of the line.
static bool next_word(mesh_reader *r, char *word, size_t size) {
  size_t n = 0;
  while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')) r->at++;
  for (; r->at < r->end && !strchr(" \t\r\n", *r->at) && *r->at; r->at++)
    if (n + 1 < size) word[n++] = *r->at;
  word[n] = '\0';
  return n > 0;
}

// Moves to the next line, the first time to the first one. Returns false at the end of the text.
static bool next_line(mesh_reader *r) {
  if (r->line > 0) {
    while (r->at < r->end && *r->at != '\n') r->at++;
    if (r->at < r->end) r->at++;
  }
  r->line++;
  return r->at < r->end;
}

static bool read_coordinates(mesh_reader *r, float p[3]) {
  for (int i = 0; i < 3; i++) {
    char word[64];
    double value = 0;
    const char *end = next_word(r, word, sizeof word) ? jni_number_parse(word, &value) : NULL;
    if (!end || *end) return fail(r, "expected three coordinates");
    p[i] = (float)value;
  }
  return true;
}

// ---- STL -----------------------------------------------------------------------------------------------------------

static uint32_t little_endian(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static bool is_binary_stl(const char *text, size_t size) {
  return size >= STL_HEAD &&
         (uint64_t)little_endian((const unsigned char *)text + 80) * STL_TRIANGLE + STL_HEAD == (uint64_t)size;
}

static bool read_binary_stl(mesh_reader *r) {
  const unsigned char *at = (const unsigned char *)r->at + STL_HEAD;
  for (; at < (const unsigned char *)r->end; at += STL_TRIANGLE) {
    for (int k = 0; k < 3; k++) {
      float p[3];
      for (int i = 0; i < 3; i++) {
        uint32_t bits = little_endian(at + 12 + 12 * k + 4 * i);
        memcpy(&p[i], &bits, sizeof p[i]);
      }
      if (!add_vertex(r, p)) return false;
    }
    if (!add_triangle(r, r->nvertices - 3, r->nvertices - 2, r->nvertices - 1)) return false;
  }
  return true;
}

static bool read_text_stl(mesh_reader *r) {
  char word[16];
  int corners = 0;
  while (next_line(r)) {
    if (!next_word(r, word, sizeof word)) continue;
    float p[3];
    if (strcmp(word, "facet") == 0) corners = 0;
    if (strcmp(word, "vertex") != 0) continue;
    if (!read_coordinates(r, p) || !add_vertex(r, p)) return false;
    if (++corners > 3) return fail(r, "a facet has more than three corners");
    if (corners == 3 && !add_triangle(r, r->nvertices - 3, r->nvertices - 2, r->nvertices - 1)) return false;
  }
  return true;
}

static bool read_stl(mesh_reader *r, size_t size) {
  if (is_binary_stl(r->at, size)) return read_binary_stl(r);
  if (size >= 5 && memcmp(r->at, "solid", 5) == 0) return read_text_stl(r);
  return fail(r,
              "it is no STL file: neither does it begin with 'solid' nor has it the length that its number of "
              "triangles says");
}

// ---- OBJ -----------------------------------------------------------------------------------------------------------

// Reads the number of a vertex from a word such as "7", "7/1/3" or "-1", and sets *vertex to its index. Returns false
// after a fault.
static bool read_corner(mesh_reader *r, const char *word, int *vertex) {
  double value = 0;
  const char *end = jni_number_parse(word, &value);
  if (!end || (*end && *end != '/') || value != floor(value)) return fail(r, "a face names its vertices by numbers");
  double i = value > 0 ? value - 1 : r->nvertices + value;
  if (!(value != 0 && i >= 0 && i < r->nvertices)) return fail(r, "a face names a vertex that does not come before it");
  *vertex = (int)i;
  return true;
}

// Reads the rest of a line with a face of n corners, and adds n - 2 triangles that share its first corner. Returns
// false after a fault.
static bool read_face(mesh_reader *r) {
  char word[64];
  int first = 0, before = 0, n = 0;
  for (; next_word(r, word, sizeof word); n++) {
    int vertex = 0;
    if (!read_corner(r, word, &vertex)) return false;
    if (n == 0) first = vertex;
    if (n >= 2 && !add_triangle(r, first, before, vertex)) return false;
    before = vertex;
  }
  return n >= 3 || fail(r, "a face needs three vertices");
}

static bool read_obj(mesh_reader *r) {
  char word[16];
  while (next_line(r)) {
    if (!next_word(r, word, sizeof word)) continue;
    float p[3];
    if (strcmp(word, "v") == 0 && (!read_coordinates(r, p) || !add_vertex(r, p))) return false;
    if (strcmp(word, "f") == 0 && !read_face(r)) return false;
  }
  return true;
}

// ---- files ----------------------------------------------------------------------------------------------------------

static bool ends_with(const char *name, const char *ending) {
  size_t n = strlen(name), m = strlen(ending);
  if (n < m) return false;
  for (size_t i = 0; i < m; i++) {
    char c = name[n - m + i];
    if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != ending[i]) return false;
  }
  return true;
}

bool jni_mesh_parse(jni_pool *pool, const char *name, const char *text, size_t size, jn_mesh *mesh, char *what,
                    size_t room) {
  mesh_reader r = {.pool = pool, .at = text, .end = text + size, .what = what, .room = room};
  bool stl = ends_with(name, ".stl"), obj = ends_with(name, ".obj");
  bool sound = stl ? read_stl(&r, size) : obj ? read_obj(&r) : fail(&r, "a mesh is an STL or OBJ file");
  r.line = 0;
  if (sound && r.ntriangles == 0) sound = fail(&r, "it has no triangles");
  if (sound) {
    *mesh = (jn_mesh){r.vertices, r.nvertices, r.triangles, r.ntriangles};
  } else {
    jni_drop(pool, r.vertices);
    jni_drop(pool, r.triangles);
  }
  return sound;
}

bool jn_mesh_read_text(const jn_alloc *alloc, const char *name, const char *text, size_t size, jn_mesh *mesh,
                       char *what, size_t room) {
  JNI_ASSERT(name && text && mesh);
  jni_pool pool = {.alloc = alloc};
  jn_mesh found = {0};
  bool sound = jni_mesh_parse(&pool, name, text, size, &found, what, room);
  // Separate blocks, which the caller can free.
  float *vertices = sound ? jni_alloc0(alloc, 3 * (size_t)found.nvertices, sizeof *vertices) : NULL;
  int *triangles = sound ? jni_alloc0(alloc, 3 * (size_t)found.ntriangles, sizeof *triangles) : NULL;
  if (vertices && triangles) {
    memcpy(vertices, found.vertices, 3 * (size_t)found.nvertices * sizeof *vertices);
    memcpy(triangles, found.triangles, 3 * (size_t)found.ntriangles * sizeof *triangles);
    *mesh = (jn_mesh){vertices, found.nvertices, triangles, found.ntriangles};
  } else if (sound) {
    jni_free(alloc, vertices);
    jni_free(alloc, triangles);
    snprintf(what, room, "out of memory");
  }
  jni_pool_free(&pool);
  return vertices && triangles;
}

void jn_mesh_free(const jn_alloc *alloc, jn_mesh *mesh) {
  if (!mesh) return;
  jni_free(alloc, (void *)mesh->vertices);
  jni_free(alloc, (void *)mesh->triangles);
  *mesh = (jn_mesh){0};
}
