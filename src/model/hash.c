// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hash.c - hashes of the equations. A checkpoint or compiled code is accepted only by a model with the same hash.
#include <math.h>
#include <string.h>

#include "contact/contact_polyhedron.h"
#include "model/hash.h"

static uint64_t hash_text(uint64_t hash, const char *text) {
  return text ? jni_hash64(hash, text, strlen(text) + 1) : jni_hash64(hash, "\1", 1);
}

// Returns `hash` extended by n numbers. All NaN count as equal, and -0 as equal to 0.
uint64_t jni_hash_numbers(uint64_t hash, const double *x, int n) {
  for (int i = 0; i < n; i++) {
    double value = isnan(x[i]) ? 1.5e300 : x[i] + 0.0;
    hash = jni_hash64(hash, &value, sizeof value);
  }
  return hash;
}

static uint64_t hash_int(uint64_t hash, int i) { return jni_hash64(hash, &i, sizeof i); }

// Returns `hash` extended by the index i of an optional reference; -1 means that nothing is referred to, and returns
// `hash` unchanged.
static uint64_t hash_named(uint64_t hash, int i) { return i < 0 ? hash : hash_int(hash, i); }

static uint64_t hash_law(uint64_t hash, const jn_law *law) {
  hash = hash_int(hash_int(hash_int(hash_int(hash, law->n), law->smooth), law->ncoefficients), law->nbreaks);
  hash = jni_hash_numbers(hash, law->x, law->x ? law->n : 0);
  hash = jni_hash_numbers(hash, law->y, law->y ? law->n : 0);
  hash = jni_hash_numbers(hash, law->breaks, law->breaks ? law->nbreaks : 0);
  return jni_hash_numbers(hash, law->polynomial, law->polynomial ? law->ncoefficients * (law->nbreaks + 1) : 0);
}

static uint64_t hash_geometry(uint64_t hash, const jn_geometry *g) {
  if (!g->given) return hash;
  hash = jni_hash_numbers(jni_hash_numbers(hash_int(hash, g->at.i), &g->pressure_angle, 1), g->radii, 2);
  return hash_int(hash_int(hash, g->between[0].i), g->between[1].i);
}

static uint64_t hash_motion(uint64_t hash, const jn_joint_def *def) {
  hash = hash_text(hash, def->motion);
  if (def->table.n > 0) hash = hash_int(hash_law(hash, &def->table), (int)def->rest);
  const jn_follow *follow = &def->follow;
  if (!follow->signal) return hash;
  return jni_hash_numbers(jni_hash_numbers(hash_text(hash, follow->signal), &follow->bandwidth, 1), &follow->damping,
                          1);
}

static uint64_t hash_function(uint64_t hash, const jn_function *law) {
  const jn_cam *cam = &law->cam;
  if (cam->n > 0) {
    const double numbers[3] = {cam->radius, cam->offset, cam->direction};
    hash = jni_hash_numbers(hash_int(hash_int(hash, cam->n), cam->roller), cam->points, 2 * cam->n);
    hash = jni_hash_numbers(hash, numbers, 3);
  }
  hash = hash_int(hash_law(hash_text(hash, law->formula), &law->table), law->closed);
  return jni_hash_numbers(jni_hash_numbers(hash, &law->period, 1), &law->per_turn, 1);
}

// ---- lists in definitions of subsystems ---------------------------------------------------------------------------

static uint64_t hash_path(uint64_t hash, const jn_path *path) {
  hash = jni_hash_numbers(hash_int(hash_int(hash_int(hash, path->n), path->closed), path->smooth), &path->radius, 1);
  hash = jni_hash_numbers(jni_hash_numbers(hash, path->x, path->n), path->y, path->n);
  return path->speed ? jni_hash_numbers(hash, path->speed, path->n) : hash;
}

static uint64_t hash_expressions(uint64_t hash, const jn_named_expressions *named) {
  for (int i = 0; i < named->n; i++) hash = hash_text(hash_text(hash, named->list[i].name), named->list[i].text);
  return hash_int(hash, named->n);
}

static uint64_t hash_quantities(uint64_t hash, const jn_named_quantities *named) {
  for (int i = 0; i < named->n; i++)
    hash = jni_hash_numbers(hash_text(hash, named->list[i].name), &named->list[i].value, 1);
  return hash_int(hash, named->n);
}

static uint64_t hash_names(uint64_t hash, const jn_name_list *names) {
  for (int i = 0; i < names->n; i++) hash = hash_text(hash, names->list[i]);
  return hash_int(hash, names->n);
}

