// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile.c - `jounce compile`: a model as straight-line code in a file that other verbs take like a model.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/text.h"
#include "files.h"

// ---- what it tells --------------------------------------------------------------------------------------------------

static const char *plural(int n) { return n == 1 ? "" : "s"; }

static void print_independent(const jn_compile_report *r) {
  printf("  independent    ");
  for (int i = 0; i < r->nindependent; i++) {
    bool again = i > 0 && strcmp(r->independent[i], r->independent[i - 1]) == 0;
    if (!again) printf("%s%s", i > 0 ? ", " : "", r->independent[i]);
  }
  puts(r->nindependent == 0 ? "none: all motion is prescribed" : "");
}

static void print_loops(const jn_compile_report *r) {
  int largest = 0;
  for (int i = 0; i < r->ngroups; i++)
    if (r->groups[i] > largest) largest = r->groups[i];
  if (r->ngroups == 0) {
    puts("  loops          none");
    return;
  }
  printf("  loops          %d group%s of at most %d equation%s, closed by %d Newton step%s at every evaluation\n",
         r->ngroups, plural(r->ngroups), largest, plural(largest), r->newton, plural(r->newton));
  printf("  pivots         %.2g is the smallest at the start, relative to its row; it is watched while running\n",
         r->least_pivot);
}

static void print_operations(const jn_compile_report *r) {
  char all[32], code[32];
  format_count(r->operations, all, sizeof all), format_count(r->instructions, code, sizeof code);
  printf(
      "  operations     %s in one evaluation: %d fused, %d products, %d sums, %d quotients and roots, %d functions\n",
      all, r->fused_products, r->products, r->sums, r->slow, r->functions);
  if (r->calls > 0) printf("  laws           %d call%s of forces and tables\n", r->calls, plural(r->calls));
  printf("  code           %s instructions, at most %d values at hand\n", code, r->live);
}

static void print_text(const char *name, const jn_compile_report *r, const char *path) {
  char step[32];
  format_seconds(r->step, step, sizeof step);
  printf("%s\n", name);
  printf("  compiled       %d coordinates, %d speeds, %d states, %d inputs, in %.2f s\n", r->coordinates, r->speeds,
         r->states, r->inputs, r->seconds);
  print_independent(r), print_loops(r), print_operations(r);
  printf("  steps          %s with step %s\n", r->integrator, step);
  if (r->at_ends > 0)
    printf("  ends of steps  %d event%s and subsystem%s act there, not within steps\n", r->at_ends, plural(r->at_ends),
           plural(r->at_ends));
  printf("  equations      %016" PRIx64 "\n", r->hash);
  printf("Wrote %s.\n", path);
}

static void put_numbers(app_json *out, const jn_compile_report *r) {
  const struct {
    const char *key;
    long value;
  } list[] = {{"coordinates", r->coordinates},
              {"speeds", r->speeds},
              {"states", r->states},
              {"discrete", r->discrete},
              {"inputs", r->inputs},
              {"operations", r->operations},
              {"fused", r->fused_products},
              {"products", r->products},
              {"sums", r->sums},
              {"slow", r->slow},
              {"functions", r->functions},
              {"calls", r->calls},
              {"instructions", r->instructions},
              {"live", r->live},
              {"newton", r->newton},
              {"at_ends", r->at_ends}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) json_integer(out, list[i].key, list[i].value);
}

static void put_lists(app_json *out, const jn_compile_report *r) {
  json_open(out, "independent", '[');
  for (int i = 0; i < r->nindependent; i++) json_text(out, NULL, r->independent[i]);
  json_close(out, ']');
  json_open(out, "groups", '[');
  for (int i = 0; i < r->ngroups; i++) json_integer(out, NULL, r->groups[i]);
  json_close(out, ']');
}

static void answer(app_command *command, const char *name, const jn_compile_report *r, const char *path) {
  tell_messages(command);
  if (!command->options.json) {
    if (!command->options.quiet) print_text(name, r, path);
    return;
  }
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  json_text(&out, "name", name);
  json_text(&out, "file", path);
  put_numbers(&out, r), put_lists(&out, r);
  json_number(&out, "least_pivot", r->least_pivot);
  json_text(&out, "integrator", r->integrator);
  json_number(&out, "step", r->step);
  json_text(&out, "equations", hash);
  answer_end(command, &out);
}

// ---- the work -------------------------------------------------------------------------------------------------------

