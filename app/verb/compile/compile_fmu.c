// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_fmu.c - `jounce compile --fmu`: writes the printed C as a source FMU, with binaries made by the compilers
// that are installed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "common/text.h"
#include "compile.h"
#include "model_files.h"

// ---- platforms ------------------------------------------------------------------------------------------------------

#if defined(__x86_64__) || defined(_M_X64)
#define X86_64 true
#else
#define X86_64 false
#endif

typedef struct {
  const char *compiler;  // command with its options; NULL: $CC, or cc
  // folder of the binary in the FMU, at the index of the FMI version; NULL: that version has no name for the platform
  const char *folders[4];
  const char *suffix;         // ending of the binary
  const char *options;        // options of the compiler
  const char *fused_options;  // additional options for code with fused multiply-add: instructions of x86-64
} fmu_platform;

// The first entry is this platform. The others need a cross compiler; if it is missing, no message is printed.
static const fmu_platform platforms[] = {
#if defined(_WIN32)
    {NULL,
     {[2] = "win64", [3] = "x86_64-windows"},
     "dll",
     "-static -s -Wl,--no-insert-timestamp -Wl,--disable-auto-image-base",
     "-mavx2 -mfma -Wa,-muse-unaligned-vector-move"},
#elif defined(__APPLE__) && X86_64
    {NULL, {[2] = "darwin64", [3] = "x86_64-darwin"}, "dylib", "-fPIC", "-mavx2 -mfma"},
#elif defined(__APPLE__)
    {NULL, {[3] = "aarch64-darwin"}, "dylib", "-fPIC", ""},
#elif defined(__linux__) && X86_64
    {NULL, {[2] = "linux64", [3] = "x86_64-linux"}, "so", "-fPIC -Wl,-Bsymbolic -s", "-mavx2 -mfma"},
#elif defined(__linux__) && defined(__aarch64__)
    {NULL, {[3] = "aarch64-linux"}, "so", "-fPIC -Wl,-Bsymbolic -s", ""},
#else
    {NULL, {NULL}, "so", "-fPIC", ""},
#endif
#if !defined(_WIN32)
    // Windows aligns the stack to 16 bytes only, so vectors of 32 bytes are moved as unaligned ones
    {"x86_64-w64-mingw32-gcc",
     {[2] = "win64", [3] = "x86_64-windows"},
     "dll",
     "-static -s -Wl,--no-insert-timestamp -Wl,--disable-auto-image-base",
     "-mavx2 -mfma -Wa,-muse-unaligned-vector-move"},
#endif
};
enum { NPLATFORMS = sizeof platforms / sizeof *platforms };

// ---- the compiler ---------------------------------------------------------------------------------------------------

enum { MOST_WORDS = 48, MOST_TEXT = 2000, MOST_SOURCES = 8 };

typedef struct {
  const char *words[MOST_WORDS + 1];
  int n;
  char text[MOST_TEXT];
  size_t used;
} command_line;

// Appends the words of a text, which are separated by spaces, to a command line; drops those for which there is no
// space.
static void add_words(command_line *line, const char *text) {
  for (size_t length; *text; text += length) {
    text += strspn(text, " ");
    length = strcspn(text, " ");
    if (length == 0 || line->n == MOST_WORDS || line->used + length + 1 > sizeof line->text) return;
    char *word = line->text + line->used;
    memcpy(word, text, length);
    word[length] = 0;
    line->words[line->n++] = word;
    line->used += length + 1;
  }
}

static void add_word(command_line *line, const char *word) {
  if (line->n < MOST_WORDS) line->words[line->n++] = word;
}

typedef struct {
  app_command *command;
  jn_source_fmu *fmu;
  const char *identifier;
  int version;
  char folder[300], binary[480];  // path of the temporary folder, and of the binary in it
  char sources[MOST_SOURCES][480];
  int nsources;
} fmu_job;

static jn_status add_binary(fmu_job *job, const fmu_platform *platform) {
  char name[200];
  jn_source file = {.name = job->binary};
  system_file info;
  if (!system_file_info(job->binary, &info))
    return jn_report_fault(job->command->report, JN_IO, "", "the compiler wrote no file");
  file.size = (size_t)info.size;
  void *bytes = files_read(job->command, &file);
  if (!bytes) return JN_IO;
  snprintf(name, sizeof name, "binaries/%s/%s.%s", platform->folders[job->version], job->identifier, platform->suffix);
  jn_status status = jn_source_fmu_add(job->fmu, name, bytes, (size_t)info.size);
  free(bytes);
  return status;
}

