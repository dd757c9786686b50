// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kernel_cxx.cpp - compiled only: the kernels are clean as C++17.
#include "kernel/call/call_cache.h"
#include "kernel/call/curve_call.h"
#include "kernel/call/curve_integral.h"
#include "kernel/call/euler_call.h"
#include "kernel/call/lookup_call.h"
#include "kernel/call/lookup_rates.h"
#include "kernel/call/lookup_smooth_call.h"
#include "kernel/call/smooth_call.h"
#include "kernel/drag.h"
#include "kernel/elementary.h"
#include "kernel/euler.h"
#include "kernel/force/bushing.h"
#include "kernel/force/compliant.h"
#include "kernel/force/hold.h"
#include "kernel/force/hold_call.h"
#include "kernel/force/spring.h"
#include "kernel/force/stop.h"
#include "kernel/ground/road_block.h"
#include "kernel/ground/soft_call.h"
#include "kernel/ground/touch.h"
#include "kernel/ground/touches_road.h"
#include "kernel/ground/track_call.h"
#include "kernel/ground/tyre_call.h"
#include "kernel/ground/tyre_tmeasy.h"
#include "kernel/law.h"
#include "kernel/subsystem/converter.h"
#include "kernel/subsystem/follower.h"
#include "kernel/subsystem/transfer.h"
#include "kernel/vec3.h"

// Calls into the headers, so that they are compiled and not just read.
double kernel_cxx(const double *x, const double *y, int n, const double theta[3]);
double kernel_cxx(const double *x, const double *y, int n, const double theta[3]) {
  double J[9], slope;
  jnk_so3_left_jacobian_inverse(theta, J);
  return J[0] + jnk_table_integral(x, y, n, 1, jnk_table_value(x, y, n, 1, theta[0], &slope));
}

void kernel_cxx_forces(const double *block, const double *in, double *out);
void kernel_cxx_forces(const double *block, const double *in, double *out) {
  jnk_call_curve(block, in, out);
  jnk_call_curve_rate(block, in, out);
  jnk_call_curve_integral(block, in, out);
  jnk_call_lookup_smooth(block, in, out);
  jnk_call_lookup(block, in, out);
  jnk_call_lookup_rate(block, in, out);
  jnk_call_lookup_second(block, in, out);
  jnk_call_smooth(block, in, out);
  jnk_call_smooth_rate(block, in, out);
  jnk_call_smooth_integral(block, in, out);
  jnk_call_stop(block, in, out);
  jnk_call_stop_rate(block, in, out);
  jnk_call_stop_potential(block, in, out);
  jnk_call_hold(block, in, out);
  jnk_call_hold_rate(block, in, out);
  jnk_call_bushing_turn(block, in, out);
  jnk_call_bushing_turn_rate(block, in, out);
  jnk_call_drag(block, in, out);
  jnk_call_drag_rate(block, in, out);
  jnk_call_touch(block, in, out);
  jnk_call_press(block, in, out);
  jnk_call_rub(block, in, out);
  jnk_call_touches(block, in, out);
  jnk_call_touches_road(block, in, out);
}

double kernel_cxx_tyre(const jnk_terrain *terrain, const jnk_pacejka *tyre, const double r[3], const double v[3]);
double kernel_cxx_tyre(const jnk_terrain *terrain, const jnk_pacejka *tyre, const double r[3], const double v[3]) {
  const double w[3] = {0, 1, 0};
  const jnk_wheel wheel = {0.3, 2e5, 0, 0, 1, nullptr};
  const jnk_fiala fiala = {1e5, 1e5, 0, 1, 0, 4000, 1};
  jnk_contact contact;
  jnk_slip_force out, other;
  jnk_contact_calc(&wheel, terrain, r, v, w, w, &contact);
  const jnk_slip slip = {0.1, 0.1, contact.Fz, contact.camber, contact.grip, 0};
  jnk_pacejka_force(tyre, &slip, &out);
  jnk_fiala_force(&fiala, &slip, &other);
  return out.Fx + other.Fy;
}

double kernel_cxx_soil(const jnk_soil_wheel *wheel, double h, const double j[2]);
double kernel_cxx_soil(const jnk_soil_wheel *wheel, double h, const double j[2]) {
  const jnk_patch_slip slip = {0.1, 0.1, 1};
  jnk_patch patch;
  jnk_patch_force out;
  double F[2];
  jnk_patch_stand(wheel, h, &patch);
  jnk_patch_calc(wheel, &patch, &slip, &out);
  jnk_pad_shear(&wheel->soil.shear, 0.1, patch.load, j, j, F);
  return out.traction + F[0];
}

double kernel_cxx_driver(const jnk_path *path, const jnk_path_driver *driver, const jnk_path_vehicle *vehicle);
double kernel_cxx_driver(const jnk_path *path, const jnk_path_driver *driver, const jnk_path_vehicle *vehicle) {
  const jnk_speed_driver pedals = {0.5, 0.1, 1, 1, 0.1};
  const jnk_speed_input in = {10, vehicle->speed, 0};
  jnk_path_command out;
  jnk_speed_command pedal;
  jnk_path_drive(path, driver, vehicle, jnk_path_nearest(path, vehicle->x, vehicle->y), &out);
  jnk_speed_drive(&pedals, &in, 0, jnk_speed_hold(&pedals, &in, 0) < 0, &pedal);
  return out.steer + pedal.throttle;
}

double kernel_cxx_wrap(const jnk_circle *circles, int n);
double kernel_cxx_wrap(const jnk_circle *circles, int n) {
  jnk_wrap wrap;
  double gradient[JNK_WRAP_CIRCLES][2];
  jnk_wrap_calc(circles, n, &wrap);
  jnk_wrap_gradient(&wrap, n, gradient);
  return wrap.length + gradient[0][0];
}

double kernel_cxx_calls(const double *block, const double *in, double *out);
double kernel_cxx_calls(const double *block, const double *in, double *out) {
  void (*const calls[])(const double *, const double *, double *) = {
      jnk_call_road,        jnk_call_road_rate,         jnk_call_tyre_calspan, jnk_call_tyre_fiala,
      jnk_call_tyre_tmeasy, jnk_call_tyre_tmeasy_words, jnk_call_tyre_pacejka, jnk_call_tyre_mf,
      jnk_call_tyre_soil,   jnk_call_tyre_table,        jnk_call_track};
  for (auto call : calls) call(block, in, out);
  return out[0];
}
