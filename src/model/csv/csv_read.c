// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// csv_read.c - reads columns of numbers, or all numbers as a grid.
#include <string.h>

#include "model/csv/csv_internal.h"

// Returns whether a row has at most as many cells as there are columns; reports a fault if it has more.
static bool check_length(const jni_csv *csv, const jni_csv_row *row, jni_csv_fault *fault) {
  if (row->ncells <= csv->ncolumns) return true;
  const char *hint = csv->separator == ',' ? "; separate them by ';' where numbers have decimal commas" : "";
  return jni_csv_fail(row, row->at, fault, "the line has %d cells, but the file has %d columns%s", row->ncells,
                      csv->ncolumns, hint);
}

// Finds the cells of a row in n columns: cells[k] is the one in column columns[k], empty if the row ends before it.
// Sets *nfilled to the number of these cells that are not empty.
static void find_cells(const jni_csv *csv, const jni_csv_row *row, int n, const int *columns, jni_csv_cell *cells,
                       int *nfilled) {
  const char *next, *end = jni_csv_line_end(row->at, csv->end, &next), *at = row->at;
  for (int k = 0; k < n; k++) cells[k] = (jni_csv_cell){.at = end, .end = end};
  jni_csv_cell cell;
  for (int c = 0; at && c < row->ncells; c++) {
    at = jni_csv_next_cell(at, end, csv->separator, &cell);
    for (int k = 0; k < n; k++)
      if (columns[k] == c) cells[k] = cell;
  }
  *nfilled = 0;
  for (int k = 0; k < n; k++) *nfilled += cells[k].at < cells[k].end || cells[k].broken;
}

int jni_csv_read_columns(jni_csv *csv, int n, const int *columns, const char *const *units, double *const *values,
                         int *lines, jni_csv_fault *fault) {
  enum { MOST = 8 };
  jni_csv_cell cells[MOST];
  int nrows = 0;
  JNI_ASSERT(n <= MOST);
  for (int i = 0; i < csv->nrows; i++) {
    const jni_csv_row *row = &csv->rows[i];
    int nfilled;
    if (!check_length(csv, row, fault)) return -1;
    find_cells(csv, row, n, columns, cells, &nfilled);
    for (int k = 0; k < n && nfilled > 0; k++)
      if (!jni_csv_number(csv, row, &cells[k], columns[k], units[k], &values[k][nrows], fault)) return -1;
    if (nfilled > 0) lines[nrows++] = row->line;
  }
  return nrows;
}

// ---- a grid ---------------------------------------------------------------------------------------------------------

// Reads the numbers of all cells of a row and converts them to SI units: the cells from index `first` (0 or 1) on, in
// `unit`, into z, and the cell before them, in `x_unit`, into *x. x NULL: that cell is skipped. Returns false after a
// fault.
static bool read_row(jni_csv *csv, const jni_csv_row *row, int first, const char *x_unit, const char *unit, double *x,
                     double *z, jni_csv_fault *fault) {
  const char *next, *end = jni_csv_line_end(row->at, csv->end, &next), *at = row->at;
  for (int c = 0; c < row->ncells; c++) {
    jni_csv_cell cell;
    at = jni_csv_next_cell(at, end, csv->separator, &cell);
    bool edge = c < first;
    if (edge && !x) continue;  // the corner
    if (!jni_csv_number(csv, row, &cell, c, edge ? x_unit : unit, edge ? x : z++, fault)) return false;
  }
  return true;
}

// Checks that the values of y, which the first row contains, ascend. corner: number of cells before them, 0 or 1.
// Returns false after a fault.
static bool check_edge(const jni_csv *csv, int corner, const jni_csv_grid *grid, jni_csv_fault *fault) {
  const jni_csv_row *row = &csv->rows[0];
  const char *next, *end = jni_csv_line_end(row->at, csv->end, &next), *at = row->at;
  for (int c = 0; c < row->ncells; c++) {
    jni_csv_cell cell;
    at = jni_csv_next_cell(at, end, csv->separator, &cell);
    int j = c - corner;
    if (j > 0 && !(grid->y[j] > grid->y[j - 1]))
      return jni_csv_fail(row, cell.at, fault, "the second variable, in this row, must ascend, but %g follows %g",
                          grid->y[j], grid->y[j - 1]);
  }
  return true;
}

// Reads the values of y from the first row of a grid with edges and checks that they ascend. The cell before them,
// where the edges meet, may be missing. Returns false after a fault.
static bool read_edge(jni_csv *csv, const char *unit, jni_csv_grid *grid, jni_csv_fault *fault) {
  const jni_csv_row *row = &csv->rows[0];
  int corner = row->ncells - grid->ny;
  if (corner != 0 && corner != 1)
    return jni_csv_fail(row, row->at, fault,
                        "the first row must have the %d values of the second variable, after a cell for the corner; it "
                        "has %d cells",
                        grid->ny, row->ncells);
  return read_row(csv, row, corner, "", unit, NULL, grid->y, fault) && check_edge(csv, corner, grid, fault);
}

static bool read_rows(jni_csv *csv, int edge, const char *const units[3], jni_csv_grid *grid, jni_csv_fault *fault) {
  for (int i = 0; i < grid->nx; i++) {
    const jni_csv_row *row = &csv->rows[i + edge];
    if (row->ncells != grid->ny + edge)
      return jni_csv_fail(row, row->at, fault, "the row has %d numbers, but line %d has %d", row->ncells,
                          csv->rows[edge].line, grid->ny + edge);
    double *x = edge ? &grid->x[i] : NULL, *z = grid->z + (size_t)i * (size_t)grid->ny;
    if (!read_row(csv, row, edge, units[0], units[2], x, z, fault)) return false;
    grid->lines[i] = row->line;
  }
  return true;
}

bool jni_csv_read_grid(jni_csv *csv, bool edges, const char *const units[3], jni_csv_grid *grid, jni_csv_fault *fault) {
  int edge = edges;
  *grid = (jni_csv_grid){.nx = csv->nrows - edge};
  if (csv->header_line > 0)
    return jni_csv_fail(&(jni_csv_row){csv->text, csv->header_line, 1}, csv->text, fault,
                        "a grid has rows of numbers and no names of columns above them");
  if (grid->nx < 1) return jni_csv_fail(&csv->rows[0], NULL, fault, "the grid has one row");
  grid->ny = csv->rows[edge].ncells - edge;
  size_t nx = (size_t)grid->nx, ny = grid->ny > 0 ? (size_t)grid->ny : 0;
  if (ny < 1 || nx > (size_t)4 * JNI_MAX_CSV_ROWS / ny)
    return jni_csv_fail(&csv->rows[edge], NULL, fault, "the grid has %s numbers", ny < 1 ? "no" : "too many");
  grid->z = jni_doubles(&csv->pool, nx * ny);
  grid->lines = jni_ints(&csv->pool, nx);
  if (edges) {
    grid->x = jni_doubles(&csv->pool, nx);
    grid->y = jni_doubles(&csv->pool, ny);
  }
  if (csv->pool.failed) return false;
  return (!edges || read_edge(csv, units[1], grid, fault)) && read_rows(csv, edge, units, grid, fault);
}
