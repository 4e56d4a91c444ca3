import { joinPath } from "../../base/index.ts";
import type { CommandOutcome } from "../../sandbox/index.ts";
import type { Job, Toolchain } from "../build-system.ts";
import { LAYER_PATH, WORK_PATH } from "../machine.ts";
import { categoryOfInstallerFailure } from "./installer-failures.ts";
import { UV_PATH } from "./installer.ts";
import { buildOptions, readLockHeader } from "./lock-header.ts";

const INSTALL_TIMEOUT_MS = 900_000;

/** The interpreter of a mounted layer. */
export const LAYER_PYTHON = joinPath(LAYER_PATH, "bin", "python");

/** A layer is a virtual environment with byte code. */
export function planLayer(lock: string, interpreter: Toolchain): readonly Job[] {
  return [planInstallation(lock, interpreter), COMPILATION];
}

function planInstallation(lock: string, { path }: Toolchain): Job {
  const builtWith = readLockHeader(lock);
  const categoryOf = (outcome: CommandOutcome) => categoryOfInstallerFailure(outcome, "install_failed");
  return {
    network: "registries",
    files: { "lock.txt": lock, "build-constraints.txt": builtWith.builtWith.join("\n") },
    commands(at) {
      const [uv, layer] = [at(UV_PATH), at(LAYER_PATH)];
      const make = [uv, "venv", "--quiet", "--relocatable", "--allow-existing", "--python", path, layer];
      const install = [
        uv,
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--require-hashes",
        ...buildOptions(builtWith, at(joinPath(WORK_PATH, "build-constraints.txt"))),
        "--python",
        at(LAYER_PYTHON),
        "-r",
        at(joinPath(WORK_PATH, "lock.txt")),
      ];
      return [make, install].map((words) => ({ words, timeoutMs: INSTALL_TIMEOUT_MS, categoryOf }));
    },
  };
}

/** `compileall` with hashes that are not checked, where the release has them (3.7). */
const COMPILE_ALL = `
import compileall, py_compile, sys
modes = getattr(py_compile, "PycInvalidationMode", None)
unchecked = {"invalidation_mode": modes.UNCHECKED_HASH} if modes else {}
compileall.compile_dir(sys.argv[1], maxlevels=20, quiet=1, workers=2, **unchecked)
`;

/**
 * Compiles what was installed, without network: the interpreter runs the layer's `.pth` files. Byte code is
 * not checked against times of files, so that a copied layer stays valid. Files that do not compile (templates, code for
 * other versions) are nobody's failure.
 */
const COMPILATION: Job = {
  network: "none",
  commands: (at) => [
    {
      words: [at(LAYER_PYTHON), "-c", COMPILE_ALL, at(joinPath(LAYER_PATH, "lib"))],
      timeoutMs: INSTALL_TIMEOUT_MS,
      variables: { PYTHONDONTWRITEBYTECODE: "" },
      categoryOf: ({ status }) => (status === "exited" ? undefined : "install_failed"),
    },
    {
      words: ["chmod", "-R", "u+w,a+rX", at(LAYER_PATH)],
      timeoutMs: 60_000,
      categoryOf: () => "install_failed",
    },
  ],
};
