"""Notes how objects are made while a repository's tests run: the calls that test code makes into the repository's constructors,
class methods and functions, the calls of methods since, and what they were given, written as recipes when they were made.

A call of a target is then written a second time with such objects as `made` values. That this builds the same again is
proven afterwards (`diorama_proving`); here it is only noted. Everything is bounded by counts.
"""

import os
import types
import weakref
from builtins import BaseException, bool, bytes, complex, dict, float, frozenset, getattr, id, int, issubclass, len, list
from builtins import range, set, str, tuple, type

from diorama_frames import arguments_of, unwrap
from diorama_names import MISSING, Refused, attributes_of, bases_of, lookup, members_of, name_of_class, own_text
from diorama_places import RecordingContext
from diorama_recipes import RecipeWriter, _Cell, plain, write_call
from diorama_tracing import UNKNOWN

MOST_TEST_CALLS = 80  # calls noted in one test
MOST_OTHER_CALLS = 2000  # calls noted while no test runs: imports of test modules, fixtures of a session
MOST_CALLS = 60000  # calls noted altogether
MOST_INNER_CALLS = 1000  # calls of a code object by the repository itself, since one by test code, before it is left alone for the rest of a test
MOST_INNER_LATER = 50  # of those of one that was left alone in an earlier test
MOST_CALL_NODES = 400  # values that a noted call was given
MOST_SINCE = 24  # calls of methods since
MOST_STRONG = 64  # objects kept that cannot be referred to weakly
MOST_PARTS = 24  # objects found in a container that a call gave
MOST_SEARCHES = 48  # searches, for calls of one target, of an object among what others hold
MOST_VAIN = 8  # searches for one target that all find nothing before it is left
MOST_SEARCHED = 160  # values looked at in one object that may hold it
MOST_STEPS = 6  # attributes and items on the way to it
MOST_HOLDERS = 4  # objects made last that are searched
DEEPEST = 12  # objects made of objects
_GENERATOR_FLAGS = 0x20 | 0x80 | 0x200
_ATOMS = (type(None), bool, int, float, complex, str, bytes, type, types.FunctionType, types.ModuleType, types.MethodType)
_CONTAINERS = (list, tuple, dict)
# Guests that call the repository as test code does.
_MAKERS = ("diorama_harvest.py", "diorama_building.py")
# Methods with a name of the language's that are noted among the calls since.
_CHANGING = ("__call__", "__setattr__", "__delattr__", "__setitem__", "__delitem__", "__enter__", "__exit__")


class Making:
    """How one object was made. `first` has `call`, `positional`, `keywords`, and of methods and parts `of`; the forms hold other makings."""

    __slots__ = ("first", "since", "kind", "is_whole", "__weakref__")

    def __init__(self, first, kind):
        self.first, self.kind = first, kind
        # Calls of methods since, in their order; None in the place of one that failed.
        self.since = []
        # False where a call since could not be written: then only equal states prove anything.
        self.is_whole = True


class _Placeholder:
    """Stands in a form for an object that was made: with all calls since, or, where `count` says so, as it was after the first of them."""

    __slots__ = ("making", "count")

    def __init__(self, making, count=None):
        self.making, self.count = making, count


