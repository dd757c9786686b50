// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_bench.c - models as straight-line code: CPU time of printed C (one and on lanes), of the tape, of the engine
// and of the peers that are installed, with the error beside it.
//
// The C is printed and compiled while this runs, by cc (or $CC) -O2 -march=x86-64-v3, eight lanes by x86-64-v4. Times
// on lanes are for one of them. Vehicles and four-bar: a step, and the largest difference of a coordinate at the end
// from dopri5 with a tolerance of 1e-12. Chains: accelerations from positions and speeds, and the moment left
// unbalanced.
//   compiled_bench            all, the best of five
//   compiled_bench --quick    the best of two
//   compiled_bench --tiny     the small models alone, once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "chain_error.h"
#include "compiled_code.h"
#include "loops.h"

typedef struct {
  const char *name;
  code_problem problem;
  double until;         // s; 0: forward dynamics of a chain
  bool large, spatial;  // large: left out of tiny runs
  double aim[3];        // us: C, four lanes, eight lanes; 0: none
} subject;

// As --preset real-time.
#define REAL_TIME \
  { .extent = JN_MASS_TABLES, .poses = true, .mass_within = 5e-4, .where_possible = true, .creep = true }

static const subject subjects[] = {
    {"HMMWV",
     {"vehicles/hmmwv.yaml",
      {{"speed", "5"}, {"inputs.gear", "3"}, {"inputs.throttle", "0.5"}, {"inputs.steer", "0.2*smooth(t)"}},
      4,
      "euler",
      1e-3,
      {0},
      NULL},
     1,
     true,
     true,
     {8, 3, 2.2}},
    {"HMMWV, real time",
     {"vehicles/hmmwv.yaml",
      {{"speed", "5"}, {"inputs.gear", "3"}, {"inputs.throttle", "0.5"}, {"inputs.steer", "0.2*smooth(t)"}},
      4,
      "euler",
      1e-3,
      REAL_TIME,
      NULL},
     1,
     true,
     true,
     {1.6, 0, 0.5}},
    {"M2, real time",
     {"vehicles/m2.yaml",
      {{"inputs.gear", "4"}, {"inputs.throttle", "0.6"}, {"inputs.steer", "0.2*smooth(t)"}},
      3,
      "euler",
      1e-3,
      REAL_TIME,
      "vehicles/m2_controller.c"},
     1,
     true,
     true,
     {4, 0, 0}},
    {"Iltis", {"vehicles/iltis-sine-steer.yaml", {{0}}, 0, "euler", 1e-3, {0}, NULL}, 1, true, true, {2.5, 0, 0}},
    {"chain in the plane, 8",
     {"benchmarks/n-link-chain.yaml", {{"N", "8"}}, 1, "rk4", 1e-3, {0}, NULL},
     0,
     false,
     false,
     {0.2}},
    {"chain in space, 8",
     {"benchmarks/n-link-chain-space.yaml", {{"N", "8"}}, 1, "rk4", 1e-3, {0}, NULL},
     0,
     true,
     true,
     {0.6}},
    {"four-bar", {"benchmarks/n-four-bar-a02.yaml", {{"N", "1"}}, 1, "rk4", 1e-3, {0}, NULL}, 1, false, false, {0.3}},
};
enum { CHAIN = 8, WAYS = 3 };
static const int lanes[WAYS] = {0, 4, 8};

typedef struct {
  const subject *it;
  code_subject *code;
  double *reference;  // state at the end
  double at_least;
  int repeats;
  int ways;           // of the list of lanes
  double one, error;  // of plain C: seconds and error, once they are known
} measurement;

// ---- a row --------------------------------------------------------------------------------------------------------

static void print_row(const measurement *m, const char *way, double seconds, double error, double aim) {
  char ratio[16] = "", limit[16] = "";
  if (m->one > 0) snprintf(ratio, sizeof ratio, "%.2f", seconds / m->one);
  if (aim > 0) snprintf(limit, sizeof limit, "%.1f", aim);
  printf("| %-21s | %-16s | %9.3f | %7s | %8.1e | %4s |\n", m->it->name, way, 1e6 * seconds, ratio, error, limit);
  fflush(stdout);
}

// All ways of one code give the same bits.
static bool print_code(measurement *m, const char *way, double seconds, double error, double aim) {
  if (m->one == 0) {
    m->one = seconds;
    m->error = error;
  }
  print_row(m, way, seconds, error, aim);
  if (error == m->error && seconds > 0) return true;
  fprintf(stderr, "%s, %s: the result is not that of C\n", m->it->name, way);
  return false;
}

static bool has_lanes(int n) {
#if defined(__x86_64__)
  return n < 8 || __builtin_cpu_supports("avx512f");
#else
  return n < 8;
#endif
}

// ---- steps --------------------------------------------------------------------------------------------------------

static long nsteps(const measurement *m) { return lround(m->it->until / m->it->problem.step); }

