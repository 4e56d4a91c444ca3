"""Code of the file that the solvers of one task see, kept by a stem: a candidate's file differs from it in the target's body only.

So only the target is compiled for each candidate, and not a file of a thousand lines. A process keeps no second one: it would
hold the answer to the first.
"""

import types

import diorama_skeleton
import diorama_target
from diorama_target import Unfit

_kept = None


def keep(text, path, target):
    """In a stem: the file's text, and the target's locator in it. What cannot be kept is compiled for each candidate as a whole."""
    global _kept
    try:
        _kept = MaskedFile(text.encode("utf-8"), path, target)
    except Exception:
        pass


def fill(text, path, target):
    """The code of a candidate's file (its bytes, and the target's locator there), or None where it must be compiled as a whole."""
    if _kept is None:
        return None
    try:
        return _kept.fill(text, path, target)
    except Unfit:
        return None


class MaskedFile:
    """The code of a module with a hidden body. Raises Unfit, or what the compiler raises, where another body could not be put into it."""

    def __init__(self, text, path, target):
        code = diorama_skeleton.compile_quietly(text, path)
        skeleton = diorama_skeleton.source(text, target)
        if skeleton is None or not hasattr(code, "replace"):
            raise Unfit("its target cannot be compiled by itself")
        self._last = target["lines"]["end"]
        lines = text.splitlines(keepends=True)
        self._start = sum(map(len, lines[: target["lines"]["start"] - 1]))
        self._after = sum(map(len, lines[self._last :]))
        own = text[self._start : len(text) - self._after].rstrip(b"\n")
        self._above = skeleton[: skeleton.rindex(own)]
        self._flags = code.co_flags
        self._way, self._skeleton_way = _way_to(code, target), _way_to(self._compile(own, path), target)

    def fill(self, text, path, target):
        """The code of a candidate's file. Raises Unfit where more than the body would be another, or the compiler has something to say."""
        own = text[self._start : len(text) - self._after]
        way = _way_to(self._compile(own, path), target)
        before = self._skeleton_way
        if not all(map(_differ_inside, before[:-1], way[:-1], before[1:], way[1:])):
            raise Unfit("the code around it is another")
        return self._with_target(way[-1], target["lines"]["end"] - self._last)

    def _compile(self, own, path):
        """The code of a module that holds nothing but a definition."""
        if not diorama_skeleton.has_plain_lines(own):
            raise Unfit("its lines are not counted as the compiler does")
        try:
            return diorama_skeleton.compile_alone(self._above + own, path, self._flags)
        except Exception:
            raise Unfit("it does not compile by itself")

    def _with_target(self, new, shift):
        if new.co_freevars != self._way[-1].co_freevars:
            raise Unfit("it uses other names of the code around it")
        for holder, old in zip(self._way[-2::-1], self._way[::-1]):
            constants = (self._moved(one, old, new, shift) for one in holder.co_consts)
            new = holder.replace(co_consts=tuple(constants))
        return new

    def _moved(self, constant, old, new, shift):
        if constant is old:
            return new
        is_below = shift != 0 and isinstance(constant, types.CodeType) and constant.co_firstlineno > self._last
        return _shift(constant, shift) if is_below else constant


def _way_to(code, target):
    """The code objects from the module's to the target's, each a constant of the one before it."""
    *outer, _ = target["name"].split(".")
    way = [code]
    for depth in range(len(outer)):
        found = [one for one in way[-1].co_consts if isinstance(one, types.CodeType) and one.co_name == outer[depth]]
        if len(found) != 1:
            raise Unfit("%s is not found by its name alone" % target["name"])
        way += found
    return way + [diorama_target.code_of_target(code, target)]


def _differ_inside(holder, other, inner, other_inner):
    """Whether two code objects differ in nothing but one constant, given of both."""
    return (
        holder.co_code == other.co_code
        and holder.co_names == other.co_names
        and len(holder.co_consts) == len(other.co_consts)
        and all(
            one is inner and another is other_inner or type(one) is type(another) and one == another
            for one, another in zip(holder.co_consts, other.co_consts)
        )
    )


def _shift(code, lines):
    """The same some lines further down."""
    if "__firstlineno__" in code.co_names:
        raise Unfit("a class below it knows its line")
    constants = (_shift(one, lines) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + lines, co_consts=tuple(constants))
