// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu.c - reads an FMU: its archive and its description.
#include "fmi/fmu/fmu.h"

#include <stdio.h>
#include <string.h>

#include "model/read/read_file.h"

bool jn_fmu_available(void) {
#if defined(JNI_HAVE_EXPAT) && defined(JNI_HAVE_LIBZIP)
  return true;
#else
  return false;
#endif
}

static void *close_archive(void *archive) { return jni_archive_close(archive); }

// Reports that the archive has no modelDescription.xml at its top, and in which folder it is if there is one.
static void report_no_description(const jn_fmu *fmu, jn_report *report) {
  static const char name[] = "modelDescription.xml";
  for (int i = 0; i < jni_archive_size(fmu->archive); i++) {
    const char *entry = jni_archive_name(fmu->archive, i);
    size_t length = strlen(entry), tail = sizeof name - 1;
    if (length > tail && strcmp(entry + length - tail, name) == 0) {
      jni_fmu_fault(fmu->path, NULL, "", report,
                    "modelDescription.xml must be at the top of the archive, found '%.200s'", entry);
      return;
    }
  }
  jni_fmu_fault(fmu->path, NULL, "", report, "the archive has no modelDescription.xml; it is no FMU");
}

jn_fmu *jni_fmu_from_bytes(const jn_alloc *alloc, const char *path, const char *bytes, size_t size, jn_report *report) {
  enum { MOST_DESCRIPTION = 1 << 26 };
  jn_fmu *fmu = jni_object_new(alloc, sizeof *fmu);
  if (!fmu) {
    jni_report_no_memory(report);
    return NULL;
  }
  char *copy = jni_take(&fmu->pool, size, 1);
  fmu->path = jni_pool_text(&fmu->pool, path, strlen(path));
  if (fmu->pool.failed) {
    jni_report_no_memory(report);
    return jni_object_free(fmu);
  }
  if (size > 0) memcpy(copy, bytes, size);
  fmu->hash = jni_hash64(0, copy, size);
  fmu->archive = jni_archive_open(alloc, path, copy, size, report);
  if (!fmu->archive) return jni_object_free(fmu);
  if (!jni_keep(&fmu->pool, fmu->archive, close_archive)) {
    jni_report_no_memory(report);
    return jni_object_free(fmu);
  }
  int i = jni_archive_find(fmu->archive, "modelDescription.xml");
  if (i < 0) {
    report_no_description(fmu, report);
    return jni_object_free(fmu);
  }
  size_t length = 0;
  char *text = jni_archive_read(fmu->archive, i, &length, report), file[256];
  if (!text) return jni_object_free(fmu);
  jni_print(file, sizeof file, "%.200s/modelDescription.xml", path);
  if (length > MOST_DESCRIPTION) jni_fmu_fault(file, NULL, "", report, "the file is larger than 64 MiB");
  else fmu->description = jni_fmu_description_read(&fmu->pool, file, text, length, report);
  jni_free(alloc, text);
  return fmu->description ? fmu : jni_object_free(fmu);
}

jn_fmu *jn_fmu_read(const jn_alloc *alloc, const char *path, jn_report *report) {
  JNI_ASSERT(path);
  char why[256];
  size_t size = 0;
  jn_status status;
  char *bytes = jni_read_given_file(alloc, path, &size, &status, why, sizeof why);
  if (!bytes) {
    jn_error error = {.status = status, .severity = JN_FAULT};
    jni_print(error.file, sizeof error.file, "%s", path);
    jni_print(error.what, sizeof error.what, "%s", why);
    jn_report_add(report, &error);
    return NULL;
  }
  jn_fmu *fmu = jni_fmu_from_bytes(alloc, path, bytes, size, report);
  jni_free(alloc, bytes);
  return fmu;
}

void *jn_fmu_close(jn_fmu *fmu) { return jni_object_free(fmu); }

// ---- access -------------------------------------------------------------------------------------------------------

static const char *text_or_empty(const char *text) { return text ? text : ""; }

