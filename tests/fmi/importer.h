// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// importer.h - runs FMUs in the tests: model exchange with Runge-Kutta and events, co-simulation with a fixed step. All
// functions of the FMU can also be called directly, to test wrong orders of calls.
//
//   importer im;
//   if (importer_open(&im, "x.fmu")) {
//     void *c = importer_instantiate(&im, IMPORTER_ME);
//     importer_run run = {.t1 = 2, .h = 1e-3, .row_step = 0.1, .names = names, .n = 2, .row = row, .context = rows};
//     if (!importer_run_me(&im, c, &run)) puts(run.what);
//     importer_free(&im, c);
//   }
//   importer_close(&im);
#ifndef IMPORTER_H
#define IMPORTER_H

#include "base/file.h"
#include "fmi/fmu/fmu.h"

enum { IMPORTER_MESSAGE = 400 };

typedef struct {
  jn_fmu *fmu;  // description in fmu->description
  const jni_fmu_description *d;
  int version;
  char folder[JNI_PATH_SIZE];          // of the unpacked files
  char resources[JNI_PATH_SIZE + 32];  // as the version of FMI wants it
  void *handle;
  jni_fmi2_functions fmi2;  // NULL: the library lacks the function
  jni_fmi3_functions fmi3;
  int nmessages;                   // messages of status Warning and worse
  bool quiet;                      // prints no messages; otherwise Error and Fatal go to stderr
  char message[IMPORTER_MESSAGE];  // the last one
  int wrong_environment;           // messages with another environment than that of the importer
  long allocated;                  // blocks of the callbacks that are not freed
} importer;

typedef enum { IMPORTER_ME, IMPORTER_CS } importer_interface;

// Unpacks and loads an FMU. Returns false with a message on stderr.
bool importer_open(importer *im, const char *path);
void importer_close(importer *im);
// NULL: the FMU has refused.
void *importer_instantiate(importer *im, importer_interface interface);
void *importer_instantiate_with(importer *im, importer_interface interface, const char *token, const char *resources);
void importer_free(importer *im, void *c);
// Return the status of the FMU (0 OK, 1 Warning, 2 Discard, 3 Error, 4 Fatal); -1: there is no such variable or
// function.
int importer_set(importer *im, void *c, const char *name, double value);
int importer_get(importer *im, void *c, const char *name, double *value);
int importer_begin(importer *im, void *c, double t0, double tolerance);  // enters the initialisation mode
int importer_end_initialisation(importer *im, void *c);
int importer_reset(importer *im, void *c);
int importer_terminate(importer *im, void *c);
int importer_step(importer *im, void *c, double t, double h);
// States as bytes. The caller frees *bytes with free.
int importer_save(importer *im, void *c, void **bytes, size_t *n);
int importer_load(importer *im, void *c, const void *bytes, size_t n);
// Numbers of states and event indicators.
void importer_sizes(const importer *im, int *nx, int *nz);

typedef struct {
  double t0, t1;     // s
  double h;          // step of the integrator or of co-simulation, s
  double row_step;   // time between rows, s; 0: h
  double tolerance;  // for the FMU; 0: none
  bool initialised;  // the caller has ended the initialisation at t0
  int n;             // number of outputs
  const char *const *names;
  void (*row)(void *context, double t, const double *values);      // called at t0, t0 + row_step, ..
  void (*inputs)(void *context, importer *im, void *c, double t);  // sets inputs before each step; NULL: none
  void *context;
  // results
  double t;  // end of the last step
  int steps, state_events, time_events, step_events, changed_states;
  bool terminated;  // by the FMU
  char what[IMPORTER_MESSAGE];
} importer_run;

// Initialise unless `initialised`, run to t1 or to the end that the FMU asks for, and do not terminate. Return false
// with run->what after a failure.
//
// Model exchange: RK4 with steps h, shortened at time events, rows and t1. A step at whose end an event indicator has
// another sign is repeated with bisected length, until the event is located within 1e-13 (1 + |t|) s; the event is
// handled at the first time with the new sign.
bool importer_run_me(importer *im, void *c, importer_run *run);
bool importer_run_cs(importer *im, void *c, importer_run *run);

#endif
