// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_spline_lanes.c - tables of B-splines as printed code has them: over lanes, each of which is in another cell,
// they have the bits that the library has of one number.
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "compile/print/kernel_texts.h"
#include "kernel/spline.h"

static const char folder[] = "test_spline_lanes.files";

#define WARNINGS " -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror "
// Without wide registers all is done number by number, and gcc -O0 takes 10 s with that.
static const struct {
  const char *compiler, *options;
  int lanes;
} builds[] = {{"gcc", "-std=c11 -O2 -march=native", 8},
              {"gcc", "-std=c11 -O1", 4},
              {"gcc", "-std=c11 -O0 -march=native", 8},
              {"g++", "-std=c++17 -x c++ -O1", 4},
              {"clang", "-std=c11 -O1 -march=native", 8},
              {"clang", "-std=c11 -O0", 2},
              {"gcc", "-std=c11 -O1", 1}};
enum { BUILDS = (int)(sizeof builds / sizeof *builds) };

// ---- all shapes of tables, at points within, on and beyond their ends, and at what is no number ---------------------

enum { FUNCTIONS = 13, CELLS = 5, POINTS = 64, MOST = 40000, RESULTS = 16 * 6 };

// Compiled here and in the printed file; prints the results of lane k at all points.
#define SHARED                                                                   \
  static double next_number(unsigned *seed) {                                    \
    *seed = *seed * 1664525u + 1013904223u;                                      \
    return (double)(*seed >> 8) / 16777216.0;                                    \
  }                                                                              \
  static void fill(int n, int order, double *block) {                            \
    unsigned seed = (unsigned)(7 * n + order);                                   \
    block[0] = n, block[1] = order, block[2] = 13;                               \
    for (int i = 0; i < n; i++) {                                                \
      double *axis = block + 3 + 4 * i;                                          \
      axis[0] = -0.3, axis[1] = 7.7, axis[2] = 5, axis[3] = i == 1;              \
    }                                                                            \
    for (int i = 3 + 4 * n; i < 40000; i++) block[i] = next_number(&seed) - 0.5; \
  }                                                                              \
  static double place(int point, int variable, int lane) {                       \
    unsigned seed = (unsigned)(point * 31 + variable * 7 + lane);                \
    next_number(&seed);                                                          \
    if (point % 16 == 3) return -0.3;                                            \
    if (point % 16 == 5) return -0.3 + 5 / 7.7;                                  \
    if (point % 16 == 7 && lane == 1) return (double)NAN;                        \
    return -0.5 + 1.1 * next_number(&seed);                                      \
  }

SHARED
#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(x) TEXT_OF(x)

static const char driver[] =
    "\n#include <stdio.h>\n" TEXT(SHARED) "\nstatic double block[40000];\n"
    "int main(void) {\n  for (int n = 1; n <= 3; n++)\n    for (int order = 4; order <= 6; order += 2) {\n"
    "      fill(n, order, block);\n      for (int point = 0; point < 64; point++) {\n"
    "        jnl_real in[3], out[96], fused[96], second[96];\n"
    "        for (int i = 0; i < 3; i++)\n"
    "          for (int k = 0; k < JNL_LANES; k++) JNL_LANE(in[i], k) = place(point, i, k);\n"
    "        jnl_call_spline(block, in, out), jnl_call_spline_second(block, in, second);\n"
    "        jnl_call_spline_fused(block, in, fused);\n"
    "        for (int k = 0; k < JNL_LANES; k++) {\n"
    "          for (int i = 0; i <= n; i++)\n"
    "            for (int f = 0; f < 13; f++) printf(\"%a\\n\", JNL_LANE(out[16 * i + f], k));\n"
    "          for (int i = 0; i <= n; i++)\n"
    "            for (int f = 0; f < 13; f++) printf(\"%a\\n\", JNL_LANE(fused[16 * i + f], k));\n"
    "          for (int i = 0; i < n * (n + 1) / 2; i++)\n"
    "            for (int f = 0; f < 13; f++) printf(\"%a\\n\", JNL_LANE(second[16 * i + f], k));\n"
    "        }\n      }\n    }\n  return 0;\n}\n";

static void write_program(int lanes) {
  char path[200];
  jni_kernels *kernels = jni_kernels_new(NULL);
  jni_source *text = jni_source_new(NULL);
  CHECK(jni_kernels_need(kernels, "jnl_of") && jni_kernels_need_lanes(kernels, "jnk_call_spline") &&
        jni_kernels_need_lanes(kernels, "jnk_call_spline_second"));
  jni_source_add(text, "#include <math.h>\n#include <stddef.h>\n#define JNL_LANES %d\n", lanes);
  jni_kernels_print(kernels, driver, NULL, text);
  snprintf(path, sizeof path, "%s/m.c", folder);
  FILE *file = fopen(path, "w");
  CHECK(file);
  if (file) {
    fputs(text->text, file);
    fputs(driver, file);
    fclose(file);
  }
  jni_source_free(text);
  jni_kernels_free(kernels);
}

static int read_wrong(FILE *file, int n, const double *want, int count) {
  char line[64];
  int wrong = 0;
  for (int i = 0; i < n; i++)
    for (int f = 0; f < count; f++) {
      double have = fgets(line, sizeof line, file) ? strtod(line, NULL) : HUGE_VAL, own = want[16 * i + f];
      wrong += memcmp(&have, &own, sizeof own) != 0 && !(isnan(have) && isnan(own));
    }
  return wrong;
}

static int count_wrong(int lanes) {
  static double block[MOST];
  char path[200];
  int wrong = 0;
  snprintf(path, sizeof path, "%s/out", folder);
  FILE *file = fopen(path, "r");
  CHECK(file);
  for (int n = 1; n <= 3 && file; n++)
    for (int order = 4; order <= 6; order += 2) {
      fill(n, order, block);
      for (int at = 0; at < POINTS * lanes; at++) {
        double in[3], out[RESULTS], fused[RESULTS], second[RESULTS];
        for (int i = 0; i < 3; i++) in[i] = place(at / lanes, i, at % lanes);
        jnk_call_spline(block, in, out);
        jnk_call_spline_second(block, in, second);
        jnk_call_spline_fused(block, in, fused);
        wrong += read_wrong(file, n + 1, out, FUNCTIONS) + read_wrong(file, n + 1, fused, FUNCTIONS) +
                 read_wrong(file, n * (n + 1) / 2, second, FUNCTIONS);
      }
    }
  if (file) fclose(file);
  return wrong;
}

static bool run(const char *format, const char *compiler, const char *options) {
  char command[400];
  snprintf(command, sizeof command, format, compiler, options);
  int status = system(command);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void) {
  CHECK(run("mkdir -p %s%s", folder, ""));
  for (int i = 0; i < BUILDS; i++) {
    if (!run("command -v %s%s > /dev/null", builds[i].compiler, "")) continue;
    write_program(builds[i].lanes);
    CHECK(run("cd test_spline_lanes.files && %s %s -ffp-contract=off -Wno-psabi" WARNINGS "m.c -lm -o m && ./m > out",
              builds[i].compiler, builds[i].options));
    CHECK(count_wrong(builds[i].lanes) == 0);
  }
  return check_report();
}
