// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// icon.h - makes a small picture of a mechanism as PNG, by which an importer shows the FMU.
#ifndef JNI_ICON_H
#define JNI_ICON_H

#include "jounce/simulate.h"

// Draws the mechanism at the state of the run. Returns the *size bytes of a PNG file, which the caller frees with
// jni_free; NULL: no memory.
unsigned char *jni_icon_write(jn_run *run, size_t *size);

#endif
