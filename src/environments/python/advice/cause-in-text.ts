import { parseCause } from "../../../languages/index.ts";
import type { FailureCause } from "../../../spec/index.ts";

const EXCEPTION_LINE =
  /^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt|Configured)(?::\s|$)/;

/** The exception that a printed traceback ends with: for programs that end before they can tell it as data. */
export function findCauseInText(text: string): FailureCause | undefined {
  const lines = text.split("\n").map((line) => line.replace(/^E\s+/, "").trim());
  const found = lines.findLast((line) => EXCEPTION_LINE.test(line));
  if (found === undefined) return undefined;
  const module = /^ModuleNotFoundError: No module named '([^']+)'/.exec(found)?.[1];
  const type = /^[\w.]+/.exec(found)?.[0] ?? "";
  return parseCause({ type, text: found, ...(module === undefined ? {} : { module }) });
}
