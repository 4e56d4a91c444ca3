"""Proves how recorded inputs are made: `python diorama_proving.py CONFIGURATION`.

The configuration is a JSON file `{input, output, modules}`. Lines of `input` are `{index, module, recipe?, as_made?, looks?}`: inputs by their
state, as they were noted to be made, and of those without a state a digest of what of them can be written. A line `{index, as_made}` of `output`
is a recipe that gives the same inputs when it is built from nothing, twice, in a world that begins anew, with as few calls as do; objects
of which nothing was noted are made by their own constructors there, where these give the same.

Each piece of the input has a process of its own: what foreign code does to it costs the rest of the piece only.
"""

import copy
import hashlib
import importlib
import inspect
import json
import os
import shutil
import signal
import sys
import tempfile

import diorama_world as world
from diorama_building import build_with, resolve
from diorama_encoding import canonical
from diorama_makings import LookWriter
from diorama_names import Refused
from diorama_pieces import in_process
from diorama_recipes import Anything, RecipeWriter
from diorama_states import StateBuilder, StateContext, holds_made, write_states

LINES_PER_PROCESS = 200
SECONDS_PER_LINE = 10  # processor time after which a process is given up
MOST_TRIED_CALLS = 24  # calls since that are left out to see whether they matter
MOST_TRIED_LAST = 4  # objects whose last call is left out to see whether it was under way
MOST_SETTINGS = 8  # attributes that are set on a receiver after it was made
MOST_OBJECTS = 60  # objects of an input that are made by their constructors
MOST_SINGLE = 12  # of those, tried one by one where not all together are right
MOST_FAILURES = 3  # different objects of a class that its constructor did not make before it is not tried any more
MOST_CHARACTERS = 60000  # longer inputs are left as they are


