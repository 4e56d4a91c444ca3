"""The warm parent of Python: it has loaded what an evaluation needs, and forks one child for each.

How children are confined and watched: see `diorama_supervisor` (docs/protocol.md has the frames). Here is what a fork of this
interpreter takes: modules loaded ahead, a world of its own, and nothing of the parent's left in a child's way.
"""

import diorama_forking

diorama_forking.install()

import gc
import importlib
import os
import sys

import diorama_child
import diorama_libraries
import diorama_loading
import diorama_report
import diorama_supervisor as supervisor
import diorama_world


class Driver:
    """What the supervisor asks of a driver; see `diorama_supervisor.serve`."""

    def keep(self, kept, house):
        importlib.import_module("diorama_masked").keep(kept["text"], house.edited_path, kept["target"])
        diorama_loading.find_ahead(kept["target"]["module"], house.edited_path)
        house.weigh()
        gc.freeze()

    def take(self, job):
        return job

    def run(self, job, places, report):
        gc.enable()
        diorama_forking.resume()
        diorama_child.fresh_main()
        diorama_child.run(job.content, job.text, places, diorama_report.Report(report))


def _preload(names):
    """Loads modules in order; one that cannot be loaded here is left to the evaluations."""
    failed = []
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException:
            failed.append(name)
    return failed


def main():
    setup, house = supervisor.set_up()
    if not house.nests:
        importlib.import_module("diorama_shared").install(house.shared)
    diorama_world.install()
    diorama_loading.install()
    for name in setup["loads"]:
        importlib.import_module(name)
    sys.path[:] = setup["import_roots"] + [root for root in sys.path if root != os.path.dirname(__file__)]
    sys.dont_write_bytecode = True
    os.chdir(house.places["case"])
    resident = setup["resident"]
    if resident is not None:
        house.place_edited_files([resident["text"].encode("utf-8")])
    before = supervisor.state_left(house)
    failed = _preload(setup["preload"])
    if resident is None:
        diorama_loading.compile_ahead(setup["compile"])
    else:
        failed += _preload([resident["module"]])
    diorama_libraries.load_present()
    diorama_libraries.find_installed()
    after = supervisor.state_left(house)
    # The first compilation of a process makes the classes of syntax trees: here, once, and not in every child.
    compile("", "nothing", "exec")
    house.ready()
    gc.collect()
    gc.freeze()
    gc.disable()
    # What importing has read of clock and chance is forgotten: every child begins in the same world.
    diorama_world.restart()
    supervisor.say_ready(failed, before, after)
    supervisor.serve(house, Driver())


if __name__ == "__main__":
    main()
