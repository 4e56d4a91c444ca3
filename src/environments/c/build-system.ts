import { joinPath } from "../../base/index.ts";
import type { BuildSystem } from "../build-system.ts";
import { guestsOf } from "../guest-scripts.ts";
import { INSTALL_LIMITS, LAYER_PATH } from "../machine.ts";
import { readEvidence } from "./evidence.ts";
import { findCompilers } from "./toolchains.ts";

/** C and C++: what the system has, built by CMake, configure or make in each run. There is nothing to install, so a layer holds the compiler's name alone. */
export const c: BuildSystem = {
  language: "c",
  variables: { LANG: "C.UTF-8", TZ: "UTC" },
  program: joinPath(LAYER_PATH, "bin", "cc"),
  guests: guestsOf("c"),
  testLimits: INSTALL_LIMITS,
  programs: [
    { name: "cc", neededFor: "environments of C", isRequired: false, remedy: { package: "build-essential" } },
    { name: "cmake", neededFor: "environments of C", isRequired: false, remedy: { package: "cmake" } },
  ],
  findToolchains: findCompilers,
  mountsOf: () => [],
  readEvidence,
  describeInstaller: () => ({
    registries: [],
    access: { allowedHosts: [] },
    certificateVariables: {},
    obtain: () => Promise.resolve({ mounts: [], variables: () => ({}) }),
  }),
  planLayer: (_, { path }) => [
    {
      network: "none",
      commands: (at) => [
        {
          words: [
            "sh",
            "-c",
            'mkdir -p "$LAYER/bin" && ln -s "$COMPILER" "$LAYER/bin/cc" && chmod -R a+rX "$LAYER"',
          ],
          timeoutMs: 60_000,
          variables: { LAYER: at(LAYER_PATH), COMPILER: path },
          categoryOf: () => "install_failed",
        },
      ],
    },
  ],
};
