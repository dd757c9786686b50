// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_model.h - whole models: from text, from the file of a compiled model, and again with other settings.
#ifndef JNI_READ_MODEL_H
#define JNI_READ_MODEL_H

#include "model/read/reader.h"

// Reads a text into the model. path: of the text, NULL: none. Returns NULL after faults, which are in the report; the
// model is then freed.
jn_model *jni_read_model(jn_model *model, const char *path, const char *text, size_t size, const jn_setting *settings,
                         int nsettings, jn_report *report);
// Reads the bytes of a compiled model (model/package/package.h) into the model, as jni_read_model reads a text.
jn_model *jni_read_package(jn_model *model, const char *bytes, size_t size, const jn_setting *settings, int nsettings,
                           jn_report *report);
// Copies the code of a compiled model into a model; records the paths of `settings` as set after compilation.
void jni_read_keep_code(jn_model *model, const jni_model_code *from, const jn_setting *settings, int nsettings);
// Reads the model again from the files that it keeps, with these settings instead of its own. files: source of files
// that it does not keep; NULL: the same as before. trace: records the formulas of the new model; NULL: none.
jn_model *jni_read_again(const jn_model *model, const jn_files *files, const jn_setting *settings, int nsettings,
                         jni_trace *trace, jn_report *report);
// Reads the model again with some settings changed, as jn_model_with_settings does. files: as in jni_read_again.
jn_model *jni_model_with(const jn_model *model, const jn_files *files, const jn_setting *settings, int n,
                         jn_report *report);

#endif
