// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// port.h - ports: the names by which a part reaches elements outside of it.
#ifndef JNI_PORT_H
#define JNI_PORT_H

#include "model/part/scope.h"

void jni_read_ports(jni_reader *r, jni_part *part);            // reads the declarations
void jni_read_base(jni_reader *r, jni_part *part);             // reads `base`
void jni_read_converted_ports(jni_reader *r, jni_part *part);  // declares the port `base` of a robot
// Reads what a use binds to the ports of its part. given: value of the key `ports` of the use.
void jni_read_bind(jni_reader *r, jni_scope *scope, const jni_node *use, const jni_node *given);
void jni_read_bind_defaults(jni_reader *r);  // binds ports of the scope that have a default
// Register bound elements in all scopes under the names of their ports, once these elements have an index.
void jni_read_bind_names(jni_reader *r);   // joints and roads
void jni_read_bind_bodies(jni_reader *r);  // bodies, their hardpoints, and points
void jni_read_bind_inputs(jni_reader *r);
// Returns the index of the body bound to a port, and the placement of hardpoints on it; -1: none.
int jni_read_port_body(const jni_scope *scope, int port, jni_part_place *place);
// Returns the formula or input bound to a port, and the mirror of the scope where it is written; NULL: no such port.
const char *jni_read_signal_port(const jni_reader *r, const char *name, unsigned *mirror);

#endif
