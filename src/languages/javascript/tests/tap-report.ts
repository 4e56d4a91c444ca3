import { MAX_MESSAGE, type FinishedTest } from "../../test-report.ts";
import type { PackageReport } from "./package-report.ts";

/** A line of results: `ok 1 - name # SKIP why`, with a brace behind it where its parts follow. */
const RESULT = /^( *)(not )?ok\b *\d*(?: *- *| +|$)(.*?)(?: +# *time=\S+)?( \{)?$/;
/** A comment that names what follows: tape's of a test, ava's of the line behind it. */
const COMMENT = /^( *)# (?!(?:tests|pass|fail|skip|todo|ok|time)\b|Subtest:)(.*)$/;

const FILE = /^[\w./@-]+\.(?:[cm]?[jt]sx?|coffee)$/;

/** What holds the tests that follow. */
interface Holder {
  readonly indent: number;
  readonly name: string;
  /** Its own result, where it stands before its parts. */
  readonly isOk: boolean;
  hasTests: boolean;
  hasFailed: boolean;
}

/** A result as its line has it. */
interface Result {
  readonly indent: number;
  readonly described: string;
  readonly isOk: boolean;
}

interface TapReading {
  readonly tests: { path: string; names: string[]; outcome: FinishedTest["outcome"]; message: string }[];
  readonly holders: Holder[];
  comment: { readonly indent: number; readonly text: string } | undefined;
}

/** Reads TAP with its parts. The result of what holds others is told where nothing in them tells of it. Undefined where no plan says that it is whole. */
export function readTap(text: string): PackageReport | undefined {
  const reading: TapReading = { tests: [], holders: [], comment: undefined };
  for (const line of text.split("\n")) readLine(line, reading);
  return /^1\.\.\d+/m.test(text) ? { tests: mergeLoops(reading.tests) } : undefined;
}

/** More results than these in one place that differ in numbers alone were told by a loop: they are one test, for it may take other numbers each time. */
const MOST_ALIKE = 1000;

function mergeLoops(tests: TapReading["tests"]): TapReading["tests"] {
  if (tests.length <= MOST_ALIKE) return tests;
  const alike = Map.groupBy(tests, ({ path, names }) =>
    JSON.stringify([path, ...names.slice(0, -1), withoutNumbers(names.at(-1) ?? "")]),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    const labels = new Set(group.map(({ names }) => names.at(-1)));
    if (first === undefined || labels.size <= MOST_ALIKE) return group;
    const telling =
      group.find(({ outcome }) => outcome === "failed") ??
      group.find(({ outcome }) => outcome === "passed") ??
      first;
    return [{ ...telling, names: [...first.names.slice(0, -1), withoutNumbers(first.names.at(-1) ?? "")] }];
  });
}

function withoutNumbers(label: string): string {
  return label.replaceAll(/\d+/g, "N");
}

function readLine(line: string, reading: TapReading): void {
  const [, before = "", subtest] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
  if (subtest !== undefined) {
    closeHolders(before.length + 1, reading);
    openHolder({ indent: before.length, described: subtest, isOk: true }, reading);
    return;
  }
  if (/^ *\}$/.test(line)) {
    const closed = reading.holders.pop();
    if (closed !== undefined) tell({ ...closed, described: closed.name }, closed, reading);
    return;
  }
  const [, deep = "", text] = COMMENT.exec(line) ?? [];
  if (text !== undefined && takesComments(deep.length, reading))
    reading.comment = { indent: deep.length, text };
  const [, indent, not, described = "", brace] = RESULT.exec(line) ?? [];
  if (indent === undefined) {
    addToMessage(line, reading);
    return;
  }
  const result = { indent: indent.length, described, isOk: not === undefined };
  if (brace === undefined) tell(result, closeHolders(indent.length, reading), reading);
  else openHolder(result, reading);
}

/** True where comments name what follows: in what is printed itself, and in the part of a file that was run by itself. */
function takesComments(indent: number, { holders }: TapReading): boolean {
  const holder = holders.at(-1);
  return holder === undefined ? indent === 0 : indent > holder.indent && FILE.test(holder.name);
}

function openHolder({ indent, described, isOk }: Result, reading: TapReading): void {
  reading.holders.push({ indent, name: described, isOk, hasTests: false, hasFailed: false });
  reading.comment = undefined;
}

/** Closes what stands as deep or deeper; gives the last of them, whose result it is that follows. */
function closeHolders(indent: number, { holders }: TapReading): Holder | undefined {
  let last: Holder | undefined;
  while ((holders.at(-1)?.indent ?? -1) >= indent) last = holders.pop();
  return last;
}

function tell({ indent, described, isOk }: Result, own: Holder | undefined, reading: TapReading): void {
  const { tests, holders, comment } = reading;
  const [label = "", directive = ""] = described.split(/ *# *(?=(?:SKIP|TODO)\b)/i);
  const isFailed = !isOk && !/^TODO/i.test(directive);
  for (const holder of holders) {
    holder.hasTests = true;
    holder.hasFailed ||= isFailed;
  }
  if (own?.hasTests === true && (!isFailed || own.hasFailed)) return;
  const isSkipped = /^SKIP/i.test(directive);
  const above = holders.map(({ name }) => name);
  const isCommented = takesComments(indent, reading) && comment?.indent === indent && comment.text !== label;
  const names = [...above, ...(isCommented ? [comment.text] : []), label];
  const file = names.length > 1 ? names[0] : undefined;
  const isFile = file !== undefined && FILE.test(file);
  tests.push({
    path: isFile ? file : "package.json",
    names: isFile ? names.slice(1) : names,
    outcome: isSkipped ? "skipped" : isFailed ? "failed" : "passed",
    message: "",
  });
}

/** What stands indented behind a failed test says why. */
function addToMessage(line: string, { tests }: TapReading): void {
  const last = tests.at(-1);
  const said = line.trim();
  if (last?.outcome !== "failed" || said === line || /^(?:---|\.\.\.|1\.\.\d+|)$/.test(said)) return;
  last.message = `${last.message}${said}\n`.slice(0, MAX_MESSAGE);
}
