import type { Workshop } from "../../src/curation/index.ts";
import { findInterpreters, restoreEnvironment, type Environment } from "../../src/environments/index.ts";

/** An interpreter of this machine with nothing installed, for trees that lie flat. */
export async function restoreBareEnvironment({ environmentOptions }: Workshop): Promise<Environment> {
  const [interpreter] = await findInterpreters(environmentOptions.machine);
  if (interpreter === undefined) throw new Error("There is no Python here.");
  const restored = await restoreEnvironment(
    {
      format: "environment/1",
      language: "python",
      interpreter: interpreter.description,
      platform: interpreter.platform,
      lock: "",
      import_roots: ["."],
      products: {},
      variables: {},
    },
    environmentOptions,
  );
  if (restored.status === "failed") throw new Error(restored.failure.message);
  return restored.value;
}
