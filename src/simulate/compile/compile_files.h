// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_files.h - what of the file of a compiled model is not code: the files of the model, settings.
#ifndef JNI_COMPILE_FILES_H
#define JNI_COMPILE_FILES_H

#include "model/package/package.h"

// `files` with their bytes; NULL: those that the model was read from. False with a fault in the report. What is made on
// the way is of the room.
bool jni_package_files(jni_pool *room, const jn_model *model, const jn_source *files, int nfiles, jni_package *package,
                       jn_report *report);
// What was set when the model was read, and choices that are not those of the model. False: no memory.
bool jni_package_settings(jni_pool *room, const jn_model *model, const jn_choices *choices, jni_package *package);

#endif
