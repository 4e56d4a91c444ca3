"""Code objects that are ready before a module is imported.

Modules that depend on the edited file are imported anew in every evaluation. Compiling them again is spared: the parent
compiles them once, and every child finds their code here. It executes them itself, so it is as if they were read.
"""

import importlib.machinery

_codes = {}
_real_get_code = importlib.machinery.SourceFileLoader.get_code


def install():
    importlib.machinery.SourceFileLoader.get_code = _get_code


def _get_code(self, fullname):
    code = _codes.get(self.path)
    return _real_get_code(self, fullname) if code is None else code


def offer(path, code):
    """What the next import of the file at `path` executes."""
    _codes[path] = code


def compile_ahead(paths):
    """Compiles files without executing anything of them; what cannot be compiled is left to its import."""
    for path in paths:
        try:
            with open(path, "rb") as file:
                offer(path, compile(file.read(), path, "exec", dont_inherit=True))
        except (SyntaxError, ValueError, OSError):
            pass
