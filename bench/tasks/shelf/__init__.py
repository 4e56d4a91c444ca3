"""A small library of light functions: what a warm judge is measured with."""
