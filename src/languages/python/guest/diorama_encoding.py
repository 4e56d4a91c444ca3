"""What `recipe/1` and `observation/2` share: values as plain JSON data, by exact type.

`Encoder.encode` dispatches on `type(value)`; the two formats differ in how they name texts, treat aliases, write
iterators, objects and whatever has no form (the methods below `# Formats differ in`).
"""

import _ast
import collections
import datetime
import io
import json
import re
import sys
import types
from builtins import BaseException, any, bool, bytearray, bytes, complex, dict, float, frozenset, property
from builtins import classmethod, getattr, id, int, issubclass, list, len, memoryview, object, ord, set, sorted, staticmethod
from builtins import str, tuple, type

from diorama_libraries import writer_of
from diorama_names import (
    Layout,
    Refused,
    bases_of,
    dictionary_of,
    is_enum_class,
    is_mock,
    is_native,
    lookup,
    members_of,
    name_of,
    name_of_class,
    own_text,
    public_classes,
    type_name,
)
from diorama_standard import SINGLETON_TYPES, standard_form

SAFE_INTEGER = (1 << 53) - 1
# Digits of an integer take quadratic time to write; longer ones are refused.
MOST_INTEGER_BITS = 400000

_ABSTRACT_FILES = ("IOBase", "RawIOBase", "BufferedIOBase", "TextIOBase")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ADDRESS = re.compile(r"\b(?:at 0x[0-9a-fA-F]{6,16}|0x(?:7[0-9a-f]|5[56])[0-9a-f]{10}\b)")
_FUNCTION_KINDS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    types.MethodWrapperType,
)
_EXECUTION_STATE = (types.FrameType, types.TracebackType, types.CodeType, types.CoroutineType)
# Of each class there are many of these, and none remembers anything.
_PLAIN_MEMBERS = _FUNCTION_KINDS + (property, staticmethod, classmethod)
_SPECIAL = {id(Ellipsis): "Ellipsis", id(NotImplemented): "NotImplemented"}
_SINGLE_IDS = {id(kind) for kind in _FUNCTION_KINDS}
_STATE_IDS = {id(kind) for kind in _EXECUTION_STATE}

# Native types whose instances hold nothing but attributes.
_EMPTY = (_ast.AST, datetime.tzinfo) + tuple(getattr(io, name) for name in _ABSTRACT_FILES) + tuple(
    base for name in _ABSTRACT_FILES for base in getattr(io, name).__mro__[1:-1]
)
_EMPTY_IDS = {id(kind) for kind in _EMPTY}

# Built-in types whose content can stand as the `base` of an instance of a subclass.
_CONTENT_IDS = {
    id(kind): kind
    for kind in (int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, collections.deque)
    + (collections.OrderedDict, collections.defaultdict, collections.Counter, io.StringIO, io.BytesIO)
}


def plain_text(text):
    """A string as JSON text, or as code points where it holds lone surrogates."""
    if not text.isascii() and _SURROGATE.search(text):
        return {"text": [ord(character) for character in text]}
    return text


def without_addresses(text):
    """A text without what looks like an address: `<X object at 0x7f…>`, `hex(id(x))` of a 64-bit process."""
    return _ADDRESS.sub(_shorten_address, text) if "0x" in text else text


def _shorten_address(found):
    return "at 0x" if found.group().startswith("at") else "0x0"


_write_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(form):
    """JSON text of plain data with sorted keys: equal data give equal text."""
    return _write_json(form)


def integer_text(value):
    """Decimal digits of any integer, also where the interpreter limits their number."""
    if int.bit_length(value) > MOST_INTEGER_BITS:
        raise Refused("too_large", "int")
    limit = getattr(sys, "get_int_max_str_digits", None)
    if limit is None or int.bit_length(value) < 10000:
        return int.__repr__(value)
    before = limit()
    sys.set_int_max_str_digits(0)
    try:
        return int.__repr__(value)
    finally:
        sys.set_int_max_str_digits(before)


def pairs_of(mapping):
    """The items of a built-in dictionary (or subclass) in its own order, past overridden methods."""
    if issubclass(type(mapping), collections.OrderedDict):
        return [(key, dict.__getitem__(mapping, key)) for key in collections.OrderedDict.__iter__(mapping)]
    return list(dict.items(mapping))


