// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// port.c - ports of a part. A port is a name, inside the use, for the body, point, joint, road or input that it is
// bound to; a formula replaces a port for a signal. The part may add points and frames to the body of a port.
#include <stdio.h>
#include <string.h>

#include "model/build.h"
#include "model/part/port.h"
#include "model/read/read_expression.h"
#include "model/read/read_fault.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"

typedef enum { BODY, POINT, FRAME, JOINT, ROAD, SIGNAL, INPUT, NTYPES } port_type;

static const char *const type_names[] = {"body", "point", "frame", "joint", "road", "signal", "input", NULL};

struct jni_port {
  const char *name;
  port_type type;
  const jni_node *node;      // declaration; its key is the place of the port
  const jni_node *fallback;  // value of `default`
  bool of_ground;            // base of a robot: replaces the ground in the part
};

struct jni_port_binding {
  const char *text;      // name in the model, or a formula; NULL: not bound, and a fault is reported
  const jni_node *node;  // node that binds the port
  jni_scope *scope;      // scope of that node
  int number;            // index of a bound body
  jni_part_place place;  // placement of hardpoints on a bound body
};

static int find_port(const jni_part *part, const char *name) {
  for (int i = 0; i < part->nports; i++)
    if (strcmp(part->ports[i].name, name) == 0) return i;
  return -1;
}

static const char *port_candidate(const void *context, int i) {
  const jni_part *part = context;
  return i < part->nports ? part->ports[i].name : NULL;
}

// ---- declarations -------------------------------------------------------------------------------------

static const char *type_candidate(const void *context, int i) {
  (void)context;
  return type_names[i];
}

static bool read_type(jni_reader *r, const jni_node *node, port_type *type) {
  const char *text = node->kind == JNI_SCALAR ? node->text : "";
  for (int i = 0; i < NTYPES; i++)
    if (strcmp(type_names[i], text) == 0) {
      *type = (port_type)i;
      return true;
    }
  char hint[96];
  jni_suggest(text, type_candidate, NULL, hint, sizeof hint);
  return jni_read_fault(r, node, "a port is a body, point, frame, joint, road, signal or input, not \"%.40s\"%s", text,
                        hint);
}

static bool is_reserved(const char *name) {
  static const char *const words[] = {"ground",           "joint", "force", "input", "time", "t",
                                      "energy",           "pi",    "e",     "and",   "or",   "momentum",
                                      "angular_momentum", "if",    "not",   NULL};
  for (int i = 0; words[i]; i++)
    if (strcmp(words[i], name) == 0) return true;
  return false;
}

// Reads the declaration of a port into *port: NAME: body, or NAME: {type: body, points: .., frames: .., default: ..}.
// Returns false after a fault.
static bool read_port(jni_reader *r, const jni_node *node, jni_port *port) {
  static const char *const keys[] = {"type", "default", "points", "frames", "shapes", "description", NULL};
  jni_read_element(r, "port", node->key);
  *port = (jni_port){.name = node->key, .node = node};
  if (!jni_name_is_legal(node->key) || is_reserved(node->key))
    return jni_read_fault_key(r, node, "'%.60s' cannot be the name of a port", node->key);
  if (node->kind != JNI_MAPPING) return read_type(r, node, &port->type);
  const jni_node *type = jni_node_get(node, "type"), *points = jni_node_get(node, "points");
  jni_read_check_keys(r, node, keys);
  port->fallback = jni_node_get(node, "default");
  if (!points) points = jni_node_get(node, "frames");
  if (!points) points = jni_node_get(node, "shapes");
  if (!type && !points)
    return jni_read_fault(r, node, "needs 'type': body, point, frame, joint, road, signal or input");
  if (type && !read_type(r, type, &port->type)) return false;
  if (points && port->type != BODY)
    return jni_read_fault_key(r, points, "points, frames and shapes can be added to a body only");
  return true;
}

void jni_read_ports(jni_reader *r, jni_part *part) {
  const jni_node *section = jni_node_get(part->root, "ports");
  if (!section) return;
  jni_read_element(r, "ports", NULL);
  if (!jni_read_is_mapping(r, section, true) || !section->first) return;
  part->ports = jni_document_take(r->scratch, (size_t)section->size * sizeof *part->ports);
  for (const jni_node *node = section->first; node && part->ports && !r->stop; node = node->next)
    if (read_port(r, node, &part->ports[part->nports])) part->nports++;
  r->element[0] = '\0';
}

