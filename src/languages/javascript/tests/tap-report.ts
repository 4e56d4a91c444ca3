import type { FinishedTest } from "../../test-report.ts";
import type { PackageReport, ReadTest } from "./package-report.ts";

/** A line of results: `ok 1 - name # SKIP why`, with a brace behind it where its parts follow. */
const RESULT = /^( *)(not )?ok\b *\d*(?: *- *| +|$)(.*?)(?: +# *(?:time=\S+))?( \{)?$/;

/** What holds the tests that follow, and how deep they stand. */
interface Holder {
  readonly depth: number;
  readonly name: string;
  hasTests: boolean;
  hasFailed: boolean;
  /** Its own result, where it stands before its parts. */
  readonly isOk?: boolean;
}

/** Reads TAP with its parts: results of what holds others are told where nothing in them tells of it. Undefined where it is no TAP, or was cut. */
export function readTap(text: string): PackageReport | undefined {
  const tests: { path: string; names: string[]; outcome: FinishedTest["outcome"]; message: string }[] = [];
  const holders: Holder[] = [];
  let comment: string | undefined;
  let hasPlan = false;
  const end = (depth: number): Holder | undefined => {
    let last: Holder | undefined;
    while ((holders.at(-1)?.depth ?? -1) > depth) last = holders.pop();
    return last;
  };
  const tell = (depth: number, described: string, isOk: boolean, own?: Holder): void => {
    const [label = "", directive = ""] = described.split(/ *# *(?=(?:SKIP|TODO)\b)/i);
    const isFailed = !isOk && !/^TODO/i.test(directive);
    for (const holder of holders) {
      holder.hasTests = true;
      holder.hasFailed ||= isFailed;
    }
    if (own?.hasTests === true && (!isFailed || own.hasFailed)) return;
    const outcome = /^SKIP/i.test(directive) ? "skipped" : isFailed ? "failed" : "passed";
    const above = holders.map(({ name }) => name);
    const named = depth === 0 && comment !== undefined ? [comment] : above;
    const [first = "", ...rest] = [...named, label];
    const isFile = /^[\w./@-]+\.[cm]?[jt]sx?$/.test(first) && rest.length > 0;
    tests.push({
      path: isFile ? first : "package.json",
      names: isFile ? rest : [first, ...rest],
      outcome,
      message: "",
    });
  };
  for (const line of text.split("\n")) {
    const subtest = /^( *)# Subtest: (.*)$/.exec(line);
    if (subtest !== null) {
      const depth = (subtest[1] ?? "").length;
      end(depth - 1);
      holders.push({ depth: depth + 1, name: subtest[2] ?? "", hasTests: false, hasFailed: false });
      continue;
    }
    hasPlan ||= /^1\.\.\d+/.test(line);
    comment = /^# (?!tests\b|pass\b|fail\b|skip\b|todo\b|ok\b|time=)(.*)$/.exec(line)?.[1] ?? comment;
    if (/^ *\}$/.test(line)) {
      const closed = holders.pop();
      if (closed !== undefined)
        tell((/^ */.exec(line)?.[0] ?? "").length, closed.name, closed.isOk ?? true, closed);
      continue;
    }
    const last = tests.at(-1);
    const result = RESULT.exec(line);
    if (result === null) {
      if (last?.outcome === "failed" && /^\s+(?!\.\.\.$|---$)/.test(line) && last.message.length < 4000)
        last.message += `${line.trim()}\n`;
      continue;
    }
    const [, indent = "", not, described = "", brace] = result;
    if (brace !== undefined)
      holders.push({
        depth: indent.length + 1,
        name: described,
        hasTests: false,
        hasFailed: false,
        isOk: not === undefined,
      });
    else tell(indent.length, described, not === undefined, end(indent.length));
  }
  return hasPlan ? { tests: tests satisfies ReadTest[] } : undefined;
}
