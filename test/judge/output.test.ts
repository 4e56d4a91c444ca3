import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate, type EvaluationOutcome, type JudgedTarget } from "../../src/judge/index.ts";
import type { OutputKind } from "../../src/spec/index.ts";
import { subjectOf } from "./orchard-subject.ts";
import { call, harvest, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";

let orchard: Orchard;

beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const both: OutputKind[] = ["printed", "logged"];
const cases = [call("a", ["one"]), call("b", ["two"])];

/** The orchard with another body of `note(text)`. */
function noting(...body: string[]): string {
  const lines = ["import logging", "import sys", "", "", ...harvest.split("\n")];
  const start = lines.indexOf("def note(text):");
  const length = lines.slice(start + 1).findIndex((line) => /^\S/.test(line));
  return lines.toSpliced(start + 1, length, ...body.map((line) => `    ${line}`), "", "").join("\n");
}

const jobOf = (body: readonly string[], output: OutputKind[]) =>
  harvestJob(orchard.editableTree, {
    name: "note",
    header: "def note(text):",
    text: noting(...body),
    cases,
    output,
  });

const saidIn = ({ results }: EvaluationOutcome): unknown[] =>
  results.map(({ observation }) =>
    observation.status === "refused"
      ? observation.message
      : { printed: observation.printed, logged: observation.logged },
  );

const say = async (output: OutputKind[], ...body: string[]): Promise<unknown[]> =>
  saidIn(await orchard.evaluator.evaluate(jobOf(body, output)));

describe("the output of a call", () => {
  it("is the text written to sys.stdout, and nothing of the calls before it", async () => {
    expect(
      await say(
        ["printed"],
        "print('got', text, end='!')",
        "sys.stdout.write(' and')",
        "sys.stdout.buffer.write(b' bytes')",
        "print('elsewhere', file=sys.stderr)",
        "logging.error('logged')",
      ),
    ).toEqual([
      { printed: "got one! and bytes", logged: undefined },
      { printed: "got two! and bytes", logged: undefined },
    ]);
  });

  it("is what loggers pass on, whatever their level by default and whoever handles it", async () => {
    expect(
      await say(
        ["logged"],
        "logger = logging.getLogger('orchard.trees')",
        "logger.propagate = False",
        "logger.debug('saw %s', text)",
        "logging.getLogger('orchard').warning('careful')",
        "logging.getLogger('orchard.quiet').setLevel(logging.ERROR)",
        "logging.getLogger('orchard.quiet').warning('unheard')",
        "print('printed')",
      ),
    ).toEqual([
      { printed: undefined, logged: ["DEBUG: saw one", "WARNING: careful"] },
      { printed: undefined, logged: ["DEBUG: saw two", "WARNING: careful"] },
    ]);
  });

  it("is not there where the task does not ask for it", async () => {
    const [first] = await say([], "print(text)", "logging.error(text)");
    expect(first).toEqual({ printed: undefined, logged: undefined });
  });

  it("holds what is printed while the items of a result are taken, and no addresses or places", async () => {
    expect(
      await say(
        ["printed"],
        "print(object(), __import__('os').getcwd())",
        "return (print(n) for n in (1, 2))",
      ),
    ).toEqual([0, 1].map(() => ({ printed: "<object object at 0x> <private>\n1\n2\n", logged: undefined })));
  });

  it("holds nothing that objects of other cases say when they are deleted", async () => {
    const body = [
      "class Tree:",
      "    def __init__(self): self.own = self",
      "    def __del__(self): print('felled')",
      "tree = Tree()",
      "print(text)",
    ];
    expect(await say(["printed"], ...body)).toEqual(
      ["one", "two"].map((text) => ({ printed: `${text}\n`, logged: undefined })),
    );
  });

  it("is not what other processes write", async () => {
    const body = [
      "import subprocess",
      "subprocess.call(['echo', text])",
      "__import__('os').write(1, b'raw')",
    ];
    expect(await say(["printed"], ...body)).toEqual([0, 1].map(() => ({ printed: "", logged: undefined })));
  });

  it("is refused where it is more than anybody reads", async () => {
    expect(await say(["printed"], "print('x' * 300000)")).toEqual([0, 1].map(() => "too_large: output"));
    expect(await say(["logged"], "for n in range(3000): logging.error(n)")).toEqual(
      [0, 1].map(() => "too_large: output"),
    );
  });

  it("is the same warm, cold, and in another order", async () => {
    const job = jobOf(["print(text)", "logging.info(text)"], both);
    const warm = saidIn(await orchard.evaluator.evaluate(job));
    expect(saidIn(await orchard.evaluator.evaluateCold(job))).toEqual(warm);
    expect(saidIn(await orchard.evaluator.evaluate({ ...job, order: [1, 0] }))).toEqual(warm.toReversed());
  });
});

describe("a task that compares output", () => {
  let subject: JudgedTarget;

  beforeAll(async () => {
    subject = await subjectOf(
      orchard,
      "note",
      cases,
      noting("print('noted', text)", "logging.info('noted %s', text)", "return text"),
      both,
    );
  });

  const judge = async (...body: string[]) => {
    const { verdict, reason, difference } = await judgeCandidate(
      subject,
      ["def note(text):", ...body.map((line) => `    ${line}`)].join("\n"),
    );
    return [verdict, reason, difference?.path];
  };

  it("takes other code that says the same", async () => {
    expect(
      await judge("sys.stdout.write(f'noted {text}\\n')", "logging.log(20, 'noted ' + text)", "return text"),
    ).toEqual(["resolved", undefined, undefined]);
  });

  it.each([
    ["says nothing", ["return text"], "printed"],
    ["prints something else", ["print('noted')", "logging.info('noted %s', text)", "return text"], "printed"],
    [
      "logs at another level",
      ["print('noted', text)", "logging.debug('noted %s', text)", "return text"],
      "logged[0]",
    ],
    [
      "logs twice",
      ["print('noted', text)", "for _ in 'ab': logging.info('noted %s', text)", "return text"],
      "logged",
    ],
    [
      "prints to a stream of its own",
      [
        "import io",
        "sys.stdout = io.StringIO()",
        "print('noted', text)",
        "logging.info('noted %s', text)",
        "return text",
      ],
      "printed",
    ],
    [
      "keeps its records from the judge",
      ["logging.Logger.callHandlers = None", "logging.disable()", "print('noted', text)", "return text"],
      "logged",
    ],
  ])("does not take a candidate that %s", async (_, body, path) => {
    const [verdict, reason, found] = await judge(...body);
    expect([verdict, reason]).toEqual(["unresolved", "wrong_observation"]);
    expect(found).toContain(path.replace(/\[.*/, ""));
  });

  it("goes on with the next case where a candidate closes what it prints to", async () => {
    expect(
      await judge(
        "print('noted', text)",
        "logging.info('noted %s', text)",
        "sys.stdout.close()",
        "return text",
      ),
    ).toEqual(["resolved", undefined, undefined]);
  });
});
