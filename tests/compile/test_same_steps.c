// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_same_steps.c - the same steps, bit for bit, by a run of a compiled file, by the tape and by printed C: for every
// shipped model, and for generated chains of events, sequences, controllers and gearboxes, where one changes what
// triggers the next at the same instant. JOUNCE_LONG=1 takes more chains, and every shipped model for 3 s, printed.
#include <stdarg.h>
#include <sys/wait.h>

#include "chance.h"
#include "compile/machine.h"
#include "compile/run/compiled.h"
#include "folder.h"
#include "jounce/compile.h"
#include "simulate/compile/compile.h"
#include "simulate/run.h"

#define VERBOSE (getenv("VERBOSE") != NULL)
#define LONG (getenv("JOUNCE_LONG") != NULL)
static const char folder[] = "test_same_steps.files";

typedef struct {
  jn_report *report;
  jn_model *model, *again;  // as it was, and from the compiled file
  jn_compiled *code;
  jn_run *run;     // of the compiled file
  jni_machine *m;  // the tape
} trio;

static void trio_free(trio *x) {
  jni_machine_free(x->m);
  jn_run_free(x->run);
  jn_model_free(x->again);
  jn_compiled_free(x->code);
  jn_model_free(x->model);
  jn_report_free(x->report);
}

// method NULL: that of the model.
static trio trio_of(jn_model *model, const char *method) {
  trio x = {.report = jn_report_new(NULL), .model = model};
  if (!model) return x;
  jn_compile_options options = jn_compile_options_default();
  jn_choices choices = *jn_model_choices(model);
  jni_bytes_out file = {.alloc = NULL};
  if (method) {
    snprintf(choices.integrator, sizeof choices.integrator, "%s", method);
    choices.step = 1e-3;
  }
  options.choices = &choices;

  x.code = jn_compile(model, &options, x.report);
  if (x.code && jni_compiled_bytes(x.code, NULL, 0, &file, x.report))
    x.again = jn_model_read_text(NULL, "again.jnc", (const char *)file.at, (size_t)file.n, NULL, 0, x.report);
  jni_free(NULL, file.at);
  if (x.again) jn_model_allow_code(x.again, NULL);
  jn_run_options run_options = jn_run_options_default();
  if (x.again) x.run = jn_run_new(x.again, &run_options, x.report);
  if (!x.run) return x;
  const jni_machine_def def = {.program = x.code->program,
                               .method = jni_step_method_find(x.run->choices.integrator),
                               .h = x.run->choices.step,
                               .jacobian_every = x.run->choices.jacobian_every};
  x.m = def.method ? jni_machine_new(NULL, &def) : NULL;
  return x;
}

// ---- the run against the tape ---------------------------------------------------------------------------------------

// q and v with the loops closed, z and s; false: they are not all variables of the program.
static bool is_same_state(trio *x) {
  const jni_program_sizes *n = &x->code->program->sizes;
  const double *state = jn_run_state(x->run), *closed = jni_machine_rates(x->m);
  size_t moving = (size_t)(n->nq + n->nv), rest = (size_t)(n->nz + n->ns);
  return memcmp(state, x->m->x, sizeof *state) == 0 && memcmp(state + 1, closed, moving * sizeof *state) == 0 &&
         memcmp(state + 1 + moving, x->m->x + 1 + moving, rest * sizeof *state) == 0;
}

// So many steps, or until one fails or an event ends both. Returns how many good ones there were.
static int check_run(trio *x, const char *name, int steps) {
  for (int i = 0; i < steps && x->m->stop == 0; i++) {
    jn_status tape = jni_machine_step(x->m), run = jn_run_step(x->run, 1e9);
    bool failed = jni_machine_failed(x->m, tape);
    CHECK(failed == (run != JN_OK));
    if (VERBOSE && run != JN_OK) printf("%s: step %d: %s\n", name, i, x->run->integrator->message);
    if (failed || run != JN_OK) return i;
    bool same = is_same_state(x);
    CHECK(same);
    CHECK((x->m->stop > 0) == jn_run_stopped(x->run));
    if (!same) printf("%s: another state after step %d, t = %g s\n", name, i + 1, x->m->x[0]);
    if (!same || x->m->stop != 0) return i + 1;
  }
  return steps;
}

