"""What assertions of a test saw of operands that are large, as one JSON object."""

import json
import sys

sys.path.insert(0, sys.argv[1])

from diorama_test_recording import compare, notebook


class Link:
    def __init__(self, before):
        self.before, self.after = before, None
        if before is not None:
            before.after = self


class Chain:
    """Every link leads to all others, and stands in a table as well: written out, there is the square of them."""

    def __init__(self, length):
        self.links = []
        for _ in range(length):
            self.links.append(Link(self.links[-1] if self.links else None))

    def __eq__(self, other):
        return len(self.links) == len(other.links)

    __hash__ = None


def seen(*lengths):
    notebook.begin()
    for site, length in enumerate(lengths):
        compare(site, ["=="], Chain(length), Chain(length))
    return [
        [("refused" if "refused" in operand else "object") for operand in operands] + [truth] for _, operands, truth in notebook.take()
    ]


print(
    json.dumps({
        "small": seen(3),
        "large": seen(300, 3),
        "many": seen(*[40] * 200)[-1],
        "another test": seen(3),
    })
)
