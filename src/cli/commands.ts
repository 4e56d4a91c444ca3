import { ownMember } from "../base/index.ts";
import type { AddCommand } from "./command.ts";

/** Every command by its name, in the order in which `--help` lists them. What one needs is loaded for it alone, which is a third of the time of a start. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  repositories: async () => (await import("./commands/repositories.ts")).addRepositories,
  build: async () => (await import("./commands/build.ts")).addBuild,
  import: async () => (await import("./commands/import.ts")).addImport,
  verify: async () => (await import("./commands/verify.ts")).addVerify,
  evaluate: async () => (await import("./commands/evaluate.ts")).addEvaluate,
  report: async () => (await import("./commands/report.ts")).addReport,
  compare: async () => (await import("./commands/compare.ts")).addCompare,
  failures: async () => (await import("./commands/failures.ts")).addFailures,
  contamination: async () => (await import("./commands/contamination.ts")).addContamination,
  show: async () => (await import("./commands/show.ts")).addShow,
  try: async () => (await import("./commands/try.ts")).addTry,
  stats: async () => (await import("./commands/stats.ts")).addStats,
  mutate: async () => (await import("./commands/mutate.ts")).addMutate,
  retire: async () => (await import("./commands/retire.ts")).addRetire,
  pack: async () => (await import("./commands/pack.ts")).addPack,
  unpack: async () => (await import("./commands/unpack.ts")).addUnpack,
  export: async () => (await import("./commands/export.ts")).addExport,
  index: async () => (await import("./commands/index-code.ts")).addIndex,
  callers: async () => (await import("./commands/call-edges.ts")).addCallers,
  callees: async () => (await import("./commands/call-edges.ts")).addCallees,
  slice: async () => (await import("./commands/slice.ts")).addSlice,
  context: async () => (await import("./commands/context.ts")).addContext,
  environment: async () => (await import("./commands/environment.ts")).addEnvironment,
  doctor: async () => (await import("./commands/doctor.ts")).addDoctor,
};

/** The commands that a line may mean: the one that it names, or all. */
export async function loadCommands(argv: readonly string[]): Promise<readonly AddCommand[]> {
  const name = argv.find((word) => !word.startsWith("-")) ?? "";
  const named = ownMember(commands, name);
  return Promise.all(named === undefined ? Object.values(commands).map((load) => load()) : [named()]);
}
