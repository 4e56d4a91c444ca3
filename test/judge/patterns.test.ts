import { describe, expect, test } from "vitest";

import { locate, referenceLines } from "../../src/judge/index.ts";
import { libraries, openProvingGround } from "../proof/proving-ground.ts";
import { needingLibraries } from "./python-library.ts";

const PATH = "mill/labels.py";
const FILES = {
  "mill/__init__.py": "",
  "mill/signs.py": `
import re

NUMBER = r"\\d+"
WEIGHT = re.compile("%s(?:kg|g)" % NUMBER, re.IGNORECASE)


def unused(text):
    return re.compile("never").match(text)
`,
  [PATH]: `
import re

from mill import signs

_NAME = "[a-z]+"
_PARTS = {"name": re.compile(_NAME), "note": ("open", re.compile("[(]" + _NAME + "[)]"))}
_START = re.compile("^" + _NAME + ":").match
_OTHER = re.compile("other")


def _is_started(text):
    return _START(text)


class Label:
    END = re.compile(_NAME + "$")

    def read(self, text):
        def inner(part):
            return _PARTS["name"].match(part)

        if _is_started(text) and self.END.search(text):
            return inner(text), signs.WEIGHT.search(text)
        return None
`,
};

describe.skipIf(libraries === undefined)(needingLibraries("regular expressions of a definition"), () => {
  test("are found as they are compiled, wherever they are put together: of its module, its class, another module and what it calls", async () => {
    await using ground = await openProvingGround(FILES, PATH);
    const target = ground.targetOf("Label.read");
    const { evaluator, editableTree, originalText, otherFiles } = target;
    const found = await evaluator.findPatterns({
      editableTree,
      fileText: originalText,
      otherFiles,
      target: locate(target, referenceLines(target)),
    });
    expect(found.map(({ source }) => source).toSorted()).toEqual(
      ["[a-z]+", "[(][a-z]+[)]", "^[a-z]+:", "[a-z]+$", String.raw`\d+(?:kg|g)`].toSorted(),
    );
    expect(found.find(({ source }) => source.includes("kg"))?.flags).toBe(34);
  });

  test("are none of a file that cannot be imported", async () => {
    const text = `${FILES[PATH]}\nraise ValueError("not today")\n`;
    await using ground = await openProvingGround(FILES, PATH);
    const target = ground.targetOf("Label.read");
    const { evaluator, editableTree, otherFiles } = target;
    const job = { editableTree, fileText: text, otherFiles, target: locate(target, referenceLines(target)) };
    expect(await evaluator.findPatterns(job)).toEqual([]);
  });
});
