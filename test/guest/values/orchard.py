"""The little library whose values the tests write, build and observe."""

import collections
import dataclasses
import datetime
import enum
import pathlib

CONSTRUCTED = []


class Fruit:
    def __init__(self, weight):
        CONSTRUCTED.append("fruit")
        self.weight = weight


class Tree:
    def __init__(self, kind, fruits):
        CONSTRUCTED.append("tree")
        self.kind = kind
        self.fruits = fruits
        self._secret = len(fruits)

    def grow(self, count=1):
        self._secret += count
        return self

    @staticmethod
    def __prune(branch):
        return branch

    pruner = staticmethod(__prune)


def plant(count, kind="oak"):
    return [kind] * count


class Season(enum.Enum):
    SPRING = "s"
    AUTUMN = "a"


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Level(enum.IntEnum):
    HIGH = 3


class Name(str):
    pass


class Basket(list):
    def append(self, item):
        raise AssertionError("not while building")


class Prices(dict):
    def __setitem__(self, key, value):
        raise AssertionError("not while building")


class Ordered(collections.OrderedDict):
    pass


class Grouped(collections.defaultdict):
    pass


class Tally(collections.Counter):
    pass


Point = collections.namedtuple("Point", "x y")


class Days(int):
    pass


class Slotted:
    __slots__ = ("value", "__hidden", "unset")

    def __init__(self, value):
        self.value = value
        self.__hidden = [value]


@dataclasses.dataclass(frozen=True)
class Plot:
    row: int
    plants: list

    def __post_init__(self):
        CONSTRUCTED.append("plot")


class Rotten(ValueError):
    def __init__(self, message, degree):
        CONSTRUCTED.append("rotten")
        super().__init__(message)
        self.degree = degree


class Harvest(datetime.datetime):
    pass


class Bed(type(pathlib.PurePosixPath())):
    pass


MISSING = object()


class Kind(str):
    """A text with attributes of its own."""
