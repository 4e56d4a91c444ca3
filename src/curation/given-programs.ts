import type { Language, Variant } from "../languages/index.ts";
import type { PreparedTarget } from "./prepared-source.ts";

/** Programs that somebody gave for a target. */
export interface GivenPrograms {
  /** Those alone that can be put in its place. */
  readonly programs: readonly Variant[];
  /** What became of one, where `fates` are told of those that are usable; null where nothing is told of it. */
  readonly fateOf: <Fate>(
    id: string,
    fates: ReadonlyMap<string, Fate> | undefined,
  ) => Fate | "unusable" | null;
}

/** Looks at programs, by their ids, that may stand in the place of a target. */
export function readPrograms(
  { editing }: Pick<Language, "editing">,
  { definition, context }: PreparedTarget,
  given: ReadonlyMap<string, Omit<Variant, "id">>,
): GivenPrograms {
  const programs = [...given].flatMap(([id, program]): Variant[] => {
    const spliced = editing.splice(context.fileText, definition, program.completion);
    return spliced.status === "spliced" ? [{ id, ...program }] : [];
  });
  const usable = new Set(programs.map(({ id }) => id));
  return {
    programs,
    fateOf: (id, fates) => (usable.has(id) ? (fates?.get(id) ?? null) : "unusable"),
  };
}
