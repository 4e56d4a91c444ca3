"""Compares what a case showed with what it should, by the rules by which the judge compares, and says the first difference.

For the solver's own check: both sides are plain data of `observation/2`. The judge has its own comparison outside.
"""

import json
import math
import re

from diorama_words import ITERATORS, MISSING, MOST_NAME, array_of, at, differ, elements, item_of_pair, key_of_pair, kind_of, listed_index, members
from diorama_words import path_text, render, render_sides, scalar_text, short_name, sides, tagged, told, told_file, unboxed, wanted_outcome

MOST_DEPTH = 200
MOST_PAIRWISE = 32
MOST_STEPS = 500000
# As the judge has them: see its `toleranceOf` and `noiseOf`.
NARROW_TOLERANCES = {"float32": 1e-5, "complex64": 1e-5, "float16": 1e-2}
ARRAY_NOISE = 1e-14
_OF_FLOATS = re.compile(r"[<>]?(?:float|complex|f|c)\d", re.ASCII)
UNORDERED_VALUES = ("dict_keys", "dict_values", "dict_items")
_FLOAT = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-][0-9]+)?")


def compare_observations(expected, actual, policy):
    """`(path, words)` of the first difference between a case's observations under `policy`, or None."""
    shown = members(actual)
    status = expected["status"]
    if shown.get("status") != status:
        if raises_alike(expected, shown, policy):
            return compare_afterwards(expected, shown, policy)
        return "status", "%s, expected it %s" % (told(shown), wanted_outcome(expected))
    is_awaited = shown.get("awaited") is True
    if is_awaited and not expected.get("awaited"):
        return "status", "returned a coroutine, expected it " + wanted_outcome(expected)
    if expected.get("awaited") and not is_awaited and status == "returned":
        return "status", told(shown) + ", expected it to return a coroutine"
    if status == "raised":
        found = compare_raised(expected["exception"], members(shown.get("exception")), policy)
    else:
        wanted, value = expected.get("value", MISSING), shown.get("value", MISSING)
        is_as_true = policy.get("truth_only") and value is not MISSING and truth_of(wanted) == truth_of(value)
        found = None if is_as_true else compare_values(wanted, value, "value", policy)
        given = input_returned(expected) if found and policy.get("allows_copies") else MISSING
        if given is not MISSING and compare_values(given, value, "value", policy) is None:
            found = None
        found = found and (found[0], "returned " + sides(found, "value"))
        if not found and policy.get("fresh_results") and shown.get("shares") is True and not expected.get("shares"):
            found = "value", "returned what shares a part with what was given, expected it to share none"
    return found or compare_afterwards(expected, shown, policy)


def input_returned(expected):
    """The argument or receiver that a call returned itself, as it was after the call; `MISSING` where it returned anything else."""
    tag, content = (tagged(expected.get("value")) or (None, None))[:2]
    if tag == "receiver":
        return expected.get("receiver", MISSING)
    if tag != "argument":
        return MISSING
    if type(content) is str:
        return members(expected.get("keywords")).get(content, MISSING)
    return expected["positional"][content]


def truth_of(value):
    """Whether a value counts as true: not None, False, zero or empty."""
    found = tagged(value)
    if found is None and (value is None or value is False or same_scalar(0, value)):
        return False
    content = value if found is None else found[1]
    if content == "" or elements(content) == []:
        return False
    return found is None or found[0] != "float" or parse_float(content) != 0


def raises_alike(expected, shown, policy):
    """True where one side raised at the call and the other the same class at some item, and the original gives iterators."""
    if expected["status"] == "raised" and not policy.get("gives_iterators"):
        return False
    wanted = expected["exception"]["class"] if expected["status"] == "raised" else raised_within(expected.get("value"))
    is_raised = shown.get("status") == "raised"
    found = members(shown.get("exception")).get("class") if is_raised else raised_within(shown.get("value"))
    return wanted is not None and same_scalar(wanted, found)


def raised_within(value):
    """The class of the exception that an iterator ends with."""
    found = tagged(value)
    return None if found is None or found[0] not in ITERATORS else members(found[2]).get("class")


def compare_raised(expected, exception, policy):
    name = expected["class"]
    if exception.get("class") != name:
        return "exception", "raised %s, expected %s" % (short_name(exception.get("class")), short_name(name))
    data = members(exception.get("data"))
    for attribute, value in expected.get("data", {}).items():
        mismatch = compare_values(value, data.get(attribute, MISSING), "exception." + attribute, policy)
        if mismatch is not None:
            return mismatch[0], "raised %s with %s" % (short_name(name), sides(mismatch, "exception"))
    if not policy.get("messages") or exception.get("message") == expected["message"]:
        return None
    wanted, said = render_sides(expected["message"], exception.get("message"))
    return "exception.message", "raised %s saying %s, expected %s" % (short_name(name), said, wanted)


