import { describe, test } from "vitest";

import { unshare } from "../../src/sandbox/unshare/backend.ts";
import { uncountedMemory } from "../conformance/hostile.ts";
import { testSandbox } from "../conformance/sandbox.ts";

const availability = await unshare.probe();

if (availability.status === "available")
  testSandbox(unshare, { ...availability, exceptions: uncountedMemory });
else {
  describe("sandbox backend unshare", () => {
    test.skip(`not tested here: ${availability.reason} (${availability.remedy})`, () => undefined);
  });
}
