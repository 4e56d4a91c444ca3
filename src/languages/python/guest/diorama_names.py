"""Names, classes and attributes of values, read past everything a class of the other side could override.

Only exact types, type slots and captured built-ins are used; no attribute is looked up on a foreign object in the
ordinary way. Tables of types are keyed by `id`: a metaclass can define `__hash__` and `__eq__`.
"""

import enum
import sys
import types
from builtins import BaseException, Exception, any, bool, bytes, dict, float, frozenset, getattr, id, int, issubclass, len
from builtins import object, sorted, staticmethod, str, tuple, type

MISSING = object()

_mro = type.__dict__["__mro__"].__get__
_namespace = type.__dict__["__dict__"].__get__
_module_name = type.__dict__["__module__"].__get__
_qualified_name = type.__dict__["__qualname__"].__get__
_flags = type.__dict__["__flags__"].__get__
_module_namespace = types.ModuleType.__dict__["__dict__"].__get__

_HEAP_TYPE = 1 << 9
_NATIVE_MEMBERS = (
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.ClassMethodDescriptorType,
    types.GetSetDescriptorType,
)
_EVERY_CLASS_HAS = ("__dict__", "__weakref__")


class Refused(Exception):
    """A value that has no recipe or no canonical form. `reason` is one of `REASONS`, `where` says which value."""

    def __init__(self, reason, where):
        Exception.__init__(self, reason, where)
        self.reason = reason
        self.where = where


REASONS = (
    "local_class",
    "local_function",
    "not_importable",
    "mock",
    "native_handle",
    "execution_state",
    "iterator",
    "weak_reference",
    "file",
    "temporary_path",
    "state",
    "making",
    "malformed",
    "too_large",
    "too_deep",
)


def bases_of(cls):
    """The method resolution order, `cls` first."""
    return _mro(cls)


def members_of(cls):
    """The class's own namespace, as a read-only mapping."""
    return _namespace(cls)


def type_name(cls):
    """`module:Qualified.Name` as the class itself says; never fails, proves nothing."""
    try:
        module, name = _module_name(cls), _qualified_name(cls)
    except Exception:
        return "?:?"
    return (module if type(module) is str else "?") + ":" + (name if type(name) is str else "?")


_native = {}


def is_native(cls):
    """True for a class made by C code: its instances may hold what Python cannot read."""
    known = _native.get(id(cls))
    if known is None:
        known = _native[id(cls)] = (_looks_native(cls), cls)
    return known[0]


def _looks_native(cls):
    if not _flags(cls) & _HEAP_TYPE:
        return True
    for name, member in _namespace(cls).items():
        if any(type(member) is kind for kind in _NATIVE_MEMBERS) and name not in _EVERY_CLASS_HAS:
            if member.__objclass__ is cls:
                return True
    return False


def lookup(module, path):
    """The value at a dotted path of a loaded module, without running any code; `MISSING` where there is none."""
    found = sys.modules.get(module, MISSING)
    owner = ""
    for part in path.split("."):
        if found is MISSING:
            return MISSING
        holder, found = found, _member(found, part)
        if found is MISSING and part.startswith("__"):
            found = _member(holder, "_" + owner.lstrip("_") + part)  # as a class keeps its private names
        owner = part
    return found


def _member(owner, name):
    kind = type(owner)
    if issubclass(kind, types.ModuleType):
        return _module_namespace(owner).get(name, MISSING)
    if not issubclass(kind, type):
        return MISSING
    for cls in _mro(owner):
        namespace = _namespace(cls)
        members = namespace.get("_member_map_")
        if type(members) is dict and name in members:
            return members[name]
        if name in namespace:
            found = namespace[name]
            return found.__func__ if type(found) is staticmethod else found
    return MISSING


def name_of(value, module, path):
    """`module:path` where exactly `value` is found there, else None."""
    if type(module) is not str or type(path) is not str or "<" in path or module == "__main__":
        return None
    return module + ":" + path if lookup(module, path) is value else None


_types_by_id = {}
for _name, _value in types.__dict__.items():
    if type(_value) is type:
        _types_by_id.setdefault(id(_value), "types:" + _name)


def name_of_class(cls):
    """The name by which importing gives exactly this class, else None."""
    try:
        found = name_of(cls, _module_name(cls), _qualified_name(cls))
    except Exception:
        return None
    return found or _types_by_id.get(id(cls))


