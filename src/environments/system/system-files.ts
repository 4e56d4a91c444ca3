import type { HostPath } from "../../base/index.ts";
import type { SystemPackages } from "../../spec/index.ts";
import type { Toolchain } from "../build-system.ts";

/** Files that are laid over the system's own. */
export interface SystemLayer {
  readonly packages: SystemPackages;
  /** `usr` and `etc`. */
  readonly directory: HostPath;
}

/** Plain data for the keys of what is made with a toolchain and a layer. */
export function decidedByMachine({
  toolchain: { description: interpreter, platform },
  systemLayer,
}: {
  readonly toolchain: Pick<Toolchain, "description" | "platform">;
  readonly systemLayer?: SystemLayer | undefined;
}): Readonly<Record<string, unknown>> {
  return { interpreter, platform, ...decidedBySystem(systemLayer) };
}

/** The same of a layer alone. */
export function decidedBySystem(layer: SystemLayer | undefined): Readonly<Record<string, unknown>> {
  return layer === undefined ? {} : { system: layer.packages.packages };
}
