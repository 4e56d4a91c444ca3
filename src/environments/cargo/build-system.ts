import { interpreterMounts } from "../../sandbox/index.ts";
import type { BuildSystem } from "../build-system.ts";
import { guestsOf } from "../guest-scripts.ts";
import { INSTALL_LIMITS } from "../machine.ts";
import { readEvidence } from "./evidence.ts";
import { describeInstaller } from "./installer.ts";
import { LAYER_CARGO, planLayer } from "./layer-plan.ts";
import { findRust } from "./toolchains.ts";

/** Rust: crates of crates.io, tests run by `cargo test`. */
export const cargo: BuildSystem = {
  language: "rust",
  variables: {
    CARGO_INCREMENTAL: "0",
    CARGO_PROFILE_DEV_DEBUG: "line-tables-only",
    LANG: "C.UTF-8",
    TZ: "UTC",
  },
  program: LAYER_CARGO,
  guests: guestsOf("rust"),
  testLimits: INSTALL_LIMITS,
  programs: [
    { name: "cargo", neededFor: "environments of Rust", isRequired: false, remedy: { package: "cargo" } },
  ],
  findToolchains: findRust,
  mountsOf: ({ path }) => interpreterMounts(path),
  readEvidence,
  describeInstaller,
  planLayer,
};
