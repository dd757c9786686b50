// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// graph_file.h - tags of the items of a graph in a file: operations (operation.h) or one of these.
#ifndef JNI_GRAPH_FILE_H
#define JNI_GRAPH_FILE_H

enum { JNI_FILE_TABLE = 253, JNI_FILE_CALL = 254, JNI_FILE_END = 255 };

#endif
