// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slope_kernel.h - a kernel that computes the slopes of another one, the derivatives of its results with respect to
// some of its inputs: nresults numbers for the first of these inputs, then for the next.
//
// A kernel with rates gives them for unit rates, one input after the other. Others, and inputs that are kept parameters
// of a law, are differentiated by central differences; input x is moved by part max(|x|, 1) to either side. With
// JNI_SLOPE_PART this leaves errors of about 1e-9 of smooth laws; calls that are parts of differences themselves need
// the larger JNI_SLOPE_PART_OF_DIFFERENCES. Where a law has a corner within this distance the slope is between those of
// its two sides.
#ifndef JNI_SLOPE_KERNEL_H
#define JNI_SLOPE_KERNEL_H

#include "symbolic/graph.h"

#define JNI_SLOPE_PART 0x1p-24
#define JNI_SLOPE_PART_OF_DIFFERENCES 0x1p-21

typedef struct {
  jni_loaded_kernel loaded;
  const jni_kernel *inner;
  int nrated;  // inputs of the inner kernel below this one have slopes by its rates, others by differences
  double part;
  int n;              // number of inputs with slopes
  int *inputs;        // n: indices of these inputs
  double *workspace;  // inputs, their rates, and two sets of results
} jni_slope_kernel;

// Adds the call of a kernel that computes the slopes of a call, with respect to the inputs for which `active` is true.
// part: distance of central differences. Equal kernels are shared. Returns the index of the new call as jni_call does;
// 0 without memory.
int jni_call_slopes(jni_graph *g, int call, const bool *active, double part);
const jni_slope_kernel *jni_slope_kernel_of(const jni_kernel *kernel);  // returns NULL for other kernels

#endif
