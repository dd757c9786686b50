// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_write.c - a mechanism as model text. Every end of a joint or force is a frame of its own.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism.h"

typedef struct {
  FILE *file;
  const mechanism *m;
} writer;

static void put_vector(writer *w, const double *x, int n) {
  fputc('[', w->file);
  for (int i = 0; i < n; i++) fprintf(w->file, "%s%.17g", i ? ", " : "", x[i]);
  fputc(']', w->file);
}

static int dimensions(const writer *w) { return w->m->space == JN_PLANE ? 2 : 3; }

static double plane_angle(const double q[4]) { return 2 * atan2(q[3], q[0]); }

// ---- bodies with the frames of all ends -----------------------------------------------------------------------------

static void put_frame(writer *w, const char *element, int end, const mech_frame *frame, bool *first) {
  fprintf(w->file, "%s%s%c: {at: ", *first ? "" : ", ", element, end ? 'b' : 'a');
  put_vector(w, frame->p, dimensions(w));
  fputs(", orientation: ", w->file);
  if (w->m->space == JN_PLANE) fprintf(w->file, "{angle: %.17g}", plane_angle(frame->q));
  else put_vector(w, frame->q, 4);
  fputc('}', w->file);
  *first = false;
}

static void put_frames(writer *w, int body) {
  bool first = true;
  fputs("frames: {", w->file);
  for (int j = 0; j < w->m->njoints; j++)
    for (int end = 0; end < 2; end++)
      if (w->m->joint[j].body[end] == body && !mech_on_coordinates(&w->m->joint[j]))
        put_frame(w, w->m->joint[j].name, end, &w->m->joint[j].end[end], &first);
  for (int f = 0; f < w->m->nforces; f++)
    for (int end = 0; end < 2; end++)
      if (w->m->force[f].body[end] == body && w->m->force[f].joint < 0)
        put_frame(w, w->m->force[f].name, end, &w->m->force[f].end[end], &first);
  for (int j = 0; j < w->m->njoints; j++)
    for (int k = 0; strcmp(w->m->joint[j].type, "linear-relation") == 0 && k < w->m->joint[j].nterms; k++) {
      if (w->m->joint[j].terms[k].joint != body) continue;
      fprintf(w->file, "%s%sp%d: {at: ", first ? "" : ", ", w->m->joint[j].name, k);
      put_vector(w, w->m->joint[j].place[k], dimensions(w));
      fputc('}', w->file);
      first = false;
    }
  fputc('}', w->file);
}

static void put_body(writer *w, int b) {
  const mech_body *body = &w->m->body[b];
  fprintf(w->file, "  %s: {mass: %.17g", body->name, body->mass);
  if (body->particle) {
    fputs(", type: particle}\n", w->file);
    return;
  }
  fputs(", inertia: ", w->file);
  if (w->m->space == JN_PLANE) fprintf(w->file, "%.17g", body->inertia[2]);
  else put_vector(w, body->inertia, 6);
  fputs(", com: ", w->file);
  put_vector(w, body->com, dimensions(w));
  fputs(", ", w->file);
  put_frames(w, b);
  fputs("}\n", w->file);
}

static void put_end(writer *w, const char *element, int end, int body) {
  fputs(body == 0 ? "ground" : w->m->body[body].name, w->file);
  if (body == 0 || !w->m->body[body].particle) fprintf(w->file, ".%s%c", element, end ? 'b' : 'a');
}

static void put_between(writer *w, const char *element, const int body[2]) {
  fputs(", between: [", w->file);
  put_end(w, element, 0, body[0]);
  fputs(", ", w->file);
  put_end(w, element, 1, body[1]);
  fputc(']', w->file);
}

// ---- joints ---------------------------------------------------------------------------------------------------------

static void put_motion(writer *w, const mech_motion *x, const char *own) {
  fprintf(w->file, "\"%.17g + %.17g*t + %.17g*sin(%.17g*t)", x->constant, x->slope, x->amplitude, x->frequency);
  if (x->stiffness != 0 && own) fprintf(w->file, " + %.17g*%s", x->stiffness, own);
  fputc('"', w->file);
}

