"""Builds the inputs of one case from `recipe/1`, from nothing: no constructor and no `__setstate__` of the repository
runs, but those that a `made` value names. Shells are registered before they are filled, so aliases and cycles come out as they were.
"""

import collections
import datetime
import enum
import importlib
import io
import os
import sys
from builtins import BaseException, Exception, MemoryError, RecursionError, bool, bytearray, chr, complex, dict, float, frozenset, getattr
from builtins import int, isinstance, issubclass, iter, len, list, object, open, set, setattr, sorted, staticmethod, str, tuple
from builtins import type

from diorama_encoding import canonical
from diorama_functions import make_class, make_function
from diorama_libraries import maker_of
from diorama_names import MISSING, Layout, Refused, bases_of, is_native, lookup, members_of, type_name
from diorama_recipes import Anything, RecipeWriter, portable
from diorama_standard import make_standard

NOTHING = object()
_ATOMS = (type(None), bool, int, str)
_FILLED = ("collections.OrderedDict", "collections.defaultdict", "collections.Counter")


def build_case(recipe, directory):
    """`(receiver or NOTHING, positional, keywords)` of a case; its files are written below `directory` first. Raises `Refused`."""
    return build_case_and_patches(recipe, directory)[0]


def build_case_and_patches(recipe, directory):
    """
    The inputs as `build_case` gives them, `[(module or class, attribute, value or MISSING)]` of what the case finds replaced, and whether
    code of the repository ran to make them. Keywords are given in the `order` that the recipe says, others and attributes in the order of their names.
    Raises `Refused`.
    """
    return build_with(Builder(recipe.get("shared") or [], directory), recipe)


def build_with(builder, recipe):
    """As `build_case_and_patches`, by a builder of one's own."""
    files = recipe.get("files") or {}
    write_files(files, builder.directory)
    try:
        receiver = builder.build(recipe["receiver"]) if "receiver" in recipe else NOTHING
        positional = [builder.build(form) for form in recipe["positional"]]
        forms = recipe.get("keywords") or {}
        ordered = [name for name in recipe.get("order") or [] if name in forms]
        others = sorted(name for name in forms if name not in ordered)
        keywords = {name: builder.build(forms[name]) for name in ordered + others}
        patches = [build_patch(form, builder) for form in recipe.get("patches") or []]
        if builder.runs_code:
            refuse_other_files(files, builder.directory)
        return (receiver, positional, keywords), patches, builder.runs_code
    except Refused:
        raise
    except RecursionError:
        raise Refused("too_deep", "recipe")
    except Exception as problem:
        raise Refused("malformed", type(problem).__name__ + ": " + str(problem)[:300])


def build_patch(form, builder):
    owner = form["owner"]
    holder = resolve(owner) if ":" in owner else importlib.import_module(owner)
    if "value" not in form:
        return holder, form["name"], MISSING
    value = builder.build(form["value"])
    return holder, form["name"], staticmethod(value) if form.get("is_static") else value


def write_files(files, directory):
    """Writes the files of a case; names that end in a slash are folders."""
    for name in sorted(files):
        path = inside(directory, name)
        if name.endswith("/"):
            os.makedirs(path, exist_ok=True)
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(files[name].encode("latin-1"))


def refuse_other_files(files, directory):
    """Refuses a directory that holds anything but the files of a case: what making its inputs left there would be taken for the call's."""
    left = {name for name in files if not name.endswith("/")}
    for folder, _, names in os.walk(directory):
        for name in names:
            path = os.path.join(folder, name)
            known = os.path.relpath(path, directory)
            if known not in left or os.path.islink(path):
                raise Refused("file", "making the inputs writes " + known)
            with open(path, "rb") as file:
                if file.read() != files[known].encode("latin-1"):
                    raise Refused("file", "making the inputs changes " + known)
            left.remove(known)
    if left:
        raise Refused("file", "making the inputs removes " + min(left))


def inside(directory, name):
    """The path of `name` below `directory`; refuses names that leave it."""
    root = os.path.abspath(directory)
    path = os.path.abspath(os.path.join(root, name))
    if path != root and not path.startswith(root + os.sep):
        raise Refused("malformed", "path " + name)
    return path


