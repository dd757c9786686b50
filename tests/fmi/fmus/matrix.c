// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// matrix.c - an FMU of FMI 3 for co-simulation whose variables are arrays: y = gains u, of which `gains` is a matrix
// of single precision, and the numbers of steps in which the elements of u were positive. Arrays can be read and set
// as a whole only.
#include <stdlib.h>
#include <string.h>

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"

enum { TIME, ROWS, U, GAINS, Y, COUNTS, POSITIVE };  // value references
enum { NU = 2, NY = 3 };

typedef struct {
  double t, u[NU];
  float gains[NY * NU];
  int counts[NU];
} matrix;

static void set_start(matrix *m) {
  memset(m, 0, sizeof *m);
  for (int i = 0; i < NY * NU; i++) m->gains[i] = (float)(i + 1);
  for (int i = 0; i < NU; i++) m->u[i] = 0.5;
}

#define API __attribute__((visibility("default")))

API const char *fmi3GetVersion(void) { return "3.0"; }

API fmi3Instance fmi3InstantiateCoSimulation(fmi3String instance, fmi3String token, fmi3String resources,
                                             fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean event_mode,
                                             fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                                             size_t nintermediate, fmi3InstanceEnvironment environment,
                                             fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update) {
  matrix *m = malloc(sizeof *m);
  if (m) set_start(m);
  return m;
}

API void fmi3FreeInstance(fmi3Instance c) { free(c); }

API fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean tolerance_defined, fmi3Float64 tolerance,
                                           fmi3Float64 start, fmi3Boolean stop_defined, fmi3Float64 stop) {
  ((matrix *)c)->t = start;
  return fmi3OK;
}

API fmi3Status fmi3ExitInitializationMode(fmi3Instance c) { return fmi3OK; }
API fmi3Status fmi3Terminate(fmi3Instance c) { return fmi3OK; }

API fmi3Status fmi3Reset(fmi3Instance c) {
  set_start(c);
  return fmi3OK;
}

API fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float64 values[],
                              size_t nvalues) {
  matrix *m = c;
  if (n != 1) return fmi3Error;
  if (vr[0] == TIME && nvalues == 1) {
    values[0] = m->t;
  } else if (vr[0] == U && nvalues == NU) {
    memcpy(values, m->u, sizeof m->u);
  } else if (vr[0] == Y && nvalues == NY) {
    for (int i = 0; i < NY; i++) values[i] = m->gains[NU * i] * m->u[0] + m->gains[NU * i + 1] * m->u[1];
  } else {
    return fmi3Error;
  }
  return fmi3OK;
}

API fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float64 values[],
                              size_t nvalues) {
  if (n != 1 || vr[0] != U || nvalues != NU) return fmi3Error;
  memcpy(((matrix *)c)->u, values, sizeof((matrix *)c)->u);
  return fmi3OK;
}

API fmi3Status fmi3GetFloat32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Float32 values[],
                              size_t nvalues) {
  if (n != 1 || vr[0] != GAINS || nvalues != NY * NU) return fmi3Error;
  memcpy(values, ((matrix *)c)->gains, sizeof((matrix *)c)->gains);
  return fmi3OK;
}

API fmi3Status fmi3SetFloat32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, const fmi3Float32 values[],
                              size_t nvalues) {
  if (n != 1 || vr[0] != GAINS || nvalues != NY * NU) return fmi3Error;
  memcpy(((matrix *)c)->gains, values, sizeof((matrix *)c)->gains);
  return fmi3OK;
}

API fmi3Status fmi3GetUInt64(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3UInt64 values[],
                             size_t nvalues) {
  if (n != 1 || vr[0] != ROWS || nvalues != 1) return fmi3Error;
  values[0] = NY;
  return fmi3OK;
}

API fmi3Status fmi3GetInt32(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Int32 values[],
                            size_t nvalues) {
  if (n != 1 || vr[0] != COUNTS || nvalues != NU) return fmi3Error;
  memcpy(values, ((matrix *)c)->counts, sizeof((matrix *)c)->counts);
  return fmi3OK;
}

API fmi3Status fmi3GetBoolean(fmi3Instance c, const fmi3ValueReference vr[], size_t n, fmi3Boolean values[],
                              size_t nvalues) {
  if (n != 1 || vr[0] != POSITIVE || nvalues != NU) return fmi3Error;
  for (int i = 0; i < NU; i++) values[i] = ((matrix *)c)->u[i] > 0;
  return fmi3OK;
}

API fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set_prior, fmi3Boolean *event,
                          fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last) {
  matrix *m = c;
  for (int i = 0; i < NU; i++) m->counts[i] += m->u[i] > 0;
  m->t = t + h;
  *event = *terminate = *early = false;
  *last = m->t;
  return fmi3OK;
}
