export { argumentsOf } from "./given-arguments.ts";
export { inferContract, type Contract, type ParameterContract } from "./contract.ts";
export {
  DEFAULT_GROWTH,
  growSuite,
  type GrowthBudget,
  type GrowthOptions,
  type GrowthOutcome,
} from "./grow.ts";
export { poolValues } from "./pools.ts";
export { proposeInputs, type ProposedInputs } from "./propose-inputs.ts";
export { openedShape, typeNameOf } from "./value-shape.ts";
export type {
  Adversaries,
  AdversaryFate,
  ObservedCall,
  TargetContext,
  ValuePools,
} from "./target-context.ts";
