import { describe, expect, it } from "vitest";

import { findInterpreters, runProgram } from "./values/interpreters.ts";

describe.each(findInterpreters())(
  "a function compiled without the rest of its file under CPython $version",
  ({ python }) => {
    it("has the code it has in its file, or is refused", () => {
      const { compared, different, without, refused } = runProgram(python, "skeletons.py");
      expect({ different, without }).toEqual({ different: [], without: [] });
      expect(compared).toBeGreaterThan(500);
      expect(refused).toEqual([null, null, null]);
    });
  },
);
