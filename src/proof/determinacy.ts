import { describeCase } from "../judge/index.ts";
import type { Callable, Definition, Language, Variant } from "../languages/index.ts";
import {
  isCounted,
  isKilled,
  type EvidenceSummary,
  type Observation,
  type SuiteCase,
} from "../spec/index.ts";
import type { ProvenMutants } from "./mutation.ts";
import type { ProofTarget } from "./proof-target.ts";

type DeterminedTarget = Pick<ProofTarget, "language" | "originalText" | "definition" | "policy">;

/** How far what is shown determines what is graded. */
export interface Determinacy {
  readonly summary: Pick<EvidenceSummary["determinacy"], "score" | "killed_by_visible" | "killed">;
  /** Ids of mutants that the hidden cases kill and no example does. */
  readonly undetermined: readonly string[];
  /** Constants of the reference, as `Variant.constants` writes them, that a verdict depends on as far as is known, distinct, in the order of the text. */
  readonly constants: readonly string[];
}

/**
 * Determinacy = mutants killed by the examples ÷ mutants killed by all cases (design, section 6): a mutant that only hidden cases kill is
 * a program that the examples allow and the verdict does not.
 */
export function measureDeterminacy(
  target: DeterminedTarget,
  { mutants, variants: drawn, toldByExamples }: ProvenMutants,
): Determinacy {
  const status = new Map(mutants.map((mutant) => [mutant.id, mutant.status]));
  const variants = drawn.filter(({ id }) => isCounted(status.get(id) ?? ""));
  const shown = new Set(variants.flatMap(({ id }) => (toldByExamples.has(id) ? [id] : [])));
  const killed = variants.filter(({ id }) => isKilled(status.get(id)));
  return {
    summary: {
      score: killed.length === 0 ? null : shown.size / killed.length,
      killed_by_visible: shown.size,
      killed: killed.length,
    },
    undetermined: killed.flatMap(({ id }) => (shown.has(id) ? [] : [id])),
    constants: neededConstants(target, drawn, new Set(killed.map(({ id }) => id))),
  };
}

/** Constants that a killed mutant changes, and those of mutants that were not drawn: nobody knows that no verdict depends on them. */
function neededConstants(
  { language, originalText, definition, policy }: DeterminedTarget,
  variants: readonly Variant[],
  killed: ReadonlySet<string>,
): readonly string[] {
  const constantsOf = (list: readonly Variant[]): Set<string> =>
    new Set(list.flatMap(({ constants }) => constants ?? []));
  const [drawn, needed] = [constantsOf(variants), constantsOf(variants.filter(({ id }) => killed.has(id)))];
  return language.variants
    .constants(originalText, definition, policy.output)
    .filter((constant) => needed.has(constant) || !drawn.has(constant));
}

/** Those of the constants that stand as a whole in neither `visibleText` nor an example: a solver could not know them. */
export function findUnstated(
  constants: readonly string[],
  visibleText: string,
  examplesText: string,
): readonly string[] {
  const text = `${visibleText}\n${examplesText}`;
  const literals = new Set([...text.matchAll(LITERAL)].map(([, , content]) => content));
  return constants.filter((constant) => !isShown(constant, text, literals));
}

/** What stands between quotes or as code on one line. */
const LITERAL = /(["'`])((?:\\.|(?!\1)[^\\\n])*)\1/gu;

/** A number or a text that has words stands anywhere, but beside no word of which it would be a part; one of signs and spaces alone is a literal. */
function isShown(constant: string, text: string, literals: ReadonlySet<string | undefined>): boolean {
  const content = contentOf(constant);
  const isNumber = content === constant;
  if (!isNumber && !/[\p{L}\p{N}]/u.test(content))
    return /["'`\n]/u.test(content) ? text.includes(content) : literals.has(content);
  const before = isNumber ? String.raw`(?<![\w.])` : /^\s/u.test(content) ? "" : `(?<!${WORD})`;
  const after = isNumber ? String.raw`(?!\w|\.\d)` : /\s$/u.test(content) ? "" : `(?!${WORD})`;
  return new RegExp(`${before}${RegExp.escape(content)}${after}`, "u").test(text);
}

const WORD = String.raw`[\p{L}\p{N}_]`;

/** A constant without its quotes. */
export function contentOf(constant: string): string {
  return constant.replace(/^("""|["'])([^]*)\1$/u, "$2");
}

/** A target as examples of it are written. */
export function describeCallable(language: Language, definition: Definition): Callable {
  return {
    ...language.editing.describe(definition),
    reads: new Set(definition.facts.privateAttributeReads.keys()),
  };
}

/** All examples as a solver reads them. */
export function describeExamples(
  { definition, ...rules }: Pick<ProofTarget, "language" | "definition" | "policy">,
  examples: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): string {
  const target = describeCallable(rules.language, definition);
  const told = new Map<string, string>();
  return examples
    .flatMap((example) => {
      const observation = expected[example.id];
      return observation === undefined ? [] : [describeCase(target, example, observation, rules, told)];
    })
    .join("\n\n");
}
