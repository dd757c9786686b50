// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_rows.h - the rows that a joint of the spanning tree would have if it were cut (tree_lambda.c).
#ifndef JNI_JOINT_ROWS_H
#define JNI_JOINT_ROWS_H

#include "joint/equations/primitive.h"
#include "jounce/system.h"

enum { JNI_MAX_JOINT_TERMS = 4 };

typedef struct {
  jni_primitive primitives[JNI_MAX_JOINT_ROWS];
  jni_primitive_term terms[JNI_MAX_JOINT_TERMS];
  jni_coordinate coordinates[JNI_MAX_COORDINATES];
  jni_agreement agreements[JNI_MAX_JOINT_ROWS];
  jni_pool none;  // empty pool for the builder, which allocates nothing because the arrays above are long enough
  jni_row_builder builder;
} jni_rows_of_joint;

// Builds the constraint equations that a joint would have if it were cut into *rows, which must be zero. The equations
// are numbered from 0 to builder.rows - 1.
void jni_rows_of_joint_build(const jn_system *system, int joint, jni_rows_of_joint *rows);

#endif
