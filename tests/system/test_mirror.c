// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_mirror.c - mirror images, looped over every kind of joint and force in plane and space, every mirror and the
// coordinates: at the mirrored state everything that has a name is the mirror image of what it is in the original.
// Joint coordinates keep their values.
#include "kernel/ground/tyre_mf.h"
#include "mirror_image.h"
#include "model/force_kind.h"
#include "model/joint_kind.h"
#include "model/road/road_kind.h"
#include "model/shape/shape_kind.h"

// Sums of the same numbers with other signs; what is solved for may lose a few digits more.
static const image_tolerance most = {1e-12, 1e-12};

static int compared;

// Deflections of tyres, of a size that matters.
static void set_force_states(const bench *x, const bench *y, unsigned mirror) {
  for (int f = 0; f < x->system->nforces; f++) {
    const jni_force_plan *plan = &x->system->forces[f];
    for (int i = 0; i < plan->nstates; i++) {
      double sign = plan->element->kind->states[i].odd_in_mirror ? jni_mirror_hand(mirror) : 1;
      x->z[plan->state_at + i] = 0.05 * random_number();
      y->z[plan->state_at + i] = sign * x->z[plan->state_at + i];
    }
  }
}

// The state of the original, and its image: all names in all coordinates.
static void check_image(const char *kind, unsigned mirror, const jn_model *model, const jn_model *image) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  static name_list list;
  static double values[2][MOST_NAMES];
  name_all(model, &list);
  for (int trial = 0; trial < 2; trial++) {
    bench x = new_bench(model, "cartesian"), y = new_bench(image, "cartesian");
    rig_mirror = 0;
    randomize_cartesian(x.system, x.state);
    memcpy(y.state, x.state, (size_t)x.n.nstate * sizeof *x.state);
    reflect_state(y.system, mirror, y.state);
    set_force_states(&x, &y, mirror);
    for (int c = 0; c < 3; c++) {
      bool solved[2] = {print_all(model, &x, coordinates[c], &list, values[0]),
                        print_all(image, &y, coordinates[c], &list, values[1])};
      CHECK(solved[0] == solved[1]);
      char title[64];
      snprintf(title, sizeof title, "%s, %s", kind, coordinates[c]);
      if (solved[0] && solved[1]) {
        compared++;
        compare_image(title, mirror, model, &list, values[0], values[1], most);
      }
    }
    free_bench(&x);
    free_bench(&y);
  }
}

// ---- kinds ----------------------------------------------------------------------------------------------------------

static unsigned mirrors(jn_space space) { return space == JN_PLANE ? 4 : 8; }

static jn_model *joint_rig(const jni_joint_kind *kind, jn_space space, unsigned mirror) {
  jn_term terms[3];
  seed_by(kind->name);
  rig_mirror = mirror;
  rig r = new_rig(space);
  add_joint_of_kind(&r, kind, terms);
  CHECK(jn_model_finish(r.model) == JN_OK);
  return r.model;
}

static void test_joints(void) {
  for (int k = 0; jni_joint_kinds[k]; k++)
    for (int space = JN_PLANE; space <= JN_SPACE; space++) {
      const jni_joint_kind *kind = jni_joint_kinds[k];
      if (!(space == JN_PLANE ? kind->in_plane : kind->in_space)) continue;
      jn_model *model = joint_rig(kind, (jn_space)space, 0);
      for (unsigned mirror = 1; mirror < mirrors((jn_space)space); mirror++) {
        jn_model *image = joint_rig(kind, (jn_space)space, mirror);
        seed_by(kind->name);
        check_image(kind->name, mirror, model, image);
        jn_model_free(image);
      }
      jn_model_free(model);
    }
}

static jn_model *force_rig(const jni_force_kind *kind, jn_space space, force_place place, bool damped,
                           unsigned mirror) {
  seed_by(kind->name);
  rig_mirror = mirror;
  rig r = new_rig(space);
  add_force_of_kind(&r, kind, place, damped);
  CHECK(jn_model_finish(r.model) == JN_OK);
  return r.model;
}

