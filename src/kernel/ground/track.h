// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// track.h - a track: the band of band.h around sprocket, idlers and road wheels of a hull, with a pad on the road under
// each road wheel.
//
// The plane of the band is fixed in the hull; its normal a points to the left. Centres and velocities u are relative to
// the hull. The band does not slip on the sprocket: its rim speed is u_s = R_s a . (w_sprocket - w_hull).
//
// A pad under road wheel i (contact frame ex, ey, n of tyre.h, arm from the wheel's centre to the contact point):
//   load        Fz = K deflection + D rate, deflection = R + thickness - height of the centre; damper force at
//               most that of the spring
//   sliding     s_x' = ex . (v_i + w_hull x arm) - w_i,   s_y' = ey . (v_i + w_wheel x arm)
//               w_i: speed of the band's material along its path (band.h), which is backward here
//   friction    (Fx, Fy/across) = -sat(k s + c s'), a vector of magnitude at most mu Fz, over the shear s of the pad;
//               while it slides, s follows the force (slider.h); across: lateral over longitudinal friction
// The forces are applied by the transpose of these velocities: Fx ex at the wheel centre with the moment arm x Fx ex on
// the hull, and G_i = -Fx along the band, which carries it to the sprocket. Fy and Fz act on the wheel.
//
// On soft ground (soil.h) rubber and ground deform in series, and the state of a pad is the shear displacement of the
// ground, which grows along the track. Deepening the rut takes a force against travel, at the wheel centre.
//
// A viscous drag D_i = c_r (R_i spin_i - w_i) on the band drives idlers and road wheels.
#ifndef JNK_TRACK_H
#define JNK_TRACK_H

#include "kernel/ground/band.h"
#include "kernel/ground/tyre.h"
#include "kernel/slider.h"

enum { JNK_TRACK_PADS = 12 };

typedef struct {
  int idlers, wheels;  // numbers of idlers and road wheels; `ends` in this order: hull, sprocket, idlers, road wheels
  double sprocket_radius, idler_radius, wheel_radius;
  double axis[3];  // unit normal of the plane, hull axes
  jnk_band_law law;
  double drag;    // viscous drag c_r between band and wheels, N s/m
  jnk_wheel pad;  // road wheel with its pad; `radius` includes the pad, m
  jnk_slider shear;
  double friction, across;   // longitudinal friction coefficient of a pad; lateral over longitudinal friction
  double width, pad_length;  // width and length of the area that one road wheel presses into soft ground, m
} jnk_track;

typedef struct {
  const double *r, *v, *w;  // motion of the centre, ground axes
} jnk_track_end;

typedef struct {
  double length, rate;                 // length of the band's path, m; its rate, m/s
  double tension, slackest, tightest;  // mean, smallest and largest tension of the band, N
  double rim;                          // speed of the sprocket's rim, m/s
  double energy, power;
  // Force on each end, N, and torque about the end's centre, N m, in ground axes. End 0 is the hull, end 1 the
  // sprocket.
  double force[1 + JNK_WRAP_CIRCLES][3], torque[1 + JNK_WRAP_CIRCLES][3];
  // Force of the ground on each pad, in its contact axes, N.
  double Fx[JNK_TRACK_PADS], Fy[JNK_TRACK_PADS], Fz[JNK_TRACK_PADS];
  // Resistance of soft ground to travel at each pad, N.
  double resistance[JNK_TRACK_PADS];
  double sliding[JNK_TRACK_PADS][2];
  double sinkage;  // sinkage of the deepest pad, m
  double forward;  // mean velocity of the road wheels along their heading, m/s
} jnk_track_result;

// ---- motion relative to the hull -------------------------------------------------------------------------

typedef struct {
  double a[3], X[3], Y[3];  // normal and axes of the plane, ground axes; X x Y = a
  jnk_circle circle[JNK_WRAP_CIRCLES];
  double arm[JNK_WRAP_CIRCLES][3];  // from the hull's origin to each centre, ground axes, m
  double beside[JNK_WRAP_CIRCLES];  // component of the arm along a, m
  // Velocities of the circle centres, m/s, and directions of the forces (band.h); two numbers per circle.
  double u[2 * JNK_WRAP_CIRCLES], d[2 * JNK_WRAP_CIRCLES];
  double spin[JNK_WRAP_CIRCLES], G[JNK_WRAP_CIRCLES];  // spin relative to the hull, rad/s; force along the band, N
  jnk_contact contact[JNK_TRACK_PADS];
  const jnk_soil *soil[JNK_TRACK_PADS];  // NULL: hard ground
  double sinkage[JNK_TRACK_PADS];
  jnk_band_path path;
} jnk_track_view;

