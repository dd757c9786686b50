// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem.h - elements of a model with signals as inputs and outputs: engines, gearboxes, controllers.
//
// A subsystem has inputs u, expressions over signals; continuous states z, discrete states s, and outputs w:
//   w = w(t, u, z, s),   zdot = f(t, u, z, s)
//   z, s jump when one of its root functions r(t, u, z, s) rises through zero, at located times
//   s changes at sampling times offset + k period
// It exerts no force by itself: a torque with the value "subsystem.engine.torque" carries its output to a body. States,
// outputs and rates are signals, subsystem.NAME.WORD.
//
// Example: a transfer case in its low range multiplies the torque by 2.6.
//
//   #include <jounce/subsystem.h>
//   int main(void) {
//     jn_model *model = jn_model_new(NULL, "shaft", JN_PLANE);
//     jn_body_def shaft = jn_body_def_default();
//     shaft.name = "shaft";
//     shaft.mass = 1;
//     shaft.inertia[2] = 1;
//     jn_model_add_body(model, &shaft);
//     jn_subsystem_def box = jn_subsystem_def_default();
//     box.name = "box";
//     box.type = "transfer-case";
//     box.transfer_case.output_speed = "shaft.rate";
//     box.transfer_case.input_torque = "10";
//     box.transfer_case.low = 2.6;
//     box.transfer_case.range = "1";
//     jn_model_add_subsystem(model, &box);
//     jn_model_add_output(model, "torque", "subsystem.box.output_torque");
//     bool good = jn_model_finish(model) == JN_OK && jn_model_nsubsystems(model) == 1;
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_SUBSYSTEM_H
#define JOUNCE_SUBSYSTEM_H

#include "jounce/controller.h"
#include "jounce/model.h"

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
typedef struct { int i; } jn_subsystem;
// clang-format on

// Texts are expressions over signals; NULL: not given.
typedef struct {
  const char *speed;     // rad/s
  const char *throttle;  // 0 to 1
  const char *map;       // instead of full_load: torque before losses, an expression such as "table(speed, throttle)"
  jn_law full_load;      // torque at full throttle over speed, N m over rad/s
  jn_law motoring;       // torque at throttle 0, default zero
  jn_law losses;         // torque that is added at any throttle, default zero
  double idle_speed;     // rad/s, 0: no idle control
  double idle_gain;      // throttle per rad/s below idle_speed
  double idle_time;      // integral time of the idle control, s
  double rev_limit;      // speed above which the fuel is cut, rad/s; 0: none
  double rev_band;       // range of speed in which the torque fades out, rad/s
  double stall_speed;    // speed below which the torque fades out, rad/s; 0: the engine cannot stall
  double idle_load;      // initial value of the idle control's integral
} jn_engine_def;

// The faster of impeller and turbine drives, with the torque (speed/K)^2.
typedef struct {
  const char *impeller_speed, *turbine_speed;  // rad/s
  const char *lockup;                          // 0 to 1
  jn_law capacity;                             // K over speed ratio, (rad/s)/sqrt(N m)
  jn_law torque_ratio;                         // turbine torque / impeller torque, over speed ratio
  double slip_band;                            // the torque goes to zero from the speed ratio 1 - slip_band to 1
  double lockup_capacity;                      // N m
  double lockup_damping;                       // N m s/rad
} jn_torque_converter_def;

typedef struct {
  const char *output_speed;                                     // of the output shaft, rad/s
  const char *free_speed;                                       // of the input shaft in neutral, rad/s
  const char *input_torque;                                     // N m
  const char *throttle;                                         // 0 to 1
  const char *demand;                                           // -1 reverse, 0 neutral, 1, 2, .. highest gear allowed
  jn_numbers ratios;                                            // input speed over output speed of gears 1, 2, ..
  double reverse;                                               // absolute value of the ratio; 0: none
  jn_numbers upshift, upshift_full, downshift, downshift_full;  // input speeds at throttle 0 and 1, rad/s; one for all
  double latency;                                               // s
  double carried;                                               // share of the torque in the middle of a shift
  double standstill;                                            // output speed below which the direction changes, rad/s
  double efficiency;
  bool manual;  // the demand is the gear
  double gear;  // at the start
} jn_automatic_gearbox_def;

typedef struct {
  const char *output_speed;  // of the output shaft, rad/s
  const char *input_torque;  // of the input shaft, N m
  const char *range;         // demanded range: 0 high, 1 low; above 0.5 is low
  double high, low;          // ratios, input speed over output speed
  double standstill;         // the range changes below this output speed, rad/s
  bool starts_low;
} jn_transfer_case_def;

