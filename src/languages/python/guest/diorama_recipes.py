"""Writes `recipe/1`: the inputs of one call as plain data from which `diorama_building` makes them anew.

Every compound value becomes a `_Cell` first; cells met twice (aliases, cycles) move to `shared`, the others are
written in place.
"""

import io
import os
import sys
import types
from builtins import BaseException, any, bytearray, bytes, complex, dict, float, frozenset, id, int, issubclass, list, len, object, set, sorted
from builtins import str, tuple, type

from diorama_encoding import Encoder, any_defines, canonical, content_kind, is_empty, standard_content
from diorama_functions import made_class, made_function
from diorama_names import Refused, attributes_of, bases_of, is_named_constant, is_native, members_of, name_of, name_of_class, own_text, type_name
from diorama_standard import remaining_items

MOST_NODES = 1500
MOST_CHARACTERS = 200000
MOST_DEPTH = 80
MOST_ITERATOR_ITEMS = 1000
# Of functions that are written by their text: how many in one another, and what the names in one may hold.
MOST_WITHIN = 4
MOST_NODES_WITHIN = 200
_EXECUTABLE = sys.executable
# Built-in types that are made of an equal value.
_CONTENTS = (int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset)
_FILE_KINDS = (io.TextIOWrapper, io.BufferedReader, io.BufferedWriter, io.BufferedRandom, io.FileIO)


class Anything:
    """The context of a recipe where every module can be imported and no path is replaced."""

    replaced = frozenset()

    def is_importable(self, module):
        return True

    def place(self, text, files):
        return text

    def globals_of(self, value):
        return None

    def written(self, function):
        return None

    def written_class(self, cls):
        return None

    def callback(self, function):
        return None

    def stream(self, generator):
        return None


class _Cell:
    __slots__ = ("kind", "form", "uses", "owner")

    def __init__(self, owner):
        self.owner = owner
        self.form = None
        self.uses = 1


