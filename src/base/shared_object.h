// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shared_object.h - loads shared objects. Loading runs their code, which can do whatever the user can: callers need the
// permission of the user (--allow-code, jn_model_allow_code).
#ifndef JNI_SHARED_OBJECT_H
#define JNI_SHARED_OBJECT_H

#include "base/base.h"

bool jni_shared_object_available(void);  // returns whether this build can load code
// Loads the shared object in the file `path`, which runs its code. Returns its handle; NULL with a sentence in `what`
// on failure.
void *jni_shared_object_open(const char *path, char *what, size_t size);
// Returns the address of a symbol; NULL: there is none.
void *jni_shared_object_symbol(void *handle, const char *name);
// Unloads a shared object. Accepts NULL. Returns NULL.
void *jni_shared_object_close(void *handle);

#endif
