import type { Language } from "../language.ts";
import { CHECK_PROGRAM } from "./check-program.ts";
import { pythonDriver } from "./driver.ts";
import { pythonInputs } from "./inputs/inputs.ts";
import { pythonModules } from "./modules/modules.ts";
import { createPythonParser } from "./parser.ts";
import { pythonPresent } from "./present/present.ts";
import { pythonReferences } from "./references/references.ts";
import { pythonAssertions } from "./relations/assertions.ts";
import { createPythonResolution } from "./resolution/resolution.ts";
import { createPythonRewriting } from "./rewriting/rewriting.ts";
import { createPythonSlicing } from "./slicing/slicing.ts";
import { pythonFiles } from "./source-files.ts";
import { createPythonStructure } from "./structure/structure.ts";
import { createPythonSyntax } from "./syntax.ts";
import { pytest } from "./tests/pytest.ts";
import { pythonValues } from "./values/values.ts";
import { createPythonVariants } from "./variants/variants.ts";

/** Python 3, read by tree-sitter. Loads the grammar; share the result. */
export async function createPythonLanguage(): Promise<Language> {
  const parser = await createPythonParser();
  const structure = createPythonStructure(parser);
  return {
    name: "python",
    files: pythonFiles,
    structure,
    resolution: createPythonResolution(parser),
    rewriting: createPythonRewriting(parser, structure),
    slicing: createPythonSlicing(parser),
    ...createPythonSyntax(parser),
    modules: pythonModules,
    references: pythonReferences,
    inputs: pythonInputs,
    values: pythonValues,
    present: pythonPresent,
    assertions: pythonAssertions,
    newTests: { framework: pytest.name, path: "test_written.py" },
    variants: createPythonVariants(parser),
    driver: pythonDriver,
    checkProgram: CHECK_PROGRAM,
  };
}
