import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate, type Judgement, type JudgedTarget } from "../../src/judge/index.ts";
import type { ValueRecipe } from "../../src/spec/index.ts";
import { call, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";
import { subjectFrom } from "./orchard-subject.ts";
import { installLibrary, needingLibraries } from "./python-library.ts";

const TIDES = `import numpy as np


def level(heights):
    heights -= heights[0]
    return heights.mean(), heights / 3


def ebb(name):
    import pandas as pd
    return pd.DataFrame({"name": [name, name.upper()], "depth": [1.5, 2.0]})
`;

const library = await installLibrary("numpy==2.4.6", "pandas==3.1.1");
const floats = (...numbers: string[]): ValueRecipe => ({
  value: ["numpy.ndarray", "float64", [numbers.length], numbers.map((float) => ({ float }))],
});

describe.skipIf(library === undefined)(needingLibraries("a candidate that works with arrays"), () => {
  let orchard: Orchard;
  let level: JudgedTarget;
  let ebb: JudgedTarget;
  const folder = mkdtempSync(join(tmpdir(), "diorama-tides-"));

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "tides.py"), TIDES);
    orchard = await plantOrchard({
      path: library ?? "",
      other: { source: folder, editedFile: "tides.py", isTest: () => false },
    });
    const subject = (name: string, given: readonly ValueRecipe[]): Promise<JudgedTarget> =>
      subjectFrom(orchard.evaluator, {
        ...harvestJob(orchard.editableTree, {
          name,
          header: `def ${name}`,
          text: TIDES,
          cases: given.map((value, at) => call(`case-00${at + 1}`, [value])),
        }),
        target: {
          module: "tides",
          name,
          kind: "function",
          lines: name === "level" ? { start: 4, end: 6 } : { start: 9, end: 11 },
        },
      });
    level = await subject("level", [floats("1.0", "2.0", "4.0"), floats("0.1", "0.2", "0.3", "0.7")]);
    ebb = await subject("ebb", ["deep"]);
  });
  afterAll(async () => {
    await orchard[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const judge = (subject: JudgedTarget, header: string, body: readonly string[]): Promise<Judgement> =>
    judgeCandidate(subject, [header, ...body.map((line) => `    ${line}`)].join("\n"));

  const right = ["heights -= heights[0]", "return heights.mean(), heights / 3"];

  it.each([
    ["is the original", right, "resolved"],
    [
      "adds in another order, and gives numbers of the language",
      [
        "heights -= heights[0]",
        "total = 0.0",
        "for each in heights[::-1]:",
        "    total += float(each)",
        "return total / len(heights), heights * (1 / 3)",
      ],
      "resolved",
    ],
    [
      "leaves its argument alone",
      ["heights = heights - heights[0]", "return heights.mean(), heights / 3"],
      "unresolved",
    ],
    ["gives a list", ["heights -= heights[0]", "return heights.mean(), list(heights / 3)"], "unresolved"],
    [
      "gives narrower numbers",
      ["heights -= heights[0]", "return heights.mean(), (heights / 3).astype('f4')"],
      "unresolved",
    ],
    [
      "gives another shape",
      ["heights -= heights[0]", "return heights.mean(), (heights / 3)[None]"],
      "unresolved",
    ],
    [
      "gives an array of a class of its own",
      [
        "class Mine(np.ndarray):",
        "    pass",
        "heights -= heights[0]",
        "return heights.mean(), (heights / 3).view(Mine)",
      ],
      "unresolved",
    ],
    [
      "gives what says that it is an array",
      [
        "class Mine:",
        "    dtype, shape = heights.dtype, heights.shape",
        "    __class__ = np.ndarray",
        "    def __array__(self, *_, **__):",
        "        return heights / 3",
        "heights -= heights[0]",
        "return heights.mean(), Mine()",
      ],
      "unresolved",
    ],
    [
      "puts its own in the place of what reads arrays",
      [
        "np.array = np.asarray = np.datetime_as_string = lambda *_, **__: heights / 3",
        "np.ndarray = np.dtype = type(None)",
        "import sys",
        "for name in list(sys.modules):",
        "    if name.startswith('diorama_numpy'):",
        "        sys.modules[name] = None",
        "heights -= heights[0]",
        "return heights.mean(), heights * 0",
      ],
      "unresolved",
    ],
  ])("that %s is judged by what its arrays hold", async (_what, body, verdict) => {
    expect(await judge(level, "def level(heights):", body)).toMatchObject({ verdict });
  });

  it.each([
    [
      "the same frame",
      [
        "import pandas as pd",
        'return pd.DataFrame([[name, 1.5], [name.upper(), 2.0]], columns=["name", "depth"], index=[0, 1])',
      ],
      "resolved",
    ],
    [
      "another cell",
      ["import pandas as pd", 'return pd.DataFrame({"name": [name, name.upper()], "depth": [1.5, 2.5]})'],
      "unresolved",
    ],
    [
      "another order of columns",
      ["import pandas as pd", 'return pd.DataFrame({"depth": [1.5, 2.0], "name": [name, name.upper()]})'],
      "unresolved",
    ],
    [
      "another name in the index",
      [
        "import pandas as pd",
        'return pd.DataFrame({"name": [name, name.upper()], "depth": [1.5, 2.0]}).rename_axis("x")',
      ],
      "unresolved",
    ],
    [
      "a frame of a library of its own",
      [
        "import sys, types",
        "class DataFrame:",
        "    __module__ = 'pandas'",
        "fake = types.ModuleType('pandas')",
        "fake.DataFrame = DataFrame",
        "sys.modules['pandas'] = fake",
        "return DataFrame()",
      ],
      "unresolved",
    ],
  ])("that gives %s is judged by its cells and labels", async (_what, body, verdict) => {
    expect(await judge(ebb, "def ebb(name):", body)).toMatchObject({ verdict });
  });
});
