import { dedent } from "../../../base/index.ts";
import {
  findGrader,
  type RepositoryRecord,
  type TargetRecord,
  type ValueNotation,
} from "../../../spec/index.ts";
import type { LoadedTask } from "../../loaded-task.ts";
import type { ExportedRow, ExportFormat } from "../format.ts";
import { TEST_ID, writeExecStats } from "./exec-stats.ts";
import { plainCase } from "./plain-cases.ts";
import { formatPythonJson, joinRows } from "./python-json.ts";
import { writeTests } from "./write-tests.ts";

/** Name of the format, as `import` and `export` take it. */
export const R2E = "r2e";

/**
 * Writes tasks as R2E's functions under test. A task that was made of a row of R2E's is that row again, byte for byte; of others tests,
 * statistics and captured arguments are made from the proof.
 */
export const r2eExport: ExportFormat = {
  summary: "R2E's functions under test with tests, exec_stats and captured arguments, a JSON array",
  ending: ".json",
  rowOf(task, notation): ExportedRow {
    const imported = task.imported();
    if (imported?.from.format !== R2E) return writeRow(task, notation);
    return { status: "written", row: imported.text ?? formatPythonJson(imported.record, 1) };
  },
  render: (rows) => joinRows(rows.map(String)),
};

function writeRow(task: LoadedTask, notation: ValueNotation): ExportedRow {
  const { record } = task;
  const [target] = record.targets;
  if (target === undefined) return { status: "left_out", reason: "no_target" };
  const reason = findObstacle(target);
  if (reason !== undefined) return { status: "left_out", reason };
  const observed = findGrader(record, "observed");
  if (observed === undefined) return { status: "left_out", reason: "graded_by_tests" };
  if (observed.comparison.output.length > 0) return { status: "left_out", reason: "compares_output" };
  const expected = task.expected().observations;
  const isGraded = ({ id }: { readonly id: string }): boolean => !task.retiredCases.has(id);
  const hidden = task.suite().cases.filter(isGraded);
  const shown = record.visible_examples.filter(isGraded);
  // In the order in which unittest runs them: by name.
  const cases = [
    ...hidden.flatMap((one) => plainCase(target, one, expected[one.id], notation) ?? []),
    ...shown.flatMap((one) => plainCase(target, one, one.observation, notation) ?? []),
  ];
  if (cases.length === 0) return { status: "left_out", reason: "no_plain_cases" };
  const tests = writeTests(target, cases);
  const evidence = task.evidence();
  const extension = {
    task_id: record.id,
    path: target.path,
    name: target.name,
    commit: record.repository.commit,
    cases: [...shown, ...hidden].map(({ id, recipe }) => ({ id, recipe })),
  };
  const stats = writeExecStats({ target, evidence, lines: linesOf(task), cases, tests, extension });
  const history = [
    {
      tests: { [TEST_ID]: tests.text },
      operation: "generate",
      gen_model: null,
      gen_date: null,
      exec_stats: stats,
      chat_messages: null,
    },
  ];
  const row = {
    ...describeFunction(target, record.repository, codeOf(task)),
    test_history: { history },
    spec: task.instruction,
  };
  return { status: "written", row: formatPythonJson(row, 1) };
}

/** Why R2E has no form for a target. */
function findObstacle({
  kind,
  name,
  path,
  class_name: className,
  is_async: isAsync,
}: TargetRecord): string | undefined {
  if (isAsync) return "async";
  if (kind === "getter" || kind === "setter" || kind === "deleter") return "property";
  const names = name.split(".").length;
  if (names !== (className === null ? 1 : 2)) return "nested";
  const isDotted = path.replace(/\.py$/, "").includes(".");
  return isDotted || !path.endsWith(".py") ? "dotted_path" : undefined;
}

function describeFunction(
  { path, name, class_name: className }: TargetRecord,
  repository: RepositoryRecord,
  code: string,
): Record<string, unknown> {
  const module = path.replace(/\.py$/, "").replaceAll("/", ".");
  const id = { identifier: `${module}.${name}` };
  const repo = repositoryOf(repository);
  const file = { file_module: { module_id: { identifier: module }, module_type: "file", repo } };
  const own = name.slice(name.lastIndexOf(".") + 1);
  if (className === null)
    return {
      function_id: id,
      file,
      function_code: code,
      function_name: own,
      function_complexity: null,
      context: null,
    };
  const parent = { identifier: `${module}.${className}` };
  return { method_id: id, file, method_code: code, method_name: own, parent_class_id: parent, context: null };
}

/** The definition as if it stood at the beginning of a line: R2E parses it by itself. */
function codeOf(task: LoadedTask): string {
  const text = task.referenceText();
  const [first = "", ...others] = text.split("\n");
  const file = task.originalFileText().split("\n");
  const indentation = /^\s*/.exec(file[linesOf(task).start - 1] ?? "")?.[0] ?? "";
  const dedented = dedent([`${indentation}${first}`, ...others]).join("\n");
  // A text of several lines may stand further out than the code around it.
  return /^\s/.test(dedented) ? text : dedented;
}

/** R2E names repositories by owner and name; what has no owner is `LOCAL`. */
function repositoryOf({ source, family }: RepositoryRecord): Record<string, string> {
  const forge = /(?:github:|:\/\/[^/]+\/)([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:@.*)?$/.exec(source);
  const [, org = "LOCAL", name = (family.split("/").at(-1) ?? family).replaceAll(/[^\w.-]+/g, "-")] =
    forge ?? [];
  const id = `${org}___${name}`;
  return { repo_org: org, repo_name: name, repo_id: id, local_repo_path: `/repos/${id}` };
}

/** Where the definition stands in its file: the last place of its text before the first byte that is hidden. */
function linesOf(task: LoadedTask): { readonly start: number; readonly end: number } {
  const reference = task.referenceText();
  const bytes = Buffer.from(task.originalFileText());
  const at = bytes.lastIndexOf(reference, task.record.edits[0]?.span.start ?? 0);
  const start = bytes.subarray(0, Math.max(at, 0)).toString().split("\n").length;
  return { start, end: start + reference.split("\n").length - 1 };
}
