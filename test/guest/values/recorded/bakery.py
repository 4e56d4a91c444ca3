"""A bakery whose examples and tests are recorded."""


def price(count, each=2, *, discount=0):
    """
    >>> price(3)
    6
    >>> price(3, discount=1)
    5
    """
    return count * each - discount


def sort_by(items, key):
    """
    >>> sort_by(["bb", "a"], lambda item: len(item))
    ['a', 'bb']
    """
    items.sort(key=key)
    return items


def batches(items):
    """
    >>> list(batches([1, 2]))
    [[1], [2]]
    """
    for item in items:
        yield [item]


class Oven:
    """
    >>> oven = Oven(3)
    >>> oven.bake("rye")
    1
    >>> oven.bake(object)
    Traceback (most recent call last):
    TypeError: not bread
    >>> Oven.small().size
    1
    """

    def __init__(self, size):
        self.size = size
        self._baked = []

    def bake(self, bread):
        if not isinstance(bread, str):
            raise TypeError("not bread")
        self._baked.append(bread)
        return len(self._baked)

    @classmethod
    def small(cls):
        return cls(1)


def load(path):
    with open(path) as file:
        return file.read()


def tariff(weight):
    if weight == 4711:
        return "freight"
    for limit in (1, 2):
        if weight < limit:
            return "letter"
    return "parcel"


def sweet(loaves):
    def is_sweet(loaf):
        if loaf == "bun":
            return True
        return False

    return [loaf for loaf in loaves if is_sweet(loaf)]
