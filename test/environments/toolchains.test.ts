import { describe, expect, test } from "vitest";

import { c } from "../../src/environments/c/build-system.ts";
import { cargo } from "../../src/environments/cargo/build-system.ts";
import { go } from "../../src/environments/go/build-system.ts";
import { build, expectAgain, expectBuilt, outcomesOf, PASSED, SKIPPED } from "./built.ts";
import { buildEnvironment } from "../../src/environments/index.ts";
import { givenOptions } from "./given.ts";
import { givenTree } from "./python/given-tree.ts";
import { slowDescribe, slowTest } from "../slow-suites.ts";

// Real toolchains over small trees that need nothing of a registry. What this machine has no toolchain for is skipped.

const { machine } = await givenOptions();
const lacksGo = (await go.findToolchains(machine)).length === 0;
const lacksRust = (await cargo.findToolchains(machine)).length === 0;
const lacksC = (await c.findToolchains(machine)).length === 0;

describe.skipIf(lacksGo)(`environments of Go (${lacksGo ? "no toolchain" : "a toolchain is here"})`, () => {
  slowTest(
    "name each test by folder and name; one that ends its process is an error, and the others run",
    async () => {
      const outcome = await expectBuilt("go-harbour");
      expect(outcomesOf(outcome)).toEqual({
        "gotest:.::ExampleDepth": PASSED,
        "gotest:.::TestDepth": PASSED,
        "gotest:.::TestDepth/hour_1": PASSED,
        "gotest:.::TestDepth/hour_7": PASSED,
        "gotest:.::TestStorm": SKIPPED,
        "gotest:log::TestLeaves": "error error error",
        "gotest:log::TestMany": PASSED,
        ...Object.fromEntries("abcdefg".split("").map((name) => [`gotest:log::TestMany/${name}`, PASSED])),
        "gotest:log::TestWrite": PASSED,
        "gotest:log::TestWriteAfter": PASSED,
      });
      expect(outcome.status).toBe("verified");
      expect(outcome.environment.recipe).toMatchObject({ language: "go", products: {} });
      expect(outcome.evidence).toContainEqual({
        path: "go.mod",
        line: 3,
        says: "the release that it is for",
      });
      await expectAgain("go-harbour", outcome);
    },
  );

  slowTest("run what was asked for alone", async () => {
    const outcome = await expectBuilt("go-harbour", { test_command: "go test -v -run TestWrite ./log" });
    expect(outcomesOf(outcome)).toEqual({
      "gotest:log::TestWrite": PASSED,
      "gotest:log::TestWriteAfter": PASSED,
    });
  });

  test("give a tree of the time before modules a go.mod, by the path that its packages say", async () => {
    const outcome = await expectBuilt("go-legacy");
    expect(outcomesOf(outcome)).toEqual({ "gotest:.::TestFree": PASSED });
    expect(Object.keys(outcome.environment.recipe.products)).toEqual(["go.mod"]);
    expect(outcome.environment.recipe.lock).toContain("module example.org/pier\\n");
    await expectAgain("go-legacy", outcome);
  });
});

slowDescribe.skipIf(lacksRust)(
  `environments of Rust (${lacksRust ? "no toolchain" : "a toolchain is here"})`,
  () => {
    test("have tests of all crates, of the documentation, and programs of their own", async () => {
      const outcome = await expectBuilt("rust-harbour");
      expect(outcomesOf(outcome)).toEqual({
        "cargotest:crates/buoy/src/lib.rs::one": PASSED,
        "cargotest:src/lib.rs::doc ships (line 5)": PASSED,
        "cargotest:src/lib.rs::tests::counts": PASSED,
        "cargotest:src/lib.rs::tests::sinks": PASSED,
        "cargotest:src/lib.rs::tests::storms": PASSED,
        "cargotest:src/lib.rs::tests::waits": SKIPPED,
        "cargotest:tests/plain.rs::main": PASSED,
      });
      expect(outcome).toMatchObject({
        status: "verified",
        testInvocation: { framework: "cargotest", addopts: ["--features", "storm"] },
      });
      expect(outcome.evidence).toContainEqual({
        path: ".travis.yml",
        line: 3,
        says: "cargo test --features storm",
      });
      await expectAgain("rust-harbour", outcome);
    });
  },
);

slowDescribe.skipIf(lacksRust)("crates of the commit's day", () => {
  test("are taken where the newest do not go with the code and no lock file says which", async () => {
    const tree = givenTree(
      {
        "Cargo.toml":
          '[package]\nname = "harbour"\nversion = "0.1.0"\nedition = "2018"\n\n[dependencies]\nitoa = ">=0.3"\n',
        "src/lib.rs": [
          "// Gone since 1.0.",
          "#[test]",
          "fn writes() {",
          "    let mut text = Vec::new();",
          "    itoa::write(&mut text, 17).unwrap();",
          '    assert_eq!(text, b"17");',
          "}",
        ].join("\n"),
      },
      "2020-06-01T00:00:00Z",
    );
    const options = await givenOptions();
    const outcome = await buildEnvironment(tree, options);
    expect(outcome).toMatchObject({
      status: "verified",
      tests: { passed: 1 },
      remedies: [
        { what: "with crates up to the commit's day 2020-06-01", goesBy: [{ path: "Cargo.toml", line: 6 }] },
      ],
    });
    if (outcome.status === "failed") return;
    const { recipe } = outcome.environment;
    expect(await buildEnvironment(tree, { ...options, recipe })).toMatchObject({
      status: "verified",
      remedies: [],
    });
  });
});

describe.skipIf(lacksC)(`environments of C (${lacksC ? "no compiler" : "a compiler is here"})`, () => {
  slowTest("have what ctest knows of, with the tests switched on", async () => {
    const outcome = await expectBuilt("c-cmake");
    expect(outcomesOf(outcome)).toEqual({
      "ctest:CMakeLists.txt::hour_1": PASSED,
      "ctest:CMakeLists.txt::hour_7": PASSED,
    });
    expect(outcome.evidence).toContainEqual({
      path: "CMakeLists.txt",
      line: 3,
      says: "TIDE_ENABLE_TESTS switches tests on",
    });
    await expectAgain("c-cmake", outcome);
  });

  test("read lines of TAP", async () => {
    expect(outcomesOf(await expectBuilt("c-tap"))).toEqual({
      "make:Makefile::it is deep": PASSED,
      "make:Makefile::it is shallow": PASSED,
      "make:Makefile::storm": SKIPPED,
    });
  });

  test("take a program of tests that a makefile builds for one test", async () => {
    expect(outcomesOf(await expectBuilt("c-make"))).toEqual({ "make:Makefile::tests": PASSED });
  });

  test("name what the system lacks, and the package that has it, where there is no apt to get that with", async () => {
    expect(await build("c-missing", { machine: { path: "/nowhere", home: "/nowhere" } })).toMatchObject({
      status: "installed",
      failure: { category: "needs_system_package" },
      advice: {
        kind: "missing_system_package",
        problem: "the system has no header oniguruma.h",
        next: expect.stringContaining("apt-get install libonig-dev") as string,
      },
    });
  });
});
