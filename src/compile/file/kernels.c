// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kernels.c - the kernels that graphs call, by name.
#include <string.h>

#include "compile/file/program_file.h"
#include "compile/write.h"
#include "compile/write_expression.h"
#include "force/code.h"
#include "subsystem/code.h"

// Rates of kernels are kernels, too.
static const jni_kernel *find_in(const jni_kernel *const *list, const char *name) {
  for (; *list; list++)
    for (const jni_kernel *kernel = *list; kernel; kernel = kernel->rate)
      if (strcmp(kernel->name, name) == 0) return kernel;
  return NULL;
}

static const jni_kernel *find_plain(const char *name) {
  const jni_kernel *const *const lists[] = {jni_expression_kernels, jni_motion_kernels, jni_signal_kernels};
  const jni_kernel *found = NULL;
  for (size_t i = 0; !found && i < sizeof lists / sizeof *lists; i++) found = find_in(lists[i], name);
  for (int i = 0; !found && jni_force_kinds[i]; i++) {
    const jni_force_code *code = jni_force_kinds[i]->code;
    if (code && code->kernels) found = find_in(code->kernels, name);
  }
  return found;
}

// A function of the element with these sizes: as write_subsystem.c calls it.
static const jni_code_call *find_call(const jni_subsystem_element *e, const jni_kernel_form *form) {
  const jni_subsystem_code *code = e->kind->code;
  if (!code || form->ninputs != 1 + e->ninputs + e->noutputs + e->nstates + e->ndiscretes) return NULL;
  if (code->rates.name && strcmp(code->rates.name, form->name) == 0 && form->nresults == e->nstates)
    return &code->rates;
  for (int k = 0; k < JNI_LAST; k++)
    if (code->stage[k].name && strcmp(code->stage[k].name, form->name) == 0 && form->nresults == e->noutputs)
      return &code->stage[k];
  return NULL;
}

static const jni_kernel *make(jni_pool *pool, const jni_kernel_form *form, const jni_code_call *call) {
  jni_kernel *kernel = jni_take(pool, 1, sizeof *kernel);
  if (kernel) *kernel = (jni_kernel){call->name, form->ninputs, form->nresults, call->calc, NULL};
  return kernel;
}

const jni_kernel *jni_kernel_find(jni_pool *pool, const jn_model *model, const jni_kernel_form *form) {
  const jni_kernel *plain = find_plain(form->name);
  if (plain) return plain->ninputs == form->ninputs && plain->nresults == form->nresults ? plain : NULL;
  for (int i = 0; i < model->nsubsystems; i++) {
    const jni_code_call *call = find_call(&model->subsystems[i], form);
    if (call) return make(pool, form, call);
  }
  return NULL;
}
