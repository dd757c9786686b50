// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_controller.c - controllers as C: what is refused and why, how their code is called, code in shared objects, and
// the transmission of the M2, each of whose states is reached.
#include <stdint.h>
#include <string.h>

#include "check.h"

#include "subsystem/controller.h"

static char what[400];

static void says(const char *part) {
  if (!strstr(what, part)) printf("got: %s\n", what);
  CHECK(strstr(what, part));
}

// ---- what a code says of itself -----------------------------------------------------------------------

static const char *sample_nothing(const jn_controller_call *call) {
  (void)call;
  return NULL;
}
static void save_nothing(const void *memory, double *states) {
  (void)memory;
  (void)states;
}

static const jn_controller_signal in[] = {{"speed", "m/s", -1, 1, ""}, {"angle", "rad", 0, 0, ""}};
static const jn_controller_signal out[] = {{"force", "N", -2, 2, ""}};
static const jn_controller sound = {
    JN_CONTROLLER_VERSION,   "sound", .period = 0.1, JN_CONTROLLER_INPUTS(in), JN_CONTROLLER_OUTPUTS(out),
    .sample = sample_nothing};

static void refused(jn_controller code, const char *part) {
  CHECK(!jni_controller_check(&code, "sound", what, sizeof what));
  says(part);
}

static void test_functions(void) {
  CHECK(jni_controller_check(&sound, "sound", what, sizeof what));
  jn_controller code = sound;
  code.version = 7;
  refused(code, "version 7 of <jounce/controller.h>, and this is version 1");
  code = sound;
  code.name = "loud";
  refused(code, "the code of controller 'sound' calls itself 'loud'");
  code = sound;
  code.name = NULL;
  refused(code, "calls itself ''");
  code = sound;
  code.sample = NULL;
  refused(code, "no function 'sample'");
  code = sound;
  code.noutputs = 0;
  refused(code, "no outputs");
  code = sound;
  code.period = NAN;
  refused(code, "period");
  code = sound;
  code.size = JN_CONTROLLER_MAX_SIZE + 1;
  refused(code, "JN_CONTROLLER_MAX_SIZE");
  code = sound;
  code.size = 8;
  refused(code, "needs 'save' and 'load'");
  code = sound;
  code.save = save_nothing;
  refused(code, "but no 'size'");
}

static void test_lists(void) {
  const jn_controller_signal bad_name[] = {{"1st", "1", 0, 0, ""}}, no_name[] = {{NULL, "1", 0, 0, ""}};
  const jn_controller_signal twice[] = {{"a", "1", 0, 0, ""}, {"b", "1", 0, 0, ""}, {"a", "1", 0, 0, ""}};
  const jn_controller_signal no_unit[] = {{"a", NULL, 0, 0, ""}}, inches[] = {{"a", "in", 0, 0, ""}};
  jn_controller code = sound;
  code.ninputs = JN_CONTROLLER_MAX_LIST + 1;
  refused(code, "0 to 64 inputs, and says 65");
  code = sound;
  code.inputs = NULL;
  refused(code, "inputs, and says 2");
  code = sound;
  code.noutputs = 1;
  code.outputs = bad_name;
  refused(code, "output 1 has no name that a model file can use");
  code.outputs = no_name;
  refused(code, "output 1 has no name");
  code = sound;
  code.nstates = 3;
  code.states = twice;
  refused(code, "two states 'a'");
  code = sound;
  code.noutputs = 1;
  code.outputs = no_unit;
  refused(code, "unit of its output 'a' is no SI unit: ''");
  code.outputs = inches;
  refused(code, "no SI unit: 'in'");
  code = sound;
  code.nstates = 1;
  code.states = out;
  refused(code, "a state and an output are both called 'force'");
}

