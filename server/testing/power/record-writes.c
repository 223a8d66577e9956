/*
 * Loaded before a program (LD_PRELOAD), it writes a journal of what the program does to the files below
 * RECORD_ROOT, in the order in which it happens, to RECORD_JOURNAL: the writes of databases, what is
 * forced to disk with the bytes that are there then, and the names in folders. lose-power.ts reads it.
 *
 * A record: kind (1 byte), inode (8), offset (8), bytes of the path (4) and of the data (4), path, data.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static char root[PATH_MAX];
static size_t root_length;

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

/* The path of a descriptor, if its file is recorded; SQLite's shared memory is made anew by itself. */
static int path_of(int fd, char *path) {
  char link[64];
  if (journal < 0 || fd == journal) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strncmp(path, root, root_length) == 0 && !strstr(path, "-shm");
}

static int is_below(const char *path) {
  return journal >= 0 && strncmp(path, root, root_length) == 0 && !strstr(path, "-shm");
}

static int is_database(const char *path) { return strstr(path, "shop.sqlite") != NULL; }

static void put(char kind, uint64_t inode, uint64_t offset, const char *path, const void *data,
                uint32_t length) {
  uint32_t name = strlen(path);
  unsigned char head[25];
  head[0] = kind;
  memcpy(head + 1, &inode, 8);
  memcpy(head + 9, &offset, 8);
  memcpy(head + 17, &name, 4);
  memcpy(head + 21, &length, 4);
  struct iovec parts[3] = {{head, 25}, {(void *)path, name}, {(void *)data, length}};
  syscall(SYS_flock, journal, LOCK_EX);
  if (syscall(SYS_writev, journal, parts, 3) != (long)(25 + name + length)) abort();
  syscall(SYS_flock, journal, LOCK_UN);
}

static uint64_t inode_of(int fd) {
  struct stat facts;
  return fstat(fd, &facts) == 0 ? facts.st_ino : 0;
}

static uint64_t size_of(int fd) {
  struct stat facts;
  return fstat(fd, &facts) == 0 ? facts.st_size : 0;
}

/* Without signals: libuv's handler writes to a pipe, and would wait for its own thread's lock. */
static __thread sigset_t mask;

static void lock(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  pthread_mutex_lock(&turn);
}
static void unlock(void) {
  pthread_mutex_unlock(&turn);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/* A child that is about to become another program is not recorded. */
static void unlock_in_child(void) {
  journal = -1;
  unlock();
}

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("RECORD_JOURNAL"), *below = getenv("RECORD_ROOT");
  if (!path || !below) return;
  strncpy(root, below, sizeof root - 1);
  root_length = strlen(root);
  journal = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  /* A child has only the thread that forks: a lock of another would never be released in it. */
  pthread_atfork(lock, unlock, unlock_in_child);
}

static int opened(int fd, int flags) {
  char path[PATH_MAX];
  if (fd < 0 || !path_of(fd, path)) return fd;
  if (flags & O_CREAT) put('L', inode_of(fd), size_of(fd), path, NULL, 0);
  if (flags & O_TRUNC) put('T', inode_of(fd), 0, path, NULL, 0);
  return fd;
}

#define MODE                                                                                       \
  mode_t mode = 0;                                                                                 \
  if (flags & (O_CREAT | O_TMPFILE)) {                                                             \
    va_list rest;                                                                                  \
    va_start(rest, flags);                                                                         \
    mode = va_arg(rest, mode_t);                                                                   \
    va_end(rest);                                                                                  \
  }

int open(const char *path, int flags, ...) {
  MODE lock();
  int fd = opened(NEXT(open)(path, flags, mode), flags);
  unlock();
  return fd;
}
int open64(const char *path, int flags, ...) {
  MODE lock();
  int fd = opened(NEXT(open64)(path, flags, mode), flags);
  unlock();
  return fd;
}
int openat(int folder, const char *path, int flags, ...) {
  MODE lock();
  int fd = opened(NEXT(openat)(folder, path, flags, mode), flags);
  unlock();
  return fd;
}

static ssize_t written(int fd, const void *data, ssize_t length, off_t offset) {
  char path[PATH_MAX];
  if (length <= 0 || !path_of(fd, path) || !is_database(path)) return length;
  put('W', inode_of(fd), offset < 0 ? lseek(fd, 0, SEEK_CUR) - length : offset, path, data, length);
  return length;
}

ssize_t write(int fd, const void *data, size_t length) {
  static typeof(&write) next;
  if (!next) next = NEXT(write);
  if (journal < 0) return next(fd, data, length);
  lock();
  ssize_t done = written(fd, data, next(fd, data, length), -1);
  unlock();
  return done;
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  lock();
  ssize_t done = written(fd, data, NEXT(pwrite)(fd, data, length, offset), offset);
  unlock();
  return done;
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  return pwrite(fd, data, length, offset);
}

static int cut(int fd, off_t length, int result) {
  char path[PATH_MAX];
  if (result == 0 && path_of(fd, path)) put('T', inode_of(fd), length, path, NULL, 0);
  return result;
}
int ftruncate(int fd, off_t length) {
  lock();
  int result = cut(fd, length, NEXT(ftruncate)(fd, length));
  unlock();
  return result;
}
int ftruncate64(int fd, off64_t length) { return ftruncate(fd, length); }

/* A picture is written by a process that is not recorded: its bytes are those that are there now. */
static int forced(int fd, int result) {
  char path[PATH_MAX];
  struct stat facts;
  if (result != 0 || !path_of(fd, path) || fstat(fd, &facts) != 0) return result;
  if (S_ISDIR(facts.st_mode)) put('D', facts.st_ino, 0, path, NULL, 0);
  else if (is_database(path)) put('S', facts.st_ino, 0, path, NULL, 0);
  else {
    int again = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
    char *bytes = malloc(facts.st_size + 1);
    ssize_t length = again < 0 ? 0 : syscall(SYS_pread64, again, bytes, facts.st_size, 0L);
    put('F', facts.st_ino, 0, path, bytes, length < 0 ? 0 : length);
    free(bytes);
    if (again >= 0) syscall(SYS_close, again);
  }
  return result;
}
int fsync(int fd) {
  lock();
  int result = forced(fd, NEXT(fsync)(fd));
  unlock();
  return result;
}
int fdatasync(int fd) {
  lock();
  int result = forced(fd, NEXT(fdatasync)(fd));
  unlock();
  return result;
}

int rename(const char *from, const char *to) {
  struct stat facts;
  lock();
  int result = NEXT(rename)(from, to);
  if (result == 0 && is_below(to) && stat(to, &facts) == 0) {
    put('L', facts.st_ino, facts.st_size, to, NULL, 0);
    put('U', 0, 0, from, NULL, 0);
  }
  unlock();
  return result;
}
int unlink(const char *path) {
  lock();
  int result = NEXT(unlink)(path);
  if (result == 0 && is_below(path)) put('U', 0, 0, path, NULL, 0);
  unlock();
  return result;
}
int mkdir(const char *path, mode_t mode) {
  lock();
  int result = NEXT(mkdir)(path, mode);
  if (result == 0 && is_below(path)) put('M', 0, 0, path, NULL, 0);
  unlock();
  return result;
}
