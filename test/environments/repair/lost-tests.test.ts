import { describe, expect, test } from "vitest";

import type { TestRecord } from "../../../src/environments/index.ts";
import { findMissing } from "../../../src/environments/repair/lost-tests.ts";

/** Tests by their ids, each with what its runs gave. */
function records(outcomes: Readonly<Record<string, TestRecord["outcomes"][number]>>): TestRecord[] {
  return Object.entries(outcomes).map(([id, outcome]) => ({ id, outcomes: [outcome, outcome, outcome] }));
}

/** So many tests of a file, all alike. */
function many(count: number, file: string, outcome: TestRecord["outcomes"][number] = "passed"): TestRecord[] {
  const ids = Array.from({ length: count }, (_, index) => [`pytest:${file}::test_${index}`, outcome]);
  return records(Object.fromEntries(ids) as Record<string, TestRecord["outcomes"][number]>);
}

function missing(now: readonly TestRecord[], before: readonly TestRecord[] = [], testFiles: string[] = []) {
  return findMissing({ records: now, before, editing: { testFiles } });
}

describe("tests that an edited plan lost", () => {
  test("are those that ran before, whether they passed or failed, and are skipped now or not there", () => {
    const before = records({
      "pytest:a.py::one": "passed",
      "pytest:a.py::two": "failed",
      "pytest:a.py::three": "error",
    });
    const [one] = before;
    const all = records({
      "pytest:a.py::one": "passed",
      "pytest:a.py::two": "passed",
      "pytest:a.py::three": "passed",
    });
    expect(missing(all, before)).toBeUndefined();
    expect(missing(all.slice(0, 2), before)).toBe("1 of the 3 tests that ran before are not run any more.");
    const skipped = records({ "pytest:a.py::two": "skipped", "pytest:a.py::three": "passed" });
    expect(missing([...(one === undefined ? [] : [one]), ...skipped], before)).toBe(
      "1 of the 3 tests that ran before are not run any more.",
    );
    expect(missing(many(90, "a.py"), many(100, "a.py"))).toBeUndefined();
    expect(missing(many(89, "a.py"), many(100, "a.py"))).toContain("11 of the 100");
  });

  test("are none where they have other parameters, or names of another framework in the same files", () => {
    const before = records({ "pytest:a.py::one[3.8]": "failed", "pytest:b.py::Two::two": "failed" });
    expect(
      missing(records({ "pytest:a.py::one[3.9]": "passed", "pytest:b.py::Two::two": "passed" }), before),
    ).toBeUndefined();
    const renamed = { "unittest:a.py::A::one": "passed", "unittest:b.py::Two::two": "passed" } as const;
    expect(missing(records(renamed), before)).toBeUndefined();
    expect(missing(records({ "unittest:a.py::A::one": "passed" }), before)).toContain("2 of the 2");
    const elsewhere = { "unittest:c.py::A::one": "passed", "unittest:d.py::Two::two": "passed" } as const;
    expect(missing(records(elsewhere), before)).toContain("2 of the 2");
  });

  test("are those of most files that hold tests, where nothing ran before", () => {
    const files = ["test_a.py", "test_b.py", "test_c.py", "test_d.py"];
    expect(missing(many(3, "test_a.py"), [], files)).toBe(
      "Tests are run of 1 of the 4 files that hold tests.",
    );
    expect(missing([...many(3, "test_a.py"), ...many(3, "test_d.py")], [], files)).toBeUndefined();
    expect(missing([...many(3, "module/A"), ...many(3, "module/B")], [], files)).toBeUndefined();
    expect(missing(many(3, "module/A"), [], files)).toContain("1 of the 4 files");
  });

  test("are told where more than half of all are skipped", () => {
    const some = [...many(2, "a.py"), ...many(2, "b.py", "skipped")];
    expect(missing(some)).toBeUndefined();
    expect(missing([...some, ...many(1, "c.py", "skipped")])).toBe("3 of the 5 tests are skipped.");
  });
});
