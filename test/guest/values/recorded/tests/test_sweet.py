import bakery


def test_sweet():
    for number in range(400):
        assert bakery.sweet(["rye", "loaf %d" % number]) == []
    assert bakery.sweet(["rye", "bun"]) == ["bun"]
