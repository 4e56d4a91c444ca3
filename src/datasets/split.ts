import { sha256 } from "../base/index.ts";
import type { Split } from "../spec/index.ts";

/** Shares of the parts; the rest is for testing. */
const TRAIN = 0.8;
const VALIDATION = 0.1;

/** The part that a repository family is in, the same in every set: 80 % train, 10 % validation, 10 % test, by a hash of its name. */
export function splitOf(family: string): Split {
  const place = Number.parseInt(sha256(`split/1\0${family}`).slice(0, 12), 16) / 2 ** 48;
  if (place < TRAIN) return "train";
  return place < TRAIN + VALIDATION ? "validation" : "test";
}
