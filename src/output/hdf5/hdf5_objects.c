// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_objects.c - creates and writes the datasets and attributes of an HDF5 result.
#ifdef JNI_HAVE_HDF5

#include "output/hdf5/hdf5_objects.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/result_table.h"

// ---- datasets of numbers --------------------------------------------------------------------

hid_t jni_hdf5_rows_new(hid_t file, const char *name, int rank, const hsize_t *dims, const hsize_t *most,
                        const hsize_t *chunk) {
  double nothing = (double)NAN;
  hid_t space = H5Screate_simple(rank, dims, most), create = jni_hdf5_timeless(H5P_DATASET_CREATE), dataset = -1;
  if (space >= 0 && create >= 0 && H5Pset_chunk(create, rank, chunk) >= 0 &&
      H5Pset_fill_value(create, H5T_NATIVE_DOUBLE, &nothing) >= 0) {
    dataset = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
  }
  if (create >= 0) H5Pclose(create);
  if (space >= 0) H5Sclose(space);
  return dataset;
}

bool jni_hdf5_part(hid_t dataset, int rank, const hsize_t *first, const hsize_t *count, const double *from,
                   double *to) {
  hid_t inside = H5Dget_space(dataset), memory = H5Screate_simple(rank, count, NULL);
  bool ok = inside >= 0 && memory >= 0 && H5Sselect_hyperslab(inside, H5S_SELECT_SET, first, NULL, count, NULL) >= 0;
  if (ok && from) ok = H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, inside, H5P_DEFAULT, from) >= 0;
  if (ok && to) ok = H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, inside, H5P_DEFAULT, to) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (inside >= 0) H5Sclose(inside);
  return ok;
}

// ---- text -----------------------------------------------------------------------------------

static hid_t text_type(size_t size) {
  hid_t type = H5Tcopy(H5T_C_S1);
  if (type >= 0 && (H5Tset_size(type, size) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0)) {
    H5Tclose(type);
    type = -1;
  }
  return type;
}

// Creates a text attribute with a fixed size of `size` bytes, so that another text can replace it later. Returns false
// on failure.
static bool text_attribute(hid_t object, const char *name, size_t size, const char *text) {
  hid_t type = text_type(size), space = H5Screate(H5S_SCALAR), attribute = -1;
  if (type >= 0 && space >= 0) attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  bool ok = attribute >= 0 && H5Awrite(attribute, type, text) >= 0;
  if (attribute >= 0) H5Aclose(attribute);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return ok;
}

// Copies a text to `size` bytes at `to`: cuts it to size - 1 bytes if it is longer, and fills the remaining bytes with
// zeros.
static void fit(char *to, size_t size, const char *text) {
  size_t n = strlen(text);
  memset(to, 0, size);
  memcpy(to, text, n < size ? n : size - 1);
}

bool jni_hdf5_write_attribute(hid_t object, const char *name, const char *text) {
  char copy[1024];
  fit(copy, sizeof copy, text ? text : "");
  return text_attribute(object, name, strlen(copy) + 1, copy);
}

// Writes all choices that are in use to `text`, such as "formulation multipliers, integrator rk4, step 0.001 s, ...".
static void choices_text(const jn_choices *c, char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; i < JN_NCHOICES; i++) {
    char value[256];
    if (!jn_choice_is_used(c, (jn_choice)i)) continue;
    jn_choice_print(c, (jn_choice)i, 17, value, sizeof value);
    if (used < size)
      used += (size_t)snprintf(text + used, size - used, "%s%s %s", used ? ", " : "", jn_choice_get((jn_choice)i)->key,
                               value);
  }
}

bool jni_hdf5_write_header(hid_t file, const jn_run_header *header) {
  char hash[20], choices[1024] = "";
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)header->model_hash);
  if (header->choices) choices_text(header->choices, choices, sizeof choices);
  return jni_hdf5_write_attribute(file, "format", JNI_HDF5_FORMAT) &&
         jni_hdf5_write_attribute(file, "version", JN_VERSION_TEXT) &&
         jni_hdf5_write_attribute(file, "model", header->model) &&
         jni_hdf5_write_attribute(file, "file", header->file) && jni_hdf5_write_attribute(file, "model_hash", hash) &&
         jni_hdf5_write_attribute(file, "choices", choices);
}

