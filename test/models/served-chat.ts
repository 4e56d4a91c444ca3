import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly prompt?: string;
    readonly temperature?: number;
    readonly max_tokens?: number;
    readonly top_p?: number;
    readonly stop?: readonly string[];
    readonly seed?: number;
    readonly stream?: boolean;
    readonly n?: number;
  };
}

/** Answers one request; `index` counts all requests from 0. */
export type Answer = (response: ServerResponse, request: SeenRequest, index: number) => void;

/** A chat endpoint on this machine. Dispose it to end it, with everything it never answered. */
export interface ServedChat extends AsyncDisposable {
  /** The base URL for a SPEC. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
}

/** Serves any POST below `/v1`. */
export async function serveChat(answer: Answer): Promise<ServedChat> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as SeenRequest["body"];
      const seen = { path: request.url ?? "", headers: request.headers, body };
      requests.push(seen);
      answer(response, seen, requests.length - 1);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** A whole answer with token counts, as such endpoints give it. */
export function reply(response: ServerResponse, text: string, more: object = {}): void {
  const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content: text } };
  send(response, 200, {
    id: "chat-1",
    object: "chat.completion",
    created: 0,
    model: "orchard-large",
    choices: [{ ...choice, ...more }],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18, cost: 0.25 },
  });
}

/** A status with a JSON body. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** An error body as OpenAI writes it. */
export function errorBody(message: string, code: string | null = null): object {
  return { error: { message, type: "error", param: null, code } };
}

/** Pieces of an answer as server-sent events; the stream is not ended. */
export function sendPieces(response: ServerResponse, pieces: readonly object[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const piece of pieces) response.write(`data: ${JSON.stringify(piece)}\n\n`);
}

/** A piece of a streamed chat answer. */
export function chatPiece(content: string, finishReason: string | null = null): object {
  const choices = [{ index: 0, delta: { role: "assistant", content }, finish_reason: finishReason }];
  return { id: "chat-1", object: "chat.completion.chunk", created: 0, model: "orchard-large", choices };
}
