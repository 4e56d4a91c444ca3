import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { joinPath, makeTemporaryFolder } from "../../src/base/index.ts";
import { findBuilds, type CBuild } from "../../src/environments/c/build-files.ts";
import { findCommands } from "../../src/environments/declared-commands.ts";
import { findEvidence } from "../../src/environments/find-evidence.ts";
import { findProjectFolder } from "../../src/environments/find-project-folder.ts";
import { findModulePath } from "../../src/environments/go/module-path.ts";
import type { Trouble } from "../../src/environments/build-system.ts";
import { openRepositoryFiles } from "../../src/environments/repository-files.ts";
import { findMissing } from "../../src/environments/system/missing.ts";
import { adviseOnTools } from "../../src/environments/tool-advice.ts";
import { asAcquired } from "./given.ts";

type Texts = Readonly<Record<string, string>>;

function givenTree(texts: Texts): ReturnType<typeof asAcquired> {
  const folder = makeTemporaryFolder("evidence");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(joinPath(folder, path)), { recursive: true });
    writeFileSync(joinPath(folder, path), text);
  }
  return asAcquired(folder, "tree", null);
}

function filesOf(texts: Texts): ReturnType<typeof openRepositoryFiles> {
  const { directory, files } = givenTree(texts);
  return openRepositoryFiles(directory, files);
}

describe("which build system a tree belongs to", () => {
  test.each<[string, Texts]>([
    ["go", { "go.mod": "module a\n", "a.go": "package a\n", "docs/conf.py": "" }],
    [
      "python",
      { "pyproject.toml": "[project]\nname = 'a'\n", "Cargo.toml": "[package]\n", "src/lib.rs": "" },
    ],
    ["python", { "a.py": "", "b.py": "", Makefile: "test:\n\ttrue\n", "c.c": "" }],
    ["rust", { "Cargo.toml": "[package]\n", "src/lib.rs": "", Makefile: "", "build.c": "" }],
    ["c", { Makefile: "check:\n\ttrue\n", "a.c": "", "a.h": "", "gen.py": "" }],
    ["go", { "a.go": "package a\n", "b/b.go": "package b\n", "tool.py": "" }],
    ["python", { "README.md": "nothing" }],
  ])("is %s's for %j", (language, texts) => {
    const found = findEvidence(givenTree(texts), {});
    expect(found).toMatchObject({ status: "made", value: { system: { language } } });
  });
});

test("the folder of the only project is found where the root declares none", () => {
  const project = { "expat/CMakeLists.txt": "project(a C)\n", "expat/a.c": "", "expat/b.c": "" };
  const found = (texts: Texts): string | undefined => findProjectFolder(givenTree(texts), {});
  expect(found({ ...project, "README.md": "", "examples/setup.py": "" })).toBe("expat");
  expect(found({ ...project, Makefile: "check:\n\ttrue\n", "own.c": "" })).toBeUndefined();
  expect(found({ ...project, "other/go.mod": "module b\n", "other/b.go": "package b\n" })).toBeUndefined();
  expect(found({ ...project, "one.py": "", "two.py": "", "three.py": "" })).toBeUndefined();
  expect(found({ "a.py": "" })).toBeUndefined();
  const pom = "<project><artifactId>a</artifactId></project>";
  const editions = { "a/pom.xml": pom, "a/A.java": "", "a-java-8/pom.xml": pom, "a-java-8/A.java": "" };
  expect(found(editions)).toBe("a");
  expect(found({ ...editions, "a-java-8/B.java": "" })).toBe("a-java-8");
  expect(
    found({ ...editions, "b/pom.xml": pom, "b/B.java": "", "c/pom.xml": pom, "c/C.java": "" }),
  ).toBeUndefined();
});

test("commands stand with their line, and those of a shell's variables do not count", () => {
  const files = filesOf({
    ".github/workflows/ci.yml": 'steps:\n  - run: cargo test --features "a b" \\\n      --all && true\n',
    Makefile: "check:\n\tcargo test $(ARGS)\n",
    "README.md": "Run `cargo test`, not cargo testing.\n",
  });
  expect(findCommands(files, /\bcargo test\b/)).toEqual([
    { path: ".github/workflows/ci.yml", line: 2, words: ["--features", "a", "b", "--all"] },
    { path: "README.md", line: 1, words: [] },
  ]);
});