JNK_FN int jnk_track_circles(const jnk_track *track) { return 1 + track->idlers + track->wheels; }
// Returns the index of the circle (road wheel) of a pad. The index of the corresponding end is larger by 1.
JNK_FN int jnk_track_of_pad(const jnk_track *track, int pad) { return 1 + track->idlers + pad; }

// Sets to zero the results in *out, for as many circles and pads as the track has.
JNK_FN void jnk_track_clear(const jnk_track *track, jnk_track_result *out) {
  out->length = out->rate = out->tension = out->slackest = out->tightest = out->rim = 0;
  out->energy = out->power = out->sinkage = out->forward = 0;
  for (int i = 0; i < 1 + jnk_track_circles(track); i++) {
    jnk_set(0, 0, 0, out->force[i]);
    jnk_set(0, 0, 0, out->torque[i]);
  }
  for (int k = 0; k < track->wheels; k++)
    out->Fx[k] = out->Fy[k] = out->Fz[k] = out->resistance[k] = out->sliding[k][0] = out->sliding[k][1] = 0;
}

JNK_FN double jnk_track_radius(const jnk_track *track, int circle) {
  if (circle == 0) return track->sprocket_radius;
  return circle <= track->idlers ? track->idler_radius : track->wheel_radius;
}

JNK_FN void jnk_track_calc_geometry(const jnk_track *track, const double R[9], const jnk_track_end *ends,
                                    jnk_track_view *view) {
  double across[3], turn[3], u[3];
  const jnk_track_end *hull = &ends[0];
  jnk_perpendicular(track->axis, across);
  jnk_mat_vec(R, track->axis, view->a);
  jnk_mat_vec(R, across, view->X);
  jnk_cross(view->a, view->X, view->Y);
  for (int i = 0; i < jnk_track_circles(track); i++) {
    const jnk_track_end *end = &ends[1 + i];
    jnk_sub(end->r, hull->r, view->arm[i]);
    jnk_cross(hull->w, view->arm[i], turn);
    jnk_sub(end->v, hull->v, u);
    jnk_sub(u, turn, u);
    view->circle[i].x = jnk_dot(view->X, view->arm[i]);
    view->circle[i].y = jnk_dot(view->Y, view->arm[i]);
    view->circle[i].radius = jnk_track_radius(track, i);
    view->beside[i] = jnk_dot(view->a, view->arm[i]);
    view->u[2 * i] = jnk_dot(view->X, u);
    view->u[2 * i + 1] = jnk_dot(view->Y, u);
    view->spin[i] = jnk_dot(view->a, end->w) - jnk_dot(view->a, hull->w);
    view->d[2 * i] = view->d[2 * i + 1] = view->G[i] = 0;
  }
}

// Computes load (c->Fz) and sinkage of a pad on soft ground, where rubber and ground are in series. The rest of the
// contact *c must be set.
JNK_FN void jnk_track_sink(const jnk_track *track, const jnk_soil *soil, jnk_contact *c, double *sinkage) {
  const jnk_wheel *pad = &track->pad;
  double damper = pad->damping * c->rate;
  c->Fz = jnk_pad_load(soil, track->width, track->pad_length, pad->stiffness, c->touches ? c->deflection : 0, sinkage);
  c->Fz += damper < -c->Fz ? -c->Fz : damper > c->Fz ? c->Fz : damper;
}

// Computes the road below each pad; under: one element for each pad. R: axes of the hull; ends: motion of all ends.
JNK_FN void jnk_track_calc_roads(const jnk_track *track, const jnk_terrain *terrain, const double R[9],
                                 const jnk_track_end *ends, jnk_under *under) {
  double a[3];
  jnk_mat_vec(R, track->axis, a);
  for (int pad = 0; pad < track->wheels; pad++) {
    const double *r = ends[1 + jnk_track_of_pad(track, pad)].r;
    jnk_under_calc(track->pad.rolls, terrain, r, a, &under[pad]);
    under[pad].grip = jnk_terrain_grip(terrain, r[0], r[1]);
  }
}

