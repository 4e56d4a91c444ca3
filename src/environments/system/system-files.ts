import type { HostPath } from "../../base/index.ts";
import type { SystemPackages } from "../../spec/index.ts";

/** Files that are laid over the system's own. */
export interface SystemLayer {
  readonly packages: SystemPackages;
  /** `usr` and `etc`. */
  readonly directory: HostPath;
}

/** Plain data for the keys of what is made with a layer. */
export function decidedBySystem(layer: SystemLayer | undefined): Readonly<Record<string, unknown>> {
  return layer === undefined ? {} : { system: layer.packages.packages };
}
