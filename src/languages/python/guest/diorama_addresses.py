"""Runs a program at other addresses than those it has when it is started: `diorama_addresses.py PROGRAM ARGUMENT…`.

The dynamic loader starts it, behind a library that the program asks for only later. Where that cannot be, the program runs as it would.
"""

import os
import struct
import sys

_BEFORE = "libm.so.6"
_LOADER = 3


def loader_of(program):
    """The loader that the header of an executable of ELF names; None for any other file."""
    with open(program, "rb") as file:
        head = file.read(4096)
    if head[:6] != b"\x7fELF\x02\x01":
        return None
    start, size, count = struct.unpack_from("<Q", head, 32) + struct.unpack_from("<HH", head, 54)
    for at in range(start, min(start + size * count, len(head) - size + 1), size):
        kind, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", head, at)
        if kind == _LOADER:
            return head[offset : offset + length].rstrip(b"\0").decode() or None
    return None


def can_name(loader):
    """True where it tells the program another name than its own: of glibc since 2.33."""
    with open(loader, "rb") as file:
        return b"--argv0" in file.read()


def main():
    command = sys.argv[1:]
    try:
        loader = loader_of(command[0])
        if loader is not None and can_name(loader):
            os.execv(loader, [loader, "--preload", _BEFORE, "--argv0", command[0]] + command)
    except (OSError, struct.error, UnicodeDecodeError):
        pass
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
