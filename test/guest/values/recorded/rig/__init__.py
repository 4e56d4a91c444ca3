"""What the workshop hangs things with."""

from rig._parts import Hook, hinge_of

__all__ = ["Hook", "hinge_of"]
