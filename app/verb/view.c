// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// view.c - `jounce view`: a page with the model and the engine inside.
//
// The page (page.h) has a place for its data, an object in JSON:
//   {version: 1, mode: "model", model: PATH, files: {PATH: {text: ...}}, settings: {PATH: VALUE}}
// Names and texts of a model are data there and nothing else: every `<` is written as \\u003c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "common/text.h"
#include "page.h"

static const char place[] = "%DATA%";

// ---- the data -------------------------------------------------------------------------------------------------------

static bool write_files(app_command *command, app_json *json, const jn_model *model) {
  bool whole = true;
  json_open(json, "files", '{');
  for (int i = 0; i < jn_model_nsources(model); i++) {
    jn_source source = jn_model_source(model, i);
    if (!source.text) {
      jn_report_fault(command->report, JN_REFUSED, "", "'%.200s' is too large for a page, or no text", source.name);
      whole = false;
      continue;
    }
    json_open(json, source.name, '{');
    json_text(json, "text", source.text);
    json_close(json, '}');
  }
  json_close(json, '}');
  return whole;
}

static bool write_data(app_command *command, FILE *out, const jn_model *model) {
  app_json json = {.out = out};
  json_open(&json, NULL, '{');
  json_integer(&json, "version", 1);
  json_text(&json, "mode", "model");
  json_text(&json, "model", jn_model_source(model, 0).name);
  bool whole = write_files(command, &json, model);
  json_open(&json, "settings", '{');
  for (int i = 0; i < jn_model_nsettings(model); i++)
    json_text(&json, jn_model_setting(model, i).path, jn_model_setting(model, i).value);
  json_close(&json, '}');
  json_close(&json, '}');
  return whole;
}

static void put_escaped(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<') fputs("\\u003c", out);
    else fputc(*text, out);
  }
}

// NULL with a fault in the report.
static char *make_page(app_command *command, const jn_model *model) {
  size_t size = 0, length = 0, whole = 0;
  const char *page = page_text(&size), *at = strstr(page, place);
  char *data = NULL, *text = NULL;
  FILE *out = open_memstream(&data, &length);
  bool good = at && out && write_data(command, out, model);
  if (out) fclose(out);
  FILE *made = good ? open_memstream(&text, &whole) : NULL;
  if (made) {
    fwrite(page, 1, (size_t)(at - page), made);
    put_escaped(made, data);
    fputs(at + strlen(place), made);
    fclose(made);
  }
  free(data);
  if (!text) worst_fault(command, JN_NO_MEMORY, "making the page");
  return text;
}

// ---- the browser ---------------------------------------------------------------------------------------------------

// Where there is a screen; what the browser says is not for the terminal.
static bool open_page(const char *path) {
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return false;
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(127);
    execlp("xdg-open", "xdg-open", path, (char *)NULL);
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void tell(app_command *command, const char *path, bool opened) {
  tell_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "page", path);
    json_flag(&out, "opened", opened);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf(opened ? "Opened %s.\n" : "Wrote %s: open it in a browser.\n", path);
  }
}

// ---- the verb ------------------------------------------------------------------------------------------------------

static jn_status write_page(app_command *command, const char *path) {
  jn_model *model = load_model(command);
  if (!model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  char *text = make_page(command, model);
  jn_status status = text ? jn_text_write(path, text, command->report) : worst_fault(command, JN_NO_MEMORY, "the page");
  free(text);
  jn_model_free(model);
  if (status == JN_OK) tell(command, path, !command->options.no_open && open_page(path));
  return status;
}

static jn_status view_work(app_command *command) {
  const char *output = command->options.output;
  size_t size;
  if (!page_text(&size))
    return jn_report_fault(command->report, JN_REFUSED, "", "this build of Jounce has no page; it lacked: %s",
                           page_missing());
  if (output && !text_ends_with(output, ".html"))
    return usage_fault(command, "a page is an .html file, but --output is '%s'", output);
  char *beside = path_stem_with(command->options.words.items[0], ".html");
  const char *path = output ? output : beside;
  jn_status status = path ? write_page(command, path) : JN_NO_MEMORY;
  free(beside);
  return status;
}

static const char *const examples[] = {
    "jounce view models/examples/four-bar.yaml --no-open",
    "jounce view models/vehicles/hmmwv-lane-change.yaml --set speed=10 -o lane-change.html --no-open",
    NULL,
};

const app_verb verb_view = {
    .name = "view",
    .words = "MODEL",
    .needs = "a model file",
    .help = "a page that simulates and shows the model, in one HTML file",
    .details =
        "MODEL is a YAML or JSON file. The page has the model and the engine inside: it needs no server, no\n"
        "network and no installation, and can be sent to anybody. It is MODEL.html in the current folder, unless\n"
        "-o names another, and is opened in the browser where there is a screen.\n"
        "Exit codes: 0 success, 2 the command was built without the page, 3 model invalid.",
    .examples = examples,
    .bit = FOR_VIEW,
    .least = 1,
    .most = 1,
    .work = view_work};