jn_fmu_info jn_fmu_get_info(const jn_fmu *fmu) {
  JNI_ASSERT(fmu);
  const jni_fmu_description *d = fmu->description;
  return (jn_fmu_info){.version = d->version,
                       .name = d->model_name,
                       .description = text_or_empty(d->description),
                       .tool = text_or_empty(d->tool),
                       .model_exchange = d->model_exchange.present,
                       .co_simulation = d->co_simulation.present,
                       .scheduled_execution = d->scheduled_execution.present,
                       .saves_state = d->co_simulation.can_serialize_state,
                       .start = d->start_time,
                       .stop = d->stop_time,
                       .step = d->step_size,
                       .tolerance = d->tolerance,
                       .nvariables = d->nvariables,
                       .nelements = d->nelements,
                       .nunits = d->nunits,
                       .nstates = d->nstates,
                       .nevent_indicators = d->nevent_indicators};
}

jn_fmu_variable jn_fmu_get_variable(const jn_fmu *fmu, int i) {
  JNI_ASSERT(fmu && i >= 0 && i < fmu->description->nvariables + fmu->description->nelements);
  const jni_fmu_variable *v = &fmu->description->variables[i];
  double factor, offset;
  jn_dimension dimension;
  jni_fmu_si(fmu->description, v, &factor, &offset, &dimension);
  return (jn_fmu_variable){.name = v->name,
                           .description = text_or_empty(v->description),
                           .type = jni_fmu_type_name(fmu->description, v->type),
                           .unit = text_or_empty(v->unit),
                           .factor = factor,
                           .offset = offset,
                           .causality = (jn_fmu_causality)v->causality,
                           .variability = jni_fmu_variability_names[v->variability],
                           .initial = jni_fmu_initial_names[v->initial],
                           .start = text_or_empty(v->start),
                           .is_number = !v->is_array && v->type <= JNI_FMU_BOOLEAN};
}

int jn_fmu_find_variable(const jn_fmu *fmu, const char *name) {
  JNI_ASSERT(fmu && name);
  return jni_fmu_find_variable(fmu->description, name);
}

bool jn_fmu_convert(const jn_fmu *fmu, int variable, double si, jn_dimension dimension, double *value, char *what,
                    size_t size) {
  JNI_ASSERT(fmu && variable >= 0 && variable < fmu->description->nvariables + fmu->description->nelements && value);
  const jni_fmu_variable *v = &fmu->description->variables[variable];
  double factor, offset;
  jn_dimension own;
  char unit[64];
  bool known = jni_fmu_si(fmu->description, v, &factor, &offset, &own);
  *value = (si - offset) / factor;
  if (known && jni_unit_fits(dimension, own)) return true;
  jn_unit_format(dimension, unit, sizeof unit);
  if (!v->unit) jni_print(what, size, "the variable has no unit, got a quantity in %s", unit);
  else if (known) jni_print(what, size, "the variable is in %.40s, got a quantity in %s", v->unit, unit);
  else jni_print(what, size, "the unit %.40s cannot be converted: give a number without a unit", v->unit);
  return false;
}

static const char *variable_at(const void *context, int i) {
  const jni_fmu_description *d = context;
  return i < d->nvariables + d->nelements ? d->variables[i].name : NULL;
}

void jn_fmu_suggest(const jn_fmu *fmu, const char *name, char *text, size_t size) {
  enum { MOST_CANDIDATES = 5000 };
  JNI_ASSERT(fmu && name && text && size > 0);
  const jni_fmu_description *d = fmu->description;
  bool few = d->nvariables + d->nelements <= MOST_CANDIDATES;
  const char *nearest = few ? jni_nearest(name, variable_at, d) : NULL;
  text[0] = 0;
  if (nearest) jni_print(text, size, "; did you mean '%.100s'?", nearest);
}

bool jni_fmu_si(const jni_fmu_description *d, const jni_fmu_variable *v, double *factor, double *offset,
                jn_dimension *dimension) {
  const jni_fmu_unit *unit = v->unit ? jni_fmu_find_unit(d, v->unit) : NULL;
  *factor = 1;
  *offset = 0;
  *dimension = JN_NUMBER;
  if (!unit || !unit->has_base) return false;
  for (int i = 0; i < JNI_FMU_NBASE; i++) {
    bool ours = i == JNI_FMU_KG || i == JNI_FMU_M || i == JNI_FMU_S || i == JNI_FMU_RAD;
    if (!ours && unit->exponent[i] != 0) return false;
  }
  *factor = unit->factor;
  *offset = unit->offset;
  *dimension = (jn_dimension){(signed char)unit->exponent[JNI_FMU_M], (signed char)unit->exponent[JNI_FMU_KG],
                              (signed char)unit->exponent[JNI_FMU_S], (signed char)unit->exponent[JNI_FMU_RAD]};
  return true;
}
