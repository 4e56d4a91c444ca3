import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import type { ProofTarget } from "../../src/proof/index.ts";

/** A mutant of another tool. */
export interface ForeignMutant {
  /** As the tool calls it; unique among those of a target. */
  readonly key: string;
  readonly completion: string;
}

/** Another tool that makes mutants. */
export interface MutationTool {
  /** With its version. */
  readonly name: string;
  /** Every mutant that it makes of a target; none where it mutates nothing of that kind. */
  mutantsOf(proofTarget: ProofTarget): readonly ForeignMutant[];
}

/** The newest that pip installs for CPython 3.11. */
export const MUTMUT = "3.8.1";
const COSMIC_RAY = "8.7.0";
const PYTEST = "9.2.0";

/** mutmut, by its own interpreter. It mutates top-level functions and methods without decorators, defaults included. */
export function openMutmut(interpreter: string): MutationTool {
  return {
    name: `mutmut ${MUTMUT}`,
    mutantsOf: ({ definition, module, originalText }) =>
      runScript<ForeignMutant & { readonly target: string }>(
        [interpreter, "mutmut_mutants.py", module],
        originalText,
      ).filter(({ target }) => target === definition.name),
  };
}

/** cosmic-ray, by its own interpreter. It mutates bodies. */
export function openCosmicRay(interpreter: string): MutationTool {
  return {
    name: `cosmic-ray ${COSMIC_RAY}`,
    mutantsOf: (proofTarget) => runScript([interpreter, "cosmic_mutants.py"], textOf(proofTarget)),
  };
}

/** An interpreter that has mutmut and pytest: the one given, or that of a virtual environment in `folder`, made with `python` where there is none. */
export function findMutmut(given: string | undefined, python: string, folder: string): string {
  const packages = [`mutmut==${MUTMUT}`, `pytest==${PYTEST}`];
  return given ?? findInterpreter(join(folder, `mutmut-${MUTMUT}`), python, packages);
}

/** The same for cosmic-ray. */
export function findCosmicRay(given: string | undefined, python: string, folder: string): string {
  const packages = [`cosmic-ray==${COSMIC_RAY}`];
  return given ?? findInterpreter(join(folder, `cosmic-ray-${COSMIC_RAY}`), python, packages);
}

function findInterpreter(environment: string, python: string, packages: readonly string[]): string {
  const own = join(environment, "bin", "python");
  const [program = ""] = (packages[0] ?? "").split("==");
  if (existsSync(join(environment, "bin", program))) return own;
  execFileSync(python, ["-m", "venv", environment]);
  execFileSync(own, ["-m", "pip", "install", "--quiet", ...packages]);
  return own;
}

/** A target as it stands in its file, indented. */
function textOf({ definition, originalText }: ProofTarget): string {
  const { start, end } = definition.spans.whole;
  return definition.indentation + Buffer.from(originalText).subarray(start, end).toString();
}

/** What a script of `peers/` writes about a text, a JSON document a line. */
function runScript<Row>(
  [interpreter = "", script = "", ...words]: readonly string[],
  text: string,
): readonly Row[] {
  const path = join(import.meta.dirname, "..", "peers", script);
  const options = { encoding: "utf8", input: text, maxBuffer: 2 ** 28 } as const;
  return execFileSync(interpreter, [path, ...words], options)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}
