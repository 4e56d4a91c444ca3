"""What tests ask of the pytest plug-ins that we switch off (faulthandler, pytest-xdist, pytest-random-order): all run here, in one process, in their order.

Without it a strictly checked mark or setting, a fixture or a hook of theirs would be unknown, and the tests that name one could not run.
"""

import types

_MARKS = ("xdist_group(name): runs in one process with others", "random_order(disabled): keeps its place")
_SETTINGS = ("faulthandler_timeout", "faulthandler_exit_on_timeout", "rsyncdirs", "rsyncignore", "looponfailroots")

# Hooks of pytest-xdist by their names, with its names of arguments; nobody calls them.
_HOOKS = {
    "pytest_xdist_setupnodes": lambda config, specs: None,
    "pytest_xdist_newgateway": lambda gateway: None,
    "pytest_xdist_rsyncstart": lambda source, gateways: None,
    "pytest_xdist_rsyncfinish": lambda source, gateways: None,
    "pytest_xdist_getremotemodule": lambda: None,
    "pytest_xdist_node_collection_finished": lambda node, ids: None,
    "pytest_xdist_make_scheduler": lambda config, log: None,
    "pytest_xdist_auto_num_workers": lambda config: None,
    "pytest_configure_node": lambda node: None,
    "pytest_testnodeready": lambda node: None,
    "pytest_testnodedown": lambda node, error: None,
    "pytest_handlecrashitem": lambda crashitem, report, sched: None,
}


def stand_in(pytest):
    """A plug-in of pytest in their place: a module, for methods of objects are no fixtures from pytest 10 on."""

    def pytest_addhooks(pluginmanager):
        if hasattr(pluginmanager, "add_hookspecs"):
            pluginmanager.add_hookspecs(_module("diorama_hooks", _HOOKS))

    def pytest_addoption(parser):
        for name in _SETTINGS:
            parser.addini(name, "belongs to a plug-in that is switched off")

    def pytest_configure(config):
        for mark in _MARKS:
            config.addinivalue_line("markers", mark)

    @pytest.fixture(scope="session")
    def worker_id():
        """As pytest-xdist calls the process where there is one alone."""
        return "master"

    @pytest.fixture(scope="session")
    def testrun_uid():
        """The same for all tests of a run."""
        return "0" * 32

    return _module("diorama_stand_in", locals())


def _module(name, members):
    module = types.ModuleType(name)
    module.__dict__.update(members)
    return module
