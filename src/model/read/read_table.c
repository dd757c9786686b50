// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_table.c - reads tables, [[x, y], ...] or columns of a file, and laws that are tables or polynomials.
#include <string.h>

#include "model/read/read_data.h"
#include "model/read/read_fault.h"

// ---- tables ---------------------------------------------------------------------------------------------------------

bool jni_read_table(jni_reader *r, const jni_node *node, const jni_law_units *units, jn_law *law) {
  if (node->kind != JNI_SEQUENCE || node->size < 2)
    return jni_read_fault(r, node, "expected a table of at least two points, such as [[0, 0], [0.1, 50]]");
  double *x = jni_document_take(r->scratch, 2 * (size_t)node->size * sizeof *x), pair[2] = {0, 0};
  if (!x) return false;
  double *y = x + node->size;
  int n = 0;
  bool sound = true;
  for (const jni_node *item = node->first; item && !r->stop; item = item->next) {
    if (item->kind == JNI_SEQUENCE && item->size == 2) {
      sound = jni_read_number(r, item->first, units->x[0], units->x[1], &pair[0]) && sound;
      sound = jni_read_number(r, item->last, units->y[0], units->y[1], &pair[1]) && sound;
      x[n] = pair[0];
      y[n] = pair[1];
    } else {
      sound = jni_read_fault(r, item, "expected a point [x, y] of the table");
    }
    n++;
  }
  law->x = x;
  law->y = y;
  law->n = node->size;
  return sound && !r->stop;
}

static bool file_table(jni_reader *r, const jni_node *mapping, const jni_law_units *units, jn_law *law) {
  const jni_column_unit wanted[2] = {
      {.wanted = {units->x[0], units->x[1]}, .any = units->any_x, .or_grid = units->or_grid},
      {.wanted = {units->y[0], units->y[1]}, .any = units->any_y, .found = units->found_y}};
  jni_data_columns data;
  if (!jni_read_columns(r, mapping, 2, wanted, &data)) return false;
  law->x = data.values[0];
  law->y = data.values[1];
  law->n = data.n;
  if (data.n < 2) return jni_read_data_fault(r, data.file, 0, "a table needs at least two rows");
  return jni_read_ascends(r, data.file, "the first column of a table", law->x, data.lines, data.n, units->steps);
}

bool jni_read_is_table(const jni_node *mapping, const char *key) {
  return jni_node_get(mapping, key) || jni_node_get(mapping, "file");
}

bool jni_read_check_file_keys(jni_reader *r, const jni_node *mapping, const char *key) {
  static const char *const needing[] = {"columns", "units"};
  const jni_node *table = jni_node_get(mapping, key), *file = jni_node_get(mapping, "file");
  if (table && file) return jni_read_fault_key(r, file, "give either '%s' or 'file'", key);
  for (int i = 0; i < 2 && !file; i++) {
    const jni_node *node = jni_node_get(mapping, needing[i]);
    if (node) return jni_read_fault_key(r, node, "'%s' needs 'file'", needing[i]);
  }
  return true;
}

bool jni_read_table_in(jni_reader *r, const jni_node *mapping, const char *key, const jni_law_units *units,
                       jn_law *law) {
  const jni_node *table = jni_node_get(mapping, key);
  if (!jni_read_check_file_keys(r, mapping, key)) return false;
  return table ? jni_read_table(r, table, units, law) : file_table(r, mapping, units, law);
}

// ---- laws -----------------------------------------------------------------------------------------------------------

static bool read_coefficient(jni_reader *r, const jni_node *node, double *value) {
  jn_dimension found = JN_NUMBER;
  bool has_unit = false;
  char why[160];
  if (node->kind == JNI_SCALAR && jn_unit_parse(node->text, value, &found, &has_unit, why, sizeof why) && has_unit)
    return jni_read_fault(r, node, "coefficients of a polynomial are plain numbers for SI units, got \"%.50s\"",
                          node->text);
  return jni_read_plain(r, node, value);
}

