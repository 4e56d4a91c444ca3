"""PyCG's call graph in Diorama's form; see graph_definitions.py. Needs a Python with PyCG 0.0.8 (its wheel names the package `PyCG`).

Names that PyCG gives are those of modules as they are imported. One means the definition of that name in the file whose path ends with the module's
parts, the one nearest to the caller where several do. PyCG says of no edge where its call stands.
"""

import os
import sys

from graph_definitions import edge, run_roots

try:
    import pycg
except ImportError:
    import PyCG

    sys.modules["pycg"] = PyCG

from pycg.pycg import CallGraphGenerator
from pycg.utils.constants import CALL_GRAPH_OP


def module_parts(path):
    parts = path[: -len(".py")].split("/")
    return parts[:-1] if parts[-1] == "__init__" else parts


class Names:
    def __init__(self, definitions):
        self.definitions = definitions
        self.by_last = {}
        for path in definitions:
            parts = module_parts(path)
            self.by_last.setdefault(parts[-1] if parts else "", []).append((parts, path))

    def find(self, name, near=""):
        parts = [part for part in name.split(".") if not part.startswith("<")]
        best = None
        for count in range(len(parts), 0, -1):
            for own, path in self.by_last.get(parts[count - 1], ()):
                if own[-count:] != parts[:count]:
                    continue
                kind, place = self.definition(path, ".".join(parts[count:]))
                shared = len(os.path.commonprefix([path, near]))
                if place is not None and (best is None or (count, shared) > best[0]):
                    best = ((count, shared), kind, place)
        return best and best[1:]

    def definition(self, path, name):
        if name == "":
            return "module", {"path": path, "name": "<module>", "line": 1}
        return self.definitions[path].known.get(name, (None, None))


def find_edges(root, definitions, found):
    os.chdir(root)
    sys.path[:0] = [root, os.path.join(root, "src")]
    generator = CallGraphGenerator(list(definitions), root, -1, CALL_GRAPH_OP)
    generator.analyze()
    names = Names(definitions)
    for caller, callees in generator.output().items():
        source = names.find(caller)
        if source is None:
            continue
        kind, place = source
        # Code of a class's body belongs to the module.
        if kind == "class":
            place = {"path": place["path"], "name": "<module>", "line": 1}
        for callee in callees:
            target = names.find(callee, place["path"])
            if target is not None and target[0] != "module":
                found.add(edge(place, target[1], None))


run_roots(find_edges)
