import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import {
  array,
  assert,
  constant,
  dictionary,
  oneof,
  property,
  record,
  string,
  uniqueArray,
  type Arbitrary,
} from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import {
  getExportFormat,
  importFormats,
  parseR2EFunction,
  readCapturedArguments,
  type ForeignRow,
} from "../../../src/datasets/index.ts";
import { loadLanguage } from "../../../src/languages/index.ts";
import { slowTest } from "../../slow-suites.ts";

const { present } = await loadLanguage("python");
const notation = present.values;
const fixture = join(import.meta.dirname, "..", "..", "fixtures", "r2e", "orchard.json");
const text = readFileSync(fixture, "utf8");
const written = JSON.parse(text) as Record<string, unknown>[];

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "diorama-r2e-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string | Uint8Array): readonly ForeignRow[] {
  const file = asHostPath(join(folder, "rows.json"));
  writeFileSync(file, content);
  return importFormats.r2e.read(file);
}

describe("a file in R2E's shape", () => {
  test("is read with every optional field present or absent", () => {
    const [count, prune] = read(text).map(({ record }) => parseR2EFunction(record));
    expect(count).toMatchObject({
      kind: "function",
      identifier: "orchard.count_baskets",
      module: "orchard",
      repositoryId: "acme___orchard",
    });
    expect(count?.captured).toHaveLength(4);
    expect(prune).toEqual({
      kind: "method",
      identifier: "orchard.Tree.prune",
      module: "orchard",
      isPackage: false,
      repositoryId: "acme___orchard",
      code: "def prune(self):\n    return self.height - 1",
      captured: [],
      extension: undefined,
    });
    expect(read(text).map(({ id }) => id)).toEqual([
      "acme___orchard:orchard.count_baskets",
      "acme___orchard:orchard.Tree.prune",
    ]);
  });

  test("is written again byte for byte, whatever its numbers, order of keys and spaces are", () => {
    const format = getExportFormat("r2e");
    expect(format.render(read(text).map((row) => row.text))).toBe(text);
    const compact = JSON.stringify(written);
    const rows = read(compact).map((row) => row.text);
    expect(rows.join(",")).toBe(compact.slice(1, -1));
    expect(read(format.render(rows)).map((row) => row.text)).toEqual(rows);
  });

  slowTest("may leave out or null whatever is optional, and is written again as it was", () => {
    const optional = (value: Arbitrary<unknown>): Arbitrary<unknown> =>
      oneof(constant(undefined), constant(null), value);
    const captured = array(record({ inputs: dictionary(string(), string()) }, { requiredKeys: [] }));
    const stats = record(
      { output: string(), error: string(), captured_arg_logs: captured },
      { requiredKeys: [] },
    );
    const entry = record(
      {
        tests: dictionary(string(), string()),
        operation: string(),
        gen_model: optional(string()),
        exec_stats: optional(stats),
      },
      { requiredKeys: ["tests"] },
    );
    const row = record(
      {
        file: constant(written[1]?.["file"]),
        function_id: record({ identifier: string({ minLength: 1 }) }),
        function_code: string({ unit: "binary" }),
        function_name: optional(string()),
        context: optional(record({ context_type: string(), context: string() })),
        test_history: record({ history: array(entry) }),
        spec: optional(string()),
      },
      { requiredKeys: ["file", "function_id", "function_code"] },
    );
    const distinct = {
      minLength: 1,
      maxLength: 3,
      selector: (one: { function_id: { identifier: string } }) => one.function_id.identifier,
    };
    const check = property(uniqueArray(row, distinct), (rows) => {
      const content = JSON.stringify(rows, undefined, 4);
      expect(getExportFormat("r2e").render(read(content).map((one) => one.text))).toBe(content);
    });
    assert(check, { numRuns: 40 });
  });

  test("gives the arguments of captured calls as recipes where they are plain data", () => {
    const [row] = written;
    const captured = parseR2EFunction(row ?? {}).captured.map((call) => [
      ...readCapturedArguments(call, notation),
    ]);
    const plain = (value: unknown): object => ({ value, shared: [] });
    expect(captured).toEqual([
      [
        ["weights", plain([4, 5, 6])],
        ["most", plain(10)],
      ],
      [["weights", plain({ tuple: [12] })]],
      [
        ["weights", plain([3, 3, 3, 3])],
        ["most", plain(7)],
      ],
      [["weights", undefined]],
    ]);
  });
});

