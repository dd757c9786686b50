// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fit.c - tables of B-splines: polynomials exactly, derivatives, orders, what is beyond the range, periodic ones,
// as many points as an error needs.
#include "check.h"
#include "compile/fit/spline_fit.h"
#include "kernel/spline.h"

enum { FUNCTIONS = 2 };

// ---- polynomials --------------------------------------------------------------------------------------------------

typedef struct {
  int nvariables, degree;
} polynomial;

// Of each variable a polynomial with derivatives, multiplied.
static double power_sum(int degree, int derivative, double x, int seed) {
  double sum = 0;
  for (int k = derivative; k <= degree; k++) {
    double c = 1.0 / (1 + (k * 7 + seed * 3) % 5);
    for (int d = 0; d < derivative; d++) c *= k - d;
    sum += c * pow(x, k - derivative);
  }
  return sum;
}

static double product_of(const polynomial *p, const double *x, int function, int a, int b) {
  double product = 1;
  for (int i = 0; i < p->nvariables; i++)
    product *= power_sum(p->degree, (i == a) + (i == b), x[i], 1 + i + 3 * function);
  return product;
}

static bool polynomials(void *context, const double *x, double *values) {
  for (int f = 0; f < FUNCTIONS; f++) values[f] = product_of(context, x, f, -1, -1);
  return true;
}

static void check_polynomials(int nvariables, int order) {
  polynomial p = {nvariables, order - 1};
  const double tolerance[FUNCTIONS] = {1e-12, 1e-12};
  const jni_fit_target aim = {tolerance, 100000};
  jni_spline_grid fit = {nvariables, order, FUNCTIONS, {-0.3, -0.5, 0.1}, {0.4, 0.5, 0.9}, {5, 6, 7}, {0}};
  jni_pool pool = {0};
  jni_fit_result table = jni_fit_refine(&pool, &fit, polynomials, &p, &aim);
  CHECK(table.state == JNI_FIT_GOOD && fit.cells[0] == 5 && table.block);
  double out[JNK_PACK * 4], seconds[JNK_PACK * 6], worst = 0, x[3] = {0.17, -0.23, 0.55};
  if (table.block) {
    jnk_call_spline(table.block, x, out);
    jnk_call_spline_second(table.block, x, seconds);
  }
  for (int f = 0; f < FUNCTIONS && table.block; f++) {
    const double *r = out + f, *rr = seconds + f;
    worst = fmax(worst, fabs(r[0] - product_of(&p, x, f, -1, -1)));
    for (int a = 0; a < nvariables; a++) worst = fmax(worst, fabs(r[(a + 1) * JNK_PACK] - product_of(&p, x, f, a, -1)));
    for (int a = 0; a < nvariables; a++)
      for (int b = a; b < nvariables; b++) {
        worst = fmax(worst, fabs(*rr - product_of(&p, x, f, a, b)));
        rr += JNK_PACK;
      }
  }
  CHECK_NEAR(worst, 0, 1e-10);
  jni_pool_free(&pool);
}

static void test_polynomials(void) {
  for (int n = 1; n <= 3; n++)
    for (int order = 4; order <= 6; order += 2) check_polynomials(n, order);
}

// ---- orders, ends, periods ----------------------------------------------------------------------------------------

static bool waves(void *context, const double *x, double *values) {
  (void)context;
  values[0] = sin(3 * x[0]) * cos(2 * x[1]);
  values[1] = exp(x[0] - x[1]);
  return true;
}

static double wave_error(int order, int cells) {
  const double tolerance[FUNCTIONS] = {1e-30, 1e-30};
  const jni_fit_target aim = {tolerance, 1};
  jni_spline_grid fit = {2, order, FUNCTIONS, {-1, -1}, {1, 1}, {cells, cells}, {0}};
  jni_pool pool = {0};
  jni_fit_result table = jni_fit_refine(&pool, &fit, waves, NULL, &aim);
  CHECK(table.state == JNI_FIT_COARSE && table.block && fit.cells[0] == cells);
  double error = table.block ? fmax(table.error[0], table.error[1]) : NAN;
  jni_pool_free(&pool);
  return error;
}

static void test_orders(void) {
  for (int order = 4; order <= 6; order += 2) {
    double ratio = wave_error(order, 16) / wave_error(order, 32);
    CHECK(ratio > 0.7 * (1 << order) && ratio < 2.5 * (1 << order));
  }
}

