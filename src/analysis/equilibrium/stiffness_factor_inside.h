// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stiffness_factor_inside.h - the inside of jni_body_stiffness, shared by stiffness_factor.c (factor) and
// stiffness_values.c (values of K).
#ifndef JNI_STIFFNESS_FACTOR_INSIDE_H
#define JNI_STIFFNESS_FACTOR_INSIDE_H

#include "analysis/equilibrium/stiffness_factor.h"
#include "linalg/blocks/blocks.h"

struct jni_body_stiffness {
  const jn_system *joint, *bodies;
  const double *scale;
  int nb, nc, nnodes;        // nodes are the blocks of the bodies' pattern: body b is node b - 1
  int (*pairs)[2], npairs;   // pairs of connected nodes, ascending
  bool *in_tree;             // nc: the joint of the row carries a body in the tree
  int *row_node, *row_slot;  // nc: node with which the row is eliminated, -1: none; its place in the node
  int *cut_row, ncut;        // rows without a node
  int *node_at;              // nnodes + 1: index of the first unknown of each node
  jni_blocks *blocks;
  double *G, *length;  // rows to unit length on the scales; their lengths
  double *K;           // blocks of the nodes, then of the pairs, row-major
  int *own_at, *pair_at, nK;
  double stiffest;
  // Parameters of the last factorisation.
  double part, mu, rho;
  const double *metric;
  double *W, *S;  // cut rows: ncut vectors in the order of the nodes; their Schur complement, factored
  int *pivot;
  // Workspace.
  double *x, *scratch, *f, *dx, *w, *g, *l, *dl;
};

// Returns the index of the pair; -1: none.
int jni_body_stiffness_pair(const jni_body_stiffness *sparse, int a, int b);

#endif
