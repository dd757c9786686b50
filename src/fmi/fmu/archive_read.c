// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// archive_read.c - reads and unpacks zip archives, which are not trusted, with libzip; the only file that calls it.
#include "fmi/fmu/archive_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#ifdef JNI_HAVE_LIBZIP
#include <zip.h>

typedef struct {
  const char *name;
  size_t size;  // unpacked size, bytes
  int number;   // index of the entry in the archive
} entry;

struct jni_archive {
  jni_pool pool;
  zip_t *zip;
  const char *file;
  entry *entries;  // entries in the order of the archive
  entry **sorted;  // the same entries sorted by name
  int n;
};

bool jni_archive_available(void) { return true; }

// ---- names --------------------------------------------------------------------------------------------------------

// Returns why the name of an entry is refused, as a sentence; NULL: it is accepted.
static const char *find_name_fault(const char *name) {
  const char *part = name;
  if (!name[0]) return "the name is empty";
  if (strlen(name) > JNI_ARCHIVE_MAX_NAME) return "the name is longer than 512 bytes";
  if (name[0] == '/') return "the name is absolute; expected a name relative to the archive";
  for (const char *c = name; *c;) {
    size_t length = jni_utf8_length(c);
    if (length == 0) return "the name is not UTF-8";
    if (*c == '\\') return "the name has a backslash; expected '/' between folders";
    if (*c == ':') return "the name has a colon";
    if ((unsigned char)*c < ' ' || *c == 127) return "the name has a control character";
    c += length;
  }
  while (*part) {
    size_t length = strcspn(part, "/");
    if (length == 0) return "the name has an empty component";
    if (length == 1 && part[0] == '.') return "the name has the component '.'";
    if (length == 2 && part[0] == '.' && part[1] == '.')
      return "the name has the component '..', which leaves the folder";
    part += length;
    if (*part == '/') part++;
  }
  return NULL;
}

static int compare_names(const void *a, const void *b) {
  const entry *const *x = a, *const *y = b;
  return strcmp((*x)->name, (*y)->name);
}

// ---- opening ------------------------------------------------------------------------------------------------------

static void report_entry(const jni_archive *a, const char *name, const char *what, jn_report *report) {
  jn_error error = {.status = JN_BAD_MODEL, .severity = JN_FAULT};
  snprintf(error.file, sizeof error.file, "%s", a->file);
  snprintf(error.element, sizeof error.element, "entry '%.200s'", name);
  jni_make_plain(error.element);
  snprintf(error.what, sizeof error.what, "%s", what);
  jn_report_add(report, &error);
}

static void report_archive(const char *file, jn_status status, jn_report *report, const char *what) {
  jn_error error = {.status = status, .severity = JN_FAULT};
  snprintf(error.file, sizeof error.file, "%s", file);
  snprintf(error.what, sizeof error.what, "%s", what);
  jn_report_add(report, &error);
}

// Returns true if entry i is a plain file or a folder, by the file attributes that the archive stores, or if these are
// not of Unix or give no type; false for links, devices and pipes, and if the attributes cannot be read.
static bool is_plain(zip_t *zip, zip_uint64_t i) {
  enum { TYPE = 0170000, FILE_TYPE = 0100000, FOLDER_TYPE = 0040000 };
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip, i, 0, &system, &attributes) != 0) return false;
  unsigned type = (attributes >> 16) & TYPE;
  return system != ZIP_OPSYS_UNIX || type == 0 || type == FILE_TYPE || type == FOLDER_TYPE;
}

// Returns why an entry is refused, as a sentence; NULL: it is accepted.
static const char *find_entry_fault(zip_t *zip, const zip_stat_t *s) {
  zip_uint64_t wanted = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((s->valid & wanted) != wanted) return "its entry in the directory of the archive is incomplete";
  const char *wrong = find_name_fault(s->name);
  if (wrong) return wrong;
  if (s->encryption_method != ZIP_EM_NONE) return "it is encrypted";
  if (s->comp_method != ZIP_CM_STORE && s->comp_method != ZIP_CM_DEFLATE)
    return "its compression is neither store nor deflate";
  if (!is_plain(zip, s->index)) return "it is a link or a special file";
  return NULL;
}

