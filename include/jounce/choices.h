// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choices.h - the choices of a run, all from the list in choices.def: method, coordinates, controls, tolerances, gains,
// times.
//
// jn_choices_resolve (simulate.h) replaces `auto` by a choice that fits the model. A value outside its range, for
// example a tolerance that violates
//   0 < tolerance < 1,
// is refused with a message.
//
// Example: a program that sets choices by name, as its users type them.
//
//   #include <jounce/choices.h>
//   #include <string.h>
//   int main(void) {
//     char what[200], step[40];
//     jn_choices choices = jn_choices_default();
//     bool set = jn_choice_set(&choices, JN_CHOICE_step, "2 ms", what, sizeof what);
//     bool refused = !jn_choice_set(&choices, JN_CHOICE_tolerance, "5", what, sizeof what);
//     jn_choice_print(&choices, JN_CHOICE_step, 6, step, sizeof step);
//     bool good = set && refused && choices.step == 2e-3 && strcmp(step, "0.002 s") == 0 &&
//                 strcmp(what, "must be between 0 and 1, got 5") == 0;
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_CHOICES_H
#define JOUNCE_CHOICES_H

#include "jounce/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define JN_MEMBER_NAME(member) char member[32]
#define JN_MEMBER_TEXT(member) char member[256]
#define JN_MEMBER_NUMBER(member) double member
#define JN_MEMBER_LIMIT(member) double member
#define JN_MEMBER_COUNT(member) int member
#define JN_MEMBER_FLAG(member) bool member

// Numbers are SI.
typedef struct {
#define CHOICE(kind, member, ...) JN_MEMBER_##kind(member);
#include "jounce/choices.def"
#undef CHOICE
  // set by jn_choices_resolve
  bool stiff_bdf;    // `auto` became `dopri5`, which is replaced by `bdf` while the motion is stiff
  char reason[200];  // why formulation and coordinates were chosen; "": the user named them
} jn_choices;

JN_API jn_choices jn_choices_default(void);

// ---- the list, for programs that show or set choices by name -----------------------------------------------------

typedef enum {
#define CHOICE(kind, member, ...) JN_CHOICE_##member,
#include "jounce/choices.def"
#undef CHOICE
  JN_NCHOICES
} jn_choice;

typedef enum {
  JN_CHOOSE_NAME,
  JN_CHOOSE_TEXT,
  JN_CHOOSE_NUMBER,
  JN_CHOOSE_LIMIT,
  JN_CHOOSE_COUNT,
  JN_CHOOSE_FLAG,
} jn_choice_kind;

typedef struct {
  const char *const *names;  // allowed names, ended by NULL; NULL: those of the kinds
  double least, most;        // range of a number
  bool open;                 // the range does not include least and most
  bool whole;                // the number must be an integer
  jn_choice from;            // choice from which the default is computed; 0: none
} jn_choice_values;

// An entry of choices.def.
typedef struct {
  jn_choice_kind kind;
  const char *key, *option, *unit, *applies, *help;
  jn_choice_values values;
  size_t offset, size;  // in jn_choices
} jn_choice_info;

JN_API const jn_choice_info *jn_choice_get(jn_choice which);
// Returns allowed name i of a choice, "auto" first; NULL past the last.
JN_API const char *jn_choice_value(jn_choice which, int i);
// Returns one line of help about an allowed name; "" for any other.
JN_API const char *jn_choice_help(jn_choice which, const char *name);
// Writes help with range and default: "end of the simulation (positive, default 10 s)".
JN_API void jn_choice_describe(jn_choice which, char *text, size_t size);

// Sets a choice from a text such as "rk4", "1 ms", "auto". Returns false with the fault in `what`, worded to follow the
// name of the choice: "must be positive, got 0".
JN_API bool jn_choice_set(jn_choices *choices, jn_choice which, const char *text, char *what, size_t size);
// Checks the present value of a choice. Returns false with the fault in `what`, as above.
JN_API bool jn_choice_check(const jn_choices *choices, jn_choice which, char *what, size_t size);
JN_API const char *jn_choice_text(const jn_choices *choices, jn_choice which);  // value of a name or text, else NULL
JN_API double jn_choice_number(const jn_choices *choices, jn_choice which);     // value of the others; flags are 0 or 1
JN_API bool jn_choice_is_open(const jn_choices *choices, jn_choice which);      // `auto`
JN_API bool jn_choice_acts(const jn_choices *resolved, jn_choice which);     // has an effect together with the others
JN_API bool jn_choice_is_used(const jn_choices *resolved, jn_choice which);  // acts, and is not `auto`
// Writes the value: "rk4", "0.001 s", "auto", "true".
JN_API void jn_choice_print(const jn_choices *choices, jn_choice which, int digits, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
