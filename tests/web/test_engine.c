// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_engine.c - the engine of the page (web/engine/engine.h), natively: models and messages, descriptions as JSON,
// runs in slices, live steps, calls in a wrong order, hostile names, failing allocations.
#include "engine.h"

#include <jounce/jounce.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "folder.h"
#include "json_read.h"

// ---- memory: the linker leads all calls of the program here --------------------------------------------------------

static long memory_calls, memory_fails;  // fails: the number of the call that gets nothing, 0: none

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *block, size_t size);

static bool memory_ends(void) { return ++memory_calls == memory_fails; }
void *__wrap_malloc(size_t size) { return memory_ends() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t n, size_t size) { return memory_ends() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *block, size_t size) { return memory_ends() ? NULL : __real_realloc(block, size); }

// ---- what the tests share ------------------------------------------------------------------------------------------

static const char pendulum[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {l: 1}\n"
    "bodies: {rod: {mass: 1, inertia: 0.1, points: {top: [0, \"=l\"]}}}\n"
    "joints: {pin: {type: revolute, between: [ground, rod.top]}}\n"
    "inputs: {push: 0}\nforces: {f: {type: point-force, at: rod, value: [push, 0]}}\n"
    "initial: {guess: {rod.angle: 1}}\noutputs: {x: rod.x}\n"
    "simulate: {until: 1, step: 1 ms, output: 100 ms}\n";

static bool put_text(je_engine *e, const char *path, const char *text) { return je_put(e, path, text, strlen(text)); }

static bool read_text(je_engine *e, const char *text) {
  return put_text(e, "model.yaml", text) && je_read(e, "model.yaml", "");
}

static bool is_json(const char *text) {
  const char *found;
  int length;
  bool good = json_read(text, NULL, &found, &length);
  if (!good) printf("no JSON: %.300s\n", text);
  return good;
}

// Returns the value at a path of a JSON text; valid until the next call.
static const char *get(const char *text, const char *path) {
  static char value[1024];
  const char *found;
  int length;
  CHECK(json_read(text, path, &found, &length));
  snprintf(value, sizeof value, "%.*s", found ? length : 0, found ? found : "");
  return value;
}

static bool has(const char *text, const char *path, const char *expected) {
  const char *found = get(text, path);
  if (strcmp(found, expected) != 0) printf("%s is '%s' in place of '%s'\n", path, found, expected);
  return strcmp(found, expected) == 0;
}

// Runs the model. Returns its rows, and the hash at the end.
static int run_to_end(je_engine *e, int slice, char *hash) {
  int nrows = 0;
  bool more = true;
  while (more) {
    more = je_go(e, slice);
    nrows += je_nrows(e);
    je_rows(e);
  }
  CHECK(je_end(e));
  snprintf(hash, 20, "%s", get(je_summary(e), "hash"));
  return nrows;
}

// ---- models --------------------------------------------------------------------------------------------------------

static void test_messages(void) {
  je_engine *e = je_new();
  CHECK(read_text(e, pendulum) && has(je_messages(e), "0/what", ""));
  CHECK(!read_text(e, "jounce: 1\nspace: plane\nbodies: {rod: {mass: 1, inertai: 1}}\n"));
  const char *messages = je_messages(e);
  CHECK(has(messages, "0/severity", "fault") && has(messages, "0/file", "model.yaml"));
  CHECK(has(messages, "0/line", "3") && has(messages, "0/column", "25") && has(messages, "0/element", "body 'rod'"));
  CHECK(strstr(get(messages, "0/what"), "did you mean 'inertia'?"));
  CHECK(has(je_describe(e), "bodies/1/name", "rod"));  // the model before is kept
  CHECK(!je_read(e, "elsewhere.yaml", "") && strstr(get(je_messages(e), "0/what"), "not among the files"));
  je_free(e);
}

static void test_settings(void) {
  je_engine *e = je_new();
  CHECK(put_text(e, "model.yaml", pendulum));
  CHECK(je_read(e, "model.yaml",
                "l\0"
                "2\0simulate.until\0"
                "0.5\0"));
  CHECK(has(je_describe(e), "parameters/0/name", "l") && has(je_describe(e), "parameters/0/value", "2"));
  CHECK(je_start(e, false) && has(je_describe(e), "choices/until", "0.5"));
  CHECK(!je_read(e, "model.yaml",
                 "length\0"
                 "2\0"));
  CHECK(strstr(get(je_messages(e), "0/what"), "there is no"));
  je_free(e);
}

static void test_files(void) {
  je_engine *e = je_new();
  CHECK(put_text(e, "cars/../cars/./a.yaml", "jounce: 1\nspace: plane\nuse: {b: {part: ../parts/ball.yml}}\n"));
  CHECK(put_text(e, "parts/ball.yml", "jounce: 1\nports: {}\nbodies: {ball: {mass: -1, type: particle}}\n"));
  CHECK(!je_read(e, "cars/a.yaml", "") && strstr(get(je_messages(e), "0/file"), "ball.yml"));
  CHECK(put_text(e, "parts/ball.yml", "jounce: 1\nports: {}\nbodies: {ball: {mass: 1, type: particle}}\n"));
  CHECK(je_read(e, "cars/a.yaml", "") && has(je_describe(e), "bodies/1/name", "b.ball"));
  // other settings, and none again: the model of the file
  CHECK(je_read(e, "cars/a.yaml",
                "bodies.b.ball.mass\0"
                "2\0") &&
        je_read(e, "cars/a.yaml", ""));
  CHECK(!je_read(e, "cars/a.yaml",
                 "bodies.b.ball.mass\0"
                 "-1\0") &&
        *get(je_messages(e), "0/what"));
  CHECK(strcmp(get(je_messages(e), "1/what"), "") == 0);  // reported once
  CHECK(put_text(e, "parts/ball.yml", "jounce: 1\nports: {}\nbodies: {bowl: {mass: 1, type: particle}}\n"));
  CHECK(je_read(e, "cars/a.yaml", "") && has(je_describe(e), "bodies/1/name", "b.bowl"));
  je_drop(e);
  CHECK(!je_read(e, "cars/a.yaml", ""));
  je_free(e);
}

// ---- descriptions --------------------------------------------------------------------------------------------------

static void test_description(void) {
  je_engine *e = je_new();
  CHECK(is_json(je_schema(e)) && strcmp(je_describe(e), "null") == 0);
  CHECK(read_text(e, pendulum) && je_start(e, false));
  const char *text = je_describe(e);
  CHECK(is_json(text) && has(text, "space", "plane") && has(text, "joints/0", "pin") && has(text, "inputs/0", "push"));
  CHECK(has(text, "outputs/0/name", "x") && has(text, "outputs/0/unit", "m") && has(text, "counts/freedoms", "1"));
  CHECK(has(text, "choices/integrator", "rk4") && *get(text, "things/0/kind"));
  je_free(e);
}

static void describe_shipped(const char *path) {
  je_engine *e = je_new();
  FILE *file = fopen(path, "rb");
  static char text[1 << 20];
  size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  // models that name other files are tested elsewhere
  if (je_put(e, "m.yaml", text, n) && je_read(e, "m.yaml", "simulate.start\0assembly\0")) {
    CHECK(is_json(je_describe(e)));
    CHECK(je_start(e, true) && is_json(je_describe(e)) && is_json(je_messages(e)) && is_json(je_summary(e)));
  }
  je_free(e);
}

static void test_hostile_names(void) {
  je_engine *e = je_new();
  const char *text =
      "jounce: 1\nspace: plane\nname: \"</script>\\\"\\\\\\u0001\\u2028 \\xff\"\n"
      "bodies: {'<img src=x onerror=a()>': {mass: 1, type: particle}}\n";
  CHECK(!read_text(e, text) && is_json(je_messages(e)));
  CHECK(read_text(
      e,
      "jounce: 1\nspace: plane\nname: \"</script>\\\"\\\\ \\u2028 \\xff\"\nbodies: {a: {mass: 1, type: particle}}\n"));
  CHECK(is_json(je_describe(e)) && je_start(e, false) && is_json(je_describe(e)));
  CHECK(je_ask(e, "a.vx\0<b>\"\\\0") && !je_start(e, false) && is_json(je_messages(e)));
  CHECK(je_ask(e, "") && je_start(e, false));
  je_free(e);
}

// ---- runs ----------------------------------------------------------------------------------------------------------

static void check_slices(je_engine *e, const char *expected) {
  static const int slices[] = {1, 7, 100000};
  for (int i = 0; i < 3; i++) {
    char hash[20];
    CHECK(je_start(e, false) && je_row_size(e) == 1 + 1 + 7);
    CHECK(run_to_end(e, slices[i], hash) == 11);
    CHECK(strcmp(hash, expected) == 0);
    CHECK(has(je_summary(e), "good", "true") && has(je_summary(e), "time", "1"));
  }
}

static void test_slices(void) {
  je_engine *e = je_new();
  char hash[20];
  jn_model *model = jn_model_read_text(NULL, "m", pendulum, strlen(pendulum), NULL, 0, NULL);
  jn_run *run = jn_run_new(model, NULL, NULL);
  CHECK(run && jn_run_execute(run, NULL) == JN_OK);
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)jn_run_summary(run)->state_hash);
  CHECK(read_text(e, pendulum));
  check_slices(e, hash);
  jn_run_free(run);
  jn_model_free(model);
  je_free(e);
}

