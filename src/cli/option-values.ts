import { availableParallelism } from "node:os";

import { InvalidArgumentError, Option } from "commander";

/** Reads a whole number of at least `least`; commander prints the message with the option's name. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`A whole number of at least ${least} is expected.`);
  };
}

/** Reads a fraction in `[0, 1]`. */
export const fraction: (text: string) => number = numberWithin(0, 1);

/** Reads a number in `[least, most]`. */
export function numberWithin(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() !== "" && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`A number from ${least} to ${most} is expected.`);
  };
}

/** Reads `a,b` into names, and those of each repetition of the option beside them. */
export function nameList(): (text: string) => string[] {
  const names: string[] = [];
  return (text) => {
    names.push(...text.split(",").map((name) => name.trim()));
    return names.filter((name) => name !== "");
  };
}

/** `--workers N`: how many evaluations run at a time; never changes a result. */
export function workersOption(): Option {
  return new Option("--workers <n>", "evaluations that run at a time")
    .argParser(wholeNumber(1))
    .default(availableParallelism(), "one per processor");
}

/** `--sandbox NAME`. */
export function sandboxOption(): Option {
  return new Option(
    "--sandbox <name>",
    "isolation to use: auto, or a name that doctor lists; none isolates nothing and is for code you trust",
  ).default("auto");
}
