// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_package.c - fuzz target: a compiled model whose bytes are edited. The first byte chooses a model and how it was
// compiled, the second what is edited: the code alone, which is read and run, the whole file, which is read and run as
// a model, or that the rest of the input is the file. Lengths and hashes are made right again, so that what they guard
// is reached. It is refused with a sentence, or takes some steps: no crash.
#include <math.h>

#include "compile/file/program_file.h"
#include "compile/machine.h"
#include "fuzz.h"
#include "jounce/jounce.h"
#include "model/hash.h"
#include "simulate/compile/compile.h"
#include "simulate/run.h"

enum { MOST_STEPS = 3, BODY_AT = 32, LENGTH_AT = 16, HASH_AT = 24 };

// ---- models ---------------------------------------------------------------------------------------------------------

static const char plane[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0], D: [1, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.5, 0]}}\n"
    "  coupler: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [1, 0]}}\n"
    "  rocker: {mass: 1, inertia: 0.1, points: {D: [0, 0], B: [0.9, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n"
    "  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "forces:\n"
    "  spring: {type: spring-damper, between: [ground.D, crank.A], law: {table: [[-1, -9], [0, 0], [1, 8]]}, rest: "
    "0.7, "
    "damping: 0.1}\n"
    "  stop: {type: stop, joint: D, lower: -0.1, upper: 0.1, stiffness: 100, damping: 1}\n"
    "  brake: {type: brake, joint: D, capacity: 0.1, stiffness: 100}\n"
    "  motor: {type: torque, joint: O, value: 'push - drag(crank.rate) + x + 0.01*subsystem.box.output_torque + "
    "subsystem.acts.pull + map(x, t)'}\n"
    "subsystems:\n"
    "  acts: {type: sequence, steps: [{set: {pull: 1}, ramp: 1 ms, for: 2 ms}, {set: {pull: x}, until: 'x > 0'}]}\n"
    "  box: {type: automatic-gearbox, output_speed: joint.O.rate, input_torque: subsystem.engine.torque, ratios: [3, "
    "2], upshift: 6, downshift: 1}\n"
    "  engine: {type: engine, speed: subsystem.box.input_speed, throttle: 0.3, full_load: [[0, 1], [9, 2]], "
    "idle_speed: 5}\n"
    "  way: {type: path-follower, x: x, y: push, heading: 0, speed: 1, path: {points: [[-1, 0], [2, 0.5], [4, 0]]}, "
    "wheelbase: 2, preview_time: 0.4}\n"
    "tables:\n"
    "  drag: {over: rad/s, table: [[-1, -0.1], [0, 0], [1, 0.1]], smooth: true}\n"
    "  map: {x: [0, 1], y: [0, 2], values: [[0, 1], [2, 3]]}\n"
    "inputs: {push: {table: [[0, 0], [0.05, 1]], smooth: true}}\n"
    "auxiliary: {x: {initial: 0.3, rate: '-x + coupler.vx + subsystem.way.steer'}}\n"
    "initial: {keep: {crank.angle: 1.5}, guess: {coupler.angle: 0.3, rocker.angle: 1.2}}\n"
    "simulate: {until: 0.003, step: 0.001}\n";

