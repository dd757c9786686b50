// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// finish.c - the last checks of a model, after all elements have been read: references between elements, expressions,
// outputs.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/compliant_contact.h"
#include "model/finish.h"
#include "model/mirror.h"
#include "model/road/road.h"
#include "symbolic/call_constants.h"

// ---- joints and forces ------------------------------------------------------------------------

static bool names_joint(const jn_model *model, jn_joint joint, bool *exist) {
  if (joint.i < 0) return false;
  if (joint.i >= model->njoints || !model->joints[joint.i].kind) *exist = false;
  return true;
}

// Returns whether all joints to which the definition of a joint refers exist and have a kind. Only then may the check
// of its own kind be called, which accesses them.
static bool joints_exist(const jn_model *model, const jn_joint_def *def) {
  bool exist = true;
  names_joint(model, def->joint, &exist);
  names_joint(model, def->other[0], &exist);
  names_joint(model, def->other[1], &exist);
  for (int i = 0; i < def->nterms; i++) names_joint(model, def->terms[i].joint, &exist);
  return exist;
}

// Checks an expression of an element, for which no dependency needs to be recorded, because nothing depends on its
// value. reach: the signals that it may read.
static void check_expression(jn_model *model, jni_place place, const char *element, const char *key, const char *text,
                             jni_readable reach) {
  jni_finish_expression(model, &(jni_checked_expression){place, element, key, text, reach, -1}, NULL);
}

// Reports a fault at a place, unless a fault is already reported there: one entry with `repeat` makes several elements
// with the same place.
static void fault_once(jn_model *model, jni_place place, const char *element, const char *what) {
  if (jni_model_has_fault_at(model, place)) return;
  jni_finish_set_place(model, place, NULL);
  jni_model_fault(model, element, "%s", what);
}

static void check_joint(jn_model *model, jni_joint_element *joint) {
  char element[JNI_ELEMENT_SIZE], what[256] = "";
  jni_element_text(element, jni_joint_word(joint), joint->name);
  check_expression(model, joint->place, element, jni_joint_motion_key(joint->kind), joint->def.motion, JNI_READS_TIME);
  const char *followed = joint->def.follow.signal;
  check_expression(model, joint->place, element, "follow", followed, JNI_READS_MOTION);
  joint->def.follow.signal = jni_finish_reflected(model, joint->place, element, "follow", joint->mirror, 1, followed);
  if (joint->faulty || !joints_exist(model, &joint->def) || !joint->kind->check) return;
  bool sound = joint->kind->check(model, &joint->def, what, sizeof what);
  if (sound && joint->kind->function) {
    joint->function = jni_joint_function_new(model, &joint->def.function, what, sizeof what);
    sound = joint->function != NULL;
    model->no_memory = model->no_memory || model->pool.failed;
  }
  if (sound) return;
  fault_once(model, joint->place, element, what);
  joint->faulty = true;
}

// Checks that each joint's ends fit its constraint equations (a particle, for example, has no orientation) and reports
// faults. If the model has other faults, checks only joints that have two ends and no fault. Sets model->checked if
// there are no faults.
static void check_rows(jn_model *model) {
  bool sound = model->nfaults == 0;
  for (int i = 0; i < model->njoints && !model->no_memory; i++) {
    char element[JNI_ELEMENT_SIZE], what[256] = "";
    if (!sound && (model->joints[i].faulty || !model->joints[i].kind->two_ended)) continue;
    if (jni_joint_rows(model, i, what, sizeof what) >= 0) continue;
    model->no_memory = strcmp(what, "out of memory") == 0;
    jni_element_text(element, jni_joint_word(&model->joints[i]), model->joints[i].name);
    if (!model->no_memory) fault_once(model, model->joints[i].place, element, what);
  }
  model->checked = model->nfaults == 0 && !model->no_memory;
}

static bool has_coordinate(jn_model *model, jn_joint named, const char *coordinate, const char *element) {
  const jni_joint_element *joint = &model->joints[named.i];
  if (jni_kind_coordinate(joint->kind, coordinate) >= 0) return true;
  char hint[96];
  jni_kind_suggest_coordinate(joint->kind, coordinate, hint, sizeof hint);
  if (coordinate)
    jni_model_fault(model, element, "joint '%s' (%s) has no coordinate '%.40s'%s", joint->name, joint->kind->name,
                    coordinate, hint);
  else jni_model_fault(model, element, "joint '%s' (%s) has no coordinate", joint->name, joint->kind->name);
  return false;
}

