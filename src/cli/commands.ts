import type { AddCommand } from "./command.ts";
import { addBuild } from "./commands/build.ts";
import { addCallees, addCallers } from "./commands/call-edges.ts";
import { addCompare } from "./commands/compare.ts";
import { addContamination } from "./commands/contamination.ts";
import { addContext } from "./commands/context.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addEnvironment } from "./commands/environment.ts";
import { addEvaluate } from "./commands/evaluate.ts";
import { addExport } from "./commands/export.ts";
import { addFailures } from "./commands/failures.ts";
import { addImport } from "./commands/import.ts";
import { addIndex } from "./commands/index-code.ts";
import { addMutate } from "./commands/mutate.ts";
import { addPack } from "./commands/pack.ts";
import { addRepositories } from "./commands/repositories.ts";
import { addReport } from "./commands/report.ts";
import { addRetire } from "./commands/retire.ts";
import { addShow } from "./commands/show.ts";
import { addSlice } from "./commands/slice.ts";
import { addStats } from "./commands/stats.ts";
import { addTry } from "./commands/try.ts";
import { addUnpack } from "./commands/unpack.ts";
import { addVerify } from "./commands/verify.ts";

/** Every command, in the order in which `--help` lists them. */
export const commands: readonly AddCommand[] = [
  addRepositories,
  addBuild,
  addImport,
  addVerify,
  addEvaluate,
  addReport,
  addCompare,
  addFailures,
  addContamination,
  addShow,
  addTry,
  addStats,
  addMutate,
  addRetire,
  addPack,
  addUnpack,
  addExport,
  addIndex,
  addCallers,
  addCallees,
  addSlice,
  addContext,
  addEnvironment,
  addDoctor,
];
