"""
Tables of the calls that were made to functions without a name, while a call of a target was under way (`callback` of `recipe/1`), and of the
items that generators gave.
"""

import types

from diorama_encoding import canonical
from diorama_frames import arguments_of
from diorama_names import Refused
from diorama_recipes import MOST_ITERATOR_ITEMS, portable, recipe_of_call
from diorama_tracing import UNKNOWN

MOST_CALLBACK_CALLS = 64


class Table:
    """The calls of one function or mock; `problem` is why they cannot be written."""

    def __init__(self, function, code):
        self.code, self.function = code, function
        self.is_mock = type(function) is not types.FunctionType
        self.is_patch = False
        self.calls = []
        self.known = set()
        self.problem = None

    def begin_call(self, frame, context):
        """The call that a frame of the code begins, None where there is none to write."""
        try:
            arguments = self.arguments_of(frame)
            if arguments is None:
                return None
            call = portable(unshared(recipe_of_call(arguments[0], arguments[1], None, context, False)))
        except Refused as refusal:
            self.problem = self.problem or refusal
            return None
        if self.is_repeated(call):
            return None
        if len(self.calls) >= MOST_CALLBACK_CALLS:
            self.problem = self.problem or Refused("too_large", "callback")
            return None
        self.calls.append(call)
        return call

    def end_call(self, call, value, exception, context):
        """What came of a call."""
        try:
            if exception is UNKNOWN:
                raise Refused("local_function", "a callback that raised")
            key, shown = ("returns", value) if exception is None else ("raises", exception)
            call[key] = unshared(recipe_of_call([shown], {}, None, context, False))["positional"][0]
        except Refused as refusal:
            self.problem = self.problem or refusal

    def arguments_of(self, frame):
        """As `arguments_of` a frame of the code; None where another mock is called."""
        if not self.is_mock:
            return arguments_of(frame, self.function)
        positional, keywords = arguments_of(frame, None)
        return (positional[1:], keywords) if positional[0] is self.function else None

    def is_repeated(self, call):
        """True for a call that was made before: what stands for a patch answers by arguments alone."""
        if not self.is_patch:
            return False
        key = canonical(call)
        is_known = key in self.known
        self.known.add(key)
        return is_known


class Stream:
    """The items that a generator of a test gives while a call of a target is under way; `problem` is why they cannot be written."""

    is_mock = is_patch = False

    def __init__(self, generator):
        self.frame, self.code = generator.gi_frame, generator.gi_code
        self.function = generator
        self.items = []
        self.problem = None

    def begin_call(self, frame, context):
        """Its first item is asked for: no call."""

    def give(self, item, context):
        try:
            if len(self.items) >= MOST_ITERATOR_ITEMS:
                raise Refused("too_large", "iterator")
            self.items.append(unshared(recipe_of_call([item], {}, None, context, False))["positional"][0])
        except Refused as refusal:
            self.problem = self.problem or refusal

    def fail(self):
        self.problem = self.problem or Refused("iterator", "a generator that raised")


def unshared(recipe):
    """The arguments of a callback's call: they must be writable without `shared` and files."""
    if recipe["shared"] or recipe["files"]:
        raise Refused("state", "shared values of a callback")
    return {"positional": recipe["positional"], "keywords": recipe["keywords"]}


def fill_tables(form, tables):
    """A recipe with the recorded calls and items in the place of the numbers of their tables."""
    if type(form) is list:
        return [fill_tables(item, tables) for item in form]
    if type(form) is not dict:
        return form
    callback = form.get("callback")
    if type(callback) is dict and "table" in callback:
        return {"callback": {"name": callback["name"], "calls": tables[callback["table"]].calls}}
    items = form.get("iterator")
    if type(items) is dict:
        return {"iterator": tables[items["table"]].items}
    return {key: fill_tables(item, tables) for key, item in form.items()}