// Gives a robot the port `base`, which stands for the ground of the robot's own file and is bound to the ground by
// default. If a use binds it to a body, the points and frames of the robot's ground are added to that body.
void jni_read_converted_ports(jni_reader *r, jni_part *part) {
  jni_node *ground = jni_node_get(part->root, "ground"), *fallback = jni_document_take(r->scratch, sizeof *fallback);
  part->ports = jni_document_take(r->scratch, sizeof *part->ports);
  if (!part->ports || !fallback) return;
  *fallback = (jni_node){.kind = JNI_SCALAR, .text = "ground", .place = part->root->place};
  *part->ports = (jni_port){"base", BODY, ground ? ground : part->root, fallback, true};
  part->nports = 1;
}

// Reads the key `base` of a part, the name of a port of type body, and sets part->base to the number of the port; to -1
// if the part has no `base` or after a fault. Initial values of the part are relative to the frame of the body bound to
// that port.
void jni_read_base(jni_reader *r, jni_part *part) {
  const jni_node *node = jni_node_get(part->root, "base");
  part->base = -1;
  if (!node) return;
  jni_read_element(r, "base", NULL);
  const char *name = node->kind == JNI_SCALAR ? node->text : "";
  part->base = find_port(part, name);
  if (part->base >= 0 && part->ports[part->base].type == BODY) return;
  part->base = -1;
  char hint[96];
  jni_suggest(name, port_candidate, part, hint, sizeof hint);
  jni_read_fault(r, node, "there is no port '%.60s' for a body%s", name, hint);
}

int jni_read_port_body(const jni_scope *scope, int port, jni_part_place *place) {
  if (port < 0 || !scope->bound || !scope->bound[port].text) return -1;
  *place = scope->bound[port].place;
  return scope->bound[port].number;
}

// ---- bindings -------------------------------------------------------------------------------------------

// Returns the name or formula that a use binds to a port, as it is called in the model: relative to r->scope, with
// ports of that scope replaced by what they are bound to. NULL after a fault.
static const char *read_bound(jni_reader *r, const jni_port *port, const jni_node *node) {
  if (port->type == SIGNAL) return jni_read_expression(r, node, JN_NUMBER, JN_NUMBER);
  const char *text = jni_read_text(r, node);
  int outer = text && port->type == INPUT && r->scope->bound ? find_port(r->scope->part, text) : -1;
  if (outer >= 0 && r->scope->part->ports[outer].type == INPUT) return r->scope->bound[outer].text;
  return text ? jni_read_name(r, node, text) : NULL;
}

static void bind(jni_reader *r, const jni_port *port, const jni_node *node, jni_port_binding *bound) {
  *bound = (jni_port_binding){.text = read_bound(r, port, node), .node = node, .scope = r->scope, .number = -1};
  if (port->type != SIGNAL || !bound->text) return;
  jni_bound_formula formula = {bound->text, port->name, node->place, node->from};
  formula.place.use = r->use;
  jni_model_add_bound_formula(r->model, &formula);
}

void jni_read_bind(jni_reader *r, jni_scope *scope, const jni_node *use, const jni_node *bindings) {
  const jni_part *part = scope->part;
  scope->bound = jni_document_take(r->scratch, (size_t)part->nports * sizeof *scope->bound + 1);
  if (!scope->bound || (bindings && !jni_read_is_mapping(r, bindings, true))) return;
  for (const jni_node *node = bindings ? bindings->first : NULL; node && !r->stop; node = node->next) {
    int i = find_port(part, node->key);
    char hint[96];
    if (i >= 0) {
      bind(r, &part->ports[i], node, &scope->bound[i]);
      continue;
    }
    jni_suggest(node->key, port_candidate, part, hint, sizeof hint);
    if (!hint[0] && part->nports == 0) snprintf(hint, sizeof hint, "; it has none");
    jni_read_fault_key(r, node, "the part '%.60s' has no port '%.60s'%s", part->name, node->key, hint);
  }
  for (int i = 0; i < part->nports && !r->stop; i++)
    if (!scope->bound[i].node && !part->ports[i].fallback)
      jni_read_fault_key(r, use, "nothing is bound to the port '%.60s' (%s) of the part '%.60s': add it to 'ports'",
                         part->ports[i].name, type_names[part->ports[i].type], part->name);
}

