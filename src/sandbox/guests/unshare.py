"""Runs one command in namespaces of its own: files, processes, network, messages, names and user ids.

    python3 -I -S unshare.py DOCUMENT [NAME=VALUE...] -- COMMAND...

Writes JSON to descriptor 3 as it goes, `{"child-pid": N}` and `{"exit-code": N}` (death by signal S as 128 + S), and reads the
seccomp program from descriptor 4. What goes wrong before the command starts goes to stderr, and then there is no exit code.

Document: mounts ([from, to, "read" or "write"]), user (an id for root to become, or null), nests (whether the command keeps the
rights that it has inside), limits ([resource, soft, hard]), private ([folder, bytes] with a file system of their own), hostname,
directory. Python 3.6 or later, standard library only.

Three processes. The outer one belongs to the host's process group and lives as long as the sandbox. As root it first binds what
is mounted to places that its unprivileged user can reach. It becomes that user for good, and only then makes the namespaces,
so nothing in them is root's outside. The first process inside builds the tree of files, waits, reaps, and takes
everything with it when it ends; it dies with the outer one. The command is its child, in a second user namespace below the
one that owns the mounts, without any capability; one that isolates its own children stays in the first, with its capabilities.

Python's own files may lie outside what is mounted: nothing is imported, nor a codec looked up, once the tree is built.
"""

import ctypes
import errno
import fcntl
import json
import os
import re
import resource
import select
import signal
import socket
import struct
import sys

libc = ctypes.CDLL(None, use_errno=True)

STATUS, FILTER = 3, 4
NEWNS, NEWCGROUP, NEWUTS, NEWIPC = 1 << 17, 1 << 25, 1 << 26, 1 << 27
NEWUSER, NEWPID, NEWNET = 1 << 28, 1 << 29, 1 << 30
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, NOATIME, NODIRATIME = 1, 2, 4, 8, 32, 1024, 2048
BIND, REC, PRIVATE, RELATIME, DETACH = 4096, 16384, 1 << 18, 1 << 21, 2
KEPT_FLAGS = {b"ro": RDONLY, b"nosuid": NOSUID, b"nodev": NODEV, b"noexec": NOEXEC}
KEPT_FLAGS.update({b"noatime": NOATIME, b"nodiratime": NODIRATIME, b"relatime": RELATIME})
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 24, 38
PR_CAP_AMBIENT, CAP_AMBIENT_CLEAR_ALL = 47, 4
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 1, 64
INNER_USER = 1000
STAGE = "/tmp"
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")


class Broken(Exception):
    """The machinery failed, before the command started."""


def demand(result, what):
    if result < 0:
        raise Broken("%s: %s" % (what, os.strerror(ctypes.get_errno())))


def prctl(option, *arguments):
    values = [ctypes.c_ulong(each) for each in (list(arguments) + [0, 0, 0, 0])[:4]]
    return libc.prctl(option, *values)


def mount(source, target, kind, flags, data=None):
    words = [None if each is None else os.fsencode(each) for each in (source, target, kind, data)]
    demand(libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3]), "mount %s" % target)


def write_file(path, text):
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def make_place(path, is_folder):
    """A folder or an empty file to mount on, where there is nothing yet."""
    if os.path.lexists(path):
        return
    os.makedirs(path if is_folder else os.path.dirname(path), 0o755, exist_ok=True)
    if not is_folder:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644))


def stage(mounts):
    """As root: binds every source to a place that any user can reach. Returns the mounts with those as sources."""
    demand(libc.unshare(NEWNS), "unshare as root")
    mount(None, "/", None, REC | PRIVATE)
    # Opened before the stage covers what some of them lie in.
    sources = [os.open(source, os.O_PATH | os.O_CLOEXEC) for source, _, _ in mounts]
    mount("tmpfs", STAGE, "tmpfs", NOSUID | NODEV, "mode=0755")
    staged = []
    for number, ((source, target, access), descriptor) in enumerate(zip(mounts, sources)):
        place = "%s/%d" % (STAGE, number)
        bind(descriptor, place)
        staged.append((place, target, access))
    return staged


def bind(descriptor, place):
    """Binds what a descriptor names, with all that is mounted below, and closes it."""
    path = "/proc/self/fd/%d" % descriptor
    make_place(place, os.path.isdir(path))
    mount(path, place, None, BIND | REC)
    os.close(descriptor)


