import { loadParts, type Language } from "../languages/index.ts";
import { comparisonOf, type ComparisonPolicy, type TaskRecord } from "../spec/index.ts";

/** What values are compared under, and the language that knows which of its values are the same. */
export interface ValueRules {
  readonly policy: ComparisonPolicy;
  readonly language: Pick<Language, "values">;
}

/** What observations are compared under, and the language in whose words a difference is told. */
export interface ComparisonRules extends ValueRules {
  readonly language: Pick<Language, "present" | "values">;
}

/** Those of a task. Throws `unknown-language`, `language-lacks`. */
export async function rulesOf(record: TaskRecord): Promise<ComparisonRules> {
  const language = await loadParts(record.language, ["present"], "describe calls");
  return { policy: comparisonOf(record), language };
}
