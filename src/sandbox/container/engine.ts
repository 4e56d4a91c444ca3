import type Dockerode from "dockerode";
import { z } from "zod";

import { messageOf } from "../../base/index.ts";

/** A container engine that speaks Docker's interface, and how to come by it. */
export interface Engine {
  readonly name: "docker";
  /** What to type where none answers. */
  readonly remedy: string;
}

/** What an engine said of itself. */
export interface EngineFacts {
  /** `rootless`: root of a container is the user who runs the engine; `remapped`: ids of containers are others outside. */
  readonly users: "own" | "rootless" | "remapped";
  readonly countsMemory: boolean;
  readonly countsSwap: boolean;
  readonly countsProcesses: boolean;
}

/** A connection and what is at its end, or why there is none. */
export type FoundEngine =
  | { readonly status: "found"; readonly connection: Dockerode; readonly facts: EngineFacts }
  | { readonly status: "missing"; readonly reason: string; readonly remedy: string };

/** Docker, at `DOCKER_HOST` or its usual socket. */
export const dockerEngine: Engine = {
  name: "docker",
  remedy: "Start Docker (sudo systemctl start docker), let this user use it, or set DOCKER_HOST.",
};

/** An engine that is there answers in milliseconds; one that hangs is as good as none. */
const answerMs = 5_000;

/** Variables that say where an engine is and how to be let in. */
const addressVariables = [
  "DOCKER_HOST",
  "DOCKER_TLS_VERIFY",
  "DOCKER_CERT_PATH",
  "DOCKER_PATH_PREFIX",
  "SSH_AUTH_SOCK",
  "HOME",
];

/** Variables of this process that a program of ours needs to find the same engine. */
export function engineAddress(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    addressVariables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A connection as the variables say now; nothing is sent yet. Throws for an address that is none. */
export async function connectEngine(): Promise<Dockerode> {
  const { default: Client } = await import("dockerode");
  return new Client();
}

/** Asks an engine for what it is and can; waits five seconds at most. Never throws. */
export async function findEngine(engine: Engine): Promise<FoundEngine> {
  const missing = (reason: string): FoundEngine => ({ status: "missing", reason, remedy: engine.remedy });
  try {
    const connection = await connectEngine();
    const answer: unknown = await Promise.race([connection.info(), noAnswer()]);
    if (answer === undefined) return missing(`the engine did not answer within ${answerMs} ms.`);
    const facts = readFacts(answer);
    if (facts.countsMemory && facts.countsProcesses) return { status: "found", connection, facts };
    return {
      status: "missing",
      reason: "the engine cannot limit memory and processes of containers.",
      remedy: "Delegate control groups to the engine (version 2, with systemd), or run it as root.",
    };
  } catch (error) {
    return missing(`no engine answers: ${messageOf(error)}.`);
  }
}

/** Resolves with nothing; does not keep this process alive. */
function noAnswer(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), answerMs).unref();
  });
}

const information = z.object({
  SecurityOptions: z.array(z.string()).nullish(),
  MemoryLimit: z.boolean(),
  SwapLimit: z.boolean(),
  PidsLimit: z.boolean(),
});

/** Reads the answer of `GET /info`; https://docs.docker.com/reference/api/engine/ (System information). */
function readFacts(answer: unknown): EngineFacts {
  const { SecurityOptions, MemoryLimit, SwapLimit, PidsLimit } = information.parse(answer);
  const has = (name: string): boolean => SecurityOptions?.includes(`name=${name}`) === true;
  return {
    users: has("rootless") ? "rootless" : has("userns") ? "remapped" : "own",
    countsMemory: MemoryLimit,
    countsSwap: SwapLimit,
    countsProcesses: PidsLimit,
  };
}
