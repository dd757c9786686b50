// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fmu_subsystem.c - FMUs in a model: equal to the controller in C bit for bit, on a car and on the HMMWV; units,
// delay, sessions that are saved, loaded, cloned and restarted; what is refused; failures in the words of the FMU.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fmu_make.h"
#include "importer.h"
#include "jounce/jounce.h"

static const char *const modules[] = {NULL, NULL, FMU_CRUISE_2, FMU_CRUISE_3};

static const char car[] =
    "jounce: 1\n"
    "name: a car that is kept at a speed\n"
    "space: plane\n"
    "bodies: {car: {mass: 1500, inertia: 1}}\n"
    "joints: {road: {type: prismatic, between: [ground, car], axis: x}}\n"
    "forces:\n"
    "  drive: {type: torque, joint: road, value: \"9000*subsystem.control.throttle - 8000*subsystem.control.brake\"}\n"
    "  drag: {type: torque, joint: road, value: \"-6*car.vx*abs(car.vx)\"}\n"
    "initial: {keep: {car.x: 0, car.vx: 23 m/s}}\n"
    "simulate: {until: 3, integrator: rk4, step: 0.005, output: 0.1}\n"
    "outputs: [car.vx, subsystem.control.throttle, subsystem.control.brake]\n";

#define IN_C                                                                        \
  "subsystems: {control: {type: controller, code: cruise, file: " CRUISE_CONTROLLER \
  ", inputs: {speed: car.vx}, outputs: [throttle, brake, sum, braking], parameters: {target: 20 m/s}}}\n"
#define IN_FMU(more)                                                                                      \
  "subsystems: {control: {type: fmu, file: cruise.fmu, period: 20 ms, inputs: {speed: car.vx}, outputs: " \
  "[throttle, brake, sum, braking]" more "}}\n"

static jn_report *report;

// Reads a model from a file, so that it can name files beside it, and loads its code. NULL: refused, see `report`.
static jn_model *read_model(const char *head, const char *tail) {
  char text[4000];
  jn_report_free(report);
  report = jn_report_new(NULL);
  snprintf(text, sizeof text, "%s%s", head, tail);
  CHECK(file_write("test_fmu_subsystem.yaml", text, strlen(text)));
  jn_model *model = jn_model_read(NULL, "test_fmu_subsystem.yaml", NULL, 0, report);
  return model && jn_model_allow_code(model, report) != JN_OK ? jn_model_free(model) : model;
}

static void print_faults(void) {
  char text[1200];
  for (int i = 0; i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), text, sizeof text);
    puts(text);
  }
}

static jn_session *session_of(jn_model *model) {
  static const char *const probes[] = {"subsystem.control.sum", "subsystem.control.braking"};
  jn_run_options options = jn_run_options_default();
  options.probes = probes;
  options.nprobes = 2;
  jn_session *s = model ? jn_session_new(model, &options, report) : NULL;
  CHECK(s);
  if (!s) print_faults();
  return s;
}

static bool same_outputs(jn_session *a, jn_session *b) {
  int n = jn_session_noutputs(a);
  if (n != jn_session_noutputs(b)) return false;
  return memcmp(jn_session_outputs(a), jn_session_outputs(b), (size_t)n * sizeof(double)) == 0;
}

// Steps two sessions together and compares all outputs.
static bool stay_equal(jn_session *a, jn_session *b, int from, int to, double step) {
  for (int k = from; k <= to; k++) {
    bool stepped = jn_session_step_to(a, k * step) == JN_OK && jn_session_step_to(b, k * step) == JN_OK;
    if (!stepped || !same_outputs(a, b)) return false;
  }
  return true;
}

static void equals_controller(int version) {
  CHECK(cruise_make("cruise.fmu", version, modules[version], NULL, NULL));
  jn_model *first = read_model(car, IN_C), *second = read_model(car, IN_FMU(", parameters: {target: 20 m/s}"));
  jn_session *a = session_of(first), *b = session_of(second);
  if (a && b) {
    int braking = jn_session_output_find(b, "subsystem.control.braking");
    CHECK(stay_equal(a, b, 0, 5, 0.1) && jn_session_outputs(b)[braking] == 1);
    CHECK(stay_equal(a, b, 6, 30, 0.1));
    CHECK(jn_session_outputs(b)[jn_session_output_find(b, "subsystem.control.sum")] != 0);
  }
  jn_session_free(a);
  jn_session_free(b);
  jn_model_free(first);
  jn_model_free(second);
}

