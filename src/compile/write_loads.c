// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_loads.c - writes force elements: pose and motion of their ends, length, rate and force by the code of their
// kind (force/force_code.h), and from these the loads on links, generalised forces and rates of states.
#include <string.h>

#include "compile/coordinate_rates.h"
#include "compile/write.h"
#include "force/scalar_force.h"
#include "kernel/vec3.h"
#include "system/system.h"

typedef struct {
  jni_writer *w;
  const jni_force_plan *plan;
  int ancestor, base;  // common ancestor of the ends; base in whose axes the element is written, 0: the ground
  jni_code_input in;
  int link[JNI_MOST_ENDS];
  jni_vec arm[JNI_MOST_ENDS];  // from the centre of mass of the end's link to the end, m
} loading;

// ---- ends ---------------------------------------------------------------------------------------------------------

static int link_of(const jni_writer *w, int body) { return body > 0 ? w->system->tree->link_of[body] : 0; }

// Changes the pose and velocities of a body, relative to the ground, from ground axes to the axes of a base; the
// position is then from the base's centre of mass. The bias accelerations stay in ground axes.
static void enter_base(jni_writer *w, jni_body_kinematics *body, int base) {
  jni_graph *g = w->g;
  const jni_base_pose *to = &w->bases[base];
  body->r = jni_mat_transposed_times(g, &to->R, jni_vec_subtract(g, body->r, to->r));
  body->m.v = jni_mat_transposed_times(g, &to->R, body->m.v);
  body->m.w = jni_mat_transposed_times(g, &to->R, body->m.w);
  for (int k = 0; k < 3; k++) {
    jni_vec column = jni_mat_transposed_times(g, &to->R, jni_mat_column(&body->R, k));
    for (int i = 0; i < 3; i++) body->R.x[3 * i + k] = column.x[i];
  }
}

static jni_body_kinematics body_kinematics(loading *x, int body) {
  jni_writer *w = x->w;
  int link = link_of(w, body);
  if (x->base == 0 || x->ancestor > 0) return jni_write_body_kinematics(w, body, x->ancestor);
  if (w->links[link].base == x->base)
    return (jni_body_kinematics){
        .link = link, .R = w->links[link].R, .r = w->links[link].r, .m = w->links[link].motion};
  jni_body_kinematics out = jni_write_body_kinematics(w, body, 0);
  enter_base(w, &out, x->base);
  return out;
}

// Writes the pose and motion of end `end` of an element into x->in. The end is a frame fixed in `body`: p is its origin
// from the body's centre of mass in body axes, and R maps its axes to body axes.
static void set_end(loading *x, int end, int body, const double p[3], const double R[9]) {
  jni_graph *g = x->w->g;
  jni_body_kinematics at = body_kinematics(x, body);
  jni_mat own = jni_mat_of(g, R);
  jni_vec arm = jni_mat_times(g, &at.R, jni_vec_of(g, p));
  x->link[end] = at.link;
  x->arm[end] = arm;
  x->in.end[end] = (jni_code_end){jni_vec_add(g, at.r, arm), jni_mat_multiply(g, &at.R, &own),
                                  jni_vec_add(g, at.m.v, jni_vec_cross(g, at.m.w, arm)), at.m.w};
}

static void set_frame(loading *x, int end, int frame) {
  const jni_frame *f = &x->w->system->model->frames[frame];
  double p[3];
  jni_trace_sub(x->w->system->model->trace, f->p, x->w->system->model->bodies[f->body].com, p);
  set_end(x, end, f->body, p, f->R);
}

// Chooses the common ancestor of an element's ends and the base in whose axes the element is written (x->ancestor,
// x->base), as the code of its kind demands: the base of the ends' common ancestor, the base that carries all ends, or
// the ground. Also sets x->in.R, the axes of that base.
static void choose_axes(loading *x, const int *bodies, int n) {
  const jni_writer *w = x->w;
  int ancestor = n > 0 ? link_of(w, bodies[0]) : 0, base = 0;
  bool shared = true;
  for (int i = 0; i < n; i++) {
    int link = link_of(w, bodies[i]), own = w->links[link].base;
    ancestor = jni_common_ancestor(w->system, ancestor, link);
    shared = shared && (own == 0 || base == 0 || own == base) && (own > 0 || link == 0);
    if (own > 0) base = own;
  }
  jni_code_axes axes = x->plan->element->kind->code->axes;
  x->ancestor = axes == JNI_CODE_RELATIVE ? ancestor : 0;
  x->base = axes == JNI_CODE_OWN && shared ? base : w->links[x->ancestor].base;
  x->in.R = w->bases[x->base].R;
}