// ---- printed C against the tape -------------------------------------------------------------------------------------

enum { MOST_LANES = 4 };

// Lane k starts with a time and speeds of its own. Writes a hash (FNV-1a) of all states and statuses for every lane.
static const char driver[] =
    "#include <stdio.h>\n#define m_DECLARATIONS\n#include \"m.c\"\n"
    "int main(void) {\n  static m_state s;\n  unsigned long long hash[m_LANES];\n  m_init(&s);\n"
    "  for (int k = 0; k < m_LANES; k++) {\n    hash[k] = 14695981039346656037ull;\n"
    "    ((double *)&s.x[0])[k] += 0.0078125 * k;\n"
    "    for (int i = 0; i < m_NV; i++) ((double *)&s.x[m_V + i])[k] += 0.015625 * k;\n  }\n  m_restart(&s);\n"
    "  for (int i = 0; i < %d; i++) {\n    m_step(&s);\n    for (int k = 0; k < m_LANES; k++) {\n"
    "      for (int j = 0; j < m_NX; j++) {\n"
    "        const unsigned char *at = (const unsigned char *)((const double *)&s.x[j] + k);\n"
    "        for (unsigned b = 0; b < sizeof(double); b++) hash[k] = (hash[k] ^ at[b]) * 1099511628211ull;\n      }\n"
    "      hash[k] = (hash[k] ^ (unsigned long long)((const int *)&s.status)[k]) * 1099511628211ull;\n    }\n  }\n"
    "  for (int k = 0; k < m_LANES; k++) printf(\"%%llu\\n\", hash[k]);\n  return 0;\n}\n";

static unsigned long long hash_of(jni_machine *m, int lane, int steps) {
  unsigned long long hash = 14695981039346656037ull;
  jni_machine_init(m, m->program->nominal);
  m->x[0] += 0.0078125 * lane;
  for (int i = 0; i < m->step.nv; i++) m->x[1 + m->step.nq + i] += 0.015625 * lane;
  jni_machine_restart(m);
  for (int i = 0; i < steps; i++) {
    jn_status status = jni_machine_step(m);
    const unsigned char *end = (const unsigned char *)(m->x + m->n);
    for (const unsigned char *at = (const unsigned char *)m->x; at < end; at++) hash = (hash ^ *at) * 1099511628211ull;
    unsigned code = status == JN_OK ? 0 : status == JN_SINGULAR ? 1 : status == JN_NOT_FINITE ? 2 : 3;
    hash = (hash ^ code) * 1099511628211ull;
  }
  return hash;
}

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

// lanes: 0: one.
static void check_printed(trio *x, const char *name, int steps, int lanes, const char *with) {
  char command[1024], text[4096], found[64], want[64];
  char *printed = jn_compiled_print(x->code, "m", lanes, x->report);
  CHECK(printed);
  if (!printed) return;
  write_file("m.c", printed);
  free(printed);
  snprintf(text, sizeof text, driver, steps);
  write_file("main.c", text);
  snprintf(command, sizeof command,
           "cd %s && gcc -std=gnu11 -O0 -w -I%s/include m.c main.c %s -ffp-contract=off -o m -lm && ./m > out", folder,
           JOUNCE_SOURCE_DIR, with);
  CHECK(call(command) == 0);
  snprintf(text, sizeof text, "%s/out", folder);
  FILE *file = fopen(text, "r");
  for (int lane = 0; lane < (lanes > 0 ? lanes : 1); lane++) {
    snprintf(want, sizeof want, "%llu\n", hash_of(x->m, lane, steps));
    bool same = file && fgets(found, sizeof found, file) && strcmp(found, want) == 0;
    if (!same) printf("%s: lane %d of printed C takes other steps than the tape\n", name, lane);
    CHECK(same);
  }
  if (file) fclose(file);
}

// ---- shipped models -------------------------------------------------------------------------------------------------

