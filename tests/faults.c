/* Loaded before the server's libraries (LD_PRELOAD): a clock that jumps and a disk that fails, as a
 * file shared with the test says from one moment to the next. See faults.py for who writes it.
 *
 * FAULTS_CONTROL  the shared file; without it nothing is changed
 * FAULTS_FOLDER   files below this folder are on the disk that fails; an absolute path */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { FULL = 1, SYNC_FAILS = 2, WRITE_FAILS = 4 };

struct control {
  _Atomic int64_t clock_s;   /* how far the clock is off, in seconds */
  _Atomic uint32_t disk;     /* what the disk does, of the above */
  _Atomic uint32_t one_in;   /* how rarely: 1 for each time */
  _Atomic uint64_t asked;    /* what the disk was asked for while it failed */
  _Atomic uint64_t failed;   /* how often it did */
};

static struct control *control;
static char folder[PATH_MAX];

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTS_CONTROL"), *below = getenv("FAULTS_FOLDER");
  if (!path || !below) return;
  snprintf(folder, sizeof folder, "%s/", below);
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *shared = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared != MAP_FAILED) control = shared;
}

/* What stood here before. */
#define REAL(result, name, ...)                                    \
  static result (*real_##name)(__VA_ARGS__);                       \
  if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)

static int64_t off_s(void) { return control ? atomic_load(&control->clock_s) : 0; }

int clock_gettime(clockid_t id, struct timespec *at) {
  REAL(int, clock_gettime, clockid_t, struct timespec *);
  int done = real_clock_gettime(id, at);
  if (done == 0 && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) at->tv_sec += off_s();
  return done;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  REAL(int, gettimeofday, struct timeval *, void *);
  int done = real_gettimeofday(at, zone);
  if (done == 0) at->tv_sec += off_s();
  return done;
}

time_t time(time_t *at) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (at) *at = now.tv_sec;
  return now.tv_sec;
}

/* Whether this file is on the disk, and the disk fails in one of these ways this time. */
static uint32_t fails(int file, uint32_t ways) {
  uint32_t now = control ? atomic_load(&control->disk) & ways : 0;
  if (!now) return 0;
  char link[32], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  if (strncmp(path, folder, strlen(folder)) != 0) return 0;
  /* Spreads the numbers 0, 1, 2, ... as if they were drawn. */
  uint64_t number = atomic_fetch_add(&control->asked, 1) * 0x9E3779B97F4A7C15u;
  uint32_t one_in = atomic_load(&control->one_in);
  if (one_in > 1 && (number >> 33) % one_in) return 0;
  atomic_fetch_add(&control->failed, 1);
  return now;
}

/* How much of a write is carried out. A full disk takes a part of what it is given, and only then
 * says that it is full; -1 with errno for nothing at all. */
static ssize_t room(int file, size_t length) {
  uint32_t way = fails(file, FULL | WRITE_FAILS);
  if (!way) return (ssize_t)length;
  if (way & FULL && length > 1 && atomic_load(&control->failed) % 2) return (ssize_t)(length / 2);
  errno = way & FULL ? ENOSPC : EIO;
  return -1;
}

#define WRITE(name, offset)                                                       \
  ssize_t name(int file, const void *bytes, size_t length, offset at) {           \
    REAL(ssize_t, name, int, const void *, size_t, offset);                       \
    ssize_t most = room(file, length);                                            \
    return most < 0 ? -1 : real_##name(file, bytes, (size_t)most, at);            \
  }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t length) {
  REAL(ssize_t, write, int, const void *, size_t);
  ssize_t most = room(file, length);
  return most < 0 ? -1 : real_write(file, bytes, (size_t)most);
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  uint32_t way = fails(file, FULL | WRITE_FAILS);
  if (!way) return real_writev(file, pieces, count);
  errno = way & FULL ? ENOSPC : EIO;
  return -1;
}

/* A file that is made longer needs room; so does a shared memory of SQLite. */
#define RESIZE(name, size)                                 \
  int name(int file, size length) {                        \
    REAL(int, name, int, size);                            \
    if (fails(file, FULL)) {                               \
      errno = ENOSPC;                                      \
      return -1;                                           \
    }                                                      \
    return real_##name(file, length);                      \
  }
RESIZE(ftruncate, off_t)
RESIZE(ftruncate64, off64_t)

#define SYNC(name)                                         \
  int name(int file) {                                     \
    REAL(int, name, int);                                  \
    if (fails(file, SYNC_FAILS)) {                         \
      errno = EIO;                                         \
      return -1;                                           \
    }                                                      \
    return real_##name(file);                              \
  }
SYNC(fsync)
SYNC(fdatasync)