static uint64_t hash_steps(uint64_t hash, const jn_sequence_def *def) {
  for (int i = 0; i < def->nsteps; i++) {
    const jn_sequence_step *step = &def->steps[i];
    hash = hash_text(hash_expressions(hash, &step->set), step->until);
    hash = jni_hash_numbers(jni_hash_numbers(hash, &step->ramp, 1), &step->duration, 1);
  }
  return hash_int(hash, def->nsteps);
}

// ---- elements by the fields of their kind -----------------------------------------------------------------------

static uint64_t hash_field(uint64_t hash, const jni_field *field, const void *def) {
  const char *at = (const char *)def + field->offset;
  switch (field->type) {
    case JNI_FIELD_NUMBER: return jni_hash_numbers(hash, (const double *)(const void *)at, 1);
    case JNI_FIELD_TURN:
    case JNI_FIELD_DIRECTION:
    case JNI_FIELD_VECTOR: return jni_hash_numbers(hash, (const double *)(const void *)at, 3);
    case JNI_FIELD_AXES:
    case JNI_FIELD_AXES_APART:
    case JNI_FIELD_AXIS: return jni_hash_numbers(hash, (const double *)(const void *)at, 6);
    case JNI_FIELD_BETWEEN: return jni_hash64(hash, at, 2 * sizeof(jn_frame));
    case JNI_FIELD_AT: return jni_hash64(hash, at, sizeof(jn_frame));
    case JNI_FIELD_FRAMES: {
      const jn_frames *list = (const jn_frames *)(const void *)at;
      return jni_hash64(hash_int(hash, list->n), list->at, (size_t)list->n * sizeof *list->at);
    }
    case JNI_FIELD_JOINT: return jni_hash64(hash, at, sizeof(jn_joint));
    case JNI_FIELD_COORDINATE:
    case JNI_FIELD_EXPRESSION: return hash_text(hash, *(const char *const *)(const void *)at);
    case JNI_FIELD_MOTION: return hash_motion(hash, def);
    case JNI_FIELD_FUNCTION: return hash_function(hash, (const jn_function *)(const void *)at);
    case JNI_FIELD_EXPRESSIONS:
      for (int i = 0; i < 3; i++) hash = hash_text(hash, ((const char *const *)(const void *)at)[i]);
      return hash;
    case JNI_FIELD_RATE_LAW:
    case JNI_FIELD_CURVE:
    case JNI_FIELD_LAW: return hash_law(hash, (const jn_law *)(const void *)at);
    case JNI_FIELD_FLAG: return hash_int(hash, *(const bool *)(const void *)at);
    case JNI_FIELD_TREE: return hash_int(hash, *(const jn_tree_place *)(const void *)at);
    case JNI_FIELD_FILE_NAME: return hash;  // the content is hashed, not the name
    case JNI_FIELD_WORD: return hash_text(hash, *(const char *const *)(const void *)at);
    case JNI_FIELD_PATH: return hash_path(hash, (const jn_path *)(const void *)at);
    case JNI_FIELD_NAMED_EXPRESSIONS: return hash_expressions(hash, (const jn_named_expressions *)(const void *)at);
    case JNI_FIELD_NAMED_QUANTITIES: return hash_quantities(hash, (const jn_named_quantities *)(const void *)at);
    case JNI_FIELD_NAMES: return hash_names(hash, (const jn_name_list *)(const void *)at);
    case JNI_FIELD_STEPS: return hash_steps(hash, &((const jn_subsystem_def *)def)->sequence);
    case JNI_FIELD_QUANTITIES:
    case JNI_FIELD_PROPERTIES:
    case JNI_FIELD_NUMBERS: {
      const jn_numbers *list = (const jn_numbers *)(const void *)at;
      return jni_hash_numbers(hash_int(hash, list->n), list->value, list->n);
    }
    case JNI_FIELD_GEOMETRY: return hash_geometry(hash, (const jn_geometry *)(const void *)at);
    case JNI_FIELD_ROAD: return jni_hash64(hash, at, sizeof(jn_road));
    case JNI_FIELD_TABLE: return hash_named(hash, ((const jn_lookup *)(const void *)at)->i);
    case JNI_FIELD_SOIL: return hash_named(hash, ((const jn_soil *)(const void *)at)->i);
    case JNI_FIELD_ROADS:
    case JNI_FIELD_POINTS:
    case JNI_FIELD_GRID:
    case JNI_FIELD_SEGMENTS:  // in the parts of a road
    case JNI_FIELD_PLACE:     // shapes do not affect the equations
    case JNI_FIELD_PLACES:
    case JNI_FIELD_ORIENTATION:
    case JNI_FIELD_FACTORS:
    case JNI_FIELD_COLOUR:
    case JNI_FIELD_MESH:
    case JNI_FIELD_CORNERS:
    case JNI_FIELD_CORNER:
    case JNI_FIELD_PIECES:
    case JNI_FIELD_POINT_TERMS:
    case JNI_FIELD_JOINT_TERMS: return hash;  // hashed after the other fields
  }
  return hash;
}