static void test_force(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                       bool damped) {
  (void)coordinates;
  jn_model *model = force_rig(kind, space, place, damped, 0);
  for (unsigned mirror = 1; mirror < mirrors(space); mirror++) {
    jn_model *image = force_rig(kind, space, place, damped, mirror);
    seed_by(kind->name);
    check_image(kind->name, mirror, model, image);
    jn_model_free(image);
  }
  jn_model_free(model);
}

// Coefficients with sides.
static jnk_mf magic_formula(void) {
#define JNK_X(name, usual) usual,
  jnk_mf t = {JNK_MF_LIST(JNK_X)};
#undef JNK_X
  t.FITTYP = 61;
  t.UNLOADED_RADIUS = 3;
  t.FNOMIN = 3e3;
  t.PCX1 = 1.6;
  t.PDX1 = 1.1;
  t.PKX1 = 20;
  t.RBX1 = 12;
  t.RBX2 = -10;
  t.PCY1 = 1.2;
  t.PDY1 = -1;
  t.PKY1 = -15;
  t.PKY2 = 2;
  t.PKY6 = -1;
  t.PHY1 = 0.003;
  t.PVY1 = 0.04;
  t.PVY3 = -0.5;
  t.RBY1 = 6;
  t.RVY1 = 0.05;
  t.RVY4 = 30;
  t.RVY5 = 2;
  t.RVY6 = -10;
  t.QBZ1 = 9;
  t.QCZ1 = 1.2;
  t.QDZ1 = 0.1;
  t.QDZ6 = -0.01;
  t.QDZ8 = -0.3;
  t.QBZ9 = 18;
  t.SSZ1 = 0.04;
  t.QSX1 = 0.02;
  t.QSX2 = 0.9;
  t.QSX3 = 0.1;
  return t;
}

// A tyre with sides, on a road with sides: forward and up are kept, so that there is no mirror along z.
static jn_model *tyre_rig(const jni_force_kind *kind, bool transient, unsigned mirror) {
  static const double lateral[15] = {1.69,    -55.2, 1271.28, 1601.8, 6.49,  4.8e-3, -0.39, 1,
                                     -4.5e-2, 0.03,  0.2,     -7.97,  -0.22, 3,      7};
  static const double aligning[18] = {2.23,  -3.04,  -9.23, 0.5, -5.57, -0.26, -1.3e-3, -0.358, 3.74,
                                      -15.2, 2.1e-3, 3e-4,  0.1, 0.2,   0.1,   -1.4,    0.3,    0.4};
  seed_by(kind->name);
  rig_mirror = mirror;
  rig r = new_rig(JN_SPACE);
  jn_soil_def soil = jn_soil_def_default();
  soil.name = "sand";
  soil.n = 1.1;
  soil.k_c = 1e3;
  soil.k_phi = 5e3;
  soil.c = 20;
  soil.phi = 0.5;
  soil.K = 0.2;
  jn_road_def road = jn_road_def_default();
  road.soil = jn_model_add_soil(r.model, &soil);
  road.name = "hill";
  road.type = "slope";
  road.angle = 0.1;
  road.heading = 0.7;
  road.height = -1.5;
  jn_road hill = jn_model_add_road(r.model, &road);
  road.name = "plain";
  road.type = "flat";
  road.height = -1.3;
  jn_road plain = jn_model_add_road(r.model, &road);
  road.name = "road";
  road.type = "tracks";
  road.left = hill;
  road.right = plain;
  jn_force_def def = jn_force_def_default();
  def.name = "under_test";
  def.type = kind->name;
  def.between[0] = r.frame_a;
  def.tyre.road = jn_model_add_road(r.model, &road);
  def.stiffness = 2e3;
  def.damping = 10;
  def.tyre.radius = 3;
  def.tyre.width = 1;
  jn_table_def table = jn_table_def_default();
  const double depth[2] = {0, 3}, slip[3] = {-1, 0, 1}, values[6] = {0, 0, 0, 50, 100, 300};
  table.name = "curve";
  table.nx = 2;
  table.ny = 3;
  table.x = depth;
  table.y = slip;
  table.values = values;
  def.tyre.load_table = def.tyre.traction_table = def.tyre.side_table =
      (jn_lookup){jn_model_add_table(r.model, &table)};
  def.tyre.axis[0][0] = 0.2;
  def.tyre.axis[0][1] = 0.9;
  def.tyre.axis[0][2] = -0.1;
  def.tyre.slip_stiffness = 8e3;
  def.tyre.cornering_stiffness = 5e3;
  def.tyre.camber_stiffness = 300;
  def.tyre.trail = 0.04;
  def.tyre.relaxation = transient ? 0.3 : 0;
  def.tyre.lateral = (jn_numbers){strcmp(kind->name, "tyre-pacejka") == 0 ? lateral : NULL, 0};
  const jnk_mf magic = magic_formula();
  if (strcmp(kind->name, "tyre-mf") == 0)
    def.tyre.coefficients = (jn_numbers){(const double *)(const void *)&magic, JNK_MF_COUNT};
  if (def.tyre.lateral.value) {
    def.tyre.lateral.n = 15;
    def.tyre.aligning = (jn_numbers){aligning, 18};
  }
  jn_model_add_force(r.model, &def);
  CHECK(jn_model_finish(r.model) == JN_OK);
  for (int i = 0; i < jn_report_size(jn_model_report(r.model)); i++)
    printf("%s\n", jn_report_get(jn_model_report(r.model), i)->what);
  return r.model;
}

