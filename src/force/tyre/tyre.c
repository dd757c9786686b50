// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre.c - see tyre.h; the mathematics stands in kernel/tyre.h.
#include "force/tyre/tyre.h"

#include <math.h>
#include <stdio.h>

#include "force/differences.h"
#include "force/law.h"
#include "model/mirror.h"

const jni_force_word jni_tyre_states[JNI_TYRE_NSTATES] = {
    JNI_WORD("deflection_x", LENGTH, false), JNI_WORD("deflection_y", LENGTH, true), JNI_WORD("wind_up", ANGLE, false)};

const jni_force_word jni_tyre_outputs[JNI_TYRE_NOUTPUTS] = {
    JNI_WORD("fx", FORCE, false),    JNI_WORD("fy", FORCE, true),
    JNI_WORD("fz", FORCE, false),    JNI_WORD("mz", TORQUE, true),
    JNI_WORD("slip", NONE, false),   JNI_WORD("slip_angle", ANGLE, true),
    JNI_WORD("camber", ANGLE, true), JNI_WORD("penetration", LENGTH, false),
    JNI_WORD("my", TORQUE, false),   JNI_WORD("mx", TORQUE, true)};

enum { FX, FY, FZ, MZ, SLIP, SLIP_ANGLE, CAMBER, PENETRATION, MY, MX };

// ---- definitions -----------------------------------------------------------------------------------------

bool jni_tyre_conservative(const jni_force_element *force) {
  (void)force;
  return false;
}

// A load that begins at zero and never falls, as far as the wheel can be pressed.
static bool check_load(const jn_force_def *def, char *what, size_t size) {
  enum { PLACES = 200 };
  bool given = jni_law_given(&def->law);
  if (given == (def->stiffness > 0))
    return snprintf(what, size,
                    given ? "give either 'stiffness' or 'load_law', not both" : "needs 'stiffness' or 'load_law'"),
           false;
  double slope, before = given ? jni_law_value(&def->law, 0, &slope) : 0;
  if (before != 0)
    return jni_print(what, size, "'load_law' must begin with no load at no deflection, got %g N", before), false;
  for (int i = 1; i <= PLACES && given; i++) {
    double deflection = def->tyre.radius * i / PLACES, load = jni_law_value(&def->law, deflection, &slope);
    if (!(load >= before && load > 0))
      return jni_print(what, size, "'load_law' must be positive and never fall, but gives %g N at a deflection of %g m",
                       load, deflection),
             false;
    before = load;
  }
  return true;
}

bool jni_tyre_check_place(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jni_body *body = &model->bodies[model->frames[def->between[0].i].body];
  if (model->frames[def->between[0].i].body == 0)
    return snprintf(what, size, "'at' is on the ground, where a tyre does nothing"), false;
  if (body->particle)
    return snprintf(what, size, "'%s' is a particle and cannot turn as a wheel does", body->name), false;
  if (def->tyre.envelope && def->tyre.vertical)
    return snprintf(what, size, "an envelope is measured vertically anyway: leave 'vertical' out"), false;
  return true;
}

bool jni_tyre_check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (!jni_tyre_check_place(model, def, what, size)) return false;
  if (def->tyre.relaxation == 0 && def->tyre.relaxation_x > 0)
    return snprintf(what, size, "'relaxation_x' needs a 'relaxation' that is not 0"), false;
  return check_load(def, what, size);
}

bool jni_tyre_check_list(const jn_numbers *list, const char *name, int n, const char *meaning, char *what,
                         size_t size) {
  if (list->n == 0 || list->n == n) return true;
  return snprintf(what, size, "'%s' needs %d numbers, %s, got %d", name, n, meaning, list->n), false;
}

static double relaxation(const jni_tyre_law *law, const jn_tyre_def *def) {
  return def->relaxation >= 0 ? def->relaxation : law->relaxation;
}

