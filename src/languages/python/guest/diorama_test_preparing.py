"""Test sources into code objects, in a process of their own: where a candidate runs, neither text nor syntax tree has ever been."""

import ast
import base64
import collections
import marshal
import os
import sys
import warnings

from diorama_test_constants import assigned_name
from diorama_test_cutting import Plan, cut, operands_not_looked_at
from diorama_test_sites import METHODS, SiteFinder, split_conjunctions

# Sources whose syntax is nested deeper, as long sums of texts are, fail; walking the others takes some frames for each level.
MOST_DEPTH = 3000
FRAMES_PER_LEVEL = 5


def prepare(job, tree):
    """
    `job`: {"sources": {path: text}, "cuts", "native": [site number], "blind": [{"site", "place"}], "collected": [function name], "selected": [function name]}.
    Gives {"codes": {path: base64 of marshalled code}, "codes_tree", "sites": […], "failed": {path: message}}.
    """
    trees, failed = {}, {}
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES_PER_LEVEL * MOST_DEPTH))
    for path in sorted(job["sources"]):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                parsed = ast.parse(job["sources"][path])
            if is_deep(parsed):
                failed[path] = "nested too deep"
            else:
                trees[path] = split_conjunctions(parsed)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
            failed[path] = str(problem)[:500]
    sites, defined = [], _defined_names(trees)
    for path, parsed in trees.items():
        SiteFinder(path, sites, defined & set(METHODS)).find(parsed)
    plan = _plan(job, trees, sites)
    codes = {}
    for path, parsed in trees.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = compile(cut(parsed, plan), os.path.join(tree, path), "exec", dont_inherit=True)
        codes[path] = base64.b64encode(marshal.dumps(code)).decode("ascii")
    return {"codes": codes, "codes_tree": tree, "sites": [site.describe() for site in sites], "failed": failed}


def is_deep(parsed):
    level = [parsed]
    for _ in range(MOST_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


def _plan(job, trees, sites):
    if not job["cuts"]:
        return Plan(sites)
    used = _used_names(trees)
    removable = set(job["collected"]) - set(job["selected"]) - used
    blind = {each["site"]: each["place"] for each in job["blind"]}
    return Plan(
        sites,
        cuts=True,
        native=job["native"],
        removable=removable,
        exported=_exported_names(trees),
        requested=_requested_names(trees),
        attributes=_own_attributes(trees),
        bases=_base_names(trees),
        blind=blind,
        helpers=_helpers(trees, sites, blind),
    )


def _functions(trees):
    for parsed in trees.values():
        for node in ast.walk(parsed):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node


def _defined_names(trees):
    return {node.name for node in _functions(trees)}


def _used_names(trees):
    """Every name that is looked up somewhere, however."""
    names = set()
    for parsed in trees.values():
        for node in ast.walk(parsed):
            if isinstance(node, ast.Name):
                names.add(node.id)
            elif isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                names.add(node.value)
            elif isinstance(node, ast.alias):
                names.add(node.name)
            elif isinstance(node, ast.arg):
                names.add(node.arg)
    return names


def _exported_names(trees):
    """Names that one source takes from another, or might."""
    names = set()
    for parsed in trees.values():
        for node in ast.walk(parsed):
            if isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.ImportFrom):
                names.update(each.name for each in node.names)
    if "*" in names:
        for parsed in trees.values():
            names.update(node.id for node in ast.walk(parsed) if isinstance(node, ast.Name))
    return names


def _requested_names(trees):
    """Parameters of fixtures."""
    names = set()
    for node in _functions(trees):
        if any("fixture" in ast.dump(each) for each in node.decorator_list):
            names.update(each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg))
    return names


def _helpers(trees, sites, blind):
    """Functions that nothing else has the name of, with the places of parameters that only operands look at which are not computed."""
    found, named, imported = {}, collections.Counter(node.name for node in _functions(trees)), _imported_names(trees)
    for path, parsed in trees.items():
        unseen = {id(each) for operand in operands_not_looked_at(parsed, sites, blind) for each in ast.walk(operand)}
        methods = {id(each) for node in ast.walk(parsed) if isinstance(node, ast.ClassDef) for each in node.body}
        for node in _functions({path: parsed}):
            is_method = id(node) in methods
            is_own = imported.get(node.name, set()) <= {os.path.basename(path)[: -len(".py")]}
            if node.decorator_list or named[node.name] > 1 or not (is_method or is_own):
                continue
            parameters = getattr(node.args, "posonlyargs", []) + node.args.args
            parameters = [each.arg for each in (parameters[1:] if is_method else parameters)]
            looked_at = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and id(each) not in unseen}
            if not looked_at & {"locals", "vars", "eval", "exec"}:
                places = {name: place for place, name in enumerate(parameters) if name not in looked_at}
                found.update({("." if is_method else "") + node.name: places} if places else {})
    return found


def _imported_names(trees):
    """For each name that a source imports from a module, or gives to what it imports, the last names of these modules."""
    modules = {}
    for parsed in trees.values():
        for node in ast.walk(parsed):
            for each in node.names if isinstance(node, ast.ImportFrom) else ():
                for name in (each.name, each.asname):
                    modules.setdefault(name, set()).add((node.module or "").rpartition(".")[2])
    return modules


def _own_attributes(trees):
    """Names that classes of one file bind and only that file looks up; nowhere else do they stand for anything."""
    bound, used, taken = {}, {}, set()
    for path, parsed in trees.items():
        for node in ast.walk(parsed):
            if isinstance(node, ast.ClassDef):
                for name in filter(None, map(assigned_name, node.body)):
                    bound.setdefault(name, set()).add(path)
            elif isinstance(node, ast.Attribute):
                used.setdefault(node.attr, set()).add(path)
                taken.update(() if isinstance(node.ctx, ast.Load) else (node.attr,))
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                taken.add(node.name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                taken.add(node.value)
    return {name for name, paths in bound.items() if name not in taken and used.get(name) == paths and len(paths) == 1}


def _base_names(trees):
    """Names of classes that some class inherits from."""
    bases = [each for parsed in trees.values() for node in ast.walk(parsed) if isinstance(node, ast.ClassDef) for each in node.bases]
    return {each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in bases}
