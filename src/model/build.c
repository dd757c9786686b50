// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// build.c - adds bodies, frames, signals, states, events, initial values and outputs: each definition is checked and
// copied.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/mirror.h"

// Makes space for a new element at the end of an array of the model and returns a pointer to it, set to zero; NULL: no
// memory. The caller increases the number of elements.
#define NEW_ELEMENT(model, field)                                                                                  \
  (jni_model_grow((model), &(model)->field, &(model)->capacity_##field, (model)->n##field, sizeof *(model)->field) \
       ? &(model)->field[(model)->n##field]                                                                        \
       : NULL)

bool jni_model_grow(jn_model *model, void *array_pointer, int *capacity, int n, size_t size) {
  JNI_ASSERT(!model->finished && "a finished model is constant");
  if (!jni_pool_grow(&model->pool, array_pointer, capacity, n + 1, size)) model->no_memory = true;
  return !model->no_memory;
}

static char *copy(jn_model *model, const char *text) {
  char *made = jni_pool_text(&model->pool, text ? text : "", text ? strlen(text) : 0);
  if (!made) model->no_memory = true;
  return made;
}

double *jni_model_doubles(jn_model *model, const double *values, int n) {
  double *made = n > 0 ? jni_doubles(&model->pool, (size_t)n) : NULL;
  if (model->pool.failed) model->no_memory = true;
  return made ? memcpy(made, values, (size_t)n * sizeof *made) : NULL;
}

char *jni_model_text(jn_model *model, const char *text, const char *key) {
  if (!text) return NULL;
  char *made = copy(model, text);
  const jni_element_key *entry = key ? jni_model_find_key(model, key) : NULL;
  jni_text_place *place = made && entry ? NEW_ELEMENT(model, text_places) : NULL;
  if (place) {
    *place = (jni_text_place){made, entry->place, entry->file};
    model->ntext_places++;
  }
  return made;
}

void jni_model_add_bound_formula(jn_model *model, const jni_bound_formula *formula) {
  jni_bound_formula *made = NEW_ELEMENT(model, bound_formulas);
  if (!made) return;
  *made = *formula;
  made->text = copy(model, formula->text);
  made->port = copy(model, formula->port);
  if (formula->file) made->file = copy(model, formula->file);
  if (!model->no_memory) model->nbound_formulas++;
}

// ---- names ------------------------------------------------------------------------------------

bool jni_name_is_legal(const char *name) {
  if (!name || !name[0] || (name[0] >= '0' && name[0] <= '9')) return false;
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  size_t length = strspn(name, letters);
  return name[length] == '\0' && length <= JNI_MAX_NAME;
}

// Copies `text` to `at` without its final zero, as far as it fits before `end`. Returns the place after the last
// character.
static char *append(char *at, const char *end, const char *text) {
  while (*text && at < end) *at++ = *text++;
  return at;
}

void jni_element_text(char element[JNI_ELEMENT_SIZE], const char *what, const char *name) {
  const char *end = element + JNI_ELEMENT_SIZE - 2;
  char *at = append(element, end, what);
  if (name) {
    at = append(append(at, end, " '"), end, name);
    *at++ = '\'';
  }
  *at = '\0';
}

static bool is_among(const char *name, const char *words) {
  size_t n = strlen(name);
  for (const char *at = strstr(words, name); at; at = strstr(at + n, name))
    if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0')) return true;
  return false;
}

// Returns whether an element of this group must not have this name, because the word already means something where
// names of the group are used: x after the name of a body, for example, or t in an expression.
static bool is_reserved(jni_name_group group, const char *name) {
  static const char first[] = "joint force input time t energy momentum angular_momentum violation pi e and or not if";
  static const char of_body[] =
      "x y z vx vy vz ax ay az wx wy wz qw qx qy qz position velocity acceleration angle rate angular_acceleration "
      "quaternion orientation omega";
  if (group == JNI_NAME_JOINT || group == JNI_NAME_FORCE || group == JNI_NAME_ROAD || group == JNI_NAME_SOIL ||
      group == JNI_NAME_EVENT || group == JNI_NAME_OUTPUT || group == JNI_NAME_SHAPE || group == JNI_NAME_SUBSYSTEM)
    return false;
  return is_among(name, group == JNI_NAME_FRAME ? of_body : first);  // a point follows its body: body.point
}

// Returns the word for an element of another group that has the same name, such as "body". Compares only groups whose
// names expressions use without a prefix: bodies, uses, inputs, states and signals. Returns NULL if there is no such
// element, or if `group` is none of these.
static const char *used_elsewhere(const jn_model *model, jni_name_group group, const char *name) {
  static const struct {
    jni_name_group group;
    const char *what;
  } alone[] = {{JNI_NAME_BODY, "body"},
               {JNI_NAME_USE, "use of a part"},
               {JNI_NAME_INPUT, "input"},
               {JNI_NAME_AUXILIARY, "auxiliary state"},
               {JNI_NAME_DISCRETE, "discrete state"},
               {JNI_NAME_COMPUTED, "signal"}};
  enum { N = sizeof alone / sizeof *alone };
  bool is_alone = false;
  for (int i = 0; i < N; i++) is_alone = is_alone || alone[i].group == group;
  for (int i = 0; is_alone && i < N; i++)
    if (alone[i].group != group && jni_names_get(model->names, alone[i].group, 0, name) >= 0) return alone[i].what;
  return NULL;
}

// Reports the fault that a name is already used; number: index of the element that has it. Joints and drivers share a
// group: if one of each has the name, the message says so, and gives the line of the other one if it is in the same
// file.
static void report_duplicate(jn_model *model, jni_name_group group, const char *element, const char *what, int number) {
  const jni_joint_element *joint = group == JNI_NAME_JOINT && number >= 0 ? &model->joints[number] : NULL;
  const char *other = joint && joint->kind && joint->kind->driver ? "driver" : "joint";
  char line[32] = "";
  if (joint && joint->place.line > 0 && joint->place.file == model->place.file)
    snprintf(line, sizeof line, " on line %d", joint->place.line);
  if (joint && strcmp(other, what) != 0)
    jni_model_fault(model, element, "the name is already that of the %s%s: joints and drivers share their names", other,
                    line);
  else jni_model_fault(model, element, "the name is used twice");
}

bool jni_model_check_name(jn_model *model, jni_name_group group, int owner, const char *what, const char *name) {
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, what, name ? name : "");
  if (!name || !name[0]) {
    jni_model_fault(model, what, "the name is missing");
    return false;
  }
  const char *own = name + model->path_length;  // path of the name, which the reader has checked already
  if (!jni_name_is_legal(own)) {
    jni_model_fault(
        model, element,
        "a name consists of letters, digits and _, does not begin with a digit and has at most %d characters",
        (int)JNI_MAX_NAME);
    return false;
  }
  if (is_reserved(group, own)) jni_model_fault(model, element, "'%s' is a reserved word of expressions", own);
  int number = jni_names_get(model->names, group, owner, name);
  if (number != JNI_NAME_NONE) {
    report_duplicate(model, group, element, what, number);
    return false;
  }
  const char *other = used_elsewhere(model, group, name);
  if (other) {
    jni_model_fault(model, element, "the name is already that of %s %s",
                    other[0] == 'a' || other[0] == 'i' ? "an" : "a", other);
    return false;
  }
  return true;
}

static void register_name(jn_model *model, jni_name_group group, int owner, const char *name, int number) {
  if (name && !jni_names_put(model->names, group, owner, name, number)) model->no_memory = true;
}

// ---- bodies and frames ------------------------------------------------------------------------

static bool any_nonzero(const double *values, int n) {
  for (int i = 0; i < n; i++)
    if (values[i] != 0) return true;
  return false;
}

static void check_body(jn_model *model, const jn_body_def *def, const char *element) {
  const double *I = def->inertia;
  if (!jni_model_key_is_faulty(model, "mass") && !(def->mass >= 0 && isfinite(def->mass)))
    jni_model_fault_key(model, element, "mass", "mass must be zero or positive, got %g", def->mass);
  if (jni_model_key_is_faulty(model, "inertia") || jni_model_key_is_faulty(model, "com")) return;
  if (!jni_all_finite(I, 6) || !jni_all_finite(def->com, 3)) {
    jni_model_fault(model, element, "inertia and com must be finite");
  } else if (def->particle) {
    if (any_nonzero(I, 6)) jni_model_fault_key(model, element, "inertia", "a particle has no inertia");
    if (any_nonzero(def->com, 3)) jni_model_fault_key(model, element, "com", "a particle is its own centre of mass");
  } else if (model->space == JN_PLANE && !(I[2] >= 0)) {
    jni_model_fault_key(model, element, "inertia", "inertia must be zero or positive, got %g", I[2]);
  } else if (model->space == JN_SPACE && !(I[0] >= 0 && I[1] >= 0 && I[2] >= 0)) {
    jni_model_fault_key(model, element, "inertia", "the diagonal of the inertia must be zero or positive");
  } else if (model->space == JN_PLANE && def->com[2] != 0) {
    jni_model_fault_key(model, element, "com", "the centre of mass must lie in the plane (z = 0)");
  }
}

static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

// Adds a frame to the model without checking it, and registers its name unless that is empty. Returns the index of the
// frame; -1: no memory.
static int put_frame(jn_model *model, int body, const char *name, const double p[3], const double R[9], bool oriented) {
  jni_frame *frame = NEW_ELEMENT(model, frames);
  if (!frame) return -1;
  *frame = (jni_frame){.body = body, .oriented = oriented, .place = model->place};
  memcpy(frame->p, p, sizeof frame->p);
  memcpy(frame->R, R, sizeof frame->R);
  frame->name = copy(model, name);
  int i = model->nframes++;
  if (frame->name && name[0]) register_name(model, JNI_NAME_FRAME, body, frame->name, i);
  return i;
}

jn_body jn_model_add_body(jn_model *model, const jn_body_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_body_def_default()");
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "body", def->name ? def->name : "");
  bool named = model->nbodies == 0 || jni_model_check_name(model, JNI_NAME_BODY, 0, "body", def->name);
  check_body(model, def, element);

  jni_body *body = NEW_ELEMENT(model, bodies);
  if (!body) return (jn_body){-1};
  int i = model->nbodies++;
  *body = (jni_body){.particle = def->particle, .unseen = def->unseen, .mass = def->mass, .place = model->place};
  memcpy(body->inertia, def->inertia, sizeof body->inertia);
  jni_reflect_inertia(model->mirror, body->inertia);
  jni_mirror_point(model->mirror, def->com, body->com);
  body->name = copy(model, def->name);
  if (named) register_name(model, JNI_NAME_BODY, 0, body->name, i);
  static const double zero[3] = {0, 0, 0};
  body->frame = put_frame(model, i, "", zero, identity, false);
  body->com_frame = put_frame(model, i, "com", body->com, identity, false);
  return (jn_body){i};
}

