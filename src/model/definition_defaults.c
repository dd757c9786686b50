// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// definition_defaults.c - default values of all definitions.
#include <math.h>

#include "kernel/vec3.h"
#include "model/build.h"

jn_body_def jn_body_def_default(void) { return (jn_body_def){.cookie = JNI_DEF_COOKIE}; }

jn_joint_def jn_joint_def_default(void) {
  return (jn_joint_def){.between = {{-1}, {-1}},
                        .axis = {{0, 0, 1}, {0, 0, 1}},
                        .joint = {-1},
                        .other = {{-1}, {-1}},
                        .scale = 1,
                        .function.cam.direction = JNK_PI / 2,
                        .geometry = {.pressure_angle = 20 * JNK_PI / 180, .at = {-1}, .between = {{-1}, {-1}}},
                        .impulse = true,
                        .follow = {.damping = 1},
                        .cookie = JNI_DEF_COOKIE};
}

jn_force_def jn_force_def_default(void) {
  return (jn_force_def){
      .between = {{-1}, {-1}},
      .joint = {-1},
      .damping_map = {-1},
      .lower = -HUGE_VAL,
      .upper = HUGE_VAL,
      .exponent = 1,
      .density = 1.225,
      .tyre = {.road = {-1},
               .axis = {{0, 1, 0}, {0, 1, 0}},
               .friction = 1,
               .friction_sliding = NAN,
               .load = 4000,
               .trail_slip = 0.2,
               .relaxation = NAN,
               .relaxation_x = NAN,
               .lag = NAN,
               .trail_speed = NAN,
               .low_speed = NAN,
               .load_table = {-1},
               .traction_table = {-1},
               .resistance_table = {-1},
               .torque_table = {-1},
               .side_table = {-1},
               .sinkage_table = {-1},
               // Default coefficients: those of the benchmark vehicle Iltis [Frik 1993].
               .calspan = {2625, 14.47, 12930, 2.29, 18175, 1, -4.64e-5, 1.216, 2.18e-11, 1.0274, -1.71e-5, 1.71e-5}},
      .track = {.hull = {-1},
                .sprocket = {-1},
                .drag = 1000,
                .width = 0.4,
                .pad_length = 0.5,
                .friction = 0.8,
                .friction_across = NAN},
      .cookie = JNI_DEF_COOKIE};
}

jn_road_def jn_road_def_default(void) {
  return (jn_road_def){.count = 1, .friction = 1, .soil = {-1}, .left = {-1}, .right = {-1}, .cookie = JNI_DEF_COOKIE};
}

jn_soil_def jn_soil_def_default(void) { return (jn_soil_def){.cookie = JNI_DEF_COOKIE}; }

jn_shape_def jn_shape_def_default(void) {
  return (jn_shape_def){.quaternion = {1, 0, 0, 0},
                        .axis = {0, 0, 1},
                        .from = {NAN, NAN, NAN},
                        .to = {NAN, NAN, NAN},
                        .scale = {1, 1, 1},
                        .colour = {NAN, NAN, NAN, NAN},
                        .draw = true,
                        .cookie = JNI_DEF_COOKIE};
}

jn_profile_def jn_profile_def_default(void) {
  return (jn_profile_def){.closed = true,
                          .pressure_angle = JNK_PI / 9,
                          .addendum = 1,
                          .dedendum = 1.25,
                          .copies = 1,
                          .cookie = JNI_DEF_COOKIE};
}

jn_material_def jn_material_def_default(void) {
  return (jn_material_def){.friction_static = NAN, .young = NAN, .poisson = NAN, .cookie = JNI_DEF_COOKIE};
}

jn_contact_def jn_contact_def_default(void) {
  return (jn_contact_def){.law = "rigid",
                          .friction = NAN,
                          .friction_static = NAN,
                          .restitution = NAN,
                          .stiffness = NAN,
                          .exponent = NAN,
                          .damping = NAN,
                          .rest_speed = NAN,
                          .shear_stiffness = NAN,
                          .shear_damping = NAN,
                          .cookie = JNI_DEF_COOKIE};
}

jn_subsystem_def jn_subsystem_def_default(void) {
  return (jn_subsystem_def){
      .engine = {.idle_gain = 0.02, .idle_time = 0.5, .rev_band = 10},
      .torque_converter = {.slip_band = 0.02, .lockup_damping = 20},
      .automatic_gearbox = {.latency = 0.5, .carried = 1, .standstill = 1, .efficiency = 1, .gear = 1},
      .transfer_case = {.high = 1, .standstill = 0.5},
      .path_follower = {.preview_time = 0.6, .preview_distance = 2, .gain = 1, .limit = 1},
      .speed_follower = {.gain = 0.5, .integral = 0.1, .brake_gain = 1, .hold = 1, .standstill = 0.1},
      .sequence = {.repeat = 1},
      .cookie = JNI_DEF_COOKIE,
  };
}

jn_event_def jn_event_def_default(void) { return (jn_event_def){.at = 0, .cookie = JNI_DEF_COOKIE}; }

jn_table_def jn_table_def_default(void) { return (jn_table_def){.nx = 0, .cookie = JNI_DEF_COOKIE}; }
