"""One case in this process: an empty directory, a world that begins anew, the call, what it cost."""

import json
import os
import shutil

import diorama_case
import diorama_world as world

_NOT_JSON = json.dumps(
    {"status": "refused", "during": "observation", "message": "what the case showed cannot be written as JSON"}
)


def run_one(function, recipe, places, tracer=None):
    """The observation as JSON text, and the CPU seconds it took. Raises MemoryError where the limit was hit, nothing else."""
    enter_directory(places["case"])
    world.restart()
    begun = world.real_process_time()
    try:
        observation = json.dumps(diorama_case.run_case(function, recipe, places, tracer))
    except (ValueError, TypeError, RecursionError):
        observation = _NOT_JSON
    return observation, world.real_process_time() - begun


_made = {}


def adopt(directory):
    """Takes a directory that this process has just made, empty, for the first case."""
    _made[directory] = _facts_of(directory)


def enter_directory(directory):
    """An empty private directory, the same path for every case; made anew where the last case has left a trace in it."""
    if directory in _made and _made[directory] == _facts_of(directory) and not os.listdir(directory):
        os.chdir(directory)
        return
    os.chdir("/")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory, exist_ok=True)
    os.chdir(directory)
    _made[directory] = _facts_of(directory)


def _facts_of(directory):
    """What nobody can change without a trace: another file in its place, and who may do what in it."""
    try:
        found = os.lstat(directory)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_mode, found.st_uid, found.st_gid