static void lose(jni_reader *r, const jni_scope *scope, const jni_port *port) {
  char path[2 * JNI_MAX_PATH + 1];
  snprintf(path, sizeof path, "%s%.63s", scope->prefix, port->name);
  jni_model_note_missing(r->model, path);
}

void jni_read_bind_defaults(jni_reader *r) {
  jni_scope *scope = r->scope;
  const jni_part *part = scope->part;
  if (!scope->bound) scope->bound = jni_document_take(r->scratch, (size_t)part->nports * sizeof *scope->bound + 1);
  for (int i = 0; i < part->nports && scope->bound && !r->stop; i++) {
    const jni_port *port = &part->ports[i];
    if (scope->bound[i].node) continue;
    jni_read_element(r, "port", port->name);
    if (port->fallback) bind(r, port, port->fallback, &scope->bound[i]);
    else if (!scope->outer)
      jni_read_fault_key(r, port->node,
                         "the file is a part: something outside must be bound to this port; put the part into a model "
                         "with 'use', or give the port a 'default'");
  }
  for (int i = 0; i < part->nports && scope->bound; i++)
    if (!scope->bound[i].text) lose(r, scope, &part->ports[i]);
  r->element[0] = '\0';
}

const char *jni_read_signal_port(const jni_reader *r, const char *name, unsigned *mirror) {
  const jni_scope *scope = r->scope;
  int i = scope->bound ? find_port(scope->part, name) : -1;
  if (i < 0 || !scope->bound[i].text) return NULL;
  *mirror = scope->bound[i].scope->placed.mirror;
  port_type type = scope->part->ports[i].type;
  return type == SIGNAL || type == INPUT ? scope->bound[i].text : NULL;
}

// ---- bound elements that have an index ------------------------------------------------------------------

typedef void (*bind_one)(jni_reader *r, jni_scope *scope, const jni_port *port, jni_port_binding *bound);

// Calls `one` for each bound port whose type is in the set `types`, in all scopes. Outer scopes come before the scopes
// in them, because a port may be bound to a port of an outer scope.
static void for_each(jni_reader *r, unsigned types, bind_one one) {
  for (jni_scope *scope = r->scopes; scope && !r->stop; scope = scope->next)
    for (int i = 0; i < scope->part->nports && scope->bound; i++)
      if (types & 1u << scope->part->ports[i].type && scope->bound[i].text)
        one(r, scope, &scope->part->ports[i], &scope->bound[i]);
}

static const char *article(const char *word) { return strchr("aeio", word[0]) ? "an" : "a"; }

// Returns the word for an element of the part, such as "body", that has the same name as a port and would be confused
// with it; NULL: there is none.
static const char *kind_with_name(const jni_reader *r, const jni_port *port) {
  static const unsigned shared[NTYPES] = {JNI_NAMES_BODY, JNI_NAMES_BODY,  JNI_NAMES_BODY, JNI_NAMES_JOINT,
                                          JNI_NAMES_ROAD, JNI_NAMES_VALUE, JNI_NAMES_VALUE};
  return jni_read_kind_of(r->root, port->name, shared[port->type]);
}

static const char *key_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->key ? node->key : "";
  return NULL;
}

static const char *name_of(const jni_port_binding *bound) {
  return strncmp(bound->text, bound->scope->prefix, bound->scope->length) == 0 ? bound->text + bound->scope->length
                                                                               : bound->text;
}

