"""Value types of the standard library that are written `{"value": [name, argument, …]}`: how to take one apart, how to
make one.

`take` reads through descriptors of the standard type, so it is right for subclasses too; `make` gets built arguments.
Types of modules that cost time to import are added when a program has loaded the module (`_LATE`).
"""

import array
import collections
import datetime
import decimal
import fractions
import functools
import importlib
import itertools
import operator
import pathlib
import re
import struct
import sys
import types
import uuid
from builtins import bytes, dict, enumerate, getattr, hasattr, id, int, iter, list, memoryview, property, range, reversed
from builtins import slice, str, tuple, type, zip

from diorama_names import Refused, lookup, type_name

TAKE = {}  # id of the type -> (type, name, take)
MAKE = {}  # name -> make


def _add(kind, name, take, make):
    TAKE[id(kind)] = (kind, name, take)
    MAKE[name] = make


def _members(kind, *names):
    descriptors = [getattr(kind, name) for name in names]
    return lambda value: [descriptor.__get__(value) for descriptor in descriptors]


def _with_fold(kind, count):
    return lambda *arguments: kind(*arguments[:count], fold=arguments[count] if len(arguments) > count else 0)


_add(
    datetime.datetime,
    "datetime.datetime",
    _members(
        datetime.datetime, "year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"
    ),
    _with_fold(datetime.datetime, 8),
)
_add(datetime.date, "datetime.date", _members(datetime.date, "year", "month", "day"), datetime.date)
_add(
    datetime.time,
    "datetime.time",
    _members(datetime.time, "hour", "minute", "second", "microsecond", "tzinfo", "fold"),
    _with_fold(datetime.time, 5),
)
_add(
    datetime.timedelta,
    "datetime.timedelta",
    _members(datetime.timedelta, "days", "seconds", "microseconds"),
    datetime.timedelta,
)
_add(
    datetime.timezone,
    "datetime.timezone",
    lambda value: list(datetime.timezone.__getinitargs__(value)),
    datetime.timezone,
)
_add(decimal.Decimal, "decimal.Decimal", lambda value: [decimal.Decimal.__str__(value)], decimal.Decimal)
_add(
    fractions.Fraction,
    "fractions.Fraction",
    _members(fractions.Fraction, "_numerator", "_denominator"),
    fractions.Fraction,
)
_add(uuid.UUID, "uuid.UUID", lambda value: ["%032x" % uuid.UUID.int.__get__(value)], uuid.UUID)
_add(re.Pattern, "re.Pattern", _members(re.Pattern, "pattern", "flags"), re.compile)
_add(range, "range", _members(range, "start", "stop", "step"), range)
_add(slice, "slice", _members(slice, "start", "stop", "step"), slice)
_add(memoryview, "memoryview", lambda value: [memoryview.tobytes(value)], memoryview)
_add(property, "property", _members(property, "fget", "fset", "fdel"), property)
_add(staticmethod, "staticmethod", _members(staticmethod, "__func__"), staticmethod)
_add(classmethod, "classmethod", _members(classmethod, "__func__"), classmethod)
_add(struct.Struct, "struct.Struct", _members(struct.Struct, "format"), struct.Struct)
_add(
    array.array,
    "array.array",
    lambda value: [array.array.typecode.__get__(value), array.array.tolist(value)],
    array.array,
)
_add(
    types.MethodType, "types.MethodType", _members(types.MethodType, "__func__", "__self__"), types.MethodType
)
_add(
    types.MappingProxyType,
    "types.MappingProxyType",
    lambda value: [dict(types.MappingProxyType.items(value))],
    types.MappingProxyType,
)
_add(
    types.SimpleNamespace,
    "types.SimpleNamespace",
    lambda value: [dict(object.__getattribute__(value, "__dict__"))],
    lambda attributes: types.SimpleNamespace(**attributes),
)
_add(
    functools.partial,
    "functools.partial",
    _members(functools.partial, "func", "args", "keywords"),
    lambda function, positional, keywords: functools.partial(function, *positional, **keywords),
)
_add(type({}.keys()), "dict_keys", lambda value: [list(value)], lambda keys: dict.fromkeys(keys).keys())
_add(
    type({}.values()),
    "dict_values",
    lambda value: [list(value)],
    lambda values: dict(enumerate(values)).values(),
)
_add(type({}.items()), "dict_items", lambda value: [list(value)], lambda items: dict(items).items())
_add(
    collections.ChainMap,
    "collections.ChainMap",
    lambda value: list(object.__getattribute__(value, "maps")),
    collections.ChainMap,
)
for _path in (pathlib.PurePosixPath, pathlib.PosixPath, pathlib.PureWindowsPath):
    _add(_path, "pathlib." + _path.__name__, lambda value: [pathlib.PurePath.__str__(value)], _path)
for _reduced in (operator.itemgetter, operator.attrgetter):
    _add(
        _reduced,
        "operator." + _reduced.__name__,
        lambda value: list(object.__getattribute__(value, "__reduce__")()[1]),
        _reduced,
    )


def _take_count(value):
    return list(itertools.count.__reduce__(value)[1])


if hasattr(types, "GenericAlias"):
    _add(
        types.GenericAlias,
        "types.GenericAlias",
        _members(types.GenericAlias, "__origin__", "__args__"),
        types.GenericAlias,
    )
if hasattr(types, "UnionType"):
    _add(
        types.UnionType,
        "types.UnionType",
        lambda value: list(types.UnionType.__args__.__get__(value)),
        lambda *members: functools.reduce(operator.or_, members),
    )
if sys.version_info < (3, 14):
    _add(itertools.count, "itertools.count", _take_count, itertools.count)


