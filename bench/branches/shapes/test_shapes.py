import asyncio

import shapes


def test_match():
    for value in (0, 500, 5, "text", [1, 2, 1], [1, 2], {"key": 0}):
        shapes.match_literals(value)
    shapes.match_without_default((1, 1))
    shapes.match_without_default("ab")
    assert shapes.Points(0, 0).where() == "origin"
    assert shapes.Points(0, 1).where() == "on y"
    assert shapes.Points(1, 1).where() is None
    assert shapes.Points(1, 1).has()


def test_blocks():
    shapes.finally_returns(False)
    shapes.finally_returns(True)
    shapes.nested_withs(["a", "index", "b", "c"], "d")
    shapes.nested_withs(["a", "b"], "b")
    shapes.nested_withs([], "b")
    shapes.asserted(1)
    try:
        shapes.asserted("x")
    except AssertionError:
        pass
    shapes.lambdas([1, 2, 3])
    shapes.while_true(2)
    shapes.while_true(1)
    shapes.one_liners([1])
    shapes.makes_class(True)


def test_generators():
    generator = shapes.delegating(2)
    next(generator)
    generator.send("again")
    list(generator)
    closed = shapes.delegating(1)
    next(closed)
    closed.close()
    thrown = shapes.delegating(0)
    next(thrown)
    try:
        thrown.throw(KeyError("x"))
    except KeyError:
        pass
    asyncio.run(shapes.gathers(5))
    asyncio.run(shapes.gathers(2))
