// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// track_slope.h - variation of the forces of a track on hard ground for the motion of one of its ends: the variations
// of track.h, term by term. The prefix `d` denotes a variation.
#ifndef JNK_TRACK_SLOPE_H
#define JNK_TRACK_SLOPE_H

#include "force/track/band_slope.h"
#include "kernel/ground/track.h"

// A track evaluated at one state, at which its variations are computed.
typedef struct {
  const jnk_track *track;
  const jnk_track_end *ends;
  const double *state;
  jnk_track_view view;
  jnk_track_result result;
  int stands;                     // flag: there is a road below the track
  int raised;                     // flag: tensions are raised because the band would carry compression
  int before[JNK_WRAP_CIRCLES];   // flag: the force at this place comes before the slackest part
  double f[JNK_WRAP_CIRCLES][2];  // force of the band on each circle, axes X, Y of the plane, N
} jnk_track_base;

// Variation of the motion of one end, the independent variable of the derivatives; ground axes.
typedef struct {
  int end;               // index of the end; 0: hull
  double r[3], turn[3];  // translation, m; rotation vector, rad
  double v[3], w[3];     // variations of the velocity, m/s, and of the angular velocity, rad/s
} jnk_track_motion;

// Variations of a track for one motion. Each member is the variation of what its comment says.
typedef struct {
  double a[3], X[3], Y[3];         // normal and axes of the plane
  double spin[JNK_WRAP_CIRCLES];   // spin of the circles relative to the hull, rad/s
  double G[JNK_WRAP_CIRCLES];      // force along the band at each circle, N
  double share[JNK_WRAP_CIRCLES];  // path length at the place of each circle over the length of the path
  double speed[JNK_WRAP_CIRCLES];  // speed of the band along its path at each circle, m/s
  jnk_band_vary band;
  // Force, N, and torque, N m, on each end, ground axes.
  double force[1 + JNK_WRAP_CIRCLES][3], torque[1 + JNK_WRAP_CIRCLES][3];
} jnk_track_vary;

// Finds the part of the band with the least tension and sets before[i] to 1 for the circles whose force on the band
// acts between the start of the path and that part, otherwise 0.
JNK_FN void jnk_track_slackest(jnk_track_base *base) {
  const jnk_band_path *path = &base->view.path;
  double least = HUGE_VAL, from = -1;
  for (int i = 0; i < path->n; i++) {  // i: the part of the band after the force at circle i; 0: before all forces
    double at = i > 0 ? path->place[i].at : -1, T = 0;
    for (int j = 1; j < path->n; j++)
      T += base->view.G[j] * ((path->place[j].at > at) - path->place[j].at / path->wrap.length);
    if (T < least) {
      least = T;
      from = at;
    }
  }
  for (int i = 1; i < path->n; i++) base->before[i] = !(path->place[i].at > from);
}

// Evaluates the track at its state and stores the results in *base. Returns false if exact variations are not
// available: on soft ground, where an envelope is searched, and on a road with a single wheel.
JNK_FN int jnk_track_base_calc(const jnk_track *track, const jnk_terrain *terrain, const double R[9],
                               const jnk_track_end *ends, const double *state, jnk_track_base *base) {
  double rate[2 * JNK_TRACK_PADS], elastic;
  jnk_under under[JNK_TRACK_PADS];
  const jnk_track_result none = {.length = 0};
  base->track = track;
  base->ends = ends;
  base->state = state;
  base->stands = terrain != NULL;
  base->result = none;
  if (terrain && track->wheels < 2) return 0;
  if (terrain) jnk_track_calc_roads(track, terrain, R, ends, under);
  jnk_track_view_calc(track, terrain ? under : NULL, R, ends, state, &base->view, &base->result, rate);
  for (int k = 0; terrain && k < track->wheels; k++)
    if (base->view.soil[k] || (base->view.contact[k].touches && base->view.contact[k].searched)) return 0;
  const jnk_track_result *out = &base->result;
  base->raised = out->tension > jnk_band_tension(&track->law, out->length, out->rate, &elastic);
  if (base->raised) jnk_track_slackest(base);
  jnk_band_pull(&base->view.path, out->tension, base->view.G, base->f);
  return 1;
}

// ---- motion relative to the hull ---------------------------------------------------------------------------

