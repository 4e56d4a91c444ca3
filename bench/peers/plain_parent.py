"""The floor: a CPython parent that forks, compiles and runs programs, with no isolation and nothing of a judge's.

plain_parent.py FILE: FILE is JSON {"preload": [module], "programs": [text], "repeats": n}. Prints JSON: the exit codes of
the first round, seconds and CPU seconds of all rounds, and the parent's anonymous memory in MiB.
"""

import importlib
import json
import os
import resource
import shutil
import sys
import tempfile
import time


def run_once(text, folder):
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(nothing, descriptor)
            os.chdir(folder)
            exec(compile(text, "program.py", "exec"), {"__name__": "__main__", "__file__": "program.py"})
            code = 0
        except SystemExit as leaving:
            code = leaving.code if type(leaving.code) is int else int(leaving.code is not None)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main(path):
    with open(path) as file:
        job = json.load(file)
    for name in job["preload"]:
        try:
            importlib.import_module(name)
        except ImportError:
            pass
    # The first compilation of a process makes the classes of syntax trees, which children would pay for.
    compile("", "nothing", "exec")
    folder = tempfile.mkdtemp()
    for text in job["programs"][:20]:
        run_once(text, folder)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    begun = time.perf_counter()
    codes = []
    for _ in range(job["repeats"]):
        codes = [run_once(text, folder) for text in job["programs"]]
    seconds = time.perf_counter() - begun
    cpu = sum(
        now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime
        for now, before in zip((resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)), used)
    )
    with open("/proc/self/status") as status:
        facts = dict(line.split(":", 1) for line in status)
    shutil.rmtree(folder, ignore_errors=True)
    mebibytes = {name: int(facts[name].split()[0]) / 1024 for name in ("VmRSS", "RssAnon")}
    json.dump({"codes": codes, "seconds": seconds, "cpu_seconds": cpu, "mebibytes": mebibytes}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