static hid_t text_new(hid_t group, const char *name, hid_t type, hid_t space) {
  hid_t create = jni_hdf5_timeless(H5P_DATASET_CREATE), dataset = -1;
  if (create >= 0 && type >= 0 && space >= 0)
    dataset = H5Dcreate2(group, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  if (create >= 0) H5Pclose(create);
  return dataset;
}

bool jni_hdf5_write_text(hid_t group, const char *name, int rank, const hsize_t *dims, size_t size, const char *texts) {
  hid_t type = text_type(size), space = rank ? H5Screate_simple(rank, dims, NULL) : H5Screate(H5S_SCALAR);
  hid_t dataset = text_new(group, name, type, space);
  bool ok = dataset >= 0 && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0;
  if (dataset >= 0) H5Dclose(dataset);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return ok;
}

// Writes a dataset of n texts of `size` bytes, which come from the header, one at a time, so that not all of them are
// in memory. Returns false on failure.
static bool text_dataset(hid_t file, const char *name, int n, size_t size, const jn_run_header *header,
                         void (*text)(const jn_run_header *header, int i, char *out, size_t size)) {
  hsize_t count = (hsize_t)n, one = 1;
  hid_t type = text_type(size), space = H5Screate_simple(1, &count, NULL), memory = H5Screate_simple(1, &one, NULL);
  hid_t dataset = text_new(file, name, type, space);
  bool ok = dataset >= 0;
  char buffer[1024];
  for (hsize_t i = 0; ok && i < count; i++) {
    text(header, (int)i, buffer, size);
    ok = H5Sselect_hyperslab(space, H5S_SELECT_SET, &i, NULL, &one, NULL) >= 0 &&
         H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, buffer) >= 0;
  }
  if (dataset >= 0) H5Dclose(dataset);
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return ok;
}

static void name_text(const jn_run_header *header, int i, char *out, size_t size) { fit(out, size, header->names[i]); }

static void body_text(const jn_run_header *header, int i, char *out, size_t size) {
  fit(out, size, jn_model_body_name(header->from, (jn_body){i + 1}));
}

static void unit_text(const jn_run_header *header, int i, char *out, size_t size) {
  char unit[64];
  fit(out, size, jni_header_unit(header, i, unit, sizeof unit));
}

bool jni_hdf5_write_columns(hid_t file, const jn_run_header *header) {
  if (header->ncolumns == 0) return true;
  size_t longest = 1;
  for (int i = 0; i < header->ncolumns; i++) {
    size_t n = strlen(header->names[i]);
    if (n > longest) longest = n;
  }
  if (longest > 1000) longest = 1000;
  return text_dataset(file, "names", header->ncolumns, longest + 1, header, name_text) &&
         text_dataset(file, "units", header->ncolumns, 64, header, unit_text);
}

bool jni_hdf5_write_bodies(hid_t file, const jn_run_header *header) {
  int n = jn_model_nbodies(header->from) - 1;
  size_t longest = 1;
  for (int i = 0; i < n; i++) {
    size_t length = strlen(jn_model_body_name(header->from, (jn_body){i + 1}));
    if (length > longest) longest = length;
  }
  return text_dataset(file, "bodies", n, longest > 1000 ? 1001 : longest + 1, header, body_text);
}

// ---- the summary ------------------------------------------------------------------------------

typedef enum { DOUBLE, LONG, INT } field_type;

typedef struct {
  const char *name;
  size_t offset;
  field_type type;
} summary_field;

