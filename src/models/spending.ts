import type { Model, ModelReply } from "./model.ts";

/** What answers took when they were asked for, wherever they come from now. */
export interface Spending {
  readonly calls: number;
  /** Null where the price of one of them is not known. */
  readonly costUsd: number | null;
}

/** The model with an account of its own. */
export function withSpending(model: Model): { readonly model: Model; readonly spending: () => Spending } {
  const replies: ModelReply[] = [];
  return {
    model: {
      ...model,
      async ask(request, signal) {
        const outcome = await model.ask(request, signal);
        if (outcome.status === "replied") replies.push(outcome.reply);
        return outcome;
      },
    },
    spending: () => ({ calls: replies.length, costUsd: sumPrices(replies) }),
  };
}

/** Added up as whole billionths, so that the order in which answers come decides nothing. */
function sumPrices(replies: readonly ModelReply[]): number | null {
  let billionths = 0;
  for (const { costUsd } of replies) {
    if (costUsd === null) return null;
    billionths += Math.round(costUsd * 1e9);
  }
  return billionths / 1e9;
}
