import { readFileSync } from "node:fs";

import { asSandboxPath, joinPath, type HostPath } from "../../base/index.ts";
import type { LockPlan, Toolchain } from "../build-system.ts";
import { failed, made, type Step } from "../failures.ts";
import { readable, WORK_PATH } from "../machine.ts";
import { listRegularFiles } from "../tree.ts";
import { categoryOfInstallerFailure } from "./installer-failures.ts";
import { UV_PATH } from "./installer.ts";
import { NO_ADJUSTMENTS } from "./adjustments.ts";
import { buildOptions, lockHeader, type BuiltWith } from "./lock-header.ts";
import type { KeptWheel } from "./wheel.ts";

/** Requirements to be resolved together. */
export interface LockRequest {
  /** In PEP 508 form. */
  readonly requirements: readonly string[];
  /** The repository's own wheel: its dependencies and those of `extras` are resolved, itself is left out of the lock. */
  readonly wheel?: KeptWheel | undefined;
  /** `NAME==VERSION` and other bounds, for what of it is needed. */
  readonly constraints?: readonly string[];
  /** Normalised names of what comes from the repository itself: whatever requires one, no registry is asked for it. */
  readonly local?: readonly string[];
  readonly builtWith?: BuiltWith;
}

const RESOLUTION_TIMEOUT_MS = 300_000;
/** A marker that holds nowhere: a requirement that is overridden by one with it is none. */
const NEVER = "python_version < '0'";
const WHEEL_FOLDER = asSandboxPath("/diorama/wheel");

/** Resolves requirements to exact versions with hashes, in requirements.txt form. */
export function planLock(
  what: string,
  { requirements, wheel, constraints = [], local = [], builtWith = NO_ADJUSTMENTS }: LockRequest,
  interpreter: Toolchain,
): LockPlan {
  const place = wheel === undefined ? undefined : joinPath(WHEEL_FOLDER, wheel.fileName);
  const header = lockHeader(builtWith);
  return {
    what,
    decidedBy: {
      requirements,
      wheel: wheel === undefined ? null : [wheel.digest, wheel.extras],
      ...(constraints.length === 0 ? {} : { constraints }),
      ...(local.length === 0 ? {} : { local }),
      ...(header === "" ? {} : { builtWith: header }),
    },
    job: {
      network: "registries",
      files: {
        "constraints.txt": constraints.map((line) => `${line}\n`).join(""),
        "overrides.txt": local.map((name) => `${name} ; ${NEVER}\n`).join(""),
        "build-constraints.txt": builtWith.builtWith.join("\n"),
      },
      mounts: wheel === undefined || place === undefined ? [] : [readable(wheel.path, place)],
      commands(at) {
        const itself = wheel === undefined || place === undefined ? [] : [requirementOf(wheel, at(place))];
        return [
          {
            words: [
              at(UV_PATH),
              "pip",
              "compile",
              "-",
              "--python",
              interpreter.path,
              "--quiet",
              "--generate-hashes",
              "--no-header",
              "--no-annotate",
              "--no-strip-extras",
              "--constraints",
              at(joinPath(WORK_PATH, "constraints.txt")),
              ...(local.length === 0 ? [] : ["--overrides", at(joinPath(WORK_PATH, "overrides.txt"))]),
              ...buildOptions(builtWith, at(joinPath(WORK_PATH, "build-constraints.txt"))),
              ...(wheel === undefined ? [] : ["--no-emit-package", wheel.name]),
              "--output-file",
              at(joinPath(WORK_PATH, "lock.txt")),
            ],
            timeoutMs: RESOLUTION_TIMEOUT_MS,
            input: [...itself, ...requirements, ""].join("\n"),
            categoryOf: (outcome) => categoryOfInstallerFailure(outcome, "resolution_failed"),
          },
        ];
      },
    },
    read: (work) => readLock(work, header),
  };
}

function requirementOf({ name, extras }: KeptWheel, path: string): string {
  return `${name}${extras.length === 0 ? "" : `[${extras.join(",")}]`} @ file://${path}`;
}

/** Build scripts may have run beside uv: what lies there is read only if it is a file and no link. */
function readLock(work: HostPath, header: string): Step<string> {
  if (!listRegularFiles(work).includes("lock.txt"))
    return failed("resolution_failed", "The installer wrote no lock.");
  return made(header + withoutComments(readFileSync(joinPath(work, "lock.txt"), "utf8")));
}

/** uv notes below the list what it left out; a lock holds requirements only. */
function withoutComments(lock: string): string {
  return lock
    .split("\n")
    .filter((line) => !line.startsWith("#") && line.trim() !== "")
    .map((line) => `${line}\n`)
    .join("");
}
