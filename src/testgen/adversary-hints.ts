import type { InputHints, Literals } from "../languages/index.ts";
import { editedDefinition, editTarget, type TargetInTree } from "../judge/index.ts";
import { hintsOf } from "./contract.ts";
import type { TargetContext } from "./target-context.ts";

/** What the text of a target says of its inputs, with the constants that its adversaries work with beside its own: what tells one often stands in it. */
export function withAdversaryLiterals(
  hints: InputHints,
  context: TargetContext,
  target: TargetInTree,
): InputHints {
  const others = (context.adversaries?.programs ?? []).flatMap(({ completion }) => {
    const edited = editTarget(target, completion);
    if (edited.status === "refused") return [];
    return [hintsOf({ ...context, text: editedDefinition(edited), calleeTexts: [] }).literals];
  });
  return others.length === 0 ? hints : { ...hints, literals: joinLiterals([hints.literals, ...others]) };
}

function joinLiterals(all: readonly Literals[]): Literals {
  const join = <T>(of: (literals: Literals) => readonly T[] | undefined): readonly T[] => [
    ...new Set(all.flatMap((literals) => of(literals) ?? [])),
  ];
  return {
    texts: join(({ texts }) => texts),
    integers: join(({ integers }) => integers),
    floats: join(({ floats }) => floats),
    lengths: join(({ lengths }) => lengths),
    main: join(({ main }) => main),
  };
}