static void put_axes(writer *w, const mech_joint *j) {
  static const char *const with[] = {"revolute", "prismatic",     "cylindrical",    "screw",
                                     "planar",   "point-on-line", "point-on-plane", NULL};
  int d = dimensions(w);
  if (strncmp(j->type, "universal", 9) == 0 || mech_bends(j) || (strncmp(j->type, "rolling-", 8) == 0 && d == 3)) {
    fputs(", axes: [", w->file);
    put_vector(w, j->axis[0], d);
    fputs(", ", w->file);
    put_vector(w, j->axis[1], d);
    fputc(']', w->file);
  }
  if (strstr(j->type, "-plunge")) {
    fputs(", plunge: ", w->file);
    put_vector(w, j->plunge, d);
  }
  if (strcmp(j->type, "rolling-disc") == 0 && d == 2) {
    fputs(", axis: ", w->file);
    put_vector(w, j->axis[0], d);
  }
  if (strcmp(j->type, "knife-edge") == 0) {
    fputs(", axis: ", w->file);
    put_vector(w, j->axis[1], d);
  }
  for (int i = 0; with[i]; i++)
    if (strcmp(with[i], j->type) == 0 && !(i == 0 && d == 2)) {
      fputs(", axis: ", w->file);
      put_vector(w, j->axis[0], d);
    }
}

static void put_two_ended(writer *w, const mech_joint *j) {
  fprintf(w->file, "  %s: {type: %s", j->name, j->type);
  put_between(w, j->name, j->body);
  put_axes(w, j);
  if (strcmp(j->type, "distance") == 0) fprintf(w->file, ", length: %.17g", j->length);
  if (strncmp(j->type, "rolling-", 8) == 0) fprintf(w->file, ", radius: %.17g", j->radius);
  if (strcmp(j->type, "rolling-wheel") == 0) fprintf(w->file, ", crown: %.17g", j->crown);
  if (strcmp(j->type, "screw") == 0) fprintf(w->file, ", pitch: %.17g", j->pitch);
  fputs("}\n", w->file);
}

static void put_relation(writer *w, const mech_joint *j) {
  fprintf(w->file, "  %s: {type: linear-relation, constant: ", j->name);
  put_vector(w, j->constant, dimensions(w));
  fputs(", terms: {", w->file);
  for (int k = 0; k < j->nterms; k++)
    fprintf(w->file, "%s%s.%sp%d: %.17g", k ? ", " : "", w->m->body[j->terms[k].joint].name, j->name, k,
            j->terms[k].factor);
  fputs("}}\n", w->file);
}

static void put_terms(writer *w, const mech_joint *j) {
  fprintf(w->file, "  %s: {type: %s, terms: {", j->name, j->type);
  for (int k = 0; k < j->nterms; k++) {
    const mech_joint *of = &w->m->joint[j->terms[k].joint];
    fprintf(w->file, "%s%s.%s: %.17g", k ? ", " : "", of->name, mech_coordinate_name(of, j->terms[k].coordinate),
            j->terms[k].factor);
  }
  fputc('}', w->file);
  if (strcmp(j->type, "coupling") == 0) {
    fprintf(w->file, ", offset: %.17g", j->offset);
  } else {
    fputs(", rate: ", w->file);
    put_motion(w, &j->motion, NULL);
  }
  fputs("}\n", w->file);
}

static void put_train(writer *w, const mech_joint *j) {
  static const char *const keys[3][5] = {{"gear", "from", "to", NULL, "ratio"},
                                         {"rack", "pinion", "slide", NULL, "radius"},
                                         {"differential", "carrier", "left", "right", "ratio"}};
  int kind = strcmp(j->type, "gear") == 0 ? 0 : strcmp(j->type, "rack") == 0 ? 1 : 2;
  fprintf(w->file, "  %s: {type: %s, %s: %.17g", j->name, j->type, keys[kind][4], j->ratio);
  for (int k = 0; k < j->nterms; k++)
    fprintf(w->file, ", %s: %s", keys[kind][1 + k], w->m->joint[j->terms[k].joint].name);
  if (kind < 2) fprintf(w->file, ", offset: %.17g", j->offset);
  fputs("}\n", w->file);
}

static void put_function(writer *w, const mech_joint *j) {
  fprintf(w->file,
          "  %s: {type: function, from: %s, to: %s, law: \"(%.17g) + (%.17g)*x + (%.17g)*sin(%.17g*(x - (%.17g)))\"}\n",
          j->name, w->m->joint[j->terms[0].joint].name, w->m->joint[j->terms[1].joint].name, j->offset, j->ratio,
          j->motion.amplitude, j->motion.frequency, j->motion.constant);
}

static void put_joint(writer *w, const mech_joint *j) {
  if (strcmp(j->type, "driver") == 0) return;
  if (strcmp(j->type, "linear-relation") == 0) put_relation(w, j);
  else if (!mech_on_coordinates(j)) put_two_ended(w, j);
  else if (strstr(j->type, "coupling")) put_terms(w, j);
  else if (strcmp(j->type, "function") == 0) put_function(w, j);
  else put_train(w, j);
}

static void put_driver(writer *w, const mech_joint *j) {
  if (strcmp(j->type, "driver") != 0) return;
  const mech_joint *of = &w->m->joint[j->terms[0].joint];
  fprintf(w->file, "  %s: {joint: %s, coordinate: %s, motion: ", j->name, of->name,
          mech_coordinate_name(of, j->terms[0].coordinate));
  put_motion(w, &j->motion, NULL);
  fputs("}\n", w->file);
}

