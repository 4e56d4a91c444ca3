import { DioramaError } from "../../base/index.ts";
import { installCommand } from "../install-command.ts";
import { findProgram } from "../programs.ts";

/*
 * A program that isolates its children gets what `unshare` can give to an ordinary user inside the container: a user
 * namespace in which it is root, and mounts, processes and System V memory that belong to that namespace. Outside of it the
 * program is still the container's user without capabilities. The short options are known to every kind of `unshare`.
 */

const ownNamespaces = ["-U", "-r", "-m", "-i", "-p", "-f", "--mount-proc", "--"];
/** The first process of the namespace: it adopts what the program leaves. */
const firstProgram = ["/bin/sh", "-c", '"$@"; exit $?', "sh"];

/** What stands before a program that nests. Throws `no-sandbox` where there is no `unshare`. */
export function nestingPrefix(): readonly string[] {
  const unshare = findProgram("unshare");
  if (unshare !== undefined) return [unshare, ...ownNamespaces, ...firstProgram];
  throw new DioramaError(
    "no-sandbox",
    'Cannot nest sandboxes in sandbox "docker": unshare is not installed.',
    {
      hint: installCommand("util-linux"),
    },
  );
}

/** `command` doing, in a program that nests, what such a program needs its rights for. */
export function nestedTrial(command: readonly string[]): readonly string[] {
  return ["unshare", "-m", "-i", "-p", "-f", "--mount-proc", "--", ...command];
}
