import type { Model } from "./model.ts";

/** Asks for at most `maxCalls` answers; every request beyond fails as `budget-spent`. */
export function withBudget(model: Model, maxCalls: number): Model {
  let calls = 0;
  return {
    ...model,
    async ask(request, signal) {
      if (calls < maxCalls) {
        calls++;
        return model.ask(request, signal);
      }
      const message = `Not asked for ${request.label}: the budget of ${maxCalls} calls is spent.`;
      return { status: "failed", failure: { code: "budget-spent", message, repeat: "later" } };
    },
  };
}
