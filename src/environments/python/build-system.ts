import { codeCovers, interpreterMounts, packageCovers } from "../../sandbox/index.ts";
import type { BuildSystem } from "../build-system.ts";
import { guestsOf } from "../guest-scripts.ts";
import { readEvidence } from "./evidence.ts";
import { guestCommand } from "./guests.ts";
import { describeInstaller } from "./installer.ts";
import { findInterpreters } from "./interpreter.ts";
import { LAYER_PYTHON, planLayer } from "./layer-plan.ts";
import { lockParts } from "./lock-parts.ts";
import { ownPrograms } from "./own-programs.ts";
import { withRust } from "./rust.ts";

/** Python: virtual environments of CPython, resolved and installed by uv, tests run by pytest. */
export const python: BuildSystem = {
  language: "python",
  variables: { LANG: "C.UTF-8", PYTHONDONTWRITEBYTECODE: "1", PYTHONNOUSERSITE: "1", TZ: "UTC" },
  program: LAYER_PYTHON,
  guests: guestsOf("python"),
  ownPrograms,
  recorder: {
    plugin: "diorama_recorder",
    preparations: ["diorama_world:install"],
    examples: (call, modules) => guestCommand("diorama_doctests.py", call, modules),
    makeEntries: (call, configuration) => guestCommand("diorama_harvest.py", call, [configuration]),
    proveMade: (call, configuration) => guestCommand("diorama_proving.py", call, [configuration]),
  },
  outsideNames: (call, modules) => guestCommand("diorama_outside.py", call, modules),
  programs: [
    {
      name: "python3",
      neededFor: "environments of Python",
      isRequired: true,
      remedy: { package: "python3" },
    },
    {
      name: "uv",
      neededFor: "dependencies",
      isRequired: false,
      remedy: "nothing to do: fetched when first needed",
    },
  ],
  findToolchains: findInterpreters,
  mountsOf: ({ path, release }, use, systemLayer) => [
    ...interpreterMounts(path),
    ...(use === "making" ? packageCovers(path) : codeCovers(path, release, systemLayer)),
  ],
  readEvidence,
  describeInstaller: (options) => withRust(describeInstaller(options), options),
  planLayer,
  lockParts,
};
