// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_code.c - facts about the code of a compiled model, with the names of its variables.
#include "compile/file/program_file.h"
#include "compile/step_method.h"
#include "model/model.h"
#include "simulate/compile/compile_precomputed.h"

struct jn_code {
  jni_pool pool;
  jn_code_facts facts;
};

static void fill(jn_code_facts *facts, const jni_program *p, uint64_t hash) {
  *facts = (jn_code_facts){.nvariables = jni_program_nvariables(&p->sizes),
                           .noutputs = p->noutputs,
                           .nends = p->nends,
                           .names = p->names,
                           .units = p->units,
                           .output_names = p->output_names,
                           .output_units = p->output_units,
                           .ends = p->ends,
                           .newton = p->newton,
                           .fused = p->fused,
                           .left_out = p->sizes.all_z - p->sizes.nz,
                           .hash = hash};
  for (const jni_step_method *m = jni_step_methods; m->name; m++)
    if (m->implicit != JNI_IMPLICIT_NONE && m->implicit == p->implicit.extent) facts->jacobian = m->name;
}

jn_code *jn_code_new(const jn_model *model, jn_report *report) {
  JNI_ASSERT(model);
  const jni_model_code *own = model->code;
  if (!own) {
    jn_report_fault(report, JN_REFUSED, "", "the model is not compiled");
    return NULL;
  }
  jn_code *code = jni_object_new(model->pool.alloc, sizeof *code);
  const char *why = "";
  jni_program *p = code ? jni_program_read_plan(model->pool.alloc, own->bytes, own->n, &why) : NULL;
  if (*why) jn_report_fault(report, JN_BAD_MODEL, "", "this compiled model cannot be run: %s", why);
  if (!code || !jni_keep(&code->pool, p, jni_object_free)) {
    if (!*why) jni_report_no_memory(report);
    return jni_object_free(code);
  }
  fill(&code->facts, p, own->hash);
  if (own->nprecomputed_report == 0) return code;
  code->facts.precomputed = jni_precomputed_read(&code->pool, own->precomputed_report, own->nprecomputed_report);
  if (code->facts.precomputed) return code;
  if (code->pool.failed) jni_report_no_memory(report);
  else jn_report_fault(report, JN_BAD_MODEL, "", "the description of the tables in the compiled model is damaged");
  return jni_object_free(code);
}

const jn_code_facts *jn_code_get(const jn_code *code) {
  JNI_ASSERT(code);
  return &code->facts;
}

void *jn_code_free(jn_code *code) { return jni_object_free(code); }
