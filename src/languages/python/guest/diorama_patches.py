"""What a test has replaced: attributes of modules and classes that pytest's `monkeypatch` or `unittest.mock.patch` set or deleted.

Their values join the inputs of a recorded call; functions and mocks become tables of the calls made to them while the
target runs.
"""

import functools
import sys
import types

from diorama_frames import unwrap
from diorama_names import MISSING, Refused, members_of, name_of_class, own_text

MOST_PATCHES = 16
_MOCK_MODULES = ("unittest.mock", "mock.mock", "mock")


class Patch:
    """A replaced attribute: `owner` as recipes name it, the value that now stands there, `MISSING` where it is deleted."""

    __slots__ = ("owner", "name", "value", "is_static")

    def __init__(self, owner, name, value, holder):
        self.owner, self.name, self.value = owner, name, value
        self.is_static = False
        if isinstance(holder, type):
            # What a class does not bind when it is asked for it.
            self.is_static = type(value) is staticmethod or is_callable_mock(value)
            if type(value) is staticmethod:
                self.value = value.__func__

    def path(self):
        return self.owner + ("." if ":" in self.owner else ":") + self.name


class Unwritable(Exception):
    """A patch whose value has no recipe."""

    def __init__(self, patch):
        Exception.__init__(self, patch)
        self.patch = patch


class Replaced:
    """An attribute under replacement: what it was before, and how many replacements are not undone yet."""

    __slots__ = ("owner", "holder", "name", "before", "count")

    def __init__(self, owner, holder, name, before):
        self.owner, self.holder, self.name, self.before = owner, holder, name, before
        self.count = 0

    def now(self):
        members = members_of(self.holder) if isinstance(self.holder, type) else vars(self.holder)
        return members.get(self.name, MISSING)


class PatchWatch:
    """Knows what is replaced. `is_importable` says of a module's name whether recipes may name it."""

    def __init__(self, is_importable):
        self.is_importable = is_importable
        self.replaced = {}
        self.watched = []

    def attach(self):
        """Watches the patching tools that are loaded by now."""
        monkeypatch = sys.modules.get("_pytest.monkeypatch")
        if monkeypatch is not None and monkeypatch not in self.watched:
            self.watched.append(monkeypatch)
            self.watch_monkeypatch(monkeypatch.MonkeyPatch)
        for name in _MOCK_MODULES:
            patcher = getattr(sys.modules.get(name), "_patch", None)
            if isinstance(patcher, type) and patcher not in self.watched:
                self.watched.append(patcher)
                self.watch_mock(patcher)

    def watch_monkeypatch(self, cls):
        absent = cls.setattr.__defaults__[0]

        def newest(own):
            begun = getattr(own, "_diorama_begun", 0)
            own._diorama_begun = len(own._setattr)
            for holder, name, before in own._setattr[begun:]:
                self.begin(holder, name, MISSING if before is absent else before)

        def all_of(own):
            own._diorama_begun = 0
            for holder, name, _ in own._setattr:
                self.end(holder, name)

        for name in ("setattr", "delattr"):
            watch(cls, name, after=newest)
        watch(cls, "undo", before=all_of)

    def watch_mock(self, cls):
        def entered(own):
            self.begin(own.target, own.attribute, own.temp_original if own.is_local else MISSING)

        def leaves(own):
            if hasattr(own, "temp_original"):
                self.end(own.target, own.attribute)

        watch(cls, "__enter__", after=entered)
        watch(cls, "__exit__", before=leaves)

    def begin(self, holder, name, before):
        key = id(holder), name
        if key not in self.replaced:
            owner = name_of_owner(holder)
            if owner is None or type(name) is not str or not self.is_importable(owner.partition(":")[0]):
                return
            self.replaced[key] = Replaced(owner, holder, name, before)
        self.replaced[key].count += 1

    def end(self, holder, name):
        known = self.replaced.get((id(holder), name))
        if known is not None:
            known.count -= 1
            if known.count <= 0:
                del self.replaced[id(holder), name]

    def active(self, target, frame):
        """What is replaced while a call begins, in a fixed order, without replacements of the target itself."""
        own = str(frame.f_globals.get("__name__")) + ":" + target.qualified_name + "."
        found = []
        for known in sorted(self.replaced.values(), key=lambda each: (each.owner, each.name)):
            value = known.now()
            patch = Patch(known.owner, known.name, value, known.holder)
            is_own = own.startswith(patch.path() + ".") or unwrap(known.before, frame.f_code) is not None
            if value is not known.before and not is_own:
                found.append(patch)
        return found


