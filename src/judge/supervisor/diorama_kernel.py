"""The few system calls that Python lacks, through ctypes. Linux on x86_64 and aarch64.

Every function raises OSError where the kernel refuses, unless it says otherwise.
"""

import ctypes
import errno
import os
import struct
import time

CLONE_NEWNS = 0x00020000
CLONE_NEWIPC = 0x08000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000
MS_RDONLY = 1
MS_NOSUID = 2
MS_NODEV = 4
MS_NOEXEC = 8
MS_NOATIME = 1024
MS_NODIRATIME = 2048
MS_RELATIME = 1 << 21
MS_REMOUNT = 32
MS_BIND = 4096
MS_REC = 16384
MS_PRIVATE = 1 << 18
MNT_DETACH = 2
_AT_FDCWD = -100
_AF_INET = 2
_SOCK_DGRAM = 2
_SOCK_CLOEXEC = 0o2000000
_SIOCSIFFLAGS = 0x8914
_LOOPBACK_UP = struct.pack("=16sH14x", b"lo", 65)
_SPLICE_F_MOVE = 1
_SPLICE_F_NONBLOCK = 2

_PR_SET_DUMPABLE = 4
_PR_SET_PDEATHSIG = 1
_PR_SET_SECCOMP = 22
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_LAST_CAPABILITY = 63

# Numbers of the generic table; x86_64 agrees from 424 on, and has its own `capset`.
_SYS_PIDFD_OPEN = 434
_SYS_CLOSE_RANGE = 436
_SYS_LANDLOCK = 444
_LANDLOCK_WITH_SCOPES = 6
_LANDLOCK_MOVING_FILES = 1 << 13
_LANDLOCK_SIGNALS = 2
_SYS_CAPSET = 126 if os.uname().machine == "x86_64" else 91

# Kept from before the clock of the sandbox's world is installed.
_clock_gettime = time.clock_gettime

_libc = ctypes.CDLL(None, use_errno=True)
_libc.splice.restype = ctypes.c_ssize_t
_libc.splice.argtypes = [
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_size_t,
    ctypes.c_uint,
]
_libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
_libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]
_libc.umount2.argtypes = [ctypes.c_char_p, ctypes.c_int]
_libc.ioctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_char_p]
_libc.syscall.restype = ctypes.c_long


def _checked(result, what):
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, "%s: %s" % (what, os.strerror(code)))
    return result


def make_all(calls):
    """Makes system calls that were prepared: a fork pays for every line that it runs, and every child makes the same ones."""
    for function, arguments, what in calls:
        if function(*arguments) < 0:
            _checked(-1, what)


def new_session():
    return _libc.setsid, (), "setsid"


def new_namespaces(flags):
    return _libc.unshare, (flags,), "unshare"


def return_to(processes):
    """`processes`: a descriptor of a process namespace, for children to come."""
    return _libc.setns, (processes, CLONE_NEWPID), "setns"


def new_folder(path):
    return _libc.mkdir, (os.fsencode(path), 0o777), "mkdir %s" % path


def new_mount(source, target, kind, flags, options=""):
    texts = [os.fsencode(text) for text in (source, target, kind)]
    return _libc.mount, (*texts, flags, os.fsencode(options)), "mount %s" % target


def change_of_dates(path, seconds):
    """Of the last reading and the last writing of a file."""
    dates = ctypes.create_string_buffer(struct.pack("=4q", seconds, 0, seconds, 0))
    return _libc.utimensat, (_AT_FDCWD, os.fsencode(path), dates, 0), "utimensat %s" % path


def folder_change(path):
    return _libc.chdir, (os.fsencode(path),), "chdir %s" % path


def mount(source, target, kind, flags, options=""):
    make_all([new_mount(source, target, kind, flags, options)])


def unmount(target):
    _checked(_libc.umount2(os.fsencode(target), MNT_DETACH), "umount %s" % target)


def raise_loopback():
    """In a new network namespace, where the loopback is down."""
    one = _checked(_libc.socket(_AF_INET, _SOCK_DGRAM | _SOCK_CLOEXEC, 0), "socket")
    try:
        _checked(_libc.ioctl(one, _SIOCSIFFLAGS, _LOOPBACK_UP), "ioctl(SIOCSIFFLAGS)")
    finally:
        os.close(one)


def splice(source, sink, length, waits=True):
    """Moves at most `length` bytes between two descriptors, one of them a pipe, without reading them.

    0 means the end of the source, or, for one that does not wait, that nothing is there.
    """
    flags = _SPLICE_F_MOVE if waits else _SPLICE_F_MOVE | _SPLICE_F_NONBLOCK
    while True:
        moved = _libc.splice(source, None, sink, None, length, flags)
        if moved >= 0:
            return moved
        code = ctypes.get_errno()
        if code == errno.EAGAIN and not waits:
            return 0
        if code != errno.EINTR:
            raise OSError(code, "splice: %s" % os.strerror(code))


