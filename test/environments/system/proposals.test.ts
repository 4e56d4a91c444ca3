import { expect, test } from "vitest";

import { adviseOnSystemLayer } from "../../../src/environments/system/advice.ts";
import { findAlternatives } from "../../../src/environments/system/alternatives.ts";
import { checkApt } from "../../../src/environments/system/apt.ts";
import { proposeSystemPackage, type Told } from "../../../src/environments/system/propose.ts";
import { containerFileFor } from "../../../src/environments/index.ts";
import { failed } from "../../../src/environments/failures.ts";
import { environmentRecipe, type EnvironmentFailure } from "../../../src/spec/index.ts";

function troubleOf(failure: EnvironmentFailure, failedBuilds = ""): Told {
  return { failure, log: failure.message, failedBuilds };
}

const wanted = (trouble: Told, had: readonly string[] = []): string[] =>
  proposeSystemPackage(trouble, had).map(({ name, reason }) => `${name}: ${reason.sign}`);

test("what a build says that the system lacks is proposed, one after the other, with the line that says so", () => {
  const message = [
    "checking for libxml2",
    "src/etree.c:104:10: fatal error: libxml/xmlversion.h: No such file or directory",
    "/bin/sh: 1: re2c: not found",
  ].join("\n");
  const trouble = troubleOf({ category: "build_failed", message });
  const header = "src/etree.c:104:10: fatal error: libxml/xmlversion.h: No such file or directory";
  expect(wanted(trouble)).toEqual([`libxml2-dev: ${header}`]);
  expect(wanted(trouble, ["libxml2-dev"])).toEqual(["re2c: /bin/sh: 1: re2c: not found"]);
  expect(wanted(trouble, ["libxml2-dev", "re2c"])).toEqual([]);
});

test("of tests that tell exceptions these alone count: what else they print may be anything", () => {
  const message = "sh: 1: re2c: not found";
  const plain = { category: "tests_failed", message } as const;
  const text = "FileNotFoundError: [Errno 2] No such file or directory: 'dot'";
  expect(wanted(troubleOf({ ...plain, cause: { type: "FileNotFoundError", text } }))).toEqual([
    `graphviz: ${text}`,
  ]);
  expect(wanted(troubleOf({ ...plain, cause: { type: "KeyError", text: "KeyError: 'x'" } }))).toEqual([]);
  expect(wanted(troubleOf(plain))).toEqual([`re2c: ${message}`]);
});

test("tests that set a locale which is not there get all of them", () => {
  const failure = {
    category: "collection_failed",
    message: "36 files of tests could not be collected.",
  } as const;
  const text = "locale.Error: unsupported locale setting";
  expect(wanted(troubleOf({ ...failure, cause: { type: "Error", text } }))).toEqual([`locales-all: ${text}`]);
});

test("a build that something else took the place of tells what it lacked", () => {
  const failure = { category: "import_failed", message: "No module named '_augeas'" } as const;
  const line = "build/_augeas.c:582:25: fatal error: augeas.h: No such file or directory";
  expect(wanted(troubleOf(failure, `gcc -c\n${line}\n 582 |`))).toEqual([`libaugeas-dev: ${line}`]);
});

test("a build may tell by its exception that a program of the system is not there", () => {
  const failure = { category: "import_failed", message: "No module named '_graph'" } as const;
  const raised = (name: string): string =>
    `Building wheel...\nFileNotFoundError: [Errno 2] No such file or directory: '${name}'`;
  expect(wanted(troubleOf(failure, raised("dot")))).toEqual(["graphviz: dot is not there"]);
  expect(wanted(troubleOf(failure, raised("dot")), ["graphviz"])).toEqual([]);
  expect(wanted(troubleOf(failure, raised("words.txt")))).toEqual([]);
});

test("a name that the map does not hold is no package", () => {
  const message = "make: frobnicate: No such file or directory";
  expect(wanted(troubleOf({ category: "needs_system_package", message }))).toEqual([]);
});

