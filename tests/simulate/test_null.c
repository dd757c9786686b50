// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_null.c - texts and arrays that are NULL where a function of the interface needs them: refused, with a fault
// where there is a report, and nothing is written.
#include <math.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

static const char text[] =
    "{jounce: 1, space: plane, gravity: [0, -9.81], bodies: {b: {mass: 1, inertia: 1, points: {P: [1, 0]}}}, joints: "
    "{J: "
    "{type: revolute, between: [ground, b.P]}}, events: {e: {when: b.y}}, outputs: [b.y], simulate: {until: 0.1}}";

// Whether a fault was added since the last call.
static bool refuses(jn_report *report) {
  static int before = 0;
  int now = jn_report_count(report, JN_FAULT);
  bool refused = now > before;
  before = now;
  return refused;
}

static void test_base(jn_report *report) {
  double value = 7;
  jn_dimension dimension;
  bool has_unit;
  char what[80] = "";
  CHECK(jn_report_add(report, NULL) == JN_BAD_ARGUMENT && jn_report_size(report) == 0);
  CHECK(jn_error_format(NULL, what, sizeof what) == 0);
  CHECK(!jn_unit_parse(NULL, &value, &dimension, &has_unit, what, sizeof what) && what[0] && value == 7);
  CHECK(!jn_unit_parse("1 m", NULL, &dimension, &has_unit, what, sizeof what));
  CHECK(!jn_choice_help(JN_CHOICE_integrator, NULL) && !jn_choice_name("variant", NULL, 0) &&
        !jn_choice_name(NULL, "reduced", 0));
  CHECK(!jn_integrator_is_fixed(NULL) && !jn_integrator_is_built(NULL) && !jn_formulation_is_built(NULL));
  CHECK(!jn_import_takes(NULL));
}

static void test_files(jn_report *report) {
  const jn_setting nothing[] = {{NULL, "1"}}, no_value[] = {{"simulate.until", NULL}};
  jn_fact facts[64];
  CHECK(!jn_model_read_text(NULL, "m", text, strlen(text), NULL, 1, report) && refuses(report));
  CHECK(!jn_model_read_text(NULL, "m", text, strlen(text), nothing, 1, report) && refuses(report));
  CHECK(!jn_model_read_text(NULL, "m", text, strlen(text), no_value, 1, report) && refuses(report));
  CHECK(!jn_table_read(NULL, NULL, report) && refuses(report));
  CHECK(!jn_table_read_poses(NULL, NULL, report) && refuses(report));
  CHECK(!jn_result_create(NULL, NULL, report) && refuses(report));
  CHECK(!jn_result_continue(NULL, NULL, report) && refuses(report));
  CHECK(jn_text_write(NULL, "text", report) == JN_BAD_ARGUMENT && jn_text_write("x", NULL, report) == JN_BAD_ARGUMENT);
  CHECK(jn_summary_facts(NULL, facts) == 0);
  CHECK(!jn_sweep_is_done(NULL, 0) && jn_sweep_run_status(NULL, 0) == JN_BAD_ARGUMENT);
  CHECK(jn_sweep_state_hash(NULL, 0) == 0 && !*jn_sweep_why(NULL, 0) && isnan(jn_found_value(NULL, 0)));
}

// Models that are built by a program.
static void test_building(void) {
  jn_model *model = jn_model_new(NULL, "null", JN_PLANE);
  jn_body_def bar = jn_body_def_default();
  jn_force_def spring = jn_force_def_default();
  jn_table_def table = jn_table_def_default();
  bar.name = "bar";
  bar.mass = 1;
  bar.inertia[2] = 1;
  jn_body body = jn_model_add_body(model, &bar);
  jn_model_add_frame(model, body, "P", NULL, NULL);
  jn_model_add_frame(model, body, NULL, NULL, NULL);
  jn_model_set_gravity(model, NULL);
  jn_model_add_input(model, "u", NULL, (jn_law){.n = 3});
  jn_model_add_input(model, NULL, NULL, (jn_law){.ncoefficients = 2});
  spring.type = "spring-damper";
  spring.name = "s";
  spring.law = (jn_law){.n = 2};
  jn_model_add_force(model, &spring);
  spring.law = (jn_law){.ncoefficients = 2, .nbreaks = 1};
  spring.name = NULL;
  jn_model_add_force(model, &spring);
  table.name = "t";
  table.nx = 3;
  jn_model_add_table(model, &table);
  CHECK(jn_model_finish(model) != JN_OK && jn_report_count(jn_model_report(model), JN_FAULT) >= 9);
  CHECK(jn_model_find_body(model, NULL).i < 0 && jn_model_find_joint(model, NULL).i < 0);
  CHECK(jn_model_find_frame(model, NULL).i < 0 && jn_model_find_road(model, NULL).i < 0);
  jn_model_free(model);
}

static void test_system(jn_report *report) {
  const char *const no_name[] = {NULL};
  double x[64] = {0}, before[64];
  bool stop = false;
  jn_model *model = jn_model_read_text(NULL, "m", text, strlen(text), NULL, 0, report);
  jn_system *system = jn_system_new(model, NULL, report);
  jn_work *work = jn_work_new(system);
  CHECK(work && jn_system_initial_state(system, x) == JN_OK);
  memcpy(before, x, sizeof x);
  CHECK(jn_system_initial_state(system, NULL) == JN_BAD_ARGUMENT);
  CHECK(jn_check_start(system, NULL, report) == JN_BAD_ARGUMENT);
  CHECK(jn_solve_acceleration(system, work, NULL, x, NULL) == JN_BAD_ARGUMENT);
  CHECK(jn_calc_discrete_gradients(system, work, 0, NULL, x, NULL, NULL, NULL, NULL) == JN_BAD_ARGUMENT);
  jn_calc_position(system, work, 0, NULL, NULL, NULL);
  jn_calc_velocity(system, work, NULL);
  jn_calc_position(system, work, 0, x + 1, NULL, NULL);
  jn_get_phi(system, work, NULL);
  jn_get_G(system, work, NULL);
  jn_get_M(system, work, NULL);
  jn_get_nu(system, work, NULL);
  jn_get_gamma(system, work, NULL);
  jn_get_f(system, work, NULL);
  jn_get_potential_gradient(system, work, NULL);
  jn_calc_qdot(system, NULL, x, x);
  jn_calc_qdot(system, x, x, NULL);
  jn_manifold_step(system, NULL, x, x);
  jn_manifold_step(system, x, x, NULL);
  jn_manifold_difference(system, NULL, x, x);
  jn_manifold_difference(system, x, x, NULL);
  jn_manifold_tangent(system, x, NULL);
  jn_calc_Mdot(system, work, NULL);
  jn_calc_Gdot(system, work, NULL);
  jn_calc_tangents(system, work, NULL, NULL, NULL);
  jn_apply_event(system, work, 0, NULL, &stop);
  jn_state_convert(system, NULL, system, x);
  jn_state_convert(system, x, system, NULL);
  CHECK(memcmp(before, x, sizeof x) == 0);
  CHECK(!jn_probe_new(system, NULL, 2, true, report) && refuses(report));
  CHECK(!jn_probe_new(system, no_name, 1, true, report) && refuses(report));
  jn_run_options options = jn_run_options_default();
  options.nprobes = 3;
  CHECK(!jn_run_new(model, &options, report) && refuses(report));
  jn_work_free(work);
  jn_system_free(system);
  jn_model_free(model);
}

int main(void) {
  jn_report *report = jn_report_new(NULL);
  test_base(report);
  test_files(report);
  test_building();
  test_system(report);
  jn_report_free(report);
  return check_report();
}
