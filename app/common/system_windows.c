// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system_windows.c - implements system.h for Windows.
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
// shellapi.h needs windows.h before it
#include <shellapi.h>

#include "common/system.h"

enum { PATH_SIZE = 4096, MOST_PATH = 3 * PATH_SIZE };

// Sets `wide` to a path converted from UTF-8 to UTF-16. Returns false and sets errno if the path does not fit or is not
// UTF-8.
static bool widen(const char *path, wchar_t wide[PATH_SIZE]) {
  if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, PATH_SIZE) > 0) return true;
  errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
  return false;
}

// Returns a UTF-16 text converted to UTF-8. The caller frees it; NULL: no memory.
static char *narrow(const wchar_t *wide) {
  int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
  char *text = n > 0 ? malloc((size_t)n) : NULL;
  if (text) WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, n, NULL, NULL);
  return text;
}

// ---- the program --------------------------------------------------------------------------------------------------

// Replaces *argc and *argv by the command line in UTF-8, which is never freed; leaves them unchanged without memory.
static void take_words(int *argc, char ***argv) {
  int n = 0;
  wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &n);
  char **words = wide ? calloc((size_t)n + 1, sizeof *words) : NULL;
  bool whole = words != NULL;
  for (int i = 0; whole && i < n; i++) {
    words[i] = narrow(wide[i]);
    whole = words[i] != NULL;
  }
  if (whole) {
    *argc = n;
    *argv = words;
  }
  LocalFree(wide);
}

void system_begin(int *argc, char ***argv) {
  _fmode = _O_BINARY;
  for (int i = 0; i < 3; i++) _setmode(i, _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
  take_words(argc, argv);
}

static bool (*note_of)(void);

// Handler of console events (Ctrl-C, closing the window), in a thread that the system starts for it. Returns FALSE if
// the event is to end the program.
static BOOL WINAPI handle(DWORD event) {
  (void)event;
  return note_of();
}

void system_catch_signals(bool (*note)(void)) {
  note_of = note;
  SetConsoleCtrlHandler(handle, TRUE);
}

double system_clock(void) {
  LARGE_INTEGER now, per_second;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&per_second);
  return (double)now.QuadPart / (double)per_second.QuadPart;
}

static uint64_t units_of(FILETIME time) { return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime; }

double system_cpu_seconds(void) {
  FILETIME created, exited, kernel, user;
  if (!GetProcessTimes(GetCurrentProcess(), &created, &exited, &kernel, &user)) return 0;
  return 1e-7 * (double)(units_of(kernel) + units_of(user));
}

void system_pause(int milliseconds) { Sleep((DWORD)milliseconds); }

int system_run(const char *const *words, char *text, size_t size) {
  const wchar_t *list[64];
  wchar_t *copies = calloc(64, PATH_SIZE * sizeof *copies);
  int n = 0;
  bool fits = copies != NULL;
  if (size > 0) text[0] = 0;
  for (; fits && words[n]; n++) {
    fits = n < 63 && widen(words[n], copies + (size_t)n * PATH_SIZE);
    list[n] = copies + (size_t)n * PATH_SIZE;
  }
  if (fits) list[n] = NULL;
  intptr_t code = fits ? _wspawnvp(_P_WAIT, list[0], list) : -1;
  free(copies);
  return (int)code;
}

bool system_show_page(const char *path) {
  wchar_t wide[PATH_SIZE];
  return widen(path, wide) && (INT_PTR)ShellExecuteW(NULL, L"open", wide, NULL, NULL, SW_SHOWNORMAL) > 32;
}

// ---- terminals ----------------------------------------------------------------------------------------------------