// Rolling resistance that holds at standstill has a state as well.
int jni_tyre_nstates(const jni_force_element *force) {
  if (!(relaxation(force->kind->tyre, &force->def.tyre) > 0)) return 0;
  return force->def.tyre.rolling[0] > 0 ? 3 : 2;
}

// ---- slip ------------------------------------------------------------------------------------------------

typedef struct {
  const jni_tyre_law *law;
  const jn_tyre_def *def;
  double hand;  // -1: the tyre is a mirror image, with the asymmetries of its law on the other side
  const jnk_contact *contact;
  double V;       // what slip is measured against
  jnk_slip slip;  // that the forces stand for
  jnk_slip_force force;
  const double *axis;  // spin axis, ground axes
  double spin;         // rad/s
  jnk_rolling rolling;
} tyre;

static tyre tyre_of(const jni_force_element *force, const jnk_contact *contact, const double *axis) {
  double hand = jni_mirror_hand(force->mirror);
  return (tyre){.law = force->kind->tyre, .def = &force->def.tyre, .hand = hand, .contact = contact, .axis = axis};
}

static void calc_law(const tyre *t, const jnk_slip *slip, jnk_slip_force *out) {
  t->law->calc(t->def,
               &(jnk_slip){slip->x, t->hand * slip->y, slip->Fz, t->hand * slip->camber, slip->grip, slip->patch}, out);
  out->Fy *= t->hand, out->Mz *= t->hand, out->Mx *= t->hand;
}

static void calc_steady(tyre *t) {
  if (t->slip.Fz > 0) calc_law(t, &t->slip, &t->force);
}

static double secant_slip(double F, double f) { return f > 0 ? F / f : 0; }

// Forces by the deflections of the carcass; the moment is that of the slip which would give them.
static void calc_transient(tyre *t, const double u[2], double rate[2]) {
  const jn_tyre_def *def = t->def;
  jnk_slip_force nominal = {0}, steady = {0};
  const double lag = def->lag > 0 ? def->lag : 2e-3;
  double length = relaxation(t->law, def), length_x = def->relaxation_x > 0 ? def->relaxation_x : length / 2;
  calc_law(t, &(jnk_slip){.Fz = def->load, .grip = 1}, &nominal);
  if (t->slip.Fz > 0) calc_law(t, &t->slip, &steady);
  jnk_carcass x = {.c = nominal.fx / length_x}, y = {.c = nominal.fy / length};
  x.d = x.c * lag, y.d = y.c * lag;
  double Fx = x.c > 0 ? jnk_build_up(&x, u[0], t->V, steady.Fx, steady.fx, &rate[0]) : (rate[0] = 0);
  double Fy = jnk_build_up(&y, u[1], t->V, steady.Fy, steady.fy, &rate[1]);
  jnk_limit_force(steady.limit, &Fx, &Fy);
  t->slip.x = secant_slip(Fx, steady.fx), t->slip.y = secant_slip(Fy, steady.fy);
  if (t->slip.Fz > 0) calc_law(t, &t->slip, &t->force);
  t->force.Fx = Fx, t->force.Fy = Fy;
}

static double low_speed(const jn_tyre_def *def, bool transient) {
  return def->low_speed > 0 ? def->low_speed : transient ? 2e-3 : 0.2;
}

static void calc_slip(tyre *t, const jni_force_input *in, double state_rate[2]) {
  const jnk_contact *c = t->contact;
  bool transient = in->state != NULL;
  double low = low_speed(t->def, transient);
  t->V = jnk_tyre_speed(t->law->by_circumference ? c->Vx - c->Vsx : c->Vx, low);
  t->slip = (jnk_slip){-c->Vsx / t->V, -(transient ? c->Vsy : c->Vy) / t->V, c->Fz, c->camber, c->grip, 0};
  if (t->law->by_patch && c->deflection > 0) t->slip.patch = 2 * sqrt(t->def->radius * c->deflection);
  if (transient) calc_transient(t, in->state, state_rate);
  else calc_steady(t);
  // the trail lies behind, and not where nothing rolls
  t->force.Mz *= c->Vx / jnk_tyre_speed(c->Vx, t->def->trail_speed > 0 ? t->def->trail_speed : low);
}