// A saved session, a clone and a restart continue with the same bits, and two sessions of one model do not disturb each
// other.
static void is_only_state(int version) {
  CHECK(cruise_make("cruise.fmu", version, modules[version], NULL, NULL));
  jn_model *model = read_model(car, IN_FMU(""));
  jn_session *a = session_of(model), *b = session_of(model);
  if (!a || !b) return;
  size_t n = jn_session_save_size(a);
  void *bytes = calloc(n, 1);
  double sums[2];
  int sum = jn_session_output_find(a, "subsystem.control.sum");
  CHECK(jn_session_step_to(a, 1) == JN_OK);
  CHECK(jn_session_save(a, bytes) == JN_OK);
  CHECK(jn_session_load(b, bytes, n, report) == JN_OK);  // b is at another time, with another state of its FMU
  jn_session *clone = jn_session_clone(a, report);
  CHECK(clone);
  CHECK(jn_session_step_to(a, 2) == JN_OK && jn_session_step_to(b, 2) == JN_OK &&
        jn_session_step_to(clone, 2) == JN_OK);
  CHECK(same_outputs(a, b) && same_outputs(a, clone));
  sums[0] = jn_session_outputs(a)[sum];
  CHECK(jn_session_load(a, bytes, n, report) == JN_OK);  // back in time
  CHECK(jn_session_step_to(a, 2) == JN_OK && same_outputs(a, b));
  CHECK(jn_session_restart(a, NULL) == JN_OK && jn_session_step_to(a, 2) == JN_OK);
  sums[1] = jn_session_outputs(a)[sum];
  CHECK(sums[0] == sums[1] && sums[0] != 0);
  // a state that no FMU has written is refused
  double *numbers = bytes;
  int changed = 0;
  for (size_t i = 0; i < n / sizeof *numbers; i++)
    if (numbers[i] > 1e9 && numbers[i] < 281474976710656.0 && numbers[i] == (double)(uint64_t)numbers[i] && i > 200) {
      numbers[i] = 0.5;
      changed++;
      break;
    }
  if (changed && jn_session_load(b, bytes, n, NULL) == JN_OK) CHECK(jn_session_step_to(b, 2) != JN_OK);
  free(bytes);
  jn_session_free(clone);
  jn_session_free(a);
  jn_session_free(b);
  jn_model_free(model);
}

// A parameter that is set during a session: the FMU goes on with its state, as the controller in C does.
static void sets_parameters(void) {
  static const char head[] =
      "jounce: 1\nspace: plane\nparameters: {wanted: 20 m/s}\nbodies: {car: {mass: 1500, inertia: 1}}\n"
      "joints: {road: {type: prismatic, between: [ground, car], axis: x}}\n"
      "forces: {drive: {type: torque, joint: road, value: \"9000*subsystem.control.throttle\"}}\n"
      "initial: {keep: {car.x: 0, car.vx: 18 m/s}}\nsimulate: {until: 3, integrator: rk4, step: 0.005}\n"
      "outputs: [car.vx, subsystem.control.throttle]\n";
  static const char in_c[] =
      "subsystems: {control: {type: controller, code: cruise, file: " CRUISE_CONTROLLER
      ", inputs: {speed: car.vx}, outputs: [throttle, brake, sum, braking], parameters: {target: =wanted}}}\n";
  const char *const names[] = {"wanted"};
  const double values[] = {22};
  CHECK(cruise_make("cruise.fmu", 3, FMU_CRUISE_3, NULL, NULL));
  jn_model *first = read_model(head, in_c), *second = read_model(head, IN_FMU(", parameters: {target: =wanted}"));
  jn_session *a = session_of(first), *b = session_of(second);
  if (a && b) {
    CHECK(stay_equal(a, b, 0, 33, 0.03));  // 0.99 s, between two samples
    double before = jn_session_outputs(b)[1];
    CHECK(jn_session_set_parameters(a, names, values, 1, report) == JN_OK);
    bool taken = jn_session_set_parameters(b, names, values, 1, report) == JN_OK;
    CHECK(taken);
    if (!taken) print_faults();
    CHECK(stay_equal(a, b, 34, 34, 0.03));
    CHECK(jn_session_outputs(b)[1] > before + 0.2);
    CHECK(stay_equal(a, b, 35, 66, 0.03));
    // another file than the one that was allowed
    CHECK(cruise_make("cruise.fmu", 2, FMU_CRUISE_2, NULL, NULL));
    CHECK(jn_session_set_parameters(b, names, values, 1, report) == JN_REFUSED);
    CHECK(strstr(jn_report_get(report, jn_report_size(report) - 1)->what, "has changed"));
    CHECK(jn_session_step_to(b, 2.1) == JN_OK);
  }
  jn_session_free(a);
  jn_session_free(b);
  jn_model_free(first);
  jn_model_free(second);
}

