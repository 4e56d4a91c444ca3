import type { Readable, Writable } from "node:stream";

import type { SandboxPath } from "../base/index.ts";

/** A command and what it gets; nothing is inherited. */
export interface LaunchRequest {
  readonly command: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly workingDirectory: SandboxPath;
}

/** How a chain of processes ended, in the sandbox's terms. `broken`: the machinery failed, not the command. */
export type LaunchEnd =
  | { readonly status: "exited"; readonly exitCode: number }
  | { readonly status: "killed"; readonly signal: string }
  | { readonly status: "out-of-memory"; readonly limitBytes: number }
  | { readonly status: "broken"; readonly reason: string };

/** What the host saw of a chain's end. */
export interface ChainExit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The tail of its stderr. */
  readonly stderr: string;
  /** Whether `kill` was called. */
  readonly wasKilled: boolean;
}

/**
 * A command's first process as its owner sees it: pipes, and its end. `exit` comes when the process has ended, `close`
 * after that when its output is read or given up, `error` in place of both where it could not be started.
 */
export interface LaunchedProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  once(event: "error", listener: (error: Error) => void): unknown;
  once(event: "exit", listener: () => void): unknown;
  once(event: "close", listener: (exitCode: number | null, signal: NodeJS.Signals | null) => void): unknown;
}

/** A command on its way, with pipes. */
export interface Launched {
  readonly child: LaunchedProcess;
  /** Kills the command and everything it started; safe to call twice, and called once more when the first process has ended. */
  kill(): void;
  /** Called once after the chain ended and its pipes closed: waits until all that it started is gone, and says how it ended. */
  conclude(exit: ChainExit): Promise<LaunchEnd>;
}

/** What a backend gives to be made a sandbox of: how to launch, and how to let go. */
export interface Confinement {
  readonly name: string;
  launch(request: LaunchRequest): Launched;
  resolve(path: SandboxPath): SandboxPath;
  /** Removes what is left when nothing runs in it any more. */
  release(): Promise<void>;
  /** The same at process exit. */
  releaseNow(): void;
}
