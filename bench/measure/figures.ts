import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** The value below which the share `q` of the values lies. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Rows as they were measured, in `runs/bench/NAME.jsonl` of the working directory. */
export class RawRows {
  readonly path: string;

  constructor(name: string) {
    const folder = join("runs", "bench");
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, `${name}-${process.pid}.jsonl`);
  }

  add(row: object): void {
    appendFileSync(this.path, `${JSON.stringify(row)}\n`);
  }
}

/** A number as a person reads it. */
export function shown(value: number | undefined, digits = 2): string {
  return value === undefined ? "unknown" : value.toFixed(digits);
}
