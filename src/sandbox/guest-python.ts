import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { asHostPath, DioramaError, type HostPath } from "../base/index.ts";
import { installCommand } from "./install-command.ts";
import { findProgram } from "./programs.ts";

let found: HostPath | undefined;

/** The system's Python 3, links and version-manager shims followed, for the guest programs of this room. */
export function findGuestPython(): HostPath | undefined {
  if (found !== undefined) return found;
  const program = findProgram("python3");
  if (program === undefined) return undefined;
  try {
    const path = execFileSync(program, ["-I", "-S", "-c", "import sys; print(sys.executable)"], {
      encoding: "utf8",
    });
    found = asHostPath(realpathSync(path.trim()));
    return found;
  } catch {
    return undefined;
  }
}

/** The system's Python 3. Throws `no-python`. */
export function getGuestPython(): string {
  const python = findGuestPython();
  if (python !== undefined) return python;
  throw new DioramaError("no-python", "Cannot confine programs: no Python 3 was found.", {
    hint: installCommand("python3"),
  });
}

/** Where a guest program of this room lies on this machine. */
export function guestProgram(
  name: "relay.py" | "launcher.py" | "namespace.py" | "overlay.py" | "unshare.py",
): HostPath {
  return asHostPath(fileURLToPath(new URL(`./guests/${name}`, import.meta.url)));
}
