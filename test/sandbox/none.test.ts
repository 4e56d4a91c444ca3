import { expect, test } from "vitest";

import type { Logger } from "../../src/base/index.ts";
import { none } from "../../src/sandbox/none.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { testSandbox } from "../conformance/sandbox.ts";

const notIsolated = "this backend does not isolate";

testSandbox(none, {
  nests: false,
  exceptions: {
    "hides-files": notIsolated,
    "protects-read-mounts": notIsolated,
    "protects-modes": notIsolated,
    "cuts-network": notIsolated,
    "hides-processes": notIsolated,
    "bounds-processes": notIsolated,
    "bounds-scratch": notIsolated,
    "kills-own-sessions": notIsolated,
    "refuses-breaking-out": notIsolated,
    "separates-sandboxes": notIsolated,
  },
});

test("says that nothing is isolated", async () => {
  const events: string[] = [];
  const logger: Logger = (level, event) => events.push(`${level} ${event}`);
  await using sandbox = await none.create(trialOptions([]), { logger });
  expect(await sandbox.run(["/bin/true"], { timeoutMs: 9_000 })).toMatchObject({
    status: "exited",
    exitCode: 0,
  });
  expect(events).toEqual(["warn sandbox-not-isolated"]);
});
