"""Sums over parcels, called with iterators."""


def load(parcels, most):
    """
    >>> load((weight for weight in [3, 4, 5]), 20)
    12
    >>> load(crane([6, 7, 8]), 10)
    6
    >>> load(crane([1, 2]), 0)
    0
    >>> def sack():
    ...     yield 1
    ...     raise OSError("torn")
    >>> load(sack(), 9)
    Traceback (most recent call last):
    OSError: torn
    >>> half = crane([1, 2, 3])
    >>> next(half)
    1
    >>> load(half, 9), list(half)
    (5, [])
    >>> def scale(weight=1):
    ...     while True:
    ...         weight = (yield weight) or weight + 1
    >>> load(scale(), 3)
    3
    >>> load([each for each in crane([9])], 9)
    9
    >>> load((crane([1]) for _ in [0]), 5)
    Traceback (most recent call last):
    TypeError: unsupported operand type(s) for +: 'int' and 'generator'
    """
    total = 0
    if most == 0:
        return 0
    for parcel in parcels:
        if total + parcel > most:
            break
        total += parcel
    return total


def crane(parcels):
    for parcel in parcels:
        yield parcel


def heavy(parcels):
    """
    >>> list(heavy(weight for weight in [1, 9, 8]))
    [9, 8]
    """
    for parcel in parcels:
        if parcel > 5:
            yield parcel