// Checks that the joint coordinates along which a force acts exist, pass jni_terms_check, and are either all angles or
// all displacements. Returns false if not, after reporting a fault, and if a fault is already reported at the place of
// the force.
static bool check_along(jn_model *model, const jni_force_element *force, const char *element) {
  const jn_force_def *def = &force->def;
  if (jni_model_has_fault_at(model, force->place)) return false;
  jni_finish_set_place(model, force->place, NULL);
  if (def->joint.i >= 0 && !has_coordinate(model, def->joint, def->coordinate, element)) return false;
  for (int i = 0; i < def->nterms; i++)
    if (!has_coordinate(model, def->terms[i].joint, def->terms[i].coordinate, element)) return false;
  char what[256] = "";
  if (!jni_terms_check(model, def->terms, def->nterms, what, sizeof what)) {
    jni_model_fault(model, element, "%s", what);
    return false;
  }
  for (int i = 1; i < def->nterms; i++) {
    const jn_term *first = &def->terms[0], *other = &def->terms[i];
    if (jni_is_angle(model, first->joint, first->coordinate) == jni_is_angle(model, other->joint, other->coordinate))
      continue;
    jni_model_fault(model, element,
                    "'terms' adds angles and displacements (joints '%.80s' and '%.80s'): take coordinates of one kind",
                    model->joints[first->joint.i].name, model->joints[other->joint.i].name);
    return false;
  }
  return true;
}

static void check_force(jn_model *model, int number, jni_dependencies *needs) {
  jni_force_element *force = &model->forces[number];
  char element[JNI_ELEMENT_SIZE], what[256] = "";
  jni_element_text(element, "force", force->name);
  for (int i = 0; i < 3; i++) {
    const char **value = &force->def.value[i], *key = jni_value_key(force->kind, i);
    jni_finish_expression(
        model, &(jni_checked_expression){force->place, element, key, *value, JNI_READS_MOTION, number}, needs);
    *value =
        jni_finish_reflected(model, force->place, element, key, force->mirror, jni_value_sign(model, force, i), *value);
  }
  bool exist = true;
  names_joint(model, force->def.joint, &exist);
  for (int i = 0; i < force->def.nterms; i++) names_joint(model, force->def.terms[i].joint, &exist);
  if (force->faulty || !exist || !check_along(model, force, element)) return;
  if (!force->kind->check || force->kind->check(model, &force->def, what, sizeof what)) return;
  fault_once(model, force->place, element, what);
}

// ---- inputs, states, events -------------------------------------------------------------------

static void check_signals(jn_model *model) {
  char element[JNI_ELEMENT_SIZE];
  for (int i = 0; i < model->ninputs; i++) {
    jni_element_text(element, "input", model->inputs[i].name);
    check_expression(model, model->inputs[i].place, element, "expression", model->inputs[i].expression, JNI_READS_TIME);
  }
  for (int i = 0; i < model->nauxiliaries; i++) {
    jni_element_text(element, "auxiliary", model->auxiliaries[i].name);
    jni_state *state = &model->auxiliaries[i];
    check_expression(model, state->place, element, "rate", state->rate, JNI_READS_MOTION);
    state->rate = jni_finish_reflected(model, state->place, element, "rate", state->mirror, 1, state->rate);
  }
}

static const char *state_candidate(const void *context, int i) {
  const jn_model *model = context;
  if (i < model->ndiscretes) return model->discretes[i].name;
  i -= model->ndiscretes;
  return i < model->nauxiliaries ? model->auxiliaries[i].name : NULL;
}

