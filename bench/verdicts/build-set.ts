import { spawnSync } from "node:child_process";
import { join } from "node:path";

import type { Alternative } from "../verdicts.ts";

/** Builds a set of the functions that the lines are about. Prints what `build` does; throws where no set could be made. */
export function buildSet(
  source: string,
  lines: readonly Alternative[],
  { directory, workers }: { readonly directory: string; readonly workers: number },
): void {
  const targets = [...new Set(lines.map(({ path, name }) => `${path}:${name}`))];
  const program = join(import.meta.dirname, "../../bin/diorama");
  const asked = ["--tier", "simple", "--per-cluster", "9", "--per-class", "99", "--license", "any"];
  const words = ["build", source, ...asked, "--workers", String(workers), "--out", directory];
  const { status } = spawnSync(program, [...words, "--target", targets.join(",")], { stdio: "inherit" });
  // Some functions that are rejected are no failure of the build.
  if (status !== 0 && status !== 1) throw new Error(`Building ${source} ended with ${String(status)}.`);
}