// The files with their bytes, which a compiled model carries.
static jn_status write_compiled(app_command *command, const jn_model *model, const jn_compiled *compiled,
                                const char *path) {
  app_files files;
  if (!files_of_model(model, &files))
    return files_free(&files), worst_fault(command, JN_NO_MEMORY, "listing the files");
  void **blocks = calloc((size_t)files.n + 1, sizeof *blocks);
  jn_status status = blocks ? JN_OK : JN_NO_MEMORY;
  for (int i = 0; status == JN_OK && i < files.n; i++) {
    if (files.items[i].text) continue;
    files.items[i].text = blocks[i] = files_bytes(command, &files.items[i]);
    if (!blocks[i]) status = JN_IO;
  }
  if (status == JN_OK) status = jn_compiled_write(compiled, files.items, files.n, path, command->report);
  for (int i = 0; blocks && i < files.n; i++) free(blocks[i]);
  free(blocks);
  files_free(&files);
  return explained(command, status, "writing the compiled model");
}

static jn_status take_options(app_command *command, const jn_choices *choices, jn_compile_options *options) {
  app_options *o = &command->options;
  *options = jn_compile_options_default();
  options->choices = choices;
  options->outputs = (const char *const *)o->outputs.items, options->noutputs = o->outputs.n;
  options->keep = (const char *const *)o->keep.items, options->nkeep = o->keep.n;
  options->stiff = (const char *const *)o->stiff.items, options->nstiff = o->stiff.n;
  options->fused = !o->no_fma;
  return take_count(command, "newton", o->newton, 0, 100, &options->newton);
}

// The name of a file as an identifier of C.
static void name_of_file(const char *path, char *name, size_t size) {
  const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path;
  size_t n = 0;
  for (; from[n] && from[n] != '.' && n + 1 < size; n++) {
    bool digit = from[n] >= '0' && from[n] <= '9';
    bool letter = (from[n] >= 'a' && from[n] <= 'z') || (from[n] >= 'A' && from[n] <= 'Z');
    name[n] = letter || (digit && n > 0) ? from[n] : '_';
  }
  if (n == 0) name[n++] = '_';
  name[n] = 0;
}

static jn_status write_code(app_command *command, const jn_compiled *compiled) {
  const char *path = command->options.code;
  char name[64];
  int lanes = 0;
  if (!path) return JN_OK;
  name_of_file(path, name, sizeof name);
  jn_status status = take_count(command, "lanes", command->options.lanes, 1, 8, &lanes);
  if (status != JN_OK) return status;
  if (lanes == 3 || (lanes > 4 && lanes < 8)) return usage_fault(command, "--lanes is 1, 2, 4 or 8, but got %d", lanes);
  char *text = jn_compiled_print(compiled, name, lanes > 1 ? lanes : 0, command->report);
  if (!text) return worst_fault(command, JN_REFUSED, "printing the code");
  status = jn_text_write(path, text, command->report);
  jn_text_free(NULL, text);
  return status;
}

static jn_status compile(app_command *command, jn_model *model, const char *path) {
  jn_choices choices;
  jn_compile_options options;
  load_choices(command, model, &choices);
  jn_status status = take_options(command, &choices, &options);
  if (status != JN_OK) return status;
  jn_compiled *compiled = jn_compile(model, &options, command->report);
  if (!compiled) return worst_fault(command, JN_REFUSED, "compiling the model");
  bool code_only = command->options.code && !command->options.output;
  status = write_code(command, compiled);
  if (status == JN_OK && !code_only) status = write_compiled(command, model, compiled, path);
  if (status == JN_OK)
    answer(command, shown_name(command, model), jn_compiled_report(compiled), code_only ? command->options.code : path);
  jn_compiled_free(compiled);
  return status;
}

static jn_status compile_work(app_command *command) {
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  const char *given = command->options.output;
  char *usual = given ? NULL : path_stem_with(command->options.words.items[0], ".jnc");
  const char *path = given ? given : usual;
  jn_status status = path ? compile(command, model, path) : worst_fault(command, JN_NO_MEMORY, "naming the file");
  free(usual);
  jn_model_free(model);
  return status;
}

static const char *const examples[] = {
    "jounce compile models/examples/four-bar.yaml --step 1ms",
    "jounce compile models/examples/slider-crank.yaml --integrator rk4 --step 0.5ms -o crank.jnc", NULL};

const app_verb verb_compile = {
    .name = "compile",
    .words = "MODEL",
    .needs = "a model file",
    .help = "a model as straight-line code that runs without further decisions",
    .details =
        "Writes the equations of formulation 'reduced' as one list of operations, with the independent variables of\n"
        "the start and a fixed number of Newton steps for the loops. The file (MODEL.jnc, unless -o names another)\n"
        "holds the model, its files and the code; run, compare, view and drive take it like a model. It runs with\n"
        "fixed steps; events, changes of subsystems and samples happen at the ends of steps.",
    .examples = examples,
    .bit = FOR_COMPILE,
    .least = 1,
    .most = 1,
    .work = compile_work};
