// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_stops.c - what stiff stops do in a step, by tables: impacts by chance against fine integration, a mass that
// bounces, masses that change, a vehicle whose corners meet their stops at a kerb; what is refused, and blocks of a
// file that are none.
#include <string.h>

#include "check.h"
#include "compile/file/program_file.h"
#include "compile/machine.h"
#include "compile/tables/stop_tables.h"
#include "jounce/jounce.h"
#include "kernel/force/stop_generated.h"
#include "simulate/compile/compile.h"

static double chance(double low, double high) {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

static const double step = 10e-3;

// ---- the tables -----------------------------------------------------------------------------------------------------

static const jni_stop_law hard = {60, 1e7 / 60, 1, 2000.0 / 60};

// How far the end of a step is from fine integration, as a method with the held force and the shift gives it.
static void look_up(const jni_stop_block *b, const jni_stop_law *law, const double at[3], double load,
                    double error[2]) {
  const double part = b->block[1], in[6] = {-at[0], 1e30, at[1], at[2], load, 0};
  double out[2], depth = at[0], rate = at[1], time = step;
  jnk_call_stop_end(b->block, in, out);
  double v1 = at[1] + step * (load + out[0]), d1 = at[0] + step * (at[1] + part * load * step) + out[1];
  if (depth < 0) {
    double t = jnk_stop_time(b->block, -depth, rate, load);
    depth = 0;
    rate += load * t;
    time -= t;
  }
  const jni_stop_law own = {at[2], law->k * law->mass / at[2], law->n, law->c * law->mass / at[2]};
  jni_stop_move(&own, load, time, &depth, &rate);
  error[0] = d1 - depth;
  error[1] = v1 - rate;
}

typedef struct {
  double depth, rate;  // rms
} errors;

// 1000 states by chance from which the stop is met in the step, outside (inside: in it).
static errors errors_of(const jni_stop_block *b, const jni_stop_law *law, bool inside, double mass) {
  errors sum = {0, 0};
  for (int n = 0; n < 1000;) {
    double at[3] = {chance(-0.02, 0), chance(0, 3), mass}, load = chance(-100, 100), error[2];
    if (!inside && jnk_stop_time(b->block, -at[0], at[1], load) >= step) continue;
    if (inside) {
      at[0] = chance(0, 0.005);
      at[1] -= 1.5;
    }
    look_up(b, law, at, load, error);
    sum.depth += error[0] * error[0];
    sum.rate += error[1] * error[1];
    n++;
  }
  errors rms = {sqrt(sum.depth / 1000), sqrt(sum.rate / 1000)};
  if (getenv("VERBOSE")) printf("%d kB: rms %g mm, %g m/s\n", b->n * 8 / 1000, 1e3 * rms.depth, rms.rate);
  return rms;
}

// Of masses near that of the tables, and further off, where damping is not quite what it should be.
static void test_masses(const jni_stop_block *b) {
  static const double masses[] = {55, 62, 42, 95};
  for (int i = 0; i < 4; i++)
    for (int inside = 0; inside < 2; inside++) {
      errors e = errors_of(b, &hard, inside, masses[i]);
      CHECK(e.depth < (i < 2 ? 0.05e-3 : 0.2e-3) && e.rate < 0.04);
    }
}

static void test_impacts(void) {
  static const jni_stop_law rising = {60, 1e9 / 60, 1.5, 2e4 / 60}, soft = {60, 1e6 / 60, 1, 0};
  const jni_stop_law *const laws[] = {&hard, &rising, &soft};
  jni_pool pool = {0};
  for (int i = 0; i < 3; i++) {
    jni_stop_block b = jni_stop_block_new(&pool, &(jni_stop_def){step, 0.5, *laws[i]});
    CHECK(b.block && jni_stop_block_is_sound(b.block, (size_t)b.n) && b.n * 8 < (i == 1 ? 150000 : 60000));
    for (int inside = 0; inside < 2; inside++) {
      errors e = errors_of(&b, laws[i], inside, 60);
      CHECK(e.depth < 0.05e-3 && e.rate < 0.01);
      if (i == 0) CHECK(e.depth < 0.005e-3 && e.rate < 1e-3);  // far better than that
    }
    if (i == 0) test_masses(&b);
  }
  jni_pool_free(&pool);
}

static void spoil(const double *block, int n, int at, double value) {
  double *copy = malloc((size_t)n * sizeof *copy);
  memcpy(copy, block, (size_t)n * sizeof *copy);
  copy[at] = value;
  CHECK(!jni_stop_block_is_sound(copy, (size_t)n));
  free(copy);
}

// What a file may bring instead of a block.
static void test_blocks(void) {
  jni_pool pool = {0};
  jni_stop_block b = jni_stop_block_new(&pool, &(jni_stop_def){step, 1, hard});
  CHECK(jni_stop_block_is_sound(b.block, (size_t)b.n));
  for (int n = 0; n < 40; n++) CHECK(!jni_stop_block_is_sound(b.block, (size_t)n));
  CHECK(!jni_stop_block_is_sound(b.block, (size_t)b.n - 1));
  for (int i = 0; i < JNK_STOP_HEAD; i++) spoil(b.block, b.n, i, NAN);
  spoil(b.block, b.n, 0, 0);
  spoil(b.block, b.n, 2, -1);
  spoil(b.block, b.n, 7, 0);
  const double places[] = {0, -1, 12, 11.5, 1e9, b.n};
  for (int i = 0; i < 6; i++) {
    spoil(b.block, b.n, JNK_STOP_CONTACT, places[i]);
    spoil(b.block, b.n, JNK_STOP_INSIDE, places[i]);
  }
  int inside = (int)b.block[JNK_STOP_INSIDE];
  const int tables[] = {JNK_STOP_HEAD, inside};
  for (int i = 0; i < 2; i++) {
    spoil(b.block, b.n, tables[i], 1);
    spoil(b.block, b.n, tables[i] + 2, 1);
    spoil(b.block, b.n, tables[i] + 5, 1e6);
  }
  jni_pool_free(&pool);
}

// ---- models ---------------------------------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_compiled *compiled;
  jni_machine *machine;
} subject;

