import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, onTestFinished, test } from "vitest";

import { asHostPath, silentLogger } from "../../../src/base/index.ts";
import { categoryOfOutput } from "../../../src/environments/failure-category.ts";
import { askForOlder } from "../../../src/environments/javascript/asked-versions.ts";
import { describeInstaller } from "../../../src/environments/javascript/installer.ts";
import { isInRange } from "../../../src/environments/javascript/node-range.ts";
import { askedReleases, chooseNode } from "../../../src/environments/javascript/node-releases.ts";
import { packageLocks } from "../../../src/environments/javascript/installed-lock.ts";
import {
  enginesOfPackages,
  useNodeOfPackages,
} from "../../../src/environments/javascript/package-engines.ts";
import {
  findForeignTools,
  findWorkspaces,
  withLernaWorkspace,
  withoutTools,
} from "../../../src/environments/javascript/package-files.ts";
import { choosePackageManager } from "../../../src/environments/javascript/package-manager.ts";
import { findTests, planTests } from "../../../src/environments/javascript/test-plan.ts";
import { leaveOutIdle, withoutDependencies } from "../../../src/environments/javascript/idle-workspaces.ts";
import { manifestsOverriding, raiseGracefulFs } from "../../../src/environments/javascript/overrides.ts";
import { useLegacyOpenSsl } from "../../../src/environments/javascript/legacy-openssl.ts";
import { setLockAside } from "../../../src/environments/javascript/lock-aside.ts";
import {
  findTapPlugins,
  manifestWithPlugins,
  uninstalledPlugins,
} from "../../../src/environments/javascript/tap-plugins.ts";
import { leaveOutUnused } from "../../../src/environments/javascript/unused-tools.ts";
import { readIndexConfiguration } from "../../../src/sources/index.ts";
import type { RepositoryFiles } from "../../../src/environments/repository-files.ts";

function given(manifest: object, others: Readonly<Record<string, string>> = {}): RepositoryFiles {
  const texts = new Map(Object.entries({ "package.json": JSON.stringify(manifest), ...others }));
  return {
    directory: asHostPath("/nowhere"),
    paths: [...texts.keys()].sort(),
    has: (path) => texts.has(path),
    text: (path) => texts.get(path),
  };
}

/** The framework and the commands that are tried for it. */
function plannedFor(manifest: object, others?: Readonly<Record<string, string>>): readonly string[] {
  const files = given(manifest, others);
  const plan = planTests(findTests(files), files, undefined);
  return plan === undefined
    ? []
    : [plan.framework.name, ...plan.ways.map(({ addopts }) => addopts.join(" < "))];
}

