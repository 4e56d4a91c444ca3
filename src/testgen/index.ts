export { argumentsOf } from "./given-arguments.ts";
export type { Contract } from "./contract.ts";
export type { ParameterContract } from "./parameter-contract.ts";
export { handedOn, withoutHandedOn } from "./handed-on.ts";
export { inferContract } from "./infer-contract.ts";
export { widenedBy } from "./widened-contract.ts";
export {
  DEFAULT_GROWTH,
  growSuite,
  type GrowthBudget,
  type GrowthOptions,
  type GrowthOutcome,
} from "./grow.ts";
export { chooseBroad } from "./breadth/choose-broad.ts";
export { featuresOfEntry, mostNovel, textsGiven, varyEntryCalls } from "./entries/vary-entry-calls.ts";
export { poolValues } from "./pools.ts";
export { proposeInputs, type ProposedInputs } from "./propose-inputs.ts";
export { openedShape, typeNameOf } from "./value-shape.ts";
export type {
  Adversaries,
  AdversaryFate,
  LeadingCalls,
  ObservedCall,
  ReimplementationsFound,
  TargetContext,
  ValuePools,
} from "./target-context.ts";
