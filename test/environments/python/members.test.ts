import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import type { Toolchain } from "../../../src/environments/build-system.ts";
import type { DeclaredProject } from "../../../src/environments/python/declared.ts";
import { requirementsToTry } from "../../../src/environments/python/requirements-to-try.ts";
import type { KeptWheel } from "../../../src/environments/python/wheel.ts";
import { givenEvidence, givenProject } from "./given-tree.ts";

const toolchain: Toolchain = {
  path: asHostPath("/usr/bin/python3"),
  release: "3.11.7",
  description: "CPython 3.11.7",
  platform: "linux x86_64 glibc",
};

const named = (name: string, ...dependencies: readonly string[]): string =>
  `[project]\nname = "${name}"\nversion = "2.0"\ndependencies = ${JSON.stringify(dependencies)}\n`;

describe("members of a repository are packages in folders that its files name", () => {
  const foldersOf = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(givenProject(files).members.map(({ folder, name }) => [folder, name]));

  test("by a workspace, without what it leaves out", () => {
    const files = {
      "pyproject.toml": '[tool.uv.workspace]\nmembers = ["./nets/", "boats/*"]\nexclude = ["boats/old*"]\n',
      "nets/pyproject.toml": named("Net.Loft"),
      "boats/gig/pyproject.toml": named("gig"),
      "boats/oldgig/pyproject.toml": named("oldgig"),
      "boats/gig/tender/pyproject.toml": named("tender"),
      "boats/notes/readme.md": "",
      "tests/data/six/setup.py": "setup(name='six')",
    };
    expect(foldersOf(files)).toEqual({ nets: "net-loft", "boats/gig": "gig" });
  });

  test("by paths and addresses in uv's, Poetry's, PDM's and Hatch's files, and by those of members in their turn", () => {
    const files = {
      "pyproject.toml": `${named("harbour", "pier @ {root:uri}/libs/pier", "quay @ file:./libs/quay")}
[tool.uv.sources]
rope = [{ path = "libs/rope", editable = true }]
other = { path = "../other" }
itself = { path = "." }
[tool.poetry.group.dev.dependencies]
sail = { path = "libs/sail", develop = true }
[tool.pdm.dev-dependencies]
dev = ["-e file:///\${PROJECT_ROOT}/libs/mast[oak]#egg=mast"]`,
      ...Object.fromEntries(
        ["pier", "rope", "sail", "mast"].map((name) => [`libs/${name}/pyproject.toml`, named(name)]),
      ),
      "libs/quay/pyproject.toml": `${named("quay", "buoy")}[tool.uv.sources]\nbuoy = { path = "../buoy" }\n`,
      "libs/buoy/setup.py": "setup(name='buoy')",
      "libs/buoy/requirements.txt": "-e ../mast\nchain\n",
      "libs/mast/pyproject.toml": `${named("mast", "spar")}[project.optional-dependencies]\noak = ["wood"]\n`,
    };
    expect(foldersOf(files)).toEqual(
      Object.fromEntries(
        ["pier", "quay", "rope", "sail", "mast", "buoy"].map((name) => [`libs/${name}`, name]),
      ),
    );
    const [first] = requirementsToTry({ project: givenProject(files), wheel: undefined });
    expect(first?.request.requirements).toEqual(["chain", "coverage", "pytest", "spar", "wood"]);
  });

  test("by lines of requirements files and of tox", () => {
    const files = {
      "requirements-dev.txt": "-e ./nets[knots]  # ours\n--editable boats/gig\nsix\n./gone\n",
      "tox.ini": "[testenv]\ndeps =\n    {toxinidir}/sails\n    -e {toxinidir}/masts[oak]\n    mock\n",
      "nets/setup.py": "setup(name='nets', extras_require={'knots': ['twine>3']})",
      "boats/gig/setup.cfg": "[metadata]\nname = gig\n[options]\ninstall_requires =\n    oars\n",
      "sails/pyproject.toml": named("sails", "canvas"),
      "masts/pyproject.toml": `${named("masts")}[project.optional-dependencies]\noak = ["wood"]\n`,
    };
    expect(foldersOf(files)).toEqual({ "boats/gig": "gig", masts: "masts", nets: "nets", sails: "sails" });
    const [first] = requirementsToTry({
      project: givenProject({ ...files, "pyproject.toml": named("harbour") }),
      wheel: undefined,
    });
    expect(first?.request.requirements).toEqual(["canvas", "coverage", "mock", "pytest", "wood"]);
  });
});

