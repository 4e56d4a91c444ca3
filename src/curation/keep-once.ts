import { z } from "zod";

import type { RunFolder } from "../store/index.ts";

const place = z.object({ source: z.string(), path: z.string(), name: z.string(), line: z.int() });

/** Appends the record of a target, unless the folder has one of it: a target that was tried before its turn is tried again where a build is gone on with. */
export function keepOnce(
  folder: Pick<RunFolder, "records" | "append">,
  stage: string,
  record: z.infer<typeof place>,
): void {
  const keyOf = ({ source, path, name, line }: z.infer<typeof place>): string =>
    JSON.stringify([source, path, name, line]);
  const isKept = folder.records(stage).some((kept) => keyOf(place.parse(kept)) === keyOf(record));
  if (!isKept) folder.append(stage, record);
}