static void test_rows(void) {
  je_engine *e = je_new();
  CHECK(read_text(e, pendulum) && je_ask(e, "rod.vx\0joint.pin.angle\0") && je_start(e, false));
  CHECK(has(je_describe(e), "outputs/1/name", "rod.vx") && has(je_describe(e), "outputs/1/asked", "true"));
  CHECK(je_row_size(e) == 1 + 3 + 7);
  while (je_go(e, 10) && je_nrows(e) < 5) continue;
  int n = je_nrows(e);
  const double *rows = je_rows(e);
  CHECK(n == 5 && je_nrows(e) == 0);
  for (int i = 0; i < n; i++) {
    const double *row = rows + 11 * i, *pose = row + 4;
    CHECK_NEAR(row[0], 0.1 * i, 1e-12);
    CHECK(row[1] == pose[0] && pose[2] == 0);
    CHECK_NEAR(2 * atan2(pose[6], pose[3]), row[3], 1e-12);  // the joint turns as the rod
  }
  je_free(e);
}

// An output may have the name of a coordinate, but another value or unit: poses are not affected.
static void test_poses_of_rows(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nbodies: {rod: {mass: 1, inertia: 1}}\n"
      "initial: {keep: {rod.position: [0.25, 0.5], rod.angle: 7}}\noutputs: {rod.x: 2*t + 9, rod.angle: t, y: rod.y}\n"
      "simulate: {until: 1, step: 100 ms, output: 500 ms}\n";
  je_engine *e = je_new();
  bool started = read_text(e, text) && je_start(e, false);
  CHECK(started);
  while (started && je_go(e, 10)) continue;
  CHECK(je_nrows(e) == 3 && je_row_size(e) == 1 + 3 + 7);
  const double *row = je_rows(e), *pose = row + 4;
  CHECK(row[1] == 9 && row[3] == 0.5 && pose[0] == 0.25 && pose[1] == 0.5 && pose[2] == 0);
  CHECK_NEAR(fabs(pose[3] * cos(3.5) + pose[6] * sin(3.5)), 1, 1e-12);
  je_free(e);
}

