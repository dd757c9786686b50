// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_write.c - writes a compiled model to its file (.jnc).
#include "output/disk.h"
#include "simulate/compile/compile.h"

jn_status jn_compiled_write(const jn_compiled *compiled, const jn_source *files, int nfiles, const char *path,
                            jn_report *report) {
  JNI_ASSERT(compiled && path);
  int before = jn_report_size(report);
  jni_bytes_out out = {.alloc = compiled->pool.alloc};
  jn_status status = JN_IO;
  if (jni_compiled_bytes(compiled, files, nfiles, &out, report))
    status = jni_bytes_write(path, out.at, (size_t)out.n, report);
  else if (jn_report_size(report) > before) status = jn_report_get(report, jn_report_size(report) - 1)->status;
  jni_free(out.alloc, out.at);
  return status;
}