class RecipeWriter(Encoder):
    """Encodes several values together, so that what they share is shared again when they are built."""

    writes_layout = True

    def __init__(self, context, within=()):
        """`within` has the ids of the functions in whose text what is written stands: there, functions are written by their text alone."""
        Encoder.__init__(self, MOST_NODES, MOST_CHARACTERS, MOST_DEPTH)
        self.context, self.within = context, within
        self.files = {}
        self.cells = {}
        self.shared = []
        self.indexes = {}
        self.nodes_written = 0

    def compound(self, value, kind):
        if kind is tuple and not value:
            return {"tuple": []}
        known = self.cells.get(id(value))
        if known is not None:
            known.uses += 1
            return known
        cell = self.cells[id(value)] = _Cell(value)
        cell.form = self.content(value, kind)
        if is_unaliased(cell.form, kind):
            del self.cells[id(value)]
            self.cells[id(cell)] = cell
            return cell.form
        return cell

    def finish(self, form):
        """The plain data of an encoded value; aliases go to `shared` in the order in which they are met."""
        if type(form) is _Cell:
            return self.finish(form.form) if form.uses == 1 else self.reference(form)
        self.nodes_written += 1
        if self.nodes_written > 6 * MOST_NODES:
            raise Refused("too_large", "nodes")
        if type(form) is list:
            return [self.finish(item) for item in form]
        if type(form) is dict:
            return {key: self.finish(item) for key, item in form.items()}
        return form

    def reference(self, cell):
        index = self.indexes.get(id(cell))
        if index is None:
            index = self.indexes[id(cell)] = len(self.shared)
            self.shared.append(None)
            self.shared[index] = self.finish(cell.form)
        return {"ref": index}

    def unordered(self, items):
        return sorted(items, key=self.order_key)

    def order_key(self, form):
        return canonical(plain(form))

    def placed(self, text):
        return self.context.place(text, self.files)

    def importable(self, name):
        if name is None or not self.context.is_importable(name.partition(":")[0]):
            return None
        # A stand-in that a test has put in the place of what it says to be.
        return None if name in self.context.replaced else name

    def unnamed_function(self, value):
        form = self.function_by_text(value)
        return self.function_by_table(value) if form is None else form

    def function_by_text(self, value):
        """The form of a function whose text is known, with all that it takes from around it; else None."""
        if id(value) in self.within or len(self.within) >= MOST_WITHIN:
            return None
        written = made_function(value) or self.context.written(value)
        form = None if written is None else self.content_by_text(value, *written)
        return None if form is None else {"function": form}

    def class_by_text(self, cls):
        if id(cls) in self.within or len(self.within) >= MOST_WITHIN or self.importable(name_of_class(cls)) is not None:
            return None
        written = made_class(cls) or self.context.written_class(cls)
        return None if written is None else self.content_by_text(cls, *written)

    def content_by_text(self, value, text, values):
        """What says how a function or class is made of a text and the values of its names; None where these cannot be written, or are too much."""
        held = [values[name] for name in sorted(values)]
        trial = RecipeWriter(self.context, self.within + (id(value),))
        try:
            write_call(trial, held, {}, None, False)
        except Refused:
            return None
        if MOST_NODES - trial.nodes_left > MOST_NODES_WITHIN:
            return None
        form = {"text": text}
        if values:
            form["values"] = {name: self.encode(values[name]) for name in sorted(values)}
        return form

    def function_by_table(self, value):
        found = None if self.within else self.context.callback(value)
        if found is None:
            raise Refused("local_function", str(own_text(value, "__qualname__")))
        return found

    def instance(self, value, kind):
        if kind in _FILE_KINDS:
            return self.open_file(value)
        items = remaining_items(value, MOST_ITERATOR_ITEMS)
        if items is not None:
            return {"iterator": [self.encode(item) for item in items]}
        if kind is types.GeneratorType:
            given = self.context.stream(value)
            if given is not None:
                return given
        if is_native(kind) and any_defines(kind, "__next__") or kind is types.AsyncGeneratorType:
            raise Refused("iterator", type_name(kind))
        named = self.module_level(value, kind)
        if named is not None:
            return {"named": named}
        made = self.plainly_made(value, kind)
        return {"object": self.object_form(value, kind)} if made is None else {"made": made}

    def plainly_made(self, value, kind):
        """How an instance of a class without a name is made whose class leaves that to the interpreter; None for others."""
        base = content_kind(kind)
        is_content = base in _CONTENTS
        if not (base is object or is_content or issubclass(base, BaseException)) or not is_made_plainly(kind) or self.class_by_text(kind) is None:
            return None
        arguments = () if base is object or is_content else BaseException.args.__get__(value)
        attributes, slots = attributes_of(value)
        since = [{"attribute": name, "value": self.encode(item)} for held in (attributes, slots) for name, item in held.items()]
        given = [self.builtin_content(value, base)] if is_content else [self.encode(item) for item in arguments]
        made = {"of": self.encode(kind), "call": "__call__", "positional": given, "keywords": {}}
        return dict(made, since=since) if since else made

    def module_level(self, value, kind):
        """The name of a value that is compared by identity: of a local class, without state, or callable by name."""
        by_itself = None
        if any_defines(kind, "__call__"):
            by_itself = self.importable(
                name_of(value, own_text(value, "__module__"), own_text(value, "__qualname__", "__name__"))
            )
        if by_itself is not None:
            return by_itself
        if type_name(kind).startswith("typing:"):
            return name_of(value, "typing", own_text(value, "_name"))
        if "<locals>" in type_name(kind) or kind is object or is_stateless(value) or is_named_constant(value, kind):
            return self.importable(self.context.globals_of(value))
        return None

    def object_form(self, value, kind):
        form = {"class": self.class_name(kind)}
        base = content_kind(kind)
        if issubclass(base, BaseException):
            form["arguments"] = [self.encode(item) for item in BaseException.args.__get__(value)]
        elif base is not object and not is_empty(base):
            standard = standard_content(value, base)
            form["base"] = (
                self.builtin_content(value, base)
                if standard is None
                else {"value": [standard[0]] + [self.encode(item) for item in standard[1]]}
            )
        attributes, slots = attributes_of(value)
        for key, held in (("state", attributes), ("slots", slots)):
            if held:
                form[key] = {name: self.attribute(kind, name, item) for name, item in held.items()}
        return form

    def attribute(self, kind, name, value):
        try:
            return self.encode(value)
        except Refused as refusal:
            where = type_name(kind) + "." + name
            raise Refused(refusal.reason, (where + ": " + refusal.where)[:300])

    def open_file(self, value):
        """A file on disk: its bytes, mode and position. The file's own position is left as it was."""
        try:
            name, mode, position = value.name, value.mode, value.tell()
            encoding = value.encoding if issubclass(type(value), io.TextIOWrapper) else None
        except BaseException:
            raise Refused("file", type_name(type(value)))
        if type(name) is not str or not os.path.isabs(name):
            raise Refused("file", "a file without an absolute path")
        placed = self.context.place(name, self.files)
        if type(placed) is not dict or placed["path"] not in self.files:
            raise Refused("file", "a file outside temporary folders")
        form = {"path": placed["path"], "mode": mode, "position": position, "content": self.files[placed["path"]]}
        if encoding is not None:
            form["encoding"] = encoding
        return {"file": form}


