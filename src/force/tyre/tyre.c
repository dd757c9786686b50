// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre.c - see tyre.h; kernel/ground/tyre.h has the equations.
#include "force/tyre/tyre.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "force/force_differences.h"
#include "force/force_law.h"
#include "force/tyre/ground_tyre.h"
#include "model/mirror.h"
#include "model/model.h"

const jni_force_word jni_tyre_states[JNI_TYRE_NSTATES] = {
    JNI_WORD("deflection_x", LENGTH, false), JNI_WORD("deflection_y", LENGTH, true), JNI_WORD("wind_up", ANGLE, false)};

const jni_force_word jni_tyre_outputs[JNI_TYRE_NOUTPUTS] = {
    JNI_WORD("fx", FORCE, false),    JNI_WORD("fy", FORCE, true),
    JNI_WORD("fz", FORCE, false),    JNI_WORD("mz", TORQUE, true),
    JNI_WORD("slip", NONE, false),   JNI_WORD("slip_angle", ANGLE, true),
    JNI_WORD("camber", ANGLE, true), JNI_WORD("penetration", LENGTH, false),
    JNI_WORD("my", TORQUE, false),   JNI_WORD("mx", TORQUE, true)};

// ---- definitions -----------------------------------------------------------------------------------------

bool jni_tyre_conservative(const jni_force_element *force) {
  (void)force;
  return false;
}

// Checks that the model gives either a stiffness or a law of the load, and that the law starts at zero and is positive
// and does not decrease up to a deflection of the whole radius. Returns false with a sentence in `what` otherwise.
static bool check_load(const jn_force_def *def, char *what, size_t size) {
  enum { PLACES = 200 };
  bool has_law = jni_law_given(&def->law);
  if (has_law == (def->stiffness > 0)) {
    snprintf(what, size,
             has_law ? "give either 'stiffness' or 'load_law', not both" : "needs 'stiffness' or 'load_law'");
    return false;
  }
  double slope, before = has_law ? jni_law_value(&def->law, 0, &slope) : 0;
  if (before != 0) {
    jni_print(what, size, "'load_law' must begin with no load at no deflection, got %g N", before);
    return false;
  }
  for (int i = 1; i <= PLACES && has_law; i++) {
    double deflection = def->tyre.radius * i / PLACES, load = jni_law_value(&def->law, deflection, &slope);
    if (!(load >= before && load > 0)) {
      jni_print(what, size, "'load_law' must be positive and never fall, but gives %g N at a deflection of %g m", load,
                deflection);
      return false;
    }
    before = load;
  }
  return true;
}

bool jni_tyre_check_place(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jni_body *body = &model->bodies[model->frames[def->between[0].i].body];
  if (model->frames[def->between[0].i].body == 0) {
    snprintf(what, size, "'at' is on the ground, where a tyre does nothing");
    return false;
  }
  if (body->particle) {
    snprintf(what, size, "'%s' is a particle and cannot turn as a wheel does", body->name);
    return false;
  }
  if (def->tyre.envelope && def->tyre.vertical) {
    snprintf(what, size, "an envelope is measured vertically anyway: leave 'vertical' out");
    return false;
  }
  return true;
}

bool jni_tyre_check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (!jni_tyre_check_place(model, def, what, size)) return false;
  if (def->tyre.relaxation == 0 && def->tyre.relaxation_x > 0) {
    snprintf(what, size, "'relaxation_x' needs a 'relaxation' that is not 0");
    return false;
  }
  return check_load(def, what, size);
}

bool jni_tyre_check_list(const jn_numbers *list, const char *name, int n, const char *meaning, char *what,
                         size_t size) {
  if (list->n == 0 || list->n == n) return true;
  snprintf(what, size, "'%s' needs %d numbers, %s, got %d", name, n, meaning, list->n);
  return false;
}

static double relaxation(const jni_tyre_law *law, const jn_tyre_def *def) {
  return def->relaxation >= 0 ? def->relaxation : law->relaxation;
}

// Returns the number of states: two carcass deflections, and with a constant term of rolling resistance its wind-up
// angle; 0 without relaxation.
int jni_tyre_nstates(const jni_force_element *force) {
  if (!(relaxation(force->kind->tyre, &force->def.tyre) > 0)) return 0;
  return force->def.tyre.rolling[0] > 0 ? 3 : 2;
}