// Writes a hint for a port that is bound to a name that does not exist: "; did you mean ..?" with the nearest name
// among elements of the right type, or what sort of element has this name.
static void suggest(jni_reader *r, const jni_port *port, const jni_port_binding *bound, char *hint, size_t size) {
  static const char *const sections[NTYPES] = {"bodies", NULL, NULL, "joints", "roads", NULL, "inputs"};
  const char *key = sections[port->type], *name = name_of(bound), *wanted = type_names[port->type];
  const jni_node *root = bound->scope->part->root, *section = key ? jni_node_get(root, key) : NULL;
  const char *kind = jni_read_kind_of(root, name, ~0u);
  if (!kind && jn_model_find_frame(r->model, bound->text).i >= 0) kind = "point";
  if (kind)
    snprintf(hint, size, "; that is %s %s, but %s %s is expected here", article(kind), kind, article(wanted), wanted);
  else jni_suggest(name, key_candidate, section ? section->first : NULL, hint, size);
}

// Reports a fault: the element that a use binds to a port does not exist. It is reported once for all uses that one
// entry makes, and not at all if the element is missing because of a reported fault.
static void report_unbound(jni_reader *r, const jni_scope *scope, const jni_port *port, const jni_port_binding *bound) {
  int use = r->use;
  char hint[JNI_MAX_PATH + 33];
  bool reported = jni_model_is_missing(r->model, bound->text) || jni_model_has_fault_at(r->model, bound->node->place);
  suggest(r, port, bound, hint, sizeof hint);
  r->use = bound->scope->use;
  jni_read_element(r, "port", port->name);
  if (!reported)
    jni_read_fault(r, bound->node, "there is no %s '%.80s'%s",
                   port->type == FRAME ? "point or frame" : type_names[port->type], name_of(bound), hint);
  r->element[0] = '\0';
  r->use = use;
  lose(r, scope, port);
  if (port->type == INPUT) jni_model_note_missing(r->model, bound->text);  // formulas contain its name
}

// Returns the name under which a port is registered in the model, such as front.left.PORT. Reports a fault and returns
// NULL if an element of the part has the same name. Points are not compared: the port then hides a point of its name,
// which is still available as BODY.POINT. Also returns NULL if memory is short.
static const char *port_path(jni_reader *r, jni_scope *scope, const jni_port *port, jni_name_group group) {
  jni_scope_state before = jni_read_enter(r, scope);
  const char *path = jni_read_name(r, port->node, port->name), *kind = path ? kind_with_name(r, port) : NULL;
  if (!kind && path && group != JNI_NAME_POINT && jni_names_get(r->model->names, group, 0, path) >= 0)
    kind = "repeated element";
  jni_read_element(r, "port", port->name);
  if (kind) {
    jni_read_fault_key(r, port->node, "the part has %s %s '%.60s', too: give one of them another name", article(kind),
                       kind, port->name);
    lose(r, scope, port);
  }
  r->element[0] = '\0';
  jni_read_leave(r, &before);
  return kind ? NULL : path;
}

static void put_name(jni_reader *r, jni_names *names, jni_name_group group, const char *path, int number) {
  const char *kept = path ? jni_model_text(r->model, path, NULL) : NULL;
  if (path && (!kept || !jni_names_put(names, group, 0, kept, number))) r->model->no_memory = r->stop = true;
}

static void bind_name(jni_reader *r, jni_scope *scope, const jni_port *port, jni_port_binding *bound) {
  jni_name_group group = port->type == JOINT ? JNI_NAME_JOINT : JNI_NAME_ROAD;
  int number = jni_names_get(r->names, group, 0, bound->text);
  if (number < 0) {
    report_unbound(r, scope, port, bound);
    return;
  }
  const char *path = port_path(r, scope, port, group);
  put_name(r, r->names, group, path, number);
  if (port->type == JOINT) put_name(r, r->model->names, group, path, number);
}

void jni_read_bind_names(jni_reader *r) { for_each(r, 1u << JOINT | 1u << ROAD, bind_name); }

static void bind_input(jni_reader *r, jni_scope *scope, const jni_port *port, jni_port_binding *bound) {
  int number = jni_names_get(r->model->names, JNI_NAME_INPUT, 0, bound->text);
  if (number >= 0) put_name(r, r->model->names, JNI_NAME_INPUT, port_path(r, scope, port, JNI_NAME_INPUT), number);
  else report_unbound(r, scope, port, bound);
}

