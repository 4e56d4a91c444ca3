/** A package whose own tests are run. */
export interface MeasuredPackage {
  /** As on the package index, with its version: the source distribution has the tests. Without a version: a folder beside this file. */
  readonly name: string;
  readonly version?: string;
  /** Where its modules are in the source distribution: folders, or files. */
  readonly code: readonly string[];
  /** Folders of the tree that imports begin at. */
  readonly roots: readonly string[];
  /** Arguments of pytest. */
  readonly tests: readonly string[];
  /** What its tests need beside pytest. */
  readonly needs?: readonly string[];
  /** Lowest minor version of CPython 3. */
  readonly since?: number;
}

/** Pure Python with tests of its own, by what it is rich in. */
export const packages: readonly MeasuredPackage[] = [
  // What few packages have: match, many things on one line.
  { name: "shapes", code: ["shapes.py"], roots: ["."], tests: ["test_shapes.py"], since: 10 },
  // One file of functions.
  { name: "inflection", version: "0.5.1", code: ["inflection"], roots: ["."], tests: ["test_inflection.py"] },
  // Methods, properties, operators.
  { name: "semver", version: "3.0.2", code: ["src/semver"], roots: ["src"], tests: ["tests"] },
  {
    name: "packaging",
    version: "24.2",
    code: ["src/packaging"],
    roots: ["src"],
    tests: ["tests", "-k", "not comparison"],
    needs: ["pretend"],
  },
  // Generators.
  { name: "more-itertools", version: "10.5.0", code: ["more_itertools"], roots: ["."], tests: ["tests"] },
  // Generators of generators, deep methods.
  { name: "sqlparse", version: "0.5.1", code: ["sqlparse"], roots: ["."], tests: ["tests"] },
  { name: "parso", version: "0.8.4", code: ["parso"], roots: ["."], tests: ["test"] },
  // Nested functions, decorators, asynchronous generators.
  { name: "jinja2", version: "3.1.4", code: ["src/jinja2"], roots: ["src"], tests: ["tests"] },
  // match on classes and values, chains of generators, lambdas.
  {
    name: "expression",
    version: "5.8.0",
    code: ["expression"],
    roots: ["."],
    tests: ["tests", "--asyncio-mode=auto", "--hypothesis-seed=0"],
    needs: ["hypothesis", "pydantic", "pytest-asyncio"],
    since: 10,
  },
  // async, with, try and finally.
  {
    name: "aiofiles",
    version: "24.1.0",
    code: ["src/aiofiles"],
    roots: ["src"],
    tests: ["tests", "--asyncio-mode=auto"],
    needs: ["pytest-asyncio"],
  },
  {
    name: "aioitertools",
    version: "0.12.0",
    code: ["aioitertools"],
    roots: ["."],
    tests: ["aioitertools/tests", "-o", "python_files=*.py"],
  },
  { name: "asyncstdlib", version: "3.12.5", code: ["asyncstdlib"], roots: ["."], tests: ["unittests"] },
];
