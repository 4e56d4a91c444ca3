import { describeInput, describeShown, type ComparisonRules } from "../../judge/index.ts";
import type { SuiteCase } from "../../spec/index.ts";
import type { CannotTellReason, Equivalence, SetAsideReason } from "./equivalence.ts";
import type { ComparedTarget } from "./compared-target.ts";
import type { Shown } from "./observe-version.ts";
import { weighInput, type ShownTwice, type WeighingRules } from "./weigh-inputs.ts";

/** What a version showed, by case id, the first time and where it was run again the second. */
export interface TwoRuns {
  readonly first: ReadonlyMap<string, Shown>;
  readonly again: ReadonlyMap<string, Shown>;
}

/** What the runs of both versions come to, input by input. */
export function conclude(
  target: ComparedTarget,
  cases: readonly SuiteCase[],
  { left, right }: { readonly left: TwoRuns; readonly right: TwoRuns },
  rules: WeighingRules,
): Equivalence {
  const setAside: Partial<Record<SetAsideReason, number>> = {};
  let n = 0;
  for (const one of cases) {
    const [own, other] = [left, right].map(
      (runs): ShownTwice => ({
        first: runs.first.get(one.id),
        again: runs.again.get(one.id),
      }),
    );
    if (own === undefined || other === undefined) continue;
    const finding = weighInput(one, own, other, rules);
    if (finding.status === "different") {
      const callable = target.language.editing.describe(target.definition);
      return {
        status: "different",
        input: describeInput(callable, one, rules),
        recipe: one.recipe,
        left: inWords(target, one, own, rules),
        right: inWords(target, one, other, rules),
        difference: finding.difference,
        n,
      };
    }
    if (finding.status === "alike") n++;
    else setAside[finding.reason] = (setAside[finding.reason] ?? 0) + 1;
  }
  if (n > 0) return { status: "equivalent-on", n, setAside };
  const [most] = Object.entries(setAside).toSorted(([, a], [, b]) => b - a);
  const reason = (most?.[0] ?? "no_input") as SetAsideReason;
  const detail = `None of the ${cases.length} inputs says anything.`;
  return { status: "cannot-tell", reason, detail, setAside };
}

function inWords(
  target: ComparedTarget,
  single: SuiteCase,
  { first, again }: ShownTwice,
  rules: ComparisonRules,
): string {
  const callable = target.language.editing.describe(target.definition);
  const words = [first, again].flatMap((shown) => {
    if (shown === undefined) return [];
    return [
      shown.status === "observed" ? describeShown(callable, single, shown.observation, rules) : shown.words,
    ];
  });
  return [...new Set(words)].join("\nand then\n");
}

/** The outcome where nothing was weighed. */
export function cannotTell(reason: CannotTellReason, detail: string, side?: "left" | "right"): Equivalence {
  return { status: "cannot-tell", reason, ...(side === undefined ? {} : { side }), detail, setAside: {} };
}