describe("the command of the tests", () => {
  test.each([
    ["jest --coverage --verbose", ["jest", "jest"]],
    [
      "NODE_OPTIONS=--experimental-vm-modules npx jest",
      ["jest", "NODE_OPTIONS=--experimental-vm-modules npx jest"],
    ],
    [
      "node --experimental-vm-modules node_modules/jest/bin/jest.js",
      ["jest", "node --experimental-vm-modules node_modules/jest/bin/jest.js"],
    ],
    ["eslint . && vitest run --typecheck", ["vitest", "vitest run --typecheck"]],
    [
      "nyc --reporter=lcov --reporter=text mocha --require env test/*.mjs -R dot",
      ["mocha", "mocha --require env test/*.mjs"],
    ],
    [
      "nyc --reporter=lcov --require ts-node/register mocha test/**/*.test.ts --reporter spec --retries 3 --require 'node_modules/reflect-metadata/Reflect.js' --exit",
      [
        "mocha",
        "mocha --require ts-node/register test/**/*.test.ts --retries 3 --require 'node_modules/reflect-metadata/Reflect.js' --exit",
      ],
    ],
    ["nyc --require='tsx' -i esm mocha -r esm", ["mocha", "mocha --require tsx -r esm"]],
    ["c8 -r lcov mocha", ["mocha", "mocha"]],
    [
      "istanbul cover -x '**/bin/**' ./node_modules/mocha/bin/_mocha --report html -- -R spec -t 5000 && istanbul check-coverage",
      ["mocha", "./node_modules/mocha/bin/_mocha -t 5000"],
    ],
    ["node_modules/.bin/istanbul cover tape tests/*.js", ["tap", "tape tests/*.js"]],
    ["istanbul cover node_modules/.bin/_mocha test -- -R dot", ["mocha", "node_modules/.bin/_mocha test"]],
    ["istanbul test mocha", ["script", "npm test --"]],
    [
      "npx nyc -i ts-node/register -i esm ava",
      ["tap", 'NODE_OPTIONS="$NODE_OPTIONS --require=ts-node/register --require=esm" npx ava --tap'],
    ],
    [
      "cross-env A=1 NODE_OPTIONS=--no-warnings nyc --require esm tape test.js",
      ["tap", 'cross-env NODE_OPTIONS="--no-warnings --require=esm" A=1 tape test.js'],
    ],
    [
      "cross-env NODE_ENV=test ts-mocha 'test/**/*.ts'",
      ["mocha", "cross-env NODE_ENV=test ts-mocha 'test/**/*.ts'"],
    ],
    ["xo && ava && tsd", ["tap", "ava --tap"]],
    ["tsc && node --import tsx --test", ["nodetest", "node --import tsx --test < tsc"]],
    [
      "node --test --test-reporter=dot a/*.mjs && node --test b/*.mjs && node --test --only c.mjs",
      ["nodetest", "node --test a/*.mjs b/*.mjs"],
    ],
    ["jest --clearCache && jest --ci", ["jest", "jest --ci"]],
    ["mocha -r one && mocha -r other", ["mocha", "mocha -r one"]],
    ["tape test/*.js | node_modules/.bin/tap-spec", ["tap", "tape test/*.js"]],
    ["nyc ava --tap | tap-dot --wide | faucet", ["tap", "ava --tap"]],
    ["browserify test.js | tape-run | tap-summary", ["tap", "browserify test.js | tape-run"]],
    ["tape test.js | wc", ["tap", "tape test.js | wc"]],
    [
      "A=1 ./node_modules/.bin/taper --no-color tests/test-*.js",
      ["tap", 'A=1 node "$DIORAMA_GUESTS/run-tap-files.mjs" --no-color tests/test-*.js'],
    ],
    ["eslint test jest", ["script", "npm test --"]],
    ['echo "Error: no test specified" && exit 1', []],
  ])("%s", (script, planned) => {
    expect(plannedFor({ scripts: { test: script } })).toEqual(planned);
  });

  test("runs files of tap by themselves, where tap is of before its first release", () => {
    const planned = (tap: string): string | undefined =>
      plannedFor({ scripts: { test: "tap test/*.js" }, devDependencies: { tap } })[1];
    expect(planned("~0.7.1")).toBe('node "$DIORAMA_GUESTS/run-tap-files.mjs" test/*.js');
    expect(planned("0")).toBe(planned("~0.7.1"));
    expect(planned("^10.0.0")).toBe("tap test/*.js --reporter=tap");
    expect(planned("*")).toBe(planned("^10.0.0"));
  });

  test("is found behind the scripts that it calls, with what those make before it", () => {
    const scripts = {
      build: "rollup -c",
      lint: "eslint .",
      pretest: "npm run lint",
      test: "run-s lint build test:*",
      "test:unit": "c8 -r lcov -- yarn unit --bail",
      unit: "mocha",
    };
    expect(plannedFor({ scripts })).toEqual([
      "mocha",
      "mocha --bail < rollup -c",
      "mocha --bail < rollup -c < npm run build",
    ]);
  });

  test("is found behind a pattern of pnpm's, and that of a runner that tells of single tests to people alone", () => {
    const scripts = {
      "test:types": "check-dts",
      "test:coverage": "c8 pnpm unit",
      "test:integration": "node test/integration.js",
      test: "FORCE_COLOR=1 pnpm run /^test:/",
      unit: 'uvu -r ts-node/register test "\\.test\\.ts$"',
    };
    expect(plannedFor({ scripts })).toEqual([
      "script",
      'FORCE_COLOR=1 uvu -r ts-node/register test "\\.test\\.ts$"',
    ]);
  });

  test("has loaded before its code what the configuration of nyc says, also where nyc is around another script", () => {
    const nyc = { require: ["@babel/register"] };
    const scripts = { test: "nyc mocha" };
    const hooked = ["mocha", "mocha --require @babel/register"];
    expect(plannedFor({ scripts, nyc })).toEqual(hooked);
    expect(plannedFor({ scripts }, { ".nycrc": JSON.stringify(nyc) })).toEqual(hooked);
    expect(plannedFor({ scripts, nyc }, { ".nycrc.json": '{"require": "esm"}' })[1]).toBe(
      "mocha --require esm",
    );
    expect(plannedFor({ scripts: { test: "nyc -i esm mocha" }, nyc })[1]).toBe("mocha --require esm");
    expect(plannedFor({ scripts: { test: "c8 mocha" }, nyc })[1]).toBe("mocha");
    expect(plannedFor({ scripts: { test: "nyc npm run unit -- --bail", unit: "mocha test" }, nyc })[1]).toBe(
      'NODE_OPTIONS="$NODE_OPTIONS --require=@babel/register" mocha test --bail',
    );
  });

  test("adds words to the last command of a script alone, which runs with those around it", () => {
    const scripts = {
      compile: "rimraf build && tsc",
      postcompile: "rollup -c",
      pretest: "npm run compile -- -p tsconfig.test.json && cross-env NODE_ENV=test npm run build",
      build: "rollup -c",
      test: "mocha",
    };
    expect(plannedFor({ scripts })[1]).toBe(
      "mocha < rimraf build < tsc -p tsconfig.test.json < rollup -c < cross-env NODE_ENV=test rollup -c",
    );
  });

  test("leaves out the packages where vitest's configuration forgets them", () => {
    const scripts = { test: "vitest --coverage" };
    const planned = (exclude: string): string | undefined =>
      plannedFor(
        { scripts },
        { "vitest.config.mts": `export default { test: {\n  exclude: ${exclude},\n} }` },
      )[1];
    expect(planned("['./benchmarks/**']")).toBe("vitest --exclude '**/node_modules/**'");
    expect(planned("['**/node_modules/**', 'e2e']")).toBe("vitest");
    expect(planned("[...configDefaults.exclude, 'e2e']")).toBe("vitest");
  });

  test("comes behind what its package prepares, but for what makes nothing", () => {
    const scripts = {
      prepare: "husky && tshy && bash scripts/build.sh && bash scripts/check-build.sh",
      lint: "eslint .",
      pretest: "npm run lint && npm run prepare",
      test: "mocha",
    };
    expect(plannedFor({ scripts })[1]).toBe("mocha < tshy < bash scripts/build.sh");
  });

  test("is tried without a build first where it runs none itself", () => {
    expect(plannedFor({ scripts: { test: "jest", build: "tsc" } })).toEqual([
      "jest",
      "jest",
      "jest < npm run build",
    ]);
  });

  test("is tried behind a build that goes on where a compiler complains", () => {
    const built = (build: string, others: object = {}): string | undefined =>
      plannedFor({ scripts: { test: "jest", build, ...others } })[2];
    expect(
      built("rm -rf dist && tsc -p src && cp -r src/refs dist && npm run more", { more: "cp a dist" }),
    ).toBe("jest < npm run build || { tsc -p src; cp -r src/refs dist; cp a dist; }");
    expect(built("rollup -c && tsc")).toBe("jest < npm run build");
    expect(built("tsc || true && cp a b")).toBe("jest < npm run build");
    expect(built("tsc --noEmit && rollup -c")).toBe("jest < npm run build");
  });

  test("of a file is what its code brings in, or what the files that it brings in do", () => {
    const scripts = { test: "node --conditions development test.js" };
    const files = {
      "test.js": "import './packages/a/test.js'\n",
      "packages/a/test.js": "import test from 'node:test'\n",
    };
    expect(plannedFor({ scripts }, files)[0]).toBe("nodetest");
    expect(plannedFor({ scripts }, { "test.js": "const test = require('tape')" })[0]).toBe("tap");
    expect(plannedFor({ scripts }, { "test.js": "console.log(1)" })[0]).toBe("script");
  });

  test("comes behind programs of the tree whose code writes files, and no other ones", () => {
    const scripts = {
      "json-tests": "rm -rf spec/made/*.js && node scripts/jsontests",
      check: "node scripts/check.js && node scripts/gone",
      test: "npm run json-tests && npm run check && mocha spec",
    };
    const files = {
      "scripts/jsontests.js": 'require("fs").writeFileSync("spec/made/all.js", "")',
      "scripts/check.js": 'require("fs").readFileSync("spec/made/all.js")',
    };
    expect(plannedFor({ scripts }, files)[1]).toBe("mocha spec < node scripts/jsontests");
    expect(plannedFor({ scripts })[1]).toBe("mocha spec");
  });

  test("comes behind a link of the package among its own dependencies, and no other one", () => {
    const scripts = { test: "npm link && npm link other && npm link --legacy-peer-deps NAME && mocha" };
    const before = (name: string): string | undefined =>
      plannedFor({ name, scripts: { test: scripts.test.replace("NAME", name) } })[1];
    expect(before("kit")).toBe("mocha < rm -rf node_modules/kit && ln -s .. node_modules/kit");
    expect(before("@own/kit")).toBe(
      "mocha < rm -rf node_modules/@own/kit && ln -s ../.. node_modules/@own/kit",
    );
    expect(plannedFor({ name: "kit", scripts })[1]).toBe("mocha");
  });

  test("of a workspace is that of its packages where the root only runs theirs", () => {
    const member = JSON.stringify({ name: "a", scripts: { test: "vitest" } });
    const files = given(
      { workspaces: ["packages/*"], scripts: { test: "turbo run test" } },
      {
        "packages/a/package.json": member,
        "packages/b/package.json": member,
        "examples/c/package.json": member,
      },
    );
    expect(findTests(files)).toMatchObject({
      framework: { name: "vitest" },
      folders: ["packages/a", "packages/b"],
    });
  });

  test("of a workspace is that of its packages where the root's script comes to that, and not that of examples", () => {
    const files = given(
      {
        workspaces: ["*/*"],
        scripts: { test: "yarn test:packages", "test:packages": "yarn workspaces foreach -A run test" },
      },
      {
        "packages/a/package.json": JSON.stringify({ scripts: { test: "vitest --typecheck" } }),
        "examples/b/package.json": JSON.stringify({ scripts: { test: "jest" } }),
        "examples/c/package.json": JSON.stringify({ scripts: { test: "jest" } }),
      },
    );
    expect(findTests(files)).toMatchObject({ framework: { name: "vitest" }, folders: ["packages/a"] });
  });

  test("of a workspace is that of most of its packages, whatever framework the root depends on without running it", () => {
    const member = (test: string): string => JSON.stringify({ scripts: { test } });
    const manifest = {
      workspaces: ["*"],
      scripts: { test: "lerna run test" },
      devDependencies: { mocha: "9.1.2" },
    };
    const packages = {
      "a/package.json": member("jest"),
      "b/package.json": member("nyc mocha"),
      "c/package.json": member("mocha"),
    };
    expect(findTests(given(manifest, packages))).toMatchObject({
      framework: { name: "mocha" },
      folders: ["b", "c"],
    });
    expect(findTests(given(manifest))).toMatchObject({ framework: { name: "mocha" }, folders: [] });
  });
});

