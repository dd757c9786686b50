// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_import_shape.c - shapes of URDF and MJCF robots in the models that are made of them: sizes, places, colours,
// meshes; shapes that are not understood leave the robot as it is.
#include <jounce/jounce.h>
#include <string.h>

#include "check.h"
#include "files.h"
#include "memory.h"
#include "report.h"

#define INERTIAL "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"

// A robot whose second link has these elements.
static jn_model *urdf(const char *more, jn_report *report) {
  char text[4096];
  snprintf(text, sizeof text,
           "<robot name='r'><material name='blue'><color rgba='0 0 1 0.4'/></material><link name='base'/><link "
           "name='a'>" INERTIAL
           "%s</link><joint name='j' type='continuous'><parent link='base'/><child link='a'/></joint></robot>",
           more);
  write_file("r.urdf", text);
  return jn_import_model(NULL, path_of("r.urdf"), NULL, NULL, 0, report);
}

static jn_model *mjcf(const char *head, const char *geoms, jn_report *report) {
  char text[4096];
  snprintf(text, sizeof text,
           "<mujoco>%s<worldbody><body name='a'><joint/><inertial pos='0 0 0' mass='1' "
           "diaginertia='1 1 1'/>%s</body></worldbody></mujoco>",
           head, geoms);
  write_file("r.xml", text);
  return jn_import_model(NULL, path_of("r.xml"), NULL, NULL, 0, report);
}

static const jn_shape_def *shape(const jn_model *model, int i) {
  static const jn_shape_def none;
  CHECK(model && jn_model_nshapes(model) > i);
  return model && jn_model_nshapes(model) > i ? jn_model_shape(model, (jn_shape){i}) : &none;
}

static bool says(const jn_report *report, const char *sentence) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (strstr(jn_report_get(report, i)->what, sentence)) return true;
  print_report(report);
  return false;
}

static void test_urdf(void) {
  jn_model *model = urdf(
      "<visual name='b'><origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><geometry><box size='1 2 3'/></geometry>"
      "<material name='blue'/></visual><visual><geometry><cylinder radius='0.5' length='2'/></geometry>"
      "<material name='x'><color rgba='1 0 0 1'/></material></visual><visual><geometry><sphere "
      "radius='0.25'/></geometry>"
      "</visual><visual><geometry><capsule radius='0.5' length='2'/></geometry></visual>"
      "<collision><geometry><box size='9 9 9'/></geometry></collision>",
      NULL);
  CHECK(model && jn_model_nshapes(model) == 4);  // a link with visuals is not drawn by its collisions
  const jn_shape_def *box = shape(model, 0), *round = shape(model, 1);
  CHECK(box->type && strcmp(box->type, "box") == 0 && strcmp(box->name, "b") == 0 && box->size[2] == 3);
  CHECK(box->at[0] == 1 && box->at[2] == 3 && box->colour[2] == 1 && fabs(box->colour[3] - 0.4) < 1e-12);
  CHECK_NEAR(box->quaternion[3], sqrt(0.5), 1e-12);
  CHECK(round->type && strcmp(round->type, "cylinder") == 0 && round->radius == 0.5 && round->length == 2);
  CHECK(round->colour[0] == 1 && shape(model, 2)->radius == 0.25 && isnan(shape(model, 2)->colour[0]));
  CHECK(shape(model, 3)->type && strcmp(shape(model, 3)->type, "capsule") == 0);
  jn_model_free(model);
  model = urdf("<collision><geometry><box size='9 9 9'/></geometry></collision>", NULL);
  CHECK(shape(model, 0)->size[0] == 9);
  jn_model_free(model);
}

