// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compiled_code.h - a model as straight-line code: its tape, and its C as a library that the compiler of this machine
// makes while the benchmark runs.
#ifndef JOUNCE_BENCH_COMPILED_CODE_H
#define JOUNCE_BENCH_COMPILED_CODE_H

#include <jounce/jounce.h>
#include <stdbool.h>

typedef struct {
  const char *file;  // in the folder of the models
  jn_setting settings[4];
  int nsettings;
  const char *integrator;
  double step;               // s
  jn_compile_tables tables;  // what is computed beforehand
  const char *controller;    // its C, in the folder of the models; NULL: it has none
} code_problem;

// C in a library.
typedef struct {
  void *library, *state;
  int lanes;
  int lines;
  double generated, compiled;  // CPU seconds
  double *x;                   // in the state: time, q, v, ...; every number of all lanes
  void (*init)(void *state);
  void (*restart)(void *state);
  int (*steps)(void *state, long n);
  void (*accelerations)(const void *state, double *vdot);
} code_library;

typedef struct code_subject code_subject;

code_subject *code_subject_new(const code_problem *problem);  // NULL: it was said why
void code_subject_free(code_subject *subject);
int code_operations(
    const code_subject *subject);  // of an evaluation; fma, a call and a pair of sine and cosine are one
int code_ncoordinates(const code_subject *subject);
int code_coordinate(const code_subject *subject, int i);  // of the system
// The engine's run by `reduced`, by an integrator with fixed steps, or where `step` is 0 with this tolerance. NULL: why
// says it.
jn_run *code_engine_new(code_subject *subject, const char *integrator, double step, double tolerance);

// lanes 0: plain numbers. False: it was said why.
bool code_load(const code_subject *subject, int lanes, code_library *library);
void code_unload(code_library *library);

// The tape: x as above.
double *code_tape_x(const code_subject *subject);
void code_tape_init(const code_subject *subject);
bool code_tape_steps(const code_subject *subject, long n);
const double *code_tape_accelerations(const code_subject *subject);

#endif
