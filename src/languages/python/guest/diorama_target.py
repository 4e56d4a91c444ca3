"""Finding the function that a candidate wrote, below everything that decorators laid around it."""

import functools
import types

_ACCESSORS = {"getter": "fget", "setter": "fset", "deleter": "fdel"}
_DEPTH = 12


class TargetNotFound(Exception):
    """The edited file was imported, but the target's function is not where its name says."""


class Unfit(Exception):
    """The edited function's code cannot stand in for the original's in a loaded module: it must be imported."""


def replace_code(function, module_code, locator):
    """Gives a loaded function the code of its edited version. Both have the same header; names of the closure must agree."""
    code = code_of_target(module_code, locator)
    if code.co_freevars != function.__code__.co_freevars:
        raise Unfit("it uses other names of the code around it")
    function.__code__ = code


def code_of_target(module_code, locator):
    """The target's code inside its module's, by name and lines. Raises Unfit where that is not one."""
    inside = range(locator["lines"]["start"], locator["lines"]["end"] + 1)
    *outer, last = locator["name"].split(".")
    holder = module_code
    for name in outer:
        holder = _only([each for each in _nested(holder) if each.co_name == name], locator)
    return _only([each for each in _nested(holder) if each.co_name == last and each.co_firstlineno in inside], locator)


def _nested(code):
    return [each for each in code.co_consts if isinstance(each, types.CodeType)]


def _only(found, locator):
    if len(found) != 1:
        raise Unfit("%s is not found by its name alone" % locator["name"])
    return found[0]


def find_target(module, locator, path):
    """The plain function named by `locator`, whose code lies in `path` within the given lines."""
    *outer, last = locator["name"].split(".")
    holder = _names_of(module, outer[0] if outer else last)
    for name in outer:
        if name not in holder:
            raise TargetNotFound("%s has no %s" % (module.__name__, name))
        holder = _members_of(holder[name])
    if last.startswith("__") and not last.endswith("__") and outer:
        last = "_%s%s" % (outer[-1].lstrip("_"), last)
    if last not in holder:
        raise TargetNotFound("%s has no %s" % (module.__name__, locator["name"]))
    lines = range(locator["lines"]["start"], locator["lines"]["end"] + 1)
    accessor = _ACCESSORS.get(locator["kind"])
    found = _unwrap(holder[last], path, lines, accessor)
    if found is None:
        raise TargetNotFound("%s is not the function of the edited lines" % locator["name"])
    return found


def _names_of(module, name):
    """The module's names; of what a module put in its own place, and which answers for it, the one that is asked for."""
    if name in module.__dict__:
        return module.__dict__
    try:
        return {name: getattr(module, name)}
    except AttributeError:
        return {}


def _members_of(value):
    """What a class holds; of one that took the place of its base (`Loaf = Meta("Loaf", (Loaf,), {})`) what that one holds too."""
    same = [one for one in getattr(value, "__mro__", ()) if one.__name__ == value.__name__ and one.__module__ == value.__module__]
    if len(same) < 2:
        return getattr(value, "__dict__", {})
    return {name: member for one in reversed(same) for name, member in one.__dict__.items()}


def _unwrap(value, path, lines, accessor):
    """Breadth first through what decorators keep: wrappers, descriptors, partial calls, closures, attributes."""
    waiting, seen = [value], set()
    for _ in range(_DEPTH):
        following = []
        for one in waiting:
            if id(one) in seen:
                continue
            seen.add(id(one))
            if isinstance(one, types.FunctionType) and _is_target(one.__code__, path, lines):
                return one
            following.extend(_inside(one, accessor))
        waiting = following
    return None


def _is_target(code, path, lines):
    return code.co_filename == path and code.co_firstlineno in lines and code.co_name != "<lambda>"


def _inside(value, accessor):
    if isinstance(value, property):
        return [getattr(value, accessor)] if accessor else [value.fget, value.fset, value.fdel]
    if isinstance(value, (staticmethod, classmethod, types.MethodType)):
        return [value.__func__]
    if isinstance(value, (functools.partial, functools.partialmethod)):
        return [value.func]
    if isinstance(value, types.FunctionType):
        cells = [cell for cell in value.__closure__ or ()]
        kept = [value.__dict__.get("__wrapped__")] + [_content(cell) for cell in cells]
        return [one for one in kept + list(value.__dict__.values()) if one is not None]
    if isinstance(value, (type, types.ModuleType, str, bytes, int, float, type(None))):
        return []
    if isinstance(value, (list, tuple)):
        return list(value)[:20]
    if isinstance(value, (dict, types.MappingProxyType)):
        return list(value.values())[:20]
    # Rarely needed, and most of what a parent without it would weigh.
    import inspect

    kept = [inspect.getattr_static(value, name, None) for name in ("__wrapped__", "__func__")]
    kept = [one for one in kept if not isinstance(one, (types.MemberDescriptorType, types.GetSetDescriptorType))]
    if hasattr(type(value), "cache_info"):
        kept.append(value.__wrapped__)
    return [one for one in kept + list(getattr(value, "__dict__", {}).values()) if one is not None]


def _content(cell):
    try:
        return cell.cell_contents
    except ValueError:
        return None