// Computes R, the rotation from frame axes to body axes, from a quaternion of any length. Records the formulas of its
// elements in the trace, in case the quaternion depends on kept parameters.
static void rotation(jni_trace *trace, const double quaternion[4], double R[9]) {
  double n = sqrt(quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1] + quaternion[2] * quaternion[2] +
                  quaternion[3] * quaternion[3]);
  double w = quaternion[0] / n, x = quaternion[1] / n, y = quaternion[2] / n, z = quaternion[3] / n;
  R[0] = 1 - 2 * (y * y + z * z);
  R[1] = 2 * (x * y - w * z);
  R[2] = 2 * (x * z + w * y);
  R[3] = 2 * (x * y + w * z);
  R[4] = 1 - 2 * (x * x + z * z);
  R[5] = 2 * (y * z - w * x);
  R[6] = 2 * (x * z - w * y);
  R[7] = 2 * (y * z + w * x);
  R[8] = 1 - 2 * (x * x + y * y);
  jni_trace_rotation(trace, quaternion, R);
}

static bool check_frame(jn_model *model, int body, const char *element, const double p[3], const double *quaternion) {
  if (!jni_all_finite(p, 3) || (quaternion && !jni_all_finite(quaternion, 4))) {
    jni_model_fault(model, element, "its position and orientation must be finite");
    return false;
  }
  if (quaternion && !any_nonzero(quaternion, 4)) {
    jni_model_fault(model, element, "the quaternion is zero");
    return false;
  }
  if (model->space == JN_PLANE && p[2] != 0) {
    jni_model_fault(model, element, "it must lie in the plane (z = 0)");
    return false;
  }
  if (model->space == JN_PLANE && quaternion && any_nonzero(quaternion + 1, 2)) {
    jni_model_fault(model, element, "in the plane a frame can turn about z only");
    return false;
  }
  if (model->bodies[body].particle && any_nonzero(p, 3)) {
    jni_model_fault(model, element, "a particle is a point: it must be at zero");
    return false;
  }
  return true;
}

