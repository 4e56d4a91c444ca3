import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { measureCoverage, type Coverage, type EvaluationJob } from "../../src/judge/index.ts";
import type { SuiteCase } from "../../src/spec/index.ts";
import { someOf } from "../slow-suites.ts";
import { installCoverage, needingLibraries } from "./python-library.ts";
import { call, findPython, harvest, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";

const installed = await installCoverage();
const libraries = installed ?? "";

/** Functions of many shapes, each with the arguments of the calls that are made of it. */
const functions: readonly {
  readonly name: string;
  readonly source: string;
  readonly calls: readonly unknown[][];
}[] = [
  {
    name: "nested",
    source: `def nested(items):
    def keep(item):
        if item > 2:
            return True
        return False
    found = [
        item
        for item in items
        if keep(item)
    ]
    return found or (lambda: None)()
`,
    calls: [[[1, 2]], [[3]]],
  },
  {
    name: "generator",
    source: `def generator(count):
    number = 0
    while True:
        if number >= count:
            return
        try:
            yield number
        finally:
            number += 1
`,
    calls: [[3], [0]],
  },
  {
    name: "asynchronous",
    source: `async def asynchronous(count):
    import asyncio
    total = 0
    for number in range(count):
        if number == 5:
            break
        await asyncio.sleep(1)
        total += number
    else:
        total = -total
    return total
`,
    calls: [[2]],
  },
  {
    name: "with_block",
    source: `def with_block(path, fails):
    import contextlib
    with contextlib.suppress(KeyError):
        if fails:
            raise KeyError(path)
        path = path + "!"
        with contextlib.suppress(ValueError):
            if len(path) > 2:
                path += "?"
    if fails is None:
        return None
    return path
`,
    calls: [
      ["a", true],
      ["a", false],
      ["abc", null],
    ],
  },
  {
    name: "attempts",
    source: `def attempts(text):
    try:
        number = int(text)
    except ValueError as error:
        if "x" in text:
            raise KeyError(text) from error
        return None
    else:
        number += 1
    finally:
        text = None
    return {
        "number": number,
        "big": number > 10,
    }
`,
    calls: [["1"], ["z"], ["x"]],
  },
  {
    name: "decorated",
    source: `@functools.lru_cache(
    maxsize=None,
)
def decorated(
    first,
    second=2,
):
    """Words."""
    for _ in range(first):
        if first > second: continue
        second -= 1
    return second
`,
    calls: [[1], [5]],
  },
];

/** The same calls under coverage.py itself. */
function coverageOf(
  name: string,
  text: string,
  calls: readonly unknown[][],
  lines: EvaluationJob["target"]["lines"],
): unknown {
  const folder = mkdtempSync(join(libraries, "run-"));
  writeFileSync(join(folder, "subject.py"), text.replace("from . import weather", "import os"));
  const script = `
import asyncio, inspect, json, sys
sys.path[:0] = [${JSON.stringify(folder)}, ${JSON.stringify(libraries)}]
import coverage
cover = coverage.Coverage(branch=True, data_file=None, config_file=False, include=[${JSON.stringify(`${folder}/*`)}])
cover.start()
import subject
function = inspect.unwrap(getattr(subject, ${JSON.stringify(name)}))
for arguments in json.loads(${JSON.stringify(JSON.stringify(calls))}):
    try:
        value = function(*arguments)
        if inspect.iscoroutine(value):
            asyncio.run(value)
        elif inspect.isgenerator(value):
            list(value)
    except Exception:
        pass
cover.stop()
analysis = cover._analyze(${JSON.stringify(`${folder}/subject.py`)})
missing, executed = analysis.missing_branch_arcs(), analysis.executed_branch_arcs()
inside = range(${lines.start}, ${lines.end} + 1)
flat = lambda arcs: sorted([a, b] for a, bs in arcs.items() for b in bs if a in inside)
print(json.dumps({"executed": flat(executed), "missing": flat(missing)}))
`;
  return JSON.parse(execFileSync(findPython(), ["-c", script], { encoding: "utf8" })) as unknown;
}

describe.skipIf(installed === undefined)(needingLibraries("branch coverage"), () => {
  let orchard: Orchard;
  beforeAll(async () => {
    orchard = await plantOrchard({ path: libraries });
  });
  afterAll(async () => {
    await orchard[Symbol.asyncDispose]();
    rmSync(libraries, { recursive: true, force: true });
  });

  const measure = async (job: EvaluationJob): Promise<Coverage> => {
    const possible = await orchard.evaluator.findPossibleArcs(
      orchard.editableTree,
      job.fileText,
      job.target.lines,
    );
    const outcome = await orchard.evaluator.evaluate(job);
    expect(outcome.status).toBe("observed");
    return measureCoverage(
      possible,
      outcome.results.flatMap(({ arcs }) => arcs ?? []),
    );
  };

  it.each(someOf(functions, 3))("of $name is coverage.py's own", async ({ name, source, calls }) => {
    const text = `${harvest}\n\n${source}`;
    const header = source.slice(0, source.indexOf("\n") + 1);
    const cases = calls.map((positional, index): SuiteCase => call(`case-${index}`, positional as never[]));
    const job = harvestJob(orchard.editableTree, { name, header, text, cases, traceArcs: true });
    const { branchArcs } = await measure(job);
    const isTaken = new Set(branchArcs.executed.map((arc) => arc.join()));
    expect({
      executed: branchArcs.executed,
      missing: branchArcs.possible.filter((arc) => !isTaken.has(arc.join())),
    }).toEqual(coverageOf(name, text, calls, job.target.lines));
  });

  it("is null where the body stands on the header's line, which coverage.py leaves for the next definition too", async () => {
    const name = "on_header";
    const text = `${harvest}\n\ndef ${name}(value,\n    other=None): return value if value else other\n\n\nlast = 1\n`;
    const cases = [call("a", [1]), call("b", [0])];
    const header = `def ${name}`;
    const job = harvestJob(orchard.editableTree, { name, header, text, cases, traceArcs: true });
    const { start } = job.target.lines;
    const measured = await measure(job);
    expect(measured).toMatchObject({ branch: null, line: 1 });
    expect(measured.lines).toEqual({ possible: [start], executed: [start] });
    expect(coverageOf(name, text, [[1], [0]], job.target.lines)).not.toEqual({ executed: [], missing: [] });
  });

  it("is null, not 1, where a definition has no branch", async () => {
    const job = harvestJob(orchard.editableTree, {
      name: "note",
      header: "def note",
      cases: [call("a", ["x"])],
      traceArcs: true,
    });
    expect(await measure(job)).toMatchObject({ branch: null, line: 1 });
  });
});