static void test_urdf_meshes(void) {
  jn_report *report = jn_report_new(NULL);
  write_file("part.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  write_file("sub/part.stl", "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n");
  write_file("part.dae", "<COLLADA/>");
  jn_model *model = urdf(
      "<visual><geometry><mesh filename='part.obj' scale='2 2 -2'/></geometry></visual>"
      "<visual><geometry><mesh filename='package://thing/sub/part.stl'/></geometry></visual>"
      "<visual><geometry><mesh filename='none.stl'/></geometry></visual>"
      "<visual><geometry><mesh filename='part.dae'/></geometry></visual>",
      report);
  CHECK(model && jn_model_nshapes(model) == 2);
  CHECK(shape(model, 0)->mesh.ntriangles == 1 && shape(model, 0)->scale[2] == -2);
  CHECK(shape(model, 1)->mesh.ntriangles == 1 && shape(model, 1)->scale[2] == 1);
  CHECK(says(report, "the mesh 'none.stl' is not imported: the file cannot be read"));
  CHECK(says(report, "the mesh 'part.dae' is not imported"));
  jn_model_free(model);
  jn_report_free(report);
}

// Robots with such shapes were read before shapes were.
static void test_not_understood(void) {
  static const char *const shapes[] = {
      "<visual/>",
      "<visual><geometry/></visual>",
      "<visual><geometry><box size='a b c'/></geometry></visual>",
      "<visual><geometry><box size='1 2'/></geometry></visual>",
      "<visual><geometry><sphere radius='-1'/></geometry></visual>",
      "<visual><geometry><sphere/></geometry></visual>",
      "<visual><geometry><mesh/></geometry></visual>",
      "<visual><geometry><mesh filename='part.obj' scale='0 1 1'/></geometry></visual>",
      "<visual><origin xyz='1 2'/><geometry><cylinder radius='x' length='1'/></geometry></visual>",
  };
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_model *model = urdf(shapes[i], report);
    CHECK(model && jn_model_nshapes(model) == 0 && says(report, "its shape is not imported"));
    if (!model) printf("  %s\n", shapes[i]);
    jn_model_free(model);
    jn_report_free(report);
  }
  jn_report *report = jn_report_new(NULL);
  jn_model *model =
      mjcf("", "<geom type='box' size='1 x 1'/><geom type='mesh' mesh='none'/><geom type='hfield'/>", report);
  CHECK(model && jn_model_nshapes(model) == 0);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_mjcf(void) {
  jn_model *model = mjcf(
      "<compiler angle='radian' meshdir='sub'/><default><geom rgba='0 1 0 1'/></default><asset><mesh name='m' "
      "file='part.stl' scale='1 2 3'/><material name='red' rgba='1 0 0 1'/></asset>",
      "<geom type='box' size='1 2 3' pos='1 0 0'/><geom type='capsule' fromto='0 0 0 0 0 4' size='0.5'/>"
      "<geom size='0.5' rgba='0 0 1 0.5'/><geom type='mesh' mesh='m'/><geom type='plane' size='2 3 1'/>"
      "<geom type='sphere' size='9' group='3'/><geom type='ellipsoid' size='1 2 3'/>",
      NULL);
  CHECK(model && jn_model_nshapes(model) == 5);  // group 3 is not shown, an ellipsoid not known
  CHECK(shape(model, 0)->size[0] == 2 && shape(model, 0)->size[2] == 6 && shape(model, 0)->at[0] == 1);
  CHECK(shape(model, 0)->colour[1] == 1 && shape(model, 1)->length == 4 && shape(model, 1)->at[2] == 2);
  CHECK(shape(model, 2)->radius == 0.5 && fabs(shape(model, 2)->colour[3] - 0.5) < 0.01);
  CHECK(shape(model, 3)->mesh.ntriangles == 1 && shape(model, 3)->scale[2] == 3);
  CHECK(shape(model, 4)->size[0] == 4 && shape(model, 4)->size[1] == 6);
  jn_model_free(model);
  model =
      mjcf("<asset><material name='red' rgba='1 0 0 1'/></asset>", "<geom size='0.5' group='4' material='red'/>", NULL);
  CHECK(shape(model, 0)->colour[0] == 1 && shape(model, 0)->colour[1] == 0);  // the only one it has
  jn_model_free(model);
}

static void test_allocations(void) {
  memory_count memory = {0};
  const jn_alloc alloc = {counted_resize, &memory};
  jn_model_free(
      urdf("<visual><geometry><mesh filename='part.obj'/></geometry></visual>"
           "<visual><geometry><box size='1 1 1'/></geometry></visual>",
           NULL));
  bool whole = false;
  for (long k = 1; !whole; k += LIGHT ? 5 : 1) {
    memory = (memory_count){.fail_at = k};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_import_model(&alloc, path_of("r.urdf"), NULL, NULL, 0, report);
    whole = memory.calls < k;
    CHECK(whole == (model != NULL) && (whole || jn_report_count(report, JN_FAULT) > 0));
    CHECK(!model || jn_model_nshapes(model) == 2);
    jn_model_free(model);
    CHECK(memory.live == 0);
    jn_report_free(report);
  }
}

int main(void) {
  if (!jn_import_available()) {
    puts("built without expat");
    return 0;
  }
  files_begin();
  test_urdf();
  test_urdf_meshes();
  test_not_understood();
  test_mjcf();
  test_allocations();
  files_end();
  return check_report();
}
