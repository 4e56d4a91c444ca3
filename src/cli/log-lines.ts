import type { Logger, LogLevel } from "../base/index.ts";

const order: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** A logger that prints `event key=value …` lines from `least` upwards; the level stands in front of warnings and errors. */
export function createLineLogger(least: LogLevel, print: (line: string) => void): Logger {
  return (level, event, fields = {}) => {
    if (order.indexOf(level) < order.indexOf(least)) return;
    const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${formatField(value)}`);
    print(`${level === "warn" || level === "error" ? `${level}: ` : ""}${event}${rest.join("")}`);
  };
}

function formatField(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.message);
  if (typeof value === "string" && /^[^\s"=]+$/.test(value)) return value;
  return JSON.stringify(value) ?? "undefined";
}
