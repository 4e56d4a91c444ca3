/**
 * A script that holds a module and its own test: which lines are which. The test part is every function named like a test, every statement that
 * speaks of the rival's name, what runs only where the script is the program, and calls of tests; everything else is the module part.
 */
import type { FileOutline, LineRange, OutlineItem } from "../../languages/index.ts";
import { namesScratchFolder } from "./scratch-folder.ts";

/** The two parts of a script, each with the lines of the other taken out. */
export interface ScriptParts {
  readonly moduleText: string;
  readonly testText: string;
  /** Functions of the test part that are called without arguments to run it. */
  readonly tests: readonly string[];
}

/** What a script calls what it compares. */
interface ScriptNames {
  /** Qualified name of the original: the statement that defines it stays in the module whatever it is called. */
  readonly target: string;
  /** Name under which the test calls what it compares with the original. */
  readonly rival: string;
}

/** Takes a script apart. */
export function splitScript(text: string, outline: FileOutline, names: ScriptNames): ScriptParts {
  const lines = text.split(/\r\n|\n|\r/);
  const textOf = ({ start, end }: LineRange): string => lines.slice(start - 1, end).join("\n");
  const ofTest = new Set(outline.items.filter((item) => isOfTest(item, textOf(item.lines), names)));
  const tests = [...ofTest].flatMap(({ kind, name }) =>
    kind === "function" && name !== undefined && isTestName(name) ? [name] : [],
  );
  const isGuarded = (item: OutlineItem): boolean => PROGRAM_GUARD.test(textOf(item.lines));
  const isCallOfTest = ({ kind, lines: own }: OutlineItem): boolean =>
    kind === "other" && CALL_OF_TEST.test(textOf(own));
  const kept = [...ofTest].filter((item) => !isGuarded(item) && !isCallOfTest(item));
  return {
    moduleText: withoutLines(
      lines,
      [...ofTest].map((item) => item.lines),
    ),
    testText: `${kept.map((item) => textOf(item.lines)).join("\n\n\n")}\n`,
    tests,
  };
}

const PROGRAM_GUARD = /^(?:[ \t]*#.*\n)*if\b[^\n]*__name__[^\n]*__main__/;

const CALL_OF_TEST = /^(?:[ \t]*#.*\n)*\w*test\w*\(\)\s*$/i;

function isTestName(name: string): boolean {
  return /^test/i.test(name);
}

function isOfTest(
  { kind, name = "", declaration = "" }: OutlineItem,
  text: string,
  { target, rival }: ScriptNames,
): boolean {
  if (kind === "import" || name === target.replace(/\..*/, "")) return false;
  if (kind === "class") return text.includes(rival);
  if (kind === "function")
    return text.includes(rival) || (isTestName(name) && /\(\s*\)[^)]*$/.test(declaration));
  if (kind === "other" && namesScratchFolder(text)) return true;
  return PROGRAM_GUARD.test(text) || text.includes(rival) || CALL_OF_TEST.test(text);
}

/** The lines outside of `ranges`; no blank lines are left at the ends, or doubled where something was taken out. */
function withoutLines(lines: readonly string[], ranges: readonly LineRange[]): string {
  const kept: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (ranges.some(({ start, end }) => index + 1 >= start && index + 1 <= end)) continue;
    const followsGap = ranges.some(({ end }) => end < index + 1 && isBlank(lines.slice(end, index + 1)));
    if (line.trim() === "" && followsGap) continue;
    kept.push(line);
  }
  return `${kept.join("\n").trim()}\n`;
}

function isBlank(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === "");
}
