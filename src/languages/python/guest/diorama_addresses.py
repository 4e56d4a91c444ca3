"""Runs a program at addresses that are the same each time: `diorama_addresses.py NUMBER PROGRAM ARGUMENT…`, each number another arrangement.

Before Python 3.12 the hash of None hangs on where the interpreter lies, the hash of a class does in all: the order of sets that hold them, and what a
program does in that order, is else another in every process. Where the kernel or the program allows none of it, the program runs as it would.
"""

import ctypes
import os
import struct
import sys

_ASK = 0xFFFFFFFF
_NOT_RANDOM = 0x0040000
_FROM_BELOW = 0x0200000

# How addresses are given out, and what the interpreter is loaded after; None: as the kernel starts it.
_ARRANGEMENTS = (
    (_NOT_RANDOM, None),
    (_NOT_RANDOM | _FROM_BELOW, []),
    (_NOT_RANDOM, ["--preload", "libm.so.6"]),
)


def loader_of(program):
    """The program that loads an executable of ELF, as its header names it; None of any other."""
    with open(program, "rb") as file:
        head = file.read(4096)
    if head[:6] != b"\x7fELF\x02\x01":
        return None
    start, size, count = struct.unpack_from("<Q", head, 32) + struct.unpack_from("<HH", head, 54)
    for at in range(start, min(start + size * count, len(head) - size + 1), size):
        kind, _, offset, _, _, length = struct.unpack_from("<IIQQQQ", head, at)
        if kind == 3:
            return head[offset : offset + length].rstrip(b"\0").decode() or None
    return None


def main():
    number, command = int(sys.argv[1]), sys.argv[2:]
    flags, loading = _ARRANGEMENTS[number % len(_ARRANGEMENTS)]
    personality = ctypes.CDLL(None).personality
    own = personality(_ASK)
    if own != -1 and personality(own | flags) != -1 and loading is not None:
        try:
            loader = loader_of(command[0])
            if loader is not None:
                os.execv(loader, [loader] + loading + ["--argv0", command[0]] + command)
        except (OSError, struct.error, UnicodeDecodeError):
            pass
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
