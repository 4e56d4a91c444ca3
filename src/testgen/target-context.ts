import type { Definition, Inputs } from "../languages/index.ts";
import type { CaseOrigin, CaseRecipe, ValueRecipe } from "../spec/index.ts";

/** A call of a target that was observed while the repository's own tests (or its documented examples) ran. */
export interface ObservedCall {
  readonly recipe: CaseRecipe;
  /** Qualified class of the exception it ended with, where it raised. */
  readonly raised: string | undefined;
  readonly origin: Extract<CaseOrigin, "observed" | "documented">;
}

/** Values seen anywhere in the repository's observed calls, by what they were used as. */
export interface ValuePools {
  /** Parameter name to values, distinct, in the order they were seen. */
  readonly byParameter: ReadonlyMap<string, readonly PooledValue[]>;
  /** Class (`module:Qualified.Name`) to receivers of its methods. */
  readonly byClass: ReadonlyMap<string, readonly PooledValue[]>;
  /** `typeNameOf` of an object with a class to the objects of it, whatever they were used as. */
  readonly byType: ReadonlyMap<string, readonly PooledValue[]>;
  /** Attribute (`module:Qualified.Name.attribute`) to its values, in any object, that are small and refer to nothing else. */
  readonly byAttribute: ReadonlyMap<string, readonly ValueRecipe[]>;
}

/** A value and the shared values it refers to. */
export interface PooledValue {
  readonly value: ValueRecipe;
  readonly shared: readonly ValueRecipe[];
}

/** What a strategy knows of the target it proposes cases for. */
export interface TargetContext {
  readonly definition: Definition;
  /** Import name of the target's file. */
  readonly module: string;
  /** Text of the definition. */
  readonly text: string;
  /** Text of the target's file. */
  readonly fileText: string;
  /** What the language tells of its inputs. */
  readonly inputs: Inputs;
  readonly calls: readonly ObservedCall[];
  readonly pools: ValuePools;
  /** Simple names of exception classes that the repository's functions it calls raise by their own text, at any depth. */
  readonly calleeExceptions: ReadonlySet<string>;
}
