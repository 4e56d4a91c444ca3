"""A world in which the same program sees the same things: time, chance and names.

The clock starts at a fixed instant, advances by a fixed step at each reading and by the whole duration at each sleep or
timed wait. A timed wait that nobody can end (no other thread, no child process, nothing ready) is over at once; where
somebody can, it really waits, at most `_PATIENCE` seconds, and only then the clock jumps.

Installed before anything else is imported, so that `from time import time` gives the clock of this world. Bound
methods stand in for the built-in functions, for like those they do not turn into methods when stored on a class.
"""

import ctypes
import datetime
import gc
import os
import random
import selectors
import select
import sys
import tempfile
import threading
import time
import types
import uuid

# 2023-11-14 10:00 UTC: the same day in nearly every zone, so that code which asks for the date is not unstable by it.
_START = 1_699_956_000 * 10**9
_MONOTONIC_START = 1_000 * 10**9
_STEP = 1_000
_PATIENCE = 1.0
_YIELD = 0.01
_SEED = 20231114

real_process_time = time.process_time
real_monotonic = time.monotonic
_real_sleep = time.sleep
_real_gmtime, _real_localtime, _real_strftime = time.gmtime, time.localtime, time.strftime
_real_ctime, _real_asctime = time.ctime, time.asctime
_real_select = select.select
# What `random.seed` does with a whole number, without the lines around it.
_generator, _seed_exactly = random._inst, random.Random.__base__.seed


def _somebody_can_act():
    """Whether anything but this thread could end a wait."""
    if threading.active_count() > 1:
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True
    except (ChildProcessError, OSError):
        return False


class Clock:
    """Every clock of the process; `elapsed` is in nanoseconds."""

    def __init__(self):
        self.elapsed = 0

    def read(self):
        self.elapsed += _STEP
        return self.elapsed

    def advance(self, seconds):
        self.elapsed += max(0, int(seconds * 1e9))

    def time_ns(self):
        return _START + self.read()

    def time(self):
        return (_START + self.read()) / 1e9

    def monotonic_ns(self):
        return _MONOTONIC_START + self.read()

    def monotonic(self):
        return (_MONOTONIC_START + self.read()) / 1e9

    perf_counter, perf_counter_ns = monotonic, monotonic_ns

    def process_time_ns(self):
        return self.read()

    def process_time(self):
        return self.read() / 1e9

    thread_time, thread_time_ns = process_time, process_time_ns

    def clock_gettime_ns(self, clk_id):
        return self.time_ns() if clk_id in (0, 5, 11) else self.monotonic_ns()

    def clock_gettime(self, clk_id):
        return self.clock_gettime_ns(clk_id) / 1e9

    def sleep(self, seconds):
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.advance(seconds)
        if _somebody_can_act():
            _real_sleep(min(seconds, _YIELD))

    def gmtime(self, seconds=None):
        return _real_gmtime(self.time() if seconds is None else seconds)

    def localtime(self, seconds=None):
        return _real_localtime(self.time() if seconds is None else seconds)

    def ctime(self, seconds=None):
        return _real_ctime(self.time() if seconds is None else seconds)

    def asctime(self, *parts):
        return _real_asctime(*(parts or (self.localtime(),)))

    def strftime(self, format, *parts):
        return _real_strftime(format, *(parts or (self.localtime(),)))


clock = Clock()


class Chance:
    """The system's source of randomness, the same bytes in every evaluation."""

    def __init__(self):
        self.restart()

    def restart(self):
        self._stream = None
        self._seeds = 0

    def urandom(self, size):
        if size < 0:
            raise ValueError("negative argument not allowed")
        if self._stream is None:
            self._stream = random.Random(_SEED)
        return self._stream.getrandbits(8 * size).to_bytes(size, "little") if size else b""

    def getrandom(self, size, flags=0):
        return self.urandom(size)

    def next_seed(self):
        self._seeds += 1
        return _SEED + self._seeds


def _wait_patiently(wait, timeout, is_over):
    """Runs `wait(seconds)` for a timed wait of `timeout`; the clock has moved on by all of it where nothing came."""
    result = wait(0)
    if not is_over(result) and timeout > 0:
        if _somebody_can_act():
            result = wait(min(timeout, _PATIENCE))
        if not is_over(result):
            clock.advance(timeout)
    return result


def _patch_waits():
    real_wait = threading.Condition.wait

    def wait(self, timeout=None):
        if timeout is None:
            return real_wait(self, None)
        return _wait_patiently(lambda seconds: real_wait(self, seconds), timeout, bool)

    threading.Condition.wait = wait
    for name in ("SelectSelector", "PollSelector", "EpollSelector"):
        selector = getattr(selectors, name, None)
        if selector is not None:
            selector.select = _patient_select(selector.select)


