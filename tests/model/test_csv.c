// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_csv.c - columns of numbers from text: the same numbers in every way to write them, names and units of columns,
// grids, what is refused and where, and allocations that fail.
#include <string.h>

#include "check.h"
#include "memory.h"
#include "model/csv/csv.h"

enum { MOST = 16 };

typedef struct {
  int n;
  double x[MOST], y[MOST];
  int lines[MOST];
  jni_csv_fault fault;
} result;

// Two columns, found by name or (NULL) by their order, in the units of the header.
static result read_two(const jn_alloc *alloc, const char *text, const char *first, const char *second) {
  result made = {.n = -1};
  jni_csv *csv = jni_csv_new(alloc, text, strlen(text), &made.fault);
  if (!csv) return made;
  CHECK(csv->nrows <= MOST);
  int columns[2] = {first ? jni_csv_find(csv, first) : 0, second ? jni_csv_find(csv, second) : 1};
  const char *units[2];
  double *values[2] = {made.x, made.y};
  for (int k = 0; k < 2; k++) units[k] = csv->columns && columns[k] >= 0 ? csv->columns[columns[k]].unit : "";
  if (columns[0] >= 0 && columns[1] >= 0)
    made.n = jni_csv_read_columns(csv, 2, columns, units, values, made.lines, &made.fault);
  jni_object_free(csv);
  return made;
}

// ---- what is the same -----------------------------------------------------------------------------------------------

static const struct {
  const char *text, *x, *z;
} alike[] = {
    {"0,0\n500,-20\n1500,40.5\n", NULL, NULL},
    {"0;0\n500;-20\n1500;40,5\n", NULL, NULL},
    {"0;0\n500;-20\n1500;40.5\n", NULL, NULL},
    {"0\t0\n500\t-20\n1500\t40,5\n", NULL, NULL},
    {"0 0\n500 -20\n1500 40.5\n", NULL, NULL},
    {"  0   0\n500 \t -20 \n1500   40,5", NULL, NULL},
    {"0,0 0,0\n500,0 -20,0\n1500,0 40,5\n", NULL, NULL},
    {"0, 0\n500, -20\n1500, 40.5\n", NULL, NULL},
    {"\xef\xbb\xbf\"x\";\"z\"\r\n\"0\";\"0\"\r\n\"500\";\"-20\"\r\n1500;\"40,5\"\r\n", "x", "z"},
    {"0,0\r500,-20\r1500,40.5\r", NULL, NULL},
    {"# a road\n\n0,0\n# and on\n500,-20\n% the end\n1.5e3,+40.5\n\n", NULL, NULL},
    {"x,z\n0,0\n500,-20\n1500,40.5\n", "x", "z"},
    {"z,note,x\n0,\"a, b\",0\n-20,c;d,500\n40.5,,1500\n", "x", "z"},
    {"x;z;\n0;0;\n500;-20;\n1500;40,5;\n;;\n", "x", "z"},
    {"t,x,z\n0,0,0\n1,,\n2,500,-20\n3,1500,40.5\n4\n", "x", "z"},
    {"x [m],z [m]\n0,0\n500,-20\n1500,40.5\n", "x", "z [m]"},
    {"x [-],z [1]\n0,0\n500,-20\n1500,40.5\n", "x", "z"},
    {"x (km),z (mm)\n0,0\n.5,-20000\n1.5,40500\n", "x", "z"},
    {"x/km;z/(mm)\n0;0\n0,5;-20000\n1,5;40500\n", "x", "z"},
    {"x / km;z in mm\n0;0\n0,5;-20000\n1,5;40500\n", "x", "z in mm"},
    {"x [km] z[mm]\n0 0\n.5 -20000\n1.5 40500\n", "x", "z"},
    {"x\tz\nkm\tmm\n0\t0\n.5\t-20000\n1.5\t40500\n", "x", "z"},
    {"x,z\n[km],\n0,0\n.5,-20\n1.5,40.5\n", "x", "z"},
    {"x;z\n-;(mm)\n0;0\n500;-20000\n1500;40500\n", "x", "z"},
    {"# x z\n0 0\n500 -20\n1500 40.5\n", "x", "z"},
    {"# measured in June\n# x [km], z (see page 3)\n0,0\n.5,-20\n1.5,40.5\n", "x", "z"},
    {"Test drive 7\nx,z\nm,mm\n0,0\n500,-20000\n1500,40500\n", "x", "z"},
    {"Test drive\nkm;mm\n0;0\n0,5;-20000\n1,5;40500\n", NULL, NULL},
    {"Test drive\n0,0\n500,-20\n1500,40.5\n", NULL, NULL},
    {"sep=;\nx;z\n0;0\n500;-20\n1500;40,5\n", "x", "z"},
    {"km;mm\n0;0\n0,5;-20000\n1,5;40500\n", NULL, NULL},
    {"[km];(mm)\n0;0\n0,5;-20000\n1,5;40500\n", NULL, NULL},
    {"t;m\n0;0\n500;-20\n1500;40,5\n", "t", "m"},
    {"t;m\nm;m\n0;0\n500;-20\n1500;40,5\n", "t", "m"},
    {"L\xe4nge;H\xf6he\n0;0\n500;-20\n1500;40,5\n", "L\xc3\xa4nge", "H\xc3\xb6he"},
    {"\"the x\" z\n0 0\n500 -20\n1500 40.5\n", "the x", "z"},
    {"left/right,z,x\n1,0,0\n2,-20,500\n3,40.5,1500\n", "x", "z"},
};