// Computes normal, axes and the factors of camber of a pad's contact; stores them in view->contact[pad]. Copies those
// of the previous pad if the road has the same slope there, which saves time on flat ground.
JNK_FN void jnk_track_face(jnk_track_view *view, const jnk_under *under, int pad) {
  const jnk_slope *here = &under[pad].slope, *before = &under[pad > 0 ? pad - 1 : 0].slope;
  jnk_contact *c = &view->contact[pad];
  if (pad > 0 && here->x == before->x && here->y == before->y) {
    const jnk_contact *same = c - 1;
    jnk_copy(same->n, c->n);
    jnk_copy(same->ex, c->ex);
    jnk_copy(same->ey, c->ey);
    jnk_copy(same->ez, c->ez);
    c->cosine = same->cosine;
    c->lost = same->lost;
    c->carried = same->carried;
    return;
  }
  jnk_contact_normal(here, c->n);
  jnk_contact_face(view->a, c);
}

// Computes the contacts of all pads, the directions view->d from the road wheels to the road, and on soft ground the
// load and sinkage; stores them in *view. under: road below each pad; NULL: there is no ground and nothing is computed.
JNK_FN void jnk_track_touch(const jnk_track *track, const jnk_under *under, const jnk_track_end *ends,
                            jnk_track_view *view) {
  for (int pad = 0; under && pad < track->wheels; pad++) {
    int i = jnk_track_of_pad(track, pad);
    jnk_contact *c = &view->contact[pad];
    jnk_track_face(view, under, pad);
    jnk_contact_reach(&track->pad, ends[1 + i].r[2], &under[pad], c);
    jnk_contact_roll_on(&track->pad, ends[1 + i].v, ends[1 + i].w, c);
    c->grip = under[pad].grip;
    view->d[2 * i] = -jnk_dot(view->X, c->ez);
    view->d[2 * i + 1] = -jnk_dot(view->Y, c->ez);
    view->soil[pad] = under[pad].soil;
    view->sinkage[pad] = 0;
    if (view->soil[pad]) jnk_track_sink(track, view->soil[pad], c, &view->sinkage[pad]);
  }
}

// Sets the directions view->d of the rays from the road wheels to their pads: all normal to the line from the first to
// the last wheel centre, on the side of the ground. For a single wheel the direction toward the ground, set before,
// stays.
JNK_FN void jnk_track_aim(const jnk_track *track, jnk_track_view *view) {
  int from = jnk_track_of_pad(track, 0), n = from + track->wheels;
  const jnk_circle *first = &view->circle[from], *last = &view->circle[n - 1];
  double down[2] = {last->y - first->y, first->x - last->x}, size = sqrt(jnk_dot2(down, down)), side = 0;
  if (!(size > 0)) return;
  for (int i = from; i < n; i++) side += jnk_dot2(view->d + 2 * i, down);
  size = side < 0 ? -size : size;
  down[0] /= size;
  down[1] /= size;
  for (int i = from; i < n; i++) {
    view->d[2 * i] = down[0];
    view->d[2 * i + 1] = down[1];
  }
}

// ---- forces ---------------------------------------------------------------------------------------------------

JNK_FN void jnk_track_add(const double force[3], const double arm[3], double *F, double *T) {
  double moment[3];
  jnk_cross(arm, force, moment);
  jnk_add(F, force, F);
  jnk_add(T, moment, T);
}

// Friction of a pad: its sliding velocity on the ground, m/s; the force F of the pad on the ground, N, the negative of
// the friction on the pad; rates of the pad's two states. Components are longitudinal, lateral.
typedef struct {
  double sliding[2], F[2], rate[2];
  double resistance;  // resistance of soft ground to travel, N
} jnk_track_pad;