static const char wheels[] =
    "jounce: 1\nspace: space\n"
    "soils: {sand: {n: 1.1, k_c: 990, k_phi: 1528430, c: 1040, phi: 28 deg, K: 25 mm}}\n"
    "roads:\n"
    "  bump: {type: bumps, at: -2, length: 2, height: 0.2, count: 3, spacing: 2.5, heading: 20 deg}\n"
    "  lines: {type: polyline, points: [[-2, 0], [-1, 0.2], [-1, 0.3], [0.5, -0.2], [3, 0.1]]}\n"
    "  waves: {type: height-field, at: -1, across: -2, spacing: 0.8, smooth: true, heights: [[0, 0.1, 0.3], [0.2, 0.1, "
    "0], [0, 0, 0.1]]}\n"
    "  ice: {type: patch, at: -1, length: 2, across: -1, width: 2, friction: 0.1, heading: 30 deg}\n"
    "  all: {type: sum, roads: [bump, lines, waves, ice], soil: sand}\n"
    "tables:\n"
    "  load: {over: m, table: [[0, 0], [0.05, 5e3], [0.2, 3e4]], smooth: true}\n"
    "  pull: {over: [m, 1], x: [0, 0.3], y: [-1, 0, 1], values: [[0, 0, 0], [-7e3, -300, 6e3]]}\n"
    "bodies: {a: {mass: 20, inertia: [1, 2, 1]}, b: {mass: 20, inertia: [1, 2, 1]}, c: {mass: 20, inertia: [1, 2, "
    "1]}}\n"
    "forces:\n"
    "  fiala: {type: tyre-fiala, at: a, road: all, radius: 0.4, load_law: {table: [[0, 0], [0.03, 5e3], [0.2, 6e4]]}, "
    "slip_stiffness: 8e4, cornering_stiffness: 5e4}\n"
    "  tmeasy: {type: tyre-tmeasy, at: a, road: all, radius: 0.4, stiffness: 2e5, relaxation: 0.2, lag: 5 ms}\n"
    "  soil: {type: tyre-soil, at: b, road: all, radius: 0.4, width: 0.3}\n"
    "  table: {type: tyre-table, at: b, road: all, radius: 0.4, load: load, traction: pull}\n"
    "  ball: {type: contact, at: c, road: all, radius: 0.4, stiffness: 2e5, envelope: true}\n"
    "  rubber: {type: bushing, between: [a, b], translation_stiffness: [1, 1, 1], rotation_stiffness: [1, 1, 1], "
    "rotation_damping: [1, 1, 1]}\n"
    "  air: {type: drag, at: a, coefficient: 1, area: 1}\n"
    "  band: {type: track-band, hull: a, sprocket: b, wheels: [c], sprocket_radius: 0.25, wheel_radius: 0.3, length: "
    "8, "
    "stiffness: 1e4, road: all, pad_stiffness: 1e4}\n"
    "initial: {keep: {b.x: 1, c.x: 3, c.z: 0.3}}\n"
    "simulate: {until: 0.003, step: 0.001}\n";

static const char driven[] =
    "jounce: 1\nspace: plane\n"
    "bodies: {arm: {mass: 1, inertia: 1}, hand: {mass: 1, inertia: 1, points: {P: [-1, 0]}}}\n"
    "joints: {A: {type: revolute, between: [ground, arm]}, B: {type: revolute, between: [arm, hand.P]}}\n"
    "drivers: {D: {joint: A, coordinate: angle, motion: {table: [[0, 0], [0.01, 1], [0.02, 0]]}}}\n"
    "simulate: {until: 0.003, step: 0.001}\n";

static const char tracked[] =
    "jounce: 1\nspace: plane\n"
    "bodies: {shaft: {mass: 1, inertia: 1}}\n"
    "joints: {O: {type: revolute, between: [ground, shaft]}}\n"
    "forces: {motor: {type: torque, joint: O, value: 'subsystem.logic.throttle - subsystem.logic.brake_left'}}\n"
    "subsystems: {logic: {type: controller, code: m2, period: 2 ms, inputs: {throttle: 0.5, brake: 0, steer: 0.1, "
    "gear: "
    "4, engine_speed: '20*shaft.rate', output_speed: 'shaft.rate', speed: 'shaft.rate'}}}\n"
    "events: {end: {when: 'shaft.angle - 9', stop: true}}\n"
    "initial: {keep: {shaft.rate: 10}}\n"
    "simulate: {until: 0.003, step: 0.001}\n";

// ---- compiled models ------------------------------------------------------------------------------------------------

enum { TEXTS = 4, METHODS = 3, CASES = TEXTS * METHODS };

