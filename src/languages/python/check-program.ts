/** Guest programs that run the visible examples beside a solver: the judge's own for building and observing, and a comparison. */
export const CHECK_PROGRAM: readonly string[] = [
  "check.py",
  "diorama_building.py",
  "diorama_case.py",
  "diorama_compare.py",
  "diorama_encoding.py",
  "diorama_kept.py",
  "diorama_names.py",
  "diorama_observing.py",
  "diorama_output.py",
  "diorama_patching.py",
  "diorama_recipes.py",
  "diorama_standard.py",
  "diorama_target.py",
  "diorama_values.py",
  "diorama_words.py",
  "diorama_world.py",
];
