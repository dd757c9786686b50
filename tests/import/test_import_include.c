// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_import_include.c - MJCF files that include others: what is made is what the one file with everything in it
// makes, messages name the file and its line, and circles, missing files, files that are none and texts without a
// folder are refused.
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "imported.h"
#include "memory.h"
#include "temporary.h"

#define BALL "<geom size='0.1' mass='1'/>"

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file && fputs(text, file) >= 0);
  if (file) fclose(file);
}

static void forget_files(void) {
  static const char *const all[] = {"main.xml", "arm.xml", "more/hand.xml", "more/tip.xml", "more/pipe.xml"};
  for (int i = 0; i < 5; i++) remove(all[i]);
}

static const jn_error *find(const jn_report *report, const char *what) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, what)) return jn_report_get(report, i);
  return NULL;
}

#define ARM "<body name='arm'><joint name='shoulder' axis='0 1 0'/>" BALL
#define HAND "<body name='hand' pos='0.3 0 0'><joint name='wrist'/>" BALL "</body>"
#define MOTOR "<actuator><motor name='m' joint='wrist'/></actuator>"

static void write_robot(void) {
  write_file("main.xml", "<mujoco model='r'>\n<include file='arm.xml'/>\n</mujoco>");
  write_file("arm.xml", "<mujoco>\n<worldbody>" ARM "\n<include file='more/hand.xml'/></body>\n</worldbody></mujoco>");
  // from its own folder
  write_file("more/hand.xml", "<mujocoinclude>" HAND "\n<include file='tip.xml'/></mujocoinclude>");
  write_file("more/tip.xml", "<mujocoinclude/>");
}

// The text without its first line, which names the file.
static const char *body_of(const char *text) { return text ? strchr(text, '\n') : NULL; }

static void test_same_as_one_file(void) {
  write_robot();
  jn_report *report = jn_report_new(NULL);
  char *made = jn_import_file(NULL, "main.xml", NULL, report);
  imported whole = import("<mujoco model='r'><worldbody>" ARM HAND "</body></worldbody></mujoco>", false);
  CHECK(made && whole.text && jn_report_count(report, JN_FAULT) == 0);
  // remarks have other lines, what follows is the same
  const char *a = made ? strstr(made, "jounce: 1") : NULL, *b = whole.text ? strstr(whole.text, "jounce: 1") : NULL;
  CHECK(body_of(made) && a && b && strcmp(a, b) == 0);
  jn_text_free(NULL, made);
  drop(&whole);
  jn_report_free(report);
  forget_files();
}

// What is wrong in an included file is told there, while it is read and when the model is looked at later.
static void test_places(void) {
  write_robot();
  write_file("more/tip.xml",
             "<mujocoinclude>\n\n<body name='tip'><joint axis='0 0 0'/>" BALL "</body></mujocoinclude>");
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_import_model(NULL, "main.xml", NULL, NULL, 0, report));
  const jn_error *e = find(report, "the axis must not be zero");
  CHECK(e && strcmp(e->file, "more/tip.xml") == 0 && e->line == 3);
  jn_report_free(report);

  write_file("more/tip.xml",
             "<mujocoinclude>\n\n<body name='tip'><joint/><inertial mass='1' diaginertia='0 0 0' pos='0 0 "
             "0'/></body>\n</mujocoinclude>");
  report = jn_report_new(NULL);
  jn_model *model = jn_import_model(NULL, "main.xml", NULL, NULL, 0, report);
  CHECK(model != NULL);
  if (model) jn_check_sanity(model, report);
  e = find(report, "has mass but no inertia");
  CHECK(e && strcmp(e->file, "more/tip.xml") == 0 && e->line == 3);
  jn_model_free(model);
  jn_report_free(report);

  write_file("more/tip.xml", "<mujocoinclude>\n<sensor/>\n</mujocoinclude>");
  report = jn_report_new(NULL);
  char *made = jn_import_file(NULL, "main.xml", NULL, report);
  e = find(report, "is not imported");
  CHECK(made && strstr(made, "tip.xml line 2: <sensor>: is not imported"));
  jn_text_free(NULL, made);
  jn_report_free(report);
  forget_files();
}

