// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_data.c - numbers from a file that the model names: `file: road.csv`, `columns: [x, z]`, `units: [mm, mm]`. A
// file is read once, however often it is named. Faults are reported at its own lines and columns.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/read/read_data.h"
#include "model/read/read_fault.h"
#include "model/read/read_file.h"

struct jni_data_file {
  const char *path, *name;  // name: as written in the model
  jni_csv *csv;             // NULL: a fault in the file is reported
  int number;               // number of the file in places
  jni_data_file *next;
};

// ---- files ----------------------------------------------------------------------------------------------------------

void jni_read_close_files(jni_reader *r) {
  for (jni_data_file *file = r->files; file; file = file->next) jni_object_free(file->csv);
}

// Reports a fault that was found in a data file, at its place there; a fault without text means that memory is short.
// Returns false.
static bool fault_in(jni_reader *r, const jni_data_file *file, const jni_csv_fault *fault) {
  const jni_node there = {.place = {.line = fault->line, .column = fault->column, .file = file->number}};
  if (!fault->what[0]) {
    r->model->no_memory = r->stop = true;
    return false;
  }
  return jni_read_fault(r, &there, "%s", fault->what);
}

static jni_data_file *open_file(jni_reader *r, const jni_node *node, const char *path, const char *name) {
  jni_csv_fault fault;
  size_t size = 0;
  jni_data_file *file = jni_document_take(r->scratch, sizeof *file);
  if (!file) return NULL;
  *file = (jni_data_file){.path = path, .name = name, .next = r->files};
  r->files = file;
  char *text = jni_read_named_file(r, node, path, &size);
  if (!text) return NULL;
  file->number = jni_read_add_source(r->model, path, text, size);
  if (file->number && jni_count_work(r, node, size)) {
    file->csv = jni_csv_new(r->model->pool.alloc, text, size, &fault);
    if (!file->csv) fault_in(r, file, &fault);
  }
  jni_free(r->model->pool.alloc, text);
  return file;
}

// Returns the data file that the key `file` of a mapping names; opens and parses it the first time. NULL after a fault.
static jni_data_file *find_file(jni_reader *r, const jni_node *mapping) {
  const jni_node *node = jni_node_get(mapping, "file");
  const char *name = node && !jni_node_is_empty(node) ? jni_read_text(r, node) : NULL;
  if (r->stop || (node && !name && node->kind != JNI_SCALAR)) return NULL;
  if (!name) {
    jni_read_fault(r, node ? node : mapping, "expected the name of a file such as road.csv");
    return NULL;
  }
  const char *path = jni_read_path(r, node, name);
  for (jni_data_file *file = r->files; path && file; file = file->next)
    if (strcmp(file->path, path) == 0) return file->csv ? file : NULL;
  jni_data_file *file = path ? open_file(r, node, path, name) : NULL;
  return file && file->csv ? file : NULL;
}

// ---- columns --------------------------------------------------------------------------------------------------------

static const char *column_candidate(const void *context, int i) {
  const jni_csv *csv = context;
  return csv->columns && i < csv->ncolumns && i < JNI_MAX_CANDIDATES ? csv->columns[i].name : NULL;
}

// Writes the number and the names of the columns to `text`, "3 columns: time, x, z", for a message.
static void list_columns(const jni_csv *csv, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%d columns", csv->ncolumns);
  for (int c = 0; csv->columns && c < csv->ncolumns && used + 48 < size; c++)
    used += (size_t)snprintf(text + used, size - used, "%s%.24s%s", c ? ", " : ": ", csv->columns[c].name,
                             c + 1 < csv->ncolumns && used + 96 >= size ? ", ..." : "");
}

// Reads a column at `node`, by its name or by its number from 1, and sets *column to its index. Returns false after a
// fault.
static bool read_column(jni_reader *r, const jni_node *node, const jni_data_file *file, int *column) {
  const char *text = jni_read_text(r, node);
  char hint[160];
  if (!text) return false;
  size_t digits = strspn(text, "0123456789");
  if (digits > 0 && !text[digits]) {
    *column = digits < 8 ? atoi(text) - 1 : -1;
    if (*column >= 0 && *column < file->csv->ncolumns) return true;
    return jni_read_fault(r, node, "'%.100s' has %d columns, the first is number 1, got %.20s", file->name,
                          file->csv->ncolumns, text);
  }
  *column = jni_csv_find(file->csv, text);
  if (*column >= 0) return true;
  if (*column == JNI_CSV_SEVERAL)
    return jni_read_fault(r, node, "several columns of '%.100s' are called '%.60s': give the number of one, from 1",
                          file->name, text);
  if (!file->csv->columns)
    return jni_read_fault(r, node, "the columns of '%.100s' have no names: give their numbers, from 1", file->name);
  jni_suggest(text, column_candidate, file->csv, hint, sizeof hint);
  if (!hint[0]) {
    memcpy(hint, "; it has ", 10);
    list_columns(file->csv, hint + 9, sizeof hint - 9);
  }
  return jni_read_fault(r, node, "there is no column '%.60s' in '%.100s'%s", text, file->name, hint);
}

