import { decideOutcome, type ReportProgress } from "../../src/judge/outcome.ts";
import type { StrictFrames } from "../../src/judge/strict-frames.ts";
import { inPieces } from "./bytes.ts";

const spent = { cpuSeconds: 0.1, peakBytes: 1 };

/** What comes of a child that said these bytes, piece by piece as they may arrive, and then ended as if all were well. */
export function outcomeOf(report: ReportProgress & { readonly frames: StrictFrames }, said: Buffer) {
  const listen = report.frames.listen({ importMs: 1_000, caseMs: 1_000 });
  let isKilled = false;
  for (const piece of inPieces(said, 20)) isKilled ||= listen(piece, spent.cpuSeconds);
  if (!isKilled) report.frames.end();
  const account = { exitCode: 0, signal: undefined, killed: isKilled ? ("host" as const) : undefined };
  return {
    ...spent,
    durationMs: 1,
    ...decideOutcome(report, { status: "ended", ...account, ...spent }, undefined),
  };
}
