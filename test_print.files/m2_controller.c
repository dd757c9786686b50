// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// m2_controller.c - the transmission of the Bradley M2: which gear, when the converter locks, how fast the tracks are
// steered apart and which side brakes. It is part of the library (code: m2), and would also do as a shared object.
//
// Sources: engine and overall ratios are those of the model (600 hp at 2600 rpm, 18.3 m/s at top speed: ratio 4.02;
// 60 % grade: 22.7). Nothing is published about shift schedule, lock-up, steering and brake logic of the vehicle: the
// defaults below are estimates, chosen so that gears neither hunt nor stall the engine.
//
// Gears. With turbine speed n = |output speed| ratio, the next gear is chosen above up = up_idle + throttle (up_full -
// up_idle), or above up_full while the driver brakes, and the one before below down, likewise. After a shift by the ratio q the turbine has n/q (up) or n q
// (down); both stay inside (down, up), by which gears do not hunt. A change takes shift_time, in which the ratio moves from one
// gear to the other and the engine gets less throttle; the next one waits for settle_time. Into and out of reverse only
// at standstill: until then the transmission waits in neutral.
// Lock-up. Closes above lock_speed of the turbine where it slips little, from the second gear on; opens below
// unlock_speed, for a shift and for hard braking. The clutch closes within lock_time.
// Steering. The tracks' speeds are output speed -+ steer_ratio times engine speed (the difference of the sprockets to
// their mean). The ratio has a limit in each gear, and one by the lateral acceleration at this speed.
// Brakes. The pedal brakes both sides; steering takes from the outer side what it adds to the inner one. At standstill
// the brakes hold until the driver asks for torque.
#include <jounce/controller.h>

enum { FORWARD_GEARS = 4 };

// ---- what it reads, gives and remembers --------------------------------------------------------------

enum { THROTTLE, BRAKE, STEER, SELECTOR, ENGINE_SPEED, OUTPUT_SPEED, SPEED };
static const jn_controller_signal inputs[] = {
    {"throttle", "1", 0, 1, "pedal"},
    {"brake", "1", 0, 1, "pedal"},
    {"steer", "1", -1, 1, "positive to the left"},
    {"gear", "1", -1, FORWARD_GEARS, "highest gear allowed; 0 neutral, -1 reverse"},
    {"engine_speed", "rad/s", 0, 0, "of the engine"},
    {"output_speed", "rad/s", 0, 0, "of the transmission: mean of the sprockets"},
    {"speed", "m/s", 0, 0, "of the vehicle, forward"},
};

enum { OUT_GEAR, OUT_RATIO, OUT_LOCK, OUT_THROTTLE, OUT_STEER, OUT_LEFT, OUT_RIGHT };
static const jn_controller_signal outputs[] = {
    {"gear", "1", -1, FORWARD_GEARS, "that is engaged or being engaged"},
    {"ratio", "1", 0, 0, "turbine speed over output speed; 0 in neutral, negative in reverse"},
    {"lock", "1", 0, 1, "of the converter's clutch"},
    {"throttle", "1", 0, 1, "of the engine"},
    {"steer_ratio", "1", 0, 0, "half the difference of the sprockets' speeds over engine speed, positive to the left"},
    {"brake_left", "1", 0, 1, "of the left service brake"},
    {"brake_right", "1", 0, 1, "of the right service brake"},
};

enum { NEUTRAL, DRIVING, SHIFTING, WAITING };   // mode
enum { OPEN, CLOSING, LOCKED };                 // clutch
enum { RELEASED, BRAKING, BLENDING, HOLDING };  // brakes
// Jounce refuses a state outside its range: the numbers of gears are array indices (ratio_of).
static const jn_controller_signal states[] = {
    {"mode", "1", NEUTRAL, WAITING, "0 neutral, 1 driving, 2 shifting, 3 waiting for standstill"},
    {"engaged", "1", -1, FORWARD_GEARS, "gear"},
    {"before", "1", -1, FORWARD_GEARS, "gear before the last change"},
    {"since", "s", 0, 0, "time since the last change began"},
    {"clutch", "1", OPEN, LOCKED, "0 open, 1 closing, 2 locked"},
    {"pressure", "1", 0, 1, "of the clutch"},
    {"braking", "1", RELEASED, HOLDING, "0 released, 1 braking, 2 blended with steering, 3 holding"},
};

