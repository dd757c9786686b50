// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_paths.c - checks of the files that a verb reads and writes.
#include "check_paths.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "common/text.h"
#include "plot_outputs.h"

enum { MODEL, CONTINUED, RESULTS, PLOT, LOCUS, SHAPES, REPORT, TARGETS };

typedef struct {
  const char *what, *path;  // path NULL: the command line does not name such a file
} app_target;

jn_status check_result_options(app_command *command) {
  const app_options *o = &command->options;
  if (o->output && o->no_output) return usage_fault(command, "--output and --no-output contradict each other");
  if (o->output && !jn_result_is_file(o->output))
    return usage_fault(command, "results go to an .h5 or .csv file, but --output is '%s'", o->output);
  if (o->plot && jn_file_format_of(o->plot) != JN_FORMAT_SVG)
    return usage_fault(command, "a plot is an .svg file, but --plot is '%s'", o->plot);
  return plot_outputs_check(command);
}

jn_status check_targets(app_command *command, const char *results) {
  const app_options *o = &command->options;
  const app_target targets[TARGETS] = {
      [MODEL] = {"the model", o->words.items[0]}, [CONTINUED] = {"the result that is continued", o->resume},
      [RESULTS] = {"the results", results},       [PLOT] = {"the plot", o->plot},
      [LOCUS] = {"the root locus", o->locus},     [SHAPES] = {"the picture of the modes", o->shapes},
      [REPORT] = {"the report", o->report}};
  bool prints = o->json || !o->quiet;
  for (int i = 0; i < TARGETS; i++) {
    if (prints && targets[i].path && path_is_stdout(targets[i].path))
      return usage_fault(command, "standard output goes to '%s', which is the file of %s; send one of them elsewhere",
                         targets[i].path, targets[i].what);
    for (int k = RESULTS > i + 1 ? RESULTS : i + 1; k < TARGETS; k++) {
      bool continues = i == CONTINUED && k == RESULTS;  // a result may be continued in its own file
      if (!targets[i].path || !targets[k].path || continues || !path_same(targets[i].path, targets[k].path)) continue;
      return usage_fault(command, "%s would overwrite %s: '%s' is the same file; choose another name%s",
                         targets[k].what, targets[i].what, targets[k].path,
                         k == RESULTS && !o->output ? " with --output" : "");
    }
  }
  return JN_OK;
}

jn_status check_not_read(app_command *command, const jn_model *model, const char *path) {
  for (int i = 1; path && i < jn_model_nsources(model); i++)
    if (path_same(path, jn_model_source(model, i).name))
      return usage_fault(command, "'%s' would be overwritten, but the model reads it; choose another name", path);
  return JN_OK;
}

jn_status check_sources(app_command *command, const jn_model *model, const char *results) {
  const char *const written[] = {results, command->options.plot, command->options.locus, command->options.shapes,
                                 command->options.report};
  jn_status status = JN_OK;
  for (size_t k = 0; k < sizeof written / sizeof *written && status == JN_OK; k++)
    status = check_not_read(command, model, written[k]);
  return status;
}

// ---- permissions ------------------------------------------------------------------------------------------------

// Returns 0 if a file can be written, otherwise the errno that prevents it: EISDIR for a folder; an existing file must
// be writable itself; for a new one its folder must take files.
static int why_not_writable(const char *path) {
  system_file file;
  bool there = system_file_info(path, &file);
  if (there && file.folder) return EISDIR;
  if (there && system_allows(path, SYSTEM_WRITABLE)) return 0;
  if (there) return errno;
  char *folder = path_folder(path);
  int error = !folder ? ENOMEM : system_allows(folder, SYSTEM_TAKES_FILES) ? 0 : errno;
  free(folder);
  return error;
}

jn_status check_writable(app_command *command, const char *results) {
  const char *const paths[] = {results, command->options.plot, command->options.locus, command->options.shapes,
                               command->options.report};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    int error = paths[i] ? why_not_writable(paths[i]) : 0;
    if (!error) continue;
    char why[160];
    snprintf(why, sizeof why, "%s", strerror(error));
    why[0] = (char)tolower((unsigned char)why[0]);
    return jn_report_fault(command->report, error == ENOMEM ? JN_NO_MEMORY : JN_IO, "", "cannot write %.250s: %s",
                           paths[i], why);
  }
  return JN_OK;
}