static bool read_entries(jni_archive *a, jn_report *report) {
  double total = 0;
  bool good = true;
  for (int i = 0; i < a->n; i++) {
    zip_stat_t s;
    if (zip_stat_index(a->zip, (zip_uint64_t)i, 0, &s) != 0) {
      report_archive(a->file, JN_BAD_MODEL, report, "the directory of the archive cannot be read");
      return false;
    }
    const char *wrong = find_entry_fault(a->zip, &s);
    const char *name = s.valid & ZIP_STAT_NAME && s.name ? s.name : "";
    total += s.valid & ZIP_STAT_SIZE ? (double)s.size : 0;
    if (wrong) report_entry(a, name, wrong, report);
    good = good && !wrong;
    if (!(total <= JNI_ARCHIVE_MAX_TOTAL)) {
      report_archive(a->file, JN_BAD_MODEL, report, "the files of the archive are larger than 1 GiB when unpacked");
      return false;
    }
    a->entries[i] = (entry){jni_pool_text(&a->pool, name, strlen(name)), (size_t)s.size, i};
    a->sorted[i] = &a->entries[i];
    if (!a->entries[i].name) {
      jni_report_no_memory(report);
      return false;
    }
  }
  qsort(a->sorted, (size_t)a->n, sizeof(entry *), compare_names);
  for (int i = 1; good && i < a->n; i++)
    if (strcmp(a->sorted[i]->name, a->sorted[i - 1]->name) == 0) {
      report_entry(a, a->sorted[i]->name, "two entries have this name", report);
      good = false;
    }
  return good;
}

static void *discard(void *zip) {
  zip_discard(zip);
  return NULL;
}

jni_archive *jni_archive_open(const jn_alloc *alloc, const char *file, const void *bytes, size_t size,
                              jn_report *report) {
  jni_archive *a = jni_object_new(alloc, sizeof *a);
  if (!a) {
    jni_report_no_memory(report);
    return NULL;
  }
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *source = zip_source_buffer_create(bytes, size, 0, &error);
  zip_t *zip = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : NULL;
  if (!zip) {
    char what[200];
    snprintf(what, sizeof what, "this is not a zip archive that can be read: %s", zip_error_strerror(&error));
    report_archive(file, JN_BAD_MODEL, report, what);
    if (source) zip_source_free(source);
    zip_error_fini(&error);
    return jni_object_free(a);
  }
  zip_error_fini(&error);
  a->zip = zip;
  a->file = jni_pool_text(&a->pool, file, strlen(file));
  if (!jni_keep(&a->pool, zip, discard)) {
    jni_report_no_memory(report);
    return jni_object_free(a);
  }
  zip_int64_t n = zip_get_num_entries(zip, 0);
  if (n < 1 || n > JNI_ARCHIVE_MAX_ENTRIES) {
    report_archive(file, JN_BAD_MODEL, report,
                   n < 1 ? "the archive is empty" : "the archive has more than 20000 entries");
    return jni_object_free(a);
  }
  a->n = (int)n;
  a->entries = jni_take(&a->pool, (size_t)n, sizeof *a->entries);
  a->sorted = jni_take(&a->pool, (size_t)n, sizeof *a->sorted);
  if (a->pool.failed) {
    jni_report_no_memory(report);
    return jni_object_free(a);
  }
  return read_entries(a, report) ? a : jni_object_free(a);
}

void *jni_archive_close(jni_archive *archive) { return jni_object_free(archive); }

// ---- reading ------------------------------------------------------------------------------------------------------

int jni_archive_size(const jni_archive *archive) { return archive->n; }
const char *jni_archive_name(const jni_archive *archive, int i) { return archive->entries[i].name; }

int jni_archive_find(const jni_archive *archive, const char *name) {
  const entry key = {.name = name};
  const entry *wanted = &key;
  entry **found = bsearch(&wanted, archive->sorted, (size_t)archive->n, sizeof(entry *), compare_names);
  return found ? (*found)->number : -1;
}

char *jni_archive_read(jni_archive *archive, int i, size_t *size, jn_report *report) {
  const entry *e = &archive->entries[i];
  char *bytes = jni_alloc0(archive->pool.alloc, e->size + 1, 1), beyond;
  zip_file_t *file = bytes ? zip_fopen_index(archive->zip, (zip_uint64_t)i, 0) : NULL;
  zip_int64_t n = -1;
  size_t at = 0;
  if (!bytes) {
    jni_report_no_memory(report);
    return NULL;
  }
  if (file) {
    do {
      n = zip_fread(file, bytes + at, e->size - at);
      if (n > 0) at += (size_t)n;
    } while (n > 0 && at < e->size);
    // Tries to read one byte more, because libzip compares the checksum only at the end of the data.
    if (n >= 0 && at == e->size) n = zip_fread(file, &beyond, 1);
    zip_fclose(file);
  }
  if (file && n == 0 && at == e->size) {
    *size = e->size;
    return bytes;
  }
  report_entry(archive, e->name, n > 0 ? "it is larger than the archive says" : "its data are damaged", report);
  return jni_free(archive->pool.alloc, bytes);
}

