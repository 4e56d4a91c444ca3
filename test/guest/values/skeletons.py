"""
Compiles every function at module or class level of the modules below with and without the rest of its file, and prints what differs:
`python skeletons.py GUEST_DIRECTORY`.
"""

import ast
import dis
import importlib.util
import json
import sys

MODULES = ["argparse", "ast", "dataclasses", "textwrap", "functools", "inspect", "ipaddress", "pathlib", "typing", "configparser", "http.cookies", "logging"]
sys.path.insert(0, sys.argv[1])

import diorama_skeleton
import diorama_target


def functions_of(body, outer=""):
    """`(name, first line, last line)` of each function, also below `if` and `try`."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno] + [each.lineno for each in node.decorator_list])
            yield outer + node.name, first, node.end_lineno
        elif isinstance(node, ast.ClassDef):
            yield from functions_of(node.body, outer + node.name + ".")
        elif isinstance(node, (ast.If, ast.Try)):
            yield from functions_of(node.body + node.orelse, outer)


def facts_of(code):
    """
    What a code object does. The compiler calls attributes of names that the file imports in another way than others (to the same
    effect), which it cannot know here: the two ways are taken for one, and jumps have no targets.
    """
    facts = [code.co_name, code.co_flags, code.co_firstlineno, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount]
    facts += [code.co_varnames, code.co_freevars, code.co_cellvars, getattr(code, "co_qualname", None)]
    for step in dis.get_instructions(code):
        if step.opname in ("PUSH_NULL", "PRECALL", "CACHE", "EXTENDED_ARG", "NOP"):
            continue
        is_jump = step.opcode in dis.hasjrel or step.opcode in dis.hasjabs
        name = {"LOAD_METHOD": "LOAD_ATTR", "CALL_METHOD": "CALL_FUNCTION"}.get(step.opname, step.opname)
        value = facts_of(step.argval) if isinstance(step.argval, type(code)) else repr(step.argval)
        facts.append((name, None if is_jump else value))
    return facts


compared, different, without = 0, [], []
for module in MODULES:
    path = importlib.util.find_spec(module).origin
    with open(path, "rb") as file:
        text = file.read()
    whole = compile(text, path, "exec", dont_inherit=True)
    for name, first, last in functions_of(ast.parse(text).body):
        locator = {"name": name, "lines": {"start": first, "end": last}}
        try:
            expected = diorama_target.code_of_target(whole, locator)
        except diorama_target.Unfit:
            continue
        alone = diorama_skeleton.compile_target(text, path, locator, whole.co_flags)
        if alone is None:
            without.append(module + ":" + name)
        elif diorama_target.code_of_target(alone, locator) != expected and facts_of(
            diorama_target.code_of_target(alone, locator)
        ) != facts_of(expected):
            different.append(module + ":" + name)
        compared += 1

refused = [
    diorama_skeleton.compile_target(text, "f.py", {"name": "f", "lines": {"start": 1, "end": 2}}, 0)
    for text in (b"def f():\r\n    pass\r\n", b"# coding: latin-1\ndef f(): pass", b"def f(:\n    pass")
]
print(json.dumps({"compared": compared, "different": different, "without": without, "refused": refused}))
