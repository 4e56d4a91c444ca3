"""A workshop whose examples make objects in all the ways that are recorded.

>>> from workshop import Bench, Case, Clerk, Drawer, Label, Parcel, Press, Shelf, Ticket, read
>>> bench = Bench("oak", legs=3)
>>> bench.add(Drawer(2))
>>> bench.look()
0
>>> bench.add(Drawer(5))
>>> weight(bench)
7
>>> weigh_all(read("1 2, 3")[1].drawers)
3
>>> front(read("4, 5")[0].drawers[0])
4
>>> bench.first.width
2
>>> front(bench.first)
2
>>> front(Drawer.wide())
9
>>> called(Clerk(Label("a").text))
'a!'
>>> seen(Ticket(), Ticket())
2
>>> own(Case(1).put(2).put(3))
3
>>> case = Case(1).put(4)
>>> case.seal()
2
>>> lid = Lid()
>>> lid.turn(-1)
Traceback (most recent call last):
ValueError: -1
>>> lid.turn(2)
>>> turned(lid)
2
>>> tag = Tag()
>>> tag.text = "rye"
>>> tagged(tag)
'RYE'
>>> stacked(Shelf([Drawer(1)]))
1
>>> cupboard = Cupboard(top=[1], low=[2])
>>> sorted_out(cupboard["low"])
1
>>> pair(bench, bench)
True
>>> lightest()
7
>>> press = Press()
>>> press("rye")
>>> press["oats"] = 2
>>> pressed(press)
['oats', 'rye']
>>> plain = Bench("ash")
>>> plain.add(Drawer(1))
>>> plain.wood = "ash, waxed"
>>> polished(plain)
'ash, waxed'
>>> told(Parcel("rye", 2))
'rye 2'
>>> [tally(5, at) for at in range(4)] + [tally(0, 4)]
[5, 6, 7, 8, 4]
>>> hang(2)
4
"""

import threading
from collections import namedtuple

from rig import Hook, hinge_of

_TICKETS = [0]

Parcel = namedtuple("Parcel", "name count")


class Drawer:
    def __init__(self, width):
        self._width = width

    @property
    def width(self):
        return self._width

    @classmethod
    def wide(cls):
        return cls(9)


class Bench:
    def __init__(self, wood, *, legs=4):
        self.wood = wood.upper()
        self._legs = legs
        self.drawers = []

    @property
    def first(self):
        return self.drawers[0]

    def add(self, drawer):
        self.drawers.append(drawer)

    def look(self):
        return 0


class Shelf:
    def __init__(self, drawers):
        self.drawers = list(drawers)


class Cupboard(dict):
    def __init__(self, **widths):
        dict.__init__(self)
        for name, each in widths.items():
            self[name] = Shelf([Drawer(width) for width in each])
            self[name].within = name


class Label:
    def __init__(self, text):
        self.text = text


class Clerk:
    """Its state cannot be written."""

    def __init__(self, word):
        self.lock = threading.Lock()
        self.say = lambda: word + "!"


class Ticket:
    """No two are alike."""

    def __init__(self):
        _TICKETS[0] += 1
        self.number = _TICKETS[0]


class Case:
    def __init__(self, item):
        self.items = [item]

    def put(self, item):
        self.items.append(item)
        return self

    def seal(self):
        count = own(self)
        self.items.append("seal")
        return count


class Lid:
    def __init__(self):
        self.turns = 0

    def turn(self, by):
        if by < 0:
            raise ValueError(by)
        self.turns += by


class Tally:
    def __init__(self, count):
        self.count = count
        self.more = 0


class Tag:
    def __init__(self):
        self.made = "here"

    def __setattr__(self, name, value):
        self.__dict__["_" + name] = value.upper()


class Press:
    def __init__(self):
        self.held = {}

    def __call__(self, name):
        self.held[name] = 1

    def __setitem__(self, name, count):
        self.held[name] = count


class Crate:
    """With a constructor as attrs generates it.

    >>> weighed(Crate(3))
    7
    """

    exec(
        compile(
            "def __init__(self, grams):\n    self._grams = 2 * grams + 1\n",
            "<attrs generated init workshop.Crate>",
            "exec",
        )
    )


class Peg:
    """Made far more often by the workshop than by examples.

    >>> Peg.row(9000)
    9000
    """

    def __init__(self, length):
        self.length = length * 10

    @classmethod
    def row(cls, count):
        return len([cls(at) for at in range(count)])


class Chest:
    """With classes that examples define.

    >>> extra = {"rye": 1}
    >>> class Lined(Chest):
    ...     lining = "felt"
    ...     def weight(self):
    ...         return self.size + extra["rye"]
    >>> measured(Lined(3))
    4
    >>> class Sack(dict):
    ...     pass
    >>> emptied(Sack(rye=2))
    2
    >>> class Loose:
    ...     size = 1
    >>> loose = Loose()
    >>> loose.size = 2
    >>> sized(loose)
    2
    >>> sized(Loose)
    1
    >>> class Deep(Chest):
    ...     def __init__(self, depth):
    ...         Chest.__init__(self, depth * 2)
    >>> sized(Deep(4))
    8
    """

    def __init__(self, size):
        self.size = size

    def weight(self):
        return self.size


class Rail:
    """
    >>> hung(Peg(4))
    40
    >>> Peg.row(900)
    900
    >>> hung(Peg(5))
    50
    """


def read(text):
    """Benches by a text."""
    benches = []
    for part in text.split(","):
        bench = Bench("pine")
        for width in part.split():
            bench.add(Drawer(int(width)))
        benches.append(bench)
    return benches


def tally(more, at):
    """Examples do not make what is counted."""
    made = Tally(1)
    made.more = more
    return counted(made, at)


def counted(tally, at):
    return tally.more + at


def lightest():
    return front(Drawer(7))


def weight(bench):
    return sum(drawer.width for drawer in bench.drawers)


def weigh_all(drawers):
    return sum(drawer.width for drawer in drawers)


def front(drawer):
    return drawer.width


def called(clerk):
    return clerk.say()


def seen(one, other):
    return 2


def own(case):
    return len(case.items)


def turned(lid):
    return lid.turns


def tagged(tag):
    return tag._text


def stacked(shelf):
    return len(shelf.drawers)


def sorted_out(shelf):
    return len(shelf.drawers)


def pair(one, other):
    return one is other


def pressed(press):
    return sorted(press.held)


def hung(peg):
    return peg.length


def weighed(crate):
    return crate._grams


def measured(chest):
    return chest.weight()


def emptied(sack):
    return sack.pop("rye")


def sized(thing):
    return thing.size


def told(parcel):
    return "%s %d" % parcel


def hang(count):
    """Examples make neither of what it is hung by."""
    return hooked(Hook(count)) + hinged(hinge_of(count))


def hooked(hook):
    return hook.bears()


def hinged(hinge):
    return hinge.turns()


def polished(bench):
    return bench.wood
