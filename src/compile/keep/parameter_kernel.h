// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameter_kernel.h - calls of kernels some of whose constants are nodes: another kernel takes these as inputs after
// those of the kernel that it calls, and inserts them among the constants.
#ifndef JNI_PARAMETER_KERNEL_H
#define JNI_PARAMETER_KERNEL_H

#include "symbolic/graph.h"

typedef struct {
  jni_loaded_kernel loaded;
  const jni_kernel *inner;
  int ninner;      // number of inputs of the inner kernel, without their rates
  int n, *places;  // number and indices of the constants that are inputs
  int nconstants;
  bool rate;  // the kernel computes rates: every input is followed by its rate; the rates of constants are ignored
  double *workspace;  // memory for the constants and inputs of one call of the inner kernel
} jni_parameter_kernel;

// Adds a call of a kernel in which the n constants with the indices `places` are given by `nodes`. Returns the index of
// the call as jni_call does.
int jni_call_parameter_kernel(jni_graph *g, const jni_kernel *kernel, const double *constants, int nconstants,
                              const jni_node *inputs, const int *places, const jni_node *nodes, int n);
// returns the parameter kernel of which this is the kernel; NULL for other kernels
const jni_parameter_kernel *jni_parameter_kernel_of(const jni_kernel *kernel);

#endif
