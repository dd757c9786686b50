// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// memory_read.h - reads a model file while memory runs out.
#ifndef JOUNCE_MEMORY_READ_H
#define JOUNCE_MEMORY_READ_H

#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"

// Reads the file with a failure of allocation k, from 0: it must be refused with one message and without leaks. Returns
// false if reading needs at most k allocations.
static inline bool read_without_memory(const char *path, long k) {
  memory_count c = {.fail_at = k + 1, .once = true};
  const jn_alloc alloc = {counted_resize, &c};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(&alloc, path, NULL, 0, report);
  bool failed = c.calls > k;
  CHECK(failed == !model);
  if (failed) CHECK(jn_report_count(report, JN_FAULT) == 1 && jn_report_get(report, 0)->status == JN_NO_MEMORY);
  jn_model_free(model);
  jn_report_free(report);
  CHECK(c.live == 0);
  return failed;
}

#endif
