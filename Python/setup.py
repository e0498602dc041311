"""Builds the wheel. It has libraries of this platform but no extension module, so it serves every CPython since 3.9."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", said("PLATFORM")


def said(name: str) -> str:
    # Scripts/wheel writes these files: the library's version, and the platform with the required glibc.
    with open(name, encoding="ascii") as file:
        return file.read().strip()


setup(version=said("VERSION"), distclass=Platform, cmdclass={"bdist_wheel": PlatformWheel})