jn_frame jn_model_add_frame(jn_model *model, jn_body body, const char *name, const double p[3],
                            const double quaternion[4]) {
  return jni_model_add_frame(model, body, name, name, p, quaternion);
}

jn_frame jni_model_add_frame(jn_model *model, jn_body body, const char *name, const char *alone, const double p[3],
                             const double quaternion[4]) {
  JNI_ASSERT(model);
  if (model->no_memory) return (jn_frame){-1};
  char element[JNI_ELEMENT_SIZE];
  if (body.i < 0 || body.i >= model->nbodies) {
    jni_model_fault(model, "frame", "there is no such body");
    return (jn_frame){-1};
  }
  const char *of = model->bodies[body.i].name;
  snprintf(element, sizeof element, "point '%.120s.%.120s'", of, name ? name : "");
  bool named = jni_model_check_name(model, JNI_NAME_FRAME, body.i, quaternion ? "frame" : "point", name);
  bool sound = p ? check_frame(model, body.i, element, p, quaternion) : false;
  if (!p) jni_model_fault(model, element, "it has no position");

  double R[9], at[3] = {0, 0, 0};
  memcpy(R, identity, sizeof R);
  if (quaternion && sound) rotation(model->trace, quaternion, R);
  if (sound) jni_mirror_point(model->mirror, p, at);
  jni_reflect_rotation(model->mirror, R);
  int i = put_frame(model, body.i, named ? name : "", at, R, quaternion != NULL);
  if (i < 0 || !named || !model->frames[i].name) return (jn_frame){i};
  bool several = jni_names_get(model->names, JNI_NAME_POINT, 0, alone) != JNI_NAME_NONE;
  const char *kept = strcmp(alone, name) == 0 ? model->frames[i].name : copy(model, alone);
  register_name(model, JNI_NAME_POINT, 0, kept, several ? JNI_NAME_SEVERAL : i);
  return (jn_frame){i};
}

