import { z } from "zod";

import type { Definition } from "../languages/index.ts";

/** Where the target of a record stands. */
export const targetPlace = z.object({
  source: z.string(),
  path: z.string(),
  name: z.string(),
  line: z.int(),
});

/** The place of a definition. */
export function placeOfTarget(
  source: string,
  { path, name, lines }: Definition,
): z.infer<typeof targetPlace> {
  return { source, path, name, line: lines.start };
}
