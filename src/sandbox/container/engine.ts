import { setTimeout as wait } from "node:timers/promises";

import type Dockerode from "dockerode";
import { z } from "zod";

import { messageOf } from "../../base/index.ts";

/** What an engine said of itself. */
export interface EngineFacts {
  /** `rootless`: root of a container is the user who runs the engine. */
  readonly isRootless: boolean;
  readonly countsSwap: boolean;
}

/** A connection and what is at its end, or why there is none. */
export type FoundEngine =
  | { readonly status: "found"; readonly connection: Dockerode; readonly facts: EngineFacts }
  | { readonly status: "missing"; readonly reason: string; readonly remedy: string };

/** An engine that is there says what it is in milliseconds. */
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

/** A connection to Docker as the variables say now; nothing is sent yet. Throws for an address that is none. */
export async function connectEngine(): Promise<Dockerode> {
  const { default: Client } = await import("dockerode");
  // Waiting for the end of a container takes as long as it takes, whatever DOCKER_CLIENT_TIMEOUT says.
  return new Client({ timeout: 0 });
}

let last: { readonly address: string; readonly engine: FoundEngine } | undefined;

/** Asks the engine for what it is and can, once for each address that answers; waits five seconds at most. Never throws. */
export async function findEngine(): Promise<FoundEngine> {
  const address = JSON.stringify(engineAddress());
  if (last?.address === address) return last.engine;
  const engine = await askEngine();
  if (engine.status === "found") last = { address, engine };
  return engine;
}

async function askEngine(): Promise<FoundEngine> {
  try {
    const connection = await connectEngine();
    const answers: unknown[] = await answered(Promise.all([connection.version(), connection.info()]));
    const [version, info] = [engineVersion.safeParse(answers[0]), information.safeParse(answers[1])];
    if (!version.success || !info.success) return missing("what answers is no container engine");
    if (version.data.Components?.some(({ Name }) => Name === "Podman Engine") === true)
      return { status: "missing", ...podman };
    const { SecurityOptions, MemoryLimit, SwapLimit, PidsLimit } = info.data;
    if (!MemoryLimit || !PidsLimit) return { status: "missing", ...cannotCount };
    const isRootless = SecurityOptions?.includes("name=rootless") === true;
    return { status: "found", connection, facts: { isRootless, countsSwap: SwapLimit } };
  } catch (error) {
    return missing(`no container engine answers: ${engineMessage(error)}`);
  }
}

function missing(reason: string): FoundEngine {
  const remedy = "Start Docker (sudo systemctl start docker), let this user use it, or set DOCKER_HOST";
  return { status: "missing", reason, remedy };
}

const cannotCount = {
  reason: "the engine cannot limit memory and processes of containers",
  remedy: "Run the engine as root, or delegate control groups to it (version 2, by systemd)",
};

/** What an engine said of a request that it refused, without the status of HTTP; else the error's message. */
export function engineMessage(error: unknown): string {
  const answer = refusal.safeParse(error);
  return (answer.success ? answer.data.json.message : messageOf(error)).trim();
}

const refusal = z.object({ json: z.object({ message: z.string() }) });

/** What `request` resolves with. Throws where the engine says nothing for a while: one that hangs is as good as none. */
export async function answered<T>(request: Promise<T>, withinMs: number = answerMs): Promise<T> {
  const late = new AbortController();
  try {
    return await Promise.race([request, silence(withinMs, late.signal)]);
  } finally {
    late.abort();
  }
}

async function silence(ms: number, signal: AbortSignal): Promise<never> {
  await wait(ms, undefined, { signal, ref: false });
  throw new Error(`the engine did not answer within ${ms} ms`);
}

const podman = {
  reason:
    "what answers is Podman, whose form of Docker's interface takes other options and mixes them into a command's input",
  remedy: "Point DOCKER_HOST at an engine of Docker's, or install bubblewrap",
};

const engineVersion = z.object({ Components: z.array(z.object({ Name: z.string() })).nullish() });

/** Of the answer to `GET /info`; https://docs.docker.com/reference/api/engine/ (System information). */
const information = z.object({
  SecurityOptions: z.array(z.string()).nullish(),
  MemoryLimit: z.boolean(),
  SwapLimit: z.boolean(),
  PidsLimit: z.boolean(),
});
