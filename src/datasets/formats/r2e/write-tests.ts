import type { TargetRecord } from "../../../spec/index.ts";
import type { PlainCase } from "./plain-cases.ts";

/** A unittest module in R2E's convention, and on which line each case's test calls the target. */
export interface WrittenTests {
  readonly text: string;
  /** Names of test methods in their order; one for each case. */
  readonly names: readonly string[];
  /** 1-based, by name of test method. */
  readonly lines: ReadonlyMap<string, number>;
}

/** What stands for a name in the notation of values. */
const IMPORTS: readonly (readonly [RegExp, string])[] = [
  [/\bdatetime\./, "import datetime"],
  [/\b(?:deque|OrderedDict|Counter)\(/, "from collections import Counter, OrderedDict, deque"],
  [/\bDecimal\(/, "from decimal import Decimal"],
  [/\bFraction\(/, "from fractions import Fraction"],
  [/\binfj?\b/, "from math import inf"],
  [/\bPosixPath\(|\bPure\w+Path\(/, "from pathlib import PosixPath, PurePosixPath, PureWindowsPath"],
  [/\bUUID\(/, "from uuid import UUID"],
];

/**
 * Tests that call the function under test and the reference with the same inputs and compare what both returned or raised, and what became of
 * the arguments and the instance.
 */
export function writeTests(target: TargetRecord, cases: readonly PlainCase[]): WrittenTests {
  const owner = target.class_name ?? target.name;
  const tests = cases.map((each) => testOf(target, owner, each));
  const values = tests.flatMap(({ text }) => text).join("\n");
  const head = [
    "import unittest",
    ...IMPORTS.flatMap(([sign, line]) => (sign.test(values) ? [line] : [])),
    "",
    `from fut_module import ${owner}, reference_${owner}`,
    "",
    "",
    `class Test${owner.replace(/^./, (first) => first.toUpperCase())}(unittest.TestCase):`,
    ...show(target),
    ...(target.kind === "method" ? BUILD : []),
  ];
  const lines = new Map<string, number>();
  const body: string[] = [];
  for (const { name, text } of tests) {
    lines.set(name, head.length + body.length + 3);
    body.push("", `    def ${name}(self):`, ...text);
  }
  return { text: [...head, ...body, ""].join("\n"), names: tests.map(({ name }) => name), lines };
}

function show({ kind, name, is_generator: isGenerator }: TargetRecord): string[] {
  const own = name.slice(name.lastIndexOf(".") + 1);
  const call = kind === "function" ? "owner(*positional, **keywords)" : `owner.${own}(*positional, **keywords)`;
  const state = kind === "method" ? ", vars(owner)" : "";
  return [
    "    def show(self, owner, *positional, **keywords):",
    "        try:",
    `            outcome = ("returned", ${isGenerator ? `list(${call})` : call})`,
    "        except Exception as error:",
    '            outcome = ("raised", type(error).__name__)',
    `        return outcome, positional, keywords${state}`,
  ];
}

const BUILD = [
  "",
  "    def build(self, kind, attributes):",
  "        instance = object.__new__(kind)",
  "        vars(instance).update(attributes)",
  "        return instance",
];

function testOf(
  { kind }: TargetRecord,
  owner: string,
  { id, positional, keywords, state }: PlainCase,
): { readonly name: string; readonly text: readonly string[] } {
  const given = [...positional, ...keywords.map(([name, value]) => `${name}=${value}`)];
  const call = (name: string): string => {
    const receiver = kind === "method" ? `self.build(${name}, ${state ?? "{}"})` : name;
    return `self.show(${[receiver, ...given].join(", ")})`;
  };
  return {
    name: `test_${id.replaceAll(/\W/g, "_")}`,
    text: [
      `        shown = ${call(owner)}`,
      `        self.assertEqual(shown, ${call(`reference_${owner}`)})`,
    ],
  };
}
