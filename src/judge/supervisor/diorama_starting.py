"""A parent for drivers that are programs, started anew for each job: `diorama_starting.py PROGRAM ARGUMENT…` (docs/protocol.md).

The program is started where the job is to run, confined for good, with one more argument: JSON of what it is told. The job's
payload is its standard input, what it says goes to descriptor 3. Nothing is loaded ahead.
"""

import json
import os
import sys

import diorama_supervisor as supervisor


class Driver:
    """What the supervisor asks of a driver; see `diorama_supervisor.serve`."""

    def __init__(self, command):
        self._command = command

    def check(self):
        """The program ends with 0 where it speaks this version; else it has said on its standard error what is amiss."""
        nothing = [(os.POSIX_SPAWN_OPEN, descriptor, os.devnull, os.O_RDWR, 0) for descriptor in (0, 1)]
        command = self._with({"protocol": supervisor.VERSION})
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=nothing)
        if os.waitpid(pid, 0)[1] != 0:
            raise SystemExit("the driver does not speak version %d of the protocol" % supervisor.VERSION)

    def keep(self, kept, house):
        """Nothing: what a stem keeps spares work that this program does not do ahead."""

    def take(self, job):
        os.dup2(job.memory, 0)
        os.lseek(0, 0, os.SEEK_SET)
        return len(job.text)

    def run(self, file_bytes, places, report):
        command = self._with(dict(places, protocol=supervisor.VERSION, file_bytes=file_bytes))
        os.execv(command[0], command)

    def _with(self, told):
        return self._command + [json.dumps(told)]


def main():
    _, house = supervisor.set_up()
    driver = Driver(sys.argv[1:])
    driver.check()
    state = supervisor.state_left(house)
    house.ready()
    supervisor.say_ready([], state, state)
    supervisor.serve(house, driver)


if __name__ == "__main__":
    main()
