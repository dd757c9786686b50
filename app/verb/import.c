// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import.c - `jounce import`: writes a robot (URDF, MJCF) as a model file.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/system.h"
#include "common/text.h"

static jn_status read_choices(app_command *command, jn_import_options *options) {
  const app_options *typed = &command->options;
  *options = import_options(command);
  if (typed->base && strcmp(typed->base, "fixed") != 0 && strcmp(typed->base, "free") != 0)
    return usage_fault(command, "--base is fixed or free, but got '%.60s'", typed->base);
  if (typed->limits && strcmp(typed->limits, "stops") != 0 && strcmp(typed->limits, "list") != 0)
    return usage_fault(command, "--limits is stops or list, but got '%.60s'", typed->limits);
  if (check_import_options(command) != JN_OK) return JN_BAD_ARGUMENT;
  options->free_base = typed->base && strcmp(typed->base, "free") == 0;
  options->list_limits = typed->limits && strcmp(typed->limits, "list") == 0;
  return JN_OK;
}

static bool exists(const char *path) {
  FILE *file = system_open(path, "rb");
  if (file) fclose(file);
  return file != NULL;
}

// Returns the path of the model file, which the caller frees: that of -o, or the robot's name with .yaml in the current
// folder. Returns NULL with a fault if that would overwrite the robot, or without -o any file.
static char *choose_path(app_command *command) {
  const char *source = command->options.words.items[0], *typed = command->options.output;
  char *path = typed ? malloc(strlen(typed) + 1) : path_stem_with(source, ".yaml");
  if (path && typed) memcpy(path, typed, strlen(typed) + 1);
  if (!path) {
    jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for a file name");
    return NULL;
  }
  if (path_same(path, source) && !typed)
    usage_fault(command, "'%s' has the extension of a Jounce model; import reads robots (.urdf, .xml, .mjcf)", source);
  else if (path_same(path, source))
    usage_fault(command, "the model would overwrite the file that is imported; name another one with -o");
  else if (!typed && exists(path))
    usage_fault(command, "'%s' exists already; name the file with -o (-o %s overwrites it)", path, path);
  else return path;
  free(path);
  return NULL;
}

static jn_status write_text(app_command *command, const char *path, const char *text) {
  if (strcmp(path, "-") == 0) {
    fputs(text, stdout);
    return JN_OK;
  }
  errno = 0;
  FILE *file = system_open(path, "wb");
  bool fine = file && fputs(text, file) >= 0;
  if (file && fclose(file) != 0) fine = false;
  if (fine) return JN_OK;
  return jn_report_fault(command->report, JN_IO, "", "'%s' cannot be written: %s", path,
                         errno ? strerror(errno) : "is the disk full?");
}

// Refuses a path that cannot be written, so that this is known before the import. A file that exists stays as it is.
static jn_status check_writable(app_command *command, const char *path) {
  if (strcmp(path, "-") == 0) return JN_OK;
  bool there = exists(path);
  errno = 0;
  FILE *file = system_open(path, "ab");
  if (!file) return jn_report_fault(command->report, JN_IO, "", "'%s' cannot be written: %s", path, strerror(errno));
  fclose(file);
  if (!there) system_remove(path);
  return JN_OK;
}

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void answer(app_command *command, const jn_model *model, const char *path) {
  int bodies = jn_model_nbodies(model) - 1, joints = jn_model_njoints(model), forces = jn_model_nforces(model);
  int left = jn_report_count(command->report, JN_WARNING);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "file", path);
    json_integer(&out, "bodies", bodies);
    json_integer(&out, "joints", joints);
    json_integer(&out, "forces", forces);
    json_integer(&out, "left_out", left);
    answer_end(command, &out);
  } else if (!command->options.quiet && strcmp(path, "-") != 0) {
    printf(
        "%s: %d bod%s, %d joint%s, %d force%s; %d item%s not supported or changed, listed above and at the "
        "top of the file\n",
        path, bodies, bodies == 1 ? "y" : "ies", joints, plural(joints), forces, plural(forces), left, plural(left));
    printf("next: jounce check %s\n", path);
  }
}

// Returns the folder of the robot as the model file has to name it: as it was typed if it is absolute or the model file
// is in the current folder, else absolute; "" for the current folder as typed. The caller frees it; NULL: no memory.
static char *choose_folder(const char *robot, const char *model) {
  char here[4096] = "", *folder = path_folder(robot);
  bool rooted = path_root(robot) > 0, elsewhere = path_length_of_folder(model) > 0 && !rooted;
  if (elsewhere && !system_current_folder(here, sizeof here)) here[0] = '\0';
  const char *from = folder && strcmp(folder, ".") != 0 ? folder : "";
  size_t n = strlen(here) + strlen(from) + 2;
  char *made = folder ? malloc(n) : NULL;
  if (made) snprintf(made, n, "%s%s%s", here, here[0] ? "/" : "", from);
  free(folder);
  return made;
}

// Imports the robot once more as a model, to be sure that its text is valid, writes the text to `path`, and prints the
// messages and the answer. Returns the first failure.
static jn_status write_model(app_command *command, const char *path, const char *text,
                             const jn_import_options *options) {
  jn_model *model = jn_import_model(NULL, command->options.words.items[0], options, NULL, 0, NULL);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model back");
  jn_status status = write_text(command, path, text);
  print_messages(command);
  if (status == JN_OK) answer(command, model, path);
  jn_model_free(model);
  return status;
}

static jn_status import_to(app_command *command, const char *path, jn_import_options *options) {
  const char *robot = command->options.words.items[0];
  jn_status status = check_writable(command, path);
  if (status != JN_OK) return status;
  char *folder = choose_folder(robot, path);
  if (!folder) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for a file name");
  options->folder = folder;
  char *text = jn_import_file(NULL, robot, options, command->report);
  status = text ? write_model(command, path, text, options) : worst_fault(command, JN_BAD_MODEL, "importing");
  jn_text_free(NULL, text);
  free(folder);
  return status;
}

static jn_status import_work(app_command *command) {
  jn_import_options options;
  jn_status status = read_choices(command, &options);
  if (status != JN_OK) return status;
  if (command->options.json && command->options.output && strcmp(command->options.output, "-") == 0)
    return usage_fault(command, "--json and -o - would both write to standard output");
  char *path = choose_path(command);
  if (!path) return worst_fault(command, JN_BAD_ARGUMENT, "naming the file");
  status = import_to(command, path, &options);
  free(path);
  return status;
}

static const char *const examples[] = {"jounce import models/robots/arm.urdf",
                                       "jounce import models/robots/walker.xml -o walker.yaml",
                                       "jounce run models/robots/quadruped.xml --keyframe stand --until 2", NULL};

const app_verb verb_import = {
    .name = "import",
    .words = "ROBOT",
    .needs = "a URDF or MJCF file",
    .help = "convert a URDF or MJCF robot to a model file",
    .details =
        "Writes ROBOT.yaml in the current folder, or the file named by -o (- is standard output). Everything that is "
        "not supported is listed with its line, here and at the top of the file.",
    .examples = examples,
    .bit = FOR_IMPORT,
    .least = 1,
    .most = 1,
    .work = import_work,
    .prints_notes = true};
