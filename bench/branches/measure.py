"""Runs a package's own tests once, under coverage.py or under the judge's tracer, and writes what each says of every function.

Takes one JSON argument: `mode` (`theirs`, `ours`), `root` (the tree), `sources` (files of the package, relative to it),
`arguments` (of pytest), `out` (the file to write).
"""

import ast
import gc
import json
import os
import sys
import threading

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_IS_FUNCTION = 0x1 | 0x2
TESTS_TO_COLLECTION = 20


def targets_of(text):
    """Functions and methods that are not inside other functions, with what they are made of."""
    found = []
    _collect(ast.parse(text), "", found)
    return found


def _collect(node, prefix, found):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _FUNCTIONS):
            first = min([child.lineno] + [decorator.lineno for decorator in child.decorator_list])
            found.append(
                {
                    "name": prefix + child.name,
                    "start": first,
                    "end": child.end_lineno,
                    "header": child.lineno,
                    "body": child.body[0].lineno,
                    "shapes": sorted(_shapes(child, prefix)),
                }
            )
        elif isinstance(child, ast.ClassDef):
            _collect(child, prefix + child.name + ".", found)
        elif not isinstance(child, ast.expr):
            _collect(child, prefix, found)


_SHAPES = {
    "Lambda": "lambda",
    "ListComp": "comprehension",
    "SetComp": "comprehension",
    "DictComp": "comprehension",
    "GeneratorExp": "comprehension",
    "Match": "match",
    "Try": "try",
    "TryStar": "try",
    "With": "with",
    "AsyncWith": "with",
    "Assert": "assert",
    "NamedExpr": "walrus",
    "IfExp": "ternary",
    "Yield": "generator",
    "YieldFrom": "generator",
    "Await": "async",
    "AsyncFor": "async",
    "ClassDef": "nested class",
    "FunctionDef": "nested function",
    "AsyncFunctionDef": "nested function",
}


def _shapes(function, prefix):
    shapes = {"method" if prefix else "function"}
    if function.decorator_list:
        shapes.add("decorated")
    if isinstance(function, ast.AsyncFunctionDef):
        shapes.add("async")
    if function.body[0].lineno == function.lineno:
        shapes.add("one-line body")
    for node in ast.walk(function):
        if node is function:
            continue
        shape = _SHAPES.get(type(node).__name__)
        if shape is not None:
            shapes.add(shape)
        if getattr(node, "finalbody", None):
            shapes.add("finally")
        if isinstance(node, _LOOPS):
            shapes.update(_shapes_of_loop(node))
        if isinstance(node, _COMPREHENSIONS) and node.end_lineno > node.lineno:
            shapes.add("comprehension over lines")
    return shapes


_LOOPS = (ast.For, ast.While, ast.AsyncFor)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _shapes_of_loop(loop):
    if loop.orelse:
        yield "loop with else"
    if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant):
        yield "while True"
    for inner in ast.walk(loop):
        if isinstance(inner, (ast.With, ast.AsyncWith)):
            yield "with in a loop"
        elif isinstance(inner, ast.Try):
            yield "try in a loop"


def run_tests(job, *plugins):
    sys.path.insert(0, job["root"])
    os.chdir(job["root"])
    import pytest

    own = ["-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-c", "/dev/null", "--rootdir", job["root"]]
    gc.set_threshold(2_000_000, 20, 20)
    status = int(pytest.main(own + job["arguments"], plugins=[Collector(), *plugins]))
    gc.collect()
    return status


class Collector:
    """Generators that nobody has ended are ended at known moments, not inside a tracer, where nothing is traced."""

    def __init__(self):
        self.tests = 0

    def pytest_runtest_logfinish(self, nodeid, location):
        self.tests += 1
        if self.tests % TESTS_TO_COLLECTION == 0:
            gc.collect()