// ---- numbers -----------------------------------------------------------------------------------------------

static bool resists(const jn_tyre_def *def) {
  return def->rolling[0] > 0 || def->rolling[1] > 0 || def->rolling[2] > 0 || def->rolling[3] > 0;
}

static double low_speed(const jn_tyre_def *def, bool transient) {
  return def->low_speed > 0 ? def->low_speed : transient ? 2e-3 : 0.2;
}

static void put_rolling(jni_trace *trace, const jn_tyre_def *def, jnk_tyre *t) {
  const double wind = 0.025, settling = 0.25;  // wind-up at full moment and nominal load, rad; damping time, s
  double moment = jni_trace_times(trace, jni_trace_times(trace, def->rolling[0], def->load), def->radius);
  double k = jni_trace_apply(trace, JNI_DO_divide, moment, wind);
  for (int i = 0; i < JNK_ROLLING_TERMS; i++) t->rolling[i] = def->rolling[i];
  t->resists = resists(def);
  t->holds = def->rolling[0] > 0;
  t->hold = (jnk_slider){k, jni_trace_times(trace, k, settling)};
}

// Sets the stiffnesses of the carcass along and across in *t so that the tyre has the relaxation lengths of the model
// at the nominal load. numbers: constants of the slip law.
static void put_carcass(jni_trace *trace, const jni_tyre_law *law, const jn_tyre_def *def, const double *numbers,
                        jnk_tyre *t) {
  jnk_slip_force nominal = {0};
  const double lag = def->lag > 0 ? def->lag : 2e-3;
  double length = relaxation(law, def);
  double length_x = def->relaxation_x > 0 ? def->relaxation_x : jni_trace_times(trace, length, 0.5);
  law->calc(numbers, &(jnk_slip){.Fz = def->load, .grip = 1}, &nominal);
  t->along.c = jni_trace_apply(trace, JNI_DO_divide, nominal.fx, length_x);
  t->across.c = jni_trace_apply(trace, JNI_DO_divide, nominal.fy, length);
  t->along.d = jni_trace_times(trace, t->along.c, lag);
  t->across.d = jni_trace_times(trace, t->across.c, lag);
}

static const jnk_tyre *block_of(const double *numbers) { return (const jnk_tyre *)(const void *)numbers; }

const double *jni_tyre_law_numbers(const jni_force_element *force) {
  return force->numbers + (ptrdiff_t)block_of(force->numbers)->slip_at;
}

void jni_tyre_numbers(const jni_force_element *force, jni_constants *numbers) {
  const jni_tyre_law *law = force->kind->tyre;
  const jn_force_def *def = &force->def;
  const jn_tyre_def *of = &def->tyre;
  jnk_tyre t = {.radius = of->radius,
                .stiffness = def->stiffness,
                .damping = def->damping,
                .vertical = of->vertical || of->envelope,
                .rolls = of->envelope,
                .slip_at = sizeof t / sizeof(double),
                .states = jni_tyre_nstates(force),
                .upright = of->upright,
                .circumference = law->by_circumference,
                .by_patch = law->by_patch,
                .overturns = law->overturns,
                .low = low_speed(of, true),
                .low_steady = low_speed(of, false),
                .trail_low = of->trail_speed > 0 ? of->trail_speed : 0};
  JNI_PUT_STRUCT(numbers, t);
  law->numbers(of, numbers);
  put_rolling(numbers->trace, of, &t);
  if (numbers->pool.failed) return;
  if (t.states > 0) put_carcass(numbers->trace, law, of, numbers->list + (ptrdiff_t)t.slip_at, &t);
  t.load_at = jni_law_put(&def->law, numbers);
  if (!numbers->pool.failed) memcpy(numbers->list, &t, sizeof t);
}

// ---- forces ------------------------------------------------------------------------------------------------

double jni_tyre_static_load(const jni_force_element *force, double deflection) {
  const jnk_wheel wheel = jnk_tyre_wheel(block_of(force->numbers));
  return jnk_tyre_load(&wheel, deflection, 0);
}