def resolve(name):
    """The module-level value of `module:Qualified.Name`, imported where it is not loaded yet."""
    module, _, path = name.partition(":")
    loaded = sys.modules.get(module) or importlib.import_module(module)
    found = lookup(module, path)
    if found is MISSING or isinstance(found, property):
        found = loaded
        for part in path.split("."):
            found = getattr(found, part)
    return found


def resolve_callable(name):
    """What `module:Qualified.name` gives to whoever asks in the ordinary way, so that methods of classes are bound."""
    module, _, path = name.partition(":")
    found = sys.modules.get(module) or importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def run_foreign(function):
    """What code of the repository gives. What it raises is told as a refusal; what the judge raises, and running out of memory, is left as it is."""
    try:
        return function()
    except (MemoryError, RecursionError):
        raise
    except BaseException as problem:
        if type_name(type(problem)).startswith("diorama_"):
            raise
        raise Refused("making", type(problem).__name__ + ": " + describe(problem))


def describe(problem):
    try:
        return str(problem)[:300]
    except BaseException:
        return "?"


class Builder:
    """Builds values of one case; `shared` is built on demand."""

    def __init__(self, shared, directory):
        self.shared = shared
        self.built = {}
        self.layouts = {}
        self.classes = {}
        self.directory = directory
        self.runs_code = False

    def build(self, form, register=None):
        """The value of a form. `register` is called with a mutable value before it is filled."""
        if type(form) in _ATOMS:
            return form
        if type(form) is list:
            return self.fill_list(announce([], register), form)
        if type(form) is not dict:
            raise Refused("malformed", type(form).__name__)
        for tag in form:
            make = getattr(self, "make_" + tag, None)
            if make is None or len(form) != 1:
                raise Refused("malformed", "tag " + str(tag))
            return make(form[tag], register)
        raise Refused("malformed", "no tag")

    def items(self, forms):
        return [self.build(form) for form in forms]

    def fill_list(self, target, forms):
        for form in forms:
            list.append(target, self.build(form))
        return target

    def fill_dict(self, target, form):
        put = collections.OrderedDict.__setitem__ if isinstance(target, collections.OrderedDict) else dict.__setitem__
        for key, item in form["dict"]:
            put(target, self.build(key), self.build(item))
        return target

    def make_ref(self, index, register):
        if index not in self.built:
            self.built[index] = MISSING

            def keep(value):
                self.built[index] = value

            keep(self.build(self.shared[index], keep))
        if self.built[index] is MISSING:
            raise Refused("malformed", "a cycle of immutable values")
        return self.built[index]

    def make_int(self, digits, register):
        if len(digits) < 4000:
            return int(digits)
        before = getattr(sys, "get_int_max_str_digits", int)()
        getattr(sys, "set_int_max_str_digits", int)(0)
        try:
            return int(digits)
        finally:
            getattr(sys, "set_int_max_str_digits", int)(before)

    def make_float(self, text, register):
        return float(text)

    def make_complex(self, parts, register):
        return complex(*[float(part["float"] if type(part) is dict else part) for part in parts])

    def make_text(self, points, register):
        return "".join([chr(point) for point in points])

    def make_bytes(self, text, register):
        return text.encode("latin-1")

    def make_bytearray(self, text, register):
        return announce(bytearray(text.encode("latin-1")), register)

    def make_tuple(self, forms, register):
        return tuple(self.items(forms))

    def make_frozenset(self, forms, register):
        return frozenset(self.items(forms))

    def make_set(self, forms, register):
        target = announce(set(), register)
        target.update(self.items(forms))
        return target

    def make_deque(self, forms, register):
        target = announce(collections.deque(), register)
        target.extend(self.items(forms))
        return target

    def make_dict(self, pairs, register):
        return self.fill_dict(announce({}, register), {"dict": pairs})

    def make_iterator(self, forms, register):
        return iter(self.items(forms))

    def make_named(self, name, register):
        return resolve(name)

    def make_module(self, name, register):
        return importlib.import_module(name)

    def make_special(self, name, register):
        return {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}[name]

    def make_path(self, text, register):
        return inside(self.directory, text)

    def make_value(self, parts, register):
        name, arguments = parts[0], parts[1:]
        if name in _FILLED:
            target = announce(getattr(collections, name.partition(".")[2])(), register)
            if len(arguments) == 2:
                target.default_factory = self.build(arguments[0])
            return self.fill_dict(target, arguments[-1])
        if name == "enum.Flag":
            return enum.EnumMeta.__call__(self.build(arguments[0]), self.build(arguments[1]))
        if name == "collections.deque":
            return collections.deque(*self.items(arguments))
        make = maker_of(name)
        return make_standard(name, self.items(arguments)) if make is None else make(self, arguments, register)

    def make_file(self, form, register):
        if "path" not in form:
            is_text = not form["mode"].startswith("rb")
            content = self.build(form["content"])
            file = io.StringIO(content, newline="\n") if is_text else io.BytesIO(content.encode("latin-1"))
            file.seek(form["position"])
            return announce(file, register)
        path = inside(self.directory, form["path"])
        return announce(open_again(path, form), register)

    def make_object(self, form, register):
        cls, layout = self.class_of(form["class"])
        if "arguments" in form:
            target = new_exception(cls, self.items(form["arguments"]))
        else:
            target = self.new_instance(cls, form.get("base"), register)
        announce(target, register)
        for part in ("state", "slots"):
            attributes = form.get(part) or {}
            for name in sorted(attributes):
                item = attributes[name]
                set_attribute(target, layout, name, item if type(item) in _ATOMS else self.build(item))
        return target

    def make_made(self, form, register):
        """An object as the repository made it: the code that the form names runs."""
        self.runs_code = True
        target = announce(self.first_made(form), register)
        for since in form.get("since") or []:
            if "attribute" in since:
                value = self.build(since["value"])
                run_foreign(lambda: setattr(target, since["attribute"], value))
            else:
                self.call(self.step(target, {"attribute": since["call"]}), since)
        if "class" in form and type_name(type(target)) != form["class"]:
            raise Refused("making", "gives " + type_name(type(target)) + " and not " + form["class"])
        return target

    def first_made(self, form):
        if "of" not in form:
            return self.call(resolve_callable(form["call"]), form)
        target = self.build(form["of"])
        if "call" in form:
            return self.call(self.step(target, {"attribute": form["call"]}), form)
        for step in form["take"]:
            target = self.step(target, step)
        return target

    def call(self, function, form):
        given = form.get("keywords") or {}
        positional = self.items(form.get("positional") or [])
        keywords = {name: self.build(given[name]) for name in sorted(given)}
        return run_foreign(lambda: function(*positional, **keywords))

    def step(self, target, step):
        if step.get("attribute") == "__call__":
            return target
        if "attribute" in step:
            return run_foreign(lambda: getattr(target, step["attribute"]))
        item = self.build(step["item"])
        return run_foreign(lambda: target[item])

    def class_of(self, name):
        """The class of that name, with the layout of its instances."""
        found = self.layouts.get(name)
        if found is None:
            cls = resolve(name)
            found = self.layouts[name] = cls, Layout(cls)
        return found

    def new_instance(self, cls, base, register):
        if base is None:
            return self.new_attribute_holder(cls)
        for kind in (list, dict, set, bytearray, collections.deque, io.StringIO, io.BytesIO):
            if issubclass(cls, kind):
                return self.new_container(cls, kind, base, register)
        part = self.build(base)
        kind = type(part)
        if not issubclass(cls, kind):
            raise Refused("malformed", "base of " + cls.__name__)
        if kind in (int, float, complex, str, bytes, tuple, frozenset):
            return kind.__new__(cls, part)
        arguments = self.items(base["value"][1:])
        if kind in (datetime.datetime, datetime.time):
            return kind.__new__(cls, *arguments[:-1], fold=arguments[-1])
        target = kind.__new__(cls, *arguments)
        if kind.__init__ is not object.__init__:
            kind.__init__(target, *arguments)
        return target

    def new_attribute_holder(self, cls):
        for base in bases_of(cls):
            if is_native(base):
                return base.__new__(cls)
        raise Refused("malformed", "class " + cls.__name__)

    def new_container(self, cls, kind, base, register):
        if kind in (io.StringIO, io.BytesIO):
            part = self.build(base)
            target = kind.__new__(cls)
            kind.__init__(target, part.getvalue())
            kind.seek(target, part.tell())
            return target
        native = collections.OrderedDict if issubclass(cls, collections.OrderedDict) else kind
        native = collections.defaultdict if issubclass(cls, collections.defaultdict) else native
        target = announce(native.__new__(cls), register)
        native.__init__(target)
        if kind is dict:
            pairs = base["value"][-1] if "value" in base else base
            if native is collections.defaultdict:
                native.default_factory.__set__(target, self.build(base["value"][1]))
            return self.fill_dict(target, pairs)
        if kind is list:
            return self.fill_list(target, base)
        kind.__init__(target, self.build(base))
        return target

    def make_local_class(self, form, register):
        """The class of a text, one for each such text and values: two values of a class that a recipe writes twice are of one class."""
        self.runs_code = True
        key = canonical(form)
        if key not in self.classes:
            values = form.get("values") or {}
            given = {name: self.build(values[name]) for name in sorted(values)}
            self.classes[key] = run_foreign(lambda: make_class(form["text"], given))
        return self.classes[key]

    def make_function(self, form, register):
        values = form.get("values") or {}
        return make_function(form["text"], {name: self.build(values[name]) for name in sorted(values)})

    def make_callback(self, table, register):
        answers = {}
        for call in table["calls"]:
            key = canonical({"positional": call["positional"], "keywords": call.get("keywords") or {}})
            answers.setdefault(key, call)
        return make_callback(self, answers, table.get("name") or "callback")


