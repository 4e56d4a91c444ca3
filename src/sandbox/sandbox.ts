import type { Readable, Writable } from "node:stream";

import type { HostPath, Logger, SandboxPath } from "../base/index.ts";

/** A folder or file of this machine that a sandbox sees. */
export interface Mount {
  readonly from: HostPath;
  readonly to: SandboxPath;
  readonly access: "read" | "write";
  /**
   * Folders whose files are laid over those of `from`, the first over the others. Of mounts to read alone, and where the backend can: the others
   * throw `overlay-unsupported` (`laysFilesOver`).
   */
  readonly over?: readonly HostPath[];
}

/** Upper bounds for everything that runs in one sandbox, together unless said otherwise. */
export interface ResourceLimits {
  readonly memoryBytes: number;
  readonly processes: number;
  /** Largest file any process may write, in bytes. */
  readonly fileBytes: number;
  /** Space below each of the private folders (`/tmp`, home), in bytes. */
  readonly scratchBytes: number;
  /** CPU time of any single process, in seconds; absent: no bound but the caller's. */
  readonly cpuSeconds?: number;
}

/**
 * What a sandbox may reach: nothing, or one Unix socket of the host on which an allow-listing proxy listens. With a proxy,
 * `HTTP_PROXY` and `HTTPS_PROXY` (in both cases of letters) of every command name a relay to it.
 */
export type NetworkAccess = { readonly kind: "none" } | { readonly kind: "proxy"; readonly socket: HostPath };

/** What a sandbox is made of. System libraries and the interpreter's own files are mounted as mounts like any other. */
export interface SandboxOptions {
  readonly mounts: readonly Mount[];
  readonly limits: ResourceLimits;
  readonly network: NetworkAccess;
  /** The whole environment of programs inside; nothing is inherited. */
  readonly variables: Readonly<Record<string, string>>;
  readonly workingDirectory: SandboxPath;
  /**
   * True for a warm parent that itself isolates its children: it keeps the privileges inside its own user namespace
   * that this takes (where the backend has one). Children drop them.
   */
  readonly nestsSandboxes?: boolean;
  /**
   * True for a parent that counts and ends its own children by `/proc`. Where the backend has no pid namespace, programs
   * then read there what everybody may read of all processes (names, command lines, states); memory, variables, folders
   * and open files of processes outside stay closed. Elsewhere they see their own processes either way.
   */
  readonly readsProcesses?: boolean;
  /** 0-based; sandboxes with different numbers never share a user id. */
  readonly workerNumber?: number;
}

/** How a command ended; each variant has only the fields that exist in it. */
export type CommandOutcome = {
  readonly stdout: string;
  readonly stderr: string;
  /** True when output was cut to its tail. */
  readonly isTruncated: boolean;
  readonly durationMs: number;
} & (
  | { readonly status: "exited"; readonly exitCode: number }
  | { readonly status: "timed-out"; readonly timeoutMs: number }
  | { readonly status: "killed"; readonly signal: string }
  | { readonly status: "out-of-memory"; readonly limitBytes: number }
);

/** How to run one command. */
export interface RunOptions {
  readonly timeoutMs: number;
  /** Bytes kept of each of stdout and stderr: the tail. Default 65,536. */
  readonly maxOutputBytes?: number;
  readonly input?: string | Uint8Array;
  readonly variables?: Readonly<Record<string, string>>;
  readonly workingDirectory?: SandboxPath;
  readonly signal?: AbortSignal | undefined;
  /** Called with whole lines of stdout as they come. */
  readonly onLine?: (line: string) => void;
}

/** A long-lived program in a sandbox, spoken to over its stdin and stdout. */
export interface SandboxProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves once the program and everything it started are gone. `stderr` is the last 8 KiB. */
  readonly exited: Promise<{
    readonly exitCode: number | undefined;
    readonly signal: string | undefined;
    readonly stderr: string;
  }>;
  /** Kills it and everything it started. Safe to call twice. */
  kill(): void;
}

/**
 * Runs things in one isolated machine. Each command sees the same mounts and a fresh set of private folders. A command's
 * program, its first word, and paths in variables are resolved; other words are not.
 */
export interface Sandbox {
  /** Runs a command to its end. A failing command is an outcome; throws `sandbox-broken` only for the machinery's own failure. */
  run(command: readonly string[], options: RunOptions): Promise<CommandOutcome>;
  /** Starts a program that is spoken to. */
  start(command: readonly string[]): Promise<SandboxProcess>;
  /**
   * A path as programs inside see it, for a path given in terms of `mounts[].to`. Backends without a mount namespace see
   * the host's own paths.
   */
  resolve(path: SandboxPath): SandboxPath;
}

/** A sandbox and the duty to end it. Disposing kills everything in it and removes what it kept on disk. */
export interface OwnedSandbox extends Sandbox, AsyncDisposable {}

/** What a backend confines on this machine: the isolation table. `partly` and `no` come with a reason. */
export type Confinement = "yes" | "partly" | "no";

/** What a row of the isolation table is about. */
export type IsolationRow =
  | "files"
  | "network"
  | "processes"
  | "memory"
  | "cpu"
  | "devices"
  | "kernel_surface"
  | "user";

/** How far each thing is confined, and by what. */
export type IsolationTable = Readonly<
  Record<IsolationRow, { readonly confined: Confinement; readonly how: string }>
>;

/** What probing a backend on this machine found. */
export type Availability =
  | {
      readonly status: "available";
      readonly tier: string;
      readonly isolation: IsolationTable;
      readonly nestsSandboxes: boolean;
    }
  | { readonly status: "unavailable"; readonly reason: string; readonly remedy: string };

/** One way of isolating: a file or folder here and a line in `registry.ts`. */
export interface SandboxBackend {
  readonly name: string;
  /** Tries the real thing once (cheap, at most a few hundred milliseconds). Never throws. */
  probe(): Promise<Availability>;
  create(options: SandboxOptions, context: { readonly logger: Logger }): Promise<OwnedSandbox>;
}
