"""Definitions of a folder's Python files, and what runs a peer on several folders and writes its edges in Diorama's form.

A runner is called `python NAME_edges.py OUT SECONDS ROOT...`. OUT gets a JSON list with an object for each root: `edges` (see `edge`), `sites` (calls
written in its files, or of these the ones that were asked for), `cpu_s` (processor time once the peer is loaded and the files are listed) and `problem`, null or why there are no more edges.
Each root is read in a process of its own, which has SECONDS.
"""

import ast
import json
import os
import resource
import sys
import time


def list_files(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for file in sorted(files):
            if file.endswith(".py"):
                yield os.path.relpath(os.path.join(folder, file), root)


class Definitions(ast.NodeVisitor):
    """Of one file: `known` by qualified name and `by_line` (name, kind, line); `calls` as (place of the caller, node)."""

    def __init__(self, path, text):
        self.path = path
        self.known = {}
        self.by_line = {}
        self.calls = []
        self.around = [{"path": path, "name": "<module>", "line": 1}]
        self.names = []
        self.visit(ast.parse(text))

    def define(self, node, kind):
        for decorator in node.decorator_list:
            self.visit(decorator)
        name = ".".join([*self.names, node.name])
        place = {"path": self.path, "name": name, "line": node.lineno}
        self.known.setdefault(name, (kind, place))
        self.by_line[node.lineno] = (kind, place)
        self.names.append(node.name)
        if kind == "def":
            self.around.append(place)
        for part in node.body:
            self.visit(part)
        if kind == "def":
            self.around.pop()
        self.names.pop()

    def visit_FunctionDef(self, node):
        self.define(node, "def")

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.define(node, "class")

    def visit_Call(self, node):
        self.calls.append((self.around[-1], node))
        self.generic_visit(node)


def read_definitions(root):
    found = {}
    for path in list_files(root):
        try:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                found[path] = Definitions(path, file.read())
        except (SyntaxError, ValueError):
            continue
    return found


def edge(caller, callee, at):
    """A call, `at` a line or None where the peer does not say; of a class, its own `__init__`."""
    return {"kind": "call", "caller": caller, "callee": callee, "at": at, "how": "inferred", "confidence": 1}


def run_roots(find_edges):
    """Calls `find_edges(root, definitions, found)`, which gives edges to `found.add` as they are found, so that those found in time count."""
    out, seconds, *roots = sys.argv[1:]
    answers = [run_root(os.path.abspath(root), int(seconds), find_edges) for root in roots]
    with open(out, "w") as file:
        json.dump(answers, file)


def run_root(root, seconds, find_edges):
    import multiprocessing

    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    child = context.Process(target=read_root, args=(root, seconds, find_edges, sending))
    child.start()
    sending.close()
    answer = {"edges": [], "sites": 0, "cpu_s": float(seconds), "problem": f"not finished in {seconds} s"}
    try:
        if receiving.poll(seconds + 30):
            answer = receiving.recv()
    except EOFError:
        answer["problem"] = "ended without an answer"
    child.kill()
    child.join()
    return answer


class Found:
    def __init__(self, seconds):
        self.edges = {}
        self.asked = None
        self.started = time.process_time()
        self.seconds = seconds

    def add(self, one):
        self.edges.setdefault(json.dumps(one, sort_keys=True), one)

    def ask(self):
        """Counts a call that is asked for, while there is time."""
        if time.process_time() > self.started + self.seconds:
            raise TimeoutError(f"not finished in {self.seconds} s")
        self.asked = (self.asked or 0) + 1


def read_root(root, seconds, find_edges, sending):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds + 20, seconds + 20))
    sys.setrecursionlimit(10_000)
    definitions = read_definitions(root)
    problem = None
    found = Found(seconds)
    try:
        find_edges(root, definitions, found)
    except BaseException as error:
        problem = f"{type(error).__name__}: {error}"
    cpu = time.process_time() - found.started
    sites = found.asked or sum(len(one.calls) for one in definitions.values())
    sending.send({"edges": list(found.edges.values()), "sites": sites, "cpu_s": cpu, "problem": problem})
