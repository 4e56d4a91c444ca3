"""Writes `observation/2`: what one case showed, as plain data that needs nothing of this process to be compared.

Nothing is shared here: a value met inside itself is `{"ref": depth of the enclosing value}`, everything else is
written out. Private attributes that cannot be written become `{"refused": …}` in place, for most comparisons ignore
them; anything else without a form refuses the whole case.
"""

import collections.abc
import functools
import os
import stat
import sys
import types
from builtins import BaseException, Exception, MemoryError, StopAsyncIteration, StopIteration, all, any, bool, dict, enumerate, frozenset, id, int, issubclass
from builtins import len, list, map, min, next, object, open
from builtins import range, set, sorted, str, type

from diorama_building import NOTHING, is_callback
from diorama_encoding import SAFE_INTEGER, Encoder, InstanceFacts, canonical, is_empty, standard_content, without_addresses
from diorama_functions import made_class, made_function
from diorama_libraries import is_immutable_of_library
from diorama_names import Layout, Refused, bases_of, is_named_constant, members_of, name_of, names_by_id, namespace_of, own_text
from diorama_names import public_classes
from diorama_names import type_name
from diorama_standard import is_immutable_standard

MOST_NODES = 100000
MOST_CHARACTERS = 2000000
MOST_DEPTH = 150
MOST_ITEMS = 1000
MOST_FILES = 256
MOST_FILE_BYTES = 1000000
MOST_MESSAGE = 2000
MOST_PLAIN_TEXT = 2000
# Of one attribute of an exception, in characters of its form.
MOST_DATA = 2000
# Collections by what they are asked, with a name that no attribute has.
_COLLECTIONS = (
    (collections.abc.Mapping, "items()", dict),
    (collections.abc.Set, "set()", set),
    (collections.abc.Sequence, "list()", list),
)
# Deeper than any value: where nothing refers to.
_NOWHERE = 1 << 30

_IMMUTABLE = (type(None), bool, int, float, complex, str, bytes, tuple, frozenset, type, types.FunctionType)
_IMMUTABLE_IDS = frozenset(map(id, _IMMUTABLE))
_listdir, _lstat, _open, _join = os.listdir, os.lstat, open, os.path.join


_places = {}


def places_of(directory, tree):
    """
    `[(path, word)]`, long paths first: what stands for the folders of a case in its texts; and the length of the shortest path. Where links
    lead is asked once in a process.
    """
    found = _places.get((directory, tree))
    if found is None:
        places = {(directory, "<private>"), (tree, "<tree>")}
        if directory is not None:
            places.add((os.path.realpath(directory), "<private>"))
        known = sorted([place for place in places if place[0]], key=lambda place: (-len(place[0]), place))
        found = _places[directory, tree] = known, min([len(path) for path, _ in known], default=0)
    return found


def is_defined_below(cls, tree):
    """True for a class whose module is a file below a folder."""
    module = sys.modules.get(members_of(cls).get("__module__"))
    path = None if module is None else module.__dict__.get("__file__")
    return tree is not None and type(path) is str and path.startswith(_join(tree, ""))


def without_words(form):
    """A form with `…` in the place of every text in which white space stands between other signs."""
    if type(form) is str:
        return "…" if len(form.split(None, 1)) > 1 else form
    if type(form) is list:
        return [without_words(item) for item in form]
    if type(form) is dict:
        return {name: without_words(item) for name, item in form.items()}
    return form


def call(function, *arguments, **keywords):
    """How an observer runs code of a case where nobody watches it."""
    return function(*arguments, **keywords)


def is_immutable(value):
    """True for what nobody can change."""
    kind = type(value)
    return id(kind) in _IMMUTABLE_IDS or issubclass(kind, type) or is_immutable_standard(kind) or is_immutable_of_library(kind)


class Written:
    """
    The form of a value that holds no reference to a value around it: it looks the same wherever it stands, or at the same depth
    where it holds references to itself or to what is in it, as long as none of its `members` is around it. Without references there are none
    to look at.
    """

    __slots__ = ("value", "form", "nodes", "characters", "members")

    @property
    def is_mutable(self):
        """False for what nobody can change, and for what is known by its name."""
        return not (type(self.form) is dict and "named" in self.form or is_immutable(self.value))

    def __init__(self, value, form, nodes, characters):
        self.value, self.form, self.nodes, self.characters = value, form, nodes, characters
        self.members = frozenset()