static void take_ends(loading *x) {
  const jni_force_plan *plan = x->plan;
  x->in.nends = plan->nends;
  choose_axes(x, plan->places, plan->nplaces);
  for (int i = 0; i < plan->nends; i++) set_frame(x, i, plan->ends[i].i);
}

// Writes the ends of an element that acts on every body, for one body: end 0 is the centre of mass of this body, end 1
// the element's own frame, to which no load is added. Also sets the mass of the body.
static void take_body(loading *x, int body) {
  static const double origin[3] = {0, 0, 0}, one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const int bodies[2] = {body, 0};
  x->in.nends = 1;
  x->in.mass = jni_number(x->w->g, x->w->system->model->bodies[body].mass);
  choose_axes(x, bodies, 2);
  set_end(x, 0, body, origin, one);
  set_frame(x, 1, x->plan->element->def.between[0].i);
}

static void take_form(loading *x) {
  jni_graph *g = x->w->g;
  for (int i = 0; i < x->plan->nterms; i++) {
    const jni_form_term *term = &x->plan->terms[i];
    jni_written_coordinate c = jni_write_coordinate(x->w, term->coordinate);
    jni_node factor = jni_number(g, term->factor);
    x->in.coordinate = jni_plus(g, x->in.coordinate, jni_times(g, factor, c.value));
    x->in.rate = jni_plus(g, x->in.rate, jni_times(g, factor, c.rate));
  }
  x->in.on_coordinate = true;
}

// Writes the length and rate of an element into x->in from a table, so that the poses of its ends are not needed.
static void take_tabulated_length(loading *x, const jni_tabulated_length *line) {
  jni_graph *g = x->w->g;
  x->in.coordinate = line->x;
  x->in.on_coordinate = true;
  for (int i = 0; i < line->nspeeds; i++)
    x->in.rate = jni_plus(g, x->in.rate, jni_times(g, line->slope[i], x->w->v[line->speed[i]]));
}

static bool take_values(loading *x) {
  for (int i = 0; i < 3; i++) {
    x->in.value[i] = jni_write_formula(x->w, &x->plan->value[i]);
    if (x->in.value[i] == JNI_UNWRITTEN) return false;
  }
  return true;
}

// ---- loads --------------------------------------------------------------------------------------------------------

void jni_add_load(jni_writer *w, int link, int base, jni_vec f, jni_vec n) {
  jni_graph *g = w->g;
  int own = w->links[link].base;
  if (link == 0) return;
  if (base == 0 && own > 0) {
    f = jni_mat_transposed_times(g, &w->bases[own].R, f);
    n = jni_mat_transposed_times(g, &w->bases[own].R, n);
  }
  w->loads[link].f = jni_vec_add(g, w->loads[link].f, f);
  w->loads[link].n = jni_vec_add(g, w->loads[link].n, n);
}

static void load_ends(const loading *x, const jni_code_output *out) {
  jni_graph *g = x->w->g;
  for (int i = 0; i < x->in.nends; i++) {
    jni_vec moment = jni_vec_add(g, jni_vec_cross(g, x->arm[i], out->force[i]), out->torque[i]);
    jni_add_load(x->w, x->link[i], x->base, out->force[i], moment);
  }
}

static void load_form(const loading *x, jni_node generalized) {
  jni_writer *w = x->w;
  jni_graph *g = w->g;
  for (int i = 0; i < x->plan->nterms; i++) {
    const jni_form_term *term = &x->plan->terms[i];
    const jni_coordinate *c = &w->system->coordinates[term->coordinate];
    jni_node k = jni_times(g, jni_number(g, term->factor), generalized);
    if (c->linked) {
      w->along[c->link_v] = jni_plus(g, w->along[c->link_v], k);
      continue;
    }
    jni_written_coordinate at = jni_write_coordinate(w, term->coordinate);
    for (int side = 0; side < 2; side++)
      jni_add_load(w, at.body[side].link, w->links[at.ancestor].base, jni_vec_scale(g, k, at.t[side]),
                   jni_vec_scale(g, k, at.r[side]));
  }
}

