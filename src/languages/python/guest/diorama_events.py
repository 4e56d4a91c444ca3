"""The record of what tests gave: each event is a line of JSON, and nothing a test does can take it away.

Each line is written by itself with a descriptor of its own, for tests close descriptors; a removed file is written
again from memory.
"""

import json
import os
import re

# Tests replace functions of these modules; the ones used here are taken before.
_getpid, _open, _write, _close, _stat = os.getpid, os.open, os.write, os.close, os.stat
_dumps = json.dumps
_owner = _getpid()

_MESSAGE_CHARACTERS = 1500
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{5,}")
_TEMPORARY = re.compile(r"/(?:tmp|var/tmp|home/diorama)/[^\]\s:,'\"]*")


class Record:
    """The lines written so far, and the file they are in."""

    def __init__(self, path):
        self.path = path
        self.lines = []

    def append(self, event):
        if _getpid() != _owner:
            return
        line = (_dumps(event) + "\n").encode("utf-8", "backslashreplace")
        self.lines.append(line)
        try:
            _stat(self.path)
            missing = line
        except OSError:
            missing = b"".join(self.lines)
        descriptor = _open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            while missing:
                missing = missing[_write(descriptor, missing):]
        finally:
            _close(descriptor)


def normalised(name):
    """A test's name without what changes from run to run."""
    text = _TEMPORARY.sub("<temporary>", _ADDRESS.sub("0x", name))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def tail(text):
    return text if len(text) <= _MESSAGE_CHARACTERS else "…" + text[-_MESSAGE_CHARACTERS:]
