// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_mirror.c - mirror images, looped over every kind of joint and force in plane and space, every mirror and the
// coordinates: at the mirrored state everything that has a name is the mirror image of what it is in the original.
// Joint coordinates keep their values.
#include "rig.h"

// Sums of the same numbers with other signs; what is solved for may lose a few digits more.
static const double SAME = 1e-12, SOLVED = 1e-9;

// ---- everything that has a name -------------------------------------------------------------------------------------

enum { MOST_NAMES = 300, NAME_SIZE = 64 };

typedef struct {
  char text[MOST_NAMES][NAME_SIZE];
  int n;
} name_list;

static void name(name_list *list, const jn_model *model, const char *format, const char *element, const char *word) {
  jni_signal signals[JNI_MAX_COMPONENTS];
  char text[NAME_SIZE], what[256];
  snprintf(text, sizeof text, format, element, word);
  int n = jni_signal_resolve(model, text, signals, JNI_MAX_COMPONENTS, what, sizeof what);
  for (int i = 0; i < n; i++) {
    CHECK(list->n < MOST_NAMES);
    if (list->n < MOST_NAMES) snprintf(list->text[list->n++], NAME_SIZE, "%s", signals[i].name);
  }
}

static void name_all(const jn_model *model, name_list *list) {
  static const char *const of_body[] = {
      "position",   "velocity",   "acceleration", "angle",         "rate",         "angular_acceleration",
      "quaternion", "omega",      "P.position",   "Q.velocity",    "zyx",          "xzy_rate",
      "zxz",        "xyx_rate",   "steer",        "lean_rate",     "toe",          "camber_rate",
      "in.b.yaw",   "in.b.angle", "in.a.rate",    "in.a.position", "in.b.velocity"};
  static const char *const of_joint[] = {"force", "torque", "push", "point", "in.b.force", "in.a.torque"};
  static const char *const of_force[] = {"length", "rate", "value", "energy", "power"};
  list->n = 0;
  for (int b = 1; b < model->nbodies; b++)
    for (size_t i = 0; i < sizeof of_body / sizeof *of_body; i++)
      name(list, model, "%s.%s", model->bodies[b].name, of_body[i]);
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_kind *kind = model->joints[j].kind;
    for (int i = 0; i < kind->ncoordinates; i++) {
      char rate[NAME_SIZE];
      snprintf(rate, sizeof rate, "%s_rate", kind->coordinates[i].name);
      name(list, model, "joint.%s.%s", model->joints[j].name, kind->coordinates[i].name);
      name(list, model, "joint.%s.%s", model->joints[j].name, rate);
    }
    for (size_t i = 0; i < sizeof of_joint / sizeof *of_joint; i++)
      name(list, model, "joint.%s.%s", model->joints[j].name, of_joint[i]);
  }
  for (int f = 0; f < model->nforces; f++) {
    const jni_force_kind *kind = model->forces[f].kind;
    for (size_t i = 0; i < sizeof of_force / sizeof *of_force; i++)
      name(list, model, "force.%s.%s", model->forces[f].name, of_force[i]);
    for (int i = 0; i < kind->noutputs; i++)
      name(list, model, "force.%s.%s", model->forces[f].name, kind->outputs[i].name);
  }
  name(list, model, "momentum%s%s", "", ""), name(list, model, "angular_momentum%s%s", "", "");
  name(list, model, "energy%s%s", ".kinetic", ""), name(list, model, "energy%s%s", ".potential", "");
}

