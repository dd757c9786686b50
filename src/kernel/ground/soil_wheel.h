// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soil_wheel.h - forces on a wheel on soft ground: the stresses of soil.h, integrated over the contact patch.
//
// A wheel of radius R and width b is h below the undeformed ground at its lowest point. Its tyre is deflected by d, so
// that it is flat over |x| < xc = sqrt(2 R d - d^2), and the ground below the flat part sinks by z0 = h - d. In front
// of the flat part the tread is round up to the entry x1 = sqrt(2 R h - h^2), with the sinkage z(x) = sqrt(R^2 - x^2) -
// (R - h). Behind the flat part there is no contact: the ground does not rebound. The pressure is largest at the flat
// part (at the lowest point if there is no flat part).
//
//   rigid wheel     d = 0
//   elastic tyre    stiffness d = W, the load of the pressure: W = b int p dx
//   inflated tyre   z0 = the sinkage at the pressure of the tyre, or h when that is less; d <= R/2, where its rim is
//
// Shear displacement at x, where the tread has covered the length s(x) = R (asin(x1/R) - asin(x/R)) since the entry (on
// the flat part the length up to x). The slips sx and sy are relative to the speed of the tread:
//   jx = zeta (s - (x1 - x)) + sx (x1 - x),   jy = sy s                                      [Wong 2008, Ishigami 2007]
// zeta is 1 for a wheel that rolls forward and -1 for one that rolls backward. At standstill it is in between: the
// fraction (1 + zeta)/2 of the patch is in front of the wheel centre, the other fraction behind. Integrals that change
// their sign with the side of the patch have the factor zeta.
//
//   traction  H  = b int tau_x dx          lift  V = zeta b int tau_x x/sqrt(R^2 - x^2) dx     side  Y = b int tau_y ds
//   tread     S  = b int tau_x ds          moment about the normal  Mz = zeta b int tau_y x ds
//   resistance to travel  C = zeta b int p dz = zeta b p(z0) z0/(n + 1), which acts through the wheel's centre.
// The drive torque is (R - d) S: the power of the shear stress on a tread that runs at (R - d) times the spin.
//
// Integrals over the arc are computed by Gauss points in t, x = x1 - (x1 - xc) t^2, which smooths z^n at the entry;
// those over the flat part by Gauss points in x. If h exceeds 0.95 R the shape of the patch is kept, and only the
// sinkage grows.
#ifndef JNK_SOIL_WHEEL_H
#define JNK_SOIL_WHEEL_H

#include "kernel/ground/soil.h"
#include "kernel/slider_side.h"

typedef struct {
  jnk_soil soil;
  double radius, width;  // m
  double stiffness;      // stiffness of the tyre, N/m; 0: the tyre is inflated or rigid (see pressure)
  double pressure;       // inflation pressure if stiffness is 0, Pa; 0: rigid wheel
} jnk_soil_wheel;

enum { JNK_ARC_POINTS = 8, JNK_FLAT_POINTS = 5 };

// Contact patch of a wheel on soft ground, computed for zero slip.
typedef struct {
  double h;  // depth of the undeformed wheel in the ground, m
  double deflection,
      sinkage;     // deflection of the tyre, and sinkage of the ground below its lowest point, m; their sum is h
  double x1, xc;   // x at the entry, m; half length of the flat part, which is -xc to xc, m
  double modulus;  // k_c/b + k_phi
  double more;     // h minus the depth for which the shape of the patch is computed, m
  double flat_pressure, load;  // Pa, N
  double yield;                // derivative of the tyre's deflection with respect to h, 0 to 1; 1 if `stiffness` is 0
  double x[JNK_ARC_POINTS], dx[JNK_ARC_POINTS], p[JNK_ARC_POINTS];  // Gauss points of the arc, weights, pressures
} jnk_patch;

