import type ts from "typescript-api";

import type { Names } from "./callables.ts";
import { getCompiler } from "./compiler.ts";
import type { Place } from "./flow-graph.ts";

/** Items of a container, and members that are not known by name: the type checker knows none by this. */
export const ITEMS = "[]";

/** A function, class, module, literal or `new` expression; an instance by its type. */
export type FlowValue = ts.Node | ts.Type;

/** Tells nodes from types. */
export function isNode(value: FlowValue): value is ts.Node {
  return "kind" in value;
}

/** The places of members of objects: those of their declarations where the type checker knows these. */
export class MemberPlaces {
  private readonly names: Names;
  private readonly placeOfSymbol: (symbol: ts.Symbol) => Place | undefined;
  private readonly byObject = new Map<FlowValue, Map<string, Place>>();
  private readonly inherited = new Map<FlowValue, Place>();

  constructor(names: Names, placeOfSymbol: (symbol: ts.Symbol) => Place | undefined) {
    this.names = names;
    this.placeOfSymbol = placeOfSymbol;
  }

  /** The place of a member by its name. */
  placeOf(value: FlowValue, name: string): Place {
    let own = this.byObject.get(value);
    if (own === undefined) this.byObject.set(value, (own = new Map()));
    let place = own.get(name);
    if (place === undefined) {
      const symbol = this.findMember(value, name);
      place = (symbol && this.placeOfSymbol(this.names.followed(symbol))) ?? {};
      own.set(name, place);
    }
    return place;
  }

  /** Where the objects come together whose members an object has too. */
  inheritedBy(value: FlowValue): Place {
    let place = this.inherited.get(value);
    if (place === undefined) this.inherited.set(value, (place = {}));
    return place;
  }

  /** The places of all members that are written in an object literal. */
  writtenIn(value: FlowValue): readonly Place[] {
    if (!isNode(value) || !getCompiler().isObjectLiteralExpression(value)) return [];
    return value.properties.flatMap(({ name }) => {
      const symbol = name && this.names.checker.getSymbolAtLocation(name);
      return (symbol && this.placeOfSymbol(symbol)) ?? [];
    });
  }

  private findMember(value: FlowValue, name: string): ts.Symbol | undefined {
    if (name === ITEMS) return undefined;
    const { checker } = this.names;
    if (isNode(value) && getCompiler().isSourceFile(value)) {
      const module = checker.getSymbolAtLocation(value);
      return module && checker.getExportsOfModule(module).find((each) => each.name === name);
    }
    const type = isNode(value) ? checker.getTypeAtLocation(value) : value;
    return checker.getPropertyOfType(checker.getApparentType(type), name);
  }
}
