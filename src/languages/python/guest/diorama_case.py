"""One call of the target: inputs from a recipe, the call, what it showed."""

import os
import types

import diorama_output
import diorama_patching
import diorama_values
import diorama_world as world
from diorama_building import NOTHING, resolve_callable


# The flag of a function whose body is a coroutine's.
_COROUTINE = 0x80


class Loop:
    """An event loop that exists once something is awaited, and leaves no task behind."""

    def __init__(self):
        self._loop = None

    def run(self, awaitable):
        import asyncio

        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self._loop)
        return self._loop.run_until_complete(awaitable)

    def close(self):
        if self._loop is None:
            return
        import asyncio

        loop = self._loop
        try:
            tasks = asyncio.all_tasks(loop)
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            asyncio.set_event_loop(None)
            loop.close()


def run_case(function, recipe, places, tracer, output=()):
    """
    The observation of one case; `output` names what of the call's output is part of it. Raises MemoryError where the limit was hit,
    nothing else.
    """
    return with_variables(recipe.get("variables") or {}, _build_and_call, function, recipe, places, tracer, output)


def with_variables(variables, work, *arguments):
    """What `work` gives while environment variables are others; afterwards all are as before, whatever it did to them."""
    before = dict(_variables())
    try:
        _set_variables(variables)
        return work(*arguments)
    finally:
        os.environ = _environ
        if _variables() != before:
            _restore(before)


_environ = os.environ


def _variables():
    """The variables as the interpreter holds them: a case that changes none, as nearly all do, costs no more than a look."""
    return _environ._data


def _restore(before):
    for key in list(_variables()):
        if key not in before:
            del _environ[_environ.decodekey(key)]
    for key, value in before.items():
        _environ[_environ.decodekey(key)] = _environ.decodevalue(value)


def _set_variables(variables):
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _build_and_call(function, recipe, places, tracer, output):
    call = diorama_values.call if tracer is None else tracer.call
    try:
        inputs, patches, has_run = diorama_values.build_case_and_patches(recipe, places["case"])
        loop = Loop()

        def run(awaitable):
            return call(loop.run, awaitable)

        observer = diorama_values.Observer(
            directory=places["case"], files=recipe.get("files"), tree=places["tree"], run=run, call=call, is_untouched=places.get("is_untouched")
        )
        if has_run:
            # What made the inputs is none of the call's: it begins at the first instant too.
            world.restart()
            observer.keep(diorama_values.find_kept(inputs))
        replacements = diorama_patching.Replacements(patches, places["tree"])
        replacements.apply()
    except diorama_values.Refused as refusal:
        return diorama_values.refused("input", refusal)
    try:
        called = recipe.get("call") or function
        observation = _call_aloud(called, inputs, observer, output) if output else _call(called, inputs, observer)
        observer.settle_memos()
        return observation
    finally:
        replacements.undo()
        _close(loop)


def _call_aloud(called, inputs, observer, output):
    """As `_call`, with what the call prints and logs, also while its result is observed."""
    watched = diorama_output.Output(output)
    watched.open()
    try:
        observation = _call(called, inputs, observer)
    finally:
        watched.close()
    return observer.observe_output(observation, watched)


def _call(called, inputs, observer):
    """
    What calling the target shows, or what leads to it and is called by name: of that a receiver counts where nothing else comes back. Generators run while they are observed, coroutines before; of a target that is
    no coroutine function itself the observation says that it gave one.
    """
    receiver, positional, keywords = inputs
    is_plain = type(called) is not str and not called.__code__.co_flags & _COROUTINE
    is_awaited = False
    try:
        if type(called) is str:
            value = observer.call(_call_by_name, called, inputs)
            if value is not None and value is not receiver:
                inputs = NOTHING, positional, keywords
        else:
            arguments = positional if receiver is NOTHING else [receiver] + positional
            value = observer.call(called, *arguments, **keywords)
        if type(value) is types.CoroutineType:
            is_awaited = is_plain
            value = observer.run(value)
    except MemoryError:
        raise
    except BaseException as exception:
        observation = observer.observe_raised(exception, inputs if type(called) is not str else (NOTHING, positional, keywords))
    else:
        observation = observer.observe_returned(value, inputs)
    return dict(observation, awaited=True) if is_awaited and observation["status"] != "refused" else observation


def _call_by_name(name, inputs):
    receiver, positional, keywords = inputs
    function = receiver if name == "__call__" else resolve_callable(name) if receiver is NOTHING else getattr(receiver, name)
    return function(*positional, **keywords)


def _close(loop):
    try:
        loop.close()
    except BaseException:
        pass
