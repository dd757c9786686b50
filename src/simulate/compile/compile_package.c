// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_package.c - a compiled model as the bytes of its file.
#include "compile/file/program_file.h"
#include "simulate/compile/compile_files.h"
#include "simulate/compile/compile_precomputed.h"

bool jni_compiled_bytes(const jn_compiled *c, const jn_source *files, int nfiles, jni_bytes_out *out,
                        jn_report *report) {
  jni_pool room = {.alloc = out->alloc};
  jni_bytes_out code = {.alloc = out->alloc}, told = {.alloc = out->alloc};
  jni_package package = {.kept = c->kept, .nkept = c->nkept, .hash = c->report.hash};
  bool filed = jni_package_files(&room, c->model, files, nfiles, &package, report);
  bool set = filed && jni_package_settings(&room, c->model, &c->asked, &package);
  if (set) jni_program_write(c->program, &code);
  package.code = code.at;
  package.ncode = (size_t)code.n;
  if (c->report.precomputed) jni_precomputed_write(c->report.precomputed, &told);
  package.told = told.at;
  package.ntold = (size_t)told.n;
  if (set && !code.failed && !told.failed) jni_package_write(out, &package);
  bool whole = set && !code.failed && !told.failed && !out->failed;
  jni_free(code.alloc, code.at);
  jni_free(told.alloc, told.at);
  jni_pool_free(&room);
  if (filed && !whole) jni_report_no_memory(report);
  return whole;
}