static bool read_column_names(jni_reader *r, const jni_node *mapping, const jni_data_file *file, int n, bool or_grid,
                              int *columns) {
  const jni_node *node = jni_node_get(mapping, "columns");
  char names[200];
  bool sound = true;
  for (int k = 0; k < n; k++) columns[k] = k;
  if (!node && file->csv->ncolumns == n) return true;
  list_columns(file->csv, names, sizeof names);
  if (!node)
    return jni_read_fault(r, jni_node_get(mapping, "file"), "'%.100s' has %s; choose %d of them with 'columns'%s",
                          file->name, names, n, or_grid ? ", or make it a grid with two units: over: [rad/s, 1]" : "");
  if (node->kind != JNI_SEQUENCE || node->size != n)
    return jni_read_fault(r, node, "expected a list of %d columns, by name or number; '%.100s' has %s", n, file->name,
                          names);
  for (const jni_node *item = node->first; item; item = item->next)
    sound = read_column(r, item, file, columns++) && sound;
  return sound;
}

// ---- units ----------------------------------------------------------------------------------------------------------

// Finds the dimension of a unit. Returns false with a sentence in `why` if the text is not a unit.
static bool parse_unit(const char *unit, jn_dimension *dimension, char *why, size_t size) {
  char quantity[JNI_MAX_CSV_UNIT + 3];
  double value;
  bool has_unit;
  if (strlen(unit) > JNI_MAX_CSV_UNIT) {
    snprintf(why, size, "it is too long");
    return false;
  }
  snprintf(quantity, sizeof quantity, "1 %s", unit);
  return jn_unit_parse(quantity, &value, dimension, &has_unit, why, size);
}

// Returns whether the text in place of a unit means that there is none.
static bool is_plain(const char *unit) { return !unit[0] || strcmp(unit, "1") == 0 || strcmp(unit, "-") == 0; }

// Checks that a unit has one of the dimensions in `wanted`, and stores its dimension in *wanted->found; no unit is
// always accepted. Otherwise reports a fault at the node `there`, whose message begins with `where`, and returns false.
static bool check_unit(jni_reader *r, const jni_node *there, const char *where, const char *unit,
                       const jni_column_unit *wanted) {
  jn_dimension found = JN_NUMBER;
  char why[160] = "", text[64];
  if (is_plain(unit)) return true;
  if (!parse_unit(unit, &found, why, sizeof why))
    return jni_read_fault(r, there, "%sthe unit \"%.47s\": %s", where, unit, why);
  if (wanted->found) *wanted->found = (jni_unit_found){found, true};
  if (wanted->any || jni_unit_fits(found, wanted->wanted[0]) || jni_unit_fits(found, wanted->wanted[1])) return true;
  jn_unit_format(wanted->wanted[0], text, sizeof text);
  return jni_read_fault(r, there, "%sthe unit \"%.47s\" does not fit: expected %s%s", where, unit,
                        text[0] ? "one such as " : "a plain number", text);
}

// Returns the node of the unit of column k: item k if `units` is a list, otherwise `units` itself, which holds for all
// columns. NULL: there is no such key.
static const jni_node *unit_node(const jni_node *units, int k) {
  const jni_node *item = units && units->kind == JNI_SEQUENCE ? units->first : units;
  while (item && units->kind == JNI_SEQUENCE && k-- > 0) item = item->next;
  return item;
}

static bool given_unit(jni_reader *r, const jni_node *node, const jni_column_unit *wanted, const char **unit) {
  const char *text = jni_read_text(r, node);
  if (!text || !check_unit(r, node, "", text, wanted)) return false;
  *unit = is_plain(text) ? "" : text;
  return true;
}

// Sets *unit to the unit that the header of the file gives column c, and checks its dimension. Returns false after a
// fault.
static bool header_unit(jni_reader *r, const jni_data_file *file, int c, const jni_column_unit *wanted,
                        const char **unit) {
  const jni_node there = {
      .place = {.line = file->csv->header_line, .column = file->csv->header_line > 0, .file = file->number}};
  char where[96];
  *unit = file->csv->columns[c].unit;
  snprintf(where, sizeof where, "column '%.60s': ", file->csv->columns[c].name);
  return check_unit(r, &there, where, *unit, wanted);
}

