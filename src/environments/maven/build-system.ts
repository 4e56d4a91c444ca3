import type { BuildSystem } from "../build-system.ts";
import { guestsOf } from "../guest-scripts.ts";
import { INSTALL_LIMITS } from "../machine.ts";
import { readEvidence } from "./evidence.ts";
import { describeInstaller } from "./installer.ts";
import { LAYER_JAVA, planLayer } from "./layer-plan.ts";
import { findJava, javaMounts } from "./toolchains.ts";

/** Java: artifacts of Maven's repository, compiled and tested by Maven. Of Gradle only that it is there. */
export const maven: BuildSystem = {
  language: "java",
  variables: { LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC" },
  program: LAYER_JAVA,
  guests: guestsOf("java"),
  testLimits: INSTALL_LIMITS,
  programs: [
    {
      name: "javac",
      neededFor: "environments of Java",
      isRequired: false,
      remedy: { package: "default-jdk-headless" },
    },
    { name: "mvn", neededFor: "environments of Java", isRequired: false, remedy: { package: "maven" } },
  ],
  findToolchains: findJava,
  mountsOf: javaMounts,
  readEvidence,
  describeInstaller,
  planLayer,
};
