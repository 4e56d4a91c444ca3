import { PROGRAM_VARIABLES } from "./assemble.ts";
import type { Environment } from "./environment.ts";
import { failed, type Step } from "./failures.ts";
import { findInterpreters } from "./interpreter.ts";
import type { EnvironmentOptions } from "./options.ts";
import { restoreEnvironment } from "./restore-environment.ts";

/** An interpreter of this machine, the best there is, with nothing installed: for trees that lie flat and need the standard library alone. */
export async function restoreBareEnvironment(options: EnvironmentOptions): Promise<Step<Environment>> {
  const [interpreter] = await findInterpreters(options.machine);
  if (interpreter === undefined)
    return failed("no_interpreter", "No usable CPython was found on this machine.");
  return restoreEnvironment(
    {
      format: "environment/1",
      language: "python",
      interpreter: interpreter.description,
      platform: interpreter.platform,
      lock: "",
      import_roots: ["."],
      products: {},
      variables: { ...PROGRAM_VARIABLES },
    },
    options,
  );
}
