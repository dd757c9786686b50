// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// targets.c - the files a run reads and writes: none of them may overwrite another.
#include "targets.h"

#include "text.h"

enum { MODEL, CONTINUED, RESULTS, PLOT, REPORT, TARGETS };

typedef struct {
  const char *what, *path;  // path NULL: none
} app_target;

// A result may be continued in its own file; nothing else is written over.
static bool collide(const app_target *targets, int read, int written) {
  if (!targets[read].path || !targets[written].path) return false;
  if (read == CONTINUED && written == RESULTS) return false;
  return path_same(targets[read].path, targets[written].path);
}

jn_status check_targets(app_command *command, const char *results) {
  const app_options *o = &command->options;
  const app_target targets[TARGETS] = {[MODEL] = {"the model", o->words.items[0]},
                                       [CONTINUED] = {"the result that is continued", o->resume},
                                       [RESULTS] = {"the results", results},
                                       [PLOT] = {"the plot", o->plot},
                                       [REPORT] = {"the report", o->report}};
  bool prints = o->json || !o->quiet;
  for (int i = 0; i < TARGETS; i++) {
    if (prints && targets[i].path && path_is_stdout(targets[i].path))
      return usage_fault(command, "standard output goes to '%s', which is the file of %s; send one of them elsewhere",
                         targets[i].path, targets[i].what);
    for (int k = RESULTS > i + 1 ? RESULTS : i + 1; k < TARGETS; k++)
      if (collide(targets, i, k))
        return usage_fault(command, "%s would overwrite %s: '%s' is the same file; choose another name%s",
                           targets[k].what, targets[i].what, targets[k].path,
                           k == RESULTS && !o->output ? " with --output" : "");
  }
  return JN_OK;
}
