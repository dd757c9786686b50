// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_mjcf_constraint.c - reads equality constraints (loop closures), keyframes and actuators of MJCF.
#include <math.h>
#include <string.h>

#include "import/import_mjcf.h"
#include "kernel/vec3.h"

static const char *const equality_tags[] = {"equality", NULL};
static const char *const actuator_tags[] = {"general", "motor", "position", "velocity", NULL};

// ---- references to joints ---------------------------------------------------------------------------------------

bool jni_mjcf_is_used(const jni_mjcf *mj, const char *joint) {
  return jni_names_get(mj->im->sources, JNI_NAME_FORCE, 0, joint) >= 0;
}

// Records the joints that equalities and actuators name, without marking elements or attributes as used.
void jni_mjcf_find_used(jni_mjcf *mj) {
  for (const jni_xml *section = mj->root->first; section; section = section->next) {
    if (strcmp(section->name, "equality") != 0 && strcmp(section->name, "actuator") != 0) continue;
    for (const jni_xml *node = section->first; node; node = node->next)
      for (const jni_xml_attribute *a = node->attributes; a; a = a->next)
        if (strncmp(a->name, "joint", 5) == 0 && !jni_names_put(mj->im->sources, JNI_NAME_FORCE, 0, a->value, 1))
          mj->im->pool.failed = true;
  }
}

// ---- equality --------------------------------------------------------------------------------------------------

// Returns the placement of the body that an attribute names; that of the ground if the element does not have the
// attribute; NULL after a fault.
static const jni_placement *find_body(jni_mjcf *mj, jni_xml *node, const char *attribute) {
  const char *name = jni_xml_text(node, attribute);
  const jni_placement *found = jni_import_placement(mj->im, name ? name : "world");
  if (!found) jni_import_fault(mj->im, node, "there is no body '%.60s'", name);
  return found;
}

static const char *equality_name(jni_mjcf *mj, jni_xml *node) {
  const char *name = jni_xml_text(node, "name");
  return jni_import_name(mj->im, JNI_NAME_JOINT, 0, name ? name : node->name, name ? node : NULL);
}

// Returns whether both ends are on one body, with a warning that the element is not imported.
static bool one_body(jni_mjcf *mj, const jni_xml *node, const jni_placement *a, const jni_placement *b) {
  if (a->body == b->body)
    jni_import_say(mj->im, JN_WARNING, node, "is not imported: both ends are on %s", mj->im->bodies[a->body].name);
  return a->body == b->body;
}

// Reads <connect>: joins a point of body1 and the point of body2 that coincides with it when all coordinates are zero.
static void read_connect(jni_mjcf *mj, jni_xml *node) {
  jni_import *im = mj->im;
  jni_pose anchor = jni_pose_identity();
  const jni_xml_attribute *given = jni_xml_find(node, "anchor");
  if (!jni_xml_find(node, "body1") || !given) {
    jni_import_fault(im, node, "body1 and anchor are needed");
    return;
  }
  const jni_placement *one = find_body(mj, node, "body1"), *two = find_body(mj, node, "body2");
  if (!one || !two || !jni_import_numbers(im, given, 3, 3, anchor.p, NULL) || one_body(mj, node, one, two)) return;
  const char *name = equality_name(mj, node);
  jni_placement first = {one->body, jni_pose_at(jni_pose_after(&one->pose, &anchor).p)};
  jni_pose world = jni_placement_world(im, &first), inverse = jni_pose_inverse(&im->bodies[two->body].world);
  jni_placement second = {two->body, jni_pose_at(jni_pose_after(&inverse, &world).p)};
  const char *a = jni_import_end(im, &first, name), *b = jni_import_end(im, &second, name);
  jni_import_add_line(im, &im->joints, name, "equality connect", "type: spherical, between: [%s, %s]", a, b);
}

