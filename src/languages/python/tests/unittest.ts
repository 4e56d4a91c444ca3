import type { TestFramework } from "../../test-framework.ts";

/** The standard library's framework. All of a tree's tests of it are run by pytest. */
export const unittest: TestFramework = { name: "unittest", programs: [], judgeArguments: () => [] };
