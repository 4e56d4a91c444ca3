import { z } from "zod";

import { wordRecord } from "../../../base/index.ts";

/** Coverage of one definition as R2E records it. */
export const coverageLogRecord = z.object({
  num_executable_lines: z.int(),
  num_excluded_lines: z.int(),
  num_unexecuted_lines: z.int(),
  line_coverage_percentage: z.number(),
  start_line: z.int(),
  end_line: z.int(),
  unexecuted_lines: z.array(z.int()),
  num_executed_branches: z.int(),
  num_missing_branches: z.int(),
  branch_coverage_percentage: z.number(),
  /** By the line of a branch the lines that it never went on to; negative where it leaves the definition. */
  unevaluated_branches: wordRecord(z.array(z.int())),
});
/** Shares are percentages; lines are 1-based, of the file. */
export type CoverageLog = z.infer<typeof coverageLogRecord>;