describe("what gulp has gulp-mocha run", () => {
  const manifest = {
    scripts: { test: "gulp travis" },
    devDependencies: { gulp: "^3.8.10", "gulp-mocha": "^3.0.1" },
  };
  const planned = (gulpfile: string, others: Readonly<Record<string, string>> = {}): readonly string[] =>
    plannedFor(manifest, { "gulpfile.js": gulpfile, ...others });
  const byScript = ["script", "npm test --"];
  const plain = "gulp.task('test', function () { return gulp.src('test/*.js').pipe(mocha()); });";
  const head = "var gulp = require('gulp'), mocha = require('gulp-mocha');\n";

  test("mocha runs by itself, with the same files and options", () => {
    const gulpfile = `/* Copyright */
'use strict';
require('babel-register');
var gulp = require('gulp');
var mocha = require('gulp-mocha');
var eslint = require('gulp-eslint');
var TEST = [ 'test/*.js', "more/**/*.js" ]; // all
gulp.task('test', function () {
    return gulp.src(TEST, { read: false })
        .pipe(mocha({
            reporter: 'spec',
            timeout: 9000 // 9s
        }));
});
gulp.task('lint', function () { return gulp.src(['gulpfile.js']).pipe(eslint({ rules: { quotes: 0 } })); });
gulp.task('travis', [ 'lint', 'test' ]);
`;
    const command = "mocha --require babel-register --timeout 9000 'test/*.js' 'more/**/*.js'";
    expect(planned(gulpfile)).toEqual(["mocha", command]);
    expect(planned(head + plain)).toEqual(["mocha", "mocha 'test/*.js'"]);
    const loader = "const $ = require('gulp-load-plugins')();\n";
    const arrow = "gulp.task('test', () => gulp.src(['./test/a.js']).pipe($.mocha({ ui: 'tdd' })));";
    expect(planned(loader + arrow)).toEqual(["mocha", "mocha --ui tdd ./test/a.js"]);
  });

  test.each([
    ["waits for another task", plain.replace("'test', ", "'test', ['build'], ")],
    ["is run over other files too", `${plain}\n${plain.replace("test/*.js", "other/*.js")}`],
    ["leaves files out", plain.replace("'test/*.js'", "['test/*.js', '!test/slow.js']")],
    ["has options of which it is not known what they do", plain.replace("mocha()", "mocha({ require: [] })")],
    ["finds what the gulpfile gave it", `global.expect = require('chai').expect;\n${plain}`],
    ["loads what lies in the tree", `require('./setup');\n${plain}`],
    ["has its files from elsewhere", plain.replace("'test/*.js'", "paths.tests")],
    ["is another program", plain.replace("mocha()", "jasmine()")],
  ])("gulp runs where it %s", (_, text) => {
    expect(planned(head + text)).toEqual(byScript);
  });

  test("gulp runs where mocha is not where programs are, or where there is no gulpfile", () => {
    expect(planned(head + plain, { "yarn.lock": "# yarn lockfile v1\n" })).toEqual(byScript);
    expect(plannedFor(manifest)).toEqual(byScript);
  });
});

describe("what grunt has grunt-mocha-test run", () => {
  const manifest = {
    scripts: { test: "grunt" },
    devDependencies: { grunt: "^1.0.1", "grunt-mocha-test": "^0.12.7", mocha: "^2.2.5" },
  };
  const planned = (gruntfile: string, asking: object = {}): readonly string[] =>
    plannedFor({ ...manifest, ...asking }, { "Gruntfile.js": gruntfile });
  const gruntfile = `module.exports = function (grunt) {
  grunt.initConfig({
    eslint: { target: ["Gruntfile.js"] }, // style
    mochaTest: {
      test: {
        options: {
          reporter: "spec",
          timeout: 9000,
        },
        src: ["build/test/**/*Tests.js", "build/test/assert.js"],
      },
    },
    ts: { core: { tsconfig: "src/tsconfig.json" }, test: { tsconfig: "test/tsconfig.json" } },
  });
  grunt.registerTask("core", "Builds", ["clean:core", "ts:core", "tslint:src"]);
  grunt.registerTask("test", [
    "ts:test",
    "tslint:test",
    "mochaTest",
    "run:testRules",
  ].concat(more));
  grunt.registerTask("default", ["eslint", "core", "test"]);
};
`;
  const mocha = "mocha --timeout 9000 'build/test/**/*Tests.js' build/test/assert.js";

  test("mocha runs by itself, behind the tasks that make something", () => {
    expect(planned(gruntfile)).toEqual([
      "mocha",
      `${mocha} < grunt clean:core < grunt ts:core < grunt ts:test`,
    ]);
    expect(planned(gruntfile, { scripts: { test: "grunt mochaTest:test --verbose" } })).toEqual([
      "mocha",
      mocha,
    ]);
    expect(planned(gruntfile.replace('["eslint", "core", "test"]', '"test"'))[1]).toBe(
      `${mocha} < grunt ts:test`,
    );
  });

  test.each([
    [
      "has several sets of files",
      gruntfile.replace("},\n    ts:", "  other: { src: ['b.js'] },\n    },\n    ts:"),
    ],
    ["leaves files out", gruntfile.replace('"build/test/assert.js"', '"!build/test/assert.js"')],
    ["has options of which it is not known what they do", gruntfile.replace("reporter:", "require:")],
    [
      "finds what the Gruntfile gave it",
      gruntfile.replace("module.exports", "global.expect = 1;\nmodule.exports"),
    ],
    ["runs no mocha", gruntfile.replace('"mochaTest",', "")],
  ])("grunt runs where it %s", (_, text) => {
    expect(text).not.toBe(gruntfile);
    expect(planned(text)).toEqual(["script", "npm test --"]);
  });

  test("grunt runs where mocha is not where programs are", () => {
    const byScript = ["script", "npm test --"];
    expect(planned(gruntfile, { devDependencies: { "grunt-mocha-test": "^0.12.7" } })).toEqual(byScript);
    expect(planned(gruntfile, { devDependencies: { mocha: "^2.2.5" } })).toEqual(byScript);
    expect(plannedFor(manifest)).toEqual(byScript);
  });
});