test("floats that JSON has no number for are read, and kept as they stand", () => {
  const odd = text
    .replace("71.42857142857143", "NaN")
    .replace('"weights": "[4, 5, 6]"', '"weights": -Infinity');
  const [row] = read(odd);
  expect(row?.text).toContain('"line_coverage_percentage": NaN');
  const [call] = parseR2EFunction(row?.record ?? {}).captured;
  expect(readCapturedArguments(call ?? {}, notation).get("weights")?.value).toEqual({ float: "-inf" });
});

describe("captured values", () => {
  const valueOf = (written_: unknown, type = "?"): unknown =>
    readCapturedArguments({ inputs: { it: written_ }, input_types: { it: type } }, notation).get("it")?.value;

  test.each([
    ["{'a': [1, (2.5,)]}", { dict: [["a", [1, { tuple: [{ float: "2.5" }] }]]] }],
    ["'gARLBy4='", "gARLBy4="],
    ["2024-05-01", { value: ["datetime.date", 2024, 5, 1] }, "datetime.date"],
    [
      "2024-05-01T10:11:12",
      { value: ["datetime.datetime", 2024, 5, 1, 10, 11, 12, 0, null, 0] },
      "datetime.datetime",
    ],
    [1.5, { value: ["decimal.Decimal", "1.5"] }, "decimal.Decimal"],
    [3, 3],
    ["[1, 2  ......  8, 9]", undefined],
    ["def f(x):\n    return x\n", undefined],
    ["__import__('os').getcwd()", undefined],
    ["nan", { float: "nan" }],
  ])("%j is %j", (given, expected, type?: string) => {
    expect(valueOf(given, type)).toEqual(expected);
  });

  const PICKLES = `
import base64, json, os, pickle, sys, collections, datetime
class Evil:
    def __reduce__(self): return (os.system, ("true",))
loop = [1]; loop.append(loop)
twice = [0]
values = [None, True, -1, 255, 70000, 2**31, -2**70, 10**400, 1.5, -0.0, float("inf"), "", "tree \\u00fc \\U0001f600", "a" * 300, b"", b"\\x00\\xff" * 200,
  [], [1], list(range(5)), (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), {}, {"a": 1}, {"a": 1, "b": {2: [3]}}, set(), {1}, frozenset([1])]
strange = [Evil(), os.system, Evil, collections.OrderedDict(a=1), datetime.date(2020, 1, 1), "\\ud800", bytearray(b"x")]
encode = lambda value, protocol: base64.b64encode(pickle.dumps(value, protocol)).decode()
json.dump({
  "plain": [[encode(value, protocol) for value in values] for protocol in (4, 5)],
  "reprs": [repr(value) for value in values],
  "shared": [encode([twice, twice], 4), encode(loop, 4)],
  "strange": [encode(value, 4) for value in strange],
}, sys.stdout)`;

  test("in pickles are read where they are plain data, and nothing is made of any other pickle", () => {
    const { plain, reprs, shared, strange } = JSON.parse(
      execFileSync("python3", ["-c", PICKLES], { encoding: "utf8" }),
    ) as { plain: string[][]; reprs: string[]; shared: string[]; strange: string[] };
    const expected = reprs.map((text_) => valueOf(text_));
    for (const row of plain) expect(row.map((one) => valueOf(one))).toEqual(expected);
    const [twice, loop] = shared.map((one) =>
      readCapturedArguments({ serialized_inputs: { it: one } }, notation).get("it"),
    );
    expect(twice).toEqual({ value: [{ ref: 0 }, { ref: 0 }], shared: [[0]] });
    expect(loop).toEqual({ value: { ref: 0 }, shared: [[1, { ref: 0 }]] });
    expect(strange.map((one) => valueOf(one))).toEqual(strange.map(() => undefined));
    const cut = plain[0]?.[26] ?? "";
    for (let length = 4; length < cut.length; length += 4)
      expect(valueOf(cut.slice(0, length))).toBeUndefined();
  });
});

