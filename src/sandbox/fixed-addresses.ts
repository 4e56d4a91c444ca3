import { spawnSync } from "node:child_process";

import { findProgram } from "./programs.ts";

let known: readonly string[] | undefined;

/**
 * The beginning of a command whose programs lie at the same addresses each time: what is hashed by its address has the same order in every process then.
 * Empty where `setarch` (util-linux) is missing, or not allowed to, as in many containers. Asks once.
 */
export function atFixedAddresses(): readonly string[] {
  known ??= findPrefix();
  return known;
}

function findPrefix(): readonly string[] {
  const [program, nothing] = [findProgram("setarch"), findProgram("true")];
  const architecture = process.arch === "x64" ? "x86_64" : "aarch64";
  if (program === undefined || nothing === undefined) return [];
  const { status } = spawnSync(program, [architecture, "-R", nothing], { stdio: "ignore" });
  return status === 0 ? [program, architecture, "-R"] : [];
}
