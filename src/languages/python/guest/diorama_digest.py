"""Whether two functions are the same but for names of files and numbers of lines: a digest of their byte code."""

import hashlib
import types

import diorama_skeleton
import diorama_target


def digest_of(function, code, alone, text, job, path):
    """
    The digest of a built target: of its own lines alone where they can be compiled so, which is the same for equal ones.
    `alone` is their code where there is one already.
    """
    target = job["target"]
    alone = alone or diorama_skeleton.compile_target(text, path, target, code.co_flags)
    try:
        if alone is not None:
            return code_digest(alone, diorama_target.code_of_target(alone, target), target["lines"])
    except diorama_target.Unfit:
        pass
    return code_digest(code, function.__code__, target["lines"])


def code_digest(module_code, target_code, lines):
    """Equal for byte code that is equal but for line numbers: the target's, and its defaults' in the code around it."""
    digest = hashlib.sha256()
    inside = range(lines["start"], lines["end"] + 1)
    chain = _chain(module_code, target_code) or [target_code]
    for code in chain[:-1]:
        _feed(digest, code, lambda nested: nested.co_firstlineno in inside)
    _feed(digest, chain[-1], lambda nested: True)
    return "sha256:" + digest.hexdigest()


def _chain(code, wanted):
    if code is wanted or code == wanted:
        return [code]
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            below = _chain(constant, wanted)
            if below is not None:
                return [code] + below
    return None


def _feed(digest, code, descends):
    numbers = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    digest.update(repr((numbers, names)).encode("utf-8", "surrogatepass"))
    digest.update(code.co_code)
    digest.update(getattr(code, "co_exceptiontable", b""))
    for constant in code.co_consts:
        if not isinstance(constant, types.CodeType):
            digest.update(_constant_text(constant).encode("utf-8", "surrogatepass"))
        elif descends(constant):
            _feed(digest, constant, lambda nested: True)
    digest.update(b";")


def _constant_text(constant):
    if isinstance(constant, frozenset):
        return "frozenset(%s)" % sorted(map(_constant_text, constant))
    if isinstance(constant, tuple):
        return "(%s)" % ",".join(map(_constant_text, constant))
    return "%s:%r" % (type(constant).__name__, constant)
