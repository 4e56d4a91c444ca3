import { arithmetic, augmentedAssignment, bitwise, operandRemoval, unary } from "./arithmetic.ts";
import { argumentSwap, calledName, callRemoval, keywordRemoval, rangeBounds } from "./calls.ts";
import { comparisonBoundary, comparisonNegation, identityEquality } from "./comparison.ts";
import { booleanOperator, conditionForced, conditionNegation, notRemoval } from "./conditions.ts";
import { floatConstant, integerConstant, namedConstant, stringConstant } from "./constants.ts";
import { elementRemoval, indexBounds, sliceBounds } from "./containers.ts";
import {
  awaitRemoval,
  filterRemoval,
  loopControl,
  loopSkip,
  returnValue,
  yieldValue,
} from "./control-flow.ts";
import { exceptionType, handlerBody, raiseRemoval } from "./exceptions.ts";
import { formatting } from "./formatting.ts";
import type { MutationOperator } from "./operator.ts";
import { assignmentValue, defaultArgument, statementDeletion } from "./statements.ts";

/** All mutation operators. Where two make the same text, the earlier one keeps it. */
export const mutationOperators: readonly MutationOperator[] = [
  comparisonBoundary,
  comparisonNegation,
  identityEquality,
  booleanOperator,
  notRemoval,
  conditionNegation,
  conditionForced,
  arithmetic,
  bitwise,
  unary,
  augmentedAssignment,
  operandRemoval,
  integerConstant,
  floatConstant,
  stringConstant,
  namedConstant,
  loopControl,
  loopSkip,
  filterRemoval,
  returnValue,
  yieldValue,
  awaitRemoval,
  raiseRemoval,
  exceptionType,
  handlerBody,
  statementDeletion,
  assignmentValue,
  defaultArgument,
  argumentSwap,
  callRemoval,
  keywordRemoval,
  calledName,
  rangeBounds,
  sliceBounds,
  indexBounds,
  elementRemoval,
  formatting,
];