def watch(cls, name, before=None, after=None):
    """Has a method tell its instance to `before` it runs, or to `after` it has returned."""
    real = getattr(cls, name)

    def tell(listener, own):
        try:
            if listener is not None:
                listener(own)
        except Exception:
            # The test may have replaced what looking needs; it goes on as if nobody looked.
            pass

    @functools.wraps(real)
    def watched(own, *positional, **keywords):
        __tracebackhide__ = True
        tell(before, own)
        result = real(own, *positional, **keywords)
        tell(after, own)
        return result

    setattr(cls, name, watched)


def name_of_owner(owner):
    """`module` or `module:Class` where importing gives exactly this owner, else None."""
    if isinstance(owner, types.ModuleType):
        name = own_text(owner, "__name__")
        # Without a specification it is no module that could be imported, but one that a test has made.
        is_real = sys.modules.get(name) is owner and vars(owner).get("__spec__") is not None
        return name if is_real else None
    return name_of_class(owner) if isinstance(owner, type) else None


def mock_callables():
    """The classes whose `__call__` answers for mocks."""
    found = [getattr(sys.modules.get(name), "CallableMixin", None) for name in _MOCK_MODULES]
    return [cls for cls in found if isinstance(cls, type)]


def is_callable_mock(value):
    return mock_call_of(value) is not None


def mock_call_of(value):
    """The code that runs when a mock is called; None for what is no callable mock."""
    for cls in mock_callables():
        if issubclass(type(value), cls):
            return cls.__call__.__code__
    return None


def is_mock_call(code):
    return code.co_name == "__call__" and any(cls.__call__.__code__ is code for cls in mock_callables())


class PatchForms:
    """Writes patches with the writer of a call's arguments. Raises `Unwritable`."""

    def __init__(self, patches, context, tables):
        self.patches, self.context, self.tables = patches, context, tables

    def __call__(self, writer):
        return {"patches": [self.form_of(patch, writer) for patch in self.patches]}

    def form_of(self, patch, writer):
        form = {"owner": patch.owner, "name": patch.name}
        if patch.value is MISSING:
            return form
        opened = len(self.tables)
        try:
            form["value"] = self.value_of(patch.value, writer)
        except Refused:
            raise Unwritable(patch)
        for table in self.tables[opened:]:
            table.is_patch = True
        if patch.is_static:
            form["is_static"] = True
        return form

    def value_of(self, value, writer):
        if is_callable_mock(value):
            form = self.context.callback(value)
            if form is None:
                raise Refused("mock", "patch")
            return form
        if type(value) is not types.FunctionType:
            return writer.encode(value)
        # A function is not shared with anything: nobody can tell. A table of one that stands for another can be answered for.
        named = writer.named_function(value, type(value))
        return writer.function_by_table(value) if named is None else {"named": named}


def settle_patches(recipe, tables):
    """A recipe without the patches that cannot be answered for, and without functions that were not called."""
    kept = [patch for patch in recipe.get("patches", ()) if is_settled(patch.get("value"), recipe["shared"], tables)]
    rest = {key: item for key, item in recipe.items() if key != "patches"}
    return dict(rest, patches=kept) if kept else rest


def is_settled(form, shared, tables):
    number = table_of(form)
    if number is not None and not tables[number].calls:
        return False
    return all(tables[each].problem is None for each in tables_in(form, shared, set()))


def table_of(form):
    """The number of the table that a form is, else None."""
    callback = form.get("callback") if type(form) is dict else None
    return callback.get("table") if type(callback) is dict else None


def tables_in(form, shared, seen):
    """The numbers of all tables in a form, references followed."""
    number = table_of(form)
    if number is not None:
        return [number]
    if type(form) is dict and type(form.get("ref")) is int and form["ref"] not in seen:
        return tables_in(shared[form["ref"]], shared, seen | {form["ref"]})
    items = form if type(form) is list else list(form.values()) if type(form) is dict else []
    return [number for item in items for number in tables_in(item, shared, seen)]
