import { operandRemoval } from "../mutants/arithmetic.ts";
import { argumentRemoval, argumentSwap, callRemoval, keywordRemoval, rangeBounds } from "../mutants/calls.ts";
import { comparisonBoundary, comparisonRelation, identityEquality } from "../mutants/comparison.ts";
import { notRemoval } from "../mutants/conditions.ts";
import { stringCase } from "../mutants/constants.ts";
import { elementRemoval, indexBounds, sliceBounds } from "../mutants/containers.ts";
import { caseRemoval, filterRemoval, loopControl, returnRemoval } from "../mutants/control-flow.ts";
import { finallyBody, handlerBody, raiseRemoval } from "../mutants/exceptions.ts";
import type { MutationOperator } from "../mutants/operator.ts";
import { statementDeletion } from "../mutants/statements.ts";
import { dividedOtherwise, parenthesesLost, sliceOutward } from "./arithmetic.ts";
import { branchAsWell, branchOrder, earlyReturn, otherReturn, statementOrder } from "./branches.ts";
import { comparedOtherwise, oneSidedCheck } from "./comparisons.ts";
import { copyLost, duplicatesOtherwise, firstStays, mergeOrder, otherEnd } from "./containers.ts";
import { caughtOtherwise, noneForMissing, raisedOtherwise } from "./exceptions.ts";
import {
  argumentChanged,
  caseOtherwise,
  countOtherwise,
  defaultForFalsy,
  encodedOtherwise,
  instantOtherwise,
  orderLost,
  otherOccurrence,
  piecesOtherwise,
  roundedOtherwise,
  tiesOtherwise,
  wholeForPart,
} from "./forms.ts";
import { consumedIterator } from "./iterators.ts";
import {
  collectionEmptied,
  itemLeftOut,
  lastMatch,
  numberedTooLate,
  onceForWhile,
  oneLevelDeep,
  stopsAtFirst,
} from "./loops.ts";
import type { MistakeOperator } from "./mistake.ts";
import { normalisedNeedlessly, normalisingCallLost } from "./normalising.ts";
import { numberReadOtherwise } from "./numbers.ts";
import { operandOrder, parameterConfused, parameterIgnored, rawValue } from "./parameters.ts";
import {
  patternAnchor,
  patternArm,
  patternClass,
  patternCount,
  patternFlag,
  patternGreed,
} from "./patterns.ts";
import { capitalisedWhole, dateFormat, formattedOtherwise } from "./texts.ts";
import { blankForEmpty, noneForFalsy, orForNone } from "./truth.ts";
import { typeOtherwise } from "./types.ts";

/**
 * Mutation operators that are mistakes people make: of these what no mutant of the target is (there are more than a task is scored by), and
 * each made everywhere at once.
 */
const alsoMutations: readonly MistakeOperator[] = [
  comparisonBoundary,
  comparisonRelation,
  identityEquality,
  notRemoval,
  operandRemoval,
  stringCase,
  argumentRemoval,
  argumentSwap,
  callRemoval,
  keywordRemoval,
  rangeBounds,
  indexBounds,
  sliceBounds,
  elementRemoval,
  filterRemoval,
  caseRemoval,
  loopControl,
  returnRemoval,
  raiseRemoval,
  handlerBody,
  finallyBody,
  statementDeletion,
].map((operator: MutationOperator) => ({ name: operator.name, slip: (node) => operator.mutate(node) }));

/** The catalogue. Where two make the same text, the earlier one keeps it. */
export const mistakeOperators: readonly MistakeOperator[] = [
  normalisingCallLost,
  normalisedNeedlessly,
  rawValue,
  copyLost,
  argumentChanged,
  collectionEmptied,
  consumedIterator,
  otherOccurrence,
  otherEnd,
  lastMatch,
  stopsAtFirst,
  firstStays,
  mergeOrder,
  tiesOtherwise,
  orderLost,
  duplicatesOtherwise,
  itemLeftOut,
  numberedTooLate,
  comparedOtherwise,
  oneSidedCheck,
  wholeForPart,
  countOtherwise,
  piecesOtherwise,
  caseOtherwise,
  capitalisedWhole,
  noneForFalsy,
  blankForEmpty,
  orForNone,
  defaultForFalsy,
  noneForMissing,
  typeOtherwise,
  patternAnchor,
  patternGreed,
  patternCount,
  patternClass,
  patternFlag,
  patternArm,
  parameterIgnored,
  parameterConfused,
  operandOrder,
  parenthesesLost,
  dividedOtherwise,
  roundedOtherwise,
  numberReadOtherwise,
  sliceOutward,
  branchAsWell,
  branchOrder,
  earlyReturn,
  otherReturn,
  statementOrder,
  onceForWhile,
  oneLevelDeep,
  raisedOtherwise,
  caughtOtherwise,
  instantOtherwise,
  dateFormat,
  formattedOtherwise,
  encodedOtherwise,
  ...alsoMutations,
];
