import { readJsonLines, textOf } from "../../json-events.ts";
import { createTestIds } from "../../test-names.ts";
import {
  MAX_MESSAGE,
  NO_TESTS,
  reportOfOutcomes,
  type CollectionError,
  type FinishedTest,
  type TestReport,
} from "../../test-report.ts";

/** One program of tests, while what it prints is read. */
interface Program {
  /** Of its source, as seen from the tree. */
  readonly path: string;
  readonly isDocumentation: boolean;
  expected: number | undefined;
  readonly ids: Map<string, string>;
  pending: string | undefined;
  failing: string | undefined;
  hasFailed: boolean;
}

/** Reads what `cargo test` printed, behind the lines of JSON that name the programs. */
export function readCargoOutput(text: string): TestReport {
  const { sources, exit } = readPrograms(text);
  const finished = new Map<string, FinishedTest>();
  const collectionErrors: CollectionError[] = [...readCompileErrors(text)];
  const name = createTestIds();
  let program: Program | undefined;
  const close = (): void => {
    if (program === undefined) return;
    const problem = closeProgram(program, finished, name);
    if (problem !== undefined) collectionErrors.push(problem);
    program = undefined;
  };
  for (const line of text.split("\n")) {
    const next = openProgram(line, sources);
    if (next !== undefined) close();
    program = next ?? program;
    if (program !== undefined) readLine(line, program, finished, name);
  }
  close();
  const isEmpty = finished.size === 0 && collectionErrors.length === 0;
  return reportOfOutcomes({ collectionErrors, finished, exit: exit === 0 && isEmpty ? NO_TESTS : exit });
}

/** The sources of programs by their file's name, and how cargo ended. */
function readPrograms(text: string): {
  readonly sources: ReadonlyMap<string, string>;
  readonly exit: number | undefined;
} {
  const sources = new Map<string, string>();
  let root = "";
  let exit: number | undefined;
  for (const event of readJsonLines(text)) {
    if (event["reason"] === "root") root = textOf(event["path"]);
    if (event["reason"] === "ended") exit = Number(event["exit"]);
    const executable = textOf(event["executable"]);
    if (event["reason"] !== "compiler-artifact" || executable === "") continue;
    const source = textOf((event["target"] as Record<string, unknown> | undefined)?.["src_path"]);
    sources.set(nameOf(executable), source.startsWith(`${root}/`) ? source.slice(root.length + 1) : source);
  }
  return { sources, exit };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function openProgram(line: string, sources: ReadonlyMap<string, string>): Program | undefined {
  const [, source, executable] = /^ {1,12}Running (?:unittests )?(\S+) \((\S+)\)$/.exec(line) ?? [];
  const crate = /^ {1,12}Doc-tests (\S+)$/.exec(line)?.[1];
  if (executable === undefined && crate === undefined) return undefined;
  return {
    path: crate ?? sources.get(nameOf(executable ?? "")) ?? source ?? "",
    isDocumentation: crate !== undefined,
    expected: undefined,
    ids: new Map(),
    pending: undefined,
    failing: undefined,
    hasFailed: false,
  };
}

const TEST = /^test (.+?)(?: - (?:should panic|compile|compile fail))? \.\.\. (.*)$/;
const OUTCOME = /(?:^|\s)?(ok|FAILED|ignored)(?:, .*)?$/;

function readLine(
  line: string,
  program: Program,
  finished: Map<string, FinishedTest>,
  name: (id: string) => string,
): void {
  program.expected = numberIn(/^running (\d+) tests?$/, line) ?? program.expected;
  program.failing = /^---- (.+?) stdout ----$/.exec(line)?.[1] ?? endOfFailure(line, program.failing);
  if (/^error: (?:test|doctest) failed/.test(line)) program.hasFailed = true;
  const failing = program.ids.get(program.failing ?? "");
  const found = failing === undefined ? undefined : finished.get(failing);
  if (failing !== undefined && found !== undefined && found.message.length < MAX_MESSAGE)
    finished.set(failing, { ...found, message: `${found.message}${line}\n` });
  const [, test, rest] = TEST.exec(line) ?? [];
  const word = OUTCOME.exec(rest ?? (program.pending === undefined ? "" : line))?.[1];
  const current = test ?? program.pending;
  if (current === undefined || program.failing !== undefined) return;
  program.pending = word === undefined ? current : undefined;
  if (word === undefined) return;
  const id = name(idOf(program, current));
  program.ids.set(current, id);
  const outcome = word === "ok" ? "passed" : word === "ignored" ? "skipped" : "failed";
  finished.set(id, { outcome, message: "" });
}

function endOfFailure(line: string, failing: string | undefined): string | undefined {
  return /^(?:failures:|test result: .*)$/.test(line) ? undefined : failing;
}

function idOf({ path, isDocumentation }: Program, test: string): string {
  const [, source, item] = (isDocumentation ? /^(\S+) - (.+)$/.exec(test) : null) ?? [];
  return source === undefined ? `cargotest:${path}::${test}` : `cargotest:${source}::doc ${item ?? ""}`;
}

/** A program without libtest is one test; one with it has told what became of all tests that it began with. */
function closeProgram(
  program: Program,
  finished: Map<string, FinishedTest>,
  name: (id: string) => string,
): CollectionError | undefined {
  const { expected, ids, path, hasFailed, isDocumentation } = program;
  if (expected === undefined && !isDocumentation) {
    const outcome = hasFailed ? "failed" : "passed";
    finished.set(name(`cargotest:${path}::main`), { outcome, message: "" });
  }
  if (expected === undefined || ids.size >= expected) return undefined;
  return {
    path,
    message: `${expected - ids.size} of ${expected} tests have no outcome: the program of the tests ended before.`,
  };
}

/** What did not compile, with what the compiler said first. */
function readCompileErrors(text: string): CollectionError[] {
  return [...text.matchAll(/^error: could not compile `([^`]+)`([^\n]*)/gm)].map((match) => {
    const first = text.search(/^error(?:\[E\d+\])?: (?!could not compile)/m);
    const message = first < 0 ? text.slice(0, match.index) : text.slice(first, match.index);
    return {
      path: `${match[1] ?? ""}${/ \([^)]*\)/.exec(match[2] ?? "")?.[0] ?? ""}`,
      message: message.slice(0, MAX_MESSAGE),
    };
  });
}

function numberIn(pattern: RegExp, line: string): number | undefined {
  const text = pattern.exec(line)?.[1];
  return text === undefined ? undefined : Number(text);
}
