// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body.h - prints nodes of a graph as functions of C, without branches. A value that one line reads once is printed
// inside its expression.
//
//   static void PREFIX_NAME(void *context, const double *x, double *r)    variables -> results
//
// The context is the cache of calls (cached_calls.h), or NULL. The function of a large graph calls pieces, which pass
// values in an array w. Blocks read inputs and write results in the array of the function that calls them, at places
// that the call lists:
//
//   static void PREFIX_block_N(const double *c, const int *at, double *f)    constants, places of inputs and results
#ifndef JNI_BODY_H
#define JNI_BODY_H

#include "compile/print/cached_calls.h"
#include "compile/print/code_pieces.h"
#include "compile/print/kernel_texts.h"
#include "symbolic/code_blocks.h"
#include "symbolic/vectorise_calls.h"

typedef struct {
  const char *prefix;  // prefix of every name
  int lanes;           // number of lanes; 0: plain doubles
  const jni_kernels *kernels;
  // of each constant of the graph: index in the table PREFIX_constants + 1; 0: not in the table
  const int *constant;
  const jni_code_blocks *blocks;     // NULL: none
  const jni_vectorised *vectorised;  // NULL: none
  const jni_cached_calls *cached;
} jni_body_style;

// Operations in a piece. Compilers take much longer for larger functions.
enum { JNI_PIECE_SIZE = 4000 };

// Requests the kernels that the nodes call. Returns false if one is missing, and sets *missing to its name.
bool jni_body_kernels(const jni_body_style *style, const jni_pieces *pieces, jni_kernels *kernels,
                      const char **missing);

typedef struct {
  const char *name;
  const jni_node *nodes;
  int n;
  jni_pieces *pieces;
  bool block;
  int ninputs;  // of a block: number of its inputs
  bool knows;   // some calls may have cached results (cached_calls.h)
} jni_printed_function;
// Prints the name of the function that calls a kernel without lanes for each lane in turn, or a vectorised kernel for
// several calls at once.
void jni_lane_call_name(jni_source *text, const char *prefix, const jni_kernel *kernel);
void jni_body_print(const jni_body_style *style, const jni_printed_function *function, jni_source *text);

#endif