static void subject_free(subject *s) {
  jni_machine_free(s->machine);
  jn_compiled_free(s->compiled);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

typedef struct {
  const char *text, *path;  // one of them
  const jn_setting *settings;
  int nsettings;
  const char *method;
  double h;
  jn_compile_tables tables;
  int newton;
} subject_def;

static subject subject_of(const subject_def *def) {
  subject s = {.report = jn_report_new(NULL)};
  const char *path = def->path ? def->path : "stops.yaml";
  if (def->text) {
    FILE *file = fopen(path, "w");
    fputs(def->text, file);
    fclose(file);
  }
  s.model = jn_model_read(NULL, path, def->settings, def->nsettings, s.report);
  CHECK(s.model);
  if (!s.model) exit(1);
  jn_choices choices = *jn_model_choices(s.model);
  jn_compile_options options = jn_compile_options_default();
  snprintf(choices.integrator, sizeof choices.integrator, "%s", def->method);
  choices.step = def->h;
  options.choices = &choices;
  options.tables = def->tables;
  options.newton = def->newton;
  s.compiled = jn_compile(s.model, &options, s.report);
  if (!s.compiled) return s;
  const jni_machine_def machine = {
      .program = s.compiled->program, .method = jni_step_method_find(def->method), .h = def->h};
  s.machine = jni_machine_new(NULL, &machine);
  return s;
}

enum { MOST_OUTPUTS = 12, MOST_SAMPLES = 700 };
typedef struct {
  int n;
  double y[MOST_SAMPLES][MOST_OUTPUTS];
} track;

// Outputs every 10 ms; fewer: a step failed.
static const track *drive(const subject_def *def, double until) {
  track *t = calloc(1, sizeof *t);
  subject s = subject_of(def);
  int each = (int)lround(step / def->h);
  CHECK(s.machine && s.machine->program->noutputs <= MOST_OUTPUTS);
  for (long i = 1; s.machine && i <= lround(until / def->h) && jni_machine_step(s.machine) == JN_OK; i++)
    if (i % each == 0) jni_machine_outputs(s.machine, t->y[t->n++]);
  subject_free(&s);
  return t;
}

static double distance(const track *a, const track *b, int from, int to, int n) {
  double worst = a->n < n || b->n < n ? HUGE_VAL : 0;
  for (int i = 0; i < n && i < a->n && i < b->n; i++)
    for (int k = from; k < to; k++) worst = fmax(worst, fabs(a->y[i][k] - b->y[i][k]));
  return worst;
}

// ---- a mass that bounces --------------------------------------------------------------------------------------------

static const char bouncing[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nbodies: {block: {mass: 60, inertia: 1}}\n"
    "joints: {guide: {type: prismatic, between: [ground, block], axis: y}}\n"
    "forces: {buffer: {type: stop, joint: guide, lower: 0, upper: 5, stiffness: 1e7, damping: 2000}}\n"
    "initial: {keep: {joint.guide.displacement: 0.2, joint.guide.rate: 0}}\nsimulate: {until: 1}\n"
    "outputs: [joint.guide.displacement, joint.guide.rate, energy.error]\n";

static void test_bouncing(void) {
  static const char *const methods[] = {"rk4", "rosenbrock", "split"};
  const int n = 100;
  const track *fine = drive(&(subject_def){.text = bouncing, .method = "rk4", .h = 50e-6}, 1);
  CHECK(fine->n == n);
  for (int i = 0; i < 3; i++) {
    const track *t =
        drive(&(subject_def){.text = bouncing, .method = methods[i], .h = step, .tables = {.stops = true}}, 1);
    CHECK(distance(t, fine, 0, 1, n) < 3e-3);
    CHECK(t->n == n && fabs(t->y[n - 1][2]) < 1e-6);  // what the damper takes is counted
    if (getenv("VERBOSE")) printf("%s: %g mm\n", methods[i], 1e3 * distance(t, fine, 0, 1, n));
    free((void *)t);
  }
  // positions of Euler's method fall by h g t / 2 too far; it stays bounded
  const track *euler =
      drive(&(subject_def){.text = bouncing, .method = "euler", .h = step, .tables = {.stops = true}}, 1);
  CHECK(distance(euler, fine, 0, 1, n) < 0.1);
  // explicit steps gain energy at every impact
  const track *rk4 = drive(&(subject_def){.text = bouncing, .method = "rk4", .h = step}, 1);
  const track *plain = drive(&(subject_def){.text = bouncing, .method = "euler", .h = step}, 1);
  CHECK(distance(rk4, fine, 0, 1, n) > 0.5 && distance(plain, fine, 0, 1, n) > 0.5);
  free((void *)fine);
  free((void *)euler);
  free((void *)rk4);
  free((void *)plain);
}

// At rest on the stop: where its force carries the load, and it stays.
static void test_rest(void) {
  static const jn_setting rest[] = {{"initial.keep", "{joint.guide.displacement: 0, joint.guide.rate: 0}"},
                                    {"forces.buffer.damping", "2e4"}};
  const track *t = drive(
      &(subject_def){
          .text = bouncing, .settings = rest, .nsettings = 2, .method = "rk4", .h = step, .tables = {.stops = true}},
      2);
  CHECK(t->n == 200 && fabs(t->y[199][0] + 60 * 9.81 / 1e7) < 1e-6 && fabs(t->y[199][1]) < 1e-6);
  free((void *)t);
}

// ---- linkages -------------------------------------------------------------------------------------------------------

// A crank with a slider that falls onto a stop between two points, off the line of the slider: loops, a mass that
// changes with the angle, a load that has terms of the velocities.
static const char linkage[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {anchor: [0.4, -0.9]}}\n"
    "bodies:\n  crank: {mass: 5, inertia: 0.1, points: {O: [-0.2, 0], A: [0.2, 0]}}\n"
    "  rod: {mass: 8, inertia: 0.4, points: {A: [-0.4, 0], B: [0.4, 0]}}\n"
    "  slider: {mass: 30, inertia: 0.1, points: {B: [0, 0]}}\n"
    "joints:\n  O: {type: revolute, between: [ground, crank.O]}\n  A: {type: revolute, between: [crank.A, rod.A]}\n"
    "  B: {type: revolute, between: [rod.B, slider.B]}\n  rail: {type: prismatic, between: [ground, slider], axis: x}\n"
    "forces: {buffer: {type: stop, between: [ground.anchor, crank.A], lower: 0.75, stiffness: 1e7, damping: 2000}}\n"
    "initial:\n  keep: {joint.O.angle: 40 deg, joint.O.rate: 0}\n"
    "  guess: {rod.angle: -0.3, slider.x: 1, rod.x: 0.6, rod.y: 0.1}\n"
    "simulate: {until: 1}\noutputs: [slider.x, crank.A.y, energy.error]\n";

static void test_linkage(void) {
  const int n = 100;
  const track *fine = drive(&(subject_def){.text = linkage, .method = "rk4", .h = 50e-6, .newton = 1}, 1);
  CHECK(fine->n == n);
  for (int newton = 0; newton < 2; newton++) {
    const subject_def def = {.text = linkage, .method = "rk4", .h = step, .tables = {.stops = true}, .newton = newton};
    const track *t = drive(&def, 1);
    if (getenv("VERBOSE")) printf("linkage: %g mm, %g J\n", 1e3 * distance(t, fine, 0, 2, n), t->y[n - 1][2]);
    CHECK(distance(t, fine, 0, 2, n) < 15e-3);
    free((void *)t);
  }
  free((void *)fine);
}

// ---- files ----------------------------------------------------------------------------------------------------------

// Three steps of a program from bytes; a machine that can be run is all that is asked for.
static bool try_bytes(const jn_system *system, const jni_bytes_out *bytes) {
  const char *why;
  jni_program *p = jni_program_read(system, bytes->at, (size_t)bytes->n, &why);
  if (p) p->noutputs = 0;  // files have their names alone
  const jni_machine_def def = {.program = p, .method = jni_step_method_find("rk4"), .h = step};
  jni_machine *m = p ? jni_machine_new(NULL, &def) : NULL;
  for (int i = 0; m && i < 3; i++) jni_machine_step(m);
  jni_machine_free(m);
  jni_program_free(p);
  return p != NULL;
}

// Bytes by chance in the place of those of a program.
static void test_bytes(void) {
  subject s = subject_of(&(subject_def){.text = bouncing, .method = "rk4", .h = step, .tables = {.stops = true}});
  jn_run *run = jni_compile_start(s.compiled, s.model, s.report);
  jni_bytes_out bytes = {0};
  jni_program_write(s.compiled->program, &bytes);
  CHECK(run && !bytes.failed && try_bytes(jn_run_system(run), &bytes));
  int refused = 0;
  for (int i = 0; run && i < 300; i++) {
    int end = i % 2 ? bytes.n : 2000 < bytes.n ? 2000 : bytes.n, at = (int)chance(0, end);
    unsigned char before = bytes.at[at];
    bytes.at[at] = (unsigned char)chance(0, 256);
    refused += !try_bytes(jn_run_system(run), &bytes);
    bytes.at[at] = before;
  }
  CHECK(refused > 30);
  jni_free(NULL, bytes.at);
  jn_run_free(run);
  subject_free(&s);
}

// ---- with what else is computed beforehand --------------------------------------------------------------------------

// A suspension that is pressed against its stops, with loops, mass and lengths by tables as well.
static const char corner[] = "jounce: 1\nmodel: " JOUNCE_SOURCE_DIR
                             "/models/benchmarks/double-wishbone-corner.yaml\nset: {swing: 9 kN}\nforces:\n"
                             "  buffer: {type: stop, between: [ground.spring, lower_arm.strut], lower: 0.235, upper: "
                             "0.26, stiffness: 1e8, damping: 1e4}\n";

static void test_extents(void) {
  const int n = 100;
  subject_def def = {.text = corner, .method = "rk4", .h = 100e-6, .newton = 1};
  const track *fine = drive(&def, 1);
  CHECK(fine->n == n);
  static const jn_compile_tables extents[] = {{.extent = JN_EXACT, .stops = true},
                                              {.extent = JN_TABLES, .stops = true},
                                              {.extent = JN_MASS_TABLES, .stops = true},
                                              {.extent = JN_MASS_TABLES, .poses = true, .stops = true},
                                              {.extent = JN_MASS_TABLES, .poses = true, .forces = true, .stops = true},
                                              {.extent = JN_CONSTANT_MASS, .poses = true, .stops = true}};
  for (int i = 0; i < (int)(sizeof extents / sizeof *extents); i += LIGHT ? 2 : 1) {
    def.h = step;
    def.tables = extents[i];
    const track *t = drive(&def, 1);
    if (getenv("VERBOSE"))
      printf("extent %d: %g mrad, %g mm\n", i, 1e3 * distance(t, fine, 0, 1, n), 1e3 * distance(t, fine, 1, 2, n));
    CHECK(distance(t, fine, 1, 2, n) < 8e-3);  // height of the wheel
    free((void *)t);
  }
  def.tables = (jn_compile_tables){.extent = JN_EXACT};
  const track *plain = drive(&def, 1);  // steps of 10 ms without tables
  CHECK(!(distance(plain, fine, 1, 2, n) < 0.05));
  free((void *)plain);
  free((void *)fine);
}

// ---- a vehicle ------------------------------------------------------------------------------------------------------

#define OUTPUTS                                                                                          \
  "[chassis.x, chassis.y, chassis.z, force.fl.stop.length, force.fr.stop.length, force.rl.stop.length, " \
  "force.rr.stop.length]"
#define STOP(stiffness)                                                         \
  "{type: stop, between: [frame.spring, lca.spring], lower: \"=bump_length\", " \
  "upper: \"=bump_length + travel\", damping: 2000, stiffness: " stiffness "}"

typedef struct {
  const char *stop;
  double until, fine, path, travel;  // s, s; m: of the chassis, and of its height and the springs
  bool fails;                        // steps of 10 ms without tables do
} climb;

// Up a kerb, with stops that are nearer than the vehicle has them: both front corners meet theirs, with 32 kN at most.
// At the softer stops, steps of 10 ms without tables differ from fine steps by 6.5 mm along the path, an error of the
// method and not of the tables (2 mm with steps of 5 ms); with tables the vehicle stays within 0.5 mm of these steps.
static void test_kerb(void) {
  static const climb climbs[] = {{STOP("1e7"), 2.4, 1e-3, 7e-3, 2e-3, false},
                                 {STOP("1e9"), 1.1, 0.2e-3, 30e-3, 5e-3, true}};
  for (int i = LIGHT; i < 2; i++) {
    const climb *c = &climbs[i];
    const jn_setting settings[] = {{"parts.corner.parameters.bump_length", "0.24"},
                                   {"parts.corner.parameters.travel", "=if(rear, 0.315, 0.275) - 0.24"},
                                   {"parts.corner.forces.stop", c->stop},
                                   {"outputs", OUTPUTS}};
    subject_def def = {.path = JOUNCE_SOURCE_DIR "/models/vehicles/hmmwv-kerb.yaml",
                       .settings = settings,
                       .nsettings = 4,
                       .method = "rk4",
                       .h = c->fine,
                       .newton = 1};
    const int n = (int)lround(c->until / step);
    const track *fine = drive(&def, c->until);
    def.method = "rosenbrock";
    def.h = step;
    const track *plain = drive(&def, c->until);
    def.tables.stops = true;
    const track *t = drive(&def, c->until);
    if (getenv("VERBOSE"))
      printf("kerb: path %g mm, height and springs %g mm; from steps without tables %g mm\n",
             1e3 * distance(t, fine, 0, 3, n), 1e3 * distance(t, fine, 2, 7, n), 1e3 * distance(t, plain, 0, 3, n));
    CHECK(distance(t, fine, 0, 3, n) < c->path && distance(t, fine, 2, 7, n) < c->travel);
    if (c->fails) CHECK(distance(plain, fine, 2, 7, n) > 1);
    else CHECK(distance(t, plain, 0, 3, n) < 0.5e-3);
    free((void *)t);
    free((void *)plain);
    free((void *)fine);
  }
}

int main(void) {
  test_impacts();
  test_blocks();
  test_bouncing();
  test_rest();
  test_bytes();
  test_linkage();
  test_extents();
  test_kerb();
  return check_report();
}
