import type { BuildPlan, Range, SourcePlan } from "../curation/index.ts";
import { formatClock } from "./progress-line.ts";
import { formatCounts } from "./table.ts";
import { wrapLine } from "./wrap-text.ts";

/** What a build would do, as a person reads it. */
export function renderBuildPlan({ sources, failed, estimate }: BuildPlan): string {
  const { targets, seconds, model_calls: calls, cost_usd: cost } = estimate;
  const time = `${formatClock(seconds[0] * 1_000)} to ${formatClock(seconds[1] * 1_000)}`;
  return [
    ...sources.flatMap((source) => [...describeSource(source), ""]),
    ...failed.map(({ source, message }) => `${source}: ${message}\n`),
    ...fact(
      "estimate",
      `${formatRange(targets)} targets to prove, about ${time}; building the environments comes before that`,
    ),
    ...fact(
      "cost",
      cost === null
        ? `${formatRange(calls)} answers of the model; what they cost is not known before (--max-usd bounds it)`
        : `${cost} USD: no model is asked`,
    ),
    "",
    "Nothing was installed, run or written.",
  ].join("\n");
}

function describeSource(plan: SourcePlan): string[] {
  const { source, commit, found, filtered, targets, tried, licences, environment } = plan;
  const { interpreter, is_built: isBuilt, requirements, extras } = environment;
  const asks = Object.entries(environment).find(([name]) => name.startsWith("requires_"))?.[1] ?? null;
  const refused = Object.keys(plan.refused_licences);
  return [
    commit === null ? source : `${source} (commit ${commit.slice(0, 12)})`,
    ...fact("found", `${found} definitions; filtered: ${formatCounts(filtered)}`),
    ...fact(
      "targets",
      `${targets.core} core and ${targets.simple} simple ones by their shape; ${tried} to try`,
    ),
    ...fact(
      "licences",
      formatCounts(licences) + (refused.length === 0 ? "" : `; left alone: ${refused.join(", ")}`),
    ),
    ...fact(
      "interpreter",
      `${interpreter ?? "none on this machine will do"}${asks === null ? "" : ` (asks for ${String(asks)})`}`,
    ),
    ...fact(
      "installs",
      requirements.join(", ") + (extras.length === 0 ? "" : `; extras: ${extras.join(", ")}`),
    ),
    ...fact("builds", isBuilt ? "the repository, whose metadata may name more to install" : "nothing"),
    ...fact("tests", `${environment.test_files} test files, run to observe calls`),
  ];
}

function fact(name: string, value: string): string[] {
  return wrapLine(`  ${name.padEnd(13)}${value}`, " ".repeat(15));
}

function formatRange([least, most]: Range): string {
  return least === most ? String(least) : `${least} to ${most}`;
}
