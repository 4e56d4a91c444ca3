def bake(minutes):
    return minutes * 2
