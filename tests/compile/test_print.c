// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_print.c - programs as files of C: clean in C11 and C++17, and the bits of the tape after many steps whatever
// compiler and options there are, for one and for lanes that start apart. `test_print all` compiles every case in every
// way, and takes 10 000 steps with each: minutes.
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "compile/machine.h"
#include "compile/print/print.h"
#include "memory.h"
#include "program.h"

static const char folder[] = "test_print.files";

#define WARNINGS "-Wall -Wextra -Wconversion -Wshadow -pedantic -Werror"
enum {
  GCC0,
  GCC3,
  CLANG,
  CXX,
  LANES,
  CLANG_LANES,
  QUICK,
  QUICK_LANES,
  BLOCKS,
  BLOCKS_CXX,
  BLOCKS_LANES,
  PLAIN,
  BUILDS
};
static const struct {
  const char *compiler, *options;
  int lanes;
  bool blocks;
} builds[BUILDS] = {[GCC0] = {"gcc", "-std=c11 -O0 " WARNINGS, 0, false},
                    [GCC3] = {"gcc", "-std=c11 -O3 -march=native " WARNINGS, 0, false},
                    [CLANG] = {"clang", "-std=c11 -O2 -march=native " WARNINGS, 0, false},
                    [CXX] = {"g++", "-std=c++17 -x c++ -O1 " WARNINGS, 0, false},
                    [LANES] = {"gcc", "-std=c11 -O2 -march=native " WARNINGS, 4, false},
                    [CLANG_LANES] = {"clang", "-std=c11 -O1 " WARNINGS, 4, false},
                    [QUICK] = {"clang", "-std=c11 -O0 " WARNINGS, 0, false},
                    [QUICK_LANES] = {"gcc", "-std=c11 -O0 -march=native " WARNINGS, 4, false},
                    [BLOCKS] = {"gcc", "-std=c11 -O1 -march=native " WARNINGS, 0, true},
                    [BLOCKS_CXX] = {"g++", "-std=c++17 -x c++ -O0 " WARNINGS, 0, true},
                    [BLOCKS_LANES] = {"gcc", "-std=c11 -O0 -march=native " WARNINGS, 4, true},
                    [PLAIN] = {"gcc", "-std=c11 -O0 -DJNL_LANES=1 " WARNINGS, 0, false}};  // without vectors
#define BIT(build) (1u << (build))
#define EVERY \
  (BIT(GCC0) | BIT(GCC3) | BIT(CLANG) | BIT(CXX) | BIT(LANES) | BIT(CLANG_LANES) | BIT(BLOCKS) | BIT(BLOCKS_LANES))
#define FEW (BIT(GCC0) | BIT(GCC3) | BIT(LANES))
#define LARGE (BIT(GCC0) | BIT(QUICK_LANES))

typedef struct {
  const char *path, *method;
  double h;
  int steps;
  unsigned builds;
  const char *with;  // what is compiled with it
  bool creeps;
} print_case;
static const print_case cases[] = {
    {"examples/four-bar.yaml", "rk4", 1e-3, 10000, EVERY, "", false},
    {"examples/slider-crank.yaml", "rosenbrock", 1e-3, 10000, FEW, "", false},
    {"benchmarks/double-wishbone-corner.yaml", "split", 1e-3, 1000, BIT(GCC0) | BIT(QUICK_LANES), "", false},
    {"benchmarks/andrews-a03.yaml", "euler", 1e-6, 10000, FEW, "", false},
    {"benchmarks/spatial-slider-crank.yaml", "ab2", 1e-4, 10000, FEW, "", false},
    {"benchmarks/flyball-governor-a05.yaml", "split", 1e-4, 10000, FEW, "", false},
    {"../tests/data/hulls.yaml", "rk4", 1e-3, 1000, FEW | BIT(CXX) | BIT(CLANG_LANES), "", false},
    {"../tests/data/hulls.yaml", "split", 1e-3, 1000, FEW, "", true},
    {"vehicles/iltis.yaml", "euler", 1e-3, 300, LARGE | BIT(BLOCKS_CXX) | BIT(BLOCKS_LANES), "", false},
    {"vehicles/iltis.yaml", "rosenbrock", 1e-3, 300, BIT(GCC0) | BIT(BLOCKS), "", false},
    {"vehicles/iltis.yaml", "split", 1e-3, 300, BIT(QUICK) | BIT(PLAIN), "", false},
    {"vehicles/hmmwv.yaml", "euler", 1e-3, 300, LARGE | BIT(BLOCKS), "", false},
    {"vehicles/m2.yaml", "euler", 1e-3, 300, BIT(GCC0) | BIT(BLOCKS), "-Iinclude m2_controller.c -ffp-contract=off",
     false},
};
enum { CASES = (int)(sizeof cases / sizeof cases[0]) };

// ---- the printed code ---------------------------------------------------------------------------------------------

