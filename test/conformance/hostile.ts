import { expect, test } from "vitest";

import { silentLogger } from "../../src/base/index.ts";
import { findCgroupSupport } from "../../src/sandbox/cgroups.ts";
import type { IsolationTable, SandboxBackend } from "../../src/sandbox/index.ts";
import { hostileNames, hostilePrograms, type HostileName } from "./hostile-programs.ts";
import {
  explode,
  flood,
  leaveAll,
  meet,
  runAlone,
  runProbes,
  type Leavings,
  type Probed,
  type OpenSandbox,
} from "./hostile-runs.ts";
import type { Host } from "./sandbox-host.ts";

/*
 * The isolation table of a backend against programs that try what it denies. A program is run where its row of the table says
 * `yes` or `partly`; where the row says `partly`, the backend may be excused, with a reason, and then the program is not
 * tried. A row that says `yes` has no excuses: it has to be mended, or to say `partly`.
 */

/** Programs that a backend does not claim to stop, each with the reason. */
export type HostileExceptions = Readonly<Partial<Record<HostileName, string>>>;

/** What no backend stops where the host looks at memory itself. */
export const uncountedMemory: HostileExceptions =
  findCgroupSupport().kind === "none"
    ? { "memory-in-files": "without a control group nobody counts files that lie in no folder" }
    : {};

/** What probing a backend said, and what it is excused from. */
export interface HostileClaims {
  readonly isolation: IsolationTable;
  readonly nestsSandboxes: boolean;
  readonly exceptions: HostileExceptions;
}

/** Whether programs inside have a user id of their own, so that the kernel counts them apart from what else runs. */
const isCounted = process.geteuid?.() === 0;

/** Declares a test for each program, in the suite that this is called in. `host` is asked when tests run. */
export function testHostilePrograms(backend: SandboxBackend, claims: HostileClaims, host: () => Host): void {
  for (const line of describeExcuses(backend.name, claims)) test.skip(line);
  const check = (name: HostileName, body: () => Promise<void>, manner = ""): void => {
    if (findExcuse(backend.name, name, claims) !== undefined) return;
    const { row, manner: kind } = hostilePrograms[name];
    (kind === "alone" ? test.concurrent : test)(`${row}: ${name}${manner} is confined`, body);
  };
  const tried = (names: readonly HostileName[]): HostileName[] =>
    names.filter((name) => findExcuse(backend.name, name, claims) === undefined);
  const open: OpenSandbox = (changes = {}) =>
    backend.create({ ...host().options, ...changes }, { logger: silentLogger });

  let probed: Promise<Probed> | undefined;
  for (const name of hostileNames("probe")) {
    check(name, async () => {
      probed ??= runProbes(host(), open, tried(hostileNames("probe")));
      const { said, ...victims } = await probed;
      expect(said[name]).toBe("confined\nexit 0\n");
      expect(victims).toEqual({ note: "kept\n", noteMode: 0o644, isBystanderAlive: true });
    });
  }
  let left: Promise<readonly Leavings[]> | undefined;
  for (const name of hostileNames("lingers")) {
    check(name, async () => {
      left ??= leaveAll(host(), open, tried(hostileNames("lingers")));
      for (const { manner, alive } of await left) expect({ manner, alive }).toEqual({ manner, alive: [] });
    });
  }
  for (const name of hostileNames("pair")) check(name, () => meet(name, open));
  for (const name of hostileNames("alone")) check(name, () => runAlone(name, host(), open));
  check("output-flood", () => flood(open));
  check("fork-bomb", () => explode("rest", host(), open), " that rests");
  if (isCounted) check("fork-bomb", () => explode("spin", host(), open), " that spins");
  else
    test.skip(
      "processes: fork-bomb that spins (not tried: as an ordinary user it has room to hold up every other test)",
    );
}

/** A line for each row and reason, with the programs that are not tried for it. */
function describeExcuses(backend: string, claims: HostileClaims): string[] {
  const names = Object.keys(hostilePrograms) as HostileName[];
  const excused = names.flatMap((name) => {
    const excuse = findExcuse(backend, name, claims);
    return excuse === undefined ? [] : [{ name, excuse, row: hostilePrograms[name].row }];
  });
  const groups = Map.groupBy(excused, ({ row, excuse }) => `${row}\n${excuse}`);
  return [...groups.values()].map((group) => {
    const { row = "", excuse = "" } = group[0] ?? {};
    return `${row}: ${group.map(({ name }) => name).join(", ")} (not tried: ${excuse})`;
  });
}

/** Why a program is not tried; `undefined`: it is. Throws where a backend claims all and is excused from something. */
function findExcuse(
  backend: string,
  name: HostileName,
  { isolation, exceptions }: HostileClaims,
): string | undefined {
  const { row } = hostilePrograms[name];
  const { confined, how } = isolation[row];
  const excuse = exceptions[name];
  if (confined === "yes" && excuse !== undefined)
    throw new Error(`${backend} is excused from ${name} (${excuse}), but its row "${row}" says yes.`);
  return excuse ?? (confined === "no" ? how : undefined);
}
