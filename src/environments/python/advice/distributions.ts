import { knownDistribution } from "../import-map.ts";
import { BY_FIXTURE } from "../undeclared.ts";

/** Parts of the standard library that need a library of the system when the interpreter is made. */
const OF_THE_INTERPRETER =
  /^_?(?:tkinter|curses|ctypes|bz2|lzma|sqlite3|dbm|gdbm|readline|ssl|zoneinfo|idlelib|turtle)$/;

/** What an installer calls the distribution of a module: by the map, else, for a person to judge, by the module's own name. */
export function distributionOf(module: string): string {
  return knownDistribution(module) ?? (module.split(".")[0] ?? module).replaceAll("_", "-");
}

/** The pytest plug-in that gives a fixture, where it is a known one. */
export function pluginOfFixture(fixture: string): string | undefined {
  return Object.hasOwn(BY_FIXTURE, fixture) ? BY_FIXTURE[fixture] : undefined;
}

/** True for a module that comes with the interpreter and never from a registry. */
export function isOfInterpreter(module: string): boolean {
  return OF_THE_INTERPRETER.test(module.split(".")[0] ?? "");
}