describe("plug-ins of tap", () => {
  const devDependencies = { tap: "^21.1.0", "@tapjs/sql": "^1.0.0" };
  const manifest = { scripts: { test: "tap" }, devDependencies };
  const named = (asking: object, others: Readonly<Record<string, string>> = {}): readonly string[] =>
    findTapPlugins(given({ ...manifest, ...asking }, others)).map(({ name }) => name);

  test("are the packages that its configuration names", () => {
    const plugin = ["@tapjs/clock", "./mine.ts", "!@tapjs/mock", "plain"];
    expect(named({ tap: { plugin } })).toEqual(["@tapjs/clock", "plain"]);
    expect(named({ tap: { plugin: "@tapjs/clock" } })).toEqual(["@tapjs/clock"]);
    expect(named({ tap: { plugin }, devDependencies: { tape: "1" } })).toEqual([]);
    expect(named({})).toEqual([]);
  });

  test.each([
    [
      "# ours\nplugin:\n  # first\n  - \"@tapjs/clock\"\n  - '!@tapjs/mock' # not that\n  - plain # that\ninclude:\n  - other\n",
    ],
    ["include: other\nplugin: ['@tapjs/clock', plain]\n"],
    ["plugin:\n- '@tapjs/clock'\n- plain\n"],
    ['{"plugin": ["@tapjs/clock", "plain"]}'],
  ])("are read in its own file: %j", (text) => {
    expect(named({}, { ".taprc": text })).toEqual(["@tapjs/clock", "plain"]);
  });

  test("are told with the line that names them", () => {
    const lines = JSON.stringify({ ...manifest, tap: { plugin: ["@tapjs/sql", "@tapjs/clock"] } }, null, 1);
    const files = { ...given({}, { ".taprc": "a: 1\nplugin: plain\n" }) };
    const text = (path: string): string | undefined => (path === "package.json" ? lines : files.text(path));
    expect(findTapPlugins({ ...files, text })).toEqual([
      { name: "@tapjs/sql", path: "package.json", line: 11, says: "tap has the plug-in @tapjs/sql" },
      { name: "@tapjs/clock", path: "package.json", line: 12, says: "tap has the plug-in @tapjs/clock" },
      { name: "plain", path: ".taprc", line: 2, says: "tap has the plug-in plain" },
    ]);
  });

  test("are installed where no manifest asks for them, and made part of tap before it runs", () => {
    const files = given({ ...manifest, tap: { plugin: ["@tapjs/clock", "@tapjs/sql"] } });
    const plugins = uninstalledPlugins(files);
    expect(plugins).toEqual(["@tapjs/clock"]);
    expect(JSON.parse(manifestWithPlugins(plugins, files)["package.json"] ?? "")).toMatchObject({
      devDependencies: { ...devDependencies, "@tapjs/clock": "*" },
    });
    expect(manifestWithPlugins([], files)).toEqual({});
    const scripts = { pretest: "tsc", test: "tap" };
    const made = 'node "$(command -v generate-tap-test-class)" $(tap plugin list)';
    expect(plannedFor({ ...manifest, scripts, tap: { plugin: ["@tapjs/sql"] } })).toEqual([
      "tap",
      `tap --reporter=tap < tsc < ${made}`,
    ]);
    expect(plannedFor({ devDependencies, tap: { plugin: "@tapjs/sql" } })[1]).toBe(
      `tap --reporter=tap < ${made}`,
    );
    expect(plannedFor({ ...manifest, tap: { plugin: [] } })[1]).toBe("tap --reporter=tap");
  });

  test("are of the newest release that goes with tap's own core", () => {
    const folder = mkdtempSync(join(tmpdir(), "tap-plugin-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const lock = join(folder, "package-lock.json");
    const program = fileURLToPath(
      new URL("../../../src/languages/javascript/guest/plugin-release.mjs", import.meta.url),
    );
    const chosen = (core: string, releases: unknown): string => {
      writeFileSync(lock, JSON.stringify({ packages: { "node_modules/@tapjs/core": { version: core } } }));
      return execFileSync(process.execPath, [program, lock], {
        input: JSON.stringify(releases),
        encoding: "utf8",
      });
    };
    const releaseFor = (version: string, core: string): object => ({
      version,
      peerDependencies: { "@tapjs/core": core },
    });
    const releases = [
      releaseFor("3.10.0", "4.0.1"),
      releaseFor("3.9.1", "4.0.1"),
      releaseFor("3.11.0", "4.6.0"),
    ];
    expect(chosen("4.0.1", releases)).toBe("3.10.0");
    expect(chosen("4.6.0", releases)).toBe("3.11.0");
    expect(chosen("4.5.9", releases)).toBe("3.10.0");
    expect(chosen("4.0.0", releases)).toBe("*");
    expect(chosen("1.0.0", releaseFor("1.1.0", "1.0.0"))).toBe("1.1.0");
    expect(chosen("1.0.0", { version: "2.0.0", peerDependencies: { "@tapjs/core": ">=1" } })).toBe("*");
  });
});

test("a script of the root for a part of the tests goes behind those of packages, of which the one with most tests is taken", () => {
  const member = (test: string): string => JSON.stringify({ scripts: { test } });
  const root = { workspaces: ["packages/*"], scripts: { "test:size": "node --test tools/size.test.mjs" } };
  const packages = {
    "packages/site/package.json": member("jest"),
    "packages/core/package.json": member("vitest run"),
    "packages/core/src/one.test.ts": "",
    "packages/core/src/two.test.ts": "",
    "tools/size.test.mjs": "",
  };
  expect(findTests(given(root, packages))).toMatchObject({
    framework: { name: "vitest" },
    folders: ["packages/core"],
  });
  const unit = { test: "eslint . && npm run test:unit", "test:unit": "vitest run" };
  expect(findTests(given({ ...root, scripts: unit }, packages))).toMatchObject({
    asked: "test",
    folders: [],
  });
  const parts = { "packages/core/package.json": JSON.stringify({ scripts: { "test:types": "jest types" } }) };
  expect(findTests(given(root, parts))).toMatchObject({ script: "test:size", folders: [] });
});

test("packages that lerna alone knows of are a workspace, and for the manager too", () => {
  const lerna = { "lerna.json": '{"packages": ["packages/*"]}', "packages/a/package.json": "{}" };
  const files = given({ name: "root", scripts: {} }, lerna);
  expect(findWorkspaces(files)).toEqual(["packages/a"]);
  const { "package.json": text = "" } = withLernaWorkspace(files);
  expect(JSON.parse(text)).toMatchObject({ name: "root", private: true, workspaces: ["packages/*"] });
  expect(withLernaWorkspace(given({ workspaces: ["packages/*"] }, lerna))).toEqual({});
});

test("packages of a workspace are found by globs as managers read them", () => {
  const others = Object.fromEntries(
    ["core", "old", "core/example", "view", "deep/kit"].map((name) => [
      `packages/${name}/package.json`,
      "{}",
    ]),
  );
  const found = (...workspaces: readonly string[]): readonly string[] =>
    findWorkspaces(given({ workspaces: { packages: workspaces } }, others));
  expect(found("packages/!(old|view)", "packages/core/example")).toEqual([
    "packages/core/example",
    "packages/core",
  ]);
  expect(found("./packages/{core,view}/")).toEqual(["packages/core", "packages/view"]);
  expect(found("packages/@(old|view)", "!packages/old")).toEqual(["packages/view"]);
  expect(found("!(docs)/**", "!packages/*", "!packages/core/**")).toEqual(["packages/deep/kit"]);
});

test("packages of a workspace stand behind those that they need", () => {
  const named = (name: string, dependencies: object = {}): string => JSON.stringify({ name, dependencies });
  const files = given(
    {},
    {
      "pnpm-workspace.yaml":
        "packages:\n  - 'packages/**'\n  - \"!packages/old\"\nonlyBuiltDependencies:\n  - esbuild\n",
      "packages/a/package.json": named("a", { c: "workspace:*" }),
      "packages/b/package.json": named("b"),
      "packages/deep/c/package.json": named("c", { b: "*" }),
      "packages/old/package.json": named("old"),
    },
  );
  expect(findWorkspaces(files)).toEqual(["packages/b", "packages/deep/c", "packages/a"]);
});

test("the package manager is that which is declared, else that of the lock file, in the release that reads it", () => {
  const packagesOf = (manifest: object, others?: Readonly<Record<string, string>>): readonly string[] => {
    const { name, packages } = choosePackageManager(given(manifest, others));
    return [name, ...packages];
  };
  expect(packagesOf({})).toEqual(["npm"]);
  expect(packagesOf({ packageManager: "pnpm@11.2.0+sha512.ab" })).toEqual(["pnpm", "pnpm@11.2.0", "pnpm@10"]);
  expect(packagesOf({}, { "pnpm-lock.yaml": "lockfileVersion: '6.0'\n" })).toEqual(["pnpm", "pnpm@8"]);
  expect(
    packagesOf({ packageManager: "yarn@4.10.0" }, { "yarn.lock": "__metadata:\n  version: 8\n" }),
  ).toEqual(["berry", "@yarnpkg/cli-dist@4.10.0", "@yarnpkg/cli-dist@4.10", "@yarnpkg/cli-dist@4.0 - 4.9"]);
  expect(packagesOf({}, { "yarn.lock": "# yarn lockfile v1\n" })).toEqual(["yarn", "yarn@1"]);
  expect(packagesOf({}, { "yarn.lock": "__metadata:\n  version: 8\n" })).toEqual([
    "berry",
    "@yarnpkg/cli-dist@4.0 - 4.9",
  ]);
  expect(
    packagesOf({}, { "yarn.lock": "__metadata:\n  version: 6\n", ".yarn/releases/yarn-3.6.1.cjs": "" }),
  ).toEqual(["berry", "@yarnpkg/cli-dist@3.6.1"]);
});

test.each([
  ["20.20.2", ">=18.12", true],
  ["20.20.2", "^18.18.0 || ^20.9.0 || >=21.1", true],
  ["20.20.2", "^20.19.0 || ^22.12.0 || >=23", true],
  ["20.20.2", ">=22", false],
  ["20.20.2", "20", true],
  ["20.20.2", "20.x", true],
  ["20.20.2", "20.19", false],
  ["20.20.2", ">=14 <20", false],
  ["20.20.2", "14 - 20", true],
  ["20.20.2", "~20.20.1", true],
  ["20.20.2", ">20", false],
  ["20.20.2", "*", true],
  ["20.20.2", "lts/*", true],
])("%s in %s: %s", (release, range, holds) => {
  expect(isInRange(release, range)).toBe(holds);
});

describe("Node", () => {
  const known = ["20.20.2", "24.21.0", "22.14.0"].map((release) => ({
    path: asHostPath(`/opt/${release}/bin/node`),
    release,
    description: `node ${release}`,
    platform: "linux x64",
  }));
  const chosenFor = (manifest: object, others: Readonly<Record<string, string>>): unknown => {
    const files = given(manifest, others);
    const packages = enginesOfPackages(files, choosePackageManager(files));
    const step = chooseNode(known, askedReleases(files), packages);
    return step.status === "made" ? step.value.release : step.failure.category;
  };
  const lock = (range: string, more = ""): string =>
    `lockfileVersion: '9.0'\n\npackages:\n\n  '@a/tool@1.2.0':\n    resolution: {integrity: x}\n    engines: {node: '>=6', npm: '>=3'}\n\n  jsdom@30.0.1:\n    resolution: {integrity: x}\n    engines: {node: ${range}}\n${more}\nsnapshots:\n\n  jsdom@30.0.1:\n    dependencies: {}\n`;
  const devDependencies = { jsdom: "^30.0.0", "@a/tool": "1" };

  test("is one that the packages are for which the manifests name, where a lock says so", () => {
    expect(chosenFor({ devDependencies }, { "pnpm-lock.yaml": lock(">=18") })).toBe("20.20.2");
    expect(chosenFor({ devDependencies }, { "pnpm-lock.yaml": lock("^22.12.0 || >=24.0.0") })).toBe(
      "24.21.0",
    );
    const npm = { packages: { "": {}, "node_modules/jsdom": { engines: { node: "22.x" } } } };
    expect(chosenFor({ devDependencies }, { "package-lock.json": JSON.stringify(npm) })).toBe("22.14.0");
  });

  test("is not chosen by packages of packages, nor against what the tree itself says and runs", () => {
    const others = { "pnpm-lock.yaml": lock("'>=24'") };
    expect(chosenFor({ devDependencies: { "@a/tool": "1" } }, others)).toBe("20.20.2");
    expect(chosenFor({ devDependencies, engines: { node: "20.x" } }, others)).toBe("20.20.2");
    const workflow = { ".github/workflows/ci.yml": "        node-version: [20, 22]\n" };
    expect(chosenFor({ devDependencies }, { ...others, ...workflow })).toBe("20.20.2");
    const twice = lock("'>=24'", "\n  jsdom@20.0.0:\n    engines: {node: '>=14'}\n");
    expect(chosenFor({ devDependencies }, { "pnpm-lock.yaml": twice })).toBe("20.20.2");
  });

  test("is tried again where what was resolved without a lock is for another", () => {
    const npm = { packages: { "node_modules/jsdom": { engines: { node: ">=22" } } } };
    const files = given({ devDependencies });
    const asking = { manager: choosePackageManager(files), asked: askedReleases(files) };
    const lock = packageLocks.format({
      format: "javascript-packages/1",
      manager: "npm",
      manager_files: {},
      options: [],
      files: { "package-lock.json": JSON.stringify(npm) },
    });
    const failure = {
      category: "collection_failed",
      message: "TypeError: markAsUncloneable is not a function",
    } as const;
    const trouble = { failure, lock, release: "20.20.2", toolchains: known };
    expect(useNodeOfPackages(trouble, files, asking)).toEqual([
      {
        what: "on Node 24.21.0",
        failure: "collection_failed",
        sign: failure.message,
        goesBy: [{ path: "package-lock.json", line: 1, says: "jsdom is for Node >=22" }],
        release: "24.21.0",
      },
    ]);
    expect(useNodeOfPackages({ ...trouble, release: "24.21.0" }, files, asking)).toEqual([]);
    expect(useNodeOfPackages({ ...trouble, lock: "" }, files, asking)).toEqual([]);
  });

  test("is one that the manager itself runs on", () => {
    expect(chosenFor({ packageManager: "pnpm@11.3.0+sha512.ab" }, {})).toBe("24.21.0");
    expect(chosenFor({ packageManager: "pnpm@10.1.0" }, {})).toBe("20.20.2");
  });
});

test("without a lock file older releases are asked for: where ranges are open, then of TypeScript and types too", () => {
  const manifest = {
    dependencies: { deep: ">=2.1", any: ">=0.0.1", exact: "1.2.3" },
    devDependencies: { typescript: "^4.0.2", "@types/node": "^16.11.4", other: "^1.4.0", alike: "~1.4.0" },
  };
  const trouble = { failure: { category: "tests_failed", message: "TypeError: no" }, log: "" } as const;
  expect(askForOlder(trouble, given(manifest), "package-lock.json").map(({ versions }) => versions)).toEqual([
    { deep: "^2.1" },
    { deep: "^2.1", typescript: "~4.0.2", "@types/node": "~16.11.4" },
  ]);
  const locked = given(manifest, { "package-lock.json": "{}" });
  expect(askForOlder(trouble, locked, "package-lock.json")).toEqual([]);
});

test("without a lock file packages whose types a compiler refuses are asked for in the lines of their ranges, beside what was chosen", () => {
  const manifest = {
    dependencies: { colors: "^1.1.2", "@own/kit": "^2.0.0", other: "^1.4.0", inner: "^3.0.0" },
    peerDependencies: { typescript: ">=1.7.3" },
  };
  const log = [
    "node_modules/colors/index.d.ts(115,9): error TS2300: Duplicate identifier 'bgMagenta'.",
    "\u001b[96m../node_modules/@own/kit/dist/a.d.mts\u001b[0m:\u001b[93m1\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2304: \u001b[0mno",
    "node_modules/inner/node_modules/deep/index.d.ts(1,1): error TS1005: ';' expected.",
    "src/node_modules.ts(1,1): error TS1005: other/index.d.ts",
    "node_modules/typescript/lib/lib.d.ts(1,1): error TS2300: Duplicate identifier 'x'.",
  ].join("\n");
  const trouble = { failure: { category: "tests_failed", message: "TypeError: no" }, log } as const;
  const older = askForOlder(trouble, given(manifest), "package-lock.json", { typescript: "^1.7.3" });
  expect(older).toEqual([
    {
      what: "with colors ~1.1.2, @own/kit ~2.0.0, for the compiler refuses newer types of theirs",
      failure: "tests_failed",
      sign: "TypeError: no",
      goesBy: [
        { path: "package.json", line: 1, says: "asks for colors ^1.1.2" },
        { path: "package.json", line: 1, says: "asks for @own/kit ^2.0.0" },
      ],
      versions: { colors: "~1.1.2", "@own/kit": "~2.0.0", typescript: "^1.7.3" },
    },
  ]);
  const after = older[0]?.versions ?? {};
  expect(askForOlder(trouble, given(manifest), "package-lock.json", after)).toEqual([]);
});

test("tools that no registry has are left out of the manifests that name them", () => {
  const manifest = {
    name: "a",
    dependencies: { needed: "github:owner/needed" },
    devDependencies: {
      "types-lint": "owner/types-lint#v1",
      "@deno/doc": "jsr:^0.181.0",
      jest: "^29.0.0",
      local: "file:./local",
    },
  };
  const files = given(manifest, { "b/package.json": "{}" });
  expect(findForeignTools(files)).toEqual([
    { name: "types-lint", path: "package.json", line: 1, says: "types-lint is of no registry: left out" },
    { name: "@deno/doc", path: "package.json", line: 1, says: "@deno/doc is of no registry: left out" },
  ]);
  const changed = withoutTools(files, findForeignTools(files));
  expect(Object.keys(changed)).toEqual(["package.json"]);
  expect(JSON.parse(changed["package.json"] ?? "")).toEqual({
    ...manifest,
    devDependencies: { jest: "^29.0.0", local: "file:./local" },
  });
});

/** What npm printed of a package that depends on a repository of git. */
const OF_GIT = [
  "The command ended with exit code 128.",
  "npm error code 128",
  "npm error An unknown git error occurred",
  "npm error command git --no-replace-objects ls-remote ssh://git@github.com/reggi/node-fs-extra.git",
  "npm error ssh: Could not resolve hostname github.com: Name or service not known",
  "npm error fatal: Could not read from remote repository.",
].join("\n");

test("a git host that cannot be reached is no registry that cannot", () => {
  const ended = { status: "exited", exitCode: 128, stdout: "", isTruncated: false, durationMs: 1 } as const;
  const outcome = { ...ended, stderr: OF_GIT };
  expect(categoryOfOutput(outcome, "build_failed")).toBe("resolution_failed");
  const unreachable = { ...ended, stderr: "npm error getaddrinfo ENOTFOUND registry.npmjs.org" };
  expect(categoryOfOutput(unreachable, "build_failed")).toBe("registry_unreachable");
});

describe("development dependencies that nothing of the tests uses", () => {
  /** Their names, by a manifest and other files, where not all packages can be resolved. */
  function leftOutOf(
    manifest: object,
    others: Readonly<Record<string, string>> = {},
    category: "resolution_failed" | "install_failed" | "tests_failed" = "resolution_failed",
  ): readonly string[] {
    const files = given(manifest, others);
    const sources = files.paths.filter((path) => /\.[jt]s$/.test(path));
    const tests = planTests(findTests(files), files, undefined);
    return leaveOutUnused({ failure: { category, message: OF_GIT } }, files, sources, tests).flatMap(
      ({ leftOut }) => leftOut.map(({ name }) => name),
    );
  }
  const asked = (...names: string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, "^1.0.0"]));

  test("are left out where packages cannot be resolved or fetched, and nowhere else", () => {
    const manifest = {
      scripts: {
        lint: "eslint .",
        pretest: "npm run readme",
        readme: "evalmd README.md",
        test: "nyc tape 'test/*.js'",
      },
      dependencies: asked("needed"),
      devDependencies: asked(
        "evalmd",
        "eslint",
        "nyc",
        "tape",
        "iconv-lite",
        "object-inspect",
        "@types/node",
      ),
    };
    const others = {
      "test/a.js": "var test = require('tape');\nvar iconv = require('iconv-lite/lib');\n",
      "test/b.js": 'import inspect from "object-inspect";\n',
      ".eslintrc": '{"extends": "evalmd"}',
      "package-lock.json": '{"packages": {"node_modules/evalmd": {}}}',
    };
    expect(leftOutOf(manifest, others)).toEqual(["evalmd", "eslint", "nyc"]);
    expect(leftOutOf(manifest, others, "install_failed")).toEqual(["evalmd", "eslint", "nyc"]);
    expect(leftOutOf(manifest, others, "tests_failed")).toEqual([]);
    const { devDependencies: _, ...rest } = manifest;
    expect(leftOutOf(rest, others)).toEqual([]);
  });

  test("are not those that settings name, in whole or by the end of their names", () => {
    const manifest = {
      scripts: { test: "jest", build: "run-s compile", compile: "babel src -d lib" },
      jest: { preset: "ts-jest", testEnvironment: "jsdom", reporters: ["default", "jest-junit"] },
      devDependencies: asked(
        "jest",
        "ts-jest",
        "jest-environment-jsdom",
        "jest-junit",
        "npm-run-all",
        "@babel/cli",
        "@babel/preset-env",
        "babel-plugin-lodash",
        "husky",
        "@scope/unused",
      ),
    };
    const others = {
      ".babelrc": '{"presets": ["@babel/env"], "plugins": ["lodash"]}',
      ".huskyrc.json": "{}",
    };
    expect(leftOutOf(manifest, others)).toEqual(["husky", "@scope/unused"]);
  });

  test("are those of programs that other scripts run, where nothing else brings them", () => {
    const manifest = {
      scripts: {
        test: "node test/run.js",
        conformance: "node ./bin/conformance.js",
        table: "node bin/table.js",
        serve: "node bin/serve",
      },
      devDependencies: asked("test262", "tables", "server"),
    };
    const others = {
      "test/run.js": 'require("../bin/table")',
      "bin/conformance.js": 'require.resolve("test262/package.json")',
      "bin/table.js": 'require("tables")',
      "bin/serve.js": 'require("server")',
    };
    expect(leftOutOf(manifest, others)).toEqual(["test262"]);
    const devDependencies = asked("test262", "eslint", "eslint-config-standard", "@a/eslint-plugin");
    const linted = { ...manifest, devDependencies };
    expect(leftOutOf(linted, others)).toEqual(Object.keys(devDependencies));
    const lints = { ...manifest.scripts, test: "node test/run.js && npm run lint", lint: "eslint ." };
    expect(leftOutOf({ ...linted, scripts: lints }, others)).toEqual(["test262"]);
    const called = { ...manifest.scripts, test: "node bin/conformance.js test" };
    expect(leftOutOf({ ...manifest, scripts: called }, others)).toEqual([]);
  });

  test("are told with the line of the failure, and where they are named", () => {
    const files = given({ scripts: { test: "tape test.js" }, devDependencies: asked("tape", "evalmd") });
    const failure = { category: "resolution_failed", message: OF_GIT } as const;
    const item = {
      path: "package.json",
      line: 1,
      says: "evalmd is unused: left out",
    };
    const tests = planTests(findTests(files), files, undefined);
    expect(leaveOutUnused({ failure }, files, [], tests)).toEqual([
      {
        what: "without the development dependencies that nothing of the tests uses",
        failure: "resolution_failed",
        sign: "npm error command git --no-replace-objects ls-remote ssh://git@github.com/reggi/node-fs-extra.git",
        goesBy: [item],
        leftOut: [{ ...item, name: "evalmd" }],
      },
    ]);
  });
});

