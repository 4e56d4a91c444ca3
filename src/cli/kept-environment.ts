import { readFileSync } from "node:fs";

import { z } from "zod";

import { UsageError } from "../base/index.ts";
import { environmentRecipe } from "../spec/index.ts";

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