def _patient_select(real):
    def select(self, timeout=None):
        if timeout is None or timeout <= 0:
            return real(self, timeout)
        return _wait_patiently(lambda seconds: real(self, seconds), timeout, bool)

    return select


class _Select:
    def select(self, rlist, wlist, xlist, timeout=None):
        if timeout is None or timeout <= 0:
            return _real_select(rlist, wlist, xlist, timeout)
        return _wait_patiently(
            lambda seconds: _real_select(rlist, wlist, xlist, seconds), timeout, any
        )


def _patch_dates():
    """The methods of built-in types live in dictionaries that only the interpreter may change."""

    def now(cls, tz=None):
        return _moment(cls, tz)

    def utcnow(cls):
        return _moment(cls, datetime.timezone.utc).replace(tzinfo=None)

    def today(cls):
        return _moment(cls, None)

    def date_today(cls):
        return cls.fromtimestamp(clock.time())

    _set_on_type(datetime.datetime, {"now": now, "utcnow": utcnow, "today": today})
    _set_on_type(datetime.date, {"today": date_today})


def _moment(cls, tz):
    microseconds = clock.time_ns() // 1000
    return cls.fromtimestamp(microseconds // 10**6, tz).replace(microsecond=microseconds % 10**6)


def _set_on_type(kind, methods):
    namespace = gc.get_referents(kind.__dict__)[0]
    for name, function in methods.items():
        function.__qualname__ = "%s.%s" % (kind.__qualname__, name)
        namespace[name] = classmethod(function)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


def _patch_chance():
    real_seed = random.Random.seed

    def seed(self, a=None, version=2):
        return real_seed(self, chance.next_seed() if a is None else a, version)

    random.Random.seed = seed
    uuid._generate_time_safe = None
    uuid._UuidCreate = None
    uuid._node = 0x0242AC110002


def _stand_in(real, method):
    """A method that goes by the names of the function it replaces: some programs look a clock up by them."""
    function = method.__func__
    named = types.FunctionType(function.__code__, globals(), real.__name__, function.__defaults__)
    named.__module__, named.__qualname__, named.__doc__ = real.__module__, real.__qualname__, real.__doc__
    return types.MethodType(named, method.__self__)


def _replace_everywhere(replacements):
    """Puts bound methods where already loaded modules hold the real functions."""
    by_id = {id(real): _stand_in(real, method) for real, method in replacements}
    for module_name, module in list(sys.modules.items()):
        namespace = getattr(module, "__dict__", None)
        if namespace is None or module_name == "__main__" or module_name.startswith("diorama_"):
            continue
        for name, value in list(namespace.items()):
            fake = by_id.get(id(value))
            if fake is not None:
                namespace[name] = fake


def install():
    """Once per process, before anything that reads a clock is imported."""
    names = [name for name in dir(Clock) if not name.startswith("_") and hasattr(time, name)]
    replacements = [(getattr(time, name), getattr(clock, name)) for name in names]
    replacements += [(os.urandom, chance.urandom), (select.select, _Select().select)]
    if hasattr(os, "getrandom"):
        replacements.append((os.getrandom, chance.getrandom))
    _replace_everywhere(replacements)
    _patch_waits()
    _patch_dates()
    _patch_chance()
    restart()


def _find_look():
    """
    A function that tells whether the seeded generator was used since it was seeded, or None where this interpreter's has another form: to look at two
    numbers costs a hundredth of seeding it. Behind its head stand the place of the next number in the state, which is past the end of a new one, and
    the state, of which the first word is the same for every seed.
    """
    word = ctypes.sizeof(ctypes.c_uint32)
    place = ctypes.c_uint32.from_address(id(_generator) + object.__basicsize__)
    words = (ctypes.c_uint32 * 2).from_address(ctypes.addressof(place) + 2 * word)
    look = ctypes.c_uint64.from_buffer(words)
    _seed_exactly(_generator, _SEED)
    _, state, _ = _generator.getstate()
    fresh = place.value, look.value
    if (place.value, words[0], words[1]) != (state[-1], state[1], state[2]):
        return None
    _generator.random()
    return None if place.value == fresh[0] else lambda: (place.value, look.value) != fresh


_looks_used = _find_look() or (lambda: True)


def restart():
    """The first instant again: clock, chance and names."""
    clock.elapsed = 0
    chance.restart()
    if _looks_used():
        _seed_exactly(_generator, _SEED)
    _generator.gauss_next = None
    tempfile._name_sequence = None
    uuid._last_timestamp = None
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed(_SEED % 2**32)


chance = Chance()