// Values of all names at the state, in its coordinates. The state is cartesian.
static bool print_all(const jn_model *model, const bench *from, const char *coordinates, const name_list *list,
                      double *values) {
  bench x = new_bench(model, coordinates);
  const char *names[MOST_NAMES];
  double *vdot = numbers(x.n.nv), *lambda = numbers(x.n.nc);
  jn_report *report = jn_report_new(NULL);
  for (int i = 0; i < list->n; i++) names[i] = list->text[i];
  jn_state_convert(from->system, from->state, x.system, x.state);
  bool solved = jn_solve_acceleration(x.system, x.work, x.state, vdot, lambda) == JN_OK;
  jn_probe *probe = jn_probe_new(x.system, names, list->n, false, report);
  for (int i = 0; i < jn_report_size(report) && !probe; i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(probe && jn_probe_count(probe) == list->n);
  if (probe && solved) jn_probe_calc(probe, x.work, x.state, vdot, lambda, values);
  jn_probe_free(probe), jn_report_free(report);
  free(vdot), free(lambda);
  free_bench(&x);
  return solved;
}

static void compare(const char *kind, const char *coordinates, unsigned mirror, const jn_model *model,
                    const name_list *list, const double *original, const double *image) {
  double size[2] = {1, 1};
  for (int i = 0; i < list->n; i++) {
    jni_signal s;
    char what[256] = "";
    CHECK(jni_signal_resolve(model, list->text[i], &s, 1, what, sizeof what) == 1);
    bool late = jni_signal_level(s.kind) == JNI_LEVEL_ACCELERATION;
    size[late] = fmax(size[late], fabs(original[i]));
  }
  for (int i = 0; i < list->n; i++) {
    jni_signal s;
    char what[256] = "";
    jni_signal_resolve(model, list->text[i], &s, 1, what, sizeof what);
    bool late = jni_signal_level(s.kind) == JNI_LEVEL_ACCELERATION;
    double sign = jni_signal_sign(model, &s, mirror, what, sizeof what), tolerance = late ? SOLVED * size[1] : SAME;
    CHECK(sign != 0 || what[0]);
    bool same = sign == 0 || fabs(image[i] - sign * original[i]) <= tolerance * (late ? 1 : 1 + fabs(original[i]));
    if (!same)
      printf("%s in mirror %u, %s: %s is %.17g, in the mirror %.17g\n", kind, mirror, coordinates, list->text[i],
             original[i], image[i]);
    CHECK(same);
  }
}

static int compared;

// Deflections of tyres, of a size that matters.
static void set_force_states(const bench *x, const bench *y, unsigned mirror) {
  for (int f = 0; f < x->system->nforces; f++) {
    const jni_force_plan *plan = &x->system->forces[f];
    for (int i = 0; i < plan->nstates; i++) {
      double sign = plan->element->kind->states[i].sideways ? jni_mirror_hand(mirror) : 1;
      x->z[plan->state_at + i] = 0.05 * random_number();
      y->z[plan->state_at + i] = sign * x->z[plan->state_at + i];
    }
  }
}

// The state of the original, and its image: all names in all coordinates.
static void check_image(const char *kind, unsigned mirror, const jn_model *model, const jn_model *image) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  name_list list;
  double values[2][MOST_NAMES];
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
      if (solved[0] && solved[1]) compared++, compare(kind, coordinates[c], mirror, model, &list, values[0], values[1]);
    }
    free_bench(&x), free_bench(&y);
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

static jn_model *force_rig(const jni_force_kind *kind, jn_space space, int variant, unsigned mirror) {
  seed_by(kind->name);
  rig_mirror = mirror;
  rig r = new_rig(space);
  add_force_of_kind(&r, kind, variant & 1, variant & 2);
  CHECK(jn_model_finish(r.model) == JN_OK);
  return r.model;
}

static void test_force(const char *coordinates, const jni_force_kind *kind, jn_space space, bool on_joint,
                       bool damped) {
  (void)coordinates;
  jn_model *model = force_rig(kind, space, on_joint | damped << 1, 0);
  for (unsigned mirror = 1; mirror < mirrors(space); mirror++) {
    jn_model *image = force_rig(kind, space, on_joint | damped << 1, mirror);
    seed_by(kind->name);
    check_image(kind->name, mirror, model, image);
    jn_model_free(image);
  }
  jn_model_free(model);
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
  jn_road_def road = jn_road_def_default();
  road.name = "hill", road.type = "slope", road.angle = 0.1, road.heading = 0.7, road.height = -1.5;
  jn_road hill = jn_model_add_road(r.model, &road);
  road.name = "plain", road.type = "flat", road.height = -1.3;
  jn_road plain = jn_model_add_road(r.model, &road);
  road.name = "road", road.type = "tracks", road.left = hill, road.right = plain;
  jn_force_def def = jn_force_def_default();
  def.name = "under_test", def.type = kind->name, def.between[0] = r.frame_a;
  def.tyre.road = jn_model_add_road(r.model, &road);
  def.stiffness = 2e3, def.damping = 10, def.tyre.radius = 3;
  def.tyre.axis[0][0] = 0.2, def.tyre.axis[0][1] = 0.9, def.tyre.axis[0][2] = -0.1;
  def.tyre.slip_stiffness = 8e3, def.tyre.cornering_stiffness = 5e3, def.tyre.camber_stiffness = 300;
  def.tyre.trail = 0.04, def.tyre.relaxation = transient ? 0.3 : 0;
  def.tyre.lateral = (jn_numbers){strcmp(kind->name, "tyre-pacejka") == 0 ? lateral : NULL, 0};
  if (def.tyre.lateral.value) def.tyre.lateral.n = 15, def.tyre.aligning = (jn_numbers){aligning, 18};
  jn_model_add_force(r.model, &def);
  CHECK(jn_model_finish(r.model) == JN_OK);
  for (int i = 0; i < jn_report_size(jn_model_report(r.model)); i++)
    printf("%s\n", jn_report_get(jn_model_report(r.model), i)->what);
  return r.model;
}

static void test_tyres(void) {
  int n = 0;
  for (int k = 0; jni_force_kinds[k]; k++)
    for (int transient = 0; jni_force_kinds[k]->tyre && transient < 2; transient++) {
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
  CHECK(n >= 8);
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