describe("a file that is none is refused in one message that names row and field", () => {
  const [count = {}, prune = {}] = written;
  const without = (name: string): object =>
    Object.fromEntries(Object.entries(count).filter(([key]) => key !== name));
  const history = (entry: object): object => ({ ...count, test_history: { history: [entry] } });
  const rows = (...all: unknown[]): string => JSON.stringify(all);

  test.each([
    { what: "nothing", content: "", says: "it is empty", code: "unreadable-rows" },
    { what: "no rows", content: "[]", says: "holds no rows", code: "no-rows" },
    { what: "no array", content: '{"a": 1}', says: "it is no JSON array" },
    { what: "the newer server's state", content: '{"fut_versions": {}}', says: "newer test server" },
    { what: "half a file", content: text.slice(0, text.length / 2), says: "Cannot read row 1 of", row: 1 },
    { what: "half of the second row", content: text.slice(0, -120), says: "row 2 of", row: 2 },
    { what: "no end", content: text.slice(0, -1), says: "cut off" },
    { what: "something behind it", content: `${text} x`, says: "something follows" },
    { what: "no object", content: rows(count, 7), says: "it is no JSON object", row: 2 },
    {
      what: "neither id",
      content: rows(without("function_id")),
      says: 'neither "function_id" nor "method_id"',
      row: 1,
    },
    {
      what: "no code",
      content: rows(prune, without("function_code")),
      says: '"function_code"',
      row: 2,
      field: "function_code",
    },
    {
      what: "a code of another type",
      content: rows({ ...count, function_code: ["def"] }),
      says: "expected string",
      row: 1,
      field: "function_code",
    },
    { what: "bytes that are no UTF-8", content: Buffer.from([0x5b, 0xff, 0x5d]), says: "is not UTF-8" },
    {
      what: "no repository",
      content: rows({ ...count, file: { file_module: { module_id: { identifier: "a" } } } }),
      says: "file.file_module.repo",
      row: 1,
      field: "file.file_module.repo",
    },
    {
      what: "another kind of module",
      content: text.replace('"file",', '"folder",'),
      says: "module_type",
      row: 1,
      field: "file.file_module.module_type",
    },
    {
      what: "tests of another type",
      content: rows(history({ tests: { test_0: 3 } })),
      says: "tests.test_0",
      row: 1,
      field: "test_history.history[0].tests.test_0",
    },
    {
      what: "captured arguments of another type",
      content: rows(history({ tests: {}, exec_stats: { captured_arg_logs: {} } })),
      says: "captured_arg_logs",
      row: 1,
      field: "test_history.history[0].exec_stats.captured_arg_logs",
    },
    {
      what: "our own part in another version",
      content: rows(history({ tests: {}, exec_stats: { diorama: { format: "diorama-r2e/9" } } })),
      says: "another version",
      row: 1,
      field: "test_history.history[0].exec_stats.diorama.format",
    },
    {
      what: "the same function twice",
      content: rows(count, prune, count),
      says: "identifier of row 1",
      row: 3,
    },
  ])("$what", ({ content, says, code = "unreadable-rows", row, field }) => {
    let thrown: unknown;
    try {
      read(content);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({
      name: "UsageError",
      code,
      message: expect.stringContaining(says) as unknown,
      ...(row === undefined ? {} : { fields: field === undefined ? { row } : { row, field } }),
    });
    expect((thrown as Error).message).not.toContain("\n");
  });
});
