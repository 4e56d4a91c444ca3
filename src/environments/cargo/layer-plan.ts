import { joinPath } from "../../base/index.ts";
import type { Job, Resolve, Toolchain } from "../build-system.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { LAYER_PATH, WORK_PATH } from "../machine.ts";
import { crateLocks, type CrateLock } from "./crate-lock.ts";
import { cargoVariables } from "./resolve-crates.ts";

const INSTALL_TIMEOUT_MS = 900_000;

/** The cargo of a mounted layer. */
export const LAYER_CARGO = joinPath(LAYER_PATH, "bin", "cargo");

/** A layer is cargo's folder of crates and a target folder with all of them compiled: the first is fetched, the second made without network. */
export function planLayer(text: string, toolchain: Toolchain): readonly Job[] {
  const lock = crateLocks.parse(text);
  const script = {
    timeoutMs: INSTALL_TIMEOUT_MS,
    variables: (at: Resolve) => ({
      ...cargoVariables(toolchain),
      LAYER: at(LAYER_PATH),
      WORK: at(WORK_PATH),
    }),
    otherwise: "install_failed",
  } as const;
  return [
    scriptJob(guestsOf("rust"), {
      name: "fetch-crates.sh",
      network: "registries",
      files: filesOf(lock),
      ...script,
    }),
    scriptJob(guestsOf("rust"), {
      name: "compile-crates.sh",
      words: lock.options,
      network: "none",
      ...script,
    }),
  ];
}

/** A tree of empty crates with the manifests of the real ones. */
function filesOf(lock: CrateLock): Record<string, string> {
  const sources = lock.sources.map((path) => [`tree/${path}`, "fn main() {}\n"]);
  const files = Object.entries(lock.files).map(([path, text]) => [`tree/${path}`, text]);
  return {
    ...Object.fromEntries([...sources, ...files]),
    "tree/Cargo.lock": lock.cargo_lock,
    own: lock.crates.map((name) => `${name}\n`).join(""),
  };
}