// A path on the ground through points: straight with rounded corners, or smooth.
typedef struct {
  int n;
  const double *x, *y;  // m
  const double *speed;  // n: demanded speeds at the points, m/s; NULL: none
  bool closed;          // leads back to its first point
  bool smooth;          // a curve through all points, else straight lines
  double radius;        // of the corners between straight lines, m
} jn_path;

typedef struct {
  const char *x, *y;    // of the reference point of the vehicle, m
  const char *heading;  // rad
  const char *speed;    // forward, m/s
  jn_path path;
  double preview_distance;  // preview = preview_distance + preview_time * speed; m
  double preview_time;      // s
  double wheelbase;         // m
  double understeer;        // additional steering angle per lateral acceleration, rad s^2/m
  double gain;              // output per rad of steering angle
  double limit;             // of the output
} jn_path_follower_def;

typedef struct {
  const char *demand, *speed;  // m/s
  const char *feedforward;     // of the pedals: above 0 throttle, below 0 brake
  double gain;                 // pedal per speed error, s/m
  double integral;             // pedal per integral of the speed error, 1/m
  double brake_gain;           // brake per unit of the pedal command
  double hold;                 // brake at standstill, 0 to 1
  double standstill;           // speed below which the vehicle is at standstill, m/s
} jn_speed_follower_def;

typedef struct {
  const char *name, *text;  // text: an expression over signals
} jn_named_expression;

typedef struct {
  int n;
  const jn_named_expression *list;
} jn_named_expressions;

typedef struct {
  jn_named_expressions set;  // outputs by their names
  double ramp;               // time in which the outputs reach these values, s
  double duration;           // s; 0: no end by time
  const char *until;         // the step ends where this becomes positive or true; NULL: never
} jn_sequence_step;

typedef struct {
  int nsteps;
  const jn_sequence_step *steps;
  double start;   // s
  double repeat;  // number of rounds, an integer
} jn_sequence_def;

// A value in SI units; `dimension` is that of its unit in the file.
typedef struct {
  const char *name;
  double value;
  jn_dimension dimension;
  bool has_unit;
} jn_named_quantity;

typedef struct {
  int n;
  const jn_named_quantity *list;
} jn_named_quantities;

typedef struct {
  const char *code;  // name of a controller
  const char *file;  // shared object with the code; NULL: a built-in controller
  double period;     // time between samples, s; 0: that of the code
  jn_named_expressions inputs;
  jn_named_quantities parameters;
  jn_name_list outputs;  // for code in a file: outputs that the model reads
} jn_controller_def;

// An FMU of another tool (docs/fmi.md). Names of its variables may have '_' where they have other characters.
typedef struct {
  const char *file;
  double period;  // communication step size, s
  double delay;   // 0: outputs are applied when they are computed; 1: one period later
  jn_named_expressions inputs;
  jn_named_quantities parameters;
  jn_name_list outputs;  // variables that the model reads
} jn_fmu_def;

typedef struct {
  const char *name, *type;
  jn_engine_def engine;
  jn_torque_converter_def torque_converter;
  jn_automatic_gearbox_def automatic_gearbox;
  jn_transfer_case_def transfer_case;
  jn_path_follower_def path_follower;
  jn_speed_follower_def speed_follower;
  jn_sequence_def sequence;
  jn_controller_def controller;
  jn_fmu_def fmu;
  int cookie;
} jn_subsystem_def;

JN_API jn_subsystem_def jn_subsystem_def_default(void);
JN_API jn_subsystem jn_model_add_subsystem(jn_model *model, const jn_subsystem_def *def);
JN_API int jn_model_nsubsystems(const jn_model *model);
JN_API const char *jn_model_subsystem_name(const jn_model *model, jn_subsystem subsystem);
// Loads the code of controllers in files (controller.h) and of FMUs, and checks it against the model. Reading a model
// does not load code, and a run without it is refused. Call this after reading, before a system is made, and only for
// models whose authors you trust: the code has all your rights.
JN_API jn_status jn_model_allow_code(jn_model *model, jn_report *report);
JN_API bool jn_can_load_code(void);                                   // false: this build has built-in controllers only
JN_API const char *jn_model_code_file(const jn_model *model, int i);  // i-th file not loaded; NULL past the last
JN_API const char *jn_subsystem_kind_name(int i);                     // NULL past the last
JN_API const char *jn_subsystem_kind_help(int i);
JN_API const jn_controller *jn_builtin_controller(int i);  // for `code: NAME` without a file; NULL past the last

#ifdef __cplusplus
}
#endif
#endif