def announce(value, register):
    """Registers a mutable value before it is filled."""
    if register is not None:
        register(value)
    return value


def open_again(path, form):
    """A file of the case opened as it was, without cutting it, at its position."""
    mode = form["mode"]
    if "w" in mode or "x" in mode:
        mode = mode.replace("w", "r").replace("x", "r")
        mode = mode if "+" in mode else mode + "+"
    encoding = form.get("encoding")
    file = open(path, mode, encoding=encoding) if encoding and "b" not in mode else open(path, mode)
    file.seek(form["position"])
    return file


def new_exception(cls, arguments):
    """An exception with its arguments set and the built-in part initialised; no constructor of the repository runs."""
    for base in bases_of(cls):
        if members_of(base).get("__init__") is not None and base.__module__ == "builtins":
            target = base.__new__(cls, *arguments)
            try:
                base.__init__(target, *arguments)
            except TypeError:
                BaseException.__init__(target, *arguments)
            return target
    raise Refused("malformed", "exception " + cls.__name__)


def set_attribute(target, layout, name, value):
    """Sets an attribute where it is stored: the instance's dictionary, or the slot of that name."""
    if name in layout.slots:
        layout.slots[name].__set__(target, value)
    elif layout.dictionary is not None:
        dict.__setitem__(layout.dictionary.__get__(target), sys.intern(name), value)
    else:
        raise Refused("malformed", type(target).__name__ + " has no attribute " + name)


class UnknownCall(LookupError):
    """A callback was called with arguments that the original was never seen with."""


def make_callback(builder, answers, name):
    """A function that answers from a table; each answer is built anew."""

    def callback(*positional, **keywords):
        writer = RecipeWriter(Anything())
        forms = {
            "positional": [writer.encode(value) for value in positional],
            "keywords": {key: writer.encode(keywords[key]) for key in sorted(keywords)},
        }
        call = answers.get(canonical(portable(writer.finish(forms))))
        if call is None:
            raise UnknownCall("callback " + name + " has no answer for these arguments")
        if call.get("raises") is not None:
            raise Builder(builder.shared, builder.directory).build(call["raises"])
        return Builder(builder.shared, builder.directory).build(call.get("returns"))

    callback.__name__ = callback.__qualname__ = name
    CALLBACK_CODES[id(callback.__code__)] = callback.__code__
    return callback


CALLBACK_CODES = {}


def is_callback(function):
    """True for functions made from a recorded table."""
    return id(function.__code__) in CALLBACK_CODES