const WORKSPACE = {
  "pyproject.toml": `${named("harbour", "rope", "six")}
[dependency-groups]
test = ["harbour[lamps]", "net-loft[knots]", "pytest>=8"]
[tool.uv.workspace]
members = ["libs/*", "tools"]`,
  "src/harbour/__init__.py": "",
  "libs/rope/pyproject.toml": named("rope", "hemp>=1", "harbour[signals]"),
  "libs/rope/rope/__init__.py": "",
  "libs/nets/pyproject.toml": `${named("net-loft", "rope==2.0", "twine<9 ; python_version < '4'")}
[project.optional-dependencies]
knots = ["bight", "net-loft[hitches]"]
hitches = ["clove"]
floats = ["cork"]`,
  "libs/nets/src/net_loft/__init__.py": "",
  "tools/pyproject.toml": `${named("tools", "winch")}[project.scripts]\nhoist = "hoist:main"\n`,
  "tools/hoist.py": "",
};

function wheelThat(requires: readonly string[], ...extras: readonly string[]): KeptWheel {
  const fileName = "harbour-2.0-py3-none-any.whl";
  return {
    path: asHostPath(`/built/${fileName}`),
    fileName,
    name: "harbour",
    digest: "sha256:0",
    extras,
    requires,
  };
}

describe("what names a member is asked of no registry", () => {
  const attempts = (wheel: KeptWheel | undefined, project: DeclaredProject = givenProject(WORKSPACE)) =>
    requirementsToTry({ project, wheel });

  test("in what files list: what the members need takes its place, with the extras that are asked for", () => {
    const [first] = attempts(undefined);
    expect(first?.request).toMatchObject({
      requirements: [
        "bight",
        "clove",
        "coverage",
        "hemp>=1",
        "pytest",
        "pytest>=8",
        "six",
        "twine<9 ; python_version < '4'",
      ],
      local: ["net-loft", "rope", "tools"],
    });
  });

  test("in the metadata of what was built, where members ask for extras of the root's package too", () => {
    const wheel = wheelThat(
      ["rope==2.0+g1", "six", "tools ; extra == 'docs'", "lantern ; extra == 'lamps'"],
      "docs",
      "lamps",
      "signals",
    );
    const [first] = attempts(wheel);
    expect(first?.request.requirements).toEqual([
      "bight",
      "clove",
      "coverage",
      "hemp>=1",
      "pytest",
      "pytest>=8",
      "twine<9 ; python_version < '4'",
    ]);
    expect(first?.request.wheel?.extras).toEqual(["lamps", "signals"]);
    expect(attempts(wheel).at(-1)?.request.requirements).toEqual(["coverage", "hemp>=1", "pytest"]);
  });

  test("in lock files", () => {
    const { locked } = givenProject({
      "pylock.toml": `[[packages]]\nname = "six"\nversion = "1.16"
[[packages]]\nname = "rope"\nversion = "2.0"\ndirectory = { path = "libs/rope" }\n`,
    });
    expect(locked?.pins).toEqual(["six==1.16"]);
  });

  test("nor in what an installer resolves: its requirement is overridden by none", () => {
    const plans = givenEvidence(WORKSPACE).planLocks(
      { importRoots: ["."], details: null, directory: asHostPath("/built") },
      toolchain,
    );
    const [plan] = plans.status === "made" ? plans.value : [];
    const job = plan !== undefined && "job" in plan ? plan.job : undefined;
    expect(job?.files?.["overrides.txt"]).toBe(
      "net-loft ; python_version < '0'\nrope ; python_version < '0'\ntools ; python_version < '0'\n",
    );
    const words = job?.commands((path) => path).flatMap((command) => command.words) ?? [];
    expect(words[words.indexOf("--overrides") + 1]).toBe("/diorama/work/overrides.txt");
  });
});

