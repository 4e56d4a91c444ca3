import { describe, test } from "vitest";

import { docker } from "../../src/sandbox/container/backend.ts";
import { testSandbox } from "../conformance/sandbox.ts";

const availability = await docker.probe();

if (availability.status === "available") {
  testSandbox(docker, { exceptions: {}, nests: availability.nestsSandboxes });
} else {
  describe("sandbox backend docker", () => {
    test.skip(`not tested here: ${availability.reason} (${availability.remedy})`, () => undefined);
  });
}
