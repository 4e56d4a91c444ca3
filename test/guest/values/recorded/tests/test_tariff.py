import bakery


def test_parcels():
    assert {bakery.tariff(weight) for weight in range(2, 500)} == {"parcel"}


def test_all():
    for weight in range(600, 900):
        bakery.tariff(weight)
    assert bakery.tariff(4711) == "freight"
    assert bakery.tariff(0) == "letter"