def _take_match(value):
    """The pattern, the way it was matched, and the bounds; a match can only be made again by matching."""
    pattern, text, start, end = value.re, value.string, value.pos, value.endpos
    if type(text) is not str and type(text) is not bytes:
        raise Refused("state", "re:Match")
    for method in ("match", "search", "fullmatch"):
        again = getattr(pattern, method)(text, start, end)
        if again is not None and again.regs == value.regs:
            return [pattern, method, text, start, end]
    raise Refused("state", "re:Match")


def _make_match(pattern, method, text, start, end):
    return getattr(pattern, method)(text, start, end)


_add(re.Match, "re.Match", _take_match, _make_match)


def _take_bound_builtin(value):
    return [value.__self__, value.__name__]


_add(type([].append), "getattr", _take_bound_builtin, getattr)
_add(type([].__len__), "getattr", _take_bound_builtin, getattr)

# Written by type rather than by content: the classes of the singletons have no importable name before 3.10.
MAKE["type"] = lambda instance: type(instance)
SINGLETON_TYPES = {id(type(each)): each for each in (None, Ellipsis, NotImplemented)}


def _take_element(value):
    return [value.tag, dict(value.attrib), value.text, value.tail, list(value)]


def _make_element(tag, attributes, text, tail, children):
    element = lookup("xml.etree.ElementTree", "Element")(tag, attributes)
    element.text, element.tail = text, tail
    element.extend(children)
    return element


def _make_zone(key):
    import zoneinfo

    return zoneinfo.ZoneInfo(key)


def _take_zone(value):
    if type(value.key) is not str:
        raise Refused("state", "zoneinfo:ZoneInfo")
    return [value.key]


def _make_logger(name):
    import logging

    return logging.getLogger(None if name == "root" else name)


def _make_random(state):
    import random

    generator = random.Random()
    generator.setstate(state)
    return generator


_LATE = (
    ("zoneinfo", "ZoneInfo", _take_zone, _make_zone),
    ("logging", "Logger", lambda value: [object.__getattribute__(value, "name")], _make_logger),
    ("logging", "RootLogger", lambda value: ["root"], _make_logger),
    ("random", "Random", lambda value: [lookup("random", "Random").getstate(value)], _make_random),
    ("time", "struct_time", lambda value: [list(value)], lambda fields: lookup("time", "struct_time")(fields)),
    ("xml.etree.ElementTree", "Element", _take_element, _make_element),
)
for _module, _name, _take, _make in _LATE:
    MAKE[_module + "." + _name] = _make


def standard_form(kind):
    """`(name, take)` for a type of the tables, else None."""
    known = TAKE.get(id(kind))
    if known is not None:
        return known[1], known[2]
    for module, name, take, _ in _LATE:
        if type_name(kind).endswith(":" + name) and lookup(module, name) is kind:
            TAKE[id(kind)] = (kind, module + "." + name, take)
            return module + "." + name, take
    return None


_IMMUTABLE_MODULES = ("datetime.", "decimal.", "fractions.", "uuid.", "pathlib.", "ipaddress.", "zoneinfo.")
_IMMUTABLE_NAMES = ("range", "slice", "re.Pattern")


def is_immutable_standard(kind):
    """True for types of the tables whose values never change: nobody can tell one of them from an equal one."""
    form = standard_form(kind)
    return form is not None and (form[0].startswith(_IMMUTABLE_MODULES) or form[0] in _IMMUTABLE_NAMES)


def make_standard(name, arguments):
    """The value that `[name, *arguments]` describes, by the standard type's own constructor."""
    for module, late_name, _, _ in _LATE:
        if name == module + "." + late_name:
            importlib.import_module(module)
    make = MAKE.get(name)
    if make is None:
        raise Refused("malformed", "value " + str(name))
    return make(*arguments)


# --- iterators of the language itself -------------------------------------------------------------------------------

_PLAIN_ITERATORS = tuple(
    type(each)
    for each in (
        iter([]),
        iter(()),
        iter(""),
        iter("\u1234"),
        iter(b""),
        iter(bytearray()),
        iter(range(0)),
        iter(range(1 << 70)),
        iter({}),
        iter({}.values()),
        iter({}.items()),
        iter(set()),
        reversed([]),
        reversed({}),
        iter(collections.deque()),
    )
)
_PLAIN_IDS = {id(kind) for kind in _PLAIN_ITERATORS}
_ENUMERATE, _ZIP = enumerate, zip
# They hold what they choose from as tuples, and the last choice.
_CHOICES = (itertools.permutations, itertools.combinations, itertools.combinations_with_replacement, itertools.product)
if sys.version_info < (3, 14):
    _PLAIN_IDS.update(id(kind) for kind in _CHOICES)


def remaining_items(value, limit):
    """
    What an iterator over built-in containers would still give, without consuming it; None for other iterators. At most
    `limit` items are looked at, more refuse.
    """
    kind = type(value)
    if id(kind) in _PLAIN_IDS:
        return _rebuilt_items(value.__reduce__(), limit)
    if kind is _ENUMERATE:
        inner, start = value.__reduce__()[1]
        items = remaining_items(inner, limit)
        return None if items is None else list(_ENUMERATE(items, start))
    if kind is _ZIP:
        columns = [remaining_items(inner, limit) for inner in value.__reduce__()[1]]
        return None if None in columns else list(_ZIP(*columns))
    return None


def _rebuilt_items(reduced, limit):
    again = reduced[0](*reduced[1])
    if len(reduced) > 2 and reduced[2] is not None:
        again.__setstate__(reduced[2])
    items = []
    for item in again:
        if len(items) >= limit:
            raise Refused("too_large", "iterator")
        items.append(item)
    return items
