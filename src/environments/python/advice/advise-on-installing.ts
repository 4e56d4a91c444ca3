import type { EnvironmentFailure, FailureCause } from "../../../spec/index.ts";
import type { Advice } from "../../build-system.ts";
import type { AdviceKind } from "./advice-words.ts";

// Installers and compilers tell what they lack in words alone.

type Rule = readonly [pattern: RegExp, kind: AdviceKind, next: (found: RegExpExecArray) => string];

/** A program that builds, also by the name that a system's Python has it under (`x86_64-linux-gnu-gcc`). */
const TOOL = String.raw`(?:\w+-linux-\w+-)?(gcc|g\+\+|cc|c\+\+|clang|cargo|rustc|cmake|ninja|make|gfortran|swig)`;

const RULES: readonly Rule[] = [
  [
    /fatal error: ([\w./+-]+\.h): No such file or directory|([\w./+-]+\.h): No such file or directory/,
    "missing_header",
    ([, first, second]) => {
      const header = first ?? second ?? "";
      return header.endsWith("Python.h")
        ? "install the headers of this Python (on Debian python3-dev)"
        : `install the system's package that has ${header} (on Debian one whose name ends in -dev)`;
    },
  ],
  [
    new RegExp(
      `(?:unable to execute|command|find program|compiler|linker) [\`'"]?${TOOL}\\b[^\\n]*(?:No such file|not found|failed: No such)`,
      "i",
    ),
    "missing_header",
    ([, program]) => installTool(program),
  ],
  [
    new RegExp(`No such file or directory: '${TOOL}'`),
    "missing_header",
    ([, program]) => installTool(program),
  ],
  [
    /((?:pg|mysql|xml2|xslt|curl|krb5|gdal|freetype|sdl2?)[-_]config)\b[^\n]*(?:not found|No such file|required)/i,
    "missing_header",
    ([, program]) => `install the system's package that has ${program ?? "it"}`,
  ],
  [
    /(?:the current Python version|requested Python version|Requires-Python|requires[- ]python)[^]{0,200}?(>=?|<=?|==|~=|!=)\s*(\d+\.\d+)/i,
    "wrong_interpreter",
    ([, operator, release]) =>
      `choose an interpreter: --python ${operator === ">=" || operator === "==" ? release : `"${operator}${release}"`}`,
  ],
  [
    /Because ([\w.-]+(?:\[[\w,-]+\])?) was not found in the package registry/,
    "unresolvable",
    ([, name]) =>
      `the registry has no ${name ?? "such package"}: look at its name, or add the index that has it to pip's or uv's configuration`,
  ],
];

/** Advice on what failed before anything of the repository could be imported. */
export function adviseOnInstalling(
  { releases }: { readonly releases: readonly string[] },
  { category, message }: EnvironmentFailure,
  cause: FailureCause | undefined,
): Advice {
  if (category === "registry_unreachable")
    return {
      kind: "unreachable",
      problem: tellingLine(message),
      next: "see what this machine reaches: diorama doctor",
    };
  if (category === "no_interpreter")
    return {
      kind: "wrong_interpreter",
      problem: message,
      next: `install a CPython that fits, or choose one that is here with --python (${releases.join(", ") || "none"})`,
    };
  for (const [pattern, kind, next] of RULES) {
    const found = pattern.exec(message);
    if (found !== null) return { kind, problem: lineOf(message, found.index), next: next(found) };
  }
  const problem = cause?.text ?? tellingLine(message);
  return category === "resolution_failed"
    ? {
        kind: "unresolvable",
        problem,
        next: "see the log, and ask for versions that go together: --with NAME==VERSION",
      }
    : { kind: "not_installed", problem, next: "see the log" };
}

function installTool(program = "a compiler"): string {
  return `install ${program}${/c|g\+\+/.test(program) ? " (on Debian build-essential has C compilers)" : ""}`;
}

function lineOf(text: string, index: number): string {
  const start = text.lastIndexOf("\n", index) + 1;
  return (text.slice(start).split("\n", 1)[0] ?? "").trim().slice(0, 500);
}

/** Of what a command printed the last line says what was wrong. */
function tellingLine(text: string): string {
  const lines = text.trimEnd().split("\n");
  return ((text.startsWith("The command ") ? lines.at(-1) : lines[0]) ?? "").trim();
}
