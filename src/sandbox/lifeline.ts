import type { Cgroup } from "./cgroups.ts";

/*
 * What a chain of programs has of this process: a pipe that nobody writes to. When this process is gone, however it went,
 * the pipe ends, and a guard kills the chain's process group. The kernel's death signal alone is not enough: a program gets
 * it only after asking, a link of a chain that dies before the next has asked leaves the rest behind, and it does not cross
 * a change of user. So the shell that starts a chain does not die with this process; the guard waits until every link has
 * asked, then kills all that share the group, and the death signals reach the rest. A guard outlives its chain until this
 * process kills the group or is gone, for what is left of a broken chain is its business too.
 */

/** A link of a chain has asked for its death signal after this time, also on a busy machine. */
const settleSeconds = 0.5;

/**
 * `command` as a chain that ends with this process, as a member of `cgroup` where there is one. The chain is to be started
 * with a pipe as its descriptor `lifeline`, which the command does not see, and as the leader of a process group.
 */
export function holdToThisProcess(
  command: readonly string[],
  { lifeline, cgroup }: { readonly lifeline: number; readonly cgroup: Cgroup | undefined },
): readonly string[] {
  const others = [3, 4, 5, 6, 7, 8, 9]
    .filter((each) => each !== lifeline)
    .map((each) => `${each}>&-`)
    .join(" ");
  const guard = `read -r _ <&${lifeline}; sleep ${settleSeconds}; kill -9 -$$`;
  const script = [
    `( exec </dev/null >/dev/null 2>&1 ${others}; ${guard} ) &`,
    `exec ${lifeline}<&-`,
    'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift',
    '"$@"; exit $?',
  ].join("\n");
  return ["/bin/sh", "-c", script, "sh", ...(cgroup?.memberFiles ?? []), "--", ...command];
}
