/** What simulated evaluations draw. */
import type { Random } from "../../src/base/index.ts";

/** A rate from the beta distribution with mean `rate` and intra-class correlation `likeness`: 0 always `rate`, 1 always 0 or 1. */
export function drawRate(random: Random, rate: number, likeness: number): number {
  if (rate === 0 || rate === 1 || likeness === 0) return rate;
  if (likeness === 1) return random.next() < rate ? 1 : 0;
  const size = 1 / likeness - 1;
  const [a, b] = [drawGamma(random, rate * size), drawGamma(random, (1 - rate) * size)];
  return a + b === 0 ? Number(random.next() < rate) : a / (a + b);
}

/** The share of samples that are resolved at a rate. */
export function drawShare(random: Random, rate: number, samples: number): number {
  let resolved = 0;
  for (let sample = 0; sample < samples; sample++) resolved += random.next() < rate ? 1 : 0;
  return resolved / samples;
}

/** Marsaglia and Tsang 2000. */
function drawGamma(random: Random, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * random.next() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}