static void test_beyond(void) {
  const double tolerance[FUNCTIONS] = {1e-4, 1e-4}, h = 1e-6;
  const jni_fit_target aim = {tolerance, 100000};
  jni_spline_grid fit = {2, 4, FUNCTIONS, {-1, -1}, {1, 1}, {8, 8}, {0}};
  jni_pool pool = {0};
  jni_fit_result table = jni_fit_refine(&pool, &fit, waves, NULL, &aim);
  CHECK(table.state == JNI_FIT_GOOD);
  double edge[3 * JNK_PACK], out[3 * JNK_PACK], in[3 * JNK_PACK], more[3 * JNK_PACK], bend[3 * JNK_PACK],
      beyond[3 * JNK_PACK];
  for (int end = -1; end <= 1 && table.block; end += 2) {
    jnk_call_spline(table.block, (double[]){end, 0.3}, edge);
    jnk_call_spline(table.block, (double[]){1.5 * end, 0.3}, out);
    CHECK_NEAR(out[0], edge[0] + 0.5 * end * edge[JNK_PACK], 1e-12);
    CHECK_NEAR(out[JNK_PACK], edge[JNK_PACK], 1e-12);
    jnk_call_spline_second(table.block, (double[]){end, 0.3}, bend);
    jnk_call_spline_second(table.block, (double[]){1.5 * end, 0.3}, beyond);
    CHECK(beyond[0] == 0);
    CHECK_NEAR(beyond[JNK_PACK], bend[JNK_PACK], 1e-12);
    jnk_call_spline(table.block, (double[]){end * (1 - h), 0.3}, in);
    jnk_call_spline(table.block, (double[]){end * (1 + h), 0.3}, more);
    CHECK_NEAR((more[0] - in[0]) / (2 * end * h), edge[JNK_PACK], 1e-5);
  }
  if (table.block) jnk_call_spline(table.block, (double[]){NAN, 0}, out);
  CHECK(isnan(out[0]));
  jni_pool_free(&pool);
}

static bool turning(void *context, const double *x, double *values) {
  (void)context;
  values[0] = sin(x[0]);
  values[1] = cos(2 * x[0]);
  return true;
}

static void test_periodic(void) {
  const double tolerance[FUNCTIONS] = {1e-8, 1e-8}, turn = 6.283185307179586;
  const jni_fit_target aim = {tolerance, 100000};
  jni_spline_grid fit = {1, 6, FUNCTIONS, {0}, {turn}, {8}, {true}};
  jni_pool pool = {0};
  jni_fit_result table = jni_fit_refine(&pool, &fit, turning, NULL, &aim);
  CHECK(table.state == JNI_FIT_GOOD && fit.cells[0] > 8);
  double out[2 * JNK_PACK] = {0};
  for (double x = -20; x < 20 && table.block; x += 0.37) {
    jnk_call_spline(table.block, &x, out);
    CHECK_NEAR(out[0], sin(x), 2e-8);
    CHECK_NEAR(out[JNK_PACK + 1], -2 * sin(2 * x), 1e-5);
  }
  jni_pool_free(&pool);
}

// ---- tables that are one --------------------------------------------------------------------------------------------

static bool slow_waves(void *context, const double *x, double *values) {
  waves(context, x, values);
  for (int i = 0; i < FUNCTIONS; i++) values[i] = 1 + 0.01 * values[i];
  return true;
}

// Of a table of many cells and one of few, with another between them: values and derivatives are what they were. One of
// very many cells stays by itself.
static void test_merged(void) {
  static const int cells[4] = {8, 16, 16, 128}, q[2] = {3, 5}, other[2] = {3, 6};
  const double tolerance[FUNCTIONS] = {1e9, 1e9}, fine[FUNCTIONS] = {1e-6, 1e-6};
  jni_pool pool = {0};
  jni_spline_table tables[4], before[4];
  jni_merge_part parts[4];
  for (int i = 0; i < 4; i++) {
    jni_spline_grid fit = {2, 4, FUNCTIONS, {-1, -1}, {1, 1}, {cells[i], cells[i]}, {0}};
    jni_fit_result made =
        jni_fit_refine(&pool, &fit, i == 0 ? slow_waves : waves, NULL, &(jni_fit_target){tolerance, 100000});
    made.tolerance = fine;  // whatever their cells are
    tables[i] = before[i] = jni_spline_table_of(&pool, &fit, &made);
    parts[i] = (jni_merge_part){i == 1 ? other : q, FUNCTIONS, &tables[i]};
  }
  CHECK(jni_merge_tables(&pool, parts, 4));
  CHECK(tables[1].block == before[1].block && tables[3].block == before[3].block);
  CHECK(tables[0].block == tables[2].block && tables[0].kernels == tables[2].kernels);
  CHECK(tables[0].first == 0 && tables[2].first == FUNCTIONS && tables[2].fit.nfunctions == 2 * FUNCTIONS);
  CHECK(tables[0].tolerance[0] == fine[0] && tables[2].tolerance[2 * FUNCTIONS - 1] == fine[FUNCTIONS - 1]);
  double own[3 * JNK_PACK], all[3 * JNK_PACK], worst = 0;
  for (double x = -1.2; x < 1.2; x += 0.0371)
    for (int i = 0; i < 3; i += 2) {
      jnk_call_spline(before[i].unrounded, (double[]){x, 0.7 * x * x}, own);
      jnk_call_spline(tables[i].block, (double[]){x, 0.7 * x * x}, all);
      for (int k = 0; k < 3 * FUNCTIONS; k++)
        worst = fmax(worst, fabs(own[k / FUNCTIONS * JNK_PACK + k % FUNCTIONS] -
                                 all[k / FUNCTIONS * JNK_PACK + tables[i].first + k % FUNCTIONS]));
    }
  CHECK_NEAR(worst, 0, 2e-6);  // coefficients are rounded, which slopes have over the width of a cell
  jni_pool_free(&pool);
}

