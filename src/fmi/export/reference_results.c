// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reference_results.c - see reference_results.h.
#include "fmi/export/reference_results.h"

#include <math.h>
#include <string.h>

#include "fmi/xml_write.h"
#include "simulate/run.h"

#define FOLDER "extra/org.fmi-standard.fmi-ls-ref/"

typedef struct {
  jni_pool pool;
  char *text;
  int size, capacity;
} table;

static void append(table *t, const char *text) {
  size_t n = strlen(text);
  if (!jni_pool_grow(&t->pool, &t->text, &t->capacity, t->size + (int)n, 1)) return;
  memcpy(t->text + t->size, text, n);
  t->size += (int)n;
}

// Appends a name to the table, in quotes if it contains characters that separate columns.
static void append_name(table *t, const char *name) {
  if (!strpbrk(name, ",\" ")) {
    append(t, name);
    return;
  }
  append(t, "\"");
  for (const char *c = name; *c; c++) {
    const char text[2] = {*c, 0};
    append(t, *c == '"' ? "\"\"" : text);
  }
  append(t, "\"");
}

static jni_engine_status append_row(table *t, jni_engine *engine, double time, double *values) {
  const jni_engine_layout *layout = jni_engine_layout_get(engine);
  char text[40];
  for (int i = 0; i < layout->n[JNI_ENGINE_OUTPUT]; i++) {
    unsigned reference = (unsigned)(layout->first[JNI_ENGINE_OUTPUT] + i);
    jni_engine_status status = jni_engine_get(engine, &reference, 1, &values[i]);
    if (status > JNI_ENGINE_WARNING) return status;
  }
  jni_xml_format_number(time, text, sizeof text);
  append(t, text);
  for (int i = 0; i < layout->n[JNI_ENGINE_OUTPUT]; i++) {
    jni_xml_format_number(values[i], text, sizeof text);
    append(t, ",");
    append(t, text);
  }
  append(t, "\n");
  return JNI_ENGINE_OK;
}

// Returns the time between rows of the table, s: that between the outputs of the model, rounded up to a multiple of a
// fixed step, but at least the duration over 2000; without an output step the duration over 500.
static double row_step(const jn_run *run) {
  const jn_choices *c = &run->choices;
  double step = c->output_step > 0 && isfinite(c->output_step) ? c->output_step : c->until / 500;
  step = fmax(step, c->until / 2000);
  return run->integrator->kind->fixed_step && c->step > 0 ? c->step * ceil(step / c->step * (1 - 1e-9)) : step;
}

static void write_rows(table *t, jni_engine *engine, double *values, jn_report *report) {
  const jn_run *run = jni_engine_run(engine);
  double step = row_step(run), until = run->choices.until, time = 0;
  long n = (long)floor(until / step * (1 + 1e-9));
  jni_engine_status status = append_row(t, engine, time, values);
  jni_engine_step reached = {.terminate = false};
  for (long k = 0; k < n && status <= JNI_ENGINE_WARNING && !reached.terminate; k++) {
    double begin = jni_engine_time(engine), end = (double)(k + 1) * step;
    status = jni_engine_do_step(engine, begin, end - begin, &reached);
    if (status <= JNI_ENGINE_WARNING) time = reached.terminate ? reached.last : end;
    if (status <= JNI_ENGINE_WARNING) status = append_row(t, engine, time, values);
  }
  if (status > JNI_ENGINE_WARNING)
    jn_report_warn(report, "", "the reference results of the FMU end at t = %.9g s, where the run fails", time);
}

// Adds to the archive the manifest, the file that says which table has the results. Returns false without memory.
static bool add_manifest(jni_archive_writer *archive, const char *file, double step) {
  char about[160];
  size_t size = 0;
  jni_xml_writer xml = jni_xml_writer_new(NULL);
  jni_print(about, sizeof about, "Co-Simulation of the default experiment with communication steps of %.9g s", step);
  jni_xml_begin(&xml, "fmiReferences");
  jni_xml_string(&xml, "xmlns:fmi-ls", "http://fmi-standard.org/fmi-ls-manifest");
  jni_xml_string(&xml, "fmi-ls:fmi-ls-name", "org.fmi-standard.fmi-ls-ref");
  jni_xml_string(&xml, "fmi-ls:fmi-ls-version", "1.0.0-alpha.1");
  jni_xml_string(&xml, "fmi-ls:fmi-ls-description",
                 "Layered Standard providing information on related files included in an FMU.");
  jni_xml_begin(&xml, "Related");
  jni_xml_string(&xml, "type", "text/csv");
  jni_xml_string(&xml, "source", file);
  jni_xml_string(&xml, "role", "result");
  jni_xml_string(&xml, "description", about);
  jni_xml_end(&xml);
  jni_xml_end(&xml);
  char *text = jni_xml_finish(&xml, &size);
  if (text) jni_archive_add(archive, FOLDER "fmi-ls-manifest.xml", text, size);
  jni_free(NULL, text);
  return text != NULL;
}

bool jni_reference_results_add(jni_archive_writer *archive, jni_engine *stepped, const char *const *names,
                               const char *identifier, jn_report *report) {
  table t = {.text = NULL};
  int n = jni_engine_layout_get(stepped)->n[JNI_ENGINE_OUTPUT];
  double *values = jni_doubles(&t.pool, (size_t)n), step = row_step(jni_engine_run(stepped));
  char file[220], path[280];
  jni_print(file, sizeof file, "%.190s_out.csv", identifier);
  jni_print(path, sizeof path, FOLDER "%s", file);
  append(&t, "time");
  for (int i = 0; i < n; i++) {
    append(&t, ",");
    append_name(&t, names[i]);
  }
  append(&t, "\n");
  if (!t.pool.failed) write_rows(&t, stepped, values, report);
  bool good = !t.pool.failed;
  if (good) jni_archive_add(archive, path, t.text, (size_t)t.size);
  jni_pool_free(&t.pool);
  good = good && add_manifest(archive, file, step);
  if (!good) jni_report_no_memory(report);
  return good;
}
