import { pythonText } from "./python-text.ts";
import { MOVE_DEFAULTS, MOVE_SCRATCH, namesScratchFolder } from "./scratch-folder.ts";

/** What a test file is made of. */
interface TestMaterial {
  /** Import name of the file under test. */
  readonly module: string;
  /** Qualified name of the target. */
  readonly target: string;
  /** Ending of the name under which the test calls the rival. */
  readonly rivalEnding: string;
  readonly testText: string;
  /** Text of the file under test. */
  readonly moduleText: string;
  /** Names of the functions in `testText` to call. */
  readonly tests: readonly string[];
}

/**
 * A pytest file that runs a script's test part as the script would: among the names of its module, which is also the main program. The target
 * is what the test finds under both names, so there is nothing to compare with: what counts is which calls it makes. What the test uses of the
 * module's state (a list that stands for a database, an attribute that it sets on a class) is replaced by itself, for the recorder takes replaced
 * attributes, as they are when a call begins, for inputs of the call.
 */
export function testFileFor({
  module,
  target,
  rivalEnding,
  testText,
  moduleText,
  tests,
}: TestMaterial): string {
  const isModuleMoved = namesScratchFolder(moduleText);
  return `import asyncio
import inspect
import re
import sys
import types
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import ${module} as subject

TARGET = ${pythonText(target)}
RIVAL_ENDING = ${pythonText(rivalEnding)}
TEXT = ${pythonText(testText)}
${isModuleMoved || namesScratchFolder(testText) ? MOVE_SCRATCH : ""}

def bind_rival():
    *classes, name = TARGET.split(".")
    owner = subject
    for part in classes:
        owner = vars(owner)[part]
    rival = name + RIVAL_ENDING
    if classes and name.startswith("__") and not name.endswith("__"):
        prefix = "_" + classes[-1].lstrip("_")
        name, rival = prefix + name, prefix + rival
    setattr(owner, rival, vars(owner)[name])


bind_rival()
exec(compile(TEXT, __file__, "exec"), vars(subject))
${isModuleMoved ? MOVE_DEFAULTS : ""}

def is_state(holder, name, value):
    if callable(value) or isinstance(value, types.ModuleType) or hasattr(type(value), "__get__"):
        return False
    owner = "" if holder is subject else holder.__name__ + r"\\."
    is_set = re.search(r"\\b%s%s\\s*[-+*/|&%%]?=(?!=)|\\bglobal\\b.*\\b%s\\b" % (owner, name, name), TEXT) is not None
    is_kept = isinstance(value, (list, dict, set)) or type(value).__module__ == subject.__name__
    return is_set or (is_kept and re.search(r"\\b%s%s\\b" % (owner, name), TEXT) is not None)


@contextmanager
def held(holder, name):
    value = vars(holder)[name]
    setattr(holder, name, None)
    with patch.object(holder, name, value):
        try:
            yield
        finally:
            value = vars(holder)[name]
    setattr(holder, name, value)


def held_state():
    own = [each for each in vars(subject).values() if type(each) is type and each.__module__ == subject.__name__]
    for holder in [subject] + own:
        for name, value in list(vars(holder).items()):
            if not name.startswith("__") and is_state(holder, name, value):
                yield held(holder, name)


def run(name):
    program = sys.modules["__main__"]
    sys.modules["__main__"] = subject
    with ExitStack() as state:
        for patcher in held_state():
            state.enter_context(patcher)
        try:
            result = vars(subject)[name]()
            if inspect.iscoroutine(result):
                asyncio.run(result)
        finally:
            sys.modules["__main__"] = program


${tests.map((name) => `def test_${name}():\n    run(${pythonText(name)})\n`).join("\n\n")}`;
}