static uint64_t hash_terms(uint64_t hash, const jn_term *terms, int n) {
  for (int i = 0; i < n; i++) {
    hash = hash_text(hash_int(hash_int(hash, terms[i].frame.i), terms[i].joint.i), terms[i].coordinate);
    hash = jni_hash_numbers(hash, &terms[i].factor, 1);
  }
  return hash;
}

static uint64_t hash_mirror(uint64_t hash, unsigned mirror) { return mirror ? hash_int(hash, (int)mirror) : hash; }

static uint64_t hash_joint(uint64_t hash, const jni_joint_element *joint) {
  hash = hash_mirror(hash_text(hash, joint->kind->name), joint->mirror);
  for (int i = 0; i < joint->kind->nfields; i++) hash = hash_field(hash, &joint->kind->fields[i], &joint->def);
  return hash_terms(hash, joint->def.terms, joint->def.nterms);
}

static uint64_t hash_force(uint64_t hash, const jni_force_element *force) {
  hash = hash_mirror(hash_text(hash, force->kind->name), force->mirror);
  for (int i = 0; i < force->kind->nfields; i++) hash = hash_field(hash, &force->kind->fields[i], &force->def);
  return hash_terms(hash, force->def.terms, force->def.nterms);
}

static uint64_t hash_subsystem(uint64_t hash, const jni_subsystem_element *e) {
  hash = hash_text(hash_mirror(hash_text(hash, e->kind->name), e->mirror), e->name);
  for (int i = 0; i < e->kind->nfields; i++) hash = hash_field(hash, &e->kind->fields[i], &e->def);
  hash = jni_hash_numbers(jni_hash_numbers(hash, &e->period, 1), &e->offset, 1);
  return e->hash ? jni_hash64(hash, &e->hash, sizeof e->hash) : hash;
}

static uint64_t hash_road(uint64_t hash, const jni_road_element *road) {
  hash = hash_text(hash, road->kind->name);
  for (int i = 0; i < road->kind->nfields; i++) hash = hash_field(hash, &road->kind->fields[i], &road->def);
  for (int i = 0; i < road->def.nroads; i++) hash = hash_int(hash, road->roads[i].i);
  for (int i = 0; i < road->nparts; i++) {
    const jnk_road_part *part = &road->parts[i];
    hash = jni_hash_numbers(hash_int(hash_int(hash_int(hash, (int)part->kind), part->n), part->ny), part->a, 4);
    hash = jni_hash_numbers(hash, part->x, part->x && part->kind != JNK_PART_GRID ? part->n : 0);
    hash = jni_hash_numbers(hash, part->z, !part->z ? 0 : part->kind == JNK_PART_GRID ? part->n * part->ny : part->n);
  }
  for (int i = 0; i < road->nzones; i++) {
    const jnk_zone *zone = &road->zones[i];
    hash = jni_hash_numbers(jni_hash_numbers(jni_hash_numbers(hash, zone->x, 2), zone->y, 2), &zone->friction, 1);
  }
  return hash;
}

static uint64_t hash_soil(uint64_t hash, const jni_soil *soil) {
  const jnk_soil *s = &soil->soil;
  const double all[] = {s->n, s->k_c, s->k_phi, s->shear.c, s->shear.tan_phi, s->shear.K};
  return jni_hash_numbers(hash, all, 6);
}

static uint64_t hash_body(uint64_t hash, const jni_body *body) {
  hash = jni_hash_numbers(hash_int(hash, body->particle), &body->mass, 1);
  return jni_hash_numbers(jni_hash_numbers(hash, body->inertia, 6), body->com, 3);
}

static uint64_t hash_frame(uint64_t hash, const jni_frame *frame) {
  return jni_hash_numbers(jni_hash_numbers(hash_int(hash, frame->body), frame->p, 3), frame->R, 9);
}

static uint64_t hash_profile(uint64_t hash, const jni_profile *profile) {
  for (int i = 0; i < profile->npieces; i++) {
    const jni_profile_piece *p = &profile->pieces[i];
    const double numbers[] = {p->end[0][0], p->end[0][1], p->end[1][0], p->end[1][1], p->theta[0], p->theta[1],
                              p->O[0],      p->O[1],      p->rho,       p->base,      p->u[0],     p->u[1]};
    hash = jni_hash_numbers(hash_int(hash_int(hash, (int)p->sort), p->link[1]), numbers, 12);
    if (p->spline) hash = jni_hash_numbers(hash, p->spline, 4 * (p->nspline + 1));
  }
  return hash_int(hash, profile->npieces);
}