static bool has_road(const jni_force_kind *kind) { return kind->tyre || strcmp(kind->name, "contact") == 0; }

static void test_tyres(void) {
  int n = 0;
  for (int k = 0; jni_force_kinds[k]; k++)
    for (int transient = 0; has_road(jni_force_kinds[k]) && transient < 2; transient++) {
      const jni_force_kind *kind = jni_force_kinds[k];
      jn_model *model = tyre_rig(kind, transient, 0);
      for (unsigned mirror = 1; mirror < JN_MIRROR_Z; mirror++) {
        jn_model *image = tyre_rig(kind, transient, mirror);
        seed_by(kind->name);
        check_image(kind->name, mirror, model, image);
        jn_model_free(image);
      }
      jn_model_free(model);
      n++;
    }
  CHECK(n >= 10);
}

// A field with components has to say what becomes of them.
static void check_fields(const jni_field *fields, int n) {
  for (int i = 0; i < n; i++) {
    jni_field_type type = fields[i].type;
    bool has_side = type == JNI_FIELD_VECTOR || type == JNI_FIELD_TURN || type == JNI_FIELD_EXPRESSIONS;
    CHECK(!has_side || fields[i].mirroring != JNI_MIRROR_BY_TYPE);
  }
}

static void test_fields(void) {
  for (int k = 0; jni_joint_kinds[k]; k++) check_fields(jni_joint_kinds[k]->fields, jni_joint_kinds[k]->nfields);
  for (int k = 0; jni_force_kinds[k]; k++) check_fields(jni_force_kinds[k]->fields, jni_force_kinds[k]->nfields);
  for (int k = 0; jni_road_kinds[k]; k++) check_fields(jni_road_kinds[k]->fields, jni_road_kinds[k]->nfields);
  for (int k = 0; jni_shape_kinds[k]; k++) check_fields(jni_shape_kinds[k]->fields, jni_shape_kinds[k]->nfields);
}

int main(void) {
  test_fields();
  test_joints();
  each_force("cartesian", test_force);
  test_tyres();
  printf("%d states compared\n", compared);
  return check_report();
}
