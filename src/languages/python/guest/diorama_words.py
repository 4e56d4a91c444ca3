"""Plain data of `observation/2`, read past whatever it may hold, and told in words."""

import json
import math
import re

MISSING = object()
MOST_TEXT = 80
MOST_PATH = 1000
MOST_NAME = 200
MOST_SEARCHED = 100000
ITERATORS = ("iterator", "async_iterator")
_NUMBERS = re.compile(r"numpy\.(?:bool_|u?int\d+|(?:float|complex)\d+|str_|bytes_)", re.ASCII)


def members(value):
    return value if type(value) is dict else {}


def elements(value):
    return value if type(value) is list else None


def at(values, index):
    return values[index] if index < len(values) else MISSING


def tagged(value):
    """`(tag, content, how an iterator ended)` of an object of the formats, else None."""
    if type(value) is not dict:
        return None
    for tag in ITERATORS:
        if tag in value:
            if len(value) > 2 or (len(value) == 2 and "end" not in value):
                return None
            end = value.get("end")
            return tag, value[tag], "stop" if end is None else end
    if len(value) != 1:
        return None
    ((tag, content),) = value.items()
    return tag, content, None


def unboxed(value):
    """`(type, number or text)` of a library's number or text that does what the language's own do, else None."""
    parts = elements(members(value).get("value"))
    if parts is None or len(parts) < 2 or type(parts[0]) is not str or not _NUMBERS.fullmatch(parts[0]):
        return None
    return parts[0][len("numpy.") :], parts[1]


def array_of(value):
    """`(type of the items, items)` of an array, else None."""
    parts = elements(members(value).get("value"))
    if parts is None or len(parts) < 3 or parts[0] != "numpy.ndarray" or type(parts[2]) is not list:
        return None
    return parts[1], at(parts, 3)


def listed_index(parts):
    """An index that only counts, as one that lists its labels, which does the same; anything else as it is."""
    if len(parts) != 5 or parts[0] != "pandas.RangeIndex" or any(kind_of(part) != "number" for part in parts[1:4]):
        return parts
    start, stop, step = parts[1:4]
    if step == 0 or not (stop - start) / step <= MOST_SEARCHED:
        return parts
    labels = [start + at * step for at in range(max(0, math.ceil((stop - start) / step)))]
    return ["pandas.Index", {"value": ["numpy.ndarray", "int64", [len(labels)], labels]}, parts[4]]


def kind_of(value):
    if type(value) is bool:
        return "boolean"
    if type(value) in (int, float):
        return "number"
    return "string" if type(value) is str else "object"


def scalar_text(value):
    if type(value) is str:
        return value
    return json.dumps(value) if type(value) in (bool, int, float) else "<malformed>"


def key_of_pair(pair):
    return pair[0] if type(pair) is list and len(pair) == 2 else {"malformed": True}


def item_of_pair(pair):
    return at(pair, 1) if type(pair) is list else MISSING


def differ(expected, actual, path):
    return (path_text(path),) + render_sides(expected, actual)


def render_sides(expected, actual):
    """Both sides, each shortly, but never cut before the first difference."""
    wanted, found = describe(expected, MOST_SEARCHED), describe(actual, MOST_SEARCHED)
    same = next((at for at, pair in enumerate(zip(wanted, found)) if pair[0] != pair[1]), min(len(wanted), len(found)))
    if same < 50:
        return describe(expected, MOST_TEXT), describe(actual, MOST_TEXT)
    return tuple("…" + shortened(text[same - 20 :], 60) for text in (wanted, found))


def describe(value, most):
    return "nothing" if value is MISSING else render(value, most)


def shortened(text, most):
    return text if len(text) <= most else text[: most - 1] + "…"


def path_text(path):
    text = "".join("[%d]" % step if type(step) is int else step for step in path)
    return shortened(text, MOST_PATH)