typedef struct {
  double traction, tread, lift, side, Mz,
      resistance;  // forces H, S, V, Y of the head of this file, N; Mz, N m; resistance C, N
} jnk_patch_force;

// ---- Gauss points on 0 .. 1 ----------------------------------------------------------------------------

JNK_FN double jnk_gauss_arc(int i, double *weight) {
  const double at[JNK_ARC_POINTS] = {0.01985507175123188, 0.10166676129318664, 0.2372337950418355, 0.4082826787521751,
                                     0.5917173212478249,  0.7627662049581645,  0.8983332387068134, 0.9801449282487681};
  const double w[JNK_ARC_POINTS] = {0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.1813418916891810,
                                    0.1813418916891810,  0.15685332293894363, 0.11119051722668724, 0.05061426814518813};
  *weight = w[i];
  return at[i];
}

JNK_FN double jnk_gauss_flat(int i, double *weight) {
  const double at[JNK_FLAT_POINTS] = {0.04691007703066800, 0.23076534494715845, 0.5, 0.7692346550528415,
                                      0.9530899229693320};
  const double w[JNK_FLAT_POINTS] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324,
                                     0.11846344252809454};
  *weight = w[i];
  return at[i];
}

// ---- load -------------------------------------------------------------------------------------------------

// Computes Gauss points, weights and pressures on the arc of the patch from the flat part to the entry; stores them in
// *patch. Returns the integral of the pressure over x along the arc, N/m.
JNK_FN double jnk_patch_arc(const jnk_soil_wheel *wheel, jnk_patch *patch) {
  double R = wheel->radius, length = patch->x1 - patch->xc, axle = R - (patch->h - patch->more), sum = 0;
  for (int i = 0; i < JNK_ARC_POINTS; i++) {
    double weight, t = jnk_gauss_arc(i, &weight), before = length * t * t, x = patch->x1 - before;
    double z = before * (patch->x1 + x) / (sqrt(R * R - x * x) + axle) + patch->more;
    patch->x[i] = x;
    patch->dx[i] = 2 * t * weight * length;
    patch->p[i] = patch->modulus * jnk_quick_pow(z, wheel->soil.n);
    sum += patch->dx[i] * patch->p[i];
  }
  return sum;
}

// Computes flat part, pressures and load of the patch for a sinkage z, with the tyre deflected by patch->h - z. Returns
// the derivative of the load with respect to z at constant h, N/m.
JNK_FN double jnk_patch_at(const jnk_soil_wheel *wheel, double z, jnk_patch *patch) {
  double R = wheel->radius, b = wheel->width, n = wheel->soil.n, rest = patch->h - z, d = rest > 0 ? rest : 0;
  patch->deflection = d;
  patch->sinkage = z;
  patch->xc = sqrt(d * (2 * R - d));
  if (!(patch->xc < patch->x1)) patch->xc = patch->x1;  // tyre deflected down to the axle: no arc remains
  patch->flat_pressure = jnk_soil_pressure(&wheel->soil, b, z);
  patch->load = b * (2 * patch->xc * patch->flat_pressure + jnk_patch_arc(wheel, patch));
  return b * patch->flat_pressure * (2 * n * patch->xc / z - (R - d) / patch->xc);
}

// Returns the derivative of the load with respect to the depth h at constant tyre deflection, N/m.
JNK_FN double jnk_patch_stiffness(const jnk_soil_wheel *wheel, const jnk_patch *patch) {
  double R = wheel->radius, n = wheel->soil.n, axle = R - (patch->h - patch->more);
  double sum = 2 * patch->xc * patch->flat_pressure / patch->sinkage;
  for (int i = 0; i < JNK_ARC_POINTS; i++) {
    double z = sqrt(R * R - patch->x[i] * patch->x[i]) - axle + patch->more;
    sum += patch->dx[i] * patch->p[i] / z;
  }
  return wheel->width * n * sum;
}