class Makings:
    """The makings of the objects that there are."""

    def __init__(self, tree, import_roots, excluded):
        self.tree = tree
        self.context = RecordingContext(tree, import_roots, excluded, lambda function: None, lambda generator: None)
        self.by_id, self.strong = {}, []
        self.pending = {}
        self.outside, self.inner, self.functions = {}, {}, {}
        self.codes = []
        self.calls = self.test_calls = 0
        self.searches = {}
        self.recent = []
        self.is_in_test = False

    def begin_test(self, is_test):
        self.is_in_test = is_test
        self.test_calls = 0
        for key in self.strong:
            self.by_id.pop(key, None)
        self.strong, self.recent = [], []
        self.pending.clear()

    # Calls that test code makes.

    def is_outside(self, code):
        """True for test code."""
        known = self.outside.get(id(code))
        if known is None:
            is_maker = os.path.basename(os.path.realpath(code.co_filename)) in _MAKERS
            known = is_maker or self.context.is_of_tests(code.co_filename)
            self.outside[id(code)] = known
            self.codes.append(code)
        return known

    def may_make(self, code):
        """True for code whose calls are watched; asked once for each."""
        if code.co_name.startswith("<") or code.co_flags & _GENERATOR_FLAGS or code.co_name == "__del__":
            return False
        if code.co_filename == "<string>" or code.co_filename.startswith("<attrs generated"):
            return code.co_name in ("__init__", "__create_fn__")
        path = os.path.realpath(code.co_filename)
        is_of_tests = self.context.is_excluded(os.path.relpath(path, self.tree))
        return path.startswith(self.tree + os.sep) and (code.co_name == "__init__" or not is_of_tests)

    def entered(self, frame):
        """Begins a note where test code makes the call; tells whether the code is still to be watched in this test."""
        back, code = frame.f_back, frame.f_code
        if back is None or not self.is_outside(back.f_code):
            left = self.inner.get(id(code), MOST_INNER_CALLS) - 1
            self.inner[id(code)] = left or MOST_INNER_LATER
            return left > 0
        self.inner[id(code)] = MOST_INNER_CALLS
        most = MOST_TEST_CALLS if self.is_in_test else MOST_OTHER_CALLS
        if self.test_calls >= most or self.calls >= MOST_CALLS:
            self.lose_track(frame)
            return True
        try:
            note = self.note_of(frame)
        except Refused:
            self.lose_track(frame)
            return True
        if note is not None:
            self.calls += 1
            self.test_calls += 1
            self.pending[id(frame)] = (frame, note)
        return True

    def is_under_way(self, frame):
        return id(frame) in self.pending

    def left(self, frame, value, exception):
        kept = self.pending.pop(id(frame), None)
        if kept is None or kept[0] is not frame:
            return
        first, result = kept[1]
        if exception is not None:
            self.drop(first)
            return
        self.keep(value if result is MISSING else result, first)

    def note_of(self, frame):
        """`(how, object that it makes or MISSING)` of a call that test code makes, or None where there is nothing to note. Raises `Refused`."""
        code = frame.f_code
        name, module = code.co_name, str(frame.f_globals.get("__name__"))
        held = frame.f_locals
        own = held[code.co_varnames[0]] if code.co_argcount and code.co_varnames[0] in held else MISSING
        if own is not MISSING and not issubclass(type(own), type) and not is_atom(own):
            found = self.member_of(type(own), name, code)
            if found is not None:
                return self.note_of_method(frame, own, name, found)
        if own is not MISSING and issubclass(type(own), type):
            found = self.member_of(own, name, code)
            if found is not None and (type(found) is classmethod or name == "__new__"):
                return self.call_of_class(own, None if name == "__new__" else name, frame, unwrap(found, code)), MISSING
            found = self.member_of(type(own), name, code) if name == "__call__" else None
            if found is not None:
                return self.call_of_class(own, None, frame, unwrap(found, code)), MISSING
        for path in (name, getattr(code, "co_qualname", name)):
            function = unwrap(lookup(module, path), code) if "<" not in path else None
            if function is not None and self.context.is_importable(module):
                return self.first_call(module + ":" + path, frame, function, 0), MISSING
        return None

    def note_of_method(self, frame, own, name, found):
        function = unwrap(found, frame.f_code)
        if name == "__init__":
            # One that `__new__` has given already is known; of several constructors the first has what the class was given.
            first = next(members_of(base)[name] for base in bases_of(type(own)) if name in members_of(base))
            if self.known(own) is not None or unwrap(first, frame.f_code) is None:
                return None
            return self.call_of_class(type(own), None, frame, function), own
        making = self.known(own)
        if making is None or (name.startswith("__") and name.endswith("__") and name not in _CHANGING):
            return None
        if type(found) is property:
            return {"of": _Placeholder(making), "take": [{"attribute": name}]}, MISSING
        given = self.first_call(name, frame, function, 1)
        first = dict(given, of=_Placeholder(making, len(making.since)))
        if len(making.since) >= MOST_SINCE:
            raise Refused("too_large", "calls since")
        making.since.append(given)
        return first, MISSING

    def drop(self, first):
        """A call that failed is not among the calls since: it would fail again. What it has changed nevertheless is seen where the making is proven."""
        owner = first.get("of")
        if type(owner) is _Placeholder and owner.count is not None:
            owner.making.since[owner.count] = None
            owner.making.is_whole = False

    def lose_track(self, frame):
        """A call that is not noted may have changed the object that it is a method of."""
        code = frame.f_code
        own = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        making = self.known(own) if not is_atom(own) else None
        if making is not None:
            making.is_whole = False

    def first_call(self, path, frame, function, skipped, of=()):
        """The call of `path`, of the value in `of` where there is one."""
        positional, keywords = arguments_of(frame, function)
        self.context.begin_case(None)
        writer = NoteWriter(self)
        written = write_call(writer, list(of) + positional[skipped:], keywords, None, False)
        if written["shared"] or written["files"]:
            raise Refused("state", "what a call is given twice")
        given = {"call": path, "positional": written["positional"][len(of) :], "keywords": written["keywords"]}
        return dict(given, of=written["positional"][0]) if of else given

    def call_of_class(self, cls, method, frame, function):
        """The call of a class, or of a class method, whose frame has the class or its instance in front."""
        name = name_of_class(cls)
        if name is not None and self.context.is_importable(name.partition(":")[0]):
            return self.first_call(name if method is None else name + "." + method, frame, function, 1)
        return self.first_call(method or "__call__", frame, function, 1, (cls,))

    def member_of(self, cls, name, code):
        """The member of a class or its bases whose code this is, else None."""
        for base in bases_of(cls):
            found = members_of(base).get(name, MISSING)
            if found is MISSING and name.startswith("__") and not name.endswith("__"):
                found = members_of(base).get("_" + base.__name__.lstrip("_") + name, MISSING)
            if found is not MISSING and (name == "__new__" or unwrap(found, code) is not None):
                return found
        return None

    # Objects that were made.

    def keep(self, value, first):
        """Remembers how a value was made, or, of a container, those that it holds."""
        if is_atom(value):
            return
        if type(value) in _CONTAINERS:
            if "call" in first:
                self.keep_parts(value, Making(first, type(value)))
        elif self.known(value) is None:
            self.register(value, Making(first, type(value)))

    def keep_parts(self, container, making):
        found = []
        for item, steps in items_within(container, MOST_PARTS, 3):
            if type(item) not in _CONTAINERS and self.known(item) is None:
                found.append((item, steps))
        for item, steps in found:
            self.register(item, Making({"of": _Placeholder(making), "take": steps}, type(item)))

    def register(self, value, making):
        key = id(value)
        try:
            reference = weakref.ref(value, lambda _: self.by_id.pop(key, None))
        except TypeError:
            if len(self.strong) >= MOST_STRONG:
                return
            self.strong.append(key)
            reference = lambda: value
        self.by_id[key] = (reference, making)
        self.recent.append(key)
        del self.recent[:-MOST_HOLDERS]

    def known(self, value):
        """The making of exactly this object, or None."""
        entry = self.by_id.get(id(value))
        return entry[1] if entry is not None and entry[0]() is value else None

    def reached(self, values, target):
        """Makings, by id, of objects among what a target is given that objects made last hold in an attribute or item, by the shortest way."""
        wanted = {
            id(value)
            for value in values
            if not is_atom(value) and type(value) not in _CONTAINERS and self.known(value) is None
        }
        found = {}
        count, successes = self.searches.get(target, (0, 0))
        if not wanted or not self.recent or count >= (MOST_SEARCHES if successes else MOST_VAIN):
            return found
        self.search(wanted, found)
        self.searches[target] = (count + 1, successes + bool(found))
        return found

    def search(self, wanted, found):
        for key in reversed(self.recent):
            if len(found) == len(wanted):
                return
            entry = self.by_id.get(key)
            holder = None if entry is None else entry[0]()
            if holder is None:
                continue
            for item, steps in items_within(holder, MOST_SEARCHED):
                if id(item) in wanted and id(item) not in found:
                    found[id(item)] = Making({"of": _Placeholder(entry[1]), "take": steps}, type(item))

    def write(self, target, positional, keywords, receiver, has_receiver, context):
        """`(recipe, whether every call since is in it)` of a call with objects as they were made; None where none of them is known. Raises `Refused`."""
        given = [receiver] * has_receiver + list(positional) + list(keywords.values())
        writer = MadeWriter(context, self, self.reached(given, target))
        recipe = write_call(writer, positional, keywords, receiver, has_receiver)
        return (recipe, writer.is_whole) if writer.uses_made else None


