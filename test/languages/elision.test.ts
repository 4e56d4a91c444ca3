import { expect, test } from "vitest";

import { isElided } from "../../src/languages/elision.ts";

const hash = { lineComment: "#" };
const slashes = { lineComment: "//" };

test.each([
  "# ... existing code ...",
  "# ...",
  "# rest of the function unchanged",
  "    # Rest of the code remains the same",
  "# … (rest of the implementation)",
  "# other methods remain unchanged",
  "# unchanged",
  "# your code here",
  "# implementation goes here",
  "# same as before",
])("%j stands for code that is left out", (line) => {
  expect(isElided(`def weigh(fruit):\n    ${line}\n    return 1\n`, "", hash)).toBe(true);
});

test.each(["// ... existing code ...", "/* unchanged */", "// remaining methods...", "  ..."])(
  "%j does so in languages with slashes",
  (line) => {
    expect(isElided(`int weigh() {\n${line}\nreturn 1;\n}`, "", slashes)).toBe(true);
  },
);

test.each([
  "# The rest is kept for the next basket.",
  "# See the other function, which counts from one.",
  "# ... and then the pears",
  "# keep the original order of the members",
  'text = "..."',
  "return fruits[...]",
  "# The remaining fruits are counted twice, since their weight is not known yet",
])("%j does not", (line) => {
  expect(isElided(`def weigh(fruit):\n    ${line}\n    return 1\n`, "", hash)).toBe(false);
});

test("a comment that the file has itself stands for nothing", () => {
  expect(isElided("# ... existing code ...", "def f():\n    # ... existing code ...\n    pass", hash)).toBe(
    false,
  );
});