// km/h in the FMU and m/s in the model; the parameter is given in another unit.
static void converts_units(void) {
  CHECK(cruise_make("cruise.fmu", 2, FMU_CRUISE_2, "<Real unit=\"m/s\" start=\"18\"/>",
                    "<Real unit=\"km/h\" start=\"18\"/>"));
  // throttle = gain (target - 3.6 v): 0.2 s/m (50.4 m/s - 3.6 v)
  jn_model *model = read_model(car, IN_FMU(", parameters: {target: 181.44 km/h, integral_time: 0.5 min}"));
  jn_session *s = session_of(model);
  if (s) {
    CHECK(jn_session_step_to(s, 0.02) == JN_OK);
    double sum = jn_session_outputs(s)[jn_session_output_find(s, "subsystem.control.sum")];
    CHECK_NEAR(sum, 0, 1e-15);  // |pedal| > 1 at the start: 50.4 - 82.8
    CHECK(jn_session_outputs(s)[jn_session_output_find(s, "subsystem.control.braking")] == 1);
  }
  jn_session_free(s);
  jn_model_free(model);
}

// With a delay the outputs of a sample are those that come without it one period earlier, in a motion that they do not
// influence.
static void delays_outputs(void) {
  static const char free_car[] =
      "jounce: 1\nspace: plane\nbodies: {car: {mass: 1, inertia: 1}}\n"
      "joints: {road: {type: prismatic, between: [ground, car], axis: x}}\n"
      "forces: {push: {type: torque, joint: road, value: \"2\"}}\ninitial: {keep: {car.x: 0, car.vx: 17}}\n"
      "simulate: {until: 1, integrator: rk4, step: 0.02}\noutputs: [subsystem.control.throttle]\n";
  CHECK(cruise_make("cruise.fmu", 3, FMU_CRUISE_3, NULL, NULL));
  jn_model *first = read_model(free_car, IN_FMU("")), *second = read_model(free_car, IN_FMU(", delay: 1"));
  jn_session *a = session_of(first), *b = session_of(second);
  double before = 0;  // without start value
  for (int k = 0; a && b && k < 40; k++) {
    CHECK(jn_session_step_to(a, 0.02 * k) == JN_OK && jn_session_step_to(b, 0.02 * k) == JN_OK);
    CHECK(jn_session_outputs(b)[0] == before);
    CHECK(jn_session_outputs(a)[0] > 0);
    before = jn_session_outputs(a)[0];
  }
  jn_session_free(a);
  jn_session_free(b);
  jn_model_free(first);
  jn_model_free(second);
}

static void refuses(const char *tail, const char *word) {
  jn_model *model = read_model(car, tail);
  CHECK(!model);
  bool found = false;
  for (int i = 0; i < jn_report_size(report); i++) found = found || strstr(jn_report_get(report, i)->what, word);
  CHECK(found);
  if (!found) {
    puts(word);
    print_faults();
  }
  jn_model_free(model);
}

#define FMU(fields) "subsystems: {control: {type: fmu, file: cruise.fmu, " fields "}}\n"