// Computes the variations of position, velocity and spin of circle i relative to the hull.
JNK_FN void jnk_track_vary_circle(const jnk_track_base *base, const jnk_track_motion *by, int i, jnk_track_vary *d) {
  const jnk_track_end *hull = &base->ends[0], *end = &base->ends[1 + i];
  const jnk_track_view *view = &base->view;
  int own = by->end == 1 + i, whole = by->end == 0;
  double sign = own ? 1 : -1, u[3], du[3], turn[3], dw[3];
  if (!own && !whole) return;
  jnk_cross(hull->w, by->r, turn);
  for (int x = 0; x < 3; x++) {
    du[x] = sign * (by->v[x] - turn[x]);
    dw[x] = sign * by->w[x];
  }
  if (whole) {
    jnk_cross(by->w, view->arm[i], turn);
    jnk_sub(du, turn, du);
  }
  d->band.c[2 * i] = sign * jnk_dot(view->X, by->r);
  d->band.c[2 * i + 1] = sign * jnk_dot(view->Y, by->r);
  d->band.u[2 * i] = jnk_dot(view->X, du);
  d->band.u[2 * i + 1] = jnk_dot(view->Y, du);
  d->spin[i] = jnk_dot(view->a, dw);
  if (!whole) return;
  jnk_cross(hull->w, view->arm[i], turn);
  jnk_sub(end->v, hull->v, u);
  jnk_sub(u, turn, u);
  jnk_sub(end->w, hull->w, dw);
  d->band.c[2 * i] += jnk_dot(d->X, view->arm[i]);
  d->band.c[2 * i + 1] += jnk_dot(d->Y, view->arm[i]);
  d->band.u[2 * i] += jnk_dot(d->X, u);
  d->band.u[2 * i + 1] += jnk_dot(d->Y, u);
  d->spin[i] += jnk_dot(d->a, dw);
}

// Computes d->band.d, the variation of the unit vector of the rays, which is normal to the line from the last road
// wheel to the first.
JNK_FN void jnk_track_vary_aim(const jnk_track_base *base, jnk_track_vary *d) {
  int first = jnk_track_of_pad(base->track, 0), last = first + base->track->wheels - 1;
  const jnk_circle *c = base->view.circle;
  const double *ray = base->view.d + 2 * first, *by = d->band.c;
  double down[2] = {c[last].y - c[first].y, c[first].x - c[last].x}, size = jnk_dot2(down, ray);
  double turned[2] = {by[2 * last + 1] - by[2 * first + 1], by[2 * first] - by[2 * last]};
  double along = jnk_dot2(ray, turned);
  for (int x = 0; x < 2; x++) d->band.d[x] = (turned[x] - along * ray[x]) / size;
}

// Resets *d and computes the variations of the geometry and of all speeds of the band for the motion `by` of one end.
JNK_FN void jnk_track_vary_geometry(const jnk_track_base *base, const jnk_track_motion *by, jnk_track_vary *d) {
  const jnk_track_vary none = {.a = {0, 0, 0}};
  const jnk_track_view *view = &base->view;
  *d = none;
  if (by->end == 0) {
    jnk_cross(by->turn, view->a, d->a);
    jnk_cross(by->turn, view->X, d->X);
  }
  if (by->end == 0) jnk_cross(by->turn, view->Y, d->Y);
  for (int i = 0; i < view->path.n; i++) jnk_track_vary_circle(base, by, i, d);
  if (base->stands) jnk_track_vary_aim(base, d);
  jnk_band_vary_calc(&view->path, view->circle, view->u, view->d, &d->band);
  double rim = base->track->sprocket_radius * d->spin[0];
  for (int i = 1; i < view->path.n; i++)
    d->speed[i] = rim + jnk_band_vary_speed(&view->path, i, &d->band, &d->share[i]);
}

// ---- pads -----------------------------------------------------------------------------------------------------

// Computes *d, the variation of the contact of pad k with the road for the motion `by`, without that of its load Fz.
JNK_FN void jnk_track_vary_contact(const jnk_track_base *base, const jnk_track_motion *by, int k, jnk_contact *d) {
  int i = jnk_track_of_pad(base->track, k);
  const jnk_contact *c = &base->view.contact[k];
  const jnk_track_end *wheel = &base->ends[1 + i];
  const double zero[3] = {0, 0, 0};
  const double *r = by->end == 0 ? zero : by->r, *turn = by->end == 0 ? by->turn : zero;
  jnk_contact pushed;
  if (by->end != 0 && by->end != 1 + i) {
    jnk_contact_push(c, zero, zero, d);
    return;
  }
  jnk_contact_move(&base->track->pad, c, wheel->v, wheel->w, base->view.a, r, turn, d);
  if (by->end == 0) return;
  jnk_contact_push(c, by->v, by->w, &pushed);
  d->rate += pushed.rate;
  d->Vx += pushed.Vx;
  d->Vsy += pushed.Vsy;
}

