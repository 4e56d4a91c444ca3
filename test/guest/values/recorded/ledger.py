"""A ledger: one function is called while this is imported, another makes a function that tests call."""


def rate(kind):
    return {"letter": 2, "parcel": 5}[kind]


RATES = {kind: rate(kind) for kind in ("letter", "parcel")}


def doubled(function):
    def inner(amount):
        return 2 * function(amount)

    return inner


@doubled
def fee(amount):
    return amount + 1
