"""Facts of a frame under way: which target it runs, which function, with which arguments."""

import functools
import types

_ARGUMENTS, _KEYWORDS = 0x04, 0x08


def find_target(targets, code):
    """The target that a code object is the body of: same name, and the definition's first line within its lines."""
    for target in targets:
        if target.qualified_name.rpartition(".")[2] != code.co_name:
            continue
        if code.co_firstlineno <= target.first <= last_line(code) <= target.last:
            return target
    return None


def find_enclosing(targets, code):
    """The innermost target within whose lines a function was made."""
    around = [target for target in targets if target.first <= code.co_firstlineno and last_line(code) <= target.last]
    return max(around, key=lambda target: target.first, default=None)


def last_line(code):
    if hasattr(code, "co_lines"):
        lines = [line for _, _, line in code.co_lines() if line]
    else:
        import dis

        lines = [line for _, line in dis.findlinestarts(code)]
    return max(lines + [code.co_firstlineno])


def unwrap(found, code):
    """The function with this code object below decorators and descriptors."""
    for _ in range(20):
        if type(found) is property:
            for part in (found.fget, found.fset, found.fdel):
                if type(part) is types.FunctionType and unwrap(part, code) is not None:
                    return unwrap(part, code)
            return None
        if type(found) is types.FunctionType and found.__code__ is code:
            return found
        if type(found) in (classmethod, staticmethod, types.MethodType):
            found = found.__func__
        elif type(found) is types.FunctionType:
            found = found.__dict__.get("__wrapped__")
        elif type(found) is functools.partial:
            found = found.func
        else:
            return None
    return None


def arguments_of(frame, function):
    """
    `(positional, keywords)` as a caller would give them; trailing parameters and keyword-only ones that hold the default
    object itself are left out.
    """
    code, held = frame.f_code, frame.f_locals
    names = code.co_varnames
    count, only = code.co_argcount, code.co_kwonlyargcount
    positional = [held[name] for name in names[:count]]
    extra = held[names[count + only]] if code.co_flags & _ARGUMENTS else ()
    defaults = (function.__defaults__ if function is not None else None) or ()
    if not extra:
        left = len(defaults)
        while left and positional and positional[-1] is defaults[left - 1]:
            positional.pop()
            left -= 1
    keyword_defaults = (function.__kwdefaults__ if function is not None else None) or {}
    keywords = {}
    for name in names[count : count + only]:
        if name not in keyword_defaults or held[name] is not keyword_defaults[name]:
            keywords[name] = held[name]
    if code.co_flags & _KEYWORDS:
        keywords.update(held[names[count + only + (1 if code.co_flags & _ARGUMENTS else 0)]])
    return positional + list(extra), keywords
