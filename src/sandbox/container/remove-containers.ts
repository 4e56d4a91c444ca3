/** A program: removes every container with our label and the value given, also those that are only being made. */
import { setTimeout as wait } from "node:timers/promises";

import { connectEngine } from "./engine.ts";
import { ownershipLabel } from "./labels.ts";

/** A container that was asked for just before comes up after this time at the latest, also on a busy machine. */
const quietMs = 4_000;
const lookEveryMs = 250;

const [owner = ""] = process.argv.slice(2);
const engine = await connectEngine();
const filters = { label: [`${ownershipLabel}=${owner}`] };
for (let quietSince = Date.now(); Date.now() - quietSince < quietMs; await wait(lookEveryMs)) {
  const left = await engine.listContainers({ all: true, filters });
  if (left.length > 0) quietSince = Date.now();
  // One that is gone meanwhile, or just being removed, is not there at the next look.
  await Promise.allSettled(left.map(({ Id }) => engine.getContainer(Id).remove({ force: true, v: true })));
}