#define FIELD(name, type) \
  { #name, offsetof(jn_summary, name), type }
static const summary_field summary_fields[] = {
    FIELD(time, DOUBLE),
    FIELD(steps, LONG),
    FIELD(rejected, LONG),
    FIELD(evaluations, LONG),
    FIELD(iterations, LONG),
    FIELD(events, LONG),
    FIELD(factors, LONG),
    FIELD(repivots, LONG),
    FIELD(set_changes, LONG),
    FIELD(halved, LONG),
    FIELD(cuts, LONG),
    FIELD(switches, LONG),
    FIELD(switches_from, DOUBLE),
    FIELD(stiff_from, DOUBLE),
    FIELD(stiff_time, DOUBLE),
    FIELD(stiff_gain, DOUBLE),
    FIELD(stiff_limited, LONG),
    FIELD(stiff_steps, LONG),
    FIELD(stiff_changes, LONG),
    FIELD(wall_seconds, DOUBLE),
    FIELD(real_time_factor, DOUBLE),
    FIELD(monitored, LONG),
    FIELD(max_position_violation, DOUBLE),
    FIELD(max_velocity_violation, DOUBLE),
    FIELD(max_acceleration_violation, DOUBLE),
    FIELD(max_angle_violation, DOUBLE),
    FIELD(max_angle_velocity_violation, DOUBLE),
    FIELD(max_angle_acceleration_violation, DOUBLE),
    FIELD(energy_initial, DOUBLE),
    FIELD(energy_final, DOUBLE),
    FIELD(max_energy_error, DOUBLE),
    FIELD(freedoms, INT),
    FIELD(redundant, INT),
    FIELD(first_singular_time, DOUBLE),
    FIELD(singular_passes, INT),
    FIELD(least_pivot, DOUBLE),
};
enum { NFIELDS = sizeof summary_fields / sizeof *summary_fields, TEXT_SIZE = 256 };

static double field_value(const jn_summary *summary, const summary_field *field) {
  const char *at = (const char *)summary + field->offset;
  if (field->type == DOUBLE) return *(const double *)(const void *)at;
  return field->type == LONG ? (double)*(const long *)(const void *)at : (double)*(const int *)(const void *)at;
}

static bool number_attribute(hid_t object, const char *name, bool whole) {
  double value = whole ? -1 : (double)NAN;
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute = H5Acreate2(object, name, whole ? H5T_STD_I64LE : H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  bool ok = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0;
  if (attribute >= 0) H5Aclose(attribute);
  if (space >= 0) H5Sclose(space);
  return ok;
}

// Creates the summary with all its attributes in the header of the group: later none can be added, but values can be
// replaced. The status is "unfinished", numbers are NaN or, if whole, -1. Returns false on failure.
bool jni_hdf5_summary_new(hid_t file) {
  char text[TEXT_SIZE];
  hid_t create = jni_hdf5_timeless(H5P_GROUP_CREATE), group = -1;
  if (create >= 0 && H5Pset_attr_phase_change(create, 64, 0) >= 0) {
    group = H5Gcreate2(file, "summary", H5P_DEFAULT, create, H5P_DEFAULT);
  }
  fit(text, sizeof text, "unfinished");
  bool ok = group >= 0 && text_attribute(group, "status", TEXT_SIZE, text);
  fit(text, sizeof text, "");
  ok = ok && text_attribute(group, "why", TEXT_SIZE, text) && text_attribute(group, "state_hash", 20, text);
  for (int i = 0; ok && i < NFIELDS; i++) {
    ok = number_attribute(group, summary_fields[i].name, summary_fields[i].type != DOUBLE);
  }
  if (group >= 0) H5Gclose(group);
  if (create >= 0) H5Pclose(create);
  return ok;
}

static bool replace(hid_t group, const char *name, hid_t type, const void *value) {
  hid_t attribute = H5Aopen(group, name, H5P_DEFAULT);
  bool ok = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
  if (attribute >= 0) H5Aclose(attribute);
  return ok;
}

static bool replace_text(hid_t group, const char *name, size_t size, const char *text) {
  char copy[TEXT_SIZE];
  hid_t type = text_type(size);
  fit(copy, size, text);
  bool ok = type >= 0 && replace(group, name, type, copy);
  if (type >= 0) H5Tclose(type);
  return ok;
}

static void set_field(jn_summary *summary, const summary_field *field, double value) {
  char *at = (char *)summary + field->offset;
  if (field->type == DOUBLE) *(double *)(void *)at = value;
  else if (!(fabs(value) < 1e9)) return;  // files are not trusted
  else if (field->type == LONG) *(long *)(void *)at = (long)value;
  else *(int *)(void *)at = (int)value;
}

bool jni_hdf5_read_summary(hid_t group, jn_summary *summary) {
  bool ok = true;
  for (int i = 0; ok && i < NFIELDS; i++) {
    double value = 0;
    const char *name = summary_fields[i].name;
    hid_t attribute = H5Aexists(group, name) > 0 ? H5Aopen(group, name, H5P_DEFAULT) : -1;
    hid_t space = attribute >= 0 ? H5Aget_space(attribute) : -1;
    ok = space >= 0 && H5Sget_simple_extent_npoints(space) == 1 && H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0;
    if (ok) set_field(summary, &summary_fields[i], value);
    if (space >= 0) H5Sclose(space);
    if (attribute >= 0) H5Aclose(attribute);
  }
  return ok;
}

bool jni_hdf5_summary_write(hid_t file, const jn_summary *summary) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)summary->state_hash);
  hid_t group = H5Gopen2(file, "summary", H5P_DEFAULT);
  bool ok =
      group >= 0 && replace_text(group, "state_hash", 20, hash) && replace_text(group, "why", TEXT_SIZE, summary->why);
  for (int i = 0; ok && i < NFIELDS; i++) {
    double value = field_value(summary, &summary_fields[i]);
    ok = replace(group, summary_fields[i].name, H5T_NATIVE_DOUBLE, &value);
  }
  ok = ok && replace_text(group, "status", TEXT_SIZE, jn_status_text(summary->status));
  if (group >= 0) H5Gclose(group);
  return ok;
}

// ---- checkpoints ------------------------------------------------------------------------------

void jni_hdf5_slot_head(double *slot, long number, long rows, int n) {
  double head[JNI_SLOT_HEAD] = {(double)number, (double)rows, (double)n, 0, 0};
  uint64_t hash = jni_hash64(jni_hash64(0, head, sizeof head), slot + JNI_SLOT_HEAD, (size_t)n * sizeof(double));
  head[3] = (double)(hash >> 32);
  head[4] = (double)(hash & 0xffffffffu);
  memcpy(slot, head, sizeof head);
}

#else
typedef int jni_hdf5_objects_are_not_built;
#endif