static void test_table(void) {
  for (int i = 0; jni_controllers[i]; i++)
    CHECK(jni_controller_check(jni_controllers[i], jni_controllers[i]->name, what, sizeof what));
  CHECK(jni_controller_find("m2") == jni_controllers[0]);
  CHECK(!jni_controller_find("m3"));
  CHECK(jni_controller_nearest("m3") && !strcmp(jni_controller_nearest("m3"), "m2"));
  const jn_controller *m2 = jni_controller_find("m2");
  int up = jni_controller_parameter(m2, "up_full");
  CHECK(up >= 0 && jni_controller_parameter(m2, "upfull") < 0);
  CHECK(jni_controller_in_range(&m2->parameters[up], 200, what, sizeof what));
  CHECK(!jni_controller_in_range(&m2->parameters[up], NAN, what, sizeof what));
  CHECK(!jni_controller_in_range(&m2->parameters[up], 2000, what, sizeof what));
  says("parameter 'up_full' must be between 1 and 1000, got 2000");
}

// ---- calls ---------------------------------------------------------------------------------------------

static const char *sample_echo(const jn_controller_call *call) {
  if (call->inputs[1] > 100) return "too much";
  call->states[0] += call->dt;
  call->outputs[0] = call->inputs[1] > 10 ? NAN : 5 * call->inputs[0];
  if (call->inputs[1] < -10) call->states[0] = INFINITY;
  return NULL;
}

// Inputs and outputs are held to their ranges; what fails leaves the block as it was.
static void test_call(void) {
  const jn_controller_signal time[] = {{"time", "s", 0, 0, ""}};
  jn_controller echo = sound;
  echo.sample = sample_echo;
  echo.nstates = 1;
  echo.states = time;
  double block[4] = {9, 9, 9, 9}, before[4];
  CHECK(jni_controller_block(&echo) == 4);
  CHECK(jni_controller_start(&echo, NULL, block, what, sizeof what));
  CHECK(block[0] == 0 && block[1] == 0 && block[2] == 0 && block[3] == 0);
  CHECK(jni_controller_sample(&echo, NULL, 0.5, (double[]){0.1, 0}, block, what, sizeof what));
  CHECK(block[0] == 0 && block[1] == 0.5 && block[2] == 0.5 && block[3] == 1);
  CHECK(jni_controller_sample(&echo, NULL, 0.75, (double[]){3, 0}, block, what, sizeof what));
  CHECK(block[0] == 0.25 && block[1] == 2 && block[3] == 2);
  memcpy(before, block, sizeof block);
  CHECK(!jni_controller_sample(&echo, NULL, 1, (double[]){0.1, 11}, block, what, sizeof what));
  says("its output 'force' is not a finite number");
  CHECK(!jni_controller_sample(&echo, NULL, 1, (double[]){0.1, -11}, block, what, sizeof what));
  says("its state 'time' is not a finite number");
  CHECK(!jni_controller_sample(&echo, NULL, 1, (double[]){0.1, 101}, block, what, sizeof what));
  says("too much");
  CHECK(!memcmp(before, block, sizeof block));
}

// ---- shared objects --------------------------------------------------------------------------------------

#ifdef CODE_MODULE  // not in a build without loading
static void test_load(void) {
  const double gains[] = {2, 20}, none[] = {2, 0};
  double block[5];
  jni_code code;
  CHECK(jni_code_open(CODE_MODULE, "pi", &code, what, sizeof what));
  if (!code.code) return;
  CHECK(code.code->size > 0);
  CHECK(!jni_controller_start(code.code, none, block, what, sizeof what));
  says("the gain must be positive");
  CHECK(jni_controller_start(code.code, gains, block, what, sizeof what));
  CHECK(block[0] == 0.25 && block[1] == 0);
  for (int k = 0; k < 3; k++)
    CHECK(jni_controller_sample(code.code, gains, 0.5 * k, (double[]){1}, block, what, sizeof what));
  CHECK(block[0] == 1.25 && block[1] == 3 && block[2] == 45);
  CHECK(!jni_controller_sample(code.code, gains, 2e5, (double[]){1}, block, what, sizeof what));
  says("the day is over");
  jni_code_close(&code);
  CHECK(!code.handle);
}

