import type { Parser } from "web-tree-sitter";

import type { RepositoryPath } from "../../../base/index.ts";
import type {
  CollectedSlice,
  PieceForm,
  SlicedRepository,
  SlicePiece,
  SliceRequest,
  Slicing,
} from "../../slicing.ts";
import { readLenientTree } from "../file-index.ts";
import { ClassTable } from "./classes.ts";
import { ClosureFinder, type Closure } from "./closure.ts";
import { declaredClasses, namedClasses } from "./given-classes.ts";
import { renderOneFile } from "./one-file.ts";
import { Program, type Node } from "./program.ts";
import { readUnits } from "./read-units.ts";
import { Registrations } from "./registrations.ts";
import { renderFiles, type Shown } from "./render-files.ts";
import type { FileUnits } from "./summary.ts";

/** Raised with every change of what `summarise` gives for a text. */
const VERSION = "1";

const NOTHING: FileUnits = {
  units: [],
  areAnnotationsLazy: false,
  exported: undefined,
  prologue: "",
  newline: "\n",
};

/** Slices of Python definitions. */
export function createPythonSlicing(parser: Parser): Slicing {
  const opened = new WeakMap<SlicedRepository, Opened>();
  return {
    version: VERSION,
    summarise(_, text) {
      const tree = readLenientTree(parser, text);
      return tree.status === "read" ? readUnits(text, tree.root) : NOTHING;
    },
    collect(repository, request) {
      const known = opened.get(repository) ?? openProgram(repository);
      opened.set(repository, known);
      return collect(known, request);
    },
  };
}

interface Opened {
  readonly program: Program;
  readonly classes: ClassTable;
}

function openProgram(repository: SlicedRepository): Opened {
  const program = new Program(repository);
  return { program, classes: new ClassTable(program) };
}

function collect({ program, classes }: Opened, request: SliceRequest): CollectedSlice | undefined {
  const target = findTarget(program, request);
  if (target === undefined) return undefined;
  const hidden = request.isBodyHidden ? target : undefined;
  const registrations = new Registrations(program, target.path);
  const finder = new ClosureFinder({ program, classes, registrations, hidden });
  finder.start(target);
  for (const one of program.named(target.path, target.unit.name)) finder.need(one, target);
  for (const one of declaredClasses(program, classes, target)) finder.makeLive(one, target);
  for (const one of namedClasses(program, request.given)) finder.makeLive(one, target);
  return describe(program, finder.finish(), target);
}

/** The definition of that name, or the one that it stands in. */
function findTarget(program: Program, { path, name }: SliceRequest): Node | undefined {
  const parts = name.split(".");
  for (let length = parts.length; length > 0; length--) {
    const found = program
      .named(path, parts.slice(0, length).join("."))
      .findLast(({ unit }) => unit.never !== "main");
    if (found !== undefined) return found;
  }
  return undefined;
}

function describe(program: Program, closure: Closure, target: Node): CollectedSlice {
  const nodes = [...closure.distances.keys()].toSorted(
    (a, b) => (closure.distances.get(a) ?? 0) - (closure.distances.get(b) ?? 0),
  );
  const indexes = new Map(nodes.map((node, index) => [node, index]));
  const pieces = nodes.map((node): SlicePiece => {
    const parent = program.parent(node);
    const needs = [...(closure.needs.get(node) ?? [])].flatMap((one) => indexes.get(one) ?? []);
    return {
      ...describePiece(node, program.repository.text(node.path) ?? ""),
      distance: closure.distances.get(node) ?? 0,
      parent: parent && indexes.get(parent),
      needs,
    };
  });
  const show = (forms: ReadonlyMap<number, PieceForm>): Shown => {
    const shown = nodes.flatMap((node, index): [Node, PieceForm][] => {
      const form = forms.get(index);
      return form === undefined ? [] : [[node, form]];
    });
    const isAll = shown.length === nodes.length;
    const files: ReadonlySet<RepositoryPath> = isAll
      ? closure.files
      : new Set([target.path, ...shown.map(([{ path }]) => path)]);
    return { forms: new Map(shown), files, added: closure.added, target };
  };
  return {
    pieces,
    renderFiles: (forms) => renderFiles(program, show(forms)),
    renderOneFile: (forms) => renderOneFile(program, show(forms)),
  };
}

function describePiece(
  { unit, path }: Node,
  text: string,
): Pick<SlicePiece, "path" | "name" | "kind" | "line" | "length" | "signatureLength"> {
  const { kind, name, line, start, end, classFacts, functionFacts } = unit;
  const [opening = ""] = text.slice(start, end).split(/\r|\n/u);
  const kinds = {
    function: unit.owner === -1 ? "function" : "method",
    class: "class",
    variable: "variable",
    import: "import",
    effect: "statement",
    block: "statement",
  } as const;
  return {
    path,
    name: name === "" ? opening : name,
    kind: kinds[kind],
    line,
    length: kind === "import" ? (unit.imported?.text.length ?? 0) : (classFacts?.headerEnd ?? end) - start,
    signatureLength:
      functionFacts === undefined
        ? undefined
        : Math.min(functionFacts.documentationEnd - start + 8, end - start),
  };
}
