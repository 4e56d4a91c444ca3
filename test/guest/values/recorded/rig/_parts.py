class Hook:
    def __init__(self, load):
        self._load = load

    def bears(self):
        return self._load


class Hinge:
    """What it is made of is for `hinge_of` to know."""

    def __init__(self, plates):
        self._plates = plates

    def turns(self):
        return len(self._plates)


def hinge_of(count):
    return Hinge([("plate", at) for at in range(count)])
