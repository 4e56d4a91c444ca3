"""What is ready before a module is imported: its code, and where it was found.

Modules that depend on the edited file are imported anew in every evaluation. Looking for them and compiling them again is
spared: the parent does both once, and every child finds the outcome here. It executes them itself, so it is as if they were
read.
"""

import importlib.machinery
import importlib.util
import sys

_codes = {}
_specs = {}
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


def find_ahead(name, path):
    """In the parent: looks for the module of a file, where its package is loaded, without importing anything."""
    package = name.rpartition(".")[0]
    if name in sys.modules or (package and package not in sys.modules):
        return
    try:
        spec = importlib.util.find_spec(name)
    except Exception:
        return
    if spec is not None and spec.origin == path and type(spec.loader) is importlib.machinery.SourceFileLoader:
        _specs[name] = spec, spec.cached


class Found:
    """Answers the next import of a module that was looked for ahead; the list of finders is as it was while the module is executed."""

    def find_spec(self, fullname, path=None, target=None):
        found = _specs.get(fullname)
        if found is None:
            return None
        sys.meta_path.remove(self)
        return found[0]

    def __enter__(self):
        sys.meta_path.insert(0, self)

    def __exit__(self, *_):
        if self in sys.meta_path:
            sys.meta_path.remove(self)
