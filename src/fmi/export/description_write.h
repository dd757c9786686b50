// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// description_write.h - writes modelDescription.xml of FMI 2 and 3.
#ifndef JNI_DESCRIPTION_WRITE_H
#define JNI_DESCRIPTION_WRITE_H

#include "fmi/engine/engine.h"

typedef struct {
  int version;             // 2 or 3
  const char *identifier;  // name of the binary, a valid identifier of C
  const char *token, *date;
  // Initialised instances for Co-Simulation and for Model Exchange; the latter is NULL if the model has no Model
  // Exchange.
  const jni_engine *stepped, *exchanged;
  const jni_engine_settings *settings;
} jni_description;

// Returns the text of the file, which the caller frees with jni_free; NULL: no memory.
char *jni_description_write(const jni_description *description, size_t *size);

// Returns the names of the outputs as the description writes them, in memory of the pool; NULL without memory.
const char **jni_description_outputs(jni_pool *pool, const jni_description *description);

// Returns true if a name follows the structured naming convention: a.b[1].c, der(x), 'quoted'.
bool jni_name_is_structured(const char *name);

#endif
