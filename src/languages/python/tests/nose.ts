import type { TestFramework } from "../../test-framework.ts";
import { runByProgram } from "./noting-program.ts";

/** nose, or what is called so and goes with later releases of Python: tests that generators yield are run by it alone. */
export const nose: TestFramework = {
  name: "nose",
  programs: ["nosetests"],
  whole: runByProgram("diorama_nose.py", ({ configuration }) =>
    configuration === "declared" ? {} : { NOSE_IGNORE_CONFIG_FILES: "1" },
  ),
  judgeArguments: () => [],
};
