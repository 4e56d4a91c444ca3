"""One case in this process: an empty directory, a world that begins anew, the call, what it cost."""

import json

import diorama_case
import diorama_directory
import diorama_world as world

_NOT_JSON = json.dumps(
    {"status": "refused", "during": "observation", "message": "what the case showed cannot be written as JSON"}
)


def watched(places):
    """`places` of cases that are run by `run_one` alone: nothing is read of a directory that a look tells to be as it was."""
    directory = places["case"]
    return dict(places, is_untouched=lambda: diorama_directory.is_untouched(directory))


def run_one(function, recipe, places, tracer=None, output=()):
    """The observation as JSON text, and the CPU seconds it took. Raises MemoryError where the limit was hit, nothing else."""
    diorama_directory.enter(places["case"])
    world.restart()
    begun = world.real_process_time()
    try:
        observation = json.dumps(diorama_case.run_case(function, recipe, places, tracer, output))
    except (ValueError, TypeError, RecursionError):
        observation = _NOT_JSON
    return observation, world.real_process_time() - begun
