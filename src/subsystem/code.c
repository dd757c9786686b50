// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code.c - see code.h.
#include "subsystem/code.h"
#include "model/model.h"

#include <string.h>

void jni_subsystem_keep(jn_model *model, jni_subsystem_element *e, const jni_subsystem_code *code) {
  jni_constants c = {.pool = {.alloc = model->pool.alloc}, .trace = model->trace};
  code->constants(e, &c);
  double *kept = c.pool.failed ? NULL : jni_doubles(&model->pool, (size_t)c.n);
  if (kept) memcpy(kept, c.list, (size_t)c.n * sizeof *kept);
  else model->no_memory = true;
  e->constants = kept;
  jni_pool_free(&c.pool);
}
