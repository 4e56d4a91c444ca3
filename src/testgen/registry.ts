import { observed } from "./strategies/observed.ts";
import { refused } from "./strategies/refused.ts";
import { suggested } from "./strategies/suggested.ts";
import { synthesised } from "./strategies/synthesised.ts";
import type { TestStrategy } from "./test-strategy.ts";

/** The strategies that propose first inputs. Those of one role are asked in this order; growth starts from what they gave. */
export const testStrategies = { observed, refused, suggested, synthesised } satisfies Record<
  string,
  TestStrategy
>;
