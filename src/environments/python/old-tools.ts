/** What builds tell that do not go with new tools, and the bound that helps. Where several do, the first counts. */
export const OLD_TOOLS: readonly (readonly [sign: RegExp, bound: string])[] = [
  [/(?:cannot import name '|has no attribute ')Feature'/, "setuptools<46"],
  [/use_2to3/, "setuptools<58"],
  // Versions and requirements that only packaging before 22 could read.
  [/project\/version requirement specifiers|\bInvalid(?:Version|Specifier|Requirement): /, "setuptools<66"],
  [/setuptools\.command\.test\b|cannot import name 'test' from 'setuptools\.command/, "setuptools<72"],
  [/No module named '?pkg_resources/, "setuptools<81"],
  [
    /License classifiers have been superseded|Invalid dash-separated|test_suite|tests_require/,
    "setuptools<77",
  ],
  [/Cython\.Compiler|cython_sources|Cython error|\.pyx:\d+/, "cython<3"],
];