static void load_tabulated_length(const loading *x, const jni_tabulated_length *line, jni_node generalized) {
  jni_graph *g = x->w->g;
  for (int i = 0; i < line->nspeeds; i++) {
    jni_node *along = &x->w->along[line->speed[i]];
    *along = jni_plus(g, *along, jni_times(g, line->slope[i], generalized));
  }
}

static void call_kind(loading *x, jni_code_output *out) {
  const jni_force_element *element = x->plan->element;
  element->kind->code->write(element, &x->in, out);
}

static void load_everywhere(loading *x, jni_code_output *total) {
  jni_graph *g = x->w->g;
  for (int b = 1; b < x->w->system->nbodies; b++) {
    jni_code_output out = {.power = JNI_ZERO};
    take_body(x, b);
    call_kind(x, &out);
    load_ends(x, &out);
    total->potential = jni_plus(g, total->potential, out.potential);
    total->power = jni_plus(g, total->power, out.power);
  }
}

// ---- elements -----------------------------------------------------------------------------------------------------

void jni_add_power(jni_writer *w, jni_node power) {
  int i = w->system->work_state;
  if (i >= 0) w->zdot[i] = jni_plus(w->g, w->zdot[i], power);
}

// Returns true if the load of a force element is added elsewhere, from tables or as a separate force, so that
// jni_write_force writes the element only for its outputs.
static bool has_other_load(const jni_writer *w, const jni_force_plan *plan) {
  int i = (int)(plan - w->system->forces);
  return (w->tabulated_forces && w->tabulated_forces[i]) || (w->separate && w->separate[i]);
}

static const jni_tabulated_length *tabulated_length(const jni_writer *w, const jni_force_plan *plan) {
  const jni_tabulated_length *line = w->tabulated_lengths ? &w->tabulated_lengths[plan - w->system->forces] : NULL;
  return line && line->nspeeds > 0 ? line : NULL;
}

static void take_place(loading *x) {
  const jni_tabulated_length *line = tabulated_length(x->w, x->plan);
  if (line) take_tabulated_length(x, line);
  else if (x->plan->nterms > 0) take_form(x);
  else take_ends(x);
}

static void load_place(const loading *x, const jni_code_output *out) {
  const jni_tabulated_length *line = tabulated_length(x->w, x->plan);
  load_ends(x, out);
  if (line) load_tabulated_length(x, line, out->generalized);
  else load_form(x, out->generalized);
}

static const char *write_force(jni_writer *w, const jni_force_plan *plan, jni_written_force *own) {
  loading x = {.w = w, .plan = plan, .in = {.g = w->g, .plane = w->plane, .t = w->t, .state = w->z + plan->state_at}};
  if (plan->discrete_at >= 0) x.in.discrete = w->s + plan->discrete_at;
  jni_code_output *out = &own->out;
  if (!plan->element->kind->code) return "it has no compiled form";
  if (!take_values(&x)) return "an expression of it reads what has no compiled form";
  if (jni_acts_everywhere(plan)) {
    load_everywhere(&x, out);
    return NULL;
  }
  take_place(&x);
  own->base = x.base;
  call_kind(&x, out);
  if (has_other_load(w, plan)) {
    out->power = JNI_ZERO;
    return NULL;
  }
  if (w->grouped[plan - w->system->forces]) return NULL;
  load_place(&x, out);
  for (int i = 0; i < plan->nstates; i++) w->zdot[plan->state_at + i] = out->state_rate[i];
  return NULL;
}

const jni_written_force *jni_write_force(jni_writer *w, int force) {
  jni_written_force *own = &w->forces[force];
  if (!own->done) {
    own->done = true;
    own->fault = write_force(w, &w->system->forces[force], own);
    if (!has_other_load(w, &w->system->forces[force]) && !w->grouped[force]) jni_add_power(w, own->out.power);
  }
  return own;
}

jni_node jni_write_force_state(jni_writer *w, int force, int state) {
  jni_node own = w->z[w->system->forces[force].state_at + state];
  return own != JNI_ZERO ? own : jni_write_force(w, force)->out.state_rate[state];
}

