// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_package.c - a compiled model as the bytes of its file.
#include "compile/file/program_file.h"
#include "simulate/compile/compile_files.h"
#include "simulate/compile/compile_precomputed.h"

bool jni_compiled_bytes(const jn_compiled *c, const jn_source *files, int nfiles, jni_bytes_out *out,
                        jn_report *report) {
  jni_pool scratch = {.alloc = out->alloc};
  jni_bytes_out code = {.alloc = out->alloc}, precomputed_report = {.alloc = out->alloc};
  jni_package package = {.kept = c->kept, .nkept = c->nkept, .hash = c->report.hash};
  bool filed = jni_package_files(&scratch, c->model, files, nfiles, &package, report);
  bool set = filed && jni_package_settings(&scratch, c->model, &c->asked, &package);
  if (set) jni_program_write(c->program, &code);
  package.code = code.at;
  package.ncode = (size_t)code.n;
  if (c->report.precomputed) jni_precomputed_write(c->report.precomputed, &precomputed_report);
  package.precomputed_report = precomputed_report.at;
  package.nprecomputed_report = (size_t)precomputed_report.n;
  if (set && !code.failed && !precomputed_report.failed) jni_package_write(out, &package);
  bool whole = set && !code.failed && !precomputed_report.failed && !out->failed;
  jni_free(code.alloc, code.at);
  jni_free(precomputed_report.alloc, precomputed_report.at);
  jni_pool_free(&scratch);
  if (filed && !whole) jni_report_no_memory(report);
  return whole;
}
