import type { TestFramework } from "../../test-framework.ts";
import { runByProgram } from "./noting-program.ts";

/**
 * The standard library's framework. Tests of it are run by pytest where that finds them; else by the repository's own program that runs them (`manage.py test`, `runtests.py`,
 * `-m unittest`), whose words stand in `addopts`.
 */
export const unittest: TestFramework = {
  name: "unittest",
  programs: [],
  whole: runByProgram("diorama_scripts.py"),
  judgeArguments: () => [],
};
