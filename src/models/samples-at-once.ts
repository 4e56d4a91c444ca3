import { parseJson } from "../base/index.ts";

/** A request that is waited with for others like it. */
interface Waiting {
  readonly signal: AbortSignal | undefined;
  readonly settle: (response: Promise<Response>) => void;
}

/** Statuses by which a service says that it does not take `n`. */
const NOT_TAKEN: ReadonlySet<number> = new Set([400, 404, 422, 501]);

/**
 * Sends requests with the same body, which are samples of one prompt, as one that asks for `n` choices, at most `most`, and gives each its own choice. Those that are made
 * in the same turn of the event loop go together. What a choice took is its equal share: services tell the sum alone. A service that does not take `n`, or answers with
 * one choice, is asked for one at a time from then on; choices that are missing are asked for by themselves.
 */
export function withSamplesAtOnce(send: typeof fetch, most: number): typeof fetch {
  const gathered = new Map<string, Waiting[]>();
  let isTaken = most > 1;
  const sendTogether = async (url: string, init: RequestInit, group: readonly Waiting[]): Promise<void> => {
    const alone = (waiting: Waiting): void =>
      waiting.settle(send(url, { ...init, signal: waiting.signal ?? null }));
    const [first, ...others] = group;
    if (first === undefined) return;
    if (others.length === 0 || !isTaken) return group.forEach(alone);
    const body = JSON.stringify({ ...(JSON.parse(init.body as string) as object), n: group.length });
    const response = await send(url, { ...init, body, signal: whenAllGiveUp(group) });
    if (NOT_TAKEN.has(response.status)) {
      isTaken = false;
      return group.forEach(alone);
    }
    const text = await response.text();
    const parts = response.ok ? splitChoices(text) : undefined;
    if (parts === undefined)
      return group.forEach(({ settle }) => settle(Promise.resolve(copyOf(response, text))));
    if (parts.length < 2) isTaken = false;
    for (const [at, waiting] of group.entries()) {
      const part = parts[at];
      if (part === undefined) alone(waiting);
      else waiting.settle(Promise.resolve(copyOf(response, part)));
    }
  };
  return (input, init) => {
    const body = init?.body;
    if (!isTaken || typeof body !== "string") return send(input, init);
    const url = input instanceof Request ? input.url : String(input);
    return new Promise((resolve) => {
      const waiting: Waiting = { signal: init?.signal ?? undefined, settle: resolve };
      const key = `${url} ${body}`;
      const open = gathered.get(key);
      if (open !== undefined && open.length < most) {
        open.push(waiting);
        return;
      }
      const group = [waiting];
      gathered.set(key, group);
      setImmediate(() => {
        if (gathered.get(key) === group) gathered.delete(key);
        void sendTogether(url, init ?? {}, group).catch((error: unknown) => {
          for (const { settle } of group) settle(Promise.reject(error as Error));
        });
      });
    });
  };
}

/** Bodies with one choice each; undefined where there is none to be found. */
function splitChoices(text: string): readonly string[] | undefined {
  const body = parseObject(text);
  const choices = body?.["choices"];
  if (!Array.isArray(choices) || choices.length === 0) return undefined;
  const count = choices.length;
  return choices.map((choice: unknown, at) =>
    JSON.stringify({ ...body, choices: [choice], usage: shareOf(body?.["usage"], at, count) }),
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

/** The part of all figures that falls to one of so many; tokens stay whole, and the parts add up. */
function shareOf(value: unknown, at: number, count: number, name = ""): unknown {
  if (typeof value === "number")
    return name.endsWith("tokens") ? Math.floor(value / count) + (at < value % count ? 1 : 0) : value / count;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shareOf(each, at, count, key)]));
}

/** The same answer with another body; what told its length no longer does. */
function copyOf({ status, headers }: Response, text: string): Response {
  const kept = new Headers(headers);
  kept.delete("content-length");
  return new Response(text, { status, headers: kept });
}

/** Aborted once nobody waits any more. */
function whenAllGiveUp(group: readonly Waiting[]): AbortSignal {
  const control = new AbortController();
  let left = group.length;
  for (const { signal } of group)
    signal?.addEventListener("abort", () => {
      if (--left === 0) control.abort(signal.reason);
    });
  return control.signal;
}
