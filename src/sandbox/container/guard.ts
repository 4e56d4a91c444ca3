import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

import { cleanUpAtExit } from "../live-sandboxes.ts";
import { engineAddress } from "./engine.ts";
import { ownOwner } from "./labels.ts";

/*
 * Containers live in the engine and do not die with this process. A shell holds the end of a pipe that nobody writes to; when
 * this process is gone, however it went, the pipe ends and the shell becomes a program that removes what carries our label.
 */

const waitForEnd = 'read -r _ <&3; exec "$@"';
const program = fileURLToPath(new URL(`remove-containers${extname(import.meta.url)}`, import.meta.url));

let guard: ChildProcess | undefined;
let guarded = 0;

/** Has containers with our label removed when this process ends; the returned function says that one sandbox has none left. */
export function guardContainers(): () => void {
  guarded++;
  guard ??= startGuard();
  return () => {
    guarded--;
  };
}

function startGuard(): ChildProcess {
  const child = spawn("/bin/sh", ["-c", waitForEnd, "sh", process.execPath, program, ownOwner()], {
    cwd: "/",
    detached: true,
    env: engineAddress(),
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  child.once("exit", () => (guard = undefined));
  child.unref();
  // Node makes such pipes of sockets; this one must not keep this process alive.
  (child.stdio[3] as Socket).unref();
  cleanUpAtExit(() => {
    if (guarded === 0) child.kill("SIGKILL");
  });
  return child;
}