bool jni_write_loads(jni_writer *w, jn_report *report) {
  bool good = true;
  jni_write_force_groups(w);
  for (int i = 0; i < w->system->model->nforces; i++) {
    const jni_force_element *element = w->system->forces[i].element;
    if (has_other_load(w, &w->system->forces[i]) || w->grouped[i]) continue;
    const char *fault = jni_write_force(w, i)->fault;
    if (!fault) continue;
    jn_report_fault(report, JN_REFUSED, element->name, "force of kind '%s': %s", element->kind->name, fault);
    good = false;
  }
  return good;
}

// ---- separate elements

static jni_node write_bias(jni_writer *w, const jni_node *wdot, jni_node rate) {
  int nq = w->system->sizes.nq, nv = w->system->sizes.nv;
  jni_pool scratch = {.alloc = w->pool.alloc};
  jni_node *nodes = jni_ints(&scratch, (size_t)(nq + nv) + 1), *rates = jni_ints(&scratch, (size_t)(nq + nv) + 1);
  jni_node bias = JNI_ZERO;
  if (!scratch.failed) {
    memcpy(nodes, w->q, (size_t)nq * sizeof *nodes);
    memcpy(nodes + nq, w->v, (size_t)nv * sizeof *nodes);
    jni_move_rates(w->g, w->system, w->q, w->v, rates);
    memcpy(rates + nq, wdot, (size_t)nv * sizeof *rates);
    jni_derive_from(w->g, &(jni_changes){nq + nv, nodes, rates}, &rate, 1, &bias);
  }
  w->pool.failed |= scratch.failed;
  jni_pool_free(&scratch);
  return bias;
}

bool jni_write_separate_force(jni_writer *w, int force, const jni_node *wdot, jni_separate_force *out) {
  const jni_force_plan *plan = &w->system->forces[force];
  const jni_tabulated_length *line = tabulated_length(w, plan);
  jni_wrench *loads = w->loads;
  jni_node *along = w->along;
  loading x = {.w = w, .plan = plan, .in = {.g = w->g, .plane = w->plane, .t = w->t}};
  jni_code_output unit = {.power = JNI_ZERO};
  out->loads = jni_take(&w->pool, (size_t)w->system->tree->nlinks, sizeof *loads);
  out->along = jni_ints(&w->pool, (size_t)w->system->sizes.nv + 1);
  if (w->pool.failed) return false;
  take_place(&x);
  jni_scalar_nodes at;
  jni_write_scalar(plan->element, &x.in, &at);
  jni_write_scalar_load(plan->element, &x.in, &at, jni_number(w->g, -1), &unit);
  w->loads = out->loads;
  w->along = out->along;
  load_place(&x, &unit);
  w->loads = loads;
  w->along = along;
  out->in = x.in;
  out->x = at.x;
  out->rate = at.rate;
  out->bias = line ? line->bias : write_bias(w, wdot, at.rate);
  return !w->pool.failed;
}

jni_node jni_separate_potential(jni_writer *w, int force, jni_node x) {
  loading at = {.w = w, .plan = &w->system->forces[force], .in = {.g = w->g, .on_coordinate = true, .coordinate = x}};
  jni_code_output out = {.power = JNI_ZERO};
  call_kind(&at, &out);
  return out.potential;
}

void jni_add_separate_load(jni_writer *w, int force, const jni_separate_force *own, jni_node force_along_x) {
  jni_graph *g = w->g;
  jni_code_output *out = &w->forces[force].out;
  const jni_force_element *element = w->system->forces[force].element;
  jni_scalar_nodes at;
  jni_write_scalar(element, &own->in, &at);
  jni_write_scalar_load(element, &own->in, &at, jni_opposite(g, force_along_x), out);
  for (int i = 0; i < w->system->tree->nlinks; i++) {
    w->loads[i].f = jni_vec_add_scaled(g, w->loads[i].f, force_along_x, own->loads[i].f);
    w->loads[i].n = jni_vec_add_scaled(g, w->loads[i].n, force_along_x, own->loads[i].n);
  }
  for (int i = 0; i < w->system->sizes.nv; i++)
    w->along[i] = jni_plus(g, w->along[i], jni_times(g, force_along_x, own->along[i]));
}