_VALUE_TYPES = (tuple, str, int, float, bytes, frozenset)


def is_named_constant(value, kind):
    """
    True for an immutable value that carries attributes of its own (a token type, a unit): where a module holds it by name, it
    is that one object, and everything that hangs on it is not part of what is written.
    """
    return issubclass(kind, _VALUE_TYPES) and bool(Layout(kind).dictionary_of(value))


def namespace_of(module):
    """A copy of a loaded module's globals; empty where there is no such module."""
    loaded = sys.modules.get(module)
    return dict(_module_namespace(loaded)) if issubclass(type(loaded), types.ModuleType) else {}


def names_by_id(namespace):
    """The alphabetically first name of each value. Keep the namespace: it keeps ids from being used again."""
    names = {}
    for name in sorted(key for key in namespace if type(key) is str):
        names.setdefault(id(namespace[name]), name)
    return names


class ModuleNames:
    """Names of the values that modules hold; read again where a module has come to hold more or less."""

    def __init__(self):
        self.known = {}

    def find(self, value, modules):
        """`module:name` of a value that one of the modules holds, else None."""
        for module in modules:
            name = None if module is None else self.names_in(module).get(id(value))
            if name is not None and lookup(module, name) is value:
                return module + ":" + name
        return None

    def names_in(self, module):
        namespace = namespace_of(module)
        known = self.known.get(module)
        if known is None or known[0] != len(namespace):
            known = self.known[module] = (len(namespace), names_by_id(namespace), namespace)
        return known[1]


def is_public(name):
    """True when no part of the qualified name in `module:Qualified.Name` begins with an underscore."""
    return not any(part.startswith("_") for part in name.partition(":")[2].split("."))


def public_classes(cls):
    """Names of all public, importable classes of the method resolution order, nearest first."""
    names = [name_of_class(base) for base in _mro(cls)]
    return [name for name in names if name is not None and is_public(name)]


def is_enum_class(cls):
    """True for enumerations."""
    return issubclass(type(cls), enum.EnumMeta)


def is_mock(cls):
    """True for the classes of `unittest.mock` and the `mock` package, and for what derives from them."""
    return any(
        type_name(base).partition(":")[0] in ("unittest.mock", "mock.mock", "mock") for base in _mro(cls)
    )


class Layout:
    """Where the instances of a class keep their attributes."""

    __slots__ = ("dictionary", "slots")

    def __init__(self, cls):
        self.dictionary = _dictionary_descriptor(cls)
        self.slots = slots_of(cls)

    def dictionary_of(self, value):
        """The object's own `__dict__`, or None where it has none."""
        if self.dictionary is None:
            return None
        try:
            found = self.dictionary.__get__(value)
        except Exception:
            return None
        return found if issubclass(type(found), dict) else None

    def attributes_of(self, value):
        """`(attributes of __dict__, attributes of slots)`, both as fresh dictionaries. Unset slots are left out."""
        held = self.dictionary_of(value)
        attributes = {} if held is None else dict(dict.items(held))
        for name in attributes:
            if type(name) is not str:
                raise Refused("state", type_name(type(value)))
        slots = {}
        for name, descriptor in self.slots.items():
            try:
                slots[name] = descriptor.__get__(value)
            except AttributeError:
                continue
        return attributes, slots


def _dictionary_descriptor(cls):
    for base in _mro(cls):
        descriptor = _namespace(base).get("__dict__")
        if type(descriptor) is types.GetSetDescriptorType:
            return descriptor
    return None


def slots_of(cls):
    """The slot descriptors of a class and its bases by (mangled) name, in the order of the bases."""
    slots = {}
    for base in _mro(cls):
        namespace = _namespace(base)
        if "__slots__" in namespace:
            for name, member in namespace.items():
                if type(member) is types.MemberDescriptorType and name not in _EVERY_CLASS_HAS:
                    slots.setdefault(name, member)
    return slots


def dictionary_of(value):
    """The object's own `__dict__`, or None where it has none."""
    return Layout(type(value)).dictionary_of(value)


def attributes_of(value):
    """`Layout.attributes_of` for one value alone."""
    return Layout(type(value)).attributes_of(value)


def own_text(value, *names):
    """The first of these attributes that a function-like value itself holds as text, else None."""
    for name in names:
        try:
            found = object.__getattribute__(value, name)
        except BaseException:
            continue
        if type(found) is str:
            return found
    return None