// Reads <weld>: fixes body2 in body1 at relpose, or at their relative pose with all coordinates at zero.
static void read_weld(jni_mjcf *mj, jni_xml *node) {
  jni_import *im = mj->im;
  double relpose[7] = {0, 0, 0, 0, 0, 0, 0};
  if (!jni_xml_find(node, "body1")) {
    jni_import_fault(im, node, "body1 is needed");
    return;
  }
  const jni_placement *one = find_body(mj, node, "body1"), *two = find_body(mj, node, "body2");
  if (!one || !two || one_body(mj, node, one, two)) return;
  jni_import_numbers(im, jni_xml_find(node, "relpose"), 7, 7, relpose, NULL);
  const char *name = equality_name(mj, node);
  jni_pose given = {{relpose[0], relpose[1], relpose[2]}, {relpose[3], relpose[4], relpose[5], relpose[6]}};
  jni_pose first = jni_placement_world(im, one), second = jni_placement_world(im, two),
           inverse = jni_pose_inverse(&first);
  if (jnk_quat_norm(given.q) > 1e-12) jnk_quat_normalize(given.q);
  else given = jni_pose_after(&inverse, &second);
  jni_placement from = {one->body, jni_pose_after(&one->pose, &given)}, to = *two;
  const char *a = jni_import_end(im, &from, name), *b = jni_import_end(im, &to, name);
  jni_import_add_line(im, &im->joints, name, "equality weld", "type: fixed, between: [%s, %s]", a, b);
}

// Reads <joint>: y - y0 = c0 + c1 (x - x0) + ..., where y - y0 and x - x0 are the coordinates of the model. Adds the
// coupling with c0 and c1; other terms are left out with a warning.
static void read_joint(jni_mjcf *mj, jni_xml *node) {
  jni_import *im = mj->im;
  const char *one = jni_xml_text(node, "joint1"), *two = jni_xml_text(node, "joint2");
  double c[5] = {0, 1, 0, 0, 0};
  int n = 0;
  if (!one) {
    jni_import_fault(im, node, "joint1 is needed");
    return;
  }
  jni_import_numbers(im, jni_xml_find(node, "polycoef"), 1, 5, c, &n);
  jni_dof *self = jni_import_dof(im, one);
  const jni_dof *other = jni_import_dof(im, two);
  if (!self || (two && !other) || self == other) {
    jni_import_fault(im, node, "joint1 and joint2 are two different hinges or slides: there is no such joint '%.60s'",
                     self ? two : one);
    return;
  }
  if (other && (c[2] != 0 || c[3] != 0 || c[4] != 0))
    jni_import_say(im, JN_WARNING, node, "only the linear part of polycoef is imported: %g + %g x", c[0], c[1]);
  const char *name = jni_xml_text(node, "name");
  jni_import_coupling(im, name ? name : jni_import_format(im, "%s_coupling", one), name ? node : NULL, self, other,
                      c[1], c[0]);
}

static const struct {
  const char *name;
  void (*read)(jni_mjcf *mj, jni_xml *node);
} equalities[] = {{"connect", read_connect}, {"weld", read_weld}, {"joint", read_joint}};

static void read_equality(jni_mjcf *mj, jni_xml *node) {
  for (int i = 0; i < 3; i++) {
    if (strcmp(equalities[i].name, node->name) != 0) continue;
    node->used = true;
    mj->im->place = jni_xml_place(node);
    mjcf_element e = jni_mjcf_element(mj, node, NULL, equality_tags);
    bool active = true, sites = i < 2 && !jni_xml_find(node, "body1") && jni_xml_find(node, "site1");
    jni_import_flag(mj->im, jni_mjcf_find(&e, "active"), &active);
    if (active && !sites) {
      equalities[i].read(mj, node);
    } else {
      jni_import_say(mj->im, JN_WARNING, node, "is not imported: %s",
                     active ? "it can name bodies only, not sites" : "it is not active");
      jni_xml_mark(node);
    }
    return;
  }
}

