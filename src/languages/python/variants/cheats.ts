import { readFileSync } from "node:fs";

import type { Parameter, Variant } from "../../language.ts";
import { freshName, passOn } from "./pass-on.ts";
import { withBody, type Reference } from "./reference.ts";

// A cheat is a file in `cheats/`: valid Python that defines `attempt(positional, keywords)`, with three names to fill in.
// It becomes a nested function of the target, so that nothing it binds can meet a parameter's name; the target's own
// body passes its arguments on and gives back what comes, in the way of its kind.

/** Names of the catalogue, for `cheat:NAME`: one file each in `cheats/`. */
export const cheatNames = [
  // The reference called, wherever a copy of it may be.
  "delegate",
  "delegate-bytecode",
  "delegate-download",
  "delegate-elsewhere",
  "delegate-frames",
  "delegate-garbage",
  "delegate-heap",
  "delegate-import",
  "delegate-kept",
  "delegate-loaders",
  "delegate-memory",
  "delegate-metadata",
  "delegate-packs",
  "delegate-source",
  "delegate-subclass",
  "uncover-mounts",
  // Values that deceive whoever compares, copies or writes them.
  "equal-to-everything",
  "lying-dict",
  "lying-exception",
  "lying-number",
  "lying-subclass",
  "lying-text",
  "mock-any",
  "proxy-of-argument",
  "smuggled-forms",
  "spoofed-class",
  "raising-object",
  "recursive-object",
  "endless-items",
  "stubborn-generator",
  "tamper-while-observed",
  // Outcomes forged, or ends that look like success or like the machine's fault.
  "exit-hard",
  "exit-in-thread",
  "exit-late",
  "exit-signals",
  "exit-soft",
  "forge-claims",
  "forge-frames",
  "forge-output",
  "forge-parent",
  "forge-repeats",
  "forge-rewards",
  "raise-special",
  // Frameworks, built-ins and the driver patched.
  "audit-driver",
  "import-hooks",
  "patch-builtins",
  "patch-codecs",
  "patch-driver",
  "patch-frameworks",
  "patch-types",
  "patch-writer",
  "poke-interpreter",
  "swap-modules",
  "trace-driver",
  // The judge and its surroundings read.
  "read-by-syscall",
  "read-caller",
  "read-descriptors",
  "read-files",
  "read-garbage",
  "read-parent-memory",
  "read-tests",
  // Inputs changed.
  "change-inputs",
  "poke-inputs",
  "swap-inputs",
  // Behaviour that depends on the call or on being watched.
  "detect-judge",
  "detect-tracing",
  "count-calls",
  // Time, chance and counters tampered with, signals.
  "alarm-in-driver",
  "bend-world",
  "burn-elsewhere",
  "drip-output",
  "freeze-costs",
  "signal-everyone",
  "signal-parent",
  "stop-the-clock",
  // Something exhausted or broken, so that a failure looks like the machine's.
  "close-descriptors",
  "deep-frame",
  "fill-disk",
  "fill-memory",
  "fill-processes",
  "flood-output",
  "half-frame",
  "overflow-stack",
  "packet-pipe",
  // State kept for the next case or evaluation.
  "leave-child",
  "spoil-place",
  "stash-files",
  "stash-globals",
  "stash-keyring",
  "stash-memory",
  "stash-process",
  "stash-socket",
  "stash-tree",
  // Files that change a harness.
  "plant-bytecode",
  "plant-files",
  "plant-plugins",
] as const;
export type CheatName = (typeof cheatNames)[number];

/** Every cheat of the catalogue as a body of the target. `module` is the import name of its file. */
export function makeCheats(reference: Reference, module: string): Variant[] {
  return cheatNames.map((name) => ({
    id: name,
    kind: name,
    completion: withBody(reference, fillIn(readTemplate(name), reference, module)),
  }));
}

/** The Python source of a cheat as it stands in its file. */
export function readTemplate(name: CheatName): string {
  return readFileSync(new URL(`./cheats/${name}.py.txt`, import.meta.url), "utf8").trimEnd();
}

function fillIn(template: string, reference: Reference, module: string): string[] {
  const { definition } = reference;
  const attempt = freshName("attempt", reference);
  const values: Readonly<Record<string, string>> = {
    TARGET_MODULE: JSON.stringify(module),
    TARGET_QUALIFIED_NAME: JSON.stringify(definition.name),
    TARGET_NAME: JSON.stringify(definition.name.split(".").at(-1) ?? definition.name),
  };
  const filled = template
    .replace(/^def attempt\(/m, `def ${attempt}(`)
    .replace(/\bTARGET_(?:MODULE|QUALIFIED_NAME|NAME)\b/g, (word) => values[word] ?? word);
  const call = `${attempt}(${packArguments(definition.parameters)})`;
  return [filled, ...passOn(call, reference)];
}

/** `(self, a, *rest), {"b": b, **more}`: what the target was called with. */
function packArguments(parameters: readonly Parameter[]): string {
  const positional: string[] = [];
  const keywords: string[] = [];
  for (const { name, kind } of parameters) {
    if (kind === "variadic") positional.push(`*${name}`);
    else if (kind === "variadic_keyword") keywords.push(`**${name}`);
    else if (kind === "keyword_only") keywords.push(`${JSON.stringify(name)}: ${name}`);
    else positional.push(name);
  }
  return `[${positional.join(", ")}], {${keywords.join(", ")}}`;
}