describe("packages of a workspace that no tests need", () => {
  const named = (name: string, dependencies: object = {}, test?: string): string =>
    JSON.stringify({ name, dependencies, ...(test && { scripts: { test } }) });
  const root = { workspaces: ["packages/*", "website", "examples/*"], scripts: { test: "turbo run test" } };
  const packages = {
    "packages/core/package.json": named("@a/core", { "@a/shared": "*" }, "jest"),
    "packages/core/test/core.test.ts": 'import { kit } from "@a/kit/lib"; import "../../plain/main";\n',
    "packages/shared/package.json": named("@a/shared", { ms: "^2.0.0", "@a/deep": "*" }),
    "packages/deep/package.json": named("@a/deep", { ms: "^2.0.0" }),
    "packages/kit/package.json": named("@a/kit", { ms: "^2.0.0" }),
    "packages/plain/package.json": named("@a/plain", { ms: "^2.0.0" }),
    "packages/plain/main.ts": "",
    "website/package.json": named("site", { "@a/core": "*", git: "owner/git" }),
    "website/pages/index.ts": 'import "@a/core";\n',
  };
  const idleOf = (
    manifest: object,
    others: Readonly<Record<string, string>>,
    category: "resolution_failed" | "install_failed" | "tests_failed" = "resolution_failed",
  ): readonly string[] => {
    const files = given(manifest, others);
    const sources = files.paths.filter((path) => /\.[jt]s$/.test(path));
    const tests = planTests(findTests(files), files, undefined);
    return leaveOutIdle({ failure: { category, message: OF_GIT } }, files, sources, tests).flatMap(
      ({ idle }) => idle,
    );
  };

  test("are those that none with tests depends on or imports, where packages cannot be resolved or fetched", () => {
    expect(idleOf(root, packages)).toEqual(["website"]);
    expect(idleOf(root, packages, "install_failed")).toEqual(["website"]);
    expect(idleOf(root, packages, "tests_failed")).toEqual([]);
    expect(idleOf({ ...root, devDependencies: { site: "*" } }, packages)).toEqual([]);
    expect(idleOf(root, { ...packages, "website/package.json": named("site") })).toEqual([]);
  });

  test("are not those with tests, but for examples whose tests are not run", () => {
    const tested = { ...packages, "website/test/site.ts": "" };
    expect(idleOf(root, { ...packages, "packages/other/package.json": named("other", { ms: "*" }) })).toEqual(
      ["packages/other", "website"],
    );
    expect(
      idleOf(root, {
        ...packages,
        "packages/other/package.json": named("other", { ms: "*" }),
        "packages/other/a.test.ts": "",
      }),
    ).toEqual(["website"]);
    expect(idleOf(root, tested)).toEqual(["website"]);
    expect(idleOf({ ...root, scripts: { test: "jest" } }, tested)).toEqual([]);
  });

  test("stay in it without what they depend on", () => {
    const manifest = { name: "site", version: "1.0.0", private: true };
    const declared = {
      ...manifest,
      dependencies: { a: "1" },
      devDependencies: { b: "1" },
      optionalDependencies: { c: "1" },
      peerDependencies: { d: "1" },
    };
    const files = given(root, { "website/package.json": JSON.stringify(declared) });
    const changed = withoutDependencies(files, ["website"]);
    expect(Object.keys(changed)).toEqual(["website/package.json"]);
    expect(JSON.parse(changed["website/package.json"] ?? "")).toEqual(manifest);
  });

  test("are told with the line of the failure", () => {
    const files = given(root, packages);
    const failure = { category: "resolution_failed", message: OF_GIT } as const;
    const tests = planTests(findTests(files), files, undefined);
    expect(
      leaveOutIdle({ failure }, files, ["packages/core/test/core.test.ts", "packages/plain/main.ts"], tests),
    ).toEqual([
      {
        what: "without what packages of the workspace depend on that no tests need",
        failure: "resolution_failed",
        sign: "npm error command git --no-replace-objects ls-remote ssh://git@github.com/reggi/node-fs-extra.git",
        goesBy: [
          {
            path: "website/package.json",
            line: 1,
            says: "no tests need it: its dependencies are left out",
          },
        ],
        idle: ["website"],
      },
    ]);
  });
});

