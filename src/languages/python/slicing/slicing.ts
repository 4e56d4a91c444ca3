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
import { GivenClasses, namedPlaces } from "./given-classes.ts";
import { notesOf, unknownParameters } from "./notes.ts";
import { renderOneFile } from "./one-file.ts";
import { Program, type Node } from "./program.ts";
import { readUnits } from "./read-units.ts";
import { Registrations } from "./registrations.ts";
import { renderFiles, type Shown } from "./render-files.ts";
import type { FileUnits } from "./summary.ts";
import { traceName } from "./trace.ts";

/** Raised with every change of what `summarise` gives for a text. */
const VERSION = "4";

/** Neighbours that are shown of a target whose body nobody sees. */
const MOST_SIBLINGS = 8;

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
  readonly given: GivenClasses;
  /** By the file of the target. */
  readonly registrations: Map<RepositoryPath, Registrations>;
}

function openProgram(repository: SlicedRepository): Opened {
  const program = new Program(repository);
  const classes = new ClassTable(program);
  return { program, classes, given: new GivenClasses(program, classes), registrations: new Map() };
}

function collect(opened: Opened, request: SliceRequest): CollectedSlice | undefined {
  const { program, classes, given } = opened;
  const target = findTarget(program, request);
  if (target === undefined) return undefined;
  const hidden = request.isBodyHidden ? target : undefined;
  const registrations = opened.registrations.get(target.path) ?? new Registrations(program, target.path);
  opened.registrations.set(target.path, registrations);
  const named = [
    ...namedPlaces(program, request.given, "always"),
    ...namedPlaces(program, request.givenStates, "__class__"),
    ...namedPlaces(program, request.givenValues, "__call__"),
  ];
  const isGivenKnown = named.length > 0;
  const { givenTexts } = request;
  const finder = new ClosureFinder({
    program,
    classes,
    registrations,
    given,
    givenTexts,
    hidden,
    isGivenKnown,
  });
  finder.start(target);
  finder.call(target);
  for (const one of program.named(target.path, target.unit.name))
    if (hidden !== undefined || !isOverload(one)) finder.need(one, target);
  for (const place of named) finder.needNamed(place, target);
  for (const one of isGivenKnown ? [] : given.ofTarget(target)) finder.take(one, target);
  const members = target.unit.kind === "class" ? takeClass(program, finder, target) : [];
  for (const member of members) finder.call(member);
  for (const member of isGivenKnown ? [] : members)
    for (const one of given.ofTarget(member)) finder.take(one, target);
  if (hidden !== undefined) takeVisible(program, finder, target);
  const notes = isGivenKnown || hidden !== undefined ? [] : unknownParameters(target);
  return describe(program, finder.finish(), { target, notes });
}

/** Needs of a class that is wanted itself all that stands in it, and gives that. */
function takeClass(program: Program, finder: ClosureFinder, target: Node): readonly Node[] {
  finder.makeLive(target, target);
  return program.members(target).flatMap((member) => {
    finder.need(member, target);
    return member.unit.kind === "class" ? takeClass(program, finder, member) : [member];
  });
}

/** Of a target whose body nobody sees: what its documentation names, and what stands beside it. */
function takeVisible(program: Program, finder: ClosureFinder, target: Node): void {
  for (const written of target.unit.functionFacts?.documented ?? []) {
    const names = written.split(".").filter((part) => part !== "");
    for (const { node } of traceName(program, names, { path: target.path, owner: -1 }).ends)
      finder.need(node, target);
  }
  const siblings = program
    .nodes(target.path)
    .filter(
      ({ unit }) => unit.kind === "function" && unit.owner === target.unit.owner && unit !== target.unit,
    );
  const near = (one: Node): number => Math.abs(one.index - target.index);
  for (const one of siblings.toSorted((a, b) => near(a) - near(b)).slice(0, MOST_SIBLINGS))
    finder.need(one, target);
}

/** True for a signature that only type checkers read. */
function isOverload({ unit }: Node): boolean {
  return unit.decorators.some((one) => /^(\w+\.)?overload$/.test(one));
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

function describe(
  program: Program,
  closure: Closure,
  { target, notes }: { readonly target: Node; readonly notes: readonly string[] },
): CollectedSlice {
  const nodes = [...closure.distances.keys()].toSorted(
    (a, b) => (closure.distances.get(a) ?? 0) - (closure.distances.get(b) ?? 0),
  );
  const indexes = new Map(nodes.map((node, index) => [node, index]));
  const pieces = nodes.map((node): SlicePiece => {
    const parent = program.parent(node);
    const indexed = (found: Iterable<Node> = []): readonly number[] =>
      [...found].flatMap((one) => indexes.get(one) ?? []);
    return {
      ...describePiece(node, program.repository.text(node.path) ?? ""),
      distance: closure.distances.get(node) ?? 0,
      parent: parent && indexes.get(parent),
      needs: indexed(closure.needs.get(node)),
      loads: indexed(closure.loads.get(node)),
    };
  });
  const show = (forms: ReadonlyMap<number, PieceForm>): Shown => {
    const shown = nodes.flatMap((node, index): [Node, PieceForm][] => {
      const form = forms.get(index);
      return form === undefined ? [] : [[node, form]];
    });
    const isCut = shown.length < nodes.length || shown.some(([, form]) => form === "signature");
    const imported = shown.flatMap(([{ path, unit }]) =>
      unit.imported === undefined ? [] : (program.imported(unit.imported, path)?.path ?? []),
    );
    const files: ReadonlySet<RepositoryPath> = isCut
      ? new Set([target.path, ...shown.map(([{ path }]) => path), ...imported])
      : closure.files;
    return { forms: new Map(shown), files, added: closure.added, target, isCut };
  };
  return {
    pieces,
    notes: [...notesOf(nodes), ...notes].toSorted(),
    renderFiles: (forms) => renderFiles(program, show(forms)),
    renderOneFile: (forms) => renderOneFile(program, show(forms)),
  };
}

function describePiece(
  { unit, path }: Node,
  text: string,
): Pick<
  SlicePiece,
  "path" | "name" | "kind" | "line" | "length" | "signatureLength" | "lines" | "signatureLines"
> {
  const { kind, name, line, start, end, classFacts, functionFacts } = unit;
  const [opening = ""] = text.slice(start, end).split(/\r|\n/u);
  const shortened = classFacts?.hasDocstring === true ? classFacts.plainEnd : undefined;
  const signatureEnd = functionFacts?.documentationEnd ?? shortened;
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
    lines: countLines(text.slice(start, classFacts?.headerEnd ?? end)),
    signatureLines: countLines(text.slice(start, signatureEnd ?? end)),
    length: kind === "import" ? (unit.imported?.text.length ?? 0) : (classFacts?.headerEnd ?? end) - start,
    signatureLength: signatureEnd === undefined ? undefined : Math.min(signatureEnd - start + 8, end - start),
  };
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "").length;
}
