import type { CaseRecipe } from "../spec/index.ts";

/** The calls whose inputs do not hold a definition's own code, as files of the repository or texts read from them: examples would tell the answer. */
export function withoutOwnCode<T extends { readonly recipe: CaseRecipe }>(
  calls: readonly T[],
  code: string,
): readonly T[] {
  const written = JSON.stringify(code).slice(1, -1);
  const bytes = Buffer.from(code).toString("latin1");
  return calls.filter(
    ({ recipe: { files, ...values } }) =>
      !JSON.stringify(values).includes(written) &&
      !Object.values(files).some((content) => content.includes(bytes)),
  );
}