bool system_draws_progress(void) {
  HANDLE console = GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  return GetConsoleMode(console, &mode) && SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

int system_terminal_width(FILE *stream) {
  CONSOLE_SCREEN_BUFFER_INFO info;
  HANDLE console = (HANDLE)_get_osfhandle(_fileno(stream));
  return GetConsoleScreenBufferInfo(console, &info) ? info.srWindow.Right - info.srWindow.Left + 1 : 0;
}

// ---- paths --------------------------------------------------------------------------------------------------------

bool path_separates(char c) { return c == '/' || c == '\\'; }

size_t path_root(const char *path) {
  bool letter = (path[0] >= 'A' && path[0] <= 'Z') || (path[0] >= 'a' && path[0] <= 'z');
  if (letter && path[1] == ':') return path_separates(path[2]) ? 3 : 2;
  if (!path_separates(path[0])) return 0;
  return path_separates(path[1]) ? 2 : 1;
}

char *path_resolved(const char *path) {
  wchar_t wide[PATH_SIZE], whole[PATH_SIZE];
  if (!widen(path, wide)) return NULL;
  DWORD n = GetFullPathNameW(wide, PATH_SIZE, whole, NULL);
  return n > 0 && n < PATH_SIZE ? narrow(whole) : NULL;
}

// ---- files --------------------------------------------------------------------------------------------------------

static bool file_info(HANDLE handle, system_file *file) {
  BY_HANDLE_FILE_INFORMATION found;
  DWORD type = GetFileType(handle);
  *file = (system_file){.pipe = type == FILE_TYPE_PIPE};
  if (type != FILE_TYPE_DISK) return true;
  if (!GetFileInformationByHandle(handle, &found)) {
    errno = EIO;
    return false;
  }
  file->folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  file->regular = !file->folder;
  file->size = (double)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow);
  file->device = found.dwVolumeSerialNumber;
  file->number = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
  file->changed = (int64_t)(units_of(found.ftLastWriteTime) * 100);
  return true;
}

bool system_file_info(const char *path, system_file *file) {
  const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  wchar_t wide[PATH_SIZE];
  // the same names as in the library
  if (strcmp(path, "/dev/stdin") == 0) return file_info(GetStdHandle(STD_INPUT_HANDLE), file);
  if (!widen(path, wide)) return false;
  HANDLE handle = CreateFileW(wide, 0, share, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
  if (handle == INVALID_HANDLE_VALUE) {
    errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT;
    return false;
  }
  bool good = file_info(handle, file);
  CloseHandle(handle);
  return good;
}

bool system_stdout_info(system_file *file) { return file_info(GetStdHandle(STD_OUTPUT_HANDLE), file); }

bool system_allows(const char *path, system_access how) {
  static const int modes[] = {
      [SYSTEM_EXISTS] = 0, [SYSTEM_READABLE] = 4, [SYSTEM_WRITABLE] = 2, [SYSTEM_TAKES_FILES] = 2};
  wchar_t wide[PATH_SIZE];
  return widen(path, wide) && _waccess(wide, modes[how]) == 0;
}

FILE *system_open(const char *path, const char *mode) {
  wchar_t wide[PATH_SIZE], how[8];
  if (!widen(path, wide) || MultiByteToWideChar(CP_UTF8, 0, mode, -1, how, 8) <= 0) return NULL;
  return _wfopen(wide, how);
}

FILE *system_create(const char *path) {
  wchar_t wide[PATH_SIZE];
  int file = widen(path, wide) ? _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY, 0666) : -1;
  return file >= 0 ? _fdopen(file, "wb") : NULL;
}

bool system_remove(const char *path) {
  wchar_t wide[PATH_SIZE];
  return widen(path, wide) && _wunlink(wide) == 0;
}

bool system_make_folder(const char *path) {
  wchar_t wide[PATH_SIZE];
  return widen(path, wide) && _wmkdir(wide) == 0;
}

bool system_remove_folder(const char *path) {
  wchar_t wide[PATH_SIZE];
  return widen(path, wide) && _wrmdir(wide) == 0;
}

bool system_current_folder(char *path, size_t size) {
  wchar_t wide[PATH_SIZE];
  return _wgetcwd(wide, PATH_SIZE) && WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, (int)size, NULL, NULL) > 0;
}

bool system_is_empty(const char *folder) {
  wchar_t pattern[PATH_SIZE];
  WIN32_FIND_DATAW found;
  if (!widen(folder, pattern) || wcslen(pattern) + 3 > PATH_SIZE) return false;
  wcscat(pattern, L"/*");
  HANDLE search = FindFirstFileW(pattern, &found);
  if (search == INVALID_HANDLE_VALUE) return false;
  int n = 1;
  while (FindNextFileW(search, &found)) n++;
  FindClose(search);
  return n <= 2;  // "." and ".."
}

bool system_make_temporary_folder(const char *name, char *path, size_t size) {
  wchar_t wide[MAX_PATH + 1];
  char parent[MOST_PATH];
  if (GetTempPathW(MAX_PATH + 1, wide) == 0) {
    errno = ENOENT;
    return false;
  }
  WideCharToMultiByte(CP_UTF8, 0, wide, -1, parent, sizeof parent, NULL, NULL);
  for (int i = 0; i < 100; i++) {
    if (snprintf(path, size, "%s%s-%lu-%d", parent, name, GetCurrentProcessId(), i) >= (int)size) return false;
    if (system_make_folder(path)) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}
