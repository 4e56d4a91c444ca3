"""Test sources into code objects, in a process of their own: where a candidate runs, neither text nor syntax tree has ever been."""

import ast
import base64
import marshal
import os
import warnings

from diorama_test_cutting import Plan, cut
from diorama_test_sites import METHODS, SiteFinder, split_conjunctions


def prepare(job, tree):
    """
    `job`: {"sources": {path: text}, "cuts", "native": [site number], "collected": [function name], "selected": [function name]}.
    Gives {"codes": {path: base64 of marshalled code}, "codes_tree", "sites": […], "failed": {path: message}}.
    """
    trees, failed = {}, {}
    for path in sorted(job["sources"]):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                trees[path] = split_conjunctions(ast.parse(job["sources"][path]))
        except (SyntaxError, ValueError) as problem:
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


def _plan(job, trees, sites):
    if not job["cuts"]:
        return Plan(sites)
    used = _used_names(trees)
    removable = set(job["collected"]) - set(job["selected"]) - used
    return Plan(sites, True, job["native"], removable, _exported_names(trees), _requested_names(trees))


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