def sides(mismatch, root):
    path, expected, actual = mismatch
    text = "%s, expected %s" % (actual, expected)
    return text if path == root == "value" else "%s at %s" % (text, path)


def told(shown):
    status = shown.get("status")
    if status == "returned":
        return "returned " + render(shown.get("value"))
    if status == "raised":
        exception = members(shown.get("exception"))
        said = exception.get("message")
        text = "raised " + short_name(exception.get("class"))
        return "%s (%s)" % (text, said[:200]) if type(said) is str and said else text
    if status == "refused":
        return "gave something that cannot be observed (%s)" % scalar_text(shown.get("message"))[:200]
    return "gave a malformed observation"


def wanted_outcome(expected):
    if expected["status"] == "returned":
        return "to return " + render(expected["value"])
    return "to raise " + short_name(expected["exception"]["class"])


def short_name(name):
    if type(name) is not str:
        return "something malformed"
    return name[len("builtins:") :][:100] if name.startswith("builtins:") else name[:100]


def told_file(name, content):
    if content is MISSING:
        return "left the file %s unchanged" % render(name)
    if content is None:
        return "removed the file " + render(name)
    return "wrote %s to the file %s" % (render(content), render(name))


def render(value, most=MOST_TEXT):
    """A value as Python would write it, cut where it is long."""
    return shortened(_render(value, 6), most)


def _render(value, depth):
    if depth < 0:
        return "…"
    if type(value) is list:
        return "[%s]" % _all(value, depth)
    if type(value) is not dict:
        return repr(value)
    found = tagged(value)
    return "<malformed>" if found is None else _render_tagged(found, depth)


def _all(values, depth):
    return ", ".join(_render(value, depth - 1) for value in (elements(values) or [])[:200])


def _render_tagged(found, depth):
    tag, content, end = found
    if tag in ("int", "special"):
        return str(content)
    if tag == "float":
        return "float('%s')" % content if content in ("nan", "inf", "-inf") else str(content)
    if tag in ("bytes", "bytearray") and type(content) is str:
        octets = content.encode("latin-1", "replace")
        return repr(octets if tag == "bytes" else bytearray(octets))
    if tag == "tuple":
        return "(%s,)" % _all(content, depth) if len(elements(content) or []) == 1 else "(%s)" % _all(content, depth)
    if tag == "set":
        return "{%s}" % _all(content, depth) if content else "set()"
    if tag in ("frozenset", "deque"):
        return "%s([%s])" % (tag, _all(content, depth))
    if tag == "dict":
        return "{%s}" % ", ".join(_pair(pair, depth) for pair in (elements(content) or [])[:200])
    if tag in ITERATORS:
        return "%s([%s])%s" % ("iter" if tag == "iterator" else "async_iter", _all(content, depth), _ending(end))
    if tag in ("named", "module"):
        return str(content).partition(":")[2] or str(content)
    if tag == "value":
        parts = elements(content) or [""]
        return "%s(%s)" % (parts[0], _all(parts[1:], depth))
    if tag == "object":
        return _render_object(members(content), depth)
    if tag == "argument":
        return "<the argument %s>" % content
    return "<the receiver>" if tag == "receiver" else "<%s>" % tag[:20]


def _pair(pair, depth):
    return "%s: %s" % (_render(key_of_pair(pair), depth - 1), _render(item_of_pair(pair), depth - 1))


def _ending(end):
    if end == "stop":
        return ""
    name = members(end).get("class")
    return " then raises %s" % short_name(name).rpartition(":")[2] if type(name) is str else " …"


def _render_object(form, depth):
    parts = [str(form.get("own") or form.get("class")).partition(":")[2]]
    if "base" in form:
        parts.append(_render(form["base"], depth - 1))
    state = members(form.get("state"))
    public = [name for name in state if not name.startswith("_")]
    return "<%s>" % " ".join(parts + ["%s=%s" % (name, _render(state[name], depth - 1)) for name in public])