test("a lock that names what the registry does not have is set aside, and no other", () => {
  const files = given(
    { devDependencies: { tape: "^1.0.0" } },
    { "pnpm-lock.yaml": "lockfileVersion: '9.0'\n" },
  );
  const aside = (category: "install_failed" | "tests_failed", message: string): string[] =>
    setLockAside({ failure: { category, message } }, files, "pnpm-lock.yaml").map(({ sign }) => sign);
  const gone = "ERR_PNPM_FETCH_404  GET https://registry.npmjs.org/rou3/-/rou3-0.6.0.tgz: Not Found - 404";
  expect(aside("install_failed", `added 1 package in 2s\n ${gone}`)).toEqual([gone]);
  expect(aside("install_failed", "npm error code ETARGET\nnpm error notarget")).toEqual([
    "npm error code ETARGET",
  ]);
  expect(aside("install_failed", "node-gyp failed after 404040 ms")).toEqual([]);
  expect(aside("tests_failed", gone)).toEqual([]);
  expect(
    setLockAside({ failure: { category: "install_failed", message: gone } }, files, "yarn.lock"),
  ).toEqual([]);
});

describe("an old graceful-fs", () => {
  const printed = [
    "} = primordials;",
    "ReferenceError: primordials is not defined",
    "    at fs.js:44:5",
    "    at req_ (/diorama/tree/node_modules/natives/index.js:143:24)",
    "    at Object.<anonymous> (/diorama/tree/node_modules/@old/vfs/node_modules/graceful-fs/fs.js:1:37)",
    "",
    "    at Suite.<anonymous> (/diorama/tree/node_modules/mocha/lib/suite.js:1:1)",
  ].join("\n");
  const failure = { category: "tests_failed", message: "0 of 1 unskipped tests pass in all runs." } as const;
  const installed = (...names: string[]): string =>
    packageLocks.format({
      format: "javascript-packages/1",
      manager: "npm",
      manager_files: {},
      options: [],
      files: { "package-lock.json": JSON.stringify({ packages: names }, null, 1) },
    });
  const trouble = { failure, log: printed, failedBuilds: "", lock: installed("graceful-fs") };
  /** The file and what it says of each that speaks for it. */
  const itemsOf = (
    manifest: object,
    others: Readonly<Record<string, string>> = {},
    met: Partial<typeof trouble> = {},
  ): readonly string[] =>
    raiseGracefulFs({ ...trouble, ...met }, given(manifest, others), "package-lock.json").flatMap(
      ({ goesBy }) => goesBy.map(({ path, line, says }) => `${path}:${line} ${says}`),
    );
  const tool = { devDependencies: { gulp: "^3.9.0", "gulp-mocha": "^3.0.0", mocha: "^3.0.0" } };

  test("is raised by the line of a tool that has it, where one ends at what Node has no more", () => {
    expect(raiseGracefulFs(trouble, given(tool), "package-lock.json")).toEqual([
      {
        what: "with a newer graceful-fs",
        failure: "tests_failed",
        sign: "ReferenceError: primordials is not defined",
        goesBy: [{ path: "package.json", line: 1, says: "asks for gulp ^3.9.0" }],
        overrides: { "graceful-fs": "^4.2.11" },
      },
    ]);
    expect(itemsOf({ dependencies: { "@old/vfs": "1" }, devDependencies: { mocha: "3" } })).toEqual([
      "package.json:1 asks for @old/vfs 1",
    ]);
  });

  test("is told by the lock file, else by the dependencies, where no manifest names such a tool", () => {
    const manifest = { devDependencies: { runner: "^1.0.0" } };
    const lock = { "package-lock.json": '{"packages": {\n"node_modules/graceful-fs": {}}}' };
    expect(itemsOf(manifest, lock)).toEqual(["package-lock.json:2 names graceful-fs"]);
    expect(itemsOf(manifest)).toEqual(["package.json:1 asks for what has graceful-fs"]);
  });

  test("is not looked for where nothing says so or none is installed", () => {
    expect(itemsOf(tool, {}, { log: "ReferenceError: require is not defined" })).toEqual([]);
    expect(itemsOf(tool, {}, { lock: installed("glob") })).toEqual([]);
    expect(itemsOf(tool, {}, { lock: "" })).toEqual([]);
    expect(itemsOf(tool, {}, { log: "", failedBuilds: printed })).toHaveLength(1);
  });

  test("is raised by the field that the manager has for it, beside what stands there, and where a manifest asks for one itself", () => {
    const manifest = {
      name: "root",
      workspaces: ["a"],
      devDependencies: { "graceful-fs": "~1.2.0" },
      overrides: { ms: "2.0.0" },
      resolutions: { ms: "2.0.0" },
      pnpm: { overrides: { ms: "2.0.0" }, neverBuiltDependencies: [] },
    };
    const files = given(manifest, { "a/package.json": "{}" });
    const changedFor = (manager: "npm" | "pnpm" | "yarn" | "berry"): unknown => {
      const changed = manifestsOverriding({ "graceful-fs": "^4.2.11" }, files, manager);
      expect(Object.keys(changed)).toEqual(["package.json"]);
      return JSON.parse(changed["package.json"] ?? "");
    };
    const rest = { ...manifest, devDependencies: { "graceful-fs": "^4.2.11" } };
    const both = { ms: "2.0.0", "graceful-fs": "^4.2.11" };
    expect(changedFor("npm")).toEqual({ ...rest, overrides: both });
    expect(changedFor("yarn")).toEqual({ ...rest, resolutions: both });
    expect(changedFor("berry")).toEqual({ ...rest, resolutions: both });
    expect(changedFor("pnpm")).toEqual({ ...rest, pnpm: { overrides: both, neverBuiltDependencies: [] } });
  });
});

