"""A case whose recipe says how its inputs are made, with their state instead: made once, by the original, and then written down.

Whoever is judged gets what is written: no code of the repository makes inputs in a candidate's process, none is seen there, and an input
is the same in whatever order cases run. Only where a state cannot be written the recipe stays as it is.
"""

import diorama_case
import diorama_directory
import diorama_world as world
from diorama_building import build_with
from diorama_names import Refused
from diorama_states import StateBuilder, StateContext, holds_made, write_states


def settle(recipe, module, places, tracer):
    """
    A recipe that says how its inputs are made with their state instead; as it is where that cannot be written. None: it says nothing of that
    kind. What is made nevertheless is made in a candidate's process. `module` is the target's, `tracer` its tracer. Raises `Refused` where it cannot be built, or where a candidate would make its own inputs.
    """
    if "call" in recipe or not holds_made(recipe):
        return None
    if recipe.get("patches"):
        raise Refused("making", "a case that finds attributes replaced")
    inputs, tables = _make(recipe, places["case"])
    try:
        settled = write_states(inputs, recipe, StateContext(places["case"], module, tables))
    except Refused:
        settled = recipe
    if holds_made(settled):
        _make(settled, places["case"], tracer)
        if tracer.take():
            raise Refused("making", "the target makes its own inputs")
    return settled


def _make(recipe, directory, tracer=None):
    """Inputs that are made in an empty directory and a world that begins anew, and the tables of the functions among them."""
    diorama_directory.enter(directory)
    world.restart()
    builder = StateBuilder(recipe.get("shared") or [], directory)
    how = (build_with,) if tracer is None else (tracer.call, build_with)
    inputs = diorama_case.with_variables(recipe.get("variables") or {}, *how, builder, recipe)[0]
    return inputs, builder.tables
