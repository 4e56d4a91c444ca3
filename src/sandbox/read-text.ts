import { readFileSync } from "node:fs";

/** The text of a file of the kernel; empty where it cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