void jni_mjcf_equality(jni_mjcf *mj) {
  for (jni_xml *s = jni_xml_child(mj->root, "equality"); s; s = jni_xml_next(s, "equality"))
    for (jni_xml *n = s->first; n && !mj->im->pool.failed; n = n->next) read_equality(mj, n);
}

// ---- keyframes -----------------------------------------------------------------------------------------------------

// Returns the name of a keyframe; if it has none, its index from 0 as text.
static const char *keyframe_name(jni_import *im, jni_xml *key, int index) {
  const char *name = jni_xml_text(key, "name");
  return name && name[0] ? name : jni_import_format(im, "%d", index);
}

// Reads exactly n numbers of an attribute. Returns NULL if it is not given, or after a fault.
static const double *read_all(jni_import *im, jni_xml *key, const char *attribute, int n) {
  const jni_xml_attribute *a = jni_xml_find(key, attribute);
  double *values = a ? jni_take(&im->pool, (size_t)n + 1, sizeof *values) : NULL;
  return values && jni_import_numbers(im, a, n, n, values, NULL) ? values : NULL;
}

// Returns the number of elements in all <actuator> sections.
static int count_actuators(const jni_mjcf *mj) {
  int n = 0;
  for (const jni_xml *section = mj->root->first; section; section = section->next)
    for (const jni_xml *node = strcmp(section->name, "actuator") == 0 ? section->first : NULL; node; node = node->next)
      n++;
  return n;
}

void jni_mjcf_keyframes(jni_mjcf *mj) {
  jni_import *im = mj->im;
  const char *wanted = im->options.keyframe, *names = "";
  jni_xml *first = NULL, *chosen = NULL;
  int n = 0;
  for (jni_xml *s = jni_xml_child(mj->root, "keyframe"); s; s = jni_xml_next(s, "keyframe"))
    for (jni_xml *key = jni_xml_child(s, "key"); key && !im->pool.failed; key = jni_xml_next(key, "key")) {
      const char *name = keyframe_name(im, key, n);
      names = jni_import_format(im, "%s%s%s", names, n > 0 ? ", " : "", name);
      if (n == 0) first = s;
      if (wanted && strcmp(name, wanted) == 0) chosen = key;
      else jni_xml_mark(key);
      n++;
    }
  if (wanted && !chosen) {
    if (n > 0) jni_import_fault(im, first, "there is no keyframe '%.60s'; the file has %.300s", wanted, names);
    else jni_import_fault(im, mj->root, "there is no keyframe '%.60s'; the file has none", wanted);
  } else if (chosen) {
    im->start.qpos = read_all(im, chosen, "qpos", mj->nq);
    im->start.qvel = read_all(im, chosen, "qvel", mj->nv);
    im->start.nctrl = count_actuators(mj);
    im->start.ctrl = read_all(im, chosen, "ctrl", im->start.nctrl);
    jni_xml_find(chosen, "time");  // marked as used: a run begins at time zero
  } else if (n > 0) {
    jni_import_say(im, JN_NOTE, first,
                   "the robot starts with all coordinates zero; --keyframe NAME starts it from %.300s", names);
  }
}

// ---- actuators -----------------------------------------------------------------------------------------------------

// Force law of an actuator: f = gain u + b0 + b1 l + b2 ldot with the control u and the length l = gear q; gear * f
// acts on the joint.
typedef struct {
  double gain, bias[3];
  double dampratio;  // damping ratio of a position actuator, from which bias[2] is computed; 0: none
} servo;

// Returns whether an attribute is absent or has the value `wanted`.
static bool read_word(const mjcf_element *e, const char *name, const char *wanted) {
  const jni_xml_attribute *a = jni_mjcf_find(e, name);
  return !a || strcmp(a->value, wanted) == 0;
}

static int depth_of(const jni_xml *node) {
  int depth = 0;
  for (; node; node = node->parent) depth++;
  return depth;
}

