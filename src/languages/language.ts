import type { RepositoryPath } from "../base/index.ts";
import type { CaseRecipe, EditRecord, Observation, OutputKind, TargetRecord } from "../spec/index.ts";
import type { Assertions } from "./assertions.ts";
import type { Definition, LineRange } from "./definition.ts";
import type { FileEdit } from "./file-edit.ts";
import type { Driver } from "./driver.ts";
import type { Inputs } from "./inputs.ts";
import type { Modules } from "./modules.ts";
import type { Present } from "./present.ts";
import type { References } from "./references.ts";
import type { Resolution } from "./resolution.ts";
import type { Rewriting } from "./rewriting.ts";
import type { Slicing } from "./slicing.ts";
import type { SourceFiles } from "./source-files.ts";
import type { SpliceRefusal } from "./splice-refusal.ts";
import type { Structure } from "./structure.ts";
import type { Values } from "./values.ts";

export type * from "./definition.ts";

/** A parsed file. */
export interface ParsedFile {
  readonly path: RepositoryPath;
  readonly definitions: readonly Definition[];
  /** 1-based lines with syntax errors; definitions that contain one are not listed. */
  readonly syntaxErrorLines: readonly number[];
  /** Private attribute names (`_x`, `_Class__x`) read anywhere in the file, with how often. */
  readonly privateAttributeReads: ReadonlyMap<string, number>;
  /** Of these the reads in code that makes the attribute where it is missing, to remember something. */
  readonly memoReads: ReadonlyMap<string, number>;
  /** Why nothing of the file was read (`too_large`, `too_deep`, `too_costly`, `parser_failed`); absent where it was. */
  readonly refused?: string;
}

/** A statement of a file or of a class body. */
export interface OutlineItem {
  /** What a function, a class or an assignment to one name binds. */
  readonly name: string | undefined;
  /** `import` is also a block that holds imports (`try`, `if`). */
  readonly kind: "import" | "function" | "class" | "assignment" | "other";
  /** Decorators, and comments right above, belong to it. */
  readonly lines: LineRange;
  /** Of functions and classes: the text from the first decorator to the end of the header, its first line with indentation. */
  readonly declaration: string | undefined;
  /** The same with a mark for what it holds; of an assignment what stands before its value, where that is on its first line. */
  readonly stub: string | undefined;
  /** Of a class: the names it inherits from, as written. */
  readonly bases: readonly string[];
  /** Of a class: the statements of its body; none where they stand on the line of its header. */
  readonly members: readonly OutlineItem[];
  /** True for an assignment or declaration with a type. */
  readonly isAnnotated: boolean;
}

/** A name that an import brings into a file. */
export interface ImportedName {
  /** `*` where it brings any. */
  readonly name: string;
  /** The module as written: `os.path`, `..util`. */
  readonly module: string;
  /** What of the module it is; undefined where it is the module itself. */
  readonly attribute: string | undefined;
}

/** A file's statements from top to bottom. */
export interface FileOutline {
  readonly items: readonly OutlineItem[];
  /** Of the whole file, those inside functions included. */
  readonly imports: readonly ImportedName[];
  /** What begins a comment that ends with its line. */
  readonly lineComment: string;
}

/** What a completion makes of the files that it is put into, or why nothing. `message` is one sentence for the candidate's author. */
export type SpliceOutcome =
  /** No two edits of a file overlap. */
  | { readonly status: "spliced"; readonly edits: readonly FileEdit[] }
  | { readonly status: "refused"; readonly reason: SpliceRefusal; readonly message: string };

/** Another body for a target: a mutant, a mistake, a rewrite, a trivial body, a cheat or a shortcut, as a completion. */
export interface Variant {
  /** Unique within its family and target: `negate-condition-3`, `return-argument-text`. */
  readonly id: string;
  /** Operator, rewrite kind or template name. */
  readonly kind: string;
  /** A whole definition with its decorators, ready for `splice`. */
  readonly completion: string;
  /** Where it differs from the reference: bytes relative to the start of `spans.whole`. Mutants only. */
  readonly edit?: { readonly start: number; readonly end: number; readonly replacement: string };
  /** The lines of the definition, from 1, that it changes. Mistakes only. */
  readonly lines?: readonly number[];
  /** The rule by which no comparison policy can see the difference (`exception_message`, `log_text`). Mutants only. */
  readonly unobservable?: string;
  /** The constant it changes, as written (of a text its literal pieces, each in quotes): what a solver would have to know. Absent for 0, ±1 and 2. */
  readonly constants?: readonly string[];
  /** True where only a text differs: it may turn out to be seen in nothing but messages of exceptions. Mutants only. */
  readonly changesText?: boolean;
}

/**
 * The least piece of code that comparing code looks at. White space, comments and a definition's own docstring are none, and
 * what may be written in several ways that mean the same (the quotes of a text) has one.
 */
export interface Token {
  /** `name`: what its author could have called otherwise; `literal`: a constant; `other`: keywords and signs. */
  readonly kind: "name" | "literal" | "other";
  readonly text: string;
}

/** What of a function comparing code looks at, wherever it stands: also in a function, below a condition, or in a file with broken syntax. */
export interface FunctionCode {
  readonly name: string;
  /** Of its body. `name` is what a copy can call otherwise without changing anything around it: parameters, what it assigns, itself. */
  readonly tokens: readonly Token[];
}