typedef struct {
  jn_model *model;
  jn_run *run;  // whose system reads the code
  jni_bytes_out file, code;
} compiled_case;

static void must(jn_report *report, bool good) {
  for (int i = 0; !good && i < jn_report_size(report); i++) fprintf(stderr, "%s\n", jn_report_get(report, i)->what);
  FUZZ_CHECK(good);
}

static compiled_case *case_of(unsigned which) {
  static const char *const texts[TEXTS] = {plane, wheels, driven, tracked}, *const methods[METHODS] = {
                                                                                "rk4", "rosenbrock", "split"};
  static compiled_case cases[CASES];
  compiled_case *c = &cases[which];
  if (c->run) return c;
  jn_report *report = jn_report_new(NULL);
  jn_compile_options options = jn_compile_options_default();
  jn_run_options run_options = jn_run_options_default();
  const char *text = texts[which % TEXTS];
  c->model = jn_model_read_text(NULL, "fuzz", text, strlen(text), NULL, 0, report);
  must(report, c->model);
  jn_choices choices = *jn_model_choices(c->model);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", methods[which / TEXTS]);
  options.choices = &choices;
  jn_compiled *compiled = jn_compile(c->model, &options, report);
  must(report, compiled);
  const jn_source own = {.name = "fuzz", .text = text, .size = strlen(text)};
  must(report, jni_compiled_bytes(compiled, &own, 1, &c->file, report));
  jni_program_write(compiled->program, &c->code);
  snprintf(choices.formulation, sizeof choices.formulation, "compiled");
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  run_options.choices = &choices;
  c->run = jn_run_new(c->model, &run_options, report);
  must(report, c->run && !c->code.failed);
  jn_compiled_free(compiled);
  jn_report_free(report);
  return c;
}

// ---- edits ----------------------------------------------------------------------------------------------------------

typedef struct {
  uint8_t *at;
  size_t n, room;
} block;

static void put_int(uint8_t *at, uint64_t value, int size) {
  for (int i = 0; i < size; i++) at[i] = (uint8_t)(value >> 8 * i);
}

// Any place is reached by two bytes and a third; most are near where a program begins.
static size_t place(const block *b, fuzz_bytes *bytes, size_t size) {
  size_t at = fuzz_pair(bytes) | (size_t)fuzz_pick(bytes, 4) << 16;
  return b->n > size ? at % (b->n - size) : 0;
}

static void edit(block *b, fuzz_bytes *bytes) {
  static const uint64_t values[] = {0,
                                    1,
                                    2,
                                    3,
                                    255,
                                    0x7fffffff,
                                    0x80000000,
                                    0xffffffff,
                                    0x7ff0000000000000,
                                    0x7fefffffffffffff,
                                    0xfff8000000000000,
                                    0x8000000000000000,
                                    1ull << 40};
  unsigned what = fuzz_byte(bytes);
  int size = what & 8 ? 8 : what & 16 ? 4 : 1;
  if (b->n < 16) return;
  size_t at = place(b, bytes, (size_t)size), from = place(b, bytes, (size_t)size);
  uint64_t value = what & 32 ? values[fuzz_pick(bytes, sizeof values / sizeof *values)] : fuzz_byte(bytes);
  switch (what % 4) {
    case 0: put_int(b->at + at, value, size); break;
    case 1: memmove(b->at + at, b->at + from, (size_t)size); break;
    case 2: b->at[at] ^= (uint8_t)(1u << (value % 8)); break;
    default:  // a piece goes, or comes twice
      if (value & 1) {
        memmove(b->at + at, b->at + at + size, b->n - at - (size_t)size);
        b->n -= (size_t)size;
      } else if (b->n + (size_t)size <= b->room) {
        memmove(b->at + at + size, b->at + at, b->n - at);
        b->n += (size_t)size;
      }
  }
}

