import { asSandboxPath, joinPath } from "../base/index.ts";
import type { FailureCause } from "../spec/index.ts";
import { mostCommonCause, parseCause } from "./causes.ts";
import { failed, made, succeeded, tailOf, type Step } from "./failures.ts";
import { pythonGuestDirectory } from "./guest.ts";
import {
  LAYER_PATH,
  LAYER_PYTHON,
  readable,
  startMachine,
  TEST_LIMITS,
  TREE_PATH,
  writable,
} from "./machine.ts";
import type { TestSetup } from "./tests/pytest.ts";

const GUEST_PATH = asSandboxPath("/diorama/guest");
const IMPORT_TIMEOUT_MS = 180_000;

/** Imports the repository's top-level modules, without network. Made with those that can be imported, where any can. */
export async function importModules(setup: TestSetup, modules: readonly string[]): Promise<Step<string[]>> {
  if (modules.length === 0)
    return failed("import_failed", "The repository has no Python module that could be imported.");
  const tree = setup.staging.folder("import-tree");
  await setup.copyTree(tree);
  await using machine = await startMachine(
    {
      mounts: [
        readable(setup.layer, LAYER_PATH),
        readable(pythonGuestDirectory(), GUEST_PATH),
        writable(tree, TREE_PATH),
      ],
      interpreter: setup.interpreter,
      limits: TEST_LIMITS,
      network: { kind: "none" },
      workerNumber: 0,
    },
    setup.options,
  );
  const root = machine.resolve(TREE_PATH);
  const outcome = await machine.run(
    [machine.resolve(LAYER_PYTHON), machine.resolve(joinPath(GUEST_PATH, "diorama_imports.py")), ...modules],
    {
      timeoutMs: IMPORT_TIMEOUT_MS,
      workingDirectory: root,
      variables: {
        ...setup.variables,
        PYTHONPATH: setup.importRoots.map((path) => (path === "." ? root : `${root}/${path}`)).join(":"),
        PYTHONHASHSEED: "0",
      },
    },
  );
  const answers = outcome.stdout.split("\n").flatMap(parseAnswer);
  const imported = answers.flatMap(({ module, isImported }) => (isImported ? [module] : []));
  if (imported.length > 0) return made(imported);
  const messages = answers.map(({ module, message }) => `${module}: ${message}`).join("\n");
  const message = succeeded(outcome) ? messages.slice(-4000) : tailOf(outcome);
  return failed("import_failed", message, mostCommonCause(answers.flatMap(({ cause }) => cause ?? [])));
}

interface ImportAnswer {
  readonly module: string;
  readonly isImported: boolean;
  readonly message: string;
  readonly cause: FailureCause | undefined;
}

function parseAnswer(line: string): ImportAnswer[] {
  try {
    const answer = JSON.parse(line) as Record<string, unknown>;
    return [
      {
        module: String(answer["module"]),
        isImported: answer["imported"] === true,
        message: typeof answer["message"] === "string" ? answer["message"] : "",
        cause: parseCause(answer["cause"]),
      },
    ];
  } catch {
    return [];
  }
}
