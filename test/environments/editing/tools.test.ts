import { describe, expect, test } from "vitest";

import type {
  BuildSystem,
  EditedPlan,
  PlanFields,
  Toolchain,
} from "../../../src/environments/build-system.ts";
import { c } from "../../../src/environments/c/build-system.ts";
import { cargo } from "../../../src/environments/cargo/build-system.ts";
import { go } from "../../../src/environments/go/build-system.ts";
import { javascript } from "../../../src/environments/javascript/build-system.ts";
import { asHostPath } from "../../../src/base/index.ts";
import type { EnvironmentRequest } from "../../../src/spec/index.ts";
import { givenTree } from "../python/given-tree.ts";

type Files = Readonly<Record<string, string>>;

function edit(system: BuildSystem, files: Files, fields: PlanFields, user: EnvironmentRequest = {}) {
  const evidence = system.readEvidence(givenTree(files), user);
  if (evidence?.editing === undefined) throw new Error("There is nothing to edit.");
  return evidence.editing.edit(fields);
}

function edited(plan: EditedPlan) {
  if (plan.status === "refused") throw new Error(plan.problem);
  return plan;
}

const toolchain = (release: string): Toolchain => ({
  path: asHostPath("/nowhere"),
  release,
  description: release,
  platform: "linux",
});

const NPM: Files = {
  "package.json": JSON.stringify({
    scripts: { test: "mocha test", "test:unit": "mocha test/unit" },
    devDependencies: { mocha: "^10.0.0", sinon: ">=1.17.1" },
  }),
  "index.js": "module.exports = process.env.TIDE;\n",
  "test/tide.js": "it('rises', () => {});\n",
};
const GO: Files = {
  "go.mod": "module example.org/tide\n\ngo 1.21\n",
  "tide.go": 'package tide\n\nimport "os"\n\nvar level = os.Getenv("TIDE")\n',
  "tide_test.go": 'package tide\n\nimport "testing"\n\nfunc TestTide(t *testing.T) {}\n',
};
const RUST: Files = {
  "Cargo.toml": '[package]\nname = "tide"\nversion = "0.1.0"\n\n[dependencies]\nrand = ">=0.3"\n',
  "src/lib.rs": "#[test]\nfn rises() {}\n",
};
const CMAKE: Files = {
  "CMakeLists.txt":
    'project(tide C)\noption(WITH_TLS "with TLS" ON)\nenable_testing()\nadd_test(NAME a COMMAND a)\n',
  "tide.c": "int main(void) { return 0; }\n",
};
const MAKE: Files = { Makefile: "check:\n\ttrue\nunit-tests:\n\ttrue\n", "tide.c": "int a;\n" };

describe("fields of plans for tools", () => {
  test("come to requests and choices, and are read back from them", () => {
    const fields = {
      node: "18",
      versions: { sinon: "^1.17.1" },
      variables: { NODE_OPTIONS: "--openssl-legacy-provider", TIDE: "low" },
      test_command: "mocha --recursive test",
    };
    const { evidence, requested } = edited(edit(javascript, NPM, fields));
    expect(requested).toEqual({ env: fields.variables, test_command: fields.test_command });
    expect(evidence.editing?.current).toEqual(fields);
    expect(evidence.planTrial(["."]).tests).toMatchObject({
      framework: { name: "mocha" },
      ways: [{ addopts: ["mocha --recursive test"] }],
    });
    expect(evidence.chooseToolchain([toolchain("20.1.0"), toolchain("18.4.0")])).toMatchObject({
      value: { release: "18.4.0" },
    });
    expect(evidence.chooseToolchain([toolchain("20.1.0")])).toMatchObject({ status: "failed" });
    const emptied = edited(
      evidence.editing?.edit({ node: null, variables: null }) ?? edit(javascript, NPM, {}),
    );
    expect(emptied.requested).toEqual({ test_command: fields.test_command });
    expect(emptied.evidence.editing?.current).not.toHaveProperty("node");
  });

  test.each<readonly [string, BuildSystem, Files, PlanFields]>([
    ["go", go, GO, { go: "1.26", variables: { TIDE: "x", CGO_ENABLED: "0" } }],
    ["tags", go, GO, { test_command: "go test -tags=sqlite,tide ./..." }],
    ["rust", cargo, RUST, { rust: "nightly", versions_until: "2018-06-01" }],
    ["features", cargo, RUST, { test_command: "cargo test --workspace --features std" }],
    [
      "cmake",
      c,
      CMAKE,
      { test_command: "cmake -DWITH_TLS=OFF", variables: { CFLAGS: "-std=gnu89 -fcommon" } },
    ],
    ["make", c, MAKE, { test_command: "make unit-tests" }],
    ["script", javascript, NPM, { test_command: "npm run test:unit" }],
  ])("may say what a tree has: %s", (_, system, files, fields) => {
    expect(edited(edit(system, files, fields)).evidence.editing?.current).toEqual(fields);
  });

  test.each<readonly [string, BuildSystem, Files, PlanFields]>([
    ["another field", c, MAKE, { steps: "make install" }],
    ["a package that nothing names", javascript, NPM, { versions: { "left-pad": "1.0.0" } }],
    ["an address", javascript, NPM, { versions: { sinon: "git+https://example.org/sinon" } }],
    ["a shell", javascript, NPM, { test_command: "mocha test && true" }],
    ["what leaves tests out", javascript, NPM, { test_command: "mocha test --grep rises" }],
    ["no framework", javascript, NPM, { test_command: "true" }],
    ["code from a variable", javascript, NPM, { variables: { NODE_OPTIONS: "--require ./fake.js" } }],
    ["a variable that nothing reads", javascript, NPM, { variables: { SKIP: "1" } }],
    ["a part of the tests", go, GO, { test_command: "go test -run One ./..." }],
    ["flags of go's", go, GO, { variables: { GOFLAGS: "-run=None" } }],
    ["a filter", cargo, RUST, { test_command: "cargo test one" }],
    ["another runner", cargo, RUST, { variables: { CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER: "true" } }],
    ["no day", cargo, RUST, { versions_until: "yesterday" }],
    ["flags of make's", c, MAKE, { variables: { MAKEFLAGS: "-n" } }],
    ["what runs tests", c, MAKE, { variables: { TESTS: "true" } }],
    ["a target that is none", c, MAKE, { test_command: "make fake-tests" }],
    ["a target that tests nothing", c, MAKE, { test_command: "make clean" }],
    ["tests switched off", c, CMAKE, { test_command: "cmake -DBUILD_TESTING=OFF" }],
    ["an option that nothing declares", c, CMAKE, { test_command: "cmake -DHARBOUR=ON" }],
    ["a compiler of its own", c, CMAKE, { test_command: "cmake -DCMAKE_C_COMPILER=true" }],
  ])("may not say %s", (_, system, files, fields) => {
    expect(edit(system, files, fields)).toMatchObject({ status: "refused" });
  });

  test("leave what the user asked for", () => {
    const user = { test_command: "mocha test", env: { TIDE: "low" } };
    expect(edit(javascript, NPM, { test_command: "npm run test:unit" }, user)).toMatchObject({
      status: "refused",
    });
    expect(edit(javascript, NPM, { variables: {} }, user)).toMatchObject({ status: "refused" });
    expect(edited(edit(javascript, NPM, { node: "18" }, user)).requested).toEqual(user);
  });
});
