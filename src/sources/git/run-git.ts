import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

import { DioramaError, isSystemError, throwIfInterrupted, type HostPath } from "../../base/index.ts";

/**
 * Every call of git goes through here. Nothing of a repository may run: commands that could are never called on it, and
 * what its own configuration could name (hooks, monitors, helpers) is overruled on the command line, which wins. The
 * user's own configuration (proxies, certificates, credentials) stays in force.
 */
const OVERRULED: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.alternateRefsCommand=true",
  "core.pager=cat",
  "protocol.ext.allow=never",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "fetch.writeCommitGraph=false",
  "log.showSignature=false",
  "init.templateDir=",
  // Repositories of another user: only their objects and refs are read.
  "safe.directory=*",
  "safe.bareRepository=all",
  // A server that sends less than a byte a second for a minute is gone.
  "http.lowSpeedLimit=1",
  "http.lowSpeedTime=60",
];

/** Variables that would point git at another repository, or make it run or write something. */
const FORBIDDEN_VARIABLES =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|TEMPLATE_DIR|EXTERNAL_DIFF|ATTR_SOURCE|REPLACE_REF_BASE|GRAFT_FILE|SHALLOW_FILE|PREFIX|PAGER|EDITOR|TRACE.*|CONFIG_PARAMETERS|CONFIG)$/;

/** How to call git. */
export interface GitOptions {
  /** The repository that the command works on; only ever one that we made. */
  readonly gitDirectory?: HostPath;
  readonly signal?: AbortSignal | undefined;
  readonly input?: string;
}

/** How git ended. */
export interface GitOutcome {
  readonly exitCode: number;
  readonly stdout: Buffer;
  /** The last 8 KiB, without user names and passwords of URLs. */
  readonly stderr: string;
}

/** Runs git to its end. A failing command is an outcome; throws `git-missing` and `InterruptedError`. */
export async function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitOutcome> {
  const parts: Buffer[] = [];
  const outcome = await streamGit(args, options, async (stdout) => {
    for await (const part of stdout as AsyncIterable<Buffer>) parts.push(part);
  });
  return { ...outcome, stdout: Buffer.concat(parts) };
}

/** Runs git and hands its stdout to `consume`; when that throws, git is killed. */
export async function streamGit(
  args: readonly string[],
  options: GitOptions,
  consume: (stdout: Readable) => Promise<void>,
): Promise<Omit<GitOutcome, "stdout">> {
  throwIfInterrupted(options.signal);
  // A session of its own has no terminal, so that neither git nor ssh can stop and ask.
  const child = spawn("git", [...commandLine(options), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
    env: gitVariables(),
  });
  const kill = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if (!isSystemError(error, "ESRCH")) throw error;
    }
  };
  options.signal?.addEventListener("abort", kill, { once: true });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr = (stderr + text).slice(-8_192)));
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  const ended = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? -1));
  });
  ended.catch(() => undefined);
  try {
    await consume(child.stdout);
    const exitCode = await ended;
    throwIfInterrupted(options.signal);
    return { exitCode, stderr: redact(stderr) };
  } catch (error) {
    throwIfInterrupted(options.signal);
    if (!isSystemError(error, "ENOENT")) throw error;
    throw new DioramaError("git-missing", "Cannot read git repositories: the program git is not installed.", {
      cause: error,
      hint: "Install git with the system's package manager.",
    });
  } finally {
    kill();
    options.signal?.removeEventListener("abort", kill);
  }
}

/** Takes user names and passwords out of the URLs in a text. */
export function redact(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, "$1");
}

/** The command with which git reads a repository of this machine: the same rules hold there. */
export function uploadPackCommand(): string {
  return ["git", ...commandLine({}), "upload-pack"].map((word) => `'${word}'`).join(" ");
}

function commandLine({ gitDirectory }: GitOptions): readonly string[] {
  const settings = OVERRULED.flatMap((setting) => ["-c", setting]);
  return gitDirectory === undefined ? settings : [...settings, `--git-dir=${gitDirectory}`];
}

function gitVariables(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !FORBIDDEN_VARIABLES.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
  };
}