static void check_event(jn_model *model, jni_event *event) {
  char element[JNI_ELEMENT_SIZE], hint[96];
  jni_element_text(element, "event", event->name);
  check_expression(model, event->place, element, "when", event->when, JNI_READS_MOTION);
  event->when = jni_finish_reflected(model, event->place, element, "when", event->mirror, 1, event->when);
  for (int i = 0; i < event->nset; i++) {
    const char *name = event->set[2 * i], *text = event->set[2 * i + 1];
    bool state = jni_names_get(model->names, JNI_NAME_DISCRETE, 0, name) >= 0 ||
                 jni_names_get(model->names, JNI_NAME_AUXILIARY, 0, name) >= 0;
    if (!state) {
      jni_finish_set_place(model, event->place, text);
      jni_suggest(name, state_candidate, model, hint, sizeof hint);
      jni_model_fault(model, element, "'set' changes discrete and auxiliary states, but there is none called '%.60s'%s",
                      name, hint);
    }
    check_expression(model, event->place, element, name, text, JNI_READS_MOTION);
    event->set[2 * i + 1] = jni_finish_reflected(model, event->place, element, name, event->mirror, 1, text);
  }
}

// ---- initial values ---------------------------------------------------------------------------

static bool can_start(const jn_model *model, const jni_signal *s, char *what, size_t size) {
  bool of_frame = s->kind == JNI_SIGNAL_POSITION || s->kind == JNI_SIGNAL_VELOCITY;
  bool of_body = s->kind == JNI_SIGNAL_ANGLE || s->kind == JNI_SIGNAL_RATE || s->kind == JNI_SIGNAL_QUATERNION ||
                 s->kind == JNI_SIGNAL_OMEGA;
  bool of_joint = s->kind == JNI_SIGNAL_COORDINATE || s->kind == JNI_SIGNAL_COORDINATE_RATE;
  if (!of_frame && !of_body && !of_joint) {
    snprintf(what, size, "only positions, angles and their rates can have initial values");
    return false;
  }
  int body = of_frame ? model->frames[s->a].body : of_body ? s->a : -1;
  if (body == 0) {
    snprintf(what, size, "the ground does not move");
    return false;
  }
  return true;
}

static void check_initial(jn_model *model, int i, jni_names *seen) {
  jni_initial *initial = &model->initials[i];
  char element[JNI_ELEMENT_SIZE], what[256] = "";
  jni_element_text(element, "initial", initial->name);
  jni_finish_set_place(model, initial->place, NULL);
  jni_signal signals[JNI_MAX_COMPONENTS];
  int n = jni_signal_resolve(model, initial->name, signals, JNI_MAX_COMPONENTS, what, sizeof what);
  if (n > 1) snprintf(what, sizeof what, "it is a vector; give its components, such as '%.60s'", signals[0].name);
  if (n != 1 || !can_start(model, &signals[0], what, sizeof what)) {
    if (what[0]) jni_model_fault(model, element, "%s", what);
    return;
  }
  initial->signal = signals[0];
  initial->value *= jni_signal_sign(model, &signals[0], initial->mirror, what, sizeof what);
  if (jni_names_get(seen, JNI_NAME_KEY, 0, initial->name) >= 0)
    jni_model_fault(model, element, "the value is given twice");
  else if (!jni_names_put(seen, JNI_NAME_KEY, 0, initial->name, i)) model->no_memory = true;
}

static void check_initials(jn_model *model) {
  jni_names *seen = jni_names_new(model->pool.alloc);
  if (!seen) model->no_memory = true;
  for (int i = 0; i < model->ninitials && !model->no_memory; i++) check_initial(model, i, seen);
  jni_object_free(seen);
}

// ---- outputs ----------------------------------------------------------------------------------

typedef struct {
  jni_output *list;
  int n, capacity;
} output_list;

enum { MAX_OUTPUT_NAME = 300 };  // a path and the words of a signal

static bool is_name(const char *text) {
  return text[0] && strlen(text) <= MAX_OUTPUT_NAME &&
         text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.")] == '\0' &&
         !(text[0] >= '0' && text[0] <= '9') && text[0] != '.';
}

// Appends an output with this name and expression to `made`; unit and other settings are those of `from`. An output
// with the same name, expression and unit as an earlier one is omitted; the same name with another expression or unit
// is reported as a fault.
static void put_output(jn_model *model, output_list *made, const jni_output *from, const char *name,
                       const char *expression) {
  int same = jni_names_get(model->names, JNI_NAME_OUTPUT, 0, name);
  if (same >= 0) {
    char element[JNI_ELEMENT_SIZE];
    jni_element_text(element, "output", name);
    if (strcmp(made->list[same].expression, expression) != 0 || made->list[same].factor != from->factor)
      jni_model_fault(model, element, "the name is used twice");
    return;
  }
  if (!jni_model_grow(model, &made->list, &made->capacity, made->n, sizeof *made->list)) return;
  jni_output *output = &made->list[made->n++];
  *output = *from;
  output->name = jni_model_text(model, name, NULL);
  output->expression = jni_model_text(model, expression, NULL);
  if (!output->name || !jni_names_put(model->names, JNI_NAME_OUTPUT, 0, output->name, made->n - 1))
    model->no_memory = true;
}