static bool read_polynomial(jni_reader *r, const jni_node *node, jn_law *law) {
  if (node->kind != JNI_SEQUENCE || node->size < 1)
    return jni_read_fault(r, node, "expected a list of coefficients [c0, c1, ...]");
  double *c = jni_document_take(r->scratch, (size_t)node->size * sizeof *c);
  law->polynomial = c;
  law->ncoefficients = node->size;
  bool sound = c != NULL;
  for (const jni_node *item = node->first; item && c && !r->stop; item = item->next)
    sound = read_coefficient(r, item, c++) && sound;
  return sound && !r->stop;
}

// Reads the breaks of a piecewise polynomial, the arguments at which one piece ends and the next begins, into *law.
// Returns false after a fault.
static bool read_breaks(jni_reader *r, const jni_node *node, const jni_law_units *units, jn_law *law) {
  if (node->kind != JNI_SEQUENCE || node->size < 1)
    return jni_read_fault(r, node, "expected a list of breaks such as [-0.2, 0.2]");
  double *breaks = jni_document_take(r->scratch, (size_t)node->size * sizeof *breaks);
  law->breaks = breaks;
  law->nbreaks = node->size;
  bool sound = breaks != NULL;
  for (const jni_node *item = node->first; item && breaks && !r->stop; item = item->next)
    sound = jni_read_number(r, item, units->x[0], units->x[1], breaks++) && sound;
  return sound && !r->stop;
}

// Reads the coefficients of the pieces of a polynomial, one list for each, into *law; shorter lists are padded with
// zeros. Returns false after a fault.
static bool read_pieces(jni_reader *r, const jni_node *node, jn_law *law) {
  int longest = 0;
  if (node->kind != JNI_SEQUENCE || node->size != law->nbreaks + 1)
    return jni_read_fault(r, node, "expected %d lists of coefficients, one more than there are breaks",
                          law->nbreaks + 1);
  for (const jni_node *item = node->first; item; item = item->next)
    if (item->kind == JNI_SEQUENCE && item->size > longest) longest = item->size;
  if (!jni_count_work(r, node, (size_t)longest * (size_t)node->size)) return false;
  double *c = jni_document_take(r->scratch, ((size_t)longest + 1) * (size_t)node->size * sizeof *c), *row = c;
  bool sound = c != NULL;
  for (const jni_node *item = node->first; item && c && !r->stop; item = item->next) {
    jn_law one = {0};
    sound = read_polynomial(r, item, &one) && sound;
    for (int i = 0; i < longest; i++) row[i] = one.polynomial && i < one.ncoefficients ? one.polynomial[i] : 0;
    row += longest;
  }
  law->polynomial = c;
  law->ncoefficients = longest;
  return sound && !r->stop;
}

bool jni_read_law(jni_reader *r, const jni_node *node, const jni_law_units *units, jn_law *law) {
  static const char *const keys[] = {"table",      "file",   "columns", "units", "smooth",
                                     "polynomial", "breaks", "pieces",  NULL};
  if (!jni_read_is_mapping(r, node, false)) return false;
  const jni_node *polynomial = jni_node_get(node, "polynomial");
  const jni_node *smooth = jni_node_get(node, "smooth"), *breaks = jni_node_get(node, "breaks"),
                 *pieces = jni_node_get(node, "pieces");
  bool table = jni_read_is_table(node, "table");
  jni_read_check_keys(r, node, keys);
  if (!table + !polynomial + !pieces != 2)
    return jni_read_fault(r, node, "a law needs either 'table', 'file', 'polynomial' or 'pieces'");
  if (smooth && !table) return jni_read_fault_key(r, smooth, "'smooth' needs 'table' or 'file'");
  if (!breaks != !pieces) return jni_read_fault(r, node, "give both 'breaks' and 'pieces', or neither");
  bool sound = table    ? jni_read_table_in(r, node, "table", units, law)
               : pieces ? read_breaks(r, breaks, units, law) && read_pieces(r, pieces, law)
                        : read_polynomial(r, polynomial, law);
  return (!smooth || jni_read_flag(r, smooth, &law->smooth)) && sound;
}