static void test_load_refused(void) {
  const struct {
    const char *path, *name, *part;
  } cases[] = {
      {"no-such-file.so", "pi", "'no-such-file.so' cannot be loaded: "},
      {CODE_MODULE, "pid", "has no controller 'pid': there is no 'jounce_controller_pid' in it"},
      {CODE_MODULE, "future", "version 2 of <jounce/controller.h>, and this is version 1"},
      {CODE_MODULE, "other", "calls itself 'another'"},
      {JOUNCE_SOURCE_DIR "/README.md", "pi", "cannot be loaded: "},
      {".", "pi", "cannot be loaded: "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jni_code code;
    CHECK(!jni_code_open(cases[i].path, cases[i].name, &code, what, sizeof what));
    says(cases[i].part);
    CHECK(!code.handle && !code.code);
  }
}
#endif

// ---- the transmission of the M2 ----------------------------------------------------------------------------

enum { THROTTLE, BRAKE, STEER, SELECTOR, ENGINE, OUTPUT, SPEED };
enum { MODE, ENGAGED, BEFORE, SINCE, CLUTCH, PRESSURE, BRAKING, GEAR, RATIO, LOCK, CUT, STEERING, LEFT, RIGHT, LAST };

typedef struct {
  double parameter[64], in[7], block[16], t;
  const jn_controller *code;
} m2;

static m2 m2_new(void) {
  m2 m = {.code = jni_controller_find("m2")};
  for (int i = 0; i < m.code->nparameters; i++) m.parameter[i] = m.code->parameters[i].value;
  CHECK(m.code->nstates + m.code->noutputs == LAST && m.code->ninputs == 7);
  CHECK(jni_controller_start(m.code, m.parameter, m.block, what, sizeof what));
  return m;
}

// For a while with inputs that do not change.
static void m2_go(m2 *m, double duration) {
  int n = (int)(duration / 0.01 + 0.5);
  for (int k = 0; k < n; k++) {
    CHECK(jni_controller_sample(m->code, m->parameter, m->t, m->in, m->block, what, sizeof what));
    m->t += 0.01;
  }
}

// At a speed of the vehicle, with the engine just above the turbine.
static void m2_speed(m2 *m, double v) {
  double output = v / 0.2705;
  m->in[SPEED] = v;
  m->in[OUTPUT] = output;
  m->in[ENGINE] = fabs(output * m->block[RATIO]) * 1.05;
  if (m->in[ENGINE] < 63) m->in[ENGINE] = 63;
}

// States that no sample has left, as in a checkpoint or a compiled model from somebody else: refused by name, the block
// stays as it was.
static void test_foreign_states(void) {
  static const double numbers[] = {1e5, -2, 5, 1e15, -1e300, 1e9, NAN, HUGE_VAL};
  for (int state = 0; state < GEAR; state++)
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
      m2 m = m2_new();
      m.in[SELECTOR] = 4;
      m.in[THROTTLE] = 1;
      m.in[OUTPUT] = 100;
      m2_go(&m, 0.1);
      m.block[state] = numbers[i];
      double before[LAST + 2];
      memcpy(before, m.block, sizeof before);
      bool good = jni_controller_sample(m.code, m.parameter, m.t, m.in, m.block, what, sizeof what);
      CHECK(good == (state == SINCE && isfinite(numbers[i])));
      if (good) continue;
      says(m.code->states[state].name);
      CHECK(memcmp(before, m.block, sizeof before) == 0);
    }
}

// Through all gears up and down again: one at a time, no hunting at any speed between.
static void test_gears(void) {
  m2 m = m2_new();
  int changes = 0, last = 0, top = 0;
  m2_go(&m, 0.1);
  CHECK(m.block[MODE] == 0 && m.block[RATIO] == 0 && m.block[GEAR] == 0);
  m.in[SELECTOR] = 4;
  m.in[THROTTLE] = 0.6;
  for (int k = 0; k <= 3600; k++) {
    m2_speed(&m, k <= 1800 ? 0.01 * k : 0.01 * (3600 - k));
    m2_go(&m, 0.02);
    int gear = (int)m.block[GEAR];
    CHECK(abs(gear - last) <= 1 && gear >= 1);
    changes += gear != last;
    last = gear;
    top = gear > top ? gear : top;
    CHECK(m.block[RATIO] <= 22.7 && m.block[RATIO] >= 4.02);
  }
  CHECK(top == 4 && last == 1 && changes == 7);
  for (int k = 0; k < 100; k++) {  // steady at any speed: at most the way to one gear
    changes = 0;
    m2_speed(&m, 0.18 * k);
    m2_go(&m, 6);
    for (int i = 0; i < 50; i++) {
      last = (int)m.block[GEAR];
      m2_go(&m, 0.05);
      changes += last != (int)m.block[GEAR];
    }
    CHECK(changes == 0);
  }
}

