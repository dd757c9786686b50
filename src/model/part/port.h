// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// port.h - ports: the names by which a part reaches elements outside of it.
#ifndef JNI_PORT_H
#define JNI_PORT_H

#include "model/part/scope.h"

void jni_read_ports(jni_reader *r, jni_part *part);            // reads the declarations
void jni_read_base(jni_reader *r, jni_part *part);             // reads `base`
void jni_read_converted_ports(jni_reader *r, jni_part *part);  // declares the port `base` of a robot
// Reads what the use `use` binds to the ports of its part, into scope->bound. bindings: value of the key `ports` of the
// use; NULL: none.
void jni_read_bind(jni_reader *r, jni_scope *scope, const jni_node *use, const jni_node *bindings);
void jni_read_bind_defaults(jni_reader *r);  // binds ports of the scope that have a default
// Makes joints and roads that are bound to ports available under the names of these ports, in all scopes. To be called
// after these elements have been added to the model.
void jni_read_bind_names(jni_reader *r);
// Makes bodies, with their hardpoints, and points that are bound to ports available under the names of the ports, and
// the ground under the name `ground` in each use.
void jni_read_bind_bodies(jni_reader *r);
// Makes inputs that are bound to ports available under the names of the ports, and checks that the names of ports for
// signals are not those of other elements.
void jni_read_bind_inputs(jni_reader *r);
// Returns the index of the body bound to port number `port` of the scope's part, and sets *place to the placement of
// hardpoints on it; -1: no body is bound.
int jni_read_port_body(const jni_scope *scope, int port, jni_part_place *place);
// Returns the formula or the name of the input that is bound to the port `name` of the present scope, and sets *mirror
// to the mirror of the scope where it is written. NULL: there is no such port for a signal or input, or nothing is
// bound to it.
const char *jni_read_signal_port(const jni_reader *r, const char *name, unsigned *mirror);

#endif