// Writes a hint "; did you mean 'upper_arm'?" for a text such as upper-arm, which is a valid name in other programs:
// replaces '-' and blanks by '_'. Writes an empty hint if the result is not the name of a signal.
static void suggest_name(const jn_model *model, const char *text, char *hint, size_t size) {
  char name[JNI_SIGNAL_NAME_SIZE];
  jni_signal signals[JNI_MAX_COMPONENTS];
  hint[0] = '\0';
  if (strlen(text) >= sizeof name) return;
  strcpy(name, text);
  for (char *c = name; *c; c++)
    if (*c == '-' || *c == ' ') *c = '_';
  if (is_name(name) && jni_signal_resolve(model, name, signals, JNI_MAX_COMPONENTS, NULL, 0) > 0)
    snprintf(hint, size, "; did you mean '%.80s'?", name);
}

// Checks that the name of an output is a valid name of at most MAX_OUTPUT_NAME characters. It is not if the output is
// an expression without a name of its own. Reports a fault and returns false if the name is not valid.
static bool check_output_name(jn_model *model, const jni_output *output, const char *element) {
  char hint[128];
  if (strlen(output->name) > MAX_OUTPUT_NAME) {
    jni_model_fault(model, element, "the name is longer than %d characters", (int)MAX_OUTPUT_NAME);
    return false;
  }
  if (is_name(output->name)) return true;
  suggest_name(model, output->name, hint, sizeof hint);
  jni_model_fault(model, element, "an output that is an expression needs a name: {NAME: \"%.60s\"}%s",
                  output->expression, hint);
  return false;
}

// Checks the name, the expression and the unit of an output and appends the output to `made`, unless its name is not
// valid. An output that is a vector is replaced by its components: tip: bar.P by tip.x and tip.y; without a name of its
// own, bar.P by bar.P.x and bar.P.y. Angles in it are counted over full revolutions from then on (jni_model_follow).
// Reports faults.
static void expand_output(jn_model *model, jni_output *output, output_list *made) {
  char element[JNI_ELEMENT_SIZE], what[256] = "", name[JNI_SIGNAL_NAME_SIZE];
  jni_signal signals[JNI_MAX_COMPONENTS];
  jni_element_text(element, "output", output->name);
  jni_finish_set_place(model, output->place, output->place.line > 0 ? NULL : output->expression);
  if (!check_output_name(model, output, element)) return;
  bool plain = is_name(output->expression) && !jni_expression_is_constant(output->expression);
  int n = plain ? jni_signal_resolve(model, output->expression, signals, JNI_MAX_COMPONENTS, what, sizeof what) : 0;
  if (plain && n < 1 && jni_model_find_table(model, output->expression) >= 0)
    snprintf(what, sizeof what, "'%.80s' is a table and needs arguments in parentheses", output->expression);
  bool reported = jni_model_has_fault_at(model, output->place);  // one entry reports only its first fault
  if (plain && n < 1 && what[0] && !reported) jni_model_fault(model, element, "%s", what);
  for (int i = 0; i < n; i++) jni_model_follow(model, &signals[i]);
  if (n > 0 && !reported) jni_output_check_unit(model, output, signals[0].dimension);
  if (!plain && !reported) {
    check_expression(model, output->place, element, "value", output->expression, JNI_READS_ALL);
    output->expression =
        jni_finish_reflected(model, output->place, element, "value", output->mirror, 1, output->expression);
  }
  if (n <= 1) put_output(model, made, output, output->name, output->expression);
  bool own_name = strcmp(output->name, output->expression) != 0;
  for (int i = 0; i < n && n > 1 && !model->no_memory; i++) {
    const char *component = strrchr(signals[i].name, '.');
    snprintf(name, sizeof name, "%.*s%s", MAX_OUTPUT_NAME - 8, output->name, component ? component : "");
    put_output(model, made, output, own_name ? name : signals[i].name, signals[i].name);
  }
}