class Prover:
    """Proves one line after the other; what is learnt of classes holds for the lines after."""

    def __init__(self, directory):
        self.directory = directory
        self.ways, self.failures = {}, {}

    def prove(self, line):
        """The recipe that is proven, or None."""
        self.module = line.get("module")
        state, made, looks = line.get("recipe"), line.get("as_made"), line.get("looks")
        if state is None:
            return made if self.looks(made) == looks == self.looks(made) else None
        if len(json.dumps(state)) > MOST_CHARACTERS or state.get("patches"):
            return None
        self.wanted = self.text(state)
        if self.wanted is None:
            return None
        best = state
        noted = None if made is None else self.as_noted(copy.deepcopy(made))
        if noted is not None:
            best = self.with_fewest_calls(noted)
        best = self.with_constructors(best)
        return best if holds_made(best) and self.is_right(best) else None

    # What a recipe builds.

    def text(self, recipe):
        """What a recipe builds, as text; None where it cannot be built or written."""
        try:
            inputs, tables = self.build(recipe)
            return canonical(write_states(inputs, recipe, StateContext(self.directory, self.module, tables)))
        except Refused:
            return None

    def looks(self, recipe):
        try:
            inputs, tables = self.build(recipe)
            context = StateContext(self.directory, self.module, tables)
            written = write_states(inputs, recipe, context, LookWriter)
        except Refused:
            return None
        written.pop("variables")
        return hashlib.blake2b(canonical(written).encode("ascii"), digest_size=16).hexdigest()

    def build(self, recipe):
        shutil.rmtree(self.directory, ignore_errors=True)
        os.makedirs(self.directory)
        os.chdir(self.directory)
        world.restart()
        builder = StateBuilder(recipe.get("shared") or [], self.directory)
        return build_with(builder, recipe)[0], builder.tables

    def is_right(self, recipe):
        return self.text(recipe) == self.wanted

    # Fewer calls.

    def as_noted(self, recipe):
        """A recipe as it was noted, or without the last call of one object, which may be under way and have changed nothing yet; None where neither is right."""
        if self.is_right(recipe):
            return recipe
        for made in [each for each in nodes_of(recipe, "made") if each.get("since")][:MOST_TRIED_LAST]:
            call = made["since"].pop()
            if self.is_right(recipe):
                return recipe
            made["since"].append(call)
        return recipe if self.has_settings(recipe) else None

    def has_settings(self, recipe):
        """True where what the call is given is right once attributes of plain values are set as they are wanted; they are set in place."""
        built = self.text(recipe)
        if built is None:
            return False
        wanted, found = given_of(json.loads(self.wanted), "object"), given_of(json.loads(built), "object")
        for made, right, own in zip(given_of(recipe, "made"), wanted, found):
            states = [(each or {}).get("state") or {} for each in (right, own)]
            names = [name for name in sorted(states[1]) if is_setting(name, *states)]
            if made is not None and 0 < len(names) <= MOST_SETTINGS:
                set_first = [{"attribute": name, "value": states[0][name]} for name in names]
                made["since"] = set_first + (made.get("since") or [])
        return self.is_right(recipe)

    def with_fewest_calls(self, recipe):
        """A recipe without the calls since that change nothing; it is changed in place."""
        left = MOST_TRIED_CALLS
        for made in nodes_of(recipe, "made"):
            since = made.get("since") or []
            for at in reversed(range(len(since))):
                if left == 0:
                    return recipe
                left -= 1
                call = since.pop(at)
                if not self.is_right(recipe):
                    since.insert(at, call)
            if not since:
                made.pop("since", None)
        return recipe

    # Constructors.

    def with_constructors(self, recipe):
        """A recipe whose objects are made by their constructors, where that is right: all together, or as many as can be one by one."""
        changed = copy.deepcopy(recipe)
        holders = [holder for holder in holders_of(changed, "object") if self.may_try(holder)]
        if not 0 < len(holders) <= MOST_OBJECTS:
            return recipe
        tried = [(holder, dict(holder), self.ways_of(holder, changed)) for holder in holders]
        for holder, _, ways in tried:
            if ways:
                replace(holder, ways[0][1])
        if self.is_right(changed):
            for _, before, ways in tried:
                if ways:
                    self.ways[before["object"]["class"]] = ways[0][0]
            return changed
        for holder, before, _ in tried:
            replace(holder, before)
        for holder, before, ways in tried[:MOST_SINGLE]:
            self.make_one(changed, holder, before, ways)
        return changed

    def make_one(self, recipe, holder, before, ways):
        name = before["object"]["class"]
        for way, form in ways:
            replace(holder, form)
            if self.is_right(recipe):
                self.ways[name] = way
                return
        replace(holder, before)
        self.failures.setdefault(name, set()).add(canonical(before))

    def may_try(self, holder):
        """False for an object that its constructor did not make before, and for those of a class of which several others were none that it makes."""
        name = holder["object"]["class"]
        failed = self.failures.get(name, ())
        return canonical(holder) not in failed and (name in self.ways or len(failed) < MOST_FAILURES)

    def ways_of(self, holder, recipe):
        """`[(way, form)]`: how an object's constructor may make it, what was right for its class before being the first."""
        content = holder["object"]
        try:
            found = constructor_forms(content, self.live(holder, recipe))
        except Refused:
            return []
        except Exception:
            return []
        preferred = self.ways.get(content["class"])
        return sorted(found, key=lambda way: way[0] != preferred)

    def live(self, holder, recipe):
        """What gives the object itself."""
        alone = {"shared": recipe.get("shared") or [], "positional": [dict(holder)], "files": recipe.get("files")}
        return lambda: self.build(alone)[0][1][0]


def given_of(recipe, tag):
    """What the receiver and each positional argument of a recipe hold under a tag, wherever they stand; None for others."""
    found = []
    for form in [recipe.get("receiver")] + recipe["positional"]:
        if type(form) is dict and type(form.get("ref")) is int:
            form = recipe["shared"][form["ref"]]
        content = form.get(tag) if type(form) is dict else None
        found.append(content if type(content) is dict else None)
    return found


def is_setting(name, wanted, found):
    """True for a public attribute that is wanted otherwise than it is found: as nothing, a flag, a number or a text."""
    form = wanted.get(name, found[name])
    return not name.startswith("_") and form != found[name] and (form is None or type(form) in (bool, int, str))


def replace(holder, form):
    holder.clear()
    holder.update(form)


def constructor_forms(content, live):
    """How the constructor of an object's class may make it: from its attributes by name, its content, or its text."""
    cls = resolve(content["class"])
    forms = []
    if "arguments" in content:
        forms.append(("content", {"positional": content["arguments"]}))
    elif type(content.get("base")) is dict and "tuple" in content["base"] and hasattr(cls, "_fields"):
        forms.append(("fields", by_fields(cls, dict(zip(cls._fields, content["base"]["tuple"])))))
    elif "base" in content:
        forms.append(("content", {"positional": [content["base"]]}))
    else:
        held = dict(content.get("state") or {}, **(content.get("slots") or {}))
        forms.append(("fields", by_fields(cls, held)))
        if takes_one(cls):
            text = str(live())
            if type(text) is str and text.isascii() and len(text) < 400 and " at 0x" not in text:
                forms.append(("text", {"positional": [text]}))
    return [
        (way, {"made": dict({"class": content["class"], "call": content["class"], "keywords": {}}, **given)})
        for way, given in forms
        if given is not None
    ]