static void check_signal(jni_reader *r, jni_scope *scope, const jni_port *port, jni_port_binding *bound) {
  (void)bound;
  port_path(r, scope, port, JNI_NAME_INPUT);
}

void jni_read_bind_inputs(jni_reader *r) {
  for_each(r, 1u << INPUT, bind_input);
  for_each(r, 1u << SIGNAL, check_signal);
}

// ---- bodies and their hardpoints ---------------------------------------------------------------------------

// If a port for a body is bound to a port of an outer scope, returns the binding of that port, which determines where
// hardpoints are placed; otherwise NULL.
static const jni_port_binding *outer_binding(const jni_scope *scope, const jni_port_binding *bound) {
  if (bound->scope == scope) return NULL;
  int i = find_port(bound->scope->part, bound->text + bound->scope->length);
  return i >= 0 && bound->scope->part->ports[i].type == BODY ? &bound->scope->bound[i] : NULL;
}

static void bind_body(jni_reader *r, jni_scope *scope, const jni_port *port, jni_port_binding *bound) {
  const jni_port_binding *outer = outer_binding(scope, bound);
  bound->number = jn_model_find_body(r->model, bound->text).i;
  if (bound->number < 0) {
    report_unbound(r, scope, port, bound);
    return;
  }
  // Hardpoints on a body of a mirrored scope are in the axes of that scope, so their placement is mirrored, too.
  jni_part_place reflected = jni_part_place_none();
  reflected.mirror = bound->scope->placed.mirror;
  if (bound->number == 0) bound->place = scope->placed;
  else if (bound->scope == scope) bound->place = reflected;
  else jni_part_place_compose(outer ? &outer->place : &reflected, &scope->place, &bound->place);
  put_name(r, r->model->names, JNI_NAME_BODY, port_path(r, scope, port, JNI_NAME_BODY), bound->number);
  if (!port->of_ground || !scope->outer) return;
  jni_scope_state before = jni_read_enter(r, scope);
  put_name(r, r->model->names, JNI_NAME_BODY, jni_read_name(r, port->node, "ground"), bound->number);
  jni_read_leave(r, &before);
}

// Returns the path with which names of hardpoints that a use adds to a body begin: the path of the use, without the
// part of it that the name of the body begins with.
static const char *hardpoint_path(const jni_reader *r, const jni_scope *scope, int body) {
  const char *name = r->model->bodies[body].name, *dot = strrchr(name, '.');
  size_t own = dot ? (size_t)(dot - name) + 1 : 0;
  return scope->prefix + (strncmp(scope->prefix, name, own) == 0 ? own : 0);
}

static void add_hardpoints(jni_reader *r, jni_scope *scope, const jni_port *port, jni_port_binding *bound) {
  bool any =
      jni_node_get(port->node, "points") || jni_node_get(port->node, "frames") || jni_node_get(port->node, "shapes");
  if (bound->number < 0 || !any) return;
  jni_owner of = {
      {bound->number}, port->of_ground ? "ground" : port->name, hardpoint_path(r, scope, bound->number), &bound->place};
  jni_scope_state before = jni_read_enter(r, scope);
  jni_read_frames(r, port->node, &of);
  jni_read_leave(r, &before);
}

static void bind_point(jni_reader *r, jni_scope *scope, const jni_port *port, jni_port_binding *bound) {
  int number = jn_model_find_frame(r->model, bound->text).i;
  if (number >= 0) put_name(r, r->model->names, JNI_NAME_POINT, port_path(r, scope, port, JNI_NAME_POINT), number);
  else report_unbound(r, scope, port, bound);
}

void jni_read_bind_bodies(jni_reader *r) {
  // Registers the ground under the name PATH.ground for each use.
  for (jni_scope *scope = r->scopes->next; scope && !r->stop; scope = scope->next) {
    jni_scope_state before = jni_read_enter(r, scope);
    put_name(r, r->model->names, JNI_NAME_BODY, jni_read_name(r, scope->node, "ground"), 0);
    jni_read_leave(r, &before);
  }

  for_each(r, 1u << BODY, bind_body);
  for_each(r, 1u << BODY, add_hardpoints);
  for_each(r, 1u << POINT | 1u << FRAME, bind_point);
}
