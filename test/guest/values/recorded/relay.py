"""What leads to functions that others call.

>>> sum(send(number) for number in range(80))
3161
"""


def send(number):
    return common(number) + (rare(number) if number == 61 else 0)


def common(number):
    return number


def rare(number):
    return Runner(number).number - 60


class Runner:
    def __init__(self, number):
        self.number = number


def made_check(limit):
    def passes(number):
        return number > limit

    return passes


class Gate:
    """Keeps a function that another one made.

    >>> Gate(3)(5)
    True
    """

    def __init__(self, limit):
        self._passes = made_check(limit)

    def __call__(self, number):
        return self._passes(number)