// ---- rolling resistance ------------------------------------------------------------------------------------

static bool resists(const jn_tyre_def *def) {
  return def->rolling[0] > 0 || def->rolling[1] > 0 || def->rolling[2] > 0 || def->rolling[3] > 0;
}

static double loaded_radius(const jn_tyre_def *def, const jnk_contact *c) {
  return c->deflection < def->radius ? def->radius - c->deflection : 0;
}

static void calc_rolling(tyre *t, const jni_motion *end, const double *state, double *state_rate) {
  const jn_tyre_def *def = t->def;
  const double wind = 0.025, settling = 0.25;  // angle that carries the moment under the nominal load, rad, and time, s
  if (!resists(def)) return;
  double slope, C = jnk_rolling_coefficient(def->rolling, t->contact->Vx, &slope) * t->contact->Fz;
  C *= loaded_radius(def, t->contact);
  t->spin = jnk_dot(end->w, t->axis);
  if (state && def->rolling[0] > 0) {
    double k = def->rolling[0] * def->load * def->radius / wind;
    t->rolling = jnk_rolling_hold(&(jnk_slider){k, k * settling}, state[2], t->spin, C, &state_rate[2]);
  } else {
    t->rolling = jnk_rolling_fade(low_speed(def, false) / def->radius, t->spin, C);
  }
}

// ---- forces ----------------------------------------------------------------------------------------------

// What acts at the contact point, as force and torque at the wheel's centre.
static void apply(const tyre *t, const jni_motion *end, jni_force_output *out) {
  const jnk_contact *c = t->contact;
  double *F = out->force[0], *T = out->torque[0];
  jnk_scale(c->Fz, c->n, F);
  jnk_add_scaled(F, t->force.Fx, c->ex, F);
  jnk_add_scaled(F, t->force.Fy, c->ey, F);
  jnk_cross(c->arm, F, T);
  jnk_add_scaled(T, t->force.Mz, c->n, T);
  if (t->law->overturns) jnk_add_scaled(T, t->force.Mx, c->ex, T);
  if (t->rolling.moment != 0) jnk_add_scaled(T, -t->rolling.moment, t->axis, T);
  out->power = jnk_dot(F, end->v) + jnk_dot(T, end->w);
}

// A tyre with `upright` that (all but) stands.
static bool is_upright(const jn_tyre_def *def, const jnk_contact *c, bool transient) {
  return def->upright && fabs(c->Vx) < low_speed(def, transient);
}

// room: for the law that it is given.
static jnk_wheel wheel_of(const jn_force_def *def, jnk_law *room) {
  const jn_law *law = &def->law;
  const jn_tyre_def *of = &def->tyre;
  jnk_wheel wheel = {of->radius, def->stiffness, def->damping, of->vertical || of->envelope, of->envelope, NULL};
  if (!jni_law_given(law)) return wheel;
  *room = jni_law_plain(law);
  wheel.law = room;
  return wheel;
}

double jni_tyre_static_load(const jni_force_element *force, double deflection) {
  jnk_law room;
  const jnk_wheel wheel = wheel_of(&force->def, &room);
  return jnk_tyre_load(&wheel, deflection, 0);
}

