// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter_kernel.h - kernels some of whose constants are nodes: a kernel around them has these as inputs behind those
// of the one that it calls, and puts them in their places.
#ifndef JNI_PARAMETER_KERNEL_H
#define JNI_PARAMETER_KERNEL_H

#include "symbolic/graph.h"

typedef struct {
  jni_loaded_kernel loaded;
  const jni_kernel *inner;
  int ninner;      // inputs of the inner kernel, without rates
  int n, *places;  // n: indices of the constants that are inputs
  int nconstants;
  bool rate;     // inputs are followed by their rates; constants have no rates
  double *room;  // workspace for constants and inputs
} jni_parameter_kernel;

// `places`: n constants of the call that are given by `nodes`. Its number, as jni_call has it.
int jni_call_parameter_kernel(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                              const jni_node *inputs, const int *places, const jni_node *nodes, int n);
const jni_parameter_kernel *jni_parameter_kernel_of(const jni_kernel *kernel);  // returns NULL for other kernels

#endif