def compare_afterwards(expected, shown, policy):
    """What the call left in arguments, receiver and files; where it raised, not how far it had come with private attributes."""
    seen = dict(policy, private_attributes=()) if expected["status"] == "raised" else policy
    checks = [("arguments", expected["positional"], shown.get("positional", MISSING))]
    checks.append(("receiver", expected.get("receiver", MISSING), shown.get("receiver", MISSING)))
    keywords = members(shown.get("keywords"))
    for name, value in expected["keywords"].items():
        checks.append(("arguments." + name, value, keywords.get(name, MISSING)))
    for path, wanted, found in checks:
        if wanted is not MISSING or found is not MISSING:
            mismatch = compare_values(wanted, found, path, seen)
            if mismatch is not None:
                return mismatch[0], "left " + sides(mismatch, path)
    found = compare_files(expected["files"], members(shown.get("files")))
    return found or compare_output(expected, shown, policy)


def compare_output(expected, shown, policy):
    for kind in policy.get("output", ()):
        mismatch = compare_values(expected.get(kind, MISSING), shown.get(kind, MISSING), kind, policy)
        if mismatch is not None:
            path, wanted, found = mismatch
            return path, "%s %s, expected %s%s" % (kind, found, wanted, "" if path == kind else " at " + path)
    return None


def compare_files(expected, actual):
    for name, content in expected.items():
        found = actual.get(name, MISSING)
        if not same_scalar(found, content):
            if type(found) is str and type(content) is str:
                wanted, written = render_sides(content, found)
                return "files." + name, "wrote %s to the file %s, expected %s" % (written, render(name), wanted)
            wanted = "it to be removed" if content is None else render(content)
            return "files." + name, "%s, expected %s" % (told_file(name, found), wanted)
    for name, content in actual.items():
        if name not in expected:
            return "files." + name, "%s, expected no change to it" % told_file(name, content)
    return None


def compare_values(expected, actual, root, policy):
    """`(path, expected, actual)` of the first place where two values part, or None."""
    return Comparison(policy).compare(expected, actual, (root,))


