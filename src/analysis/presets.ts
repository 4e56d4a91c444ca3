import { describeKnownNames, UsageError } from "../base/index.ts";
import type { FilterName } from "./filters.ts";

/** How targets are chosen, as others published it. */
export interface TargetPreset {
  /** All filters that are asked, instead of the default ones. */
  readonly filters: readonly FilterName[];
  /** Most functions of a source, and as many methods. Absent: all. */
  readonly sample?: TargetSample;
}

/** A choice among the targets of a source. */
export interface TargetSample {
  /** Most functions, and as many methods. */
  readonly most: number;
  /** Those with documentation are chosen first. */
  readonly prefersDocumented: boolean;
}

/**
 * R2E's (https://github.com/r2e-project/r2e, `extract`): what it leaves out unless told otherwise. Test code is left out beside: no task holds its
 * repository's tests.
 */
const R2E_FILTERS: readonly FilterName[] = [
  "dunder",
  "test_code",
  "no_docstring",
  "no_parameters",
  "no_return",
  "literal_returns",
  "docstring_words",
  "body_words",
  "name_prefix",
  "decorated",
  "few_statements",
  "forwarding",
  "large",
  "no_callees",
  "hidden_path",
  "nested_class",
];

/**
 * Every preset by name. RepoST's is that of its training set: R2E's filters without the one for documentation, then twenty functions and twenty methods of a
 * repository, documented ones first. Its evaluation set is the same with the filter `no_docstring` and fifteen of each.
 */
export const targetPresets = {
  r2e: { filters: R2E_FILTERS },
  repost: {
    filters: [...R2E_FILTERS.filter((name) => name !== "no_docstring"), "hyphenated"],
    sample: { most: 20, prefersDocumented: true },
  },
} satisfies Record<string, TargetPreset>;

/** The name of a preset. */
export type PresetName = keyof typeof targetPresets;

/** The names, as `--help` lists them. */
export const presetNames = Object.keys(targetPresets) as readonly PresetName[];

/** The preset of that name, as typed by a user. Throws `unknown-preset`. */
export function getPreset(name: string): TargetPreset {
  const found = presetNames.find((known) => known === name);
  if (found !== undefined) return targetPresets[found];
  throw new UsageError(
    "unknown-preset",
    `Cannot use preset "${name}". ${describeKnownNames(name, presetNames)}`,
  );
}
