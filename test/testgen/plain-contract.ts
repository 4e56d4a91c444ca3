import type { Contract } from "../../src/testgen/contract.ts";

/** A contract that says nothing of any parameter. */
export const PLAIN_CONTRACT: Contract = {
  parameters: [],
  variadicTypes: new Map(),
  relations: { orders: [], alike: [], positions: [] },
  heldParts: [],
  making: {
    numbers: new Map(),
    counts: new Set(),
    choices: new Map(),
    ordered: [],
    settings: new Map(),
    named: new Set(),
    declared: new Set(),
    filled: new Map(),
    types: new Map(),
    tables: new Map(),
  },
  lineEnds: "anywhere",
  takesNoneAmongObjects: true,
  exceptions: new Set(),
};
