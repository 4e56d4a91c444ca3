import { expect, it } from "vitest";

import { findInterpreters, runProgram } from "./interpreters.ts";

it.each(findInterpreters())(
  "operands of assertions under CPython $version are no more than a type where they are large, or a test has had many",
  ({ python }) => {
    expect(runProgram(python, "operands.py")).toEqual({
      small: [["object", "object", true]],
      large: [
        ["refused", "refused", true],
        ["object", "object", true],
      ],
      many: ["refused", "refused", true],
      "another test": [["object", "object", true]],
    });
  },
);
