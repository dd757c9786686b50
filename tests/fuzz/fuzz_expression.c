// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_expression.c - fuzz target: bytes are a tree of operators and functions, which is written as text, compiled and
// compared with a plain walk over the tree: values to the last bits, derivatives within what rounding leaves. Inputs
// that begin with '=' are texts of their own:
// they are refused with a sentence and a place, or their code, written as text again, gives the same code.
#include <math.h>
#include <stdbool.h>

#include "fuzz.h"
#include "kernel/elementary.h"
#include "model/expression/expression_code.h"

enum { NVARIABLES = 4, MOST_DEPTH = 12, MOST_NODES = 160, MOST_TEXT = 20000 };
static const char *const names[NVARIABLES] = {"t", "x", "joint.O.rate", "y_1"};
static const double numbers[] = {0, 1, 2, 3, 0.5, 0.1, 1.5, 1e-3, 1e3, 1e12, 1e-12, 7};
enum { NNUMBERS = sizeof numbers / sizeof *numbers };

static int resolve(void *context, const char *name, char *what, size_t size) {
  (void)context;
  (void)what;
  (void)size;
  for (int i = 0; i < NVARIABLES; i++)
    if (strcmp(name, names[i]) == 0) return i;
  return -1;
}

static jni_expression *compile(const char *text) {
  char what[256] = "";
  int at = -1;
  jni_expression *expression = jni_expression_new(NULL, text, resolve, NULL, what, sizeof what, &at);
  if (!expression) FUZZ_CHECK(what[0] && at >= 0 && (size_t)at <= strlen(text));
  return expression;
}

// ---- a tree from bytes ------------------------------------------------------------------------------

typedef struct {
  jni_op_kind kind;
  int index;  // of the variable, the number or the function
  int argument[3];
} node;

typedef struct {
  node nodes[MOST_NODES];
  int n;
  fuzz_bytes bytes;
} tree;

static int grow(tree *t, int depth) {
  int self = t->n++;
  node made = {.kind = JNI_OP_NUMBER, .index = 1};
  unsigned choice = fuzz_byte(&t->bytes);
  bool leaf = depth >= MOST_DEPTH || t->n > MOST_NODES - 3 * MOST_DEPTH || fuzz_ends(&t->bytes) || choice % 4 == 0;
  if (leaf) {
    made.kind = choice % 8 < 4 ? JNI_OP_VARIABLE : JNI_OP_NUMBER;
    made.index = (int)fuzz_pick(&t->bytes, made.kind == JNI_OP_VARIABLE ? NVARIABLES : NNUMBERS);
  } else {
    made.kind = JNI_OP_CALL;
    made.index = (int)fuzz_pick(&t->bytes, JNI_FUNCTION_COUNT);
    for (int i = 0; i < jni_functions[made.index].arguments; i++) made.argument[i] = grow(t, depth + 1);
  }
  t->nodes[self] = made;
  return self;
}

// ---- as text: every part in parentheses, blanks by bytes ------------------------------------------------

typedef struct {
  char text[MOST_TEXT];
  int n;
} page;

static void put(page *p, const char *text) {
  p->n += snprintf(p->text + p->n, sizeof p->text - (size_t)p->n, "%s", text);
  FUZZ_CHECK(p->n < MOST_TEXT);
}

static void put_number(page *p, double x) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", x);
  put(p, text);
}

static void open_call(page *p, const jni_function *f, bool word) {
  if (word) put(p, f->text);
  put(p, "(");
  if (!word && f->arguments == 1) {
    put(p, f->text);
    put(p, " ");
  }
}

static void between(page *p, const jni_function *f, bool word) {
  put(p, word ? "," : " ");
  if (!word) {
    put(p, f->text);
    put(p, " ");
  }
}

static void write_node(page *p, const tree *t, int i) {
  const node *n = &t->nodes[i];
  if (n->kind == JNI_OP_VARIABLE) put(p, names[n->index]);
  if (n->kind == JNI_OP_NUMBER) put_number(p, numbers[n->index]);
  if (n->kind != JNI_OP_CALL) return;
  const jni_function *f = &jni_functions[n->index];
  bool word = n->index >= JNI_FUNCTION_sin;
  open_call(p, f, word);
  for (int k = 0; k < f->arguments; k++) {
    if (k > 0) between(p, f, word);
    write_node(p, t, n->argument[k]);
  }
  put(p, ")");
}

