import { describe, expect, test } from "vitest";

import { givenStructure } from "../shown-structure.ts";

describe("the structure of TypeScript", () => {
  test("has types, members, overloads and namespaces", async () => {
    const read = await givenStructure("typescript", "src/orchard.ts");
    expect(read.outline).toEqual([
      "7 class Tree",
      "  8 variable Tree.kinds",
      "  9 variable Tree.leaves",
      "  10 method Tree.pick",
      "  11 method Tree.ripe",
      "  12 method Tree.over",
      "  13 method Tree.over",
      "  14 method Tree.over",
      "  15 constructor Tree.constructor",
      "  16 method Tree.height",
      "  17 method Tree.handler",
      "20 interface Named",
      "  21 variable Named.name",
      "  22 method Named.rename",
      "  22 variable Named.old",
      "25 enum Kind",
      "  25 variable Kind.Apple",
      "  25 variable Kind.Pear",
      "  25 variable Kind.Old",
      "26 type Basket",
      "27 namespace market",
      "  28 function market.stall",
      "30 namespace Prices.Local",
      "  31 variable Prices.Local.limit",
      "  32 function Prices.Local.hidden",
      "34 function outside",
      "36 function pick",
      "36 variable count",
      "37 function isTree",
    ]);
    expect(read.imports).toEqual([
      "1 type ./plant.ts Plant as Plant",
      "2 type ./grow.ts Leaf as Leaf",
      "2 ./grow.ts grow as grow",
      "3 market itself as market",
    ]);
    expect(read.exports).toEqual([
      "7 Tree of Tree",
      "20 Named of Named",
      "25 Kind of Kind",
      "26 Basket of Basket",
      "35 default of Tree",
      "36 pick of pick",
      "36 count of count",
      "37 isTree of isTree",
    ]);
    expect(read.all("Tree.pick")).toEqual([
      {
        whole:
          "@Input() protected async *pick(@Inject() count: number, basket?: string[], ...rest: unknown[]): AsyncGenerator<Leaf> {}",
        header:
          "protected async *pick(@Inject() count: number, basket?: string[], ...rest: unknown[]): AsyncGenerator<Leaf> ",
        name: "pick",
        parameters: "(@Inject() count: number, basket?: string[], ...rest: unknown[])",
        body: "{}",
        given: ["positional count: number", "positional basket: string[]", "variadic rest: unknown[]"],
        type: "AsyncGenerator<Leaf>",
        decorators: ["Input()"],
        modifiers: ["protected", "async"],
        bases: [],
      },
    ]);
    expect(read.all("Tree.over")).toEqual([
      {
        whole: "over(this: Tree, size: number): void;",
        header: "over(this: Tree, size: number): void;",
        name: "over",
        parameters: "(this: Tree, size: number)",
        given: ["positional size: number"],
        type: "void",
        decorators: [],
        modifiers: [],
        bases: [],
      },
      {
        whole: "over(size: string): void;",
        header: "over(size: string): void;",
        name: "over",
        parameters: "(size: string)",
        given: ["positional size: string"],
        type: "void",
        decorators: [],
        modifiers: [],
        bases: [],
      },
      {
        whole: "over(size: unknown): void {}",
        header: "over(size: unknown): void ",
        name: "over",
        parameters: "(size: unknown)",
        body: "{}",
        given: ["positional size: unknown"],
        type: "void",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("Tree.leaves")).toEqual([
      {
        whole: "private leaves?: Leaf[]",
        header: "private leaves?: Leaf[]",
        name: "leaves",
        given: [],
        type: "Leaf[]",
        decorators: [],
        modifiers: ["private"],
        bases: [],
      },
    ]);
    expect(read.all("Tree.constructor")).toEqual([
      {
        whole:
          "constructor(private readonly owner: string, { height }: { height: number } = { height: 1 }) { super(); }",
        header:
          "constructor(private readonly owner: string, { height }: { height: number } = { height: 1 }) ",
        name: "constructor",
        parameters: "(private readonly owner: string, { height }: { height: number } = { height: 1 })",
        body: "{ super(); }",
        given: ["positional owner: string", "positional : { height: number } = { height: 1 }"],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("Named.rename")).toEqual([
      {
        whole: "rename(to: string): void,",
        header: "rename(to: string): void,",
        name: "rename",
        parameters: "(to: string)",
        given: ["positional to: string"],
        type: "void",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("Basket")).toEqual([
      {
        whole: "export type Basket<T> = Map<string, T>",
        header: "export type Basket<T> = Map<string, T>",
        name: "Basket",
        given: [],
        decorators: [],
        modifiers: ["export"],
        bases: [],
      },
    ]);
    expect(read.all("pick")).toEqual([
      {
        whole: "pick = async <T,>(tree: Tree): Promise<T> => { throw tree; }",
        header: "pick = async <T,>(tree: Tree): Promise<T> => ",
        name: "pick",
        parameters: "(tree: Tree)",
        body: "{ throw tree; }",
        given: ["positional tree: Tree"],
        type: "Promise<T>",
        decorators: [],
        modifiers: ["export", "async"],
        bases: [],
      },
    ]);
  });

  test("has JSX", async () => {
    const read = await givenStructure("typescript", "src/view.tsx");
    expect(read.outline).toEqual(["1 function View", "  2 function View.onPick"]);
    expect(read.exports).toEqual(["1 View of View", "5 default of View"]);
    expect(read.all("View")).toEqual([
      {
        whole:
          'export function View({ tree }: { tree: string }): JSX.Element {\n  const onPick = (): void => {};\n  return <div title="🌳" onClick={() => onPick()}>{tree}</div>;\n}',
        header: "export function View({ tree }: { tree: string }): JSX.Element ",
        name: "View",
        parameters: "({ tree }: { tree: string })",
        body: '{\n  const onPick = (): void => {};\n  return <div title="🌳" onClick={() => onPick()}>{tree}</div>;\n}',
        given: ["positional : { tree: string }"],
        type: "JSX.Element",
        decorators: [],
        modifiers: ["export"],
        bases: [],
      },
    ]);
  });

  test("has types that are imported in place and signatures without names", async () => {
    const text =
      'export function plant(): import("./tree").Tree<Leaf> {}\r\n' +
      "interface Grow {\r\n  <Leaf>(leaf: Leaf): Leaf\r\n\r\n  /** 🌱 */\r\n  <Kind>(kind: Kind): Tree<Kind>\r\n  last(): void\r\n}\r\n";
    const read = await givenStructure("typescript", "grow.ts", text);
    expect(read.outline).toEqual(["1 function plant", "2 interface Grow", "  7 method Grow.last"]);
    expect(read.read.syntaxErrorLines).toEqual([]);
    expect(read.all("plant")).toMatchObject([{ type: 'import("./tree").Tree<Leaf>', body: "{}" }]);
  });

  test("has tests", async () => {
    const read = await givenStructure("typescript", "src/view.test.ts");
    expect(read.outline).toEqual([
      "3 function shown",
      "5 namespace view (test)",
      "  6 function view > shows a tree 🌳 (test)",
    ]);
    expect(read.imports).toEqual([
      "1 vitest expect as expect",
      "1 vitest suite as suite",
      "1 vitest test as test",
    ]);
  });
});