static void test_alike(void) {
  static const double x[] = {0, 500, 1500}, z[] = {0, -20, 40.5};
  for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
    result r = read_two(NULL, alike[i].text, alike[i].x, alike[i].z);
    bool same = r.n == 3;
    for (int k = 0; k < 3 && same; k++) same = r.x[k] == x[k] && r.y[k] == z[k];
    CHECK(same);
    if (!same) printf("  text %d: %d rows, line %d: %s\n", (int)i, r.n, r.fault.line, r.fault.what);
  }
}

// Rounded as the same quantity in a model file.
static void test_rounding(void) {
  static const char *const units[] = {"mm", "deg", "rpm", "kN/mm", "in", "lbf", "us"};
  static const char *const numbers[] = {"3", "0.1", "-7.7", "1e-3", "123456.789"};
  for (size_t u = 0; u < sizeof units / sizeof *units; u++)
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
      char text[128], quantity[64], why[160];
      double value;
      jn_dimension dimension;
      bool has_unit;
      snprintf(text, sizeof text, "a [%s];b\n%s;0\n", units[u], numbers[k]);
      snprintf(quantity, sizeof quantity, "%s %s", numbers[k], units[u]);
      CHECK(jn_unit_parse(quantity, &value, &dimension, &has_unit, why, sizeof why));
      result r = read_two(NULL, text, "a", "b");
      CHECK(r.n == 1 && r.x[0] == value);
    }
}

static void test_lines(void) {
  result r = read_two(NULL, "# one\r\nx,z\r\n\r\n1,2\r\n# five\r\n3,4", "x", "z");
  CHECK(r.n == 2 && r.lines[0] == 4 && r.lines[1] == 6);
}