// ---- the oracle: f and its derivatives by the names of the functions ---------------------------------------

// A number along time, x + d h + dd h^2/2, and how far rounding may have taken d and dd (relative to their terms).
// `corner`: a side was chosen between values that are close, so that derivatives (and after a jump the value) may be
// those of either side.
// Derivatives are long double: slopes such as 2 x / y^3 underflow in double where the terms they are part of do not.
typedef struct {
  double v;
  long double d, dd, size_d, size_dd;
  bool corner;
} series;

typedef struct {
  double f;
  long double x, y, xx, xy, yy;
} slopes;

static long double product(long double a, long double b) { return b == 0 ? 0 : a * b; }

// Squares of larger numbers overflow in double, those of smaller ones underflow: derivatives that are made of them are
// not compared.
static const double largest_compared = 1e150, smallest_compared = 1e-150;

static series follow(series a, series b, slopes s) {
  series w = {.v = s.f, .corner = a.corner || b.corner};
  w.d = product(s.x, a.d) + product(s.y, b.d);
  w.size_d = product(fabsl(s.x), a.size_d) + product(fabsl(s.y), b.size_d);
  w.dd = product(s.xx, a.d * a.d) + 2 * product(s.xy, a.d * b.d) + product(s.yy, b.d * b.d) + product(s.x, a.dd) +
         product(s.y, b.dd);
  w.size_dd = product(fabsl(s.xx), a.size_d * a.size_d) + 2 * product(fabsl(s.xy), a.size_d * b.size_d) +
              product(fabsl(s.yy), b.size_d * b.size_d) + product(fabsl(s.x), a.size_dd) +
              product(fabsl(s.y), b.size_dd);
  if (!(fabs(w.v) < largest_compared && w.size_d < largest_compared && w.size_dd < largest_compared)) w.corner = true;
  if (w.v != 0 && fabs(w.v) < smallest_compared) w.corner = true;
  return w;
}

static bool is_near(double a, double b) { return !(fabs(a - b) > 1e-6 * (fabs(a) + fabs(b)) + 1e-9); }

// Two that stand still meet at no corner.
static bool meet(series a, series b) { return is_near(a.v, b.v) && a.size_d + a.size_dd + b.size_d + b.size_dd > 0; }

static series level(double value, bool corner) { return (series){.v = value, .corner = corner}; }

static series compare(int id, series a, series b) {
  double x = a.v, y = b.v;
  bool result = id == JNI_FUNCTION_less            ? x < y
                : id == JNI_FUNCTION_less_equal    ? x <= y
                : id == JNI_FUNCTION_greater       ? x > y
                : id == JNI_FUNCTION_greater_equal ? x >= y
                : id == JNI_FUNCTION_equal         ? x == y
                                                   : x != y;
  return level(result, a.corner || b.corner || meet(a, b));
}

static series choose(series first, series second, bool second_taken, bool corner) {
  series w = second_taken ? second : first;
  w.corner = first.corner || second.corner || corner;
  return w;
}

static slopes arithmetic(int id, double x, double y) {
  const long double X = x, Y = y;
  switch (id) {
    case JNI_FUNCTION_add: return (slopes){x + y, 1, 1, 0, 0, 0};
    case JNI_FUNCTION_subtract: return (slopes){x - y, 1, -1, 0, 0, 0};
    case JNI_FUNCTION_multiply: return (slopes){x * y, y, x, 0, 1, 0};
    case JNI_FUNCTION_divide: return (slopes){x / y, 1 / Y, -X / Y / Y, 0, -1 / Y / Y, 2 * X / Y / Y / Y};
    case JNI_FUNCTION_negate: return (slopes){-x, -1, 0, 0, 0, 0};
    case JNI_FUNCTION_atan2: {
      double r = jnk_hypot(x, y), s = x / r, c = y / r;  // x is the first argument, the ordinate
      return (slopes){jnk_atan2(x, y), c / r, -s / r, -2 * s * c / r / r, (s - c) * (s + c) / r / r, 2 * s * c / r / r};
    }
    default:
      return (slopes){jnk_pow(x, y),
                      Y * powl(X, Y - 1),
                      logl(X) * powl(X, Y),
                      Y * (Y - 1) * powl(X, Y - 2),
                      powl(X, Y - 1) + Y * powl(X, Y - 1) * logl(X),
                      logl(X) * logl(X) * powl(X, Y)};
  }
}