def is_atom(value):
    return type(value) in _ATOMS


def items_within(value, most, deepest=MOST_STEPS):
    """`[(item, steps to it)]` of what a container or object holds, each once, the nearest first."""
    found, seen, front = [], {id(value)}, [(value, [])]
    for _ in range(deepest):
        following = []
        for holder, steps in front:
            for item, step in steps_from(holder):
                if is_atom(item) or id(item) in seen:
                    continue
                if len(found) >= most:
                    return found
                seen.add(id(item))
                found.append((item, steps + [step]))
                following.append(found[-1])
        front = following
    return found


def steps_from(holder):
    """`[(item, step)]` of what a value holds directly; of objects public attributes."""
    kind = type(holder)
    if kind in _CONTAINERS:
        return items_of(holder, kind)
    if is_atom(holder):
        return []
    try:
        attributes, slots = attributes_of(holder)
    except (Refused, AttributeError):
        return []
    named = dict(slots, **attributes)
    own = [(named[name], {"attribute": name}) for name in sorted(named) if not name.startswith("_")]
    return own + items_of(holder, kind)


def items_of(holder, kind):
    """`[(item, step)]` of what a list, tuple, dictionary or one of a class below those holds."""
    if issubclass(kind, dict):
        return [(item, {"item": key}) for key, item in dict.items(holder) if type(key) in (str, int)][:MOST_PARTS]
    if issubclass(kind, (list, tuple)):
        base = list if issubclass(kind, list) else tuple
        return [(item, {"item": at}) for at, item in enumerate(base.__iter__(holder))][:MOST_PARTS]
    return []


