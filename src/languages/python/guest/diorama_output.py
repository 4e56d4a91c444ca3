"""What a call says beside its result: text that it prints, records that it logs. Watched only where the task compares it.

Printed is what is written to `sys.stdout` as the call finds it; what other processes write is not. Logged are the records that
some logger passes on to its handlers, whatever those do with them; as long as a call is watched the root logger lets all pass.
"""

import gc
import importlib
import io
import sys

PRINTED, LOGGED = "printed", "logged"

MOST_BYTES = 200000
MOST_RECORDS = 2000

# Kept from before foreign code can replace them.
_TextIOWrapper = io.TextIOWrapper
_collect = gc.collect


class TooMuch(Exception):
    """More was said than is compared."""


class _Sink(io.RawIOBase):
    """Takes what is printed, as bytes, up to a bound."""

    name = "<stdout>"

    def __init__(self):
        io.RawIOBase.__init__(self)
        self.parts = []
        self.size = 0

    def writable(self):
        return True

    def fileno(self):
        return 1

    def write(self, data):
        length = memoryview(data).nbytes
        self.size += length
        if self.size <= MOST_BYTES:
            self.parts.append(bytes(data))
        return length


class Output:
    """One call's output. `wanted` names what is watched: `PRINTED`, `LOGGED`."""

    def __init__(self, wanted):
        self._wanted = wanted
        self._sink = _Sink()
        self._records = []
        self._count = 0

    def open(self):
        # Objects of earlier cases that say something when they are deleted say it now.
        _collect()
        if PRINTED in self._wanted:
            self._before = sys.stdout
            self._stream = _TextIOWrapper(self._sink, encoding="utf-8", errors="surrogateescape", write_through=True)
            self._stream.mode = "w"
            sys.stdout = self._stream
        if LOGGED in self._wanted:
            # Not loaded by every program.
            self._logging = importlib.import_module("logging")
            self._call_handlers = self._logging.Logger.callHandlers
            self._root_level = self._logging.root.level
            self._set_root_level(self._logging.DEBUG)
            self._logging.Logger.callHandlers = self._watching()

    def close(self):
        if PRINTED in self._wanted:
            sys.stdout = self._before
        if LOGGED in self._wanted:
            self._logging.Logger.callHandlers = self._call_handlers
            self._set_root_level(self._root_level)

    def said(self):
        """By name what was watched: a text, and a list of texts. Raises TooMuch."""
        if self._sink.size > MOST_BYTES or self._count > MOST_RECORDS:
            raise TooMuch()
        found = {}
        if PRINTED in self._wanted:
            found[PRINTED] = b"".join(self._sink.parts).decode("utf-8", "replace")
        if LOGGED in self._wanted:
            found[LOGGED] = list(self._records)
        return found

    def _watching(self):
        output, call_handlers = self, self._call_handlers

        def callHandlers(self, record):
            output.note(record)
            return call_handlers(self, record)

        return callHandlers

    def _set_root_level(self, level):
        self._logging.root.level = level
        # What loggers remember of whether they are enabled; none do before 3.7.
        for logger in [self._logging.root] + list(self._logging.root.manager.loggerDict.values()):
            cache = getattr(logger, "_cache", None)
            if type(cache) is dict:
                cache.clear()

    def note(self, record):
        """The level and the message, in one line."""
        self._count += 1
        if self._count <= MOST_RECORDS:
            try:
                text = "%s: %s" % (record.levelname, record.getMessage())
            except Exception as problem:
                text = "%s: <%s>" % (record.levelname, type(problem).__name__)
            self._records.append(text[:MOST_BYTES].encode("utf-8", "replace").decode("utf-8"))