// ---- forces ---------------------------------------------------------------------------------------------------------

static void put_law(writer *w, const mech_force *f) {
  if (f->nlaw == 0) {
    fprintf(w->file, ", stiffness: %.17g", f->stiffness);
    return;
  }
  fprintf(w->file, ", law: {%s: [", f->table ? "table" : "polynomial");
  for (int i = 0; i < f->nlaw; i++) {
    fputs(i ? ", " : "", w->file);
    if (f->table) put_vector(w, (const double[2]){f->law_x[i], f->law_y[i]}, 2);
    else fprintf(w->file, "%.17g", f->law_y[i]);
  }
  fprintf(w->file, "]%s}", f->table && f->smooth ? ", smooth: true" : "");
}

static void put_spring(writer *w, const mech_force *f) {
  put_law(w, f);
  fprintf(w->file, ", damping: %.17g, rest: %.17g, preload: %.17g", f->damping, f->rest, f->preload);
}

static void put_bushing(writer *w, const mech_force *f) {
  static const char *const keys[] = {"translation_stiffness", "translation_damping", "rotation_stiffness",
                                     "rotation_damping"};
  const double *const values[] = {f->translation_stiffness, f->translation_damping, f->rotation_stiffness,
                                  f->rotation_damping};
  for (int i = 0; i < 4; i++) {
    fprintf(w->file, ", %s: ", keys[i]);
    if (i > 1 && w->m->space == JN_PLANE) fprintf(w->file, "%.17g", values[i][2]);
    else put_vector(w, values[i], dimensions(w));
  }
}

static void put_stop(writer *w, const mech_force *f) {
  fprintf(w->file, ", stiffness: %.17g, damping: %.17g, exponent: %.17g", f->stiffness, f->damping, f->exponent);
  if (isfinite(f->lower)) fprintf(w->file, ", lower: %.17g", f->lower);
  if (isfinite(f->upper)) fprintf(w->file, ", upper: %.17g", f->upper);
}

static void put_components(writer *w, const mech_force *f) {
  static const char *const place[] = {"x", "y", "z"};
  fputs(", value: [", w->file);
  for (int i = 0; i < f->ncomponents; i++) {
    char own[40];
    snprintf(own, sizeof own, "%s.%s", f->joint < 0 ? w->m->body[f->body[0]].name : "", place[i]);
    fputs(i ? ", " : "", w->file);
    put_motion(w, &f->component[i], f->joint < 0 ? own : NULL);
  }
  fprintf(w->file, "]%s", f->joint < 0 && f->follower ? ", follower: true" : "");
}

static void put_hold(writer *w, const mech_force *f) {
  bool friction = strcmp(f->type, "friction") == 0;
  fprintf(w->file, ", stiffness: %.17g, damping: %.17g, %s: ", f->stiffness, f->damping,
          friction ? "kinetic" : "capacity");
  put_motion(w, &f->component[0], NULL);
  if (f->ncomponents == 2) {
    fputs(", static: ", w->file);
    put_motion(w, &f->component[1], NULL);
  }
  if (friction) fprintf(w->file, ", stribeck_rate: %.17g, viscous: %.17g", f->stribeck_rate, f->viscous);
}

static void put_drag(writer *w, const mech_force *f) {
  fprintf(w->file, ", coefficient: %.17g, density: %.17g, lift: %.17g", f->coefficient, f->density, f->lift);
  if (f->area > 0) {
    fprintf(w->file, ", area: %.17g", f->area);
  } else {
    fputs(", areas: ", w->file);
    put_vector(w, f->areas, dimensions(w));
  }
  for (int i = 0; i < f->ncomponents; i++) {
    fputs(i ? ", " : ", wind: [", w->file);
    put_motion(w, &f->component[i], NULL);
  }
  if (f->ncomponents > 0) fputs("]", w->file);
}

static void put_contact(writer *w, const mech_force *f) {
  fprintf(w->file, ", road: floor, radius: %.17g, stiffness: %.17g, exponent: %.17g, friction: %.17g", f->radius,
          f->stiffness, f->exponent, f->coefficient);
  fprintf(w->file, ", shear_stiffness: %.17g, shear_damping: %.17g", f->shear_stiffness, f->shear_damping);
}

static void put_form(writer *w, const mech_force *f) {
  for (int k = 0; k < f->nterms; k++) {
    const mech_joint *of = &w->m->joint[f->terms[k].joint];
    fprintf(w->file, "%s%s.%s: %.17g", k ? ", " : ", terms: {", of->name,
            mech_coordinate_name(of, f->terms[k].coordinate), f->terms[k].factor);
  }
  fputs("}", w->file);
}

