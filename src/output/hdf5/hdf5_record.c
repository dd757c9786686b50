// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_record.c - the record of a run as the group /record of an HDF5 result. All texts of a table have the length of
// the longest, because HDF5 stores texts of variable length in a heap without checksums.
#ifdef JNI_HAVE_HDF5

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/hdf5/hdf5_objects.h"
#include "output/record.h"

enum { MAX_ROWS = 1 << 20, MAX_CELL = 1 << 16, MAX_TABLE = 64 << 20, MAX_TEXT = 64 << 20, HASH_DIGITS = 16 };

// ---- a table of texts -------------------------------------------------------------------------

typedef struct {
  const jn_record *record;
  int group;  // group of the record's entries that the table lists; -1: the table lists the files
  int nrows, ncolumns;
} text_table;

static const char *cell(const text_table *table, int row, int column, char *number, size_t size) {
  if (table->group >= 0) {
    jn_setting entry = table->record->groups[table->group].items[row];
    return column == 0 ? entry.path : entry.value;
  }
  const jn_source *source = &table->record->sources[row];
  if (column == 0) return source->name;
  if (column == 1) snprintf(number, size, "%zu", source->size);
  else snprintf(number, size, "%016llx", (unsigned long long)source->hash);
  return number;
}

// Returns how many bytes each text of a table gets: as many as the longest with its zero, but limited, so that one long
// setting does not make all rows as long.
static size_t cell_size(const text_table *table) {
  size_t longest = 1, most = (size_t)MAX_TABLE / 2 / ((size_t)table->nrows * (size_t)table->ncolumns);
  char number[32];
  for (int row = 0; row < table->nrows; row++)
    for (int column = 0; column < table->ncolumns; column++) {
      size_t n = strlen(cell(table, row, column, number, sizeof number)) + 1;
      if (n > longest) longest = n;
    }
  if (most > MAX_CELL) most = MAX_CELL;
  if (most < 1) most = 1;
  return longest < most ? longest : most;
}

static char *fill_cells(const jn_alloc *alloc, const text_table *table, size_t size) {
  char *cells = jni_alloc0(alloc, (size_t)table->nrows * (size_t)table->ncolumns, size), *to = cells, number[32];
  for (int row = 0; cells && row < table->nrows; row++)
    for (int column = 0; column < table->ncolumns; column++) {
      const char *text = cell(table, row, column, number, sizeof number);
      size_t n = strlen(text);
      memcpy(to, text, n < size ? n : size - 1);
      to += size;
    }
  return cells;
}

static bool write_table(hid_t group, const char *name, const text_table *table, bool *no_memory) {
  if (table->nrows == 0) return true;
  const jn_alloc *alloc = table->record->pool.alloc;
  size_t size = cell_size(table);
  char *cells = fill_cells(alloc, table, size);
  *no_memory = !cells;
  hsize_t dims[2] = {(hsize_t)table->nrows, (hsize_t)table->ncolumns};
  bool ok = cells && jni_hdf5_write_text(group, name, 2, dims, size, cells);
  jni_free(alloc, cells);
  return ok;
}

// ---- writing ------------------------------------------------------------------------------------

static hid_t new_group(hid_t parent, const char *name) {
  hid_t create = jni_hdf5_timeless(H5P_GROUP_CREATE);
  hid_t group = create >= 0 ? H5Gcreate2(parent, name, H5P_DEFAULT, create, H5P_DEFAULT) : -1;
  if (create >= 0) H5Pclose(create);
  return group;
}

static bool write_texts(hid_t group, const jn_record *record) {
  hid_t texts = new_group(group, "texts");
  bool ok = texts >= 0;
  for (int i = 0; ok && i < record->nsources; i++) {
    const jn_source *source = &record->sources[i];
    char name[16];
    snprintf(name, sizeof name, "%d", i);
    if (source->text) ok = jni_hdf5_write_text(texts, name, 0, NULL, source->size + 1, source->text);
  }
  if (texts >= 0) H5Gclose(texts);
  return ok;
}

static bool write_lists(hid_t group, const jn_record *record, bool *no_memory) {
  bool ok = true;
  for (int i = 0; ok && i < JN_RECORD_GROUPS; i++) {
    text_table table = {record, i, record->groups[i].n, 2};
    ok = write_table(group, jn_record_group_name((jn_record_group)i), &table, no_memory);
  }
  return ok && write_table(group, "files", &(text_table){record, -1, record->nsources, 3}, no_memory);
}

jn_status jni_hdf5_write_record(const jn_alloc *alloc, hid_t file, const jn_run_header *header) {
  jn_record *record = jn_record_new(alloc, header);
  bool no_memory = !record;
  hid_t group = record ? new_group(file, "record") : -1;
  bool ok = group >= 0 && write_lists(group, record, &no_memory) && write_texts(group, record);
  if (group >= 0) H5Gclose(group);
  jn_record_free(record);
  return ok ? JN_OK : no_memory ? JN_NO_MEMORY : JN_IO;
}

