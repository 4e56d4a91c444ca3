"""Selected tests of pytest, told by its own hooks: exit codes, files and printed words say nothing here."""

from diorama_switched_off import stand_in


def run(session, job):
    """Runs pytest in this process. The tree is the directory it starts in."""
    import pytest

    plugins = [word for name in job["plugins"] or () for word in ("-p", name)]
    ours = [_plugin(session, pytest), stand_in(pytest)]
    pytest.main(plugins + list(job["arguments"]) + list(job["files"]), plugins=ours)


def _plugin(session, pytest):
    class Outcomes:
        def __init__(self):
            self.places, self.reports = {}, {}

        @pytest.hookimpl(trylast=True)
        def pytest_collection_modifyitems(self, config, items):
            session.plugins = _plugins_of(config.pluginmanager)
            names = [item.nodeid.partition("[")[0] for item in items]
            chosen = [items[index] for index in session.select(names)]
            self.places = {id(item): place for place, item in zip(_places(session, names, items, chosen), chosen)}
            items[:] = chosen

        def pytest_collectreport(self, report):
            if report.failed:
                session.missing = "Collecting %s failed." % report.nodeid

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_protocol(self, item):
            place = self.places.get(id(item), -1)
            self.reports[id(item)] = []
            session.begin(place)
            yield
            outcome, message = _outcome_of(self.reports.pop(id(item)))
            session.end(place, outcome, message)
            if session.is_over:
                item.session.shouldstop = "over its limit"

        @pytest.hookimpl(hookwrapper=True)
        def pytest_fixture_setup(self, fixturedef):
            change = 0 if fixturedef.scope == "function" else 1
            session.share(change)
            yield
            session.share(-change)

        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(self, item, call):
            result = yield
            report = result.get_result()
            report.sections = []
            self.reports.setdefault(id(item), []).append((report, _message_of(call)))

    return Outcomes()


def _plugins_of(manager):
    """Names of the plug-ins that the environment's packages bring with them."""
    names = {manager.get_name(plugin) for plugin, _ in manager.list_plugin_distinfo()}
    return sorted(name for name in names if name)


def _places(session, names, items, chosen):
    """Where in the order asked for each chosen test stands."""
    counts, keys = {}, {}
    for name, item in zip(names, items):
        counts[name] = counts.get(name, 0) + 1
        keys[id(item)] = name, counts[name] - 1
    return [session.places[keys[id(item)]] for item in chosen]


def _message_of(call):
    if call.excinfo is None:
        return ""
    try:
        return "%s: %s" % (call.excinfo.type.__name__, call.excinfo.value)
    except Exception:
        return "an exception without words"


def _outcome_of(reports):
    for report, message in reports:
        if report.failed:
            return ("failed" if report.when == "call" else "error"), message
    if not reports:
        return "error", "The test did not run."
    if any(hasattr(report, "wasxfail") for report, _ in reports):
        return ("xfailed" if any(report.skipped for report, _ in reports) else "xpassed"), ""
    return ("skipped" if any(report.skipped for report, _ in reports) else "passed"), ""
