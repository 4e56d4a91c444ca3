/** A target, and code that calls it: what the original prints the slice alone must print. */
export interface Shape {
  /** By path below `src/shapes/`. */
  readonly files: Readonly<Record<string, string>>;
  readonly target: string;
  readonly importing: string;
  readonly expression: string;
  readonly given?: readonly string[];
  /** Words that the slice must not have. */
  readonly without?: RegExp;
  /** Why it cannot stand in one file. */
  readonly refused?: RegExp;
}

/** Ways in which Python code depends on other code, each by one small repository. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  "attributes that are read of each class of a line": {
    files: {
      "lines.py": `class Base:
    texts = {"a": 1}

    def all_texts(self):
        found = {}
        for cls in reversed(self.__class__.__mro__):
            found.update(getattr(cls, "texts", {}))
        return found


class Middle(Base):
    texts = {"b": 2}


class Last(Middle):
    texts = {"c": 3}

    def other(self):
        return 1


def gather():
    return Last().all_texts()
`,
    },
    target: "lines.py:gather",
    importing: "from shapes.lines import gather",
    expression: "sorted(gather().items())",
    without: /other/,
  },
  "objects that are called where an attribute or a name holds them": {
    files: {
      "calls.py": `class Doubler:
    def __call__(self, number):
        return 2 * number


class Counted:
    def __init__(self, function):
        self.function = function
        self.calls = 0

    def __call__(self, number):
        self.calls += 1
        return self.function(number) + self.calls


class Holder:
    def __init__(self):
        self.apply = Doubler()

    def held(self):
        return self


@Counted
def counted(number):
    return number


double = Doubler()


def all_of(number):
    return Holder().held().apply(number) + double(number) + counted(number)
`,
    },
    target: "calls.py:all_of",
    importing: "from shapes.calls import all_of",
    expression: "all_of(3)",
  },
  "a target that decorators of the repository make an object of": {
    files: {
      "kept.py": `class Kept:
    def __init__(self, function):
        self.function = function
        self.known = {}

    def __call__(self, number):
        if number not in self.known:
            self.known[number] = self.function(number)
        return self.known[number]

    def clear(self):
        self.known = {}


@Kept
def squared(number):
    return number * number
`,
    },
    target: "kept.py:squared",
    importing: "from shapes.kept import squared",
    expression: "squared(3) + squared(3)",
    without: /clear/,
  },
  "methods of a class that decorators of the repository make objects of": {
    files: {
      "bound.py": `import functools


class Bound:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return functools.partial(self, instance)

    def __call__(self, instance, number):
        return self.function(instance, number) + 1


class Sum:
    total = 2

    @Bound
    def add(self, number):
        return self.total + number
`,
    },
    target: "bound.py:Sum",
    importing: "from shapes.bound import Sum",
    expression: "Sum().add(3)",
  },
  "objects that are not called, for what is called are methods": {
    files: {
      "quiet.py": `import re

WORD = re.compile("[a-z]+")


class Rule:
    def __init__(self, name):
        self.name = name

    def __call__(self, text):
        return text.upper()

    def match(self, text):
        return "rule"

    def title(self):
        return self.name


def matched(text):
    return Rule(WORD.match(text).group()).title()
`,
    },
    target: "quiet.py:matched",
    importing: "from shapes.quiet import matched",
    expression: "matched('abc')",
    without: /__call__|def match\(/,
  },
  "what is nothing at first and set elsewhere": {
    files: {
      "late.py": `class Parser:
    def read(self):
        return "read"


class Plugin:
    parser = None

    def read(self):
        return self.parser.read()


CURRENT = None


def start():
    global CURRENT
    CURRENT = Parser()
    plugin = Plugin()
    plugin.parser = CURRENT
    return plugin.read() + CURRENT.read()
`,
    },
    target: "late.py:start",
    importing: "from shapes.late import start",
    expression: "start()",
  },
  "objects that make others of their own class, and no other class": {
    files: {
      "copies.py": `class State:
    def __init__(self, depth):
        self.depth = depth

    def deeper(self):
        return self.__class__(self.depth + 1)


class Rest:
    def __init__(self):
        raise ValueError("never made")

    def size(self):
        return 1


def rest():
    return Rest.__new__(Rest)


def deepest(depth):
    return type(State(depth).deeper())(9).depth + State(1).deeper().depth
`,
    },
    target: "copies.py:deepest",
    importing: "from shapes.copies import deepest",
    expression: "deepest(3)",
    without: /never made/,
  },
  "methods of the receiver whose names come from outside": {
    files: {
      "render.py": `class Renderer:
    def show(self, kind):
        return getattr(self, kind)()

    def bold(self):
        return "**"

    def _hidden(self):
        return ""
`,
    },
    target: "render.py:Renderer.show",
    importing: "from shapes.render import Renderer",
    expression: "Renderer().show('bold')",
    without: /_hidden/,
  },
  "what only objects of known classes are asked for": {
    files: {
      "typed.py": `from collections import OrderedDict


class Cache:
    def __init__(self, size: int = 3):
        self.items = OrderedDict()
        self.size = size

    def get(self, key: str):
        found = self.items.get(key)
        self.items.setdefault(key, len(self.items))
        return found

    def clear(self):
        self.items.clear()


class Shelf:
    def __init__(self, cache: Cache):
        self.cache = cache

    def get(self, key: str):
        return self.cache.get(key)

    def clear(self):
        self.cache.clear()

    def __len__(self):
        return 0


def look(key: str):
    shelf = Shelf(Cache())
    label = key.strip()
    if key in {"a": 1}:
        shelf.get(label)
    return shelf.get(key)
`,
    },
    target: "typed.py:look",
    importing: "from shapes.typed import look",
    expression: "look('a'), look('b')",
    without: /clear|__len__/,
  },
  "decorators that are imported by another name": {
    files: {
      "signs.py": `SIGNS = {}


def sign(name):
    def keep(function):
        SIGNS[name] = function
        return function

    return keep
`,
      "marks.py": `from .signs import sign as mark


@mark("x")
def cross():
    return "x!"


def unused():
    return "no"
`,
      "using.py": `from .marks import cross as plain
from .signs import SIGNS


def use(name):
    return SIGNS[name]()
`,
    },
    target: "using.py:use",
    importing: "from shapes.using import use",
    expression: "use('x')",
    without: /unused/,
  },
  "entries that are set in a table, by items, attributes and loops": {
    files: {
      "table.py": `TABLE = {}


class Box:
    pass


def double(x):
    return 2 * x


def triple(x):
    return 3 * x


def unused(x):
    return x


TABLE["double"] = double
setattr(Box, "triple", staticmethod(triple))
for power in (2, 3):
    TABLE["power" + str(power)] = lambda x, power=power: x**power


def apply(name, x):
    return TABLE[name](x) + Box.triple(x)
`,
    },
    target: "table.py:apply",
    importing: "from shapes.table import apply",
    expression: "apply('double', 4), apply('power3', 2)",
    without: /unused/,
  },
  "classes that register themselves in __init_subclass__": {
    files: {
      "plugins.py": `class Plugin:
    known = {}

    def __init_subclass__(cls, key=None, **rest):
        super().__init_subclass__(**rest)
        cls.known[key or cls.__name__] = cls

    def run(self):
        return "plain"


class Loud(Plugin, key="loud"):
    def run(self):
        return "LOUD"


class Quiet(Plugin):
    pass


def start(key):
    return Plugin.known[key]().run()
`,
    },
    target: "plugins.py:start",
    importing: "from shapes.plugins import start",
    expression: "start('loud'), start('Quiet')",
  },
  "classes that a metaclass lists": {
    files: {
      "listed.py": `class Meta(type):
    classes = []

    def __new__(mcs, name, bases, body):
        made = super().__new__(mcs, name, bases, body)
        mcs.classes.append(made)
        return made


class One(metaclass=Meta):
    size = 1


class Two(One):
    size = 2


def total():
    return sum(one.size for one in Meta.classes)
`,
    },
    target: "listed.py:total",
    importing: "from shapes.listed import total",
    expression: "total()",
  },
  "subclasses that are asked for": {
    files: {
      "below.py": `class Node:
    def cost(self):
        return 1


class Leaf(Node):
    def cost(self):
        return 5


def costs():
    return sorted(one().cost() for one in Node.__subclasses__())
`,
    },
    target: "below.py:costs",
    importing: "from shapes.below import costs",
    expression: "costs()",
  },
  "class decorators that register": {
    files: {
      "decorated.py": `HANDLERS = {}


def handles(kind):
    def keep(cls):
        HANDLERS[kind] = cls
        return cls

    return keep


@handles("text")
class Text:
    def show(self, value):
        return "<" + value + ">"


@handles("number")
class Number:
    def show(self, value):
        return str(value + 1)


def show(kind, value):
    return HANDLERS[kind]().show(value)
`,
    },
    target: "decorated.py:show",
    importing: "from shapes.decorated import show",
    expression: "show('text', 'a'), show('number', 3)",
  },
  "modules that import each other by name": {
    files: {
      "circle/__init__.py": "",
      "circle/a.py": `BASE = 10

from .b import plus


def climb(n):
    return plus(n) if n < BASE else n
`,
      "circle/b.py": `from . import a


def plus(n):
    return a.climb(n + a.BASE)
`,
    },
    target: "circle/a.py:climb",
    importing: "from shapes.circle.a import climb",
    expression: "climb(3), climb(12)",
  },
  "re-exports, lists of exports and stars": {
    files: {
      "api/__init__.py": "from .first import *\nfrom .second import helper as renamed\n",
      "api/first.py": `__all__ = ["seen"]


def seen():
    return hidden() + 1


def hidden():
    return 1
`,
      "api/second.py": "def helper(x):\n    return x * 2\n\n\ndef other():\n    return 0\n",
      "user.py": `from .api import *
from .api import renamed
from . import api


def use(x):
    return renamed(seen()) + api.renamed(x)
`,
    },
    target: "user.py:use",
    importing: "from shapes.user import use",
    expression: "use(5)",
    without: /other/,
  },
  "imports that may fail, and those for type checkers alone": {
    files: {
      "maybe.py": `from __future__ import annotations
from typing import TYPE_CHECKING

try:
    import no_such_module_anywhere as fast
except ImportError:
    fast = None

try:
    from no_such_module_anywhere import dumps
except ImportError:
    def dumps(value):
        return slow(value)

if TYPE_CHECKING:
    from .table import TABLE


def slow(value: TABLE) -> str:
    return repr(value)


def write(value):
    return dumps(value) if fast is None else fast.dumps(value)
`,
    },
    target: "maybe.py:write",
    importing: "from shapes.maybe import write",
    expression: "write([1])",
    without: /TYPE_CHECKING/,
  },
  "data classes, enumerations, named tuples, slots": {
    files: {
      "records.py": `import enum
from collections import namedtuple
from dataclasses import dataclass, field, replace
from typing import NamedTuple

DEFAULT = 3


def fresh():
    return [DEFAULT]


class Colour(enum.Enum):
    RED = 1
    BLUE = 2

    @property
    def short(self):
        return self.name[0]

    @classmethod
    def first(cls):
        return next(iter(cls))


class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


Point = namedtuple("Point", "x y")


class Place(Point):
    __slots__ = ()

    def norm(self):
        return self.x + self.y


class Row(NamedTuple):
    key: str
    value: int = DEFAULT


@dataclass(order=True)
class Item:
    rank: int
    parts: list = field(default_factory=fresh, compare=False)
    colour: Colour = Colour.BLUE

    def __post_init__(self):
        self.rank += len(self.parts)


def build(n):
    items = sorted([Item(n), Item(1)])
    changed = replace(items[0], colour=Colour.first())
    return (
        changed.colour.short,
        [item.rank for item in items],
        Place(1, 2).norm(),
        Row("a"),
        bool(Access.READ & (Access.READ | Access.WRITE)),
    )
`,
    },
    target: "records.py:build",
    importing: "from shapes.records import build",
    expression: "build(4)",
  },
  "properties with setters, descriptors": {
    files: {
      "managed.py": `class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        setattr(obj, self.name, check(value))


def check(value):
    if value < 0:
        raise ValueError("negative")
    return value


class Account:
    limit = Positive()

    def __init__(self, limit):
        self.limit = limit
        self._owner = "nobody"

    @property
    def owner(self):
        return self._owner

    @owner.setter
    def owner(self, value):
        self._owner = clean(value)

    @owner.deleter
    def owner(self):
        self._owner = "gone"


def clean(value):
    return value.strip()


def move(limit, owner):
    account = Account(limit)
    account.owner = owner
    shown = (account.limit, account.owner)
    del account.owner
    return shown, account.owner
`,
    },
    target: "managed.py:move",
    importing: "from shapes.managed import move",
    expression: "move(3, ' me ')",
  },
  "abstract bases with registered implementations": {
    files: {
      "virtual.py": `from abc import ABC, abstractmethod


class Drawn(ABC):
    @abstractmethod
    def draw(self): ...

    @classmethod
    def __subclasshook__(cls, other):
        return NotImplemented


class Line:
    def draw(self):
        return "-"


@Drawn.register
class Dot:
    def draw(self):
        return "."


Drawn.register(Line)


def draw_all(things):
    return "".join(thing.draw() for thing in things if isinstance(thing, Drawn))
`,
    },
    target: "virtual.py:draw_all",
    importing: "from shapes.virtual import draw_all, Line, Dot",
    expression: "draw_all([Line(), 3, Dot()])",
    given: ["shapes.virtual:Line", "shapes.virtual:Dot"],
  },
  "operators that syntax and built-in functions call": {
    files: {
      "money.py": `class Money:
    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        return Money(self.amount + getattr(other, "amount", other))

    __radd__ = __add__

    def __lt__(self, other):
        return self.amount < other.amount

    def __eq__(self, other):
        return isinstance(other, Money) and self.amount == other.amount

    def __hash__(self):
        return hash(self.amount)

    def __neg__(self):
        return Money(-self.amount)

    def __bool__(self):
        return self.amount != 0

    def __format__(self, spec):
        return format(self.amount, spec) + " EUR"

    def __contains__(self, other):
        return other <= self.amount

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.amount = 0

    def __iter__(self):
        yield self.amount

    def __getitem__(self, key):
        return str(self.amount)[key]

    def __call__(self, by):
        return Money(self.amount * by)

    def __mul__(self, by):
        return self(by)


def spend(*amounts):
    all_money = [Money(amount) for amount in amounts]
    total = sum(all_money)
    shown = f"{total:.1f}"
    with total as open_money:
        inside = 2 in open_money
    (only,) = all_money[0] * 2
    return (
        shown, inside, bool(total), max(all_money).amount, (-all_money[0]).amount, only,
        len(set(all_money)), all_money[0] == all_money[1], all_money[0][0],
    )
`,
    },
    target: "money.py:spend",
    importing: "from shapes.money import spend",
    expression: "spend(3, 3, 5)",
  },
  "chains of super through mixins": {
    files: {
      "chain.py": `class Root:
    def show(self):
        return ["root"]


class Left(Root):
    def show(self):
        return ["left"] + super().show()


class Right(Root):
    def show(self):
        return ["right"] + super(Right, self).show()


class Both(Left, Right):
    def show(self):
        return ["both"] + super().show()


def run():
    return Both().show()
`,
    },
    target: "chain.py:run",
    importing: "from shapes.chain import run",
    expression: "run()",
  },
  "state that module-level calls fill, constants of constants, deletions, a main block": {
    files: {
      "state.py": `import re

WIDTH = 4
AREA = WIDTH * WIDTH
_PATTERN = "a{%d}" % WIDTH
MATCH = re.compile(_PATTERN)
STATE = []
COUNT = 0


def _prepare(size):
    global COUNT
    for i in range(size):
        STATE.append(i * AREA)
    COUNT += size


_prepare(3)
temporary = [1, 2]
FIRST = temporary[0]
del temporary


def clear():
    STATE.clear()


def look(text):
    return STATE, COUNT, bool(MATCH.match(text)), FIRST


if __name__ == "__main__":
    import sys

    print(look(sys.argv[1]))
`,
    },
    target: "state.py:look",
    importing: "from shapes.state import look",
    expression: "look('aaaa')",
    without: /__main__|def clear|argv/,
  },
  "relative imports through packages without __init__": {
    files: {
      "space/deep/one.py":
        "from ..near import base\nfrom ...shapes_root import ROOT\n\n\ndef go():\n    return base() + ROOT\n",
      "space/near.py": "def base():\n    return 4\n",
      "shapes_root.py": "ROOT = 38\n",
    },
    target: "space/deep/one.py:go",
    importing: "from shapes.space.deep.one import go",
    expression: "go()",
  },
  "annotations in texts that are evaluated": {
    files: {
      "hints.py": `from typing import List, get_type_hints


class Unit:
    def __init__(self, size: int):
        self.size = size


class Form:
    units: "List[Unit]"
    name: "str"


def convert(data):
    hints = get_type_hints(Form)
    return sorted(hints), hints["units"].__args__[0](data).size
`,
    },
    target: "hints.py:convert",
    importing: "from shapes.hints import convert",
    expression: "convert(3)",
  },
  "methods that are found by a name which is put together": {
    files: {
      "visit.py": `class Visitor:
    def visit(self, node):
        method = getattr(self, "visit_" + type(node).__name__, self.other)
        return method(node)

    def visit_int(self, node):
        return node + 1

    def visit_list(self, node):
        return [self.visit(one) for one in node]

    def other(self, node):
        return "?"

    def unrelated(self):
        return None

    def ask(self, kind):
        return getattr(self, "is_%s_kind" % kind)() and getattr(self, f"has_{kind}_part")

    def is_good_kind(self):
        return True

    def is_other(self):
        return False

    has_good_part = 3
    has_nothing = 0


class Shouting(Visitor):
    def visit_str(self, node):
        return node.upper()


def walk(node):
    return Shouting().visit(node), Shouting().ask("good")
`,
    },
    target: "visit.py:walk",
    importing: "from shapes.visit import walk",
    expression: "walk([1, 'a', None])",
    without: /unrelated|is_other|has_nothing/,
  },
  "functions that are chosen by type, cached, and partly applied": {
    files: {
      "chosen.py": `import functools
from functools import singledispatch, lru_cache, partial


class Key:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return self.name == other.name


@singledispatch
def show(value):
    return "any"


@show.register
def _(value: int):
    return "int"


@show.register(list)
def show_list(value):
    return [show(one) for one in value]


show.register(Key, lambda value: value.name)


@lru_cache(maxsize=None)
def slow(key):
    return counted(key.name)


calls = []


def counted(name):
    calls.append(name)
    return len(calls)


def scale(factor, x):
    return factor * x


twice = partial(scale, 2)
again = functools.partial(twice, 5)


def run():
    return show([1, Key("k"), None]), slow(Key("a")), slow(Key("a")), twice(3), again()
`,
    },
    target: "chosen.py:run",
    importing: "from shapes.chosen import run",
    expression: "run()",
  },
  "names that a module makes or loads itself": {
    files: {
      "lazy/__init__.py": `def __getattr__(name):
    if name == "late":
        from .hidden import late

        return late
    raise AttributeError(name)
`,
      "lazy/hidden.py": "def late():\n    return 'late'\n",
      "made.py": `from . import lazy

for _name in ("red", "blue"):
    globals()["is_" + _name] = lambda value, _name=_name: value == _name


def ask(value):
    return is_red(value), lazy.late()
`,
    },
    target: "made.py:ask",
    importing: "from shapes.made import ask",
    expression: "ask('red')",
    refused: /does not define/,
  },
  "nested functions, closures and generators": {
    files: {
      "nested.py": `from contextlib import contextmanager

LOG = []
STEP = 2


def note(text):
    LOG.append(text)


@contextmanager
def noted(name):
    note("+" + name)
    try:
        yield name
    finally:
        note("-" + name)


def counter(start):
    value = start

    def step():
        nonlocal value
        value += STEP
        with noted("step"):
            return value

    return step


class Outer:
    class Inner:
        size = STEP

        def grow(self):
            return self.size + Outer.extra

    extra = 1
`,
    },
    target: "nested.py:counter",
    importing: "from shapes.nested import counter",
    expression: "[step() for step in [counter(1)] for _ in range(2)]",
    without: /Inner/,
  },
  "classes in classes": {
    files: {
      "inner.py": `class Outer:
    class Inner:
        size = 2

        def grow(self):
            return self.size + Outer.extra

    extra = 1
    other = 5

    class Unused:
        pass


def run():
    return Outer.Inner().grow()
`,
    },
    target: "inner.py:run",
    importing: "from shapes.inner import run",
    expression: "run()",
    without: /Unused|other/,
  },
  "all that a class has, and texts that are filled by name": {
    files: {
      "fields.py": `import re


class Macros:
    digit = "[0-9]"
    number = digit + "+"


letter = "[a-z]"
word = "{letter}+".format(**globals())
sign = "[+-]"
signed = "%(sign)s%(word)s" % globals()
NUMBER = re.compile("%(number)s" % vars(Macros))


def parse(text):
    return bool(NUMBER.fullmatch(text)), bool(re.fullmatch(signed, text))
`,
    },
    target: "fields.py:parse",
    importing: "from shapes.fields import parse",
    expression: "parse('123'), parse('+ab')",
  },
  "definitions under conditions, and exceptions by groups": {
    files: {
      "conditions.py": `import sys

if sys.version_info >= (3,):
    def text(value):
        return str(value)
else:
    def text(value):
        return unicode(value)


class Base(Exception):
    pass


class Small(Base):
    pass


HANDLED = (Small, KeyError)


def risky(value):
    if value > 3:
        raise Small(text(value))
    return {}[value]


def run(value):
    try:
        return risky(value)
    except HANDLED as error:
        return type(error).__name__, text(error)
`,
    },
    target: "conditions.py:run",
    importing: "from shapes.conditions import run",
    expression: "run(5), run(1)",
  },
  "asynchronous code": {
    files: {
      "later.py": `import asyncio


class Source:
    def __init__(self, count):
        self.count = count

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.count == 0:
            raise StopAsyncIteration
        self.count -= 1
        return self.count

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        self.count = -1


async def collect(count):
    found = []
    async with Source(count) as source:
        async for one in source:
            found.append(one)
    return found
`,
    },
    target: "later.py:collect",
    importing: "import asyncio; from shapes.later import collect",
    expression: "asyncio.run(collect(3))",
  },
};
