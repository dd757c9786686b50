// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soft_call.h - wheels on soft ground as functions over arrays; in: wheel_input.h, out: as in tyre_call.h.
#ifndef JNK_SOFT_CALL_H
#define JNK_SOFT_CALL_H

#include "kernel/ground/soft_table.h"
#include "kernel/ground/wheel_input.h"

enum { JNK_SOFT_RESULTS = 9 + JNK_SOFT_WORDS + 2 };

JNK_FN void jnk_soft_call(const double *block, const jnk_ground_law *law, const double *in, double *out) {
  const jnk_soft *t = jnk_soft_of_block(block);
  const jnk_wheel_input at = jnk_wheel_read(in);
  const jnk_wheel wheel = {t->radius, 0, 0, t->vertical != 0, t->rolls != 0, NULL};
  jnk_contact c;
  jnk_soft_at soft;
  out[6] = out[7] = out[8] = 0;
  jnk_contact_on(&wheel, &at.under, at.r, at.v, at.w, at.axis, &c);
  jnk_contact_lean(at.axis, &c);
  jnk_soft_calc(t, law, at.r, at.v, at.w, t->states > 0 ? at.state : NULL, &c, &soft, out + 6);
  jnk_soft_apply(&soft, at.axis, out, out + 3);
  jnk_soft_words(&soft, out + 9);
  out[9 + JNK_SOFT_WORDS] = c.deflection;
  out[10 + JNK_SOFT_WORDS] = c.rate;
}

// ---- laws as functions of their numbers ----------------------------------------------------------------------------

// Computes the contact patch as jnk_patch_stand. numbers: a jnk_soil_wheel, passed as doubles.
JNK_FN void jnk_soil_stand(const double *numbers, jnk_patch *patch) {
  jnk_patch_stand((const jnk_soil_wheel *)(const void *)numbers, patch->h, patch);
}

JNK_FN void jnk_soil_calc(const double *numbers, const jnk_patch *patch, const jnk_patch_slip *slip,
                          jnk_patch_force *out) {
  jnk_patch_calc((const jnk_soil_wheel *)(const void *)numbers, patch, slip, out);
}

JNK_FN void jnk_call_tyre_soil(const double *block, const double *in, double *out) {
  const jnk_ground_law law = {jnk_soil_stand, jnk_soil_calc};
  jnk_soft_call(block, &law, in, out);
}

JNK_FN void jnk_call_tyre_table(const double *block, const double *in, double *out) {
  const jnk_ground_law law = {jnk_table_stand, jnk_table_calc};
  jnk_soft_call(block, &law, in, out);
}

#endif