static void check_shipped(const char *path, int steps, bool printed) {
  const char *name = strrchr(path, '/') + 1;
  trio x = trio_of(jn_model_read(NULL, path, NULL, 0, NULL), NULL);
  if (!x.m && VERBOSE) printf("%s: not compiled\n", name);
  for (int i = 0; VERBOSE && !x.m && i < jn_report_size(x.report); i++)
    printf("%s\n", jn_report_get(x.report, i)->what);
  int made = x.m ? check_run(&x, name, steps) : 0;
  if (VERBOSE) printf("%s: %d steps, %ld events\n", name, made, x.run ? x.run->counts.events : 0);
  if (x.m && printed)
    check_printed(&x, name, made, 0, strstr(name, "m2") ? JOUNCE_SOURCE_DIR "/models/vehicles/m2_controller.c" : "");
  trio_free(&x);
}

static void check_model(const char *path) {
  if (LONG) check_shipped(path, 3000, true);
  else if (!is_variant(path)) check_shipped(path, 150, false);
}

// Mechanisms that pass places where the first set of independent speeds fails: no set serves at the change points of
// the parallelogram, which has status 1 there; the pendulum of a particle changes its set, in every lane when it needs
// to.
static void check_passages(const char *path, int sets, int lanes) {
  const int steps = 1000;
  const char *name = strrchr(path, '/') + 1;
  trio x = trio_of(jn_model_read(NULL, path, NULL, 0, NULL), "rk4");
  CHECK(x.m && x.code->program->sizes.nsets == sets);
  if (x.m) CHECK(check_run(&x, name, steps) == steps);
  if (x.m) CHECK((((const jni_compiled *)x.run->formulation->ode.self)->passes == 0) == (sets > 1));
  if (x.m && sets > 1) CHECK(x.m->x[x.m->step.set] == 0 || x.m->x[x.m->step.set] == 1);
  if (x.m) check_printed(&x, name, steps, lanes, "");
  trio_free(&x);
}

static int column_of(const jn_run *run, const char *name) {
  int i = jn_run_noutputs(run) - 1;
  while (i > 0 && strcmp(jn_run_output_name(run, i), name) != 0) i--;
  return i;
}

// ---- chains ---------------------------------------------------------------------------------------------------------
#define LOOP                                                                            \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"                                      \
  "bodies:\n"                                                                           \
  "  crank: {mass: 3, inertia: 0.1, com: [0.2, 0], points: {O: [0, 0], A: [0.4, 0]}}\n" \
  "  rod: {mass: 2, inertia: 0.2, com: [0.5, 0], points: {A: [0, 0], B: [1, 0]}}\n"     \
  "  slider: {mass: 4, inertia: 1, points: {B: [0, 0]}}\n"                              \
  "joints:\n"                                                                           \
  "  O: {type: revolute, between: [ground, crank.O]}\n"                                 \
  "  A: {type: revolute, between: [crank.A, rod.A]}\n"                                  \
  "  B: {type: revolute, between: [rod.B, slider.B]}\n"                                 \
  "  rail: {type: prismatic, between: [ground, slider], axis: x}\n"                     \
  "initial: {keep: {crank.angle: 40 deg, crank.rate: 12}, guess: {slider.x: 1.2}}\n"    \
  "auxiliary: {z: {initial: 1, rate: '1 - z'}}\n"

typedef struct {
  char text[8000];
  int n, links;
} chain;

__attribute__((format(printf, 2, 3))) static void add(chain *c, const char *format, ...) {
  va_list list;
  va_start(list, format);
  c->n += vsnprintf(c->text + c->n, sizeof c->text - (size_t)c->n, format, list);
  va_end(list);
}

static int pick(int n) { return (int)((chance_number() + 1) * 0.5 * n) % n; }

// Link i happens where d(i - 1) has gone ahead of d(i), and takes it along; some set the state z, too.
static void add_link(chain *c, int i) {
  add(c, "  link%d: {when: 'd%d - d%d - 0.5', direction: rising, set: {d%d: 'd%d + 1'%s}}\n", i, i - 1, i, i, i,
      pick(3) == 0 ? ", z: '0.5*z'" : "");
}

