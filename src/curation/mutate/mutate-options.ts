import { describeKnownNames, UsageError } from "../../base/index.ts";
import type { Language, MutantSelection } from "../../languages/index.ts";
import type { WorkshopOptions } from "../workshop.ts";

/** What `mutate` may be told. */
export interface MutateOptions extends WorkshopOptions {
  /** Most mutants. */
  readonly limit?: number | undefined;
  /** Names of operators; none for all. */
  readonly operators: readonly string[];
}

/** The selection that options ask for. Throws `UsageError` `unknown-operator` with the names there are. */
export function selectionOf(
  { limit, operators }: MutateOptions,
  { variants: { mutationOperators } }: Language,
): MutantSelection {
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
