"""The way out of a child: frames of a kind (one byte), a length (four bytes, big-endian) and JSON.

Everything written here is a claim of the process that the candidate shares: the judge treats it as data, and believes
only the parent's account of how the process ended and what it cost.
"""

import json
import os
import struct

BUILT, NOT_BUILT, IMPORT_FAILED, CASE, OVER_CPU, OUT_OF_MEMORY, DONE, FINDINGS, UNFIT, RUN, TEST = range(1, 12)

_quoted = json.encoder.encode_basestring_ascii


def describe(error):
    """An exception in one line, whatever its text does."""
    try:
        return "%s: %s" % (type(error).__name__, str(error)[:500])
    except BaseException:
        return type(error).__name__


class Report:
    """One pipe, whole frames."""

    def __init__(self, descriptor):
        self._descriptor = descriptor

    def send(self, kind, content):
        text = content if isinstance(content, bytes) else json.dumps(content).encode("ascii")
        frame = memoryview(struct.pack(">BI", kind, len(text)) + text)
        while frame:
            frame = frame[os.write(self._descriptor, frame) :]

    def send_case(self, name, cpu_seconds, observation, arcs=None, conditions=None, recipe=None):
        """What one case showed, as JSON text, and what it cost."""
        head = '{"id": %s, "cpu_seconds": %r' % (_quoted(name), cpu_seconds)
        if arcs is not None:
            head += ', "arcs": ' + json.dumps(arcs)
        if conditions is not None:
            head += ', "conditions": ' + json.dumps(conditions)
        if recipe is not None:
            head += ', "recipe": ' + json.dumps(recipe)
        self.send(CASE, (head + ', "observation": ' + observation + "}").encode("ascii"))
