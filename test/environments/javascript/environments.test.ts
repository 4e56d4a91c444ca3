import { expect, test } from "vitest";

import { build, expectAgain, expectBuilt, outcomesOf, PASSED, SKIPPED } from "../built.ts";
import { buildEnvironment } from "../../../src/environments/index.ts";
import { slowTest } from "../../slow-suites.ts";
import { givenOptions } from "../given.ts";
import { givenTree } from "../python/given-tree.ts";

// Real managers, registries and frameworks over small trees.

slowTest(
  "npm: packages of a workspace are built behind those that they need, where the tests fail without",
  async () => {
    const outcome = await expectBuilt("js-harbour");
    expect(outcomesOf(outcome)).toEqual({
      "nodetest:packages/log/log.test.js::is deep at noon": PASSED,
      "nodetest:packages/log/log.test.js::is deep at noon::and shallow before": PASSED,
      "nodetest:packages/log/log.test.js::log::has every hour": PASSED,
      "nodetest:packages/log/log.test.js::log::has the next day": SKIPPED,
      "nodetest:packages/log/log.test.js::log::knows storms": PASSED,
    });
    expect(outcome).toMatchObject({
      status: "verified",
      environment: { recipe: { language: "javascript", products: {} } },
      testInvocation: {
        framework: "nodetest",
        addopts: ["node --test", "(cd packages/tide && npm run build)", "(cd packages/log && npm run build)"],
      },
    });
    expect(outcome.evidence).toContainEqual({ path: "package.json", line: 6, says: "Node >=20" });
    expect(outcome.evidence).toContainEqual({
      path: "package.json",
      line: 8,
      says: "tests are run by nodetest: node --test",
    });
    await expectAgain("js-harbour", outcome);
  },
);

slowTest(
  "pnpm: in the release that is declared; a test of mocha that ends the process is an error, and the others run",
  async () => {
    const outcome = await expectBuilt("js-mocha");
    expect(outcomesOf(outcome)).toEqual({
      "mocha:test/minutes.js::minutes::leaves": "error error error",
      "mocha:test/minutes.js::minutes::of a day": PASSED,
      "mocha:test/minutes.js::minutes::of a second": PASSED,
      "mocha:test/minutes.js::minutes::of an hour": PASSED,
      "mocha:test/minutes.js::minutes::of nothing": SKIPPED,
    });
    const lock = JSON.parse(outcome.environment.recipe.lock) as {
      readonly manager: string;
      readonly manager_files: Record<string, string>;
    };
    expect(lock.manager).toBe("pnpm");
    expect(lock.manager_files["package-lock.json"]).toContain("pnpm-10.28.0.tgz");
    expect(lock.manager_files["package-lock.json"]).toContain('"integrity": "sha512-');
    await expectAgain("js-mocha", outcome);
  },
);

slowTest("what was asked for runs alone", async () => {
  const outcome = await expectBuilt("js-mocha", { test_command: "mocha test --grep hour" });
  expect(outcomesOf(outcome)).toEqual({ "mocha:test/minutes.js::minutes::of an hour": PASSED });
});

slowTest(
  "yarn: by a lock file of its first release; a command of no known framework is read as TAP",
  async () => {
    const outcome = await expectBuilt("js-tap");
    expect(outcomesOf(outcome)).toEqual({
      "script:package.json::floats::where it is heavy": "failed failed failed",
      "script:package.json::floats::where it is light": PASSED,
    });
    expect(outcome).toMatchObject({
      status: "collected",
      failure: { category: "tests_failed" },
      advice: { kind: "tests_fail" },
    });
    expect(outcome.environment.recipe.lock).toContain('"manager": "yarn"');
    await expectAgain("js-tap", outcome);
  },
);

test("a release that does not exist is told", async () => {
  expect(await build("js-unresolvable")).toMatchObject({
    status: "failed",
    failure: {
      category: "resolution_failed",
      message: expect.stringContaining("No matching version found for ms@99.0.0") as string,
    },
    advice: { kind: "unresolvable" },
  });
});

slowTest("a lock that lies about what a package holds installs nothing", async () => {
  const { environment } = await expectBuilt("js-tap");
  const lock = environment.recipe.lock.replace(/sha512-\w{4}/, "sha512-AAAA");
  const outcome = await build("js-tap", { recipe: { ...environment.recipe, lock } });
  expect(outcome).toMatchObject({ status: "failed", advice: { kind: "other_content" } });
});

/** One test passes with one remedy, and with none where the environment is made again from its recipe. */
async function expectRemedied(tree: Parameters<typeof buildEnvironment>[0], remedy: object): Promise<void> {
  const options = await givenOptions();
  const outcome = await buildEnvironment(tree, options);
  expect(outcome).toMatchObject({
    status: "verified",
    tests: { passed: 1, failed: 0 },
    remedies: [remedy],
  });
  if (outcome.status === "failed") return;
  const { recipe } = outcome.environment;
  const again = await buildEnvironment(tree, { ...options, recipe });
  expect(again).toMatchObject({ status: "verified", remedies: [] });
}