jn_frame jni_model_add_unnamed_frame(jn_model *model, jn_body body, const double p[3], const double *quaternion) {
  double R[9];
  memcpy(R, identity, sizeof R);
  if (quaternion) rotation(model->trace, quaternion, R);
  return (jn_frame){model->no_memory ? -1 : put_frame(model, body.i, "", p, R, quaternion != NULL)};
}

void jn_model_set_gravity(jn_model *model, const double gravity[3]) {
  JNI_ASSERT(model);
  if (!gravity || !jni_all_finite(gravity, 3)) jni_model_fault_key(model, "", "gravity", "gravity must be finite");
  else if (model->space == JN_PLANE && gravity[2] != 0)
    jni_model_fault_key(model, "", "gravity", "gravity must lie in the plane");
  else memcpy(model->gravity, gravity, sizeof model->gravity);
}

// ---- inputs and states ------------------------------------------------------------------------

bool jni_model_copy_law(jn_model *model, const jn_law *law, jn_law *made) {
  int ncoefficients = law->ncoefficients * (law->nbreaks + 1);
  *made = *law;
  made->x = jni_model_doubles(model, law->x, law->n);
  made->y = jni_model_doubles(model, law->y, law->n);
  made->polynomial = jni_model_doubles(model, law->polynomial, ncoefficients);
  made->breaks = jni_model_doubles(model, law->breaks, law->nbreaks);
  return !model->no_memory;
}

// Checks that the n values x ascend; `what` is their name in the message. Reports a fault at `key` and returns false if
// they do not.
static bool check_ascends(jn_model *model, const char *element, const char *key, const char *what, const double *x,
                          int n) {
  for (int i = 1; i < n; i++)
    if (!(x[i] > x[i - 1])) {
      jni_model_fault_key(model, element, key, "%s: the %s must ascend, but %g follows %g", key, what, x[i], x[i - 1]);
      return false;
    }
  return true;
}

