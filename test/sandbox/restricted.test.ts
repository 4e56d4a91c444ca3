import { describe, test } from "vitest";

import { restricted } from "../../src/sandbox/restricted/backend.ts";
import { landlockVersion } from "../../src/sandbox/restricted/landlock.ts";
import { testSandbox, type Exceptions } from "../conformance/sandbox.ts";

const availability = await restricted.probe();

const isRoot = process.geteuid?.() === 0;

/** Without Landlock's scopes, a process of the same user can be signalled. */
const seesOwnUser: Exceptions =
  !isRoot && landlockVersion() < 6
    ? { "hides-processes": "no pid namespace, and Landlock here does not confine signals" }
    : {};

if (availability.status === "available") {
  testSandbox(restricted, {
    nests: false,
    exceptions: {
      "bounds-scratch": "private folders lie on the machine's disk; only the size of each file is bounded",
      ...(isRoot ? {} : { "protects-modes": "Landlock does not confine chmod by the file's owner" }),
      ...seesOwnUser,
    },
  });
} else {
  describe("sandbox backend restricted", () => {
    test.skip(`not tested here: ${availability.reason} (${availability.remedy})`, () => undefined);
  });
}
