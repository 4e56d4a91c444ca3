"""Runs the visible examples of a task against the source tree in the working directory: `python3 check/check.py`.

Prints a line for each example and the first difference in words; exits 0 where all agree, else 1. Inputs are built and results
observed as the judge does it, which has other inputs. Needs the interpreter and what the repository needs, nothing else.
"""

import ast
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

# Byte code beside the program would change the task's folder.
sys.dont_write_bytecode = True

_HERE = os.path.dirname(os.path.abspath(__file__))
# In which everything has to end; the judge is stricter.
_SECONDS = 60


def main():
    with open(os.path.join(_HERE, "visible.json"), encoding="utf-8") as file:
        visible = json.load(file)
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="check-"))
    try:
        lines, ending = run_apart(visible, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return tell(visible, lines, ending)


def run_apart(visible, scratch):
    """Runs the examples in a process of its own, whose output is no part of the answer: what it wrote, how it ended."""
    world = dict(os.environ, HOME=scratch, TMPDIR=scratch, TZ="UTC", LC_ALL="C.UTF-8")
    world.update(visible["variables"], PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    command = [sys.executable, "-B", os.path.abspath(__file__), "--observe", scratch]
    try:
        code = subprocess.run(command, env=world, stdin=subprocess.DEVNULL, stdout=2, timeout=_SECONDS).returncode
        ending = "the process ended with exit code %d" % code
    except subprocess.TimeoutExpired:
        ending = "did not end within %d seconds" % _SECONDS
    try:
        with open(os.path.join(scratch, "answer"), encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.endswith("\n")], ending
    except OSError:
        return [], ending


def tell(visible, lines, ending):
    from diorama_compare import compare_observations

    sys.setrecursionlimit(10000)
    shown = {line["id"]: line["observation"] for line in lines if "id" in line}
    problems = [line["problem"] for line in lines if "problem" in line]
    passed = 0
    for example in visible["examples"]:
        name = example["id"]
        if name not in shown:
            print("FAIL %s: %s" % (name, problems[0] if problems else ending))
            break
        difference = compare_observations(example["observation"], shown[name], visible["comparison"])
        passed += difference is None
        print("ok   %s" % name if difference is None else "FAIL %s: %s" % (name, difference[1]))
    total = len(visible["examples"])
    print("%d of %d examples agree." % (passed, total))
    return 0 if passed == total else 1


def observe(scratch):
    """In the process apart: imports the target's file from the tree, runs the examples, writes what each showed."""
    import diorama_case
    import diorama_target
    import diorama_world

    tree = os.getcwd()
    with open(os.path.join(_HERE, "visible.json"), encoding="utf-8") as file:
        visible = json.load(file)
    diorama_world.install()
    roots = [os.path.normpath(os.path.join(tree, root)) for root in visible["import_roots"]]
    sys.path[:] = roots + [root for root in sys.path if os.path.abspath(root or ".") != _HERE]
    sys.argv[:] = [""]
    places = {"case": os.path.join(scratch, "case"), "tree": tree}
    with open(os.path.join(scratch, "answer"), "a", encoding="utf-8") as answer:
        try:
            enter_empty(places["case"])
            diorama_world.restart()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                function = find_function(visible, tree, diorama_target)
        except BaseException as error:
            what = (visible["target"]["path"], type(error).__name__, error)
            write_line(answer, {"problem": "%s cannot be imported: %s: %s" % what})
            return

        def run(recipe):
            return diorama_case.run_case(function, recipe, places, None, visible["comparison"].get("output", ()))

        for example in visible["examples"]:
            enter_empty(places["case"])
            diorama_world.restart()
            write_line(answer, observe_one(example, run))


def observe_one(example, run):
    try:
        seen = run(example["recipe"])
        json.dumps(seen)
    except MemoryError:
        return {"problem": "it needs more memory than there is"}
    except (ValueError, TypeError, RecursionError):
        seen = {"status": "refused", "during": "observation", "message": "it cannot be written as JSON"}
    return {"id": example["id"], "observation": seen}


def find_function(visible, tree, diorama_target):
    target = visible["target"]
    path = os.path.join(tree, target["path"])
    with open(path, "rb") as file:
        lines = lines_of(ast.parse(file.read()), target["name"].split("."))
    module = importlib.import_module(target["module"])
    return diorama_target.find_target(module, dict(target, lines=lines), module.__file__)


def lines_of(parsed, names):
    """First and last line of everything that defines the qualified name in a file."""
    found = [parsed]
    for name in names:
        inside = [node for holder in found for node in ast.walk(holder) if getattr(node, "name", None) == name]
        found = [node for node in inside if hasattr(node, "body") and hasattr(node, "decorator_list")]
    if not found:
        raise LookupError("there is no %s" % ".".join(names))
    first = [one.lineno for node in found for one in [node] + node.decorator_list]
    return {"start": min(first), "end": max(node.end_lineno for node in found)}


def enter_empty(directory):
    os.chdir(os.path.dirname(directory))
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    os.chdir(directory)


def write_line(file, content):
    file.write(json.dumps(content) + "\n")
    file.flush()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--observe"]:
        observe(sys.argv[2])
    else:
        sys.exit(main())