// ---- reading --------------------------------------------------------------------------------------

typedef struct {
  char *cells;
  size_t size;  // size of a text of the table, bytes
  int nrows, ncolumns;
} read_table;

static const char *at(const read_table *table, int row, int column) {
  return table->cells + (size_t)(row * table->ncolumns + column) * table->size;
}

// Reads a table of texts with ncolumns columns into *table; it is empty if there is none of this name. Returns false if
// it has another shape or memory is short.
static bool open_table(const jn_alloc *alloc, hid_t group, const char *name, int ncolumns, read_table *table) {
  hsize_t dims[2] = {0, 0};
  *table = (read_table){.ncolumns = ncolumns};
  if (H5Lexists(group, name, H5P_DEFAULT) <= 0) return true;
  table->cells = jni_hdf5_read_text(alloc, group, name, 2, dims, MAX_TABLE, &table->size);
  table->nrows = (int)dims[0];
  if (table->cells && dims[1] == (hsize_t)ncolumns && dims[0] <= MAX_ROWS) return true;
  table->cells = jni_free(alloc, table->cells);
  return false;
}

static bool read_entries(jn_record *record, hid_t group, jn_record_group which) {
  read_table table;
  bool ok = open_table(record->pool.alloc, group, jn_record_group_name(which), 2, &table);
  for (int i = 0; ok && i < table.nrows; i++) ok = jni_record_add(record, which, at(&table, i, 0), at(&table, i, 1));
  jni_free(record->pool.alloc, table.cells);
  return ok;
}

// Adds model file i to the record, with its text if the result stores it. Returns false if the text disagrees with the
// size or the hash of the file, or if memory is short.
static bool add_source(jn_record *record, hid_t texts, int i, jn_source *source) {
  char name[16], *text = NULL;
  size_t size = 0;
  snprintf(name, sizeof name, "%d", i);
  if (H5Lexists(texts, name, H5P_DEFAULT) > 0) {
    text = jni_hdf5_read_text(record->pool.alloc, texts, name, 0, NULL, MAX_TEXT, &size);
    bool same = text && source->size < size && strlen(text) == source->size &&
                jni_hash64(0, text, source->size) == source->hash;
    if (!same) {
      jni_free(record->pool.alloc, text);
      return false;
    }
  }
  source->text = text;
  bool ok = jni_record_add_source(record, source);
  jni_free(record->pool.alloc, text);
  return ok;
}

static bool read_sources(jn_record *record, hid_t group) {
  read_table table;
  bool ok = open_table(record->pool.alloc, group, "files", 3, &table);
  hid_t texts = ok && table.nrows > 0 ? H5Gopen2(group, "texts", H5P_DEFAULT) : -1;
  if (table.nrows > 0) ok = texts >= 0;
  for (int i = 0; ok && i < table.nrows; i++) {
    jn_source source = {.name = at(&table, i, 0),
                        .size = (size_t)strtoull(at(&table, i, 1), NULL, 10),
                        .hash = strtoull(at(&table, i, 2), NULL, HASH_DIGITS)};
    ok = add_source(record, texts, i, &source);
  }
  if (texts >= 0) H5Gclose(texts);
  jni_free(record->pool.alloc, table.cells);
  return ok;
}

static jn_status read_record(const jni_hdf5_reader *reader, jn_record **record) {
  char version[64] = "";
  hid_t group = H5Gopen2(reader->file, "record", H5P_DEFAULT);
  jni_hdf5_read_attribute(reader->file, "version", version, sizeof version);
  jn_record *made = jni_record_empty(reader->alloc, version, reader->model);
  bool ok = made && group >= 0;
  for (int i = 0; ok && i < JN_RECORD_GROUPS; i++) ok = read_entries(made, group, (jn_record_group)i);
  if (ok) ok = read_sources(made, group);
  bool no_memory = !made || made->pool.failed;
  if (group >= 0) H5Gclose(group);
  *record = ok ? made : jn_record_free(made);
  return ok ? JN_OK : no_memory ? JN_NO_MEMORY : JN_IO;
}

jn_status jni_hdf5_read_record(const jni_hdf5_reader *reader, jn_record **record) {
  *record = NULL;
  jni_hush hush = jni_hdf5_hush();
  bool any = H5Lexists(reader->file, "record", H5P_DEFAULT) > 0;
  jn_status status = any ? read_record(reader, record) : JN_OK;
  jni_hdf5_unhush(hush, status == JN_OK);
  return status;
}

#else
typedef int jni_hdf5_record_is_not_built;
#endif