// Lane k starts with a time and speeds of its own. Writes the last states, lane by lane.
static const char driver[] =
    "#include <stdio.h>\n#define m_DECLARATIONS\n#include \"m.c\"\n"
    "int main(void) {\n  static m_state s;\n  int bad = 0;\n  m_init(&s);\n"
    "  for (int k = 0; k < m_LANES; k++) {\n    ((double *)&s.x[0])[k] += 0.0078125 * k;\n"
    "    for (int i = 0; i < m_NV; i++) ((double *)&s.x[m_V + i])[k] += 0.015625 * k;\n  }\n"
    "  m_restart(&s);\n"
    "  for (int i = 0; i < %d; i++) bad += m_step(&s) == 2;\n"
    "  for (int k = 0; k < m_LANES; k++)\n    for (int i = 0; i < m_NX; i++) {\n"
    "      const double *x = (const double *)&s.x[i];\n      printf(\"%%a\\n\", x[k]);\n    }\n"
    "  for (int i = 0; i < m_MEMORY; i++) printf(\"%%s [%%s]\\n\", m_name(i), m_unit(i));\n"
    "  return bad != 0 || m_name(m_MEMORY) || m_name(-1) || m_sizes().nm != m_NM;\n}\n";

static void write_file(const char *name, const char *text) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  CHECK(file);
  if (!file) return;
  fputs(text, file);
  fclose(file);
}

static int call(const char *command) {
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool have(const char *compiler) {
  char command[128];
  snprintf(command, sizeof command, "%s --version > /dev/null 2>&1", compiler);
  return call(command) == 0;
}

static bool build_and_run(const print_case *it, int which, int steps) {
  char command[1024], text[2048];
  const char *compiler = builds[which].compiler;
  bool cxx = which == CXX || which == BLOCKS_CXX;
  snprintf(text, sizeof text, driver, steps);
  write_file("main.c", text);
  snprintf(command, sizeof command, "cd %s && %s %s -c m.c -o m.o && %s -O1 -w main.c m.o %s -o m %s -lm && ./m > out",
           folder, compiler, builds[which].options, cxx ? "gcc" : compiler, it->with, cxx ? "-lstdc++" : "");
  int rc = call(command);
  if (rc != 0) fprintf(stderr, "%s by %s: %s %s\n", it->path, it->method, compiler, builds[which].options);
  return rc == 0;
}

// ---- the tape -----------------------------------------------------------------------------------------------------

enum { MOST_LANES = 4 };

static void run_tape(jni_machine *m, int lane, int steps, double *end) {
  double *start = jni_doubles(&m->pool, (size_t)m->step.nvariables);
  memcpy(start, m->program->nominal, (size_t)m->step.nvariables * sizeof *start);
  start[0] += 0.0078125 * lane;
  for (int i = 0; i < m->step.nv; i++) start[1 + m->step.nq + i] += 0.015625 * lane;
  jni_machine_init(m, start);
  jni_machine_restart(m);
  int bad = 0;
  for (int i = 0; i < steps; i++) bad += jni_machine_step(m) == JN_NOT_FINITE;
  CHECK(bad == 0);
  memcpy(end, m->x, (size_t)m->n * sizeof *end);
}

static void compare(const jni_machine *m, const double *ends, int lanes) {
  char path[256], line[512], want[512];
  snprintf(path, sizeof path, "%s/out", folder);
  FILE *file = fopen(path, "r");
  CHECK(file);
  int differ = 0;
  for (int i = 0; file && i < m->n * (lanes > 0 ? lanes : 1); i++) {
    snprintf(want, sizeof want, "%a\n", ends[i]);
    differ += !fgets(line, sizeof line, file) || strcmp(line, want) != 0;
  }
  CHECK(differ == 0);
  for (int i = 0; file && i < m->step.nvariables; i++) {
    snprintf(want, sizeof want, "%s [%s]\n", m->program->names[i], m->program->units[i]);
    CHECK(fgets(line, sizeof line, file) && strcmp(line, want) == 0);
  }
  if (file) fclose(file);
}

// ---- both ---------------------------------------------------------------------------------------------------------

// No line of the equations is longer than a line may be, but where a value goes to many places.
static void check_widths(const char *text) {
  enum { MOST = 120 };
  static const char begin[] = "  const double n";
  int longest = 0;
  for (const char *at = text, *end;; at = end + 1) {
    end = strchr(at, '\n');
    if (!end) break;
    const char *store = strstr(at, "] = "), *second = store ? strstr(store + 1, "] = ") : NULL;
    bool plain = strncmp(at, begin, sizeof begin - 1) == 0 && (!second || second > end);
    if (plain && end - at > longest) longest = (int)(end - at);
  }
  if (longest > MOST) printf("a line of %d columns\n", longest);
  CHECK(longest <= MOST);
}

typedef struct {
  const print_case *it;
  const jni_machine *m;
  const double *ends;  // of every lane
  int steps;
} expected;

static void check_build(const expected *e, int which, jn_report *report) {
  const jni_print_options options = {.name = "m",
                                     .model = "a model",
                                     .method = e->m->method,
                                     .h = e->m->step.h,
                                     .lanes = builds[which].lanes,
                                     .blocks = builds[which].blocks};
  if (!have(builds[which].compiler)) return;
  jni_source *text = jni_print_c(NULL, e->m->program, &options, report);
  CHECK(text);
  if (!text) return;
  check_widths(text->text);
  write_file("m.c", text->text);
  bool good = build_and_run(e->it, which, e->steps);
  CHECK(good);
  if (good) compare(e->m, e->ends, builds[which].lanes);
  jni_source_free(text);
}

static compiled compile(const print_case *it) {
  char path[512];
  const jni_step_method *method = jni_step_method_find(it->method);
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, it->path);
  return compiled_new(
      path, &(compiled_def){.fused = true, .implicit = {.extent = method->implicit, .h = it->h}, .creeps = it->creeps});
}