class Theirs:
    """coverage.py with its own settings, and once more without anything left out by comments or patterns."""

    def __init__(self, job):
        import coverage

        self.job = job
        places = [os.path.join(job["root"], path) for path in job["sources"]]
        self.cover = coverage.Coverage(branch=True, data_file=None, config_file=False, include=places)

    def run(self):
        self.cover.start()
        try:
            return run_tests(self.job)
        finally:
            self.cover.stop()

    def report(self):
        import coverage

        given = {path: self.analyse(path) for path in self.job["sources"]}
        core = self.cover._collector.tracer_name()
        # What matches nothing: an empty list of patterns of lines whose branches do not count matches every line.
        for setting in ("exclude_lines", "partial_branches", "partial_branches_always"):
            self.cover.set_option("report:" + setting, ["(?!)"])
        self.cover._exclude_regex_stale()
        plain = {path: self.analyse(path) for path in self.job["sources"]}
        files = {path: {"given": given[path], "plain": plain[path]} for path in given}
        return {"version": coverage.__version__, "core": core, "files": files}

    def analyse(self, path):
        found = self.cover._analyze(os.path.join(self.job["root"], path))
        return {
            "possible": sorted(found.arc_possibilities_set),
            "executed": sorted(found.arcs_executed_set),
            "exits": sorted(found.exit_counts.items()),
            "unbranched": sorted(found.no_branch),
            "excluded": sorted(found.excluded),
            "lines": sorted(found.statements),
            "executed_lines": sorted(found.executed),
        }


class Ours:
    """The judge's own tracer, one for each function; all of them at work during one run of the tests."""

    def __init__(self, job):
        import diorama_arcs
        import diorama_coverage

        self.coverage = diorama_coverage
        self.arcs = diorama_arcs
        self.job = job
        self.texts = {}
        self.targets = {}
        # By the identity of a code object: what is called when a frame of it is entered. None: of no function of the package.
        self.known = {}
        self.kept = []
        self.tracers = {}
        # Tests after which nothing traced any more.
        self.blinding = []
        for path in job["sources"]:
            place = os.path.join(job["root"], path)
            with open(place, "rb") as file:
                self.texts[path] = file.read().decode("utf-8")
            self.targets[place] = {target["start"]: target for target in targets_of(self.texts[path])}

    def run(self):
        threading.settrace(self.enter)
        sys.settrace(self.enter)
        try:
            return run_tests(self.job, self)
        finally:
            sys.settrace(None)
            threading.settrace(None)

    def pytest_runtest_teardown(self, item):
        """A test that recurses to the limit, or traces by itself, ends tracing: the interpreter drops a tracer that fails."""
        if sys.gettrace() != self.enter:
            self.blinding.append(item.nodeid)
            sys.settrace(self.enter)

    def enter(self, frame, event, argument):
        code = frame.f_code
        enter = self.known.get(id(code), self)
        if enter is self:
            enter = self.learn(code)
        return None if enter is None else enter(frame, event, argument)

    def learn(self, code):
        """Code that is seen for the first time: a module brings its functions."""
        self.kept.append(code)
        self.known[id(code)] = None
        if code.co_name == "<module>":
            self.follow(code, self.targets.get(code.co_filename, {}))
        return None

    def follow(self, code, targets):
        """Gives each function below a module or class a tracer of its own."""
        for inner in code.co_consts:
            if not isinstance(inner, type(code)):
                continue
            target = targets.get(inner.co_firstlineno)
            is_function = inner.co_flags & _IS_FUNCTION == _IS_FUNCTION
            if is_function and target is not None and target["name"].split(".")[-1] == inner.co_name:
                tracer = self.arcs.ArcTracer(inner)
                self.tracers.setdefault((code.co_filename, inner.co_firstlineno), []).append(tracer)
                for one in self.arcs.nested_codes(inner):
                    self.kept.append(one)
                    self.known[id(one)] = tracer.enter
            elif not is_function or inner.co_name.startswith("<generic"):
                self.kept.append(inner)
                self.known[id(inner)] = None
                self.follow(inner, targets)

    def report(self):
        files = {}
        for path in self.job["sources"]:
            place = os.path.join(self.job["root"], path)
            if not self.targets[place]:
                continue
            file = self.coverage.PossibleArcs(self.texts[path])
            rows = files[path] = []
            for target in sorted(self.targets[place].values(), key=lambda one: one["start"]):
                arcs = set()
                for tracer in self.tracers.get((place, target["start"]), []):
                    arcs.update(tracer.take())
                found = file.of({"start": target["start"], "end": target["end"]})
                rows.append(dict(target, taken=sorted(arcs), found=found))
        return {"files": files, "blinding": self.blinding}


def main():
    job = json.loads(sys.argv[1])
    side = Theirs(job) if job["mode"] == "theirs" else Ours(job)
    status = side.run()
    with open(job["out"], "w") as file:
        json.dump(dict(side.report(), status=status), file)


if __name__ == "__main__":
    main()
