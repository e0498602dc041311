"""Builds the wheel. It has libraries of this platform but no extension module, so any CPython since 3.9 can use it."""

import os

# Scripts/wheel writes these files. They contain the library's version, and the platform with the required glibc.
if not os.path.exists("VERSION") or not os.path.exists("PLATFORM"):
    raise SystemExit(
        "ipf contains a library in Swift: install a wheel, or build one with `make wheel` in the repository, which needs Swift 6.3")

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", said("PLATFORM")


def said(name: str) -> str:
    with open(name, encoding="ascii") as file:
        return file.read().strip()


setup(version=said("VERSION"), distclass=Platform, cmdclass={"bdist_wheel": PlatformWheel})
