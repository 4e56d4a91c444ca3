import type { BuildSystem } from "../build-system.ts";
import { guestsOf } from "../guest-scripts.ts";
import { INSTALL_LIMITS } from "../machine.ts";
import { readEvidence } from "./evidence.ts";
import { describeInstaller } from "./installer.ts";
import { LAYER_NODE, planLayer } from "./layer-plan.ts";
import { findNode, nodeMounts } from "./toolchains.ts";

/** JavaScript and TypeScript: packages of npm's registry, installed by npm, pnpm or yarn. */
export const javascript: BuildSystem = {
  language: "javascript",
  variables: { CI: "true", LANG: "C.UTF-8", TZ: "UTC" },
  program: LAYER_NODE,
  guests: guestsOf("javascript"),
  testLimits: INSTALL_LIMITS,
  programs: [
    { name: "npm", neededFor: "environments of JavaScript", isRequired: false, remedy: { package: "npm" } },
  ],
  findToolchains: findNode,
  mountsOf: nodeMounts,
  readEvidence,
  describeInstaller,
  planLayer,
};
