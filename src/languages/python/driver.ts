import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import { asHostPath, joinPath } from "../../base/index.ts";
import type { Driver } from "../driver.ts";
import { atAddresses } from "./at-addresses.ts";

/** Prints the byte code of every program of a folder, as files that are used without a look at their source. */
const COMPILER = `
import base64, importlib._bootstrap_external as files, importlib.util, json, os, sys
found = {}
for name in sorted(os.listdir(sys.argv[1])):
    if name.endswith(".py"):
        path = os.path.join(sys.argv[1], name)
        with open(path, "rb") as source:
            text = source.read()
        code = compile(text, path, "exec", dont_inherit=True)
        whole = files._code_to_hash_pyc(code, importlib.util.source_hash(text), False)
        place = os.path.relpath(importlib.util.cache_from_source(path), sys.argv[1])
        found[place] = base64.b64encode(whole).decode()
json.dump(found, sys.stdout)
`;

/** Libraries that start threads of their own are told not to: a process with threads cannot be forked. */
const SINGLE_THREADED = ["OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"];

/** Warm CPython processes that fork themselves. */
export const pythonDriver: Driver = {
  programs: asHostPath(fileURLToPath(new URL("guest", import.meta.url))),
  parentCommand: ({ interpreter, programs }, { hashSeed }) => [
    ...atAddresses(interpreter, programs, hashSeed),
    "-B",
    joinPath(programs, "diorama_parent.py"),
  ],
  compileCommand: ({ interpreter, programs }) => [interpreter, "-B", "-c", COMPILER, programs],
  variables: ({ hashSeed, timeZone, locale }) => ({
    ...Object.fromEntries(SINGLE_THREADED.map((name) => [name, "1"])),
    TZ: timeZone,
    LC_ALL: locale,
    PYTHONHASHSEED: String(hashSeed),
    PYTHONNOUSERSITE: "1",
    PYTHONDONTWRITEBYTECODE: "1",
  }),
  loads(service, trust) {
    const [all, own] = LOADED[service];
    return trust === "own" && own !== undefined ? [all, own] : [all];
  },
  isCompiled(path, source) {
    if (path.split("/").slice(0, -1).includes("__pycache__")) return true;
    const stem = basename(source).replace(/\.[^.]+$/, "");
    // Also of an old build: `build/lib/module.cpython-312-x86_64-linux-gnu.so`.
    return basename(path).startsWith(`${stem}.`) && /\.(py[co]|so|pyd)$/.test(path);
  },
};

/** For jobs of anybody, and what is added for our own. */
const LOADED: Readonly<Record<Parameters<Driver["loads"]>[0], readonly [string, string?]>> = {
  evaluations: ["diorama_evaluation", "diorama_own"],
  programs: ["diorama_program"],
  tests: ["diorama_tests", "diorama_test_own"],
};
