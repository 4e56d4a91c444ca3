"""Where each of the pairs on stdin parts, by the guest's comparison."""

import json
import sys

sys.path.insert(0, sys.argv[1])
import diorama_compare

sys.setrecursionlimit(10000)
found = [diorama_compare.compare_observations(pair["expected"], pair["actual"], pair["policy"]) for pair in json.load(sys.stdin)]
print(json.dumps([None if one is None else one[0] for one in found]))