// ---- decimals of coefficients ---------------------------------------------------------------------------------------

static bool is_short(double c, int digits) {
  char text[40];
  snprintf(text, sizeof text, "%.*g", digits, c);
  return strtod(text, NULL) == c;
}

// Samples with errors asked for that are large, small, none, and larger than the samples: as many decimals as it takes,
// all, two digits.
static void test_rounded(void) {
  enum { N = 4 };
  const double tolerance[N] = {1e-4, 1e-9, 0, 10};
  const jni_spline_grid fit = {1, 4, N, {0}, {1}, {16}, {0}};
  double samples[N * 17];
  jni_pool pool = {0};
  for (int i = 0; i < N * 17; i++) samples[i] = sin(0.3 * (i / N)) / 3;
  const double *exact = jni_fit_block(&pool, &fit, samples) + jnk_spline_first(1);
  double *block = jni_fit_block(&pool, &fit, samples), *c = block + jnk_spline_first(1);
  jni_fit_round(&fit, tolerance, block);
  for (int i = 0; i < 19; i++) {
    CHECK_NEAR(c[N * i], exact[N * i], 0.51e-5);
    CHECK(is_short(c[N * i], 5) && is_short(c[N * i + 1], 10));
    CHECK_NEAR(c[N * i + 1], exact[N * i + 1], 0.51e-10);
    CHECK(c[N * i + 2] == exact[N * i + 2]);
    CHECK_NEAR(c[N * i + 3], exact[N * i + 3], 0.51e-3);
  }
  jni_pool_free(&pool);
  CHECK(jni_nearby_decimal(1 - 1.3e-15) == 1 && jni_nearby_decimal(0.25 + 1e-16) == 0.25 &&
        jni_nearby_decimal(1.0 / 3) == 1.0 / 3);
}

static bool right_side(void *context, const double *x, double *values) {
  (void)context;
  values[0] = sin(x[0] + 2 * x[1]) + x[1];
  values[1] = x[0] * x[0] - x[1];
  return true;
}

// y turned round, functions exchanged, one of them with the other sign.
static bool left_side(void *context, const double *x, double *values) {
  double turned[2] = {x[0], -x[1]}, right[2];
  right_side(context, turned, right);
  values[0] = right[1];
  values[1] = -right[0];
  return true;
}

static bool neither_side(void *context, const double *x, double *values) {
  left_side(context, x, values);
  values[1] += 4e-6 * x[0];
  return true;
}

// Of three tables the second has the values of the first, the third its own.
static void fit_sides(jni_pool *pool, const int q[3][2], int cells, jni_spline_table *tables, jni_merge_part *parts) {
  static const jni_fit_function sides[3] = {right_side, left_side, neither_side};
  const double tolerance[FUNCTIONS] = {1e-5, 1e-5};
  for (int i = 0; i < 3; i++) {
    const jni_fit_target aim = {tolerance, 100000};
    jni_spline_grid fit = {2, 4, FUNCTIONS, {-1, -0.5}, {0.7, 0.5}, {cells, cells}, {0}};
    jni_fit_result made = jni_fit_refine(pool, &fit, sides[i], NULL, &aim);
    tables[i] = jni_spline_table_of(pool, &fit, &made);
    parts[i] = (jni_merge_part){q[i], FUNCTIONS, &tables[i]};
  }
}