static void check_case(const print_case *it, bool all) {
  compiled c = compile(it);
  CHECK(c.program);
  const jni_machine_def def = {.program = c.program, .method = jni_step_method_find(it->method), .h = it->h};
  jni_machine *m = c.program ? jni_machine_new(NULL, &def) : NULL;
  double *ends = m ? calloc((size_t)m->n * MOST_LANES, sizeof *ends) : NULL;
  const expected e = {it, m, ends, all ? 10000 : it->steps};
  for (int k = 0; ends && k < MOST_LANES; k++) run_tape(m, k, e.steps, ends + k * m->n);
  if (ends) CHECK(memcmp(ends, ends + m->n, (size_t)m->n * sizeof *ends) != 0);
  for (int i = 0; ends && i < BUILDS; i++)
    if ((all ? EVERY : it->builds) & BIT(i)) check_build(&e, i, c.report);
  if (all) {
    printf("%s, %s: %d steps\n", it->path, it->method, e.steps);
    fflush(stdout);
  }
  free(ends);
  jni_machine_free(m);
  compiled_free(&c);
}

// ---- names and refusals -------------------------------------------------------------------------------------------

static void check_names(const print_case *it) {
  compiled c = compile(it);
  CHECK(c.program);
  const jni_program *p = c.program;
  for (int i = 0; p && i < jni_program_nvariables(&p->sizes); i++)
    for (int k = 0; k < i; k++) {
      bool apart = strcmp(p->names[i], p->names[k]) != 0;
      CHECK(apart);
      if (!apart) printf("%s: two are called %s\n", it->path, p->names[i]);
    }
  const jn_reduced *reduced = p ? jn_run_reduced(c.run) : NULL;
  for (int i = 0; reduced && i < reduced->narcs; i++) {
    const char *name = p->names[1 + p->sizes.nq + i];
    CHECK(strncmp(name, reduced->arcs[i], strlen(reduced->arcs[i])) == 0);
  }
  compiled_free(&c);
}

static void check_refusals(void) {
  compiled c = compile(&cases[0]);
  CHECK(c.program);
  jni_print_options options = {.name = "4bar", .method = jni_step_method_find("rk4"), .h = 1e-3};
  CHECK(c.program && !jni_print_c(NULL, c.program, &options, c.report));
  options.name = "bar";
  options.lanes = 3;
  CHECK(c.program && !jni_print_c(NULL, c.program, &options, c.report));
  options.lanes = 0;
  options.method = jni_step_method_find("split");
  CHECK(c.program && !jni_print_c(NULL, c.program, &options, c.report));
  CHECK(jn_report_count(c.report, JN_FAULT) == 3);
  compiled_free(&c);
}

// Every allocation fails in its turn: there is no text then, and nothing is lost.
static void check_memory(const print_case *it, int lanes) {
  compiled c = compile(it);
  bool whole = false;
  int faults = jn_report_count(c.report, JN_FAULT);
  for (long at = 1; at < 1000 && !whole && c.program; at++) {
    memory_count count = {.fail_at = at};
    const jn_alloc alloc = {counted_resize, &count};
    const jni_print_options options = {
        .name = "m", .method = jni_step_method_find(it->method), .h = it->h, .lanes = lanes, .blocks = lanes != 4};
    jni_source *text = jni_print_c(&alloc, c.program, &options, c.report);
    whole = count.calls < at;
    CHECK(whole == (text != NULL));
    jni_source_free(text);
    CHECK(count.live == 0);
  }
  CHECK(whole);
  CHECK(jn_report_count(c.report, JN_FAULT) == faults);
  compiled_free(&c);
}

int main(int argc, char **argv) {
  char command[1024];
  snprintf(command, sizeof command, "mkdir -p %s && cp %s/models/vehicles/m2_controller.c %s && cp -r %s/include %s",
           folder, JOUNCE_SOURCE_DIR, folder, JOUNCE_SOURCE_DIR, folder);
  CHECK(call(command) == 0);
  check_refusals();
  check_memory(&cases[CASES - 1], 0);
  check_memory(&cases[CASES - 1], 4);
  check_memory(&cases[1], 2);
  for (int i = 0; i < CASES; i++) check_names(&cases[i]);
  for (int i = 0; i < CASES; i++) check_case(&cases[i], argc > 1 && strcmp(argv[1], "all") == 0);
  return check_report();
}