def close_from(first):
    """Closes every descriptor from `first` on."""
    if _libc.syscall(_SYS_CLOSE_RANGE, ctypes.c_uint(first), ctypes.c_uint(0xFFFFFFFF), 0) != 0:
        for name in os.listdir("/proc/self/fd"):
            if int(name) >= first:
                try:
                    os.close(int(name))
                except OSError:
                    pass


def open_process(pid):
    """A descriptor that becomes readable when the process ends, or None where the kernel has none."""
    if hasattr(os, "pidfd_open"):
        try:
            return os.pidfd_open(pid)
        except OSError:
            return None
    descriptor = _libc.syscall(_SYS_PIDFD_OPEN, ctypes.c_int(pid), ctypes.c_uint(0))
    return descriptor if descriptor >= 0 else None


def process_cpu_seconds(pid):
    """CPU time of a living or unreaped process with all its threads, 0 once it is gone."""
    try:
        return _clock_gettime(((~pid) << 3) | 2)
    except OSError:
        return 0.0


def _process_option(name, option, value):
    return _libc.prctl, (option, value, 0, 0, 0), "prctl(%s)" % name


def dumpable(value):
    return _process_option("PR_SET_DUMPABLE", _PR_SET_DUMPABLE, int(value))


def death_with_parent():
    return _process_option("PR_SET_PDEATHSIG", _PR_SET_PDEATHSIG, 9)


def adoption_of_orphans():
    return _process_option("PR_SET_CHILD_SUBREAPER", _PR_SET_CHILD_SUBREAPER, 1)


def shrink_bounding_set():
    """No program executed from here on gets a capability, whatever its owner and mode."""
    for capability in range(_LAST_CAPABILITY + 1):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break
    _libc.prctl(_PR_CAP_AMBIENT, 4, 0, 0, 0)


_CAPABILITY_HEADER = ctypes.create_string_buffer(struct.pack("=Ii", 0x20080522, 0))
_NO_CAPABILITIES = ctypes.create_string_buffer(24)


def no_capabilities():
    return _libc.syscall, (_SYS_CAPSET, _CAPABILITY_HEADER, _NO_CAPABILITIES), "capset"


def keep_signals_inside():
    """Signals from here on reach only what this process starts, where the kernel's Landlock can (version 6)."""
    if _libc.syscall(_SYS_LANDLOCK, None, ctypes.c_size_t(0), ctypes.c_uint(1)) < _LANDLOCK_WITH_SCOPES:
        return
    _checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl(PR_SET_NO_NEW_PRIVS)")
    # Moving files between folders is the one right that a ruleset denies unless it grants it.
    about = struct.pack("=QQQ", _LANDLOCK_MOVING_FILES, 0, _LANDLOCK_SIGNALS)
    rules = _checked(_libc.syscall(_SYS_LANDLOCK, about, ctypes.c_size_t(len(about)), ctypes.c_uint(0)), "landlock")
    root = os.open("/", os.O_PATH | os.O_CLOEXEC)
    rule = struct.pack("=Qi", _LANDLOCK_MOVING_FILES, root)
    _checked(_libc.syscall(_SYS_LANDLOCK + 1, rules, 1, rule, ctypes.c_uint(0)), "landlock rule")
    _checked(_libc.syscall(_SYS_LANDLOCK + 2, rules, ctypes.c_uint(0)), "landlock")
    os.close(root)
    os.close(rules)


class SystemCallFilter:
    """A seccomp program. Where it is about the process that installs it, it has `marks` in place of its id and of its group."""

    def __init__(self, program, marks=()):
        for mark, value in zip(marks, (os.getpid(), 2**32 - os.getpid())):
            program = program.replace(struct.pack("=I", mark), struct.pack("=I", value))
        self._bytes = ctypes.create_string_buffer(program, len(program))
        self._head = ctypes.create_string_buffer(
            struct.pack("=H6xQ", len(program) // 8, ctypes.addressof(self._bytes))
        )

    def installation(self):
        """Binds the thread that makes these calls, and all its descendants, for good."""
        yield _process_option("PR_SET_NO_NEW_PRIVS", _PR_SET_NO_NEW_PRIVS, 1)
        yield _libc.prctl, (_PR_SET_SECCOMP, 2, ctypes.addressof(self._head), 0, 0), "prctl(PR_SET_SECCOMP)"