def is_unaliased(form, kind):
    """True for forms that may be written twice: sharing them cannot be seen."""
    if type(form) is not dict:
        return False
    if "named" in form or "module" in form or "int" in form or "bytes" in form or "text" in form:
        return True
    if "path" in form or "complex" in form:
        return True
    if "value" in form:
        return not any(type(item) in (_Cell, list) or is_dictionary(item) for item in form["value"])
    if "tuple" in form or "frozenset" in form:
        return all(type(item) is not _Cell and type(item) is not list for item in form.get("tuple", form.get("frozenset")))
    return False


def is_made_plainly(kind):
    """True where the interpreter alone makes the instances of a class and sets their attributes."""
    written = [members_of(each) for each in bases_of(kind) if not is_native(each)]
    makers = [members_of(each) for each in bases_of(type(kind)) if not is_native(each)]
    names = ("__init__", "__new__", "__setattr__", "__call__")
    return not any(name in members for members in written + makers for name in names)


def is_dictionary(form):
    return type(form) is dict and "dict" in form


def is_stateless(value):
    """True for an instance without attributes and without a built-in part."""
    if content_kind(type(value)) is not object:
        return False
    attributes, slots = attributes_of(value)
    return not attributes and not slots


def plain(form):
    """A form with cells opened, for ordering only; cycles end in null."""
    return _plain(form, ())


def _plain(form, open_cells):
    if type(form) is _Cell:
        return None if id(form) in open_cells else _plain(form.form, open_cells + (id(form),))
    if type(form) is list:
        return [_plain(item, open_cells) for item in form]
    if type(form) is dict:
        return {key: _plain(item, open_cells) for key, item in form.items()}
    return form


def recipe_of_call(positional, keywords, receiver, context, has_receiver=True):
    """The case recipe of one call. Raises `Refused`. `receiver` is ignored where `has_receiver` is false."""
    return measured_recipe(positional, keywords, receiver, context, has_receiver)[0]


def measured_recipe(positional, keywords, receiver, context, has_receiver, more=None):
    """`(recipe, number of values looked at)`: the same, with what it cost. `more` writes further parts with the same writer."""
    writer = RecipeWriter(context)
    recipe = write_call(writer, positional, keywords, receiver, has_receiver, more)
    return recipe, MOST_NODES - writer.nodes_left


def write_call(writer, positional, keywords, receiver, has_receiver=True, more=None):
    """The case recipe of one call by a writer of one's own, which has written nothing yet. Raises `Refused`."""
    try:
        forms = {
            "positional": [writer.encode(value) for value in positional],
            "keywords": {name: writer.encode(keywords[name]) for name in sorted(keywords)},
        }
        if has_receiver:
            forms["receiver"] = writer.encode(receiver)
        if more is not None:
            forms.update(more(writer))
        recipe = writer.finish(forms)
    except RecursionError:
        raise Refused("too_deep", "recursion")
    recipe["shared"] = writer.shared
    recipe["files"] = writer.files
    return recipe


def portable(form):
    """What a function was asked, with the interpreter's own path by its name: it differs between the places where it is asked."""
    if type(form) is str:
        return {"named": "sys:executable"} if form == _EXECUTABLE else form
    if type(form) is list:
        return [portable(item) for item in form]
    return {key: portable(item) for key, item in form.items()} if type(form) is dict else form
