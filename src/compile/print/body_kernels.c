// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// body_kernels.c - finds the kernels that printed functions call; see body.h.
#include <string.h>

#include "compile/keep/parameter_kernel.h"
#include "compile/print/body.h"
#include "symbolic/slope_kernel.h"

// Requests the kernel of an elementary function, "jnk_sin" if the text of the operation is "jnk_sin(a)". Returns false
// if that kernel is missing; true without a request if the operation calls no kernel.
static bool need_elementary(const jni_operation_info *info, jni_kernels *kernels) {
  char function[64];
  size_t length = strcspn(info->text, "(");
  if (info->effort != JNI_DO_FUNCTION || length >= sizeof function) return true;
  memcpy(function, info->text, length);
  function[length] = 0;
  return jni_kernels_need(kernels, function);
}

// Requests the text of a kernel; if its constants are kept parameters, of the kernel inside it; and its form for lanes
// if calls are vectorised. Returns false if there is no text. Sets *missing to the name that was requested.
static bool need_kernel(const jni_body_style *style, const jni_kernel *kernel, jni_kernels *kernels,
                        const char **missing) {
  const jni_slope_kernel *slopes = jni_slope_kernel_of(kernel);
  if (slopes) {
    const jni_kernel *own = slopes->inner, *rate = own->rate;
    bool differences = slopes->nrated < own->ninputs;
    *missing = "jnk_difference_slopes";
    if (differences && !jni_kernels_need(kernels, *missing)) return false;
    if (rate && !need_kernel(style, rate, kernels, missing)) return false;
    if (!rate && jni_kernels_need_lanes(kernels, own->name)) return true;
    return !differences || need_kernel(style, own, kernels, missing);
  }
  const jni_parameter_kernel *varied = jni_parameter_kernel_of(kernel);
  const jni_kernel *inner = jni_vectorised_inner(style->vectorised, kernel);
  *missing = varied ? varied->inner->name : kernel->name;
  if (inner) return jni_kernels_need_lanes(kernels, *missing);
  return (!varied && style->lanes > 0 && jni_kernels_need_lanes(kernels, *missing)) ||
         jni_kernels_need(kernels, *missing);
}

bool jni_body_kernels(const jni_body_style *style, const jni_pieces *pieces, jni_kernels *kernels,
                      const char **missing) {
  const jni_graph *g = pieces->g;
  bool met[JNI_OPERATIONS] = {false};
  for (int i = 0; i < pieces->order->n; i++) {
    const jni_graph_node *it = &g->nodes[pieces->order->list[i]];
    *missing = jni_operations[it->operation].name;
    bool known = it->operation == JNI_DO_result
                     ? jni_code_blocks_find(style->blocks, g->calls[it->a].kernel) >= 0 ||
                           need_kernel(style, g->calls[it->a].kernel, kernels, missing)
                     : met[it->operation] || need_elementary(&jni_operations[it->operation], kernels);
    met[it->operation] = true;
    if (!known) return false;
  }
  return true;
}
