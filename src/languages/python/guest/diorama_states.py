"""Inputs of a call by their state, where a recipe says how they are made: made here, and then written down."""

import os
from builtins import any, dict, id, list, type

from diorama_building import NOTHING, Builder
from diorama_names import ModuleNames, Refused, type_name
from diorama_recipes import RecipeWriter, write_call


def holds_made(form):
    """Whether anything in a form is made by code of the repository, or of a test."""
    if type(form) is list:
        return any(holds_made(item) for item in form)
    if type(form) is not dict:
        return False
    return type(form.get("made")) is dict or type(form.get("local_class")) is dict or any(holds_made(item) for item in form.values())


class StateBuilder(Builder):
    """Remembers which tables its functions answer from, so that they can be written again."""

    def __init__(self, shared, directory):
        Builder.__init__(self, shared, directory)
        self.tables = {}

    def make_callback(self, table, register):
        function = Builder.make_callback(self, table, register)
        self.tables[id(function)] = function, table
        return function


class StateContext:
    """
    The context of what was built in this process, in the case's directory `directory`: all modules are importable, and paths of the directory
    are told as such. `module` is the target's, `tables` a builder's.
    """

    replaced = frozenset()

    def __init__(self, directory, module, tables):
        self.directory, self.module, self.tables = directory, module, tables
        self.names = ModuleNames()

    def is_importable(self, module):
        return module != "__main__" and not module.startswith("diorama_")

    def place(self, text, files):
        if self.directory not in text:
            return text
        if not text.startswith(self.directory + os.sep):
            raise Refused("temporary_path", "a text with the case's directory in it")
        return {"path": text[len(self.directory) + 1 :]}

    def globals_of(self, value):
        return self.names.find(value, (self.module, type_name(type(value)).partition(":")[0]))

    def written(self, function):
        return None

    def written_class(self, cls):
        return None

    def callback(self, function):
        known = self.tables.get(id(function))
        return None if known is None else {"callback": known[1]}

    def stream(self, generator):
        return None


def write_states(inputs, recipe, context, kind=RecipeWriter):
    """The recipe of a call by the state of its inputs, as `build_with` gave them for `recipe`. Raises `Refused`."""
    receiver, positional, keywords = inputs
    files = recipe.get("files") or {}
    writer = kind(context)
    writer.files = dict(files)
    written = write_call(writer, positional, keywords, receiver, receiver is not NOTHING)
    if writer.files != files:
        raise Refused("file", "a file that the case does not have")
    written["variables"] = recipe.get("variables") or {}
    if recipe.get("order"):
        written["order"] = recipe["order"]
    return written