test("OpenSSL's legacy provider is asked for where something printed that only that has what is asked", () => {
  const failure = { category: "tests_failed", message: "0 of 1 unskipped tests pass in all runs." } as const;
  const sign = "Error: error:0308010C:digital envelope routines::unsupported";
  const printed = { failure, log: `\n    ${sign}\n    at new Hash`, failedBuilds: "" };
  const expected = [
    {
      what: "with OpenSSL's legacy provider",
      failure: "tests_failed",
      sign,
      goesBy: [],
      variables: { NODE_OPTIONS: "--openssl-legacy-provider" },
    },
  ];
  expect(useLegacyOpenSsl(printed)).toEqual(expected);
  expect(useLegacyOpenSsl({ ...printed, log: "", failedBuilds: sign })).toEqual(expected);
  expect(useLegacyOpenSsl({ ...printed, log: "Error: unsupported" })).toEqual([]);
  expect(useLegacyOpenSsl({ ...printed, failure: undefined })).toEqual([]);
});

test("the registry is that of the user's npm: a variable, else its own file, else npm's", () => {
  const home = mkdtempSync(join(tmpdir(), "npm-home-"));
  onTestFinished(() => {
    rmSync(home, { recursive: true });
  });
  const asked = (variables: Readonly<Record<string, string>> = {}): readonly (string | null)[] =>
    describeInstaller({
      machine: { path: "", home, variables },
      cacheDirectory: asHostPath(home),
      indexConfiguration: readIndexConfiguration({}, home, home),
      logger: silentLogger,
    }).registries;
  expect(asked()).toEqual(["https://registry.npmjs.org/"]);
  writeFileSync(join(home, ".npmrc"), "fund=false\nregistry = https://mirror.example.org/npm\n");
  expect(asked()).toEqual(["https://mirror.example.org/npm/"]);
  expect(asked({ npm_config_registry: "http://127.0.0.1:4873/" })).toEqual(["http://127.0.0.1:4873/"]);
});
