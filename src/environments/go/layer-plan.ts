import { joinPath } from "../../base/index.ts";
import type { Job, Resolve, Toolchain } from "../build-system.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { LAYER_PATH, WORK_PATH } from "../machine.ts";
import { moduleLocks, type ModuleLock } from "./module-lock.ts";

const INSTALL_TIMEOUT_MS = 900_000;

/** The go command of a mounted layer. */
export const LAYER_GO = joinPath(LAYER_PATH, "bin", "go");

/** A layer is a module cache and a cache of what the tree imports, compiled: the first is fetched, the second made without network. */
export function planLayer(text: string, toolchain: Toolchain): readonly Job[] {
  const lock = moduleLocks.parse(text);
  const variables = (at: Resolve): Record<string, string> => ({
    GO: toolchain.path,
    LAYER: at(LAYER_PATH),
    WORK: at(WORK_PATH),
    GOFLAGS: ["-modcacherw", ...(isVendored(lock) ? ["-mod=mod"] : [lock.flags])].join(" ").trim(),
  });
  const script = { timeoutMs: INSTALL_TIMEOUT_MS, variables, otherwise: "install_failed" } as const;
  return [
    scriptJob(guestsOf("go"), {
      name: "fetch-modules.sh",
      network: "registries",
      files: filesOf(lock),
      ...script,
    }),
    scriptJob(guestsOf("go"), { name: "compile-modules.sh", network: "none", ...script }),
  ];
}

function isVendored({ flags }: ModuleLock): boolean {
  return flags === "-mod=vendor";
}

/** A tree with nothing but what go reads of its modules, and in each a test that imports what its packages import. */
function filesOf(lock: ModuleLock): Record<string, string> {
  const files = Object.entries(lock.files).map(([path, text]) => [
    `tree/${path}`,
    isVendored(lock) ? withoutNeeds(text, path) : text,
  ]);
  const imports = lock.modules.map(({ directory, imports: names }) => [
    `tree/${directory}/dependencies_test.go`,
    ["package dependencies", ...names.map((name) => `import _ "${name}"`), ""].join("\n"),
  ]);
  return {
    ...Object.fromEntries([...files, ...imports]),
    flags: `${lock.flags}\n`,
    ...(lock.placed ? { placed: "" } : {}),
    modules: lock.modules.map(({ path, directory }) => `${path}\t${directory}\n`).join(""),
  };
}

/** Of a vendored go.mod what says the module and its release. */
function withoutNeeds(text: string, path: string): string {
  if (!path.endsWith("go.mod")) return "";
  return (
    text
      .split("\n")
      .filter((line) => /^(?:module|go)\s/.test(line))
      .join("\n") + "\n"
  );
}
