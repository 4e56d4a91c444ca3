import { stripVTControlCharacters } from "node:util";

import { MAX_MESSAGE, type FinishedTest } from "../../test-report.ts";
import type { ReadTest } from "./package-report.ts";

// Runners of a repository's own mostly tell of a test in one line that ends with what became of it: `- parses: OK`, `parses ... FAILED`.

const VERDICT =
  /^([-*•>]?)\s*(\S.*?)\s*(:|\.{2,}|…|[-=]>)\s*(ok|pass|fail|error|skip)(?:ed|ped|ure)?(?:[.!]|: .*)?$/i;
/** A failure of a runner like that which does not say of what. */
const NAMELESS = /^(?:FAIL(?:ED|URE)?|ERROR)\b:?\s*(\S.*)$/;
/** How many a summary says that failed. */
const SUMMARY = /\b(\d+)\s+(?:tests?\s+)?(?:failed|failures?|failing)\b/gi;
const OUTCOMES: Readonly<Record<string, FinishedTest["outcome"]>> = {
  ok: "passed",
  pass: "passed",
  skip: "skipped",
};
/** Fewer lines than these say nothing of tests. */
const FEWEST = 5;
const LONGEST_LINE = 400;

interface VerdictLine {
  /** What all lines of one runner have in common. */
  readonly form: string;
  readonly name: string;
  readonly outcome: FinishedTest["outcome"];
  /** 0-based. */
  readonly at: number;
}

/**
 * Reads lines of one form that name a test and say what became of it, with failures that name none. Undefined where there are few of them, or where they do not
 * tell all: a command that ends well has no failure, one that does not has as many as its summary says.
 */
export function readVerdictLines(text: string, path: string, exit: number): readonly ReadTest[] | undefined {
  const lines = stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.trim());
  const found = lines.flatMap((line, at) => readLine(line, at));
  const forms = [...Map.groupBy(found, ({ form }) => form).values()];
  const named = forms.toSorted((one, other) => other.length - one.length)[0] ?? [];
  if (named.length < FEWEST) return undefined;
  const nameless = exit === 0 ? [] : lines.flatMap((line, at) => readNameless(line, at, named));
  const told = [...named, ...nameless].toSorted((one, other) => one.at - other.at);
  const failures = told.filter(({ outcome }) => outcome === "failed").length;
  const counts = [...lines.join("\n").matchAll(SUMMARY)].map(([, count]) => Number(count));
  if (exit === 0 ? failures > 0 : counts.some((count) => count > failures)) return undefined;
  const tests = told.map(({ name, outcome, at }, index) => ({
    path,
    names: [name],
    outcome,
    message: outcome === "failed" ? messageOf(lines.slice(at, told[index + 1]?.at)) : "",
  }));
  const isExplained = exit === 0 || failures > 0;
  const own = { path, names: ["test"], outcome: "failed", message: messageOf(lines.slice(-20)) } as const;
  return isExplained ? tests : [...tests, own];
}

function readLine(line: string, at: number): VerdictLine[] {
  const [, mark = "", name = "", sign = "", word] =
    line.length > LONGEST_LINE ? [] : (VERDICT.exec(line) ?? []);
  if (word === undefined) return [];
  return [
    { form: `${mark} ${sign.slice(0, 2)}`, name, outcome: OUTCOMES[word.toLowerCase()] ?? "failed", at },
  ];
}

function readNameless(line: string, at: number, named: readonly VerdictLine[]): VerdictLine[] {
  const name = line.length > LONGEST_LINE ? undefined : NAMELESS.exec(line)?.[1];
  if (name === undefined || named.some((each) => each.at === at)) return [];
  return [{ form: "", name, outcome: "failed", at }];
}

function messageOf(lines: readonly string[]): string {
  return lines.join("\n").trim().slice(0, MAX_MESSAGE);
}
