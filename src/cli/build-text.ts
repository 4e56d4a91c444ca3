import { createWordRecord, quoteWord } from "../base/index.ts";
import type { BuildReport, SourceReport } from "../curation/index.ts";
import { describeCalls } from "../models/index.ts";
import { asTyped } from "./program-name.ts";
import { formatClock } from "./progress-line.ts";
import { formatCounts, formatFraction, renderTable } from "./table.ts";

/** The summary a person reads at the end of a build. */
export function renderBuildReport(report: BuildReport): string {
  const table = renderTable(
    [
      { heading: "source" },
      ...["found", "filtered", "tried", "reached", "accepted", "yield", "mutation", "coverage", "time"].map(
        (heading) => ({
          heading,
          align: "right" as const,
        }),
      ),
    ],
    report.sources.map(sourceRow),
  );
  return [
    ...(report.was_finished ? ["This task set was finished before; nothing was left to do.", ""] : []),
    table,
    "",
    ...report.sources.flatMap(describeSource),
    "",
    `${report.accepted} ${report.accepted === 1 ? "task" : "tasks"} in ${report.task_set}`,
    ...(report.writing === undefined ? [] : [describeWriting(report.writing)]),
    ...(report.sandboxed === undefined ? [] : [describeSandboxed(report.sandboxed)]),
    ...(report.adversaries === undefined ? [] : [describeAdversaries(report.adversaries)]),
    ...(report.reimplementations === undefined ? [] : [describeReimplementations(report.reimplementations)]),
    ...(report.edge_cases === undefined ? [] : [describeEdgeCases(report.edge_cases)]),
    ...(report.calls === undefined ? [] : describeAccount(report.calls)),
    ...describeLicences(report.sources),
    ...describeRest(report),
    ...(report.accepted === 0
      ? []
      : [asTyped(`Next: diorama evaluate ${quoteWord(report.task_set)} --model reference`)]),
  ].join("\n");
}

function describeWriting({
  targets,
  valid,
  invalid,
  not_runnable,
  unanswered,
  mean_coverage,
  coverage_deviation,
  at_least_80,
  at_least_90,
  complete,
  pass_ratio,
  errors,
  calls,
  rounds,
}: NonNullable<BuildReport["writing"]>): string {
  const share = (value: number | null): string => (value === null ? "–" : formatFraction(value));
  const spread = `mean coverage ${share(mean_coverage)} (deviation ${share(coverage_deviation)}; at least 0.8 of ${at_least_80}, 0.9 of ${at_least_90}, all of ${complete})`;
  const kinds = Object.entries(errors).map(([name, count]) => `${name} ${count}`);
  const failures = kinds.length === 0 ? "" : ` What went wrong: ${kinds.join(", ")}.`;
  return `Tests by the model: valid for ${valid} of ${targets} targets (${invalid} invalid, ${not_runnable} not runnable, ${unanswered} unanswered) in ${rounds} rounds; ${spread}, ${share(pass_ratio)} of the last tests pass, ${calls} calls.${failures}`;
}

function describeEdgeCases({
  targets,
  unusable,
  suggested,
  inside,
  used,
}: NonNullable<BuildReport["edge_cases"]>): string {
  return `Edge cases by the model: ${suggested} for ${targets} targets (${unusable} without any), ${inside} inside the contract, ${used} graded or shown.`;
}

function describeSandboxed(summary: NonNullable<BuildReport["sandboxed"]>): string {
  const columns = [summary.with_services, summary.without_services, summary.all].map(Object.values);
  return renderTable(
    [
      { heading: "run alone" },
      ...["with services", "without", "all"].map((heading) => ({ heading, align: "right" as const })),
    ],
    Object.keys(summary.all).map((stage, index) => [
      stage,
      ...columns.map((counts) => String(counts[index])),
    ]),
  );
}