bool jni_model_check_law(jn_model *model, const char *element, const char *key, const jn_law *law) {
  if (jni_model_key_is_faulty(model, key)) return false;
  if (law->n > 0 && law->ncoefficients > 0) {
    jni_model_fault_key(model, element, key, "%s: a law is a table or a polynomial, not both", key);
    return false;
  }
  if (law->n < 0 || law->ncoefficients < 0 || law->nbreaks < 0 || (law->n > 0 && (!law->x || !law->y)) ||
      (law->ncoefficients > 0 && !law->polynomial) || (law->nbreaks > 0 && !law->breaks)) {
    jni_model_fault_key(model, element, key, "%s: its numbers are missing", key);
    return false;
  }
  if (law->n == 1) {
    jni_model_fault_key(model, element, key, "%s: a table needs at least two points", key);
    return false;
  }
  if (law->nbreaks > 0 && law->ncoefficients < 1) {
    jni_model_fault_key(model, element, key, "%s: 'breaks' needs 'pieces'", key);
    return false;
  }
  if (!jni_all_finite(law->polynomial, law->ncoefficients * (law->nbreaks + 1)) ||
      !jni_all_finite(law->breaks, law->nbreaks) || !jni_all_finite(law->x, law->n) ||
      !jni_all_finite(law->y, law->n)) {
    jni_model_fault_key(model, element, key, "%s: its numbers must be finite", key);
    return false;
  }
  return check_ascends(model, element, key, "table", law->x, law->n) &&
         check_ascends(model, element, key, "breaks", law->breaks, law->nbreaks);
}

int jn_model_add_input(jn_model *model, const char *name, const char *expression, jn_law table) {
  JNI_ASSERT(model);
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "input", name ? name : "");
  bool named = jni_model_check_name(model, JNI_NAME_INPUT, 0, "input", name);
  bool sound = jni_model_check_law(model, element, "table", &table);
  if (sound && (expression != NULL) == (table.n > 0) && !jni_model_key_is_faulty(model, "expression"))
    jni_model_fault(model, element, "an input is either an expression of t or a table over time");
  jni_input *input = NEW_ELEMENT(model, inputs);
  if (!input) return -1;
  int i = model->ninputs++;
  *input = (jni_input){.name = copy(model, name), .safe = NAN, .place = model->place};
  if (sound) jni_model_copy_law(model, &table, &input->table);
  model->inputs[i].expression = jni_model_text(model, expression, "expression");
  if (named) register_name(model, JNI_NAME_INPUT, 0, model->inputs[i].name, i);
  return i;
}

void jn_model_set_input_safe(jn_model *model, int input, double safe) {
  JNI_ASSERT(model && input >= 0 && input < model->ninputs);
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "input", model->inputs[input].name);
  if (!isfinite(safe)) jni_model_fault_key(model, element, "safe", "safe: must be finite");
  else model->inputs[input].safe = safe;
}

static void check_start(jn_model *model, const char *element, double initial) {
  if (!jni_model_key_is_faulty(model, "initial") && !isfinite(initial))
    jni_model_fault_key(model, element, "initial", "the initial value must be finite");
}

int jn_model_add_auxiliary(jn_model *model, const char *name, double initial, const char *rate) {
  JNI_ASSERT(model);
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "auxiliary", name ? name : "");
  bool named = jni_model_check_name(model, JNI_NAME_AUXILIARY, 0, "auxiliary", name);
  check_start(model, element, initial);
  if (!rate && !jni_model_key_is_faulty(model, "rate")) jni_model_fault(model, element, "needs 'rate', an expression");
  jni_state *state = NEW_ELEMENT(model, auxiliaries);
  if (!state) return -1;
  int i = model->nauxiliaries++;
  *state = (jni_state){.name = copy(model, name), .initial = initial, .mirror = model->mirror, .place = model->place};
  model->auxiliaries[i].rate = jni_model_text(model, rate, "rate");
  if (named) register_name(model, JNI_NAME_AUXILIARY, 0, model->auxiliaries[i].name, i);
  return i;
}

int jn_model_add_discrete(jn_model *model, const char *name, double initial) {
  JNI_ASSERT(model);
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "discrete", name ? name : "");
  bool named = jni_model_check_name(model, JNI_NAME_DISCRETE, 0, "discrete", name);
  check_start(model, element, initial);
  jni_state *state = NEW_ELEMENT(model, discretes);
  if (!state) return -1;
  int i = model->ndiscretes++;
  *state = (jni_state){.name = copy(model, name), .initial = initial, .place = model->place};
  if (named) register_name(model, JNI_NAME_DISCRETE, 0, state->name, i);
  return i;
}

// ---- events -----------------------------------------------------------------------------------

static void check_event(jn_model *model, const jn_event_def *def, const char *element) {
  bool bad = jni_model_key_is_faulty(model, "when") || jni_model_key_is_faulty(model, "at") ||
             jni_model_key_is_faulty(model, "every");
  if (def->direction < -1 || def->direction > 1)
    jni_model_fault_key(model, element, "direction", "direction must be -1, 0 or 1");
  if (bad || def->when) return;
  if (!(def->at >= 0 && isfinite(def->at))) jni_model_fault_key(model, element, "at", "'at' must be zero or positive");
  if (!(def->every >= 0 && isfinite(def->every)))
    jni_model_fault_key(model, element, "every", "'every' must be zero or positive");
}

