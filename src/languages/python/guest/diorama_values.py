"""Values of calls as plain data: `recipe/1` in, `observation/2` out. What the other guest programs use.

Reviewed as security code: nothing here looks up an attribute on, compares, hashes or prints a foreign object in a way
that the object could answer, except where the answer is the observation itself (iterating a result, the text of an
exception).
"""

from diorama_building import NOTHING, build_case, build_case_and_patches, is_callback
from diorama_encoding import canonical
from diorama_kept import find_kept
from diorama_names import REASONS, Refused
from diorama_observing import Observer, call, refused
from diorama_recipes import Anything, recipe_of_call

__all__ = [
    "NOTHING",
    "REASONS",
    "Anything",
    "Observer",
    "Refused",
    "build_case",
    "build_case_and_patches",
    "call",
    "canonical",
    "find_kept",
    "is_callback",
    "recipe_of_call",
    "refused",
]