/** What a model's answers took: all of them, then by what they were for. */
function describeAccount({ stages, ...all }: NonNullable<BuildReport["calls"]>): string[] {
  const parts = Object.entries(stages).map(([name, calls]) => `  ${name.padEnd(18)}${describeCalls(calls)}`);
  return [`Asked: ${describeCalls(all)}`, ...(parts.length > 1 ? parts : [])];
}

/** What is left of a build that is not finished, and how it goes on. */
function describeRest({ is_finished: isFinished, unanswered }: BuildReport): string[] {
  if (isFinished) return [];
  if (unanswered === undefined) return ["A source could not be had; the same command tries it again."];
  const { targets, sources, failures, message } = unanswered;
  const more = sources === 0 ? "" : ` and ${sources} ${sources === 1 ? "source" : "sources"}`;
  return [
    `No answer of the model (${formatCounts(failures)}): ${message}`,
    `${targets} ${targets === 1 ? "target is" : "targets are"} left${more}. The same command goes on, and asks nothing again that was answered.`,
  ];
}

function describeAdversaries({
  given,
  unusable,
  told,
  told_by_new,
  untold,
}: NonNullable<BuildReport["adversaries"]>): string {
  return `Wrong implementations: ${given} given, ${told} told by cases that were there, ${told_by_new} by cases taken for them, ${untold} by none known, ${unusable} unusable.`;
}

function describeReimplementations({
  given,
  sound,
  unsound,
  unusable,
  left_out: leftOut,
}: NonNullable<BuildReport["reimplementations"]>): string {
  return `Right implementations: ${given} given, ${sound} of use, ${unsound} that do otherwise what tests ask, ${unusable} unusable; ${leftOut} cases left out that two of them answer otherwise.`;
}

function sourceRow(source: SourceReport): string[] {
  const shipped =
    source.tiers.core.accepted >= source.tiers.simple.accepted ? source.tiers.core : source.tiers.simple;
  const filtered = Object.values(source.filtered).reduce((sum, count) => sum + count, 0);
  return [
    source.source,
    ...[source.found, filtered, source.tried, source.reached, source.accepted].map(String),
    source.tried === 0 ? "–" : `${Math.round((100 * source.accepted) / source.tried)} %`,
    formatFraction(shipped.median_mutation_score),
    formatFraction(shipped.median_coverage),
    formatClock(source.duration_ms),
  ];
}

function describeSource({
  source,
  environment,
  tiers,
  filtered,
  rejected,
  syntax_errors,
  left_out,
}: SourceReport): string[] {
  const { status, tests, failure, advice } = environment;
  const lines = [
    source,
    `  environment  ${status}; tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`,
    ...(failure === undefined
      ? []
      : [`  failure      ${failure.category}: ${advice?.problem ?? tellingLine(failure.message)}`]),
    ...(advice === undefined ? [] : [`  next         ${advice.next}`]),
    `  accepted     core ${tiers.core.accepted}, simple ${tiers.simple.accepted}`,
    `  filtered     ${formatCounts(filtered)}`,
    `  rejected     ${formatCounts(rejected)}`,
  ];
  return [
    ...lines,
    ...(Object.keys(left_out).length === 0 ? [] : [`  left out     ${formatCounts(left_out)}`]),
    ...(syntax_errors === 0 ? [] : [`  unparsable   ${syntax_errors} files, in part or whole`]),
  ];
}

/** What to type for code that was left alone because of its licence; nothing where none was. */
function describeLicences(sources: readonly SourceReport[]): string[] {
  const counts = createWordRecord<number>();
  for (const { refused_licences: refused } of sources)
    for (const [licence, count] of Object.entries(refused)) counts[licence] = (counts[licence] ?? 0) + count;
  if (Object.keys(counts).length === 0) return [];
  return [
    `Left alone because of their licence: ${formatCounts(counts)}.`,
    "Code that you may use, your own for instance, is taken whatever its licence with: --license any",
  ];
}

/** The first line of a failure; of what a command printed, the last one says what was wrong. */
function tellingLine(text: string): string {
  const lines = text.trimEnd().split("\n");
  return (text.startsWith("The command ") ? lines.at(-1) : lines[0]) ?? "";
}
