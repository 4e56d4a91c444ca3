import { readFileSync } from "node:fs";

import { z } from "zod";

import { UsageError } from "../base/index.ts";
import type { Asked } from "../curation/index.ts";
import { environmentRecipe, type EnvironmentRequest } from "../spec/index.ts";

const keptEnvironment = z.object({ recipe: environmentRecipe });

/** What `environment build --out` wrote, as far as it says how to make an environment again. */
export type KeptEnvironment = z.infer<typeof keptEnvironment>;

/** Reads a file that `environment build --out` wrote. Throws `unreadable-lock`. */
export function readLock(file: string): KeptEnvironment {
  try {
    return keptEnvironment.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new UsageError("unreadable-lock", `Cannot make an environment from ${file}: it holds no recipe.`, {
      cause: error,
      hint: 'Give the file that "diorama environment build SOURCE --out FILE" wrote.',
    });
  }
}

/** What is asked for by options, `more` among them; where an environment is made again, what was asked for then. Throws `bad-setting` for both. */
export function askedAgain(
  typed: Asked,
  kept: KeptEnvironment | undefined,
  more: EnvironmentRequest = {},
): Asked {
  const requested = { ...typed.requested, ...more };
  if (kept === undefined) return { ...typed, requested };
  if (Object.keys(requested).length > 0)
    throw new UsageError("bad-setting", "Cannot use --from-lock beside what it decides.", {
      hint: "Leave out what is said of the environment: the lock has what was asked for when it was made.",
    });
  return { requested: kept.recipe.requested ?? {}, hasFile: true };
}