static block edited(const uint8_t *from, size_t n, fuzz_bytes *bytes) {
  block b = {.n = n, .room = n + 64};
  b.at = malloc(b.room);
  FUZZ_CHECK(b.at);
  if (n > 0) memcpy(b.at, from, n);
  while (!fuzz_ends(bytes)) edit(&b, bytes);
  uint8_t *fits = realloc(b.at, b.n > 0 ? b.n : 1);  // reading past its end is seen
  if (fits) b.at = fits;
  return b;
}

// ---- code -----------------------------------------------------------------------------------------------------------

// Steps from the start, and from where every number is another one.
static void run_program(const jni_program *p, fuzz_bytes *bytes) {
  static const double values[] = {0, 1, -1, 1e9, -1e300, 1e-300, HUGE_VAL, (double)NAN};
  const jni_step_method *method = jni_step_methods;
  while (method->implicit != p->implicit.extent) method++;
  const jni_machine_def def = {.program = p, .method = method, .h = 1e-3};
  jni_machine *m = jni_machine_new(NULL, &def);
  FUZZ_CHECK(m);
  for (int i = 0; i < MOST_STEPS; i++) jni_machine_step(m);
  for (int i = 0; i < m->n; i++) m->x[i] = values[(fuzz_byte(bytes) + (unsigned)i) % 8];
  for (int i = 0; i < MOST_STEPS; i++) jni_machine_step(m);
  jni_machine_free(m);
}

static void try_code(const compiled_case *c, fuzz_bytes *bytes) {
  fuzz_bytes again = *bytes;
  block b = edited(c->code.at, (size_t)c->code.n, bytes);
  const char *why;
  jni_program *plan = jni_program_read_plan(NULL, b.at, b.n, &why);
  FUZZ_CHECK(plan || *why);
  jni_program *p = jni_program_read(jn_run_system(c->run), b.at, b.n, &why);
  FUZZ_CHECK(p ? plan != NULL : *why != 0);
  if (p) run_program(p, &again);
  jni_program_free(p);
  jni_program_free(plan);
  free(b.at);
}

// ---- files ----------------------------------------------------------------------------------------------------------

// Settings may ask for a long run.
static void run_model(jn_model *model, jn_report *report) {
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(model);
  choices.until = 1;
  choices.output_step = 1;
  options.choices = &choices;
  ((jni_model_code *)(uintptr_t)model->code)->hash = jni_code_hash(model);
  jn_run *run = jn_run_new(model, &options, report);
  FUZZ_CHECK(run || jn_report_count(report, JN_FAULT) > 0);
  jn_status status = JN_OK;
  for (int i = 0; run && i < MOST_STEPS && status == JN_OK; i++) status = jn_run_step(run, 1);
  jn_run_free(run);
}

static void try_file(block *b) {
  jn_report *report = jn_report_new(NULL);
  if (b->n >= BODY_AT) {
    put_int(b->at + LENGTH_AT, b->n - BODY_AT, 8);
    put_int(b->at + HASH_AT, jni_hash64(0, b->at + BODY_AT, b->n - BODY_AT), 8);
  }
  jn_model *model = jn_model_read_text(NULL, "fuzz.jnc", (const char *)b->at, b->n, NULL, 0, report);
  FUZZ_CHECK(model || jn_report_count(report, JN_FAULT) > 0);
  if (model && model->code && model->nbodies < 20) run_model(model, report);
  jn_model_free(model);
  jn_report_free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_bytes bytes = {data, size, 0};
  const compiled_case *c = case_of(fuzz_pick(&bytes, CASES));
  unsigned what = fuzz_byte(&bytes);
  if (what % 4 != 3) {
    try_code(c, &bytes);
    return 0;
  }
  bool own = what & 4;
  fuzz_bytes none = {NULL, 0, 0};
  block b = own ? edited(c->file.at, (size_t)c->file.n, &bytes) : edited(data + bytes.at, size - bytes.at, &none);
  try_file(&b);
  free(b.at);
  return 0;
}
