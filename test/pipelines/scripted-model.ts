import type { Model, ModelOutcome, ModelRequest } from "../../src/models/index.ts";

/** Answers one after another, and remembers what was asked. */
export function modelOf(
  answers: readonly (string | ModelOutcome)[],
): Model & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    name: "scripted",
    identity: { provider: "test", model: "scripted" },
    origin: {},
    async ask(request) {
      asked.push({ ...request, messages: [...request.messages] });
      const given = answers[asked.length - 1] ?? "";
      if (typeof given !== "string") return given;
      const usage = { input_tokens: 1, output_tokens: 1 };
      const reply = {
        text: given,
        finishReason: "stop",
        usage,
        costUsd: null,
        answeredBy: null,
        durationMs: 1,
      } as const;
      return { status: "replied", reply };
    },
  };
}