static slopes smooth(int id, double x) {
  switch (id) {
    case JNI_FUNCTION_sin: return (slopes){.f = jnk_sin(x), .x = jnk_cos(x), .xx = -jnk_sin(x)};
    case JNI_FUNCTION_cos: return (slopes){.f = jnk_cos(x), .x = -jnk_sin(x), .xx = -jnk_cos(x)};
    case JNI_FUNCTION_tan:
      return (slopes){.f = jnk_tan(x),
                      .x = 1 / jnk_cos(x) / jnk_cos(x),
                      .xx = 2 * jnk_sin(x) / jnk_cos(x) / jnk_cos(x) / jnk_cos(x)};
    case JNI_FUNCTION_asin:
      return (slopes){.f = jnk_asin(x), .x = 1 / sqrt(1 - x * x), .xx = x / jnk_pow(1 - x * x, 1.5)};
    case JNI_FUNCTION_acos:
      return (slopes){.f = jnk_acos(x), .x = -1 / sqrt(1 - x * x), .xx = -x / jnk_pow(1 - x * x, 1.5)};
    case JNI_FUNCTION_atan:
      return (slopes){.f = jnk_atan(x), .x = 1 / (1 + x * x), .xx = -2 * x / (1 + x * x) / (1 + x * x)};
    case JNI_FUNCTION_sinh: return (slopes){.f = jnk_sinh(x), .x = jnk_cosh(x), .xx = jnk_sinh(x)};
    case JNI_FUNCTION_cosh: return (slopes){.f = jnk_cosh(x), .x = jnk_sinh(x), .xx = jnk_cosh(x)};
    case JNI_FUNCTION_tanh:
      return (slopes){.f = jnk_tanh(x),
                      .x = 1 - jnk_tanh(x) * jnk_tanh(x),
                      .xx = -2 * jnk_tanh(x) * (1 - jnk_tanh(x) * jnk_tanh(x))};
    case JNI_FUNCTION_exp: return (slopes){.f = jnk_exp(x), .x = jnk_exp(x), .xx = jnk_exp(x)};
    case JNI_FUNCTION_log: return (slopes){.f = jnk_log(x), .x = 1 / x, .xx = -1 / x / x};
    default: return (slopes){.f = sqrt(x), .x = 1 / (2 * sqrt(x)), .xx = -1 / (4 * x * sqrt(x))};
  }
}

static series remainder_of(series a, series b) {
  double r = jnk_fmod(a.v, b.v), whole;
  if (r != 0 && (r < 0) != (b.v < 0)) r += b.v;
  whole = round((a.v - r) / b.v);
  return follow(choose(a, b, false, is_near(a.v / b.v, round(a.v / b.v))), b, (slopes){.f = r, .x = 1, .y = -whole});
}

