import type { EvidenceRecord, TargetRecord, ValueRecipe } from "../../../spec/index.ts";
import type { CoverageLog } from "./coverage-log.ts";
import { EXTENSION_FORMAT, type Extension } from "./records.ts";
import type { PlainCase } from "./plain-cases.ts";
import type { WrittenTests } from "./write-tests.ts";

/** What the statistics of a task are drawn from. */
export interface StatsMaterial {
  readonly target: TargetRecord;
  readonly evidence: EvidenceRecord;
  /** 1-based lines of the definition in its file. */
  readonly lines: { readonly start: number; readonly end: number };
  readonly cases: readonly PlainCase[];
  readonly tests: WrittenTests;
  readonly extension: Omit<Extension, "format">;
}

/** Id of the one suite of tests of a task. */
export const TEST_ID = "test_0";

/**
 * A task's evidence in the form of R2E's `exec_stats`: the reference shows the same in every run of the proof, so that each test, which sets it
 * against itself, passes. Where there is no branch, the share of lines stands in the place of that of branches.
 */
export function writeExecStats(material: StatsMaterial): Record<string, unknown> {
  const { tests, cases, target, extension } = material;
  return {
    run_tests_logs: {
      [TEST_ID]: {
        valid: true,
        passed_count: tests.names.length,
        passed_names: tests.names,
        failed_count: 0,
        failed_names: [],
        errored_count: 0,
        errored_names: [],
        skipped_count: 0,
        expected_failures: 0,
        unexpected_successes: 0,
      },
    },
    run_tests_errors: { [TEST_ID]: [] },
    coverage_logs: [coverageLog(coverageOf(material.evidence), material.lines)],
    captured_arg_logs: cases.flatMap((each) => capturedLog(target, each, tests)),
    output:
      "Drawn from the proof of the task by Diorama, which ran the reference over its cases; R2E's test server did not run.\n",
    diorama: { format: EXTENSION_FORMAT, ...extension },
  };
}

function coverageOf({ arcs, summary }: EvidenceRecord): ExecutedCode {
  const { lines_possible: possible, lines_executed: executed, line } = summary.coverage;
  return { arcs, possible, executed, line };
}

type Arcs = readonly (readonly [number, number])[];

/** What of a definition was executed. */
export interface ExecutedCode {
  readonly arcs: { readonly possible: Arcs; readonly executed: Arcs };
  /** Lines of its body. */
  readonly possible: number;
  readonly executed: number;
  /** Their share, in `[0, 1]`. */
  readonly line: number;
}

/** Coverage in R2E's form; `lines` are those of the definition, 1-based. */
export function coverageLog(
  { arcs, possible, executed, line }: ExecutedCode,
  lines: StatsMaterial["lines"],
): CoverageLog {
  const all = linesOf(arcs.possible);
  const seen = new Set(linesOf(arcs.executed));
  const taken = new Set(arcs.executed.map(String));
  const branches = Map.groupBy(arcs.possible, ([from]) => from);
  const forks = [...branches].filter(([from, ways]) => from > 0 && ways.length > 1);
  const executedForks = forks.filter(([, ways]) => ways.some((way) => taken.has(String(way))));
  const missing = forks.flatMap(([from, ways]) => {
    const open = ways.filter((way) => !taken.has(String(way))).map(([, to]) => to);
    return open.length === 0 ? [] : [[String(from), open] as const];
  });
  const counted = executedForks.length + missing.length;
  return {
    num_executable_lines: possible,
    num_excluded_lines: 0,
    num_unexecuted_lines: possible - executed,
    line_coverage_percentage: line * 100,
    start_line: lines.start,
    end_line: lines.end,
    unexecuted_lines: all.filter((one) => !seen.has(one)),
    num_executed_branches: executedForks.length,
    num_missing_branches: missing.length,
    branch_coverage_percentage: counted === 0 ? line * 100 : (executedForks.length / counted) * 100,
    unevaluated_branches: Object.fromEntries(missing),
  };
}

function linesOf(arcs: Arcs): number[] {
  return [...new Set(arcs.flat().filter((line) => line > 0))].toSorted((a, b) => a - b);
}

function capturedLog(
  target: TargetRecord,
  { positional, keywords, recipe, returned }: PlainCase,
  { caller }: WrittenTests,
): Record<string, unknown>[] {
  if (returned === undefined) return [];
  const texts = nameArguments(target, positional, Object.fromEntries(keywords), joinTexts);
  const values = nameArguments(target, recipe.positional, recipe.keywords, (items) => ({ tuple: items }));
  const [inputs, types] = [Object.entries(texts), Object.entries(values)];
  return [
    {
      func_name: target.name.slice(target.name.lastIndexOf(".") + 1),
      inputs: texts,
      serialized_inputs: Object.fromEntries(inputs.map(([name, text]) => [name, shortenMiddle(text)])),
      input_types: Object.fromEntries(types.map(([name, value]) => [name, typeOf(value)])),
      output: returned.text,
      serialized_output: shortenMiddle(returned.text),
      output_type: typeOf(returned.value),
      caller_info: caller,
    },
  ];
}

/** Arguments by the names of their parameters; what a variadic parameter takes stands together under its name. */
function nameArguments<T>(
  { parameters, signature, kind }: TargetRecord,
  positional: readonly T[],
  keywords: Readonly<Record<string, T>>,
  join: (items: readonly T[]) => T,
): Record<string, T> {
  const isBound = kind !== "function" && kind !== "static_method";
  const own = isBound ? parameters.slice(1) : parameters;
  const variadic = own.findIndex((name) => new RegExp(`(?<!\\*)\\*\\s*${name}\\b`, "u").test(signature));
  const count = variadic < 0 ? positional.length : Math.min(variadic, positional.length);
  const named = positional
    .slice(0, count)
    .map((value, index) => [own[index] ?? `argument_${index + 1}`, value]);
  const rest = positional.slice(count);
  return Object.fromEntries([
    ...named,
    ...(rest.length === 0 ? [] : [[own[variadic] ?? "args", join(rest)]]),
    ...Object.entries(keywords),
  ]) as Record<string, T>;
}

function joinTexts(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
}

/** As R2E's server shortens long texts. */
function shortenMiddle(text: string): string {
  return text.length > 180 ? `${text.slice(0, 90)}  ......  ${text.slice(-90)}` : text;
}

function typeOf(value: ValueRecipe): string {
  if (value === null) return "builtins.NoneType";
  if (typeof value === "boolean") return "builtins.bool";
  if (typeof value === "number") return "builtins.int";
  if (typeof value === "string") return "builtins.str";
  if (Array.isArray(value)) return "builtins.list";
  const [[tag, content] = ["object", undefined]] = Object.entries(value);
  if (tag === "value" && Array.isArray(content)) {
    const name = String(content[0]);
    return name.includes(".") ? name : `builtins.${name}`;
  }
  if (tag === "deque") return "collections.deque";
  return tag === "text" ? "builtins.str" : `builtins.${tag === "special" ? "ellipsis" : tag}`;
}
