import { joinPath } from "../../base/index.ts";
import type { Job, Resolve, Toolchain } from "../build-system.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { LAYER_PATH } from "../machine.ts";
import { packageLocks } from "./installed-lock.ts";
import { managerVariables } from "./resolve-packages.ts";

const INSTALL_TIMEOUT_MS = 900_000;

/** The node of a mounted layer. */
export const LAYER_NODE = joinPath(LAYER_PATH, "bin", "node");

/** A layer is Node, the manager, and the tree's folders of packages: they are fetched first, then their own install scripts run without network. */
export function planLayer(text: string, toolchain: Toolchain): readonly Job[] {
  const { manager, manager_files: managerFiles, options, files } = packageLocks.parse(text);
  const script = {
    timeoutMs: INSTALL_TIMEOUT_MS,
    variables: (at: Resolve) => ({ ...managerVariables(toolchain, manager, at), LAYER: at(LAYER_PATH) }),
    otherwise: "install_failed",
  } as const;
  return [
    scriptJob(guestsOf("javascript"), {
      name: "install-packages.sh",
      words: options,
      network: "registries",
      files: { ...below("tree", files), ...below("manager", managerFiles) },
      ...script,
    }),
    scriptJob(guestsOf("javascript"), { name: "build-packages.sh", network: "none", ...script }),
  ];
}

function below(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}
