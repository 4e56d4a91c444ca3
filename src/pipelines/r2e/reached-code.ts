/** What was reached of a target: shares in `[0, 1]`, and 1-based lines of its file. */
export interface ReachedCode {
  readonly branch: number | null;
  readonly line: number;
  readonly missedLines: readonly number[];
  /** Lines that were reached, but not every line that can come after them. */
  readonly partlyLeft: readonly number[];
}
