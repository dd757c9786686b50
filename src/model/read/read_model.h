// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_model.h - whole models: from text, from the file of a compiled model, and again with other settings.
#ifndef JNI_READ_MODEL_H
#define JNI_READ_MODEL_H

#include "model/read/reader.h"

// Returns whether one of n settings has this path.
bool jni_read_has_setting(const jn_setting *settings, int n, const char *path);
// Reads a model from a text into `model`, an empty model that the function takes over, with n settings of the user, and
// returns it. path: that of the text, NULL: none. Returns NULL after faults, which are in the report; the model is then
// freed.
jn_model *jni_read_model(jn_model *model, const char *path, const char *text, size_t size, const jn_setting *settings,
                         int nsettings, jn_report *report);
// Reads a model from the bytes of a compiled file (model/package/package.h) into `model`, as jni_read_model does from a
// text.
jn_model *jni_read_package(jn_model *model, const char *bytes, size_t size, const jn_setting *settings, int nsettings,
                           jn_report *report);
// Copies the compiled code `from` of another model or of a package to the model, and adds the paths of `settings` to
// those changed after compilation. Without memory sets model->no_memory.
void jni_read_keep_code(jn_model *model, const jni_model_code *from, const jn_setting *settings, int nsettings);
// Returns a new model that is read from the files that `model` keeps, with these settings instead of its own; NULL
// after faults, which are in the report. files: where files that it does not keep come from; NULL: as before. trace:
// receives the formulas of the new model's numbers; NULL: they are not recorded.
jn_model *jni_read_again(const jn_model *model, const jn_files *files, const jn_setting *settings, int nsettings,
                         jni_trace *trace, jn_report *report);
// Returns a new model that is read from the files that `model` keeps, with n of its settings changed, as
// jn_model_with_settings does; NULL after faults. files: as for jni_read_again.
jn_model *jni_model_with(const jn_model *model, const jn_files *files, const jn_setting *settings, int n,
                         jn_report *report);

#endif
