import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findPython } from "./orchard.ts";

/** A new folder with Python packages (`name==version`) in it; undefined where pip or its registry cannot give them. Its caller removes it. */
export function installLibrary(...requirements: readonly string[]): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "diorama-library-"));
  const words = ["--quiet", "--disable-pip-version-check", "--target", folder, ...requirements];
  try {
    execFileSync(findPython(), ["-m", "pip", "install", ...words], { stdio: "ignore", timeout: 60_000 });
    chmodSync(folder, 0o755);
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

/** coverage.py as `installLibrary` gives it. */
export function installCoverage(): string | undefined {
  return installLibrary("coverage==7.10.7");
}