class Comparison:
    """One walk over two values in step. Paths are tuples of texts and indexes, the first one the root."""

    def __init__(self, policy):
        self.usual = policy.get("float_tolerance", 1e-9)
        # How near two floats must be, relative to the larger one; in arrays of floats also absolutely, else None.
        self.precision = self.usual, None
        self.private_attributes, self.counters = policy.get("private_attributes", ()), policy.get("counters", ())
        self.are_messages_compared = policy.get("messages", False)
        self.are_bytes_alike = policy.get("bytes_alike", False)
        self.steps_left = MOST_STEPS

    def compare(self, expected, actual, path):
        self.steps_left -= 1
        if len(path) - 1 > MOST_DEPTH:
            return differ(expected, actual, path)
        if type(expected) is list:
            return self.sequences(expected, actual, path)
        boxes = unboxed(expected), unboxed(actual)
        if type(expected) is not dict:
            found = actual if boxes[1] is None else boxes[1][1]
            return None if same_scalar(expected, found) else differ(expected, actual, path)
        if boxes != (None, None):
            return self.unboxed(boxes, expected, actual, path)
        wanted, found = tagged(expected), tagged(actual)
        if wanted is not None and wanted[0] == "object" and (found is None or found[0] != "object"):
            content = plain_content(members(wanted[1]))
            return differ(expected, actual, path) if content is MISSING else self.compare(content, actual, path)
        if wanted is None or found is None or not self.are_alike(wanted[0], found[0], path):
            return differ(expected, actual, path)
        compare = getattr(self, "compare_" + wanted[0], None)
        if compare is not None:
            return compare(wanted, found, expected, actual, path)
        return None if same_scalar(wanted[1], found[1]) else differ(expected, actual, path)

    def unboxed(self, boxes, expected, actual, path):
        wanted, found = [side if box is None else box[1] for side, box in zip((expected, actual), boxes)]
        if unboxed(wanted) is not None or unboxed(found) is not None:
            return differ(expected, actual, path)
        around = self.precision
        self.precision = tolerance_of(None if boxes[0] is None else boxes[0][0], around[0]), around[1]
        mismatch = self.compare(wanted, found, path)
        self.precision = around
        return mismatch and differ(expected, actual, path)

    def are_alike(self, wanted, found, path):
        return wanted == found or (self.are_bytes_alike and path[0] == "value" and (wanted, found) == ("bytearray", "bytes"))

    def compare_refused(self, wanted, found, expected, actual, path):
        return differ(expected, actual, path)

    def compare_float(self, wanted, found, expected, actual, path):
        return None if self.agree(wanted[1], found[1]) else differ(expected, actual, path)

    def compare_complex(self, wanted, found, expected, actual, path):
        parts, others = elements(wanted[1]) or [], elements(found[1]) or []
        is_same = len(parts) == len(others) and all(map(self.agree, parts, others))
        return None if is_same else differ(expected, actual, path)

    def compare_tuple(self, wanted, found, expected, actual, path):
        return self.sequences(wanted[1], found[1], path)

    compare_deque = compare_text = compare_tuple

    def compare_iterator(self, wanted, found, expected, actual, path):
        mismatch = self.sequences(wanted[1], found[1], path)
        end, other = end_of(wanted[2]), end_of(found[2])
        if mismatch is not None or (end is not None and end == other):
            return mismatch
        return path_text(path + (".end",)), str(end), str(other)

    compare_async_iterator = compare_iterator

    def compare_dict(self, wanted, found, expected, actual, path):
        pairs, others = elements(wanted[1]), elements(found[1])
        if pairs is None or others is None:
            return differ(expected, actual, path)
        matched, missing, extra = self.match(pairs, others, key_of_pair, path)
        for pair, other in matched:
            step = "[%s]" % render(key_of_pair(pair), 40)
            mismatch = self.compare(item_of_pair(pair), item_of_pair(other), path + (step,))
            if mismatch is not None:
                return mismatch
        return self.match_pairwise(missing, extra, path)

    def compare_set(self, wanted, found, expected, actual, path):
        return self.unordered(wanted[1], found[1], expected, actual, path)

    compare_frozenset = compare_set

    def unordered(self, wanted, found, expected, actual, path):
        if type(wanted) is not list or type(found) is not list:
            return differ(expected, actual, path)
        _, missing, extra = self.match(wanted, found, lambda item: item, path)
        return self.match_pairwise(missing, extra, path)

    def compare_value(self, wanted, found, expected, actual, path):
        parts, others = elements(wanted[1]) or [MISSING], elements(found[1]) or [MISSING]
        if parts != others:
            if any(type(step) is str and step.startswith(".") and is_private(step[1:]) for step in path[1:]):
                parts, others = without_made_by_looks(parts), without_made_by_looks(others)
            parts, others = listed_index(parts), listed_index(others)
        kind = parts[0]
        if type(kind) is not str or kind != others[0] or len(parts) != len(others):
            return differ(expected, actual, path)
        if kind in UNORDERED_VALUES:
            return self.unordered(at(parts, 1), at(others, 1), expected, actual, path)
        if kind == "collections.OrderedDict":
            pairs, items = tagged(at(parts, 1)), tagged(at(others, 1))
            return self.sequences(pairs and pairs[1], items and items[1], path)
        around, self.precision = self.precision, self.precision_of(expected)
        mismatches = (self.compare(part, other, path + ("",)) for part, other in zip(parts[1:], others[1:]))
        mismatch = next((each for each in mismatches if each is not None), None)
        self.precision = around
        if mismatch is None:
            return None
        return differ(expected, actual, path) if mismatch[0] == path_text(path) else mismatch

    def precision_of(self, expected):
        array = array_of(expected)
        if array is None:
            return self.precision
        relative = tolerance_of(array[0], self.usual)
        return relative, noise_of(array[0], array[1])

    def compare_object(self, wanted, found, expected, actual, path):
        state, other = members(wanted[1]), members(found[1])
        if type(state.get("class")) is not str or state["class"] != other.get("class"):
            return differ(expected, actual, path)
        if not same_own_class(state.get("own", MISSING), other.get("own", MISSING)):
            return differ(expected, actual, path)
        if "base" in state or "base" in other:
            mismatch = self.compare(state.get("base", MISSING), other.get("base", MISSING), path + ("",))
            if mismatch is not None:
                return mismatch
        memos = members(state.get("memos")), members(other.get("memos"))
        is_of_words = not self.are_messages_compared and TELLS_OF_FAILURE.search(state["class"]) is not None
        return self.members(members(state.get("state")), members(other.get("state")), path, memos, is_of_words)

    def compare_file(self, wanted, found, expected, actual, path):
        return self.members(members(wanted[1]), members(found[1]), path)

    def members(self, wanted, found, path, memos=({}, {}), is_of_words=False):
        for name in list(wanted) + [name for name in found if name not in wanted]:
            if not self.is_compared(name) or is_private_stream(name, wanted.get(name)):
                continue
            part, other = wanted.get(name, MISSING), found.get(name, MISSING)
            if is_of_words and is_wording(name, part, other):
                continue
            step = path + ("." + name[:MOST_NAME],)
            is_lone = part is MISSING or other is MISSING
            if is_lone and name in memos[0] and memos[part is MISSING].get(name) is True:
                continue
            if is_lone and is_not_made_yet(name, other if part is MISSING else part):
                continue
            mismatch = differ(part, other, step) if is_lone else self.compare(part, other, step)
            if mismatch is not None:
                return mismatch
        return None

    def is_compared(self, name):
        return name in self.private_attributes if is_private(name) else name not in self.counters

    def sequences(self, wanted, found, path):
        if type(wanted) is not list or type(found) is not list:
            return differ(wanted, found, path)
        for index, (item, other) in enumerate(zip(wanted, found)):
            mismatch = self.compare(item, other, path + (index,))
            if mismatch is not None:
                return mismatch
        common = min(len(wanted), len(found))
        if len(wanted) == len(found):
            return None
        return differ(at(wanted, common), at(found, common), path + (common,))

    def match(self, wanted, found, key_of, path):
        """Members with the same key text in pairs, those of `wanted` alone, those of `found` alone."""
        groups = {}
        for member in reversed(found):
            groups.setdefault(self.key(key_of(member), len(path) - 1), []).append(member)
        pairs, missing = [], []
        for member in wanted:
            group = groups.get(self.key(key_of(member), len(path) - 1))
            if group:
                pairs.append((member, group.pop()))
            else:
                missing.append(member)
        return pairs, missing, [member for group in groups.values() for member in reversed(group)]

    def match_pairwise(self, missing, extra, path):
        """The few that key texts left over, where tolerance makes them equal."""
        left = list(extra)
        is_tractable = len(missing) == len(extra) and len(missing) <= MOST_PAIRWISE
        for member in missing:
            same = (
                index
                for index, other in enumerate(left)
                if self.steps_left > 0 and self.compare(member, other, path + ("",)) is None
            )
            index = next(same, None) if is_tractable else None
            if index is None:
                return differ(member, MISSING, path + ("",))
            del left[index]
        return differ(MISSING, left[0], path + ("",)) if left else None

    def key(self, value, depth):
        return json.dumps(self.project(value, depth))

    def project(self, value, depth):
        """Plain data that is equal where values compare as equal, but for floats within the tolerance."""
        if depth > MOST_DEPTH:
            return "…"
        if value is None or value is MISSING:
            return None
        if type(value) is list:
            return ["list"] + self.project_all(value, depth)
        if type(value) is not dict:
            return [kind_of(value), scalar_text(value)]
        found = tagged(value)
        if found is None:
            return ["malformed", sorted([name, self.project(item, depth + 1)] for name, item in value.items())]
        tag, content, end = found
        box = unboxed(value)
        if box is not None and unboxed(box[1]) is None:
            return self.project(box[1], depth)
        if tag == "float":
            return [tag, float_text(content)]
        if tag == "complex":
            return [tag] + [float_text(part) for part in elements(content) or []]
        if tag in ("dict", "set", "frozenset"):
            return [tag] + in_order(self.project_all(elements(content) or [], depth))
        if tag == "value":
            return [tag] + self.project_standard(elements(content) or [], depth)
        if tag == "object":
            return [tag] + self.project_object(members(content), depth)
        if tag in ITERATORS:
            end = members(end).get("class", end)
            return [tag, self.project_all(elements(content) or [], depth), scalar_text(end)]
        return [tag, self.project(content, depth + 1)]

    def project_all(self, values, depth):
        return [self.project(value, depth + 1) for value in values]

    def project_standard(self, parts, depth):
        parts = listed_index(parts)
        name = scalar_text(at(parts, 0))
        if name == "collections.OrderedDict":
            pairs = tagged(at(parts, 1))
            return [name, self.project_all(elements(pairs and pairs[1]) or [], depth)]
        if name in UNORDERED_VALUES:
            return [name, in_order(self.project_all(elements(at(parts, 1)) or [], depth))]
        return [name] + self.project_all(parts[1:], depth)

    def project_object(self, form, depth):
        state, memos = members(form.get("state")), members(form.get("memos"))
        names = [name for name in state if self.is_compared(name) and memos.get(name) is not True]
        held = [[name, self.project(state[name], depth + 1)] for name in names]
        names = [scalar_text(form.get("class")), form["own"] if type(form.get("own")) is str else None]
        return names + [in_order(held), self.project(form.get("base"), depth + 1)]

    def agree(self, expected, actual):
        wanted, found = parse_float(expected), parse_float(actual)
        if wanted is None or found is None:
            return False
        if math.isnan(wanted) or math.isnan(found):
            return math.isnan(wanted) and math.isnan(found)
        relative, absolute = self.precision
        if wanted == found:
            return wanted != 0 or absolute is not None or math.copysign(1, wanted) == math.copysign(1, found)
        if math.isinf(wanted) or math.isinf(found):
            return False
        return abs(wanted - found) <= max(relative * max(abs(wanted), abs(found)), absolute or 0)