enum {
  FIRST,
  SECOND,
  THIRD,
  FOURTH,
  REVERSE,
  UP_IDLE,
  UP_FULL,
  DOWN_IDLE,
  DOWN_FULL,
  SHIFT_TIME,
  SETTLE_TIME,
  SHIFT_THROTTLE,
  STANDSTILL,
  LOCK_SPEED,
  UNLOCK_SPEED,
  LOCK_SLIP,
  LOCK_TIME,
  STEER_FIRST,
  STEER_FOURTH,
  LATERAL,
  HALF_TRACK,
  SPROCKET,
  BLEND,
  HARD
};
static const jn_controller_parameter parameters[] = {
    {"first", "1", 22.7, 1, 100, "overall ratio, 60 % grade"},
    {"second", "1", 12.75, 1, 100, "equal steps between first and fourth"},
    {"third", "1", 7.16, 1, 100, "likewise"},
    {"fourth", "1", 4.02, 1, 100, "overall ratio, top speed"},
    {"reverse", "1", 18, 1, 100, "estimate"},
    {"up_idle", "rad/s", 178, 1, 1000, "1700 rpm, throttle released; estimate"},
    {"up_full", "rad/s", 257, 1, 1000, "2450 rpm, full throttle; estimate"},
    {"down_idle", "rad/s", 89, 1, 1000, "850 rpm; estimate"},
    {"down_full", "rad/s", 131, 1, 1000, "1250 rpm; estimate"},
    {"shift_time", "s", 0.4, 0.01, 10, "estimate"},
    {"settle_time", "s", 1, 0, 10, "from the beginning of one change to the next; estimate"},
    {"shift_throttle", "1", 0.5, 0, 1, "part of the throttle during a change; estimate"},
    {"standstill", "m/s", 0.3, 0.001, 10, "estimate"},
    {"lock_speed", "rad/s", 147, 1, 1000, "1400 rpm; estimate"},
    {"unlock_speed", "rad/s", 115, 1, 1000, "1100 rpm; estimate"},
    {"lock_slip", "1", 0.2, 0, 1, "most slip at which it closes; estimate"},
    {"lock_time", "s", 0.3, 0.01, 10, "estimate"},
    {"steer_first", "1", 0.04, 0, 1, "largest steer ratio up to first gear and in reverse; estimate"},
    {"steer_fourth", "1", 0.0125, 0, 1, "in fourth; even steps between; estimate"},
    {"lateral", "m/s^2", 4, 0.1, 20, "largest lateral acceleration asked for; estimate"},
    {"half_track", "m", 1.4, 0.1, 10, "half the distance of the tracks; estimate"},
    {"sprocket", "m", 0.2705, 0.01, 5, "pitch radius of the sprockets"},
    {"blend", "1", 0.6, 0, 1, "part of the pedal that full steering moves from one side to the other; estimate"},
    {"hard", "1", 0.5, 0, 1, "pedal from which braking is hard; estimate"},
};

// ---- what it works with --------------------------------------------------------------------------------

typedef struct {
  int mode, engaged, before, clutch, braking;
  double since, pressure;
} transmission;

static void save(const void *memory, double *s) {
  const transmission *m = memory;
  s[0] = m->mode, s[1] = m->engaged, s[2] = m->before, s[3] = m->since;
  s[4] = m->clutch, s[5] = m->pressure, s[6] = m->braking;
}

static void load(const double *s, void *memory) {
  *(transmission *)memory = (transmission){.mode = (int)s[0],
                                           .engaged = (int)s[1],
                                           .before = (int)s[2],
                                           .since = s[3],
                                           .clutch = (int)s[4],
                                           .pressure = s[5],
                                           .braking = (int)s[6]};
}

static double size_of(double x) { return x < 0 ? -x : x; }
static double smaller(double a, double b) { return a < b ? a : b; }
static double between(double a, double b, double part) { return a + (b - a) * part; }

