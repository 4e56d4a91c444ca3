import { execFileSync } from "node:child_process";

import { describe, expect, test } from "vitest";

import { confineWithNamespaces } from "../../src/sandbox/namespace-confinement.ts";
import { ownConfinement } from "../../src/sandbox/owned-sandbox.ts";
import { systemMounts } from "../../src/sandbox/system-mounts.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { planUnshare } from "../../src/sandbox/unshare/plan.ts";
import { unshare } from "../../src/sandbox/unshare/backend.ts";
import { probeUnderTest } from "../slow-suites.ts";
import { uncountedMemory } from "../conformance/hostile.ts";
import { findInterpreters } from "../guest/values/interpreters.ts";
import { testSandbox } from "../conformance/sandbox.ts";
import { PATIENCE_MS } from "../patience.ts";

const availability = await probeUnderTest("unshare");

if (availability.status === "available") {
  testSandbox(unshare, { ...availability, exceptions: uncountedMemory });

  test.each(findInterpreters())(
    "the sandbox is made by CPython $version, which it does not mount",
    async ({ python }) => {
      const options = trialOptions(systemMounts());
      await using sandbox = ownConfinement(
        confineWithNamespaces(await planUnshare(options, realPath(python))),
        options,
      );
      const outcome = await sandbox.run(["/bin/sh", "-c", "hostname; ls /root /home"], {
        timeoutMs: PATIENCE_MS,
      });
      expect(outcome).toMatchObject({ status: "exited", stdout: "diorama\n/home:\ndiorama\n" });
    },
  );
} else {
  describe("sandbox backend unshare", () => {
    test.skip(`not tested here: ${availability.reason} (${availability.remedy})`, () => undefined);
  });
}

/** Where a Python that is known by its name or by a link lies. */
function realPath(python: string): string {
  const ask = "import os, sys; print(os.path.realpath(sys.executable))";
  return execFileSync(python, ["-c", ask], { encoding: "utf8" }).trim();
}
