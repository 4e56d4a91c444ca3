"""Says of an exception what a program can act on, as plain data: used where environments are tried, beside foreign code.

    {"type": class, "text": class and first line of the message, "module"?: missing import, "fixture"?: missing fixture, "variable"?: missing variable}
"""

import os

_CHARACTERS = 500
_READS_VARIABLE = type(os.environ).__getitem__.__code__


def describe(error):
    """What is known of an exception; pytest's own wrappers are taken off. Never raises: its parts are foreign code."""
    try:
        return _describe(_unwrapped(error))
    except BaseException:
        return {"type": type(error).__name__, "text": type(error).__name__}


def _unwrapped(error):
    name = type(error).__name__
    if name == "ConftestImportFailure":
        inner = getattr(error, "cause", None) or getattr(error, "excinfo", (None, None))[1]
        return inner if isinstance(inner, BaseException) else error
    if name == "CollectError" and isinstance(error.__cause__, BaseException):
        return error.__cause__
    return error


def _describe(error):
    lines = str(error).strip().splitlines()
    name = type(error).__name__
    told = lines[0] if lines else ""
    if isinstance(error, SyntaxError) and isinstance(error.text, str):
        told = "%s: %s" % (told, error.text.strip())
    facts = {"type": name, "text": ("%s: %s" % (name, told) if told else name)[:_CHARACTERS]}
    missing = _missing_module(error)
    if missing is not None:
        facts["module"] = missing
    if facts["type"] == "FixtureLookupError" and isinstance(getattr(error, "argname", None), str):
        facts["fixture"] = error.argname
        facts["text"] = "fixture '%s' not found" % error.argname
    variable = _missing_variable(error)
    if variable is not None:
        facts["variable"] = variable
    return facts


def _missing_module(error):
    """The module whose absence an exception tells, or came from while it was handled."""
    seen = 0
    while error is not None and seen < 10:
        if isinstance(error, ImportError):
            return error.name if isinstance(error, ModuleNotFoundError) and isinstance(error.name, str) else None
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        seen += 1
    return None


def _missing_variable(error):
    if not isinstance(error, KeyError) or not error.args or not isinstance(error.args[0], str):
        return None
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return error.args[0] if step is not None and step.tb_frame.f_code is _READS_VARIABLE else None