def become_user(user):
    """For good: no groups, no capabilities, none to be had from programs."""
    os.setgroups([])
    os.setresgid(user, user, user)
    for capability in range(64):
        prctl(PR_CAPBSET_DROP, capability)
    os.setresuid(user, user, user)


def enter_user_namespace(others, inner):
    """Makes a user namespace, and others that it owns, in which this process's user is `inner`."""
    user, group = os.geteuid(), os.getegid()
    if libc.unshare(NEWUSER | others) < 0:
        number = ctypes.get_errno()
        # The kernel's word for a limit of none, or of too few.
        reason = "the kernel's limit on them is reached" if number == errno.ENOSPC else os.strerror(number)
        raise Broken("no namespaces may be made: %s" % reason)
    # A process that changed its rights may otherwise not open its own files in /proc.
    demand(prctl(PR_SET_DUMPABLE, 1), "dumpable")
    write_file("/proc/self/setgroups", "deny")
    write_file("/proc/self/gid_map", "%d %d 1" % (inner, group))
    write_file("/proc/self/uid_map", "%d %d 1" % (inner, user))


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        fcntl.ioctl(one, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP | IFF_RUNNING))


def build_tree(document, mounts):
    """Makes the tree of files that the command sees, and nothing else, the root of this mount namespace."""
    mount(None, "/", None, REC | PRIVATE)
    sources = [os.open(source, os.O_PATH | os.O_CLOEXEC) for source, _, _ in mounts]
    devices = [name for name in DEVICES if os.path.exists("/dev/" + name)]
    devices = [(name, os.open("/dev/" + name, os.O_PATH | os.O_CLOEXEC)) for name in devices]
    root = STAGE
    mount("tmpfs", root, "tmpfs", NOSUID | NODEV, "mode=0755,size=4m")
    os.mkdir(root + "/proc", 0o755)
    mount("proc", root + "/proc", "proc", NOSUID | NODEV | NOEXEC)
    furnish_devices(root + "/dev", devices)
    for folder, size in document["private"]:
        make_place(root + folder, True)
        mount("tmpfs", root + folder, "tmpfs", NOSUID | NODEV, "mode=0755,size=%d" % size)
    for descriptor, (_, target, _) in zip(sources, mounts):
        bind(descriptor, root + target)
    os.chdir(root)
    demand(libc.syscall(pivot_number(), b".", b"."), "pivot_root")
    demand(libc.umount2(b".", DETACH), "leave the machine's tree")
    os.chdir("/")
    tighten(mounts)


def pivot_number():
    """The C library has no function for it."""
    return ctypes.c_long(155 if os.uname().machine == "x86_64" else 41)