static void test_shift(void) {
  m2 m = m2_new();
  m.in[SELECTOR] = 4;
  m.in[THROTTLE] = 1;
  m2_speed(&m, 1);
  m2_go(&m, 3);
  CHECK(m.block[MODE] == 1 && m.block[GEAR] == 1 && m.block[CUT] == 1);
  m2_speed(&m, 4);
  m2_go(&m, 0.2);
  CHECK(m.block[MODE] == 2 && m.block[GEAR] == 2 && m.block[BEFORE] == 1);
  CHECK_NEAR(m.block[CUT], 0.5, 0);
  CHECK(m.block[RATIO] < 22.7 && m.block[RATIO] > 12.75);
  m2_go(&m, 0.3);
  CHECK(m.block[MODE] == 1 && m.block[RATIO] == 12.75);
}

// Lifting off changes up, but not while the driver brakes, unless the engine would race.
static void test_lift_off(void) {
  for (int brakes = 0; brakes < 2; brakes++) {
    m2 m = m2_new();
    m.in[SELECTOR] = 4;
    m.in[THROTTLE] = 1;
    for (int k = 0; k < 4; k++) {
      m2_speed(&m, 4.8);
      m2_go(&m, 1.5);
    }  // 226 rad/s in second gear
    CHECK(m.block[GEAR] == 2);
    m.in[THROTTLE] = 0;
    m.in[BRAKE] = brakes ? 0.3 : 0;
    m2_go(&m, 1.5);
    CHECK(m.block[GEAR] == (brakes ? 2 : 3));
    m2_speed(&m, 5.8);
    m2_go(&m, 0.02);
    CHECK(m.block[GEAR] == 3);
  }
}

// The selector: a lower gear than fits is not engaged, reverse waits for standstill, neutral opens at once.
static void test_selector(void) {
  m2 m = m2_new();
  m.in[SELECTOR] = 4;
  m.in[THROTTLE] = 0.3;
  for (int k = 0; k < 8; k++) {
    m2_speed(&m, 15);
    m2_go(&m, 1.5);
  }
  CHECK(m.block[GEAR] == 4);
  m.in[SELECTOR] = 1;
  m2_go(&m, 5);
  CHECK(m.block[GEAR] >= 3 && 15 / 0.2705 * m.block[RATIO] < 450);
  m.in[SELECTOR] = -1;
  m2_go(&m, 1);
  CHECK(m.block[MODE] == 3 && m.block[GEAR] == 0 && m.block[RATIO] == 0);
  m2_speed(&m, 0.1);
  m2_go(&m, 1);
  CHECK(m.block[GEAR] == -1 && m.block[RATIO] == -18 && m.block[MODE] == 1);
  m2_speed(&m, -3);
  m.in[SELECTOR] = 4;
  m2_go(&m, 1);
  CHECK(m.block[MODE] == 3 && m.block[GEAR] == 0);
  m.in[SELECTOR] = 0;
  m2_go(&m, 0.01);
  CHECK(m.block[MODE] == 0);
  m2_speed(&m, 16);
  m.in[SELECTOR] = 4;
  m2_go(&m, 1);
  CHECK(m.block[GEAR] == 3 || m.block[GEAR] == 4);
}

