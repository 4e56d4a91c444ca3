import { testFrameworks, type TestArguments } from "../../languages/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { EnvironmentRequest } from "../../spec/index.ts";
import type { Evidence, EvidenceItem, Toolchain, TrialPlan } from "../build-system.ts";
import { asEvidence, findCommands, type DeclaredCommand } from "../declared-commands.ts";
import { itemsOf } from "../evidence-lines.ts";
import { failed, made, succeeded, tailOf, type Step } from "../failures.ts";
import { planFoundLock } from "../lock-build.ts";
import { openRepositoryFiles, readToml, tableAt, textOf, type RepositoryFiles } from "../repository-files.ts";
import { adviseOnTools } from "../tool-advice.ts";
import { editTools, toolchainsOf, type ToolChoices } from "../tool-editing.ts";
import { goBackToCommit } from "./dates.ts";
import { editedFields } from "./edited-fields.ts";
import { planCrates } from "./resolve-crates.ts";

/** Reads a tree as crates of Rust; undefined where cargo would find no manifest at its root. */
export function readEvidence(acquired: AcquiredSource, requested: EnvironmentRequest): Evidence | undefined {
  const files = openRepositoryFiles(acquired.directory, acquired.files);
  if (!files.has("Cargo.toml")) return undefined;
  const sources = files.paths.filter((path) => path.endsWith(".rs"));
  const tests = sources.filter((path) => /(?:^|\/)tests\//.test(path) || hasTests(files.text(path)));
  return describe({ acquired, files, sources, tests, user: requested }, requested, {});
}

/** What was read of a tree. */
interface Read {
  readonly acquired: AcquiredSource;
  readonly files: RepositoryFiles;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly user: EnvironmentRequest;
}

function describe(read: Read, requested: EnvironmentRequest, choices: ToolChoices): Evidence {
  const { acquired, files, sources, tests, user } = read;
  const commands = findCommands(files, /\bcargo (?:\+\S+ )?test\b/);
  const manifest = readToml(files, "Cargo.toml");
  const ways = waysToTest(commands, requested.test_command);
  const options = ways[0]?.addopts ?? [];
  return {
    isDeclared: true,
    sourceFiles: sources.length,
    items: describeItems(files, commands, tests),
    summary: {
      requires: textOf(tableAt(manifest, "package")["rust-version"]) ?? channelOf(files),
      isBuilt: true,
      requirements: ["dependencies", "dev-dependencies"].flatMap((key) =>
        Object.keys(tableAt(manifest, key)),
      ),
      extras: options.filter((word) => !word.startsWith("-")),
      testFiles: tests.length,
    },
    chooseToolchain(known) {
      const possible = toolchainsOf(choices.release, known);
      return possible.status === "failed" ? possible : choose(possible.value, files);
    },
    planBuild: (toolchain, known) => planCrates({ files, options, until: choices.until, toolchain, known }),
    planLocks: (built) => planFoundLock("the crates that were found", built),
    planTrial: () => planTrial(ways, tests.length > 0),
    advise: (facts) => adviseOnTools(facts, "cargo test -p NAME"),
    remedies: (trouble) =>
      choices.until === undefined
        ? goBackToCommit(trouble, files, acquired.repository.date).map(({ until, ...remedy }) => ({
            ...remedy,
            changesInstallation: true,
            adjusted: describe(read, requested, { ...choices, until }),
          }))
        : [],
    editing: editTools({
      fields: editedFields(files, sources),
      choices,
      requested,
      user,
      remake: (changed, chosen) => describe(read, changed, chosen),
      ownTests: [planTrial(waysToTest(commands, user.test_command), true).tests].flatMap(
        (plan) => plan ?? [],
      ),
      testFiles: tests,
    }),
  };
}

function hasTests(text: string | undefined): boolean {
  return /#\[(?:\w+::)*(?:test|quickcheck|rstest)\b|^\s*\/\/[/!] ```/m.test(text ?? "");
}

function describeItems(
  files: RepositoryFiles,
  commands: readonly DeclaredCommand[],
  tests: readonly string[],
): EvidenceItem[] {
  const manifests = ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "rust-toolchain"].filter((path) =>
    files.has(path),
  );
  return [
    ...manifests.map((path) => ({ path, line: 1, says: "its crates and what they need" })),
    ...itemsOf(files, "Cargo.toml", /^\s*(?:rust-version|edition)\s*=/, "the release that it is for"),
    ...commands.map((command) => asEvidence(command, "cargo test")),
    ...tests.slice(0, 1).map((path) => ({ path, line: 1, says: "has tests" })),
  ];
}