static void test_names(void) {
  static const char text[] = "a [m];b,c;\"say \"\"d\"\"\";e/f;a [s];[g]\n1;2;3;4;5;6\n";
  jni_csv_fault fault;
  jni_csv *csv = jni_csv_new(NULL, text, sizeof text - 1, &fault);
  CHECK(csv && csv->ncolumns == 6 && csv->separator == ';');
  if (!csv) return;
  CHECK(jni_csv_find(csv, "a") == JNI_CSV_SEVERAL && jni_csv_find(csv, "a [s]") == 4);
  CHECK(jni_csv_find(csv, "b,c") == 1 && jni_csv_find(csv, "say \"d\"") == 2 && jni_csv_find(csv, "e/f") == 3);
  CHECK(jni_csv_find(csv, "e") == JNI_CSV_NONE && jni_csv_find(csv, "[g]") == 5);
  CHECK(strcmp(csv->columns[0].unit, "m") == 0 && strcmp(csv->columns[4].unit, "s") == 0 &&
        strcmp(csv->columns[5].unit, "g") == 0);
  jni_object_free(csv);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

static const struct {
  const char *text;
  int line, column;
  const char *part;
} faults[] = {
    {"", 0, 0, "no row of numbers"},
    {"# x z\n", 0, 0, "no row of numbers"},
    {"x,z\n", 0, 0, "no row of numbers"},
    {"0\n1\n", 1, 1, "one column"},
    {"\xff\xfe"
     "0",
     0, 0, "UTF-16"},
    {"x,z\n0,0\n1,abc\n", 3, 3, "column 'z': expected a number, got \"abc\""},
    {"x,z\n0,abc\n", 2, 3, "column 'z': expected a number, got \"abc\"; lines between"},
    {"0,0\n1, abc\n", 2, 4, "column 2: expected a number, got \"abc\""},
    {"0;0\n1;\n2;2\n", 2, 3, "column 2: expected a number, the cell is empty"},
    {"0;0\n1\n2;2\n", 2, 2, "column 2: expected a number, the cell is empty"},
    {"0;0\n;1\n2;2\n", 2, 1, "column 1: expected a number, the cell is empty"},
    {"0;0\n1;nan\n", 2, 3, "got \"nan\""},
    {"0;0\n1;1e400\n", 2, 3, "got \"1e400\""},
    {"0;0\n1;0x10\n", 2, 3, "got \"0x10\""},
    {"0;0\n1;1.234.567\n", 2, 3, "got \"1.234.567\""},
    {"0;0\n1;1 000\n", 2, 3, "got \"1 000\""},
    {"0;0\n\xc3\xa4\xc3\xa4 ;x\n", 2, 1, "got \"\xc3\xa4\xc3\xa4\""},
    {"0;0\n1;x\xe4z\n", 2, 3, "got \"x\xc3\xa4z\""},
    {"0;0\n1;x\x01z\n", 2, 3, "got \"x?z\""},
    {"\"x\n[mm]\";z\n0;1\n", 1, 1, "a quotation mark is not closed"},
    {"the x z\n0 1\n", 1, 0, "3 names of columns between blanks, but at most 2 numbers in a row"},
    {"x [mm];z\nsensor A;sensor B\n0;1\n", 2, 1, "got \"sensor A\"; lines between the names"},
    {"x;z\nmm;mm\nsensor A;sensor B\n0;1\n", 3, 1, "got \"sensor A\"; lines between the names"},
    {"0;0\n1;\"2\n", 2, 4, "quotation mark"},
    {"0;0\n1;\"2\"3\n", 2, 4, "quotation mark"},
    {"0;1.5\n1;2,5\n", 2, 3, "\"2,5\" has a decimal comma, but line 1 has a number with a decimal point"},
    {"0;1,5\n1;2.5\n", 2, 3, "\"2.5\" has a decimal point, but line 1 has a number with a decimal comma"},
    {"0,0\n1,\"1,500\"\n", 2, 4, "\"1,500\" has a comma, which separates the columns"},
    {"t,z\n0,5,1,2\n1,5,2,5\n", 2, 1, "4 cells, but the file has 2 columns; separate them by ';'"},
    {"0;1\n2;3;4\n", 2, 1, "3 cells, but the file has 2 columns"},
    {"x;z\n1;1e308\n1;2;3\n", 3, 1, "3 cells"},
    {"x;z [km]\n1;1e308\n", 2, 3, "\"1e308 km\": the quantity is too large"},
    {"x;1\n0;1\n", 1, 1, "column 1: expected a number, got \"x\""},
};

static void test_faults(void) {
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    result r = read_two(NULL, faults[i].text, NULL, NULL);
    bool right = r.n == -1 && r.fault.line == faults[i].line && r.fault.column == faults[i].column &&
                 strstr(r.fault.what, faults[i].part);
    CHECK(right);
    if (!right) printf("  text %d: %d rows, %d:%d: %s\n", (int)i, r.n, r.fault.line, r.fault.column, r.fault.what);
  }
}