void jni_tyre_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jn_force_def *def = &force->def;
  jnk_law room;
  const jnk_wheel wheel = wheel_of(def, &room);
  jnk_contact contact;
  double axis[3];
  jnk_mat_vec(in->end[0].R, def->tyre.axis[0], axis);
  jnk_contact_calc(&wheel, force->terrain, in->end[0].r, in->end[0].v, in->end[0].w, axis, &contact);
  if (is_upright(&def->tyre, &contact, in->state != NULL))
    jnk_contact_upright(wheel.radius - contact.deflection, low_speed(&def->tyre, in->state != NULL), &contact);
  tyre t = tyre_of(force, &contact, axis);
  calc_slip(&t, in, out->state_rate);
  calc_rolling(&t, &in->end[0], in->state, out->state_rate);
  apply(&t, &in->end[0], out);
  out->length = contact.deflection, out->length_rate = contact.rate, out->scalar = contact.Fz;
  const double named[JNI_TYRE_NOUTPUTS] = {
      [FX] = t.force.Fx,         [FY] = t.force.Fy,
      [FZ] = contact.Fz,         [MZ] = t.force.Mz,
      [SLIP] = t.slip.x,         [SLIP_ANGLE] = -jnk_atan(t.slip.y),
      [CAMBER] = contact.camber, [PENETRATION] = contact.deflection > 0 ? contact.deflection : 0,
      [MY] = -t.rolling.moment,  [MX] = t.force.Mx};
  for (int i = 0; i < JNI_TYRE_NOUTPUTS; i++) out->named[i] = named[i];
}

// ---- tangent -----------------------------------------------------------------------------------------------
// Geometry is differentiated exactly; slip forces, which depend on seven numbers of the contact, by differences over
// these.

enum { OF_VX, OF_VY, OF_VSX, OF_VSY, OF_FZ, OF_CAMBER, OF_DEFLECTION, NARGUMENTS, NRESULTS = 4 };

static double *argument(jnk_contact *c, int k) {
  double *const all[NARGUMENTS] = {&c->Vx, &c->Vy, &c->Vsx, &c->Vsy, &c->Fz, &c->camber, &c->deflection};
  return all[k];
}

// slope[k]: derivatives of Fx, Fy, Mz and Mx over argument k.
static void calc_slopes(const tyre *at, const jni_force_input *in, double slope[NARGUMENTS][NRESULTS]) {
  const jnk_contact *c = at->contact;
  const double share = 1e-5, V = share * at->V,
               steps[NARGUMENTS] = {V, V, V, V, share * c->Fz, 1e-6, share * c->deflection};
  int idle = in->state ? OF_VY : OF_VSY;                                           // what lateral slip does not look at
  int ends = at->law->by_patch && c->deflection > 0 ? NARGUMENTS : OF_DEFLECTION;  // nor most laws at the patch
  for (int k = 0; k < NARGUMENTS; k++) {
    for (int i = 0; i < NRESULTS; i++) slope[k][i] = 0;
    for (int sign = -1; sign <= 1 && k != idle && k < ends; sign += 2) {
      jnk_contact moved = *at->contact;
      double rate[2], factor = sign / (2 * steps[k]);
      *argument(&moved, k) += sign * steps[k];
      tyre t = {.law = at->law, .def = at->def, .hand = at->hand, .contact = &moved};
      calc_slip(&t, in, rate);
      slope[k][0] += factor * t.force.Fx, slope[k][1] += factor * t.force.Fy, slope[k][2] += factor * t.force.Mz;
      slope[k][3] += factor * t.force.Mx;
    }
  }
}

// What jni_tyre_calc has found, with its derivatives.
typedef struct {
  const tyre *t;
  double F[3], stiffness, damping, of_cosine, slope[NARGUMENTS][NRESULTS];
} differential;

// Of the load, over deflection, rate and the cosine of the camber.
static void take_load_slopes(const jnk_wheel *wheel, const jnk_contact *c, differential *of) {
  double fading, carried = jnk_tyre_carried(c->cosine, &fading);
  jnk_tyre_load_slopes(wheel, c->deflection, c->rate, &of->stiffness, &of->damping);
  of->stiffness *= carried, of->damping *= carried;
  of->of_cosine = fading * jnk_tyre_load(wheel, c->deflection, c->rate);
}

