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
    const answer: unknown = await Promise.race([connection.info(), noAnswer()]);
    if (answer === undefined) return missing(`the engine did not answer within ${answerMs} ms`);
    const parsed = information.safeParse(answer);
    if (!parsed.success) return missing("what answers is no container engine");
    const { SecurityOptions, MemoryLimit, SwapLimit, PidsLimit } = parsed.data;
    if (!MemoryLimit || !PidsLimit) return { status: "missing", ...cannotCount };
    const isRootless = SecurityOptions?.includes("name=rootless") === true;
    return { status: "found", connection, facts: { isRootless, countsSwap: SwapLimit } };
  } catch (error) {
    return missing(`no container engine answers: ${messageOf(error)}`);
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

/** Resolves with nothing; does not keep this process alive. */
function noAnswer(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), answerMs).unref();
  });
}

/** Of the answer to `GET /info`; https://docs.docker.com/reference/api/engine/ (System information). */
const information = z.object({
  SecurityOptions: z.array(z.string()).nullish(),
  MemoryLimit: z.boolean(),
  SwapLimit: z.boolean(),
  PidsLimit: z.boolean(),
});
