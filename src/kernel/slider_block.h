// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slider_block.h - constants of a slider (slider.h).
#ifndef JNK_SLIDER_BLOCK_H
#define JNK_SLIDER_BLOCK_H

typedef struct {
  double k, c;  // stiffness and damping, both > 0
} jnk_slider;

#endif
