"""Asks the platform, so that its tests replace what it asks."""

import os
import platform
import sys
import sysconfig

DRIVER = "Jo"


class Van:
    wheels = 4

    def axles(self):
        return self.wheels // 2


def garage(default):
    yield default
    yield platform.system()
    if hasattr(os, "sysconf"):
        yield "posix"
    yield DRIVER


def suffix(name):
    found = sysconfig.get_config_var(name)
    return found or "none"


def load(van, parcels):
    return [van.axles()] + [van.weigh(parcel) for parcel in parcels]


def engine():
    return sysconfig.get_config_var(sys.executable)
