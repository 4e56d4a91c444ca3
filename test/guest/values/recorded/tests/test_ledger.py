import unittest

import pytest


def test_rates():
    import ledger

    assert ledger.RATES["letter"] == 2


@pytest.mark.parametrize("amount", range(40))
def test_fee(amount):
    import ledger

    assert ledger.fee(amount) == 2 * amount + 2


class FeeTest(unittest.TestCase):
    def test_none(self):
        import ledger

        self.assertEqual(ledger.fee(-1), 0)