// A refused model does not affect the run and its final messages.
static void test_run_goes_on(void) {
  je_engine *e = je_new();
  char hash[20], other[20];
  CHECK(read_text(e, pendulum) && je_start(e, false));
  run_to_end(e, 50, hash);
  CHECK(je_start(e, false) && je_go(e, 100) && !read_text(e, "jounce: 1\nspace: round\n"));
  run_to_end(e, 50, other);
  CHECK(strcmp(hash, other) == 0);
  static const char settings[] =
      "simulate.integrator\0dopri5\0simulate.max_steps\0"
      "12\0";
  CHECK(put_text(e, "model.yaml", pendulum) && je_read(e, "model.yaml", settings));
  CHECK(je_start(e, false) && je_go(e, 10) && !read_text(e, "jounce: 1\nspace: round\n"));
  while (je_go(e, 10)) continue;
  CHECK(!je_end(e) && has(je_summary(e), "good", "false") && strstr(get(je_summary(e), "why"), "max_steps"));
  CHECK(strstr(je_messages(e), "max_steps"));
  je_free(e);
}

// ---- live ----------------------------------------------------------------------------------------------------------

static void test_live(void) {
  je_engine *e = je_new();
  double kept[64], ends[64];
  CHECK(read_text(e, pendulum) && je_start(e, true) && je_time(e) == 0);
  CHECK(je_step(e, 0.25) && je_time(e) >= 0.25);
  int n = je_state_size(e);
  CHECK(n > 2 && n < 64);
  memcpy(kept, je_state(e), (size_t)n * sizeof *kept);
  CHECK(je_restart(e, kept) && je_step(e, 0.5));
  memcpy(ends, je_state(e), (size_t)n * sizeof *ends);
  CHECK(je_restart(e, kept) && je_step(e, 0.5));
  CHECK(memcmp(ends, je_state(e), (size_t)n * sizeof *ends) == 0);  // equal bit for bit
  CHECK(je_restart(e, kept));
  je_hold(e, 0, 5);
  CHECK(je_step(e, 0.5) && memcmp(ends, je_state(e), (size_t)n * sizeof *ends) != 0);
  je_hold(e, 0, NAN);
  CHECK(je_restart(e, kept) && je_step(e, 0.5) && memcmp(ends, je_state(e), (size_t)n * sizeof *ends) == 0);
  const double *pose = je_poses(e), *outputs = je_outputs(e);
  CHECK(pose && outputs && outputs[0] == pose[0]);
  kept[1] = NAN;
  CHECK(!je_restart(e, kept) && je_step(e, 0.6));
  je_free(e);
}