test.each<[string, Texts]>([
  ["example.org/a", { "a.go": 'package a // import "example.org/a"\n' }],
  [
    "example.org/x/a",
    { "a.go": 'package a\n\nimport (\n\t"example.org/x/a/b"\n)\n', "b/b.go": "package b\n" },
  ],
  ["github.com/x/a", { "a.go": "package a\n", "README.md": "`go get github.com/x/a/...`\n" }],
  ["example.invalid/repository", { "a.go": "package a\n" }],
  ["example.org/b", { "a.go": "package a\n", ".travis.yml": "go_import_path: example.org/b\n" }],
])("a tree without go.mod is %s by what %j says", (path, texts) => {
  const acquired = givenTree(texts);
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  const sources = files.paths.filter((each) => each.endsWith(".go"));
  expect(findModulePath(files, sources, acquired)).toBe(path);
});

test("what documentation tells people to get is another's where the repository is known by another name", () => {
  const acquired = givenTree({
    "a.go": "package a\n",
    "README.md": "`go get example.org/tool/bin/tool`\n\n`go get example.org/quay.v2`\n",
  });
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  const pathOf = (spec: string): string => findModulePath(files, ["a.go"], { ...acquired, spec });
  expect(pathOf("github:x/go-quay")).toBe("example.org/quay.v2");
  expect(pathOf("github:x/pier")).toBe("github.com/x/pier");
});

test("where a build of C does not bring its tests up the next that the tree has is tried, and no third where there is none", () => {
  const tree = {
    "CMakeLists.txt": "project(a C)\nenable_testing()\nunknown_macro()\n",
    Makefile: "check: a\n\t./a\n",
    "a.c": "int main(void) { return 0; }\n",
  };
  const found = findEvidence(givenTree(tree), {});
  if (found.status !== "made") throw new Error("no evidence");
  const trouble = (category: "collection_failed" | "needs_system_package"): Trouble => ({
    failure: { category, message: "CMake Error at CMakeLists.txt:3 (unknown_macro):\nmore" },
    tests: { passed: 0, failed: 0, skipped: 0, flaky: 0 },
    hasTests: true,
    missingSubmodules: [],
    lock: "",
    log: "",
    failedBuilds: "",
    toolchains: [],
    toolchain: undefined,
    release: undefined,
    releases: [],
  });
  const { evidence } = found.value;
  const [remedy, ...others] = evidence.remedies?.(trouble("collection_failed")) ?? [];
  expect(others).toEqual([]);
  expect(remedy).toMatchObject({
    what: "built by make",
    sign: "CMake Error at CMakeLists.txt:3 (unknown_macro):",
    changesInstallation: false,
  });
  expect(remedy?.adjusted.remedies?.(trouble("collection_failed"))).toEqual([]);
  expect(evidence.remedies?.(trouble("needs_system_package"))).toEqual([]);
  const asked = findEvidence(givenTree(tree), { requested: { test_command: "cmake -DA=ON" } });
  expect(asked.status === "made" && asked.value.evidence.remedies?.(trouble("collection_failed"))).toEqual(
    [],
  );
});