// Reads the damping of a position actuator, kv or dampratio, into s->bias[2] or s->dampratio. An attribute of the
// element has precedence over defaults, and a default of an inner class over those of outer ones; both at the same
// place are a fault.
static void read_position_damping(const mjcf_element *e, servo *s) {
  const jni_xml_attribute *kv = jni_mjcf_find(e, "kv"), *ratio = jni_mjcf_find(e, "dampratio");
  if (kv && ratio && kv->owner == ratio->owner) {
    jni_import_fault(e->mj->im, kv->owner, "kv and dampratio are both given; a position actuator has one of them");
    return;
  }
  bool on_element = kv && kv->owner == e->node;
  bool inner = kv && ratio && ratio->owner != e->node && depth_of(kv->owner) > depth_of(ratio->owner);
  if (kv && (!ratio || on_element || inner)) s->bias[2] = -jni_mjcf_number(e, "kv", 0);
  else s->dampratio = jni_mjcf_not_negative(e, "dampratio", 0);
}

// Reads the force law of an actuator into *s. Returns false if its gain or bias has no counterpart in the model file.
static bool read_servo(const mjcf_element *e, servo *s) {
  const char *kind = e->node->name;
  *s = (servo){.gain = 1};
  if (strcmp(kind, "motor") == 0) return true;
  if (strcmp(kind, "position") == 0) {
    s->gain = jni_mjcf_number(e, "kp", 1);
    s->bias[1] = -s->gain;
    read_position_damping(e, s);
    return !jni_xml_find(e->node, "timeconst") && !jni_xml_find(e->node, "inheritrange");
  }
  if (strcmp(kind, "velocity") == 0) {
    s->gain = jni_mjcf_number(e, "kv", 1);
    s->bias[2] = -s->gain;
    return true;
  }
  double gain[10] = {1}, bias[10] = {0};
  int n;
  jni_import_numbers(e->mj->im, jni_mjcf_find(e, "gainprm"), 1, 10, gain, &n);
  jni_import_numbers(e->mj->im, jni_mjcf_find(e, "biasprm"), 1, 10, bias, &n);
  bool affine = jni_mjcf_find(e, "biastype") && read_word(e, "biastype", "affine");
  s->gain = gain[0];
  for (int i = 0; i < 3 && affine; i++) s->bias[i] = bias[i];
  // MuJoCo: if gain = -bias[1], as for a position actuator, a positive bias[2] is a damping ratio
  if (s->gain == -s->bias[1] && s->bias[2] > 0) {
    s->dampratio = s->bias[2];
    s->bias[2] = 0;
  }
  return read_word(e, "dyntype", "none") && read_word(e, "gaintype", "fixed") &&
         (affine || read_word(e, "biastype", "none"));
}

// Sets bias[2] of a position actuator from its damping ratio. The actuator moves the inertia M/gear^2, M the joint's
// diagonal element of the mass matrix while all coordinates are zero, so that kv = 2 dampratio sqrt(kp M/gear^2).
static void apply_dampratio(jni_import *im, const jni_dof *dof, double gear, servo *s) {
  if (!(s->dampratio > 0) || gear == 0) return;
  double inertia = jni_import_joint_inertia(im, dof) / (gear * gear);
  s->bias[2] = -2 * s->dampratio * jnk_sqrt(fmax(s->gain * inertia, 0));
}

// Returns the formula `text`, limited to the attribute `range` of the element by min and max if the range is in effect.
static const char *clamped(const mjcf_element *e, const char *text, const char *limited, const char *range) {
  double r[2];
  jni_import *im = e->mj->im;
  if (!jni_mjcf_range(e, limited, range, r)) return text;
  return jni_import_format(im, "min(max(%s, %s), %s)", text, jni_number_text(im, r[0]), jni_number_text(im, r[1]));
}

static const char *times(jni_import *im, double factor, const char *text) {
  return factor == 1 ? text : jni_import_format(im, "%s*%s", jni_number_text(im, factor), text);
}