static void test_lock(void) {
  m2 m = m2_new();
  m.in[SELECTOR] = 4;
  for (int k = 0; k < 8; k++) {
    m2_speed(&m, 12);
    m2_go(&m, 1.5);
  }
  CHECK(m.block[GEAR] == 4 && m.block[CLUTCH] == 2 && m.block[LOCK] == 1);
  m.in[BRAKE] = 0.8;
  m2_go(&m, 0.01);
  CHECK(m.block[CLUTCH] == 0 && m.block[LOCK] == 0);
  m.in[BRAKE] = 0;
  m2_go(&m, 0.15);
  CHECK(m.block[CLUTCH] == 1 && m.block[LOCK] > 0 && m.block[LOCK] < 1);
  m2_speed(&m, 8.5);  // between the two speeds: stays as it is
  m2_go(&m, 1);
  CHECK(m.block[GEAR] == 4 && m.block[CLUTCH] == 2);
  m2_speed(&m, 7.6);
  m2_go(&m, 0.01);
  CHECK(m.block[CLUTCH] == 0);
  m2_speed(&m, 8.5);
  m2_go(&m, 1);
  CHECK(m.block[CLUTCH] == 0);
  m2_speed(&m, 12);
  m.in[ENGINE] = 270;  // slips too much
  m2_go(&m, 1);
  CHECK(m.block[CLUTCH] == 0);
}

// Never in first gear or reverse; a shift opens it.
static void test_lock_in_gears(void) {
  m2 m = m2_new();
  m.in[SELECTOR] = 1;
  for (int k = 0; k < 3; k++) {
    m2_speed(&m, 2.5);
    m2_go(&m, 1);
  }
  CHECK(m.block[GEAR] == 1 && m.in[ENGINE] > 200 && m.block[CLUTCH] == 0);
  m.in[SELECTOR] = 3;
  for (int k = 0; k < 4; k++) {
    m2_speed(&m, 6);
    m2_go(&m, 1.5);
  }
  CHECK(m.block[GEAR] == 3 && m.block[CLUTCH] == 2);
  m.in[SELECTOR] = 4;
  m2_speed(&m, 8);
  m2_go(&m, 0.02);
  CHECK(m.block[MODE] == 2 && m.block[GEAR] == 4 && m.block[CLUTCH] == 0 && m.block[LOCK] == 0);
  m.in[SELECTOR] = 0;
  m2_go(&m, 0.02);
  m2_speed(&m, 0);
  m.in[SELECTOR] = -1;
  m2_go(&m, 0.02);
  for (int k = 0; k < 3; k++) {
    m2_speed(&m, -2.5);
    m2_go(&m, 1);
  }
  CHECK(m.block[GEAR] == -1 && m.in[ENGINE] > 160 && m.block[CLUTCH] == 0);
}

static int parameter_of(const char *name) { return jni_controller_parameter(jni_controller_find("m2"), name); }

static void test_steer(void) {
  m2 m = m2_new();
  m.in[STEER] = 1;
  m2_speed(&m, 0);
  m2_go(&m, 0.02);
  CHECK_NEAR(m.block[STEERING], 0.04, 1e-15);
  m.in[STEER] = -0.5;
  m.in[SELECTOR] = 4;
  for (int k = 0; k < 8; k++) {
    m2_speed(&m, 15);
    m2_go(&m, 1.5);
  }
  // by the lateral acceleration: v ratio engine sprocket/half_track = 4 m/s^2
  CHECK_NEAR(fabs(m.block[STEERING]) * 15 * m.in[ENGINE] * 0.2705 / 1.4, 0.5 * 4, 1e-12);
  CHECK(m.block[STEERING] < 0);
}

// Each gear has its own limit, from the first's to the fourth's in even steps; reverse has that of the first.
static void test_steer_in_gears(void) {
  static const double speed[] = {1, 2, 4, 5};
  m2 m = m2_new();
  m.in[STEER] = 1;
  m.parameter[parameter_of("lateral")] = 20;
  for (int gear = 1; gear <= 4; gear++) {
    m.in[SELECTOR] = gear;
    for (int k = 0; k < 4; k++) {
      m2_speed(&m, speed[gear - 1] * 1.5);
      m2_go(&m, 1.5);
    }
    CHECK(m.block[GEAR] == gear);
    CHECK_NEAR(m.block[STEERING], 0.04 - (0.04 - 0.0125) * (gear - 1) / 3, 1e-15);
  }
  m2_speed(&m, 0);
  m.in[SELECTOR] = -1;
  m2_go(&m, 1);
  CHECK(m.block[GEAR] == -1);
  CHECK_NEAR(m.block[STEERING], 0.04, 1e-15);
}

