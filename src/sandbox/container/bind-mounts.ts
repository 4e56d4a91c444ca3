import { readFileSync } from "node:fs";

import { asHostPath, asSandboxPath } from "../../base/index.ts";
import type { Mount } from "../sandbox.ts";

/** A bind mount in an engine's words. */
export interface BindMount {
  readonly Type: "bind";
  readonly Source: string;
  readonly Target: string;
  readonly ReadOnly: boolean;
  readonly BindOptions: { readonly Propagation: "rprivate"; readonly NonRecursive: boolean };
}

/**
 * The mounts, of several at one place the last. An engine makes only the top of a tree read-only, so what this machine has
 * mounted below a source is left out by the engine and added here, each mount on its own.
 */
export function bindMounts(mounts: readonly Mount[]): BindMount[] {
  const places = mountPlaces();
  const all = mounts.flatMap((mount) =>
    mount.access === "read" ? [mount, ...below(mount, places)] : [mount],
  );
  return [...new Map(all.map((mount) => [String(mount.to), mount])).values()].map((mount) => ({
    Type: "bind",
    Source: mount.from,
    Target: mount.to,
    ReadOnly: mount.access === "read",
    BindOptions: { Propagation: "rprivate", NonRecursive: mount.access === "read" },
  }));
}

function below(mount: Mount, places: readonly string[]): Mount[] {
  return places
    .filter((place) => place.startsWith(`${mount.from}/`))
    .map((place) => ({
      from: asHostPath(place),
      to: asSandboxPath(`${mount.to}${place.slice(mount.from.length)}`),
      access: "read",
    }));
}

/** Where this machine has mounts, the outer before the inner; `proc(5)`: mountinfo escapes white space as octal numbers. */
function mountPlaces(): string[] {
  return readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[4] ?? "")
    .map((place) =>
      place.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8))),
    )
    .sort((a, b) => a.length - b.length);
}