// Compiles the sources for a platform and adds the binary to the FMU. If the compiler is not installed, the FMU has no
// such binary and JN_OK is returned; a warning says so for this platform only.
static jn_status compile_for(fmu_job *job, const fmu_platform *platform, app_compiled *summary) {
  const char *own = getenv("CC"), *compiler = platform->compiler;
  char prefix[64], output[800];
  command_line line = {.n = 0};
  if (!platform->folders[job->version]) return JN_OK;
  if (!compiler) compiler = own && *own ? own : "cc";
  snprintf(job->binary, sizeof job->binary, "%s/%s.%s", job->folder, job->identifier, platform->suffix);
  snprintf(prefix, sizeof prefix, "-DFMI%d_OVERRIDE_FUNCTION_PREFIX", job->version);
  add_words(&line, compiler);
  add_words(&line, "-std=c11 -O2 -w -ffp-contract=off -shared");
  add_words(&line, platform->options);
  if (jn_source_fmu_is_fused(job->fmu)) add_words(&line, platform->fused_options);
  add_word(&line, prefix);
  add_word(&line, "-o");
  add_word(&line, job->binary);
  for (int i = 0; i < job->nsources; i++)
    if (text_ends_with(job->sources[i], ".c")) add_word(&line, job->sources[i]);
  add_word(&line, "-lm");
  int code = system_run(line.words, output, sizeof output);
  if (code < 0 && platform->compiler) return JN_OK;
  if (code < 0) {
    jn_report_warn(job->command->report, "",
                   "there is no C compiler '%.100s': the FMU has sources and no binary for this system; the variable "
                   "CC can name one",
                   compiler);
    return JN_OK;
  }
  jn_status status = JN_OK;
  if (code != 0)
    status =
        jn_report_fault(job->command->report, JN_REFUSED, "", "the compiler '%.100s' fails: %.600s", compiler, output);
  else status = add_binary(job, platform);
  system_remove(job->binary);
  if (status == JN_OK) summary->fmu_platforms[summary->nfmu_platforms++] = platform->folders[job->version];
  return status;
}

static jn_status compile_binaries(fmu_job *job, app_compiled *summary) {
  if (!system_make_temporary_folder("jounce-fmu", job->folder, sizeof job->folder))
    return jn_report_fault(job->command->report, JN_IO, "", "cannot make a folder for temporary files");
  jn_status status = JN_OK;
  for (; status == JN_OK && job->nsources < MOST_SOURCES; job->nsources++) {
    const char *name, *text = jn_source_fmu_source(job->fmu, job->nsources, &name);
    if (!text) break;
    snprintf(job->sources[job->nsources], sizeof job->sources[0], "%s/%s", job->folder, name);
    status = jn_text_write(job->sources[job->nsources], text, job->command->report);
  }
  for (int i = 0; status == JN_OK && i < NPLATFORMS; i++) status = compile_for(job, &platforms[i], summary);
  for (int i = 0; i < job->nsources; i++) system_remove(job->sources[i]);
  system_remove_folder(job->folder);
  return status;
}

// ---- the FMU --------------------------------------------------------------------------------------------------------

jn_status compile_take_fmu(app_command *command, int lanes, int *version) {
  const app_options *o = &command->options;
  *version = 3;
  jn_status status = take_count(command, "fmi", o->fmi, 2, 3, version);
  if (status != JN_OK) return status;
  if (!o->fmu && (!isnan(o->fmi) || o->inputs.n > 0))
    return usage_fault(command, "--%s needs an FMU: add --fmu, as in --fmu vehicle.fmu",
                       o->inputs.n > 0 ? "inputs" : "fmi");
  if (o->fmu && lanes > 1)
    return usage_fault(command, "an instance of an FMU is one system: use --lanes with --c alone");
  return JN_OK;
}

jn_status compile_write_fmu(app_command *command, jn_compiled *compiled, int version, app_compiled *summary) {
  const app_options *o = &command->options;
  char identifier[64], date[32];
  if (!o->fmu) return JN_OK;
  bool no_inputs = o->inputs.n == 1 && strcmp(o->inputs.items[0], "none") == 0;
  compile_name_of_file(o->fmu, identifier, sizeof identifier);
  jn_fmu_options options = jn_fmu_options_default();
  options.version = version;
  options.identifier = identifier;
  if (o->inputs.n > 0) options.inputs = (const char *const *)o->inputs.items;
  options.ninputs = no_inputs ? 0 : o->inputs.n;
  options.date = date_of_build(date, sizeof date);
  fmu_job job = {.command = command, .identifier = identifier, .version = version};
  job.fmu = jn_source_fmu_new(compiled, &options, command->report);
  if (!job.fmu) return worst_fault(command, JN_REFUSED, "printing the FMU");
  jn_status status = compile_binaries(&job, summary);
  if (status == JN_OK) status = jn_source_fmu_write(job.fmu, o->fmu, command->report);
  jn_source_fmu_free(job.fmu);
  system_file written;
  if (status == JN_OK && system_file_info(o->fmu, &written)) summary->fmu_bytes = written.size;
  summary->fmu = o->fmu;
  summary->fmi = version;
  return checked_status(command, status, "writing the FMU");
}
