import { arithmetic, augmentedAssignment, bitwise, operandRemoval, unary } from "./arithmetic.ts";
import {
  argumentRemoval,
  argumentSwap,
  calledName,
  callRemoval,
  keywordRemoval,
  rangeBounds,
} from "./calls.ts";
import {
  comparisonBoundary,
  comparisonNegation,
  comparisonRelation,
  identityEquality,
} from "./comparison.ts";
import { booleanOperator, conditionForced, conditionNegation, notRemoval } from "./conditions.ts";
import {
  complexConstant,
  floatConstant,
  integerConstant,
  namedConstant,
  stringCase,
  stringConstant,
} from "./constants.ts";
import { elementRemoval, indexBounds, sliceBounds } from "./containers.ts";
import {
  awaitRemoval,
  caseRemoval,
  filterRemoval,
  lambdaValue,
  loopControl,
  loopSkip,
  returnRemoval,
  returnValue,
  yieldValue,
} from "./control-flow.ts";
import { exceptionType, finallyBody, handlerBody, raiseRemoval } from "./exceptions.ts";
import { formatting } from "./formatting.ts";
import type { MutationOperator } from "./operator.ts";
import { assignmentValue, defaultArgument, statementDeletion } from "./statements.ts";

/**
 * All mutation operators. Where two make the same text, the earlier one keeps it. Kinds that other tools have and that are left out on
 * purpose: decorators taken away (they are no part of a target: the judge puts them back), every operator to every other one (see
 * `arithmetic`), `==` to `is` (see `identityEquality`), `None` for an argument (see `argumentRemoval`), other classes in `except` (see
 * `handlerBody`), renamed keywords of `dict(…)` (leaving them out shows as much), and random numbers for names (mutants are the same every time).
 */
export const mutationOperators: readonly MutationOperator[] = [
  comparisonBoundary,
  comparisonNegation,
  comparisonRelation,
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
  complexConstant,
  stringConstant,
  stringCase,
  namedConstant,
  loopControl,
  loopSkip,
  filterRemoval,
  returnValue,
  returnRemoval,
  lambdaValue,
  caseRemoval,
  yieldValue,
  awaitRemoval,
  raiseRemoval,
  exceptionType,
  handlerBody,
  finallyBody,
  statementDeletion,
  assignmentValue,
  defaultArgument,
  argumentSwap,
  callRemoval,
  argumentRemoval,
  keywordRemoval,
  calledName,
  rangeBounds,
  sliceBounds,
  indexBounds,
  elementRemoval,
  formatting,
];
