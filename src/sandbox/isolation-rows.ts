import type { IsolationTable } from "./sandbox.ts";

/* Rows of the isolation table that several backends share, word for word. */

/** Processor time where only commands and processes are bounded. */
export const timeLimitsOnly: IsolationTable["cpu"] = {
  confined: "partly",
  how: "time limits per command and per process; no share of the processors is set",
};

/** A network namespace. */
export const ownNetwork: IsolationTable["network"] = {
  confined: "yes",
  how: "own network namespace with a loopback only; a proxy's socket where one is given",
};

/** An own `/dev`. */
export const ownDevices: IsolationTable["devices"] = {
  confined: "yes",
  how: "null, zero, full, random, urandom, tty and own pseudo-terminals",
};

/** Memory where no control group counts it, and why not. */
export function watchedMemory(reason: string): IsolationTable["memory"] {
  return { confined: "partly", how: `looked at every 50 ms, with a hard bound per process (${reason})` };
}
