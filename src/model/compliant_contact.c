// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_contact.c - see compliant_contact.h.
#include "model/compliant_contact.h"

#include <math.h>
#include <stdio.h>

#include "model/build.h"

static const double least_restitution = 0.05;  // below it the damping would grow beyond all bounds
static const double usual_rest_speed = 1e-3;   // m/s
static const double usual_gravity = 9.81;      // m/s^2, of models without gravitation
static const double usual_time = 2e-3;         // damping over stiffness of the friction spring, s

void jni_compliant_check(jn_model *model, const jn_contact_def *def, const char *element) {
  const struct {
    const char *key;
    double value, least;
    bool open;  // `least` itself is not allowed
  } all[] = {{"stiffness", def->stiffness, 0, true},
             {"exponent", def->exponent, 1, false},
             {"damping", def->damping, 0, false},
             {"rest_speed", def->rest_speed, 0, true},
             {"shear_stiffness", def->shear_stiffness, 0, true},
             {"shear_damping", def->shear_damping, 0, true}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    bool sound = isfinite(all[i].value) && (all[i].open ? all[i].value > all[i].least : all[i].value >= all[i].least);
    if (!isnan(all[i].value) && !sound)
      jni_model_fault_key(model, element, all[i].key, "%s must be %s %g, got %g", all[i].key,
                          all[i].open ? "more than" : "at least", all[i].least, all[i].value);
  }
  if (!isnan(def->friction_static))
    jni_model_fault_key(model, element, "static",
                        "compliant contacts have one coefficient of friction, 'friction': leave out 'static'");
  if (!isnan(def->damping) && !isnan(def->restitution))
    jni_model_fault_key(model, element, "damping",
                        "give either 'damping' or 'restitution': each follows from the other");
}

static const jni_material *material_of(const jn_model *model, int shape) {
  const char *name = model->shapes[shape].def.material;
  int m = name ? jni_names_get(model->names, JNI_NAME_MATERIAL, 0, name) : -1;
  return m >= 0 ? &model->materials[m] : NULL;
}

// Returns the curvature of a shape where it touches the shape `other`, 1/m; negative in a hole. NaN: it has none at a
// point, or two different ones.
static double curvature_of(const jni_contact_shape *s, const jni_contact_shape *other) {
  switch (s->touch) {
    case JNI_TOUCH_PLANE: return 0;
    case JNI_TOUCH_HOLE: return -1 / s->radius;
    case JNI_TOUCH_SPHERE: return s->plane ? NAN : 1 / s->radius;  // a disc touches along a line
    case JNI_TOUCH_CAPSULE: return !s->plane && other->touch == JNI_TOUCH_PLANE ? 1 / s->radius : NAN;
    default: return NAN;
  }
}

// Computes stiffness k and exponent n of the law of a pair (pair->law) by Hertz, from materials and radii of its
// shapes; R is negative for a hole:
//   1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2,  k = 4/3 E / sqrt(1/R1 + 1/R2),  n = 3/2
// Returns false after a fault.
static bool set_hertz(jn_model *model, const jn_contact_def *def, const char *element, jni_contact_pair *pair) {
  const jni_contact_shape *shape = pair->geometry;
  double soft = 0, curvature = curvature_of(&shape[0], &shape[1]) + curvature_of(&shape[1], &shape[0]);
  if (!(curvature > 0)) {
    jni_model_fault_key(model, element, "law",
                        "give 'stiffness': it follows from the materials only where spheres, the ends of capsules, "
                        "planes and spherical holes touch at a point");
    return false;
  }
  for (int i = 0; i < 2; i++) {
    const jni_material *m = material_of(model, pair->shape[i]);
    if (!m || isnan(m->young)) {
      jni_model_fault_key(model, element, "law",
                          "give 'stiffness', or 'young' of the materials of both shapes: %.60s.%.60s has none",
                          model->bodies[shape[i].body].name, model->shapes[pair->shape[i]].def.name);
      return false;
    }
    soft += (1 - m->poisson * m->poisson) / m->young;
  }
  if (!isnan(def->exponent) && def->exponent != 1.5) {
    jni_model_fault_key(model, element, "exponent", "the exponent is 1.5 if the stiffness follows from the materials");
    return false;
  }
  pair->law.k = 4.0 / 3 / soft / sqrt(curvature);
  pair->law.n = 1.5;
  return true;
}

// Returns the slope of the normal force over the depth, N/m, when the force is the weight of the lighter of the two
// bodies (of 1 kg if none but the ground has a mass; under 9.81 m/s^2 if the model has no gravity).
static double stiffness_at_rest(const jn_model *model, const jni_contact_pair *pair) {
  double mass = HUGE_VAL, g = jnk_norm(model->gravity);
  for (int i = 0; i < 2; i++) {
    double own = model->bodies[pair->geometry[i].body].mass;
    if (pair->geometry[i].body > 0 && own > 0) mass = fmin(mass, own);
  }
  double weight = (mass < HUGE_VAL ? mass : 1) * (g > 0 ? g : usual_gravity), k = pair->law.k, n = pair->law.n;
  return n == 1 ? k : n * k * jnk_pow(jnk_pow(weight / k, 1 / n), n - 1);
}

bool jni_compliant_law(jn_model *model, const jn_contact_def *def, const char *element, jni_contact_pair *pair) {
  jnk_compliant *law = &pair->law;
  bool damped = !isnan(def->damping);
  law->k = def->stiffness;
  law->n = isnan(def->exponent) ? 1 : def->exponent;
  if (isnan(law->k) && !set_hertz(model, def, element, pair)) return false;
  if (!damped && !(pair->restitution >= least_restitution)) {
    jni_model_fault_key(model, element, "restitution",
                        "compliant contacts need a restitution of %g or more, it is %g: give 'damping' instead",
                        least_restitution, pair->restitution);
    return false;
  }
  law->b = damped ? def->damping : 0;
  law->x = damped ? 0 : jnk_compliant_damping(pair->restitution);
  law->rest = isnan(def->rest_speed) ? usual_rest_speed : def->rest_speed;
  law->friction = pair->friction;
  law->shear_k = isnan(def->shear_stiffness) ? stiffness_at_rest(model, pair) : def->shear_stiffness;
  law->shear_c = isnan(def->shear_damping) ? usual_time * law->shear_k : def->shear_damping;
  law->plane = pair->geometry[0].plane;
  pair->friction_static = pair->friction;
  return true;
}

void jni_compliant_add_points(jn_model *model) {
  for (int c = 0; c < model->ncontacts; c++) {
    const jni_contact_element *contact = &model->contacts[c];
    for (int i = 0; contact->compliant && i < contact->npairs; i++)
      for (int k = 0; k < contact->pairs[i].npoints; k++) {
        const jni_contact_pair *pair = &contact->pairs[i];
        if (!jni_model_grow(model, &model->forces, &model->capacity_forces, model->nforces, sizeof *model->forces))
          return;
        jn_force_def def = jn_force_def_default();
        for (int end = 0; end < 2; end++) def.between[end].i = model->bodies[pair->geometry[end].body].com_frame;
        model->forces[model->nforces++] = (jni_force_element){.name = contact->name,
                                                              .kind = &jni_force_compliant_point,
                                                              .def = def,
                                                              .pair = pair,
                                                              .feature = k,
                                                              .contact = c,
                                                              .place = contact->place};
      }
  }
}

int jni_contact_point_number(const jn_model *model, const jni_force_element *force) {
  return force->pair ? 1 + force->pair->first + force->feature - model->contacts[force->contact].first : 0;
}
