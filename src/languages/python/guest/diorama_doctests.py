"""Runs the examples in the docstrings of modules under the recorder: `python diorama_doctests.py MODULE…`.

The configuration is the recorder's; the tests are named `doctest:<object>`. Failing examples are no error: what they
called is what counts.
"""

import doctest
import importlib
import sys

from diorama_recorder import open_recording


def run_examples(recording, module):
    """Runs every example of one module; output is thrown away."""
    for test in sorted(doctest.DocTestFinder().find(module), key=lambda each: each.name):
        if not test.examples:
            continue
        recording.begin_test("doctest:" + test.name)
        doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None)
        recording.flush()
    recording.begin_test(None)


def main(names):
    recording = open_recording()
    if recording is None:
        raise SystemExit("DIORAMA_RECORDER names no configuration")
    recording.start()
    try:
        for name in names:
            try:
                run_examples(recording, importlib.import_module(name))
            except (Exception, SystemExit) as problem:
                sys.stderr.write(name + ": " + type(problem).__name__ + "\n")
    finally:
        recording.finish()


if __name__ == "__main__":
    main(sys.argv[1:])
