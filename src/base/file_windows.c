// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// file_windows.c - files, folders and paths of Windows. Files are opened with the rights to delete and rename them, so
// that both are possible while a file is open, as on other systems.
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/file.h"

// ---- names and errors -----------------------------------------------------------------------------------------

// Converts a path from UTF-8 to UTF-16. Returns false and sets errno if it is too long or not UTF-8.
static bool widen(const char *path, wchar_t wide[JNI_PATH_SIZE]) {
  if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, JNI_PATH_SIZE) > 0) return true;
  errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
  return false;
}

// Sets errno to the value that corresponds to the last error of Windows. Returns false.
static bool set_errno(void) {
  static const struct {
    DWORD error;
    int meaning;
  } meanings[] = {
      {ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},
      {ERROR_INVALID_NAME, ENOENT},      {ERROR_BAD_NETPATH, ENOENT},
      {ERROR_INVALID_DRIVE, ENOENT},     {ERROR_NOT_READY, ENOENT},
      {ERROR_ACCESS_DENIED, EACCES},     {ERROR_SHARING_VIOLATION, EACCES},
      {ERROR_LOCK_VIOLATION, EACCES},    {ERROR_FILE_EXISTS, EEXIST},
      {ERROR_ALREADY_EXISTS, EEXIST},    {ERROR_DISK_FULL, ENOSPC},
      {ERROR_HANDLE_DISK_FULL, ENOSPC},  {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
      {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
      {ERROR_WRITE_PROTECT, EROFS},      {ERROR_DIRECTORY, ENOTDIR},
      {ERROR_BROKEN_PIPE, EPIPE},        {ERROR_NO_DATA, EPIPE},
  };
  DWORD error = GetLastError();
  errno = EIO;
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
    if (meanings[i].error == error) errno = meanings[i].meaning;
  return false;
}

void jni_error_text(int error, char *text, size_t size) {
  if (strerror_s(text, size, error) != 0) snprintf(text, size, "error %d", error);
}

// ---- paths ----------------------------------------------------------------------------------------------------

bool jni_path_separates(char c) { return c == '/' || c == '\\'; }

size_t jni_path_root(const char *path) {
  bool letter = (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
  if (letter && path[1] == ':') return jni_path_separates(path[2]) ? 3 : 2;
  if (!jni_path_separates(path[0])) return 0;
  return jni_path_separates(path[1]) ? 2 : 1;
}

// Returns `path` itself and does not follow links, which are rare on Windows. `real` is not used.
const char *jni_path_follow(const char *path, char *real) {
  (void)real;
  return path;
}

// ---- properties of a path -------------------------------------------------------------------------------------

// Returns whether a path is /dev/stdin, which scripts written for other systems name. Windows has no such file; reading
// it then means the standard input.
bool jni_file_is_descriptor(const char *path) { return strcmp(path, "/dev/stdin") == 0; }

static bool look(HANDLE handle, jni_file_info *info) {
  BY_HANDLE_FILE_INFORMATION found;
  *info = (jni_file_info){.regular = false};
  if (GetFileType(handle) != FILE_TYPE_DISK) return true;
  if (!GetFileInformationByHandle(handle, &found)) return set_errno();
  info->folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  info->regular = !info->folder;
  info->size = (double)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow);
  info->device = found.dwVolumeSerialNumber;
  info->number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
  return true;
}

enum { SHARE = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

bool jni_file_look_at(int file, jni_file_info *info) { return look((HANDLE)_get_osfhandle(file), info); }

bool jni_file_look(const char *path, jni_file_info *info) {
  wchar_t wide[JNI_PATH_SIZE];
  if (jni_file_is_descriptor(path)) return jni_file_look_at(0, info);
  if (!widen(path, wide)) return false;
  HANDLE handle = CreateFileW(wide, 0, SHARE, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (handle == INVALID_HANDLE_VALUE) return set_errno();
  bool good = look(handle, info);
  CloseHandle(handle);
  return good;
}

bool jni_file_exists(const char *path) {
  jni_file_info info;
  return jni_file_look(path, &info);
}

bool jni_file_is_writable(const char *path) {
  wchar_t wide[JNI_PATH_SIZE];
  return widen(path, wide) && _waccess(wide, 2) == 0;
}

// ---- open files -----------------------------------------------------------------------------------------------

int jni_file_open(const char *path, jni_file_use use) {
  static const struct {
    DWORD access, how;
    int flags;
  } uses[] = {
      [JNI_FILE_READ] = {GENERIC_READ, OPEN_EXISTING, _O_RDONLY},
      [JNI_FILE_READ_NOW] = {GENERIC_READ, OPEN_EXISTING, _O_RDONLY},
      [JNI_FILE_UPDATE] = {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR},
      [JNI_FILE_PLAIN] = {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR},
      [JNI_FILE_WRITE] = {GENERIC_WRITE, OPEN_EXISTING, _O_WRONLY},
      [JNI_FILE_REPLACE] = {GENERIC_WRITE, TRUNCATE_EXISTING, _O_WRONLY},
      [JNI_FILE_NEW] = {GENERIC_WRITE, CREATE_NEW, _O_WRONLY},
  };
  wchar_t wide[JNI_PATH_SIZE];
  if (jni_file_is_descriptor(path)) {
    int copy = _dup(0);
    if (copy >= 0) _setmode(copy, _O_BINARY);
    return copy;
  }
  if (!widen(path, wide)) return -1;
  // With this flag a symbolic link itself is opened instead of its target; it is refused below.
  DWORD attributes = use == JNI_FILE_PLAIN ? FILE_FLAG_OPEN_REPARSE_POINT : FILE_ATTRIBUTE_NORMAL;
  DWORD folders = use == JNI_FILE_READ || use == JNI_FILE_READ_NOW ? FILE_FLAG_BACKUP_SEMANTICS : 0;
  HANDLE handle = CreateFileW(wide, uses[use].access, SHARE, NULL, uses[use].how, attributes | folders, NULL);
  if (handle == INVALID_HANDLE_VALUE) {
    set_errno();
    return -1;
  }
  BY_HANDLE_FILE_INFORMATION found;
  if (use == JNI_FILE_PLAIN && GetFileInformationByHandle(handle, &found) &&
      found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) {
    CloseHandle(handle);
    errno = ELOOP;
    return -1;
  }
  int file = _open_osfhandle((intptr_t)handle, uses[use].flags | _O_BINARY | _O_NOINHERIT);
  if (file < 0) CloseHandle(handle);
  return file;
}

bool jni_file_close(int file) { return _close(file) == 0; }

// Returns n, but at most 2^30: the number of bytes that one call of the C library may transfer.
static unsigned limit_transfer(size_t n) { return n < 1u << 30 ? (unsigned)n : 1u << 30; }

int64_t jni_file_read(int file, void *bytes, size_t n) {
  jni_file_info info;
  int k = _read(file, bytes, limit_transfer(n));
  if (k < 0 && errno == EBADF && jni_file_look_at(file, &info) && info.folder) errno = EISDIR;
  return k;
}

int64_t jni_file_write(int file, const void *bytes, size_t n) { return _write(file, bytes, limit_transfer(n)); }

static OVERLAPPED at(int64_t place) {
  return (OVERLAPPED){.Offset = (DWORD)place, .OffsetHigh = (DWORD)((uint64_t)place >> 32)};
}

int64_t jni_file_read_at(int file, int64_t place, void *bytes, size_t n) {
  OVERLAPPED from = at(place);
  DWORD done = 0;
  if (ReadFile((HANDLE)_get_osfhandle(file), bytes, limit_transfer(n), &done, &from)) return done;
  if (GetLastError() == ERROR_HANDLE_EOF) return 0;
  set_errno();
  return -1;
}

int64_t jni_file_write_at(int file, int64_t place, const void *bytes, size_t n) {
  OVERLAPPED to = at(place);
  DWORD done = 0;
  if (WriteFile((HANDLE)_get_osfhandle(file), bytes, limit_transfer(n), &done, &to)) return done;
  set_errno();
  return -1;
}

bool jni_file_resize(int file, int64_t size) {
  FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = size};
  HANDLE handle = (HANDLE)_get_osfhandle(file);
  return SetFileInformationByHandle(handle, FileEndOfFileInfo, &end, sizeof end) ? true : set_errno();
}

// Does nothing and returns true: a file on Windows inherits the permissions of its folder.
bool jni_file_take_permissions(int file, const char *path) {
  (void)file;
  (void)path;
  return true;
}

// Locks n bytes from byte `first` on; other open files, also of this process, can then neither read nor write them.
// Returns false only if another open file holds a lock on them.
static bool lock_range(int file, uint64_t first, uint64_t n) {
  OVERLAPPED from = {.Offset = (DWORD)first, .OffsetHigh = (DWORD)(first >> 32)};
  return LockFileEx((HANDLE)_get_osfhandle(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, (DWORD)n,
                    (DWORD)(n >> 32), &from) ||
         GetLastError() != ERROR_LOCK_VIOLATION;
}

// Locks a file by locking one byte far beyond its end, so that other processes can still read it.
bool jni_file_lock(int file) { return lock_range(file, (uint64_t)1 << 62, 1); }
bool jni_file_lock_bytes(int file, int64_t first, int64_t n) { return lock_range(file, (uint64_t)first, (uint64_t)n); }

// ---- folders --------------------------------------------------------------------------------------------------

bool jni_file_remove(const char *path) {
  wchar_t wide[JNI_PATH_SIZE];
  return widen(path, wide) && (DeleteFileW(wide) ? true : set_errno());
}

bool jni_file_rename(const char *path, const char *name) {
  wchar_t from[JNI_PATH_SIZE], to[JNI_PATH_SIZE];
  return widen(path, from) && widen(name, to) &&
         (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING) ? true : set_errno());
}

bool jni_folder_make(const char *path) {
  wchar_t wide[JNI_PATH_SIZE];
  return widen(path, wide) && (CreateDirectoryW(wide, NULL) ? true : set_errno());
}

// Makes a folder for temporary files in that of the user. Its permissions need not be set: a new folder takes over
// those of the folder it is in.
bool jni_folder_make_private(char *path) {
  wchar_t folder[JNI_PATH_SIZE];
  char narrow[JNI_PATH_SIZE];
  DWORD n = GetTempPathW(JNI_PATH_SIZE, folder);
  if (n == 0 || n >= JNI_PATH_SIZE || !WideCharToMultiByte(CP_UTF8, 0, folder, -1, narrow, sizeof narrow, NULL, NULL))
    return set_errno();
  for (unsigned k = 0; k < 1000; k++) {
    snprintf(path, JNI_PATH_SIZE, "%.3900sjounce-%lu-%llu-%u", narrow, (unsigned long)GetCurrentProcessId(),
             (unsigned long long)GetTickCount64(), k);
    if (jni_folder_make(path)) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

bool jni_folder_remove(const char *path) {
  wchar_t wide[JNI_PATH_SIZE];
  return widen(path, wide) && (RemoveDirectoryW(wide) ? true : set_errno());
}

struct jni_folder {
  HANDLE search;
  WIN32_FIND_DATAW found;
  bool has_next;
  char name[3 * MAX_PATH + 1];
};

jni_folder *jni_folder_open(const char *path) {
  wchar_t pattern[JNI_PATH_SIZE];
  if (!widen(path, pattern)) return NULL;
  size_t n = wcslen(pattern);
  if (n + 3 > JNI_PATH_SIZE) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  wcscpy(pattern + n, L"/*");
  jni_folder *folder = malloc(sizeof *folder);
  if (!folder) return NULL;
  folder->search = FindFirstFileW(pattern, &folder->found);
  folder->has_next = folder->search != INVALID_HANDLE_VALUE;
  if (folder->has_next) return folder;
  set_errno();
  free(folder);
  return NULL;
}

const char *jni_folder_next(jni_folder *folder) {
  if (!folder->has_next) return NULL;
  int n = WideCharToMultiByte(CP_UTF8, 0, folder->found.cFileName, -1, folder->name, sizeof folder->name, NULL, NULL);
  folder->has_next = FindNextFileW(folder->search, &folder->found);
  return n > 0 ? folder->name : "";
}

void jni_folder_close(jni_folder *folder) {
  FindClose(folder->search);
  free(folder);
}

// ---- processes ------------------------------------------------------------------------------------------------

long jni_process_number(void) { return (long)GetCurrentProcessId(); }

bool jni_process_has_ended(long number) {
  HANDLE process = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)number);
  if (!process) return GetLastError() == ERROR_INVALID_PARAMETER;
  DWORD code = STILL_ACTIVE;
  bool ended = GetExitCodeProcess(process, &code) && code != STILL_ACTIVE;
  CloseHandle(process);
  return ended;
}
