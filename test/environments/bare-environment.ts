import type { Services } from "../../src/curation/index.ts";
import { restoreBareEnvironment as restore, type Environment } from "../../src/environments/index.ts";

/** An interpreter of this machine with nothing installed, for trees that lie flat. */
export async function restoreBareEnvironment({
  language,
  environmentOptions,
}: Services): Promise<Environment> {
  const restored = await restore(language.name, environmentOptions);
  if (restored.status === "failed") throw new Error(restored.failure.message);
  return restored.value;
}