def tolerance_of(kind, usual):
    return max(usual, narrow_tolerance(kind))


def narrow_tolerance(kind):
    return NARROW_TOLERANCES.get(kind, 0) if type(kind) is str else 0


def noise_of(kind, items):
    if type(kind) is not str or not _OF_FLOATS.match(kind):
        return None
    return largest_in(items) * max(ARRAY_NOISE, narrow_tolerance(kind) / 2)


def largest_in(items):
    if type(items) is list:
        return max([largest_in(item) for item in items], default=0)
    found = tagged(items)
    texts = [] if found is None else (elements(found[1]) or []) if found[0] == "complex" else [found[1]]
    sizes = [abs(parse_float(text) or 0) for text in texts]
    return max([size for size in sizes if math.isfinite(size)], default=0)


def plain_content(form):
    """What an instance of a class that nothing can import stands for, where it holds nothing but a text or number; `MISSING` for all else."""
    is_bare = form.get("own") == "" and not members(form.get("state"))
    return form.get("base", MISSING) if is_bare else MISSING


def is_private(name):
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def is_not_made_yet(name, value):
    """True for a private attribute that holds nothing: whether it is made with the object or when it is first asked for is how a class works."""
    found = tagged(value)
    return is_private(name) and (value is None or value in ("", []) or (found is not None and found[1] in ("", [])))