// ---- gears -----------------------------------------------------------------------------------------

static double ratio_of(const double *p, int gear) {
  return gear > 0 ? p[FIRST + gear - 1] : gear < 0 ? -p[REVERSE] : 0;
}

// The turbine's speed in a gear.
static double turbine(const jn_controller_call *call, int gear) {
  return size_of(call->inputs[OUTPUT_SPEED] * ratio_of(call->parameters, gear));
}

static void change(transmission *m, int gear) {
  m->before = m->engaged, m->engaged = gear;
  m->mode = SHIFTING, m->since = 0;
}

// While the driver brakes the engine helps him: the gear stays until the engine would race.
static double up_speed(const jn_controller_call *call) {
  const double *p = call->parameters;
  return call->inputs[BRAKE] > 0 ? p[UP_FULL] : between(p[UP_IDLE], p[UP_FULL], call->inputs[THROTTLE]);
}

// One gear up or down, by the schedule and within what the driver allows.
static int wanted_forward(const jn_controller_call *call, int gear, int highest) {
  const double *p = call->parameters, throttle = call->inputs[THROTTLE], n = turbine(call, gear);
  if (gear > highest) return gear - 1;
  if (gear < highest && n > up_speed(call)) return gear + 1;
  if (gear > 1 && n < between(p[DOWN_IDLE], p[DOWN_FULL], throttle)) return gear - 1;
  return gear;
}

// A gear that a faster turning engine would not survive is not engaged: the higher one stays.
static int spared(const jn_controller_call *call, int from, int to) {
  return to < from && to > 0 && turbine(call, to) > call->parameters[UP_FULL] ? from : to;
}

// From neutral the lowest forward gear in which the engine would not race.
static int first_forward(const jn_controller_call *call, int highest) {
  int gear = 1;
  while (gear < highest && turbine(call, gear) > call->parameters[UP_FULL]) gear++;
  return gear;
}

static int is_against(const jn_controller_call *call, int selector) {
  double v = call->inputs[SPEED], slow = call->parameters[STANDSTILL];
  return (selector > 0 && v < -slow) || (selector < 0 && v > slow);
}

static void choose(const jn_controller_call *call, transmission *m) {
  double demand = call->inputs[SELECTOR];
  int selector = (int)(demand < 0 ? demand - 0.5 : demand + 0.5);
  if (selector == 0) {
    m->mode = NEUTRAL, m->engaged = 0;
  } else if (is_against(call, selector)) {
    m->mode = WAITING, m->engaged = 0;
  } else if (m->engaged * selector <= 0) {
    change(m, selector < 0 ? -1 : first_forward(call, selector));
  } else if (selector > 0 && m->mode == DRIVING && m->since >= call->parameters[SETTLE_TIME]) {
    int gear = spared(call, m->engaged, wanted_forward(call, m->engaged, selector));
    if (gear != m->engaged) change(m, gear);
  }
}

// From the gear before to the one engaged; out of neutral at once.
static double present_ratio(const jn_controller_call *call, transmission *m) {
  const double *p = call->parameters;
  double to = ratio_of(p, m->engaged), from = m->before * m->engaged > 0 ? ratio_of(p, m->before) : to;
  if (m->mode != SHIFTING) return to;
  if (m->since >= p[SHIFT_TIME]) m->mode = DRIVING;
  return between(from, to, smaller(m->since / p[SHIFT_TIME], 1));
}

// ---- lock-up -----------------------------------------------------------------------------------------

static int may_lock(const jn_controller_call *call, const transmission *m, double least) {
  const double *p = call->parameters, n = turbine(call, m->engaged);
  return m->mode == DRIVING && m->engaged >= 2 && n > least && call->inputs[BRAKE] < p[HARD];
}