// One column of the tangent, from the variation d of the contact.
static void put_column(const differential *of, jnk_contact *d, double (*matrix)[12], int column) {
  const jnk_contact *c = of->t->contact;
  const jnk_slip_force *f = &of->t->force;
  double by[NRESULTS] = {0, 0, 0, 0}, dF[3], dT[3], u[3];
  d->Fz = of->stiffness * d->deflection + of->damping * d->rate + of->of_cosine * d->cosine;
  for (int k = 0; k < NARGUMENTS; k++)
    for (int i = 0; i < NRESULTS; i++) by[i] += of->slope[k][i] * *argument(d, k);
  for (int i = 0; i < 3; i++)
    dF[i] =
        d->Fz * c->n[i] + c->Fz * d->n[i] + by[0] * c->ex[i] + f->Fx * d->ex[i] + by[1] * c->ey[i] + f->Fy * d->ey[i];
  jnk_cross(d->arm, of->F, dT), jnk_cross(c->arm, dF, u), jnk_add(dT, u, dT);
  for (int i = 0; i < 3; i++)
    matrix[i][column] = dF[i], matrix[3 + i][column] = dT[i] + by[2] * c->n[i] + f->Mz * d->n[i];
  for (int i = 0; i < 3 && of->t->law->overturns; i++) matrix[3 + i][column] += by[3] * c->ex[i] + f->Mx * d->ex[i];
}

// The same for the moment of rolling resistance: d as put_column left it, da and dspin vary with it.
static void put_rolling(const tyre *t, const jnk_contact *d, const double da[3], double dspin, double (*matrix)[12],
                        int column) {
  const jnk_contact *c = t->contact;
  double slope, f = jnk_rolling_coefficient(t->def->rolling, c->Vx, &slope), h = loaded_radius(t->def, c);
  double dC = f * h * d->Fz + slope * d->Vx * c->Fz * h - (h > 0 ? f * c->Fz * d->deflection : 0);
  double dM = t->rolling.of_capacity * dC + t->rolling.of_spin * dspin;
  for (int i = 0; i < 3; i++) matrix[3 + i][column] -= dM * t->axis[i] + t->rolling.moment * da[i];
}

void jni_tyre_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  jnk_law room;
  const jnk_wheel wheel = wheel_of(&force->def, &room);
  const jni_motion *end = &in->end[0];
  jni_force_output at = {.scalar = 0};
  jnk_contact contact, d;
  double axis[3], rate[JNI_TYRE_NSTATES];
  jnk_mat_vec(end->R, force->def.tyre.axis[0], axis);
  jnk_contact_calc(&wheel, force->terrain, end->r, end->v, end->w, axis, &contact);
  if (!(contact.Fz > 0)) return;
  if (contact.searched || is_upright(&force->def.tyre, &contact, in->state != NULL)) {  // its contact goes another way
    jni_differ_ends(force, in, 1, 1, out);
    return;
  }
  tyre t = tyre_of(force, &contact, axis);
  calc_slip(&t, in, rate);
  calc_rolling(&t, end, in->state, rate);
  apply(&t, end, &at);
  differential of = {.t = &t, .F = {at.force[0][0], at.force[0][1], at.force[0][2]}};
  take_load_slopes(&wheel, &contact, &of);
  calc_slopes(&t, in, of.slope);
  bool rolls = resists(t.def);
  for (int j = 0; j < 6; j++) {
    double unit[2][3] = {{0}}, da[3], none[3] = {0, 0, 0};
    unit[j / 3][j % 3] = 1;
    jnk_contact_move(&wheel, &contact, end->v, end->w, axis, unit[0], unit[1], &d);
    put_column(&of, &d, out->stand, j);
    jnk_cross(unit[1], axis, da);
    if (rolls) put_rolling(&t, &d, da, jnk_dot(end->w, da), out->stand, j);
    jnk_contact_push(&contact, unit[0], unit[1], &d);
    put_column(&of, &d, out->move, j);
    if (rolls) put_rolling(&t, &d, none, jnk_dot(unit[1], axis), out->move, j);
  }
}
