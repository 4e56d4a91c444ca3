import { Option } from "commander";

import type { ContextName } from "../analysis/index.ts";
import type { SpecificationName } from "../evaluation/index.ts";

const contextChoices: readonly ContextName[] = [
  "file",
  "types",
  "files",
  "slice:visible",
  "slice:oracle",
  "callers",
  "tests",
  "similar",
  "none",
];
const specificationChoices: readonly SpecificationName[] = ["full", "signature"];

/** `--context`, the file unless another is chosen. */
export function contextOption(description: string): Option {
  return new Option("--context <name>", description).choices(contextChoices).default("file");
}

/** `--specification`, the whole unless the other is chosen. */
export function specificationOption(description: string): Option {
  return new Option("--specification <name>", description).choices(specificationChoices).default("full");
}
