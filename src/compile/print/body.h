// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body.h - prints nodes of a graph as functions of C, without branches except around cached calls. A value that one
// line reads once is printed inside its expression.
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
  int lanes;           // number of lanes of each value; 0: values are plain doubles
  const jni_kernels *kernels;
  // of each constant of the graph: its index in the printed table PREFIX_constants + 1; 0: it is not in the table
  const int *constant;
  const jni_code_blocks *blocks;     // blocks that functions call; NULL: none
  const jni_vectorised *vectorised;  // calls that are evaluated several at once; NULL: none
  const jni_cached_calls *cached;
} jni_body_style;

// Number of operations after which a new piece of a printed function begins. Compilers take much longer for larger
// functions.
enum { JNI_PIECE_SIZE = 4000 };

// Requests the printed texts of all kernels that the nodes of the pieces call. Returns false if there is no text of a
// kernel, and sets *missing to its name.
bool jni_body_kernels(const jni_body_style *style, const jni_pieces *pieces, jni_kernels *kernels,
                      const char **missing);

typedef struct {
  const char *name;
  const jni_node *nodes;
  int n;
  jni_pieces *pieces;
  bool block;
  int ninputs;  // if it is a block: number of its inputs
  bool cached;  // the function gets the cache of calls as its context (cached_calls.h)
} jni_printed_function;
// Prints the name of the helper function by which calls use a kernel if all numbers are lanes: it calls a kernel
// without lanes for each lane in turn, or a vectorised kernel for several calls at once.
void jni_lane_call_name(jni_source *text, const char *prefix, const jni_kernel *kernel);
void jni_body_print(const jni_body_style *style, const jni_printed_function *function, jni_source *text);

#endif