class Encoder:
    """Bounds on nodes, characters and depth, and the forms that both formats have."""

    # Whether what a library's values are like in memory, and whether they may be changed, is written.
    writes_layout = False

    def __init__(self, most_nodes, most_characters, most_depth):
        self.nodes_left = most_nodes
        self.characters_left = most_characters
        self.depth_left = most_depth
        self.routes = {}

    def encode(self, value):
        kind = type(value)
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise Refused("too_large", "nodes")
        if value is None or kind is bool:
            return value
        if kind is int:
            return value if -SAFE_INTEGER <= value <= SAFE_INTEGER else {"int": integer_text(value)}
        if kind is str:
            return self.text(value)
        if kind is float:
            return {"float": float.__repr__(value)}
        if id(value) in _SPECIAL:
            return {"special": _SPECIAL[id(value)]}
        if self.depth_left <= 0:
            raise Refused("too_deep", type_name(kind))
        self.depth_left -= 1
        try:
            return self.compound(value, kind)
        finally:
            self.depth_left += 1

    def text(self, value):
        value = self.placed(without_addresses(value))
        if type(value) is not str:
            return value
        self.count_characters(len(value))
        return plain_text(value)

    def count_characters(self, count):
        self.characters_left -= count
        if self.characters_left < 0:
            raise Refused("too_large", "text")

    def content(self, value, kind):
        """The form of anything but an atom; aliases and cycles are dealt with by `compound`."""
        route = self.routes.get(id(kind))
        if route is None:
            # With the class, so that its id stays its own.
            route = self.routes[id(kind)] = (self.route_of(kind), kind)
        return route[0](value, kind)

    def route_of(self, kind):
        """The method that writes values of exactly this type."""
        if id(kind) in _CONTENT_IDS:
            return self.builtin_content
        if id(kind) in _SINGLE_IDS:
            return self.function
        if issubclass(kind, type):
            return self.class_by_name
        if issubclass(kind, types.ModuleType):
            return self.module
        form = standard_form(kind) or stand_in_form(kind)
        if form is not None:
            return lambda value, _: self.standard(form, value)
        if is_mock(kind):
            return refuse_mock
        if id(kind) in _STATE_IDS:
            return refuse_state
        write = writer_of(kind)
        if write is not None:
            return lambda value, _: write(self, value)
        return self.enum_member if is_enum_class(kind) else self.instance

    def standard(self, form, value):
        return {"value": [form[0]] + [self.encode(argument) for argument in form[1](value)]}

    def builtin_content(self, value, kind):
        """The built-in part of a value, read with the methods of the built-in type `kind`."""
        if kind is list:
            return [self.encode(item) for item in list.__iter__(value)]
        if kind is tuple:
            return {"tuple": [self.encode(item) for item in tuple.__iter__(value)]}
        if kind is dict:
            return self.pairs(value)
        if kind is set or kind is frozenset:
            return {kind.__name__: self.unordered([self.encode(item) for item in kind.__iter__(value)])}
        if kind is bytes or kind is bytearray:
            return {kind.__name__: self.octets(bytes(memoryview(value)))}
        if kind is collections.deque:
            return self.deque(value)
        return self.rarer_content(value, kind)

    def rarer_content(self, value, kind):
        if kind is int:
            return self.encode(int.__int__(value))
        if kind is float:
            return {"float": float.__repr__(value)}
        if kind is str:
            return self.text(str.__str__(value))
        if kind is complex:
            number = complex.__pos__(value)
            return {"complex": [float.__repr__(number.real), float.__repr__(number.imag)]}
        if kind is collections.OrderedDict or kind is collections.Counter:
            return {"value": ["collections." + kind.__name__, self.pairs(value)]}
        if kind is collections.defaultdict:
            factory = collections.defaultdict.default_factory.__get__(value)
            return {"value": ["collections.defaultdict", self.encode(factory), self.pairs(value)]}
        return self.memory_file(value, kind)

    def pairs(self, mapping):
        return {"dict": [[self.encode(key), self.encode(item)] for key, item in pairs_of(mapping)]}

    def deque(self, value):
        items = [self.encode(item) for item in collections.deque.__iter__(value)]
        most = collections.deque.maxlen.__get__(value)
        return {"deque": items} if most is None else {"value": ["collections.deque", items, most]}

    def memory_file(self, value, kind):
        if kind.closed.__get__(value):
            raise Refused("file", "closed " + type_name(kind))
        content = kind.getvalue(value)
        is_text = kind is io.StringIO
        return {
            "file": {
                "mode": "r+" if is_text else "rb+",
                "position": kind.tell(value),
                "content": self.text(content) if is_text else self.octets(content),
            }
        }

    def octets(self, content):
        self.count_characters(len(content))
        return content.decode("latin-1")

    def function(self, value, kind):
        found = self.named_function(value, kind)
        if found is not None:
            return {"named": found}
        if kind is types.FunctionType:
            return self.unnamed_function(value)
        form = standard_form(kind)
        if form is None:
            raise Refused("not_importable", type_name(kind))
        return self.standard(form, value)

    def named_function(self, value, kind):
        if kind is types.FunctionType:
            return self.importable(name_of(value, own_text(value, "__module__"), own_text(value, "__qualname__")))
        if kind is types.BuiltinFunctionType:
            module = own_text(value, "__module__")
            return name_of(value, module, own_text(value, "__qualname__")) if module is not None else None
        if kind is types.MethodWrapperType:
            return None
        owner = name_of_class(value.__objclass__)
        module, _, path = (owner or "?:?").partition(":")
        return name_of(value, module, path + "." + value.__name__)

    def class_by_name(self, cls, _=None):
        if id(cls) in SINGLETON_TYPES:
            return {"value": ["type", self.encode(SINGLETON_TYPES[id(cls)])]}
        form = self.class_by_text(cls)
        return {"named": self.class_name(cls)} if form is None else {"local_class": form}

    def class_name(self, cls):
        """The importable name of a class; refuses where there is none."""
        if is_mock(cls):
            raise Refused("mock", type_name(cls))
        found = self.importable(name_of_class(cls))
        if found is None:
            raise Refused("local_class" if "<locals>" in type_name(cls) else "not_importable", type_name(cls))
        return found

    def module(self, value, _=None):
        name = own_text(value, "__name__")
        if name is None or sys.modules.get(name) is not value or self.importable(name + ":") is None:
            raise Refused("not_importable", "module " + str(name))
        return {"module": name}

    def enum_member(self, value, kind):
        held = dictionary_of(value) or {}
        if self.class_by_text(kind) is not None:
            return {"value": ["enum.Flag", self.encode(kind), self.encode(held.get("_value_"))]}
        name = self.class_name(kind)
        member = held.get("_name_")
        module, _, path = name.partition(":")
        if type(member) is str and lookup(module, path + "." + member) is value:
            return {"named": name + "." + member}
        return {"value": ["enum.Flag", {"named": name}, self.encode(held.get("_value_"))]}

    # Formats differ in:

    def placed(self, text):
        """A text with paths of this machine replaced; a text, or a finished form."""
        raise NotImplementedError

    def compound(self, value, kind):
        raise NotImplementedError

    def unordered(self, items):
        raise NotImplementedError

    def unnamed_function(self, value):
        raise NotImplementedError

    def class_by_text(self, cls):
        """The content of `local_class` for a class that has no importable name and whose text is known, else None."""
        raise NotImplementedError

    def importable(self, name):
        """`name` where the other side can import it, else None."""
        raise NotImplementedError

    def instance(self, value, kind):
        raise NotImplementedError


