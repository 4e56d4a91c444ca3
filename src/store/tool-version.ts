import { readFileSync } from "node:fs";

/** The tool's name and version as records keep it (`diorama 0.1.0`), read from package.json. */
export function toolVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return `${name} ${version}`;
}
