import type { EnvironmentFailure } from "../../spec/index.ts";
import type { Advice } from "../build-system.ts";
import { NO_LISTS } from "./apt.ts";
import { CANNOT_SHOW } from "./system-layer.ts";

/** What to do where packages of the system could not be laid out, by why; undefined where that says nothing more than the failure itself. */
export function adviseOnSystemLayer({ category, message }: EnvironmentFailure): Advice | undefined {
  const [problem = ""] = message.split("\n", 1);
  if (category !== "needs_system_package") return undefined;
  const next = NEXT.find(([sign]) => problem.includes(sign))?.[1];
  return next === undefined ? undefined : { kind: "missing_system_package", problem, next };
}

const NEXT: readonly (readonly [sign: string, next: string])[] = [
  [NO_LISTS, "fetch them (apt-get update), then give the same command again: it gets packages by itself"],
  [
    CANNOT_SHOW,
    "install the packages on this machine, or take a sandbox of namespaces (--sandbox bubblewrap), then give the same command again",
  ],
  ["this machine is", "make it on such a machine, or anew without --from-lock"],
  [
    "404  Not Found",
    "fetch apt's lists again (apt-get update); where the archives have a locked version no more, make the environment anew",
  ],
  [
    "was not found",
    "the archives have a locked version no more: make the environment anew, without --from-lock",
  ],
];