def by_fields(cls, held):
    """What a constructor is given where each of its parameters has the name of an attribute; None where one that it needs has not."""
    positional, keywords, is_contiguous = [], {}, True
    prefixes = ("",) if is_internal(cls) else ("", "_", "_" + cls.__name__.lstrip("_") + "__")
    for name, parameter in inspect.signature(cls).parameters.items():
        own = next((prefix + name for prefix in prefixes if prefix + name in held), None)
        has_default = parameter.default is not inspect.Parameter.empty
        if parameter.kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
            continue
        if own is None:
            if not has_default:
                return None
            is_contiguous = False
        elif has_default and is_default(held[own], parameter.default):
            is_contiguous = False
        elif parameter.kind is inspect.Parameter.POSITIONAL_ONLY or (
            is_contiguous and not has_default and parameter.kind is not inspect.Parameter.KEYWORD_ONLY
        ):
            if not is_contiguous:
                return None
            positional.append(held[own])
        else:
            keywords[name] = held[own]
    return {"positional": positional, "keywords": keywords}


def is_internal(cls):
    """True for a class of a private module that no public one of its package hands on: what it keeps to itself is a matter between its callers and it."""
    def is_private(module):
        return any(part.startswith("_") for part in module.split("."))

    top = cls.__module__.partition(".")[0]
    if not is_private(cls.__module__):
        return False
    public = [name for name in list(sys.modules) if name.partition(".")[0] == top and not is_private(name)]
    return not any(value is cls for name in public for value in list(vars(sys.modules[name]).values()))


def is_default(form, default):
    writer = RecipeWriter(Anything())
    try:
        return canonical(writer.finish(writer.encode(default))) == canonical(form)
    except Refused:
        return False


def takes_one(cls):
    """True for a class that can be made of one thing alone."""
    needed = [each for each in inspect.signature(cls).parameters.values() if each.kind in (0, 1)]
    return bool(needed) and all(each.default is not inspect.Parameter.empty for each in needed[1:])


def holders_of(form, tag):
    """The forms with this tag in a recipe, the inner ones first."""
    if type(form) is list:
        return [holder for item in form for holder in holders_of(item, tag)]
    if type(form) is not dict:
        return []
    found = [holder for item in form.values() for holder in holders_of(item, tag)]
    content = form.get(tag)
    is_holder = len(form) == 1 and type(content) is dict and ("class" in content or "call" in content or "of" in content)
    return found + [form] if is_holder else found


def nodes_of(form, tag):
    return [holder[tag] for holder in holders_of(form, tag)]


def prove_all(lines, directory, output, tell):
    prover = Prover(directory)
    for line in lines:
        # The default action ends the process, whatever the code that it runs catches.
        signal.setitimer(signal.ITIMER_PROF, SECONDS_PER_LINE)
        try:
            proven = prover.prove(line)
        except (Refused, RecursionError):
            proven = None
        if proven is not None:
            with open(output, "a", encoding="utf-8") as file:
                file.write(canonical({"index": line["index"], "as_made": proven}) + "\n")
        tell()


def main(path):
    with open(path, encoding="utf-8") as file:
        config = json.load(file)
    with open(config["input"], encoding="utf-8") as file:
        lines = [json.loads(line) for line in file if line.strip()]
    world.install()
    for module in config["modules"]:
        try:
            importlib.import_module(module)
        except BaseException as problem:
            sys.stderr.write(module + ": " + type(problem).__name__ + "\n")
    directory = os.path.join(tempfile.mkdtemp(), "case")
    at = 0
    while at < len(lines):
        piece = lines[at : at + LINES_PER_PROCESS]
        count = in_process(lambda tell, lines=piece: prove_all(lines, directory, config["output"], tell))
        # One that ended its process is passed over.
        at += count if count == len(piece) else count + 1


if __name__ == "__main__":
    main(sys.argv[1])
