"""Becomes a command, in a mount namespace of its own in which files of some folders are laid over those of others.

    python3 -I -S overlay.py '[[PLACE, [UPPER, ..., LOWER]], ...]' PROGRAM ARGUMENT...

`PLACE` is an empty folder. What is in a folder that is named first hides what is at the same path in those behind it; nothing can be written
there. An ordinary user gets a user namespace for it, in which it is itself and, behind this program, without any capability. Python 3.6 or
later, standard library only.
"""

import ctypes
import json
import os
import sys

NEWNS, NEWUSER = 1 << 17, 1 << 28
RDONLY, NODEV, REC, PRIVATE = 1, 4, 16384, 1 << 18
CAP_SYS_ADMIN = 21

libc = ctypes.CDLL(None, use_errno=True)


def demand(result, what):
    if result < 0:
        raise OSError(ctypes.get_errno(), "%s: %s" % (what, os.strerror(ctypes.get_errno())))


def may_mount():
    with open("/proc/self/status") as file:
        rights = next(line.split()[1] for line in file if line.startswith("CapEff"))
    return int(rights, 16) >> CAP_SYS_ADMIN & 1 == 1


def write_file(path, text):
    with open(path, "w") as file:
        file.write(text)


def enter_namespaces():
    user, group = os.geteuid(), os.getegid()
    if may_mount():
        demand(libc.unshare(NEWNS), "a mount namespace")
        return
    demand(libc.unshare(NEWUSER | NEWNS), "a user namespace")
    write_file("/proc/self/setgroups", "deny")
    write_file("/proc/self/gid_map", "%d %d 1" % (group, group))
    write_file("/proc/self/uid_map", "%d %d 1" % (user, user))


def mount(source, target, kind, flags, data):
    words = [None if each is None else os.fsencode(each) for each in (source, target, kind, data)]
    demand(libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3]), "mount %s" % target)


def quoted(path):
    """As the kernel takes a path in a list of options."""
    return path.replace("\\", "\\\\").replace(":", "\\:").replace(",", "\\,")


def main(places, command):
    enter_namespaces()
    mount(None, "/", None, REC | PRIVATE, None)
    for place, folders in places:
        lower = "lowerdir=" + ":".join(quoted(folder) for folder in folders)
        mount("overlay", place, "overlay", RDONLY | NODEV, lower)
    # A chain has no variables; Python may have set one for its own locale.
    os.execve(command[0], command, {})


if __name__ == "__main__":
    try:
        main(json.loads(sys.argv[1]), sys.argv[2:])
    except OSError as error:
        sys.exit("overlay.py: %s" % error.args[-1])
