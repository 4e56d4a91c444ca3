import { z } from "zod";

import { asSandboxPath, DioramaError, wordRecord } from "../base/index.ts";
import { getBuildSystem } from "./build-systems.ts";
import type { Environment } from "./environment.ts";
import { LAYER_PATH, readable, startMachine, TEST_LIMITS } from "./machine.ts";
import type { EnvironmentOptions } from "./options.ts";

const GUEST_PATH = asSandboxPath("/diorama/guest");
const TIMEOUT_MS = 120_000;
const MOST_BYTES = 16 * 2 ** 20;

const outsideNames = z.object({
  always: z.array(z.string()),
  modules: wordRecord(z.array(z.string())),
  missing: z.array(z.string()),
});

/** Names that code outside of a repository gives meaning to. */
export interface OutsideNames {
  /** Of the language and its built-in types. */
  readonly always: ReadonlySet<string>;
  /** By module: what it and its types have or take as a parameter beside these. */
  readonly modules: ReadonlyMap<string, ReadonlySet<string>>;
  /** Modules that cannot be imported in the environment. */
  readonly missing: ReadonlySet<string>;
}

/** Asks an environment, without the repository, for the names of modules in it. Throws `environment-failed` where it does not answer. */
export async function listOutsideNames(
  environment: Environment,
  modules: readonly string[],
  options: EnvironmentOptions,
): Promise<OutsideNames> {
  const system = getBuildSystem(environment.recipe.language, options);
  await using machine = await startMachine(
    {
      system,
      toolchain: environment.toolchain,
      systemLayer: environment.systemLayer,
      mounts: [readable(environment.layer, LAYER_PATH), readable(system.guests, GUEST_PATH)],
      limits: TEST_LIMITS,
      network: { kind: "none" },
    },
    options,
  );
  const call = {
    program: machine.resolve(environment.program),
    guests: machine.resolve(GUEST_PATH),
    searchPaths: [],
    seed: 0,
  };
  const command = system.outsideNames?.(call, modules);
  if (command === undefined) return readNames("");
  const { words, variables } = command;
  const outcome = await machine.run(words, { timeoutMs: TIMEOUT_MS, maxOutputBytes: MOST_BYTES, variables });
  return readNames(outcome.status === "exited" ? outcome.stdout : "");
}

function readNames(printed: string): OutsideNames {
  try {
    const { always, modules, missing } = outsideNames.parse(
      JSON.parse(printed.slice(printed.lastIndexOf("\n") + 1)),
    );
    return {
      always: new Set(always),
      modules: new Map(Object.entries(modules).map(([module, names]) => [module, new Set(names)])),
      missing: new Set(missing),
    };
  } catch (error) {
    throw new DioramaError("environment-failed", "Cannot learn which names the environment's modules have.", {
      cause: error,
    });
  }
}
