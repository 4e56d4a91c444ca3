import { failureCause, type FailureCause } from "../spec/index.ts";

/** Names that may stand in a hint, to be typed into a shell: foreign code chose them. */
const PLAIN_NAME = /^[A-Za-z_][\w.]{0,99}$/;

/** Reads what `diorama_causes` told of an exception. It comes from foreign code: what does not fit is left out. */
export function parseCause(value: unknown): FailureCause | undefined {
  const { data } = failureCause.safeParse(value);
  if (data === undefined) return undefined;
  const named = (["module", "fixture", "variable"] as const).flatMap((key) => {
    const name = data[key];
    return name !== undefined && PLAIN_NAME.test(name) ? [[key, name] as const] : [];
  });
  return { type: printable(data.type), text: printable(data.text), ...Object.fromEntries(named) };
}

/** The exception that a printed traceback ends with: for programs that end before they can tell it as data. */
export function findCauseInText(text: string): FailureCause | undefined {
  const lines = text.split("\n").map((line) => line.replace(/^E\s+/, "").trim());
  const found = lines.findLast((line) => EXCEPTION_LINE.test(line));
  if (found === undefined) return undefined;
  const module = /^ModuleNotFoundError: No module named '([^']+)'/.exec(found)?.[1];
  const type = /^[\w.]+/.exec(found)?.[0] ?? "";
  return parseCause({ type, text: found, ...(module === undefined ? {} : { module }) });
}

/** The cause that most of them share, the first of those that are as frequent; undefined where there is none. */
export function mostCommonCause(causes: readonly FailureCause[]): FailureCause | undefined {
  const groups = Map.groupBy(causes, keyOf);
  const [first] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return first?.[0];
}

const EXCEPTION_LINE =
  /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt|Configured)(?::\s|$)/;

/** What is missing counts as one thing, whatever the messages say around it. */
function keyOf({ module, fixture, variable, text }: FailureCause): string {
  return JSON.stringify(module ?? fixture ?? variable ?? text);
}

/** On one line, and nothing that steers a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").slice(0, 500);
}
