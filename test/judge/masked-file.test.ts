import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { editFile, findMasked, locate, type EvaluationJob, type Grader } from "../../src/judge/index.ts";
import { loadLanguage, type Definition } from "../../src/languages/index.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import type { SuiteCase } from "../../src/spec/index.ts";
import { call, plantOrchard, roomy, type Orchard } from "./orchard.ts";

const source = fileURLToPath(new URL("../fixtures/judge/ledger", import.meta.url));
/** Long enough that its code is kept from the second of two evaluations on. */
const ledger = `${readFileSync(join(source, "ledger.py"), "utf8")}\n${"#".repeat(33_000)}\n`;
const language = await loadLanguage("python");
const { definitions } = language.syntax.parse("ledger.py", ledger);
const account = { object: { class: "ledger:Account", state: {} } };

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard({ other: { source, editedFile: "ledger.py", isTest: () => false } });
});
afterAll(() => orchard[Symbol.asyncDispose]());

/** A job for the file that a completion makes, with the masked file where one fits. */
function jobFor(name: string, completion: string, cases: readonly SuiteCase[]): EvaluationJob {
  const definition = definitions.find((one) => one.name === name) as Definition;
  const grader = { kind: "observed", suite: [] } as unknown as Grader;
  const { evaluator, editableTree } = orchard;
  const subject = {
    evaluator,
    language,
    editableTree,
    definition,
    module: "ledger",
    originalText: ledger,
    grader,
  };
  const edited = editFile(subject, completion);
  if (edited.status === "refused") throw new Error(edited.judgement.detail);
  return {
    editableTree,
    target: locate(subject, edited.lines),
    fileText: edited.fileText,
    masked: findMasked(subject, edited.fileText),
    cases,
    limits: roomy,
    output: [],
    trust: "candidate",
  };
}

/** What it shows where its code is kept, if it ever is. */
async function outcomeOf(job: EvaluationJob): Promise<unknown> {
  await orchard.evaluator.evaluate(job);
  const {
    cpuSeconds: _s,
    peakBytes: _b,
    durationMs: _ms,
    results,
    ...rest
  } = await orchard.evaluator.evaluate(job);
  return { ...rest, shown: results.map(({ id, observation }) => [id, observation]) };
}

const shares = [call("one", [12]), call("two", [12, [5]])];
const body = (lines: string): string =>
  lines
    .split("\n")
    .map((line) => `    ${line}\n`)
    .join("");

describe("a candidate's file compiled around its target", () => {
  it.each([
    [
      "lines of functions above, inside and below a longer body",
      "where",
      body(
        "seen = []\nfor _ in range(2):\n    seen.append(line_above())\nreturn seen + [Account.line_inside(), line_below()]",
      ),
      [call("one", [])],
    ],
    [
      "lines below a shorter definition",
      "Account.total",
      "def total(self): return line_below()",
      [call("one", [], account)],
    ],
    [
      "defaults, and postponed annotations",
      "share",
      body("parts.append(rate)\nreturn parts, share.__annotations__"),
      shares,
    ],
    [
      "private names of a class",
      "Account.total",
      body("return [self.__secret for _ in (1, 2)]"),
      [call("one", [], account)],
    ],
    ["the class around it", "Account.total", body("return super().total() + 1"), [call("one", [], account)]],
    [
      "the module that it was imported as",
      "where",
      body(
        [
          "import importlib.util",
          "module = sys.modules[__name__]",
          "found = importlib.util.find_spec(__name__)",
          "names = ('__name__', '__file__', '__cached__', '__package__', '__doc__')",
          "shown = [getattr(module, name) for name in names] + [repr(module.__spec__), repr(type(module.__loader__))]",
          "return shown + [repr(one) for one in sys.meta_path] + [found is module.__spec__, sorted(vars(module))]",
        ].join("\n"),
      ),
      [call("one", [])],
    ],
    ["a property", "Account.name", body("return type(self).__name__"), [call("one", [], account)]],
    [
      "functions inside it",
      "share",
      body("def inner():\n    nonlocal amount\n    amount += 1\n    yield amount\nreturn list(inner())"),
      shares,
    ],
    ["another name of itself", "share", body("global share\nshare = None\nreturn 1"), shares],
    ["what the compiler refuses", "share", body("nonlocal amount\nreturn 1"), shares],
  ] as const)("shows the same as one compiled as a whole: %s", async (_what, name, completion, cases) => {
    const job = jobFor(name, completion, cases);
    expect(job.masked).toBeDefined();
    expect(await outcomeOf(job)).toEqual(await outcomeOf({ ...job, masked: undefined }));
  });

  it.each([
    ["another default", "def share(amount, parts=[3], *, rate: Unknown = 2):\n    return parts\n"],
    [
      "a function beside it",
      "def own():\n    return 1\n\n\ndef share(amount, parts=[3, 4], *, rate: Unknown = 2):\n    return own()\n",
    ],
  ])("is compiled as a whole where more than the body differs: %s", async (_what, completion) => {
    const job = jobFor("share", completion, shares);
    expect(job.masked).toBeUndefined();
    expect(await outcomeOf(job)).toMatchObject({ status: "observed" });
  });

  it("runs the code that is kept of it", async () => {
    const lines = [
      "kept = sys.modules['diorama_masked']._kept",
      "return kept is not None and any(one is line_above.__code__ for one in kept._way[0].co_consts)",
    ];
    const job = jobFor("where", body(lines.join("\n")), [call("one", [])]);
    // A parent that serves one candidate keeps nothing.
    const { nestsSandboxes: keeps } = (await chooseBackend("auto")).availability;
    expect(await outcomeOf(job)).toMatchObject({ shown: [["one", { status: "returned", value: keeps }]] });
    expect(await outcomeOf({ ...job, masked: undefined })).toMatchObject({
      shown: [["one", { status: "returned", value: false }]],
    });
  });

  it("is told from those of other targets that take turns in one parent", async () => {
    const names = ["line_above", "share", "where", "line_below", "Account.line_inside", "Account.total"];
    for (const name of [...names, ...names.toReversed()]) {
      const cases = [
        call("one", name === "share" ? [1] : [], name === "Account.total" ? account : undefined),
      ];
      const job = jobFor(name, body(`return "${name}"`), cases);
      expect(job.masked).toBeDefined();
      expect(await outcomeOf(job)).toMatchObject({ shown: [["one", { status: "returned", value: name }]] });
    }
  });
});