static void test_bounds(void) {
  size_t size = 2 * (size_t)JNI_MAX_CSV_COLUMNS + 2;
  char *text = malloc(size);
  jni_csv_fault fault;
  if (!text) return;
  for (size_t i = 0; i < size; i++) text[i] = i % 2 ? ',' : '1';
  text[size - 1] = '\n';
  CHECK(!jni_csv_new(NULL, text, size, &fault) && fault.line == 1 && strstr(fault.what, "more than 10000 columns"));
  CHECK(!jni_csv_new(NULL, "1,\0002\n", 5, &fault) && strstr(fault.what, "not a text file"));
  free(text);
}

// ---- grids ----------------------------------------------------------------------------------------------------------

static jni_csv *read_grid(const char *text, bool edges, jni_csv_grid *grid, jni_csv_fault *fault) {
  static const char *const units[3] = {"mm", "", "kN"};
  jni_csv *csv = jni_csv_new(NULL, text, strlen(text), fault);
  return csv && jni_csv_read_grid(csv, edges, units, grid, fault) ? csv : jni_object_free(csv);
}

static void test_grids(void) {
  static const char *const edged[] = {"x\\y,1,2,3\n10,1,2,3\n20,4,5,6\n", ";1;2;3\n10;1;2;3\n20;4;5;6\n",
                                      "1 2 3\n10 1 2 3\n20 4 5 6\n",
                                      "# x over y\n0\t1\t2\t3\n10\t1\t2\t3\n20\t4\t5\t6"};
  jni_csv_grid grid;
  jni_csv_fault fault;
  for (size_t i = 0; i < sizeof edged / sizeof *edged; i++) {
    jni_csv *csv = read_grid(edged[i], true, &grid, &fault);
    CHECK(csv && grid.nx == 2 && grid.ny == 3);
    if (!csv) continue;
    CHECK(grid.x[0] == 0.01 && grid.x[1] == 0.02 && grid.y[0] == 1 && grid.y[2] == 3);
    CHECK(grid.z[0] == 1000 && grid.z[5] == 6000 && grid.lines[1] == grid.lines[0] + 1);
    jni_object_free(csv);
  }
  jni_csv *csv = read_grid("1 2 3\n4 5 6\n", false, &grid, &fault);
  CHECK(csv && grid.nx == 2 && grid.ny == 3 && grid.z[4] == 5000 && !grid.x);
  jni_object_free(csv);
}

static void test_grid_faults(void) {
  static const struct {
    const char *text;
    bool edges;
    int line, column;
    const char *part;
  } cases[] = {
      {"1 2 3\n4 5\n", false, 2, 1, "the row has 2 numbers, but line 1 has 3"},
      {"a b\n1 2\n3 4\n", false, 1, 1, "no names of columns"},
      {"1 2 3\n4 x 6\n", false, 2, 3, "got \"x\""},
      {"1;2;3\n4;;6\n", false, 2, 3, "the cell is empty"},
      {",1,2\n", true, 1, 0, "one row"},
      {",1,2,3\n10,1,2\n20,3,4\n", true, 1, 1, "the first row must have the 2 values"},
      {",1,2\n10,1,2\n20,3\n", true, 3, 1, "the row has 2 numbers, but line 2 has 3"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jni_csv_grid grid;
    jni_csv_fault fault;
    jni_csv *csv = read_grid(cases[i].text, cases[i].edges, &grid, &fault);
    bool right =
        !csv && fault.line == cases[i].line && fault.column == cases[i].column && strstr(fault.what, cases[i].part);
    CHECK(right);
    if (!right) printf("  grid %d: %d:%d: %s\n", (int)i, fault.line, fault.column, fault.what);
    jni_object_free(csv);
  }
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void test_allocations(void) {
  static const char text[] = "x [mm];z\nmm;m\n1;2\n3;4\n5;6\n";
  long n = 0;
  for (bool done = false; !done && n < 1000; n++) {
    memory_count count = {.fail_at = n + 1};
    const jn_alloc alloc = {counted_resize, &count};
    result r = read_two(&alloc, text, "x", "z");
    done = r.n == 3;
    CHECK(count.live == 0 && (done || !r.fault.what[0]));
  }
  CHECK(n > 2 && n < 1000);
}

int main(void) {
  test_alike();
  test_rounding();
  test_lines();
  test_names();
  test_faults();
  test_bounds();
  test_grids();
  test_grid_faults();
  test_allocations();
  return check_report();
}