class NoteWriter(RecipeWriter):
    """Writes what a noted call was given; objects that were made stand in it as such."""

    def __init__(self, makings):
        RecipeWriter.__init__(self, makings.context)
        self.nodes_left = MOST_CALL_NODES
        self.makings = makings

    def compound(self, value, kind):
        making = self.makings.known(value)
        if making is not None:
            return _Placeholder(making)
        return RecipeWriter.compound(self, value, kind)

    def order_key(self, form):
        return RecipeWriter.order_key(self, opened(form))


def opened(form):
    """A form whose objects that were made are told apart by their class alone, for ordering."""
    if type(form) is _Placeholder:
        return {"made": str(form.making.kind)}
    if type(form) is _Cell:
        return opened(plain(form)) if not holds_placeholder(form.form) else {"made": "?"}
    if type(form) is list:
        return [opened(item) for item in form]
    return {key: opened(item) for key, item in form.items()} if type(form) is dict else form


def holds_placeholder(form):
    if type(form) is _Placeholder:
        return True
    if type(form) is list:
        return any(holds_placeholder(item) for item in form)
    return type(form) is dict and any(holds_placeholder(item) for item in form.values())


class MadeWriter(RecipeWriter):
    """Writes a call with objects as they were made."""

    def __init__(self, context, makings, reached):
        RecipeWriter.__init__(self, context)
        self.makings, self.reached = makings, reached
        self.uses_made, self.is_whole = False, True
        self.depth_made = 0

    def compound(self, value, kind):
        making = self.makings.known(value) or self.reached.get(id(value))
        if making is None:
            return RecipeWriter.compound(self, value, kind)
        return self.made(making, None)

    def made(self, making, count):
        """The cell of an object that was made; one that is asked for as it was earlier stands apart."""
        most = len(making.since)
        key = id(making) if count is None or count == most else (id(making), count)
        known = self.cells.get(key)
        if known is not None:
            known.uses += 1
            return known
        if self.depth_made >= DEEPEST:
            raise Refused("too_deep", "objects made of objects")
        self.depth_made += 1
        self.uses_made = True
        self.is_whole = self.is_whole and making.is_whole
        cell = self.cells[key] = _Cell(making)
        form = {part: self.expanded(item) for part, item in making.first.items()}
        name = name_of_class(making.kind)
        if name is not None and making.kind not in _CONTAINERS and self.importable(name) is not None:
            form["class"] = name
        since = [call for call in making.since[:count] if call is not None]
        if since:
            form["since"] = [self.expanded(call) for call in since]
        cell.form = {"made": form}
        self.depth_made -= 1
        return cell

    def expanded(self, form):
        if type(form) is _Placeholder:
            return self.made(form.making, form.count)
        if type(form) is list:
            return [self.expanded(item) for item in form]
        return {key: self.expanded(item) for key, item in form.items()} if type(form) is dict else form


class LookWriter(RecipeWriter):
    """Writes what can be written of values: what cannot stands as its reason. Two values that look alike here need not be."""

    def attribute(self, kind, name, value):
        left = self.depth_left
        try:
            return self.encode(value)
        except Refused as refusal:
            self.depth_left = left
            return {"special": refusal.reason}

    def class_name(self, cls):
        return RecipeWriter.class_name(self, cls) if self.class_by_text(cls) is None else "?:" + cls.__name__