static void test_brakes(void) {
  m2 m = m2_new();
  m.in[SELECTOR] = 4;
  m2_speed(&m, 5);
  m2_go(&m, 0.02);
  CHECK(m.block[BRAKING] == 0 && m.block[LEFT] == 0 && m.block[RIGHT] == 0);
  m.in[BRAKE] = 0.5;
  m2_go(&m, 0.02);
  CHECK(m.block[BRAKING] == 1 && m.block[LEFT] == 0.5 && m.block[RIGHT] == 0.5);
  m.in[STEER] = 1;  // to the left: the left track brakes more
  m2_go(&m, 0.02);
  CHECK(m.block[BRAKING] == 2);
  CHECK_NEAR(m.block[LEFT], 0.8, 1e-15);
  CHECK_NEAR(m.block[RIGHT], 0.2, 1e-15);
  m.in[STEER] = -1;
  m2_go(&m, 0.02);
  CHECK_NEAR(m.block[LEFT], 0.2, 1e-15);
  CHECK_NEAR(m.block[RIGHT], 0.8, 1e-15);
  m.in[BRAKE] = 0.9;  // no side brakes more than fully
  m2_go(&m, 0.02);
  CHECK(m.block[RIGHT] == 1);
  m2_speed(&m, 0.05);
  m2_go(&m, 0.02);
  CHECK(m.block[BRAKING] == 3 && m.block[LEFT] == 1 && m.block[RIGHT] == 1);
  m.in[BRAKE] = 0;
  m2_go(&m, 1);
  CHECK(m.block[BRAKING] == 3);  // holds
  m.in[THROTTLE] = 0.3;
  m.in[SELECTOR] = 0;  // nothing to drive it in neutral
  m2_go(&m, 0.02);
  CHECK(m.block[BRAKING] == 3 && m.block[LEFT] == 1);
  m.in[SELECTOR] = 4;
  m2_go(&m, 0.02);
  CHECK(m.block[BRAKING] == 0 && m.block[LEFT] == 0);
}

static void test_m2_parameters(void) {
  m2 m = m2_new();
  m.parameter[1] = 30;
  CHECK(!jni_controller_start(m.code, m.parameter, m.block, what, sizeof what));
  says("smaller ratio than the one before");
  m.parameter[1] = 5;
  m.parameter[2] = 4.5;
  CHECK(!jni_controller_start(m.code, m.parameter, m.block, what, sizeof what));
  says("the gears would hunt");
}

// Two blocks sampled in turn are as each by itself: nothing is kept in the code.
static void test_shared(void) {
  m2 a = m2_new(), b = m2_new(), alone = m2_new();
  for (int k = 0; k < 300; k++) {
    a.in[SELECTOR] = alone.in[SELECTOR] = 4;
    a.in[THROTTLE] = alone.in[THROTTLE] = 0.7;
    b.in[SELECTOR] = -1;
    b.in[BRAKE] = 0.4;
    m2_speed(&a, 0.05 * k);
    m2_speed(&b, -0.01 * k);
    m2_speed(&alone, 0.05 * k);
    m2_go(&a, 0.01);
    m2_go(&b, 0.01);
    m2_go(&alone, 0.01);
  }
  CHECK(!memcmp(a.block, alone.block, sizeof a.block));
  CHECK(memcmp(a.block, b.block, sizeof a.block) != 0);
}

int main(void) {
  test_functions();
  test_lists();
  test_table();
  test_call();
#ifdef CODE_MODULE
  test_load();
  test_load_refused();
#endif
  test_foreign_states();
  test_gears();
  test_shift();
  test_lift_off();
  test_selector();
  test_lock();
  test_lock_in_gears();
  test_steer();
  test_steer_in_gears();
  test_brakes();
  test_m2_parameters();
  test_shared();
  return check_report();
}
