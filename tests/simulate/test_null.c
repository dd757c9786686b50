// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_null.c - NULL where an object must be is a programmer's mistake: the assertion speaks, in release builds too.
// Freeing NULL is fine. NULL options are tested in test_null_options.c.
#include <jounce/jounce.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

// Of a child that makes the call: the signal that ended it, and what it said.
static int signal_of(void (*call)(void), char *said, size_t size) {
  int ends[2], status = 0;
  if (pipe(ends) != 0) return -1;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    call();
    _exit(0);
  }
  close(ends[1]);
  ssize_t n = read(ends[0], said, size - 1);
  said[n > 0 ? n : 0] = 0;
  close(ends[0]);
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void check_call(void (*call)(void), const char *text) {
  char said[1000];
  bool good = signal_of(call, said, sizeof said) == SIGABRT && strstr(said, "jounce: assertion failed: ");
  CHECK(good);
  if (!good) printf("  %s: %s\n", text, said);
}

// Every public function that takes an object.
typedef struct {
  void (*call)(void);
  const char *text;
} null_call;

static void call_jn_assemble(void) { (void)jn_assemble(NULL, NULL, NULL, NULL); }
static void call_jn_assemble_velocities(void) { (void)jn_assemble_velocities(NULL, NULL, NULL, NULL); }
static void call_jn_mobility_new(void) { (void)jn_mobility_new(NULL, NULL, NULL); }
static void call_jn_mobility_freedoms(void) { (void)jn_mobility_freedoms(NULL); }
static void call_jn_mobility_position_freedoms(void) { (void)jn_mobility_position_freedoms(NULL); }
static void call_jn_mobility_redundant(void) { (void)jn_mobility_redundant(NULL); }
static void call_jn_mobility_loops(void) { (void)jn_mobility_loops(NULL); }
static void call_jn_mobility_singular(void) { (void)jn_mobility_singular(NULL); }
static void call_jn_mobility_redundant_row(void) { (void)jn_mobility_redundant_row(NULL, 0); }
static void call_jn_mobility_sentence(void) { (void)jn_mobility_sentence(NULL, 0); }
static void call_jn_mobility_active(void) { (void)jn_mobility_active(NULL); }
static void call_jn_solve_equilibrium(void) { (void)jn_solve_equilibrium(NULL, NULL, NULL, NULL, NULL, NULL); }
static void call_jn_start(void) { (void)jn_start(NULL, NULL, NULL, NULL, NULL, NULL); }
static void call_jn_inverse_new(void) { (void)jn_inverse_new(NULL, NULL, 0, NULL); }
static void call_jn_inverse_count(void) { (void)jn_inverse_count(NULL); }
static void call_jn_inverse_name(void) { (void)jn_inverse_name(NULL, 0); }
static void call_jn_inverse_dimension(void) { (void)jn_inverse_dimension(NULL, 0); }
static void call_jn_inverse_calc(void) { (void)jn_inverse_calc(NULL, NULL, NULL, NULL, NULL, NULL); }
static void call_jn_inverse_map(void) { (void)jn_inverse_map(NULL, NULL, NULL); }
static void call_jn_kinematics_new(void) { (void)jn_kinematics_new(NULL, NULL, NULL, NULL); }
static void call_jn_kinematics_go(void) { (void)jn_kinematics_go(NULL, 0, NULL); }
static void call_jn_kinematics_state(void) { (void)jn_kinematics_state(NULL); }
static void call_jn_kinematics_vdot(void) { (void)jn_kinematics_vdot(NULL); }
static void call_jn_kinematics_lambda(void) { (void)jn_kinematics_lambda(NULL); }
static void call_jn_kinematics_forces(void) { (void)jn_kinematics_forces(NULL); }
static void call_jn_kinematics_inverse(void) { (void)jn_kinematics_inverse(NULL); }
static void call_jn_kinematics_result(void) { (void)jn_kinematics_result(NULL); }
static void call_jn_kinematics_mobility(void) { (void)jn_kinematics_mobility(NULL); }
static void call_jn_kinematics_work(void) { (void)jn_kinematics_work(NULL); }
static void call_jn_kinematics_nmotions(void) { (void)jn_kinematics_nmotions(NULL); }
static void call_jn_kinematics_motion(void) { (void)jn_kinematics_motion(NULL, 0); }
static void call_jn_kinematics_iterations(void) { (void)jn_kinematics_iterations(NULL); }
static void call_jn_kinematics_nrolling(void) { (void)jn_kinematics_nrolling(NULL); }
static void call_jn_kinematics_error(void) { (void)jn_kinematics_error(NULL); }
static void call_jn_kinematics_contradiction(void) { (void)jn_kinematics_contradiction(NULL, NULL, 0); }
static void call_jn_kinematics_nsingular(void) { (void)jn_kinematics_nsingular(NULL); }
static void call_jn_kinematics_singular_time(void) { (void)jn_kinematics_singular_time(NULL, 0); }
static void call_jn_check_start(void) { (void)jn_check_start(NULL, NULL, NULL); }
static void call_jn_check_sanity(void) { (void)jn_check_sanity(NULL, NULL); }
static void call_jn_linearise(void) { (void)jn_linearise(NULL, NULL, NULL, NULL); }
static void call_jn_linear_get_sizes(void) { (void)jn_linear_get_sizes(NULL); }
static void call_jn_linear_A(void) { (void)jn_linear_A(NULL); }
static void call_jn_linear_B(void) { (void)jn_linear_B(NULL); }
static void call_jn_linear_C(void) { (void)jn_linear_C(NULL); }
static void call_jn_linear_D(void) { (void)jn_linear_D(NULL); }
static void call_jn_linear_state_name(void) { (void)jn_linear_state_name(NULL, 0); }
static void call_jn_linear_input_name(void) { (void)jn_linear_input_name(NULL, 0); }
static void call_jn_linear_output_name(void) { (void)jn_linear_output_name(NULL, 0); }
static void call_jn_linear_state_value(void) { (void)jn_linear_state_value(NULL, 0); }
static void call_jn_linear_rate(void) { (void)jn_linear_rate(NULL); }
static void call_jn_linear_error(void) { (void)jn_linear_error(NULL); }
static void call_jn_linear_is_steady(void) { (void)jn_linear_is_steady(NULL); }
static void call_jn_modes_new(void) { (void)jn_modes_new(NULL, NULL); }
static void call_jn_modes_count(void) { (void)jn_modes_count(NULL); }
static void call_jn_modes_get(void) { (void)jn_modes_get(NULL, 0); }
static void call_jn_modes_trend(void) { (void)jn_modes_trend(NULL, 0); }
static void call_jn_modes_threshold(void) { (void)jn_modes_threshold(NULL); }
static void call_jn_modes_vector(void) { (void)jn_modes_vector(NULL, 0); }
static void call_jn_modes_bodies(void) { (void)jn_modes_bodies(NULL, 0); }
static void call_jn_modes_nshares(void) { (void)jn_modes_nshares(NULL, 0); }
static void call_jn_modes_share(void) { (void)jn_modes_share(NULL, 0, 0); }
static void call_jn_modes_zero(void) { (void)jn_modes_zero(NULL); }
static void call_jn_modes_zero_name(void) { (void)jn_modes_zero_name(NULL, 0); }
static void call_jn_modes_nroots(void) { (void)jn_modes_nroots(NULL); }
static void call_jn_modes_root_mode(void) { (void)jn_modes_root_mode(NULL, 0, NULL); }
static void call_jn_modes_follow(void) { (void)jn_modes_follow(NULL, NULL, NULL, NULL); }
static void call_jn_modes_growing(void) { (void)jn_modes_growing(NULL); }
static void call_jn_linear_transfer(void) { (void)jn_linear_transfer(NULL, 0, 0, NULL); }
static void call_jn_locus_new(void) { (void)jn_locus_new(NULL, NULL, NULL); }
static void call_jn_compare(void) { (void)jn_compare(NULL, NULL, NULL); }
static void call_jn_compare_fastest(void) { (void)jn_compare_fastest(NULL, 0, NULL); }
static void call_jn_model_report(void) { (void)jn_model_report(NULL); }
static void call_jn_model_set_gravity(void) { (void)jn_model_set_gravity(NULL, NULL); }
static void call_jn_model_ground(void) { (void)jn_model_ground(NULL); }
static void call_jn_model_add_body(void) { (void)jn_model_add_body(NULL, NULL); }
static void call_jn_model_body_frame(void) { (void)jn_model_body_frame(NULL, (jn_body){0}); }
static void call_jn_model_add_frame(void) { (void)jn_model_add_frame(NULL, (jn_body){0}, NULL, NULL, NULL); }
static void call_jn_model_add_joint(void) { (void)jn_model_add_joint(NULL, NULL); }
static void call_jn_model_add_force(void) { (void)jn_model_add_force(NULL, NULL); }
static void call_jn_model_add_road(void) { (void)jn_model_add_road(NULL, NULL); }
static void call_jn_model_set_input_safe(void) { jn_model_set_input_safe(NULL, 0, 0); }
static void call_jn_model_input_safe(void) { (void)jn_model_input_safe(NULL, 0); }
static void call_jn_overrun_parse(void) { (void)jn_overrun_parse(NULL, NULL); }
static void call_jn_realtime_new(void) { (void)jn_realtime_new(NULL, NULL, NULL, NULL); }
static void call_jn_realtime_execute(void) { (void)jn_realtime_execute(NULL, NULL); }
static void call_jn_realtime_run(void) { (void)jn_realtime_run(NULL); }
static void call_jn_realtime_inputs_hash(void) { (void)jn_realtime_inputs_hash(NULL); }
static void call_jn_realtime_outputs_hash(void) { (void)jn_realtime_outputs_hash(NULL); }
static void call_jn_model_add_input(void) { (void)jn_model_add_input(NULL, NULL, NULL, (jn_law){0}); }
static void call_jn_model_add_auxiliary(void) { (void)jn_model_add_auxiliary(NULL, NULL, 0, NULL); }
static void call_jn_model_add_discrete(void) { (void)jn_model_add_discrete(NULL, NULL, 0); }
static void call_jn_model_add_signal(void) { (void)jn_model_add_signal(NULL, NULL, NULL, NULL); }
static void call_jn_model_add_table(void) { (void)jn_model_add_table(NULL, NULL); }
static void call_jn_model_nevents(void) { (void)jn_model_nevents(NULL); }
static void call_jn_model_nsignals(void) { (void)jn_model_nsignals(NULL); }
static void call_jn_model_allow_code(void) { (void)jn_model_allow_code(NULL, NULL); }
static void call_jn_model_code_file(void) { (void)jn_model_code_file(NULL, 0); }
static void call_jn_model_nsubsystems(void) { (void)jn_model_nsubsystems(NULL); }
static void call_jn_model_subsystem_name(void) { (void)jn_model_subsystem_name(NULL, (jn_subsystem){0}); }
static void call_jn_model_add_subsystem(void) { (void)jn_model_add_subsystem(NULL, NULL); }
static void call_jn_model_ntables(void) { (void)jn_model_ntables(NULL); }
static void call_jn_model_signal_name(void) { (void)jn_model_signal_name(NULL, 0); }
static void call_jn_model_add_event(void) { (void)jn_model_add_event(NULL, NULL); }
static void call_jn_model_set_initial(void) { (void)jn_model_set_initial(NULL, NULL, 0, 0); }
static void call_jn_model_set_output_unit(void) { jn_model_set_output_unit(NULL, "m"); }
static void call_jn_model_add_output(void) { (void)jn_model_add_output(NULL, NULL, NULL); }
static void call_jn_model_finish(void) { (void)jn_model_finish(NULL); }
static void call_jn_model_choices(void) { (void)jn_model_choices(NULL); }
static void call_jn_model_name(void) { (void)jn_model_name(NULL); }
static void call_jn_model_space(void) { (void)jn_model_space(NULL); }
static void call_jn_model_nbodies(void) { (void)jn_model_nbodies(NULL); }
static void call_jn_model_njoints(void) { (void)jn_model_njoints(NULL); }
static void call_jn_model_ndrivers(void) { (void)jn_model_ndrivers(NULL); }
static void call_jn_model_nforces(void) { (void)jn_model_nforces(NULL); }
static void call_jn_model_noutputs(void) { (void)jn_model_noutputs(NULL); }
static void call_jn_model_nauxiliaries(void) { (void)jn_model_nauxiliaries(NULL); }
static void call_jn_model_ndiscretes(void) { (void)jn_model_ndiscretes(NULL); }
static void call_jn_model_body_name(void) { (void)jn_model_body_name(NULL, (jn_body){0}); }
static void call_jn_model_joint_name(void) { (void)jn_model_joint_name(NULL, (jn_joint){0}); }
static void call_jn_model_force_name(void) { (void)jn_model_force_name(NULL, (jn_force){0}); }
static void call_jn_model_output_name(void) { (void)jn_model_output_name(NULL, 0); }
static void call_jn_model_find_body(void) { (void)jn_model_find_body(NULL, NULL); }
static void call_jn_model_find_frame(void) { (void)jn_model_find_frame(NULL, NULL); }
static void call_jn_model_find_joint(void) { (void)jn_model_find_joint(NULL, NULL); }
static void call_jn_model_find_road(void) { (void)jn_model_find_road(NULL, NULL); }
static void call_jn_result_checkpoint(void) { (void)jn_result_checkpoint(NULL, NULL); }
static void call_jn_result_checkpoint_to(void) { (void)jn_result_checkpoint_to(NULL, 1, NULL); }
static void call_jn_result_sink(void) { (void)jn_result_sink(NULL); }
static void call_jn_result_message(void) { (void)jn_result_message(NULL); }
static void call_jn_table_sink(void) { (void)jn_table_sink(NULL); }
static void call_jn_table_nrows(void) { (void)jn_table_nrows(NULL); }
static void call_jn_table_ncolumns(void) { (void)jn_table_ncolumns(NULL); }
static void call_jn_table_name(void) { (void)jn_table_name(NULL, 0); }
static void call_jn_table_unit(void) { (void)jn_table_unit(NULL, 0); }
static void call_jn_table_column(void) { (void)jn_table_column(NULL, 0); }
static void call_jn_table_find(void) { (void)jn_table_find(NULL, NULL); }
static void call_jn_table_title(void) { (void)jn_table_title(NULL); }
static void call_jn_plot_modes(void) { (void)jn_plot_modes(NULL, NULL, NULL, NULL, NULL); }
static void call_jn_plot_table(void) { (void)jn_plot_table(NULL, NULL, 0, NULL, 0, NULL); }
static void call_jn_compare_table(void) { (void)jn_compare_table(NULL, NULL, 0, 0); }
static void call_jn_compare_plot(void) { (void)jn_compare_plot(NULL, NULL, 0, NULL); }
static void call_jn_compare_page(void) { (void)jn_compare_page(NULL, NULL, NULL); }
static void call_jn_choices_settle(void) { (void)jn_choices_settle(NULL, NULL, NULL); }
static void call_jn_run_new(void) { (void)jn_run_new(NULL, NULL, NULL); }
static void call_jn_run_execute(void) { (void)jn_run_execute(NULL, NULL); }
static void call_jn_run_step(void) { (void)jn_run_step(NULL, 0); }
static void call_jn_run_stopped(void) { (void)jn_run_stopped(NULL); }
static void call_jn_run_system(void) { (void)jn_run_system(NULL); }
static void call_jn_run_state(void) { (void)jn_run_state(NULL); }
static void call_jn_run_tangent(void) { (void)jn_run_tangent(NULL, NULL, NULL); }
static void call_jn_run_own_acceleration(void) { (void)jn_run_own_acceleration(NULL, NULL); }
static void call_jn_run_reduced(void) { (void)jn_run_reduced(NULL); }
static void call_jn_run_restart(void) { (void)jn_run_restart(NULL, NULL); }
static void call_jn_run_hold_input(void) { (void)jn_run_hold_input(NULL, 0, 0); }
static void call_jn_run_summary(void) { (void)jn_run_summary(NULL); }
static void call_jn_run_noutputs(void) { (void)jn_run_noutputs(NULL); }
static void call_jn_run_output_name(void) { (void)jn_run_output_name(NULL, 0); }
static void call_jn_run_output_dimension(void) { (void)jn_run_output_dimension(NULL, 0); }
static void call_jn_run_output_unit(void) { (void)jn_run_output_unit(NULL, 0); }
static void call_jn_run_outputs(void) { (void)jn_run_outputs(NULL); }
static void call_jn_run_nsamples(void) { (void)jn_run_nsamples(NULL); }
static void call_jn_run_sample_time(void) { (void)jn_run_sample_time(NULL, 0); }
static void call_jn_run_sample(void) { (void)jn_run_sample(NULL, 0); }
static void call_jn_session_new(void) { (void)jn_session_new(NULL, NULL, NULL); }
static void call_jn_session_clone(void) { (void)jn_session_clone(NULL, NULL); }
static void call_jn_session_run(void) { (void)jn_session_run(NULL); }
static void call_jn_session_ninputs(void) { (void)jn_session_ninputs(NULL); }
static void call_jn_session_input_name(void) { (void)jn_session_input_name(NULL, 0); }
static void call_jn_session_input_find(void) { (void)jn_session_input_find(NULL, NULL); }
static void call_jn_session_hold(void) { (void)jn_session_hold(NULL, 0, 0); }
static void call_jn_session_held(void) { (void)jn_session_held(NULL, 0); }
static void call_jn_session_time(void) { (void)jn_session_time(NULL); }
static void call_jn_session_stopped(void) { (void)jn_session_stopped(NULL); }
static void call_jn_session_step(void) { (void)jn_session_step(NULL, 0); }
static void call_jn_session_step_to(void) { (void)jn_session_step_to(NULL, 0); }
static void call_jn_session_listen(void) { (void)jn_session_listen(NULL, NULL, NULL); }
static void call_jn_session_noutputs(void) { (void)jn_session_noutputs(NULL); }
static void call_jn_session_output_name(void) { (void)jn_session_output_name(NULL, 0); }
static void call_jn_session_output_unit(void) { (void)jn_session_output_unit(NULL, 0); }
static void call_jn_session_output_find(void) { (void)jn_session_output_find(NULL, NULL); }
static void call_jn_session_outputs(void) { (void)jn_session_outputs(NULL); }
static void call_jn_session_nbodies(void) { (void)jn_session_nbodies(NULL); }
static void call_jn_session_body_name(void) { (void)jn_session_body_name(NULL, 0); }
static void call_jn_session_poses(void) { (void)jn_session_poses(NULL); }
static void call_jn_session_nstate(void) { (void)jn_session_nstate(NULL); }
static void call_jn_session_state(void) { (void)jn_session_state(NULL); }
static void call_jn_session_restart(void) { (void)jn_session_restart(NULL, NULL); }
static void call_jn_session_save_size(void) { (void)jn_session_save_size(NULL); }
static void call_jn_session_save(void) { (void)jn_session_save(NULL, NULL); }
static void call_jn_session_load(void) { (void)jn_session_load(NULL, NULL, 0, NULL); }
static void call_jn_crew_run(void) { (void)jn_crew_run(NULL, NULL); }
static void call_jn_crew_number(void) { (void)jn_crew_number(NULL); }
static void call_jn_crew_goes_on(void) { (void)jn_crew_goes_on(NULL); }
static void call_jn_search_gain(void) { (void)jn_search_gain(NULL, NULL, NULL, NULL); }
static void call_jn_system_new(void) { (void)jn_system_new(NULL, NULL, NULL); }
static void call_jn_system_sizes(void) { (void)jn_system_sizes(NULL); }
static void call_jn_system_model(void) { (void)jn_system_model(NULL); }
static void call_jn_system_coordinates(void) { (void)jn_system_coordinates(NULL); }
static void call_jn_work_new(void) { (void)jn_work_new(NULL); }
static void call_jn_state_q(void) { (void)jn_state_q(NULL, NULL); }
static void call_jn_state_v(void) { (void)jn_state_v(NULL, NULL); }
static void call_jn_state_z(void) { (void)jn_state_z(NULL, NULL); }
static void call_jn_state_s(void) { (void)jn_state_s(NULL, NULL); }
static void call_jn_state_name(void) { (void)jn_state_name(NULL, 0, NULL, 0); }
static void call_jn_system_initial_state(void) { (void)jn_system_initial_state(NULL, NULL); }
static void call_jn_state_convert(void) { (void)jn_state_convert(NULL, NULL, NULL, NULL); }
static void call_jn_tree_nloops(void) { (void)jn_tree_nloops(NULL); }
static void call_jn_tree_loop_joint(void) { (void)jn_tree_loop_joint(NULL, 0); }
static void call_jn_tree_loop_bodies(void) { (void)jn_tree_loop_bodies(NULL, 0, NULL, 0); }
static void call_jn_tree_loop_reason(void) { (void)jn_tree_loop_reason(NULL, 0, NULL, 0); }
static void call_jn_input_find(void) { (void)jn_input_find(NULL, NULL); }
static void call_jn_work_hold_input(void) { (void)jn_work_hold_input(NULL, 0, 0); }
static void call_jn_calc_position(void) { (void)jn_calc_position(NULL, NULL, 0, NULL, NULL, NULL); }
static void call_jn_calc_velocity(void) { (void)jn_calc_velocity(NULL, NULL, NULL); }
static void call_jn_calc_force(void) { (void)jn_calc_force(NULL, NULL, NULL); }
static void call_jn_get_phi(void) { (void)jn_get_phi(NULL, NULL, NULL); }
static void call_jn_get_G(void) { (void)jn_get_G(NULL, NULL, NULL); }
static void call_jn_get_M(void) { (void)jn_get_M(NULL, NULL, NULL); }
static void call_jn_get_nu(void) { (void)jn_get_nu(NULL, NULL, NULL); }
static void call_jn_get_gamma(void) { (void)jn_get_gamma(NULL, NULL, NULL); }
static void call_jn_get_f(void) { (void)jn_get_f(NULL, NULL, NULL); }
static void call_jn_get_zdot(void) { (void)jn_get_zdot(NULL, NULL, NULL); }
static void call_jn_get_kinetic(void) { (void)jn_get_kinetic(NULL, NULL); }
static void call_jn_get_potential(void) { (void)jn_get_potential(NULL, NULL); }
static void call_jn_get_power(void) { (void)jn_get_power(NULL, NULL); }
static void call_jn_get_potential_gradient(void) { (void)jn_get_potential_gradient(NULL, NULL, NULL); }
static void call_jn_solve_acceleration(void) { (void)jn_solve_acceleration(NULL, NULL, NULL, NULL, NULL); }
static void call_jn_calc_qdot(void) { (void)jn_calc_qdot(NULL, NULL, NULL, NULL); }
static void call_jn_manifold_step(void) { (void)jn_manifold_step(NULL, NULL, NULL, NULL); }
static void call_jn_manifold_difference(void) { (void)jn_manifold_difference(NULL, NULL, NULL, NULL); }
static void call_jn_manifold_tangent(void) { (void)jn_manifold_tangent(NULL, NULL, NULL); }
static void call_jn_manifold_normalize(void) { (void)jn_manifold_normalize(NULL, NULL); }
static void call_jn_calc_Mdot(void) { (void)jn_calc_Mdot(NULL, NULL, NULL); }
static void call_jn_calc_Gdot(void) { (void)jn_calc_Gdot(NULL, NULL, NULL); }
static void call_jn_calc_tangents(void) { (void)jn_calc_tangents(NULL, NULL, NULL, NULL, NULL); }
static void call_jn_calc_discrete_gradients(void) {
  (void)jn_calc_discrete_gradients(NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL);
}
static void call_jn_calc_roots(void) { (void)jn_calc_roots(NULL, NULL, NULL, NULL); }
static void call_jn_root_name(void) { (void)jn_root_name(NULL, 0); }
static void call_jn_root_direction(void) { (void)jn_root_direction(NULL, 0); }
static void call_jn_next_known_time(void) { (void)jn_next_known_time(NULL, 0); }
static void call_jn_apply_event(void) { (void)jn_apply_event(NULL, NULL, 0, NULL, NULL); }
static void call_jn_update_windings(void) { (void)jn_update_windings(NULL, NULL, NULL); }
static void call_jn_probe_new(void) { (void)jn_probe_new(NULL, NULL, 0, 0, NULL); }
static void call_jn_probe_count(void) { (void)jn_probe_count(NULL); }
static void call_jn_probe_name(void) { (void)jn_probe_name(NULL, 0); }
static void call_jn_probe_unit(void) { (void)jn_probe_unit(NULL, 0); }
static void call_jn_probe_dimension(void) { (void)jn_probe_dimension(NULL, 0); }
static void call_jn_probe_needs_acceleration(void) { (void)jn_probe_needs_acceleration(NULL); }
static void call_jn_probe_calc(void) { (void)jn_probe_calc(NULL, NULL, NULL, NULL, NULL, NULL); }
static void call_jn_row_name(void) { (void)jn_row_name(NULL, 0, NULL, 0); }
static void call_jn_row_is_angle(void) { (void)jn_row_is_angle(NULL, 0); }
static void call_jn_choices_tell(void) { (void)jn_choices_tell(NULL, NULL); }
static void call_jn_model_read(void) { (void)jn_model_read(NULL, NULL, NULL, 0, NULL); }
static void call_jn_model_read_text(void) { (void)jn_model_read_text(NULL, NULL, NULL, 0, NULL, 0, NULL); }