// Computes the friction of a pad on hard ground; stores force and rates of the states in *pad, whose sliding velocity
// must be set. s: shear deflections of the pad, m.
JNK_FN void jnk_track_stick(const jnk_track *track, const jnk_contact *c, const double s[2], jnk_track_pad *pad) {
  double C = jnk_slider_capacity(track->friction * c->grip * c->Fz), trial[2];
  jnk_slider_trial2(&track->shear, s, pad->sliding, trial);
  jnk_slider_force2(&track->shear, s, pad->sliding, C, jnk_slider_length(trial) <= C, pad->F, pad->rate);
  pad->F[1] *= track->across;
}

// Returns the resistance of soft ground to travel at pad k, N: the work per length for deepening the rut of the pads
// that run ahead of it. Positive for v > 0. v: velocity of travel, m/s.
JNK_FN double jnk_track_rut(const jnk_track *track, const jnk_track_view *view, int k, double v) {
  const double slow = 0.1;  // m/s; below this speed the resistance fades to zero
  int step = v < 0 ? -1 : 1;
  double deepest = 0;
  for (int i = v < 0 ? track->wheels - 1 : 0; i != k; i += step)
    deepest = view->sinkage[i] > deepest ? view->sinkage[i] : deepest;
  return jnk_soil_compaction(view->soil[k], track->width, deepest, view->sinkage[k]) * v / sqrt(v * v + slow * slow);
}

// Computes the friction and the resistance of pad k on soft ground; stores them in *pad, whose sliding velocity must be
// set. rim: rim speed of the sprocket; its sign decides from which neighbouring pad ground enters the stretch of pad k.
// j: shear displacements of all pads, two each, in the direction of the force on the vehicle, m.
JNK_FN void jnk_track_dig(const jnk_track *track, const jnk_track_view *view, int k, double rim, const double *j,
                          jnk_track_pad *pad) {
  // lag: time constant that damps motion of the ground at rest, s.
  const double lag = 0.01, none[2] = {0, 0}, w[2] = {-pad->sliding[0], -pad->sliding[1]};
  const jnk_shear *shear = &view->soil[k]->shear;
  int from = rim < 0 ? k + 1 : k - 1;
  const double *before = from >= 0 && from < track->wheels ? j + 2 * from : none;
  double out[2];
  jnk_pad_rate(shear, track->pad_length, rim, w, before, j + 2 * k, pad->rate);
  for (int i = 0; i < 2; i++) out[i] = j[2 * k + i] + lag * pad->rate[i];
  jnk_pad_shear(shear, track->width * track->pad_length, view->contact[k].Fz, before, out, pad->F);
  pad->F[0] = -pad->F[0];
  pad->F[1] = -pad->F[1];
  pad->resistance = jnk_track_rut(track, view, k, view->contact[k].Vx);
}

// Adds the forces of the ground on pad k to view->G, the forces along the band, and to forces, torques and power in
// *out.
JNK_FN void jnk_track_push(const jnk_track *track, int k, const jnk_track_pad *pad, jnk_track_view *view,
                           jnk_track_result *out) {
  const jnk_contact *c = &view->contact[k];
  int i = jnk_track_of_pad(track, k);
  double turn[3], along[3], across[3];
  view->G[i] += pad->F[0];
  jnk_scale(-pad->F[0], c->ex, along);
  jnk_cross(c->arm, along, turn);
  jnk_add(out->torque[0], turn, out->torque[0]);
  jnk_add_scaled(along, -pad->resistance, c->ex, along);
  jnk_add(out->force[1 + i], along, out->force[1 + i]);
  jnk_scale(c->Fz, c->n, across);
  jnk_add_scaled(across, -pad->F[1], c->ey, across);
  jnk_track_add(across, c->arm, out->force[1 + i], out->torque[1 + i]);
  out->power += jnk_dot(across, c->patch) - pad->F[0] * pad->sliding[0] - pad->resistance * c->Vx;
}

JNK_FN void jnk_track_note(const jnk_track_view *view, int k, const jnk_track_pad *pad, jnk_track_result *out) {
  out->Fx[k] = -pad->F[0];
  out->Fy[k] = -pad->F[1];
  out->Fz[k] = view->contact[k].Fz;
  out->sliding[k][0] = pad->sliding[0];
  out->sliding[k][1] = pad->sliding[1];
  out->resistance[k] = pad->resistance;
  out->sinkage = view->sinkage[k] > out->sinkage ? view->sinkage[k] : out->sinkage;
  out->forward += view->contact[k].Vx;
}

