import { posix } from "node:path";

import type { TestArguments, TestCall, TestFramework } from "../../test-framework.ts";
import { atAddresses } from "../at-addresses.ts";
import { readTestEvents } from "../../test-report.ts";

/** Plug-ins that change what is run or in which order, and pytest's own that share our alarms; guests stand in for them (`diorama_switched_off`). */
const SWITCHED_OFF = ["faulthandler", "randomly", "random_order", "xdist", "reverse", "sugar"];

/**
 * Plug-ins that a judge goes without beside those: they print reports for people, write into the tree, or take longer to clean up behind each run (a
 * full collection of garbage, twice) than most tests take to run.
 */
const SWITCHED_OFF_IN_A_JUDGE = [
  "cacheprovider",
  "pastebin",
  "setuponly",
  "setupplan",
  "stepwise",
  "threadexception",
  "unraisableexception",
];

/** pytest, which runs tests of unittest too. Our plug-in writes an event for each thing that becomes of a test. */
export const pytest: TestFramework = {
  name: "pytest",
  programs: ["pytest", "py.test", "python", "python3"],
  whole: {
    command: (call) => ({
      words: [...atAddresses(call.program, call.guests, call.seed), "-m", "pytest", ...wholeArguments(call)],
      variables: {
        PYTHONPATH: [...call.searchPaths, call.guests].join(":"),
        PYTHONHASHSEED: String(call.seed),
        DIORAMA_OUTCOMES: JSON.stringify({
          report: call.report,
          test_seconds: call.testSeconds,
          skip: call.skip,
        }),
      },
    }),
    readReport: readTestEvents,
    noTestsExit: 5,
  },
  // Assertions are not rewritten: what they see is recorded already.
  judgeArguments: (options) => [
    ...withoutPlugins([...SWITCHED_OFF, ...SWITCHED_OFF_IN_A_JUDGE]),
    "--rootdir=.",
    "--assert=plain",
    "--capture=no",
    "--tb=no",
    "-q",
    "--color=no",
    "--continue-on-collection-errors",
    ...configurationArguments(options),
  ],
};

function wholeArguments({ arguments: options, plugins, report }: TestCall): string[] {
  const hasCache = !options.addopts.some((word) => word.endsWith("no:cacheprovider"));
  return [
    // Before all options: releases before 3.5 take what follows `-o` for settings.
    ...options.files,
    ...["diorama_outcomes", ...plugins].flatMap((name) => ["-p", name]),
    ...withoutPlugins(SWITCHED_OFF),
    "--rootdir=.",
    "-q",
    "--tb=short",
    "--color=no",
    "--show-capture=no",
    "--continue-on-collection-errors",
    // Plug-ins ask for the cache; it is no part of the tree.
    ...(hasCache ? ["-o", `cache_dir=${posix.dirname(report)}/pytest-cache`] : []),
    ...configurationArguments(options),
  ];
}

function withoutPlugins(names: readonly string[]): string[] {
  return names.flatMap((name) => ["-p", `no:${name}`]);
}

function configurationArguments({
  configuration,
  addopts,
}: Pick<TestArguments, "configuration" | "addopts">): string[] {
  if (configuration === "plain")
    return ["-o", "addopts=", "-o", "filterwarnings=", "-o", "required_plugins="];
  const options = ["-o", `addopts=${addopts.map(quoted).join(" ")}`];
  return configuration === "unread" ? ["-c", "/dev/null", ...options] : options;
}

/** pytest splits `addopts` as a shell does. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