def refuse_mock(_, kind):
    raise Refused("mock", type_name(kind))


def refuse_state(_, kind):
    raise Refused("execution_state", type_name(kind))


class InstanceFacts:
    """What the instances of one class have in common, read once: what is in their classes, past anything overridden."""

    __slots__ = ("kind", "names", "own_name", "layout", "memo_names", "is_callable", "is_iterator", "is_native", "_base")

    def __init__(self, kind):
        self.kind = kind
        self.names = public_classes(kind)
        self.own_name = name_of_class(kind) or ""
        self.layout = Layout(kind)
        self.memo_names = names_of_memos(kind) if self.layout.dictionary is not None else ()
        self.is_callable = any_defines(kind, "__call__")
        self.is_iterator = _is_iterator(kind)
        self.is_native = is_native(kind)
        self._base = None

    @property
    def base(self):
        """`content_kind` of the class; raises `Refused`."""
        if self._base is None:
            self._base = content_kind(self.kind)
        return self._base


def names_of_memos(kind):
    """Attributes that a descriptor of the class may compute when they are first asked for: those of its own kind, as `cached_property` is one."""
    found = {}
    for base in bases_of(kind):
        for name, member in members_of(base).items():
            found.setdefault(name, type(member))
    return tuple(sorted(name for name, held in found.items() if type(name) is str and may_remember(held)))


def may_remember(kind):
    """True for descriptors that let an attribute of the instance go before them, and for properties that somebody has made more of."""
    if any(kind is each for each in _PLAIN_MEMBERS) or not any_defines(kind, "__get__"):
        return False
    return issubclass(kind, property) or not (any_defines(kind, "__set__") or any_defines(kind, "__delete__"))


def any_defines(kind, name):
    """True when a class or one of its bases has a member of this name."""
    return any(name in members_of(base) for base in bases_of(kind))


def _is_iterator(kind):
    """True for classes with both methods of an iterator, files apart."""
    if not any_defines(kind, "__next__") or not any_defines(kind, "__iter__"):
        return False
    first = [base for base in bases_of(kind) if "__next__" in members_of(base)][0]
    return not type_name(first).startswith(("_io:", "io:"))


def content_kind(cls):
    """
    What the built-in part of an instance of `cls` is: a built-in type with content, `object` (none), an exception or
    syntax-tree class, or a standard value type. Refuses other native types by name.
    """
    for base in bases_of(cls):
        if id(base) in _CONTENT_IDS or standard_form(base) is not None or base is object:
            return base
        if base is BaseException or id(base) in _EMPTY_IDS:
            return base
        if is_native(base) and not issubclass(base, (BaseException,) + _EMPTY):
            kind = "weak_reference" if "weakref" in type_name(base) or "weak" in type_name(base) else "native_handle"
            raise Refused(kind, type_name(base))
    return object


def stand_in_form(kind):
    """The form of the type that a test run's clock has put another in the place of."""
    if not type_name(kind).startswith("freezegun."):
        return None
    return next((form for form in map(standard_form, bases_of(kind)) if form is not None), None)


def is_empty(kind):
    """True where `content_kind` found no built-in content: attributes are all there is."""
    return kind is object or id(kind) in _EMPTY_IDS


def standard_content(value, kind):
    """`(name, arguments)` of the standard value type that is the built-in part of `value`, or None."""
    form = standard_form(kind)
    return None if form is None else (form[0], form[1](value))