// A chain of events that begins at times or with the motion, its links in any order; behind it a sequence, a gearbox
// that follows the last link or a controller, and an event that follows the gear.
static chain make_chain(int controlled) {
  chain c = {.links = 2 + pick(9)};
  int order[16];
  add(&c, LOOP "discrete: {gears: 0, shown: 0");
  for (int i = 0; i <= c.links; i++) add(&c, ", d%d: 0", i);
  add(&c, "}\nforces:\n  kick: {type: torque, joint: O, value: '0.5*d%d - d0 + z + subsystem.box.output_torque'}\n",
      c.links);
  add(&c, "events:\n  gear: {when: 'subsystem.box.gear - gears - 0.5', set: {gears: 'subsystem.box.gear'}}\n");
  for (int i = 0; i < c.links; i++) order[i] = 1 + i;
  for (int i = c.links - 1; i > 0; i--) {
    int k = pick(i + 1), kept = order[i];
    order[i] = order[k];
    order[k] = kept;
  }
  for (int i = 0; i < c.links; i++) add_link(&c, order[i]);
  if (pick(2)) add(&c, "  head: {when: 'sin(%d*crank.angle)', set: {d0: 'd0 + 1'}}\n", 1 + pick(3));
  else add(&c, "  head: {at: %g, every: %g, set: {d0: 'd0 + 1'}}\n", 0.01 + 0.001 * pick(20), 0.0175 + 0.001 * pick(9));
  add(&c, "  show: {when: 'subsystem.plan.lamp - 0.5', set: {shown: 'shown + 1'}}\n");
  add(&c,
      "subsystems:\n  plan: {type: sequence, rounds: 1000, steps: [{set: {lamp: 1}, until: 'mod(d%d, 2) > 0.5'}, "
      "{set: {lamp: 0}, until: 'mod(d%d, 2) < 0.5'}]}\n",
      c.links, c.links);
  static const char *const demands[] = {"1 + mod(d%d, 3)", "1 + mod(d%d + shown, 3)",
                                        "if(subsystem.c.force > 0, 2, 1)"};
  add(&c,
      "  box: {type: automatic-gearbox, output_speed: crank.rate, input_torque: '0.1', manual: true, "
      "ratios: [3, 2, 1], latency: %g, demand: '",
      pick(2) ? 0.0 : 0.0037);
  add(&c, demands[controlled ? 2 : pick(2)], c.links);
  add(&c, "'}\n");
#ifdef CODE_MODULE
  if (controlled)
    add(&c,
        "  c: {type: controller, code: pi, file: '" CODE_MODULE
        "', period: %g, inputs: {speed: 'crank.rate + d%d'}, outputs: [force], parameters: {gain: 8}}\n",
        0.002 + 0.0005 * pick(6), c.links);
#endif
  return c;
}

static jn_model *model_with_code(const char *text) {
  char path[256];
  write_file("chain.yaml", text);
  snprintf(path, sizeof path, "%s/chain.yaml", folder);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
  if (model) CHECK(jn_model_allow_code(model, NULL) == JN_OK);
  return model;
}

// Every chain is carried through at the end of the step in which it begins.
static bool is_through(const jni_machine *m, int links) {
  const double *d = m->x + 1 + m->step.nq + m->step.nv + m->step.nz + 2;
  for (int i = 1; i <= links; i++)
    if (d[i] != d[0]) return false;
  return d[0] > 0;
}

