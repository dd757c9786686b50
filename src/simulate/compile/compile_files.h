// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_files.h - files and settings that the file of a compiled model contains beside the code.
#ifndef JNI_COMPILE_FILES_H
#define JNI_COMPILE_FILES_H

#include "model/package/package.h"

// Stores `files` with their bytes in the package; NULL: the files that the model was read from. Their memory belongs to
// `pool`. Returns false with a fault in the report.
bool jni_package_files(jni_pool *pool, const jn_model *model, const jn_source *files, int nfiles, jni_package *package,
                       jn_report *report);
// Stores in the package the parameters and choices that were set when the model was read, and the choices that differ
// from those of the model. Returns false if memory is short.
bool jni_package_settings(jni_pool *pool, const jn_model *model, const jn_choices *choices, jni_package *package);

#endif