// Computes sliding velocity and friction of pad k, and adds its forces to view->G and *out. state: states of all pads,
// two each; state_rate: receives the rates of those of pad k.
JNK_FN void jnk_track_calc_pad(const jnk_track *track, const jnk_track_end *ends, int k, const double *state,
                               jnk_track_view *view, jnk_track_result *out, double *state_rate) {
  const jnk_contact *c = &view->contact[k];
  jnk_track_pad pad;
  double turn[3];
  jnk_cross(ends[0].w, c->arm, turn);
  pad.sliding[0] = c->Vx + jnk_dot(c->ex, turn) - jnk_band_speed(&view->path, jnk_track_of_pad(track, k), out->rim);
  pad.sliding[1] = c->Vsy;
  pad.resistance = 0;
  if (view->soil[k]) jnk_track_dig(track, view, k, out->rim, state, &pad);
  else jnk_track_stick(track, c, state + 2 * k, &pad);
  state_rate[2 * k] = pad.rate[0];
  state_rate[2 * k + 1] = pad.rate[1];
  jnk_track_push(track, k, &pad, view, out);
  jnk_track_note(view, k, &pad, out);
}

JNK_FN void jnk_track_turn(double moment, const double a[3], double *on, double *against) {
  jnk_add_scaled(on, moment, a, on);
  jnk_add_scaled(against, -moment, a, against);
}

// Computes the viscous drag between the band and each idler and road wheel, and adds it to view->G and to torques and
// power in *out.
JNK_FN void jnk_track_roll(const jnk_track *track, jnk_track_view *view, jnk_track_result *out) {
  for (int i = 1; i < view->path.n; i++) {
    double R = view->circle[i].radius, lag = R * view->spin[i] - jnk_band_speed(&view->path, i, out->rim);
    view->G[i] += track->drag * lag;
    jnk_track_turn(-R * track->drag * lag, view->a, out->torque[1 + i], out->torque[0]);
    out->power -= track->drag * lag * lag;
  }
}

JNK_FN void jnk_track_in_plane(const jnk_track_view *view, const double f[2], double F[3]) {
  jnk_scale(f[0], view->X, F);
  jnk_add_scaled(F, f[1], view->Y, F);
}

// Computes the tensions of the band from all forces along it, and adds the forces and torques of the band on all
// circles and on the hull to *out. Sets length and its rate, tensions and energy in *out, and adds the power of the
// damping in the band.
JNK_FN void jnk_track_pull(const jnk_track *track, jnk_track_view *view, jnk_track_result *out) {
  const jnk_band_path *path = &view->path;
  double f[JNK_WRAP_CIRCLES][2], on[2] = {0, 0}, aside[2] = {0, 0}, turn = 0, elastic, sum = 0, F[3];
  double T = jnk_band_tension(&track->law, path->wrap.length, path->rate, &elastic);
  jnk_band_extremes(path, view->G, &out->slackest, &out->tightest);
  if (T + out->slackest < 0) T = -out->slackest;
  jnk_band_pull(path, T, view->G, f);
  for (int i = 0; i < path->n; i++) {
    sum += view->G[i];
    jnk_track_in_plane(view, f[i], F);
    jnk_add(out->force[1 + i], F, out->force[1 + i]);
    on[0] -= f[i][0];
    on[1] -= f[i][1];
    aside[0] += view->beside[i] * f[i][1];
    aside[1] -= view->beside[i] * f[i][0];
    turn -= view->circle[i].x * f[i][1] - view->circle[i].y * f[i][0];
  }
  jnk_track_in_plane(view, on, F);
  jnk_add(out->force[0], F, out->force[0]);
  jnk_track_in_plane(view, aside, F);
  jnk_add(out->torque[0], F, out->torque[0]);
  jnk_add_scaled(out->torque[0], turn, view->a, out->torque[0]);
  jnk_track_turn(track->sprocket_radius * sum, view->a, out->torque[1], out->torque[0]);
  out->length = path->wrap.length;
  out->rate = path->rate;
  out->tension = T;
  out->slackest += T;
  out->tightest += T;
  out->energy = jnk_band_energy(&track->law, elastic);
  out->power -= (T - elastic) * path->rate;
}

