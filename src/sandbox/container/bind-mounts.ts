import { readFileSync } from "node:fs";

import { asHostPath, asSandboxPath, type HostPath } from "../../base/index.ts";
import type { Mount } from "../sandbox.ts";

/** A bind mount in an engine's words. */
export interface BindMount {
  readonly Type: "bind";
  readonly Source: string;
  readonly Target: string;
  readonly ReadOnly: boolean;
  readonly BindOptions: { readonly Propagation: "rprivate"; readonly NonRecursive: boolean };
}

/** Files laid over those of a folder, as an engine mounts them itself. */
interface OverlayMount {
  readonly Type: "volume";
  readonly Source: "";
  readonly Target: string;
  /** An engine refuses it of volumes without a name; what has no uppermost folder cannot be written. */
  readonly ReadOnly: false;
  readonly VolumeOptions: {
    readonly NoCopy: true;
    readonly Labels: Record<string, string>;
    readonly DriverConfig: { readonly Name: "local"; readonly Options: Record<string, string> };
  };
}

/**
 * The mounts, of several at one place the last. An engine makes only the top of a tree read-only, so what this machine has
 * mounted below a source is left out by the engine and added here, each mount on its own.
 */
export function bindMounts(mounts: readonly Mount[]): (BindMount | OverlayMount)[] {
  const places = mountPlaces();
  const all = mounts.flatMap((mount) =>
    mount.access === "read" ? [mount, ...below(mount, places)] : [mount],
  );
  return [...new Map(all.map((mount) => [String(mount.to), mount])).values()].map((mount) =>
    mount.over === undefined || mount.over.length === 0 ? bindMount(mount) : overlayMount(mount, mount.over),
  );
}

function bindMount({ from, to, access }: Mount): BindMount {
  return {
    Type: "bind",
    Source: from,
    Target: to,
    ReadOnly: access === "read",
    BindOptions: { Propagation: "rprivate", NonRecursive: access === "read" },
  };
}

/** A volume without a name, which goes with its container. */
function overlayMount({ from, to }: Mount, over: readonly HostPath[]): OverlayMount {
  const lower = [...over, from].map((path) => path.replaceAll(/[\\:,]/g, String.raw`\$&`)).join(":");
  return {
    Type: "volume",
    Source: "",
    Target: to,
    ReadOnly: false,
    VolumeOptions: {
      NoCopy: true,
      Labels: {},
      DriverConfig: {
        Name: "local",
        Options: { type: "overlay", device: "overlay", o: `ro,lowerdir=${lower}` },
      },
    },
  };
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
