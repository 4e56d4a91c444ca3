"""Names that code outside of a repository gives meaning to.

Arguments: modules that the repository imports from elsewhere. Prints one JSON object: ``always``, everything that the built-in
types have or take as a parameter; ``modules``, by module the same of it and its classes; ``missing``, those that cannot be
imported here.
"""

import builtins
import importlib
import inspect
import json
import keyword
import sys
import types

def parameters_of(value):
    try:
        return list(inspect.signature(value).parameters)
    except Exception:
        return []


def names_of(module):
    """Names in a module and one step below it, with the parameters of what can be called."""
    found = set(vars(module))
    for value in list(vars(module).values()):
        kind = value if isinstance(value, type) else type(value)
        members = dir(kind)
        found.update(members)
        found.update(parameters_of(value))
        if isinstance(value, type):
            for name in members:
                found.update(parameters_of(getattr(value, name, None)))
    return found


def main(names):
    always = set(keyword.kwlist) | names_of(builtins) | names_of(types)
    modules = {}
    missing = []
    for module in names:
        try:
            modules[module] = sorted(map(str, names_of(importlib.import_module(module)) - always))
        except BaseException:
            missing.append(module)
    json.dump({"always": sorted(map(str, always)), "modules": modules, "missing": missing}, sys.stdout)


main(sys.argv[1:])