// Computes forces, state rates and outputs of a track. under: road below each pad, NULL: no ground; R: axes of the
// hull; ends: motion of hull, sprocket, idlers and road wheels; state, state_rate: longitudinal and lateral shear of
// each pad, and its rates. *out must have been cleared by jnk_track_clear, because forces are added to it; *view
// receives intermediate results.
JNK_FN void jnk_track_view_calc(const jnk_track *track, const jnk_under *under, const double R[9],
                                const jnk_track_end *ends, const double *state, jnk_track_view *view,
                                jnk_track_result *out, double *state_rate) {
  jnk_track_calc_geometry(track, R, ends, view);
  jnk_track_touch(track, under, ends, view);
  if (under) jnk_track_aim(track, view);
  jnk_band_path_calc(view->circle, view->u, view->d, jnk_track_circles(track), &view->path);
  out->rim = track->sprocket_radius * view->spin[0];
  for (int pad = 0; under && pad < track->wheels; pad++)
    jnk_track_calc_pad(track, ends, pad, state, view, out, state_rate);
  out->forward /= track->wheels;
  if (track->drag > 0) jnk_track_roll(track, view, out);
  jnk_track_pull(track, view, out);
}

// Computes forces, state rates and outputs of a track on a terrain, as jnk_track_view_calc. terrain NULL: no ground.
// *out must have been cleared.
JNK_FN void jnk_track_calc(const jnk_track *track, const jnk_terrain *terrain, const double R[9],
                           const jnk_track_end *ends, const double *state, jnk_track_result *out, double *state_rate) {
  jnk_track_view view;
  jnk_under under[JNK_TRACK_PADS];
  if (terrain) jnk_track_calc_roads(track, terrain, R, ends, under);
  jnk_track_view_calc(track, terrain ? under : NULL, R, ends, state, &view, out, state_rate);
}

// ---- outputs -------------------------------------------------------------------------------------------

enum {
  JNK_TRACK_SLACKEST,
  JNK_TRACK_TIGHTEST,
  JNK_TRACK_SPEED,
  JNK_TRACK_TRACTION,
  JNK_TRACK_SIDE,
  JNK_TRACK_LOAD,
  JNK_TRACK_SLIP,
  JNK_TRACK_SINKAGE,
  JNK_TRACK_RESISTANCE,
  JNK_TRACK_LOADS  // load of the first road wheel; the others follow
};

// Returns the slip of a track: the mean backward sliding velocity of the pads, over the larger of band speed and
// vehicle speed. 1: the track spins while the vehicle stands, -1: the track is locked, 0: no sliding or standstill.
JNK_FN double jnk_track_slip(const jnk_track_result *r, int wheels) {
  double most = fmax(fabs(r->rim), fabs(r->forward)), sliding = 0;
  for (int i = 0; i < wheels; i++) sliding += r->sliding[i][0];
  return most > 0 ? -sliding / (wheels * most) : 0;
}

JNK_FN void jnk_track_words(const jnk_track_result *r, int wheels, double *out) {
  out[JNK_TRACK_SLACKEST] = r->slackest;
  out[JNK_TRACK_TIGHTEST] = r->tightest;
  out[JNK_TRACK_SPEED] = r->rim;
  out[JNK_TRACK_SLIP] = jnk_track_slip(r, wheels);
  out[JNK_TRACK_SINKAGE] = r->sinkage;
  out[JNK_TRACK_TRACTION] = out[JNK_TRACK_SIDE] = out[JNK_TRACK_LOAD] = out[JNK_TRACK_RESISTANCE] = 0;
  for (int i = 0; i < wheels; i++) {
    out[JNK_TRACK_TRACTION] += r->Fx[i];
    out[JNK_TRACK_SIDE] += r->Fy[i];
    out[JNK_TRACK_LOAD] += r->Fz[i];
    out[JNK_TRACK_RESISTANCE] += r->resistance[i];
    out[JNK_TRACK_LOADS + i] = r->Fz[i];
  }
}

#endif