class Observer(Encoder):
    """
    Observes one case. `files` are the files the case began with, as in its recipe; `directory` is its private
    directory, `tree` the folder of the repository's code (both may be None). `private_attributes` are the `_x` names to
    write (None: all). `run` drives an awaitable to its end, for asynchronous generators; `call` calls a function with an
    argument: whatever else runs code of the case goes through it. `is_untouched` may know that the directory is as empty as it was made.
    """

    def __init__(self, directory=None, files=None, tree=None, private_attributes=None, run=None, call=call, is_untouched=None):
        Encoder.__init__(self, MOST_NODES, MOST_CHARACTERS, MOST_DEPTH)
        self.places, self.shortest_place = places_of(directory, tree)
        self.directory, self.tree = directory, tree
        self.files = files or {}
        self.is_untouched = is_untouched
        self.private_attributes = private_attributes
        self.run = run
        self.call = call
        self.open_values = []
        self.is_result = False
        self.facts = {}
        self.globals = {}
        self.known = {}
        self.visited = []
        self.outermost = _NOWHERE
        self.iterators = self.references = 0
        self.memos = []
        self.kept = {}
        self.of_result, self.shares = (), False

    # What callers use.

    def keep(self, parts):
        """From now on these parts of the inputs (`find_kept`) are told by their numbers, wherever they are met."""
        self.kept = parts

    def observe_returned(self, value, inputs):
        """The observation of a call that returned. `inputs` is what `build_case` gave, as it is after the call."""
        receiver, positional, keywords = inputs
        if receiver is NOTHING and is_plain(value) and all(map(is_plain, positional)) and all(map(is_plain, keywords.values())):
            # As `returned` has it: nothing of these can have changed, and each is written as it is.
            if self.is_untouched is not None and not self.files and self.is_untouched():
                kept = {name: keywords[name] for name in sorted(keywords)}
                return {"status": "returned", "value": value, "positional": list(positional), "keywords": kept, "files": {}}
        return self.guarded(lambda: self.returned(value, inputs))

    def observe_raised(self, exception, inputs):
        """The observation of a call that raised."""
        return self.guarded(
            lambda: self.afterwards({"status": "raised", "exception": self.exception(exception)}, inputs)
        )

    def guarded(self, observe):
        try:
            return observe()
        except Refused as refusal:
            return refused("observation", refusal)
        except RecursionError:
            return refused("observation", Refused("too_deep", "recursion"))
        except BaseException as problem:
            return refused("observation", Refused("malformed", type_name(type(problem))))

    def returned(self, value, inputs):
        name = self.argument_name(value, inputs)
        if name is None:
            self.is_result = True
            name = self.encode(value)
            self.is_result = False
            # Those whose forms are known are alive, so that nothing else has their ids.
            self.of_result = {id(known.value) for known in self.known.values() if known.is_mutable}
        observation = self.afterwards({"status": "returned", "value": name}, inputs)
        return dict(observation, shares=True) if self.shares else observation

    def argument_name(self, value, inputs):
        """How a result that is one of the mutable inputs itself is written, else None."""
        if is_immutable(value):
            return None
        receiver, positional, keywords = inputs
        if receiver is value:
            return {"receiver": True}
        for index, argument in enumerate(positional):
            if argument is value:
                return {"argument": index}
        for name in sorted(keywords):
            if keywords[name] is value:
                return {"argument": name}
        return None

    def afterwards(self, observation, inputs):
        receiver, positional, keywords = inputs
        observation["positional"] = [self.encode(value) for value in positional]
        observation["keywords"] = {name: self.encode(keywords[name]) for name in sorted(keywords)}
        if receiver is not NOTHING:
            observation["receiver"] = self.encode(receiver)
        observation["files"] = {} if self.directory is None else self.changed_files()
        return observation

    def observe_output(self, observation, output):
        """An observation with what the call said beside its result (`diorama_output`)."""
        if observation["status"] == "refused":
            return observation
        try:
            said = output.said()
        except Exception:
            return refused("observation", Refused("too_large", "output"))
        plain = {name: self.said(text) for name, text in said.items()}
        return dict(observation, **plain)

    def said(self, text):
        return [self.said(each) for each in text] if type(text) is list else self.placed(without_addresses(text))

    # The encoder's own parts.

    def placed(self, text):
        if len(text) < self.shortest_place:
            return text
        for path, word in self.places:
            if path in text:
                text = text.replace(path, word)
        return text

    def octets(self, content):
        return Encoder.octets(self, self.placed(content.decode("latin-1")).encode("latin-1"))

    def compound(self, value, kind):
        if id(value) in self.kept:
            return {"kept": self.kept[id(value)][0]}
        if id(value) in self.of_result:
            self.shares = True
        for depth, opened in enumerate(self.open_values):
            if opened is value:
                self.outermost = min(self.outermost, depth)
                self.references += 1
                return {"ref": depth}
        depth = len(self.open_values)
        known = self.known.get((id(value), depth)) or self.known.get((id(value), _NOWHERE))
        if known is not None and not (known.members and any(id(opened) in known.members for opened in self.open_values)):
            return self.written_again(known)
        return self.written(value, kind, depth)

    def written(self, value, kind, depth):
        if kind is functools.partial and self.is_result:
            # A function that the call made, as another program would write it with `def` or `lambda`.
            raise Refused("local_function", "functools:partial")
        nodes, characters, iterators, references = self.nodes_left, self.characters_left, self.iterators, self.references
        first = len(self.visited)
        self.visited.append(id(value))
        around, self.outermost = self.outermost, _NOWHERE
        self.open_values.append(value)
        try:
            form = self.content(value, kind)
        finally:
            self.open_values.pop()
            inner, self.outermost = self.outermost, min(around, self.outermost)
        if inner == depth:
            self.outermost = around
        if inner >= depth and self.iterators == iterators:
            known = Written(value, form, nodes - self.nodes_left, characters - self.characters_left)
            is_free = self.references == references
            if not is_free:
                known.members = frozenset(self.visited[first:])
            self.known[id(value), _NOWHERE if is_free else depth] = known
        return form

    def written_again(self, known):
        self.nodes_left -= known.nodes
        if self.nodes_left < 0:
            raise Refused("too_large", "nodes")
        self.count_characters(known.characters)
        self.visited.extend(known.members)
        self.references += len(known.members)
        return known.form

    def unordered(self, items):
        return sorted(items, key=canonical)

    def importable(self, name):
        return name

    def unnamed_function(self, value):
        made = made_function(value)
        if made is not None:
            return {"function": self.made_function(*made)}
        if is_callback(value):
            return {"callback": value.__name__}
        raise Refused("local_function", str(own_text(value, "__qualname__")))

    def made_function(self, text, values):
        """The text of a function, and what may have changed of the values of its names: what it was called for, where it notes that. The text alone where they have no form."""
        try:
            noted = {name: self.encode(values[name]) for name in sorted(values) if not is_immutable(values[name])}
        except Refused:
            return text
        return {"text": text, "values": noted} if noted else text

    def class_by_text(self, cls):
        made = made_class(cls)
        return None if made is None else made[0]

    def instance(self, value, kind):
        if issubclass(kind, BaseException):
            return {"object": self.exception_object(value, self.facts_of(kind))}
        if kind is types.AsyncGeneratorType:
            return self.asynchronous_items(value)
        facts = self.facts_of(kind)
        if self.iterates(kind, facts):
            return self.items_of(value)
        if kind is object:
            return {"object": {"class": "builtins:object", "state": {}}}
        named = self.by_own_name(value) if facts.is_callable else self.constant_name(value, kind)
        return {"object": self.object_form(value, facts)} if named is None else {"named": named}

    def facts_of(self, kind):
        facts = self.facts.get(id(kind))
        if facts is None:
            facts = self.facts[id(kind)] = InstanceFacts(kind)
        return facts

    def by_own_name(self, value):
        return name_of(value, own_text(value, "__module__"), own_text(value, "__qualname__"))

    def constant_name(self, value, kind):
        """`module:name` of a constant that its class's module holds, else None."""
        if not is_named_constant(value, kind):
            return None
        module = type_name(kind).partition(":")[0]
        if module not in self.globals:
            namespace = namespace_of(module)
            self.globals[module] = names_by_id(namespace), namespace
        name = self.globals[module][0].get(id(value))
        return None if name is None else name_of(value, module, name)

    def iterates(self, kind, facts):
        """True for generators and native iterators, and for a result's own iterator classes."""
        if kind is types.GeneratorType:
            return True
        return facts.is_iterator and (facts.is_native or self.is_result)

    def items_of(self, iterator):
        self.forget()
        items = []
        while len(items) < MOST_ITEMS:
            try:
                item = self.call(next, iterator)
            except StopIteration:
                return {"iterator": items, "end": "stop"}
            except BaseException as problem:
                return {"iterator": items, "end": self.exception(problem)}
            items.append(self.encode(item))
        return {"iterator": items, "end": "limit"}

    def forget(self):
        """Giving its items, an iterator changes itself, and may run code that changes anything else."""
        self.iterators += 1
        self.known, self.facts, self.routes, self.globals = {}, {}, {}, {}

    def asynchronous_items(self, generator):
        if self.run is None:
            raise Refused("execution_state", "builtins:async_generator")
        self.forget()
        items = []
        while len(items) < MOST_ITEMS:
            try:
                item = self.run(types.AsyncGeneratorType.__anext__(generator))
            except StopAsyncIteration:
                return {"async_iterator": items, "end": "stop"}
            except BaseException as problem:
                return {"async_iterator": items, "end": self.exception(problem)}
            items.append(self.encode(item))
        return {"async_iterator": items, "end": "limit"}

    def object_form(self, value, facts):
        form = {
            "class": facts.names[0] if facts.names else "builtins:object",
            "state": self.state(value, facts.layout),
        }
        if facts.own_name != form["class"]:
            form["own"] = facts.own_name
        self.note_memos(value, form, facts)
        base = facts.base
        if not is_empty(base):
            standard = standard_content(value, base)
            form["base"] = (
                self.builtin_content(value, base)
                if standard is None
                else {"value": [standard[0]] + [self.encode(item) for item in standard[1]]}
            )
        return form

    def state(self, value, layout):
        attributes, slots = layout.attributes_of(value)
        attributes.update(slots)
        form = {}
        for name in sorted(attributes):
            if not is_private(name):
                form[name] = self.encode(attributes[name])
            elif self.private_attributes is None or name in self.private_attributes:
                form[name] = self.private(attributes[name])
        if any(type(part) is dict and "refused" in part for part in form.values()):
            form.update(self.public_content(value))
        return form

    def public_content(self, value):
        """`{how: content}` of a collection whose private attributes hold it in no form that can be written: what anybody who goes through it is given."""
        for kind, how, gather in _COLLECTIONS:
            if issubclass(type(value), kind):
                self.forget()
                try:
                    content = self.call(gather, value)
                except Exception:
                    return {}
                return {how: self.encode(content)} if len(content) <= MOST_ITEMS else {}
        return {}

    def private(self, value):
        """What a private attribute holds. Where that has no form, nobody can say whether it is the right thing: a function that the call made refuses the case."""
        try:
            return self.encode(value)
        except Refused as refusal:
            if refusal.reason in ("too_large", "local_function"):
                raise
            return {"refused": refusal.reason + ": " + refusal.where[:200]}

    # Exceptions.

    def exception(self, exception):
        names = public_classes(type(exception))
        form = {"class": names[0] if names else "builtins:BaseException", "bases": names, "message": self.message(exception)}
        data = self.exception_data(exception) if is_defined_below(type(exception), self.tree) else {}
        if data:
            form["data"] = data
        return form

    def exception_data(self, exception):
        """The public attributes that have a short form, by name; texts that are words for people stay open."""
        layout = Layout(type(exception))
        attributes, slots = layout.attributes_of(exception)
        attributes.update(slots)
        data = {}
        for name in sorted(attributes):
            if type(name) is str and not is_private(name):
                try:
                    form = self.encode(attributes[name])
                except Refused:
                    continue
                if len(canonical(form)) <= MOST_DATA:
                    data[name] = without_words(form)
        return data

    def message(self, exception):
        try:
            text = self.call(str, exception)
        except BaseException:
            return ""
        if type(text) is not str:
            return ""
        return self.placed(without_addresses(text[:MOST_MESSAGE])).encode("utf-8", "replace").decode("utf-8")

    def exception_object(self, exception, facts):
        form = {
            "class": facts.names[0] if facts.names else "builtins:BaseException",
            "state": self.state(exception, facts.layout),
            "base": {"tuple": [self.encode(item) for item in BaseException.args.__get__(exception)]},
        }
        self.note_memos(exception, form, facts)
        return form

    # What objects remember.

    def note_memos(self, value, form, facts):
        if facts.memo_names:
            form["memos"] = dict.fromkeys(facts.memo_names, False)
            self.memos.append((value, form["memos"]))

    def settle_memos(self):
        """
        Says of each attribute that a descriptor may have computed whether it did: without it, asking gives its very value again, and
        keeps it there. To be called when everything is observed, for asking runs code of the object.
        """
        memos, self.memos = self.memos, []
        self.nodes_left, self.characters_left = MOST_NODES, MOST_CHARACTERS
        for value, marks in memos:
            held = Layout(type(value)).dictionary_of(value)
            for name in sorted(marks):
                if held is not None and dict.__contains__(held, name):
                    marks[name] = self.is_memo(value, held, name)

    def is_memo(self, value, held, name):
        kept = dict.__getitem__(held, name)
        dict.__delitem__(held, name)
        try:
            member = next(members_of(base)[name] for base in bases_of(type(value)) if name in members_of(base))
            get = next(members_of(base)["__get__"] for base in bases_of(type(member)) if "__get__" in members_of(base))
            found = call(get, member, value, type(value))
            return dict.get(held, name, NOTHING) is found and (found is kept or self.looks_like(found, kept))
        except MemoryError:
            raise
        except BaseException:
            return False
        finally:
            dict.__setitem__(held, name, kept)

    def looks_like(self, one, other):
        forms = []
        for value in (one, other):
            self.forget()
            forms.append(canonical(self.encode(value)))
        return forms[0] == forms[1]

    # Files.

    def changed_files(self):
        """Files and folders (names ending in a slash) that are new or changed, and removed ones as null."""
        if not self.files and self.is_untouched is not None and self.is_untouched():
            return {}
        found = {}
        self.look_below("", found)
        changed = {name: text for name, text in found.items() if self.files.get(name) != text}
        before = set_of_folders(self.files)
        changed = {name: text for name, text in changed.items() if name not in before}
        for name in self.files:
            if name not in found:
                changed[name] = None
        return {name: changed[name] for name in sorted(changed)}

    def look_below(self, folder, found):
        for name in sorted(_listdir(_join(self.directory, folder))):
            path = folder + name
            facts = _lstat(_join(self.directory, path))
            if len(found) >= MOST_FILES:
                raise Refused("too_large", "files")
            if stat.S_ISDIR(facts.st_mode):
                found[path + "/"] = ""
                self.look_below(path + "/", found)
            elif not stat.S_ISREG(facts.st_mode) or facts.st_size > MOST_FILE_BYTES:
                raise Refused("file", path)
            else:
                with _open(_join(self.directory, path), "rb") as file:
                    found[path] = self.octets(file.read(MOST_FILE_BYTES + 1))


def is_plain(value):
    """True for values that every encoder writes as they are, whatever folders it has words for, and that nobody can change."""
    kind = type(value)
    if kind is str:
        return len(value) < MOST_PLAIN_TEXT and str.isascii(value) and "/" not in value and "0x" not in value
    return value is None or kind is bool or (kind is int and -SAFE_INTEGER <= value <= SAFE_INTEGER)


def is_private(name):
    """True for `_x` and `__x` (also mangled), not for `__x__`."""
    return name[:1] == "_" and not (name.startswith("__") and name.endswith("__"))


def set_of_folders(files):
    """Every folder that the files of a case lie in, with a slash at the end."""
    folders = set()
    for name in files:
        parts = name.rstrip("/").split("/")
        folders.update("/".join(parts[:count]) + "/" for count in range(1, len(parts)))
    return folders


def refused(during, refusal):
    """The observation of a case that has none: `during` is `input` or `observation`."""
    return {
        "status": "refused",
        "during": during,
        "message": without_addresses((refusal.reason + ": " + str(refusal.where))[:300]),
    }