// Computes the patch of an elastic tyre: solves load(z) = stiffness (h - z) for the sinkage z between 0 (rigid ground)
// and h (rigid tyre), and sets the yield of the tyre. Uses Newton's method with bisection in y = z^min(n, 1), in which
// the load is almost linear.
JNK_FN void jnk_patch_balance(const jnk_soil_wheel *wheel, jnk_patch *patch) {
  double h = patch->h, k = wheel->stiffness, n = wheel->soil.n, part = n < 1 ? n : 1;
  // Starts the iteration from the sinkage under the load that a rigid wheel would have by Bekker's formula.
  double stiff = wheel->width * patch->modulus * sqrt(2 * wheel->radius / h) * jnk_quick_pow(h, n);
  double z = h * k / (stiff + k), y = jnk_quick_pow(z, part), low = 0, high = jnk_quick_pow(h, part), slope = 0;
  for (int i = 0; i < 60; i++) {
    slope = jnk_patch_at(wheel, z, patch) + k;
    double rest = patch->load - k * (h - z), next = y - rest * part * y / (slope * z);
    if (rest > 0) high = y;
    else low = y;
    if (!(fabs(rest) > 1e-12 * k * h)) break;
    y = next > low && next < high ? next : (low + high) / 2;
    z = n < 1 ? jnk_quick_pow(y, 1 / n) : y;
  }
  // Sets the yield 1 - dz/dh from dz/dh = (k - dW/dh)/(dW/dz + k), with W the load and dW/dh at constant z.
  double rise = jnk_patch_stiffness(wheel, patch) - (slope - k), part_of_tyre = 1 - (k - rise) / slope;
  patch->yield = part_of_tyre > 0 && part_of_tyre < 1 ? part_of_tyre : 1;
}

// Computes the contact patch of a wheel at the depth h > 0, m, below the undeformed ground: rigid wheel, elastic tyre
// or inflated tyre, according to the constants of the wheel. Stores it in *patch.
JNK_FN void jnk_patch_stand(const jnk_soil_wheel *wheel, double h, jnk_patch *patch) {
  double R = wheel->radius, most = 0.95 * R, shape = h < most ? h : most;
  patch->h = h;
  patch->more = h - shape;
  patch->x1 = sqrt(shape * (2 * R - shape));
  patch->modulus = jnk_soil_modulus(&wheel->soil, wheel->width);
  patch->yield = 1;
  if (wheel->stiffness > 0) {
    jnk_patch_balance(wheel, patch);
    return;
  }
  double z = wheel->pressure > 0 ? jnk_soil_sinkage(&wheel->soil, wheel->width, wheel->pressure) : h, rim = R / 2;
  jnk_patch_at(wheel, h > z ? (h - z < rim ? z : h - rim) : h, patch);
}

// ---- shear ------------------------------------------------------------------------------------------------

typedef struct {
  double x, y, zeta;  // longitudinal and lateral slip of the tread; direction of rolling, -1 to 1
} jnk_patch_slip;

// Integration point of the patch: coordinate x, length s along the tread from the entry, weights dx and ds of integrals
// over x and s, rise = x/sqrt(R^2 - x^2), pressure p.
typedef struct {
  double x, s, dx, ds, rise, p;
} jnk_patch_point;

JNK_FN void jnk_patch_add(const jnk_shear *shear, const jnk_patch_slip *slip, double x1, const jnk_patch_point *at,
                          jnk_patch_force *sum) {
  double run = x1 - at->x, jx = slip->zeta * (at->s - run) + slip->x * run, jy = slip->y * at->s;
  double secant = (shear->c + at->p * shear->tan_phi) * jnk_shear_secant(jnk_hypot(jx, jy), shear->K);
  double tx = secant * jx, ty = secant * jy;
  sum->traction += tx * at->dx;
  sum->tread += tx * at->ds;
  sum->lift += tx * at->rise * at->dx;
  sum->side += ty * at->ds;
  sum->Mz += ty * at->x * at->ds;
}

