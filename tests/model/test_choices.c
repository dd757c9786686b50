// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_choices.c - the list of choices: every one is set, refused, printed, read and named in the schema; the
// conditions under which they act consist of names that exist.
#include <string.h>

#include "check.h"
#include "formulation/formulation.h"

enum { SIZE = 400 };

static const jn_choice_info *info_of(int i) { return jn_choice_get((jn_choice)i); }
static bool is_number(int i) {
  jn_choice_kind kind = info_of(i)->kind;
  return kind == JN_CHOOSE_NUMBER || kind == JN_CHOOSE_LIMIT || kind == JN_CHOOSE_COUNT;
}

// A model file with one choice: `integrator: rk4`, or `controls: {energy: none}`.
static jn_model *read_choice(int i, const char *value) {
  const char *key = info_of(i)->key, *dot = strchr(key, '.');
  char text[SIZE];
  int n = snprintf(text, sizeof text, "jounce: 1\nspace: plane\nbodies: {a: {mass: 1}}\nsimulate: {%.*s%s%s: %s%s}\n",
                   dot ? (int)(dot - key) : 0, key, dot ? ": {" : "", dot ? dot + 1 : key, value, dot ? "}" : "");
  return jn_model_read_text(NULL, "choice.yaml", text, (size_t)n, NULL, 0, NULL);
}

// The same text from the file and from a program, and back.
static void check_taken(int i, const char *value) {
  jn_choices choices = jn_choices_default();
  char what[SIZE] = "", printed[SIZE];
  CHECK(jn_choice_set(&choices, (jn_choice)i, value, what, sizeof what));
  CHECK(jn_choice_check(&choices, (jn_choice)i, what, sizeof what));
  jn_choice_print(&choices, (jn_choice)i, 17, printed, sizeof printed);
  CHECK(strcmp(printed, value) == 0);
  jn_model *model = read_choice(i, value);
  CHECK(model != NULL);
  if (model) jn_choice_print(jn_model_choices(model), (jn_choice)i, 17, printed, sizeof printed);
  if (strcmp(printed, value) != 0 || !model) printf("  %s: %s, read as %s\n", info_of(i)->key, value, printed);
  CHECK(strcmp(printed, value) == 0);
  jn_model_free(model);
}

static void check_refused(int i, const char *value) {
  jn_choices choices = jn_choices_default(), before = choices;
  char what[SIZE] = "";
  jn_model *model = read_choice(i, value);
  CHECK(!model && !jn_choice_set(&choices, (jn_choice)i, value, what, sizeof what) && what[0]);
  CHECK(memcmp(&choices, &before, sizeof choices) == 0);
  jn_model_free(model);
}

// Some number within the range, with its unit.
static void number_within(int i, char *text, size_t size) {
  const jn_choice_values *v = &info_of(i)->values;
  double x = v->most == HUGE_VAL ? v->least + 2 : v->whole ? v->least + 1 : (v->least + v->most) / 2;
  const char *unit = info_of(i)->unit;
  snprintf(text, size, "%.17g%s%s", x, *unit ? " " : "", unit);
}

static void check_number(int i) {
  const jn_choice_values *v = &info_of(i)->values;
  char text[64];
  number_within(i, text, sizeof text);
  check_taken(i, text);
  snprintf(text, sizeof text, "%g", v->open ? v->least : v->least - 1);
  check_refused(i, text);
  if (v->most < HUGE_VAL) {
    snprintf(text, sizeof text, "%g", v->open ? v->most : v->most + 1);
    check_refused(i, text);
  }
  if (v->whole) {
    snprintf(text, sizeof text, "%g", v->least + 0.5);
    check_refused(i, text);
  }
  check_refused(i, strcmp(info_of(i)->unit, "m") == 0 ? "3 kg" : "3 m");
  check_refused(i, "some");
  jn_choices usual = jn_choices_default();
  if (jn_choice_is_open(&usual, (jn_choice)i)) check_taken(i, "auto");
  else check_refused(i, "auto");
}

static void test_values(void) {
  for (int i = 0; i < JN_NCHOICES; i++) {
    for (int k = 0; jn_choice_value((jn_choice)i, k); k++) check_taken(i, jn_choice_value((jn_choice)i, k));
    if (info_of(i)->kind == JN_CHOOSE_NAME) check_refused(i, "nonsense");
    if (info_of(i)->kind == JN_CHOOSE_FLAG) {
      check_taken(i, "true");
      check_taken(i, "false");
      check_refused(i, "maybe");
    }
    if (is_number(i)) check_number(i);
  }
}