slowTest(
  "open ranges are bound to the releases that they begin with, where tests fail with the newest",
  async () => {
    const manifest = {
      name: "ranger",
      version: "1.0.0",
      scripts: { test: "node --test" },
      devDependencies: { "is-number": ">=3.0.0", "is-odd": ">= 0.0.1" },
    };
    const tree = givenTree({
      "package.json": JSON.stringify(manifest, null, 2),
      "range.test.js": [
        "const { test } = require('node:test');",
        "const { equal } = require('node:assert');",
        "test('is of 3', () => equal(require('is-number/package.json').version.split('.')[0], '3'));",
      ].join("\n"),
    });
    await expectRemedied(tree, {
      what: "with is-number ^3.0.0, where ranges are open",
      failure: "tests_failed",
      goesBy: [{ path: "package.json", line: 8, says: "asks for is-number >=3.0.0" }],
    });
  },
);

slowTest("OpenSSL's legacy provider is there for what asks for a digest that only that has", async () => {
  const manifest = { name: "buoy", version: "1.0.0", scripts: { test: "node --test" } };
  const tree = givenTree({
    "package.json": JSON.stringify(manifest, null, 2),
    "buoy.test.js": [
      "const { test } = require('node:test');",
      "const { createHash } = require('node:crypto');",
      "test('is hashed', () => { createHash('md4'); });",
    ].join("\n"),
  });
  await expectRemedied(tree, {
    what: "with OpenSSL's legacy provider",
    failure: "tests_failed",
    sign: expect.stringContaining("digital envelope routines::unsupported") as string,
    goesBy: [],
  });
});

slowTest("a tool that cannot be resolved is left out where nothing of the tests uses it", async () => {
  const manifest = {
    name: "lean",
    version: "1.0.0",
    scripts: { pretest: "npm run lint", lint: "ms .", test: "nyc --require ./hook.js node --test" },
    devDependencies: { "is-number": "7.0.0", ms: "99.0.0" },
  };
  const tree = givenTree({
    "package.json": JSON.stringify(manifest, null, 2),
    "hook.js": "globalThis.isHooked = true;\n",
    "lean.test.js": [
      "const { test } = require('node:test');",
      "const { ok } = require('node:assert');",
      "test('counts', () => ok(require('is-number')(7) && globalThis.isHooked));",
    ].join("\n"),
  });
  await expectRemedied(tree, {
    what: "without the development dependencies that nothing of the tests uses",
    failure: "resolution_failed",
    sign: expect.stringContaining("No matching version found for ms@99.0.0") as string,
    goesBy: [{ path: "package.json", line: 11, says: "ms is unused: left out" }],
  });
});

slowTest(
  "plug-ins that tap's configuration names are installed, and tests find them without network",
  async () => {
    const manifest = {
      name: "clock",
      version: "1.0.0",
      scripts: { test: "tap" },
      devDependencies: { tap: "21.1.0" },
      tap: { plugin: ["@tapjs/clock"], "allow-incomplete-coverage": true },
    };
    const outcome = await buildEnvironment(
      givenTree({
        "package.json": JSON.stringify(manifest, null, 2),
        "test/clock.js": [
          "const t = require('tap');",
          "t.test('stands still', (t) => {",
          "  t.clock.enter();",
          "  t.clock.travel(1000);",
          "  t.equal(Date.now(), 1000);",
          "  t.end();",
          "});",
        ].join("\n"),
      }),
      await givenOptions(),
    );
    expect(outcome).toMatchObject({ status: "verified", tests: { passed: 1, failed: 0 } });
    expect(outcome.evidence).toContainEqual({
      path: "package.json",
      line: 12,
      says: "tap has the plug-in @tapjs/clock",
    });
  },
);

slowTest(
  "where no test can be loaded, with or without a build, it is told of the run behind the build",
  async () => {
    const manifest = {
      name: "broken",
      version: "1.0.0",
      scripts: { build: "node build.mjs", test: "node --test broken.test.mjs" },
    };
    const outcome = await buildEnvironment(
      givenTree({
        "package.json": JSON.stringify(manifest, null, 2),
        "build.mjs":
          "import { writeFileSync } from 'node:fs';\nwriteFileSync('made.mjs', 'throw new Error(`no tide`)');\n",
        "broken.test.mjs": "import './made.mjs';\n",
      }),
      await givenOptions(),
    );
    expect(outcome).toMatchObject({
      status: "installed",
      failure: { category: "collection_failed" },
      testInvocation: { addopts: ["node --test broken.test.mjs", "npm run build"] },
    });
  },
);