// A drive has no end: it continues beyond `until` of the model.
static void test_live_end(void) {
  je_engine *e = je_new();
  CHECK(read_text(e, pendulum) && je_start(e, true) && je_step(e, 3) && je_time(e) >= 3);
  CHECK(!je_step(e, NAN) || je_time(e) >= 3);
  je_free(e);
}

// ---- wrong orders --------------------------------------------------------------------------------------------------

static void call_all(je_engine *e) {
  static const double state[64] = {NAN};
  CHECK(is_json(je_messages(e)) && is_json(je_describe(e)) && is_json(je_summary(e)));
  je_go(e, 1);
  je_go(e, 0);
  je_go(e, -1);
  je_rows(e);
  je_nrows(e);
  je_row_size(e);
  je_hold(e, -1, 1);
  je_hold(e, 7, 1);
  je_restart(e, state);
  je_step(e, -1);
  CHECK(isfinite(je_time(e)));
  je_poses(e);
  je_outputs(e);
  je_state(e);
  je_state_size(e);
  CHECK(isnan(je_road_height(e, 0, 0, 0)));
  je_end(e);
  je_end(e);
  CHECK(is_json(je_messages(e)) && is_json(je_describe(e)) && is_json(je_summary(e)));
}

static void test_wrong_order(void) {
  je_engine *e = je_new();
  CHECK(!je_start(e, false) && !je_go(e, 1) && !je_end(e) && !je_step(e, 1));
  call_all(e);
  CHECK(read_text(e, pendulum));
  call_all(e);
  for (int live = 0; live < 2; live++) {
    CHECK(je_start(e, live));
    call_all(e);
    CHECK(je_start(e, live) && je_step(e, 0.01));
    je_go(e, 5);
    call_all(e);
    CHECK(read_text(e, pendulum));  // ends the run
    call_all(e);
  }
  je_free(e);
  je_free(NULL);
}

// ---- memory that ends ----------------------------------------------------------------------------------------------

// Calls everything that the page does with a model, and ignores the results.
static void use_all(je_engine *e) {
  read_text(e, pendulum);
  je_ask(e, "rod.vx\0");
  je_schema(e);
  for (int live = 0; live < 2; live++) {
    je_start(e, live);
    je_describe(e);
    je_messages(e);
    while (je_go(e, 500)) continue;
    je_rows(e);
    je_poses(e);
    je_outputs(e);
    je_step(e, 0.002);
    je_end(e);
    je_summary(e);
  }
}

