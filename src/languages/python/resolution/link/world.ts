import type { Attributes } from "./attributes.ts";
import type { CallBinder } from "./calls.ts";
import type { CallLog } from "./call-log.ts";
import type { Classes } from "./classes.ts";
import type { Containers } from "./containers.ts";
import type { Modules } from "./modules.ts";
import type { Names } from "./names.ts";
import type { Program } from "./program.ts";
import type { Protocols } from "./protocols.ts";
import type { Solver } from "./solver.ts";
import type { Values } from "./values.ts";

/** Everything that is known of a program while it is linked. */
export interface World {
  readonly program: Program;
  readonly names: Names;
  readonly modules: Modules;
  readonly classes: Classes;
  readonly values: Values;
  readonly solver: Solver;
  readonly containers: Containers;
  readonly attributes: Attributes;
  readonly calls: CallBinder;
  readonly protocols: Protocols;
  readonly log: CallLog;
  /** What flows to a slot where nothing else does. */
  readonly seeds: Seed[];
  /** Follows a function's code once more, apart from all others; the number of the repeated function. */
  readonly repeat: (index: number) => number;
  /** Functions that pytest calls for tests. */
  readonly fixtures: FixtureMark[];
  /** Looks again for what could not be settled, once all has flowed. */
  readonly questions: (() => void)[];
}

/** A slot whose functions are fixtures of pytest, and the slot of their `params`. */
export interface FixtureMark {
  readonly decorated: number;
  readonly parameters: number | undefined;
}

/** A value that counts only where nothing better is known. */
export interface Seed {
  readonly to: number;
  readonly from: number;
}
