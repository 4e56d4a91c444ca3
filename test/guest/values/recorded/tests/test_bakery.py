import unittest

import bakery


def test_price():
    assert bakery.price(1) == 2


def test_load(tmp_path):
    (tmp_path / "list.txt").write_text("rye")
    assert bakery.load(str(tmp_path / "list.txt")) == "rye"


class OvenTest(unittest.TestCase):
    def test_bake(self):
        self.assertEqual(bakery.Oven(2).bake("wheat"), 1)
