import type { HostPath, RepositoryPath, SandboxPath } from "../base/index.ts";

/** Who wrote the code: workers that ran our own variants of the reference never run a candidate. */
export type Trust = "own" | "candidate";

/** What kind of jobs a parent serves. */
export type Service = "evaluations" | "programs" | "tests";

/** Facts of the process that a stable target must not depend on. */
export interface Variation {
  /** Of hashes, and of the addresses that some hash by. */
  readonly hashSeed: number;
  readonly timeZone: string;
  readonly locale: string;
}

/** Where a driver finds what it is started with, inside the sandbox. */
export interface DriverPlaces {
  /** The program that runs the language, of the environment. */
  readonly interpreter: SandboxPath;
  /** The driver's own programs, beside those of the judge's supervisor; read-only. */
  readonly programs: SandboxPath;
}

/** How the guest programs of a language are started. What they are told then, and what they say, is in docs/protocol.md. */
export interface Driver {
  /** Folder with its programs; files directly in it are laid into the sandbox. */
  readonly programs: HostPath;
  /** The command of a parent, which speaks the protocol on its standard streams. */
  parentCommand(places: DriverPlaces, variation: Variation): readonly string[];
  /**
   * The command that compiles the programs ahead: it prints a JSON object of what is to lie beside them, path below their folder to
   * base64. Absent where nothing can be compiled.
   */
  compileCommand?(places: DriverPlaces): readonly string[];
  /** Environment variables of a parent in that world. */
  variables(variation: Variation): Readonly<Record<string, string>>;
  /** What of its own a parent loads ahead for jobs of a kind: each megabyte that it weighs is paid for by every fork. */
  loads(service: Service, trust: Trust): readonly string[];
  /** True for what the language's tools make of source files, where it holds or may hold the code of `source`. */
  isCompiled(path: RepositoryPath, source: RepositoryPath): boolean;
}