def furnish_devices(folder, devices):
    os.mkdir(folder, 0o755)
    mount("tmpfs", folder, "tmpfs", NOSUID, "mode=0755,size=1m")
    for name, descriptor in devices:
        bind(descriptor, "%s/%s" % (folder, name))
    for name, target in (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        os.symlink("/proc/self/" + target, "%s/%s" % (folder, name))
    os.mkdir(folder + "/shm", 0o755)
    os.mkdir(folder + "/pts", 0o755)
    mount("devpts", folder + "/pts", "devpts", NOSUID | NOEXEC, "newinstance,ptmxmode=0666,mode=620")
    os.symlink("pts/ptmx", folder + "/ptmx")


def tighten(mounts):
    """Makes every mount what it is declared to be; the flags that it had stay, for they may be locked."""
    access_of = {target: access for _, target, access in mounts}
    with open("/proc/self/mountinfo", "rb") as file:
        lines = [line.split(b" ") for line in file]
    for fields in lines:
        path = os.fsdecode(re.sub(rb"\\([0-7]{3})", lambda found: bytes([int(found.group(1), 8)]), fields[4]))
        declared = nearest(path, access_of)
        flags = REMOUNT | BIND | NOSUID
        for option in fields[5].split(b","):
            flags |= KEPT_FLAGS.get(option, 0)
        if declared is not None:
            mount(None, path, None, flags | NODEV | (RDONLY if access_of[declared] == "read" else 0))
        elif path in ("/", "/dev"):
            mount(None, path, None, flags | NOEXEC | RDONLY)
        elif os.path.dirname(path) == "/dev":
            mount(None, path, None, flags | NOEXEC)


def nearest(path, places):
    """The deepest of `places` that is `path` or a folder above it."""
    while path not in places:
        if path in ("", "/"):
            return None
        path = os.path.dirname(path)
    return path


def drop_capabilities():
    for capability in range(64):
        prctl(PR_CAPBSET_DROP, capability)
    prctl(PR_CAP_AMBIENT, CAP_AMBIENT_CLEAR_ALL)
    demand(libc.capset(struct.pack("=Ii", 0x20080522, 0), struct.pack("=6I", *[0] * 6)), "capabilities")


def filter_calls(program):
    size = len(program) // 8
    steps = ctypes.create_string_buffer(program, len(program))
    packed = struct.pack("@HP", size, ctypes.addressof(steps))
    header = ctypes.create_string_buffer(packed, len(packed))
    demand(prctl(PR_SET_SECCOMP, 2, ctypes.addressof(header)), "seccomp")


def run_command(document, variables, command, program, errors):
    """Becomes the command; never returns. What goes wrong before is written to the pipe `errors`."""
    try:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        if not document["nests"]:
            enter_user_namespace(0, INNER_USER)
            drop_capabilities()
        demand(prctl(PR_SET_DUMPABLE, 1), "dumpable")
        os.chdir(document["directory"])
        filter_calls(program)
    except BaseException as error:
        os.write(errors, str(error).encode("utf-8", "replace")[:2000])
        os._exit(126)
    try:
        os.execvpe(command[0], command, variables)
    except OSError as error:
        os.write(2, ("%s: %s\n" % (command[0], error.strerror)).encode("utf-8", "replace"))
    os._exit(127)


def release_descriptors(kept):
    """Lets go of the pipes, which the command's reader waits on, and of all else but `kept`."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    for descriptor in range(3, 64):
        if descriptor not in kept:
            try:
                os.close(descriptor)
            except OSError:
                pass


def watch_over(command, errors):
    """As the first process inside: reaps whoever ends, until the command has."""
    kept = os.dup(2)
    problem = os.read(errors, 4096)
    if problem:
        os.write(kept, b"unshare.py: " + problem + b"\n")
        os._exit(125)
    release_descriptors((STATUS,))
    while True:
        process, status = os.wait()
        if process == command:
            code = 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            os.write(STATUS, b'{"exit-code": %d}\n' % code)
            os._exit(0)


def be_first(document, mounts, variables, command, program, lifeline):
    """The first process inside: ends with the outer one, whose end of `lifeline` tells when it is gone already."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    demand(prctl(PR_SET_PDEATHSIG, signal.SIGKILL), "death signal")
    if select.select([lifeline], [], [], 0)[0]:
        os._exit(125)
    socket.sethostname(document["hostname"])
    raise_loopback()
    build_tree(document, mounts)
    demand(prctl(PR_SET_NO_NEW_PRIVS, 1), "no new privileges")
    # The command has the same user id: this process is closed to it before it exists.
    demand(prctl(PR_SET_DUMPABLE, 0), "not dumpable")
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        run_command(document, variables, command, program, writing)
    os.close(writing)
    drop_capabilities()
    demand(prctl(PR_SET_PDEATHSIG, signal.SIGKILL), "death signal")
    watch_over(process, reading)


def read_filter():
    with os.fdopen(FILTER, "rb") as file:
        return file.read()


def main(document, variables, command):
    os.set_inheritable(STATUS, False)
    program = read_filter()
    mounts = document["mounts"] if document["user"] is None else stage(document["mounts"])
    if document["user"] is not None:
        become_user(document["user"])
    for number, soft, hard in document["limits"]:
        resource.setrlimit(number, (soft, hard))
    enter_user_namespace(NEWNS | NEWPID | NEWNET | NEWIPC | NEWUTS, 0)
    libc.unshare(NEWCGROUP)
    reading, writing = os.pipe()
    first = os.fork()
    if first == 0:
        try:
            os.close(writing)
            be_first(document, mounts, variables, command, program, reading)
        except (Broken, OSError) as error:
            os.write(2, ("unshare.py: %s\n" % error).encode("utf-8", "replace"))
        os._exit(125)
    os.write(STATUS, b'{"child-pid": %d}\n' % first)
    release_descriptors((writing,))
    os.waitpid(first, 0)


if __name__ == "__main__":
    end = sys.argv.index("--", 2)
    try:
        main(
            json.loads(sys.argv[1]),
            dict(word.split("=", 1) for word in sys.argv[2:end]),
            sys.argv[end + 1 :],
        )
    except (Broken, OSError) as error:
        sys.exit("unshare.py: %s" % error)