// Words of a condition: choices of names, their values, and the words that join them.
static void test_conditions(void) {
  for (int i = 0; i < JN_NCHOICES; i++) {
    char text[SIZE];
    int choice = -1;
    snprintf(text, sizeof text, "%s", info_of(i)->applies);
    for (char *word = strtok(text, " ,"); word; word = strtok(NULL, " ,")) {
      bool known = strcmp(word, "or") == 0 || strcmp(word, "and") == 0 || strcmp(word, "not") == 0;
      for (int k = 0; k < JN_NCHOICES; k++)
        if (info_of(k)->kind == JN_CHOOSE_NAME && strcmp(info_of(k)->option, word) == 0) {
          choice = k;
          known = true;
        }
      for (int k = 0; choice >= 0 && jn_choice_value((jn_choice)choice, k); k++)
        known = known || strcmp(jn_choice_value((jn_choice)choice, k), word) == 0;
      CHECK(known);
      if (!known) printf("  %s applies to '%s'\n", info_of(i)->key, word);
    }
  }
}

static void set(char *name, const char *value) { snprintf(name, 32, "%s", value); }

static bool takes_gradient(const jni_formulation_kind *kind) {
  for (int i = 0; kind->position[i]; i++)
    if (strcmp(kind->position[i], "gradient") == 0) return true;
  return false;
}

// Formulations that make their step themselves have a penalty factor and halvings, others have not.
static void test_own_steps(void) {
  for (int f = 0; jni_formulation_kinds[f]; f++) {
    const jni_formulation_kind *kind = jni_formulation_kinds[f];
    jn_choices c = jn_choices_default();
    set(c.formulation, kind->name);
    set(c.integrator, kind->integrators[0]);
    set(c.position, kind->position[0]);
    set(c.velocity, kind->velocity[0]);
    CHECK(jn_choice_acts(&c, JN_CHOICE_penalty) == kind->owns_step);
    CHECK(jn_choice_acts(&c, JN_CHOICE_halvings) == kind->owns_step);
    CHECK(jn_choice_acts(&c, JN_CHOICE_alpha) == kind->stabilises);
    set(c.position, "gradient");
    set(c.velocity, "none");
    if (takes_gradient(kind)) CHECK(jn_choice_acts(&c, JN_CHOICE_velocity_gain) == !kind->holds_velocity);
  }
}

// A rate acts where one of the gains that are made from it is not given.
static void test_made_from(void) {
  jn_choices c = jn_choices_default();
  set(c.formulation, "baumgarte");
  set(c.position, "none");
  set(c.velocity, "none");
  CHECK(jn_choice_acts(&c, JN_CHOICE_rate) && jn_choice_is_used(&c, JN_CHOICE_rate));
  c.alpha = 1;
  c.beta = 2;
  CHECK(jn_choice_acts(&c, JN_CHOICE_rate));
  c.eta = 3;
  CHECK(!jn_choice_acts(&c, JN_CHOICE_rate));
  set(c.energy, "multiplier");
  c.energy_velocity = 1;
  CHECK(jn_choice_acts(&c, JN_CHOICE_energy_rate) && !jn_choice_acts(&c, JN_CHOICE_energy_velocity));
  set(c.energy, "velocity-gradient");
  CHECK(!jn_choice_acts(&c, JN_CHOICE_energy_rate) && jn_choice_acts(&c, JN_CHOICE_energy_velocity));
}

// An editor offers every name.
static void test_schema(void) {
  char *schema = jn_model_schema(NULL);
  CHECK(schema != NULL);
  for (int i = 0; schema && i < JN_NCHOICES; i++) {
    const char *key = info_of(i)->key, *dot = strchr(key, '.');
    char property[64];
    snprintf(property, sizeof property, "\"%.*s\": {", dot ? (int)(dot - key) : (int)strlen(key), key);
    const char *simulate = strstr(schema, "\"simulate\": {"), *at = simulate ? strstr(simulate, property) : NULL;
    snprintf(property, sizeof property, "\"%s\": {", dot ? dot + 1 : key);
    if (at) at = strstr(at, property);
    const char *end = at ? strstr(at, "\"description\"") : NULL;
    CHECK(at && end);
    for (int k = 0; end && jn_choice_value((jn_choice)i, k); k++) {
      char name[64];
      snprintf(name, sizeof name, "\"%s\"", jn_choice_value((jn_choice)i, k));
      const char *found = strstr(at, name);
      CHECK(found && found < end);
    }
  }
  jn_text_free(NULL, schema);
}

int main(void) {
  test_values();
  test_conditions();
  test_own_steps();
  test_made_from();
  test_schema();
  return check_report();
}
