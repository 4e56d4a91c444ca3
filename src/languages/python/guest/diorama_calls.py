"""Records calls of the listed targets while something runs: inputs before the body, what came of it after.

Everything written is the same for two runs of the same program: no addresses, times, identities or names of temporary
folders; what is sampled depends on counts only. A call that cannot be written is counted with its reason.
"""

import gc
import hashlib
import os
import sys
import tempfile
import threading
import types

from diorama_callers import NO_INPUTS, NOT_SEEN, CallingTests
from diorama_encoding import canonical
from diorama_entries import Entries
from diorama_frames import arguments_of, find_enclosing, find_target, unwrap
from diorama_makings import LookWriter, Makings
from diorama_names import Refused, lookup, type_name
from diorama_patches import MOST_PATCHES, PatchForms, PatchWatch, Unwritable, is_mock_call, mock_call_of, settle_patches
from diorama_paths import Paths
from diorama_places import RecordingContext
from diorama_recipes import MOST_NODES, measured_recipe, write_call
from diorama_tables import Stream, Table, fill_tables
from diorama_tracing import UNKNOWN, create_tracing, takes_what_is_sent
from diorama_written import is_class_body, note_class

DENSE_RECORDS = 24  # distinct calls of a target recorded before sampling begins
MOST_RECORDS = 64  # distinct calls of a target recorded at all
DENSE_ATTEMPTS = 256  # calls looked at before sampling begins, at least
ATTEMPTS_PER_RECORD = 8
SILENT_RECORDS = 12  # of those, calls that returned nothing and changed nothing
MOST_MAKER_CALLS = 2000  # calls of a constructor that is recorded for what it is given, before it is left alone for the rest of a test
MOST_TARGET_NODES = 40000  # values looked at for one target; small inputs never come near
SAMPLES_PER_STEP = 8  # sampled calls after which the distance between them doubles
MOST_REFUSALS = 8  # refused calls of a target written out; all are counted
MOST_THROUGH = 50  # frames of a library that are passed to find out who uses it
MOST_VARIABLES = 32
MOST_VARIABLE_TEXT = 4000
_GENERATOR_FLAGS = 0x20 | 0x80 | 0x200
_NESTED = 0x10
_WITH_RECEIVER = ("method", "getter", "setter", "deleter", "class_method")


class Target:
    """A listed target and how much of it was seen."""

    def __init__(self, entry, index, wishes=None, records=None):
        self.index = index
        self.dense, self.most = records or DENSE_RECORDS, records or MOST_RECORDS
        self.dense_attempts = max(DENSE_ATTEMPTS, ATTEMPTS_PER_RECORD * self.dense)
        self.name = entry["path"] + ":" + entry["name"]
        self.qualified_name = entry["name"]
        self.has_receiver = entry["kind"] in _WITH_RECEIVER
        # Of a constructor that is no target itself what it is given is all that is wanted.
        self.is_maker = bool(entry.get("is_maker"))
        self.first, self.last = entry["first"], entry["last"]
        self.calls = self.attempts = self.nodes = self.next_call = 0
        self.distance = 1
        self.keys, self.known = {}, set()
        self.silent = 0
        self.refusals = 0
        self.test, self.number = None, 0
        self.wishes = None if wishes is None else {(test, number) for test, number in wishes}

    def count(self, test):
        """Counts a call; returns how the call is named in the test that makes it."""
        self.calls += 1
        if test != self.test:
            self.test, self.number = test, 0
        self.number += 1
        return test, self.number

    def begin_anew(self):
        """What was recorded so far is known, and counts no more."""
        self.known.update(self.keys)
        self.keys = {}
        self.calls = self.attempts = self.nodes = self.next_call = self.silent = self.refusals = 0
        self.distance = 1

    def is_due(self, call):
        """True when the call that was just counted shall be looked at."""
        if self.wishes is not None:
            return call in self.wishes and self.nodes < MOST_TARGET_NODES
        if self.calls <= self.next_call or len(self.keys) >= self.most or self.nodes >= MOST_TARGET_NODES:
            return False
        self.attempts += 1
        if self.attempts >= self.dense_attempts or len(self.keys) >= self.dense:
            self.distance *= 2 if self.attempts % SAMPLES_PER_STEP == 0 else 1
            self.next_call = self.calls + self.distance - 1
        return True


