"""The same call with its inputs by their state, where a recipe says how they are made: made once, here, and then written down.

Whoever is judged gets what is written: no code of the repository makes inputs in a candidate's process, none is seen there, and an input
is the same in whatever order cases run. Only where a state cannot be written the recipe stays as it is.
"""

import os

import diorama_case
import diorama_directory
import diorama_values
import diorama_world as world
from diorama_building import Builder, build_with
from diorama_names import ModuleNames, Refused, type_name
from diorama_recipes import RecipeWriter, write_call


def holds_made(form):
    """Whether anything in a form is made by code of the repository."""
    if type(form) is list:
        return any(holds_made(item) for item in form)
    if type(form) is not dict:
        return False
    return type(form.get("made")) is dict or any(holds_made(item) for item in form.values())


def settle(recipe, module, places, tracer):
    """
    A recipe that says how its inputs are made with their state instead; as it is where that cannot be written. None: it says nothing of that
    kind. `module` is the target's, `tracer` its tracer. Raises `Refused` where it cannot be built, or where a candidate would make its own inputs.
    """
    if not holds_made(recipe):
        return None
    if recipe.get("patches"):
        raise Refused("making", "a case that finds attributes replaced")
    diorama_directory.enter(places["case"])
    world.restart()
    builder = _Builder(recipe.get("shared") or [], places["case"])
    inputs = diorama_case.with_variables(recipe.get("variables") or {}, tracer.call, build_with, builder, recipe)[0]
    runs_target = bool(tracer.take())
    try:
        return _written(inputs, recipe, _Context(places["case"], module, builder.tables))
    except Refused:
        if runs_target:
            raise Refused("making", "the target makes its own inputs")
        return recipe


def _written(inputs, recipe, context):
    receiver, positional, keywords = inputs
    writer = RecipeWriter(context)
    writer.files = dict(recipe.get("files") or {})
    has_receiver = receiver is not diorama_values.NOTHING
    written = write_call(writer, positional, keywords, receiver, has_receiver)
    if writer.files != (recipe.get("files") or {}):
        raise Refused("file", "a file that the case does not have")
    written["variables"] = recipe.get("variables") or {}
    return written


class _Builder(Builder):
    """Remembers which tables its functions answer from."""

    def __init__(self, shared, directory):
        Builder.__init__(self, shared, directory)
        self.tables = {}

    def make_callback(self, table, register):
        function = Builder.make_callback(self, table, register)
        self.tables[id(function)] = function, table
        return function


class _Context:
    """What is importable is loaded here; paths of the case's directory are told as such."""

    replaced = frozenset()

    def __init__(self, directory, module, tables):
        self._directory, self._module, self._tables = directory, module, tables
        self._names = ModuleNames()

    def is_importable(self, module):
        return module != "__main__" and not module.startswith("diorama_")

    def place(self, text, files):
        if self._directory not in text:
            return text
        if not text.startswith(self._directory + os.sep):
            raise Refused("temporary_path", "a text with the case's directory in it")
        return {"path": text[len(self._directory) + 1 :]}

    def globals_of(self, value):
        return self._names.find(value, (self._module, type_name(type(value)).partition(":")[0]))

    def callback(self, function):
        known = self._tables.get(id(function))
        return None if known is None else {"callback": known[1]}
