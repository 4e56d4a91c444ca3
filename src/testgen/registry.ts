import { observed } from "./strategies/observed.ts";
import { synthesised } from "./strategies/synthesised.ts";
import type { TestStrategy } from "./test-strategy.ts";

/** The strategies that propose first inputs, in the order they are asked; growth starts from what they gave. */
export const testStrategies = { observed, synthesised } satisfies Record<string, TestStrategy>;