static void put_force(writer *w, const mech_force *f) {
  fprintf(w->file, "  %s: {type: %s", f->name, f->type);
  if (f->nterms > 0) {
    put_form(w, f);
  } else if (f->joint >= 0) {
    const mech_joint *of = &w->m->joint[f->joint];
    fprintf(w->file, ", joint: %s, coordinate: %s", of->name, mech_coordinate_name(of, f->coordinate));
  } else if (f->body[1] >= 0) {
    put_between(w, f->name, f->body);
  } else {
    fputs(", at: ", w->file);
    put_end(w, f->name, 0, f->body[0]);
  }
  if (strstr(f->type, "spring")) put_spring(w, f);
  else if (strcmp(f->type, "bushing") == 0) put_bushing(w, f);
  else if (strcmp(f->type, "stop") == 0) put_stop(w, f);
  else if (strcmp(f->type, "point-gravity") == 0) fprintf(w->file, ", strength: %.17g", f->strength);
  else if (strcmp(f->type, "drag") == 0) put_drag(w, f);
  else if (strcmp(f->type, "contact") == 0) put_contact(w, f);
  else if (mech_holds(f)) put_hold(w, f);
  else put_components(w, f);
  fputs("}\n", w->file);
}

// ---- start and all of it --------------------------------------------------------------------------------------------

static void put_guess(writer *w, const mech_body *body) {
  int d = dimensions(w);
  fprintf(w->file, "    %s.position: ", body->name);
  put_vector(w, body->r, d);
  fprintf(w->file, "\n    %s.velocity: ", body->name);
  put_vector(w, body->v, d);
  if (!body->particle && d == 2)
    fprintf(w->file, "\n    %s.angle: %.17g\n    %s.rate: %.17g", body->name, body->angle, body->name, body->w[2]);
  if (!body->particle && d == 3) {
    fprintf(w->file, "\n    %s.quaternion: ", body->name);
    put_vector(w, body->q, 4);
    fprintf(w->file, "\n    %s.omega: ", body->name);
    put_vector(w, body->w, 3);
  }
  fputc('\n', w->file);
}

static void put_section(writer *w, const char *name, int n, const int *order,
                        void (*put)(writer *w, const mech_joint *j)) {
  if (n > 0) fprintf(w->file, "%s:\n", name);
  for (int i = 0; i < n; i++) put(w, &w->m->joint[order[i]]);
}

static void put_model(writer *w) {
  const mechanism *m = w->m;
  int drivers = 0;
  for (int j = 0; j < m->njoints; j++) drivers += strcmp(m->joint[j].type, "driver") == 0;
  fprintf(w->file, "jounce: 1\nname: %s %llu\nspace: %s\ngravity: ", mech_profile_names[m->profile],
          (unsigned long long)m->seed, m->space == JN_PLANE ? "plane" : "space");
  put_vector(w, m->gravity, dimensions(w));
  fputs("\nground: {", w->file);
  put_frames(w, 0);
  fputs("}\nbodies:\n", w->file);
  for (int i = 1; i < m->nbodies; i++) put_body(w, m->body_order[i]);
  put_section(w, "joints", drivers < m->njoints ? m->njoints : 0, m->joint_order, put_joint);
  put_section(w, "drivers", drivers > 0 ? m->njoints : 0, m->joint_order, put_driver);
  if (m->has_floor) fprintf(w->file, "roads: {floor: {type: flat, height: %.17g}}\n", m->floor);
  if (m->nforces > 0) fputs("forces:\n", w->file);
  for (int f = 0; f < m->nforces; f++) put_force(w, &m->force[m->force_order[f]]);
  fputs("initial:\n  guess:\n", w->file);
  for (int i = 1; i < m->nbodies; i++) put_guess(w, &m->body[m->body_order[i]]);
  fprintf(w->file, "simulate: {until: %.17g}\n", m->until);
}

char *mech_text(const mechanism *m) {
  char *text = NULL;
  size_t size = 0;
  writer w = {.file = open_memstream(&text, &size), .m = m};
  put_model(&w);
  fclose(w.file);
  return text;
}

void mech_write(const mechanism *m, const char *path) {
  char *text = mech_text(m);
  FILE *file = fopen(path, "w");
  if (file) {
    fputs(text, file);
    fclose(file);
  }
  free(text);
}

jn_model *mech_read(const mechanism *m, char *why, size_t size) {
  char *text = mech_text(m);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "mechanism", text, strlen(text), NULL, 0, report);
  if (!model) snprintf(why, size, "refused: %s: %s", jn_report_get(report, 0)->element, jn_report_get(report, 0)->what);
  jn_report_free(report);
  free(text);
  return model;
}
