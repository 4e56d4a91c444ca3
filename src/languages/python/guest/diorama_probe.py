"""What an import loads, and which of it does not depend on the edited files.

A module depends on what it imports, on the packages around it, and on everything that one of its imports loaded. The
modules that do not depend on the edited files may be loaded before it, in the order in which they were.
"""

import builtins
import importlib
import sys


class ImportRecorder:
    """Edges from importing to imported modules, while it is installed."""

    def __init__(self):
        self.edges = {}

    def __enter__(self):
        self._import, self._import_module = builtins.__import__, importlib.import_module
        builtins.__import__, importlib.import_module = self._record_import, self._record_module
        return self

    def __exit__(self, *_):
        builtins.__import__, importlib.import_module = self._import, self._import_module

    def _record_import(self, name, globals=None, locals=None, fromlist=(), level=0):
        importer = (globals or {}).get("__name__")
        before = set(sys.modules)
        try:
            return self._import(name, globals, locals, fromlist, level)
        finally:
            absolute = _absolute(name, globals or {}, level)
            named = {absolute} | {"%s.%s" % (absolute, item) for item in fromlist or ()}
            self._connect(importer, named | (set(sys.modules) - before))

    def _record_module(self, name, package=None):
        importer = sys._getframe(1).f_globals.get("__name__")
        before = set(sys.modules)
        try:
            return self._import_module(name, package)
        finally:
            absolute = importlib.util.resolve_name(name, package) if package else name
            self._connect(importer, {absolute} | (set(sys.modules) - before))

    def _connect(self, importer, imported):
        known = {name for name in imported if name in sys.modules}
        self.edges.setdefault(importer, set()).update(known)


def _absolute(name, globals, level):
    if level == 0:
        return name
    package = globals.get("__package__") or globals.get("__name__", "").rpartition(".")[0]
    base = package.rsplit(".", level - 1)[0] if level > 1 else package
    return "%s.%s" % (base, name) if name else base


def dependents_of(modules, edges, loaded):
    """Names of all modules whose import needs one of `modules`, themselves included."""
    needed_by = {}
    for importer, imported in edges.items():
        for name in imported:
            needed_by.setdefault(name, set()).add(importer)
    for name in loaded:
        package = name.rpartition(".")[0]
        if package:
            needed_by.setdefault(package, set()).add(name)
    found, waiting = set(modules), list(modules)
    while waiting:
        for name in needed_by.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return found


def probe(module, own_files, is_asynchronous):
    """Imports `module`, which lies in one of `own_files`; what may be preloaded, and files of the rest that may be compiled ahead. May raise anything."""
    before = set(sys.modules)
    with ImportRecorder() as recorder:
        importlib.import_module(module)
        if is_asynchronous:
            importlib.import_module("asyncio")
    return independent_of(own_files, before, recorder.edges, [module])


def independent_of(own_files, before, edges, named=()):
    """What of the modules loaded since `before` may be loaded ahead of those that lie in `own_files`, and of those `named`."""
    loaded = [name for name in sys.modules if name not in before]
    own = [name for name in loaded if name in named or getattr(sys.modules[name], "__file__", None) in own_files]
    return _findings(loaded, dependents_of(own, edges, loaded), own_files)


def _findings(loaded, dependent, own_files):
    files = [getattr(sys.modules[name], "__file__", None) for name in loaded if name in dependent]
    return {
        "preload": [name for name in loaded if name not in dependent and _is_importable(name)],
        "compile": [path for path in files if path and path.endswith(".py") and path not in own_files],
    }


def _is_importable(name):
    return getattr(sys.modules[name], "__spec__", None) is not None and sys.modules[name].__spec__.name == name
