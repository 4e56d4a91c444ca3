import { pythonText } from "./python-text.ts";
import { MOVE_SCRATCH, namesScratchFolder } from "./scratch-folder.ts";

/** What a test file is made of. */
interface TestMaterial {
  /** Import name of the file under test. */
  readonly module: string;
  /** Qualified name of the target. */
  readonly target: string;
  /** Ending of the name under which the test calls the rival. */
  readonly rivalEnding: string;
  readonly testText: string;
  /** Names of the functions in `testText` to call. */
  readonly tests: readonly string[];
}

/**
 * A pytest file that runs a script's test part as the script would: among the names of its module, which is also the main program. The target
 * is what the test finds under both names, so there is nothing to compare with: what counts is which calls it makes.
 */
export function testFileFor({ module, target, rivalEnding, testText, tests }: TestMaterial): string {
  return `import asyncio
import inspect
import sys

import ${module} as subject

TARGET = ${pythonText(target)}
RIVAL_ENDING = ${pythonText(rivalEnding)}
TEXT = ${pythonText(testText)}
${namesScratchFolder(testText) ? MOVE_SCRATCH : ""}

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


def run(name):
    program = sys.modules["__main__"]
    sys.modules["__main__"] = subject
    try:
        result = vars(subject)[name]()
        if inspect.iscoroutine(result):
            asyncio.run(result)
    finally:
        sys.modules["__main__"] = program


${tests.map((name) => `def test_${name}():\n    run(${pythonText(name)})\n`).join("\n\n")}`;
}