describe("folders of members", () => {
  const layOut = (files: Readonly<Record<string, string>>, requested = {}) => {
    const target = asHostPath(mkdtempSync(join(tmpdir(), "diorama-built-")));
    onTestFinished(() => rmSync(target, { recursive: true }));
    const plan = givenEvidence(files, requested).planBuild(toolchain, undefined);
    const unbuilt =
      "job" in plan
        ? plan.otherwise({ category: "build_failed", message: "no backend", cause: undefined })
        : plan;
    const roots = unbuilt?.layOut(target).importRoots;
    const products = readdirSync(target, { recursive: true, withFileTypes: true });
    return [
      roots,
      products
        .filter((each) => each.name.endsWith(".dist-info"))
        .map((each) => each.name)
        .sort(),
    ];
  };

  test("are on the import path with their metadata where something needs them", () => {
    expect(layOut(WORKSPACE)).toEqual([
      ["src", "libs/rope", "libs/nets/src"],
      ["harbour-2.0.dist-info", "net_loft-2.0.dist-info", "rope-2.0.dist-info"],
    ]);
  });

  test("are there where one is asked for", () => {
    expect(layOut(WORKSPACE, { with: ["tools"] })[0]).toEqual(["src", "libs/rope", "libs/nets/src", "tools"]);
  });

  test("are all there where there is no package at the root, and what their tests need is what its tests do", () => {
    const files = {
      "pyproject.toml": '[tool.uv.workspace]\nmembers = ["libs/*"]\n',
      "libs/rope/pyproject.toml": `${named("rope", "hemp")}[dependency-groups]\ndev = ["freezegun"]\n`,
      "libs/rope/tests/test_rope.py": "def test_rope(): pass\n",
      "libs/nets/pyproject.toml": `${named("nets")}[dependency-groups]\ndev = ["responses"]\n`,
      "libs/nets/src/nets.py": "",
    };
    expect(layOut(files)[0]).toEqual([".", "libs/nets/src", "libs/rope"]);
    const { isDeclared, summary } = givenEvidence(files);
    expect(isDeclared).toBe(true);
    expect(summary.requirements).toEqual(["coverage", "freezegun", "hemp", "pytest"]);
  });
});

describe("members are built where they cannot be imported as they lie in the tree", () => {
  const built = (files: Readonly<Record<string, string>>) => {
    const plan = givenEvidence({
      "pyproject.toml": '[tool.uv.workspace]\nmembers = ["libs/*"]\n',
      ...files,
    }).planBuild(toolchain, undefined);
    return "job" in plan ? plan.job.commands((path) => path) : [];
  };
  const sources = (files: Readonly<Record<string, string>>) =>
    built(files).flatMap(({ words }) => words.filter((word) => word.startsWith("/diorama/source")));

  test("by the build of the root alone where there is a package, which must not fail for a member", () => {
    const commands = built({
      "pyproject.toml": `${named("harbour", "rope")}[tool.uv.workspace]\nmembers = ["libs/*"]\n`,
      "libs/rope/pyproject.toml": named("rope"),
      "libs/rope/rope/knot.pyx": "",
      "libs/nets/pyproject.toml": named("nets"),
      "libs/nets/nets.c": "",
    });
    const failedBuild = {
      status: "exited" as const,
      exitCode: 1,
      stdout: "",
      stderr: "error: no compiler",
      durationMs: 1,
      isTruncated: false,
    };
    const categories = commands
      .filter(({ words }) => words.includes("build"))
      .map(({ words, categoryOf }) => [words.at(-1), categoryOf(failedBuild)]);
    expect(categories).toEqual([
      ["/diorama/source", "build_failed"],
      ["/diorama/source/libs/rope", undefined],
    ]);
  });

  test("for modules that their builds write, and for hooks of their own", () => {
    const member = (table: string, files = {}) => ({
      "libs/rope/pyproject.toml": `${named("rope")}${table}\n`,
      "libs/rope/rope.py": "",
      ...files,
    });
    const written = '[tool.hatch.build.hooks.vcs]\nversion-file = "_version.py"';
    expect(sources(member(written))).toEqual(["/diorama/source/libs/rope"]);
    expect(sources(member(written, { "libs/rope/_version.py": "" }))).toEqual([]);
    expect(sources(member("[tool.hatch.build.hooks.custom]"))).toEqual(["/diorama/source/libs/rope"]);
    expect(sources(member('[tool.setuptools_scm]\nroot = "../.."'))).toEqual([]);
    expect(
      sources({
        "libs/rope/setup.py":
          "setup(name='rope', use_scm_version={'root': '../..', 'write_to': 'libs/rope/_version.py'})",
      }),
    ).toEqual(["/diorama/source/libs/rope"]);
  });
});