// Finds the units of n columns: those that the mapping gives, otherwise those in the header of the file; "" if neither
// does. columns NULL: the file is a grid, which has no header. Returns false after a fault.
static bool read_units(jni_reader *r, const jni_node *mapping, const jni_data_file *file, int n, const int *columns,
                       const jni_column_unit *wanted, const char **units) {
  const jni_node *units_node = jni_node_get(mapping, "units");
  bool sound = true;
  if (units_node && units_node->kind != JNI_SCALAR && (units_node->kind != JNI_SEQUENCE || units_node->size != n))
    return jni_read_fault(r, units_node, "expected a list of %d units such as mm", n);
  for (int k = 0; k < n; k++) {
    units[k] = "";
    if (units_node) sound = given_unit(r, unit_node(units_node, k), &wanted[k], &units[k]) && sound;
    else if (columns && file->csv->columns) sound = header_unit(r, file, columns[k], &wanted[k], &units[k]) && sound;
  }
  return sound;
}

// ---- numbers --------------------------------------------------------------------------------------------------------

bool jni_read_columns(jni_reader *r, const jni_node *mapping, int n, const jni_column_unit *wanted,
                      jni_data_columns *made) {
  const char *units[JNI_MAX_DATA_COLUMNS];
  int columns[JNI_MAX_DATA_COLUMNS];
  jni_csv_fault fault = {0};
  jni_data_file *file = find_file(r, mapping);
  *made = (jni_data_columns){.file = file};
  if (!file || !read_column_names(r, mapping, file, n, wanted[0].or_grid, columns)) return false;
  if (!read_units(r, mapping, file, n, columns, wanted, units)) return false;
  size_t most = (size_t)file->csv->nrows;
  if (!jni_count_work(r, mapping, 16 * (size_t)n * most)) return false;
  double *workspace = jni_document_take(r->scratch, (size_t)n * most * sizeof *workspace);
  made->lines = jni_document_take(r->scratch, most * sizeof *made->lines);
  if (!workspace || !made->lines) return false;
  for (int k = 0; k < n; k++) made->values[k] = workspace + (size_t)k * most;
  made->n = jni_csv_read_columns(file->csv, n, columns, units, made->values, made->lines, &fault);
  return made->n >= 0 || fault_in(r, file, &fault);
}

bool jni_read_data_fault(jni_reader *r, const jni_data_file *file, int line, const char *sentence) {
  const jni_node there = {.place = {.line = line, .column = line > 0, .file = file->number}};
  return jni_read_fault(r, &there, "%s", sentence);
}

bool jni_read_ascends(jni_reader *r, const jni_data_file *file, const char *what, const double *x, const int *lines,
                      int n, bool steps) {
  char sentence[160];
  for (int i = 1; i < n; i++) {
    bool step = steps && x[i] == x[i - 1] && !(i > 1 && x[i] == x[i - 2]);
    if (x[i] > x[i - 1] || step) continue;
    snprintf(sentence, sizeof sentence, "%s must ascend, but it is not greater here than on line %d%s", what,
             lines[i - 1], steps && x[i] == x[i - 1] ? ": a vertical step has two points" : "");
    return jni_read_data_fault(r, file, lines[i], sentence);
  }
  return true;
}

bool jni_read_grid(jni_reader *r, const jni_node *mapping, bool edges, const jni_column_unit *wanted,
                   jni_csv_grid *grid) {
  const char *units[3] = {"", "", ""};
  jni_csv_fault fault = {0};
  const jni_node *columns = jni_node_get(mapping, "columns");
  if (columns) return jni_read_fault_key(r, columns, "a grid takes all columns of its file: leave out 'columns'");
  jni_data_file *file = find_file(r, mapping);
  if (!file || !read_units(r, mapping, file, edges ? 3 : 1, NULL, wanted, edges ? units : &units[2])) return false;
  if (!jni_count_work(r, mapping, 16 * (size_t)file->csv->nrows * (size_t)file->csv->rows[file->csv->nrows - 1].ncells))
    return false;
  if (!jni_csv_read_grid(file->csv, edges, units, grid, &fault)) return fault_in(r, file, &fault);
  return !edges ||
         jni_read_ascends(r, file, "the first variable, in the first column,", grid->x, grid->lines, grid->nx, false);
}
