import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { findPathProblem, planTree, type ListedEntry } from "../../src/sources/tree-plan.ts";
import { leftOutOf } from "./given.ts";

const file = (path: string, bytes = 1): ListedEntry => ({
  kind: "file",
  path,
  bytes,
  isExecutable: false,
  content: path,
});
const link = (path: string, target: string): ListedEntry => ({ kind: "symlink", path, target });

/** Planned path to the path whose bytes it has. */
function origins(listed: readonly ListedEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(planTree(listed, "bakery").files.map(({ path, content }) => [path, content]));
}

describe("a tree plan", () => {
  test("gives links inside the tree the bytes of what they lead to", () => {
    const listed = [
      file("oven/bread.py"),
      link("bread.py", "oven/bread.py"),
      link("again.py", "bread.py"),
      link("shop/loaf.py", "../oven/./bread.py"),
      link("kitchen", "oven"),
      link("through.py", "kitchen/bread.py"),
    ];
    expect(origins(listed)).toEqual({
      "again.py": "oven/bread.py",
      "bread.py": "oven/bread.py",
      "kitchen/bread.py": "oven/bread.py",
      "oven/bread.py": "oven/bread.py",
      "shop/loaf.py": "oven/bread.py",
      "through.py": "oven/bread.py",
    });
  });

  test("leaves out what leaves the tree, what never ends and what is not there", () => {
    const plan = planTree(
      [
        file("a/bread.py"),
        link("a/host", "/etc/passwd"),
        link("a/up", "../../secret"),
        link("loop", "loop"),
        link("gone", "nowhere.py"),
        link("a/self", "."),
        link("b", "a"),
        link("a/back", "../b"),
      ],
      "bakery",
    );
    expect(plan.files.map(({ path }) => path)).toEqual(["a/bread.py", "b/bread.py"]);
    expect(leftOutOf(plan)).toEqual({
      "a/host": "symlink_outside",
      "a/up": "symlink_outside",
      loop: "symlink_outside",
      gone: "symlink_dangling",
      "a/self": "symlink_cycle",
      "a/back": "symlink_cycle",
      "b/host": "symlink_outside",
      "b/up": "symlink_outside",
      "b/self": "symlink_cycle",
      "b/back": "symlink_cycle",
    });
  });

  test("refuses names that climb, repeat a file as a folder, or hide history and byte code", () => {
    const plan = planTree(
      [
        file("../escape.py"),
        file("/etc/cron"),
        file("a//b.py"),
        file("cake"),
        file("cake/slice.py"),
        file(".git/config"),
        file("sub/.git"),
        file("pkg/__pycache__/x.cpython-311.pyc"),
        file("old.pyc"),
        file(`${"x".repeat(300)}.py`),
        file("bad\u{FFFD}name.py"),
        file("with space/Brötchen 🥖.py"),
      ],
      "bakery",
    );
    expect(plan.files.map(({ path }) => path)).toEqual(["cake", "with space/Brötchen 🥖.py"]);
    expect(leftOutOf(plan)).toEqual({
      "../escape.py": "unsafe_path",
      "/etc/cron": "unsafe_path",
      "a//b.py": "unsafe_path",
      "bad\u{FFFD}name.py": "not_utf8_name",
      "cake/slice.py": "unsafe_path",
      [`${"x".repeat(300)}.py`]: "name_too_long",
    });
  });

  test("leaves out a file over 20 MiB and keeps one of exactly that", () => {
    const limit = 20 * 1024 * 1024;
    const plan = planTree([file("big.py", limit + 1), file("fits.py", limit)], "bakery");
    expect(plan.files.map(({ path }) => path)).toEqual(["fits.py"]);
    expect(leftOutOf(plan)).toEqual({ "big.py": "too_large" });
  });

  test("ends with an error where links multiply without end", () => {
    const doubling = Array.from({ length: 30 }, (_, level) => [
      link(`d${level}/left`, `../d${level + 1}`),
      link(`d${level}/right`, `../d${level + 1}`),
    ]).flat();
    for (const last of [file("d30/bread.py"), link("d30/bread.py", "/nowhere")])
      expect(() => planTree([...doubling, last], "bakery", { files: 1_000, bytes: 1_000 })).toThrow(
        expect.objectContaining({ code: "source-too-large" }),
      );
  });

  test("never plans a path that could leave the folder or two that collide, whatever is listed", () => {
    const part = fc.constantFrom("a", "b", "..", ".", "", "c");
    const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const entry = fc.oneof(
      path.map((at) => file(at)),
      fc.tuple(path, path).map(([at, target]) => link(at, target)),
      fc.tuple(path, path).map(([at, target]): ListedEntry => ({ kind: "hardlink", path: at, target })),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (listed) => {
        const paths = planTree(listed, "bakery").files.map(({ path: planned }) => planned);
        expect(paths.filter((planned) => findPathProblem(planned) !== undefined)).toEqual([]);
        expect(paths.filter((planned) => paths.some((other) => other.startsWith(`${planned}/`)))).toEqual([]);
        expect(paths).toEqual([...new Set(paths)].sort());
      }),
      { numRuns: 500 },
    );
  });
});
