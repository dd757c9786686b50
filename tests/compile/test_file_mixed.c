// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_file_mixed.c - compiled models whose parts come from different files, with lengths and hashes made right: text,
// flat document and code must agree, and an end of the run must name an event or a subsystem that the model has.
#include "check.h"
#include "jounce/jounce.h"
#include "recorder.h"
#include "simulate/compile/compile.h"

#define PENDULUM(push, more)                                             \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"                       \
  "bodies: {b: {mass: 1, inertia: 1, points: {P: [1, 0]}}}\n"            \
  "joints: {J: {type: revolute, between: [ground, b.P]}}\n"              \
  "forces: {f: {type: point-force, at: b, value: [0, " push "]}}\n" more \
  "simulate: {until: 0.01, step: 1 ms, integrator: rk4}\noutputs: [b.y]\n"

static const char light[] = PENDULUM("5", ""), heavy[] = PENDULUM("7", "");
static const char ended[] = PENDULUM("5", "events: {end: {at: 5 ms, stop: true}}\n");

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_compiled *compiled;
  jni_pool pool;
  jni_bytes_out bytes;
  jni_package package;
} compiled_file;

static void write_file(compiled_file *f, const char *text) {
  const jn_source own = {.name = "own.yaml", .text = text, .size = strlen(text)};
  const char *why;
  CHECK(f->compiled && jni_compiled_bytes(f->compiled, &own, 1, &f->bytes, f->report));
  CHECK(jni_package_read(&f->pool, f->bytes.at, (size_t)f->bytes.n, &f->package, &why));
}

static compiled_file compile_text(const char *text) {
  compiled_file f = {.report = jn_report_new(NULL)};
  jn_compile_options options = jn_compile_options_default();
  f.model = jn_model_read_text(NULL, "own.yaml", text, strlen(text), NULL, 0, f.report);
  f.compiled = f.model ? jn_compile(f.model, &options, f.report) : NULL;
  return f;
}

static void clear(compiled_file *f) {
  jn_compiled_free(f->compiled);
  jn_model_free(f->model);
  jn_report_free(f->report);
  jni_pool_free(&f->pool);
  jni_free(NULL, f->bytes.at);
}

// Reads and runs a package; the status of the first thing that fails.
static jn_status run_package(const jni_package *package) {
  jni_bytes_out out = {.alloc = NULL};
  jn_report *report = jn_report_new(NULL);
  jni_package_write(&out, package);
  jn_model *model = jn_model_read_text(NULL, "x.jnc", (const char *)out.at, (size_t)out.n, NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  jn_status status = run ? jn_run_execute(run, report) : JN_BAD_MODEL;
  if (status != JN_OK) CHECK(jn_report_count(report, JN_FAULT) > 0);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  jni_free(NULL, out.at);
  return status;
}

static void test_mixed(void) {
  compiled_file a = compile_text(light), b = compile_text(heavy);
  write_file(&a, light);
  write_file(&b, heavy);
  CHECK(run_package(&a.package) == JN_OK && run_package(&b.package) == JN_OK);

  jni_package_file file = a.package.files[0];  // the text of one with the flat document of the other
  file.flat = b.package.files[0].flat;
  file.nflat = b.package.files[0].nflat;
  jni_package mixed = b.package;
  mixed.files = &file;
  CHECK(run_package(&mixed) == JN_BAD_MODEL);

  mixed = a.package;  // the code of another model, and then with the hash that this model has
  mixed.code = b.package.code;
  mixed.ncode = b.package.ncode;
  mixed.hash = b.package.hash;
  CHECK(run_package(&mixed) == JN_BAD_MODEL);
  mixed.hash = a.package.hash;
  CHECK(run_package(&mixed) == JN_BAD_MODEL);
  clear(&a);
  clear(&b);
}

// The code says by a number which event or subsystem has ended the run.
static void test_foreign_end(void) {
  static const double numbers[] = {1, 2, 5e8, 1e300, -1, -2e9};
  compiled_file f = compile_text(ended);
  CHECK(f.compiled && f.compiled->program->finish);
  if (!f.compiled || !f.compiled->program->finish) return;
  jni_program *p = f.compiled->program;
  int at = jni_finish_at(p->sizes.nz, p->sizes.ns, p->sizes.nm).stop;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    compiled_file part = {.report = f.report, .compiled = f.compiled};
    p->finish[at] = jni_number(p->g, numbers[i]);
    write_file(&part, ended);
    CHECK((run_package(&part.package) == JN_OK) == (numbers[i] == 1));
    jni_pool_free(&part.pool);
    jni_free(NULL, part.bytes.at);
  }
  clear(&f);
}

int main(void) {
  test_mixed();
  test_foreign_end();
  return check_report();
}
