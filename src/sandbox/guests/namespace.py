"""Becomes a command, without variables, as root of a user namespace with the same user and group ids, where it has every capability.

    python3 -I -S namespace.py PROGRAM ARGUMENT...

For root of a container, who may make no mounts but may give a namespace the container's ids. Python 3.6 or later, standard
library only.
"""

import ctypes
import os
import sys

CLONE_NEWUSER = 0x10000000


def same_ids(name):
    """The ids of this namespace, mapped to themselves."""
    with open("/proc/self/%s" % name) as file:
        ranges = [line.split() for line in file]
    return "".join("%s %s %s\n" % (first, first, count) for first, _, count in ranges)


def write_maps(process, maps):
    for name, text in maps:
        with open("/proc/%d/%s" % (process, name), "w") as file:
            file.write(text)


def make_namespace():
    """Only a process outside the new namespace may map more than its own id: a child that was forked before."""
    maps = [(name, same_ids(name)) for name in ("uid_map", "gid_map")]
    own = os.getpid()
    reading, writing = os.pipe()
    writer = os.fork()
    if writer == 0:
        os.close(writing)
        problem = 0
        try:
            # The end of the pipe without the word: no namespace was made.
            if os.read(reading, 1):
                write_maps(own, maps)
        except OSError as error:
            problem = error.errno
        os._exit(problem)
    os.close(reading)
    libc = ctypes.CDLL(None, use_errno=True)
    problem = 0 if libc.unshare(CLONE_NEWUSER) == 0 else ctypes.get_errno()
    if problem == 0:
        os.write(writing, b"1")
    os.close(writing)
    problem = problem or os.WEXITSTATUS(os.waitpid(writer, 0)[1])
    if problem:
        raise OSError(problem, os.strerror(problem))


def main(command):
    try:
        make_namespace()
    except OSError as error:
        sys.exit("no user namespace with the ids of this one may be made: %s" % error.strerror)
    # A chain has no variables; Python may have set one for its own locale.
    os.execve(command[0], command, {})


if __name__ == "__main__":
    main(sys.argv[1:])