void jni_tyre_calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  const jnk_tyre *t = block_of(force->numbers);
  const jni_motion *end = &in->end[0];
  const jnk_wheel wheel = jnk_tyre_wheel(t);
  jnk_contact contact;
  double axis[3];
  jnk_mat_vec(end->R, force->def.tyre.axis[0], axis);
  jnk_contact_calc(&wheel, force->terrain, end->r, end->v, end->w, axis, &contact);
  jnk_tyre_at at = jnk_tyre_calc(t, force->kind->tyre->calc, end->w, axis, jni_mirror_hand(force->mirror), in->state,
                                 &contact, out->state_rate);
  jnk_tyre_apply(&at, out->force[0], out->torque[0]);
  out->power = jnk_dot(out->force[0], end->v) + jnk_dot(out->torque[0], end->w);
  out->length = contact.deflection;
  out->length_rate = contact.rate;
  out->scalar = contact.Fz;
  jnk_tyre_words(&at, out->named);
  out->named[JNK_TYRE_SLIP_ANGLE] = -jnk_atan(at.slip.y);
}

double jni_tyre_missing_spin(const jni_force_element *force, const jni_motion *end) {
  const double flattest = 1.0 / (double)JNK_TYRE_FLATTEST, R = force->def.tyre.radius;
  const bool vertical = force->def.tyre.vertical || force->def.tyre.envelope;
  const jnk_wheel wheel = {R, 0, 0, vertical, force->def.tyre.envelope, NULL};
  const jni_ground_law *ground = force->kind->tyre->ground;
  jnk_contact c;
  double axis[3], arm[3], slide[3], radius = R;
  jnk_mat_vec(end->R, force->def.tyre.axis[0], axis);
  jnk_contact_calc(&wheel, force->terrain, end->r, end->v, end->w, axis, &c);
  if (!(c.cosine > flattest)) return 0;
  if (c.touches && ground) {
    jnk_patch patch = {.h = c.deflection};
    ground->law.stand(jnk_soft_numbers(jnk_soft_of_block(force->numbers), end->r[1]), &patch);
    radius = (R - patch.deflection) / c.cosine;
  } else if (c.touches) {
    radius = jnk_norm(c.arm);
  }
  radius = fmax(radius, R / 20);
  jnk_scale(-radius, c.ez, arm);
  jnk_cross(end->w, arm, slide);
  jnk_add(end->v, slide, slide);
  return jnk_dot(slide, c.ex) / radius;
}

// ---- tangent -----------------------------------------------------------------------------------------------
// The following functions compute the tangent of a tyre: exactly for the geometry, for slip forces by differences over
// the seven quantities of the contact on which they depend.

enum { OF_VX, OF_VY, OF_VSX, OF_VSY, OF_FZ, OF_CAMBER, OF_DEFLECTION, NARGUMENTS, NRESULTS = 4 };

static double *argument(jnk_contact *c, int k) {
  double *const all[NARGUMENTS] = {&c->Vx, &c->Vy, &c->Vsx, &c->Vsy, &c->Fz, &c->camber, &c->deflection};
  return all[k];
}

// Computes slope[k][.] by differences: derivatives of Fx, Fy, Mz and Mx with respect to argument k of the slip law.
static void calc_slopes(const jnk_tyre_at *at, jnk_slip_law law, const jni_force_input *in,
                        double slope[NARGUMENTS][NRESULTS]) {
  const jnk_contact *c = at->contact;
  const double share = 1e-5, V = share * at->V,
               steps[NARGUMENTS] = {V, V, V, V, share * c->Fz, 1e-6, share * c->deflection};
  int unused = in->state ? OF_VY : OF_VSY;  // argument on which lateral slip does not depend
  // Most laws do not depend on the length of the contact patch, hence not on the deflection.
  int ends = at->tyre->by_patch != 0 && c->deflection > 0 ? NARGUMENTS : OF_DEFLECTION;
  for (int k = 0; k < NARGUMENTS; k++) {
    for (int i = 0; i < NRESULTS; i++) slope[k][i] = 0;
    for (int sign = -1; sign <= 1 && k != unused && k < ends; sign += 2) {
      jnk_contact moved = *at->contact;
      double rate[2], factor = sign / (2 * steps[k]);
      *argument(&moved, k) += sign * steps[k];
      jnk_tyre_at t = jnk_tyre_start(at->tyre, &moved, at->axis, at->hand);
      jnk_tyre_slip(&t, law, in->state, rate);
      slope[k][0] += factor * t.force.Fx;
      slope[k][1] += factor * t.force.Fy;
      slope[k][2] += factor * t.force.Mz;
      slope[k][3] += factor * t.force.Mx;
    }
  }
}