/** Reads the functions of a language's files, and compares them, without running anything. */
export interface Syntax {
  /** Never throws for bad syntax. `text` is the file's decoded text. */
  parse(path: RepositoryPath, text: string): ParsedFile;
  /** A file's statements, for showing parts of it. Undefined where nothing of it can be read. */
  outline(text: string): FileOutline | undefined;
  /** Tokens of the body of a definition that `parse` found in `text`. Fast for the definitions of one file in a row. */
  bodyTokens(text: string, definition: Definition): readonly Token[];
  /** All functions of a text, outer ones before those in them. Fast and lenient: nothing is parsed. */
  functions(text: string): readonly FunctionCode[];
  /**
   * Tokens of the code in a text that is no source file, as documentation, notebooks, patches and templates are; none where there is none. Of a
   * piece of a source file, by its path, they are what such texts are compared with.
   */
  quotedTokens(path: RepositoryPath, text: string): readonly Token[];
}

/** Cuts a target out of its file and puts a completion in. */
export interface Editing {
  /** The file with the target's body replaced by a placeholder, and the edit that says so. */
  mask(text: string, definition: Definition): { readonly text: string; readonly edit: EditRecord };
  /** Reads a completion as the design's section 8 says and puts it into the original file. Coarse failures are values. */
  splice(text: string, definition: Definition, completion: string): SpliceOutcome;
  /** The public record of a target. */
  describe(definition: Definition): TargetRecord;
}

/** A source file that code of the repository can import. */
export interface SourceModule {
  readonly path: RepositoryPath;
  /** Its import name. */
  readonly module: string;
  /** Its decoded text. */
  readonly text: string;
}

/** What a shortcut may draw on beside the target's own file: what a solver has been told and can import. */
export interface ShortcutMaterial {
  /** The visible examples, each with what the reference showed. */
  readonly examples: readonly { readonly recipe: CaseRecipe; readonly observation: Observation }[];
  /** The files of the candidate's tree. One at the target's own path is passed over. Give the same objects again: what is read of them is kept. */
  readonly modules: readonly SourceModule[];
}

/** Which mutants to make. */
export interface MutantSelection {
  /** Most of those that a comparison could see. Absent: as many as a task is scored by; of more, an even choice. */
  readonly most?: number;
  /** Operators by name. Absent: all. */
  readonly operators?: readonly string[];
  /** Output that comparisons see. Absent: none. */
  readonly sees?: readonly OutputKind[];
}

/** Makes other bodies for a target. All lists are deterministic and in a stable order. */
export interface Variants {
  /** Absent `selection`: those that a task is scored by, of all operators. */
  mutants(text: string, definition: Definition, selection?: MutantSelection): readonly Variant[];
  /** What a `Variant.kind` of mutants can be. */
  readonly mutationOperators: readonly string[];
  /** Texts and numbers of the definition that some mutant changes and a comparison could see, as `Variant.constants` writes them, distinct. */
  constants(text: string, definition: Definition, sees?: MutantSelection["sees"]): readonly string[];
  /**
   * What people and models get wrong, as bodies: one mistake at one place or everywhere, and two at different places. No mutant that a task is scored
   * by is among them, and no id is one of a mutant. A bounded number, chosen evenly over operators. Some behave like the reference. Absent where the language
   * has no such catalogue.
   */
  mistakes?(text: string, definition: Definition, sees?: MutantSelection["sees"]): readonly Variant[];
  /** Every kind of rewrite that there is for one body; `rewrites` also gives variants of several kinds at once. */
  readonly rewriteKinds: readonly string[];
  /** Bodies that behave like the reference: one for each kind that the code gives a safe occasion for, then combinations. */
  rewrites(text: string, definition: Definition): readonly Variant[];
  /** Bodies that need no understanding: pass, raise, each parameter, reachable values, and what the reference was seen to end with. */
  trivialBodies(text: string, definition: Definition, seen: readonly Observation[]): readonly Variant[];
  /** Every cheat of the catalogue, filled in for the target. `module` is the target's import name. */
  cheats(text: string, definition: Definition, module: string): readonly Variant[];
  /** Every cheat against a grader that runs a repository's own tests. */
  testCheats(text: string, definition: Definition): readonly Variant[];
  /**
   * Bodies that do the work by somebody else's: forwarding the arguments to another callable, a sibling copy, another name of the target or the
   * parent class, and a table of the visible examples. A bounded number, chosen evenly where there are more.
   */
  shortcuts(
    text: string,
    definition: Definition,
    module: string,
    material: ShortcutMaterial,
  ): readonly Variant[];
}

/** Where tests are put that are written for a repository. */
export interface NewTests {
  /** Name of the framework that runs them. */
  readonly framework: string;
  /** A file at the root of the tree that the framework takes for tests. */
  readonly path: RepositoryPath;
}

/** Everything the toolkit knows of one programming language (`PartialLanguage` says what may be absent). */
export interface Language {
  readonly name: string;
  readonly files: SourceFiles;
  /** Absent where files are not indexed. */
  readonly structure?: Structure;
  /** Absent where nobody can tell what names mean. Languages that give the same object make one program: it links the files of all of them at once. */
  readonly resolution?: Resolution;
  /** Absent where files are not changed. */
  readonly rewriting?: Rewriting;
  /** Absent where definitions cannot be cut out with what they need. */
  readonly slicing?: Slicing;
  readonly syntax: Syntax;
  readonly editing: Editing;
  readonly modules: Modules;
  readonly references: References;
  readonly inputs: Inputs;
  /** Absent where it has no values beyond those that every language has. */
  readonly values?: Values;
  readonly present: Present;
  readonly assertions: Assertions;
  /** Absent where nobody can run tests that are written for it. */
  readonly newTests?: NewTests;
  readonly variants: Variants;
  readonly driver: Driver;
  /** Files of the driver's programs that make up the program with which a solver runs the visible examples; the first one is started. */
  readonly checkProgram: readonly string[];
}
