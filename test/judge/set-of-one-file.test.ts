import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  editFile,
  findMasked,
  judgeCandidate,
  locate,
  type EvaluationJob,
  type EvaluationOutcome,
  type GradedTarget,
  type ObservedGrader,
} from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import type { SandboxName } from "../../src/sandbox/index.ts";
import { findBackendsUnderTest } from "../slow-suites.ts";
import { subjectFrom } from "./orchard-subject.ts";
import { call, plantOrchard, roomy, type Orchard } from "./orchard.ts";

type Subject = GradedTarget<ObservedGrader>;

/*
 * All tasks of one file are served by one parent, and the file that a solver of one task sees holds the answers of the others. Whatever was
 * judged before, a candidate must find its own answer nowhere: in memory, freed memory included, files, descriptors or other processes.
 */

const source = fileURLToPath(new URL("../fixtures/judge/almanac", import.meta.url));
/** Long enough that a task whose evaluations come in a row is served from code that is kept. */
const text = `${readFileSync(join(source, "almanac.py"), "utf8")}\n${"#".repeat(33_000)}\n`;
const search = readFileSync(
  fileURLToPath(new URL("../fixtures/judge/search-everything.py.txt", import.meta.url)),
  "utf8",
);
const language = await loadLanguage("python");
const { definitions } = language.syntax.parse("almanac.py", text);
const cellar = { object: { class: "almanac:Cellar", state: { shelves: 4 } } };
const names = ["spring", "summer", "Cellar.autumn", "Cellar.winter", "leap"] as const;
for (const { name, nestsSandboxes } of await findBackendsUnderTest())
  describe(`tasks of one file, judged in turn in ${name}`, () => testInTurn(name, nestsSandboxes));

const nothingFound = { status: "observed", results: [{ observation: { value: [] } }] };

function testInTurn(sandbox: SandboxName, nests: boolean): void {
  let orchard: Orchard;
  const subjects = new Map<string, Subject>();
  beforeAll(async () => {
    orchard = await plantOrchard({
      sandbox,
      other: { source, editedFile: "almanac.py", isTest: () => false },
    });
    for (const name of names) subjects.set(name, await subjectOf(orchard, name));
  });
  afterAll(() => orchard[Symbol.asyncDispose]());

  const get = (name: string): Subject => {
    const subject = subjects.get(name);
    if (subject === undefined) throw new Error(`There is no subject ${name}.`);
    return subject;
  };
  /** Answers of every kind: one that changes more than the body, a right one and, where the code is kept, a wrong one. */
  const judgeHonest = async (name: string): Promise<void> => {
    const subject = get(name);
    const right = referenceOf(subject);
    const judged = [];
    for (const answer of [
      `seen = ${definitionOf(name).lines.start}\n\n\n${right}`,
      right,
      withBody(subject, "pass"),
    ])
      judged.push((await judgeCandidate(subject, answer)).verdict);
    expect([name, ...judged]).toEqual([name, "resolved", "resolved", "unresolved"]);
  };

  it("a candidate that searches everything finds its answer nowhere, whichever task was served before", async () => {
    // Where a parent serves one candidate alone, each takes a start.
    const served = nests ? names : names.slice(0, 2);
    for (const name of served) await judgeHonest(name);
    const { started } = orchard.evaluator.parents;
    for (const [index, name] of served.entries()) {
      if (nests) await judgeHonest(served[(index + 1) % served.length] ?? "");
      // The first is compiled as a whole, the second where the code of its own file is kept.
      for (const order of nests ? ["first", "second"] : ["first"]) {
        const outcome = await searchFor(name, name);
        expect([name, order, outcome]).toMatchObject([name, order, nothingFound]);
      }
    }
    if (nests) expect(orchard.evaluator.parents.started).toBe(started);
  });

  it("the search finds what is there: the answer to another task", async () => {
    const outcome = await searchFor("spring", "summer");
    const places = outcome.results[0]?.observation;
    expect(places).toMatchObject({ value: expect.arrayContaining(["a text"]) as unknown });
  });

  it.skipIf(!nests)(
    "each of several in turn finds its own file kept, in one parent (needs namespaces)",
    async () => {
      const { started } = orchard.evaluator.parents;
      const own =
        "import sys\nkept = sys.modules['diorama_masked']._kept\nreturn kept is not None and kept._way[-1].co_name";
      const jobs = names.map((name) => jobFor(name, own));
      const outcomes = await orchard.evaluator.evaluateInTurn([...jobs, ...jobs.toReversed()]);
      const ownNames = names.map((name) => name.split(".").at(-1));
      expect(outcomes.map((outcome) => outcome?.results[0]?.observation)).toMatchObject(
        [...ownNames, ...ownNames.toReversed()].map((value) => ({ value })),
      );
      expect(orchard.evaluator.parents.started).toBeLessThanOrEqual(started + 1);
    },
  );

  it.skipIf(!nests)(
    "every cheat that looks for the original is unresolved, and what is honest after it is not (needs namespaces)",
    async () => {
      const subject = get("Cellar.winter");
      const cheats = language.variants.cheats(text, subject.definition, "almanac");
      for (const other of names) await judgeHonest(other);
      for (const { kind, completion } of cheats.filter((cheat) => cheat.kind.startsWith("delegate"))) {
        const { verdict } = await judgeCandidate(subject, completion);
        expect([kind, verdict]).toEqual([kind, "unresolved"]);
      }
      expect(await judgeCandidate(subject, referenceOf(subject))).toMatchObject({ verdict: "resolved" });
    },
  );

  /** What a candidate of one task finds of the answer to one. */
  function searchFor(name: string, other: string): Promise<EvaluationOutcome> {
    const marker = Array.from(`answer-of-${other.split(".").at(-1) ?? ""}`)
      .toReversed()
      .join("");
    return orchard.evaluator.evaluate(jobFor(name, `${search}\nreturn search_everything("${marker}")`));
  }

  function jobFor(name: string, statements: string): EvaluationJob {
    const subject = get(name);
    const edited = editFile(subject, withBody(subject, statements));
    if (edited.status === "refused") throw new Error(edited.judgement.detail);
    const { editableTree, grader } = subject;
    return {
      editableTree,
      target: locate(subject, edited.lines),
      fileText: edited.fileText,
      masked: findMasked(subject, edited.fileText),
      cases: grader.suite.slice(0, 1),
      limits: { ...roomy, caseCpuSeconds: 20 },
      output: [],
      trust: "candidate",
    };
  }
}

function subjectOf({ evaluator, editableTree }: Orchard, name: string): Promise<Subject> {
  const definition = definitionOf(name);
  const receiver = name === "Cellar.autumn" ? cellar : undefined;
  const start = Buffer.from(text).subarray(0, definition.spans.whole.start).toString().split("\n").length;
  return subjectFrom(evaluator, {
    editableTree,
    target: { module: "almanac", name, kind: definition.kind, lines: { start, end: definition.lines.end } },
    fileText: text,
    cases: [3, 8, 1464].map((day) => call(`day-${day}`, [day], receiver)),
    limits: roomy,
    output: [],
    trust: "own",
  });
}

function definitionOf(name: string): Subject["definition"] {
  const definition = definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`There is no definition ${name}.`);
  return definition;
}

function referenceOf({ definition, originalText }: Subject): string {
  const { start, end } = definition.spans.whole;
  return definition.indentation + Buffer.from(originalText).subarray(start, end).toString();
}

/** The definition with other statements for a body. */
function withBody({ definition }: Subject, statements: string): string {
  return `${definition.signature}\n${statements.replaceAll(/^(?=.)/gm, "    ")}\n`;
}