static void lock(const jn_controller_call *call, transmission *m) {
  const double *p = call->parameters, n = turbine(call, m->engaged);
  double slip = size_of(call->inputs[ENGINE_SPEED] - n);
  if (!may_lock(call, m, p[UNLOCK_SPEED])) m->clutch = OPEN, m->pressure = 0;
  else if (m->clutch == OPEN && n > p[LOCK_SPEED] && slip <= p[LOCK_SLIP] * n) m->clutch = CLOSING;
  else if (m->clutch == CLOSING) m->pressure = smaller(m->pressure + call->dt / p[LOCK_TIME], 1);
  if (m->clutch == CLOSING && m->pressure >= 1) m->clutch = LOCKED;
}

// ---- steering and brakes ---------------------------------------------------------------------------------

// Yaw rate is ratio engine_speed sprocket/half_track; times speed it is the lateral acceleration.
static double steer_ratio(const jn_controller_call *call, const transmission *m) {
  const double *p = call->parameters, *in = call->inputs;
  double step = (m->engaged > 1 ? m->engaged - 1 : 0) / (FORWARD_GEARS - 1.0);
  double most = between(p[STEER_FIRST], p[STEER_FOURTH], step);
  double drive = size_of(in[SPEED]) * size_of(in[ENGINE_SPEED]) * p[SPROCKET];
  if (drive * most > p[LATERAL] * p[HALF_TRACK]) most = p[LATERAL] * p[HALF_TRACK] / drive;
  return in[STEER] * most;
}

static void brake(const jn_controller_call *call, transmission *m) {
  const double *p = call->parameters, *in = call->inputs;
  int stands = size_of(in[SPEED])<p[STANDSTILL], pushes = in[THROTTLE]> 0.05 && m->engaged != 0;
  int holds = m->braking == HOLDING ? !pushes : m->braking != RELEASED && stands && !pushes;
  double shift = size_of(in[SPEED]) > p[STANDSTILL] ? p[BLEND] * in[STEER] * in[BRAKE] : 0;
  if (holds) m->braking = HOLDING;
  else m->braking = in[BRAKE] <= 0 ? RELEASED : size_of(in[STEER]) > 0.05 && shift != 0 ? BLENDING : BRAKING;
  call->outputs[OUT_LEFT] = holds ? 1 : in[BRAKE] + shift;
  call->outputs[OUT_RIGHT] = holds ? 1 : in[BRAKE] - shift;
}

// ---- the sample ----------------------------------------------------------------------------------------

static const char *init(const jn_controller_call *call) {
  const double *p = call->parameters;
  for (int i = FIRST; i < FOURTH; i++)
    if (!(p[i] > p[i + 1])) return "each forward gear must have a smaller ratio than the one before";
  for (int i = FIRST; i < FOURTH; i++) {
    double q = p[i] / p[i + 1];
    if (!(p[UP_IDLE] / q > p[DOWN_IDLE] && p[UP_FULL] / q > p[DOWN_FULL]))
      return "the gears would hunt: after a change up the turbine is below the speed for a change down";
  }
  *(transmission *)call->memory = (transmission){.mode = NEUTRAL, .since = p[SETTLE_TIME]};
  return NULL;
}

static const char *sample(const jn_controller_call *call) {
  transmission *m = call->memory;
  m->since += call->dt;
  choose(call, m);
  call->outputs[OUT_RATIO] = present_ratio(call, m);
  call->outputs[OUT_GEAR] = m->engaged;
  lock(call, m);
  call->outputs[OUT_LOCK] = m->pressure;
  call->outputs[OUT_THROTTLE] = call->inputs[THROTTLE] * (m->mode == SHIFTING ? call->parameters[SHIFT_THROTTLE] : 1);
  call->outputs[OUT_STEER] = steer_ratio(call, m);
  brake(call, m);
  return NULL;
}

const jn_controller jounce_controller_m2 = {
    .version = JN_CONTROLLER_VERSION,
    .name = "m2",
    .help = "transmission of the Bradley M2: gears, lock-up, steering, brakes",
    .period = 0.01,
    JN_CONTROLLER_INPUTS(inputs),
    JN_CONTROLLER_OUTPUTS(outputs),
    JN_CONTROLLER_PARAMETERS(parameters),
    JN_CONTROLLER_STATES(states),
    .size = sizeof(transmission),
    .init = init,
    .sample = sample,
    .save = save,
    .load = load,
};
