import type { BuildSystem } from "../build-system.ts";
import { guestsOf } from "../guest-scripts.ts";
import { INSTALL_LIMITS } from "../machine.ts";
import { readEvidence } from "./evidence.ts";
import { describeInstaller } from "./installer.ts";
import { LAYER_GO, planLayer } from "./layer-plan.ts";
import { findGo, goMounts } from "./toolchains.ts";

/** Go: modules from module proxies, tests run by `go test`. */
export const go: BuildSystem = {
  language: "go",
  variables: { GOTOOLCHAIN: "local", GOTELEMETRY: "off", LANG: "C.UTF-8", TZ: "UTC" },
  program: LAYER_GO,
  guests: guestsOf("go"),
  testLimits: INSTALL_LIMITS,
  programs: [
    {
      name: "go",
      neededFor: "environments of Go",
      isRequired: false,
      asks: "version",
      remedy: { package: "golang-go" },
    },
  ],
  findToolchains: findGo,
  mountsOf: goMounts,
  readEvidence,
  describeInstaller,
  planLayer,
};