def without_made_by_looks(parts):
    """Without the entries that a mere look may have made, as it does in a dictionary that makes what it lacks; anything else as it is."""
    held = tagged(at(parts, 2))
    if parts[0] != "collections.defaultdict" or held is None or held[0] != "dict" or type(held[1]) is not list:
        return parts
    return parts[:2] + [{"dict": [pair for pair in held[1] if not is_made_by_look(item_of_pair(pair))]}]


def is_made_by_look(value):
    """True of what factories make: what counts as false, be it a dictionary that makes what it lacks itself."""
    found = tagged(value)
    parts = elements(found[1]) if found is not None and found[0] == "value" else None
    is_defaulting = bool(parts) and parts[0] == "collections.defaultdict"
    return not truth_of(at(without_made_by_looks(parts), 2) if is_defaulting else value)


# Classes whose objects tell of a failure: their wording counts as little as that of an exception.
TELLS_OF_FAILURE = re.compile(r"(?:Error|Exception|Warning|Diagnostic)\Z")


def is_wording(name, expected, actual):
    """True for an attribute that words what went wrong, on both sides."""
    return name in ("message", "msg") and all(type(value) is str and re.search(r"\s", value) is not None for value in (expected, actual))


def is_private_stream(name, value):
    """True for a private attribute that holds an open file: which object that is and where it stands is how a class works."""
    found = tagged(value) if is_private(name) else None
    if found is None:
        return False
    kind = members(found[1]).get("class")
    return found[0] == "file" or (found[0] == "object" and type(kind) is str and re.match("_?io:", kind) is not None)


def same_own_class(expected, actual):
    """One that nothing can import has no name: any class that is not public itself may stand for it."""
    return type(actual) is str if expected == "" else same_scalar(expected, actual) or (expected is MISSING and actual is MISSING)


def same_scalar(expected, actual):
    if expected is None or expected is MISSING:
        return expected is None and actual is None
    return kind_of(expected) == kind_of(actual) != "object" and expected == actual


def parse_float(text):
    if type(text) is not str:
        return None
    if text in ("nan", "inf", "-inf") or _FLOAT.fullmatch(text):
        return float(text)
    return None


def float_text(text):
    number = parse_float(text)
    return scalar_text(text) if number is None else repr(number)


def in_order(values):
    return sorted(values, key=json.dumps)


def end_of(end):
    if end in ("stop", "limit"):
        return end
    name = members(end).get("class")
    return "raising " + name[:100] if type(name) is str else None