// Relative to 1 and to its size: wheels turn many times.
// x has the variables of the code, or the state of the system.
static double difference(const measurement *m, const double *x, int stride, bool system) {
  double most = 0;
  for (int i = 0; i < code_ncoordinates(m->code); i++) {
    int q = 1 + code_coordinate(m->code, i);
    double error = fabs(x[(system ? q : 1 + i) * stride] - m->reference[q]) / (1 + fabs(m->reference[q]));
    if (!(error <= most)) most = error;
  }
  return most;
}

static bool run_engine(jn_run *run, const double *start, double until) {
  if (jn_run_restart(run, start) != JN_OK) return false;
  while (jn_run_state(run)[0] < until - 1e-9)
    if (jn_run_step(run, until) != JN_OK) {
      fprintf(stderr, "%s\n", jn_run_summary(run)->why);
      return false;
    }
  return true;
}

static double *copy_state(jn_run *run) {
  size_t n = (size_t)jn_system_sizes(jn_run_system(run)).nstate * sizeof(double);
  double *copy = malloc(n);
  if (copy) memcpy(copy, jn_run_state(run), n);
  return copy;
}

static bool make_reference(measurement *m) {
  jn_run *run = code_engine_new(m->code, "dopri5", 0, 1e-12);
  double *start = run ? copy_state(run) : NULL;
  if (start && run_engine(run, start, m->it->until)) m->reference = copy_state(run);
  free(start);
  jn_run_free(run);
  return m->reference != NULL;
}

static bool time_engine(const measurement *m) {
  jn_run *run = code_engine_new(m->code, m->it->problem.integrator, m->it->problem.step, 0);
  double *start = run ? copy_state(run) : NULL, best = HUGE_VAL;
  bool ok = start != NULL;
  for (int i = 0; i < m->repeats && ok; i++) {
    const double before = bench_cpu_seconds();
    ok = run_engine(run, start, m->it->until);
    best = fmin(best, bench_cpu_seconds() - before);
  }
  if (ok) print_row(m, "engine, reduced", best / (double)nsteps(m), difference(m, jn_run_state(run), 1, true), 0);
  free(start);
  jn_run_free(run);
  return ok;
}

static bool time_tape_steps(measurement *m) {
  double best = HUGE_VAL;
  bool ok = true;
  for (int i = 0; i < m->repeats && ok; i++) {
    code_tape_init(m->code);
    const double before = bench_cpu_seconds();
    ok = code_tape_steps(m->code, nsteps(m));
    best = fmin(best, bench_cpu_seconds() - before);
  }
  return ok && print_code(m, "tape", best / (double)nsteps(m), difference(m, code_tape_x(m->code), 1, false), 0);
}

// Seconds of a step of one lane.
static double time_steps(const measurement *m, const code_library *c) {
  double best = HUGE_VAL;
  for (int i = 0; i < m->repeats; i++) {
    c->init(c->state);
    const double before = bench_cpu_seconds();
    if (c->steps(c->state, nsteps(m)) > 1) return NAN;
    best = fmin(best, bench_cpu_seconds() - before);
  }
  return best / (double)(nsteps(m) * c->lanes);
}

// ---- forward dynamics ---------------------------------------------------------------------------------------------

static chain_problem chain_of(const measurement *m) {
  return (chain_problem){.N = CHAIN, .spatial = m->it->spatial, .at_least = m->at_least, .repeats = m->repeats};
}

static void set_chain(double *x, int stride) {
  for (int i = 0; i < CHAIN; i++)
    for (int k = 0; k < stride; k++) {
      x[(1 + i) * stride + k] = chain_angle(i);
      x[(1 + CHAIN + i) * stride + k] = chain_rate(i);
    }
}

static double chain_left(const measurement *m, const double *a, int stride) {
  double qdd[CHAIN];
  const chain_problem p = chain_of(m);
  for (int i = 0; i < CHAIN; i++) qdd[i] = a[i * stride];
  return chain_error(&p, qdd);
}

static void tape_call(void *self) { code_tape_accelerations(((const measurement *)self)->code); }

static bool time_tape_calls(measurement *m) {
  code_tape_init(m->code);
  set_chain(code_tape_x(m->code), 1);
  const double seconds = bench_time_calls(tape_call, m, m->at_least, m->repeats);
  return print_code(m, "tape", seconds, chain_left(m, code_tape_accelerations(m->code), 1), 0);
}

typedef struct {
  const code_library *c;
  double *a;
} library_call;

static void accelerate(void *self) {
  const library_call *call = self;
  call->c->accelerations(call->c->state, call->a);
}

// Seconds of a call for one lane.
static double time_calls(const measurement *m, const code_library *c, double *error) {
  _Alignas(64) static double a[8 * CHAIN];
  library_call call = {c, a};
  set_chain(c->x, c->lanes);
  c->restart(c->state);
  const double seconds = bench_time_calls(accelerate, &call, m->at_least, m->repeats) / c->lanes;
  *error = chain_left(m, a, c->lanes);
  return seconds;
}

// ---- peers --------------------------------------------------------------------------------------------------------

typedef struct {
  bench_row row;
  loops_engine *loops;
  chain_engine *chain;
} peer;

