"""Parts of inputs that have no canonical form, and that a call can only hand on, keep or lose: locks, functions without a name, native parts.

Only inputs that code of the repository makes can have such parts. Whether one is still the very same can be told.
"""

import collections
import types
from builtins import any, bool, bytearray, bytes, complex, dict, float, frozenset, id, int, issubclass, len, list, map, reversed
from builtins import sorted, str, tuple, type

from diorama_building import NOTHING, is_callback
from diorama_encoding import any_defines, content_kind, pairs_of
from diorama_functions import made_text
from diorama_libraries import writer_of
from diorama_names import Refused, attributes_of, name_of, own_text, type_name

# By their ids: most of what inputs hold is of these types.
_ATOMS = frozenset(map(id, (type(None), bool, int, float, complex, str, bytes, bytearray)))
_SEQUENCES = (list, tuple, collections.deque)
_MOST_VALUES = 20000


def find_kept(inputs):
    """`{id: (number, value)}` of such parts, numbered in the order in which a walk through the inputs meets them."""
    receiver, positional, keywords = inputs
    given = ([] if receiver is NOTHING else [receiver]) + list(positional) + [keywords[name] for name in sorted(keywords)]
    found, seen, open_values = {}, {}, list(reversed(given))
    while open_values and len(seen) < _MOST_VALUES:
        value = open_values.pop()
        kind = type(value)
        if id(kind) in _ATOMS or id(value) in seen:
            continue
        seen[id(value)] = value
        if _is_opaque(value, kind):
            found[id(value)] = (len(found), value)
        else:
            parts = _parts_of(value, kind)
            open_values.extend(part for part in reversed(parts) if id(type(part)) not in _ATOMS)
    return found


def _is_opaque(value, kind):
    if kind is types.FunctionType:
        named = name_of(value, own_text(value, "__module__"), own_text(value, "__qualname__"))
        return named is None and made_text(value) is None and not is_callback(value)
    if issubclass(kind, type) or issubclass(kind, types.ModuleType) or any_defines(kind, "__next__"):
        return False
    if type_name(kind).startswith("_io:") or writer_of(kind) is not None:
        return False
    try:
        content_kind(kind)
    except Refused:
        return not any(kind is each for each in (types.MethodType, types.BuiltinFunctionType))
    return False


def _parts_of(value, kind):
    """What a value holds, past anything that its class defines."""
    if kind is types.MethodType:
        return [value.__self__, value.__func__]
    if issubclass(kind, type) or issubclass(kind, types.ModuleType):
        return []
    parts = []
    for base in _SEQUENCES:
        if issubclass(kind, base):
            parts.extend(base.__iter__(value))
    if issubclass(kind, dict):
        parts.extend(part for pair in pairs_of(value) for part in pair)
    try:
        attributes, slots = attributes_of(value)
    except Refused:
        return parts
    attributes.update(slots)
    return parts + [attributes[name] for name in sorted(attributes)]
