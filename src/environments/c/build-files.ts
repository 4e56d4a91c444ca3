import type { EvidenceItem } from "../build-system.ts";
import { findTellingLines } from "../declared-commands.ts";
import { itemsOf, linesOf } from "../evidence-lines.ts";
import type { RepositoryFiles } from "../repository-files.ts";

/** How a tree is built and its tests are run. */
export interface CBuild {
  readonly kind: "cmake" | "autotools" | "autogen" | "make" | "meson";
  /** The target of a makefile that runs the tests, behind its folder and a slash where that is not the root (`tests/run`, `tests/` for the folder's default); undefined where there is none. */
  readonly target: string | undefined;
  /** Options that switch tests on; without them it is built as well. */
  readonly options: readonly string[];
  readonly items: readonly EvidenceItem[];
}

const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];
const CMAKE_TESTS =
  /^\s*(?:enable_testing|add_test|include\s*\(\s*CTest|gtest_discover_tests|catch_discover_tests)\b/i;

/** How the files at a tree's root say that it is built: by CMake, by configure, by a script that makes configure, by a makefile, by Meson; those that know of tests first. */
export function findBuilds(files: RepositoryFiles): readonly CBuild[] {
  const ways = [findCmake, findAutotools, findAutogen, findMake, findMeson].flatMap(
    (find) => find(files) ?? [],
  );
  const knowsTests = ({ target }: CBuild): boolean => target !== undefined;
  return [...ways.filter(knowsTests), ...ways.filter((way) => !knowsTests(way))];
}

function findCmake(files: RepositoryFiles): CBuild | undefined {
  const text = files.text("CMakeLists.txt");
  if (text === undefined) return undefined;
  const lists = files.paths.filter((path) => /(?:^|\/)CMakeLists\.txt$|\.cmake$/.test(path));
  const tests = lists.flatMap((path) => itemsOf(files, path, CMAKE_TESTS, "has tests for ctest"));
  const switches = testSwitches(text);
  return {
    kind: "cmake",
    target: tests.length === 0 ? undefined : "test",
    options: ["-DBUILD_TESTING=ON", ...switches.map(({ name }) => `-D${name}=ON`)],
    items: [
      { path: "CMakeLists.txt", line: 1, says: "is built by CMake" },
      ...tests.slice(0, 3),
      ...switches.map(({ name, line }) => ({
        path: "CMakeLists.txt",
        line,
        says: `${name} switches tests on`,
      })),
    ],
  };
}

const SWITCH = /^\s*(?:cmake_dependent_)?option\s*\(\s*"?(\w+)"?\s+"[^"]*"\s+"?(?:OFF|NO|0|FALSE)"?/i;
const NOT_TESTS = /FUZZ|BENCH|VALGRIND|SANITI|COVERAGE|INSTALL|DISABLE|WITHOUT|NO_|SKIP|PERF|EXTERNAL/i;

/** Options that are off and that switch tests on, by their names. */
function testSwitches(text: string): { readonly name: string; readonly line: number }[] {
  return text.split("\n").flatMap((line, index) => {
    const name = SWITCH.exec(line)?.[1];
    return name !== undefined && /TEST/i.test(name) && !NOT_TESTS.test(name)
      ? [{ name, line: index + 1 }]
      : [];
  });
}

function findAutotools(files: RepositoryFiles): CBuild | undefined {
  const found = ["configure", "configure.ac", "configure.in"].filter((path) => files.has(path));
  const [first] = found;
  if (first === undefined) return undefined;
  const makefiles = files.paths.filter((path) => /(?:^|\/)[Mm]akefile\.(?:am|in)$/.test(path));
  const tests = makefiles.flatMap((path) =>
    itemsOf(
      files,
      path,
      /^\s*(?:check_PROGRAMS|TESTS)\s*\+?=|^(?:check|test)\s*:/,
      "has tests for make check",
    ),
  );
  const isTest =
    tests.length > 0 &&
    !makefiles.some((path) => path.endsWith(".am")) &&
    !hasTarget(files, makefiles, "check");
  return {
    kind: "autotools",
    target: tests.length === 0 ? undefined : isTest ? "test" : "check",
    options: [],
    items: [{ path: first, line: 1, says: "is built by configure and make" }, ...tests.slice(0, 3)],
  };
}

/** Scripts that are called so make configure, with what autoreconf alone knows nothing of. */
const MAKES_CONFIGURE = ["autogen.sh", "bootstrap.sh", "bootstrap", "buildconf.sh", "buildconf"];

function findAutogen(files: RepositoryFiles): CBuild | undefined {
  const path = MAKES_CONFIGURE.find((name) => files.has(name));
  const build = path === undefined || files.has("configure") ? undefined : findAutotools(files);
  if (path === undefined || build === undefined) return undefined;
  return { ...build, kind: "autogen", items: [{ path, line: 1, says: "makes configure" }, ...build.items] };
}

function findMake(files: RepositoryFiles): CBuild | undefined {
  const path = MAKEFILES.find((name) => files.has(name));
  if (path === undefined) return findMakeElsewhere(files);
  const known = ["check", "test", "tests", "unittest"].find((name) => hasTarget(files, [path], name));
  const target = known ?? programOfTests(files.text(path) ?? "");
  const line = target === undefined ? 1 : (targetLines(files, path, target)[0] ?? 1);
  return {
    kind: "make",
    target,
    options: [],
    items: [
      { path, line: 1, says: "is built by make" },
      ...(target === undefined ? [] : [{ path, line, says: `has tests for make ${target}` }]),
    ],
  };
}

const MESON_SWITCH = /^\s*option\s*\(\s*'([\w-]+)'([^)]*)/gm;

function findMeson(files: RepositoryFiles): CBuild | undefined {
  if (!files.has("meson.build")) return undefined;
  const scripts = files.paths.filter((path) => /(?:^|\/)meson\.build$/.test(path));
  const tests = scripts.flatMap((path) => itemsOf(files, path, /^\s*test\s*\(/, "has tests for meson"));
  const switches = ["meson_options.txt", "meson.options"].flatMap((path) => {
    const text = files.text(path) ?? "";
    return [...text.matchAll(MESON_SWITCH)].flatMap(({ index, 1: name = "", 2: rest = "" }) => {
      const isOff = /\bvalue\s*:\s*(?:false|'(?:disabled|auto)')/.test(rest);
      if (!isOff || !/test/i.test(name) || NOT_TESTS.test(name)) return [];
      const value = /'boolean'/.test(rest) ? "true" : "enabled";
      const line = text.slice(0, index).split("\n").length;
      return [{ option: `-D${name}=${value}`, item: { path, line, says: `${name} switches tests on` } }];
    });
  });
  return {
    kind: "meson",
    target: tests.length === 0 ? undefined : "test",
    options: switches.map(({ option }) => option),
    items: [
      { path: "meson.build", line: 1, says: "is built by Meson" },
      ...tests.slice(0, 3),
      ...switches.map(({ item }) => item),
    ],
  };
}

const CALLS_ELSEWHERE: readonly RegExp[] = [
  /\bmake[ \t]+(?:-C[ \t]*|--directory[= ])([\w./-]+)([^&|;<>#]*)/,
  /\bcd[ \t]+([\w./-]+)[ \t]*(?:&&|;)[ \t]*make\b([^&|;<>#]*)/,
];

/** A makefile of a folder of tests, where what the repository itself runs calls it. */
function findMakeElsewhere(files: RepositoryFiles): CBuild | undefined {
  for (const { path, line, text } of findTellingLines(files)) {
    const [call, place = "", rest = ""] =
      CALLS_ELSEWHERE.flatMap((form) => [form.exec(text) ?? []]).find(({ length }) => length > 0) ?? [];
    const folder = place.replace(/^(?:\.\/)+|\/+$/g, "");
    if (call === undefined || !MAKEFILES.some((name) => files.has(`${folder}/${name}`))) continue;
    const goal = rest.split(/\s+/).find((word) => /^[\w.-]+$/.test(word) && !word.startsWith("-")) ?? "";
    if (!/test|check/i.test(`${folder} ${goal}`) || /clean|install/.test(goal)) continue;
    return {
      kind: "make",
      target: `${folder}/${goal}`,
      options: [],
      items: [{ path, line, says: `its tests are run by ${call.trim()}` }],
    };
  }
  return undefined;
}

/** A target that is called after tests and that a recipe builds. */
function programOfTests(makefile: string): string | undefined {
  return /^((?:[\w-]+[-_])?(?:unit)?tests?(?:[-_][\w-]+)?)[ \t]*:(?!=)[^\n]*\n\t/m.exec(makefile)?.[1];
}

/** True for a target of some makefile of the tree. */
export function isTarget(files: RepositoryFiles, name: string): boolean {
  const makefiles = files.paths.filter((path) => /(?:^|\/)(?:GNUm|[Mm])akefile(?:\.(?:am|in))?$/.test(path));
  return hasTarget(files, makefiles, RegExp.escape(name));
}

function hasTarget(files: RepositoryFiles, paths: readonly string[], name: string): boolean {
  return paths.some((path) => targetLines(files, path, name).length > 0);
}

function targetLines(files: RepositoryFiles, path: string, name: string): number[] {
  return linesOf(
    files.text(path) ?? "",
    new RegExp(`^(?:[\\w.-]+[ \\t]+)*${name}(?:[ \\t]+[\\w.-]+)*[ \\t]*::?(?!=)`),
  );
}