// Returns the variation of the load of a pad, N, for the variation d of its contact c; 0 if it does not touch.
JNK_FN double jnk_track_vary_load(const jnk_track *track, const jnk_contact *c, const jnk_contact *d) {
  double stiffness, damping, fading, carried = jnk_tyre_carried(c->cosine, &fading);
  if (!c->touches) return 0;
  jnk_tyre_load_slopes(&track->pad, c->deflection, c->rate, &stiffness, &damping);
  return carried * (stiffness * d->deflection + damping * d->rate) +
         fading * d->cosine * jnk_tyre_load(&track->pad, c->deflection, c->rate);
}

// Computes dF, the variation of the friction of a pad along and across, N. s: deflections of its friction spring; w:
// sliding speeds; dFz, dw: variations of load and sliding speeds.
JNK_FN void jnk_track_vary_stick(const jnk_track *track, const jnk_contact *c, const double s[2], const double w[2],
                                 double dFz, const double dw[2], double dF[2]) {
  double C = jnk_slider_capacity(track->friction * c->grip * c->Fz), trial[2], dt[2];
  jnk_slider_trial2(&track->shear, s, w, trial);
  double length = jnk_slider_length(trial), dC = C > 0 ? track->friction * c->grip * dFz : 0;
  for (int x = 0; x < 2; x++) dF[x] = dt[x] = track->shear.c * dw[x];
  if (length > C) {
    double along = jnk_dot2(trial, dt) / length;
    for (int x = 0; x < 2; x++) dF[x] = (dC * trial[x] + C * (dt[x] - trial[x] / length * along)) / length;
  }
  dF[1] *= track->across;
}

// Adds to *d the variations of forces and torques on the ends that follow from the variations of the ground force on
// pad k. dc: variation of its contact; dF: of its friction along and across, N.
JNK_FN void jnk_track_vary_push(const jnk_track_base *base, int k, const jnk_contact *dc, const double dF[2],
                                jnk_track_vary *d) {
  int end = 1 + jnk_track_of_pad(base->track, k);
  const jnk_contact *c = &base->view.contact[k];
  double Fx = base->result.Fx[k], Fy = base->result.Fy[k];  // forces of the ground, N
  double along[3], dalong[3], across[3], dacross[3], moment[3];
  jnk_scale(Fx, c->ex, along);
  jnk_scale(Fx, dc->ex, dalong);
  jnk_add_scaled(dalong, -dF[0], c->ex, dalong);
  jnk_scale(c->Fz, c->n, across);
  jnk_add_scaled(across, Fy, c->ey, across);
  jnk_scale(c->Fz, dc->n, dacross);
  jnk_add_scaled(dacross, dc->Fz, c->n, dacross);
  jnk_add_scaled(dacross, Fy, dc->ey, dacross);
  jnk_add_scaled(dacross, -dF[1], c->ey, dacross);
  jnk_cross(dc->arm, along, moment);
  jnk_add(d->torque[0], moment, d->torque[0]);
  jnk_cross(c->arm, dalong, moment);
  jnk_add(d->torque[0], moment, d->torque[0]);
  jnk_add(d->force[end], dalong, d->force[end]);
  jnk_cross(dc->arm, across, moment);
  jnk_add(d->torque[end], moment, d->torque[end]);
  jnk_track_add(dacross, c->arm, d->force[end], d->torque[end]);
}

// Computes the variations of the ground forces of pad k for the motion `by` and adds their effects on all ends to *d.
JNK_FN void jnk_track_vary_pad(const jnk_track_base *base, const jnk_track_motion *by, int k, jnk_track_vary *d) {
  int i = jnk_track_of_pad(base->track, k);
  const jnk_contact *c = &base->view.contact[k];
  const double *w = base->ends[0].w;
  jnk_contact dc;
  double turn[3], dturn[3], dw[2], dF[2];
  jnk_track_vary_contact(base, by, k, &dc);
  jnk_cross(w, c->arm, turn);
  jnk_cross(w, dc.arm, dturn);
  dw[0] = dc.Vx + jnk_dot(dc.ex, turn) + jnk_dot(c->ex, dturn) - d->speed[i];
  if (by->end == 0) {
    jnk_cross(by->w, c->arm, dturn);
    dw[0] += jnk_dot(c->ex, dturn);
  }
  dw[1] = dc.Vsy;
  dc.Fz = jnk_track_vary_load(base->track, c, &dc);
  jnk_track_vary_stick(base->track, c, base->state + 2 * k, base->result.sliding[k], dc.Fz, dw, dF);
  d->G[i] += dF[0];
  jnk_track_vary_push(base, k, &dc, dF, d);
}

