/** A part of a report of our scripts: a line that says what follows, and that. */
export interface ReportPart {
  readonly kind: string;
  readonly rest: string;
  readonly text: string;
}

/** The parts of a report: each begins with a line `#diorama KIND REST`. */
export function readParts(text: string): ReportPart[] {
  return text
    .split(/^#diorama /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      const head = end < 0 ? part : part.slice(0, end);
      const [kind = "", ...rest] = head.split(" ");
      return { kind, rest: rest.join(" "), text: end < 0 ? "" : part.slice(end + 1) };
    });
}

/** Those of one kind. */
export function partsOf(parts: readonly ReportPart[], kind: string): ReportPart[] {
  return parts.filter((part) => part.kind === kind);
}

/** The exit code that the last part tells; undefined where the script did not come to its end. */
export function exitOfParts(parts: readonly ReportPart[]): number | undefined {
  const [ended] = partsOf(parts, "ended");
  return ended === undefined ? undefined : Number(ended.rest);
}
