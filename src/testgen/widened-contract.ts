/** What a contract says once calls are graded that give a parameter more than its tests did. */
import { argumentsOf } from "./given-arguments.ts";
import type { Contract } from "./contract.ts";
import { allows } from "./parameter-contract.ts";
import { isEmpty, isNegative } from "./seen-values.ts";
import { typeNameOf } from "./value-shape.ts";

/** The contract with what these calls give beside it: a parameter whose value is only passed on takes anything. */
export function widenedBy(contract: Contract, calls: Parameters<typeof argumentsOf>[0]): Contract {
  const { values } = contract;
  return {
    ...contract,
    parameters: contract.parameters.map((parameter) => {
      const outside = argumentsOf(calls, parameter, parameter.position).filter(
        (seen) => !allows(parameter, seen, values),
      );
      if (outside.length === 0) return parameter;
      const { types, isNeverEmpty, isNeverNegative } = parameter;
      const given = new Set(outside.map(({ value, shared }) => typeNameOf(value, shared, values)));
      return {
        ...parameter,
        types: types.size === 0 ? types : types.union(given),
        isNeverEmpty: isNeverEmpty && !outside.some(({ value }) => isEmpty(value, values)),
        isNeverNegative: isNeverNegative && !outside.some(({ value }) => isNegative(value, values)),
        pool: undefined,
      };
    }),
  };
}