// ---- band -----------------------------------------------------------------------------------------------------

// Adds to *d the variations of the viscous drag between the band and its idlers and road wheels: of G and of the
// torques.
JNK_FN void jnk_track_vary_roll(const jnk_track_base *base, jnk_track_vary *d) {
  const jnk_track_view *view = &base->view;
  double drag = base->track->drag;
  for (int i = 1; i < view->path.n; i++) {
    double R = view->circle[i].radius, lag = R * view->spin[i] - jnk_band_speed(&view->path, i, base->result.rim);
    double dlag = R * d->spin[i] - d->speed[i];
    d->G[i] += drag * dlag;
    jnk_track_turn(-R * drag * dlag, view->a, d->torque[1 + i], d->torque[0]);
    jnk_track_turn(-R * drag * lag, d->a, d->torque[1 + i], d->torque[0]);
  }
}

// Returns the variation of the mean tension of the band, N.
JNK_FN double jnk_track_vary_tension(const jnk_track_base *base, const jnk_track_vary *d) {
  const jnk_band_law *law = &base->track->law;
  const jnk_band_path *path = &base->view.path;
  double T = 0;
  if (!base->raised)
    return base->result.tension > 0 ? law->stiffness * d->band.length + law->damping * d->band.rate : 0;
  for (int i = 1; i < path->n; i++)
    T -= d->G[i] * (!base->before[i] - path->place[i].at / path->wrap.length) - base->view.G[i] * d->share[i];
  return T;
}

// Adds to *d the variations of the forces of the band on all circles and of the reaction on the hull.
JNK_FN void jnk_track_vary_pull(const jnk_track_base *base, const jnk_track_motion *by, jnk_track_vary *d) {
  const jnk_track_view *view = &base->view;
  double df[JNK_WRAP_CIRCLES][2], sum = 0, dsum = 0, dT = jnk_track_vary_tension(base, d);
  jnk_band_vary_pull(&view->path, base->result.tension, view->G, dT, d->G, d->share, &d->band, df);
  for (int i = 0; i < view->path.n; i++) {
    double F[3], dF[3], back[3], moment[3], sign = by->end == 1 + i ? -1 : by->end == 0 ? 1 : 0;
    sum += view->G[i];
    dsum += d->G[i];
    jnk_scale(base->f[i][0], view->X, F);
    jnk_add_scaled(F, base->f[i][1], view->Y, F);
    jnk_scale(df[i][0], view->X, dF);
    jnk_add_scaled(dF, df[i][1], view->Y, dF);
    jnk_add_scaled(dF, base->f[i][0], d->X, dF);
    jnk_add_scaled(dF, base->f[i][1], d->Y, dF);
    jnk_add(d->force[1 + i], dF, d->force[1 + i]);
    jnk_scale(-1, dF, back);
    jnk_track_add(back, view->arm[i], d->force[0], d->torque[0]);
    jnk_cross(by->r, F, moment);
    jnk_add_scaled(d->torque[0], sign, moment, d->torque[0]);
  }
  jnk_track_turn(base->track->sprocket_radius * dsum, view->a, d->torque[1], d->torque[0]);
  jnk_track_turn(base->track->sprocket_radius * sum, d->a, d->torque[1], d->torque[0]);
}

// Computes *d, the variations of forces and torques on all ends for the motion `by` of one end. *base must have been
// computed by jnk_track_base_calc.
JNK_FN void jnk_track_vary_calc(const jnk_track_base *base, const jnk_track_motion *by, jnk_track_vary *d) {
  jnk_track_vary_geometry(base, by, d);
  for (int k = 0; base->stands && k < base->track->wheels; k++) jnk_track_vary_pad(base, by, k, d);
  if (base->track->drag > 0) jnk_track_vary_roll(base, d);
  jnk_track_vary_pull(base, by, d);
}

#endif