static void check_refused(const char *file, int line, const char *what) {
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_import_model(NULL, "main.xml", NULL, NULL, 0, report));
  const jn_error *e = find(report, what);
  CHECK(e && e->severity == JN_FAULT && strcmp(e->file, file) == 0 && e->line == line);
  for (int i = 0; i < jn_report_size(report) && (!e || e->line != line); i++)
    printf("  not '%s', but %s:%d: %s\n", what, jn_report_get(report, i)->file, jn_report_get(report, i)->line,
           jn_report_get(report, i)->what);
  jn_report_free(report);
}

static void test_refusals(void) {
#define INCLUDES(what) "<mujocoinclude>\n" what "</mujocoinclude>"
  static const struct {
    const char *tip;
    int line;
    const char *what;
  } tips[] = {
      {INCLUDES("<include file='arm.xml'/>"), 2, "'arm.xml' is included already"},
      {INCLUDES("<include file='main.xml'/>"), 2, "'main.xml' is included already"},
      {INCLUDES("<include file='more/../arm.xml'/>"), 2, "is included already"},
      {INCLUDES("<include file='nowhere.xml'/>"), 2, "'nowhere.xml': the file cannot be read: No such file"},
      {INCLUDES("<include/>"), 2, "names no file"},
      {INCLUDES("<include file='..'/>"), 2, "it is a directory"},
      {"<robot>\n</robot>", 1, "should be <mujoco> or <mujocoinclude>"},
      {INCLUDES("<body>"), 2, "not well-formed XML"},
      {INCLUDES("<include file='more/pipe.xml'/>"), 2, "not a regular file"},
  };
  write_robot();
  CHECK(mkfifo("more/pipe.xml", 0600) == 0);
  for (size_t i = 0; i < sizeof tips / sizeof *tips; i++) {
    write_file("more/tip.xml", tips[i].tip);
    check_refused("more/tip.xml", tips[i].line, tips[i].what);
  }
  forget_files();
}

// Elements of included files count as if they stood in one.
static void test_depth(void) {
  char *text = calloc(1, 1 << 16), *p = text;
  write_file("main.xml", "<mujoco><worldbody>\n<include file='arm.xml'/></worldbody></mujoco>");
  p += sprintf(p, "<mujocoinclude>");
  for (int i = 0; i < 994; i++) p += sprintf(p, "<body>");
  p += sprintf(p, "<include file='more/tip.xml'/>");
  for (int i = 0; i < 994; i++) p += sprintf(p, "</body>");
  sprintf(p, "</mujocoinclude>");
  write_file("arm.xml", text);
  write_file("more/tip.xml",
             "<mujocoinclude>\n<body><body><body><body><body/></body></body></body></body></mujocoinclude>");
  check_refused("more/tip.xml", 2, "nested more than 1000 deep");
  free(text);
  forget_files();
}

static void test_text(void) {
  imported im = import("<mujoco>\n<include file='arm.xml'/></mujoco>", false);
  const jn_error *e = find(im.report, "from memory cannot include 'arm.xml'");
  CHECK(!im.text && e && e->line == 2);
  drop(&im);
  im = import("<robot>\n<include file='arm.xml'/></robot>", false);  // URDF has none
  CHECK(!im.text && !find(im.report, "from memory"));
  drop(&im);
}

static void test_allocation(void) {
  write_robot();
  for (long at = 1; at < 10000; at += 1 + at / 40) {
    memory_count count = {.fail_at = at};
    jn_alloc alloc = {counted_resize, &count};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_import_model(&alloc, "main.xml", NULL, NULL, 0, report);
    bool done = model != NULL;
    CHECK(done || jn_report_count(report, JN_FAULT) > 0);
    jn_model_free(model);
    jn_report_free(report);
    CHECK(count.live == 0);
    if (done) break;
  }
  forget_files();
}

int main(void) {
  char folder[300];
  if (!jn_import_available()) return check_report();
  CHECK(temporary_folder(folder, sizeof folder) && chdir(folder) == 0 && mkdir("more", 0700) == 0);
  test_same_as_one_file();
  test_places();
  test_refusals();
  test_depth();
  test_text();
  test_allocation();
  CHECK(rmdir("more") == 0 && chdir("/") == 0 && rmdir(folder) == 0);
  return check_report();
}