class Pending:
    """A call under way."""

    __slots__ = (
        "target", "record", "recipe", "as_made", "looks", "nodes", "tables", "inputs", "patches", "replaced", "frame", "is_written", "is_refused"
    )

    def __init__(self, target, frame):
        self.target, self.frame = target, frame
        self.record = self.recipe = self.as_made = self.looks = self.inputs = None
        self.nodes = 0
        self.tables, self.patches, self.replaced = [], [], frozenset()
        self.is_written = self.is_refused = False


class CallRecorder:
    """
    The client of the tracing. `config` is the recorder's JSON file; `write` takes one finished record. With `wishes` only those calls are
    written; else the summary's `wishes` say which calls that were not written would show more.
    """

    def __init__(self, config, write):
        self.tree = os.path.realpath(config["tree"])
        self.context = RecordingContext(
            self.tree, config.get("import_roots") or ["."], config.get("excluded") or [], self.open_table, self.open_stream
        )
        self.write = write
        wishes = config.get("wishes")
        self.targets = [
            Target(entry, index, None if wishes is None else wishes.get(entry["path"] + ":" + entry["name"], ()), config.get("records"))
            for index, entry in enumerate(config["targets"])
        ]
        self.paths = Paths() if config.get("follows") else None
        self.by_file = {}
        for entry, target in zip(config["targets"], self.targets):
            path = os.path.join(self.tree, entry["path"])
            self.by_file.setdefault(path, []).append(target)
        self.by_code, self.functions, self.pending = {}, {}, {}
        self.callers = CallingTests(len(self.targets)) if wishes is None else None
        self.inner = {}
        self.tables, self.callback_frames = {}, {}
        self.files = {}
        self.refusals = {}
        self.test = None
        self.thread = threading.get_ident()
        self.variables = dict(os.environ)
        # Tables of the call that is being written; None while something else is: what is asked and answered has no tables of its own.
        self.opened = None
        self.patches = PatchWatch(self.context.is_importable)
        self.makings = Makings(self.tree, config.get("import_roots") or ["."], config.get("excluded") or [])
        self.entries = Entries(self.makings, self.tree, write) if wishes is None else None
        # Bodies of classes of test code that run, by their frames.
        self.bodies = {}
        # Code whose calls are watched for what they make, and code of that kind that is left alone for the rest of the test.
        self.watched, self.resting = set(), []
        self.tracing = create_tracing(self)

    # The tracing's client.

    def wants(self, code):
        path = self.real_path(code.co_filename)
        if is_class_body(code):
            return self.context.is_of_tests(code.co_filename)
        is_watched = self.makings.may_make(code)
        if is_watched:
            self.watched.add(id(code))
        target = find_target(self.by_file.get(path, ()), code)
        if target is not None:
            self.by_code[id(code)] = target
            if self.paths is not None and not target.is_maker:
                self.paths.know(code, target.name)
            return True
        if self.callers is not None and code.co_flags & _NESTED:
            enclosing = find_enclosing(self.by_file.get(path, ()), code)
            if enclosing is not None:
                self.inner[id(code)] = enclosing
        return self.may_be_table(code) or is_watched

    def may_be_table(self, code):
        """True for code whose function may have no name that the judge could import: its calls are seen."""
        is_unnamed = code.co_flags & _NESTED or "<" in code.co_name or code.co_filename == "<string>"
        path = self.real_path(code.co_filename)
        return bool(is_unnamed) or is_mock_call(code) or self.context.is_excluded(os.path.relpath(path, self.tree))

    def entered(self, frame):
        if is_class_body(frame.f_code):
            self.bodies[id(frame)] = frame
            return
        target = self.by_code.get(id(frame.f_code))
        if self.callers is not None:
            executed = target or self.inner.get(id(frame.f_code))
            if executed is not None and not executed.is_maker:
                self.callers.entered(executed.index, frame)
                # A function that the target made: what calls it leads to the target's code as well.
                if target is None and self.entries is not None and threading.get_ident() == self.thread:
                    self.entries.reached(executed.index)
        if target is not None and target.is_maker:
            if threading.get_ident() == self.thread and target.is_due(target.count(self.test)):
                self.enter_target(target, frame)
        elif target is not None:
            if threading.get_ident() != self.thread:
                target.calls += 1  # the order of threads is chance: what they do is counted, not recorded
                self.tell_caller(target, NOT_SEEN)
                return
            if self.entries is not None:
                self.entries.reached(target.index)
            call = target.count(self.test)
            pending = self.enter_target(target, frame) if target.is_due(call) else None
            if pending is None:
                self.tell_caller(target, NOT_SEEN)
            if self.paths is not None:
                self.paths.forget(frame)
                if self.test is not None:
                    self.paths.begin(frame, target.name, call, pending)
        elif id(frame.f_code) in self.tables:
            self.enter_callback(frame)
        # After the target was looked at: the call itself is none of those that made its inputs.
        if id(frame.f_code) in self.watched and threading.get_ident() == self.thread and not self.makings.entered(frame):
            self.watched.discard(id(frame.f_code))
            self.resting.append(frame.f_code)
            is_needed = id(frame.f_code) in self.inner or id(frame.f_code) in self.tables
            is_wanted = target is not None and not (target.is_maker and target.calls > MOST_MAKER_CALLS)
            if not is_wanted and not self.may_be_table(frame.f_code) and not is_needed:
                self.tracing.rest(frame.f_code)

    def left(self, frame, value, exception):
        if self.bodies.pop(id(frame), None) is not None:
            note_class(frame)
            return
        if self.entries is not None:
            self.entries.left(frame, exception)
        self.makings.left(frame, value, exception)
        pending = self.pending.pop(id(frame), None)
        if pending is not None and pending.frame is frame:
            self.leave_target(pending, value, exception)
        if self.paths is not None:
            self.paths.end(frame)
        for table, call in self.callback_frames.pop(id(frame), ()):
            table.end_call(call, value, exception, self.context)
        # One that nobody wants more of is told so by an exception.
        if exception is not None and type(exception) is not GeneratorExit:
            for stream in self.streams_of(frame):
                stream.fail()

    def gave(self, frame, item):
        """A generator that somebody waits for gave an item."""
        for stream in self.streams_of(frame):
            stream.give(item, self.context)

    def streams_of(self, frame):
        return [table for table in self.tables.get(id(frame.f_code), ()) if type(table) is Stream and table.frame is frame]

    def is_followed(self, code):
        """True while the lines of a code object are of interest."""
        return self.paths is not None and self.paths.is_followed(code)

    def is_under_way(self, frame):
        """True where something waits for a frame to be left."""
        number = id(frame)
        if number in self.bodies:
            return True
        if self.tables and self.streams_of(frame):
            return True
        is_known = number in self.pending or number in self.callback_frames or self.makings.is_under_way(frame)
        return is_known or (self.paths is not None and self.paths.is_under_way(frame))

    # Targets.

    def enter_target(self, target, frame):
        """Begins the record of a call; returns what is pending."""
        pending = Pending(target, frame)
        module = frame.f_globals.get("__name__")
        pending.record = {"target": target.name, "module": str(module), "test": self.test, "caller": self.caller_of(frame)}
        self.opened = pending.tables
        self.context.begin_case(module)
        try:
            pending.inputs = self.inputs_of(target, frame)
            active = self.patches.active(target, frame)
            pending.patches = active[:MOST_PATCHES]
            pending.replaced = self.context.replaced = {patch.path() for patch in active}
            variables = self.changed_variables()
            try:
                pending.recipe, pending.nodes = self.recipe_with_patches(pending)
                pending.recipe["variables"] = variables
                self.write_as_made(pending)
            except Refused as refusal:
                self.write_made_alone(pending, variables, refusal)
        except Refused as refusal:
            self.refuse(pending, refusal)
            return pending
        finally:
            self.opened = None
        if frame.f_code.co_flags & _GENERATOR_FLAGS and not pending.tables:
            self.finish(pending, None, None, None)
            return pending
        for table in pending.tables:
            self.tables.setdefault(id(table.code), []).append(table)
        self.pending[id(frame)] = pending
        return pending

    def inputs_of(self, target, frame):
        positional, keywords = arguments_of(frame, self.function_of(frame, target))
        if not target.has_receiver:
            return None, positional, keywords
        if not positional:
            raise Refused("state", "a method without a receiver")
        return positional[0], positional[1:], keywords

    def recipe_with_patches(self, pending):
        """The recipe of a call, without patches that have none."""
        while True:
            try:
                return self.recipe_of(pending)
            except Unwritable as problem:
                pending.patches.remove(problem.patch)
                del pending.tables[:]

    def recipe_of(self, pending):
        receiver, positional, keywords = pending.inputs
        target = pending.target
        patches = PatchForms(pending.patches, self.context, pending.tables) if pending.patches else None
        recipe, nodes = measured_recipe(positional, keywords, receiver, self.context, target.has_receiver, patches)
        target.nodes += nodes
        return recipe, nodes

    def write_as_made(self, pending):
        """The same recipe with objects as they were made, where any of them is known to be made by code of the repository."""
        is_known = not pending.tables and canonical(pending.recipe) in pending.target.keys
        if pending.patches or is_known or not self.makings.by_id:
            return
        receiver, positional, keywords = pending.inputs
        try:
            made = self.makings.write(pending.target.name, positional, keywords, receiver, pending.target.has_receiver, self.context)
        except Refused:
            return
        if made is not None and made[0]["files"] == pending.recipe["files"]:
            pending.as_made = dict(made[0], variables=pending.recipe["variables"])

    def write_made_alone(self, pending, variables, refusal):
        """Of inputs whose state cannot be written how they were made, with a digest of what can. Raises `refusal` where that is not known."""
        if pending.inputs is None or pending.patches:
            raise refusal
        receiver, positional, keywords = pending.inputs
        del pending.tables[:]
        try:
            made = self.makings.write(pending.target.name, positional, keywords, receiver, pending.target.has_receiver, self.context)
            if made is None or not made[1] or made[0]["files"]:
                raise refusal
            plain = self.makings.context
            plain.begin_case(self.context.module)
            looks = write_call(LookWriter(plain), positional, keywords, receiver, pending.target.has_receiver)
        except Refused:
            raise refusal
        pending.recipe = pending.as_made = dict(made[0], variables=variables)
        pending.looks = hashlib.blake2b(canonical(looks).encode("ascii"), digest_size=16).hexdigest()
        pending.target.nodes += 200
        pending.record["refused"] = {"reason": refusal.reason, "where": str(refusal.where)[:300]}

    def leave_target(self, pending, value, exception):
        for table in pending.tables:
            self.tables[id(table.code)].remove(table)
            if not self.tables[id(table.code)]:
                del self.tables[id(table.code)]
        problems = [table.problem for table in pending.tables if table.problem is not None and not table.is_patch]
        if problems:
            self.refuse(pending, problems[0])
            return
        if pending.frame.f_code.co_flags & _GENERATOR_FLAGS:
            self.finish(pending, None, None, None)
            return
        raised = None
        if exception is not None:
            raised = "?" if exception is UNKNOWN else type_name(type(exception))
        result = type_name(type(value)) if exception is None else None
        self.finish(pending, result, raised, self.has_changed(pending))

    def has_changed(self, pending):
        """Whether the inputs look different now; null where looking again would cost too much."""
        if pending.tables or pending.recipe["files"] or pending.looks is not None:
            return None
        self.context.begin_case(self.context.module)
        self.context.replaced = pending.replaced
        try:
            return dict(self.recipe_of(pending)[0], variables=pending.recipe["variables"]) != pending.recipe
        except (Refused, Unwritable):
            return True

    def finish(self, pending, result, raised, changed):
        recipe = pending.recipe
        if pending.tables:
            recipe = fill_tables(settle_patches(recipe, pending.tables), pending.tables)
            pending.as_made = None if pending.as_made is None else fill_tables(pending.as_made, pending.tables)
        key = canonical(recipe)
        pending.is_written = True
        if key in pending.target.keys:
            self.tell_caller(pending.target, pending.target.keys[key])
            return
        if key in pending.target.known:
            return
        if result == "builtins:NoneType" and changed is False and pending.target.wishes is None:
            if pending.target.silent >= SILENT_RECORDS:
                pending.is_written = False
                self.tell_caller(pending.target, NOT_SEEN)
                return
            pending.target.silent += 1
        number = pending.target.keys[key] = len(pending.target.keys)
        self.tell_caller(pending.target, number)
        pending.record.update(result_type=result, raised=raised, changed=changed, call=[pending.target.index, number])
        if pending.looks is None:
            pending.record["recipe"] = recipe
        else:
            pending.record["looks"] = pending.looks
        if pending.as_made is not None:
            pending.record["as_made"] = pending.as_made
        self.write(pending.record)

    def tell_caller(self, target, number):
        if self.callers is not None and not target.is_maker:
            self.callers.called(target.index, number)

    def refuse(self, pending, refusal):
        target = pending.target
        pending.is_refused = True
        self.tell_caller(target, NO_INPUTS)
        target.nodes += MOST_NODES if refusal.reason == "too_large" else 200
        counts = self.refusals.setdefault(target.name, {})
        counts[refusal.reason] = counts.get(refusal.reason, 0) + 1
        target.refusals += 1
        if target.refusals <= MOST_REFUSALS:
            pending.record["refused"] = {"reason": refusal.reason, "where": str(refusal.where)[:300]}
            self.write(pending.record)

    def begin_test(self, name):
        """Generators that the last test left unfinished end with it."""
        for number, pending in list(self.pending.items()):
            if pending.frame.f_code.co_flags & _GENERATOR_FLAGS:
                self.leave_target(self.pending.pop(number), None, None)
        self.test = name
        self.makings.begin_test(name is not None)
        for code in self.resting:
            self.watched.add(id(code))
            self.tracing.wake(code)
        self.resting = []
        if self.entries is not None:
            self.entries.begin_test()
        for record in () if self.callers is None else self.callers.begin_test(name):
            self.write(record)
        self.patches.attach()
        self.tracing.go_on()

    def begin_anew(self, forgets_wishes):
        """What was recorded so far is known and counts no more; with `forgets_wishes` no other calls are wished for because of it."""
        for target in self.targets:
            target.begin_anew()
        if self.paths is not None and forgets_wishes:
            self.paths.begin_anew()

    def summary(self):
        """The last line of a recording."""
        return {
            "reached": {target.name: target.calls for target in self.targets if target.calls and target.wishes is None},
            "refused": self.refusals,
            "wishes": {} if self.paths is None else self.paths.wishes(),
        }

    # Functions without a name that are handed to a target.

    def open_table(self, function):
        """The form of a function or mock that is recorded while the target runs, or None where it cannot be."""
        code = mock_call_of(function) or function.__code__
        if self.opened is None or code.co_flags & _GENERATOR_FLAGS or id(code) in self.by_code or not self.may_be_table(code):
            return None
        known = [number for number, table in enumerate(self.opened) if table.code is code]
        same = [number for number in known if self.opened[number].function is function]
        table = Table(function, code)
        if not same:
            if known and not table.is_mock:
                return None
            same = [len(self.opened)]
            self.opened.append(table)
        name = code.co_name if not table.is_mock else "mock"
        return {"callback": {"name": name, "calls": [], "table": same[0]}}

    def open_stream(self, generator):
        """The form of a generator whose items are recorded while the target runs, or None where they cannot be."""
        code = generator.gi_code
        if generator.gi_frame is None:
            return {"iterator": []}
        if self.opened is None or id(code) in self.by_code or generator.gi_running or takes_what_is_sent(code):
            return None
        self.tracing.follow_items(code)
        self.opened.append(Stream(generator))
        return {"iterator": {"table": len(self.opened) - 1}}

    def enter_callback(self, frame):
        for table in self.tables[id(frame.f_code)]:
            call = table.begin_call(frame, self.context)
            if call is not None:
                self.callback_frames.setdefault(id(frame), []).append((table, call))

    def changed_variables(self):
        """Environment variables that the test has set or taken away; those that hold a temporary path are passed over."""
        now, before = dict(os.environ), self.variables
        changed = {name: value for name, value in now.items() if before.get(name) != value}
        changed.update((name, None) for name in before if name not in now)
        changed.pop("PYTEST_CURRENT_TEST", None)
        kept = {name: value for name, value in changed.items() if value is None or tempfile.gettempdir() not in value}
        if len(kept) > MOST_VARIABLES or sum(len(value or "") for value in kept.values()) > MOST_VARIABLE_TEXT:
            raise Refused("too_large", "environment variables")
        return kept

    # Facts of a frame.

    def real_path(self, filename):
        known = self.files.get(filename)
        if known is None:
            known = self.files[filename] = os.path.realpath(filename)
        return known

    def caller_of(self, frame):
        back = frame.f_back
        if back is None:
            return None
        place = self.place_in_tree(back)
        if place is None:
            # Through a library: what leads to that says whether tests do.
            through, left = back.f_back, MOST_THROUGH
            while through is not None and left > 0 and place is None:
                place, through, left = self.place_in_tree(through), through.f_back, left - 1
            place = "<" + str(back.f_globals.get("__name__")) + ("" if place is None else " via " + place) + ">"
        return place + ":" + str(back.f_lineno)

    def place_in_tree(self, frame):
        """The path of a frame's code in the tree, else None."""
        path = self.real_path(frame.f_code.co_filename)
        return os.path.relpath(path, self.tree) if path.startswith(self.tree + os.sep) else None

    def function_of(self, frame, target):
        """The function object a frame runs, for its defaults; None where it cannot be found."""
        code = frame.f_code
        if id(code) not in self.functions:
            found = unwrap(lookup(str(frame.f_globals.get("__name__")), target.qualified_name), code)
            if found is None:
                holders = [each for each in gc.get_referrers(code) if type(each) is types.FunctionType]
                found = holders[0] if len(holders) == 1 else None
            self.functions[id(code)] = found
        return self.functions[id(code)]