test("C is built by CMake where that has tests, else by what does, and where one way fails by another", () => {
  const findBuild = (files: ReturnType<typeof filesOf>): CBuild | undefined => findBuilds(files)[0];
  const makefile = "check: a\n\t./a\n";
  const withoutTests = { "CMakeLists.txt": "project(a C)\n", Makefile: makefile };
  expect(findBuild(filesOf(withoutTests))).toMatchObject({ kind: "make", target: "check" });
  const withTests = {
    "CMakeLists.txt":
      'project(a C)\noption(A_TESTS "tests" OFF)\noption(A_FUZZ_TESTS "fuzz" OFF)\nenable_testing()\n',
    Makefile: makefile,
  };
  expect(findBuild(filesOf(withTests))).toMatchObject({
    kind: "cmake",
    options: ["-DBUILD_TESTING=ON", "-DA_TESTS=ON"],
  });
  const autotools = { "configure.ac": "AC_INIT\n", "tests/Makefile.am": "TESTS = a b\n" };
  expect(findBuild(filesOf(autotools))).toMatchObject({ kind: "autotools", target: "check" });
  expect(findBuilds(filesOf({ ...autotools, "autogen.sh": "" }))).toMatchObject([
    { kind: "autotools", target: "check" },
    { kind: "autogen", target: "check" },
  ]);
  expect(findBuilds(filesOf({ ...autotools, "autogen.sh": "", configure: "" }))).toHaveLength(1);
  const meson = {
    "meson.build": "project('a', 'c')\nsubdir('tests')\n",
    "tests/meson.build": "test('it floats', exe)\n",
    "meson_options.txt":
      "option('with_tests', type: 'boolean', value: false)\noption('unit-tests', type: 'boolean', value: false)\noption('tests', type : 'feature', value : 'auto')\noption('fuzz_tests', type: 'boolean', value: false)\n",
  };
  expect(findBuild(filesOf(meson))).toMatchObject({
    kind: "meson",
    target: "test",
    options: ["-Dwith_tests=true", "-Dunit-tests=true", "-Dtests=enabled"],
  });
  expect(findBuilds(filesOf({ ...meson, ...autotools, "CMakeLists.txt": "" }))).toMatchObject([
    { kind: "autotools" },
    { kind: "meson" },
    { kind: "cmake", target: undefined },
  ]);
  expect(findBuild(filesOf({ Makefile: "all:\n\ttrue\n" }))).toMatchObject({ target: undefined });
  expect(findBuilds(filesOf({ "README.md": "" }))).toEqual([]);
  const elsewhere = (run: string) =>
    findBuild(filesOf({ "tests/Makefile": "", "doc/Makefile": "", ".travis.yml": `script:\n- ${run}\n` }));
  expect(elsewhere('make -C tests EXTRA="-W -Wall"')).toEqual({
    kind: "make",
    target: "tests/",
    options: [],
    items: [{ path: ".travis.yml", line: 2, says: 'its tests are run by make -C tests EXTRA="-W -Wall"' }],
  });
  expect(elsewhere("cd ./tests/ && make -j4 check")).toMatchObject({ target: "tests/check" });
  for (const run of [
    "make -C doc",
    "make -C tests clean",
    "make -C elsewhere check",
    "make -C ../tests check",
  ])
    expect({ run, build: elsewhere(run) }).toEqual({ run, build: undefined });
});

test.each([
  ["a.c:3:10: fatal error: zlib.h: No such file or directory", "header", "zlib.h", "zlib1g-dev"],
  ["/usr/bin/ld: cannot find -lonig: No such file", "library", "onig", "libonig-dev"],
  ["No package 'libevent' found", "module", "libevent", "libevent-dev"],
  ["sh: 1: flex: not found", "program", "flex", "flex"],
  [
    "configure.ac:1: error: possibly undefined macro: AC_LIBTOOL_WIN32_DLL",
    "module",
    "AC_LIBTOOL_WIN32_DLL",
    "libtool",
  ],
  [
    "configure.ac:1: error: possibly undefined macro: AM_PROG_LIBTOOL",
    "module",
    "AM_PROG_LIBTOOL",
    "libtool",
  ],
  ["building needs the program autoreconf", "program", "autoreconf", "autoconf"],
  [
    "automake: error: cannot open < gtk-doc.make: No such file or directory",
    "module",
    "gtk-doc.make",
    "gtk-doc-tools",
  ],
  ["fatal error: tide/own.h: No such file or directory", "header", "tide/own.h", undefined],
  ["error: expected ';'", undefined, undefined, undefined],
  ["-- Could NOT find OpenSSL (missing: OPENSSL_LIBRARIES)", undefined, undefined, undefined],
])("of %j the system lacks %s %s, which %s has", (text, kind, name, debian) => {
  const found = findMissing(text);
  expect([found?.kind, found?.name, found?.package]).toEqual([kind, name, debian]);
});

test("what another content than the lock's is, is told", () => {
  const message =
    "The command ended with exit code 1.\nverifying example.org/a@v1.0.0: checksum mismatch\nSECURITY ERROR\n";
  const facts = {
    failure: { category: "install_failed", message } as const,
    release: "1.26.8",
    releases: ["1.26.8"],
    tests: { passed: 0, failed: 0, skipped: 0, flaky: 0 },
    hasTests: true,
    missingSubmodules: [],
    lock: "",
  };
  expect(adviseOnTools(facts, "go test ./PATH")).toMatchObject({ kind: "other_content" });
});