static uint64_t hash_contact(uint64_t hash, const jni_contact_element *contact) {
  hash = hash_text(hash, contact->name);
  if (contact->compliant) hash = hash_int(hash, 1);
  for (int i = 0; i < contact->npairs; i++) {
    const jni_contact_pair *pair = &contact->pairs[i];
    const double numbers[] = {pair->friction, pair->friction_static, pair->restitution};
    hash = jni_hash_numbers(hash, numbers, 3);
    if (contact->compliant)
      hash = jni_hash_numbers(hash, (const double *)(const void *)&pair->law, JNK_COMPLIANT_NUMBERS);
    for (int k = 0; k < 2; k++) {
      const jni_contact_shape *s = &pair->geometry[k];
      hash = hash_int(hash_int(hash, (int)s->touch), s->body);
      hash = jni_hash_numbers(jni_hash_numbers(jni_hash_numbers(hash, s->p, 3), s->R, 9), s->half, 3);
      hash = jni_hash_numbers(hash, &s->radius, 1);
      if (s->profile) hash = hash_profile(hash, s->profile);
      if (s->touch == JNI_TOUCH_HULL) hash = jni_hash_numbers(hash, s->solid->vertex[0], 3 * s->solid->nvertices);
    }
  }
  return hash;
}

static uint64_t hash_event(uint64_t hash, const jni_event *event) {
  if (event->contact >= 0) hash = hash_int(hash_int(hash, event->contact), (int)event->change);
  hash = hash_int(hash_text(hash, event->when), event->direction);
  hash = jni_hash_numbers(jni_hash_numbers(hash, &event->at, 1), &event->every, 1);
  for (int i = 0; i < 2 * event->nset; i++) hash = hash_text(hash, event->set[i]);
  return hash_int(hash, event->stop);
}

static uint64_t hash_state(uint64_t hash, const jni_state *state) {
  return hash_text(jni_hash_numbers(hash_text(hash, state->name), &state->initial, 1), state->rate);
}

static uint64_t hash_input(uint64_t hash, const jni_input *input) {
  return hash_law(hash_text(hash_text(hash, input->name), input->expression), &input->table);
}

static uint64_t hash_computed(uint64_t hash, const jni_named_signal *signal) {
  return hash_text(hash_text(hash, signal->name), signal->expression);
}

static uint64_t hash_table(uint64_t hash, const jni_table *table) {
  const jnk_lookup *t = &table->lookup;
  hash = hash_int(hash_int(hash_text(hash, table->name), t->smooth), t->hold);
  for (int i = 0; i < 2; i++) hash = jni_hash_numbers(hash_int(hash, t->n[i]), t->x[i], t->n[i]);
  return jni_hash_numbers(hash, t->f, t->n[0] * t->n[1]);
}

// ---- the whole model --------------------------------------------------------------------------------------------

uint64_t jni_code_hash(const jn_model *model) {
  uint64_t hash = jni_hash_numbers(hash_int(0, model->space), model->gravity, 3);
#define HASH_ALL(array, function) \
  for (int i = 0; i < model->n##array; i++) hash = function(hash, &model->array[i])
  HASH_ALL(bodies, hash_body);
  HASH_ALL(frames, hash_frame);
  HASH_ALL(joints, hash_joint);
  HASH_ALL(forces, hash_force);
  HASH_ALL(subsystems, hash_subsystem);
  HASH_ALL(soils, hash_soil);
  HASH_ALL(roads, hash_road);
  HASH_ALL(inputs, hash_input);
  HASH_ALL(auxiliaries, hash_state);
  HASH_ALL(discretes, hash_state);
  HASH_ALL(computed, hash_computed);
  HASH_ALL(tables, hash_table);
  HASH_ALL(contacts, hash_contact);
  HASH_ALL(events, hash_event);
#undef HASH_ALL
  return hash;
}

uint64_t jni_equations_hash(const jn_model *model) {
  uint64_t hash = jni_code_hash(model);
  for (int i = 0; i < model->ninitials; i++) {
    const jni_initial *initial = &model->initials[i];
    hash = hash_int(hash_text(hash, initial->name), initial->keep + initial->hold);
    hash = jni_hash_numbers(hash, &initial->value, 1);
  }
  return hash;
}
