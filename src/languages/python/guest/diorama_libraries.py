"""Values of libraries that are not part of the language: which guest program writes and builds them.

Such a program is loaded where its library is, and nowhere else: importing a library takes longer than most evaluations. It keeps
the library's own functions from before any candidate runs, so a library that nobody has loaded until then has no values.
"""

import importlib
import importlib.util
import os
import sys
from builtins import any, dict, id, list, next, str, type

from diorama_names import Refused, bases_of, type_name

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_PROGRAMS = {"numpy": "diorama_numpy", "pandas": "diorama_pandas"}

WRITERS = {}  # id of the type -> (type, write(encoder, value), whether its values never change)
MAKERS = {}  # name -> make(builder, forms, register)
_CLOSED = {}  # id of the type -> type
_programs = {}
_is_sealed = False


def refuse(_, value):
    raise Refused("native_handle", type_name(type(value)))


def close(kind):
    """Says that values of this type, and of classes made from it, hold what their attributes do not tell, and have no form but a writer's."""
    _CLOSED[id(kind)] = kind


def add_writer(kind, write, is_immutable=True):
    WRITERS[id(kind)] = (kind, write, is_immutable)


def writer_of(kind):
    """How an encoder writes values of exactly this type, or None where no library's program knows it."""
    for base in bases_of(kind):
        library = _library_of(type_name(base).partition(":")[0])
        if library is not None and library not in _programs:
            _load(library)
    known = WRITERS.get(id(kind))
    if known is not None:
        return known[1]
    closed = next((base for base in bases_of(kind) if id(base) in _CLOSED), None)
    return None if closed is None else refuse


def is_immutable_of_library(kind):
    known = WRITERS.get(id(kind))
    return known is not None and known[2]


def maker_of(name):
    """How a builder makes what is written `[name, …]`, or None for what is of no library."""
    library = _library_of(name)
    if library is not None and library not in _programs:
        _load(library)
    return MAKERS.get(name)


def _library_of(name):
    root = name.partition(".")[0]
    return root if root in _PROGRAMS else None


def _load(library):
    if _is_sealed:
        return False
    # Where foreign code runs the programs' folder is not among those that imports look into.
    sys.path.insert(0, _FOLDER)
    try:
        _programs[library] = importlib.import_module(_PROGRAMS[library])
    finally:
        sys.path.remove(_FOLDER)
    return True


def load_present():
    """In a parent: the programs of the libraries that it has loaded."""
    for library in _PROGRAMS:
        if library in sys.modules and library not in _programs:
            _load(library)


def load_needed(text, cases):
    """Before a candidate runs: the programs of what its file (`text`, in bytes) or a case names. Nothing is loaded after that."""
    global _is_sealed
    load_present()
    for library in _PROGRAMS:
        if library not in _programs and _is_installed(library) and _is_named(library, text, cases):
            _load(library)
    _is_sealed = True


_installed = {}


def _is_installed(library):
    if library not in _installed:
        _installed[library] = importlib.util.find_spec(library) is not None
    return _installed[library]


def find_installed():
    """In a parent: looks which libraries there are, once for all children."""
    for library in _PROGRAMS:
        _is_installed(library)


def _is_named(library, text, cases):
    return library.encode("ascii") in text or any(_is_in(case["recipe"], library + ".") for case in cases)


def _is_in(form, beginning):
    if type(form) is dict:
        parts = form.get("value")
        if type(parts) is list and type(parts[0]) is str and parts[0].startswith(beginning):
            return True
        return any(_is_in(part, beginning) for part in form.values())
    return type(form) is list and any(_is_in(part, beginning) for part in form)
