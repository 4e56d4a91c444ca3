import type { AloneWriter } from "../../../pipelines/index.ts";
import type { RunFolder } from "../../../store/index.ts";
import type { CapBook } from "../../cap-book.ts";
import type { BuildOptions } from "../../curation.ts";
import type { Journal } from "../../journal.ts";
import type { Services } from "../../services.ts";
import type { WorkContext } from "../../work-context.ts";

/** What making the targets of a build's sources run alone takes. */
export interface SandboxingJob {
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly caps: CapBook;
  readonly services: Services;
  readonly options: BuildOptions;
  readonly context: WorkContext;
  readonly alone: AloneWriter;
}