static series piecewise(int id, const series *a) {
  const series zero = {0};
  double x = a[0].v;
  switch (id) {
    case JNI_FUNCTION_and:
      return level(a[0].v != 0 && a[1].v != 0, a[0].corner || a[1].corner || meet(a[0], zero) || meet(a[1], zero));
    case JNI_FUNCTION_or:
      return level(a[0].v != 0 || a[1].v != 0, a[0].corner || a[1].corner || meet(a[0], zero) || meet(a[1], zero));
    case JNI_FUNCTION_not: return level(x == 0, a[0].corner || meet(a[0], zero));
    case JNI_FUNCTION_abs:
      return follow(choose(a[0], zero, false, meet(a[0], zero)), zero, (slopes){.f = fabs(x), .x = x < 0 ? -1 : 1});
    case JNI_FUNCTION_sign: return level(x > 0 ? 1 : x < 0 ? -1 : x, a[0].corner || meet(a[0], zero));
    case JNI_FUNCTION_step: return level(x < 0 ? 0 : x >= 0 ? 1 : x, a[0].corner || meet(a[0], zero));
    case JNI_FUNCTION_ramp: return choose(a[0], zero, x < 0, meet(a[0], zero));
    case JNI_FUNCTION_floor: return level(floor(x), a[0].corner || is_near(x, round(x)));
    case JNI_FUNCTION_ceil: return level(ceil(x), a[0].corner || is_near(x, round(x)));
    case JNI_FUNCTION_min: return choose(a[0], a[1], !(a[0].v <= a[1].v || isnan(a[0].v)), meet(a[0], a[1]));
    case JNI_FUNCTION_max: return choose(a[0], a[1], !(a[0].v >= a[1].v || isnan(a[0].v)), meet(a[0], a[1]));
    case JNI_FUNCTION_mod: return remainder_of(a[0], a[1]);
    case JNI_FUNCTION_if:
      return isnan(x) ? level(x, true) : choose(a[1], a[2], x == 0, a[0].corner || meet(a[0], zero));
    default: break;
  }
  if (x <= 0 || x >= 1) return level(x <= 0 ? 0 : 1, a[0].corner);
  return follow(a[0], zero,
                (slopes){.f = x * x * x * (10 + x * (6 * x - 15)),
                         .x = 30 * x * x * (1 - x) * (1 - x),
                         .xx = 60 * x * (1 - x) * (1 - 2 * x)});
}

static series apply(int id, const series *a) {
  const series zero = {0};
  if (id >= JNI_FUNCTION_less && id <= JNI_FUNCTION_not_equal) return compare(id, a[0], a[1]);
  if (id == JNI_FUNCTION_negate) return follow(a[0], zero, arithmetic(id, a[0].v, 0));
  if (id <= JNI_FUNCTION_power || id == JNI_FUNCTION_atan2) return follow(a[0], a[1], arithmetic(id, a[0].v, a[1].v));
  if (id == JNI_FUNCTION_asin || id == JNI_FUNCTION_acos) {  // infinite slopes at the ends
    series w = follow(a[0], zero, smooth(id, a[0].v));
    w.corner = w.corner || is_near(fabs(a[0].v), 1);
    return w;
  }
  if (id >= JNI_FUNCTION_sin && id <= JNI_FUNCTION_sqrt) return follow(a[0], zero, smooth(id, a[0].v));
  return piecewise(id, a);
}

// `refused`: a part that is made of numbers alone is not finite, which the parser does not take.
static series walk(const tree *t, int i, const jni_jet *variables, bool *constant, bool *refused) {
  const node *n = &t->nodes[i];
  *constant = n->kind != JNI_OP_VARIABLE;
  if (n->kind == JNI_OP_NUMBER) return level(numbers[n->index], false);
  if (n->kind == JNI_OP_VARIABLE) {
    jni_jet x = variables[n->index];
    return (series){x.v, x.d, x.dd, fabs(x.d), fabs(x.dd), false};
  }
  series arguments[3] = {{0}};
  for (int k = 0; k < jni_functions[n->index].arguments; k++) {
    bool part = false;
    arguments[k] = walk(t, n->argument[k], variables, &part, refused);
    *constant = *constant && part;
    if (!isfinite(arguments[k].v)) arguments[k].corner = true;  // there are no derivatives of infinity
  }
  series w = apply(n->index, arguments);
  if (*constant && !isfinite(w.v)) *refused = true;
  return w;
}

// ---- comparing --------------------------------------------------------------------------------------------

static bool agree(long double a, double b, long double size) {
  return (isnan(a) && isnan(b)) || a == b || fabsl(a - b) <= 1e-6L * size + 1e-300L;
}

// Infinite slopes are left out: what they become depends on the order of the terms.
static void check_derivatives(const series *oracle, jni_jet jet) {
  if (oracle->corner || !isfinite(oracle->v) || !isfinite(oracle->size_d) || !isfinite(oracle->size_dd)) return;
  if (!(oracle->size_dd < 1e100) || !(fabs(oracle->v) < 1e100)) return;
  FUZZ_CHECK(agree(oracle->d, jet.d, oracle->size_d));
  FUZZ_CHECK(agree(oracle->dd, jet.dd, oracle->size_dd));
}

