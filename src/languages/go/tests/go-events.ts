import type { CollectionError, FinishedTest, TestReport } from "../../test-report.ts";
import { createTestIds } from "../../test-names.ts";
import { readJsonLines, textOf } from "../../json-events.ts";

/** Most of what a test printed that is kept, from its end. */
const MAX_MESSAGE = 4000;
const NO_TESTS = 5;

type Finished = Exclude<FinishedTest["outcome"], "error">;
const OUTCOMES: Readonly<Record<string, Finished>> = { pass: "passed", fail: "failed", skip: "skipped" };

/** What is known of a package while its events are read. */
interface Package {
  readonly folder: string;
  readonly ids: Map<string, string>;
  readonly output: Map<string, string>;
  readonly unfinished: Set<string>;
  hasFailedTest: boolean;
  hasEnded: boolean;
}

/** Reads the events of `go test -json`, and the lines of ours between them that say which module follows. */
export function readGoEvents(text: string): TestReport {
  const finished = new Map<string, FinishedTest>();
  const collectionErrors: CollectionError[] = [];
  const late: string[] = [];
  const packages = new Map<string, Package>();
  const builds = new Map<string, string>();
  const name = createTestIds();
  let module = { path: "", folder: "" };
  let exit: number | undefined;
  for (const event of readJsonLines(text)) {
    const action = textOf(event["Action"]);
    if (action === "module") module = { path: textOf(event["Module"]), folder: textOf(event["Directory"]) };
    if (action === "ended") exit = Number(event["Exit"]);
    if (action === "build-output") {
      const path = withoutVariant(textOf(event["ImportPath"]));
      builds.set(path, (builds.get(path) ?? "") + textOf(event["Output"]));
    }
    const path = textOf(event["Package"]);
    if (path === "") continue;
    const found = packages.get(path) ?? openPackage(folderOf(path, module));
    packages.set(path, found);
    const test = textOf(event["Test"]);
    noteOutput(found, test, action, event["Output"]);
    if (test !== "") {
      const id = found.ids.get(test) ?? name(`gotest:${found.folder}::${test}`);
      found.ids.set(test, id);
      const outcome = OUTCOMES[action];
      if (action === "run") found.unfinished.add(test);
      if (outcome === undefined) continue;
      found.unfinished.delete(test);
      found.hasFailedTest ||= outcome === "failed";
      finished.set(id, { outcome, message: outcome === "failed" ? messageOf(found, test) : "" });
    } else if (OUTCOMES[action] !== undefined) {
      found.hasEnded = true;
      if (action !== "fail") continue;
      for (const unfinished of found.unfinished) {
        const id = found.ids.get(unfinished) ?? "";
        const message = `The test ended its package's process. ${messageOf(found, unfinished)}${messageOf(found, "")}`;
        finished.set(id, { outcome: "error", message });
        late.push(id);
      }
      if (found.hasFailedTest || found.unfinished.size > 0) continue;
      const build = builds.get(withoutVariant(textOf(event["FailedBuild"]))) ?? builds.get(path) ?? "";
      collectionErrors.push({
        path: found.folder,
        message: (build + messageOf(found, "")).slice(-MAX_MESSAGE),
      });
    }
  }
  const isCut = [...packages.values()].some(({ unfinished, hasEnded }) => hasEnded && unfinished.size > 0);
  const isEmpty = finished.size === 0 && collectionErrors.length === 0;
  return {
    collected: undefined,
    collectionErrors,
    notBegun: undefined,
    finished,
    late,
    interrupted: undefined,
    isCut,
    exit: exit === 0 && isEmpty ? NO_TESTS : exit,
  };
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

function folderOf(path: string, module: { readonly path: string; readonly folder: string }): string {
  const below = path === module.path ? "" : path.slice(module.path.length + 1);
  return [module.folder, below].filter((part) => part !== "" && part !== ".").join("/") || ".";
}

function noteOutput({ output }: Package, test: string, action: string, text: unknown): void {
  if (action === "output") output.set(test, ((output.get(test) ?? "") + textOf(text)).slice(-MAX_MESSAGE));
}

function messageOf({ output }: Package, test: string): string {
  return (output.get(test) ?? "").replaceAll(/^=== (?:RUN|PAUSE|CONT|NAME) .*\n/gm, "").trim();
}

/** `pkg [pkg.test]` is the package as its tests build it. */
function withoutVariant(path: string): string {
  return path.split(" ")[0] ?? "";
}