static const char *plus(jni_import *im, const char *sum, double factor, const char *text) {
  return factor == 0 ? sum
                     : jni_import_format(im, "%s %c %s%s", sum, factor < 0 ? '-' : '+',
                                         jni_number_text(im, fabs(factor)), text);
}

// Returns the force law as a formula of the model file.
static const char *law_text(const mjcf_element *e, const servo *s, const jni_dof *dof, double gear, const char *input) {
  jni_import *im = e->mj->im;
  const char *path = jni_dof_path(im, dof), *law = times(im, s->gain, clamped(e, input, "ctrllimited", "ctrlrange"));
  const char *q = dof->ref != 0 ? jni_import_format(im, "(joint.%s + %s)", path, jni_number_text(im, dof->ref))
                                : jni_import_format(im, "joint.%s", path);
  law = plus(im, law, s->bias[0], "");
  law = plus(im, law, s->bias[1] * gear, jni_import_format(im, "*%s", q));
  law = plus(im, law, s->bias[2] * gear, jni_import_format(im, "*joint.%s_rate", path));
  law = clamped(e, law, "forcelimited", "forcerange");
  return gear == 1 ? law : jni_import_format(im, "%s*(%s)", jni_number_text(im, gear), law);
}

static void read_actuator(jni_mjcf *mj, jni_xml *node, int index) {
  jni_import *im = mj->im;
  const char *joint = jni_xml_text(node, "joint");
  im->place = jni_xml_place(node);
  if (!joint) joint = jni_xml_text(node, "jointinparent");
  const jni_dof *dof = jni_import_dof(im, joint);
  if (joint && jni_names_get(im->sources, JNI_NAME_POINT, 0, joint) < 0) {
    jni_import_fault(im, node, "there is no joint '%.60s'", joint);
    return;
  }
  if (!dof) {
    jni_import_say(im, JN_WARNING, node, "is not imported: only hinges and slides can be driven");
    jni_xml_mark(node);
    return;
  }
  mjcf_element e = jni_mjcf_element(mj, node, NULL, actuator_tags);
  servo s;
  double gear[6] = {1};
  int n;
  if (!read_servo(&e, &s)) {
    jni_import_say(im, JN_WARNING, node,
                   "is not imported: only a fixed gain and a bias linear in position and rate are supported");
    jni_xml_mark(node);
    return;
  }
  jni_import_numbers(im, jni_mjcf_find(&e, "gear"), 1, 6, gear, &n);
  apply_dampratio(im, dof, gear[0], &s);
  const char *source = jni_xml_text(node, "name");
  const char *wanted = source && source[0] ? source : jni_import_format(im, "%s_%s", joint, node->name);
  const char *input = jni_import_name(im, JNI_NAME_BODY, 0, wanted, source ? node : NULL);
  jni_import_add_line(im, &im->inputs, input, "control of the actuator", "expression: \"%s\"",
                      jni_number_text(im, im->start.ctrl ? im->start.ctrl[index] : 0));
  jni_import_add_line(im, &im->forces, jni_import_name(im, JNI_NAME_FORCE, 0, wanted, NULL), NULL,
                      "type: torque, joint: %s, coordinate: %s, value: [\"%s\"]", dof->joint, dof->coordinate,
                      law_text(&e, &s, dof, gear[0], input));
}

void jni_mjcf_actuators(jni_mjcf *mj) {
  int index = 0;
  for (jni_xml *section = jni_xml_child(mj->root, "actuator"); section; section = jni_xml_next(section, "actuator"))
    for (jni_xml *n = section->first; n && !mj->im->pool.failed; n = n->next) {
      for (int i = 0; actuator_tags[i]; i++) {
        if (strcmp(n->name, actuator_tags[i]) != 0) continue;
        n->used = true;
        read_actuator(mj, n, index);
      }
      index++;
    }
}
