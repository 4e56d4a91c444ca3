import os
import platform
import unittest.mock

import fleet


def test_garage(monkeypatch):
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    monkeypatch.setattr(fleet, "DRIVER", "Ann")
    monkeypatch.setattr(fleet, "Van", type("Lorry", (), {}))
    monkeypatch.delattr(os, "sysconf")
    assert list(fleet.garage("one")) == ["one", "Darwin", "Ann"]
    monkeypatch.undo()
    assert next(fleet.garage("two")) == "two"


@unittest.mock.patch("sysconfig.get_config_var", return_value=None)
def test_suffix(get_config_var):
    assert fleet.suffix("SOABI") == "none"
    assert fleet.suffix("SOABI") == "none"
    with unittest.mock.patch.object(fleet, "suffix", wraps=fleet.suffix):
        get_config_var.side_effect = ["a", ValueError("no")]
        assert fleet.suffix("EXT") == "a"
    try:
        fleet.suffix("LDFLAGS")
    except ValueError:
        pass


def test_load():
    with unittest.mock.patch.object(fleet.Van, "weigh", create=True) as weigh:
        with unittest.mock.patch.object(fleet.Van, "wheels", 6):
            weigh.side_effect = len
            assert fleet.load(fleet.Van(), ["ab", "c", "ab"]) == [3, 2, 1, 2]


@unittest.mock.patch("sysconfig.get_config_var", lambda name: name[:0] + "diesel")
def test_engine():
    assert fleet.engine() == "diesel"
