import type { Words } from "../../../spec/index.ts";

/** What stands in the way of an environment, in words: what it means, and what its user can do. The page on environments has this table. */
export const adviceWords = {
  missing_module: {
    means: "Code imports a module that nothing installed has",
    next: "Add the package that has it: `--with NAME`. It is often called as the module is.",
  },
  missing_own_module: {
    means:
      "Code imports a module of the repository itself that is not in its tree, and building it made none",
    next: "Look at the log of the build: what generates it failed, or needs a compiler.",
  },
  missing_submodule: {
    means: "Files of a git submodule are not there",
    next: "Bring them: `--submodules` for a git source, `git submodule update --init` in a folder.",
  },
  missing_library: {
    means: "A library or a program of the system is not there",
    next: "Install the system's package that has it, then give the same command again.",
  },
  missing_header: {
    means: "Building needs a compiler, a tool or a header of the system that is not there",
    next: "Install it (on Debian `build-essential`, `python3-dev` and the library's `-dev` package), then give the same command again.",
  },
  wrong_interpreter: {
    means: "The code, or what it needs, is for other releases of Python than this one",
    next: "Choose another that is installed: `--python VERSION`.",
  },
  wrong_version: {
    means: "A package is installed in a version that lacks a name which the code uses",
    next: 'Ask for an older one: `--with "NAME<VERSION"`.',
  },
  other_pytest: {
    means:
      "The tests, or a plug-in of theirs, do not go with this pytest, or that does not go with this Python",
    next: 'Ask for another: `--with "pytest<8"`, or for another Python: `--python VERSION`.',
  },
  unresolvable: {
    means: "Requirements cannot be had together, or one of them does not exist",
    next: "Look at the log, and ask for a version that exists: `--with NAME==VERSION`.",
  },
  missing_fixture: {
    means: "Tests ask for a fixture that neither they nor an installed plug-in of pytest's have",
    next: "Add the plug-in: `--with NAME`.",
  },
  missing_variable: {
    means: "An environment variable is not set",
    next: "Set it: `--env NAME=VALUE`. The value is stored in the task set.",
  },
  wrong_command: {
    means: "pytest does not know an option, or what it was told to run is not there",
    next: "Look at `--test-command`, or add the plug-in that has the option: `--with NAME`.",
  },
  no_tests: {
    means: "There are no tests, or none where tests are looked for",
    next: 'Say where they are: `--test-command "pytest PATH"`. Without tests, tasks come from examples in docstrings alone.',
  },
  not_collected: {
    means: "Files of tests break before a test begins",
    next: "Look at the log.",
  },
  tests_skipped: {
    means: "All tests are skipped",
    next: "The log has the reasons: often a package (`--with`) or a variable (`--env`) is missing.",
  },
  tests_fail: {
    means: "Tests fail that should pass",
    next: 'Look at the log. A part of the tests is run by `--test-command "pytest PATH"`.',
  },
  needs_service: {
    means: "Tests look for a server (a database, a queue) that no sandbox has",
    next: 'Run those that need none: `--test-command "pytest PATH"`.',
  },
  too_slow: {
    means: "Tests do not end in their time",
    next: "Run a part of them: `--test-command \"pytest -m 'not slow' PATH\"`.",
  },
  not_imported: {
    means: "Nothing of the repository can be imported",
    next: "Look at the log.",
  },
  not_installed: {
    means: "Building or installing failed",
    next: "Look at the log.",
  },
  unreachable: {
    means: "A package registry did not answer",
    next: "See what the machine reaches: `diorama doctor`. Then give the same command again.",
  },
} as const satisfies Readonly<Record<string, Words>>;

/** Kinds of obstacles. */
export type AdviceKind = keyof typeof adviceWords;
