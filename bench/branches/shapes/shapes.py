"""Shapes of code that few packages have: `match`, groups of exceptions, asynchronous loops, and many things on one line."""

import asyncio
import contextlib


def match_literals(value):
    match value:
        case 0 | 1:
            found = "few"
        case int() if value > 100:
            found = "many"
        case str(text):
            found = text
        case [first, *rest]:
            for one in rest:
                if one == first:
                    break
            else:
                return "all others"
            found = "again"
        case {"key": inner}:
            found = match_literals(inner)
        case _:
            found = None
    return found


def match_without_default(value):
    match value:
        case (x, y) if x == y:
            return "same"
        case (x, 0):
            return x
    return "other"


class Points:
    __match_args__ = ("x", "y")

    def __init__(self, x, y): self.x, self.y = x, y

    def where(self):
        match self:
            case Points(0, 0): return "origin"
            case Points(x=0): return "on y"
            case Points(y=0):
                return "on x"

    def has(self, *, least=0, most=(lambda: 10)()): return least <= self.x <= most

    @property
    def sum(self): return self.x + self.y if self.x else self.y


def finally_returns(fails):
    for number in range(3):
        try:
            if number == 1:
                continue
            if fails and number == 2:
                raise ValueError(number)
        except ValueError:
            return "failed"
        else:
            number += 1
        finally:
            if number > 5:
                return "never"
    return "ended"


def nested_withs(names, fails):
    seen = []
    with contextlib.suppress(KeyError), contextlib.suppress(ValueError):
        for name in names:
            with contextlib.suppress(IndexError):
                if name == fails:
                    raise KeyError(name)
                if name == "index":
                    raise IndexError(name)
                seen.append(name)
        while seen:
            with contextlib.nullcontext():
                if len(seen) < 3: break
                seen.pop()
        else:
            return "empty"
    return seen


def asserted(value):
    assert value, "no value"
    assert isinstance(
        value,
        int,
    ), (
        "not a number"
    )
    return value


def lambdas(items):
    key = lambda item: (
        item
        if item > 2
        else -item
    )
    return sorted(items, key=key), [
        key(item)
        for item in items
        if item
    ], {item: (lambda: item)() for item in items if item > 1 if item < 9}


def delegating(depth):
    if depth:
        yield from delegating(depth - 1)
    received = yield depth
    while received is not None:
        received = yield received


async def numbers(count):
    for number in range(count):
        if number == 3:
            return
        yield number
        await asyncio.sleep(0)


async def gathers(count):
    total = 0
    async for number in numbers(count):
        if number % 2: continue
        total += number
    else:
        total = -total
    found = [number async for number in numbers(count) if number]
    async with contextlib.AsyncExitStack() as stack:
        if total:
            stack.callback(found.clear)
            return total
    return found


def while_true(limit):
    while True:
        limit -= 1
        if limit < 0: return "below"
        while 1:
            if limit: break
            return "zero"


def one_liners(value): return [item for item in value if item] if value else None


def makes_class(flag):
    class Made:
        if flag:
            kind = "flagged"
        else:
            kind = "plain"

        def show(self):
            return self.kind if self.kind else None

    return Made().show()