static void refuses_definitions(void) {
  CHECK(cruise_make("cruise.fmu", 2, FMU_CRUISE_2, NULL, NULL));
  refuses(FMU("outputs: [throttle, brake]"), "'period'");
  refuses(FMU("period: 20 ms"), "'outputs'");
  refuses(FMU("period: 20 ms, delay: 2, outputs: [throttle, brake]"), "'delay' must be 0 or 1");
  refuses(FMU("period: 20 ms, outputs: [throtle, brake]"), "did you mean 'throttle'?");
  refuses(FMU("period: 20 ms, outputs: [throttle, brake, speed]"), "no output");
  refuses(FMU("period: 20 ms, inputs: {sped: car.vx}, outputs: [throttle, brake]"), "did you mean 'speed'?");
  refuses(FMU("period: 20 ms, inputs: {gain: car.vx}, outputs: [throttle, brake]"), "causality is \"parameter\"");
  refuses(FMU("period: 20 ms, outputs: [throttle, brake], parameters: {gian: 1}"), "did you mean 'gain'?");
  refuses(FMU("period: 20 ms, outputs: [throttle, brake], parameters: {target: 3 kg}"), "is in m/s");
  refuses(FMU("period: 20 ms, outputs: [throttle, brake], parameters: {target: 300 km/h}"), "between 0 and 60");
  CHECK(cruise_make("cruise.fmu", 2, FMU_CRUISE_2, "modelName=\"cruise\"", ""));
  refuses(FMU("period: 20 ms, outputs: [throttle, brake]"), "modelName");
  CHECK(file_write("cruise.fmu", "nothing", 7));
  refuses(FMU("period: 20 ms, outputs: [throttle, brake]"), "zip");
  remove("cruise.fmu");
  refuses(FMU("period: 20 ms, outputs: [throttle, brake]"), "cruise.fmu");
  CHECK(cruise_make("cruise.fmu", 2, FMU_CRUISE_2, "guid=\"{cruise}\"", "guid=\"other\""));
  refuses(FMU("period: 20 ms, outputs: [throttle, brake]"), "instantiated");
}

// Without permission the model can be read, but not run.
static void needs_permission(void) {
  CHECK(cruise_make("cruise.fmu", 2, FMU_CRUISE_2, NULL, NULL));
  jn_model_free(read_model(car, IN_FMU("")));
  jn_model *model = jn_model_read(NULL, "test_fmu_subsystem.yaml", NULL, 0, report);
  CHECK(model && jn_model_code_file(model, 0) && strstr(jn_model_code_file(model, 0), "cruise.fmu"));
  jn_run_options options = jn_run_options_default();
  jn_run *run = jn_run_new(model, &options, report);
  CHECK(!run && jn_report_count(report, JN_FAULT) == 1);
  CHECK(strstr(jn_report_get(report, jn_report_size(report) - 1)->what, "allow"));
  jn_model_free(model);
}

// The end of a run that fails: in the words of the FMU, at the time.
static void fails_in_words(int version, const char *library, const char *word) {
  CHECK(cruise_make("cruise.fmu", version, library, NULL, NULL));
  jn_model *model = read_model(car, IN_FMU(""));
  jn_run_options options = jn_run_options_default();
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  CHECK(run);
  if (!run) print_faults();
  CHECK(run && jn_run_execute(run, report) != JN_OK);
  const char *why = run ? jn_run_summary(run)->why : "";
  bool found = strstr(why, word) && strstr(why, "'control'");
  CHECK(found);
  if (!found) puts(why);
  CHECK(run && jn_run_state(run)[0] >= 0.45 && jn_run_state(run)[0] <= 0.55);
  jn_run_free(run);
  jn_model_free(model);
}

// An FMU that cannot save its state runs, and is refused where its state would have to be loaded.
static void cannot_save(void) {
  CHECK(cruise_make("cruise.fmu", 2, FMU_DOES_NOT_SAVE_2, "canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"",
                    ""));
  jn_model *model = read_model(car, IN_FMU(""));
  CHECK(jn_report_size(report) > 0 && strstr(jn_report_get(report, 0)->what, "cannot save its state"));
  jn_session *a = session_of(model), *b = session_of(model);
  if (!a || !b) return;
  CHECK(jn_session_step_to(a, 1) == JN_OK);
  void *bytes = calloc(jn_session_save_size(a), 1);
  CHECK(jn_session_save(a, bytes) == JN_OK && jn_session_load(b, bytes, jn_session_save_size(a), report) == JN_OK);
  CHECK(jn_session_step_to(a, 2) == JN_OK);
  CHECK(jn_session_step_to(b, 2) != JN_OK);
  CHECK(strstr(jn_run_summary(jn_session_run(b))->why, "cannot save its state"));
  free(bytes);
  jn_session_free(a);
  jn_session_free(b);
  jn_model_free(model);
}

