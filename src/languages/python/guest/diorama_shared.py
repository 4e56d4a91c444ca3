"""Semaphores and shared memory where the sandbox keeps `/dev/shm` closed, for it is everybody's: `multiprocessing` goes on working.

A semaphore lies in memory that a process shares with those that it forks, and nobody else has; shared memory lies in
the evaluation's private folder. Both end with it. What another program opens by name, one that was not forked, is refused as before.
"""

import errno
import os

_COMMON = "/dev/shm"


def install(folder):
    """In the parent, before any foreign code is imported; `folder` is emptied after each evaluation."""
    if not _is_closed() or not _is_glibc():
        return
    _replace_memory(folder)
    _replace_semaphores()
    real_statvfs = os.statvfs

    def statvfs(path):
        found = real_statvfs(path)
        return os.statvfs_result(found[:2] + (0,) * 6 + found[8:]) if path == _COMMON else found

    # What looks for room there finds none, and takes the private folder.
    os.statvfs = statvfs


def _is_closed():
    try:
        os.close(os.open(_COMMON, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600))
        return False
    except OSError:
        return True


def _is_glibc():
    """Others trip over the end of a semaphore that has no name."""
    try:
        return os.confstr("CS_GNU_LIBC_VERSION").startswith("glibc")
    except (AttributeError, OSError, ValueError):
        return False


def _replace_memory(folder):
    try:
        import _posixshmem
    except ImportError:  # Before 3.8.
        return

    def at(path, work):
        name = path.lstrip("/")
        if not name or "/" in name:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
        try:
            return work(os.path.join(folder, name))
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None

    def shm_open(path, flags, mode=0o777):
        return at(path, lambda place: os.open(place, flags | os.O_CLOEXEC | os.O_NOFOLLOW, mode))

    def shm_unlink(path):
        at(path, os.unlink)

    _posixshmem.shm_open, _posixshmem.shm_unlink = shm_open, shm_unlink


def _replace_semaphores():
    try:
        import _multiprocessing
    except ImportError:  # A Python that was built without.
        return
    _multiprocessing.SemLock = _Semaphores(_multiprocessing.SemLock)


_MOST_BYTES = 64  # Of a semaphore of any machine, with nobody else's beside it.


class _Semaphores:
    """Stands for the class of semaphores: those that need no name are made in pages of the process that makes them."""

    def __init__(self, named):
        import ctypes
        import mmap

        self.SEM_VALUE_MAX = named.SEM_VALUE_MAX
        self._rebuild = named._rebuild
        self._named = named
        self._ctypes, self._mmap = ctypes, mmap
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._pages = []
        self._owner = self._used = 0

    def __call__(self, kind, value, maxvalue, name, unlink):
        if not unlink:
            return self._named(kind, value, maxvalue, name, unlink)
        address = self._place()
        if self._libc.sem_init(self._ctypes.c_void_p(address), 1, self._ctypes.c_uint(value)) < 0:
            code = self._ctypes.get_errno()
            raise OSError(code, os.strerror(code))
        return self._rebuild(address, kind, maxvalue, None)

    def _place(self):
        """Memory that no other semaphore ever has: this process's forks see it as long as they live."""
        if self._owner != os.getpid() or self._used + _MOST_BYTES > self._mmap.PAGESIZE:
            self._owner, self._used = os.getpid(), 0
            self._pages.append(self._mmap.mmap(-1, self._mmap.PAGESIZE))
        start = self._ctypes.addressof(self._ctypes.c_char.from_buffer(self._pages[-1]))
        self._used += _MOST_BYTES
        return start + self._used - _MOST_BYTES