// Computes the forces on a wheel from the shear stress and pressure of its patch for a slip. patch: from
// jnk_patch_stand; *out receives traction, tread force, lift, side force, moment Mz and resistance.
JNK_FN void jnk_patch_calc(const jnk_soil_wheel *wheel, const jnk_patch *patch, const jnk_patch_slip *slip,
                           jnk_patch_force *out) {
  const jnk_shear *shear = &wheel->soil.shear;
  double R = wheel->radius, b = wheel->width, entry = R * jnk_asin(patch->x1 / R);
  jnk_patch_force sum = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < JNK_ARC_POINTS; i++) {
    double x = patch->x[i], root = sqrt(R * R - x * x), dx = patch->dx[i];
    jnk_patch_point at = {x, entry - R * jnk_asin(x / R), dx, dx * R / root, x / root, patch->p[i]};
    jnk_patch_add(shear, slip, patch->x1, &at, &sum);
  }
  double before = entry - R * jnk_asin(patch->xc / R);
  for (int i = 0; i < JNK_FLAT_POINTS && patch->xc > 0; i++) {
    double weight, t = jnk_gauss_flat(i, &weight), gone = 2 * patch->xc * t * t, dx = 4 * patch->xc * t * weight;
    jnk_patch_point at = {patch->xc - gone, before + gone, dx, dx, 0, patch->flat_pressure};
    jnk_patch_add(shear, slip, patch->x1, &at, &sum);
  }
  out->traction = b * sum.traction;
  out->tread = b * sum.tread;
  out->lift = slip->zeta * b * sum.lift;
  out->side = b * sum.side;
  out->Mz = slip->zeta * b * sum.Mz;
  out->resistance = slip->zeta * b * patch->flat_pressure * patch->sinkage / (wheel->soil.n + 1);
}

// ---- transient slip -----------------------------------------------------------------------------------
// The shear displacement u of the ground under the patch has two components and is a state. With the sliding velocity
// Vs of the tread, its speed V and the length l,
//   u' = -Vs - (V + |Vs|) u/l,     slip = u/(l - |u|)
// For any l, steady rolling gives slip = -Vs/V, and sliding without rolling an infinite slip. At standstill u' = -Vs
// for small u: the ground holds like a spring. The forces use u after an implicit step of length `lag`, which damps the
// ground at rest.

JNK_FN void jnk_shear_rate(double l, double V, const double Vs[2], const double u[2], double rate[2]) {
  double a = (fabs(V) + jnk_hypot(Vs[0], Vs[1])) / l;
  for (int i = 0; i < 2; i++) rate[i] = -Vs[i] - a * u[i];
}

JNK_FN void jnk_shear_slip(double l, double lag, double V, const double Vs[2], const double u[2], double slip[2]) {
  const double least = 1e-3;  // |u| is at most (1 - least) l, which limits slip to 1000
  double a = 1 + lag * (fabs(V) + jnk_hypot(Vs[0], Vs[1])) / l, x = (u[0] - lag * Vs[0]) / a,
         y = (u[1] - lag * Vs[1]) / a;
  double left = l - jnk_hypot(x, y);
  if (!(left > least * l)) left = least * l;
  slip[0] = x / left;
  slip[1] = y / left;
}

// Returns the direction of rolling zeta, -1 (backward) to 1 (forward), as the force of a slider of capacity 1 in series
// with a spring of length l, m. r: deflection of the spring, a state; *rate: receives its rate. V: velocity of travel,
// m/s; lag: time constant of the damper beside the spring, s.
JNK_FN double jnk_travel_side(double l, double lag, double V, double r, double *rate) {
  const jnk_slider spring = {1 / l, lag / l};
  return jnk_slider_force(&spring, r, V, 1, jnk_slider_where(jnk_slider_trial(&spring, r, V), 1), rate);
}

#endif