// Elements of arrays are inputs, outputs and parameters with '_' for brackets and commas; lengths are in mm.
static void takes_arrays(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\nbodies: {a: {mass: 1, inertia: 1}}\ninitial: {keep: {a.x: 0.25, a.y: -2}}\n"
      "gravity: [0, 0]\nsimulate: {until: 1}\n"
      "subsystems: {control: {type: fmu, file: cruise.fmu, period: 20 ms, inputs: {u_1_: a.x, u_2_: a.y}, outputs: "
      "[y_3_, counts_1_], parameters: {gains_3_2_: 7}}}\noutputs: [subsystem.control.y_3_, "
      "subsystem.control.counts_1_]\n";
  CHECK(fmu_make("cruise.fmu", 3, matrix_xml(), "matrix", FMU_MATRIX_3));
  jn_model *model = read_model(text, "");
  jn_session *s = model ? jn_session_new(model, NULL, report) : NULL;
  CHECK(s);
  if (!s) print_faults();
  CHECK(s && jn_session_step_to(s, 0.05) == JN_OK);
  if (s) {
    CHECK_NEAR(jn_session_outputs(s)[0], 5 * 0.25 - 7 * 2, 1e-12);
    CHECK(jn_session_outputs(s)[1] == 2);
  }
  jn_session_free(s);
  jn_model_free(model);
}

// The HMMWV with the cruise control: the FMU of both versions and the controller in C give the same motion.
static void drives_hmmwv(void) {
  static const char head[] = "jounce: 1\nmodel: " JOUNCE_SOURCE_DIR
                             "/models/vehicles/hmmwv.yaml\nname: HMMWV, kept at a speed\n"
                             "set: {speed: 9 m/s, start_gear: 2}\n"
                             "inputs: {gear: \"3\"}\n"
                             "simulate: {until: 0.3}\noutputs: [chassis.vx, subsystem.control.throttle]\n";
  static const char in_c[] =
      "subsystems: {engine: {throttle: subsystem.control.throttle}, control: {type: controller, code: cruise, "
      "file: " CRUISE_CONTROLLER
      ", inputs: {speed: chassis.vx}, outputs: [throttle, brake, sum, braking], parameters: {target: 11 m/s}}}\n";
  static const char in_fmu[] =
      "subsystems: {engine: {throttle: subsystem.control.throttle}, control: {type: fmu, file: cruise.fmu, period: 20 "
      "ms, "
      "inputs: {speed: chassis.vx}, outputs: "
      "[throttle, brake, sum, braking], parameters: {target: 11 m/s}}}\n";
  double outputs[3][4];
  for (int version = 1; version <= 3; version++) {
    if (version > 1) CHECK(cruise_make("cruise.fmu", version, modules[version], NULL, NULL));
    jn_model *model = read_model(head, version > 1 ? in_fmu : in_c);
    jn_session *s = session_of(model);
    if (!s) {
      jn_model_free(model);
      return;
    }
    CHECK(jn_session_step_to(s, 0.3) == JN_OK && jn_session_noutputs(s) == 4);
    memcpy(outputs[version - 1], jn_session_outputs(s), sizeof outputs[0]);
    jn_session_free(s);
    jn_model_free(model);
  }
  CHECK(memcmp(outputs[0], outputs[1], sizeof outputs[0]) == 0);
  CHECK(memcmp(outputs[0], outputs[2], sizeof outputs[0]) == 0);
  CHECK(outputs[0][0] > 8 && outputs[0][0] < 12 && outputs[0][1] > 0.2 && outputs[0][2] > 0.01);
}

int main(void) {
  for (int version = 2; version <= 3; version++) {
    equals_controller(version);
    is_only_state(version);
  }
  sets_parameters();
  converts_units();
  delays_outputs();
  refuses_definitions();
  needs_permission();
  fails_in_words(2, FMU_FAILS_IN_STEP_2, "the speed sensor is broken at t = 0.5");
  fails_in_words(3, FMU_FAILS_IN_STEP_3, "the speed sensor is broken at t = 0.5");
  fails_in_words(2, FMU_ENDS_EARLY_2, "ends the simulation");
  fails_in_words(3, FMU_ENDS_EARLY_3, "ends the simulation");
  cannot_save();
  takes_arrays();
  drives_hmmwv();
  jn_report_free(report);
  remove("cruise.fmu");
  remove("test_fmu_subsystem.yaml");
  return check_report();
}
