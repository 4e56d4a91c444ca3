import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { asHostPath, type Logger } from "../../src/base/index.ts";
import { bubblewrap } from "../../src/sandbox/bubblewrap/backend.ts";
import { isOpenToAll } from "../../src/sandbox/mount-checks.ts";
import { none } from "../../src/sandbox/none.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { probeUnderTest } from "../slow-suites.ts";
import { hostileNames, hostilePrograms, type HostileName } from "../conformance/hostile-programs.ts";
import { testSandbox } from "../conformance/sandbox.ts";
import { PATIENCE_MS } from "../patience.ts";

const availability = await probeUnderTest("none");
const sameUser = "programs have all rights of the user who started them";

if (availability.status === "available") {
  testSandbox(none, {
    ...availability,
    exceptions: {
      "memory-in-files": "nobody counts files that lie in no folder",
      ...Object.fromEntries(processPrograms().map((name) => [name, sameUser])),
    },
  });
}

/** Those of the row that says `partly` because a time limit ends most of what a command started. */
function processPrograms(): HostileName[] {
  const names = Object.keys(hostilePrograms) as HostileName[];
  return names.filter((name) => hostilePrograms[name].row === "processes");
}

test("says that nothing is isolated", async () => {
  const events: string[] = [];
  const logger: Logger = (level, event) => events.push(`${level} ${event}`);
  await using sandbox = await none.create(trialOptions([]), { logger });
  expect(await sandbox.run(["/bin/true"], { timeoutMs: PATIENCE_MS })).toMatchObject({
    status: "exited",
    exitCode: 0,
  });
  expect(events).toEqual(["warn sandbox-not-isolated"]);
});

/** Probes that say `confined` without isolation too, in the outer sandbox of the next test. */
const confinedAnyway: readonly HostileName[] = [
  // Limits are set without isolation too.
  "outgrows-file-limit",
  // What the outer sandbox keeps from everything in it: networks, devices, the kernel's own files, new rights.
  "datagrams-out",
  "device-files",
  "making-devices",
  "kernel-files",
  "kernel-log",
  "modules",
  "setuid-programs",
];

const root = fileURLToPath(new URL("../..", import.meta.url));
const outerSandbox = [
  ["--reuid", "64002", "--regid", "64002", "--clear-groups", "--"],
  ["/usr/bin/bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"],
  ["--uid", "0", "--gid", "0", "--cap-add", "ALL", "--die-with-parent"],
  ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
  // Also where it lies below /tmp.
  ["--ro-bind", root, root],
].flat();
const isOpen = [root, process.execPath].every((path) => isOpenToAll(asHostPath(path)));
const canNest = isOpen && process.geteuid?.() === 0 && (await bubblewrap.probe()).status === "available";

test.skipIf(!canNest)(
  "programs escape where nothing holds them (needs root, bubblewrap and a checkout that all may read)",
  async () => {
    const program = fileURLToPath(new URL("../fixtures/programs/runs-unconfined.ts", import.meta.url));
    const words = [...outerSandbox, process.execPath, program];
    const { stdout } = await promisify(execFile)("/usr/bin/setpriv", words, {
      cwd: root,
      env: { PATH: "/usr/bin:/bin" },
    });
    const said = JSON.parse(stdout) as Record<HostileName, string>;
    expect(Object.keys(said)).toEqual(hostileNames("probe"));
    const others = hostileNames("probe").filter((name) => !said[name].includes("escaped: "));
    expect(new Set(others)).toEqual(new Set(confinedAnyway));
  },
);
