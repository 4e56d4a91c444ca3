/** The share of edges of each kind that tests were seen to take, of those whose line they ran. */
export const CONFIDENCE = {
  declared: 0.99,
  inferred: 0.97,
  /** A method of a subclass or implementation, all of them together. */
  replacement: 0.6,
  flow: 0.9,
  name: 0.5,
};

/** What is left for one of several that share a confidence. */
export function shareOf(confidence: number, count: number): number {
  return Math.round((confidence / Math.max(1, count)) * 100) / 100;
}
