import { readFileSync } from "node:fs";

/** Ticks of the kernel's clock for processes in a second, on every architecture that Node runs on. */
const TICKS = 100;

/**
 * Processor time in milliseconds of all programs that this process started and that have ended, with those that they waited for. What another service runs on
 * its behalf (a container's engine) is not among it.
 */
export function endedProgramsMs(): number {
  // The name, which may hold anything, ends with the last bracket; behind it the fields are numbered from 3 (`proc(5)`).
  const fields = readFileSync("/proc/self/stat", "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
  return ((user + system) * 1000) / TICKS;
}