static void check_tree(tree *t) {
  static page p;
  bool constant, refused = false;
  jni_jet variables[NVARIABLES];
  double values[NVARIABLES];
  int root = grow(t, 0);
  for (int i = 0; i < NVARIABLES; i++) {
    variables[i] = (jni_jet){0.25 * ((int)fuzz_byte(&t->bytes) - 100) + 0.01 * i, 0.5 * i + 0.3, 1.7 - i};
    values[i] = variables[i].v;
  }
  p.n = 0;
  write_node(&p, t, root);
  series oracle = walk(t, root, variables, &constant, &refused);
  jni_expression *expression = compile(p.text);
  if (!expression && !refused) fprintf(stderr, "refused: %s\n", p.text);
  FUZZ_CHECK(!expression == refused);
  if (!expression) return;
  double value = jni_expression_value(expression, values);
  jni_jet jet = jni_expression_jet(expression, variables);
  if (getenv("FUZZ_SHOW"))
    fprintf(stderr, "%s\n  %.17g %.17g %.17g, expected %.17g %.17g %.17g\n", p.text, jet.v, jet.d, jet.dd, oracle.v,
            (double)oracle.d, (double)oracle.dd);
  FUZZ_CHECK(agree(value, oracle.v, 0));
  FUZZ_CHECK(agree(jet.v, value, 0) || oracle.corner);
  check_derivatives(&oracle, jet);
  jni_expression_free(expression);
}

// ---- texts -------------------------------------------------------------------------------------------------

// Postfix code back to text: each part stands in a text of its own until it is used.
static bool write_code(const jni_expression *e, page *p) {
  enum { PARTS = 40 };
  static char parts[PARTS][1500];
  int top = 0;
  for (int i = 0; i < e->nops; i++) {
    const jni_op *op = &e->ops[i];
    const jni_function *f = op->kind == JNI_OP_CALL ? &jni_functions[op->index] : NULL;
    bool word = op->kind == JNI_OP_CALL && op->index >= JNI_FUNCTION_sin;
    int first = top - (f ? f->arguments : 0);
    p->n = 0;
    p->text[0] = '\0';
    if (op->kind == JNI_OP_NUMBER) {
      put(p, "(");
      put_number(p, op->number);
      put(p, ")");
    }
    if (op->kind == JNI_OP_VARIABLE) put(p, names[op->index]);
    if (f) open_call(p, f, word);
    for (int k = first; f && k < top; k++) {
      if (k > first) between(p, f, word);
      put(p, parts[k]);
    }
    if (f) put(p, ")");
    if (p->n >= 1500 || first >= PARTS) return false;
    memcpy(parts[first], p->text, (size_t)p->n + 1);
    top = first + 1;
  }
  return true;
}

static void check_same_code(const jni_expression *a, const jni_expression *b) {
  FUZZ_CHECK(a->nops == b->nops);
  for (int i = 0; i < a->nops; i++) {
    FUZZ_CHECK(a->ops[i].kind == b->ops[i].kind && a->ops[i].index == b->ops[i].index);
    FUZZ_CHECK(a->ops[i].number == b->ops[i].number);
  }
}

static void check_text(const uint8_t *data, size_t size) {
  static page p;
  char *text = malloc(size + 1);
  if (!text) return;
  memcpy(text, data, size);
  text[size] = '\0';
  jni_expression *expression = compile(text);
  if (expression) {
    double times[16], values[NVARIABLES] = {0.3, -2, 1e9, 0};
    jni_expression_value(expression, values);
    FUZZ_CHECK(jni_expression_breaks(expression, 0, times, 16) >= 0);
    if (write_code(expression, &p)) {
      jni_expression *again = compile(p.text);
      FUZZ_CHECK(again);
      check_same_code(expression, again);
      jni_expression_free(again);
    }
  }
  jni_expression_free(expression);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static tree t;
  if (size > 0 && data[0] == '=') {
    check_text(data + 1, size - 1);
    return 0;
  }
  t.n = 0;
  t.bytes = (fuzz_bytes){data, size, 0};
  check_tree(&t);
  return 0;
}
