import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createLicencePolicy } from "../../src/sources/index.ts";

describe("permissive licences", () => {
  const { permits } = createLicencePolicy(["permissive"]);

  test.each([
    "MIT",
    "mit",
    "BSD-3-Clause",
    "Apache-2.0",
    "ISC",
    "PSF-2.0",
    "Python-2.0",
    "Zlib",
    "Unlicense",
    "CC0-1.0",
    "0BSD",
    "MIT OR GPL-3.0-only",
    "GPL-2.0-only OR (MIT AND BSD-2-Clause)",
    "(MIT OR GPL-3.0-or-later) AND Apache-2.0",
    "GPL-3.0-only AND MIT OR ISC",
    "Apache-2.0 WITH LLVM-exception",
  ])("%s is one", (expression) => expect(permits(expression)).toBe(true));

  test.each([
    null,
    "",
    "GPL-3.0-only",
    "LGPL-2.1-or-later",
    "MPL-2.0",
    "CC-BY-SA-4.0",
    "LicenseRef-MIT",
    "MIT AND GPL-3.0-only",
    "MIT AND (ISC AND MPL-2.0)",
    "GPL-3.0-only AND (MIT OR ISC)",
    "GPL-2.0-only WITH Classpath-exception-2.0",
    "MIT OR",
    "(MIT",
    "MIT ISC",
    "any",
    "permissive",
  ])("%s is none", (expression) => expect(permits(expression)).toBe(false));

  test("OR needs one side and AND both, whatever they are", () => {
    const licence = fc.constantFrom("MIT", "Apache-2.0", "GPL-3.0-only", "MPL-2.0");
    const { expression } = fc.letrec<{ expression: { text: string; value: boolean } }>((tie) => ({
      expression: fc.oneof(
        { depthSize: "small" },
        licence.map((text) => ({ text, value: !/GPL|MPL/.test(text) })),
        fc
          .tuple(tie("expression"), fc.constantFrom("AND", "OR"), tie("expression"))
          .map(([left, operator, right]) => ({
            text: `(${left.text} ${operator} ${right.text})`,
            value: operator === "AND" ? left.value && right.value : left.value || right.value,
          })),
      ),
    }));
    fc.assert(fc.property(expression, ({ text, value }) => permits(text) === value));
  });
});

describe("a policy as typed", () => {
  test("any takes everything, also what is not known", () => {
    const { permits } = createLicencePolicy(["any"]);
    expect([permits(null), permits("GPL-3.0-only"), permits("LicenseRef-own")]).toEqual([true, true, true]);
  });

  test("ids stand for themselves alone, beside permissive for one more; older ids for those of today", () => {
    const alone = createLicencePolicy(["MPL-2.0"]);
    expect([alone.permits("MPL-2.0"), alone.permits("MIT")]).toEqual([true, false]);
    const more = createLicencePolicy(["permissive", "GPL-3.0+"]);
    expect(more.permits("MIT AND GPL-3.0-or-later")).toBe(true);
    expect(more.permits("GPL-3.0-only")).toBe(false);
  });

  test.each([
    {
      names: ["permisive"],
      message: 'Cannot select the licence "permisive": it is no SPDX id.',
      hint: "permissive?",
    },
    {
      names: ["all"],
      message: 'Cannot select the licence "all": it is no SPDX id.',
      hint: "any, permissive, or",
    },
    { names: ["any", "MIT"], message: 'Cannot select the licence "any": "any" stands alone.', hint: "SPDX" },
  ])("$names is refused", ({ names, message, hint }) => {
    expect(() => createLicencePolicy(names)).toThrowError(
      expect.objectContaining({ code: "unknown-licence", message, hint: expect.stringContaining(hint) }),
    );
  });
});
