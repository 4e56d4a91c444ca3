import { rmdirSync } from "node:fs";

import { describeKnownNames, DioramaError, makeTemporaryFolder, UsageError } from "../base/index.ts";
import { bubblewrap } from "./bubblewrap/backend.ts";
import { docker } from "./container/backend.ts";
import { none } from "./none.ts";
import { restricted } from "./restricted/backend.ts";
import type { Availability, SandboxBackend } from "./sandbox.ts";
import { unshare } from "./unshare/backend.ts";

/** Every backend, the strongest first. */
export const sandboxes = { bubblewrap, unshare, restricted, docker, none } satisfies Record<
  string,
  SandboxBackend
>;

/** Name of a backend. */
export type SandboxName = keyof typeof sandboxes;

/** A backend and what probing it found. */
export interface ChosenBackend {
  readonly backend: SandboxBackend;
  readonly availability: Extract<Availability, { status: "available" }>;
}

/** Backends that isolate, in the order in which `auto` tries them. */
const isolating: readonly SandboxName[] = ["bubblewrap", "unshare", "restricted", "docker"];

/**
 * The backend named, or the first that works here. Throws `no-sandbox` with the command that helps where none works, and a
 * `UsageError` (`unknown-sandbox`) for an unknown name and (`cannot-write`) where there can be no temporary folders, which all need.
 */
export async function chooseBackend(name: string): Promise<ChosenBackend> {
  const candidates = name === "auto" ? isolating.map((each) => sandboxes[each]) : [findBackend(name)];
  rmdirSync(makeTemporaryFolder("probe"));
  const refusals: Extract<Availability, { status: "unavailable" }>[] = [];
  for (const backend of candidates) {
    const availability = await backend.probe();
    if (availability.status === "available") return { backend, availability };
    refusals.push(availability);
  }
  const tried = candidates
    .map((backend, index) => `${backend.name}: ${refusals[index]?.reason ?? ""}`)
    .join("; ");
  throw new DioramaError("no-sandbox", `Cannot isolate code on this machine (${tried})`, {
    hint: `${refusals[0]?.remedy ?? ""} — or use --sandbox none for code that you trust.`,
  });
}

function findBackend(name: string): SandboxBackend {
  const known: Readonly<Record<string, SandboxBackend>> = sandboxes;
  const backend = Object.hasOwn(known, name) ? known[name] : undefined;
  if (backend !== undefined) return backend;
  throw new UsageError(
    "unknown-sandbox",
    `Cannot use sandbox "${name}": there is none of that name. ${describeKnownNames(name, [...Object.keys(sandboxes), "auto"])}`,
  );
}
