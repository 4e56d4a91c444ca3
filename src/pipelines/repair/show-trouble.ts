import { fence } from "../../base/index.ts";
import {
  describeItem,
  type EnvironmentOutcome,
  type PlanFields,
  type TroubledTree,
} from "../../environments/index.ts";
import { normaliseRunText } from "../run-text.ts";
import type { RepairLimits } from "./limits.ts";

const MOST_FILES = 150;
const MOST_ITEMS = 60;
const MOST_TRIES = 14;
/** Characters of what a failed try printed, from its end. */
const MOST_OF_TRY = 700;

/** What the first prompt shows of a tree and of what was tried. */
export function showTrouble(
  tree: TroubledTree,
  plan: PlanFields,
  { before, limits }: { readonly before: EnvironmentOutcome; readonly limits: RepairLimits },
): Readonly<Record<string, string>> {
  const { turns, commands, commandSeconds, verifications } = limits;
  return {
    language: tree.language,
    fields: Object.entries(tree.fields)
      .map(([name, means]) => `- \`${name}\`: ${means}`)
      .join("\n"),
    plan: fence("json", JSON.stringify(plan, null, 1)),
    releases: tree.releases.join(", ") || "none",
    release: tree.release ?? "none of them",
    turns: String(turns),
    commands: String(commands),
    seconds: String(commandSeconds),
    verifications: String(verifications),
    evidence: fence("text", listed(tree.evidence.map(describeItem), MOST_ITEMS)),
    files: fence("text", listed(sortByDepth(tree.files), MOST_FILES)),
    tried: fence("text", describeTries(before) || "nothing"),
    failure: fence("text", describeFailure(before)),
  };
}

/** How an environment failed, as far as a prompt shows it. */
export function describeFailure(outcome: EnvironmentOutcome): string {
  const { status, failure, advice } = outcome;
  const counts =
    status === "failed"
      ? ""
      : `${outcome.tests.passed} tests pass, ${outcome.tests.failed} fail, ${outcome.tests.skipped} are skipped, ${outcome.tests.flaky} differ between runs.`;
  const lines = [
    `status: ${status}${failure === undefined ? "" : `, ${failure.category}`}`,
    counts,
    ...(failure?.cause === undefined ? [] : [`cause: ${failure.cause.text}`]),
    ...(advice === undefined ? [] : [`advice: ${advice.problem}`]),
    failure?.message ?? (status === "imports" ? "No test was found." : ""),
  ];
  return normaliseRunText(lines.filter((line) => line !== "").join("\n"));
}

function describeTries({ attempts }: EnvironmentOutcome): string {
  const shown = attempts.filter(({ stage, succeeded }) => !succeeded || stage === "remedy");
  return shown
    .slice(-MOST_TRIES)
    .map(({ stage, detail }) => {
      const [head = "", ...rest] = detail.split("\n");
      const text = normaliseRunText(rest.join("\n"));
      return `--- ${stage}: ${normaliseRunText(head)}${text === "" ? "" : `\n${text.slice(-MOST_OF_TRY)}`}`;
    })
    .join("\n");
}

function listed(lines: readonly string[], most: number): string {
  const more = lines.length > most ? [`… and ${lines.length - most} more`] : [];
  return [...lines.slice(0, most), ...more].join("\n") || "nothing";
}

/** Those near the root first: they say most of how a tree is built. */
function sortByDepth(paths: readonly string[]): readonly string[] {
  const depth = (path: string): number => path.split("/").length;
  return paths.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}
