/** Why a completion could not be put into the file; the candidate's fault. */
export type SpliceRefusal =
  | "no_code"
  | "too_long"
  | "too_costly"
  | "not_parsable"
  | "wrong_definition"
  | "wrong_kind"
  | "decorators_differ"
  | "redefines";
