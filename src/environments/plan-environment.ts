import type { AcquiredSource } from "../sources/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import { chooseInterpreter, findInterpreters } from "./interpreter.ts";
import type { MachineFacts } from "./options.ts";
import { readDeclaredProject } from "./python/declared.ts";
import { requirementsToTry } from "./requirements-to-try.ts";

/** What making an environment would begin with, as far as it can be read without running anything of the repository. */
export interface EnvironmentPlan {
  /** Null where no interpreter of this machine will do. */
  readonly interpreter: string | null;
  readonly requires_python: string | null;
  /** True where the repository is built first; then its metadata may name more requirements. */
  readonly is_built: boolean;
  /** What is installed first; where that fails, less of it is tried. */
  readonly requirements: readonly string[];
  /** Extras of the repository's own that its tests ask for. */
  readonly extras: readonly string[];
  readonly test_files: number;
}

/** Reads what a repository declares and asks the machine's interpreters for their versions. Installs nothing. */
export async function planEnvironment(
  { directory, files }: AcquiredSource,
  requested: EnvironmentRequest,
  machine: MachineFacts,
): Promise<EnvironmentPlan> {
  const project = readDeclaredProject(directory, files);
  const known = await findInterpreters(machine);
  const interpreter = chooseInterpreter(known, project.requiresPython, requested.python);
  const [first] = requirementsToTry(project, { wheel: undefined }, requested.with);
  return {
    interpreter: interpreter?.description ?? null,
    requires_python: project.requiresPython ?? null,
    is_built: project.isPackaged,
    requirements: first?.request.requirements ?? [],
    extras: project.tests.extras,
    test_files: project.testFiles.length,
  };
}
