import type { AloneWriter } from "../../../pipelines/index.ts";
import type { SourceJob } from "../../build-source.ts";

/** What making the targets of a build's sources run alone takes. */
export interface SandboxingJob extends Omit<SourceJob, "source" | "most" | "before" | "writer"> {
  readonly alone: AloneWriter;
}