static void test_mirrored(void) {
  const int q[3][2] = {{1, 2}, {1, 3}, {1, 4}};
  jni_pool pool = {0};
  jni_spline_table tables[3];
  jni_merge_part parts[3];
  fit_sides(&pool, q, 16, tables, parts);
  CHECK(jni_mirror_tables(&pool, parts, 3));
  const jni_mirror *m = tables[1].mirror;
  CHECK(!tables[0].mirror && !tables[2].mirror && m && m->block == tables[0].block);
  CHECK(m && m->turn[0] == 1 && m->turn[1] == -1 && m->function[0] == 1 && m->function[1] == 0);
  CHECK(m && m->sign[0] == 1 && m->sign[1] == -1);
  jni_pool_free(&pool);
}

// Of two tables that mirror each other one is not merged with another, unless all is small.
static void test_twins(void) {
  const int q[3][2] = {{1, 2}, {1, 3}, {1, 2}};
  for (int large = 0; large < 2; large++) {
    jni_pool pool = {0};
    jni_spline_table tables[3];
    jni_merge_part parts[3];
    fit_sides(&pool, q, large ? 32 : 8, tables, parts);
    CHECK(jni_mirrors(&tables[0], &tables[1]) && !jni_mirrors(&tables[0], &tables[2]));
    CHECK(jni_merge_tables(&pool, parts, 3) && jni_mirror_tables(&pool, parts, 3));
    CHECK((tables[0].block == tables[2].block) == !large);
    CHECK(!large || tables[1].mirror);
    jni_pool_free(&pool);
  }
}

// ---- points as they are needed --------------------------------------------------------------------------------------

static bool uneven(void *context, const double *x, double *values) {
  const double *hole = context;
  if (hole && x[0] > *hole) return false;
  values[0] = sin(20 * x[0]) + x[1];
  values[1] = x[0];
  return true;
}

static void test_needs(void) {
  const double tolerance[FUNCTIONS] = {1e-5, 1e-5};
  const jni_fit_target aim = {tolerance, 10000};
  jni_spline_grid fit = {2, 4, FUNCTIONS, {0, 0}, {1, 1}, {8, 8}, {0}};
  jni_pool pool = {0};
  jni_fit_result table = jni_fit_refine(&pool, &fit, uneven, NULL, &aim);
  CHECK(table.state == JNI_FIT_GOOD && fit.cells[0] >= 64 && fit.cells[1] == 8);
  fit.cells[0] = fit.cells[1] = 4;  // too few to tell which variable needs more
  table = jni_fit_refine(&pool, &fit, uneven, NULL, &aim);
  CHECK(table.state == JNI_FIT_GOOD && fit.cells[0] >= 64 && fit.cells[1] == 4);
  double hole = 0.7;
  fit.cells[0] = 8;
  table = jni_fit_refine(&pool, &fit, uneven, &hole, &aim);
  CHECK(table.state == JNI_FIT_UNDEFINED && !table.block && table.x[0] > hole);
  jni_pool_free(&pool);
}

// Remembers where it was; a fickle one has another value where it comes in coarse steps, as Newton's method might that
// goes on from the last point.
typedef struct {
  bool fickle;
  int n;
  double points[4000][2];
} visits;

static bool visit(void *context, const double *x, double *values) {
  const double coarse = 0.25;
  visits *v = context;
  if (v->n == 4000) return false;
  bool off = v->fickle && v->n > 0 && x[1] - v->points[v->n - 1][1] == coarse;
  v->points[v->n][0] = x[0];
  v->points[v->n][1] = x[1];
  v->n++;
  uneven(NULL, x, values);
  if (off) values[1] += 0.01;
  return true;
}

// However often cells are doubled and halved no point is looked at twice, so that there is an end.
static void test_visits(bool fickle) {
  static visits v;
  const double tolerance[FUNCTIONS] = {1e-5, 1e-5};
  jni_spline_grid fit = {2, 4, FUNCTIONS, {0, 0}, {1, 1}, {4, 4}, {0}};
  jni_pool pool = {0};
  int twice = 0;
  v.fickle = fickle;
  v.n = 0;
  jni_fit_result table = jni_fit_refine(&pool, &fit, visit, &v, &(jni_fit_target){tolerance, 3000});
  for (int i = 0; i < v.n; i++)
    for (int k = 0; k < i; k++) twice += v.points[i][0] == v.points[k][0] && v.points[i][1] == v.points[k][1];
  CHECK(table.state == (fickle ? JNI_FIT_COARSE : JNI_FIT_GOOD) && twice == 0);
  CHECK(v.n > 200 && v.n < 4000);
  jni_pool_free(&pool);
}

int main(void) {
  test_polynomials();
  test_orders();
  test_beyond();
  test_periodic();
  test_merged();
  test_rounded();
  test_mirrored();
  test_twins();
  test_needs();
  test_visits(false);
  test_visits(true);
  return check_report();
}
