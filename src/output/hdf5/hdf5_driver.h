// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// hdf5_driver.h - HDF5 on a jni_disk, and silence around calls of HDF5.
#ifndef JNI_OUTPUT_HDF5_DRIVER_H
#define JNI_OUTPUT_HDF5_DRIVER_H

#include <hdf5.h>

#include "output/disk.h"

// HDF5 prints its error stack unless told not to. The setting of the program around us is put back when all went well;
// after a failure the silence stays, since HDF5 may complain once more when the program exits.
typedef struct {
  H5E_auto2_t function;
  void *data;
} jni_hush;

jni_hush jni_hdf5_hush(void);
void jni_hdf5_unhush(jni_hush hush, bool all_went_well);

// Makes an empty HDF5 file on an open disk. Negative: it cannot be. No call on the file fails because of the disk:
// disk->error tells.
hid_t jni_hdf5_create(jni_disk *disk);

// Properties of a file, group or dataset that is made, without its date: equal runs make equal files.
hid_t jni_hdf5_timeless(hid_t what);

// Clears the mark "open for writing" in the 48 bytes of a version 3 superblock. False: it is none.
bool jni_hdf5_clear_mark(unsigned char superblock[48]);

#endif
