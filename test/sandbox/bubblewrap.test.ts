import { describe, test } from "vitest";

import { bubblewrap } from "../../src/sandbox/bubblewrap/backend.ts";
import { probeUnderTest } from "../slow-suites.ts";
import { uncountedMemory } from "../conformance/hostile.ts";
import { testSandbox } from "../conformance/sandbox.ts";

const availability = await probeUnderTest("bubblewrap");

if (availability.status === "available")
  testSandbox(bubblewrap, { ...availability, exceptions: uncountedMemory });
else {
  describe("sandbox backend bubblewrap", () => {
    test.skip(`not tested here: ${availability.reason} (${availability.remedy})`, () => undefined);
  });
}