/** The channel that the tree asks for: by its toolchain file, or nightly where its crates use what only that has. */
function channelOf(files: RepositoryFiles): string | undefined {
  const file = tableAt(readToml(files, "rust-toolchain.toml"), "toolchain")["channel"];
  const named = textOf(file) ?? /^\s*([\w.-]+)\s*$/.exec(files.text("rust-toolchain") ?? "")?.[1];
  const isNightly = /^#!\[feature\(/m.test(files.text("src/lib.rs") ?? files.text("src/main.rs") ?? "");
  return named ?? (isNightly ? "nightly" : undefined);
}

/** The toolchain of the channel or release that the tree names, where it is here; else the preferred one. */
function choose(known: readonly Toolchain[], files: RepositoryFiles): Step<Toolchain> {
  const channel = channelOf(files);
  const isOf = ({ release }: Toolchain): boolean =>
    channel !== undefined &&
    (channel.startsWith("nightly") ? release.includes("nightly") : release.startsWith(channel));
  const chosen = known.find(isOf) ?? known.find(({ release }) => !release.includes("-")) ?? known[0];
  return chosen === undefined
    ? failed("no_interpreter", "The repository needs Rust; this machine has no toolchain of it.")
    : made(chosen);
}

/** Options that choose what is tested, without those that say how it is told, and those of other machines. */
const CHOOSES =
  /^--(?:all-features|no-default-features|features(?:=.*)?|workspace|all|lib|tests|release)$|^-F$/;

/** As the user asked, and then in no other way; else with the features of the repository's first own command, with the default ones, and with warnings allowed. */
function waysToTest(
  commands: readonly DeclaredCommand[],
  asked: string | undefined,
): readonly TestArguments[] {
  const way = (addopts: readonly string[], configuration: TestArguments["configuration"] = "declared") => ({
    configuration,
    addopts,
    files: [],
  });
  if (asked !== undefined) {
    const words = asked.trim().split(/\s+/).slice(2);
    const at = words.indexOf("--");
    const [options, inside] = at < 0 ? [words, []] : [words.slice(0, at), words.slice(at + 1)];
    return [{ configuration: "declared", addopts: options, files: inside }];
  }
  const declared = commands.map(({ words }) => featuresOf(words)).find((words) => words.length > 0) ?? [];
  return [...(declared.length === 0 ? [] : [way(declared)]), way([]), way([], "plain")];
}

function featuresOf(words: readonly string[]): string[] {
  const at = words.indexOf("--");
  const options = at < 0 ? words : words.slice(0, at);
  const isPartial = options.some((word) => !CHOOSES.test(word) && word.startsWith("-"));
  if (isPartial || options.includes("--no-default-features")) return [];
  return options.flatMap((word, index) => {
    if (word === "--features" || word === "-F") return ["--features", options[index + 1] ?? ""];
    return /^--(?:all-features|features=.*)$/.test(word) ? [word] : [];
  });
}

function planTrial(ways: readonly TestArguments[], isTested: boolean): TrialPlan {
  return {
    what: "cargo build",
    check: made(({ program, guests }) => ({
      words: ["sh", `${guests}/build.sh`, ...(ways[0]?.addopts ?? [])],
      variables: { CARGO: program },
    })),
    readCheck: (outcome) => (succeeded(outcome) ? made(["."]) : failed("build_failed", tailOf(outcome))),
    tests: { framework: testFrameworks.cargotest, ways, hasTests: isTested, includesCheck: true },
  };
}