test("links are read from a package's script as it would have them made; nothing else is", () => {
  const script = [
    "#!/bin/sh",
    "ver=1.16",
    "update-alternatives --install /usr/bin/automake automake \\",
    "\t/usr/bin/automake-$ver $prio \\",
    "\t--slave /usr/bin/aclocal aclocal /usr/bin/aclocal-$ver",
    "for prog in compare convert; do",
    "  update-alternatives --install /usr/bin/$prog $prog /usr/bin/$prog-im6 100",
    "done",
    "update-alternatives --install /usr/bin/x x $(rm -rf /) 10",
    "update-alternatives --install /usr/../etc/passwd x /usr/bin/y 10",
    "update-alternatives --install /usr/bin/${unknown} x /usr/bin/y 10",
  ].join("\n");
  expect(findAlternatives(script)).toEqual([
    { link: "/usr/bin/automake", target: "/usr/bin/automake-1.16" },
    { link: "/usr/bin/aclocal", target: "/usr/bin/aclocal-1.16" },
    { link: "/usr/bin/compare", target: "/usr/bin/compare-im6" },
    { link: "/usr/bin/convert", target: "/usr/bin/convert-im6" },
  ]);
});

test("a machine without apt says so", () => {
  expect(checkApt({ path: "/nowhere", home: "/nowhere" })).toMatchObject({
    status: "failed",
    failure: { category: "needs_system_package", message: expect.stringContaining("no apt-get") },
  });
});

test.each([
  ["apt-get has no lists of the packages that its archives have.", "apt-get update"],
  ["This sandbox cannot lay files over the system's own.", "--sandbox bubblewrap"],
  ["The environment has packages of debian bookworm; this machine is debian trixie.", "--from-lock"],
])("what stands in the way of a layer has a next step: %s", (message, next) => {
  const { failure } = failed("needs_system_package", message);
  expect(adviseOnSystemLayer(failure)).toMatchObject({
    kind: "missing_system_package",
    problem: message,
    next: expect.stringContaining(next),
  });
});

const recipe = environmentRecipe.parse({
  format: "environment/1",
  language: "python",
  interpreter: "cpython 3.11.7",
  platform: "linux x86_64 glibc",
  lock: "",
  import_roots: ["."],
  products: {},
  variables: {},
  system: {
    distribution: "debian bookworm",
    wanted: ["graphviz"],
    packages: [
      { name: "libcdt5", version: "2.42.2-7", architecture: "amd64", sha256: "0".repeat(64) },
      { name: "graphviz", version: "2.42.2-7", architecture: "amd64", sha256: "1".repeat(64) },
    ],
  },
});

test("an image installs the packages in their versions on the same distribution, the wanted ones on another", () => {
  const same = containerFileFor(recipe).split("\n");
  expect(same[0]).toBe("FROM python:3.11-slim-bookworm");
  expect(same[1]).toContain("--no-install-recommends libcdt5=2.42.2-7 graphviz=2.42.2-7 &&");
  const { system } = recipe;
  const other = system && { ...recipe, system: { ...system, distribution: "ubuntu noble" } };
  expect(
    containerFileFor(other ?? recipe)
      .split("\n")
      .slice(0, 2),
  ).toEqual([
    "FROM python:3.11-slim",
    "RUN apt-get update && apt-get install --yes --no-install-recommends graphviz && rm -rf /var/lib/apt/lists/*",
  ]);
});

test.each([
  ["name", "--option"],
  ["name", "../graphviz"],
  ["version", "1.0 --option"],
  ["sha256", "short"],
])("a recipe's package whose %s is %s is none", (field, value) => {
  const packages = recipe.system?.packages.map((each) => ({ ...each, [field]: value }));
  const { success } = environmentRecipe.safeParse({ ...recipe, system: { ...recipe.system, packages } });
  expect(success).toBe(false);
});