static void check_chain(int number, int printed) {
  static const char *const methods[] = {"rk4", "euler", "ab2", "rosenbrock", "split"};
#ifdef CODE_MODULE
  int controlled = number % 2;
#else
  int controlled = 0;
#endif
  chain c = make_chain(controlled);
  char name[64];
  trio x = trio_of(model_with_code(c.text), methods[number % 5]);
  snprintf(name, sizeof name, "chain %d", number);
  CHECK(x.m);
  if (!x.m) {
    for (int i = 0; i < jn_report_size(x.report); i++) printf("%s\n", jn_report_get(x.report, i)->what);
    printf("%s\n", c.text);
    trio_free(&x);
    return;
  }
  CHECK(check_run(&x, name, 200) == 200);
  CHECK(is_through(x.m, c.links));
  if (VERBOSE)
    printf("%s: %d links, %ld events, %ld jumps\n", name, c.links, x.run->counts.events, x.run->counts.jumps);
  CHECK(x.run->counts.events > c.links);
  if (printed >= 0) check_printed(&x, name, 200, printed, JOUNCE_SOURCE_DIR "/tests/subsystem/code_module.c");
  trio_free(&x);
}

// Two states of a switch that trigger each other: a step ends after a limited number of passes, and says so.
static void check_endless(void) {
  static const char text[] = LOOP
      "discrete: {on: 0}\n"
      "events:\n"
      "  begin: {at: 0.0205, set: {on: 1}}\n"
      "  flip: {when: 'on - 0.5', set: {on: '1 - on'}}\n";
  trio x = trio_of(model_with_code(text), "rk4");
  CHECK(x.m);
  if (x.m) CHECK(check_run(&x, "endless", 100) == 20);
  if (x.m) CHECK(strstr(x.run->integrator->message, "without end") != NULL);
  if (x.m) check_printed(&x, "endless", 30, 0, "");
  trio_free(&x);
}

// Compliant contacts of all pairs of shapes, with events: the same outputs as the engine with the same steps, and bit
// for bit the same steps by the compiled file, the tape and printed C.
static void check_contacts(void) {
  static const char path[] = JOUNCE_SOURCE_DIR "/tests/data/contact/compliant-scene.yaml";
  static const char *const methods[] = {"rk4", "euler", "ab2", "rosenbrock"};
  enum { STEPS = 400 };
  for (int i = 0; i < 4; i++) {
    trio x = trio_of(jn_model_read(NULL, path, NULL, 0, NULL), methods[i]);
    CHECK(x.m);
    if (!x.m) {
      trio_free(&x);
      continue;
    }
    jn_choices choices = x.run->choices;
    snprintf(choices.formulation, sizeof choices.formulation, "reduced");
    jn_run_options options = jn_run_options_default();
    options.choices = &choices;
    jn_run *engine = jn_run_new(x.model, &options, x.report);
    CHECK(engine);
    CHECK(check_run(&x, methods[i], STEPS) == STEPS);
    for (int k = 0; k < STEPS && engine; k++) CHECK(jn_run_step(engine, 1e9) == JN_OK);
    const double *one = engine ? jn_run_outputs(engine) : NULL, *other = jn_run_outputs(x.run);
    bool alike = i < 2;  // the engine restarts ab2 at every touching; rosenbrock has other Jacobians
    for (int k = 0; alike && one && k < jn_run_noutputs(engine); k++)
      CHECK_NEAR(one[k], other[k], 1e-7 * (1 + fabs(one[k])));
    CHECK(other[column_of(x.run, "hits")] > 2 && other[column_of(x.run, "contact.floor.impacts")] > 2);
    if (i == 0) check_printed(&x, "contacts", STEPS, LIGHT ? 0 : 4, "");
    jn_run_free(engine);
    trio_free(&x);
  }
}

int main(void) {
  CHECK(call("mkdir -p test_same_steps.files") == 0);
  CHECK(each_model(MODELS, check_model) > 50);
  check_shipped(MODELS "/vehicles/m2-turn.yaml", LIGHT ? 150 : 1500, !LIGHT);
  check_passages(MODELS "/examples/parallelogram-five-bars.yaml", 1, LIGHT ? 0 : 4);
  check_passages(MODELS "/benchmarks/pendulum-a01.yaml", 2, LIGHT ? 0 : 4);
  check_endless();
  check_contacts();
  for (int i = 0; i < (LONG ? 200 : LIGHT ? 5 : 20); i++)
    check_chain(i, LONG ? i % 3 == 0 ? 4 : 0 : i < 2 && !LIGHT ? 4 * i : -1);
  return check_report();
}