// A tyre evaluated at one state, with the derivatives of load and forces from which columns of the tangent are
// computed.
typedef struct {
  const jnk_tyre_at *t;
  double F[3], stiffness, damping, of_cosine, slope[NARGUMENTS][NRESULTS];
} differential;

// Stores in *of the derivatives of the load with respect to deflection, deflection rate and the cosine of the camber.
static void calc_load_slopes(const jnk_wheel *wheel, const jnk_contact *c, differential *of) {
  double fading, carried = jnk_tyre_carried(c->cosine, &fading);
  jnk_tyre_load_slopes(wheel, c->deflection, c->rate, &of->stiffness, &of->damping);
  of->stiffness *= carried;
  of->damping *= carried;
  of->of_cosine = fading * jnk_tyre_load(wheel, c->deflection, c->rate);
}

// Writes one column of the tangent (forces and torques on the wheel) from the variation d of the contact; also
// completes d with the variation of the load.
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
  jnk_cross(d->arm, of->F, dT);
  jnk_cross(c->arm, dF, u);
  jnk_add(dT, u, dT);
  for (int i = 0; i < 3; i++) {
    matrix[i][column] = dF[i];
    matrix[3 + i][column] = dT[i] + by[2] * c->n[i] + f->Mz * d->n[i];
  }
  for (int i = 0; i < 3 && of->t->tyre->overturns != 0; i++)
    matrix[3 + i][column] += by[3] * c->ex[i] + f->Mx * d->ex[i];
}

// Adds the moment of rolling resistance to a column. d: after put_column; da, dspin: variations of axis and spin.
static void put_rolling_column(const jnk_tyre_at *t, const jnk_contact *d, const double da[3], double dspin,
                               double (*matrix)[12], int column) {
  const jnk_contact *c = t->contact;
  double slope, f = jnk_rolling_coefficient(t->tyre->rolling, c->Vx, &slope), h = jnk_tyre_loaded_radius(t->tyre, c);
  double dC = f * h * d->Fz + slope * d->Vx * c->Fz * h - (h > 0 ? f * c->Fz * d->deflection : 0);
  double dM = t->rolling.of_capacity * dC + t->rolling.of_spin * dspin;
  for (int i = 0; i < 3; i++) matrix[3 + i][column] -= dM * t->axis[i] + t->rolling.moment * da[i];
}

void jni_tyre_tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  const jnk_tyre *own = block_of(force->numbers);
  const jnk_wheel wheel = jnk_tyre_wheel(own);
  const jni_motion *end = &in->end[0];
  jnk_contact contact, d;
  double axis[3], rate[JNI_TYRE_NSTATES], T[3];
  jnk_mat_vec(end->R, force->def.tyre.axis[0], axis);
  jnk_contact_calc(&wheel, force->terrain, end->r, end->v, end->w, axis, &contact);
  if (!(contact.Fz > 0)) return;
  // Uses differences for these contacts, which have no exact derivatives.
  if (contact.searched || jnk_tyre_is_upright(own, &contact, in->state != NULL)) {
    jni_differ_ends(force, in, 1, 1, out);
    return;
  }
  jnk_tyre_at t = jnk_tyre_calc(own, force->kind->tyre->calc, end->w, axis, jni_mirror_hand(force->mirror), in->state,
                                &contact, rate);
  differential of = {.t = &t};
  jnk_tyre_apply(&t, of.F, T);
  calc_load_slopes(&wheel, &contact, &of);
  calc_slopes(&t, force->kind->tyre->calc, in, of.slope);
  bool rolls = own->resists != 0;
  for (int j = 0; j < 6; j++) {
    double unit[2][3] = {{0}}, da[3], none[3] = {0, 0, 0};
    unit[j / 3][j % 3] = 1;
    jnk_contact_move(&wheel, &contact, end->v, end->w, axis, unit[0], unit[1], &d);
    put_column(&of, &d, out->stand, j);
    jnk_cross(unit[1], axis, da);
    if (rolls) put_rolling_column(&t, &d, da, jnk_dot(end->w, da), out->stand, j);
    jnk_contact_push(&contact, unit[0], unit[1], &d);
    put_column(&of, &d, out->move, j);
    if (rolls) put_rolling_column(&t, &d, none, jnk_dot(unit[1], axis), out->move, j);
  }
}
