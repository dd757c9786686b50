// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_driver.h - HDF5 files that are written to a jni_disk, and suppression of HDF5's error output.
#ifndef JNI_OUTPUT_HDF5_DRIVER_H
#define JNI_OUTPUT_HDF5_DRIVER_H

#include <hdf5.h>

#include "output/disk.h"

// HDF5's setting of error output, saved while the output is switched off. It is restored on success; after a failure
// the output stays off, because HDF5 may print errors again when the program exits.
typedef struct {
  H5E_auto2_t function;
  void *data;
} jni_hush;

jni_hush jni_hdf5_hush(void);
void jni_hdf5_unhush(jni_hush hush, bool all_went_well);

// Creates an empty HDF5 file on an open disk and returns its identifier; a negative number on failure. Later calls on
// the file succeed even if the disk fails: check disk->error.
hid_t jni_hdf5_create(jni_disk *disk);

// Returns creation properties of the property class `what` without time stamps, so that equal runs make equal files.
// The caller closes them. Returns a negative number on failure.
hid_t jni_hdf5_timeless(hid_t what);

// Clears the mark "open for writing" in a version 3 superblock and updates its checksum. Returns false, and changes
// nothing, if the bytes are no such superblock.
bool jni_hdf5_clear_mark(unsigned char superblock[48]);

#endif
