// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_counts.c - what programs of models take. Operations of the rates, with one step of Newton and before sums are
// fused, do not grow unseen. A bound is a little above what it was when it was written; a smaller count is a reason to
// lower it.
#include "check.h"
#include "memory.h"
#include "program.h"
#include "symbolic/tape.h"

typedef struct {
  const char *path;
  int most;
} bound;

static const bound bounds[] = {{"benchmarks/n-link-chain.yaml", 870},
                               {"benchmarks/n-link-chain-space.yaml", 2390},
                               {"benchmarks/four-bar-diagonal-spring.yaml", 285},
                               {"benchmarks/double-wishbone-corner.yaml", 2130},
                               {"benchmarks/andrews-a03.yaml", 870},
                               {"benchmarks/bricard-a04.yaml", 1240},
                               {"vehicles/iltis.yaml", 7100},
                               {"vehicles/hmmwv.yaml", 29500},
                               {"vehicles/m2.yaml", 7600}};

static void check_bound(const bound *b) {
  char path[500];
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, b->path);
  const compiled_def def = {.newton = 1};
  compiled c = compiled_new(path, &def);
  CHECK(c.program);
  if (c.program) {
    jni_rates_layout at = jni_rates_at(&c.program->sizes);
    jni_tape *tape = jni_tape_new(c.program->g, jni_program_nvariables(&c.program->sizes), c.program->rates, at.n);
    printf("%s: %d operations, %d at most\n", b->path, tape->n, b->most);
    CHECK(tape->n <= b->most);
    jni_tape_free(tape);
  }
  compiled_free(&c);
}

// Every allocation fails in its turn: there is no program then, and nothing is lost.
static void test_memory(void) {
  const compiled_def def = {.newton = 1};
  compiled c = compiled_new(JOUNCE_SOURCE_DIR "/models/benchmarks/four-bar-diagonal-spring.yaml", &def);
  bool whole = false;
  for (long at = 1; at < 3000 && !whole && c.program; at++) {
    memory_count count = {.fail_at = at};
    const jn_alloc alloc = {counted_resize, &count};
    const jni_program_def program = {.system = jn_run_system(c.run),
                                     .reduced = jn_run_reduced(c.run),
                                     .nominal = c.variables,
                                     .newton = (int)(at % 2),
                                     .fused = true};
    jni_program *p = jni_program_new(&alloc, &program, c.report);
    whole = count.calls < at;
    CHECK(whole == (p != NULL));
    jni_program_free(p);
    CHECK(count.live == 0);
  }
  CHECK(whole);
  compiled_free(&c);
}

int main(void) {
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) check_bound(&bounds[i]);
  test_memory();
  return check_report();
}