static const null_call calls[] = {
    {call_jn_assemble, "jn_assemble"},
    {call_jn_assemble_velocities, "jn_assemble_velocities"},
    {call_jn_mobility_new, "jn_mobility_new"},
    {call_jn_mobility_freedoms, "jn_mobility_freedoms"},
    {call_jn_mobility_position_freedoms, "jn_mobility_position_freedoms"},
    {call_jn_mobility_redundant, "jn_mobility_redundant"},
    {call_jn_mobility_loops, "jn_mobility_loops"},
    {call_jn_mobility_singular, "jn_mobility_singular"},
    {call_jn_mobility_redundant_row, "jn_mobility_redundant_row"},
    {call_jn_mobility_sentence, "jn_mobility_sentence"},
    {call_jn_mobility_active, "jn_mobility_active"},
    {call_jn_solve_equilibrium, "jn_solve_equilibrium"},
    {call_jn_start, "jn_start"},
    {call_jn_inverse_new, "jn_inverse_new"},
    {call_jn_inverse_count, "jn_inverse_count"},
    {call_jn_inverse_name, "jn_inverse_name"},
    {call_jn_inverse_dimension, "jn_inverse_dimension"},
    {call_jn_inverse_calc, "jn_inverse_calc"},
    {call_jn_inverse_map, "jn_inverse_map"},
    {call_jn_kinematics_new, "jn_kinematics_new"},
    {call_jn_kinematics_go, "jn_kinematics_go"},
    {call_jn_kinematics_state, "jn_kinematics_state"},
    {call_jn_kinematics_vdot, "jn_kinematics_vdot"},
    {call_jn_kinematics_lambda, "jn_kinematics_lambda"},
    {call_jn_kinematics_forces, "jn_kinematics_forces"},
    {call_jn_kinematics_inverse, "jn_kinematics_inverse"},
    {call_jn_kinematics_result, "jn_kinematics_result"},
    {call_jn_kinematics_mobility, "jn_kinematics_mobility"},
    {call_jn_kinematics_work, "jn_kinematics_work"},
    {call_jn_kinematics_nmotions, "jn_kinematics_nmotions"},
    {call_jn_kinematics_motion, "jn_kinematics_motion"},
    {call_jn_kinematics_iterations, "jn_kinematics_iterations"},
    {call_jn_kinematics_nrolling, "jn_kinematics_nrolling"},
    {call_jn_kinematics_error, "jn_kinematics_error"},
    {call_jn_kinematics_contradiction, "jn_kinematics_contradiction"},
    {call_jn_kinematics_nsingular, "jn_kinematics_nsingular"},
    {call_jn_kinematics_singular_time, "jn_kinematics_singular_time"},
    {call_jn_check_start, "jn_check_start"},
    {call_jn_check_sanity, "jn_check_sanity"},
    {call_jn_linearise, "jn_linearise"},
    {call_jn_linear_get_sizes, "jn_linear_get_sizes"},
    {call_jn_linear_A, "jn_linear_A"},
    {call_jn_linear_B, "jn_linear_B"},
    {call_jn_linear_C, "jn_linear_C"},
    {call_jn_linear_D, "jn_linear_D"},
    {call_jn_linear_state_name, "jn_linear_state_name"},
    {call_jn_linear_input_name, "jn_linear_input_name"},
    {call_jn_linear_output_name, "jn_linear_output_name"},
    {call_jn_linear_state_value, "jn_linear_state_value"},
    {call_jn_linear_rate, "jn_linear_rate"},
    {call_jn_linear_error, "jn_linear_error"},
    {call_jn_linear_is_steady, "jn_linear_is_steady"},
    {call_jn_modes_new, "jn_modes_new"},
    {call_jn_modes_count, "jn_modes_count"},
    {call_jn_modes_get, "jn_modes_get"},
    {call_jn_modes_trend, "jn_modes_trend"},
    {call_jn_modes_threshold, "jn_modes_threshold"},
    {call_jn_modes_vector, "jn_modes_vector"},
    {call_jn_modes_bodies, "jn_modes_bodies"},
    {call_jn_modes_nshares, "jn_modes_nshares"},
    {call_jn_modes_share, "jn_modes_share"},
    {call_jn_modes_zero, "jn_modes_zero"},
    {call_jn_modes_zero_name, "jn_modes_zero_name"},
    {call_jn_modes_nroots, "jn_modes_nroots"},
    {call_jn_modes_root_mode, "jn_modes_root_mode"},
    {call_jn_modes_follow, "jn_modes_follow"},
    {call_jn_modes_growing, "jn_modes_growing"},
    {call_jn_linear_transfer, "jn_linear_transfer"},
    {call_jn_locus_new, "jn_locus_new"},
    {call_jn_compare, "jn_compare"},
    {call_jn_compare_fastest, "jn_compare_fastest"},
    {call_jn_model_report, "jn_model_report"},
    {call_jn_model_set_gravity, "jn_model_set_gravity"},
    {call_jn_model_ground, "jn_model_ground"},
    {call_jn_model_add_body, "jn_model_add_body"},
    {call_jn_model_body_frame, "jn_model_body_frame"},
    {call_jn_model_add_frame, "jn_model_add_frame"},
    {call_jn_model_add_joint, "jn_model_add_joint"},
    {call_jn_model_add_force, "jn_model_add_force"},
    {call_jn_model_add_road, "jn_model_add_road"},
    {call_jn_model_add_input, "jn_model_add_input"},
    {call_jn_model_set_input_safe, "jn_model_set_input_safe"},
    {call_jn_model_input_safe, "jn_model_input_safe"},
    {call_jn_overrun_parse, "jn_overrun_parse"},
    {call_jn_realtime_new, "jn_realtime_new"},
    {call_jn_realtime_execute, "jn_realtime_execute"},
    {call_jn_realtime_run, "jn_realtime_run"},
    {call_jn_realtime_inputs_hash, "jn_realtime_inputs_hash"},
    {call_jn_realtime_outputs_hash, "jn_realtime_outputs_hash"},
    {call_jn_model_add_auxiliary, "jn_model_add_auxiliary"},
    {call_jn_model_add_discrete, "jn_model_add_discrete"},
    {call_jn_model_add_signal, "jn_model_add_signal"},
    {call_jn_model_add_table, "jn_model_add_table"},
    {call_jn_model_nevents, "jn_model_nevents"},
    {call_jn_model_nsignals, "jn_model_nsignals"},
    {call_jn_model_allow_code, "jn_model_allow_code"},
    {call_jn_model_code_file, "jn_model_code_file"},
    {call_jn_model_nsubsystems, "jn_model_nsubsystems"},
    {call_jn_model_subsystem_name, "jn_model_subsystem_name"},
    {call_jn_model_add_subsystem, "jn_model_add_subsystem"},
    {call_jn_model_ntables, "jn_model_ntables"},
    {call_jn_model_signal_name, "jn_model_signal_name"},
    {call_jn_model_add_event, "jn_model_add_event"},
    {call_jn_model_set_initial, "jn_model_set_initial"},
    {call_jn_model_set_output_unit, "jn_model_set_output_unit"},
    {call_jn_model_add_output, "jn_model_add_output"},
    {call_jn_model_finish, "jn_model_finish"},
    {call_jn_model_choices, "jn_model_choices"},
    {call_jn_model_name, "jn_model_name"},
    {call_jn_model_space, "jn_model_space"},
    {call_jn_model_nbodies, "jn_model_nbodies"},
    {call_jn_model_njoints, "jn_model_njoints"},
    {call_jn_model_ndrivers, "jn_model_ndrivers"},
    {call_jn_model_nforces, "jn_model_nforces"},
    {call_jn_model_noutputs, "jn_model_noutputs"},
    {call_jn_model_nauxiliaries, "jn_model_nauxiliaries"},
    {call_jn_model_ndiscretes, "jn_model_ndiscretes"},
    {call_jn_model_body_name, "jn_model_body_name"},
    {call_jn_model_joint_name, "jn_model_joint_name"},
    {call_jn_model_force_name, "jn_model_force_name"},
    {call_jn_model_output_name, "jn_model_output_name"},
    {call_jn_model_find_body, "jn_model_find_body"},
    {call_jn_model_find_frame, "jn_model_find_frame"},
    {call_jn_model_find_joint, "jn_model_find_joint"},
    {call_jn_model_find_road, "jn_model_find_road"},
    {call_jn_result_checkpoint, "jn_result_checkpoint"},
    {call_jn_result_checkpoint_to, "jn_result_checkpoint_to"},
    {call_jn_result_sink, "jn_result_sink"},
    {call_jn_result_message, "jn_result_message"},
    {call_jn_table_sink, "jn_table_sink"},
    {call_jn_table_nrows, "jn_table_nrows"},
    {call_jn_table_ncolumns, "jn_table_ncolumns"},
    {call_jn_table_name, "jn_table_name"},
    {call_jn_table_unit, "jn_table_unit"},
    {call_jn_table_column, "jn_table_column"},
    {call_jn_table_find, "jn_table_find"},
    {call_jn_table_title, "jn_table_title"},
    {call_jn_plot_modes, "jn_plot_modes"},
    {call_jn_plot_table, "jn_plot_table"},
    {call_jn_compare_table, "jn_compare_table"},
    {call_jn_compare_plot, "jn_compare_plot"},
    {call_jn_compare_page, "jn_compare_page"},
    {call_jn_choices_settle, "jn_choices_settle"},
    {call_jn_run_new, "jn_run_new"},
    {call_jn_run_execute, "jn_run_execute"},
    {call_jn_run_step, "jn_run_step"},
    {call_jn_run_stopped, "jn_run_stopped"},
    {call_jn_run_system, "jn_run_system"},
    {call_jn_run_state, "jn_run_state"},
    {call_jn_run_tangent, "jn_run_tangent"},
    {call_jn_run_own_acceleration, "jn_run_own_acceleration"},
    {call_jn_run_reduced, "jn_run_reduced"},
    {call_jn_run_restart, "jn_run_restart"},
    {call_jn_run_hold_input, "jn_run_hold_input"},
    {call_jn_run_summary, "jn_run_summary"},
    {call_jn_run_noutputs, "jn_run_noutputs"},
    {call_jn_run_output_name, "jn_run_output_name"},
    {call_jn_run_output_dimension, "jn_run_output_dimension"},
    {call_jn_run_output_unit, "jn_run_output_unit"},
    {call_jn_run_outputs, "jn_run_outputs"},
    {call_jn_run_nsamples, "jn_run_nsamples"},
    {call_jn_run_sample_time, "jn_run_sample_time"},
    {call_jn_run_sample, "jn_run_sample"},
    {call_jn_session_new, "jn_session_new"},
    {call_jn_session_clone, "jn_session_clone"},
    {call_jn_session_run, "jn_session_run"},
    {call_jn_session_ninputs, "jn_session_ninputs"},
    {call_jn_session_input_name, "jn_session_input_name"},
    {call_jn_session_input_find, "jn_session_input_find"},
    {call_jn_session_hold, "jn_session_hold"},
    {call_jn_session_held, "jn_session_held"},
    {call_jn_session_time, "jn_session_time"},
    {call_jn_session_stopped, "jn_session_stopped"},
    {call_jn_session_step, "jn_session_step"},
    {call_jn_session_step_to, "jn_session_step_to"},
    {call_jn_session_listen, "jn_session_listen"},
    {call_jn_session_noutputs, "jn_session_noutputs"},
    {call_jn_session_output_name, "jn_session_output_name"},
    {call_jn_session_output_unit, "jn_session_output_unit"},
    {call_jn_session_output_find, "jn_session_output_find"},
    {call_jn_session_outputs, "jn_session_outputs"},
    {call_jn_session_nbodies, "jn_session_nbodies"},
    {call_jn_session_body_name, "jn_session_body_name"},
    {call_jn_session_poses, "jn_session_poses"},
    {call_jn_session_nstate, "jn_session_nstate"},
    {call_jn_session_state, "jn_session_state"},
    {call_jn_session_restart, "jn_session_restart"},
    {call_jn_session_save_size, "jn_session_save_size"},
    {call_jn_session_save, "jn_session_save"},
    {call_jn_session_load, "jn_session_load"},
    {call_jn_crew_run, "jn_crew_run"},
    {call_jn_crew_number, "jn_crew_number"},
    {call_jn_crew_goes_on, "jn_crew_goes_on"},
    {call_jn_search_gain, "jn_search_gain"},
    {call_jn_system_new, "jn_system_new"},
    {call_jn_system_sizes, "jn_system_sizes"},
    {call_jn_system_model, "jn_system_model"},
    {call_jn_system_coordinates, "jn_system_coordinates"},
    {call_jn_work_new, "jn_work_new"},
    {call_jn_state_q, "jn_state_q"},
    {call_jn_state_v, "jn_state_v"},
    {call_jn_state_z, "jn_state_z"},
    {call_jn_state_s, "jn_state_s"},
    {call_jn_state_name, "jn_state_name"},
    {call_jn_system_initial_state, "jn_system_initial_state"},
    {call_jn_state_convert, "jn_state_convert"},
    {call_jn_tree_nloops, "jn_tree_nloops"},
    {call_jn_tree_loop_joint, "jn_tree_loop_joint"},
    {call_jn_tree_loop_bodies, "jn_tree_loop_bodies"},
    {call_jn_tree_loop_reason, "jn_tree_loop_reason"},
    {call_jn_input_find, "jn_input_find"},
    {call_jn_work_hold_input, "jn_work_hold_input"},
    {call_jn_calc_position, "jn_calc_position"},
    {call_jn_calc_velocity, "jn_calc_velocity"},
    {call_jn_calc_force, "jn_calc_force"},
    {call_jn_get_phi, "jn_get_phi"},
    {call_jn_get_G, "jn_get_G"},
    {call_jn_get_M, "jn_get_M"},
    {call_jn_get_nu, "jn_get_nu"},
    {call_jn_get_gamma, "jn_get_gamma"},
    {call_jn_get_f, "jn_get_f"},
    {call_jn_get_zdot, "jn_get_zdot"},
    {call_jn_get_kinetic, "jn_get_kinetic"},
    {call_jn_get_potential, "jn_get_potential"},
    {call_jn_get_power, "jn_get_power"},
    {call_jn_get_potential_gradient, "jn_get_potential_gradient"},
    {call_jn_solve_acceleration, "jn_solve_acceleration"},
    {call_jn_calc_qdot, "jn_calc_qdot"},
    {call_jn_manifold_step, "jn_manifold_step"},
    {call_jn_manifold_difference, "jn_manifold_difference"},
    {call_jn_manifold_tangent, "jn_manifold_tangent"},
    {call_jn_manifold_normalize, "jn_manifold_normalize"},
    {call_jn_calc_Mdot, "jn_calc_Mdot"},
    {call_jn_calc_Gdot, "jn_calc_Gdot"},
    {call_jn_calc_tangents, "jn_calc_tangents"},
    {call_jn_calc_discrete_gradients, "jn_calc_discrete_gradients"},
    {call_jn_calc_roots, "jn_calc_roots"},
    {call_jn_root_name, "jn_root_name"},
    {call_jn_root_direction, "jn_root_direction"},
    {call_jn_next_known_time, "jn_next_known_time"},
    {call_jn_apply_event, "jn_apply_event"},
    {call_jn_update_windings, "jn_update_windings"},
    {call_jn_probe_new, "jn_probe_new"},
    {call_jn_probe_count, "jn_probe_count"},
    {call_jn_probe_name, "jn_probe_name"},
    {call_jn_probe_unit, "jn_probe_unit"},
    {call_jn_probe_dimension, "jn_probe_dimension"},
    {call_jn_probe_needs_acceleration, "jn_probe_needs_acceleration"},
    {call_jn_probe_calc, "jn_probe_calc"},
    {call_jn_row_name, "jn_row_name"},
    {call_jn_row_is_angle, "jn_row_is_angle"},
    {call_jn_choices_tell, "jn_choices_tell"},
    {call_jn_model_read, "jn_model_read"},
    {call_jn_model_read_text, "jn_model_read_text"},
};

static void test_objects(void) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) check_call(calls[i].call, calls[i].text);
}

static void test_frees(void) {
  CHECK(!jn_run_free(NULL) && !jn_session_free(NULL) && !jn_realtime_free(NULL) && !jn_model_free(NULL) &&
        !jn_system_free(NULL) && !jn_work_free(NULL) && !jn_mobility_free(NULL) && !jn_modes_free(NULL));
  CHECK(!jn_report_free(NULL) && !jn_probe_free(NULL) && !jn_table_free(NULL) && !jn_comparison_free(NULL) &&
        !jn_kinematics_free(NULL) && !jn_locus_free(NULL));
}

int main(void) {
  test_objects();
  test_frees();
  return check_report();
}
