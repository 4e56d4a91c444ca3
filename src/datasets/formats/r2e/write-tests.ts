import type { TargetRecord } from "../../../spec/index.ts";
import type { PlainCase } from "./plain-cases.ts";

/** A unittest module in R2E's convention. */
export interface WrittenTests {
  readonly text: string;
  /** Names of test methods in their order; one for each case. */
  readonly names: readonly string[];
  /** Where it calls the target: the method and its 1-based line. */
  readonly caller: { readonly func_name: string; readonly lineno: number };
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
  const body = tests.flatMap(({ name, text }) => ["", `    def ${name}(self):`, ...text]);
  const lineno = head.findIndex((line) => line.includes(CALL_SIGN)) + 1;
  return {
    text: [...head, ...body, ""].join("\n"),
    names: tests.map(({ name }) => name),
    caller: { func_name: "show", lineno },
  };
}

/** What the line that calls the target begins with. */
const CALL_SIGN = 'outcome = ("returned", ';

function show({ kind, name, is_generator: isGenerator }: TargetRecord): string[] {
  const own = name.slice(name.lastIndexOf(".") + 1);
  const call =
    kind === "function" ? "owner(*positional, **keywords)" : `owner.${own}(*positional, **keywords)`;
  const state = kind === "method" ? ", vars(owner)" : "";
  return [
    "    def show(self, owner, *positional, **keywords):",
    "        try:",
    `            ${CALL_SIGN}${isGenerator ? `list(${call})` : call})`,
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
