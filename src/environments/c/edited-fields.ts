import type { RepositoryFiles } from "../repository-files.ts";
import { COMPILER_OPTIONS, variableField, type ToolFields } from "../tool-editing.ts";
import { isTarget, type CBuild } from "./build-files.ts";

/** How plans for a tree in C may be edited. */
export function editedFields(build: CBuild, files: RepositoryFiles): ToolFields {
  const names = ["CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "LIBS"];
  const known = Object.fromEntries(names.map((name) => [name, COMPILER_OPTIONS]));
  return {
    // What else makefiles take from the environment may be what tests are: none of it.
    variable: variableField(known, () => false),
    command:
      build.kind === "cmake" || build.kind === "meson"
        ? {
            says: `options, such as "${build.kind} -DWITH_TLS=OFF": those that the files of ${build.kind} declare, but none that has to do with tests`,
            problem: (text) => findSwitchProblem(text, files, build.kind),
          }
        : {
            says: 'the target that runs all tests, such as "make check"',
            problem: (text) => findTargetProblem(text, files),
          },
  };
}

function findSwitchProblem(text: string, files: RepositoryFiles, kind: CBuild["kind"]): string | undefined {
  const [program, ...switches] = text.trim().split(/\s+/);
  if (program !== kind || switches.length === 0) return `"${text}" is not ${kind} with options`;
  const declaring =
    kind === "cmake" ? /(?:^|\/)CMakeLists\.txt$|\.cmake$/ : /^meson(?:_options\.txt|\.options)$/;
  const lists = files.paths.filter((path) => declaring.test(path));
  const code = lists.map((path) => files.text(path) ?? "").join("\n");
  return switches
    .map((word) => {
      const [, name = "", value] = /^-D(\w+)(?::\w+)?=([\w.+-]*)$/.exec(word) ?? [];
      if (value === undefined) return `"${word}" is no option of the form -DNAME=VALUE`;
      if (
        /TEST|CMAKE_(?!BUILD_TYPE$|C_STANDARD$|CXX_STANDARD$|POLICY_VERSION_MINIMUM$)|LAUNCHER|COMMAND|PROGRAM/i.test(
          name,
        )
      )
        return `${name} has to do with tests or tools`;
      const isDeclared =
        name.startsWith("CMAKE_") ||
        new RegExp(`\\b(?:option|set|cmake_dependent_option)\\s*\\(\\s*["']?${name}\\b`, "i").test(code);
      return isDeclared ? undefined : `no file of ${kind} declares ${name}`;
    })
    .find((problem) => problem !== undefined);
}

function findTargetProblem(text: string, files: RepositoryFiles): string | undefined {
  const target = /^make\s+([\w.-]+)$/.exec(text.trim())?.[1];
  if (target === undefined) return `"${text}" is not make with one target`;
  if (!/test|check/i.test(target)) return `${target} is not named for tests`;
  return isTarget(files, target) || target === "check" ? undefined : `no makefile has the target ${target}`;
}
