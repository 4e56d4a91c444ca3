import { describeKnownNames, UsageError, type HostPath } from "../../base/index.ts";
import type { Language } from "../../languages/index.ts";
import type { ChosenMutants } from "../../proof/index.ts";
import type { ServiceOptions } from "../services.ts";
import { readMutants } from "./read-mutants.ts";

/** What `mutate` may be told. */
export interface MutateOptions extends ServiceOptions {
  /** Most mutants. */
  readonly limit?: number | undefined;
  /** Names of operators; none for all. */
  readonly operators: readonly string[];
  /** A file of mutants that another tool made, instead of our own operators. */
  readonly mutants?: HostPath | undefined;
}

/** The mutants that options ask for. Throws `UsageError` `unknown-operator` with the names there are, and what `readMutants` throws. */
export function chooseMutants(
  { limit, operators, mutants }: MutateOptions,
  { variants: { mutationOperators } }: Language,
): ChosenMutants {
  if (mutants !== undefined) return { given: readMutants(mutants) };
  for (const name of operators) {
    if (mutationOperators.includes(name)) continue;
    throw new UsageError(
      "unknown-operator",
      `Cannot mutate with operator "${name}": there is none of that name. ${describeKnownNames(name, mutationOperators)}`,
    );
  }
  return {
    ...(limit === undefined ? {} : { most: limit }),
    ...(operators.length === 0 ? {} : { operators }),
  };
}