static const peer peers[] = {
    {{"engine, joint", "joint", "multipliers"}, NULL, chain_jounce},
#ifdef BENCH_HAVE_MUJOCO
    {{"MuJoCo", NULL, NULL}, loops_mujoco, chain_mujoco},
#endif
#ifdef BENCH_HAVE_SIMBODY
    {{"Simbody", NULL, NULL}, loops_simbody, chain_simbody},
#endif
};

static void time_chain_peer(const measurement *m, const peer *p) {
  double qdd[CHAIN];
  const chain_problem problem = chain_of(m);
  chain_result r = {.ok = false};
  p->chain(&p->row, &problem, &r, qdd);
  if (r.ok) print_row(m, p->row.engine, r.seconds, chain_error(&problem, qdd), 0);
}

static void time_loops_peer(const measurement *m, const peer *p) {
  const loops_problem problem = {
      .N = 1, .step = m->it->problem.step, .until = m->it->until, .repeats = m->repeats, .budget = 10};
  loops_result r = {.ok = false};
  p->loops(&p->row, &problem, &r);
  if (r.ok) print_row(m, p->row.engine, r.cpu_per_step, r.error_end, 0);
}

static void time_peers(const measurement *m) {
  for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
    if (m->it->until == 0) time_chain_peer(m, &peers[i]);
    else if (!m->it->large && peers[i].loops) time_loops_peer(m, &peers[i]);
  }
}

// ---- all ends of one model ----------------------------------------------------------------------------------------

typedef struct {
  int lines[WAYS], operations;
  double generated[WAYS], compiled[WAYS];
} size_row;

static bool time_library(measurement *m, int way, size_row *sizes) {
  code_library c;
  char name[32];
  if (!code_load(m->code, lanes[way], &c)) return false;
  sizes->lines[way] = c.lines;
  sizes->generated[way] = c.generated;
  sizes->compiled[way] = c.compiled;
  double error = 0, seconds = m->it->until > 0 ? time_steps(m, &c) : time_calls(m, &c, &error);
  if (m->it->until > 0) error = difference(m, c.x, c.lanes, false);
  snprintf(name, sizeof name, way == 0 ? "C" : "C, %d lanes", lanes[way]);
  code_unload(&c);
  return print_code(m, name, seconds, error, m->it->aim[way]);
}

static bool measure(const subject *it, int repeats, size_row *sizes) {
  const bool tiny = repeats == 1;
  measurement m = {.it = it, .at_least = tiny ? 1e-4 : 2e-2, .repeats = repeats, .ways = tiny ? 2 : WAYS};
  m.code = code_subject_new(&it->problem);
  bool ok = m.code && (it->until == 0 || make_reference(&m));
  if (ok) sizes->operations = code_operations(m.code);
  for (int way = 0; way < m.ways && ok; way++)
    if (has_lanes(lanes[way])) ok = time_library(&m, way, sizes);
  ok = ok && (it->until > 0 ? time_tape_steps(&m) && time_engine(&m) : time_tape_calls(&m));
  if (ok) time_peers(&m);
  if (!ok) printf("| %-21s | failed\n", it->name);
  free(m.reference);
  code_subject_free(m.code);
  return ok;
}

// ---- tables -------------------------------------------------------------------------------------------------------

enum { SUBJECTS = (int)(sizeof subjects / sizeof *subjects) };

static void print_sizes(const size_row sizes[SUBJECTS]) {
  printf("\nOperations of an evaluation, lines of C, CPU seconds to generate and to compile it.\n\n");
  printf("| model                 | operations | lines | generate | compile | 4 lanes | 8 lanes |\n");
  printf("|-----------------------|------------|-------|----------|---------|---------|---------|\n");
  for (int i = 0; i < SUBJECTS; i++)
    if (sizes[i].operations > 0)
      printf("| %-21s | %10d | %5d | %8.2f | %7.2f | %7.2f | %7.2f |\n", subjects[i].name, sizes[i].operations,
             sizes[i].lines[0], sizes[i].generated[0], sizes[i].compiled[0], sizes[i].compiled[1],
             sizes[i].compiled[2]);
}

int main(int argc, char **argv) {
  const bool quick = argc == 2 && strcmp(argv[1], "--quick") == 0, tiny = argc == 2 && strcmp(argv[1], "--tiny") == 0;
  size_row sizes[SUBJECTS] = {0};
  bool ok = true;
  if (argc > 1 && !quick && !tiny) {
    fprintf(stderr, "usage: compiled_bench [--quick | --tiny]\n");
    return 2;
  }
  printf("CPU time of a step or a call on one core; on lanes of one of them.\n\n");
  printf("| model                 | way              | us        | of C    | error    | aim  |\n");
  printf("|-----------------------|------------------|-----------|---------|----------|------|\n");
  for (int i = 0; i < SUBJECTS; i++)
    if (!tiny || !subjects[i].large) ok = measure(&subjects[i], tiny ? 1 : quick ? 2 : 5, &sizes[i]) && ok;
  print_sizes(sizes);
  return ok ? 0 : 1;
}
