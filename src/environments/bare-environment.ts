import { getBuildSystem } from "./build-systems.ts";
import type { Environment } from "./environment.ts";
import { failed, type Step } from "./failures.ts";
import type { EnvironmentOptions } from "./options.ts";
import { restoreEnvironment } from "./restore-environment.ts";

/** A toolchain of this machine, the best there is, with nothing installed: for trees that lie flat and need the standard library alone. */
export async function restoreBareEnvironment(
  language: string,
  options: EnvironmentOptions,
): Promise<Step<Environment>> {
  const system = getBuildSystem(language, options);
  const [toolchain] = await system.findToolchains(options.machine);
  if (toolchain === undefined)
    return failed("no_interpreter", `No usable toolchain of ${language} was found on this machine.`);
  return restoreEnvironment(
    {
      format: "environment/1",
      language,
      interpreter: toolchain.description,
      platform: toolchain.platform,
      lock: "",
      import_roots: ["."],
      products: {},
      variables: { ...system.variables },
    },
    options,
  );
}
