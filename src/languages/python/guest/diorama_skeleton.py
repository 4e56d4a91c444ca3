"""Compiles one function of a file without the rest of the file: ten times cheaper for a file of a thousand lines.

The function's lines stay on their lines, below bare `class` statements of the classes around it, and are compiled with
the features that the file imports from `__future__`: all that a function's code depends on, for targets stand at
module or class level.
"""

import __future__
import re
import warnings

import diorama_report

_FEATURES = 0
for _name in __future__.all_feature_names:
    _FEATURES |= getattr(__future__, _name).compiler_flag


def compile_target(text, path, locator, features):
    """
    The code of a module that holds nothing but the target, or None where that cannot be had. `text` are the file's
    bytes, `features` the `co_flags` of any code of the file.
    """
    alone = source(text, locator)
    if alone is None:
        return None
    try:
        return compile_alone(alone, path, features)
    except Exception:
        return None


def compile_alone(text, path, features):
    """The code of a skeleton's text. Raises what the compiler raises."""
    return compile_quietly(text, path, features & _FEATURES)


def compile_quietly(text, path, flags=0):
    """The code of a whole module; nothing is said of what the compiler thinks of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(text, path, "exec", flags=flags, dont_inherit=True)


def compile_or_tell(text, path, report):
    """The code of a whole module, or None where there is none: then the report says why."""
    try:
        return compile_quietly(text, path)
    except BaseException as error:  # A MemoryError too: it is how parsers say that code is nested too deep.
        report.send(diorama_report.NOT_BUILT, {"message": diorama_report.describe(error)})
    return None


def has_plain_lines(text):
    """Whether lines and indentation are what they seem to be."""
    return b"\r" not in text and b"\f" not in text and b"\0" not in text


def source(text, locator):
    """The text of a skeleton: the target's lines where they are, below what they stand in. None where that cannot be had."""
    if not has_plain_lines(text):
        return None
    lines = text.split(b"\n")
    first, last = locator["lines"]["start"], locator["lines"]["end"]
    own = lines[first - 1 : last]
    if not own:
        return None
    indentation = own[0][: len(own[0]) - len(own[0].lstrip(b" \t"))]
    outer = locator["name"].split(".")[:-1]
    if len(indentation) < len(outer) or first - 1 < len(outer) or not _is_utf_8(lines[:2]):
        return None
    headers = [indentation[:depth] + b"class " + name.encode("utf-8") + b":" for depth, name in enumerate(outer)]
    if not outer and indentation:
        headers = [b"if 1:"]
    return b"\n" * (first - 1 - len(headers)) + b"\n".join(headers + own)


def _is_utf_8(lines):
    """Whether no comment of the first two lines declares another encoding."""
    comments = b" ".join(line for line in lines if line.lstrip().startswith(b"#"))
    declared = re.findall(br"coding[:=][ \t]*([-\w.]+)", comments)
    return all(name.lower().replace(b"_", b"-") in (b"utf-8", b"utf8") for name in declared)
