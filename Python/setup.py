"""The wheel has libraries of this platform, and no extension module: one wheel is for every CPython from 3.9 on."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class Platform(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class PlatformWheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", said("PLATFORM")


def said(name: str) -> str:
    # Scripts/wheel writes them: the version is that of the library, the platform has the glibc that it asks for.
    with open(name, encoding="ascii") as file:
        return file.read().strip()


setup(version=said("VERSION"), distclass=Platform, cmdclass={"bdist_wheel": PlatformWheel})