// ---- unpacking ----------------------------------------------------------------------------------------------------

// Makes the folders in the path `name` below `folder`. Folders that exist are accepted: all of them are in the private
// folder, and no link is unpacked. Returns false on failure.
static bool make_folders(const char *folder, const char *name) {
  char path[JNI_PATH_SIZE];
  for (const char *end = strchr(name, '/'); end; end = strchr(end + 1, '/')) {
    int n = snprintf(path, sizeof path, "%s/%.*s", folder, (int)(end - name), name);
    if (n < 0 || (size_t)n >= sizeof path) return false;
    if (!jni_folder_make(path) && errno != EEXIST) return false;
  }
  return true;
}

static bool unpack_entry(jni_archive *a, int i, const char *folder, jn_report *report) {
  const entry *e = &a->entries[i];
  char path[JNI_PATH_SIZE], why[128];
  size_t size = 0, at = 0;
  snprintf(path, sizeof path, "%s/%s", folder, e->name);
  bool made = make_folders(folder, e->name);
  if (made && e->name[strlen(e->name) - 1] == '/') return true;
  char *bytes = made ? jni_archive_read(a, i, &size, report) : NULL;
  if (made && !bytes) return false;
  int file = made ? jni_file_open(path, JNI_FILE_NEW) : -1;
  while (file >= 0 && at < size) {
    int64_t n = jni_file_write(file, bytes + at, size - at);
    if (n <= 0) break;
    at += (size_t)n;
  }
  bool good = file >= 0 && at == size;
  jni_error_text(errno, why, sizeof why);
  if (file >= 0 && !jni_file_close(file)) good = false;
  jni_free(a->pool.alloc, bytes);
  if (!good) report_entry(a, e->name, why, report);
  return good;
}

bool jni_archive_unpack(jni_archive *archive, char *folder, jn_report *report) {
  if (!jni_folder_make_private(folder)) {
    char why[128], what[256];
    jni_error_text(errno, why, sizeof why);
    snprintf(what, sizeof what, "there is no private folder for its files: %s", why);
    report_archive(archive->file, JN_IO, report, what);
    folder[0] = 0;
    return false;
  }
  for (int i = 0; i < archive->n; i++)
    if (!unpack_entry(archive, i, folder, report)) {
      jni_folder_remove_tree(folder);
      folder[0] = 0;
      return false;
    }
  return true;
}

#else

bool jni_archive_available(void) { return false; }

jni_archive *jni_archive_open(const jn_alloc *alloc, const char *file, const void *bytes, size_t size,
                              jn_report *report) {
  (void)alloc, (void)bytes, (void)size;
  jn_report_fault(report, JN_REFUSED, "",
                  "'%.200s' is an archive, which cannot be read: Jounce was built without libzip (Debian: libzip-dev)",
                  file);
  return NULL;
}

void *jni_archive_close(jni_archive *archive) {
  (void)archive;
  return NULL;
}
int jni_archive_size(const jni_archive *archive) {
  (void)archive;
  return 0;
}
const char *jni_archive_name(const jni_archive *archive, int i) {
  (void)archive;
  (void)i;
  return "";
}
int jni_archive_find(const jni_archive *archive, const char *name) {
  (void)archive;
  (void)name;
  return -1;
}

char *jni_archive_read(jni_archive *archive, int i, size_t *size, jn_report *report) {
  (void)archive, (void)i, (void)size, (void)report;
  return NULL;
}

bool jni_archive_unpack(jni_archive *archive, char *folder, jn_report *report) {
  (void)archive, (void)report;
  folder[0] = 0;
  return false;
}

#endif

// Removes a file or link, or a folder with its content.
static void remove_path(char *path, int depth) {
  enum { MOST_DEPTH = 300 };
  size_t length = strlen(path);
  if (jni_file_remove(path) || depth > MOST_DEPTH) return;
  jni_folder *folder = jni_folder_open(path);
  if (!folder) return;
  for (const char *name = jni_folder_next(folder); name; name = jni_folder_next(folder)) {
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    if (length + strlen(name) + 2 > JNI_PATH_SIZE) continue;
    path[length] = '/';
    strcpy(path + length + 1, name);
    remove_path(path, depth + 1);
    path[length] = 0;
  }
  jni_folder_close(folder);
  jni_folder_remove(path);
}

void jni_folder_remove_tree(const char *folder) {
  char path[JNI_PATH_SIZE];
  if (!folder[0] || strlen(folder) >= sizeof path) return;
  strcpy(path, folder);
  remove_path(path, 0);
}
