"""Runs selected tests of a repository in this process. Loaded ahead by parents that run tests."""

import base64
import marshal
import os

import diorama_directory
import diorama_loading
import diorama_skeleton
import diorama_test_pytest
import diorama_test_session
import diorama_test_unittest
import diorama_world as world

# Without a list pytest loads what the environment has, and says what that was (own code only).
_NO_AUTOLOAD = "PYTEST_DISABLE_PLUGIN_AUTOLOAD"


def run(job, text, places, report):
    """Runs the tests of a `tests` job over the edited file."""
    code = diorama_skeleton.compile_or_tell(text, places["edited"], report)
    if code is None:
        return
    diorama_directory.enter(places["case"])
    world.restart()
    session = diorama_test_session.Session(job, places, report)
    _offer(job, code, places)
    del code
    try:
        if job["framework"] == "pytest":
            diorama_test_pytest.run(session, job)
        else:
            diorama_test_unittest.run(session, job, places["tree"])
    except SystemExit:
        pass
    session.finish()


def _offer(job, code, places):
    tree, codes = places["tree"], job.pop("codes")
    os.chdir(tree)
    if job["plugins"] is not None:
        os.environ[_NO_AUTOLOAD] = "1"
    diorama_loading.offer(places["edited"], code)
    for path in sorted(codes):
        found = marshal.loads(base64.b64decode(codes[path]))
        diorama_loading.offer(os.path.join(tree, path), _placed(found, job["codes_tree"], tree))


def _placed(code, before, after):
    """The code with its file where the tree is here."""
    if before == after or not code.co_filename.startswith(before):
        return code
    constants = tuple(_placed(each, before, after) if isinstance(each, type(code)) else each for each in code.co_consts)
    return code.replace(co_filename=after + code.co_filename[len(before) :], co_consts=constants)