// Makes the k-th allocation fail; afterwards everything works. Returns the number of allocations.
static long check_failure(long k, const char *expected) {
  je_engine *e = je_new();
  memory_calls = 0;
  memory_fails = k;
  use_all(e);
  memory_fails = 0;
  long n = memory_calls;
  call_all(e);
  char hash[20] = "";
  bool good = read_text(e, pendulum) && je_ask(e, "") && je_start(e, false);
  if (good) run_to_end(e, 500, hash);
  CHECK(good && strcmp(hash, expected) == 0);
  je_free(e);
  return n;
}

static void test_no_memory(void) {
  char hash[20];
  je_engine *e = je_new();
  CHECK(read_text(e, pendulum) && je_start(e, false));
  run_to_end(e, 500, hash);
  je_free(e);
  long n = check_failure(0, hash), step = LIGHT ? 37 : 17;
  CHECK(n > 100);
  for (long k = 1; k <= n; k += k < 40 ? 1 : step) check_failure(k, hash);
  memory_calls = 0;
  memory_fails = 1;
  CHECK(!je_new());
  memory_calls = 0;
  CHECK(!je_alloc(10));
  memory_fails = 0;
}

// ---- fma -----------------------------------------------------------------------------------------------------------

double __real_fma(double x, double y, double z);
double __wrap_fma(double x, double y, double z);

static uint64_t draw(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static double of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

// Returns a random number between 2^-range and 2^range, often with many zeros or ones at its end.
static double draw_number(int range) {
  static const uint64_t zeros[] = {0, 0xfffffff, 0xffffffffffff, 0}, ones[] = {0, 0, 0, 0xfffffffffff};
  int kind = (int)(draw() % 4);
  uint64_t exponent = (uint64_t)(1023 - range) + draw() % (uint64_t)(2 * range + 1);
  uint64_t digits = ((draw() & 0xfffffffffffff) & ~zeros[kind]) | ones[kind];
  return of_bits((draw() & 1) << 63 | exponent << 52 | digits);
}

// Sums that nearly cancel, or end near half a bit of the product, are the difficult cases.
static double draw_summand(double x, double y, int range) {
  switch (draw() % 6) {
    case 0: return -x * y;
    case 1: return of_bits(bits_of(-x * y) + draw() % 7 - 3);
    case 2: return of_bits(bits_of(ldexp(x * y, (int)(draw() % 130) - 65)) ^ (uint64_t)1 << draw() % 53);
    default: return draw_number(range);
  }
}

// The page's fma rounds once, like the instruction.
static void test_fma(void) {
  static const double rare[] = {0,     -0.0,   1,        -1,        5e-324,   -1e-310,
                                1e308, -1e308, INFINITY, -INFINITY, 0x1p-537, 0x1p-600};
  enum { RARE = sizeof rare / sizeof *rare };
  static const int ranges[] = {2, 60, 300, 1000};
  long wrong = 0;
  for (long i = 0; i < 1000000; i++) {
    int range = ranges[i % 4];
    double x = draw_number(range), y = draw_number(range), z = draw_summand(x, y, range);
    double have = __wrap_fma(x, y, z), want = __real_fma(x, y, z);
    wrong += bits_of(have) != bits_of(want) && !(isnan(have) && isnan(want));
  }
  CHECK(wrong == 0);
  for (int i = 0; i < RARE * RARE * RARE; i++) {
    double x = rare[i % RARE], y = rare[i / RARE % RARE], z = rare[i / RARE / RARE];
    double have = __wrap_fma(x, y, z), want = __real_fma(x, y, z);
    wrong += bits_of(have) != bits_of(want) && !(isnan(have) && isnan(want));
  }
  CHECK(wrong == 0);
}

int main(void) {
  test_messages();
  test_settings();
  test_files();
  test_description();
  CHECK(each_shipped_model(describe_shipped) > 40);
  test_hostile_names();
  test_slices();
  test_rows();
  test_poses_of_rows();
  test_run_goes_on();
  test_live();
  test_live_end();
  test_wrong_order();
  test_no_memory();
  test_fma();
  return check_report();
}
