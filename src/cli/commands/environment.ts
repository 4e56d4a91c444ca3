import { resolve } from "node:path";

import { asHostPath, readableJson, requireWritable } from "../../base/index.ts";
import type { RepairedEnvironment } from "../../curation/index.ts";
import type { EnvironmentOutcome } from "../../environments/index.ts";
import type { AddCommand } from "../command.ts";
import { askedAgain, readLock } from "../kept-environment.ts";
import { addEnvironmentOptions, readAsked, type EnvironmentRequestFlags } from "../environment-options.ts";
import { addModelOptions } from "../model-options.ts";
import { addRepairOptions, readRepair, type RepairFlags } from "../repair-options.ts";
import { sandboxOption, workersOption } from "../option-values.ts";
import { formatClock } from "../progress-line.ts";
import { renderTable } from "../table.ts";
import { writePage } from "../write-page.ts";
import { addEnvironmentBatch } from "./environment-batch.ts";
import { addEnvironmentLayers } from "./environment-layers.ts";

interface EnvironmentFlags extends EnvironmentRequestFlags, RepairFlags {
  readonly out?: string;
  readonly log?: boolean;
  readonly directory?: string;
  readonly fromLock?: string;
  readonly workers: number;
  readonly sandbox: string;
}

/** `diorama environment`: makes the environments of repositories. */
export const addEnvironment: AddCommand = (program, attach) => {
  const group = program.command("environment").summary("work with the environments of repositories");
  addEnvironmentBuild(group, attach);
  addEnvironmentBatch(group, attach);
  addEnvironmentLayers(group, attach);
};

/** `diorama environment build SOURCE`: makes the environment of a repository. Exit 1 where it failed, or where none of its tests ran. */
const addEnvironmentBuild: AddCommand = (group, attach) => {
  const command = group
    .command("build")
    .summary("install a repository's dependencies and run its own tests")
    .argument("<source>", "repository, as for build")
    .option("--out <file>", "write the document to a file too")
    .option("--log", "print all that each failed step printed")
    .option("--directory <folder>", "the folder of the source that is built, where it is not all of it")
    .option(
      "--from-lock <file>",
      "make it again from what --out wrote: the same toolchain, versions and commands, where this machine has them",
    )
    .addOption(workersOption())
    .addOption(sandboxOption());
  addEnvironmentOptions(command);
  addModelOptions(addRepairOptions(command));
  attach<[string], EnvironmentFlags>(command, async (context, [spec], flags) => {
    const { out, log, workers, sandbox, directory, fromLock } = flags;
    const file = out === undefined ? undefined : asHostPath(resolve(out));
    if (file !== undefined) requireWritable(file);
    const { buildRepairedEnvironment, describeEnvironment, describeFailedSteps, openSource, openServices } =
      await import("../../curation/index.ts");
    const { buildEnvironment, ranNoTest } = await import("../../environments/index.ts");
    const request = await readRepair(flags, context);
    const kept = fromLock === undefined ? undefined : readLock(fromLock);
    const typed = await readAsked(flags, context);
    const asked = askedAgain(typed, kept, directory === undefined ? {} : { directory });
    await using services = await openServices({ workers, sandbox }, context);
    context.progress.begin(`acquiring ${spec}`);
    const { acquired, requested } = await openSource(
      spec,
      { ...asked, takesProjectFolder: kept === undefined },
      services,
      context,
    );
    context.progress.note(`${spec}: its licence is ${acquired.repository.licence ?? "not known"}.`);
    const recipe = kept?.recipe;
    const options = {
      ...services.environmentOptions,
      language: undefined,
      forTasks: false,
      requested,
      recipe,
    };
    const built: RepairedEnvironment =
      request === undefined
        ? { outcome: await buildEnvironment(acquired, options) }
        : await buildRepairedEnvironment(acquired, options, request);
    const { outcome, repair } = built;
    const document = describeEnvironment(spec, acquired.repository, outcome, repair);
    if (file !== undefined) writePage(file, readableJson(document));
    const isNo = outcome.status === "failed" || ranNoTest(outcome);
    const told = repair && (await import("../repair-text.ts")).renderRepair(repair);
    const text = renderOutcome(spec, outcome, told) + (log === true ? describeFailedSteps(outcome) : "");
    return { exitCode: isNo ? 1 : 0, document, text };
  });
};

function renderOutcome(source: string, outcome: EnvironmentOutcome, repair: string | undefined): string {
  const attempts = outcome.attempts.map(({ stage, succeeded, detail }) => [
    stage,
    succeeded ? "yes" : "no",
    succeeded ? detail : (detail.split("\n", 1)[0] ?? ""),
  ]);
  const tests = outcome.status === "failed" ? undefined : outcome.tests;
  const { advice, failure, remedies } = outcome;
  return [
    `${source}: ${outcome.status} in ${formatClock(outcome.durationMs)}`,
    ...remedies.map(
      ({ what, goesBy }) =>
        `helped: ${[what, ...goesBy.map(({ path, line }) => `${path}:${line}`)].join(" ")}`,
    ),
    ...(repair === undefined ? [] : [repair]),
    ...(tests === undefined
      ? []
      : [
          `tests: ${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped, ${tests.flaky} flaky`,
        ]),
    ...(failure === undefined
      ? []
      : [`${failure.category}: ${advice?.problem ?? failure.message.trimEnd()}`]),
    ...(advice === undefined || failure !== undefined ? [] : [advice.problem]),
    ...(advice === undefined ? [] : [`next: ${advice.next}`]),
    ...(failure === undefined
      ? []
      : ["The same command with --log prints all that the failed steps printed."]),
    "",
    renderTable(
      ["stage", "worked", "detail"].map((heading) => ({ heading })),
      attempts,
    ),
  ].join("\n");
}