static void expand_outputs(jn_model *model) {
  output_list made = {NULL, 0, 0};
  for (int i = 0; i < model->noutputs && !model->no_memory; i++) expand_output(model, &model->outputs[i], &made);
  model->outputs = made.list;
  model->noutputs = made.n;
  model->capacity_outputs = made.capacity;
}

// ---- finish -----------------------------------------------------------------------------------

// Stores pointers to the tables that a force uses in force->tables. Called when all tables are added, because the array
// of tables may move before.
static void bind_tables(jn_model *model, jni_force_element *force) {
  int n = 0;
  for (int i = 0; !force->faulty && i < force->kind->nfields; i++) {
    const jni_field *field = &force->kind->fields[i];
    if (field->type != JNI_FIELD_TABLE) continue;
    int table = ((const jn_lookup *)(const void *)((const char *)&force->def + field->offset))->i;
    JNI_ASSERT(n < JNI_MAX_FORCE_TABLES);
    force->tables[n++] = table >= 0 && table < model->ntables ? &model->tables[table].lookup : NULL;
  }
}

// Collects the constant numbers that the kernel of a force needs in force->numbers. Does nothing if the model has
// faults. Called after the surfaces of roads and the tables are complete, because the numbers contain them.
static void bind_numbers(jn_model *model, jni_force_element *force) {
  if (model->nfaults > 0 || model->no_memory || !force->kind->numbers) return;
  jni_constants list = {.pool = {.alloc = model->pool.alloc}, .trace = model->trace};
  force->kind->numbers(force, &list);
  double *numbers = list.pool.failed ? NULL : jni_doubles(&model->pool, (size_t)list.n);
  if (numbers) memcpy(numbers, list.list, (size_t)list.n * sizeof *numbers);
  else model->no_memory = true;
  force->numbers = numbers;
  force->nnumbers = list.n;
  jni_pool_free(&list.pool);
}

jn_status jn_model_finish(jn_model *model) {
  JNI_ASSERT(model);
  JNI_ASSERT(!model->finished && "the model is already finished");
  if (model->no_memory) return jni_report_no_memory(model->report);
  jni_compliant_add_points(model);
  jni_dependencies needs = {.pool = {.alloc = model->pool.alloc}};
  bool ordered = jni_finish_named_signals(model, &needs);
  for (int i = 0; i < model->njoints; i++) check_joint(model, &model->joints[i]);
  check_rows(model);

  // If the choice `independent` names a joint or one of its coordinates (joint.O, joint.O.angle), the joint is
  // preferred for the spanning tree, unless its definition decides about that.
  const char *list = model->choices.independent;
  for (size_t n; *list; list += n + (list[n] != 0)) {
    char name[JNI_SIGNAL_NAME_SIZE];
    int j = JNI_NAME_NONE;
    n = strcspn(list, ", ");
    if (strncmp(list, "joint.", 6) != 0 || n >= sizeof name) continue;
    snprintf(name, sizeof name, "%.*s", (int)n - 6, list + 6);
    jni_model_find_path(model->names, JNI_NAME_JOINT, 0, name, &j);
    jni_joint_element *joint = j >= 0 ? &model->joints[j] : NULL;
    if (joint && joint->kind && joint->def.tree == JN_TREE_AUTO && joint->kind->link != JNI_LINK_NONE)
      joint->named = true;
  }

  for (int i = 0; i < model->nforces; i++) check_force(model, i, &needs);
  jni_finish_subsystems(model, &needs);
  if (ordered) jni_finish_order(model, &needs);
  jni_pool_free(&needs.pool);
  for (int i = 0; i < model->nforces; i++) bind_tables(model, &model->forces[i]);
  jni_model_build_surfaces(model);
  for (int i = 0; i < model->nforces; i++) bind_numbers(model, &model->forces[i]);
  check_signals(model);
  for (int i = 0; i < model->nevents; i++) check_event(model, &model->events[i]);
  check_initials(model);
  expand_outputs(model);
  jni_finish_set_place(model, (jni_place){0}, NULL);
  if (model->nbodies == 1 && model->nfaults == 0)
    jni_model_fault(model, "", "the model has no body besides the ground");
  if (model->no_memory) return jni_report_no_memory(model->report);
  if (model->nfaults > 0) return JN_BAD_MODEL;
  model->finished = true;
  return JN_OK;
}
