import { readJsonLines, textOf } from "../../json-events.ts";
import { createTestIds } from "../../test-names.ts";
import {
  MAX_MESSAGE,
  NO_TESTS,
  reportOfOutcomes,
  type CollectionError,
  type FinishedTest,
  type TestReport,
} from "../../test-report.ts";

const OUTCOMES: Readonly<Record<string, "passed" | "failed" | "skipped">> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
};

type Event = Readonly<Record<string, unknown>>;

/** What is known of a package while its events are read. */
interface Package {
  readonly folder: string;
  /** Ids of its tests by name. */
  readonly ids: Map<string, string>;
  /** What tests printed, by name; under no name the package itself. */
  readonly output: Map<string, string>;
  readonly unfinished: Set<string>;
  hasFailedTest: boolean;
  hasEnded: boolean;
}

/** What is known of a run while its events are read. */
interface Reading {
  readonly finished: Map<string, FinishedTest>;
  readonly collectionErrors: CollectionError[];
  readonly late: string[];
  readonly packages: Map<string, Package>;
  /** What compilers printed, by package. */
  readonly builds: Map<string, string>;
  readonly name: (id: string) => string;
  module: { readonly path: string; readonly folder: string };
  exit: number | undefined;
}

/** Reads the events of `go test -json`, and the lines of ours between them that say which module follows. */
export function readGoEvents(text: string): TestReport {
  const reading: Reading = {
    finished: new Map(),
    collectionErrors: [],
    late: [],
    packages: new Map(),
    builds: new Map(),
    name: createTestIds(),
    module: { path: "", folder: "" },
    exit: undefined,
  };
  for (const event of readJsonLines(text)) readEvent(event, reading);
  const { finished, collectionErrors, late, packages, exit } = reading;
  const isEmpty = finished.size === 0 && collectionErrors.length === 0;
  return reportOfOutcomes({
    collectionErrors,
    finished,
    late,
    isCut: [...packages.values()].some(({ unfinished, hasEnded }) => hasEnded && unfinished.size > 0),
    exit: exit === 0 && isEmpty ? NO_TESTS : exit,
  });
}

function readEvent(event: Event, reading: Reading): void {
  const action = textOf(event["Action"]);
  if (action === "module")
    reading.module = { path: textOf(event["Module"]), folder: textOf(event["Directory"]) };
  if (action === "ended") reading.exit = Number(event["Exit"]);
  if (action === "build-output") {
    const path = withoutVariant(textOf(event["ImportPath"]));
    reading.builds.set(path, (reading.builds.get(path) ?? "") + textOf(event["Output"]));
  }
  const path = textOf(event["Package"]);
  if (path === "") return;
  const found = reading.packages.get(path) ?? openPackage(folderOf(path, reading.module));
  reading.packages.set(path, found);
  const test = textOf(event["Test"]);
  if (action === "output")
    found.output.set(test, ((found.output.get(test) ?? "") + textOf(event["Output"])).slice(-MAX_MESSAGE));
  if (test !== "") readTest(test, action, found, reading);
  else if (OUTCOMES[action] !== undefined) endPackage(found, event, reading);
}

function readTest(test: string, action: string, found: Package, { name, finished }: Reading): void {
  const id = found.ids.get(test) ?? name(`gotest:${found.folder}::${test}`);
  found.ids.set(test, id);
  if (action === "run") found.unfinished.add(test);
  const outcome = OUTCOMES[action];
  if (outcome === undefined) return;
  found.unfinished.delete(test);
  found.hasFailedTest ||= outcome === "failed";
  finished.set(id, { outcome, message: outcome === "failed" ? messageOf(found, test) : "" });
}

/** A package that failed with tests that did not end was ended by them; one without a failed test could not be built, or failed outside of them. */
function endPackage(
  found: Package,
  event: Event,
  { finished, late, builds, collectionErrors }: Reading,
): void {
  found.hasEnded = true;
  if (event["Action"] !== "fail") return;
  for (const test of found.unfinished) {
    const id = found.ids.get(test) ?? "";
    const said = `${messageOf(found, test)}${messageOf(found, "")}`;
    finished.set(id, { outcome: "error", message: `The test ended its package's process. ${said}` });
    late.push(id);
  }
  if (found.hasFailedTest || found.unfinished.size > 0) return;
  const path = textOf(event["FailedBuild"]) || textOf(event["Package"]);
  const said = (builds.get(withoutVariant(path)) ?? "") + messageOf(found, "");
  collectionErrors.push({ path: found.folder, message: said.slice(-MAX_MESSAGE) });
}

function openPackage(folder: string): Package {
  return {
    folder,
    ids: new Map(),
    output: new Map(),
    unfinished: new Set(),
    hasFailedTest: false,
    hasEnded: false,
  };
}

function folderOf(path: string, module: Reading["module"]): string {
  const below = path === module.path ? "" : path.slice(module.path.length + 1);
  return [module.folder, below].filter((part) => part !== "" && part !== ".").join("/") || ".";
}

function messageOf({ output }: Package, test: string): string {
  return (output.get(test) ?? "").replaceAll(/^=== (?:RUN|PAUSE|CONT|NAME) .*\n/gm, "").trim();
}

/** `pkg [pkg.test]` is the package as its tests build it. */
function withoutVariant(path: string): string {
  return path.split(" ")[0] ?? "";
}
