import type { RepositoryPath } from "../../../base/index.ts";
import type { CodePlace, FileSummary, ResolvedRepository } from "../../resolution.ts";
import { NO_TYPES, readBodies, type BodyWorld } from "./bodies.ts";
import { readBuildFiles } from "./build-evidence.ts";
import { createConfiguration } from "./conditions.ts";
import { readDefinitions } from "./definitions.ts";
import { createEdgeCollector } from "./edges.ts";
import type { FileDeclarations, FunctionEntity, PrototypeEntity, StructEntity } from "./entities.ts";
import { createFlow } from "./flow.ts";
import { createHolders } from "./holders.ts";
import { linkIncludes } from "./includes.ts";
import { createPreparer, openCursor, type PreparedFile } from "./prepared-file.ts";
import { createProgram } from "./program.ts";
import { readUnit, type SourceUnit } from "./source-unit.ts";
import { readSummary } from "./summary.ts";
import { writtenName } from "./tokens.ts";
import { createUses } from "./uses.ts";

/** Resolves the names of all files. The order of the maps does not matter. */
export function linkFiles(
  summaries: ReadonlyMap<RepositoryPath, FileSummary>,
  projectFiles: ReadonlyMap<RepositoryPath, string>,
): ResolvedRepository {
  const paths = [...summaries.keys()].sort();
  const units = paths.map((path, index) => readUnit(index, path, readSummary(summaries.get(path))));
  const build = readBuildFiles(projectFiles);
  const allIncludes = linkIncludes(units, build);
  const anyConfiguration = createConfiguration(units, allIncludes, build);
  const includes = linkIncludes(units, build, ({ condition }) => anyConfiguration.holds(condition) !== false);
  const configuration = createConfiguration(units, includes, build);
  const prepare = createPreparer(units, configuration);
  const numbers = { functions: 0, variables: 0, structs: 0 };
  const addStruct = (struct: Omit<StructEntity, "id">): StructEntity => ({
    ...struct,
    id: numbers.structs++,
  });
  const declarations = units.map((unit) =>
    readDeclarations(unit, prepare(unit.index), { numbers, addStruct }),
  );

  const program = createProgram(units, declarations, { includes, build });
  const flow = createFlow();
  const holders = createHolders(program, flow);
  const functions = declarations.flatMap((each) => each.functions);
  const placeOf = (entity: FunctionEntity | PrototypeEntity | undefined, unit: number): CodePlace => {
    const path = paths[unit] ?? "";
    return entity === undefined
      ? { path, name: "<module>", line: 1 }
      : { path, name: writtenName(entity.token), line: entity.line };
  };
  const collector = createEdgeCollector({ flow, holders, functions }, placeOf);
  const world: BodyWorld = { program, flow, holders, findings: collector.findings, addStruct };
  for (const { index } of units) readBodies(world, index, prepare(index));
  const { edges, unresolved } = collector.finish();
  return { edges, unresolved, ...createUses({ units, program, configuration, prepare }) };
}

type Counters = {
  readonly numbers: { functions: number; variables: number };
  readonly addStruct: (struct: Omit<StructEntity, "id">) => StructEntity;
};

function readDeclarations(
  unit: SourceUnit,
  file: PreparedFile,
  { numbers, addStruct }: Counters,
): FileDeclarations {
  const into: FileDeclarations = {
    functions: [],
    prototypes: [],
    variables: [],
    typedefs: [],
    structs: [],
    enumerators: [],
  };
  const cursor = openCursor(file, unit.index, {
    ...NO_TYPES,
    addStruct: (struct) => {
      const added = addStruct(struct);
      into.structs.push(added);
      return added;
    },
    addEnumerator: (token) => {
      into.enumerators.push({
        kind: "enumerator",
        name: token.text,
        unit: unit.index,
        token,
        line: token.line,
      });
    },
  });
  readDefinitions(cursor, into, numbers);
  return into;
}