static bool copy_set(jn_model *model, jni_event *event, const char *const *set) {
  int n = 0;
  while (set && set[2 * n]) n++;
  event->set = jni_take(&model->pool, 2 * (size_t)n + 1, sizeof *event->set);
  if (!event->set) {
    model->no_memory = true;
    return false;
  }
  event->nset = n;
  for (int i = 0; i < n; i++) {
    event->set[2 * i] = copy(model, set[2 * i]);
    event->set[2 * i + 1] = jni_model_text(model, set[2 * i + 1] ? set[2 * i + 1] : "", set[2 * i]);
  }
  return !model->no_memory;
}

static const char *contact_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->ncontacts && i < JNI_MAX_CANDIDATES ? model->contacts[i].name : NULL;
}

static const char *change_candidate(const void *context, int i) {
  (void)context;
  return jni_contact_change_names[i];
}

// Sets event->contact and event->change from the contact and the change that the definition of the event names. Reports
// a fault if there is no such contact or no such change. Without a contact in the definition, sets event->contact to
// -1.
static void find_contact(jn_model *model, const jn_event_def *def, const char *element, jni_event *event) {
  char hint[96];
  event->contact = -1;
  if (!def->contact) return;
  event->contact = jni_names_get(model->names, JNI_NAME_CONTACT, 0, def->contact);
  jni_suggest(def->contact, contact_candidate, model, hint, sizeof hint);
  if (event->contact < 0)
    jni_model_fault_key(model, element, "on", "there is no contact '%.60s'%s", def->contact, hint);
  const char *change = def->change ? def->change : "";
  for (int i = 0; jni_contact_change_names[i]; i++)
    if (strcmp(jni_contact_change_names[i], change) == 0) {
      event->change = (jni_contact_change)i;
      return;
    }
  jni_suggest(change, change_candidate, NULL, hint, sizeof hint);
  jni_model_fault_key(model, element, "when",
                      "with 'on', 'when' is hits, closes, opens, slips or sticks, got '%.40s'%s", change, hint);
}

int jn_model_add_event(jn_model *model, const jn_event_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_event_def_default()");
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "event", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_EVENT, 0, "event", def->name);
  check_event(model, def, element);
  jni_event *event = NEW_ELEMENT(model, events);
  if (!event) return -1;
  int i = model->nevents++;
  *event = (jni_event){.name = copy(model, def->name),
                       .direction = def->direction,
                       .at = def->at,
                       .every = def->every,
                       .stop = def->stop,
                       .mirror = model->mirror,
                       .place = model->place};
  event->when = jni_model_text(model, def->when, "when");
  find_contact(model, def, element, event);
  copy_set(model, event, def->set);
  if (named) register_name(model, JNI_NAME_EVENT, 0, event->name, i);
  return i;
}

// ---- initial values and outputs ---------------------------------------------------------------

void jn_model_set_initial(jn_model *model, const char *name, double value, bool keep) {
  JNI_ASSERT(model);
  char element[JNI_ELEMENT_SIZE];
  jni_element_text(element, "initial", name ? name : "");
  if (!isfinite(value)) jni_model_fault(model, element, "the value must be finite");
  jni_initial *initial = NEW_ELEMENT(model, initials);
  if (!initial) return;
  model->ninitials++;
  *initial = (jni_initial){
      .name = copy(model, name), .value = value, .keep = keep, .mirror = model->mirror, .place = model->place};
}

void jn_model_add_output(jn_model *model, const char *name, const char *expression) {
  JNI_ASSERT(model);
  jni_output *output = NEW_ELEMENT(model, outputs);
  if (!output) return;
  model->noutputs++;
  *output = (jni_output){.name = copy(model, name), .mirror = model->mirror, .place = model->place};
  output->expression = copy(model, expression ? expression : name);
  output->factor = 1;
  // Records the setting that the expression comes from: settings have no line, so faults name the setting.
  jni_text_place *place = output->expression && model->place_file ? NEW_ELEMENT(model, text_places) : NULL;
  if (place) {
    *place = (jni_text_place){output->expression, model->place, model->place_file};
    model->ntext_places++;
  }
}
