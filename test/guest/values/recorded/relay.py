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
