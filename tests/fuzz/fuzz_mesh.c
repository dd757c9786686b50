// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_mesh.c - libFuzzer target: any bytes are an STL or an OBJ file, whose triangles name vertices that are there and
// finite, and can be drawn; or they are refused with a sentence.
#include <math.h>

#include "fuzz.h"
#include "model/shape/shape.h"

static void check_mesh(const jn_mesh *mesh) {
  FUZZ_CHECK(mesh->ntriangles > 0);
  for (int i = 0; i < 3 * mesh->nvertices; i++) FUZZ_CHECK(isfinite(mesh->vertices[i]));
  for (int i = 0; i < 3 * mesh->ntriangles; i++)
    FUZZ_CHECK(mesh->triangles[i] >= 0 && mesh->triangles[i] < mesh->nvertices);
  jn_shape_def def = jn_shape_def_default();
  jni_pool pool = {.alloc = NULL};
  jni_facets facets = {.pool = &pool, .round = 24, .step = 1};
  def.mesh = *mesh;
  jni_facets_mesh(&def, &facets);
  FUZZ_CHECK(!pool.failed);
  jni_pool_free(&pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"a.stl", "a.obj"};
  for (int i = 0; i < 2; i++) {
    jn_mesh mesh = {0};
    char what[256] = "";
    bool made = jn_mesh_read_text(NULL, names[i], (const char *)data, size, &mesh, what, sizeof what);
    FUZZ_CHECK(made != (what[0] != '\0'));
    if (made) check_mesh(&mesh);
    jn_mesh_free(NULL, &mesh);
  }
  return 0;
}
