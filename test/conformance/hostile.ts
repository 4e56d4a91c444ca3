import { expect, test } from "vitest";

import { silentLogger } from "../../src/base/index.ts";
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
  const check = (name: HostileName, body: () => Promise<void>, manner = ""): void => {
    const excuse = findExcuse(backend.name, name, claims);
    const title = `${hostilePrograms[name].row}: ${name}${manner}`;
    if (excuse === undefined) test(`${title} is confined`, body);
    else test.skip(`${title} (not tried: ${excuse})`, body);
  };
  const tried = (names: readonly HostileName[]): HostileName[] =>
    names.filter((name) => findExcuse(backend.name, name, claims) === undefined);
  const open: OpenSandbox = (changes = {}) =>
    backend.create({ ...host().options, ...changes }, { logger: silentLogger });

  let said: Promise<ReadonlyMap<string, string>> | undefined;
  for (const name of hostileNames("probe")) {
    check(name, async () => {
      said ??= runProbes(host(), open, tried(hostileNames("probe")));
      expect((await said).get(name)).toBe("confined\nexit 0\n");
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
