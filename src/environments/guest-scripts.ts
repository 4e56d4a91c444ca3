import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath, joinPath, type HostPath } from "../base/index.ts";
import type { EnvironmentFailure } from "../spec/index.ts";
import type { Job, Resolve } from "./build-system.ts";
import { categoryOfOutput } from "./failure-category.ts";
import { readable } from "./machine.ts";

/** Folder with the guest programs of a language, by the name of its room. */
export function guestsOf(language: string): HostPath {
  return asHostPath(fileURLToPath(new URL(`../languages/${language}/guest`, import.meta.url)));
}

/** Where jobs see them. */
const SCRIPTS = asSandboxPath("/diorama/scripts");

/** One of a language's shell scripts as a job runs it. */
interface GuestScript extends Pick<Job, "network" | "files"> {
  readonly name: string;
  readonly words?: readonly string[];
  readonly timeoutMs: number;
  readonly variables: (at: Resolve) => Readonly<Record<string, string>>;
  /** What it failed at where its output does not tell. */
  readonly otherwise: EnvironmentFailure["category"];
}

/** A job that runs a script of a language's guest programs, and nothing else. */
export function scriptJob(
  guests: HostPath,
  { name, words = [], timeoutMs, variables, otherwise, ...job }: GuestScript,
): Job {
  return {
    ...job,
    mounts: [readable(guests, SCRIPTS)],
    commands: (at) => [
      {
        words: ["sh", at(joinPath(SCRIPTS, name)), ...words],
        timeoutMs,
        variables: variables(at),
        categoryOf: (outcome) => categoryOfOutput(outcome, otherwise),
      },
    ],
  };
}
