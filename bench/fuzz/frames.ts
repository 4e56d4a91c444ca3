import { decide, describeShown } from "../../src/judge/index.ts";
import { ReportReader } from "../../src/judge/report.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { comparisonPolicy, type CaseRecipe, type Observation, type SuiteCase } from "../../src/spec/index.ts";
import { damage, frameOf } from "./bytes.ts";
import type { Fuzz } from "./fuzz.ts";
import { outcomeOf } from "./heard.ts";
import { observedTexts } from "./observed.ts";

const after = { positional: [[1, 2]], keywords: { key: { dict: [["a", 1]] } }, files: {} };
const object = { object: { class: "shop:Shelf", state: { width: 3, _x: [1], names: { set: ["a", "b"] } } } };
const expected: Readonly<Record<string, Observation>> = {
  value: { status: "returned", value: { text: [104, 105] }, ...after },
  container: {
    status: "returned",
    value: [1, { tuple: [{ float: "1.5" }, { dict: [["a", [1]]] }] }],
    ...after,
  },
  set: { status: "returned", value: { set: [{ tuple: [1, "a"] }, { frozenset: ["b"] }] }, ...after },
  object: { status: "returned", value: object, receiver: object, ...after },
  items: { status: "returned", value: { iterator: [1, 2, 3], end: "stop" }, ...after },
  file: { status: "returned", value: null, ...after, files: { "a.txt": "b" } },
  raises: {
    status: "raised",
    exception: { class: "builtins:ValueError", bases: ["builtins:Exception"], message: "no" },
    ...after,
  },
};
const recipe: CaseRecipe = {
  shared: [],
  positional: [[1, 2]],
  keywords: { key: { dict: [["a", 1]] } },
  files: {},
  variables: {},
};
const suite = Object.keys(expected).map((id): SuiteCase => ({ id, origin: "observed", recipe }));
const language = await loadLanguage("python");
const policy = { ...comparisonPolicy.parse({}), messages: true, private_attributes: ["_x"] };
const target = {
  name: "Shelf.load",
  kind: "method" as const,
  class_name: "Shelf",
  parameters: ["self", "names", "key"],
  is_async: false,
  is_generator: false,
};
const STATUSES = ["returned", "raised", "refused"];

/** What children write, damaged at any level, against the reader, the verdict and what writes values for people. */
export function framesFuzz(): Fuzz {
  let texts: readonly string[] = [];
  return {
    make: (random) => {
      if (texts.length === 0 || random.next() < 0.001) texts = observedTexts(random);
      const value = (): string => random.pick(texts);
      const foreign = (): string =>
        `{"status": "${random.pick(STATUSES)}", "value": ${value()}, "positional": [${value()}], "keywords": {"key": ${value()}}, ` +
        `"receiver": ${value()}, "files": {"a.txt": "b", "__proto__": null}, "during": "observation", "message": "m", ` +
        `"exception": {"class": "builtins:ValueError", "bases": [], "message": "no", "arguments": ${value()}}}`;
      const share = random.pick([0, 0.05, 0.4]);
      const frames = suite.map(({ id }) => {
        const shown = random.next() < share ? foreign() : JSON.stringify(expected[id]);
        const whole = `{"id": "${id}", "cpu_seconds": 0.1, "observation": ${random.next() < 0.02 ? value() : shown}}`;
        return frameOf(random.next() < 0.01 ? random.integer(14) : 4, whole);
      });
      let bytes: Buffer = Buffer.concat([
        frameOf(1, '{"code_digest": null, "cpu_seconds": 0}'),
        ...frames,
        frameOf(7, "null"),
      ]);
      while (random.next() < 0.3) bytes = damage(random, bytes);
      return bytes;
    },
    check,
  };
}

function check(input: Buffer): string {
  const report = new ReportReader(
    suite.map(({ id }) => id),
    (result) => result,
  );
  const outcome = { results: report.results, codeDigest: report.codeDigest, ...outcomeOf(report, input) };
  const decision = decide({ grader: { suite, expected, policy }, language }, outcome);
  if ((decision.difference?.path.length ?? 0) > 1_000) throw new Error("a path without an end");
  const shown = report.results.map(({ observation }) =>
    describeShown(target, { recipe }, observation, { policy, language }),
  );
  return `${decision.verdict} ${decision.reason ?? ""} ${decision.difference?.message ?? ""} ${shown.join("\n").length}`;
}
